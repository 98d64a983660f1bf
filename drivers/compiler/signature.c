/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Recognizes a crash, and the same crash again.
 *
 * A signature is a list of facts, each made by a row of crashes.def from a line
 * of the output, and, if no message is more specific, the innermost frames of a
 * stack trace. Two runs show the same crash if their facts are equal and their
 * frames match (frames.h). Invariant: nothing that is compared comes from the
 * user's program, so renaming, moving or deleting its code cannot change the
 * signature.
 *
 * A program that died silently has its signal as the only fact, whether we, a
 * shell or a driver observed the death.
 */
#include "compiler/signature.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding ---- */

/* The signal that ended the run, even if a shell or driver reports it. */
static int ending_signal(const rd_run *run)
{
  if (run->end == RD_END_SIGNAL)
    return run->status;
  if (run->end != RD_END_EXIT)
    return 0;
  switch (run->status - 128) {
  case SIGILL:
  case SIGABRT:
  case SIGBUS:
  case SIGFPE:
  case SIGSEGV:
  case SIGTRAP:
  case SIGSYS:
    return run->status - 128;
  default:
    return 0;
  }
}

/* Turns the facts read into a signature. */
static void collect(signature *out, const crash_facts_reader *reader,
                    const rd_run *run)
{
  bool by_output = crash_facts_show_crash(reader);
  int number = ending_signal(run);
  if (!by_output && !number)
    return;
  crash_facts_collect(&out->facts, &out->places, &out->activities, reader);
  if (!by_output) {
    const char *name = sigabbrev_np(number);
    strings_take(&out->facts, name ? mem_format("signal SIG%s", name)
                                   : mem_format("signal %d", number));
  }
  if (!crash_facts_have_message(reader) && run->output &&
      out->level != MATCH_KIND)
    frames_find(&out->frames, run->output, run->output_size);
  if (out->level == MATCH_FUNCTION)
    frames_coarsen(&out->frames);
  out->has_place = out->places || out->frames.names.size;
  strings_add_all(&out->errors, &reader->errors);
  strings_sort(&out->errors);
}

void signature_find(signature *out, const rd_run *run)
{
  signature_find_at(out, run, MATCH_EXACT);
}

void signature_find_at(signature *out, const rd_run *run, match_level level)
{
  *out = (signature){ .level = level };
  if (run->end != RD_END_EXIT && run->end != RD_END_SIGNAL &&
      run->end != RD_END_CANCELLED)
    return;
  crash_facts_reader reader = {
    .level = level, .failed = run->end != RD_END_EXIT || run->status != 0
  };
  const char *at = run->output ? run->output : "";
  for (const char *end = at + (run->output ? run->output_size : 0); at < end;) {
    char *line = next_line(&at, end);
    crash_facts_read(&reader, line);
    free(line);
  }
  collect(out, &reader, run);
  crash_facts_reset(&reader);
}

void signature_dispose(signature *self)
{
  strings_free(&self->facts);
  strings_free(&self->errors);
  frames_dispose(&self->frames);
  free(self->address);
  *self = (signature){ 0 };
}

bool signature_is_crash(const signature *self)
{
  return self->facts.size > 0;
}

bool run_shows_crash(const rd_run *run)
{
  signature found;
  signature_find(&found, run);
  bool crash = signature_is_crash(&found);
  signature_dispose(&found);
  return crash;
}

/* ---- comparing ---- */

static const char *missing_fact(const strings *from, const strings *in)
{
  for (size_t i = 0; i < from->size; i++)
    if (!strings_has(in, from->data[i]))
      return from->data[i];
  return NULL;
}

/* The first fact that should not be present; NULL: there is none. */
static const char *foreign_fact(const signature *self, const strings *facts)
{
  return self->is_common ? NULL : missing_fact(facts, &self->facts);
}

bool signature_has_facts(const signature *self, const strings *facts)
{
  return !missing_fact(&self->facts, facts) && !foreign_fact(self, facts);
}

