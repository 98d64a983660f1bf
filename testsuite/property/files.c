/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "files.h"

#include <ctype.h>
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

static bool is_word(char c)
{
  return c == '_' || isalnum((unsigned char)c);
}

void test_squeeze(textbuf *out, const char *text, size_t size, bool bare)
{
  size_t from = out->size;
  bool blank = false;
  text_add(out, "", 0);
  for (const char *at = text; at < text + size; at++) {
    if (isspace((unsigned char)*at)) {
      blank = true;
      continue;
    }
    bool parts =
        out->size > from && is_word(out->data[out->size - 1]) && is_word(*at);
    if (blank && (parts || !bare))
      text_puts(out, " ");
    text_add(out, at, 1);
    blank = false;
  }
  if (blank && !bare)
    text_puts(out, " ");
}

void test_splice(textbuf *text, size_t at, size_t removed, const char *bytes,
                 size_t size)
{
  textbuf out = { 0 };
  text_add(&out, text->data, at);
  text_add(&out, bytes, size);
  text_add(&out, text->data + at + removed, text->size - at - removed);
  text_free(text);
  *text = out;
}
