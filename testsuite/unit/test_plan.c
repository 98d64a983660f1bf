/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of nodes. They are shown with the children's kinds: [ ] is a list, ( )
 * a group, `?` and `*` come before what is optional or an element, and `/`
 * before a separator.
 */
#include "grammar/plan.h"

#include "grammar_fixture.h"
#include "run_tests.h"

static void show(textbuf *out, const rules *grammar, const step *at,
                 const uint32_t *kinds)
{
  static const char *const places[] = { "", "?", "*" };
  if (at->type == STEP_CLOSE) {
    text_puts(out, at->is_list ? "]" : ")");
    return;
  }
  text_printf(out, "%s%s%s", out->size ? " " : "", at->is_separator ? "/" : "",
              places[at->place]);
  text_puts(out, at->type == STEP_CHILD ? grammar->kinds.data[kinds[at->child]]
                 : at->is_list          ? "["
                                        : "(");
}

/* The plan of the first symbol's node with these children; the symbols and
 * their names follow. */
static void expect_plan_with(const char *bodies, const char *more,
                             const char *children, const char *expected)
{
  uint32_t kinds[64];
  steps plan = { 0 };
  ARRAY(step) open = { 0 };
  textbuf shown = { 0 };
  rules grammar = grammar_of(bodies, more);
  phrases *texts = phrases_new(&grammar, &grammar_no_core, NULL);
  planner *self = planner_new(&grammar, texts);
  uint32_t count = grammar_kinds(kinds, &grammar, children);
  bool is_known = plan_node(&plan, self, grammar.symbols.data[0].kind,
                            RULE_NONE, kinds, count);
  text_puts(&shown, is_known ? "" : "unknown");
  for (size_t i = 0; i < plan.size; i++) {
    step at = plan.data[i];
    if (at.type == STEP_OPEN)
      ARRAY_PUSH(&open, at);
    if (at.type == STEP_CLOSE)
      at.is_list = open.data[--open.size].is_list;
    show(&shown, &grammar, &at, kinds);
  }
  ck_assert_str_eq(shown.data, expected);
  text_free(&shown);
  ARRAY_FREE(&open);
  ARRAY_FREE(&plan);
  planner_free(self);
  phrases_free(texts);
  rules_free(&grammar);
}

static void expect_plan(const char *body, const char *children,
                        const char *expected)
{
  char *bodies =
      mem_format(RULE("a", "%s") "," RULE("y", STR("y")) "," WORD, body);
  expect_plan_with(bodies, "", children, expected);
  free(bodies);
}

START_TEST(test_plan__places)
{
  expect_plan(SEQ(STR("(") "," SYM("x") "," STR(")")), "( x )", "( x )");
  expect_plan(SEQ(STR("!") "," OPTIONAL(SYM("x"))), "! x", "! ?x");
  expect_plan(SEQ(STR("!") "," OPTIONAL(SEQ(STR("=") "," SYM("x")))), "! = x",
              "! ?( = x)");
  expect_plan(SEQ(STR("!") "," REPEAT(SYM("x")) "," STR(";")), "! x x ;",
              "! ?[ *x *x] ;");
  expect_plan(SEQ(STR("!") "," REPEAT1(SYM("x"))), "! x", "! [ *x]");
  expect_plan(SEQ(STR("!") "," REPEAT(SEQ(SYM("x") "," STR(";")))), "! x ; x ;",
              "! ?[ *( x ;) *( x ;)]");
  expect_plan(SEQ(STR("!") "," SYM("x")), "! y", "unknown");
}
END_TEST

#define COMMA_X SEQ(STR(",") "," SYM("x"))
#define X_COMMA SEQ(SYM("x") "," STR(","))

