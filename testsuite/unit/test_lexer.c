/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes to tokens. A token is shown by a letter for its kind (identifier,
 * number, string, character, punctuation, /comment, other), the number of its
 * directive if it has one, and its bytes in angle brackets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "run_tests.h"
#include "tokens/lexer.h"

static void expect_bytes(const char *text, size_t size, const char *expected)
{
  static const char kinds[] = "inscp/o";
  textbuf shown = { 0 };
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size);
  text_puts(&shown, "");
  for (size_t i = 0; i < count; i++) {
    text_printf(&shown, "%c", kinds[tokens[i].kind]);
    if (tokens[i].directive)
      text_printf(&shown, "%u", tokens[i].directive);
    text_puts(&shown, "<");
    text_add(&shown, text + tokens[i].begin, tokens[i].end - tokens[i].begin);
    text_puts(&shown, ">");
  }
  ck_assert_str_eq(shown.data, expected);
  text_free(&shown);
  free(tokens);
}

static void expect(const char *text, const char *expected)
{
  expect_bytes(text, strlen(text), expected);
}

START_TEST(test_lexer__takes_the_longest_operator)
{
  expect("a<<=b->c...d", "i<a>p<<<=>i<b>p<->>i<c>p<...>i<d>");
  expect("%:%: <: :> <% %> %:", "p<%:%:>p<<:>p<:>>p<<%>p<%>>p<%:>");
  expect("x+++++y", "i<x>p<++>p<++>p<+>i<y>");
  expect(". ..", "p<.>p<.>p<.>");
}
END_TEST

START_TEST(test_lexer__reads_pp_numbers)
{
  expect("1.e+5f .5 0x1p-3 1..2", "n<1.e+5f>n<.5>n<0x1p-3>n<1..2>");
  expect("1'000'x' 0x1e+2", "n<1'000'x>c<' 0x1e+2>");
  expect("1+2", "n<1>p<+>n<2>");
}
END_TEST

START_TEST(test_lexer__reads_strings_with_prefix_and_escapes)
{
  expect("L\"a\\\"b\" u8'x'U'\\''", "s<L\"a\\\"b\">c<u8'x'>c<U'\\''>");
  expect("LL\"a\" u8 \"b\"", "i<LL>s<\"a\">i<u8>s<\"b\">");
  expect("\"a//b/*\"", "s<\"a//b/*\">");
}
END_TEST

START_TEST(test_lexer__ends_open_strings_with_the_line)
{
  expect("don't\nx", "i<don>c<'t>i<x>");
  expect("\"a\r\nb", "s<\"a>i<b>");
  expect("\"a\\", "s<\"a\\>");
}
END_TEST

START_TEST(test_lexer__reads_comments)
{
  expect("a/* x */b// y\nc", "i<a>/</* x */>i<b>/<// y>i<c>");
  expect("/*/ x", "/</*/ x>");
  expect("/\\\n/ a\\\nb\nc", "/</\\\n/ a\\\nb>i<c>");
  expect("/* *\\\n/ c", "/</* *\\\n/>i<c>");
}
END_TEST

START_TEST(test_lexer__steps_over_splices_in_tokens)
{
  expect("fo\\\no +\\\r\n= \"x\\\ny\"", "i<fo\\\no>p<+\\\r\n=>s<\"x\\\ny\">");
  expect("a\?\?/\nb\\ \nc", "i<a\?\?/\nb\\ \nc>");
  expect("L\\\n'x'", "c<L\\\n'x'>");
}
END_TEST

START_TEST(test_lexer__keeps_splices_between_tokens)
{
  expect("a \\\n \\\nb", "i<a>/<\\\n>/<\\\n>i<b>");
  expect("+\\\n\\\na", "p<+>/<\\\n\\\n>i<a>");
  expect("a \\ b", "i<a>o<\\>i<b>");
}
END_TEST

START_TEST(test_lexer__numbers_directives)
{
  expect("#if a\n#\nb", "p1<#>i1<if>i1<a>p2<#>i<b>");
  expect(" /* x */ %: define y z // c\nb",
         "/</* x */>p1<%:>i1<define>i1<y>i1<z>/1<// c>i<b>");
  expect("#define a \\\n b /* \n */ c\nd",
         "p1<#>i1<define>i1<a>/1<\\\n>i1<b>/1</* \n */>i1<c>i<d>");
  expect("a # b", "i<a>p<#>i<b>");
}
END_TEST

START_TEST(test_lexer__reads_header_names)
{
  expect("#include <a/b.h> // x", "p1<#>i1<include>s1<<a/b.h>>/1<// x>");
  expect("#include_next/**/<'a>\n", "p1<#>i1<include_next>/1</**/>s1<<'a>>");
  expect("#include <a\nb>", "p1<#>i1<include>p1<<>i1<a>i<b>p<>>");
  expect("#if <a>\ninclude <b>",
         "p1<#>i1<if>p1<<>i1<a>p1<>>i<include>p<<>i<b>p<>>");
}
END_TEST

