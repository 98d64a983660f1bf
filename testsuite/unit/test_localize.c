/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that read several files in the folder of a test. */
#include "compiler/invocation.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"
#include "run_tests.h"

/* What is typed in /there, with src/a.c, inc/b.h and c.c; what runs. */
static const struct {
  const char *typed, *runs;
} rows[] = {
  { "gcc -c src/a.c", "gcc -c src/a.c" },
  { "gcc -c src/a.c /there/c.c", "gcc -c src/a.c /there/c.c" },
  { "gcc -c -include /there/inc/b.h src/a.c",
    "gcc -c -include inc/b.h src/a.c" },
  { "gcc -I./inc -c src/a.c", "gcc -Iinc -I/there/inc -c src/a.c" },
  { "gcc -iquote./inc -c src/a.c",
    "gcc -iquoteinc -iquote/there/inc -c src/a.c" },
  { "gcc -I/there -c src/a.c", "gcc -I. -I/there -c src/a.c" },
  { "gcc -I./other -c src/a.c", "gcc -I/there/other -c src/a.c" },
  { "gcc -DX=/there/inc -c src/a.c", "gcc -DX=/there/inc -c src/a.c" },
  { "gcc -DX=/there/inc/b.h -c src/a.c", "gcc -DX=/there/inc/b.h -c src/a.c" },
  { "gcc -Wp,-include,/there/inc/b.h,-DX,-include,/there/inc/b.h -c src/a.c",
    "gcc -Wp,-include,inc/b.h,-DX,-include,inc/b.h -c src/a.c" },
  { "clang -fx=y=/there/inc/b.h -c src/a.c", "clang -fx=y=inc/b.h -c src/a.c" },
  { "clang -fx=/there/inc/b.hh -c src/a.c",
    "clang -fx=/there/inc/b.hh -c src/a.c" },
};

static char *run_as(const char *typed)
{
  invocation command;
  strings words = { 0 }, files = { 0 }, built = { 0 };
  ck_assert(words_split(&words, typed));
  strings_add(&files, "src/a.c");
  strings_add(&files, "inc/b.h");
  ck_assert(!invocation_parse(&command, strings_argv(&words), "src/a.c",
                              "/there", NULL));
  invocation_localize(&command, &files);
  ck_assert_str_eq(command.name, "src/a.c");
  ck_assert_str_eq(command.words.data[command.file], "src/a.c");
  invocation_build(&built, &command, &(invocation_use){ 0 });
  char *line = words_join(strings_argv(&built));
  strings_free(&built);
  strings_free(&files);
  strings_free(&words);
  invocation_dispose(&command);
  return line;
}

START_TEST(test_localize__files_are_read_in_the_folder_of_a_test)
{
  char *line = run_as(rows[_i].typed);
  ck_assert_str_eq(line, rows[_i].runs);
  free(line);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("localize");
  TCase *tcase = tcase_create("localize");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase,
                      test_localize__files_are_read_in_the_folder_of_a_test, 0,
                      sizeof rows / sizeof *rows);
  return run_suite(suite);
}
