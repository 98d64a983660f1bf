/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What compilers of a history do with a text, and what is looked for. */
#include "bisect/verdict.h"

#include <stdlib.h>

#include "programs_fixture.h"
#include "run_tests.h"

static programs with;
static verdict_question question;

static void set_up(void)
{
  programs_set_up(&with);
  question = (verdict_question){ .run = &with.run,
                                 .text = { "in.c", "bug\n", 4 },
                                 .limits = { .wall_ms = 1500 } };
}

static void tear_down(void)
{
  programs_tear_down(&with);
}

/* A compiler with this body. */
static invocation compiler_of(const char *body)
{
  programs_add(&with, "cc", "cc 1.0", body);
  char *path = mem_format("%s/cc", with.folder);
  const char *const words[] = { path, "-fodd", NULL };
  invocation command;
  ck_assert_int_eq(invocation_parse(&command, words, "in.c", "/tmp", NULL),
                   RD_OK);
  free(path);
  return command;
}

static signature learn(const char *body, bool *unstable_out)
{
  invocation command = compiler_of(body);
  signature out;
  rd_error err = { 0 };
  ck_assert_msg(!verdict_learn(&out, unstable_out, &question, &command, &err),
                "%s", err.message);
  invocation_dispose(&command);
  return out;
}

static verdict find(const char *body)
{
  invocation command = compiler_of(body);
  verdict out;
  rd_error err = { 0 };
  ck_assert_msg(!verdict_find(&out, &question, &command, &err), "%s",
                err.message);
  invocation_dispose(&command);
  return out;
}

#define ICE(place) "echo 'in.c:1:1: internal compiler error: in " place "'\n"
#define TRACE(version, offset)                                                 \
  "echo 'Stack dump:\n #0 0x1 (/l/libLLVM-" version ".so.1+0x1)\n"             \
  " #1 0x2 (/lib/libc.so.6+0x3)\n"                                             \
  " #2 0x3 (/l/libLLVM-" version ".so.1+0x" offset ")'\n"
#define IF_TEXT "[ -s in.c ] || exit 0\n" /* an empty file is fine */
/* Does one thing in its nth run and all later ones, another before. */
#define NTH(n, then, before)                                                   \
  "echo >>$0.runs; if [ $(wc -l <$0.runs) -ge " n " ]; then\n" then            \
  "\nelse\n" before "\nfi\n"

