/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A tolerant lexer that follows a description.
 *
 * The end of a line that goes on, up to what the next line goes on with, is a
 * comment: it means nothing, and when it goes, its line break goes with it. In
 * fixed form a line goes on if the next one has something in its sixth column,
 * so that such a comment begins with the line break.
 *
 * What is not closed ends with its line (strings) or with the text (comments).
 */
#include "scan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct scanner {
  const description *language;
  const char *text;
  size_t size;
  bool is_fixed;
  bool has_lines; /* a line ends a statement */
  uint32_t line;
  bool line_start;
  size_t skipped; /* fixed form: where the last lines without a statement end */
  ARRAY(token) tokens;
};

enum { FIXED_MARK = 5 }; /* the column, from 0, of what continues a line */

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
  return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' ||
         (unsigned char)c >= 0x80;
}

static bool is_word(char c)
{
  return is_letter(c) || is_digit(c);
}

static char at_or_nul(const struct scanner *s, size_t at)
{
  return at < s->size ? s->text[at] : '\0';
}

static bool starts(const struct scanner *s, size_t at, const char *word)
{
  size_t size = strlen(word);
  return s->size - at >= size &&
         (s->language->ignores_case ? !strncasecmp(s->text + at, word, size)
                                    : !memcmp(s->text + at, word, size));
}

/* The size of the longest of the marks that starts here, 0 if none does. One that
 * is a word, such as REM, is no beginning of another. */
static size_t longest(const struct scanner *s, size_t at, const strings *marks)
{
  size_t best = 0;
  for (size_t i = 0; i < marks->size; i++) {
    size_t size = strlen(marks->data[i]);
    bool is_cut =
        is_word(marks->data[i][size - 1]) && is_word(at_or_nul(s, at + size));
    if (size > best && starts(s, at, marks->data[i]) && !is_cut)
      best = size;
  }
  return best;
}

static size_t line_end(const struct scanner *s, size_t at)
{
  const char *end = memchr(s->text + at, '\n', s->size - at);
  return end ? (size_t)(end - s->text) : s->size;
}

static size_t skip_blanks(const struct scanner *s, size_t at)
{
  while (at < s->size && is_blank(s->text[at]))
    at++;
  return at;
}

/* ---- comments and lines that go on ---- */

static bool is_fixed_comment(const struct scanner *s, size_t line)
{
  return s->is_fixed && line < s->size && strchr("cC*dD!", s->text[line]) &&
         s->text[line];
}

/* The end of the comment that begins here, or `at`. */
static size_t comment_end(const struct scanner *s, size_t at)
{
  const strings *pairs = &s->language->comment_pairs;
  for (size_t i = 0; i + 1 < pairs->size; i += 2) {
    size_t size = strlen(pairs->data[i]);
    if (!starts(s, at, pairs->data[i]))
      continue;
    const char *end = memmem(s->text + at + size, s->size - at - size,
                             pairs->data[i + 1], strlen(pairs->data[i + 1]));
    return end ? (size_t)(end - s->text) + strlen(pairs->data[i + 1]) : s->size;
  }
  bool is_first = at == 0 || s->text[at - 1] == '\n';
  bool is_comment = longest(s, at, &s->language->comments) ||
                    (is_first && is_fixed_comment(s, at));
  return is_comment ? line_end(s, at) : at;
}

/* Behind lines without a statement from the line break at `at` on: the start of
 * the next line that has one, or the end of the text. */
static size_t skip_lines(const struct scanner *s, size_t at)
{
  while (at < s->size) {
    size_t next = skip_blanks(s, ++at);
    if (is_fixed_comment(s, at) ||
        (next < s->size && longest(s, next, &s->language->comments)))
      next = line_end(s, next);
    if (next >= s->size || s->text[next] != '\n')
      return at;
    at = next;
  }
  return s->size;
}

/* If the line goes on behind the mark at `at`, the position from where on it
 * does; else `at`. */
static size_t continued(const struct scanner *s, size_t at)
{
  size_t size = longest(s, at, &s->language->continues);
  size_t end = skip_blanks(s, at + size);
  if (!size)
    return at;
  if (end < s->size && longest(s, end, &s->language->comments))
    end = line_end(s, end);
  if (end >= s->size || s->text[end] != '\n')
    return at;
  size_t line = skip_lines(s, end), next = skip_blanks(s, line);
  size = next < s->size ? longest(s, next, &s->language->continues) : 0;
  return size ? next + size : line;
}

/* The same for the line break at `at` in fixed form. */
static size_t continued_fixed(struct scanner *s, size_t at)
{
  if (s->is_fixed && at >= s->skipped)
    s->skipped = skip_lines(s, at);
  size_t line = s->is_fixed ? s->skipped : s->size;
  size_t mark = line + FIXED_MARK;
  if (mark >= s->size || s->text[mark] == '0' || is_blank(s->text[mark]))
    return at;
  for (size_t i = line; i < mark; i++)
    if (s->text[i] != ' ')
      return at;
  return s->text[mark] == '\n' ? at : mark + 1;
}

/* ---- tokens ---- */

/* In a string nothing but blanks stands behind the mark of a line that goes on. */
static size_t continued_in_string(const struct scanner *s, size_t at)
{
  size_t size = longest(s, at, &s->language->continues);
  size_t end = size ? skip_blanks(s, at + size) : s->size;
  return end < s->size && s->text[end] == '\n' ? continued(s, at) : at;
}

