/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a bisection has found: what is said of it, and that it comes back from
 * JSON as it was. */
#include "bisect/bisection.h"

#include <stdlib.h>
#include <string.h>

#include "bisection_fixture.h"
#include "run_tests.h"

static void assert_text(const bisection *self, const char *expected)
{
  char *text = bisection_text(self);
  ck_assert_str_eq(text, expected);
  free(text);
}

static void assert_has(const bisection *self, const char *part)
{
  char *text = bisection_text(self);
  ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
  free(text);
}

START_TEST(test_bisection__a_commit_is_told_in_full)
{
  bisection found = bisection_of_commit();
  assert_text(
      &found,
      "first bad commit: " BAD_DIGITS "\n"
      "  author   A. U. Thor <a@example.org>, 2021-03-04 10:11:12 +0100\n"
      "  subject  vrp: fold ranges of casts\n"
      "  files    gcc/testsuite/a.c, gcc/tree-vrp.c\n"
      "  crash    internal compiler error: in f, at vrp.c:17\n"
      "  before   9f8e7d6c5b4a compiles it\n"
      "11 compilers tested (7 built, 4 from the cache), 2 skipped, "
      "675 commits between v1 and v2, 93 s\n");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__suspects_have_their_reasons)
{
  bisection found = bisection_of_suspects();
  assert_text(
      &found,
      "first bad commit: one of 3\n"
      "  1a2b3c4d5e6f vrp: fold ranges of casts\n"
      "               crashes\n"
      "  5566778899aa vrp: rename\n"
      "               cannot be tested: not built: make: *** [all] Error 1\n"
      "  9f8e7d6c5b4a vrp: tidy up\n"
      "               cannot be tested: internal compiler error: "
      "Segmentation fault\n"
      "  crash    internal compiler error: in f, at vrp.c:17\n"
      "11 compilers tested (7 built, 4 from the cache), 2 skipped, "
      "675 commits between v1 and v2, 93 s\n");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__a_suspect_alone_may_be_too_young)
{
  bisection found = bisection_of_commit();
  found.end = BISECTION_SUSPECTS;
  bisection_set(&found.problem, "the history is cut off there");
  assert_has(&found, "first bad commit: this or an older one\n"
                     "  1a2b3c4d5e6f vrp: fold ranges of casts\n");
  assert_has(&found, "  doubt    the history is cut off there\n");
  char *title = bisection_title(&found);
  ck_assert_str_eq(title, "1a2b3c4d5e6f vrp: fold ranges of casts, or an older "
                          "one");
  free(title);
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__versions_are_named_with_their_numbers)
{
  bisection found = bisection_of_versions();
  found.built = found.cached = found.skipped = 0;
  found.probes = found.commits = 1;
  found.ms = 1234;
  assert_text(&found,
              "first bad version: gcc-12 (12.2.0); last good: gcc-11 "
              "(11.3.0)\n"
              "  crash    internal compiler error: in f, at vrp.c:17\n"
              "  before   gcc-11 (11.3.0) rejects it: error: expected ';'\n"
              "1 compiler tested, 1 version between gcc-9 and gcc-12, 1.2 s\n");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__a_problem_is_all_that_is_said)
{
  bisection found = { .end = BISECTION_SWAPPED,
                      .problem = mem_copy("v2 is older than v1") };
  assert_text(&found, "v2 is older than v1\n");
  bisection_dispose(&found);
  bisection none = { .end = BISECTION_UNFINISHED };
  assert_text(&none, "nothing was found\n");
}
END_TEST

START_TEST(test_bisection__a_flaky_one_warns)
{
  bisection found = bisection_of_commit();
  found.flaky = true;
  assert_has(&found, "\nwarning: not to be trusted, answers come and go\n");
  found.flaky_detail = mem_copy("9f8e7d6c5b4a crashes in 1 of 3 runs");
  assert_has(&found, "and go: 9f8e7d6c5b4a crashes in 1 of 3 runs\n");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__what_was_checked_is_told)
{
  bisection found = bisection_of_commit();
  found.checked = true;
  found.moved = mem_copy("step 12 had moved to 556677889");
  assert_has(&found, "\n  reduced  crashes with it too, and not before it");
  assert_has(&found, "\n  moved    step 12 had moved to 556677889\n");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__a_line_says_what_was_found)
{
  bisection all[] = { bisection_of_commit(), bisection_of_suspects(),
                      bisection_of_versions(), bisection_of_commit() };
  static const char *const lines[] = {
    "1a2b3c4d5e6f vrp: fold ranges of casts",
    "one of 3, the others could not be tested (not certain: it comes and goes)",
    "gcc-12 (12.2.0)", "v2 does not crash"
  };
  all[1].flaky = true;
  all[3].end = BISECTION_NO_CRASH;
  all[3].problem = mem_copy("v2 does not crash");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char *line = bisection_title(&all[i]);
    ck_assert_str_eq(line, lines[i]);
    free(line);
    bisection_dispose(&all[i]);
  }
}
END_TEST