/* With what the bad compiler shows, another says so. */
static const struct {
  const char *bad, *other;
  verdict_kind kind;
  bool rejected;
  const char *detail;
} answers[] = {
  /* Lines, suffixes of files and libraries' versions move. */
  { ICE("f, at tree.cc:4693") "exit 4", ICE("f, at tree.cc:4700") "exit 4",
    VERDICT_CRASH, false, "internal compiler error: in f, at tree.cc:4700" },
  { ICE("f, at tree.cc:4693") "exit 4", ICE("f, at tree.c:12") "exit 4",
    VERDICT_CRASH, false, "internal compiler error: in f, at tree.c:12" },
  { ICE("f, at tree.cc:4693") "exit 4", ICE("g, at tree.cc:4693") "exit 4",
    VERDICT_OTHER, false, "internal compiler error: in g, at tree.cc:4693" },
  { ICE("f, at tree.cc:4693") "exit 4",
    "echo 'during GIMPLE pass: fre'\n" ICE("f, at tree.cc:4693") "exit 4",
    VERDICT_OTHER, false,
    "internal compiler error: in f, at tree.cc:4693; during GIMPLE pass: fre" },
  { "echo \"cc: t.c:10: f: Assertion \\`x' failed.\"; kill -ABRT $$",
    "echo \"cc: t.c:99: f: Assertion \\`x > 0' failed.\"; kill -ABRT $$",
    VERDICT_CRASH, false, "assertion `x > 0' at t.c:99" },
  { TRACE("14", "12") "exit 139", TRACE("19", "34") "exit 139", VERDICT_CRASH,
    false, "stack dump at libLLVM-19.so.1+0x34" },
  { "echo 'AddressSanitizer:DEADLYSIGNAL\n"
    "==1==ERROR: AddressSanitizer: SEGV on unknown address\n"
    "    #0 0x1 in parse /s/p.c:3:1\n    #1 0x2 in main /s/p.c:9:1'; exit 1",
    "echo '==1==ERROR: AddressSanitizer: SEGV on unknown address\n"
    "    #0 0x1 in emit /s/e.c:3:1\n    #1 0x2 in main /s/p.c:9:1'; exit 1",
    VERDICT_OTHER, false, "AddressSanitizer SEGV at emit at e.c:3" },
  { "kill -SEGV $$", "kill -SEGV $$", VERDICT_CRASH, false, "signal SIGSEGV" },
  { "kill -SEGV $$", "kill -ABRT $$", VERDICT_OTHER, false, "signal SIGABRT" },
  { "kill -SEGV $$", "kill -KILL $$", VERDICT_LATE, false,
    "killed from outside by SIGKILL" },

  { "kill -SEGV $$", "exit 0", VERDICT_FINE, false, NULL },
  { "kill -SEGV $$", "echo 'in.c:1:1: error: no'; exit 1", VERDICT_FINE, true,
    "line 1:1: error: no" },
  { "kill -SEGV $$", "echo 'in.c, line 6: bad xasm'; exit 1", VERDICT_FINE,
    true, "line 6: bad xasm" },
  { "kill -SEGV $$", "echo 'lua: in.c:6: near eof'; exit 1", VERDICT_FINE, true,
    "line 6: near eof" },
  /* The text has line markers. */
  { "kill -SEGV $$", "echo 'x.h:3: error: no'; exit 1", VERDICT_FINE, true,
    "x.h:3: error: no" },
  /* No place, but an empty file is fine. */
  { "kill -SEGV $$", IF_TEXT "echo syntax error; exit 1", VERDICT_FINE, true,
    "syntax error" },
  { "kill -SEGV $$", "echo 'in.c:1: warning: odd'; exit 1", VERDICT_OPTIONS,
    false, "in.c:1: warning: odd" },

  /* GCC, clang, tcc, pcc, sdcc and others do not know an option. */
  { "kill -SEGV $$",
    "echo \"cc1: error: unrecognized command-line option '-fodd'\"; exit 1",
    VERDICT_OPTIONS, false,
    "cc1: error: unrecognized command-line option '-fodd'" },
  { "kill -SEGV $$", "echo \"clang: error: unknown argument: '-fodd'\"; exit 1",
    VERDICT_OPTIONS, false, "clang: error: unknown argument: '-fodd'" },
  { "kill -SEGV $$", "echo \"tcc: error: invalid option -- '-fodd'\"; exit 1",
    VERDICT_OPTIONS, false, "tcc: error: invalid option -- '-fodd'" },
  { "kill -SEGV $$", "echo 'cc: unknown option -fodd'; exit 1", VERDICT_OPTIONS,
    false, "cc: unknown option -fodd" },
  { "kill -SEGV $$", "echo 'sdcc: -:0: error 10: unknown'; exit 1",
    VERDICT_OPTIONS, false, "sdcc: -:0: error 10: unknown" },
  { "kill -SEGV $$", "echo usage: cc FILE; exit 2", VERDICT_OPTIONS, false,
    "usage: cc FILE" },
  { "kill -SEGV $$", "exit 3", VERDICT_OPTIONS, false,
    "exit status 3, without a word" },
  /* A build that lacks a library. */
  { "kill -SEGV $$", "echo 'cc: libx.so.1: cannot open'; exit 127",
    VERDICT_OPTIONS, false, "cc: libx.so.1: cannot open" },

  { "kill -SEGV $$", "sleep 60", VERDICT_LATE, false, NULL },
};

START_TEST(test_verdict__each_answer_is_told)
{
  bool unstable = true;
  signature expected = learn(answers[_i].bad, &unstable);
  ck_assert(signature_is_crash(&expected));
  ck_assert(!unstable);
  ck_assert_int_eq(expected.level, MATCH_FUNCTION);
  question.expected = &expected;
  verdict got = find(answers[_i].other);
  ck_assert_int_eq(got.kind, answers[_i].kind);
  ck_assert_int_eq(got.rejected, answers[_i].rejected);
  ck_assert_uint_eq(got.agreeing, got.runs);
  ck_assert_uint_eq(got.runs, got.kind == VERDICT_LATE ? 1 : 3);
  if (answers[_i].detail)
    ck_assert_str_eq(got.detail, answers[_i].detail);
  else
    ck_assert_ptr_null(got.detail);
  verdict_dispose(&got);
  signature_dispose(&expected);
}
END_TEST

START_TEST(test_verdict__missing_compiler_has_no_start)
{
  signature expected = learn("kill -SEGV $$", &(bool){ false });
  question.expected = &expected;
  invocation command = compiler_of("exit 0");
  char *path = mem_format("%s/cc", with.folder);
  ck_assert_int_eq(unlink(path), 0);
  verdict got;
  ck_assert_int_eq(verdict_find(&got, &question, &command, NULL), RD_OK);
  ck_assert_int_eq(got.kind, VERDICT_NO_START);
  ck_assert_str_eq(got.detail, "cannot be started: No such file or directory");
  verdict_dispose(&got);
  invocation_dispose(&command);
  signature_dispose(&expected);
  free(path);
}
END_TEST

