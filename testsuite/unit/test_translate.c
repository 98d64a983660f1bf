/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Another compiler gets what it is thought to know of a command. */
#include "triage/translate.h"

#include <stdlib.h>

#include "compiler/words.h"
#include "run_tests.h"

/* The command for another family, as a line. */
static char *translated(compiler_family from, compiler_family to,
                        const char *line)
{
  strings words = { 0 }, out = { 0 };
  ck_assert(words_split(&words, line));
  invocation command;
  ck_assert_int_eq(
      invocation_parse(&command, strings_argv(&words), "in.c", "/tmp", NULL),
      RD_OK);
  compiler known = { .family = from };
  translation what = { &command, &known, "other", to, "in.c" };
  translate(&out, &what);
  char *got = words_join(strings_argv(&out));
  strings_free(&out);
  invocation_dispose(&command);
  strings_free(&words);
  return got;
}

static void assert_translated(compiler_family from, compiler_family to,
                              const char *line, const char *wanted)
{
  char *got = translated(from, to, line);
  ck_assert_str_eq(got, wanted);
  free(got);
}

START_TEST(test_translate__another_version_gets_all)
{
  assert_translated(FAMILY_GCC, FAMILY_GCC,
                    "gcc -O2 -fmodulo-sched -S -o x in.c",
                    "other -O2 -fmodulo-sched -S -o hdd-out in.c");
}
END_TEST

START_TEST(test_translate__another_family_gets_what_is_shared)
{
  assert_translated(FAMILY_GCC, FAMILY_CLANG,
                    "gcc -O2 -fmodulo-sched -std=gnu99 -D A=1 -DB -m32 in.c",
                    "other -c -O2 -std=gnu99 -D A=1 -DB -m32 -o hdd-out in.c");
  assert_translated(FAMILY_CLANG, FAMILY_GCC,
                    "clang -target bpf -O1 -mllvm -x=y -S in.c",
                    "other -O1 -S -o hdd-out in.c");
}
END_TEST

START_TEST(test_translate__unknown_families_are_not_the_same)
{
  assert_translated(FAMILY_OTHER, FAMILY_OTHER, "mycc -Zodd -O1 in.c",
                    "other -c -O1 -o hdd-out in.c");
}
END_TEST

START_TEST(test_translate__programs_unlike_gcc_share_nothing)
{
  assert_translated(FAMILY_RUSTC, FAMILY_RUSTC,
                    "rustc --edition 2021 --emit=mir -o x in.c",
                    "other --edition 2021 --emit=mir -o hdd-out in.c");
  assert_translated(FAMILY_ECJ, FAMILY_JAVAC, "ecj -17 -d none in.c",
                    "other in.c");
  assert_translated(FAMILY_GO, FAMILY_GCC, "go build -x in.c",
                    "other -c -o hdd-out in.c");
}
END_TEST

START_TEST(test_translate__compiler_proper_becomes_a_driver)
{
  assert_translated(
      FAMILY_GCC, FAMILY_GCC,
      "cc1 -quiet in.c -dumpbase in.c -mtune=generic -O2 -fmodulo-sched -o x",
      "other -mtune=generic -O2 -fmodulo-sched -c -o hdd-out in.c");
  assert_translated(FAMILY_CLANG, FAMILY_CLANG,
                    "clang -cc1 -triple bpf -emit-obj -O2 -o x in.c",
                    "other -cc1 -triple bpf -emit-obj -O2 -o hdd-out in.c");
}
END_TEST

static const struct {
  const char *line, *word;
} complaints[] = {
  { "gcc-11: error: unrecognized command-line option '-mlra'", "-mlra" },
  { "clang: error: unknown argument: '-fmodulo-sched'", "-fmodulo-sched" },
  { "clang: error: unsupported option '-mlra' for target 'x'", "-mlra" },
  { "cc1: error: bad value ('odd') for '-march=' switch", "-march=odd" },
  { "tcc: error: invalid option -- '-S'", "-S" },
  { "warning 117: unknown compiler option '-mlra' ignored", "-mlra" },
  { "error: unknown argument -mlra.", "-mlra" },
  { "in.c:3:5: error: unknown type name '-mlra'", NULL },
  { "cc1: error: cannot find -mlra", NULL },
  { "clang: error: unknown argument: '-mlra2'", NULL },
  { "clang: error: unknown argument: '-fno-mlra'", NULL },
};

START_TEST(test_translate__complaints_name_a_word_of_the_command)
{
  strings words = { 0 }, found = { 0 };
  ck_assert(
      words_split(&words, "cc -mlra -fmodulo-sched -march=odd -S -o x in.c"));
  complaints_find(&found, complaints[_i].line, &words);
  ck_assert_uint_eq(found.size, complaints[_i].word ? 1 : 0);
  if (found.size)
    ck_assert_str_eq(found.data[0], complaints[_i].word);
  strings_free(&found);
  strings_free(&words);
}
END_TEST

/* The line that is left of the words, which it takes. */
static void expect_left(strings *words, strings *removed, const char *left)
{
  words_remove(words, removed);
  char *line = words_join(strings_argv(words));
  ck_assert_str_eq(line, left);
  free(line);
  strings_free(removed);
  strings_free(words);
}

START_TEST(test_translate__option_goes_with_the_word_before_it)
{
  strings words = { 0 }, removed = { 0 };
  ck_assert(words_split(&words, "clang -O1 -Xclang -mllvm -Xclang -licm "
                                "--param foo=1 -c in.c"));
  complaints_find(&removed, "clang: Unknown command line argument '-licm'",
                  &words);
  complaints_find(&removed, "unrecognized option '--param=foo=1'", &words);
  expect_left(&words, &removed, "clang -O1 -c in.c");
}
END_TEST

START_TEST(test_translate__mode_that_is_unknown_becomes_c)
{
  strings words = { 0 }, removed = { 0 };
  ck_assert(words_split(&words, "tcc -S -O1 in.c"));
  strings_add(&removed, "-S");
  strings_add(&removed, "-O1");
  expect_left(&words, &removed, "tcc -c in.c");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("translate");
  TCase *tcase = tcase_create("translate");
  tcase_add_test(tcase, test_translate__another_version_gets_all);
  tcase_add_test(tcase, test_translate__another_family_gets_what_is_shared);
  tcase_add_test(tcase, test_translate__unknown_families_are_not_the_same);
  tcase_add_test(tcase, test_translate__programs_unlike_gcc_share_nothing);
  tcase_add_test(tcase, test_translate__compiler_proper_becomes_a_driver);
  tcase_add_loop_test(tcase,
                      test_translate__complaints_name_a_word_of_the_command, 0,
                      sizeof complaints / sizeof *complaints);
  tcase_add_test(tcase, test_translate__option_goes_with_the_word_before_it);
  tcase_add_test(tcase, test_translate__mode_that_is_unknown_becomes_c);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