START_TEST(test_bisection__forty_letters_are_no_commit)
{
  bisect_point point = { .name = mem_copy(
                             "a-version-whose-name-has-forty-letters-x") };
  ck_assert_uint_eq(strlen(point.name), OBJECT_ID_DIGITS);
  ck_assert(!bisect_point_is_commit(&point));
  bisect_point_dispose(&point);
}
END_TEST

START_TEST(test_bisection__a_first_commit_has_nothing_before)
{
  bisection found = bisection_of_commit();
  bisect_point_dispose(found.parents);
  found.parent_count = 0;
  assert_has(&found, "\n  before   nothing, it has no parents\n");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__a_parent_may_be_known_without_a_test)
{
  bisection found = bisection_of_commit();
  found.parents->answer = BISECT_UNKNOWN;
  assert_has(&found, "\n  before   9f8e7d6c5b4a is older than one that is");
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__many_files_are_cut)
{
  bisection found = bisection_of_commit();
  for (int i = 0; i < 298; i++)
    strings_take(&found.suspects->facts.files,
                 mem_format("gcc/config/%d/%d.c", i, i));
  char *text = bisection_text(&found);
  const char *files = strstr(text, "\n  files    ");
  ck_assert(files && strcspn(files + 1, "\n") < 200);
  ck_assert(strstr(files, " more)\n") != NULL);
  char *line = bisect_point_files(found.suspects, 1);
  ck_assert_str_eq(line, "gcc/testsuite/a.c (and 299 more)");
  free(line);
  free(text);
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__a_terminal_gets_no_controls)
{
  bisection found = bisection_of_commit();
  bisection_set(&found.suspects->facts.subject, "a\033[2Jb\xe2\x80\xae"
                                                "c\nd\x01\xff");
  assert_has(&found, "\n  subject  a\\x1b[2Jb\\xe2\\x80\\xae"
                     "c d\\x01\\xff\n");
  bisection_dispose(&found);
}
END_TEST

/* ---- JSON ---- */

static bisection parse(const char *json)
{
  bisection out;
  rd_error err = { 0 };
  ck_assert_msg(!bisection_parse(&out, json, strlen(json), &err), "%s",
                err.message);
  return out;
}

static void assert_comes_back(bisection *from)
{
  char *json = bisection_json(from);
  ck_assert(!strchr(json, '\n'));
  bisection back = parse(json);
  char *again = bisection_json(&back);
  ck_assert_str_eq(again, json);
  char *text = bisection_text(from);
  assert_text(&back, text);
  free(text);
  free(again);
  free(json);
  bisection_dispose(&back);
  bisection_dispose(from);
}

START_TEST(test_bisection__json_comes_back_as_it_was)
{
  bisection all[] = { bisection_of_commit(),
                      bisection_of_suspects(),
                      bisection_of_versions(),
                      { .end = BISECTION_NO_CRASH,
                        .first_parent = true,
                        .problem = mem_copy("v2 does not crash") } };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    assert_comes_back(&all[i]);
}
END_TEST

START_TEST(test_bisection__json_holds_ids_and_commands)
{
  bisection found = bisection_of_commit();
  found.flaky = found.checked = true;
  found.flaky_detail = mem_copy("x");
  char *json = bisection_json(&found);
  bisection back = parse(json);
  ck_assert(
      object_id_equals(&back.suspects->facts.id, &found.suspects->facts.id));
  ck_assert_uint_eq(back.suspects->facts.parent_count, 1);
  ck_assert(object_id_equals(back.suspects->facts.parents,
                             found.suspects->facts.parents));
  ck_assert_str_eq(back.parents->command.data[0], "/cache/of/somebody/bin/cc");
  ck_assert_int_eq(back.parents->answer, BISECT_GOOD);
  ck_assert_str_eq(back.log, found.log);
  ck_assert(back.flaky && back.checked && !back.first_parent);
  ck_assert_uint_eq(back.ms, 93456);
  free(json);
  bisection_dispose(&back);
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__json_keeps_any_bytes)
{
  bisection found = bisection_of_commit();
  bisection_set(&found.suspects->detail, "\xff\xfe");
  bisection_set(&found.suspects->facts.subject, "\"</script>\n\x01");
  char *json = bisection_json(&found);
  bisection back = parse(json);
  ck_assert_str_eq(back.suspects->detail, "\xff\xfe");
  ck_assert_str_eq(back.suspects->facts.subject, "\"</script>\n\x01");
  free(json);
  bisection_dispose(&back);
  bisection_dispose(&found);
}
END_TEST

