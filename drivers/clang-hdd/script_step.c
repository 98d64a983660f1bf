/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What does the script of --test compile FILE with?
 *
 * The script decides alone what is interesting. But if a compiler crashes in it,
 * this compiler's output names a place, with which the slice begins, and its
 * options tell the front end how to read the text. Both are hints: they change
 * which texts are tried. Where nobody else can judge whether a text is valid, the
 * errors that this compiler prints before its crash do (oracle.c).
 */
#include "clang-hdd/subject.h"

#include "compiler/executed.h"
#include "compiler/signature.h"

enum { WATCHED_MS = 60000 };

static bool is_watched(const subject *self)
{
  const request *asked = self->request;
  return asked->test && !self->has_command && request_is_default(asked) &&
         !asked->dump_tree;
}

/* Those of the first run; but a hint is not worth more than a minute. */
static rd_limits limits_of(const subject *self)
{
  rd_limits out = request_first_limits(self->request);
  if (out.wall_ms > WATCHED_MS)
    out.wall_ms = out.cpu_ms = WATCHED_MS;
  if (!out.memory_bytes)
    out.memory_bytes = runner_usual_memory();
  return out;
}

static bool is_compiler(const char *program)
{
  return compiler_classify(base_name(program), "") != FAMILY_OTHER;
}

static void keep_crash(script_compiler *out, const rd_run *run)
{
  signature found;
  signature_find(&found, run);
  out->crashes = signature_is_crash(&found);
  if (out->crashes) {
    strings_add_all(&out->errors, &found.errors);
    site_reports_find(&out->reports, run, NULL);
  }
  signature_dispose(&found);
}

/* Runs a command of the script by itself, and keeps it if it crashes. */
static rd_status try_command(script_compiler *out, const subject *self,
                             const executed *ran, rd_error *err)
{
  const char *const *argv = (const char *const *)ran->words.data;
  const char *file = argv[ran->file];
  if (!is_compiler(*argv)) /* but its interpreter, maybe */
    argv++;
  if (*argv == file || !is_compiler(*argv))
    return RD_OK;
  rd_limits limits = limits_of(self);
  source text = { self->name, self->input, self->input_size };
  rd_run run = { 0 };
  rd_status status = invocation_parse(&out->command, argv, file, ran->cwd, err);
  if (!status && self->files)
    invocation_localize(&out->command, self->files);
  if (!status)
    status = compiler_probe(&out->by, self->run, &out->command, text.text,
                            text.size, err);
  if (!status) {
    invocation_build(&out->argv, &out->command,
                     &(invocation_use){ .extra = &out->by.extra });
    status = runner_run(&run, self->run, strings_argv(&out->argv), &text,
                        &limits, err);
  }
  if (!status)
    keep_crash(out, &run);
  if (!out->crashes)
    script_compiler_dispose(out);
  rd_run_dispose(&run);
  return status;
}

exit_code subject_watch_script(subject *self)
{
  if (!is_watched(self))
    return EXIT_DONE;
  job what = { 0 };
  strings_add_all(&what.words, &self->argv);
  runner_user_environment(&what.environment, self->run);
  source text = { self->name, self->input, self->input_size };
  rd_limits limits = limits_of(self);
  executed_list ran;
  rd_error err = { 0 };
  progress_advise(self->request);
  rd_status status =
      executed_find(&ran, self->run, &what, &text, &limits, &err);
  for (size_t i = 0; i < ran.size && !status && !self->seen.crashes; i++) {
    status = try_command(&self->seen, self, &ran.data[i], &err);
    if (status && status != RD_ERR_STOPPED)
      status = RD_OK; /* another may be of use */
  }
  progress_advise(NULL);
  if (self->seen.crashes) {
    char *line = words_join(strings_argv(&self->seen.command.shown));
    progress_detail("the script runs: %s", line);
    free(line);
  }
  executed_free(&ran);
  job_dispose(&what);
  return status == RD_ERR_STOPPED ? progress_fail_error(&err) : EXIT_DONE;
}

void script_compiler_dispose(script_compiler *self)
{
  invocation_dispose(&self->command);
  compiler_dispose(&self->by);
  strings_free(&self->argv);
  strings_free(&self->errors);
  site_reports_dispose(&self->reports);
  *self = (script_compiler){ 0 };
}
