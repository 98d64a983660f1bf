/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shortest texts of patterns as grammars have them. */
#include "grammar/pattern.h"

#include <stdlib.h>

#include "run_tests.h"

static const struct {
  const char *pattern, *shortest; /* NULL: not understood */
} patterns[] = {
  { "[a-z]+", "a" },
  { "\\d+(_\\d+)*", "0" },
  { "[^\\n]*", "" },
  { "//[^\\n]*", "//" },
  { "0[xX][0-9a-fA-F]{2}", "0xaa" },
  { "[_\\p{XID_Start}][_\\p{XID_Continue}]*", "a" },
  { "\\p{Lu}\\w*", "A" },
  { "[\\u{41}-\\u{43}]", "A" },
  { "\\x2b", "+" },
  { "(?:ab|c)", "c" },
  { "abc|de|f?", "" },
  { "(?i)x", "x" },
  { "a(?=b)", "a" },
  { "^@[^\\]]\\$$", "@a$" },
  { "\\\\.", "\\a" },
  { "[^a0A1bxX_]", "-" },
  { "-?[1-9]+\\.", "1." },
  { "[\\[\\]]", "[" },
  { "(a|b){3,}?c", "aaac" },
  { "\\u{10000}", NULL },
};

START_TEST(test_pattern__shortest_text)
{
  json_t *token =
      json_pack("{s:s, s:s}", "type", "PATTERN", "value", patterns[_i].pattern);
  char *found = pattern_shortest(token);
  ck_assert_pstr_eq(found, patterns[_i].shortest);
  free(found);
  json_decref(token);
}
END_TEST

static void expect(const char *token, const char *shortest)
{
  json_t *json = json_loads(token, 0, NULL);
  char *found = pattern_shortest(json);
  ck_assert_pstr_eq(found, shortest);
  free(found);
  json_decref(json);
}

START_TEST(test_pattern__tokens_consist_of_parts)
{
  expect("{\"type\":\"SEQ\",\"members\":[{\"type\":\"STRING\",\"value\":\"<\"},"
         "{\"type\":\"REPEAT\",\"content\":{\"type\":\"STRING\","
         "\"value\":\"-\"}},{\"type\":\"CHOICE\",\"members\":["
         "{\"type\":\"STRING\",\"value\":\">>\"},"
         "{\"type\":\"PATTERN\",\"value\":\"[!]\"}]}]}",
         "<!");
  expect("{\"type\":\"REPEAT1\",\"content\":{\"type\":\"STRING\","
         "\"value\":\"ab\"}}",
         "ab");
  expect("{\"type\":\"SYMBOL\",\"name\":\"x\"}", NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("pattern");
  TCase *tcase = tcase_create("pattern");
  tcase_add_loop_test(tcase, test_pattern__shortest_text, 0,
                      sizeof patterns / sizeof *patterns);
  tcase_add_test(tcase, test_pattern__tokens_consist_of_parts);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
