/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Is a result what a bug report needs: the same crash, and as valid as the
 * original?
 *
 * Each tool's result is put to the same question, with the compiler's own command
 * run in full: the signature of the original, and the judge that clang-hdd chooses
 * for it (compilers only). A case whose input no judge accepts has no "valid".
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "compiler/judge.h"
#include "compiler/signature.h"

enum { RUN_MS = 120000 };

/* What both runs of a case share. */
struct verifier {
  runner run;
  invocation command;
  compiler compiler;
  strings argv;
  rd_limits limits;
};

static rd_status start(struct verifier *self, const bench_case *at,
                       rd_error *err)
{
  strings words = at->command;
  char *file = mem_format("%s/input.c", at->folder);
  self->limits = (rd_limits){ .wall_ms = RUN_MS };
  rd_status status = runner_init(&self->run, false, err);
  if (!status)
    status = invocation_parse(&self->command, strings_argv(&words), file,
                              at->folder, err);
  if (!status)
    status = compiler_probe(&self->compiler, &self->run, &self->command,
                            at->text, at->size, err);
  if (!status) {
    invocation_use use = { .extra = &self->compiler.extra };
    invocation_build(&self->argv, &self->command, &use);
  }
  free(file);
  return status;
}

static void stop(struct verifier *self)
{
  strings_free(&self->argv);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  if (self->run.keeper)
    runner_dispose(&self->run);
}

static rd_status find_signature(signature *out, struct verifier *self,
                                const source *input, rd_error *err)
{
  rd_run run = { 0 };
  *out = (signature){ 0 };
  rd_status status = runner_run(&run, &self->run, strings_argv(&self->argv),
                                input, &self->limits, err);
  if (!status)
    signature_find(out, &run);
  rd_run_dispose(&run);
  return status;
}

static rd_status compare(json_t *row, struct verifier *self,
                         const source *original, const source *result,
                         rd_error *err)
{
  signature before = { 0 }, after = { 0 };
  rd_status status = find_signature(&before, self, original, err);
  if (!status)
    status = find_signature(&after, self, result, err);
  if (!status)
    (void)json_object_set_new(
        row, "same_signature",
        json_boolean(signature_equals(&before, &after, NULL)));
  signature_dispose(&before);
  signature_dispose(&after);
  return status;
}

static rd_status ask_judge(json_t *row, struct verifier *self,
                           const bench_case *at, const source *original,
                           const source *result, rd_error *err)
{
  judge_options options = { .run = &self->run,
                            .command = &self->command,
                            .compiler = &self->compiler,
                            .file = "input.c",
                            .cwd = at->folder,
                            .limits = self->limits };
  judge *chosen = NULL;
  bool accepts = false;
  rd_status status = judge_find(&chosen, &options, original, err);
  if (!status && chosen)
    status = judge_ask(&accepts, chosen, result, err);
  if (!status && chosen)
    (void)json_object_set_new(row, "valid", json_boolean(accepts));
  judge_free(chosen);
  return status;
}

rd_status verify_result(json_t *row, const bench_case *at, const char *text,
                        size_t size, rd_error *err)
{
  struct verifier self = { 0 };
  rd_status status = start(&self, at, err);
  source original = { self.command.name, at->text, at->size };
  source result = { self.command.name, text, size };
  if (!status)
    status = compare(row, &self, &original, &result, err);
  if (!status)
    status = ask_judge(row, &self, at, &original, &result, err);
  stop(&self);
  return status;
}
