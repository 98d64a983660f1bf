/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of macros. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_macros__are_replaced_everywhere)
{
  expect_rewrites("#define N 5\nint a = N;\nint b[N];\n", "macro-inlined",
                  "int a = 5;\nint b[5];\n", NULL);
  expect_rewrites("#define EMPTY\nEMPTY int a;\n", "macro-inlined", "int a;\n",
                  NULL);
  expect_rewrites("#define T unsigned \\\n int\nT a;\n", "macro-inlined",
                  "unsigned int a;\n", NULL);
}
END_TEST

START_TEST(test_macros__take_arguments)
{
  expect_rewrites("#define F(a, b) (a + (b)*a)\nint f(int x) { return F(x, "
                  "(1, 2)); }\n",
                  "macro-inlined",
                  "int f(int x) { return ( x + ( (1, 2) )* x ); }\n", NULL);
  expect_rewrites("#define F() 1\nint f(int x) { return F() + F; }\n",
                  "macro-inlined", "int f(int x) { return 1 + F; }\n", NULL);
}
END_TEST

START_TEST(test_macros__in_macros)
{
  expect_rewrites("#define N 5\n#define M N\nint a = M;\n", "macro-inlined",
                  "#define M 5\nint a = M;\n", "#define N 5\nint a = N;\n",
                  NULL);
}
END_TEST

START_TEST(test_macros__that_cannot_be_replaced_stay)
{
  static const char *const texts[] = {
    "#define S(x) #x\nchar *a = S(b);\n",
    "#define P(x) x##1\nint P(b);\n",
    "#define V(...) __VA_ARGS__\nint V(b);\n",
    "#define N 1\n#if N\nint a = N;\n#endif\n",
    "#define N 1\nint a = N;\n#undef N\n",
    "#define N 1\nint a = N;\n#define N 2\n",
    "#define F(x) x\nint a = F(F(1));\n",
    "#define F(x, y) x\nint a = F(1);\n",
    "#define N N\nint N;\n",
    "int N;\n#define N 1\n",
    ("#define A(x) ((x) + (x) * (x))\n"
     "int f(int q) { return A(q) + A(1) + A(2); }\n"), /* grows */
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    expect_rewrites(texts[i], "macro-inlined", NULL);
}
END_TEST

START_TEST(test_macros__bodies_become_shorter)
{
  expect_rewrites("#define A(x) (x + 1)\n#define B 1\n", "macro-body",
                  "#define A(x)\n#define B 1\n",
                  "#define A(x) 0\n#define B 1\n",
                  "#define A(x) x + 1\n#define B 1\n", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("macros", test_macros__are_replaced_everywhere,
                   test_macros__take_arguments, test_macros__in_macros,
                   test_macros__that_cannot_be_replaced_stay,
                   test_macros__bodies_become_shorter);
}
