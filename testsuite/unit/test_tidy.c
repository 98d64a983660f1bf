/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts whose language has no layout of its own. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "clang-hdd/tidy.h"
#include "run_tests.h"

static void expect_by(char *(*tidy)(size_t *, const char *, size_t),
                      const char *text, const char *expected)
{
  size_t size = 0;
  char *found = tidy(&size, text, strlen(text));
  if (!expected) {
    ck_assert_ptr_null(found);
    return;
  }
  ck_assert_str_eq(found, expected);
  ck_assert_uint_eq(size, strlen(expected));
  free(found);
}

static void expect(const char *text, const char *expected)
{
  expect_by(tidy_lines, text, expected);
}

START_TEST(test_tidy__levels_stay)
{
  expect("    a\n        b\n            c\n        d\n    e\n",
         "a\n  b\n    c\n  d\ne\n");
  expect("a\n\tb\n\t\t\t\tc\n\td\n", "a\n\tb\n\t\t\tc\n\td\n");
  expect("   a\n     b\n b\n  c\n", "a\n  b\nb\n c\n");
}
END_TEST

START_TEST(test_tidy__blanks_go)
{
  expect("\n \na  \n\n b\t\n", "a\n b\n");
  expect("a\n\nb", "a\nb");
}
END_TEST

START_TEST(test_tidy__what_ends_a_line_joins_it)
{
  expect("with A\n  ;\n  B\n    ,\n  ,", "with A;\n  B,,");
  expect(";\n\n  A -- c\n  ;\n", ";\n  A -- c\n  ;\n");
}
END_TEST

START_TEST(test_tidy__nothing_to_do)
{
  expect("a\n  b\n\tc\n", NULL);
  expect("", NULL);
  expect("\n\n", NULL);
}
END_TEST

static void expect_laid_out(const char *text, const char *expected)
{
  expect_by(tidy_brackets, text, expected);
}

START_TEST(test_tidy__brackets_indent)
{
  expect_laid_out("      f( a ) {\n\n        if   (a)\n            b ;\n   }",
                  "f(a) {\n  if (a)\n    b;\n}");
  expect_laid_out("f({\n    a; b\n    }\n    )", "f({\n  a; b\n})");
  expect_laid_out("  #x\n      int a = { { } }\n", "#x\nint a = {{}}\n");
}
END_TEST

START_TEST(test_tidy__short_lists_are_one_line)
{
  expect_laid_out("{\n  \"a\": [\n     1,\n   2\n   ]\n   ,\n \"b\": 3\n}\n",
                  "{\"a\": [1, 2], \"b\": 3}\n");
  expect_laid_out("(\n   (\n    1\n   )  ,\n   2\n   )\n", "((1), 2)\n");
  expect_laid_out("a(\n  b[\n    1,\n    2\n  ],\n  c[\n    3\n  ]\n);\n",
                  "a(b[1, 2], c[3]);\n");
  expect_laid_out("f(){\n    }\n", "f(){}\n");
  expect_laid_out("x {\n    a;\n    }\n", "x {\n  a;\n}\n");
}
END_TEST

START_TEST(test_tidy__long_lists_are_not)
{
  char text[400] = "f(\n";
  for (int i = 0; i < 9; i++)
    strcat(text, "      aaaaaaaaaa,\n");
  strcat(text, "   )\n");
  char expected[400] = "f(\n";
  for (int i = 0; i < 9; i++)
    strcat(expected, "  aaaaaaaaaa,\n");
  strcat(expected, ")\n");
  expect_laid_out(text, expected);
}
END_TEST

START_TEST(test_tidy__commas_follow_where_they_fit)
{
  char text[400] = "a\n", expected[400] = "a";
  for (int i = 0; i < 9; i++) {
    strcat(text, "     , bbbbbbbb\n");
    strcat(expected, i == 7 ? "\n, bbbbbbbb" : ", bbbbbbbb");
  }
  expect_laid_out(text, strcat(expected, "\n"));
}
END_TEST

START_TEST(test_tidy__nested_data_opens_in_one_line)
{
  char list[200] = "";
  for (int i = 0; i < 9; i++)
    strcat(list, "    \"aaaaaaaaaa\": 0,\n");
  char *text =
      mem_format("{\n    \"a\": {\n     \"b\": [\n      {\n%s    \"c\": 1\n"
                 "      }\n     ]\n    }\n}\n",
                 list);
  for (char *at = list; (at = strstr(at, "    "));)
    memmove(at + 2, at + 4, strlen(at + 4) + 1);
  char *expected = mem_format("{\"a\": {\"b\": [{\n%s  \"c\": 1\n}]}}\n", list);
  expect_laid_out(text, expected);
  free(text);
  free(expected);
}
END_TEST

