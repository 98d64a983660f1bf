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

static bool is_letter(char c)
{
  return rd_is_word(c) || (unsigned char)c >= 0x80;
}

uint32_t rd_lexer_count(const rd_lexer *lexer, const char *text, size_t size)
{
  if (lexer)
    return lexer->count(text, size);
  uint32_t count = 0;
  for (size_t i = 0; i < size; i++)
    count += !rd_is_space(text[i]) &&
             !(i && is_letter(text[i]) && is_letter(text[i - 1]));
  return count;
}

rd_touch rd_lexer_touch(const rd_lexer *lexer, const char *left,
                        size_t left_size, const char *right, size_t right_size)
{
  if (lexer)
    return lexer->touch(left, left_size, right, right_size);
  return is_letter(left[left_size - 1]) && is_letter(right[0]) ? RD_TOUCH_NEVER
                                                               : RD_TOUCH_MAY;
}

size_t rd_lexer_join(const rd_lexer *lexer, const char *text, size_t size)
{
  return lexer && lexer->join ? lexer->join(text, size) : 0;
}