/* `x (',' x)*` in whatever way it is spelled. */
START_TEST(test_plan__separated_lists)
{
  static const char whole[] = "( [ *x /, *x /, *x] )";
  expect_plan(SEQ(STR("(") "," SYM("x") "," REPEAT(COMMA_X) "," STR(")")),
              "( x , x , x )", whole);
  expect_plan(SEQ(STR("(") "," SEQ(SYM("x") "," REPEAT(COMMA_X)) "," STR(")")),
              "( x , x , x )", whole);
  expect_plan(
      SEQ(STR("(") "," SYM("x") "," OPTIONAL(REPEAT1(COMMA_X)) "," STR(")")),
      "( x , x , x )", whole);
  expect_plan(SEQ(STR("(") "," REPEAT(X_COMMA) "," SYM("x") "," STR(")")),
              "( x , x , x )", whole);
  expect_plan(SEQ(STR("(") "," OPTIONAL(SEQ(FIELD(SYM("x")) "," REPEAT(
                  SEQ(STR(",") "," FIELD(SYM("x")))))) "," STR(")")),
              "( x , x , x )", "( ?( [ *x /, *x /, *x]) )");
}
END_TEST

START_TEST(test_plan__separated_lists_of_one_or_with_an_end)
{
  expect_plan(SEQ(STR("(") "," SYM("x") "," REPEAT(COMMA_X) "," STR(")")),
              "( x )", "( [ *x] )");
  expect_plan(SEQ(STR("(") "," SYM("x") "," REPEAT(COMMA_X) "," OPTIONAL(
                  STR(",")) "," STR(")")),
              "( x , x , )", "( [ *x /, *x] ?, )");
  expect_plan(SEQ(STR("(") "," REPEAT(SEQ(CHOICE(SYM("x") "," SYM("y")) "," STR(
                  ","))) "," CHOICE(SYM("x") "," SYM("y")) "," STR(")")),
              "( x , y )", "( [ *x /, *y] )");
  expect_plan(SEQ(STR("(") "," SYM("x") "," REPEAT(SEQ(
                  STR(",") "," CHOICE(SYM("x") "," SYM("y")))) "," STR(")")),
              "( x , y )", "( [ *x /, *y] )");
}
END_TEST

START_TEST(test_plan__symbols_without_nodes_are_expanded)
{
  expect_plan_with(
      RULE("a", SEQ(STR("(") "," OPTIONAL(SYM("_b")) "," STR(")"))) "," RULE(
          "_b", SEQ(SYM("_c") "," REPEAT(SEQ(STR(",") "," SYM(
                    "_c"))))) "," RULE("_c",
                                       CHOICE(SYM("x") "," SYM(
                                           "y"))) "," RULE("y",
                                                           STR("y")) "," WORD,
      "", "( x , y )", "( ?( [ *x /, *y]) )");
  expect_plan_with(
      RULE("a", SEQ(STR("!") "," SYM("b"))) "," RULE(
          "b", CHOICE(SYM("x") "," SYM("y"))) "," RULE("y", STR("y")) "," WORD,
      ",'supertypes':['b']", "! y", "! y");
}
END_TEST

START_TEST(test_plan__aliases)
{
  expect_plan(SEQ(STR("!") "," ALIAS("z", SYM("x"))), "! z", "! z");
  expect_plan(SEQ(STR("!") "," ALIAS("z", OPTIONAL(SYM("x")))), "! z", "! ?z");
  expect_plan(SEQ(STR("!") "," ALIAS("z", OPTIONAL(SYM("x")))), "!", "!");
  expect_plan_with(RULE("a", REPEAT(ALIAS("z", SYM("_b")))) "," RULE(
                       "_b", SEQ(STR("!") "," OPTIONAL(SYM("x")))) "," WORD,
                   "", "z z", "[ *z *z]");
}
END_TEST

START_TEST(test_plan__what_a_text_may_lack_is_optional)
{
  expect_plan(
      SEQ(OPTIONAL(SYM("y")) "," OPTIONAL(SEQ(STR("!") "," REPEAT(SYM("x"))))),
      "! x x", "?( ! ?[ *x *x])");
  expect_plan(SEQ(OPTIONAL(SYM("y")) "," REPEAT(SYM("x"))), "x", "?[ *x]");
  expect_plan(OPTIONAL(CHOICE(SYM("y") "," SYM("x"))), "x", "?x");
}
END_TEST

int main(void)
{
  return RUN_TESTS("plan", test_plan__places, test_plan__separated_lists,
                   test_plan__separated_lists_of_one_or_with_an_end,
                   test_plan__symbols_without_nodes_are_expanded,
                   test_plan__aliases,
                   test_plan__what_a_text_may_lack_is_optional);
}
