/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines that a reduced text was made of. */
#include <stdlib.h>
#include <string.h>

#include "blame/source_lines.h"
#include "run_tests.h"

/* "a.c:1 a.c:3 b.h:2", sorted as they come; caller's. */
static char *told(const places *found)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < found->size; i++)
    text_printf(&out, "%s%s:%u", i ? " " : "", found->data[i].file,
                found->data[i].line);
  return out.data;
}

static void expect(const char *whole, bool marked, const char *reduced,
                   const char *wanted)
{
  places found = { 0 };
  lined_text text = { "a.c", whole, strlen(whole), marked };
  lines_of_reduced(&found, &text, reduced, strlen(reduced));
  char *got = told(&found);
  ck_assert_str_eq(got, wanted);
  free(got);
  places_dispose(&found);
}

START_TEST(test_source_lines__tokens_lead_to_lines)
{
  const char *whole = "int a;\n"
                      "int b;\n"
                      "int f(int x)\n"
                      "{\n"
                      "  a = x;\n"
                      "  b = x + 1;\n"
                      "  return crash(x);\n"
                      "}\n";
  expect(whole, false, "f(x) { return crash(x); }", "a.c:3 a.c:7");
  expect(whole, false, "int b;int f(int x){b=x+1;}", "a.c:2 a.c:3 a.c:6");
  expect(whole, false, "", "");
  expect("", false, "int a;", "");
}
END_TEST

START_TEST(test_source_lines__lines_of_punctuation_do_not_count)
{
  expect("int f(void)\n{\n}\n", false, "int f(void) { }", "a.c:1");
  expect("static int\nf(void)\n{\n  return 0;\n}\n", false,
         "static int f(void) { return 0; }", "a.c:2");
}
END_TEST

START_TEST(test_source_lines__words_that_are_everywhere_say_nothing)
{
  expect("int a;\nint b;\nint c;\nint d;\nint e;\nint g;\nint h;\nint i;\n",
         false, "int z; long d; int q;", "a.c:4");
}
END_TEST

START_TEST(test_source_lines__what_is_not_rare_is_taken_if_nothing_is)
{
  expect("int a;\nint b = 1;\nint c = 1 + b;\nint d = 1;\n", false, "b;",
         "a.c:3");
  expect("int a;\nint b;\n", false, "int", "");
}
END_TEST

START_TEST(test_source_lines__comments_and_layout_do_not_matter)
{
  expect("/* f */\n\nint /* x */ f\n  (t x);\n", false, "int f(t x);",
         "a.c:3 a.c:4");
}
END_TEST

START_TEST(test_source_lines__markers_lead_to_headers)
{
  const char *whole = "# 1 \"a.c\"\n"
                      "# 1 \"<built-in>\"\n"
                      "# 1 \"inc/x.h\" 1\n"
                      "typedef int number;\n"
                      "\n"
                      "struct s { number n; };\n"
                      "# 2 \"a.c\" 2\n"
                      "int unused;\n"
                      "struct s global;\n"
                      "#line 90 \"g \\\"y\\\\.y\"\n"
                      "int grammar;\n";
  expect(whole, true, "struct s { int n; }; struct s global; grammar",
         "a.c:3 inc/x.h:3 g \"y\\.y:90");
}
END_TEST

START_TEST(test_source_lines__without_trust_markers_are_only_left_out)
{
  expect("int a;\n# 77 \"b.c\"\nint b;\n", false, "int b;", "a.c:3");
}
END_TEST

START_TEST(test_source_lines__directives_are_tokens)
{
  expect("#define N 3\n#pragma pack(1)\nint a[N];\n", false,
         "#pragma pack(1)\nint a[3];", "a.c:2 a.c:3");
}
END_TEST

START_TEST(test_source_lines__files_are_those_that_markers_name)
{
  const char *text = "# 1 \"a.c\"\n# 1 \"/b.h\" 1\nint b;\n# 2 \"a.c\" 2\n";
  strings files = { 0 };
  lines_files(&files, text, strlen(text));
  ck_assert_uint_eq(files.size, 2);
  ck_assert_str_eq(files.data[0], "a.c");
  ck_assert_str_eq(files.data[1], "/b.h");
  strings_free(&files);
}
END_TEST

START_TEST(test_source_lines__a_line_directive_enters_no_file)
{
  const char *text =
      "# 0 \"/a.c\"\n# 1 \"/b.h\" 1 3 4\nint b;\n# 2 \"/a.c\" 2\n"
      "#line 7 \"/c.h\"\n# 1 \"/d.h\"\n1;\n# 1 \"/b.h\" 1\n";
  strings files = { 0 };
  lines_entered(&files, text, strlen(text));
  ck_assert_uint_eq(files.size, 1);
  ck_assert_str_eq(files.data[0], "/b.h");
  strings_free(&files);
}
END_TEST

int main(void)
{
  return RUN_TESTS("source_lines", test_source_lines__tokens_lead_to_lines,
                   test_source_lines__lines_of_punctuation_do_not_count,
                   test_source_lines__words_that_are_everywhere_say_nothing,
                   test_source_lines__what_is_not_rare_is_taken_if_nothing_is,
                   test_source_lines__comments_and_layout_do_not_matter,
                   test_source_lines__markers_lead_to_headers,
                   test_source_lines__without_trust_markers_are_only_left_out,
                   test_source_lines__directives_are_tokens,
                   test_source_lines__files_are_those_that_markers_name,
                   test_source_lines__a_line_directive_enters_no_file);
}
