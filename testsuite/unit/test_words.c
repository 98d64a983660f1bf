/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of words of declarations, and of vectors. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_words__of_a_kind_go_together)
{
  expect_rewrites("static const int a; static f(const char *b, int *volatile c)"
                  "{ }",
                  "word-everywhere",
                  "const int a; f(const char *b, int *volatile c) { }",
                  "static int a; static f(char *b, int *volatile c) { }", NULL);
}
END_TEST

START_TEST(test_words__attributes_go_together)
{
  expect_rewrites("__attribute__((packed)) a; b __attribute__((packed));",
                  "word-everywhere", "a; b;", NULL);
}
END_TEST

START_TEST(test_words__a_type_becomes_int_everywhere)
{
  expect_rewrites("long long a; f(long long b, char c, char d) { int e; }",
                  "type-everywhere",
                  "int a; f(int b, char c, char d) { int e; }",
                  "long long a; f(long long b, int c, int d) { int e; }", NULL);
}
END_TEST

START_TEST(test_words__declarations_of_one_thing_agree)
{
  expect_rewrites("long f(int); long f(int a) { return a; } int g(); int g();"
                  "char h;",
                  "type-of-declarations",
                  "int f(int); int f(int a) { return a; } int g(); int g();"
                  "char h;",
                  "long f(int); long f(int a) { return a; } g(); g(); char h;",
                  NULL);
}
END_TEST

START_TEST(test_words__vectors_become_their_elements)
{
  const char *text = "typedef int V __attribute__((vector_size(32)));"
                     "V a = { 1 }; f(int b[2]) { return a[1] + b[1]; }";
  expect_rewrites(text, "vector-to-element",
                  "typedef int V;"
                  "V a = { 1 }; f(int b[2]) { return a + b[1]; }",
                  NULL);
  expect_rewrites(text, "vector-size",
                  "typedef int V __attribute__((vector_size(8)));"
                  "V a = { 1 }; f(int b[2]) { return a[1] + b[1]; }",
                  "typedef int V __attribute__((vector_size(16)));"
                  "V a = { 1 }; f(int b[2]) { return a[1] + b[1]; }",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("words", test_words__of_a_kind_go_together,
                   test_words__attributes_go_together,
                   test_words__a_type_becomes_int_everywhere,
                   test_words__declarations_of_one_thing_agree,
                   test_words__vectors_become_their_elements);
}