/* ---- other properties ---- */

static void assert_kind(const char *body, verdict_kind kind)
{
  verdict got = find(body);
  ck_assert_int_eq(got.kind, kind);
  verdict_dispose(&got);
}

START_TEST(test_verdict__hang_is_time_run_out)
{
  question.property = PROPERTY_HANG;
  question.limits.wall_ms = 300;
  question.repeat = 1;
  verdict got = find("sleep 60");
  ck_assert_int_eq(got.kind, VERDICT_CRASH);
  ck_assert_ptr_nonnull(strstr(got.detail, "not done after 0."));
  verdict_dispose(&got);
  assert_kind("exit 0", VERDICT_FINE);
  assert_kind("echo 'in.c:1: error: x'; exit 1", VERDICT_FINE);
  assert_kind("kill -SEGV $$", VERDICT_OTHER);
}
END_TEST

START_TEST(test_verdict__pattern_decides)
{
  regex_t pattern;
  ck_assert_int_eq(regcomp(&pattern, "cannot spill", REG_EXTENDED), 0);
  question.property = PROPERTY_PATTERN;
  question.pattern = &pattern;
  assert_kind("echo 'in.c:1: error: cannot spill'; exit 1", VERDICT_CRASH);
  assert_kind("echo 'in.c:1: error: no'; exit 1", VERDICT_FINE);
  assert_kind("exit 0", VERDICT_FINE);
  assert_kind(ICE("f, at x.cc:1") "exit 4", VERDICT_OTHER);
  regfree(&pattern);
}
END_TEST

START_TEST(test_verdict__pattern_comes_on_top_of_a_crash)
{
  regex_t pattern;
  ck_assert_int_eq(regcomp(&pattern, "spill", REG_EXTENDED), 0);
  question.pattern = &pattern;
  signature expected = learn("kill -SEGV $$", &(bool){ false });
  ck_assert(!signature_is_crash(&expected));
  expected = learn("echo spill; kill -SEGV $$", &(bool){ false });
  ck_assert(signature_is_crash(&expected));
  question.expected = &expected;
  assert_kind("echo spill; kill -SEGV $$", VERDICT_CRASH);
  assert_kind("kill -SEGV $$", VERDICT_OTHER);
  signature_dispose(&expected);
  regfree(&pattern);
}
END_TEST

START_TEST(test_verdict__script_answers_as_for_git)
{
  question.property = PROPERTY_SCRIPT;
  assert_kind("exit 0", VERDICT_CRASH);
  assert_kind("exit 1", VERDICT_FINE);
  assert_kind("echo 'in.c:1: error: x'; exit 1", VERDICT_FINE);
  assert_kind("exit 125", VERDICT_OTHER);
  assert_kind("no-such-program-anywhere", VERDICT_NO_START);
  assert_kind("sleep 60", VERDICT_LATE);
}
END_TEST

START_TEST(test_verdict__memory_is_too_much_at_its_limit)
{
  question.property = PROPERTY_MEMORY;
  question.limits.memory_bytes = 64u << 20;
  question.limits.wall_ms = 20000;
  question.repeat = 1;
  assert_kind("awk 'BEGIN { for (;;) s = s \"12345678\" s }'", VERDICT_CRASH);
  assert_kind("exit 0", VERDICT_FINE);
}
END_TEST

/* ---- what comes and goes ---- */

START_TEST(test_verdict__one_crash_outweighs_runs_that_are_fine)
{
  bool unstable = true;
  signature expected = learn("kill -SEGV $$", &unstable);
  question.expected = &expected;
  verdict got = find(NTH("3", "kill -SEGV $$", "exit 0"));
  ck_assert_int_eq(got.kind, VERDICT_CRASH);
  ck_assert_str_eq(got.detail, "signal SIGSEGV");
  ck_assert_uint_eq(got.runs, 3);
  ck_assert_uint_eq(got.agreeing, 1);
  verdict_dispose(&got);
  signature_dispose(&expected);
}
END_TEST

START_TEST(test_verdict__of_other_answers_the_frequent_one_counts)
{
  signature expected = learn("kill -SEGV $$", &(bool){ false });
  question.expected = &expected;
  verdict got =
      find(NTH("2", "echo 'in.c:1: error: x'; exit 1", "kill -ABRT $$"));
  ck_assert_int_eq(got.kind, VERDICT_FINE);
  ck_assert(got.rejected);
  ck_assert_str_eq(got.detail, "line 1: error: x");
  ck_assert_uint_eq(got.agreeing, 2);
  verdict_dispose(&got);
  signature_dispose(&expected);
}
END_TEST

