/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which failed commands are run a second time. */
#include "watch/crash_filter.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "compiler/words.h"
#include "reduce/process.h"
#include "run_tests.h"

/* What wait(2) gives for an exit status and for a signal. */
#define EXITED(code) ((code) << 8)
#define KILLED(number) (number)

static failure_kind look(const char *line, int status)
{
  strings words = { 0 };
  ck_assert(words_split(&words, line));
  failure_kind found = crash_filter(strings_argv(&words), status);
  strings_free(&words);
  return found;
}

START_TEST(test_crash_filter__deaths_are_told_from_errors)
{
  static const struct {
    int status;
    failure_kind found;
  } rows[] = {
    { EXITED(0), FAILURE_ORDINARY },
    { EXITED(1), FAILURE_MAYBE_CRASH },
    { EXITED(2), FAILURE_MAYBE_CRASH },
    { EXITED(4), FAILURE_MAYBE_CRASH },
    { EXITED(70), FAILURE_MAYBE_CRASH },
    { EXITED(126), FAILURE_ORDINARY },
    { EXITED(127), FAILURE_ORDINARY },
    { EXITED(254), FAILURE_MAYBE_CRASH },
    { EXITED(128 + SIGSEGV), FAILURE_SIGNAL },
    { EXITED(128 + SIGINT), FAILURE_ORDINARY },
    { EXITED(128 + SIGKILL), FAILURE_ORDINARY },
    { KILLED(SIGSEGV), FAILURE_SIGNAL },
    { KILLED(SIGABRT), FAILURE_SIGNAL },
    { KILLED(SIGABRT | 128), FAILURE_SIGNAL }, /* with a core file */
    { KILLED(SIGKILL), FAILURE_ORDINARY },
    { KILLED(SIGTERM), FAILURE_ORDINARY },
    { KILLED(SIGINT), FAILURE_ORDINARY },
    { KILLED(SIGXCPU), FAILURE_ORDINARY },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_msg(look("gcc -c a.c", rows[i].status) == rows[i].found,
                  "row %zu", i);
}
END_TEST

START_TEST(test_crash_filter__only_what_compiles_a_file_is)
{
  static const struct {
    const char *line;
    bool is;
  } rows[] = {
    { "gcc -O2 -c src/a.c -o a.o", true },
    { "gcc a.c b.c", true },
    { "clang++ -c x.y/a.cpp", true },
    { "gcc -c a.i -dumpdir d", true },
    { "gcc @words", true },
    { "ccache gcc -c a.c", true },
    { "gcc a.o b.o -o prog", false },
    { "gcc", false },
    { "gcc -E a.c", false },
    { "gcc -MM a.c", false },
    { "gcc -MD -c a.c", true },
    { "gcc --version a.c", false },
    { "gcc -print-search-dirs", false },
    { "gcc -dM -E a.c", false },
    { "gcc -x c -", false },
    { "gcc -c a.c -", false },
    { "gcc -S -o - a.c", true },
    { "gcc -c x.c/a", false },
    { "ar rc a.a a.o", false },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_msg((look(rows[i].line, EXITED(1)) != FAILURE_ORDINARY) ==
                      rows[i].is,
                  "%s", rows[i].line);
}
END_TEST

START_TEST(test_crash_filter__probes_that_fail_are_not)
{
  static const char *const lines[] = {
    "gcc -c -O2 conftest.c",
    "gcc -o x -c /b/CMakeFiles/CMakeScratch/TryCompile-1/src.c",
    "gcc -o x -c /b/meson-private/tmp1/testfile.c",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ck_assert_int_eq(look(lines[i], EXITED(1)), FAILURE_ORDINARY);
    ck_assert_int_eq(look(lines[i], EXITED(4)), FAILURE_MAYBE_CRASH);
    ck_assert_int_eq(look(lines[i], KILLED(SIGSEGV)), FAILURE_SIGNAL);
  }
}
END_TEST

START_TEST(test_crash_filter__folder_of_probes_tells_too)
{
  char *top;
  ck_assert(!rd_scratch_new(&top, NULL));
  ck_assert(!chdir(top) &&
            look("gcc -c src.c", EXITED(1)) == FAILURE_MAYBE_CRASH);
  char *folder = mem_format("mkdir -p %s/CMakeFiles/CMakeTmp/x", top);
  ck_assert(!system(folder) && !chdir("CMakeFiles/CMakeTmp/x"));
  ck_assert_int_eq(look("gcc -c src.c", EXITED(1)), FAILURE_ORDINARY);
  ck_assert(!chdir("/"));
  rd_scratch_remove(top);
  free(folder);
  free(top);
}
END_TEST

START_TEST(test_crash_filter__watch_inside_is_seen)
{
  static const struct {
    const char *line;
    bool is;
  } rows[] = {
    { "clang-hdd watch -- gcc -c a.c", true },
    { "ccache /usr/bin/clang-hdd watch gcc -c a.c", true },
    { "gcc -c a.c clang-hdd watch", false },
    { "clang-hdd reduce a.c", false },
    { "clang-hdd", false },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    strings words = { 0 };
    ck_assert(words_split(&words, rows[i].line));
    ck_assert_int_eq(crash_filter_is_nested(strings_argv(&words)), rows[i].is);
    strings_free(&words);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("crash_filter",
                   test_crash_filter__deaths_are_told_from_errors,
                   test_crash_filter__only_what_compiles_a_file_is,
                   test_crash_filter__probes_that_fail_are_not,
                   test_crash_filter__folder_of_probes_tells_too,
                   test_crash_filter__watch_inside_is_seen);
}
