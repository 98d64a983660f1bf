/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Renaming C: each kind has its names, and what compilers know stays. */
#include "clang_fixture.h"
#include "tokens/names.h"
#include "run_tests.h"

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  (void)payload, (void)text, (void)size, (void)err;
  *out = 0;
  return RD_OK;
}

static rd_status yes(rd_ticket *out, rd_verdict *verdict_out, void *payload,
                     rd_error *err)
{
  (void)payload, (void)err;
  *out = 0;
  *verdict_out = RD_INTERESTING;
  return RD_OK;
}

static const struct {
  const char *text, *renamed;
} rows[] = {
  { "int one, two; int func(int arg) { return arg + one + two; }",
    "int a, b; int f(int c) { return c + a + b; }" },
  { "struct tag { int m, n; } v; typedef struct tag T; int f(T *p)"
    "{ return p->n + v.m; }",
    "struct S { int x, y; } a; typedef struct S T; int f(T *b)"
    "{ return b->y + a.x; }" },
  { "enum e { ONE, TWO }; int g(void) { goto out; out: return TWO; }",
    "enum S { E, F }; int f(void) { goto L; L: return F; }" },
  { "int x; int shadow(void) { int x = 1; { int x = 2; return x; } }",
    "int a; int f(void) { int b = 1; { int c = 2; return c; } }" },
  { "old(q, r) int q; char r; { return q; }",
    "f(a, b) int a; char b; { return a; }" },
  { "int g(int); static int h(void) { return g(1); } int g(int z);",
    "int f(int); static int g(void) { return f(1); } int f(int a);" },
  { "void *memcpy(void *, const void *, unsigned long); int main() {"
    "memcpy(0, 0, 0); undeclared(); }",
    "void *memcpy(void *, const void *, unsigned long); int main() {"
    "memcpy(0, 0, 0); undeclared(); }" },
  { "int __x; int write; int fun(void) { return __x + write; }",
    "int __x; int a; int f(void) { return __x + a; }" },
  { "void t(void) {} void u(void) __attribute__((alias(\"t\")));",
    "void t(void) {} void f(void) __attribute__((alias(\"t\")));" },
  { "#define M val\nint val; int w; int g(void) { return M + w; }",
    "#define M val\nint val; int a; int f(void) { return M + a; }" },
  { "#define a 1\nint v = a;", "#define a 1\nint b = a;" },
  { "struct s { int i; } q = { .i = 1 }; int l[] = { [0] = 1 };",
    "struct S { int x; } a = { .x = 1 }; int b[] = { [0] = 1 };" },
};

START_TEST(test_names__of_each_kind)
{
  rd_tree *tree = clang_tree(rows[_i].text);
  rd_oracle oracle = { .submit = submit, .wait = yes, .capacity = 1 };
  rd_renaming_options options = { .oracle = &oracle };
  rd_renaming renaming;
  ck_assert(!rd_rename(&renaming, tree, &names_of_c, &options, NULL));
  ck_assert_str_eq(renaming.text, rows[_i].renamed);
  rd_renaming_dispose(&renaming);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_names__library_and_keywords_are_not_given)
{
  static const char *const words[] = { "do",    "j0",    "y1",   "main",
                                       "abort", "write", "_Exit" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    ck_assert_msg(!names_of_c.is_allowed(NULL, words[i]), "%s", words[i]);
  ck_assert(names_of_c.is_allowed(NULL, "f"));
  ck_assert(names_of_c.stays(NULL, RD_SYMBOL_FUNCTION, "abort"));
  ck_assert(!names_of_c.stays(NULL, RD_SYMBOL_VARIABLE, "abort"));
}
END_TEST

START_TEST(test_names__there_is_no_end_of_them)
{
  char one[RD_NAME_SIZE], other[RD_NAME_SIZE];
  for (uint32_t i = 0; i < 40; i++)
    for (uint32_t j = 0; j < i; j++) {
      names_of_c.name(one, NULL, RD_SYMBOL_VARIABLE, i);
      names_of_c.name(other, NULL, RD_SYMBOL_VARIABLE, j);
      ck_assert_str_ne(one, other);
    }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("names");
  TCase *tests = tcase_create("names");
  tcase_add_loop_test(tests, test_names__of_each_kind, 0,
                      (int)(sizeof rows / sizeof *rows));
  tcase_add_test(tests, test_names__library_and_keywords_are_not_given);
  tcase_add_test(tests, test_names__there_is_no_end_of_them);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
