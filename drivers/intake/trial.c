/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A trial run.
 *
 * It runs what a test of a reduction would run, so that a crash that it shows is
 * one that can be reduced.
 */
#include "intake/trial.h"

#include <stdlib.h>

#include "base/files.h"

rd_status trial_run(trial *out, const compilation *what, const char *instead,
                    const char *cwd, runner *run, const rd_limits *limits,
                    rd_error *err)
{
  *out = (trial){ 0 };
  rd_status status = file_read(&out->file, &out->file_size,
                               instead ? instead : what->file, err);
  if (!status)
    status = compilation_parse(&out->command, what, cwd, err);
  if (!status) /* lets it find the headers beside the file */
    status = compiler_probe(&out->compiler, run, &out->command, out->file,
                            out->file_size, err);
  if (status)
    return status;
  const invocation_use use = { .extra = &out->compiler.extra };
  size_t preface = instead ? 0 : what->preface;
  if (preface > out->file_size)
    preface = out->file_size;
  out->text = (source){ out->command.name, out->file + preface,
                        out->file_size - preface };
  invocation_build(&out->argv, &out->command, &use);
  return runner_run(&out->run, run, strings_argv(&out->argv), &out->text,
                    limits, err);
}

rd_status trial_signature(signature *out, trial *self, runner *run,
                          const rd_limits *limits, rd_error *err)
{
  signature_find(out, &self->run);
  if (!signature_is_crash(out) || out->has_place)
    return RD_OK;
  rd_status status = runner_agreed_fault(
      &out->address, run, strings_argv(&self->argv), &self->text, limits, err);
  return status == RD_ERR_UNSUPPORTED ? RD_OK : status;
}

void trial_dispose(trial *self)
{
  rd_run_dispose(&self->run);
  strings_free(&self->argv);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  free(self->file);
  *self = (trial){ 0 };
}
