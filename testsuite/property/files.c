/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "files.h"

#include <stdio.h>

bool test_read_file(textbuf *out, const char *path)
{
  char chunk[1 << 16];
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  text_clear(out);
  text_add(out, "", 0);
  for (size_t got; (got = fread(chunk, 1, sizeof chunk, file));)
    text_add(out, chunk, got);
  bool ok = !ferror(file);
  (void)fclose(file);
  return ok;
}
