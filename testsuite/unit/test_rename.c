/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Renaming: names by appearance, nothing captured, names that matter stay. */
#include "reduce/rename.h"

#include <stdio.h>
#include <unistd.h>

#include "mini.h"
#include "run_tests.h"
#include "sexp_tree.h"

static void name(char out[RD_NAME_SIZE], void *payload, rd_symbol_kind kind,
                 uint32_t index)
{
  (void)payload, (void)kind;
  (void)snprintf(out, RD_NAME_SIZE, "%c", 'a' + (int)(index % 26));
}

static bool is_allowed(void *payload, const char *word)
{
  return !payload || strcmp(payload, word) != 0;
}

static bool stays(void *payload, rd_symbol_kind kind, const char *word)
{
  (void)payload, (void)kind;
  return !strcmp(word, "main");
}

static bool has_word(const void *payload, const char *text)
{
  return !payload || strstr(text, payload);
}

/* Renames where `needed` (NULL: nothing) has to be in the text and `keyword` is
 * no name; returns the tests. */
static uint64_t expect(const char *notation, char *keyword, const char *needed,
                       rd_log *log, const char *wanted)
{
  rd_tree *tree = sexp_tree(notation, 0);
  struct mini_oracle oracle = { .holds = has_word, .payload = needed };
  rd_oracle asked = mini_interface(&oracle);
  rd_naming naming = { name, is_allowed, stays, keyword };
  rd_renaming_options options = { .oracle = &asked, .log = log };
  rd_renaming renaming;
  rd_error err = { 0 };
  ck_assert_msg(!rd_rename(&renaming, tree, &naming, &options, &err), "%s",
                err.message);
  ck_assert_str_eq(renaming.text, wanted);
  ck_assert_uint_eq(renaming.size, strlen(wanted));
  uint64_t tests = renaming.tests;
  ck_assert_uint_eq(tests, oracle.next + (log ? rd_log_size(log) : 0));
  rd_renaming_dispose(&renaming);
  text_free(&oracle.log);
  rd_tree_free(tree);
  return tests;
}

static const char two[] = "(t \"foo\"$foo \"(\" \"bar\"$bar \"foo\"&foo \")\")";

START_TEST(test_rename__all_at_once_in_order_of_appearance)
{
  ck_assert_uint_eq(expect(two, NULL, NULL, NULL, "a ( b a )"), 1);
  const char *used_first = "(t \"y\"&y \"x\"$x \"y\"$y)";
  ck_assert_uint_eq(expect(used_first, NULL, NULL, NULL, "a b a"), 1);
}
END_TEST

START_TEST(test_rename__twice_is_once)
{
  const char *done = "(t \"a\"$a \"(\" \"b\"$b \"a\"&a \")\")";
  ck_assert_uint_eq(expect(done, NULL, NULL, NULL, "a ( b a )"), 0);
  const char *swapped = "(t \"b\"$b \"a\"$a)";
  ck_assert_uint_eq(expect(swapped, NULL, NULL, NULL, "a b"), 1);
}
END_TEST

START_TEST(test_rename__names_that_matter_stay)
{
  ck_assert_uint_eq(expect(two, NULL, "bar", NULL, "a ( bar a )"), 2);
  /* The one that stays is called like one that would be given. */
  const char *taken = "(t \"foo\"$foo \"a\"$a \"bar\"$bar)";
  ck_assert_uint_eq(expect(taken, NULL, "foo a", NULL, "foo a b"), 3);
}
END_TEST

START_TEST(test_rename__asks_no_text_twice)
{
  const char *same = "(t \"foo\"$foo \"b\"$b)"; /* `a b` with b or without */
  ck_assert_uint_eq(expect(same, NULL, "foo", NULL, "foo a"), 2);
}
END_TEST

START_TEST(test_rename__nothing_is_captured)
{
  expect("(t \"foo\"$foo \"a\" \"bar\"$bar)", NULL, NULL, NULL, "b a c");
  expect("(t \"foo\"$foo \"bar\"$bar)", "a", NULL, NULL, "b c");
}
END_TEST

START_TEST(test_rename__strange_uses_of_a_name_keep_it)
{
  expect("(t \"foo\"$foo \"foo\" \"bar\"$bar)", NULL, NULL, NULL, "foo foo a");
  expect("(t \"foo\"$foo \"'foo'\"&foo)", NULL, NULL, NULL, "foo 'foo'");
  expect("(t \"foo\"&foo)", NULL, NULL, NULL, "foo");
  expect("(t \"main\"$main \"foo\"$foo)", NULL, NULL, NULL, "main a");
}
END_TEST

START_TEST(test_rename__answers_are_taken_from_the_log)
{
  char path[] = "/tmp/test-rename-XXXXXX";
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  (void)close(fd);
  rd_limits limits = { 0 };
  rd_log *log = NULL;
  ck_assert(!rd_log_open(&log, path, "key", &limits, false, NULL));
  expect(two, NULL, "bar", log, "a ( bar a )");
  rd_log_close(log);
  ck_assert(!rd_log_open(&log, path, "key", &limits, true, NULL));
  ck_assert_uint_eq(rd_log_size(log), 2);
  expect(two, NULL, "bar", log, "a ( bar a )"); /* none but the log is asked */
  rd_log_close(log);
  (void)unlink(path);
}
END_TEST

START_TEST(test_rename__what_was_found_is_there_when_it_is_stopped)
{
  rd_tree *tree = sexp_tree(two, 0);
  static const volatile sig_atomic_t stop = 1;
  rd_naming naming = { name, is_allowed, stays, NULL };
  rd_renaming_options options = { .stop = &stop };
  rd_renaming renaming;
  rd_error err = { 0 };
  ck_assert_int_eq(rd_rename(&renaming, tree, &naming, &options, &err),
                   RD_ERR_STOPPED);
  ck_assert_str_eq(renaming.text, "foo ( bar foo )");
  rd_renaming_dispose(&renaming);
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "rename", test_rename__all_at_once_in_order_of_appearance,
      test_rename__twice_is_once, test_rename__names_that_matter_stay,
      test_rename__asks_no_text_twice, test_rename__nothing_is_captured,
      test_rename__strange_uses_of_a_name_keep_it,
      test_rename__answers_are_taken_from_the_log,
      test_rename__what_was_found_is_there_when_it_is_stopped);
}
