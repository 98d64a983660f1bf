/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilers are told apart by what they print, and asked before they are given
 * options of ours. */
#include "compiler/compiler.h"

#include "compiler/words.h"
#include "fake_compiler.h"
#include "run_fixture.h"

static fake with;

static void set_up(void)
{
  fake_set_up(&with, "-O2");
}

static void tear_down(void)
{
  fake_tear_down(&with);
}

START_TEST(test_compiler__probing_finds_family_and_macros)
{
  ck_assert_int_eq(with.compiler.family, FAMILY_GCC);
  ck_assert_str_eq(with.compiler.version, "fake-gcc (GCC) 1.0");
  ck_assert_str_eq(with.compiler.macros, "#define __FAKE__ 1\n");
  ck_assert_uint_eq(with.compiler.extra.size, 0);
}
END_TEST

START_TEST(test_compiler__value_of_the_last_option_stays_its_value)
{
  const char *const words[] = { with.argv.data[0], "in.c", "-I", "x", NULL };
  invocation command;
  compiler asked;
  ck_assert(!invocation_parse(&command, words, "in.c", "/tmp", NULL));
  ck_assert(!compiler_probe(&asked, &with.run, &command, "", 0, NULL));
  ck_assert_ptr_nonnull(asked.macros);
  compiler_dispose(&asked);
  invocation_dispose(&command);
}
END_TEST

START_TEST(test_compiler__folders_are_for_all_in_their_own_form)
{
  char *const forms[][2] = { { "-iquote", "/a" }, { "-fno-x", "-I/a" } };
  for (size_t i = 0; i < 2; i++) {
    compiler from = { 0 };
    strings out = { 0 };
    strings_add(&from.extra, forms[i][0]);
    strings_add(&from.extra, forms[i][1]);
    compiler_add_folders(&out, &from, FAMILY_CLANG);
    compiler_add_folders(&out, &from, FAMILY_TCC);
    char *line = words_join(strings_argv(&out));
    ck_assert_str_eq(line, "-iquote /a -I/a");
    free(line);
    strings_free(&out);
    compiler_dispose(&from);
  }
}
END_TEST

START_TEST(test_compiler__wrapper_of_a_compiler_is_one)
{
  char *path = mem_format("%s/wrapper.sh", with.run.kept);
  ck_assert_int_eq(symlink("fake-gcc", path), 0);
  const char *const words[] = { path, "-O2", NULL };
  invocation command;
  compiler asked;
  ck_assert(!invocation_parse(&command, words, "in.c", "/tmp", NULL));
  ck_assert(command.foreign);
  ck_assert(!compiler_probe(&asked, &with.run, &command, "", 0, NULL));
  ck_assert(!command.foreign);
  ck_assert_str_eq(command.words.data[1], "-c");
  compiler_dispose(&asked);
  invocation_dispose(&command);
  free(path);
}
END_TEST

START_TEST(test_compiler__gnu_program_is_no_gcc)
{
  static const char script[] = "#!/bin/sh\n[ $1 != --version ] || echo 'as "
                               "(GNU) 2.40\nFree Software Foundation'\n";
  char *path = mem_format("%s/as", with.run.kept);
  ck_assert(!file_write(path, script, sizeof script - 1, NULL));
  ck_assert_int_eq(chmod(path, 0700), 0);
  const char *const words[] = { path, NULL };
  invocation command;
  compiler asked;
  ck_assert(!invocation_parse(&command, words, "in.c", "/tmp", NULL));
  ck_assert(!compiler_probe(&asked, &with.run, &command, "", 0, NULL));
  ck_assert_int_eq(asked.family, FAMILY_OTHER);
  ck_assert_str_eq(asked.version, "as (GNU) 2.40");
  compiler_dispose(&asked);
  invocation_dispose(&command);
  free(path);
}
END_TEST

START_TEST(test_compiler__folder_of_the_file_is_searched_for_includes)
{
  static const char file[] = "#include \"x.h\"\n";
  compiler asked;
  ck_assert_int_eq(compiler_probe(&asked, &with.run, &with.command, file,
                                  sizeof file - 1, NULL),
                   RD_OK);
  ck_assert_uint_eq(asked.extra.size, 2);
  ck_assert_str_eq(asked.extra.data[0], "-iquote");
  ck_assert_str_eq(asked.extra.data[1], "/tmp");
  compiler_dispose(&asked);
}
END_TEST

/* The extra arguments for /home/u/NAME, if the program says so in /tmp. */
static char *extra_for(const char *program, const char *name, const char *says)
{
  char *path = mem_format("%s/%s", with.run.kept, program);
  char *script = mem_format("#!/bin/sh\necho '%s'\n", says);
  char *file = mem_format("/home/u/%s", name);
  ck_assert(!file_write(path, script, strlen(script), NULL));
  ck_assert_int_eq(chmod(path, 0700), 0);
  const char *const words[] = { path, NULL };
  invocation command;
  compiler asked;
  ck_assert(!invocation_parse(&command, words, file, "/tmp", NULL));
  ck_assert(!compiler_probe(&asked, &with.run, &command, "x", 1, NULL));
  char *line = words_join(strings_argv(&asked.extra));
  compiler_dispose(&asked);
  invocation_dispose(&command);
  free(file);
  free(script);
  free(path);
  return line;
}

