/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilers built by commit, with toy commands on a history made by git: commit n
 * has the file `n` with the number n in it. */
#ifndef TEST_BUILDS_FIXTURE_H
#define TEST_BUILDS_FIXTURE_H

#include "bisect/builds.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bisect/build_log.h"
#include "bisect/cache.h"
#include "bisect/cache.h"
#include "history_fixture.h"
#include "hostile.h"
#include "reduce/process.h"
#include "run_fixture.h"

enum { COMMITS = 6 };

static char *top, *repository_path, *cache_path, *marks;
static strings ids; /* by number, from 1 */
static history *of;
static builds *now;
static build_result result;
static volatile sig_atomic_t stop;

static inline void make_history(void)
{
  textbuf stream = { 0 };
  for (unsigned i = 1; i <= COMMITS; i++) {
    const unsigned parents[] = { i - 1, 0 };
    char *text = mem_format("%u\n", i);
    import_add(&stream, &(import_commit){ "main", i, i > 1 ? parents : NULL,
                                          1700000000 + i, "n", text });
    free(text);
  }
  git_init(repository_path);
  git_import(repository_path, &stream);
  ids = import_ids(repository_path);
}

static inline void open_history(void)
{
  rd_error err = { 0 };
  ck_assert_msg(!history_open(&of, repository_path, &err), "%s", err.message);
}

static inline void set_up(void)
{
  history_set_up();
  (void)signal(SIGPIPE, SIG_IGN);
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  repository_path = mem_format("%s/repo", top);
  cache_path = mem_format("%s/cache", top);
  marks = mem_format("%s/marks", top);
  ck_assert_int_eq(mkdir(marks, 0700), 0);
  ck_assert_int_eq(setenv("MARKS", marks, 1), 0);
  make_history();
  open_history();
}

static inline void tear_down(void)
{
  build_result_dispose(&result);
  builds_free(now);
  history_free(of);
  strings_free(&ids);
  rd_scratch_remove(top);
  free(top);
  free(repository_path);
  free(cache_path);
  free(marks);
}

/* ---- asking ---- */

/* Begins anew with these options. */
static inline void restart(builds_options options)
{
  rd_error err = { 0 };
  builds_free(now);
  now = NULL;
  options.history = of;
  options.cache = options.cache ? options.cache : cache_path;
  ck_assert_msg(!builds_new(&now, &options, &err), "%s", err.message);
}

static inline void restart_with(const char *command)
{
  restart((builds_options){ .command = command });
}

static inline object_id commit(unsigned number)
{
  object_id id;
  ck_assert(object_id_parse(&id, ids.data[number]));
  return id;
}

static inline rd_status try_get(unsigned number, rd_error *err)
{
  object_id id = commit(number);
  build_result_dispose(&result);
  return builds_get(&result, now, &id, err);
}

static inline build_end get(unsigned number)
{
  rd_error err = { 0 };
  ck_assert_msg(!try_get(number, &err), "%s", err.message);
  return result.end;
}

/* The build has to be done. */
static inline void get_done(unsigned number)
{
  build_end end = get(number);
  ck_assert_msg(end == BUILD_DONE, "%s", result.reason);
  ck_assert_ptr_null(result.reason);
}

static inline void begin(unsigned number)
{
  object_id id = commit(number);
  builds_begin(now, &id);
}

static inline void cancel(unsigned number)
{
  object_id id = commit(number);
  builds_cancel(now, &id);
}

static inline bool has(unsigned number)
{
  object_id id = commit(number);
  return builds_has(now, &id);
}

/* ---- looking ---- */

/* A file of what was built, without the newline at its end. */
static inline void assert_built(const char *file, const char *expected)
{
  char *path = mem_format("%s/%s", result.folder, file), *text;
  size_t size;
  ck_assert_msg(!file_read(&text, &size, path, NULL), "no %s", path);
  if (size && text[size - 1] == '\n')
    text[size - 1] = '\0';
  ck_assert_str_eq(text, expected);
  free(text);
  free(path);
}

static inline void assert_lines(const char *command, const char *expected)
{
  char *output = shell_output(command);
  ck_assert_str_eq(output, expected);
  free(output);
}

/* What is left of a kind ("f", "d") whose name matches, all over the cache. */
static inline void assert_left(const char *kind, const char *pattern,
                               const char *expected)
{
  char *command =
      mem_format("find '%s' -type %s -name '%s' 2>/dev/null | wc -l",
                 cache_path, kind, pattern);
  assert_lines(command, expected);
  free(command);
}

/* Waits until a command has made this mark. */
static inline void await_mark(const char *name)
{
  char *command = mem_format("i=0; while [ ! -e $MARKS/%s ] && "
                             "[ $((i += 1)) -lt 500 ]; do sleep 0.02; done; "
                             "test -e $MARKS/%s",
                             name, name);
  free(shell_output(command));
  free(command);
}

/* How often the commands that make a mark have run. */
static inline void assert_runs(int expected)
{
  ck_assert_int_eq(hostile_entries(marks), expected);
}

static const char MARKING[] = "mktemp $MARKS/XXXXXX; sleep 0.05; "
                              "cp n {build}/cc";

static inline double seconds(void)
{
  struct timespec at;
  (void)clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

#endif
