/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Layout of reduced code: tokens stay, lines become readable. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "run_tests.h"

struct row {
  const char *soup, *laid_out;
};

static const struct row rows[] = {
  { "int\na\n;\nint\nb\n;\n", "int a;\nint b;\n" },
  { "int f(void){int x;x=1;return x;}",
    "int f(void) {\n  int x;\n  x = 1;\n  return x;\n}\n" },
  { "for\n(\n;\n;\n)\nx\n++\n;\ny;", "for (;;)\n  x++;\ny;\n" },
  { "for(i=0;i<3;i++){}", "for (i = 0; i < 3; i++) {}\n" },
  { "struct s{int a;int b:2;}v;int t;",
    "struct s {\n  int a;\n  int b : 2;\n} v;\nint t;\n" },
  { "struct __attribute__((packed)) s{int a;};",
    "struct __attribute__((packed)) s {\n  int a;\n};\n" },
  { "int a[]={1,\n[2]=2};enum e{A,B};",
    "int a[] = {1, [2] = 2};\nenum e {A, B};\n" },
  { "struct s v={.a=1,.b={2}};", "struct s v = {.a = 1, .b = {2}};\n" },
  { "f(){}\n\n\n\n#define X  1\ng(){}", "f() {}\n#define X  1\ng() {}\n" },
  { "f(\n#pragma once\na);", "f(\n#pragma once\n    a);\n" },
  { "int a; // one\nint b;", "int a;\n// one\nint b;\n" },
  { "/* one\n * two */int a;", "/* one\n * two */\nint a;\n" },
  { "x=({int y;y;});z;", "x = ({\n  int y;\n  y;\n});\nz;\n" },
  { "if(({int y;y;}))z;w;", "if (({\n  int y;\n  y;\n}))\n  z;\nw;\n" },
  { "if\n(a)\nb;\nelse\nc;", "if (a)\n  b;\nelse\n  c;\n" },
  { "{if(a)if(b)c;else d;else if(e){f;}else{}g;}",
    "{\n  if (a)\n    if (b)\n      c;\n    else\n      d;\n"
    "  else if (e) {\n    f;\n  } else {}\n  g;\n}\n" },
  { "if(a)*b=c;while(a)--b;if(a)(b)();",
    "if (a)\n  *b = c;\nwhile (a)\n  --b;\nif (a)\n  (b)();\n" },
  { "while(a)do b;while(c);d;", "while (a)\n  do\n    b;\n  while (c);\nd;\n" },
  { "do{a;}while(b);while(c){d;}",
    "do {\n  a;\n} while (b);\nwhile (c) {\n  d;\n}\n" },
  { "switch(a){case b?1:2:default:;L:goto*L;}",
    "switch (a) {\ncase b ? 1 : 2:\ndefault:;\nL:\n  goto *L;\n}\n" },
  { "x=(struct s){1,2}.a;y;", "x = (struct s){1, 2}.a;\ny;\n" },
  { "int f ( int * z , char c ) { return - 1 + g ( ( z [ 0 ] ) ) ; }",
    "int f(int *z, char c) {\n  return -1 + g((z[0]));\n}\n" },
  { "typedef int*T;T*f(T*a,int*const*b);",
    "typedef int *T;\nT *f(T *a, int *const *b);\n" },
  { "x=(int)-a*sizeof(int)*b&&&c;", "x = (int)-a * sizeof(int) * b && &c;\n" },
  { "a\n+\n+\nb- -c;", "a + +b - -c;\n" },
  { "asm(\"\":\"=r\"(a)::\"memory\");",
    "asm(\"\" : \"=r\"(a) :: \"memory\");\n" },
  { "x=\"a\" \"b\"L\"c\";", "x = \"a\" \"b\" L\"c\";\n" },
  { "f(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbbbbbbbb,"
    "ccccccccccccc);",
    "f(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb,\n"
    "    ccccccccccccc);\n" },
  { "int f(){struct:b{int a;}v;enum:int{c};return d;}",
    "int f() {\n  struct : b {\n    int a;\n  } v;\n  enum : int {c};\n"
    "  return d;\n}\n" },
  { "template < class ... T , int N > struct s : b < T , int > , c { } ;",
    "template <class... T, int N> struct s : b<T, int>, c {};\n" },
  { "class a { public : a ( ) ; ~ a ( ) ; template < int > a & operator ( ) "
    "( ) const { return * this ; } } ; a < b < 1 >> v { { 1 } , b { 2 } } ;",
    "class a {\npublic:\n  a();\n  ~a();\n  template <int> a &operator()() "
    "const {\n    return *this;\n  }\n};\na<b<1>> v{{1}, b{2}};\n" },
  { "auto l = [ & ] ( auto && ... x ) -> int { f < 1 > ( x ... ) ; } ( 0 ) ;",
    "auto l = [&](auto &&... x) -> int {\n  f<1>(x...);\n}(0);\n" },
  { "using a = b < [ ] { } > ; int ( && c ) [ ] { 0 <=> 1 } ;",
    "using a = b<[] {}>;\nint (&&c)[]{0 <=> 1};\n" },
  { "int s :: * p , ( s :: * q ) ( ) ; void ( * f ) ( s && , ... ) = & s :: "
    "operator + < t > ;",
    "int s::*p, (s::*q)();\nvoid (*f)(s &&, ...) = &s::operator+<t>;\n" },
  { "namespace n { enum class e : int { A } ; } using n :: e ; x = a < b && c "
    "> "
    "d ; y = static_cast < int > ( z ) ;",
    "namespace n {\n  enum class e : int {A};\n}\nusing n::e;\nx = a < b && "
    "c > d;\ny = static_cast<int>(z);\n" },
  { "int f ( ) noexcept ( N ) { try { } catch ( ... ) { } auto [ a , b ] = c ; "
    "} ; struct t { } g ( ) const { }",
    "int f() noexcept(N) {\n  try {} catch (...) {}\n  auto [a, b] = c;\n};\n"
    "struct t {} g() const {}\n" },
  { "int f ( ) { [ ] < int = 0 > ( int = x ) { } ( ) ; }",
    "int f() {\n  []<int = 0>(int = x) {}();\n}\n" },
  { "} ) f ( [ {", "}) f([{\n" },
  { "", "" },
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

START_TEST(test_layout__tokens_that_would_change_are_refused)
{
  size_t size = 0;
  ck_assert_ptr_null(layout("int a; # b", 10, &size));
}
END_TEST

START_TEST(test_layout__deep_nesting_takes_linear_size)
{
  enum { DEPTH = 4000 };
  static char text[2 * DEPTH + 1];
  size_t size = 0;
  memset(text, '{', DEPTH);
  memset(text + DEPTH, '}', DEPTH);
  char *out = layout(text, 2 * DEPTH, &size);
  ck_assert_uint_lt(size, 100 * 2 * DEPTH);
  free(out);
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
  const char *carriage = "int a;\rint b;\rint c;\r";
  ck_assert(!layout_is_poor(carriage, strlen(carriage)));
}
END_TEST

int main(void)
{
  const int count = (int)(sizeof rows / sizeof *rows);
  Suite *suite = suite_create("layout");
  TCase *tests = tcase_create("layout");
  tcase_add_loop_test(tests, test_layout__one_statement_a_line, 0, count);
  tcase_add_loop_test(tests, test_layout__twice_is_once, 0, count);
  tcase_add_test(tests, test_layout__tokens_that_would_change_are_refused);
  tcase_add_test(tests, test_layout__deep_nesting_takes_linear_size);
  tcase_add_test(tests, test_layout__soup_is_told_from_code);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
