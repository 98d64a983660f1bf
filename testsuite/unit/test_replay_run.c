/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process that replaces a driver compiles as it does, and writes nothing
 * outside its folder. Tests that run a compiler pass where it is not installed. */
#include "compiler/replay.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "run_fixture.h"

static runner run;
static rd_error err;

static void set_up(void)
{
  ck_assert_msg(!runner_init(&run, true, &err), "%s", err.message);
}

static void tear_down(void)
{
  runner_dispose(&run);
}

/* ---- real compilers ---- */

/* A compiler that may be there. */
typedef struct real {
  const char *program;
  compiler_family family;
} real;

static const real reals[] = { { "gcc-12", FAMILY_GCC },
                              { "gcc-11", FAMILY_GCC },
                              { "clang-14", FAMILY_CLANG },
                              { "clang-19", FAMILY_CLANG } };

enum { REALS = sizeof reals / sizeof *reals };

static bool is_missing(const char *program)
{
  char *path = path_program(program);
  free(path);
  return !path;
}

/* A command of blank-separated words with the file last. */
static job make_user(const char *program, const char *options, const char *file)
{
  job user = { 0 };
  strings_add(&user.words, program);
  for (const char *at = options; *at;) {
    size_t size = strcspn(at, " ");
    strings_take(&user.words, mem_copy_bytes(at, size));
    at += size + (at[size] == ' ');
  }
  user.file = user.words.size;
  strings_add(&user.words, file);
  return user;
}

static rd_status find(job *out, const real *compiled_by, const char *options,
                      const char *file)
{
  compiler it = { .family = compiled_by->family };
  job user = make_user(compiled_by->program, options, file);
  rd_status status = replay_find(out, &run, &it, &user, file, &err);
  job_dispose(&user);
  return status;
}

static size_t count_files(const char *folder)
{
  DIR *dir = opendir(folder);
  if (!dir)
    return 0;
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
    count += entry->d_name[0] != '.';
  (void)closedir(dir);
  return count;
}

