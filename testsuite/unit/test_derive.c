/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What rules reach among children, and where their parts begin. */
#include "grammar/derive.h"

#include "grammar_fixture.h"
#include "run_tests.h"

/* The ends of the first symbol's rule from the first child, one space apart. */
static void expect_ends(const char *bodies, const char *more,
                        const char *children, const char *expected)
{
  uint32_t kinds[64];
  textbuf shown = { 0 };
  text_puts(&shown, "");
  rules grammar = grammar_of(bodies, more);
  derivation *self = derive_new(&grammar);
  derive_start(self, kinds, grammar_kinds(kinds, &grammar, children));
  ends found = derive_ends(self, grammar.symbols.data[0].rule, 0);
  for (uint32_t i = 0; i < found.count; i++)
    text_printf(&shown, i ? " %u" : "%u", found.data[i]);
  ck_assert_str_eq(shown.data, expected);
  text_free(&shown);
  derive_free(self);
  rules_free(&grammar);
}

START_TEST(test_derive__ends)
{
  expect_ends(RULE("a", REPEAT(SYM("x"))) "," WORD, "", "x x x", "0 1 2 3");
  expect_ends(RULE("a", REPEAT1(SYM("x"))) "," WORD, "", "x x", "1 2");
  expect_ends(RULE("a", SEQ(SYM("x") "," STR(",") "," SYM("x"))) "," WORD, "",
              "x , x", "3");
  expect_ends(RULE("a", SEQ(SYM("x") "," OPTIONAL(STR(",")))) "," WORD, "",
              "x ,", "1 2");
  expect_ends(RULE("a", STR("x")) "," WORD, "", "x", "");
}
END_TEST

START_TEST(test_derive__symbols_without_nodes)
{
  expect_ends(RULE("a", SEQ(SYM("_b") "," SYM("x"))) "," RULE(
                  "_b", REPEAT(STR(","))) "," WORD,
              "", ", , x", "3");
  expect_ends(RULE("a", SEQ(SYM("x") "," SYM("_end"))) "," WORD,
              ",'externals':[{'type':'SYMBOL','name':'_end'}]", "x", "1");
  expect_ends(RULE("a", SEQ(PAT("[0-9]") "," SYM("x"))) "," WORD, "", "x", "1");
  expect_ends(RULE("a", SYM("y")) "," RULE("y", SYM("x")) "," WORD,
              ",'supertypes':['y']", "x", "1");
}
END_TEST

START_TEST(test_derive__aliases_of_nothing_have_no_node)
{
  expect_ends(RULE("a", SEQ(STR("(") "," ALIAS("y", OPTIONAL(SYM("x"))) "," STR(
                            ")"))) "," WORD,
              "", "( )", "2");
  expect_ends(RULE("a", ALIAS("y", SYM("x"))) "," WORD, "", "y", "1");
}
END_TEST

START_TEST(test_derive__rules_that_begin_with_themselves)
{
  expect_ends(RULE("a", SYM("_b")) "," RULE(
                  "_b", CHOICE(SEQ(SYM("_b") "," STR("+") "," SYM("x")) "," SYM(
                            "x"))) "," WORD,
              "", "x + x + x", "1 3 5");
  expect_ends(
      RULE("a", SYM("_b")) "," RULE(
          "_b", CHOICE(SYM("_c") "," SYM(
                    "x"))) "," RULE("_c", SEQ(SYM("_b") "," STR("+"))) "," WORD,
      "", "x + +", "1 2 3");
}
END_TEST

START_TEST(test_derive__cuts_and_turns)
{
  uint32_t kinds[8], cuts[4];
  turns found = { 0 };
  rules grammar = grammar_of(
      RULE("a", SEQ(REPEAT(SEQ(SYM("x") "," OPTIONAL(STR(",")))) "," SYM(
                    "x") "," STR(";"))) "," WORD,
      "");
  uint32_t body = grammar.symbols.data[0].rule;
  derivation *self = derive_new(&grammar);
  derive_start(self, kinds, grammar_kinds(kinds, &grammar, "x , x x ;"));
  ck_assert(derive_can(self, body, 0, 5));
  derive_cuts(cuts, self, body, 0, 5);
  ck_assert_uint_eq(cuts[1], 3);
  ck_assert_uint_eq(cuts[2], 4);
  ck_assert_uint_eq(cuts[3], 5);
  uint32_t repeat = rules_member(&grammar, rules_at(&grammar, body), 0);
  derive_turns(&found, self, repeat, 0, 3);
  ck_assert_uint_eq(found.size, 3);
  ck_assert_uint_eq(found.data[1], 2);
  ck_assert_uint_eq(found.data[2], 3);
  ARRAY_FREE(&found);
  derive_free(self);
  rules_free(&grammar);
}
END_TEST

/* Many children of one kind: what is asked of a rule, and whether it does. */
static void expect_many(const char *bodies, uint32_t count, bool expected)
{
  rules grammar = grammar_of(bodies, "");
  uint32_t *kinds = mem_alloc(count, sizeof *kinds);
  for (uint32_t i = 0; i < count; i++)
    kinds[i] = rules_kind(&grammar, "x", true);
  derivation *self = derive_new(&grammar);
  derive_start(self, kinds, count);
  ck_assert_int_eq(derive_can(self, grammar.symbols.data[0].rule, 0, count),
                   expected);
  derive_free(self);
  free(kinds);
  rules_free(&grammar);
}

START_TEST(test_derive__long_lists)
{
  expect_many(RULE("a", REPEAT(SYM("x"))) "," WORD, 200000, true);
}
END_TEST

/* Budgets bound time and stack: such a node has no derivation. */
START_TEST(test_derive__budgets_hold)
{
  expect_many(RULE("a", SEQ(REPEAT(REPEAT1(CHOICE(SYM("x") "," SEQ(
                            SYM("x") "," SYM("x"))))) "," STR("!"))) "," WORD,
              2000, false);
  expect_many(RULE("a", SYM("_b")) "," RULE(
                  "_b", SEQ(SYM("x") "," OPTIONAL(SYM("_b")))) "," WORD,
              200000, false);
}
END_TEST

int main(void)
{
  return RUN_TESTS("derive", test_derive__ends,
                   test_derive__symbols_without_nodes,
                   test_derive__aliases_of_nothing_have_no_node,
                   test_derive__rules_that_begin_with_themselves,
                   test_derive__cuts_and_turns, test_derive__long_lists,
                   test_derive__budgets_hold);
}
