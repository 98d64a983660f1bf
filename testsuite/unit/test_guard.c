/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The guard: a text holds if it crashes with one compiler and not with others. */
#include "bisect/guard.h"

#include "fake_compiler.h"
#include "run_fixture.h"

/* Compilers of commits: "bad" crashes on the word bug, "good" is fine with all but
 * the word new, which it rejects, and old, on which it crashes as well. With -q
 * neither looks at the text. */
static const char script[] =
    "#!/bin/sh\n"
    "for arg; do\n"
    "  case $arg in\n"
    "    -q) quiet=1;;\n"
    "    *.c) file=$arg;;\n"
    "  esac\n"
    "done\n"
    "[ -z \"$quiet\" ] || exit 0\n"
    "case $0 in\n"
    "  */bad/*) word=bug line=7;;\n"
    "  *) word=old line=9\n"
    "    if grep -qw new \"$file\"; then\n"
    "      echo \"$file:1:1: error: new\"; exit 1\n"
    "    fi;;\n"
    "esac\n"
    "if grep -qw other \"$file\"; then line=8; fi\n"
    "if grep -qw hang \"$file\"; then sleep 60; fi\n"
    "if grep -qw $word \"$file\"; then\n"
    "  echo \"$file:1:1: internal compiler error: in fake, at f.cc:$line\"\n"
    "  exit 4\n"
    "fi\n";

static fake with;
static bisect_point bad, parents[2];
static bisection found;

static void set_point(bisect_point *out, const char *name)
{
  char *folder = mem_format("%s/%s", with.run.kept, name);
  char *path = mem_format("%s/cc", folder);
  *out = (bisect_point){ .name = mem_copy(name) };
  ck_assert(!folder_make(folder, 0700, NULL));
  ck_assert(!file_write(path, script, strlen(script), NULL));
  ck_assert_int_eq(chmod(path, 0700), 0);
  strings_take(&out->command, path);
  strings_add(&out->command, "-O2");
  free(folder);
}

static void set_up(void)
{
  fake_set_up(&with, "-O2");
  set_point(&bad, "bad");
  set_point(&parents[0], "good");
  set_point(&parents[1], "fine");
  found = (bisection){ .end = BISECTION_FOUND,
                       .suspects = &bad,
                       .suspect_count = 1,
                       .parents = parents,
                       .parent_count = 2 };
}

static void tear_down(void)
{
  bisect_point_dispose(&bad);
  bisect_point_dispose(&parents[0]);
  bisect_point_dispose(&parents[1]);
  fake_tear_down(&with);
}

static rd_status make(guard **out, const char *original, rd_error *err)
{
  const guard_options options = { .run = &with.run,
                                  .property = PROPERTY_CRASH,
                                  .limits = { .wall_ms = 10000 },
                                  .file = "in.c",
                                  .cwd = "/tmp",
                                  .text = fake_source(original) };
  return guard_new(out, &found, &options, err);
}

static guard *new_guard(const char *original)
{
  guard *self = NULL;
  rd_error err = { 0 };
  ck_assert_msg(!make(&self, original, &err), "%s", err.message);
  return self;
}

static bool holds(const guard *self, const char *bytes)
{
  bool good = false;
  source text = fake_source(bytes);
  rd_error err = { 0 };
  ck_assert_msg(!guard_test(&good, self, &with.run, &text, &err), "%s",
                err.message);
  return good;
}

START_TEST(test_guard__crashes_there_and_not_before)
{
  guard *self = new_guard("a bug b");
  ck_assert(holds(self, "bug"));
  ck_assert(!holds(self, "nothing"));
  ck_assert(!holds(self, "bug old"));
  guard_free(self);
}
END_TEST

START_TEST(test_guard__the_crash_has_to_be_the_same)
{
  guard *self = new_guard("bug");
  ck_assert(!holds(self, "bug other"));
  guard_free(self);
}
END_TEST

START_TEST(test_guard__who_accepted_the_original_has_to_accept)
{
  guard *self = new_guard("bug");
  ck_assert(!holds(self, "bug new"));
  guard_free(self);
  self = new_guard("bug new");
  ck_assert(holds(self, "bug new"));
  ck_assert(holds(self, "bug"));
  ck_assert(!holds(self, "bug old"));
  guard_free(self);
}
END_TEST

