/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Chooses the file to reduce and its command.
 *
 * drivers/intake reads the input and may find several compilations: the
 * sources of one command, the commands of one source, the ways to run a
 * report. They are tried in order, one run each. The first that shows the
 * property is taken, and later stages see only that one.
 */
#include "clang-hdd/subject.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "clang-hdd/commands.h"
#include "compiler/crash_oracle.h"
#include "compiler/words.h"
#include "intake/forms.h"
#include "intake/trial.h"

/* ---- trying ---- */

/* Does the run show the wanted property? */
static bool shows_it(const subject *self, const rd_run *run)
{
  const request *asked = self->request;
  if (asked->hang_ms)
    return run->end == RD_END_WALL || run->end == RD_END_CPU;
  if (asked->hog_bytes)
    return run->end == RD_END_MEMORY;
  signature found;
  signature_find(&found, run);
  bool crash = signature_is_crash(&found);
  signature_dispose(&found);
  if (!asked->regex)
    return crash;
  bool failed = run->end == RD_END_EXIT && run->status != 0;
  return (crash || failed || asked->match) && output_matches(asked->regex, run);
}

static rd_status try_one(bool *good_out, subject *self, runner *run,
                         const compilation *what, rd_error *err)
{
  trial made;
  const rd_limits limits = request_first_limits(self->request);
  progress_advise(self->request);
  rd_status status = trial_run(&made, what, NULL, self->cwd, run, &limits, err);
  progress_advise(NULL);
  *good_out = !status && shows_it(self, &made.run);
  trial_dispose(&made);
  return status;
}

/* Each candidate has a runner of its own, because its environment differs. */
static exit_code try_candidate(bool *good_out, subject *self,
                               const compilation *what)
{
  runner run;
  rd_error err = { 0 };
  if (command_init_runner(&run, what, !self->request->no_sandbox, &err))
    return progress_fail_error(&err);
  run.probe_ms = request_probe_ms(self->request);
  rd_status status = try_one(good_out, self, &run, what, &err);
  runner_dispose(&run);
  /* A candidate that cannot be run is rejected, unless it is the only one left;
   * then the next step reports the problem. */
  return status == RD_ERR_STOPPED ? progress_fail_error(&err) : EXIT_DONE;
}

/* ---- choosing ---- */

static bool has_several_files(const intake *self)
{
  for (size_t i = 1; i < self->size; i++)
    if (strcmp(self->data[i].file, self->data[0].file) != 0)
      return true;
  return false;
}

static exit_code fail_none(subject *self)
{
  const intake *all = &self->intake;
  textbuf files = { 0 };
  for (size_t i = 0; i < all->size; i++)
    text_printf(&files, "%s%s", i ? ", " : "", all->data[i].file);
  exit_code code =
      progress_fail(EXIT_NO_CRASH, "none of the sources crashes %s: %s",
                    all->data[0].command.data[0], files.data);
  text_free(&files);
  return code;
}

/* Reports the choice. */
static void tell_choice(subject *self, size_t chosen)
{
  const intake *all = &self->intake;
  const compilation *it = &all->data[chosen];
  if (has_several_files(all))
    progress_notice("%s is the source that crashes (tried %zu of %zu)",
                    it->file, chosen + 1, all->size);
  else if (it->is_report && chosen)
    progress_notice("%s does not crash as the report says; the process that "
                    "crashed is run instead: %s",
                    all->data[0].command.data[0], it->command.data[0]);
  else if (!it->is_report)
    progress_notice("%s has %zu commands in %s; number %zu is taken, which "
                    "crashes",
                    it->file, all->size, it->origin, chosen + 1);
}

static exit_code choose_by_running(subject *self)
{
  const intake *all = &self->intake;
  size_t at = 0;
  bool good = false;
  exit_code code = EXIT_DONE;
  for (; at < all->size && !code; at++) {
    code = try_candidate(&good, self, &all->data[at]);
    if (good)
      break;
  }
  if (code)
    return code;
  if (good)
    tell_choice(self, at);
  else if (has_several_files(all))
    return fail_none(self);
  else if (!all->data[0].is_report)
    progress_notice("%s has %zu commands in %s, and crashes with none; the "
                    "first is taken",
                    all->data[0].file, all->size, all->data[0].origin);
  self->given = &all->data[good ? at : 0];
  return EXIT_DONE;
}

static exit_code choose(subject *self)
{
  const intake *all = &self->intake;
  self->given = &all->data[0];
  if (all->size == 1 || self->request->dump_tree)
    return EXIT_DONE;
  if (!request_has_no_crash(self->request))
    return choose_by_running(self);
  if (has_several_files(all))
    return progress_fail(
        EXIT_USAGE, "the command has several sources; with --test name the "
                    "file to reduce");
  return EXIT_DONE;
}

/* ---- the request ---- */

static exit_code find_all(subject *self, const strings *words,
                          const char *database)
{
  const request *asked = self->request;
  intake_request what = { .file = asked->file,
                          .is_source = asked->test || asked->files.size > 1,
                          .links = asked->wrong.code,
                          .files = &asked->files,
                          .command = words,
                          .database = database,
                          .cwd = self->cwd };
  rd_error err = { 0 };
  if (intake_find(&self->intake, &what, &err))
    return command_fail_intake(&self->intake, &err);
  for (size_t i = 0; i < self->intake.notes.size; i++)
    progress_notice("%s", self->intake.notes.data[i]);
  return EXIT_DONE;
}

/* Adds the default compiler if nothing names one. */
static exit_code add_default_command(subject *self)
{
  compilation *only = &self->intake.data[0];
  strings words = { 0 };
  rd_error err = { 0 };
  if (only->command.size || self->request->test || self->request->dump_tree)
    return EXIT_DONE;
  exit_code code = command_words(&words, self->request->cc, true);
  if (!code && typed_read(only, &words, self->cwd, &err))
    code = command_fail_intake(&self->intake, &err);
  strings_free(&words);
  return code;
}

exit_code subject_intake(subject *self, const strings *instead)
{
  const request *asked = self->request;
  const strings *given = instead ? instead : &asked->command;
  strings words = { 0 };
  exit_code code = EXIT_DONE;
  strings_add_all(&words, given);
  if (!words.size)
    code = command_words(&words, asked->cc, false);
  if (!code)
    code = find_all(self, &words, instead ? NULL : asked->build_path);
  if (!code)
    code = add_default_command(self);
  if (!code)
    code = choose(self);
  if (!code && self->given->origin)
    progress_detail("from %s", self->given->origin);
  strings_free(&words);
  return code;
}
