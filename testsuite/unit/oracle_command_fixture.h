/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A command oracle in a folder of its own. */
#ifndef TEST_ORACLE_COMMAND_FIXTURE_H
#define TEST_ORACLE_COMMAND_FIXTURE_H

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/text.h"
#include "hostile.h"
#include "reduce/oracle.h"
#include "run_fixture.h"
#include "small_disk.h"

static char *top;
static rd_oracle *oracle;
static unsigned jobs; /* of the next oracle; 0 after each test */
static rd_error err;

static inline void set_up(void)
{
  ck_assert_msg(!rd_scratch_new(&top, &err), "%s", err.message);
}

static inline void tear_down(void)
{
  rd_command_oracle_free(oracle);
  oracle = NULL;
  jobs = 0;
  rd_scratch_remove(top);
  free(top);
}

static inline const char *below(const char *name)
{
  static char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", top, name);
  return path;
}

static inline void open_oracle(const char *const *argv, rd_limits limits)
{
  rd_command command = { .argv = argv,
                         .file_name = "a.c",
                         .limits = limits,
                         .directory = top,
                         .jobs = jobs };
  rd_command_oracle_free(oracle);
  oracle = NULL;
  ck_assert_msg(!rd_command_oracle_new(&oracle, &command, &err), "%s",
                err.message);
}

static inline void open_shell(const char *script, rd_limits limits)
{
  open_oracle((const char *[]){ "/bin/sh", "-c", script, "sh", top, NULL },
              limits);
}

static inline rd_verdict ask(const char *text)
{
  rd_ticket sent, got;
  rd_verdict verdict;
  ck_assert_msg(
      !oracle->submit(&sent, oracle->payload, text, strlen(text), &err), "%s",
      err.message);
  ck_assert_msg(!oracle->wait(&got, &verdict, oracle->payload, &err), "%s",
                err.message);
  ck_assert_uint_eq(sent, got);
  return verdict;
}

static inline rd_status ask_status(const char *text, size_t size)
{
  rd_ticket ticket;
  rd_verdict verdict;
  rd_status status = oracle->submit(&ticket, oracle->payload, text, size, &err);
  return status ? status
                : oracle->wait(&ticket, &verdict, oracle->payload, &err);
}

#endif
