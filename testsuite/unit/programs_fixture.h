/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A folder of programs for tests, scripts all, as the only one in PATH beside
 * the shell's own. */
#ifndef TEST_PROGRAMS_FIXTURE_H
#define TEST_PROGRAMS_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/compiler.h"
#include "base/files.h"
#include "compiler/signature.h"

/* For scripts: the end of a GCC's --version, and the start of a body that knows
 * its target. */
#define PROGRAMS_GNU "\nCopyright Free Software Foundation"
#define PROGRAMS_TARGET                                                        \
  "case $1 in -dumpmachine) echo x86_64-test-gnu; exit;; esac\n"

typedef struct programs {
  char *path_before; /* of PATH, which a test may set */
  runner run;
  char *folder;
  invocation command;
  compiler compiler;
  signature expected;
} programs;

static const rd_limits programs_limits = { .wall_ms = 10000 };

static inline void programs_set_up(programs *out)
{
  rd_error err = { 0 };
  *out = (programs){ .path_before = mem_copy(getenv("PATH")) };
  ck_assert_msg(!runner_init(&out->run, true, &err), "%s", err.message);
  out->folder = mem_format("%s/bin", out->run.kept);
  ck_assert_int_eq(folder_make(out->folder, 0700, NULL), RD_OK);
}

static inline void programs_tear_down(programs *self)
{
  signature_dispose(&self->expected);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  runner_dispose(&self->run);
  ck_assert_int_eq(setenv("PATH", self->path_before, 1), 0);
  free(self->path_before);
  free(self->folder);
}

/* A script that answers --version with the line, then does `body`. */
static inline void programs_add(const programs *self, const char *name,
                                const char *version, const char *body)
{
  char *path = mem_format("%s/%s", self->folder, name);
  char *script = mem_format("#!/bin/sh\n"
                            "case $1 in --version) echo '%s'; exit;; esac\n"
                            "%s\n",
                            version, body);
  ck_assert_int_eq(file_write(path, script, strlen(script), NULL), RD_OK);
  ck_assert_int_eq(chmod(path, 0700), 0);
  free(script);
  free(path);
}

/* The command of the crash: one of the programs, which crashes on the text. */
static inline void programs_crash(programs *self, const char *name,
                                  const char *option, const source *text)
{
  char *path = mem_format("%s/%s", self->folder, name);
  const char *const words[] = { path, option, NULL };
  rd_error err = { 0 };
  ck_assert_int_eq(
      invocation_parse(&self->command, words, "in.c", "/tmp", NULL), RD_OK);
  ck_assert_msg(
      !compiler_probe(&self->compiler, &self->run, &self->command, "", 0, &err),
      "%s", err.message);
  strings argv = { 0 };
  invocation_use use = { .extra = &self->compiler.extra };
  invocation_build(&argv, &self->command, &use);
  rd_run run = { 0 };
  ck_assert_int_eq(runner_run(&run, &self->run, strings_argv(&argv), text,
                              &programs_limits, NULL),
                   RD_OK);
  signature_find(&self->expected, &run);
  ck_assert_msg(signature_is_crash(&self->expected), "%s", run.output);
  rd_run_dispose(&run);
  strings_free(&argv);
  free(path);
}

#endif
