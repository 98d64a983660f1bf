/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parameters with their arguments, and functions for their only call. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define HEAD "package p\n"

START_TEST(test_grammar_calls__a_parameter_goes_with_its_arguments)
{
  expect_go(HEAD "func f(a int, b int) {}\nfunc g() {\nf(1, 2)\nf(3, 4)\n}\n",
            "parameter-dropped",
            HEAD "func f(b int) {}\nfunc g() {\nf(2)\nf(4)\n}\n",
            HEAD "func f(a int) {}\nfunc g() {\nf(1)\nf(3)\n}\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__the_only_argument_stands_for_its_uses)
{
  expect_go(HEAD "func f(a int) { h(a, a) }\nfunc g() {\nf(1)\n}\n",
            "parameter-dropped",
            HEAD "func f() { h(1, 1) }\nfunc g() {\nf()\n}\n", NULL);
  expect_go(HEAD "func f(a int) { h(a) }\nfunc g() {\nf(1)\nf(2)\n}\n",
            "parameter-dropped", NULL);
}
END_TEST

START_TEST(test_grammar_calls__a_method_has_no_argument_for_itself)
{
  expect_in("input.py", "class A:\n  def f(self, a): pass\nA().f(1)\n",
            "parameter-dropped", "class A:\n  def f(self): pass\nA().f()\n",
            NULL);
}
END_TEST

START_TEST(test_grammar_calls__a_class_calls_its_constructor)
{
  expect_in("input.py",
            "class A:\n  def __init__(self, a): self.b = a\nA(1)\nf(A)\n",
            "parameter-dropped",
            "class A:\n  def __init__(self): self.b = 1\nA()\nf(A)\n", NULL);
  expect_in("input.js", "class A { constructor(a, b) {} }\nnew A(1, 2);\n",
            "parameter-dropped", "class A { constructor(b) {} }\nnew A(2);\n",
            "class A { constructor(a) {} }\nnew A(1);\n", NULL);
  expect_in("input.rb",
            "class A\ndef initialize(a)\nend\nend\nA.new(1)\nA.b(2, 3)\n",
            "parameter-dropped",
            "class A\ndef initialize()\nend\nend\nA.new()\nA.b(2, 3)\n", NULL);
  expect_in("input.php",
            "<?php class A { function __construct($a) {} }\nnew A(1);\n",
            "parameter-dropped",
            "<?php class A { function __construct() {} }\nnew A();\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__what_is_before_the_name_stands_for_self)
{
  expect_in("input.py",
            "class A:\n  d = 1\n  def f(self, a): self.b(a)\nc().f(1)\n",
            "call-to-body", "class A:\n  d = 1\nc().b(1)\n", NULL);
  expect_in("input.js", "class A { f() { this.b() } }\nc.f();\n",
            "call-to-body", "class A {}\nc.b();\n", "class A {}\n{ c.b() }\n",
            NULL);
  expect_go(HEAD "func (a A) f() int { return a.b }\nvar g = c.f()\n",
            "call-to-body", HEAD "var g = c.b\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__not_where_a_call_differs)
{
  expect_go(HEAD "func f(a int) {}\nfunc g() {\nf(1)\nf(h())\nf(1, 2)\n}\n",
            "parameter-dropped", NULL);
  expect_go(HEAD "func f(a int) {}\nfunc g() {\nf(1)\nh(f)\n}\n",
            "parameter-dropped", NULL);
}
END_TEST

START_TEST(test_grammar_calls__one_may_have_fewer_arguments)
{
  expect_in("input.js", "function f(a, b) {}\nf(1);\nf(1, 2);\n",
            "parameter-dropped", "function f(b) {}\nf();\nf(2);\n",
            "function f(a) {}\nf(1);\nf(1);\n", NULL);
  expect_in("input.js", "function f(a) { g(a) }\nf();\n", "call-to-body", NULL);
  expect_in("input.py", "def f(a=0, b=0): g()\nf(b=1)\n", "parameter-dropped",
            NULL);
  expect_in("input.py", "def f(a, *, b): g()\nf(1, b=2)\n", "parameter-dropped",
            NULL);
  expect_in("input.php",
            "<?php function f($a, $b = 1, $c = 2) { g(); }\n"
            "f(1, c: 3);\n",
            "parameter-dropped", NULL);
}
END_TEST

START_TEST(test_grammar_calls__a_member_is_no_variable_of_that_name)
{
  expect_in("input.py",
            "class A:\n  b = 1\n  def f(self): g()\ndef f(): c.f()\nf()\n",
            "call-to-body", "class A:\n  b = 1\ndef f(): g()\nf()\n",
            "class A:\n  b = 1\n  def f(self): g()\nc.f()\n", NULL);
  expect_in("input.lua", "function A:f(b) self.x(b) end\nc:f(1)\n",
            "call-to-body", "c.x(1)\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__the_only_call_becomes_the_body)
{
  expect_go(HEAD "func f(a int) { h(a)\nk() }\nfunc g() {\nf(1)\n}\n",
            "call-to-body", HEAD "func g() {\nh(1)\n}\n",
            HEAD "func g() {\n{ h(1)\nk() }\n}\n", NULL);
  expect_go(HEAD "func f() int { return 1 + 2 }\nvar g = f()\n", "call-to-body",
            HEAD "var g = 1 + 2\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__an_argument_takes_the_sigil_too)
{
  expect_in("input.php", "<?php function f($a) { return b($a); }\necho f(1);\n",
            "call-to-body", "<?php \necho b(1);\n",
            "<?php \n{ return b(1); }\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__what_is_generic_has_parameters_too)
{
  expect_in("input.rs",
            "fn f<T: A>(a: T, b: T) -> T { g(a, b) }\nfn h() { f(x, y); }\n",
            "call-to-body", "fn h() { { g(x, y) }; }\n", NULL);
}
END_TEST

START_TEST(test_grammar_calls__an_argument_stays_whole)
{
  expect_in("input.rs",
            "fn f(a: A, b: B) { g(a.c, b, a) }\nfn h() { f(*x, y + 1); }\n",
            "call-to-body", "fn h() { { g((*x).c, y + 1, *x) }; }\n", NULL);
  expect_in("input.rs", "fn f(a: A) { g(a.c) }\nfn h() { f(*x); }\n",
            "parameter-dropped", "fn f() { g((*x).c) }\nfn h() { f(); }\n",
            NULL);
  expect_in("input.rs",
            "fn f(a: A, b: B) { g(a * 2, b == 1) }\n"
            "fn h() { f(y + 1, c || d); }\n",
            "call-to-body", "fn h() { { g((y + 1) * 2, (c || d) == 1) }; }\n",
            NULL);
}
END_TEST

START_TEST(test_grammar_calls__not_what_calls_itself)
{
  expect_go(HEAD "func f(a int) { f(a) }\n", "call-to-body", NULL);
}
END_TEST

START_TEST(test_grammar_calls__also_in_a_script_of_a_page)
{
  expect_in("input.html", "<script>function f(a) {}\nf(1);\nf(2);</script>",
            "parameter-dropped", "<script>function f() {}\nf();\nf();</script>",
            NULL);
}
END_TEST

START_TEST(test_grammar_calls__a_path_tells_functions_of_a_name_apart)
{
  expect_in(
      "input.rs",
      "struct A; struct B;\nimpl A { fn new(x: u8) -> A { A } }\n"
      "impl B { fn new(x: u8, y: u8) -> B { B } fn f() { Self::new(1, 2); } }\n"
      "fn g() { A::new(3); Vec::new(); }\n",
      "parameter-dropped",
      "struct A; struct B;\nimpl A { fn new() -> A { A } }\n"
      "impl B { fn new(x: u8, y: u8) -> B { B } fn f() { Self::new(1, 2); } }\n"
      "fn g() { A::new(); Vec::new(); }\n",
      "struct A; struct B;\nimpl A { fn new(x: u8) -> A { A } }\n"
      "impl B { fn new(y: u8) -> B { B } fn f() { Self::new(2); } }\n"
      "fn g() { A::new(3); Vec::new(); }\n",
      "struct A; struct B;\nimpl A { fn new(x: u8) -> A { A } }\n"
      "impl B { fn new(x: u8) -> B { B } fn f() { Self::new(1); } }\n"
      "fn g() { A::new(3); Vec::new(); }\n",
      NULL);
}
END_TEST

START_TEST(test_grammar_calls__a_field_keeps_its_name_without_the_variable)
{
  expect_in("input.rs",
            "struct A { x: u8 }\nimpl A { fn new(x: u8) -> A { Self { x } } }\n"
            "fn g() { A::new(3); }\n",
            "call-to-body",
            "struct A { x: u8 }\nimpl A {}\nfn g() { { A { x: 3 } }; }\n",
            NULL);
  expect_in("input.js", "function f(a) { return {a}; }\nf(1);\n",
            "parameter-dropped", "function f() { return {a: 1}; }\nf();\n",
            NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS(
      "grammar_calls",
      test_grammar_calls__a_path_tells_functions_of_a_name_apart,
      test_grammar_calls__a_field_keeps_its_name_without_the_variable,
      test_grammar_calls__a_parameter_goes_with_its_arguments,
      test_grammar_calls__the_only_argument_stands_for_its_uses,
      test_grammar_calls__a_method_has_no_argument_for_itself,
      test_grammar_calls__a_class_calls_its_constructor,
      test_grammar_calls__what_is_before_the_name_stands_for_self,
      test_grammar_calls__not_where_a_call_differs,
      test_grammar_calls__one_may_have_fewer_arguments,
      test_grammar_calls__a_member_is_no_variable_of_that_name,
      test_grammar_calls__the_only_call_becomes_the_body,
      test_grammar_calls__an_argument_takes_the_sigil_too,
      test_grammar_calls__what_is_generic_has_parameters_too,
      test_grammar_calls__an_argument_stays_whole,
      test_grammar_calls__not_what_calls_itself,
      test_grammar_calls__also_in_a_script_of_a_page);
}
