/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of directives. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_preprocessor__conditionals_keep_what_is_active)
{
  expect_rewrites("#if 1\nint a;\n#else\nint b;\n#endif\nint c;\n",
                  "conditional-resolved", "int a;\nint c;\n", NULL);
  expect_rewrites("#ifdef X\nint a;\n#elif 1\nint b;\n#else\nint d;\n#endif\n",
                  "conditional-resolved", "int b;", NULL);
  expect_rewrites("int a;\n#ifdef X\n/* no */\n#endif\nint b;",
                  "conditional-resolved", "int a;\nint b;", NULL);
}
END_TEST

START_TEST(test_preprocessor__conditionals_nest)
{
  expect_rewrites("#ifndef X\n#ifdef X\nint a;\n#endif\n#endif\nint c;\n",
                  "conditional-resolved", "#ifdef X\nint a;\n#endif\nint c;",
                  "#ifndef X\n#endif\nint c;", NULL);
  expect_rewrites("#ifdef X\n#define A\n#if 0\nint a;\n#endif\n#endif\nint c;",
                  "conditional-resolved", "int c;", NULL);
}
END_TEST

START_TEST(test_preprocessor__open_conditionals_stay)
{
  expect_rewrites("#if 1\nint a;\n", "conditional-resolved", NULL);
  expect_rewrites("int a;\n#endif\n#else\n", "conditional-resolved", NULL);
}
END_TEST

START_TEST(test_preprocessor__directives_of_a_kind_go_together)
{
  expect_rewrites(
      "# 1 \"a.c\"\nint a;\n#line 7\n#pragma A\nint b;\n#pragma B\n",
      "directives-together", "int a;\n#pragma A\nint b;\n#pragma B\n",
      "# 1 \"a.c\"\nint a;\n#line 7\nint b;", NULL);
  expect_rewrites("#include <stddef.h>\nint a;\n", "directives-together", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("preprocessor",
                   test_preprocessor__conditionals_keep_what_is_active,
                   test_preprocessor__conditionals_nest,
                   test_preprocessor__open_conditionals_stay,
                   test_preprocessor__directives_of_a_kind_go_together);
}
