/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Layout of reduced code: tokens stay, lines become readable. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

struct row {
  const char *soup, *laid_out;
};

static const struct row rows[] = {
  { "int\na\n;\nint\nb\n;\n", "int a;\nint b;\n" },
  { "int f(void){int x;x=1;return x;}",
    "int f(void){\n  int x;\n  x=1;\n  return x;\n}\n" },
  { "for\n(\n;\n;\n)\nx\n++\n;\ny;", "for (;;) x++;\ny;\n" },
  { "struct s{int a;int b;}v;int t;",
    "struct s{\n  int a;\n  int b;\n}v;\nint t;\n" },
  { "int a[]={1,\n2};enum e{A,B};", "int a[]={1, 2};\nenum e{A,B};\n" },
  { "f(){}\n\n\n\n#define X 1\ng(){}", "f(){}\n#define X 1\ng(){}\n" },
  { "int a; // one\nint b;", "int a;\n// one\nint b;\n" },
  { "/* one\n * two */\nint a;int b;", "/* one\n * two */\nint a;\nint b;\n" },
  { "x=({int y;y;});z;", "x=({\n  int y;\n  y;\n});\nz;\n" },
  { "if\n(a)\nb;\nelse\nc;", "if (a) b;\nelse c;\n" },
  { "x=(struct s){1,2};y;", "x=(struct s){1,2};\ny;\n" },
  { "int f ( int * z , char c ) { return - 1 + g ( ( z [ 0 ] ) ) ; }",
    "int f(int * z, char c) {\n  return - 1 + g((z[0]));\n}\n" },
  { "a\n+\n+\nb;", "a + + b;\n" },
  { "", "\n" },
};

START_TEST(test_layout__one_statement_a_line)
{
  const struct row *row = &rows[_i];
  size_t size = 0;
  char *out = layout(row->soup, strlen(row->soup), &size);
  ck_assert_str_eq(out, row->laid_out);
  ck_assert_uint_eq(size, strlen(out));
  free(out);
}
END_TEST

START_TEST(test_layout__twice_is_once)
{
  size_t size = 0, again_size = 0;
  char *once = layout(rows[_i].soup, strlen(rows[_i].soup), &size);
  char *twice = layout(once, size, &again_size);
  ck_assert_str_eq(once, twice);
  free(once);
  free(twice);
}
END_TEST

START_TEST(test_layout__soup_is_told_from_code)
{
  const char *code = "int a;\nint f(void)\n{\n  return a;\n}\n";
  const char *soup = "int a; int b; int c;\n";
  const char *desert = "int a;\n\n\n\n\nint b;\n";
  const char *ragged = "f()\n{\n  int a;\n      a = 1;\n}\n";
  ck_assert(layout_is_poor(ragged, strlen(ragged)));
  ck_assert(!layout_is_poor(code, strlen(code)));
  ck_assert(layout_is_poor(soup, strlen(soup)));
  ck_assert(layout_is_poor(desert, strlen(desert)));
  const char *spaced = "int f ( ) {\n  return 1 ;\n}\n";
  ck_assert(layout_is_poor(spaced, strlen(spaced)));
  ck_assert(!layout_is_poor("", 0));
}
END_TEST

int main(void)
{
  const int count = (int)(sizeof rows / sizeof *rows);
  Suite *suite = suite_create("layout");
  TCase *tests = tcase_create("layout");
  tcase_add_loop_test(tests, test_layout__one_statement_a_line, 0, count);
  tcase_add_loop_test(tests, test_layout__twice_is_once, 0, count);
  tcase_add_test(tests, test_layout__soup_is_told_from_code);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