static size_t string_end(const struct scanner *s, size_t at)
{
  char quote = s->text[at++];
  for (size_t next; at < s->size && s->text[at] != '\n'; at = next) {
    next = continued_in_string(s, at);
    if (next > at)
      continue;
    next = at + 1;
    if (s->text[at] == quote && at_or_nul(s, next++) != quote)
      return at + 1;
  }
  return at < s->size ? at : s->size;
}

static size_t exponent_end(const struct scanner *s, size_t at)
{
  size_t end = at + 1;
  if (!strchr("eEdD", at_or_nul(s, at)))
    return at;
  if (at_or_nul(s, end) == '+' || at_or_nul(s, end) == '-')
    end++;
  return is_digit(at_or_nul(s, end)) ? end : at;
}

static size_t word_end(const struct scanner *s, size_t at)
{
  while (at < s->size && is_word(s->text[at]))
    at++;
  return at;
}

/* A point belongs to the number unless a letter or a second point follows, as in
 * `1.eq.2` and `1..2`. */
static size_t number_end(const struct scanner *s, size_t at)
{
  while (is_digit(at_or_nul(s, at)))
    at++;
  char next = at_or_nul(s, at + 1);
  if (at_or_nul(s, at) == '.' && next != '.' &&
      (!is_letter(next) || next == '_' || exponent_end(s, at + 1) > at + 1)) {
    at++;
    while (is_digit(at_or_nul(s, at)))
      at++;
  }
  return word_end(s, exponent_end(s, at));
}

static size_t dotted_end(const struct scanner *s, size_t at)
{
  size_t end = at + 1;
  if (!s->language->has_dotted || s->text[at] != '.')
    return at;
  while (is_letter(at_or_nul(s, end)))
    end++;
  return end > at + 1 && at_or_nul(s, end) == '.' ? end + 1 : at;
}

/* A quote of one character, which is a mark behind a name: 'x', T'First. */
static size_t character_end(const struct scanner *s, size_t at)
{
  const token *last = s->tokens.size ? &s->tokens.data[s->tokens.size - 1] : 0;
  size_t quote = longest(s, at, &s->language->characters);
  bool is_behind = last && last->end == at &&
                   (is_word(s->text[at - 1]) || s->text[at - 1] == ')');
  return quote && !is_behind && at_or_nul(s, at + 2) == s->text[at] &&
                 s->text[at + 1] != '\n'
             ? at + 3
             : at;
}

static size_t token_end(const struct scanner *s, size_t at, uint8_t *kind)
{
  size_t end = continued(s, at);
  *kind = TOKEN_COMMENT;
  if (end == at)
    end = comment_end(s, at);
  if (end > at)
    return end;
  *kind = TOKEN_STRING;
  if (longest(s, at, &s->language->strings))
    return string_end(s, at);
  if ((end = character_end(s, at)) > at)
    return end;
  *kind = TOKEN_NUMBER;
  if (is_digit(s->text[at]))
    return number_end(s, at);
  *kind = TOKEN_IDENTIFIER;
  if (is_letter(s->text[at]))
    return word_end(s, at);
  *kind = TOKEN_PUNCTUATION;
  if ((end = dotted_end(s, at)) > at)
    return end;
  size_t mark = longest(s, at, &s->language->marks);
  return at + (mark ? mark : 1);
}

static void add(struct scanner *s, size_t begin, size_t end, uint8_t kind)
{
  ARRAY_PUSH(&s->tokens, (token){ .begin = (uint32_t)begin,
                                  .end = (uint32_t)end,
                                  .directive = s->has_lines ? s->line : 0,
                                  .kind = kind,
                                  .line_start = s->line_start });
  s->line_start = false;
}

static const char byte_order_mark[] = "\xef\xbb\xbf";

size_t scan(token **out, const description *language, const char *text,
            size_t size, bool is_fixed)
{
  struct scanner s = { .language = language,
                       .text = text,
                       .size = size,
                       .is_fixed = is_fixed,
                       .has_lines = strings_has(&language->ends, "newline"),
                       .line = 1,
                       .line_start = true };
  size_t begin = starts(&s, 0, byte_order_mark) ? strlen(byte_order_mark) : 0;
  if (begin)
    add(&s, 0, begin, TOKEN_COMMENT);
  s.line_start = true;
  for (size_t at = begin, end; at < size; at = end) {
    uint8_t kind = TOKEN_COMMENT;
    end = at + 1;
    if (is_blank(text[at]))
      continue;
    if (text[at] == '\n' && (end = continued_fixed(&s, at)) == at) {
      s.line++;
      s.line_start = true;
      end = at + 1;
      continue;
    }
    if (text[at] != '\n')
      end = token_end(&s, at, &kind);
    add(&s, at, end, kind);
  }
  *out = s.tokens.data;
  return s.tokens.size;
}

bool scan_is(const description *language, const token *tok, const char *text,
             const char *word)
{
  size_t size = tok->end - tok->begin;
  return strlen(word) == size &&
         (language->ignores_case ? !strncasecmp(text + tok->begin, word, size)
                                 : !memcmp(text + tok->begin, word, size));
}

bool scan_is_any(const description *language, const token *tok,
                 const char *text, const strings *words)
{
  for (size_t i = 0; i < words->size; i++)
    if (scan_is(language, tok, text, words->data[i]))
      return true;
  return false;
}
