/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of literals, asm constraints and initialisers. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_literals__numbers_are_written_plainly)
{
  expect_rewrites("long f(void) { return 0x10UL + 7 + 1.5; }", "constant-plain",
                  "long f(void) { return 16 + 7 + 1.5; }", NULL);
}
END_TEST

START_TEST(test_literals__numbers_become_smaller)
{
  expect_rewrites("int f(int a) { return a + 47 - 1; }", "constant-one",
                  "int f(int a) { return a + 1 - 1; }",
                  "int f(int a) { return a + 4 - 1; }", NULL);
}
END_TEST

START_TEST(test_literals__numbers_keep_their_kind)
{
  expect_rewrites("long f(long a) { return a + 0xADE1; }", "constant-one",
                  "long f(long a) { return a + 1; }",
                  "long f(long a) { return a + 1L; }",
                  "long f(long a) { return a + 4; }", NULL);
  expect_rewrites("f() { return 2.5e3f + 1. + 0x1p3; }", "constant-one",
                  "f() { return 1. + 1. + 0x1p3; }",
                  "f() { return 2.5e3f + 1. + 1.; }", NULL);
}
END_TEST

START_TEST(test_literals__strings_become_shorter)
{
  expect_rewrites("f() { g(\"ab\\nc\"); }", "string-shorter", "f(){g(\"\");}",
                  "f(){g(\"\\nc\");}", "f(){g(\"ab\");}", NULL);
  expect_rewrites("f() { g(\"\", \"a\"); asm(\"abcdef\"); }", "string-shorter",
                  "f(){g(\"\",\"\");asm(\"abcdef\");}", NULL);
}
END_TEST

START_TEST(test_literals__constraints_have_one_letter)
{
  expect_rewrites(
      "a; f() { asm(\"\" : \"=&r,m\"(a) : \"rm\"(a), [x] \"g\"(a) : "
      "\"memory\"); }",
      "asm-constraint",
      "a;f(){asm(\"\":\"=r\"(a):\"rm\"(a),[x]\"g\"(a):\"memory\");}",
      "a;f(){asm(\"\":\"=m\"(a):\"rm\"(a),[x]\"g\"(a):\"memory\");}",
      "a;f(){asm(\"\":\"=&r,m\"(a):\"r\"(a),[x]\"g\"(a):\"memory\");}",
      "a;f(){asm(\"\":\"=&r,m\"(a):\"m\"(a),[x]\"g\"(a):\"memory\");}", NULL);
}
END_TEST

START_TEST(test_literals__braces_go)
{
  expect_rewrites("int a[2][2] = { { 1, 2 }, { 3, 4 } };", "braces-flat",
                  "int a[2][2]={1,2,{3,4}};", "int a[2][2]={{1,2},3,4};", NULL);
  expect_rewrites("struct { int b[2]; } a = { { [1] = 1 } };", "braces-flat",
                  NULL);
}
END_TEST

START_TEST(test_literals__numbers_that_are_alike_change_together)
{
  expect_rewrites("a; f() { if (a) return -22; return f() == -22 + 22; }",
                  "constants-one", "a;f(){if(a)return 1;return f()==1+22;}",
                  NULL);
  expect_rewrites("a; f() { return 1 + 0 + 1 + 0 + 2 + 3; }", "constants-one",
                  NULL);
}
END_TEST

START_TEST(test_literals__are_less_what_is_returned_is_compared_with)
{
  expect_rewrites("a; main() { a = 29; a += 30; a = 2; return a != 28; }",
                  "constants-less", "a;main(){a=1;a+=2;a=2;return a;}",
                  "a;main(){a=1;a+=30;a=2;return a;}",
                  "a;main(){a=29;a+=2;a=2;return a;}", NULL);
  expect_rewrites("a = -1; main() { return ~a; }", "constants-less",
                  "a=0;main(){return a;}", NULL);
  expect_rewrites("a; f() { return a != 2; } main() { a = 3; return a == 2; }",
                  "constants-less", NULL);
}
END_TEST

START_TEST(test_literals__words_are_no_numbers)
{
  expect_cxx("bool a = true, b = false; wchar_t c = L'e';", "constant-one",
             NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("literals", test_literals__numbers_are_written_plainly,
                   test_literals__numbers_become_smaller,
                   test_literals__numbers_keep_their_kind,
                   test_literals__strings_become_shorter,
                   test_literals__constraints_have_one_letter,
                   test_literals__braces_go,
                   test_literals__numbers_that_are_alike_change_together,
                   test_literals__are_less_what_is_returned_is_compared_with,
                   test_literals__words_are_no_numbers);
}
