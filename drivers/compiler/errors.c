/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Extracts errors and warnings from an output.
 *
 * Compilers agree on little more than that an error has the word "error"
 * followed by a colon; errors.def has the lines of some, where an error may have
 * another word or none. A line that begins with a blank quotes the source, and a
 * warning or a note may quote anything. Quotations and numbers are left out of
 * a message, because both change as a text shrinks. So two texts have the same
 * errors if the messages are equal as multisets.
 *
 * clang before 16 quotes the source without a blank in front, below warnings
 * too, and a line `int f(int error) { switch (a) { case 1:` would look like an
 * error. Code that ends a run that may still succeed therefore requires a form
 * that no such line has (errors_is_located).
 */
#include "compiler/errors.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  compiler_family family;
  const char *literal, *expression;
} forms[] = {
#define FORM(family, literal, expression)                                      \
  { FAMILY_##family, literal, expression },
#include "compiler/errors.def"
};
enum { FORMS = sizeof forms / sizeof *forms };

/* Does a quotation open here? An apostrophe inside a word does not open one. */
static bool opens_quote(const char *start, const char *at)
{
  if (*at == '"' || *at == '`')
    return true;
  return *at == '\'' && (at == start || !isalnum((unsigned char)at[-1]));
}

/* Does a noun that introduces a name end here, as in "call to function f"?
 * LLVM's back ends name functions without quotation marks. */
static bool follows_noun(const char *start, const char *at)
{
  static const char *const nouns[] = { " function ", " symbol ", " variable " };
  bool may = at > start && at[-1] == ' ';
  for (size_t i = 0; may && i < sizeof nouns / sizeof *nouns; i++) {
    size_t size = strlen(nouns[i]);
    if ((size_t)(at - start) >= size && !strncmp(at - size, nouns[i], size) &&
        (isalpha((unsigned char)*at) || *at == '_'))
      return true;
  }
  return false;
}

enum { BRACKETS_MOST = 1024 /* a longer search is quadratic in the line */ };

/* The end of the quotation that begins here; NULL if it is not closed. In the
 * name of a template, an apostrophe in brackets is that of an argument. */
static const char *quote_end(const char *open)
{
  const char *marks = *open == '`' ? "'`" : *open == '"' ? "\"" : "'";
  int depth = 0;
  for (const char *at = open + 1; *at && at - open < BRACKETS_MOST; at++) {
    bool follows_name = isalnum((unsigned char)at[-1]) || at[-1] == '_';
    depth += *at == '<' && follows_name ? 1 : *at == '>' && depth ? -1 : 0;
    if (!depth && strchr(marks, *at))
      return at;
  }
  return strpbrk(open + 1, marks);
}

/* Does a name begin here that C++ compilers make for the linker? */
static bool is_mangled(const char *start, const char *at)
{
  return !strncmp(at, "_Z", 2) && isalnum((unsigned char)at[2]) &&
         (at == start || !isalnum((unsigned char)at[-1]));
}

/* How many letters are here inside a word: nothing that is left out begins
 * with them, and most of a message is such. */
static size_t count_inner(const char *message, const char *at)
{
  size_t size = 0;
  if (at > message && isalnum((unsigned char)at[-1]))
    while (isalpha((unsigned char)at[size]))
      size++;
  return size;
}

void errors_add_message(textbuf *out, const char *message, const char *until)
{
  size_t begin = out->size;
  for (const char *at = message; *at && !strchr(until, *at);) {
    size_t inner = count_inner(message, at);
    if (inner) {
      text_add(out, at, inner);
      at += inner;
      continue;
    }
    bool word =
        at > message && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    size_t left_out = 0;
    if (opens_quote(message, at)) {
      const char *end = quote_end(at);
      left_out = end ? (size_t)(end + 1 - at) : strlen(at);
    } else if (follows_noun(message, at)) {
      left_out = strcspn(at, " ,;:)");
    } else if (is_mangled(message, at)) {
      left_out = strspn(at, "_$.0123456789abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    } else if (strchr("@%$", *at) || !strncmp(at, ".L", 2)) {
      left_out = 1 + strcspn(at + 1, " ,;:)");
    } else if (isdigit((unsigned char)*at) && !word) {
      left_out = strspn(at, "0123456789abcdefxABCDEF");
    }
    if (left_out)
      text_puts(out, "_");
    else
      text_add(out, at, 1);
    at += left_out ? left_out : 1;
  }
  while (out->size > begin && strchr(" :,;", out->data[out->size - 1]))
    out->data[--out->size] = '\0';
}

/* The message without what it quotes; owned by the caller. */
static char *plain_message(const char *message)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  errors_add_message(&out, message, "");
  return out.data;
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

enum { FORM_MOST = 1024 /* bytes of a line in which a form is looked for */ };

/* Where the message begins in a line that has a form; NULL: it has none. An
 * expression is kept, as those of crashes.c. */
static const char *find_form(const char *line)
{
  static struct {
    regex_t compiled;
    bool ready;
  } expressions[FORMS];
  for (size_t i = 0; i < FORMS; i++) {
    regmatch_t groups[2] = { { .rm_eo = (regoff_t)strnlen(line, FORM_MOST) } };
    if (!strstr(line, forms[i].literal))
      continue;
    if (!expressions[i].ready &&
        regcomp(&expressions[i].compiled, forms[i].expression, REG_EXTENDED))
      abort(); /* the unit test tries each row */
    expressions[i].ready = true;
    if (!regexec(&expressions[i].compiled, line, 2, groups, REG_STARTEND))
      return line + groups[1].rm_so;
  }
  return NULL;
}

/* Where the error begins in a line; NULL if there is none. */
static const char *find_mark(const char *line)
{
  const char *mark = find_word(line, "error");
  if (!mark)
    mark = find_form(line);
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

bool errors_is_error(const char *line)
{
  return find_mark(line) != NULL;
}

/* How many numbers are between a file and an error: 2 in FILE:LINE:COLUMN:
 * error: ... */
static unsigned count_numbers(const char *line)
{
  const char *at = strchr(line, ' ');
  unsigned count = 0;
  if (!at ||
      !(starts_with(at, " error: ") || starts_with(at, " fatal error: ")))
    return 0;
  while (at > line && at[-1] == ':') {
    const char *begin = at - 1;
    while (begin > line && isdigit((unsigned char)begin[-1]))
      begin--;
    if (begin == at - 1 || begin == line || begin[-1] != ':')
      break;
    at = begin;
    count++;
  }
  return count;
}

bool errors_is_missing(const char *text)
{
  static const char *const words[] = {
    "not found",      "No such file",    "no file",       "annot find",
    "annot open",     "annot load",      "annot include", "an't open",
    "o module named", "nable to read",   "nable to load", "does not exist",
    "failed to load", "symbol:   class",
  };
  bool says = false;
  for (size_t i = 0; i < sizeof words / sizeof *words && !says; i++)
    says = strstr(text, words[i]);
  return says;
}

bool errors_is_located(const char *line)
{
  return find_form(line) && find_mark(line);
}

bool errors_have_form(compiler_family family)
{
  bool have = false;
  for (size_t i = 0; i < FORMS && !have; i++)
    have = forms[i].family == family;
  return have;
}

bool errors_has_column(const char *line)
{
  return count_numbers(line) > 1;
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
