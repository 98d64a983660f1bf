/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The lexer of C for libreduce: counts the tokens of a text and decides which
 * two must not touch. The decision uses only the last and the first byte, and
 * refuses when in doubt.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lexer.h"

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Size of the line splice at the start of the bytes, or 0. A splice is a
 * backslash or its trigraph, blanks, and a line break. */
static size_t join_size(const char *text, size_t size)
{
  size_t i = 0;
  if (size > 3 && !memcmp(text, "?\?/", 3))
    i = 3;
  else if (size > 1 && text[0] == '\\')
    i = 1;
  if (!i)
    return 0;
  while (i < size && is_space(text[i]) && text[i] != '\n')
    i++;
  return i < size && text[i] == '\n' ? i + 1 : 0;
}

static bool is_word(char c)
{
  return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
         c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_exponent(char c)
{
  return c == 'e' || c == 'E' || c == 'p' || c == 'P';
}

static uint32_t count_tokens(const char *text, size_t size)
{
  token *tokens;
  size_t all = lex(&tokens, text, size);
  uint32_t count = 0;
  for (size_t i = 0; i < all; i++)
    count += tokens[i].kind != TOKEN_COMMENT;
  free(tokens);
  return count;
}

/* ---- touching ---- */

/* The bytes that must not follow a byte, because they would continue an
 * operator (or start a comment) in C or C++. */
static const char *const followers[UCHAR_MAX + 1] = {
  ['+'] = "+=",  ['-'] = "-=>",  ['*'] = "=",   ['/'] = "/*=",
  ['%'] = "=:>", ['<'] = "<=:%", ['>'] = ">=*", ['='] = "=>",
  ['!'] = "=",   ['&'] = "&=",   ['|'] = "|=",  ['^'] = "=",
  ['#'] = "#",   [':'] = ":>%",  ['?'] = "?",   ['.'] = ".*0123456789",
};

/* Does the text end in a number that the byte `next` would continue? */
static bool ends_in_number(const char *text, size_t size, char next)
{
  size_t i = size;
  while (i && (is_word(text[i - 1]) || text[i - 1] == '.' ||
               ((text[i - 1] == '+' || text[i - 1] == '-') && i > 1 &&
                is_exponent(text[i - 2]))))
    i--;
  while (i < size && (text[i] == '+' || text[i] == '-'))
    i++;
  bool is_number =
      i < size && (is_digit(text[i]) ||
                   (text[i] == '.' && i + 1 < size && is_digit(text[i + 1])));
  return is_number &&
         (next == '.' || is_word(next) || is_exponent(text[size - 1]));
}

static bool pastes(const char *left, size_t left_size, const char *right)
{
  char a = left[left_size - 1], b = right[0];
  if (is_space(a) || is_space(b))
    return false;
  if (a == '\\' || b == '\\')
    return true;
  if (is_word(b))
    return is_word(a) || a == '"' || a == '\'' || (a == '.' && is_digit(b)) ||
           ends_in_number(left, left_size, b);
  if (b == '"' || b == '\'')
    return is_word(a);
  const char *continues = followers[(unsigned char)a];
  if (continues && b && strchr(continues, b))
    return true;
  return (b == '.' || b == '+' || b == '-') &&
         ends_in_number(left, left_size, b);
}

/* Inside brackets and before , and ; a space is a matter of taste. */
static bool hugs(char left, char right)
{
  return left == '(' || left == '[' || right == ')' || right == ']' ||
         right == ',' || right == ';';
}

static rd_touch touch(const char *left, size_t left_size, const char *right,
                      size_t right_size)
{
  (void)right_size;
  if (pastes(left, left_size, right))
    return RD_TOUCH_NEVER;
  return hugs(left[left_size - 1], right[0]) ? RD_TOUCH_SHOULD : RD_TOUCH_MAY;
}

const rd_lexer tokens_lexer = {
  .name = "c", .count = count_tokens, .touch = touch, .join = join_size
};
