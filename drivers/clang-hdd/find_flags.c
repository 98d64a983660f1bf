/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * --find-flags: finds the options that a file needs to crash.
 *
 * This comes before everything that depends on the command (the front end's
 * arguments, the journal, the baseline), so that no later stage can
 * distinguish a found command from a given one. Candidates are tried in an
 * order that depends on the file alone and are added after the user's own
 * options. The first that crashes wins, and flags_step.c removes the options
 * that are not needed.
 */
#include "clang-hdd/subject.h"

#include <string.h>

#include "compiler/crash_oracle.h"
#include "compiler/languages.h"
#include "compiler/seen.h"
#include "compiler/words.h"
#include "flags/flags.h"

enum {
  FIRST_MS = 60000, /* limit for the command as given, by default */
  LEAST_MS = 5000,  /* least limit for a try with more options */
  TIMES_FIRST = 10,
  HANGS_MOST = 3 /* the search gives up after this many timeouts */
};

/* The state of the search. */
typedef struct search {
  uint32_t limit_ms; /* of the next try */
  uint32_t wall_ms;  /* duration of the last one */
  unsigned hangs;
} search;

static bool is_asked(const subject *self)
{
  const request *asked = self->request;
  return self->has_command && !request_has_no_crash(asked) && !asked->hang_ms &&
         !asked->hog_bytes;
}

const char *find_flags_hint(const subject *self)
{
  if (!is_asked(self) || self->request->find_flags)
    return "";
  if (self->command.foreign)
    return self->request->regex
               ? ""
               : "; if an error is what matters, name its line with "
                 "--ice-pattern";
  const char *said = language_said(&self->command.words, self->command.file);
  language of = language_of(said, self->file_name);
  return flags_count(&self->command) || !language_base(of)
             ? ""
             : "; --find-flags would try the usual options";
}

/* The command with more options after its own. A line for cc1 stands alone.
 * False: they cannot be combined or parsed. */
static bool make_command(invocation *out, const subject *self,
                         const strings *more)
{
  const strings *shown = &self->command.shown;
  bool cc1 = !strcmp(more->data[0], "-cc1"), at_end = true;
  size_t end = self->command.shown_file;
  if (cc1 && flags_count(&self->command))
    return false;
  while (end > 1 && !strcmp(shown->data[end - 1], "--"))
    end--;
  strings words = { 0 };
  for (size_t i = 0; i < shown->size; i++) {
    for (size_t j = 0; i == end && j < more->size; j++)
      strings_add(&words, more->data[j]);
    at_end = at_end && i != end;
    if (i != self->command.shown_file && (!cc1 || i == 0))
      strings_add(&words, shown->data[i]);
  }
  bool good = !at_end && !invocation_parse_like(out, &self->command,
                                                strings_argv(&words), NULL);
  strings_free(&words);
  return good;
}

exit_code subject_try(subject_trial *trial, const subject *self)
{
  strings words = { 0 };
  invocation_use use = { .extra = trial->extra };
  invocation_build(&words, trial->command, &use);
  source input = { trial->command->name, trial->text, trial->size };
  rd_limits limits = { .wall_ms = trial->limit_ms,
                       .cpu_ms = trial->limit_ms,
                       .memory_bytes = self->request->memory_bytes };
  rd_run run = { 0 };
  rd_error err = { 0 };
  rd_status status =
      runner_run(&run, self->run, strings_argv(&words), &input, &limits, &err);
  signature found = { 0 };
  if (!status)
    signature_find(&found, &run);
  const regex_t *pattern = self->request->regex;
  trial->crashes = !status && signature_is_crash(&found);
  if (trial->crashes && pattern && !output_matches(pattern, &run)) {
    rd_run seen = { 0 };
    status = seen_run(&seen, self->run, &words, &input, &limits, &err);
    trial->crashes = !status && output_matches(pattern, &seen);
    rd_run_dispose(&seen);
  }
  trial->wall_ms = run.wall_ms;
  trial->hangs = run.end == RD_END_WALL || run.end == RD_END_CPU;
  signature_dispose(&found);
  rd_run_dispose(&run);
  strings_free(&words);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

static exit_code try_command(bool *crashes_out, search *with, subject *self,
                             const invocation *command)
{
  subject_trial trial = { .command = command,
                          .extra = &self->compiler.extra,
                          .text = self->input,
                          .size = self->input_size,
                          .limit_ms = with->limit_ms };
  exit_code code = subject_try(&trial, self);
  *crashes_out = trial.crashes;
  with->wall_ms = trial.wall_ms;
  with->hangs += trial.hangs;
  return code;
}

void subject_take_command(subject *self, invocation *command)
{
  invocation_dispose(&self->command);
  self->command = *command;
  *command = (invocation){ 0 };
  self->name = self->command.name;
}

static exit_code try_candidate(bool *found_out, search *with, subject *self,
                               const char *line)
{
  strings more = { 0 };
  invocation made = { 0 };
  exit_code code = EXIT_DONE;
  *found_out = false;
  if (words_split(&more, line) && more.size && make_command(&made, self, &more))
    code = try_command(found_out, with, self, &made);
  if (*found_out) {
    progress_notice("%s crashes %s with %s", self->file,
                    self->command.shown.data[0], line);
    subject_take_command(self, &made);
  }
  invocation_dispose(&made);
  strings_free(&more);
  return code;
}

static exit_code fail_hanging(subject *self, const search *with)
{
  return progress_fail(EXIT_NO_CRASH,
                       "%s does not crash %s, which is not done with it after "
                       "%.0f s; give more by --timeout, or use --hang",
                       self->file, self->command.shown.data[0],
                       (double)with->wall_ms / 1000);
}

static exit_code try_candidates(bool *found_out, search *with, subject *self)
{
  strings candidates = { 0 };
  exit_code code = EXIT_DONE;
  flags_candidates(&candidates, &self->compiler, self->input, self->input_size);
  for (size_t i = 0;
       i < candidates.size && !code && !*found_out && with->hangs < HANGS_MOST;
       i++)
    code = try_candidate(found_out, with, self, candidates.data[i]);
  if (!code && !*found_out && with->hangs == HANGS_MOST)
    code = fail_hanging(self, with);
  else if (!code && !*found_out)
    code = progress_fail(EXIT_NO_CRASH,
                         "%s does not crash %s, nor with any of %zu sets of "
                         "options, the last of which is %s; name those that it "
                         "needs after --",
                         self->file, self->command.shown.data[0],
                         candidates.size, candidates.data[candidates.size - 1]);
  strings_free(&candidates);
  return code;
}

exit_code find_flags(bool *found_out, subject *self)
{
  bool crashes = false;
  *found_out = false;
  if (!self->request->find_flags || !is_asked(self))
    return EXIT_DONE;
  uint64_t given = self->request->timeout_ms;
  search with = { .limit_ms = given && given < UINT32_MAX ? (uint32_t)given
                                                          : FIRST_MS };
  exit_code code = try_command(&crashes, &with, self, &self->command);
  if (code || crashes)
    return code;
  if (with.hangs)
    return fail_hanging(self, &with);
  uint64_t wall = (uint64_t)with.wall_ms * TIMES_FIRST;
  if (!given && wall < FIRST_MS)
    with.limit_ms = wall < LEAST_MS ? LEAST_MS : (uint32_t)wall;
  return try_candidates(found_out, &with, self);
}
