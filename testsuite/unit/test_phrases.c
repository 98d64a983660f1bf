/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shortest texts of rules, and what may stand for them. */
#include "grammar/phrases.h"

#include "grammar_fixture.h"
#include "run_tests.h"

#define VALUES                                                                                                                                             \
  RULE("file", REPEAT(SYM("_value")))                                                                                                                      \
  "," RULE("_value", CHOICE(SYM("x") "," SYM("sum") "," SYM("list") "," SYM("digits"))) "," RULE(                                                          \
      "sum",                                                                                                                                               \
      SEQ(SYM("_value") "," STR("+") "," SYM(                                                                                                              \
          "_value"))) "," RULE("list",                                                                                                                     \
                               SEQ(STR("[") "," REPEAT(SYM("_value")) "," STR(                                                                             \
                                   "]"))) "," RULE("block",                                                                                                \
                                                   SEQ(STR("do") "," SYM("x") "," STR(                                                                     \
                                                       "end"))) "," RULE("dig"                                                                             \
                                                                         "it"                                                                              \
                                                                         "s",                                                                              \
                                                                         PAT("[0-9]+")) "," RULE("endless",                                                \
                                                                                                 SEQ(STR("!") "," SYM(                                     \
                                                                                                     "endless"))) "," RULE("wrapped",                      \
                                                                                                                           SEQ(OPTIONAL(STR("!")) "," SYM( \
                                                                                                                               "x"))) "," WORD

static void expect_phrase(const char *name, const char *expected)
{
  rules grammar = grammar_of(VALUES, "");
  phrases *texts = phrases_new(&grammar, &grammar_no_core, NULL);
  uint32_t number = rules_symbol(&grammar, name);
  ck_assert_pstr_eq(phrases_of(texts, grammar.symbols.data[number].rule),
                    expected);
  phrases_free(texts);
  rules_free(&grammar);
}

START_TEST(test_phrases__shortest)
{
  expect_phrase("file", "");
  expect_phrase("_value", "0");
  expect_phrase("x", "a");
  expect_phrase("sum", "0 + 0");
  expect_phrase("list", "[]");
  expect_phrase("block", "do a end");
  expect_phrase("endless", NULL);
}
END_TEST

static void expect_accepted(const char *name, const char *expected)
{
  size_t count;
  textbuf shown = { 0 };
  text_puts(&shown, "");
  rules grammar = grammar_of(VALUES, "");
  phrases *texts = phrases_new(&grammar, &grammar_no_core, NULL);
  uint32_t number = rules_symbol(&grammar, name);
  const uint16_t *found =
      phrases_accepted(texts, grammar.symbols.data[number].rule, &count);
  for (size_t i = 0; i < count; i++)
    text_printf(&shown, i ? " %s" : "%s", grammar.symbols.data[found[i]].name);
  ck_assert_str_eq(shown.data, expected);
  text_free(&shown);
  phrases_free(texts);
  rules_free(&grammar);
}

START_TEST(test_phrases__unit_derivations)
{
  expect_accepted("_value", "sum list digits x");
  expect_accepted("file", "_value sum list digits x");
  expect_accepted("sum", "");
  expect_accepted("wrapped", "x");
}
END_TEST

START_TEST(test_phrases__spelled_by_an_alias)
{
  rules grammar = grammar_of(
      RULE("file",
           SEQ(SYM("x") "," UNNAMED("!is", SYM("_not")) "," SYM("x"))) "," WORD,
      ",'externals':[{'type':'SYMBOL','name':'_not'}]");
  phrases *texts = phrases_new(&grammar, &grammar_no_core, NULL);
  ck_assert_str_eq(phrases_of(texts, grammar.symbols.data[0].rule), "a !is a");
  phrases_free(texts);
  rules_free(&grammar);
}
END_TEST

int main(void)
{
  return RUN_TESTS("phrases", test_phrases__shortest,
                   test_phrases__unit_derivations,
                   test_phrases__spelled_by_an_alias);
}
