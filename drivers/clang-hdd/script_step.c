/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What does the script of --test compile FILE with?
 *
 * The script decides alone what is interesting. But the options of a compiler in it
 * tell the front end how to read the text, and if one crashes, its output names a
 * place, with which the slice begins. Both are hints: they change which texts are
 * tried. Where nobody else can judge whether a text is valid, the errors that this
 * compiler prints before its crash do (oracle.c).
 *
 * What the compiler prints is seen only if it runs once more, without what the script
 * puts around it, such as a limit of its time. So it gets little more time than it took
 * there, and what the script ended is not tried.
 */
#include "clang-hdd/subject.h"

#include "compiler/executed.h"
#include "compiler/signature.h"

/* A crash may look up symbols after the script has seen it. */
enum { WATCHED_MS = 60000, LEAST_MS = 10000, TIMES_WATCHED = 4 };

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

/* The compiler of a command, or the compiler that it interprets; NULL: it runs none. */
static const char *const *compiler_argv(const executed *ran)
{
  const char *const *argv = (const char *const *)ran->words.data;
  const char *file = argv[ran->file];
  if (!is_compiler(*argv))
    argv++;
  return *argv != file && is_compiler(*argv) ? argv : NULL;
}

/* What is there to know of the compiler without a run on the text? */
static rd_status take_command(script_compiler *out, const subject *self,
                              const executed *ran, rd_error *err)
{
  rd_status status =
      invocation_parse(&out->command, compiler_argv(ran),
                       ran->words.data[ran->file], ran->cwd, err);
  if (!status && self->files)
    invocation_localize(&out->command, self->files);
  if (!status)
    status = compiler_probe(&out->by, self->run, &out->command, self->input,
                            self->input_size, err);
  if (!status)
    invocation_build(&out->argv, &out->command,
                     &(invocation_use){ .extra = &out->by.extra });
  out->is_known = !status;
  if (status)
    script_compiler_dispose(out);
  return status;
}

/* Runs a command of the script by itself, and keeps it if it crashes. *ended_out: it
 * came to its end. */
static rd_status try_command(bool *ended_out, script_compiler *out,
                             const subject *self, const executed *ran,
                             rd_error *err)
{
  rd_limits limits = limits_of(self);
  uint64_t wall = (uint64_t)ran->wall_ms * TIMES_WATCHED;
  wall = wall > LEAST_MS ? wall : LEAST_MS;
  if (limits.wall_ms > wall)
    limits.wall_ms = limits.cpu_ms = (uint32_t)wall;
  source text = { self->name, self->input, self->input_size };
  rd_run run = { 0 };
  rd_status status = take_command(out, self, ran, err);
  if (!status)
    status = runner_run(&run, self->run, strings_argv(&out->argv), &text,
                        &limits, err);
  if (!status)
    keep_crash(out, &run);
  *ended_out = status || out->crashes || run.end == RD_END_EXIT;
  if (!out->crashes)
    script_compiler_dispose(out);
  rd_run_dispose(&run);
  return status;
}

/* Finds a compiler that crashes. One that does not end costs its time only once. */
static rd_status find_crash(subject *self, const executed_list *ran,
                            rd_error *err)
{
  bool ended = true;
  rd_status status = RD_OK;
  for (size_t i = 0; i < ran->size && ended && !self->seen.crashes; i++) {
    const executed *at = &ran->data[i];
    if (at->succeeded || at->was_cut || !compiler_argv(at))
      continue;
    status = try_command(&ended, &self->seen, self, at, err);
    if (status == RD_ERR_STOPPED)
      return status;
  }
  return RD_OK; /* another may be of use */
}

/* Takes the first compiler that accepts the text, else the first. */
static rd_status find_reader(subject *self, const executed_list *ran,
                             rd_error *err)
{
  const executed *first = NULL;
  for (size_t i = 0; i < ran->size; i++) {
    const executed *at = &ran->data[i];
    if (compiler_argv(at) && (!first || (at->succeeded && !first->succeeded)))
      first = at;
  }
  rd_status status =
      first ? take_command(&self->seen, self, first, err) : RD_OK;
  return status == RD_ERR_STOPPED ? status : RD_OK;
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
  script_compiler *seen = &self->seen;
  progress_advise(self->request);
  rd_status status =
      executed_find(&ran, self->run, &what, &text, &limits, &err);
  if (!status)
    status = find_crash(self, &ran, &err);
  if (!status && !seen->is_known)
    status = find_reader(self, &ran, &err);
  progress_advise(NULL);
  if (seen->is_known) {
    char *line = words_join(strings_argv(&seen->command.shown));
    progress_detail("%s: %s", seen->crashes ? "the script runs" : "read as by",
                    line);
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
