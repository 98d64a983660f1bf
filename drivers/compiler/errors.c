/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Extracts errors and warnings from an output.
 *
 * Compilers agree on little more than that an error has the word "error"
 * followed by a colon. A line that begins with a blank quotes the source, and a
 * warning or a note may quote anything. Quotations and numbers are left out of
 * a message, because both change as a text shrinks. So two texts have the same
 * errors if the messages are equal as multisets.
 *
 * clang before 16 quotes the source without a blank in front, below warnings
 * too, and a line `int f(int error) { switch (a) { case 1:` would look like an
 * error. Code that ends a run that may still succeed therefore requires a place
 * before the error (errors_is_located).
 */
#include "compiler/errors.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* LLVM's back ends name functions without quotation marks. */
static bool is_name_next(const char *message, const char *at)
{
  static const char before[] = " function ";
  size_t size = sizeof before - 1;
  return (size_t)(at - message) >= size &&
         memcmp(at - size, before, size) == 0 &&
         (isalpha((unsigned char)*at) || *at == '_');
}

/* The message without quotations, names and numbers; owned by the caller. */
static char *plain_message(const char *message)
{
  textbuf plain = { 0 };
  text_puts(&plain, "");
  for (const char *at = message; *at;) {
    const char *close = *at == '"' ? "\"" : "'";
    /* An apostrophe inside a word does not open a quotation. */
    bool inside = *at == '\'' && at > message && isalnum((unsigned char)at[-1]);
    if (strchr("`'\"", *at) && !inside && strpbrk(at + 1, close)) {
      at = strpbrk(at + 1, close) + 1;
      text_puts(&plain, "_");
    } else if (is_name_next(message, at)) {
      while (isalnum((unsigned char)*at) || *at == '_')
        at++;
      text_puts(&plain, "_");
    } else if (isdigit((unsigned char)*at)) {
      at += strspn(at, "0123456789");
      text_puts(&plain, "_");
    } else {
      text_add(&plain, at++, 1);
    }
  }
  return plain.data;
}

/* Where the error or warning, according to `word`, begins in a line; NULL if
 * there is none. */
static const char *find_word(const char *line, const char *word)
{
  if (*line == ' ')
    return NULL;
  const char *mark = starts_with(line, word) ? line : NULL;
  for (const char *at = line; !mark && (at = strstr(at, word)); at++)
    if (at > line && at[-1] == ' ')
      mark = at;
  return mark && strchr(mark, ':') ? mark : NULL;
}

/* Where the error begins in a line; NULL if there is none. */
static const char *find_mark(const char *line)
{
  const char *mark = find_word(line, "error");
  if (!mark)
    return NULL;
  const char *warning = strstr(line, ": warning: ");
  const char *note = strstr(line, ": note: ");
  return (warning && warning < mark) || (note && note < mark) ? NULL : mark;
}

bool errors_add_line(strings *out, const char *line)
{
  const char *mark = find_mark(line);
  if (mark)
    strings_take(out, plain_message(mark));
  return mark != NULL;
}

bool errors_is_located(const char *line)
{
  const char *end = strchr(line, ' '), *at = end;
  if (!at || at == line || *--at != ':' ||
      !(starts_with(end, " error: ") || starts_with(end, " fatal error: ")))
    return false;
  while (at > line && isdigit((unsigned char)at[-1]))
    at--;
  return at > line && isdigit((unsigned char)*at) && at[-1] == ':';
}

/* A line with an error, or a note, may quote anything. */
static bool add_warning_line(strings *out, const char *line)
{
  const char *mark = find_word(line, "warning");
  const char *note = strstr(line, ": note: ");
  if (!mark || (note && note < mark) || find_mark(line))
    return false;
  strings_take(out, plain_message(mark));
  return true;
}

/* Adds the results of `add` for all lines, sorted. */
static void find_lines(strings *out, const char *output,
                       bool (*add)(strings *out, const char *line))
{
  for (const char *at = output, *end = at + strlen(at); at < end;) {
    char *line = next_line(&at, end);
    (void)add(out, line);
    free(line);
  }
  strings_sort(out);
}

void errors_find(strings *out, const char *output)
{
  find_lines(out, output, errors_add_line);
}

void warnings_find(strings *out, const char *output)
{
  find_lines(out, output, add_warning_line);
}

bool errors_are_subset(const strings *part, const strings *whole)
{
  size_t at = 0;
  for (size_t i = 0; i < part->size; i++) {
    while (at < whole->size && strcmp(whole->data[at], part->data[i]) < 0)
      at++;
    if (at == whole->size || strcmp(whole->data[at], part->data[i]) != 0)
      return false;
    at++;
  }
  return true;
}
