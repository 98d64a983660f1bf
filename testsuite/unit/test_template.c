/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts with slots. */
#include <stdlib.h>

#include "report/template.h"
#include "run_tests.h"

static const char *const words[] = { "one", "two", "{{n}}" };

static bool add(textbuf *out, void *payload, const char *name)
{
  bool word = !strcmp(name, "word"), fixed = !strcmp(name, "fixed");
  text_puts(out, word ? words[*(const size_t *)payload] : fixed ? "f" : "");
  return word || fixed || !strcmp(name, "empty");
}

static int turn(void *payload, const char *name, size_t index)
{
  bool all = !strcmp(name, "all");
  if (!all)
    return strcmp(name, "none") ? -1 : 0;
  *(size_t *)payload = index;
  return index < sizeof words / sizeof *words;
}

static void expect(const char *text, const char *wanted)
{
  textbuf out = { 0 };
  size_t at = 0;
  template_fill(&out, text, &(template_slots){ add, turn }, &at);
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
