/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A trial run.
 *
 * It runs what a test of a reduction would run, so that a crash that it shows is
 * one that can be reduced.
 */
#include "intake/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

static void copy_compiler(compiler *out, const compiler *from)
{
  *out = (compiler){ .family = from->family,
                     .version = mem_copy(from->version),
                     .macros = from->macros ? mem_copy(from->macros) : NULL };
  strings_add_all(&out->extra, &from->extra);
}

/* Asks what the compiler is. A heap of files has one command, so the last answer
 * is kept, unless it depends on the file. */
static rd_status probe(trial *out, const compilation *what, runner *run,
                       rd_error *err)
{
  static char *last_command;
  static compiler last;
  bool alone = !what->environment.size && !out->command.files.size &&
               !has_includes(out->file, out->file_size);
  char *command = alone ? invocation_typed(&out->command, "{}", NULL) : NULL;
  if (command && last_command && !strcmp(command, last_command)) {
    copy_compiler(&out->compiler, &last);
    if (out->compiler.macros)
      invocation_adopt(&out->command);
    free(command);
    return RD_OK;
  }
  /* It lets it find the headers beside the file. */
  rd_status status = compiler_probe(&out->compiler, run, &out->command,
                                    out->file, out->file_size, err);
  if (status || !command) {
    free(command);
    return status;
  }
  string_replace(&last_command, command);
  compiler_dispose(&last);
  copy_compiler(&last, &out->compiler);
  return RD_OK;
}

rd_status trial_prepare(trial *out, const compilation *what,
                        const char *instead, const char *cwd, runner *run,
                        rd_error *err)
{
  *out = (trial){ 0 };
  rd_status status = file_read(&out->file, &out->file_size,
                               instead ? instead : what->file, err);
  if (!status)
    status = compilation_parse(&out->command, what, cwd, err);
  if (!status)
    status = probe(out, what, run, err);
  if (status)
    return status;
  const invocation_use use = { .extra = &out->compiler.extra };
  size_t preface = instead ? 0 : what->preface;
  if (preface > out->file_size)
    preface = out->file_size;
  out->text = (source){ out->command.name, out->file + preface,
                        out->file_size - preface };
  invocation_build(&out->argv, &out->command, &use);
  return RD_OK;
}

rd_status trial_run(trial *out, const compilation *what, const char *instead,
                    const char *cwd, runner *run, const rd_limits *limits,
                    rd_error *err)
{
  rd_status status = trial_prepare(out, what, instead, cwd, run, err);
  return status ? status
                : runner_run(&out->run, run, strings_argv(&out->argv),
                             &out->text, limits, err);
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
