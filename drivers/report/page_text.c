/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Texts of any bytes as parts of a page.
 *
 * A source that crashes a compiler may hold anything, and a reader must see what
 * is there. So a text is made clean first (utf8_visible): every byte that is not
 * part of a character that is visible and means nothing to a browser becomes
 * \xNN.
 *
 * Only then is it escaped, for HTML or for JSON within a script element. There a
 * "<" is written as \u003c, so that neither </script> nor <!-- can occur; the
 * separators U+2028 and U+2029 are not in a clean text.
 *
 * Limits count what is written, not what is read: a text of "&" grows fivefold.
 */
#include "report/page_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Adds one byte of a clean text. */
static void add_escaped(textbuf *out, char byte)
{
  switch (byte) {
  case '&':
    text_puts(out, "&amp;");
    break;
  case '<':
    text_puts(out, "&lt;");
    break;
  case '>':
    text_puts(out, "&gt;");
    break;
  case '"':
    text_puts(out, "&quot;");
    break;
  default:
    text_add(out, &byte, 1);
  }
}

/* Is the byte the first of a character? */
static bool is_first(char byte)
{
  return ((unsigned char)byte & 0xc0) != 0x80;
}

/* Adds from *at to the end of the line, or to where the page has `end` bytes;
 * *at moves. */
static void add_line(textbuf *out, const char **at, size_t end)
{
  for (; **at && **at != '\n'; ++*at) {
    if (is_first(**at) && out->size >= end)
      return;
    add_escaped(out, **at);
  }
}

/* Adds the lines between `open` and `close`, the newlines behind. */
static size_t add_all(textbuf *out, const char *clean, size_t limit,
                      const char *open, const char *close)
{
  const char *at = clean;
  size_t end = limit > SIZE_MAX - out->size ? SIZE_MAX : out->size + limit;
  while (*at && out->size < end) {
    text_puts(out, open);
    add_line(out, &at, end);
    text_puts(out, close);
    if (*at == '\n' && out->size < end) {
      text_puts(out, "\n");
      at++;
    }
  }
  return strlen(at);
}

void page_add_text(textbuf *out, const char *text)
{
  (void)page_add_head(out, text, SIZE_MAX);
}

size_t page_add_head(textbuf *out, const char *text, size_t limit)
{
  char *clean = utf8_visible(text, text ? strlen(text) : 0);
  size_t left = add_all(out, clean, limit, "", "");
  free(clean);
  return left;
}

size_t page_add_lines(textbuf *out, const char *bytes, size_t size,
                      size_t limit)
{
  char *clean = utf8_visible(bytes, size);
  size_t left = add_all(out, clean, limit, "<span class=\"l\">", "</span>");
  free(clean);
  return left;
}

void page_add_json(textbuf *out, const char *clean, size_t size)
{
  text_puts(out, "\"");
  for (size_t i = 0; i < size; i++)
    switch (clean[i]) {
    case '"':
      text_puts(out, "\\\"");
      break;
    case '\\':
      text_puts(out, "\\\\");
      break;
    case '\n':
      text_puts(out, "\\n");
      break;
    case '\t':
      text_puts(out, "\\t");
      break;
    case '<':
      text_puts(out, "\\u003c");
      break;
    default:
      text_add(out, clean + i, 1);
    }
  text_puts(out, "\"");
}

void page_add_number(textbuf *out, uint64_t number)
{
  char digits[24];
  int size = snprintf(digits, sizeof digits, "%" PRIu64, number);
  for (int i = 0; i < size; i++) {
    if (i && (size - i) % 3 == 0)
      text_puts(out, "\xe2\x80\xaf"); /* a narrow space that is not broken */
    text_add(out, digits + i, 1);
  }
}

void page_add_time(textbuf *out, uint64_t ms)
{
  uint64_t seconds = ms / 1000;
  if (ms < 100)
    text_printf(out, "%" PRIu64 " ms", ms);
  else if (seconds < 60)
    text_printf(out, "%" PRIu64 ".%" PRIu64 " s", seconds, ms % 1000 / 100);
  else if (seconds < 3600)
    text_printf(out, "%" PRIu64 " min %" PRIu64 " s", seconds / 60,
                seconds % 60);
  else
    text_printf(out, "%" PRIu64 " h %" PRIu64 " min", seconds / 3600,
                seconds / 60 % 60);
}