/* Runs the job on a text in a folder that stays, kept/test. */
static rd_run run_kept(job *it, const char *text)
{
  static const rd_limits limits = { .wall_ms = 60000 };
  char *folder = mem_format("%s/test", run.kept);
  char *path = mem_format("%s/%s", folder, it->words.data[it->file]);
  strings environment = { 0 };
  runner_environment(&environment, &run, &it->environment);
  rd_scratch_remove(folder);
  ck_assert_int_eq(mkdir(folder, 0700), 0);
  ck_assert(mkdir(run.temporary, 0700) == 0 || path_exists(run.temporary));
  ck_assert_int_eq(file_write(path, text, strlen(text), NULL), RD_OK);
  rd_run_spec spec = { .argv = strings_argv(&it->words),
                       .env = strings_argv(&environment),
                       .directory = folder,
                       .limits = limits };
  rd_run out = { 0 };
  ck_assert_int_eq(rd_keeper_run(&out, run.keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(out.end, RD_END_EXIT);
  strings_free(&environment);
  free(path);
  free(folder);
  return out;
}

/* The exit status of the job on a text, which leaves no file but in its own
 * folder. *names_out: how many are there. */
static int status_of(job *it, const char *text, size_t *names_out)
{
  rd_run got = run_kept(it, text);
  char *folder = mem_format("%s/test", run.kept);
  *names_out = count_files(folder);
  ck_assert_uint_eq(count_files(run.kept), 1);
  ck_assert_uint_eq(count_files(run.temporary), 0);
  if (got.status)
    ck_assert_ptr_nonnull(strstr(got.output, "error:"));
  int status = got.status;
  rd_run_dispose(&got);
  free(folder);
  return status;
}

START_TEST(test_replay_run__job_compiles_as_the_driver_does)
{
  static const char *const options[] = {
    "-c",
    "-S -O2 -o hdd-out",
    "-fsyntax-only",
    "-c -pipe",
    "-c -save-temps -g",
    "-c -O2 -o /dev/null",
    "-c -MD -MP -fstack-usage --coverage -gsplit-dwarf -g",
    "-c -flto -x c",
  };
  for (size_t i = 0; i < REALS; i++)
    for (size_t j = 0; j < sizeof options / sizeof *options; j++) {
      if (is_missing(reals[i].program))
        continue;
      job it = { 0 };
      size_t names;
      ck_assert_msg(!find(&it, &reals[i], options[j], "in.c"), "%s %s: %s",
                    reals[i].program, options[j], err.message);
      ck_assert_int_eq(status_of(&it, "int f(void) { return 1; }\n", &names),
                       0);
      /* -fsyntax-only has no output */
      ck_assert_uint_ge(names, j == 2 ? 1 : 2);
      ck_assert_int_eq(status_of(&it, "int f(void) { return x; }\n", &names),
                       1);
      job_dispose(&it);
    }
}
END_TEST

START_TEST(test_replay_run__preprocessed_text_stays_so)
{
  for (size_t i = 0; i < REALS; i++) {
    if (is_missing(reals[i].program))
      continue;
    job it = { 0 };
    size_t names;
    ck_assert_int_eq(find(&it, &reals[i], "-c -DX=1", "in.i"), RD_OK);
    ck_assert_int_eq(status_of(&it, "int X;\n", &names), 0);
    job_dispose(&it);
    ck_assert_int_eq(find(&it, &reals[i], "-c -DX=1", "in.c"), RD_OK);
    ck_assert_int_eq(status_of(&it, "int X;\n", &names), 1);
    job_dispose(&it);
  }
}
END_TEST

START_TEST(test_replay_run__outputs_elsewhere_come_home)
{
  char *side = mem_format("-Wp,-MD,%s/side.d -fdump-tree-optimized=%s/dump "
                          "-c -O1 -o %s/out",
                          run.kept, run.kept, run.kept);
  job it = { 0 };
  size_t names;
  if (!is_missing(reals[0].program)) {
    ck_assert_int_eq(find(&it, &reals[0], side, "in.c"), RD_OK);
    ck_assert_int_eq(status_of(&it, "int x;int f(void){return x;}\n", &names),
                     0);
    ck_assert_uint_eq(names, 4);
  }
  job_dispose(&it);
  free(side);
}
END_TEST

START_TEST(test_replay_run__folder_of_the_question_is_forgotten)
{
  for (size_t i = 0; i < REALS; i++) {
    if (is_missing(reals[i].program))
      continue;
    job it = { 0 };
    ck_assert_int_eq(find(&it, &reals[i], "-c -g --coverage", "in.c"), RD_OK);
    for (size_t j = 0; j < it.words.size; j++)
      ck_assert_ptr_null(strstr(it.words.data[j], run.scratch));
    job_dispose(&it);
  }
}
END_TEST

START_TEST(test_replay_run__job_is_its_own_replay)
{
  for (size_t i = 0; i < REALS; i++) {
    if (is_missing(reals[i].program))
      continue;
    compiler other = { .family = FAMILY_OTHER };
    job it = { 0 }, again = { 0 };
    ck_assert_int_eq(find(&it, &reals[i], "-c -O2", "in.c"), RD_OK);
    ck_assert_int_eq(replay_find(&again, &run, &other, &it, "in.c", &err),
                     RD_OK);
    char *first = job_line(&it), *second = job_line(&again);
    ck_assert_str_eq(first, second);
    ck_assert_uint_eq(it.file, again.file);
    free(first);
    free(second);
    job_dispose(&it);
    job_dispose(&again);
  }
}
END_TEST

/* ---- programs that are no compilers ---- */

/* A script in the folder of files that stay; caller's. */
static char *make_script(const char *text)
{
  char *path = mem_format("%s/script", run.kept);
  ck_assert_int_eq(file_write(path, text, strlen(text), NULL), RD_OK);
  ck_assert_int_eq(chmod(path, 0700), 0);
  return path;
}

START_TEST(test_replay_run__environment_of_the_command_is_kept)
{
  char *path = make_script("#!/bin/sh\necho COLLECT_GCC=$A$B\n"
                           "echo \" /bin/sh -cc1 in.c\"\n");
  compiler gcc = { .family = FAMILY_GCC };
  job user = make_user(path, "-c", "in.c"), it = { 0 };
  strings_add(&user.environment, "A=1");
  strings_add(&user.environment, "B");
  ck_assert_int_eq(replay_find(&it, &run, &gcc, &user, "in.c", &err), RD_OK);
  char *line = job_line(&it);
  ck_assert_str_eq(line, "env -u B A=1 COLLECT_GCC=1 /bin/sh -cc1 in.c");
  free(line);
  job_dispose(&user);
  job_dispose(&it);
  free(path);
}
END_TEST

START_TEST(test_replay_run__script_around_a_driver_is_passed_by)
{
  char *path = make_script("#!/bin/sh\nexec gcc-12 -DX=3 \"$@\"\n");
  real script = { path, FAMILY_GCC };
  job it = { 0 };
  if (!is_missing("gcc-12")) {
    ck_assert_int_eq(find(&it, &script, "-c", "in.c"), RD_OK);
    ck_assert_str_eq(base_name(it.words.data[0]), "cc1");
    ck_assert(strings_has(&it.words, "X=3"));
  }
  job_dispose(&it);
  free(path);
}
END_TEST

START_TEST(test_replay_run__what_cannot_be_replayed_is_said)
{
  char *path = make_script("#!/bin/sh\ncase $1 in\n"
                           "-###) ;;\n*) exit 9;;\nesac\n"
                           "case $2 in\n"
                           "fail) exit 1;;\n"
                           "gone) echo ' /none/cc1 in.c';;\n"
                           "near) echo ' ./cc1 in.c';;\n"
                           "esac\n");
  const struct {
    const char *word;
    compiler_family family;
    char *why;
  } rows[] = {
    { "-c", FAMILY_TCC, mem_format("%s is neither gcc nor clang", path) },
    { "fail", FAMILY_GCC, mem_format("%s -### fails", path) },
    { "gone", FAMILY_GCC,
      mem_copy("cannot run /none/cc1: No such file or directory") },
    { "near", FAMILY_GCC, mem_copy("the compiler's path is relative: ./cc1") },
    { "none", FAMILY_CLANG, mem_copy("-### names no compiler proper") },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    real script = { path, rows[i].family };
    job it = { 0 };
    ck_assert_int_eq(find(&it, &script, rows[i].word, "in.c"),
                     RD_ERR_UNSUPPORTED);
    ck_assert_str_eq(err.message, rows[i].why);
    ck_assert_ptr_null(it.words.data);
    free(rows[i].why);
  }
  free(path);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_replay_run__job_compiles_as_the_driver_does,
    &test_replay_run__preprocessed_text_stays_so,
    &test_replay_run__outputs_elsewhere_come_home,
    &test_replay_run__folder_of_the_question_is_forgotten,
    &test_replay_run__job_is_its_own_replay,
    &test_replay_run__environment_of_the_command_is_kept,
    &test_replay_run__script_around_a_driver_is_passed_by,
    &test_replay_run__what_cannot_be_replayed_is_said,
  };
  return run_fixture("replay_run", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
