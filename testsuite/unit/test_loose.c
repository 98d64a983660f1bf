/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Balanced lists of children without a rule. A child is a character, and a blank
 * begins a line. Shown: [ ] a list, ( ) a group, `*` and `?` before an element
 * and what is optional, `/` before a separator.
 */
#include "grammar/loose.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

static void show(textbuf *out, const step *at, const loose *children)
{
  static const char *const places[] = { "", "?", "*" };
  text_puts(out, at->is_separator ? "/" : places[at->place]);
  if (at->type == STEP_OPEN)
    text_puts(out, at->is_list ? "<" : "{");
  else
    text_add(out, &children[at->child].mark, 1);
}

static void expect(const char *text, const char *expected)
{
  loose children[64];
  uint32_t count = 0;
  bool is_list[64], starts_line = false;
  size_t depth = 0;
  for (; *text; text++) {
    if (*text != ' ')
      children[count++] = (loose){ *text, starts_line };
    starts_line = *text == ' ';
  }
  steps plan = { 0 };
  textbuf shown = { 0 };
  text_puts(&shown, "");
  loose_plan(&plan, children, count);
  for (size_t i = 0; i < plan.size; i++) {
    const step *at = &plan.data[i];
    if (at->type == STEP_CLOSE) {
      text_puts(&shown, is_list[--depth] ? ">" : "}");
      continue;
    }
    if (at->type == STEP_OPEN)
      is_list[depth++] = at->is_list;
    show(&shown, at, children);
  }
  ck_assert_uint_eq(depth, 0);
  ck_assert_str_eq(shown.data, expected);
  text_free(&shown);
  ARRAY_FREE(&plan);
}

START_TEST(test_loose__children_are_elements)
{
  expect("", "");
  expect("a", "*a");
  expect("ab+", "*a*b*+");
}
END_TEST

START_TEST(test_loose__brackets_are_groups)
{
  expect("f(a)", "*f*{(<*a>)}");
  expect("f()", "*f*{(<>)}");
  expect("([a]b)", "*{(<*{[<*a>]}*b>)}");
  expect("(a", "*(*a");
  expect("a]b)", "*a*]*b*)");
  expect("([)]", "*{(<*[>)}*]");
}
END_TEST

START_TEST(test_loose__runs_are_cut)
{
  expect("(a,bc,d)", "*{(<*a/,*<*b*c>/,*d>)}");
  expect("(,a,,b,)", "*{(<?,*a?,/,*b?,>)}");
  expect("ab;c;d", "*<*a*b*;>*<*c*;>*d");
  expect("a,b;c;", "*<*a/,*<*b*;>>*<*c*;>");
  expect("ab c de", "*<*a*b>*c*<*d*e>");
  expect("a,b c,d", "*<*a/,*b>*<*c/,*d>");
  expect("(a, b,c)", "*{(<*a/,*b/,*c>)}");
  expect("f(a;b) g", "*<*f*{(<*<*a*;>*b>)}>*g");
}
END_TEST

/* Neither the stack nor more than a moment for each child. */
START_TEST(test_loose__deep_and_long)
{
  enum { COUNT = 400000 };
  static loose children[COUNT];
  static const char marks[] = "([;,";
  for (size_t way = 0; way < sizeof marks; way++) {
    steps plan = { 0 };
    for (uint32_t i = 0; i < COUNT; i++)
      children[i].mark = i < COUNT / 2 ? marks[way] : way ? marks[way] : ')';
    loose_plan(&plan, children, COUNT);
    ck_assert_uint_ge(plan.size, COUNT);
    ARRAY_FREE(&plan);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("loose", test_loose__children_are_elements,
                   test_loose__brackets_are_groups, test_loose__runs_are_cut,
                   test_loose__deep_and_long);
}
