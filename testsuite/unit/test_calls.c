/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of calls. */
#include "base/memory.h"
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_calls__become_results)
{
  expect_rewrites("int f(int a, int b) { return a * b; }"
                  "int g(int c) { return f(c + 1, 2) * f(c); }",
                  "call-to-result",
                  "int f(int a, int b) { return a * b; }"
                  "int g(int c) { return ((c + 1) * 2) * f(c); }",
                  "int f(int a, int b) { return a * b; }"
                  "int g(int c) { return f(c + 1, 2) * (c * 0); }",
                  NULL);
}
END_TEST

START_TEST(test_calls__become_results_and_the_callee_goes)
{
  expect_rewrites("v; f() { return v; } g() { return f(); }", "call-to-result",
                  "v; g() { return v; }",
                  "v; f() { return v; } g() { return v; }", NULL);
  expect_rewrites("f() { int v; return v; } g() { return f(); }",
                  "call-to-result", NULL);
}
END_TEST

START_TEST(test_calls__become_bodies)
{
  expect_rewrites("int x; static void f(char a) { x = a; }"
                  "int g(int c) { f(c + 1); }",
                  "inline",
                  "int x; int g(int c) { { char a = c + 1; x = a; } }", NULL);
  expect_rewrites("x; f(a) { x = a; } g(a) { f(a); }", "inline",
                  "x; g(a) { x = a; }", NULL);
  expect_rewrites("x; f(a) { x = a; } g(a) { f(a + 1); }", "inline", NULL);
}
END_TEST

START_TEST(test_calls__become_bodies_with_results)
{
  expect_rewrites("x; f() { x++; return 1 + x; } g() { x = f(); }", "inline",
                  "x; g() { x++; x = 1 + x; }", NULL);
  expect_rewrites("x; f() { x++; return 1 + x; } g() { int y = f(); }",
                  "inline", "x; g() { int y; x++; y = 1 + x; }", NULL);
  expect_rewrites("x; f() { if (x) return 2; return 1; } g() { return f(); }",
                  "inline", "x; g() { if (x) return 2; return 1; }", NULL);
  expect_rewrites("x; f() { if (x) return 2; return 1; } g() { x = f(); }",
                  "inline", NULL);
}
END_TEST

START_TEST(test_calls__within_expressions_become_bodies)
{
  expect_rewrites("x; f() { x++; return x; } g() { if (!f()) x = 2; }",
                  "inline", "x; g() { x++; if (!x) x = 2; }", NULL);
  expect_rewrites("f(a) { int b = a; b++; return a + b; }"
                  "g(a) { return f(a) * 2; }",
                  "inline", "g(a) { { int b = a; b++; return (a + b) * 2; } }",
                  NULL);
  expect_rewrites("x; f() { x++; return x; } g() { f() + f(); }", "inline",
                  NULL);
  expect_rewrites("x; f() { x++; return x; } g() { while (f()) x = 2; }",
                  "inline", NULL);
  expect_rewrites("f() { return 1; } g() { return f() + 2; }", "inline", NULL);
}
END_TEST

START_TEST(test_calls__of_the_library_become_expressions)
{
  expect_rewrites("void exit(int); int main() { if (1) exit(3); }",
                  "call-to-return", "void exit(int); int main() { return 1; }",
                  "void exit(int); int main() { if (1) return 3; }", NULL);
  expect_rewrites("void exit(int); int f() { exit(3); }", "call-to-return",
                  NULL);
  expect_rewrites("int a; int main() { if (a) __builtin_trap(); }",
                  "call-to-return", "int a; int main() { return a; }",
                  "int a; int main() { if (a) return 1; }", NULL);
  expect_rewrites(
      "int x[2], y[2]; int f() { return __builtin_memcmp(x, y, 8); }",
      "call-to-difference", "int x[2], y[2]; int f() { return *x - *y; }",
      NULL);
  expect_rewrites(
      "struct s *p, *q; int f() { return __builtin_memcmp(p, q, 8); }",
      "call-to-difference", NULL);
  expect_rewrites("int strcmp(); char *p; f() { return !strcmp(p, \"ab\"); }",
                  "call-to-difference",
                  "int strcmp(); char *p; f() { return !(*p - 'a'); }", NULL);
}
END_TEST

START_TEST(test_calls__of_streams_become_printf)
{
  static const char library[] =
      "namespace std { struct ostream { template <typename T> ostream &"
      "operator<<(const T &); } cout, cerr; ostream &endl(ostream &); }";
  char *text = mem_format("%s void f(long a, const char *b, char c, bool d) { "
                          "std::cout << a << (d ? b : \"no\") << c << d << "
                          "1.5 << std::endl; }",
                          library);
  char *printed =
      mem_format("%s void f(long a, const char *b, char c, bool d) { "
                 "__builtin_printf(\"%%ld%%s%%c%%d%%g\\n\", a, "
                 "(d ? b : \"no\"), c, d, 1.5); }",
                 library);
  expect_cxx(text, "stream-to-printf", printed, NULL);
  free(text);
  free(printed);
  text = mem_format("%s struct s { } x; void f() { std::cout << x; std::cerr "
                    "<< 1; 1 << 2; }",
                    library);
  expect_cxx(text, "stream-to-printf", NULL);
  free(text);
}
END_TEST

START_TEST(test_calls__of_the_caller_stay)
{
  expect_rewrites("f() { f(); }", "inline", NULL);
  expect_rewrites("f() { return f(); }", "call-to-result", NULL);
}
END_TEST

START_TEST(test_calls__become_assignments_of_their_arguments)
{
  expect_rewrites("int g; void f(int a, const int c)"
                  "{ h(1 == a, c + 1, g, g + 2); if (h(a + 1)); }",
                  "call-to-assignment",
                  "int g; void f(int a, const int c)"
                  "{ a = 1 == a; if (h(a + 1)); }",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "calls", test_calls__become_results,
      test_calls__become_results_and_the_callee_goes, test_calls__become_bodies,
      test_calls__become_bodies_with_results,
      test_calls__within_expressions_become_bodies,
      test_calls__of_the_library_become_expressions,
      test_calls__of_streams_become_printf, test_calls__of_the_caller_stay,
      test_calls__become_assignments_of_their_arguments);
}
