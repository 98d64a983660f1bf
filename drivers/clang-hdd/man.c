/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Man pages: templates/man, filled from the tables. It uses the macros of
 * man(7) that both groff and mandoc know.
 *
 * Only three things in a text are special to them: a backslash, a dash (a
 * plain one may become a hyphen, which cannot be copied into a shell), and a
 * dot or an apostrophe at the beginning of a line. Words in capitals, which
 * are placeholders, are italic in a synopsis.
 */
#include <ctype.h>
#include <string.h>

#include "clang-hdd/tables.h"
#include "embedded.h"

static void put(textbuf *out, const char *words, size_t size)
{
  for (const char *end = words + size; words < end; words++) {
    if (*words == '\\')
      text_puts(out, "\\e");
    else if (*words == '-')
      text_puts(out, "\\-");
    else if (*words == '\'')
      text_puts(out, "\\(aq");
    else if (*words == '.' && (!out->size || out->data[out->size - 1] == '\n'))
      text_puts(out, "\\&.");
    else
      text_add(out, words, 1);
  }
}

/* The same, wrapped so that the source is readable. */
static void put_text(textbuf *out, const char *words)
{
  enum { WIDTH = 70 };
  size_t column = 0;
  while (*words) {
    size_t size = strcspn(words, " ");
    bool breaks = column && column + size > WIDTH;
    text_puts(out, breaks ? "\n" : column ? " " : "");
    put(out, words, size);
    column = (breaks ? 0 : column) + size + 1;
    words += size + (words[size] == ' ');
  }
}

static size_t capitals(const char *words)
{
  size_t size = 0;
  while (isupper((unsigned char)words[size]) || words[size] == '_')
    size++;
  return size;
}

static void put_synopsis(textbuf *out, const char *words)
{
  while (*words) {
    size_t size = capitals(words);
    text_puts(out, size ? "\\fI" : "");
    put(out, words, size ? size : 1);
    text_puts(out, size ? "\\fR" : "");
    words += size ? size : 1;
  }
}

static void quote(textbuf *out, quote_kind kind, const char *text)
{
  if (kind == QUOTE_TEXT)
    put_text(out, text);
  else if (kind == QUOTE_SYNOPSIS)
    put_synopsis(out, text);
  else
    put(out, text, strlen(text));
}

void man_page(textbuf *out, const command *self)
{
  tables at = { .quote = quote, .subject = self };
  tables_fill(out, &at, template_man);
}