START_TEST(test_compiler__folders_are_searched_for_what_other_languages_read)
{
  static const char *const rows[][4] = {
    { "gfortran", "a.f90", "m.mod: No such file", "-I/home/u -I/tmp" },
    { "gfortran", "a.f90", "error: bad", "" },
    { "gfortran", "a.c", "m.h: No such file", "" },
    { "gcc", "a.adb", "file m.ads not found", "-I/home/u -I/tmp" },
    { "iverilog", "a.v", "file m.vh not found", "-I/home/u -I/tmp" },
    { "yosys", "a.v", "file m.vh not found", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *line = extra_for(rows[i][0], rows[i][1], rows[i][2]);
    ck_assert_str_eq(line, rows[i][3]);
    free(line);
  }
}
END_TEST

START_TEST(test_compiler__includes_are_found_at_the_start_of_lines)
{
  static const struct {
    const char *text;
    bool has;
  } texts[] = {
    { "#include <a>", true },
    { "int x;\n  #  include \"a\"\n", true },
    { "#import <a>\n", true },
    { "#include_next <a>\n", true },
    { "int include;\n", false },
    { "x #include <a>\n", false },
    { "#define include\n", false },
    { "", false },
    { "#", false },
    { "#inclu", false },
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    ck_assert_int_eq(has_includes(texts[i].text, strlen(texts[i].text)),
                     texts[i].has);
}
END_TEST

START_TEST(test_compiler__target_is_in_one_word_or_two)
{
  static const char *const lines[][3] = { { "cc", "-target", "bpf" },
                                          { "cc", "--target", "bpf" },
                                          { "cc", "-triple", "bpf" },
                                          { "cc", "--target=avr",
                                            "--target=bpf" } };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    strings words = { 0 };
    for (size_t j = 0; j < 3; j++)
      strings_add(&words, lines[i][j]);
    ck_assert_str_eq(compiler_target(&words), "bpf");
    words.size = 2;
    if (i < 3)
      ck_assert_ptr_null(compiler_target(&words));
    words.size = 3;
    strings_free(&words);
  }
}
END_TEST

START_TEST(test_compiler__run_leaves_no_file)
{
  const char *const argv[] = { "sh", "-c",
                               "echo x >y; echo z >\"$TMPDIR/z\"; "
                               "ls",
                               NULL };
  rd_limits limits = { .wall_ms = 10000 };
  source bug = fake_source("bug");
  rd_run run = { 0 };
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(runner_run(&run, &with.run, argv, &bug, &limits, NULL),
                     RD_OK);
    ck_assert_str_eq(run.output, "in.c\ny\n");
    rd_run_dispose(&run);
  }
  ck_assert(!path_exists(with.run.directory));
}
END_TEST

START_TEST(test_compiler__environment_is_plain)
{
  const char *const argv[] = { "sh", "-c", "echo $LC_ALL $TERM $COLUMNS.",
                               NULL };
  rd_limits limits = { .wall_ms = 10000 };
  source none = { 0 };
  rd_run run = { 0 };
  ck_assert_int_eq(runner_run(&run, &with.run, argv, &none, &limits, NULL),
                   RD_OK);
  ck_assert_str_eq(run.output, "C dumb .\n");
  rd_run_dispose(&run);
}
END_TEST

START_TEST(test_compiler__environment_of_the_user_is_restored)
{
  job what = { 0 };
  rd_limits limits = { .wall_ms = 10000 };
  source none = { 0 };
  rd_run run = { 0 };
  ck_assert(!setenv("TERM", "vt100", 1) && !unsetenv("CCACHE_DISABLE"));
  strings_add(&what.words, "sh");
  strings_add(&what.words, "-c");
  strings_add(&what.words, "echo $TERM ${CCACHE_DISABLE-unset} $TMPDIR");
  runner_user_environment(&what.environment, &with.run);
  ck_assert(!runner_start_job(&with.run, &what, &none, &limits, NULL));
  ck_assert(!runner_wait(&run, &with.run, NULL));
  char *expected = mem_format("vt100 unset %s\n", with.run.temporary);
  ck_assert_str_eq(run.output, expected);
  free(expected);
  rd_run_dispose(&run);
  job_dispose(&what);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_compiler__probing_finds_family_and_macros,
    &test_compiler__value_of_the_last_option_stays_its_value,
    &test_compiler__folders_are_for_all_in_their_own_form,
    &test_compiler__wrapper_of_a_compiler_is_one,
    &test_compiler__gnu_program_is_no_gcc,
    &test_compiler__folder_of_the_file_is_searched_for_includes,
    &test_compiler__folders_are_searched_for_what_other_languages_read,
    &test_compiler__includes_are_found_at_the_start_of_lines,
    &test_compiler__target_is_in_one_word_or_two,
    &test_compiler__run_leaves_no_file,
    &test_compiler__environment_is_plain,
    &test_compiler__environment_of_the_user_is_restored,
  };
  return run_fixture("compiler", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
