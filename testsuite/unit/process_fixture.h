/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A keeper in a scratch folder, and hostile commands for it. */
#ifndef TEST_PROCESS_FIXTURE_H
#define TEST_PROCESS_FIXTURE_H

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "hostile.h"
#include "keeper.h"
#include "run_fixture.h"

static const uint64_t MIB = 1 << 20;

static rd_keeper *keeper;
static char *scratch;
static rd_run run;

static inline void set_up(void)
{
  rd_error err;
  ck_assert_msg(!rd_scratch_new(&scratch, &err), "%s", err.message);
  ck_assert_msg(!rd_keeper_new(&keeper, scratch, &err), "%s", err.message);
}

static inline void tear_down(void)
{
  rd_run_dispose(&run);
  rd_keeper_free(keeper);
  ck_assert_int_eq(access(scratch, F_OK), -1);
  free(scratch);
}

/* Runs `hostile mode argument marker` in the scratch folder. */
static inline void run_hostile(const char *mode, const char *argument,
                               const char *marker, rd_limits limits)
{
  const char *argv[] = { hostile_path(), mode, argument, marker, NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch, .limits = limits };
  rd_error err;
  rd_run_dispose(&run);
  ck_assert_msg(!rd_keeper_run(&run, keeper, &spec, &err), "%s", err.message);
}

static inline void run_words(const char *const *argv, const char *const *env,
                             const char *directory)
{
  rd_run_spec spec = { .argv = argv, .env = env, .directory = directory };
  rd_error err;
  rd_run_dispose(&run);
  ck_assert_msg(!rd_keeper_run(&run, keeper, &spec, &err), "%s", err.message);
}

/* The keeper, which must be the only descendant. */
static inline pid_t find_keeper(void)
{
  rd_descendant_list descendants = { 0 };
  rd_descendants_find(&descendants, 0, SIZE_MAX);
  pid_t pid = descendants.size == 1 ? descendants.data[0].pid : 0;
  ARRAY_FREE(&descendants);
  ck_assert_int_gt(pid, 0);
  return pid;
}

static inline void write_file(const char *name, const char *text, mode_t mode)
{
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", scratch, name);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_ge(fputs(text, file), 0);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_int_eq(chmod(path, mode), 0);
}

#endif
