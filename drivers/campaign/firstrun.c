/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The run of an input.
 *
 * An input can be run in several ways (a reproducer, a command with several
 * sources): they are tried in order, and the first that crashes is meant, as in a
 * reduction.
 */
#include "campaign/firstrun.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "compiler/outcome.h"
#include "compiler/site.h"
#include "intake/forms.h"
#include "report/report.h"

/* ---- the commands ---- */

rd_status firstrun_commands(intake *out, const campaign *self, const input *of,
                            const char *cwd, rd_error *err)
{
  strings words = { 0 };
  strings_add_all(&words, of->command.size ? &of->command : &self->command);
  const intake_request request = { .file = of->file,
                                   .command = &words,
                                   .cwd = cwd };
  rd_status status = intake_find(out, &request, err);
  compilation *only = out->size == 1 ? &out->data[0] : NULL;
  if (!status && only && !only->command.size)
    status = typed_read(only, &self->usual, cwd, err);
  strings_free(&words);
  return status;
}

/* ---- a run ---- */

static void set_broken(input *out, const char *why)
{
  out->state = INPUT_BROKEN;
  string_replace(&out->why, mem_copy(why));
}

static void take_crash(crash *out, const signature *from)
{
  string_replace(&out->signature, signature_line(from));
  string_replace(&out->place, signature_place(from));
}

/* Does the compiler name a place that is in the text? */
static bool names_site(const trial *made)
{
  site_reports reports = { 0 };
  sites found = { 0 };
  site_reports_find(&reports, &made->run, NULL);
  sites_locate(&found, &reports, &made->text);
  bool named = found.size > 0;
  site_reports_dispose(&reports);
  return named;
}

/* The version line of the compiler, with the target if one is named; caller's. */
static char *identify(const trial *made)
{
  /* clang's back ends are as different as the programs of GCC */
  const char *target = compiler_target(&made->command.words);
  return target ? mem_format("%s, target %s", made->compiler.version, target)
                : mem_copy(made->compiler.version);
}

/* A name without a suffix is an object file to the drivers of GCC and Clang. */
static bool was_unread(const rd_run *run)
{
  return run->output &&
         (strstr(run->output, "linker input file unused because linking not") ||
          strstr(run->output, ": 'linker' input unused"));
}

/* Notes what a run without a crash did instead. */
static void take_outcome(input *out, const trial *made)
{
  char *detail = NULL;
  const rd_run *run = &made->run;
  outcome what = outcome_find(&detail, run, made->text.name);
  if (run->end == RD_END_NOSTART || outcome_killer(run) ||
      outcome_is_disk_full(run, made->text.text, made->text.size)) {
    set_broken(out, detail                       ? detail
                    : run->end == RD_END_NOSTART ? "it cannot be started"
                    : outcome_killer(run)        ? "it was killed from outside"
                                                 : "the disk is full");
  } else if (was_unread(run)) {
    set_broken(out, "the compiler leaves it to the linker; name its language "
                    "(-x c)");
  } else {
    out->state = INPUT_FINE;
    out->is_late = what == OUTCOME_LATE;
    string_replace(&out->why, detail         ? mem_copy(detail)
                              : out->is_late ? mem_copy("it takes too long")
                              : what == OUTCOME_ACCEPTED
                                  ? mem_copy("it compiles")
                                  : NULL);
  }
  free(detail);
}

void firstrun_take(input *out, const trial *made, const signature *found)
{
  if (!signature_is_crash(found) || outcome_killer(&made->run)) {
    take_outcome(out, made);
    return;
  }
  out->state = INPUT_CRASHES;
  take_crash(&out->crash, found);
  string_replace(&out->why, NULL);
  string_replace(&out->name, mem_copy(made->text.name));
  string_replace(&out->compiler, identify(made));
  out->cpu_ms = made->run.cpu_ms;
  out->has_site = names_site(made);
}

/* Runs a compilation of the input. */
static rd_status try_compilation(input *out, firstrun *self, runner *run,
                                 const compilation *what, rd_error *err)
{
  trial made;
  signature found = { 0 };
  const rd_limits *limits = &self->options->limits;
  rd_status status =
      trial_run(&made, what, NULL, self->options->cwd, run, limits, err);
  if (!status)
    status = trial_signature(&found, &made, run, limits, err);
  if (!status)
    firstrun_take(out, &made, &found);
  signature_dispose(&found);
  trial_dispose(&made);
  return status;
}