START_TEST(test_guard__parents_are_told_again_for_another_text)
{
  guard *self = new_guard("bug\nnew");
  rd_error err = { 0 };
  source text = fake_source("bug new"), none = fake_source("bug"),
         old = fake_source("bug old");
  parents[1].detail = mem_copy("line 2: error: new");
  ck_assert(!guard_retell(&found, self, &with.run, &text, &err));
  ck_assert_str_eq(parents[0].detail, "line 1:1: error: new");
  ck_assert_str_eq(parents[1].detail, "line 1:1: error: new");
  ck_assert_int_eq(guard_retell(&found, self, &with.run, &old, &err),
                   RD_ERR_NOT_INTERESTING);
  ck_assert_str_eq(parents[1].detail, "line 1:1: error: new");
  ck_assert(!guard_retell(&found, self, &with.run, &none, &err));
  ck_assert_ptr_null(parents[0].detail);
  guard_free(self);
}
END_TEST

START_TEST(test_guard__what_the_bisection_said_is_seen_again)
{
  guard *self = NULL;
  rd_error err = { 0 };
  ck_assert_int_eq(make(&self, "no crash", &err), RD_ERR_NOT_INTERESTING);
  ck_assert_str_eq(err.message, "run again, the compiler of bad does not crash "
                                "as it did");
  ck_assert_int_eq(make(&self, "bug old", &err), RD_ERR_NOT_INTERESTING);
  ck_assert_str_eq(err.message, "run again, the compiler of good is not fine "
                                "any more");
}
END_TEST

START_TEST(test_guard__a_root_has_no_parents)
{
  found.parent_count = 0;
  guard *self = new_guard("bug old");
  ck_assert(holds(self, "bug"));
  ck_assert(!holds(self, "old"));
  guard_free(self);
}
END_TEST

START_TEST(test_guard__other_options_are_those_of_each_compiler)
{
  guard *self = new_guard("bug");
  size_t count = 0;
  const crash_guard *rows = guard_rows(&count, self);
  ck_assert_uint_eq(count, 3);
  const char *const *base = rows[0].argv;
  const char *words[16] = { NULL };
  source text = fake_source("bug");
  bool good = false;
  for (size_t i = 0; base[i]; i++)
    words[i] = base[i];
  ck_assert(
      !guard_test_words(&good, self, &with.run, base, words, &text, NULL));
  ck_assert(good);
  for (size_t i = 0; words[i]; i++)
    if (!strcmp(words[i], "-O2"))
      words[i] = "-q";
  ck_assert(
      !guard_test_words(&good, self, &with.run, base, words, &text, NULL));
  ck_assert(!good);
  guard_free(self);
}
END_TEST

/* The verdict of an oracle with the guard in it. */
static rd_verdict ask(crash_oracle *oracle, const char *bytes)
{
  rd_verdict verdict = RD_VERDICT_COUNT;
  ck_assert(!crash_oracle_test(&verdict, oracle, bytes, strlen(bytes), NULL));
  return verdict;
}

START_TEST(test_guard__an_oracle_asks_it_last)
{
  size_t count = 0;
  guard *self = new_guard("bug");
  signature expected;
  rd_run run = { 0 };
  source bug = fake_source("bug");
  const rd_limits limits = { .wall_ms = 10000 };
  const crash_guard *rows = guard_rows(&count, self);
  ck_assert(!runner_run(&run, &with.run, rows[0].argv, &bug, &limits, NULL));
  signature_find(&expected, &run);
  runner *slots[] = { &with.run };
  const crash_options options = { .slots = slots,
                                  .slot_count = 1,
                                  .argv = rows[0].argv,
                                  .name = "in.c",
                                  .expected = &expected,
                                  .limits = limits };
  crash_oracle *oracle = crash_oracle_new(&options);
  ck_assert_int_eq(ask(oracle, "bug old"), RD_INTERESTING);
  crash_oracle_set_guards(oracle, rows, count);
  ck_assert_int_eq(ask(oracle, "bug old"), RD_UNINTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->guard_runs, 2);
  ck_assert_int_eq(ask(oracle, "nothing"), RD_UNINTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->guard_runs, 2);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->guard_runs, 5);
  crash_oracle_set_guards(oracle, NULL, 0);
  ck_assert_int_eq(ask(oracle, "bug old"), RD_INTERESTING);
  crash_oracle_free(oracle);
  rd_run_dispose(&run);
  signature_dispose(&expected);
  guard_free(self);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_guard__crashes_there_and_not_before,
    &test_guard__the_crash_has_to_be_the_same,
    &test_guard__who_accepted_the_original_has_to_accept,
    &test_guard__parents_are_told_again_for_another_text,
    &test_guard__what_the_bisection_said_is_seen_again,
    &test_guard__a_root_has_no_parents,
    &test_guard__other_options_are_those_of_each_compiler,
    &test_guard__an_oracle_asks_it_last,
  };
  return run_fixture("guard", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