START_TEST(test_verdict__compiler_that_ends_its_keeper_is_run_again)
{
  signature expected = learn("kill -SEGV $$", &(bool){ false });
  question.expected = &expected;
  assert_kind(NTH("2", "kill -SEGV $$", "kill -KILL $PPID; sleep 60"),
              VERDICT_CRASH);
  signature_dispose(&expected);
}
END_TEST

START_TEST(test_verdict__full_disk_is_no_answer)
{
  signature expected = learn("kill -SEGV $$", &(bool){ false });
  question.expected = &expected;
  invocation command =
      compiler_of("echo 'as: No space left on device'; exit 1");
  verdict got;
  rd_error err = { 0 };
  ck_assert_int_eq(verdict_find(&got, &question, &command, &err),
                   RD_ERR_NOSPACE);
  ck_assert_ptr_nonnull(strstr(err.message, "no space left"));
  invocation_dispose(&command);
  signature_dispose(&expected);
}
END_TEST

/* ---- learning ---- */

static const struct {
  const char *body, *line;
  match_level level;
  bool unstable;
} lessons[] = {
  { "exit 0", "", MATCH_EXACT, false },
  { "echo 'in.c:1: error: x'; exit 1", "", MATCH_EXACT, false },
  { "kill -KILL $$", "", MATCH_EXACT, false },
  { ICE("f, at x.cc:7") "exit 4", "internal compiler error in f, at x.cc",
    MATCH_FUNCTION, false },
  { NTH("2", ICE("f, at x.cc:8") "exit 4", ICE("f, at x.cc:7") "exit 4"),
    "internal compiler error in f, at x.cc", MATCH_FUNCTION, false },
  { NTH("3", ICE("g, at x.cc:8") "exit 4", ICE("f, at x.cc:7") "exit 4"),
    "internal compiler error", MATCH_KIND, false },
  { NTH("2", "kill -SEGV $$", "exit 0"), "signal SIGSEGV", MATCH_FUNCTION,
    true },
  { NTH("2", "kill -SEGV $$", "kill -ABRT $$"), "signal SIGABRT", MATCH_KIND,
    true },
};

START_TEST(test_verdict__learns_what_all_runs_show)
{
  bool unstable = true;
  signature got = learn(lessons[_i].body, &unstable);
  char *line = signature_line(&got);
  ck_assert_str_eq(line, lessons[_i].line);
  if (signature_is_crash(&got))
    ck_assert_str_eq(match_level_name(got.level),
                     match_level_name(lessons[_i].level));
  ck_assert_int_eq(unstable, lessons[_i].unstable);
  free(line);
  signature_dispose(&got);
}
END_TEST

START_TEST(test_verdict__given_level_stays)
{
  static const match_level exact = MATCH_EXACT;
  question.level = &exact;
  bool unstable = true;
  signature got = learn(ICE("f, at x.cc:7") "exit 4", &unstable);
  ck_assert(!unstable);
  question.expected = &got;
  assert_kind(ICE("f, at x.cc:7") "exit 4", VERDICT_CRASH);
  assert_kind(ICE("f, at x.cc:8") "exit 4", VERDICT_OTHER);
  signature_dispose(&got);
  got = learn(
      NTH("2", ICE("f, at x.cc:8") "exit 4", ICE("f, at x.cc:7") "exit 4"),
      &unstable);
  ck_assert_int_eq(got.level, MATCH_EXACT);
  ck_assert(unstable);
  signature_dispose(&got);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("verdict");
  TCase *tcase = tcase_create("verdict");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, test_verdict__each_answer_is_told, 0,
                      sizeof answers / sizeof *answers);
  tcase_add_test(tcase, test_verdict__missing_compiler_has_no_start);
  tcase_add_test(tcase, test_verdict__hang_is_time_run_out);
  tcase_add_test(tcase, test_verdict__pattern_decides);
  tcase_add_test(tcase, test_verdict__pattern_comes_on_top_of_a_crash);
  tcase_add_test(tcase, test_verdict__script_answers_as_for_git);
  tcase_add_test(tcase, test_verdict__memory_is_too_much_at_its_limit);
  tcase_add_test(tcase, test_verdict__one_crash_outweighs_runs_that_are_fine);
  tcase_add_test(tcase, test_verdict__of_other_answers_the_frequent_one_counts);
  tcase_add_test(tcase,
                 test_verdict__compiler_that_ends_its_keeper_is_run_again);
  tcase_add_test(tcase, test_verdict__full_disk_is_no_answer);
  tcase_add_loop_test(tcase, test_verdict__learns_what_all_runs_show, 0,
                      sizeof lessons / sizeof *lessons);
  tcase_add_test(tcase, test_verdict__given_level_stays);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
