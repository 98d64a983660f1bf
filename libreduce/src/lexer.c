/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The plain lexer, for texts in an unknown language: its tokens are words and
 * single bytes. It is correct for lists of words and numbers, and harmless
 * elsewhere: a token that it splits counts too much, but equally in every
 * candidate.
 */
#include "reduce/lexer.h"

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

rd_touch rd_lexer_touch(const rd_lexer *lexer, const char *left,
                        size_t left_size, const char *right, size_t right_size)
{
  if (lexer)
    return lexer->touch(left, left_size, right, right_size);
  return rd_is_word(left[left_size - 1]) && rd_is_word(right[0])
             ? RD_TOUCH_NEVER
             : RD_TOUCH_MAY;
}

size_t rd_lexer_join(const rd_lexer *lexer, const char *text, size_t size)
{
  return lexer && lexer->join ? lexer->join(text, size) : 0;
}