START_TEST(test_lexer__takes_any_byte)
{
  expect_bytes("a\0b", 3, "i<a>o<");
  expect("\xef\xbb\xbf#if \xc3\xa4$\f\v@`",
         "/<\xef\xbb\xbf>p1<#>i1<if>i1<\xc3\xa4$>o1<@>o1<`>");
  expect("\\u1234x \\x", "i<\\u1234x>o<\\>i<x>");
  expect_bytes("", 0, "");
}
END_TEST

START_TEST(test_lexer__marks_the_first_token_of_a_line)
{
  token *tokens = NULL;
  const char text[] = "a b\\\n c\r\n d /*\n*/ e\nf";
  char starts[16] = "";
  size_t count = lex(&tokens, text, sizeof text - 1);
  for (size_t i = 0; i < count && i + 1 < sizeof starts; i++)
    starts[i] = tokens[i].line_start ? '^' : '.';
  ck_assert_str_eq(starts, "^...^..^");
  free(tokens);
}
END_TEST

START_TEST(test_lexer__compares_spellings_without_splices)
{
  token *tokens = NULL;
  const char text[] = "el\\\nse elsewhere";
  ck_assert_uint_eq(lex(&tokens, text, sizeof text - 1), 2);
  ck_assert(token_is(&tokens[0], text, "else"));
  ck_assert(!token_is(&tokens[0], text, "els"));
  ck_assert(!token_is(&tokens[1], text, "else"));
  ck_assert(!token_is(&tokens[1], text, ""));
  free(tokens);
}
END_TEST

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Each byte that is no white space is in one token; no token is empty or
 * begins with white space; directives count up. */
static bool covers(const char *text, size_t size)
{
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size), at = 0;
  uint32_t directive = 0;
  bool good = true;
  for (size_t i = 0; i <= count; i++) {
    size_t begin = i < count ? tokens[i].begin : size;
    for (; at < begin; at++)
      good = good && is_space(text[at]);
    if (i == count)
      break;
    good = good && at == begin && tokens[i].end > at && tokens[i].end <= size &&
           !is_space(text[at]);
    at = tokens[i].end;
    uint32_t number = tokens[i].directive;
    good = good && (!number || number - directive <= 1);
    directive = number ? number : directive;
  }
  free(tokens);
  return good;
}

/* A random text in a block of its own size, so that a sanitizer sees a read
 * behind it. */
static bool covers_random(uint32_t *seed, bool is_c)
{
  static const char bytes[] = "abLuU8#/*\\\n\r\"'<>?:% \t.+-=e1()[]{};,_\0@";
  size_t size = 0;
  char *text = NULL;
  for (int step = -1; step < (int)size; step++) {
    *seed = *seed * 1664525 + 1013904223;
    uint32_t value = *seed >> 16;
    if (step < 0) {
      size = value % 48;
      text = mem_alloc(size, 1);
    } else {
      text[step] = is_c ? bytes[value % (sizeof bytes - 1)] : (char)value;
    }
  }
  bool good = covers(text, size);
  free(text);
  return good;
}

START_TEST(test_lexer__covers_random_bytes)
{
  uint32_t seed = 7;
  for (int i = 0; i < 40000; i++) {
    uint32_t before = seed;
    ck_assert_msg(covers_random(&seed, i % 8), "seed %u", before);
  }
}
END_TEST

/* Texts that cost a quadratic lexer minutes. */
START_TEST(test_lexer__is_linear)
{
  static const char *const parts[] = {
    "\\\n", "\\ ", "*\\\n", "/*", "?\?", "'"
  };
  enum { REPEAT = 400000 };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    textbuf text = { 0 };
    for (int n = 0; n < REPEAT; n++)
      text_puts(&text, parts[i]);
    ck_assert(covers(text.data, text.size));
    text_free(&text);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "lexer", test_lexer__takes_the_longest_operator,
      test_lexer__reads_pp_numbers,
      test_lexer__reads_strings_with_prefix_and_escapes,
      test_lexer__ends_open_strings_with_the_line, test_lexer__reads_comments,
      test_lexer__steps_over_splices_in_tokens,
      test_lexer__keeps_splices_between_tokens, test_lexer__numbers_directives,
      test_lexer__reads_header_names, test_lexer__takes_any_byte,
      test_lexer__marks_the_first_token_of_a_line,
      test_lexer__compares_spellings_without_splices,
      test_lexer__covers_random_bytes, test_lexer__is_linear);
}
