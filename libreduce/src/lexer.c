/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The plain lexer, for texts in any language: its tokens are words and marks,
 * that is, single bytes. A token that it splits counts too much, but equally in
 * every candidate.
 *
 * What may touch is decided for all languages at once, so a space too many is
 * common and one too few rare. `-` belongs to names in CSS and `?` in Ruby, `$`,
 * `@`, `%`, `#`, `'` and `:` to words in many languages, a word before a quote
 * says how to read it, and two marks that meet may be an operator or begin a
 * comment, as `(*` does. Brackets, commas and semicolons stand for themselves
 * unless they are doubled.
 */
#include "reduce/lexer.h"

#include <string.h>

#include "base/text.h"
#include "joint.h"

uint32_t rd_lexer_count(const rd_lexer *lexer, const char *text, size_t size)
{
  if (lexer)
    return lexer->count(text, size);
  uint32_t count = 0;
  for (size_t i = 0; i < size; i++)
    count += !rd_is_space(text[i]) &&
             !(i && rd_is_word(text[i]) && rd_is_word(text[i - 1]));
  return count;
}

enum kind { WORD, OPENING, CLOSING, COMMA, QUOTE, MARK, KINDS };

static enum kind kind_of(char c)
{
  static const char *const members[KINDS] = {
    [OPENING] = "([{", [CLOSING] = ")]}", [COMMA] = ",;", [QUOTE] = "\"'`"
  };
  for (enum kind i = OPENING; i < MARK; i++)
    if (c && strchr(members[i], c))
      return i;
  return rd_is_word(c) ? WORD : MARK;
}

static rd_touch touch_plainly(char left, char right)
{
  enum { M = RD_TOUCH_MAY, S = RD_TOUCH_SHOULD, N = RD_TOUCH_NEVER };
  static const uint8_t rows[KINDS][KINDS] = {
    /* WORD, OPENING, CLOSING, COMMA, QUOTE, MARK on the right */
    [WORD] = { N, M, M, S, N, N },    [OPENING] = { M, M, M, M, M, N },
    [CLOSING] = { M, M, M, S, M, M }, [COMMA] = { M, M, M, M, M, M },
    [QUOTE] = { N, N, M, S, N, N },   [MARK] = { N, N, N, S, N, N },
  };
  enum kind last = kind_of(left), first = kind_of(right);
  if (left == right && first != CLOSING)
    return RD_TOUCH_NEVER;
  if (rows[last][first] == M && (left == '(' || right == ')'))
    return RD_TOUCH_SHOULD;
  return (rd_touch)rows[last][first];
}

rd_touch rd_lexer_touch(const rd_lexer *lexer, const char *left,
                        size_t left_size, const char *right, size_t right_size)
{
  return lexer ? lexer->touch(left, left_size, right, right_size)
               : touch_plainly(left[left_size - 1], right[0]);
}

size_t rd_lexer_join(const rd_lexer *lexer, const char *text, size_t size)
{
  return lexer && lexer->join ? lexer->join(text, size) : 0;
}
