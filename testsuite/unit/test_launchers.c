/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What stands before a compiler goes, and what it would have set stays. */
#include "compiler/launchers.h"

#include "intake_fixture.h"
#include "run_fixture.h"

static launched rest;

/* What is left of the line: lent until the next. */
static const char *stripped(const char *line)
{
  static char *left;
  strings words = { 0 };
  ck_assert(words_split(&words, line));
  launched_dispose(&rest);
  launchers_strip(&words, &rest);
  free(left);
  left = words_join(strings_argv(&words));
  strings_free(&words);
  return left;
}

START_TEST(test_launchers__are_removed_with_their_options)
{
  static const char *const rows[][2] = {
    { "gcc -c a.c", "gcc -c a.c" },
    { "ccache gcc -c a.c", "gcc -c a.c" },
    { "/usr/bin/ccache max_size=1G gcc -c a.c", "gcc -c a.c" },
    { "sccache distcc icecc gomacc gcc a.c", "gcc a.c" },
    { "distcc -j4 gcc a.c", "gcc a.c" },
    { "distcc -O2 -c a.c", "cc -O2 -c a.c" },
    { "nice -n 19 gcc a.c", "gcc a.c" },
    { "nice -19 gcc a.c", "gcc a.c" },
    { "ionice -c 3 gcc a.c", "gcc a.c" },
    { "timeout -k 5 --signal=INT 10s gcc a.c", "gcc a.c" },
    { "taskset -c 0-1 gcc a.c", "gcc a.c" },
    { "timeout 10", "timeout 10" },
    { "time -f %e -o log gcc a.c", "gcc a.c" },
    { "env A=1 -u B gcc a.c", "gcc a.c" },
    { "env - gcc a.c", "gcc a.c" },
    { "env -S 'gcc -c' a.c", "gcc -c a.c" },
    { "env '-vSA=1 gcc  -c' a.c", "gcc -c a.c" },
    { "env --split-string='nice gcc' a.c", "gcc a.c" },
    { "env -S 'it is' gcc", "it is gcc" },
    { "env -S", "env -S" },
    { "env --unset X --argv0=y gcc", "gcc" },
    { "env -iu X gcc", "gcc" },
    { "nice --adjustment=5 gcc", "gcc" },
    { "nice --adjustment 5 gcc", "gcc" },
    { "ionice --class 3 --ignore gcc", "gcc" },
    { "stdbuf --output L -e0 gcc", "gcc" },
    { "timeout --sig KILL --kill-after=5 9 gcc", "gcc" },
    { "time --portability gcc", "gcc" },
    { "time -vao log gcc", "gcc" },
    { "time -pqolog gcc", "gcc" },
    { "ionice -tc 3 gcc", "gcc" },
    { "ionice -tc3 -n7 gcc", "gcc" },
    { "chrt 10 gcc", "gcc" },
    { "chrt -b gcc -O2", "gcc -O2" },
    { "chrt -Ri 0 gcc", "gcc" },
    { "chrt -dT 9 -P 9 --sched-deadline=9 0 gcc", "gcc" },
    { "timeout -vk 5 -vsKILL 10 gcc", "gcc" },
    { "taskset -ac 0 gcc", "gcc" },
    { "choom -n 100 -- gcc", "gcc" },
    { "nice --5 gcc", "gcc" },
    { "setsid -fw gcc", "gcc" },
    { "exec -cla name gcc", "gcc" },
    { "env -0vu X gcc", "gcc" },
    { "prlimit --stack=9 gcc", "prlimit --stack=9 gcc" },
    { "A=1 B= gcc a.c", "gcc a.c" },
    { "libtool --tag=CC --mode=compile gcc -prefer-pic -c a.c", "gcc -c a.c" },
    { "/bin/bash ../libtool --mode=compile gcc -c a.c", "gcc -c a.c" },
    { "clang-hdd watch -- ccache gcc a.c", "gcc a.c" },
    { "clang-hdd watch --quiet -- gcc a.c", "gcc a.c" },
    { "clang-hdd list", "clang-hdd list" },
    { "./icecc gcc-9 -c a.c", "gcc-9 -c a.c" },
    { "./icecc -c a.c", "./icecc -c a.c" },
    { "./distcc a.c -c", "./distcc a.c -c" },
    { "ccache", "ccache" },
    { "A=1", "A=1" },
    { "nice -n", "nice -n" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_str_eq(stripped(rows[i][0]), rows[i][1]);
}
END_TEST

START_TEST(test_launchers__variables_are_kept)
{
  ck_assert_str_eq(stripped("A=1 env -u B --unset=C -S 'D=x=y -Csub nice' gcc"),
                   "gcc");
  char *all = words_join(strings_argv(&rest.environment));
  ck_assert_str_eq(all, "A=1 B C D=x=y");
  free(all);
  ck_assert_str_eq(rest.directory, "sub");
}
END_TEST

START_TEST(test_launchers__link_to_a_cache_is_followed_past_it)
{
  ck_assert_int_eq(mkdir("masks", 0700), 0);
  put_program("bin/ccache", NULL);
  put_program("bin/gcc", NULL);
  put_program("masks/gcc", "../bin/ccache");
  put_program("masks/clang", "../bin/ccache");
  char *path = mem_format("%s/masks:%s/bin", folder, folder);
  ck_assert_int_eq(setenv("PATH", path, 1), 0);
  free(path);
  char *behind = mem_format("%s/bin/gcc -c", folder);
  char *masked = mem_format("%s/masks/gcc -c", folder);
  ck_assert_str_eq(stripped("gcc -c"), behind);
  ck_assert_str_eq(stripped(masked), behind);
  /* There is no other. */
  ck_assert_str_eq(stripped("clang -c"), "clang -c");
  free(masked);
  free(behind);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_launchers__are_removed_with_their_options,
    &test_launchers__variables_are_kept,
    &test_launchers__link_to_a_cache_is_followed_past_it,
  };
  return run_fixture("launchers", tests, sizeof tests / sizeof *tests,
                     enter_folder, leave_folder);
}
