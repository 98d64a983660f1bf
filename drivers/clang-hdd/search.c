/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One search of libreduce, and the handling of its events.
 *
 * Every accepted text is on disk before any event reports it. Other crashes
 * are recorded only once the search has asked for their texts: a speculative
 * test must have no visible effect (O1). A search that follows another
 * continues its counts.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/joined.h"
#include "base/utf8.h"
#include "clang-hdd/chronicle.h"
#include "clang-hdd/cores.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/json.h"
#include "clang-hdd/keyboard.h"
#include "clang-hdd/reduction.h"
#include "git/difference.h"

/* ---- events ---- */

/* Records another crash, shown by the text of a test. */
static void take_other(const reduction *self, const rd_event *event)
{
  oracle *from = self->oracle;
  rd_error err = { 0 };
  const char *line =
      crash_oracle_take_other(from->crash, event->text, event->text_size);
  if (!line)
    return;
  if (!resume_is_written(self->journal))
    others_stop_saving(&from->others);
  size_t size;
  char *text =
      subject_show(&size, self->subject, event->text, event->text_size);
  if (others_add(&from->others, line, text, size, &err))
    progress_warning("%s; other crashes are only listed", err.message);
  free(text);
}

/* Remembers the smallest text that has the property and that only the judge
 * rejects, for classes.c. */
static void take_overruled(reduction *self, const rd_event *event)
{
  accepted_text *least = &self->overruled;
  if (event->verdict != RD_OVERRULED ||
      (least->text &&
       !measure_is_smaller(event->measure, self->overruled_measure)))
    return;
  free(least->text);
  least->text = mem_copy_bytes(event->text, event->text_size);
  least->size = event->text_size;
  self->overruled_measure = event->measure;
}

/* Adds the cost of the previous searches. */
static void add_stats(rd_stats *to, const rd_stats *earlier)
{
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    to->verdicts[i] += earlier->verdicts[i];
  if (to->before_last)
    to->before_last += earlier->tests;
  to->tests += earlier->tests;
  to->cache_hits += earlier->cache_hits;
  to->recalled += earlier->recalled;
  to->checks += earlier->checks;
  to->foreseen += earlier->foreseen;
  to->misjudged += earlier->misjudged;
  to->implied += earlier->implied;
  to->remembered += earlier->remembered;
  to->started += earlier->started;
  to->unused += earlier->unused;
  to->parses += earlier->parses;
  to->accepted += earlier->accepted;
}

/* Notes what people see: several files as one text. */
static void note(reduction *self, const rd_event *event)
{
  rd_event shown = *event;
  bool has_text = event->kind == RD_EVENT_ACCEPT && self->subject->files;
  char *text = has_text ? subject_show(&shown.text_size, self->subject,
                                       event->text, event->text_size)
                        : NULL;
  if (text)
    shown.text = text;
  chronicle_note(&self->out->report, &shown, progress_elapsed());
  free(text);
}

/* The smallest text so far; its text is lent. */
static accepted_text find_best(const reduction *self)
{
  const outcome *out = self->out;
  return out->accepted_count
             ? out->accepted[out->accepted_count - 1]
             : (accepted_text){ self->original->text, self->original->size };
}

/* --print-diff: prints what a step changes in a file. */
static void print_change(const char *name, const accepted_text *older,
                         const accepted_text *newer)
{
  char *text = NULL;
  size_t size = 0;
  rd_error err = { 0 };
  if (difference_make(&text, &size, name, older->text, older->size, newer->text,
                      newer->size, &err))
    progress_warning("%s", err.message);
  if (size && isatty(STDOUT_FILENO)) {
    string_replace(&text, utf8_visible(text, size));
    size = strlen(text);
  }
  if (text && size) {
    progress_clear();
    (void)fwrite(text, 1, size, stdout);
    (void)fflush(stdout);
  }
  free(text);
}

/* The part of a text that is one of several files; lent. */
static accepted_text part_of(const subject *of, size_t file,
                             const accepted_text *whole)
{
  if (!of->files)
    return *whole;
  size_t size;
  const char *text =
      joined_file(&size, of->files, file, whole->text, whole->size);
  return (accepted_text){ (char *)(uintptr_t)text, size };
}

/* --print-diff: prints what a step changes. */
static void print_step(const reduction *self, const rd_event *event)
{
  const subject *of = self->subject;
  accepted_text older = find_best(self);
  accepted_text newer = { (char *)(uintptr_t)event->text, event->text_size };
  for (size_t i = 0; i < (of->files ? of->reduced_count : 1); i++) {
    accepted_text from = part_of(of, i, &older), to = part_of(of, i, &newer);
    print_change(of->files ? of->files->data[i] : base_name(of->file_name),
                 &from, &to);
  }
}

