/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "words.h"

#include <string.h>

#include "base/memory.h"

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_newline(char c)
{
  return c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* As the plain lexer of libreduce, which counts them. */
static bool is_word(char c)
{
  return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' ||
         (unsigned char)c >= 0x80;
}

/* A text, and for each kind of quote where the line ends on which one was not closed: no
 * other there is. */
typedef struct reading {
  const char *text;
  size_t size, unclosed[2];
} reading;

/* The position behind a string that ends on its line, or `at`: the quote is a mark
 * then, as an apostrophe is behind a word. */
static size_t string_end(reading *self, size_t at)
{
  const char *text = self->text;
  size_t *unclosed = &self->unclosed[text[at] == '"'], i = at + 1;
  if (at < *unclosed || (text[at] == '\'' && at && is_word(text[at - 1])))
    return at;
  for (; i < self->size && !is_newline(text[i]); i++)
    if (text[i] == text[at])
      return i + 1;
    else if (text[i] == '\\' && i + 1 < self->size && !is_newline(text[i + 1]))
      i++;
  *unclosed = i;
  return at;
}

/* The position behind an operator, as many languages have them: `||`, `...`, `:=`,
 * `->`. Brackets, commas and semicolons stand for themselves. */
static size_t operator_end(const char *text, size_t size, size_t at)
{
  char first = text[at];
  size_t end = at + 1;
  if (strchr("()[]{},;\"'\\", first))
    return end;
  while (end < size && text[end] == first)
    end++;
  if (end < size && ((text[end] == '=' && first != '=') ||
                     (text[end] == '>' && (first == '-' || first == '='))))
    end++;
  return end;
}

static size_t token_end(uint8_t *kind_out, reading *self, size_t at)
{
  const char *text = self->text;
  size_t end = at;
  while (end < self->size && is_word(text[end]))
    end++;
  *kind_out = is_digit(text[at]) ? TOKEN_NUMBER : TOKEN_IDENTIFIER;
  if (end > at)
    return end;
  *kind_out = TOKEN_STRING;
  if (text[at] == '"' || text[at] == '\'')
    end = string_end(self, at);
  if (end > at)
    return end;
  *kind_out = TOKEN_PUNCTUATION;
  return operator_end(text, self->size, at);
}

size_t words_lex(token **out, const char *text, size_t size)
{
  reading from = { .text = text, .size = size };
  size_t count = 0, capacity = 0;
  bool starts_line = true;
  *out = NULL;
  for (size_t at = 0, end; at < size; at = end) {
    end = at + 1;
    if (is_space(text[at])) {
      starts_line |= is_newline(text[at]);
      continue;
    }
    token tok = { .begin = (uint32_t)at, .line_start = starts_line };
    end = token_end(&tok.kind, &from, at);
    tok.end = (uint32_t)end;
    *out = mem_grow(*out, &capacity, count + 1, sizeof **out);
    (*out)[count++] = tok;
    starts_line = false;
  }
  return count;
}
