/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts with slots. */
#include <stdlib.h>

#include "report/template.h"
#include "run_tests.h"

static const char *const words[] = { "one", "two", "{{n}}" };

static void add_word(textbuf *out, void *payload)
{
  text_puts(out, words[*(const size_t *)payload]);
}

static void add_nothing(textbuf *out, void *payload)
{
  (void)out;
  (void)payload;
}

static bool turn_word(void *payload, size_t index)
{
  *(size_t *)payload = index;
  return index < sizeof words / sizeof *words;
}

static bool turn_none(void *payload, size_t index)
{
  (void)payload;
  (void)index;
  return false;
}

static const template_slot slots[] = {
  { "word", .add = add_word },  { "empty", .add = add_nothing },
  { "all", .turn = turn_word }, { "none", .turn = turn_none },
  { "fixed", .text = "f" },     { .name = NULL },
};

static void expect(const char *text, const char *wanted)
{
  textbuf out = { 0 };
  size_t at = 0;
  template_fill(&out, text, slots, &at);
  ck_assert_str_eq(out.data, wanted);
  text_free(&out);
}

START_TEST(test_template__a_slot_is_filled_and_not_looked_at_again)
{
  expect("", "");
  expect("{{fixed}}{{#fixed=f}}!{{/}}", "f!");
  expect("a{{word}}b {c} }}", "aoneb {c} }}");
  expect("{{#all}}{{word}},{{/}}", "one,two,{{n}},");
}
END_TEST

START_TEST(test_template__a_block_stands_if_there_is_something)
{
  expect("{{#word}}a{{/}}{{#empty}}b{{/}}{{#none}}c{{/none}}", "a");
  expect("{{^word}}a{{/}}{{^empty}}b{{/}}{{^none}}c{{/none}}{{^all}}d{{/}}",
         "bc");
  expect("{{#word=one}}a{{/}}{{#word=on}}b{{/}}{{^word=two}}c{{/}}", "ac");
  expect("{{#all}}{{#word=two}}<{{word}}>{{/word=two}}{{/all}}", "<two>");
}
END_TEST

START_TEST(test_template__a_defined_block_is_used_where_it_is_named)
{
  expect("{{:greet}}Hi {{word}}.{{/}}{{#all}}{{greet}}{{/}}",
         "Hi one.Hi two.Hi {{n}}.");
}
END_TEST

START_TEST(test_template__a_tag_with_a_line_to_itself_leaves_no_line)
{
  expect("a\n{{#word}}\nb\n{{/word}}\nc\n", "a\nb\nc\n");
  expect("{{#word}} x{{/}}\ny\n", " x\ny\n");
  expect("a{{!}}\nb{{!}}c\n", "abc\n");
  expect("{{word}}\n{{word}}\n", "one\none\n");
}
END_TEST

int main(void)
{
  return RUN_TESTS("template",
                   test_template__a_slot_is_filled_and_not_looked_at_again,
                   test_template__a_block_stands_if_there_is_something,
                   test_template__a_defined_block_is_used_where_it_is_named,
                   test_template__a_tag_with_a_line_to_itself_leaves_no_line);
}
