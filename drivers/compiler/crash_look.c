/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Interprets the output of a run, both as it arrives and after the run has
 * ended.
 *
 * A run is killed as soon as its output is conclusive. The output is examined
 * line by line, also after the end, so the way it was split on arrival does not
 * matter. The runs of a thorough test go to completion. But an error that the
 * original does not have rejects a text there too, because a verdict must not
 * depend on how it was obtained. For the same reason an error counts before a
 * crash that follows it.
 */
#include "compiler/crash_test.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "compiler/errors.h"
#include "compiler/outcome.h"

/* ---- does a run have the property? ---- */

bool output_matches(const regex_t *pattern, const rd_run *run)
{
  if (!run->output)
    return false;
  regmatch_t whole = { .rm_so = 0, .rm_eo = (regoff_t)run->output_size };
  return regexec(pattern, run->output, 1, &whole, REG_STARTEND) == 0;
}

bool run_is_late(const rd_run *run)
{
  return run->end == RD_END_WALL || run->end == RD_END_CPU;
}

bool crash_run_has_property(const crash_options *options, const rd_run *run)
{
  bool ended = run->end == RD_END_EXIT || run->end == RD_END_SIGNAL;
  switch (options->property) {
  case PROPERTY_CRASH:
    return ended && signature_matches(options->expected, run, NULL) &&
           (!options->pattern || output_matches(options->pattern, run));
  case PROPERTY_PATTERN:
    return output_matches(options->pattern, run);
  case PROPERTY_HANG:
    return run_is_late(run);
  case PROPERTY_MEMORY:
    return run->end == RD_END_MEMORY ||
           run->peak_bytes >= options->memory_bytes;
  case PROPERTY_SCRIPT:
  case PROPERTY_WRONG:
    return run->end == RD_END_EXIT && run->status == 0;
  }
  return false;
}

/* The result must not depend on when the run was killed. Facts do not, nor does
 * the innermost frame if it made the difference. */
static char *line_of_other(const signature *expected, const rd_run *run)
{
  signature found;
  signature_find(&found, run);
  if (!expected || expected->level != MATCH_EXACT ||
      !signature_has_facts(expected, &found.facts))
    frames_dispose(&found.frames);
  char *line = signature_line(&found);
  signature_dispose(&found);
  return line;
}

char *look_for_other(const crash_test *self, const rd_run *run)
{
  const crash_options *options = &self->shared->options;
  const signature *expected = options->expected;
  /* How much was read after a conclusive error is arbitrary. */
  if (options->property == PROPERTY_SCRIPT ||
      options->property == PROPERTY_WRONG ||
      (self->decided && self->word == EARLY_ERROR))
    return NULL;
  signature found;
  signature_find_at(&found, run, expected ? expected->level : MATCH_EXACT);
  bool other = signature_is_crash(&found) &&
               !(expected && signature_equals(expected, &found, NULL));
  signature_dispose(&found);
  return other ? line_of_other(expected, run) : NULL;
}

/* Is it the original's crash, except for callers in its stack trace? */
static bool is_expected(const crash_shared *shared, const char *other)
{
  const signature *expected = shared->options.expected;
  char *line = expected ? signature_line(expected) : NULL;
  bool same = line && !strcmp(line, other);
  free(line);
  return same;
}

void look_note_other(const crash_test *self)
{
  crash_shared *shared = self->shared;
  if (!self->other || is_expected(shared, self->other))
    return;
  other_text met = { .hash = hash_bytes(self->text, self->size),
                     .size = self->size };
  while (met.line < shared->other_lines.size &&
         strcmp(shared->other_lines.data[met.line], self->other) != 0)
    met.line++;
  if (met.line == shared->other_lines.size)
    strings_add(&shared->other_lines, self->other);
  LIST_PUSH(shared->others, shared->other_count, met);
}

/* ---- looking at a run that goes on ---- */

void look_begin(crash_test *self)
{
  self->word = EARLY_OPEN;
  self->decided = self->matched = false;
  self->seen = 0;
  if (self->active == &self->judge)
    early_reset(self->judging);
  else if (self->early)
    early_reset(self->early);
}

/* Searches the new lines for the pattern. */
static bool match_new_lines(crash_test *self, const char *output, size_t size)
{
  const char *end = memrchr(output + self->seen, '\n', size - self->seen);
  if (self->matched || !end)
    return self->matched;
  regmatch_t part = { .rm_so = (regoff_t)self->seen,
                      .rm_eo = (regoff_t)(end - output) + 1 };
  self->seen = (size_t)part.rm_eo;
  return regexec(self->shared->options.pattern, output, 1, &part,
                 REG_STARTEND) == 0;
}

