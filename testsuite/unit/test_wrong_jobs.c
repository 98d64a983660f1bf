/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The processes of a driver, from what it prints with -###. */
#include <string.h>

#include "base/files.h"
#include "run_tests.h"
#include "wrong/aliasing.h"
#include "wrong/host.h"
#include "wrong/jobs.h"
#include "wrong/sieve.h"

static const char gcc[] =
    "Using built-in specs.\n"
    "COLLECT_GCC=gcc-12\n"
    " /lib/gcc/12/cc1 -quiet in.c -dumpbase in.c -O2 -o /tmp/ccA.s\n"
    " as --64 -o /tmp/ccB.o /tmp/ccA.s\n"
    "COMPILER_PATH=/lib/gcc/12/\n"
    " /lib/gcc/12/collect2 -plugin /lib/lto.so \"-plugin-opt=-fresolution="
    "/tmp/ccC.res\" -fuse-ld=gold -pie -o ./hdd-program /tmp/ccB.o -lc\n";

static void expect_from(const strings *words, size_t at,
                        const char *const *expected)
{
  for (size_t i = 0; expected[i]; i++)
    ck_assert_str_eq(words->data[at + i], expected[i]);
}

START_TEST(test_wrong_jobs__what_one_writes_for_the_next_is_private)
{
  strings words;
  ck_assert(jobs_read(&words, gcc));
  const char *const expected[] = { "/lib/gcc/12/cc1",
                                   "-quiet",
                                   "in.c",
                                   "-dumpbase",
                                   "in.c",
                                   "-O2",
                                   "-o",
                                   "hdd-job-1.s",
                                   ";",
                                   "as",
                                   "--64",
                                   "-o",
                                   "hdd-job-2.o",
                                   "hdd-job-1.s",
                                   ";",
                                   NULL };
  expect_from(&words, 0, expected);
  strings_free(&words);
}
END_TEST

START_TEST(test_wrong_jobs__the_last_is_a_linker_without_plugin)
{
  strings words;
  ck_assert(jobs_read(&words, gcc));
  ck_assert_pstr_ne(words.data[15], "/lib/gcc/12/collect2");
  const char *const expected[] = { "-pie",        "-o",  "./hdd-program",
                                   "hdd-job-2.o", "-lc", ";",
                                   NULL };
  ck_assert_uint_eq(words.size, 22);
  expect_from(&words, 16, expected);
  strings_free(&words);
}
END_TEST

/* Gold takes 5 ms to start, the usual one 3. */
START_TEST(test_wrong_jobs__what_a_host_loads_is_linked_by_the_usual_linker)
{
  strings words;
  ck_assert(jobs_read(&words, " cc1 in.c -o /tmp/ccA.s\n"
                              " collect2 -shared -o x /tmp/ccA.s\n"));
  ck_assert_str_eq(base_name(words.data[5]), "ld");
  strings_free(&words);
}
END_TEST

START_TEST(test_wrong_jobs__other_texts_are_not_understood)
{
  static const char *const texts[] = {
    "",
    "tcc: error: invalid option -- '-###'\n",
    " as\n",
    " as in.s\n",
    " cc1 in.c\n ld -o x y.o\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    strings words;
    ck_assert_msg(!jobs_read(&words, texts[i]), "%s", texts[i]);
    ck_assert_uint_eq(words.size, 0);
  }
}
END_TEST

static bool wanted(const char *option)
{
  strings build = { 0 };
  strings_add(&build, "ld"); /* any program that is no script */
  strings_add(&build, option);
  bool is = jobs_are_wanted(&build);
  strings_free(&build);
  return is;
}

START_TEST(test_wrong_jobs__drivers_that_link_in_their_own_way_stay)
{
  ck_assert(wanted("-O2"));
  ck_assert(wanted(SIEVE_LINKER));
  ck_assert(!wanted("-flto=auto"));
  ck_assert(!wanted("-fuse-ld=lld"));
  ck_assert(!wanted("-Wl,-z,now"));
}
END_TEST

START_TEST(test_wrong_jobs__more_options_win_over_those_of_the_command)
{
  const char *const typed[] = { "gcc", "-O1", "-fgcse", "a.c", NULL };
  const compiler of = { 0 };
  invocation command;
  strings more = { 0 }, words = { 0 };
  strings_add(&more, "-fno-gcse");
  ck_assert(!invocation_parse(&command, typed, "a.c", "/", NULL));
  const sieve_builds with = { &command, &of, NULL };
  sieve_command(&words, &with, NULL, &more);
  ck_assert(strings_has(&words, "-fgcse"));
  ck_assert_str_eq(words.data[words.size - 1], "-fno-gcse");
  strings_free(&words);
  strings_free(&more);
  invocation_dispose(&command);
}
END_TEST

/* Reading those of libc is most of what a link takes. */
START_TEST(test_wrong_jobs__what_a_host_loads_has_no_libraries)
{
  const char *const typed[] = { "gcc", "a.c", "-lm", NULL };
  strings build = { 0 }, words = { 0 };
  for (size_t i = 0; typed[i]; i++)
    strings_add(&build, typed[i]);
  host_words(&words, &build);
  ck_assert(strings_has(&words, "a.c"));
  ck_assert(strings_has(&words, "-shared"));
  ck_assert(strings_has(&words, "-nodefaultlibs"));
  ck_assert(!strings_has(&words, "-lm"));
  strings_free(&build);
  strings_free(&words);
}
END_TEST

START_TEST(test_wrong_jobs__clang_gives_a_module_that_is_marked)
{
  static const char clang[] =
      "Debian clang version 19\n"
      " \"/llvm/clang\" \"-cc1\" \"-emit-obj\" \"-O1\" \"-o\" \"/tmp/a.o\" "
      "\"-x\" \"c\" \"in.c\"\n"
      " \"/usr/bin/ld\" \"-shared\" \"-o\" \"./hdd-program\" \"/tmp/a.o\"\n";
  const char *const expected[] = { "/llvm/clang",
                                   "-cc1",
                                   "-emit-llvm",
                                   "-O1",
                                   "-o",
                                   "hdd-marked.ll",
                                   "-x",
                                   "c",
                                   "in.c",
                                   ";",
                                   "/differs",
                                   "mark",
                                   "hdd-marked.ll",
                                   ";",
                                   "/llvm/clang",
                                   "-cc1",
                                   "-emit-obj",
                                   "-O0",
                                   "-o",
                                   "hdd-job-1.o",
                                   "-x",
                                   "ir",
                                   "hdd-marked.ll",
                                   ";",
                                   NULL };
  strings words;
  ck_assert(jobs_read(&words, clang));
  ck_assert(aliasing_jobs(&words, "/differs"));
  expect_from(&words, 0, expected);
  strings_free(&words);
  ck_assert(jobs_read(&words, gcc));
  ck_assert(!aliasing_jobs(&words, "/differs"));
  expect_from(&words, 0, (const char *const[]){ "/lib/gcc/12/cc1", NULL });
  strings_free(&words);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "wrong_jobs", test_wrong_jobs__what_one_writes_for_the_next_is_private,
      test_wrong_jobs__the_last_is_a_linker_without_plugin,
      test_wrong_jobs__what_a_host_loads_is_linked_by_the_usual_linker,
      test_wrong_jobs__other_texts_are_not_understood,
      test_wrong_jobs__drivers_that_link_in_their_own_way_stay,
      test_wrong_jobs__more_options_win_over_those_of_the_command,
      test_wrong_jobs__what_a_host_loads_has_no_libraries,
      test_wrong_jobs__clang_gives_a_module_that_is_marked);
}
