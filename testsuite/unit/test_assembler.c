/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of asm. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_assembler__lines_go)
{
  expect_rewrites("f() { asm(\"a\\n\\tb;c\" : \"=&r,m\"(f)); }", "asm-line",
                  "f(){asm(\"\\tb;c\":\"=&r,m\"(f));}",
                  "f(){asm(\"a\\nc\":\"=&r,m\"(f));}",
                  "f(){asm(\"a\\n\\tb;\":\"=&r,m\"(f));}", NULL);
  expect_rewrites("f() { asm(\"a\"); g(\"a;b\"); }", "asm-line", NULL);
}
END_TEST

START_TEST(test_assembler__constraints_have_one_letter)
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

int main(void)
{
  return RUN_TESTS("assembler", test_assembler__lines_go,
                   test_assembler__constraints_have_one_letter);
}
