/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands are read as people have them. */
#include "intake/forms.h"

#include "intake_fixture.h"
#include "run_fixture.h"

static void put_sources(void)
{
  put("a.c", "int a;\n");
  put("b.c", "int b;\n");
  ck_assert_int_eq(mkdir("sub", 0700), 0);
  put("sub/c.c", "int c;\n");
}

START_TEST(test_typed__file_that_is_named_is_taken)
{
  put_sources();
  ck_assert_int_eq(given("a.c", "gcc -O2", NULL), RD_OK);
  ck_assert_uint_eq(found.size, 1);
  ck_assert_str_eq(found.data[0].file, "a.c");
  ck_assert_str_eq(command_of(0), "gcc -O2");
  /* What need not exist is somebody else's to complain of. */
  ck_assert_int_eq(given("none.c", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.data[0].command.size, 0);
}
END_TEST

START_TEST(test_typed__source_of_the_command_is_found)
{
  put_sources();
  ck_assert_int_eq(
      given(NULL, "gcc -include b.c -MF d.c -o x.c -O2 -c sub/c.c", NULL),
      RD_OK);
  ck_assert_uint_eq(found.size, 1);
  ck_assert_str_eq(found.data[0].file, "sub/c.c");
}
END_TEST

START_TEST(test_typed__each_source_has_a_command_of_its_own)
{
  put_sources();
  ck_assert_int_eq(given(NULL, "gcc a.c -O2 -c b.c x.o", NULL), RD_OK);
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(found.data[0].file, "a.c");
  ck_assert_str_eq(command_of(0), "gcc a.c -O2 -c x.o");
  ck_assert_str_eq(found.data[1].file, "b.c");
  ck_assert_str_eq(command_of(1), "gcc -O2 -c b.c x.o");
  ck_assert_int_eq(given(NULL, "gcc -c a.c a.c", NULL), RD_OK);
  ck_assert_uint_eq(found.size, 1);
}
END_TEST

START_TEST(test_typed__others_go_if_the_file_is_one_of_them)
{
  put_sources();
  ck_assert_int_eq(given("./b.c", "gcc a.c -c b.c", NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "gcc -c b.c");
  ck_assert_int_eq(given("sub/c.c", "./wrapper a.c", NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "./wrapper a.c");
}
END_TEST

START_TEST(test_typed__language_is_said_by_x)
{
  put_sources();
  put("odd", "int x;\n");
  ck_assert_int_eq(given(NULL, "gcc -xc odd -x none lib.a", NULL), RD_OK);
  ck_assert_str_eq(found.data[0].file, "odd");
  refuses(NULL, "gcc odd", NULL, RD_ERR_UNSUPPORTED, "names no source");
}
END_TEST

START_TEST(test_typed__response_files_are_put_in_their_place)
{
  put_sources();
  put("rsp", "-O2 @sub/more");
  put("sub/more", "'-DX=a b' -c a.c");
  ck_assert_int_eq(given(NULL, "gcc @rsp @none", NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "gcc -O2 '-DX=a b' -c a.c @none");
  put("rsp", "@rsp");
  refuses(NULL, "gcc @rsp", NULL, RD_ERR_INVALID, "name each other");
  put("rsp", "'-DX");
  refuses(NULL, "gcc @rsp", NULL, RD_ERR_INVALID, "quote is not closed");
}
END_TEST

START_TEST(test_typed__folder_of_the_command_counts)
{
  put_sources();
  put("sub/rsp", "-O2");
  ck_assert_int_eq(given(NULL, "env -C sub X=1 gcc @rsp -c c.c ../a.c", NULL),
                   RD_OK);
  ck_assert_uint_eq(found.size, 2);
  char *path = mem_format("%s/sub", folder);
  ck_assert_str_eq(found.data[0].directory, path);
  ck_assert(path_same(found.data[0].file, "sub/c.c"));
  ck_assert(path_same(found.data[1].file, "a.c"));
  ck_assert_str_eq(found.data[0].environment.data[0], "X=1");
  free(path);
  refuses(NULL, "env -C none gcc a.c", NULL, RD_ERR_INVALID, "does not exist");
}
END_TEST

START_TEST(test_typed__sources_that_are_missing_are_named)
{
  refuses(NULL, "gcc -c gone.c", NULL, RD_ERR_NOTFOUND, "gone.c");
  refuses(NULL, "gcc -c", NULL, RD_ERR_UNSUPPORTED, "names no source");
  refuses(NULL, "make a.o", NULL, RD_ERR_UNSUPPORTED, "make -n prints");
  refuses("a.c", "ccache make a.o", NULL, RD_ERR_UNSUPPORTED, "make -n prints");
  ck_assert_int_eq(given("Makefile", "make", NULL), RD_OK);
  refuses(NULL, "''", NULL, RD_ERR_INVALID, "no compiler");
}
END_TEST

/* ---- lines for a shell ---- */

START_TEST(test_typed__shell_line_is_taken_apart)
{
  static const char *const rows[][2] = {
    { "'gcc -c a.c'", "gcc -c a.c" },
    { "'gcc -c a.c >log 2>&1'", "gcc -c a.c" },
    { "'gcc -c a.c 2> log | tee x'", "gcc -c a.c" },
    { "'mkdir -p x; gcc -c a.c && ar x.a'", "gcc -c a.c" },
    { "'$ gcc -c a.c # comment'", "gcc -c a.c" },
    { "'+ gcc \"-DX=a\\\"b c\" -c a.c'", "gcc '-DX=a\"b c' -c a.c" },
    { "'(ccache gcc -c a.c)'", "gcc -c a.c" },
    { "'gcc \\\n -c a.c\n'", "gcc -c a.c" },
    { "'gcc \"-DX=\\\n1\" -c a.c'", "gcc -DX=1 -c a.c" },
    { "'gcc -DX=\\$Y -DZ=$ -c a.c'", "gcc '-DX=$Y' '-DZ=$' -c a.c" },
    { "sh -c 'gcc -c a.c'", "gcc -c a.c" },
    { "/bin/bash -ec 'gcc -c a.c'", "gcc -c a.c" },
  };
  put_sources();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_msg(given(NULL, rows[i][0], NULL) == RD_OK, "%s: %s", rows[i][0],
                  why.message);
    ck_assert_str_eq(command_of(0), rows[i][1]);
  }
}
END_TEST

START_TEST(test_typed__shell_line_may_name_no_source)
{
  static const char *const rows[][2] = {
    { "'./mycc -O2 2>&1 | tee log'", "./mycc -O2" },
    { "'./mycc -O2 |& tail -1'", "./mycc -O2" },
    { "'mkdir -p x; ./mycc -O2'", "./mycc -O2" },
    { "'gcc -O2 && echo good || echo bad'", "gcc -O2" },
    { "'true | gcc -O2'", "gcc -O2" },
    { "'javac -d x && echo good'", "javac -d x" },
    { "'gcc --version; gcc -O2'", "gcc -O2" },
  };
  put_sources();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_int_eq(given("a.c", rows[i][0], NULL), RD_OK);
    ck_assert_str_eq(command_of(0), rows[i][1]);
  }
}
END_TEST

START_TEST(test_typed__shell_line_changes_folder_and_variables)
{
  put_sources();
  ck_assert_int_eq(
      given(NULL, "'export L=x; cd sub && Y=2 gcc -c c.c && cd ..'", NULL),
      RD_OK);
  char *path = mem_format("%s/sub", folder);
  ck_assert_str_eq(found.data[0].directory, path);
  free(path);
  char *all = words_join(strings_argv(&found.data[0].environment));
  ck_assert_str_eq(all, "L=x Y=2");
  free(all);
}
END_TEST

START_TEST(test_typed__shell_line_that_needs_a_shell_is_refused)
{
  put_sources();
  refuses(NULL, "'gcc $CFLAGS -c a.c'", NULL, RD_ERR_UNSUPPORTED, "expands");
  refuses(NULL, "'gcc -c `ls`'", NULL, RD_ERR_UNSUPPORTED, "expands");
  refuses(NULL, "'gcc \"$(x)\" -c a.c'", NULL, RD_ERR_UNSUPPORTED, "expands");
  refuses(NULL, "\"gcc -c 'a.c\"", NULL, RD_ERR_INVALID, "quote");
  refuses(NULL, "' : ; cd sub '", NULL, RD_ERR_INVALID, "no compiler");
}
END_TEST

START_TEST(test_typed__words_for_a_shell_are_refused)
{
  static const char *const rows[] = { "'2>&1'", "'>log'",  "'<'",
                                      "'&>x'",  "'|' cat", "'&&' true",
                                      "';'",    "'&'",     "-Wall '2>&1'" };
  put_sources();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *line = mem_format("gcc -c a.c %s", rows[i]);
    refuses("a.c", line, NULL, RD_ERR_UNSUPPORTED, "is for a shell");
    free(line);
  }
  ck_assert_int_eq(given("a.c", "gcc -D '<x' '' 2 '&x' -c a.c", NULL), RD_OK);
  ck_assert_int_eq(given("a.c", "yosys -p ';' a.c", NULL), RD_OK);
  ck_assert_int_eq(given("a.c", "./mycc --top '<main>' a.c", NULL), RD_OK);
}
END_TEST

START_TEST(test_typed__path_of_the_command_leads_to_its_compiler)
{
  put_sources();
  put_program("sub/own-cc", NULL);
  put_program("bin/both-cc", NULL);
  char *own = mem_format("env PATH=%s/sub own-cc -c a.c", folder);
  char *both = mem_format("env PATH=%s/bin both-cc -c a.c", folder);
  char *file = mem_format("%s/sub/own-cc", folder);
  ck_assert_int_eq(given(NULL, own, NULL), RD_OK);
  ck_assert_str_eq(found.data[0].command.data[0], file);
  ck_assert_int_eq(given(NULL, both, NULL), RD_OK);
  ck_assert_str_eq(found.data[0].command.data[0], "both-cc");
  free(file);
  free(both);
  free(own);
}
END_TEST

START_TEST(test_typed__program_with_a_blank_is_no_line)
{
  put_sources();
  put_program("my cc", NULL);
  ck_assert_int_eq(given("a.c", "'./my cc'", NULL), RD_OK);
  ck_assert_str_eq(found.data[0].command.data[0], "./my cc");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_typed__file_that_is_named_is_taken,
    &test_typed__source_of_the_command_is_found,
    &test_typed__each_source_has_a_command_of_its_own,
    &test_typed__others_go_if_the_file_is_one_of_them,
    &test_typed__language_is_said_by_x,
    &test_typed__response_files_are_put_in_their_place,
    &test_typed__folder_of_the_command_counts,
    &test_typed__sources_that_are_missing_are_named,
    &test_typed__shell_line_is_taken_apart,
    &test_typed__shell_line_may_name_no_source,
    &test_typed__shell_line_changes_folder_and_variables,
    &test_typed__shell_line_that_needs_a_shell_is_refused,
    &test_typed__words_for_a_shell_are_refused,
    &test_typed__path_of_the_command_leads_to_its_compiler,
    &test_typed__program_with_a_blank_is_no_line,
  };
  return run_fixture("typed", tests, sizeof tests / sizeof *tests, enter_folder,
                     leave_folder);
}