/* Must the run complete? The tracer prints the address at the end, and guards
 * examine the whole output. */
static bool needs_end(const crash_test *self)
{
  return self->thorough || self->active == &self->plain;
}

/* Is the output conclusive, whatever follows? */
static bool decides(crash_test *self, const char *output, size_t size)
{
  const crash_options *options = &self->shared->options;
  if (self->active == &self->judge && self->thorough)
    return false;
  if (self->active == &self->judge)
    return early_look(self->judging, output, size) == EARLY_ERROR;
  if (options->also_folder) /* the exit status counts */
    return false;
  if (needs_end(self)) {
    self->word =
        self->early ? early_look(self->early, output, size) : EARLY_OPEN;
    return self->word == EARLY_ERROR;
  }
  if (options->pattern && (options->property == PROPERTY_PATTERN ||
                           options->property == PROPERTY_CRASH))
    self->matched = match_new_lines(self, output, size);
  if (options->property == PROPERTY_PATTERN)
    return self->matched;
  if (!self->early)
    return false;
  self->word = early_look(self->early, output, size);
  return self->word == EARLY_OTHER || self->word == EARLY_ERROR ||
         (self->word == EARLY_SAME && (!options->pattern || self->matched));
}

/* Kills the run if its output is conclusive. */
void look_now(crash_test *self)
{
  size_t size = 0;
  if (self->decided || needs_end(self))
    return;
  const char *output = exec_slot_output(&size, self->active);
  self->decided = decides(self, output, size);
  if (self->decided)
    exec_slot_cancel(self->active);
}

/* Examines everything before the end. */
void look_back(crash_test *self, const rd_run *run)
{
  if (!self->decided && run->output && self->phase != TEST_GUARD)
    self->decided = decides(self, run->output, run->output_size);
}

/* Did the assembler find the error? Only the command has that step, so it must
 * make no difference between modes. */
static bool failed_in_assembler(const rd_run *run)
{
  if (!run->output || !strstr(run->output, "Assembler messages:"))
    return false;
  bool located = false;
  const char *at = run->output, *end = at + run->output_size;
  while (at < end && !located) {
    char *line = next_line(&at, end);
    located = errors_is_located(line);
    free(line);
  }
  return !located;
}

/* Did the original crash after all of these errors? Then they say nothing about
 * a candidate. */
static bool has_original_errors(const crash_test *self, const strings *errors)
{
  const signature *expected = self->shared->options.expected;
  return expected && errors_are_subset(errors, &expected->errors);
}

/* Are there new errors before the crash? A driver may crash after errors where
 * its compiler proper exits quietly, so the errors count first. */
static bool has_errors_first(const crash_test *self, const rd_run *run)
{
  signature found;
  signature_find(&found, run);
  bool any = found.errors.size && !has_original_errors(self, &found.errors);
  signature_dispose(&found);
  return any;
}

/* The run failed without a crash. Is its text no worse than the original? */
static bool is_as_valid(const crash_test *self, const rd_run *run)
{
  strings errors = { 0 };
  errors_find(&errors, run->output ? run->output : "");
  bool valid = errors.size && has_original_errors(self, &errors);
  strings_free(&errors);
  return valid;
}

/* The verdict on a run of the command. */
rd_verdict look_verdict(const crash_test *self, const rd_run *run)
{
  const crash_options *options = &self->shared->options;
  if (self->decided && self->word == EARLY_OTHER)
    return has_errors_first(self, run) ? RD_INVALID : RD_UNINTERESTING;
  if (self->decided)
    return self->word == EARLY_ERROR ? RD_INVALID : RD_INTERESTING;
  if (crash_run_has_property(options, run))
    return RD_INTERESTING;
  if (run->end == RD_END_EXIT && options->property == PROPERTY_WRONG)
    return options->verdict_of(run->status);
  if (run_is_late(run))
    return RD_TIMEOUT;
  if (run->end == RD_END_MEMORY || run->end == RD_END_OUTPUT ||
      run->end == RD_END_PROCESSES)
    return RD_RESOURCE_OUT;
  if (run->end == RD_END_EXIT && run->status != 0 &&
      options->property != PROPERTY_SCRIPT && !failed_in_assembler(run) &&
      !is_as_valid(self, run))
    return RD_INVALID;
  return RD_UNINTERESTING;
}

bool look_is_disk_full(const crash_test *self, const rd_run *run)
{
  return outcome_is_disk_full(run, self->text, self->size);
}

bool look_judge(const crash_test *self, const rd_run *run)
{
  return !self->decided && judge_accepts(self->shared->options.judge, run);
}

void crash_notice(const crash_shared *self, const char *line)
{
  if (self->options.notice)
    self->options.notice(self->options.payload, line);
}
