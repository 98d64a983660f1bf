/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Judges a run by its output so far.
 *
 * A crashing compiler spends most of its time after it has printed everything
 * that a signature needs: on its stack trace, its driver's messages and the
 * core dump. A FINAL row of crashes.def marks the point at which the facts are
 * complete. signature_find does not read further either, so the early verdict
 * equals the verdict on the complete output by construction. Frames matter only
 * if the expected crash has some: a different innermost frame, or a recursion
 * with a frame in common, is conclusive at once. Every other case waits for the
 * end of the trace, since until then it may turn out to be a recursion.
 *
 * Errors end a run too, but only if they can only be the user's. If the
 * compiler printed errors of its own before the original's crash (from a
 * verifier or a back end), a candidate's errors cannot be distinguished from
 * those, and do not end a run.
 */
#include "compiler/early.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"
#include "compiler/crash_facts.h"

struct early {
  early_options options;
  bool errors_end; /* an error that the original does not have ends the run */
  crash_facts_reader facts;
  frames_reader frames;
  size_t read;    /* bytes of the output read, in complete lines */
  size_t scanned; /* bytes known not to contain the end of the next line */
  bool matches;   /* the facts equal those of the expected crash */
  early_word word;
};

static int by_text(const void *key, const void *element)
{
  return strcmp(key, *(char *const *)element);
}

static bool is_original(const early_options *options, const char *error)
{
  const strings *errors = options->errors;
  return errors->size && bsearch(error, errors->data, errors->size,
                                 sizeof *errors->data, by_text);
}

/* Are all errors before the original's crash about its text? */
static bool errors_are_users(const early_options *options)
{
  const strings *own = &options->expected->errors;
  for (size_t i = 0; i < own->size; i++)
    if (!is_original(options, own->data[i]))
      return false;
  return true;
}

early *early_new(const early_options *options)
{
  early *self = mem_alloc(1, sizeof *self);
  static const signature none;
  self->options = *options;
  if (!options->expected)
    self->options.expected = &none;
  self->errors_end = options->errors && errors_are_users(&self->options);
  self->facts = (crash_facts_reader){ .level = self->options.expected->level,
                                      .failed = true };
  return self;
}

void early_free(early *self)
{
  if (!self)
    return;
  crash_facts_reset(&self->facts);
  frames_reader_reset(&self->frames);
  free(self);
}

void early_reset(early *self)
{
  crash_facts_reset(&self->facts);
  frames_reader_reset(&self->frames);
  self->read = self->scanned = 0;
  self->matches = false;
  self->word = EARLY_OPEN;
}

/* Is the line, preceded by `before` errors, an error that the original does not
 * have? */
static bool is_new_error(const early *self, const char *line, size_t before)
{
  const strings *errors = &self->facts.errors;
  return errors->size > before && errors_is_located(line) &&
         !is_original(&self->options, errors->data[before]);
}

/* Do the complete facts equal the expected ones? */
static bool crash_facts_agree(const early *self)
{
  strings facts = { 0 };
  uint32_t places, activities;
  crash_facts_collect(&facts, &places, &activities, &self->facts);
  bool agree = signature_has_facts(self->options.expected, &facts);
  strings_free(&facts);
  return agree;
}

/* Is it worthwhile to examine the trace? */
static bool frames_are_due(const early *self, size_t before)
{
  enum { CYCLE_STEP = 32 }; /* finding a cycle takes time */
  size_t now = self->frames.trace.size;
  if (self->frames.ended)
    return true;
  return now != before &&
         (!self->options.expected->frames.recursive || now % CYCLE_STEP == 0);
}

static early_word judge_frames(const early *self)
{
  const stack_frames *expected = &self->options.expected->frames;
  stack_frames found;
  frames_collect(&found, &self->frames);
  if (self->options.expected->level == MATCH_FUNCTION)
    frames_coarsen(&found);
  bool match = frames_match(expected, &found);
  bool settled = self->frames.ended;
  /* A recursion, once found, does not change; nor does the innermost frame. */
  if (expected->recursive)
    settled |= match;
  else
    settled |= found.recursive ||
               (found.names.size &&
                strcmp(found.names.data[0], expected->names.data[0]) != 0);
  frames_dispose(&found);
  if (!settled)
    return EARLY_OPEN;
  return match ? EARLY_SAME : EARLY_OTHER;
}

static early_word read_line(early *self, const char *line)
{
  const signature *expected = self->options.expected;
  bool has_frames = expected->frames.names.size > 0;
  size_t before = self->matches ? self->frames.trace.size : 0;
  size_t errors = self->facts.errors.size;
  crash_facts_read(&self->facts, line);
  if (has_frames)
    frames_read(&self->frames, line);
  if (self->errors_end && !crash_facts_show_crash(&self->facts) &&
      is_new_error(self, line, errors))
    return EARLY_ERROR;
  if (!signature_is_crash(expected) || !self->facts.complete)
    return EARLY_OPEN;
  self->matches = self->matches || crash_facts_agree(self);
  if (!self->matches)
    return EARLY_OTHER;
  if (!has_frames)
    return EARLY_SAME;
  /* A message is more specific than a trace, so no frames are compared. */
  if (crash_facts_have_message(&self->facts))
    return EARLY_OTHER;
  return frames_are_due(self, before) ? judge_frames(self) : EARLY_OPEN;
}

early_word early_look(early *self, const char *output, size_t size)
{
  while (self->word == EARLY_OPEN && self->scanned < size) {
    const char *end =
        memchr(output + self->scanned, '\n', size - self->scanned);
    if (!end) {
      self->scanned = size;
      break;
    }
    const char *at = output + self->read;
    char *line = next_line(&at, end + 1);
    self->word = read_line(self, line);
    free(line);
    self->read = self->scanned = (size_t)(at - output);
  }
  return self->word;
}

bool early_is_same(void *payload, const char *output, size_t size)
{
  return early_look(payload, output, size) == EARLY_SAME;
}