START_TEST(test_bisection__json_may_say_more_than_is_known)
{
  bisection back = parse("{\"end\":\"no build\",\"colour\":7,"
                         "\"problem\":null,\"suspects\":[]}");
  ck_assert_int_eq(back.end, BISECTION_NO_BUILD);
  ck_assert_ptr_null(back.problem);
  bisection_dispose(&back);
}
END_TEST

static const struct {
  const char *json, *said;
} wrong[] = {
  { "", "line 1" },
  { "[]", "no \"end\"" },
  { "{}", "no \"end\"" },
  { "{\"end\":1}", "no \"end\"" },
  { "{\"end\":\"over\"}", "\"end\"" },
  { "{\"end\":\"found\"}", "\"suspects\"" },
  { "{\"end\":\"found\",\"suspects\":[]}", "\"suspects\"" },
  { "{\"end\":\"suspects\",\"suspects\":[7]}", "\"suspects\"" },
  { "{\"end\":\"suspects\",\"suspects\":{}}", "\"suspects\"" },
  { "{\"end\":\"found\",\"suspects\":[{}]}", "\"name\"" },
  { "{\"end\":\"swapped\",\"flaky\":0}", "\"flaky\"" },
  { "{\"end\":\"swapped\",\"probes\":-1}", "\"probes\"" },
  { "{\"end\":\"swapped\",\"probes\":4294967296}", "\"probes\"" },
  { "{\"end\":\"swapped\",\"good\":1}", "\"good\"" },
  { "{\"end\":\"suspects\",\"suspects\":[{\"name\":\"" BAD_DIGITS
    "\",\"parents\":[\"x\"]}]}",
    "\"parents\"" },
  { "{\"end\":\"suspects\",\"suspects\":[{\"name\":\"a\",\"answer\":\"no\"}]}",
    "\"answer\"" },
  { "{\"end\":\"swapped\"", "line 1" },
};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(test_bisection__json_that_is_none_is_refused)
{
  bisection out;
  rd_error err = { 0 };
  rd_status status =
      bisection_parse(&out, wrong[_i].json, strlen(wrong[_i].json), &err);
  ck_assert_int_eq(status, RD_ERR_INVALID);
  ck_assert_msg(strstr(err.message, wrong[_i].said) != NULL, "%s: %s",
                wrong[_i].json, err.message);
  ck_assert_uint_eq(out.suspect_count, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bisection");
  TCase *text = tcase_create("text"), *json = tcase_create("json");
  tcase_add_test(text, test_bisection__a_commit_is_told_in_full);
  tcase_add_test(text, test_bisection__suspects_have_their_reasons);
  tcase_add_test(text, test_bisection__a_suspect_alone_may_be_too_young);
  tcase_add_test(text, test_bisection__versions_are_named_with_their_numbers);
  tcase_add_test(text, test_bisection__a_problem_is_all_that_is_said);
  tcase_add_test(text, test_bisection__a_flaky_one_warns);
  tcase_add_test(text, test_bisection__what_was_checked_is_told);
  tcase_add_test(text, test_bisection__a_line_says_what_was_found);
  tcase_add_test(text, test_bisection__forty_letters_are_no_commit);
  tcase_add_test(text, test_bisection__a_first_commit_has_nothing_before);
  tcase_add_test(text, test_bisection__a_parent_may_be_known_without_a_test);
  tcase_add_test(text, test_bisection__many_files_are_cut);
  tcase_add_test(text, test_bisection__a_terminal_gets_no_controls);
  tcase_add_test(json, test_bisection__json_comes_back_as_it_was);
  tcase_add_test(json, test_bisection__json_holds_ids_and_commands);
  tcase_add_test(json, test_bisection__json_keeps_any_bytes);
  tcase_add_test(json, test_bisection__json_may_say_more_than_is_known);
  tcase_add_loop_test(json, test_bisection__json_that_is_none_is_refused, 0,
                      WRONG);
  suite_add_tcase(suite, text);
  suite_add_tcase(suite, json);
  return run_suite(suite);
}
