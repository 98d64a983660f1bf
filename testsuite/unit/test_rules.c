/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which rules are tokens, which symbols have nodes, and what may be nothing. */
#include "grammar_fixture.h"
#include "run_tests.h"

static const symbol *symbol_named(const rules *grammar, const char *name)
{
  uint32_t number = rules_symbol(grammar, name);
  ck_assert_uint_ne(number, RULE_NONE);
  return &grammar->symbols.data[number];
}

START_TEST(test_rules__first_symbol_is_the_start)
{
  rules grammar = grammar_of(RULE("file", REPEAT(SYM("x"))) "," WORD, "");
  ck_assert_str_eq(grammar.name, "toy");
  ck_assert_str_eq(grammar.symbols.data[0].name, "file");
  ck_assert_uint_eq(rules_symbol(&grammar, "y"), RULE_NONE);
  ck_assert(symbol_named(&grammar, "x")->is_token);
  ck_assert(!symbol_named(&grammar, "file")->is_token);
  rules_free(&grammar);
}
END_TEST

START_TEST(test_rules__some_symbols_have_no_nodes)
{
  rules grammar =
      grammar_of(RULE("file", SYM("_a")) "," RULE("_a", SYM("b")) "," RULE(
                     "b", SYM("c")) "," RULE("c", SYM("x")) "," WORD,
                 ",'supertypes':['b'],'inline':['c']");
  ck_assert(symbol_named(&grammar, "_a")->is_hidden);
  ck_assert(symbol_named(&grammar, "b")->is_hidden);
  ck_assert(symbol_named(&grammar, "c")->is_hidden);
  ck_assert(!symbol_named(&grammar, "x")->is_hidden);
  rules_free(&grammar);
}
END_TEST

START_TEST(test_rules__names_and_quoted_names_are_two_kinds)
{
  rules grammar = grammar_of(RULE("x", STR("x")), "");
  uint32_t named = rules_kind(&grammar, "x", true);
  ck_assert_uint_ne(named, rules_kind(&grammar, "x", false));
  ck_assert_uint_eq(named, grammar.symbols.data[0].kind);
  rules_free(&grammar);
}
END_TEST

START_TEST(test_rules__precedences_and_fields_are_left_out)
{
  rules grammar = grammar_of(
      RULE("file", PREC(FIELD(PREC(SEQ(STR("a") "," PAT("b")))))), "");
  const rule *body = rules_at(&grammar, grammar.symbols.data[0].rule);
  ck_assert_int_eq(body->type, RULE_SEQ);
  ck_assert_uint_eq(body->count, 2);
  const rule *first = rules_at(&grammar, rules_member(&grammar, body, 0));
  ck_assert_int_eq(first->type, RULE_TOKEN);
  ck_assert_str_eq(first->text, "a");
  const rule *second = rules_at(&grammar, rules_member(&grammar, body, 1));
  ck_assert_int_eq(second->type, RULE_SILENT);
  rules_free(&grammar);
}
END_TEST

START_TEST(test_rules__nothing_matches_what_the_scanner_may_leave_out)
{
  rules grammar = grammar_of(
      RULE("a", SEQ(OPTIONAL(SYM("x")) "," SYM("_newline"))) "," RULE(
          "b",
          SYM("a")) "," RULE("c",
                             CHOICE(SYM("x") "," SYM(
                                 "b"))) "," RULE("d",
                                                 REPEAT1(SYM(
                                                     "x"))) "," RULE("e",
                                                                     SYM("hered"
                                                                         "oc")) "," WORD,
      ",'externals':[{'type':'SYMBOL','name':'_newline'},"
      "{'type':'SYMBOL','name':'heredoc'},{'type':'STRING','value':';'}]");
  ck_assert(symbol_named(&grammar, "a")->is_nullable);
  ck_assert(symbol_named(&grammar, "c")->is_nullable);
  ck_assert(!symbol_named(&grammar, "d")->is_nullable);
  ck_assert(!symbol_named(&grammar, "e")->is_nullable);
  ck_assert(symbol_named(&grammar, "heredoc")->is_external);
  ck_assert(grammar.has_layout);
  rules_free(&grammar);
}
END_TEST

START_TEST(test_rules__other_files_are_refused)
{
  rules out;
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rules_read(&out, "/nonexistent", &err), RD_ERR_NOTFOUND);
  rules_free(&out);
  ck_assert_int_eq(rules_read(&out, "/etc/passwd", &err), RD_ERR_INVALID);
  rules_free(&out);
}
END_TEST

int main(void)
{
  return RUN_TESTS("rules", test_rules__first_symbol_is_the_start,
                   test_rules__some_symbols_have_no_nodes,
                   test_rules__names_and_quoted_names_are_two_kinds,
                   test_rules__precedences_and_fields_are_left_out,
                   test_rules__nothing_matches_what_the_scanner_may_leave_out,
                   test_rules__other_files_are_refused);
}
