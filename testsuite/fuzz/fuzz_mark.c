/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The marking of accesses in LLVM IR: whatever the text is, its lines stay, in order. */
#include <string.h>

#include "fuzz.h"
#include "wrong/mark.h"

/* Is the line among those from *at on? Moves *at behind it. */
static bool has_line(const char **at, const char *end, const char *line)
{
  bool found = false;
  while (!found && *at < end) {
    char *made = next_line(at, end);
    found = !strcmp(made, line);
    free(made);
  }
  return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  char *ir = fuzz_text(bytes, size);
  for (char *end = ir; (end = strchr(end, '\r'));)
    *end = ' '; /* no line of Clang ends with it */
  textbuf marked = { 0 };
  mark_accesses(&marked, ir);
  const char *at = ir, *end = ir + strlen(ir), *in = marked.data;
  while (at < end) {
    char *line = next_line(&at, end);
    LAW(has_line(&in, marked.data + marked.size, line));
    free(line);
  }
  text_free(&marked);
  free(ir);
  return 0;
}