/* Has the reduced text of an input run in its place. */
static rd_status try_reduced(input *out, firstrun *self, runner *run,
                             const compilation *what, rd_error *err)
{
  trial made;
  signature found = { 0 };
  const rd_limits *limits = &self->options->limits;
  char *path = campaign_reduced(self->campaign, out);
  rd_status status =
      trial_run(&made, what, path, self->options->cwd, run, limits, err);
  if (!status)
    status = trial_signature(&found, &made, run, limits, err);
  if (!status && signature_is_crash(&found)) {
    take_crash(&out->became, &found);
    string_replace(
        &out->text,
        mem_format("%016" PRIx64, hash_bytes(made.text.text, made.text.size)));
    out->reduced_bytes = made.text.size;
  } else if (!status) {
    out->reduction = REDUCTION_FAILED;
    string_replace(&out->problem,
                   mem_copy("the reduced text does not crash when it is run "
                            "again"));
  }
  signature_dispose(&found);
  trial_dispose(&made);
  free(path);
  return status;
}

typedef rd_status (*try_fn)(input *out, firstrun *self, runner *run,
                            const compilation *what, rd_error *err);

rd_status firstrun_runner(runner **out, firstrun *self, rd_error *err)
{
  rd_status status =
      self->has_runner
          ? RD_OK
          : runner_init(&self->run, !self->options->no_sandbox, err);
  if (!status) {
    self->run.stop = self->options->stop;
    self->has_runner = true;
    *out = &self->run;
  }
  return status;
}

/* A compilation with an environment has a runner of its own. */
static rd_status try_with_runner(input *out, firstrun *self, try_fn try_it,
                                 const compilation *what, rd_error *err)
{
  runner own, *usual;
  if (!what->environment.size) {
    rd_status status = firstrun_runner(&usual, self, err);
    return status ? status : try_it(out, self, usual, what, err);
  }
  rd_status status = runner_init(&own, !self->options->no_sandbox, err);
  if (status)
    return status;
  own.stop = self->options->stop;
  runner_add_environment(&own, &what->environment);
  status = try_it(out, self, &own, what, err);
  runner_dispose(&own);
  return status;
}

/* Only the report counts tokens. */
static void count_tokens(input *out, const campaign *self)
{
  char *folder = campaign_report(self, out);
  char *path = mem_format("%s/report.json", folder);
  report facts;
  if (!report_read_json(&facts, path, NULL)) {
    out->tokens = facts.after.tokens;
    report_dispose(&facts);
  }
  free(path);
  free(folder);
}

rd_status firstrun_look(input *out, firstrun *self)
{
  intake found = { 0 };
  rd_error err = { 0 };
  bool is_reduced = out->reduction == REDUCTION_DONE;
  rd_status status =
      firstrun_commands(&found, self->campaign, out, self->options->cwd, &err);
  size_t at = is_reduced ? (size_t)out->candidate : 0;
  size_t end = is_reduced && at < found.size ? at + 1 : found.size;
  /* One that cannot be run is not the last to be tried, as in a reduction. */
  for (; status != RD_ERR_STOPPED && at < end; at++) {
    status =
        try_with_runner(out, self, is_reduced ? try_reduced : try_compilation,
                        &found.data[at], &err);
    if (is_reduced || (!status && out->state == INPUT_CRASHES))
      break;
  }
  out->candidate = at;
  if (status && status != RD_ERR_STOPPED && is_reduced) {
    out->reduction = REDUCTION_FAILED;
    string_replace(&out->problem, mem_copy(err.message));
  } else if (status && status != RD_ERR_STOPPED) {
    set_broken(out, err.message);
  } else if (is_reduced) {
    count_tokens(out, self->campaign);
  }
  intake_dispose(&found);
  return status == RD_ERR_STOPPED ? status : RD_OK;
}

void firstrun_dispose(firstrun *self)
{
  if (self->has_runner)
    runner_dispose(&self->run);
}
