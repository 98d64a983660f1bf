/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What `bisect` and `blame` read in the same way. They differ in the history
 * that they search, and in what a run may cost.
 */
#include "clang-hdd/crash_input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/pattern.h"

/* Refuses contradictory options; one line, caller's, or NULL. */
static char *check(const crash_cli *asked)
{
  if (asked->hang_ms && (asked->pattern || asked->match || asked->timeout_ms))
    return mem_copy("--hang: leave --ice-pattern, --match and --timeout out; "
                    "no crash is looked for");
  return pattern_check_match(asked->match, asked->pattern);
}

exit_code crash_input_init(crash_input *out, const char *name,
                           const crash_cli *asked)
{
  *out = (crash_input){ .command = name, .asked = asked };
  out->cwd = getcwd(NULL, 0);
  if (!out->cwd)
    return progress_fail(EXIT_NO_FILE,
                         "the current folder is gone; change to another");
  exit_code code = EXIT_USAGE;
  char *problem = check(asked);
  if (asked->match && !problem)
    (void)match_level_find(&out->level, asked->match);
  if (asked->pattern && !problem) {
    code = EXIT_PATTERN;
    out->has_pattern = pattern_compile(&out->pattern, &problem, asked->pattern);
  }
  code = problem ? progress_fail(code, "%s %s", name, problem) : EXIT_DONE;
  free(problem);
  return code;
}

void crash_input_dispose(crash_input *self)
{
  if (self->has_runner)
    runner_dispose(&self->run);
  if (self->has_pattern)
    regfree(&self->pattern);
  intake_dispose(&self->intake);
  free(self->cwd);
}

/* ---- the file ---- */

exit_code crash_input_find(crash_input *self, const char *file,
                           const char *database, const strings *rest,
                           bool always)
{
  strings words = { 0 };
  rd_error err = { 0 };
  strings_add_all(&words, rest);
  exit_code code = command_words(&words, self->asked->cc,
                                 always && !database && !rest->size);
  const intake_request request = {
    .file = file, .command = &words, .database = database, .cwd = self->cwd
  };
  if (!code && intake_find(&self->intake, &request, &err))
    code = command_fail_intake(&self->intake, &err);
  strings_free(&words);
  return code;
}

/* ---- running ---- */

exit_code crash_input_start(crash_input *self, const compilation *what)
{
  rd_error err = { 0 };
  if (self->has_runner)
    runner_dispose(&self->run);
  self->has_runner = !command_init_runner(&self->run, what, false, &err);
  return self->has_runner ? EXIT_DONE : crash_input_fail(&err);
}

verdict_question crash_input_question(crash_input *self, uint32_t wall_ms,
                                      uint64_t memory_bytes)
{
  const crash_cli *asked = self->asked;
  bool alone = asked->match && !strcmp(asked->match, "pattern");
  uint64_t wall = asked->hang_ms      ? asked->hang_ms
                  : asked->timeout_ms ? asked->timeout_ms
                                      : wall_ms;
  uint32_t ms = wall < UINT32_MAX / 4 ? (uint32_t)wall : UINT32_MAX / 4;
  return (verdict_question){
    .run = &self->run,
    .property = asked->hang_ms ? PROPERTY_HANG
                : alone        ? PROPERTY_PATTERN
                               : PROPERTY_CRASH,
    .pattern = self->has_pattern ? &self->pattern : NULL,
    .level = asked->match && !alone ? &self->level : NULL,
    .limits = { .wall_ms = ms,
                .cpu_ms = ms,
                .memory_bytes =
                    asked->memory_bytes ? asked->memory_bytes : memory_bytes },
    .repeat = asked->repeat < 100 ? (unsigned)asked->repeat : 100
  };
}

exit_code crash_input_fail(const rd_error *err)
{
  exit_code stopped = interrupt_code();
  if (stopped && err->status == RD_ERR_STOPPED)
    return stopped;
  exit_code code = err->status == RD_ERR_NOTFOUND      ? EXIT_REPOSITORY
                   : err->status == RD_ERR_INVALID     ? EXIT_REPOSITORY
                   : err->status == RD_ERR_NOSPACE     ? EXIT_DISK_FULL
                   : err->status == RD_ERR_UNSUPPORTED ? EXIT_COMPILER
                                                       : EXIT_INTERNAL;
  return progress_fail(code, "%s", err->message);
}