bool signature_equals(const signature *self, const signature *other,
                      char **reason_out)
{
  char *reason = NULL;
  const char *fact;
  if (!signature_is_crash(other))
    reason = mem_copy("no crash");
  else if ((fact = missing_fact(&self->facts, &other->facts)))
    reason = mem_format("not there: %s", fact);
  else if ((fact = foreign_fact(self, &other->facts)))
    reason = mem_format("another crash: %s", fact);
  else if (self->frames.names.size &&
           !frames_match(&self->frames, &other->frames))
    reason = mem_format("another place: %s", other->frames.names.size
                                                 ? other->frames.names.data[0]
                                                 : "no stack trace");
  bool same = !reason;
  if (reason_out)
    *reason_out = reason;
  else
    free(reason);
  return same;
}

bool signature_matches(const signature *self, const rd_run *run,
                       char **reason_out)
{
  signature other;
  signature_find_at(&other, run, self->level);
  bool same = signature_equals(self, &other, reason_out);
  signature_dispose(&other);
  return same;
}

/* ---- comparing versions ---- */

/* Without differences between versions: GCC's sources were renamed to .cc in
 * 12. */
static void add_plain(strings *out, const strings *names)
{
  for (size_t i = 0; i < names->size; i++) {
    const char *name = names->data[i];
    size_t size = strlen(name) - (ends_with(name, ".cc") ? 1 : 0);
    strings_take(out, mem_copy_bytes(name, size));
  }
}

/* Are the frames functions? Module names contain the version, but a build
 * without symbols has nothing else. */
static bool frames_are_named(const stack_frames *frames)
{
  bool named = frames->names.size > 0;
  for (size_t i = 0; i < frames->names.size && named; i++)
    named = strstr(frames->names.data[i], " at ") != NULL;
  return named;
}

bool signature_is_akin(const signature *self, const signature *other)
{
  signature a = { .is_common = self->is_common }, b = { 0 };
  add_plain(&a.facts, &self->facts);
  add_plain(&b.facts, &other->facts);
  if (frames_are_named(&self->frames) && frames_are_named(&other->frames)) {
    a.frames.recursive = self->frames.recursive;
    b.frames.recursive = other->frames.recursive;
    add_plain(&a.frames.names, &self->frames.names);
    add_plain(&b.frames.names, &other->frames.names);
  }
  bool akin = signature_equals(&a, &b, NULL);
  signature_dispose(&a);
  signature_dispose(&b);
  return akin;
}

/* The line; of a place without what the compiler was doing, and without what the
 * user's text decides. */
static char *make_line(const signature *self, bool is_place)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < self->facts.size; i++) {
    if (is_place && (self->activities >> i & 1))
      continue;
    const char *fact = self->facts.data[i];
    char *part = is_place ? crash_fact_place(fact) : mem_copy(fact);
    text_printf(&out, "%s%s", out.size ? "; " : "", part);
    free(part);
  }
  if (self->frames.names.size)
    text_printf(&out, "%s %s",
                self->frames.recursive ? "; recursion of" : " at",
                self->frames.names.data[0]);
  if (self->address)
    text_printf(&out, " at %s", self->address);
  return out.data;
}

char *signature_line(const signature *self)
{
  return make_line(self, false);
}

char *signature_place(const signature *self)
{
  bool named = (self->places & ~self->activities) || self->frames.names.size ||
               self->address;
  return named ? make_line(self, true) : NULL;
}

void signature_keep_common(signature *self, const signature *other)
{
  strings kept = { 0 };
  uint32_t places = 0, activities = 0;
  for (size_t i = 0; i < self->facts.size; i++) {
    if (!strings_has(&other->facts, self->facts.data[i]))
      continue;
    places |= (self->places >> i & 1) << kept.size;
    activities |= (self->activities >> i & 1) << kept.size;
    strings_add(&kept, self->facts.data[i]);
  }
  self->is_common |= !signature_has_facts(self, &other->facts);
  strings_free(&self->facts);
  self->facts = kept;
  self->places = places;
  self->activities = activities;
  if (!frames_match(&self->frames, &other->frames))
    frames_dispose(&self->frames);
  self->has_place = self->places || self->frames.names.size;
}