START_TEST(test_tidy__statements_open_lines)
{
  expect_laid_out("f {\n      loop {\n   a;\n }\n}\n",
                  "f {\n  loop {\n    a;\n  }\n}\n");
  expect_laid_out("f {\n      x: {\n   a;\n },\n b: 1\n}\n",
                  "f {\n  x: {\n    a;\n  },\n  b: 1\n}\n");
}
END_TEST

START_TEST(test_tidy__labels_stand_out)
{
  expect_laid_out("define void @f() {\n\nentry:\n    br label %a\n\na:\n"
                  "    %p = phi i8 [ 0, %entry ]\n    ret void\n}\n",
                  "define void @f() {\nentry:\n  br label %a\na:\n"
                  "  %p = phi i8 [0, %entry]\n  ret void\n}\n");
  expect_laid_out("switch (a) {\n    case 1:\n        b();\n        c();\n}\n",
                  "switch (a) {\ncase 1:\n  b();\n  c();\n}\n");
}
END_TEST

START_TEST(test_tidy__deep_brackets_stay)
{
  enum { DEPTH = 50000 };
  char *text = mem_alloc(2 * DEPTH + 1, 1);
  for (size_t i = 0; i < DEPTH; i++)
    memcpy(text + 2 * i, "{\n", 2);
  expect_laid_out(text, NULL);
  free(text);
}
END_TEST

START_TEST(test_tidy__quotes_hide)
{
  expect_laid_out("a \"(  [\"\n  b\n", "a \"(  [\"\nb\n");
  expect_laid_out("f<'a>(x: &'a T) {\n       b  c;\n   }\n",
                  "f<'a>(x: &'a T) {\n  b c;\n}\n");
}
END_TEST

START_TEST(test_tidy__words_close_blocks)
{
  expect_laid_out("if a\n      b   c\nend\n", NULL);
  expect_laid_out("IF a THEN\n      b   c\nEND\n", NULL);
  expect_laid_out("<a>\n      b   c\n</a>\n", NULL);
  expect_laid_out("", NULL);
}
END_TEST

static void expect_words(const char *text, const char *expected)
{
  expect_by(tidy_words, text, expected);
}

START_TEST(test_tidy__blocks_between_words_are_indented)
{
  expect_words("module m (input a [N]);\n"
               "  endmodule module top;\n"
               "  m i   [1:0] (a);\n"
               "  always_latch if (b)\n"
               "    begin a = 1; if (c) begin d = 1; end else e = 1; end\n"
               "  endmodule\n",
               "module m (input a [N]);\n"
               "endmodule\n"
               "module top;\n"
               "m i [1:0] (a);\n"
               "always_latch if (b) begin\n"
               "  a = 1;\n"
               "  if (c) begin\n"
               "    d = 1;\n"
               "  end else e = 1;\n"
               "end\n"
               "endmodule\n");
  expect_words("function f; endfunction : f initial for (i = 0; i; i++) ; ",
               "function f;\nendfunction : f initial for (i = 0; i; i++);");
}
END_TEST

START_TEST(test_tidy__words_that_do_not_match_stay)
{
  expect_words("module m;   initial begin x; endmodule", NULL);
  expect_words("  module m; // endmodule\nendmodule", NULL);
  expect_words("procedure P is   begin null; end;", NULL);
  expect_words("module m;\nendmodule\n", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "tidy", test_tidy__levels_stay, test_tidy__blanks_go,
      test_tidy__what_ends_a_line_joins_it, test_tidy__nothing_to_do,
      test_tidy__brackets_indent, test_tidy__short_lists_are_one_line,
      test_tidy__long_lists_are_not, test_tidy__commas_follow_where_they_fit,
      test_tidy__nested_data_opens_in_one_line,
      test_tidy__statements_open_lines, test_tidy__labels_stand_out,
      test_tidy__deep_brackets_stay, test_tidy__quotes_hide,
      test_tidy__words_close_blocks,
      test_tidy__blocks_between_words_are_indented,
      test_tidy__words_that_do_not_match_stay);
}