/* Prints the smallest text so far. */
static void show_best(const reduction *self)
{
  accepted_text best = find_best(self);
  size_t size;
  char *text = subject_show(&size, self->subject, best.text, best.size);
  progress_text(text, size, self->journal->output->path);
  free(text);
}

static rd_status take_event(reduction *self, const rd_event *event,
                            rd_error *err)
{
  rd_status status = resume_event(self->journal, event, err);
  self->unwritten |= status != RD_OK;
  if (event->kind == RD_EVENT_ACCEPT && self->request->print_diff)
    print_step(self, event);
  if (event->kind == RD_EVENT_ACCEPT)
    outcome_keep_accepted(self->out, event->text, event->text_size);
  if (event->kind == RD_EVENT_TEST && !event->recalled)
    take_other(self, event);
  if (event->kind == RD_EVENT_TEST)
    take_overruled(self, event);
  note(self, event);
  progress_poll_keys();
  if (progress_wants_text())
    show_best(self);
  if (event->kind != RD_EVENT_START || !self->searched)
    progress_event(event);
  if (self->request->json &&
      (event->kind != RD_EVENT_TEST || self->request->verbose))
    json_event(event);
  return status;
}

static rd_status on_event(void *payload, const rd_event *event, rd_error *err)
{
  reduction *self = payload;
  rd_status status = checkpoint_event(self, event, err);
  if (status)
    return status;
  rd_stats stats = *event->stats;
  rd_event whole = *event;
  add_stats(&stats, &self->earlier);
  whole.stats = &stats;
  return take_event(self, &whole, err);
}

/* ---- the search ---- */

rd_options search_options(const reduction *self, uint64_t made, rd_log *log)
{
  rd_options out = request_options(self->request);
  uint64_t most = out.max_tests;
  out.jobs = (unsigned)self->oracle->slot_count;
  out.looks_ahead = cores_available() > 1;
  out.answers = self->answers;
  out.max_tests = most > made ? most - made : most ? 1 : 0; /* 0: no limit */
  out.log = log;
  out.stop = &interrupt_signal;
  out.skip = &interrupt_skip;
  return out;
}

/* Clears the result of the previous search, but keeps its cost. */
static void set_apart(reduction *self)
{
  outcome *out = self->out;
  if (!out->has_result)
    return;
  if (!self->searched)
    self->before = out->result.before;
  self->earlier = out->result.stats;
  self->searched = true;
  rd_result_dispose(&out->result);
  out->has_result = false;
}

static void take_result(reduction *self)
{
  outcome *out = self->out;
  out->has_result = out->result.text != NULL;
  add_stats(&out->result.stats, &self->earlier);
  if (self->searched)
    out->result.before = self->before;
}

exit_code search_from(reduction *self, const accepted_text *from)
{
  set_apart(self);
  rd_options options =
      search_options(self, self->earlier.tests, self->journal->log);
  rd_parser parser = observe_parser(self);
  options.foresight = oracle_foresight(self->oracle);
  bool is_short =
      self->budget && (!options.max_tests || options.max_tests > self->budget);
  if (is_short)
    options.max_tests = self->budget;
  if (!self->searched) { /* line numbers of the original */
    options.sites = self->original->sites.data;
    options.site_count = self->original->sites.size;
  }
  options.event = on_event;
  options.event_payload = self;
  rd_error err = { 0 };
  keyboard_open();
  rd_status status =
      rd_reduce(&self->out->result, from->text, from->size, &parser,
                crash_oracle_interface(self->oracle->crash), &options, &err);
  keyboard_close();
  take_result(self);
  progress_clear();
  if (status == RD_ERR_STOPPED && !interrupt_code()) {
    self->stopped_by_key = interrupt_signal == INTERRUPT_QUIT;
    self->stopped_early = !is_short || interrupt_signal;
    interrupt_signal = 0; /* a key must not stop the remaining steps */
    status = RD_OK;
  } else if (self->unwritten && status != RD_ERR_NOSPACE)
    return progress_fail_write(&err);
  if (status == RD_ERR_INVALID)
    return progress_fail(EXIT_UNKNOWN_NAME, "%s", err.message);
  if (status == RD_ERR_NOT_INTERESTING)
    return progress_fail(EXIT_NOT_INTERESTING,
                         "run once more, %s has lost the property: it comes "
                         "and goes; try --repeat 5",
                         self->subject->file);
  if (!status) /* others may use the slots from here on */
    status = crash_oracle_settle(self->oracle->crash, &err);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}
