/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The journal of a reduction.
 *
 * --resume looks for the run with the facts (run_facts.c) of the present
 * command line and repeats the same search with its answers. Only answers have
 * to be kept, and a run can be resumed wherever it was killed, even while it
 * was catching up with an earlier one. While catching up, the search accepts
 * texts that are larger than the one on disk. They are held back: when the
 * first new question shows that the answers are used up, the newest is
 * written, but only if it is smaller than the file.
 *
 * A complete run is not repeated, unless it was killed before it had written
 * its report: the report is made from the search's findings, which cost no
 * test the second time.
 *
 * The journal serves the reduction. If it cannot be written, it is given up
 * with one line. The program ends only with --resume, which depends on the
 * journal, or if a second process uses the same journal.
 */
#include "clang-hdd/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "compiler/words.h"

/* ---- finding a run ---- */

/* Explains why the run cannot be resumed. */
static exit_code fail_difference(resumption *self, const char *fact,
                                 const run_file *earlier)
{
  char *said = run_facts_difference(fact, earlier);
  exit_code code =
      progress_fail(EXIT_JOURNAL,
                    "cannot resume %s: %s; give that back or start without "
                    "--resume",
                    self->output->folder, said);
  free(said);
  return code;
}

static uint64_t size_of_file(const char *path)
{
  struct stat info;
  return stat(path, &info) ? UINT64_MAX : (uint64_t)info.st_size;
}

static run_file *read_run(const resumption *self, unsigned run)
{
  run_file *out = NULL;
  char *path = journal_file(self->to, run, ".json");
  if (run_file_read(&out, path, NULL))
    out = NULL;
  free(path);
  return out;
}

static uint64_t answers_of(const resumption *self, unsigned run)
{
  char *path = journal_file(self->to, run, ".answers");
  uint64_t size = size_of_file(path);
  free(path);
  return size == UINT64_MAX ? 0 : size;
}

/* Chooses the newest run with our facts or, if that one is incomplete, the
 * matching incomplete run with the most answers. */
static void find_run(resumption *self)
{
  uint64_t most = 0;
  for (unsigned run = journal_runs(self->to); run; run--) {
    run_file *earlier = read_run(self, run);
    bool complete = earlier && earlier->complete;
    uint64_t answers = answers_of(self, run);
    bool fits = earlier && !run_file_difference(earlier, self->now) &&
                (!self->earlier || (!complete && answers > most));
    if (!fits) {
      run_file_free(earlier);
      continue;
    }
    run_file_free(self->earlier);
    self->earlier = earlier;
    self->run = run;
    most = answers;
    if (complete)
      return;
  }
}

/* A first run may have been killed before it wrote anything. */
static exit_code begin_anyway(resumption *self)
{
  progress_notice("%s has nothing to resume yet; starting from the beginning",
                  self->output->folder);
  journal_free(self->to);
  run_file_free(self->now);
  self->to = NULL;
  self->now = NULL;
  return EXIT_DONE;
}

static exit_code fail_none(resumption *self)
{
  run_file *newest = read_run(self, journal_runs(self->to));
  if (!newest)
    return progress_fail(EXIT_JOURNAL,
                         "%s has no run to resume; start without --resume",
                         self->output->folder);
  exit_code code =
      fail_difference(self, run_file_difference(newest, self->now), newest);
  run_file_free(newest);
  return code;
}

static void tell_kept(const output *of)
{
  if (of->kept)
    progress_notice("%s was another result and is now %s", of->path, of->kept);
}

void resume_finish_output(const resumption *self)
{
  output *to = self->output;
  output_finish(to);
  for (size_t i = 0; i < to->each_count; i++)
    tell_kept(&to->each[i]);
  tell_kept(to);
}

/* For a complete run, only makes sure that its result is there: another
 * reduction may have replaced it. */
static exit_code finish_done(resumption *self)
{
  char *text = NULL;
  size_t size = 0;
  rd_error err = { 0 };
  self->done = true;
  rd_status status = journal_last_text(&text, &size, self->to, self->run, &err);
  bool there = !status && output_claim(self->output, text, size);
  if (!status && !there)
    status = output_write(self->output, text, size, &err);
  free(text);
  if (status)
    return progress_fail(EXIT_JOURNAL, "%s; start without --resume",
                         err.message);
  if (!there)
    resume_finish_output(self);
  progress_notice("the reduction was complete already; its result is %s%s",
                  self->output->path, there ? "" : ", written again");
  return EXIT_DONE;
}

/* Sets the facts known from the compiler. */
static void describe_run(resumption *self)
{
  self->now = run_file_new();
  self->file_bytes = UINT64_MAX;
  run_facts_set_early(self->now, self->subject);
}

/* Is a report wanted that does not exist yet? */
static bool report_is_due(const resumption *self)
{
  if (self->subject->request->no_report)
    return false;
  char *folder = output_report_folder(self->output);
  char *path = mem_format("%s/report.json", folder);
  bool there = path_exists(path);
  free(path);
  free(folder);
  return !there;
}

/* What is there is of the run if it is its last text, or what it wrote when it
 * was stopped; all else is kept. A kill between a text and its commit leaves a
 * copy. */
static void claim_output(resumption *self)
{
  char *text = NULL, *path = journal_file(self->to, self->run, ".result");
  size_t size = 0;
  if (!journal_last_text(&text, &size, self->to, self->run, NULL))
    (void)output_claim(self->output, text, size);
  string_replace(&text, NULL);
  if (!file_read(&text, &size, path, NULL))
    (void)output_claim(self->output, text, size);
  free(text);
  free(path);
  if (self->output->is_ours)
    self->file_bytes = output_size(self->output);
}

exit_code resume_find(resumption *self, const subject *of, output *to)
{
  *self = (resumption){ .subject = of, .output = to };
  if (!of->request->resume)
    return EXIT_DONE;
  (void)output_claim(to, of->input, of->input_size); /* in place */
  describe_run(self);
  rd_error err = { 0 };
  rd_status status = journal_open(&self->to, self->output->folder, false, &err);
  if (status == RD_ERR_NOTFOUND)
    return begin_anyway(self);
  if (status)
    return progress_fail(EXIT_JOURNAL, "%s", err.message);
  if (!journal_runs(self->to))
    return begin_anyway(self);
  find_run(self);
  if (!self->earlier)
    return fail_none(self);
  const rd_limits *old = &self->earlier->limits;
  bool has_more_room = of->request->timeout_ms > old->wall_ms ||
                       of->request->memory_bytes > old->memory_bytes;
  if (self->earlier->complete && !has_more_room && !report_is_due(self))
    return finish_done(self);
  claim_output(self);
  self->catching_up = true;
  return EXIT_DONE;
}

/* ---- beginning ---- */

/* Removes the output of a new run. */
static void discard(resumption *self)
{
  if (self->to && !self->earlier)
    journal_discard(self->to, self->run);
  journal_free(self->to);
  self->to = NULL;
}

/* Gives the journal up; the reduction goes on. The answers stay open, since the
 * search may be using them. */
static void give_up(resumption *self, const char *reason)
{
  progress_warning("%s; going on without a journal", reason);
  discard(self);
}

static rd_status open_log(rd_log **out, const resumption *self,
                          const char *suffix, rd_error *err)
{
  char *path = journal_file(self->to, self->run, suffix);
  char *key = run_file_key(self->now);
  rd_status status = RD_ERR_NOTFOUND;
  if (self->earlier)
    status = rd_log_open(out, path, key, &self->property->limits, true, err);
  /* A run that was killed right at its start has no log. */
  if (status == RD_ERR_NOTFOUND)
    status = rd_log_open(out, path, key, &self->property->limits, false, err);
  free(key);
  free(path);
  return status;
}

rd_log *resume_open_log(resumption *self, const char *name)
{
  if (!self->to)
    return NULL;
  rd_log *log = NULL;
  rd_error err = { 0 };
  char *suffix = mem_format(".%s.answers", name);
  if (open_log(&log, self, suffix, &err))
    progress_warning("%s; --resume will not know what comes now", err.message);
  free(suffix);
  return log;
}

void resume_change_log(resumption *self, const char *name)
{
  rd_log_close(self->log);
  self->log = resume_open_log(self, name);
}

static rd_status write_run(const resumption *self, rd_error *err)
{
  char *path = journal_file(self->to, self->run, ".json");
  rd_status status = run_file_write(self->now, path, err);
  free(path);
  return status;
}

const rollback *resume_rollback(const resumption *self)
{
  return self->now && self->now->rollback.commit ? &self->now->rollback : NULL;
}

void resume_set_rollback(resumption *self, const rollback *turned)
{
  rd_error err = { 0 };
  rollback copy = *turned;
  if (!self->to) {
    rollback_dispose(&copy);
    return;
  }
  rollback_dispose(&self->now->rollback);
  self->now->rollback = copy;
  if (write_run(self, &err))
    progress_warning("%s; --resume will not know what comes now", err.message);
}

/* Adds the texts before the first step. */
static void add_beginning(resumption *self)
{
  const subject *of = self->subject;
  const char *line = self->property->line;
  const char *command = run_file_fact(self->now, "command");
  char *message = mem_format(
      "input: %s, %zu bytes\n\n%s: %s\ncommand: %s\n", base_name(of->file),
      of->input_size,
      self->property->kind == PROPERTY_CRASH ? "signature" : "property",
      line ? line : "none", command ? command : of->request->test);
  journal_add(self->to, of->input, of->input_size, message);
  free(message);
  if (!self->original->preprocessed)
    return;
  message = mem_format("preprocessed: %zu bytes\n", self->original->size);
  journal_add(self->to, self->original->text, self->original->size, message);
  free(message);
}

/* Called after the first test has passed: a run that ends before that leaves
 * nothing. */
static void begin_run(resumption *self)
{
  rd_error err = { 0 };
  if (!self->to)
    return;
  rd_status status = write_run(self, &err);
  if (!status)
    status = journal_start(self->to, self->run, base_name(self->subject->name),
                           &err);
  self->begun = !status;
  if (status)
    give_up(self, err.message);
  else
    add_beginning(self);
}

/* Starts the journal of a new run. */
static exit_code begin_new(resumption *self, const oracle *asked)
{
  describe_run(self);
  run_facts_set_late(self->now, asked);
  rd_error err = { 0 };
  rd_status status = journal_open(&self->to, self->output->folder, true, &err);
  if (status == RD_ERR_INVALID)
    return progress_fail(EXIT_JOURNAL, "%s", err.message);
  if (!status) {
    find_run(self);
    if (self->earlier && !self->earlier->complete)
      progress_notice("%s has an unfinished run of this reduction; --resume "
                      "goes on with it",
                      self->output->folder);
    run_file_free(self->earlier);
    self->earlier = NULL;
    self->run = journal_runs(self->to) + 1;
    self->now->limits = self->property->limits;
    status = open_log(&self->log, self, ".answers", &err);
  }
  if (status)
    give_up(self, err.message);
  return EXIT_DONE;
}

exit_code resume_begin(resumption *self, const oracle *asked)
{
  self->property = asked->property;
  self->original = asked->original;
  if (self->subject->request->no_journal)
    return EXIT_DONE;
  if (!self->earlier)
    return begin_new(self, asked);
  run_facts_set_late(self->now, asked);
  const char *fact = run_file_difference(self->earlier, self->now);
  if (fact)
    return fail_difference(self, fact, self->earlier);
  self->now->limits = self->property->limits;
  self->now->rollback = self->earlier->rollback;
  self->earlier->rollback = (rollback){ 0 };
  rd_error err = { 0 };
  if (open_log(&self->log, self, ".answers", &err))
    return progress_fail(EXIT_JOURNAL, "cannot resume %s: %s",
                         self->output->folder, err.message);
  progress_detail("run %u goes on; %" PRIu64 " answers are known", self->run,
                  rd_log_size(self->log));
  return EXIT_DONE;
}

bool resume_is_written(const resumption *self)
{
  return self->to && !journal_problem(self->to);
}

/* ---- events ---- */

rd_measure resume_measure(const resumption *self, const char *text, size_t size)
{
  const rd_lexer *lexer = rd_server_choice(self->subject->server)->lexer;
  return (rd_measure){ .tokens = rd_lexer_count(lexer, text, size),
                       .bytes = size };
}

bool resume_exceeds(const resumption *self, const char *text, size_t size)
{
  return self->most.tokens &&
         (size > self->most.bytes ||
          resume_measure(self, text, size).tokens > self->most.tokens);
}

/* Writes an accepted text, unless it is too large or the output has a smaller
 * one of the run that is resumed. */
static rd_status write_accepted(resumption *self, const char *text, size_t size,
                                rd_error *err)
{
  if ((self->catching_up && size >= self->file_bytes) ||
      resume_exceeds(self, text, size))
    return RD_OK;
  rd_status status = output_write(self->output, text, size, err);
  if (!status)
    self->catching_up = false;
  return status;
}

static rd_status write_held(resumption *self, rd_error *err)
{
  if (!self->held)
    return RD_OK;
  rd_status status = write_accepted(self, self->held, self->held_size, err);
  string_replace(&self->held, NULL);
  return status;
}

/* Warns once, with the reason, when the journal or the log can no longer be
 * written. */
static void check_problems(resumption *self)
{
  if (self->to && journal_problem(self->to))
    progress_warning("%s; the history ends here", journal_problem(self->to));
  if (self->log && rd_log_problem(self->log))
    progress_warning("%s; --resume will not know what comes now",
                     rd_log_problem(self->log));
}

static void add_step(resumption *self, const rd_event *event)
{
  rd_measure before = self->measure, after = event->measure;
  self->measure = after;
  if (!self->to)
    return;
  char *message =
      mem_format("%s: %" PRIu64 " -> %" PRIu64 " tokens\n\n"
                 "round %" PRIu32 "\n%" PRIu64 " -> %" PRIu64 " bytes\n"
                 "%" PRIu64 " tests\n%.1f seconds\n",
                 event->pass ? event->pass : "step", before.tokens,
                 after.tokens, event->round, before.bytes, after.bytes,
                 event->stats->tests, (double)progress_elapsed() / 1000);
  journal_add(self->to, event->text, event->text_size, message);
  free(message);
  check_problems(self);
}

static rd_status accept(resumption *self, const rd_event *event, rd_error *err)
{
  rd_status status = RD_OK;
  string_replace(&self->held, NULL);
  if (event->recalled && self->catching_up) {
    self->held = mem_copy_bytes(event->text, event->text_size);
    self->held_size = event->text_size;
  } else {
    status = write_accepted(self, event->text, event->text_size, err);
  }
  add_step(self, event);
  return status;
}

rd_status resume_event(resumption *self, const rd_event *event, rd_error *err)
{
  if (event->kind == RD_EVENT_ACCEPT)
    return accept(self, event, err);
  if (event->kind == RD_EVENT_START) {
    self->measure = event->measure;
    if (!self->begun)
      begin_run(self);
  }
  if (event->kind == RD_EVENT_TEST && !event->recalled)
    return write_held(self, err);
  return RD_OK;
}

/* ---- going back ---- */

journal_texts *resume_texts(const resumption *self)
{
  journal_texts *texts = NULL;
  if (!self->to || !self->begun || journal_texts_open(&texts, self->to, NULL))
    return NULL;
  return texts;
}

rd_status resume_go_back(resumption *self, const char *text, size_t size,
                         const char *message, rd_error *err)
{
  if (self->to)
    journal_add(self->to, text, size, message);
  if (!self->catching_up)
    return write_accepted(self, text, size, err);
  string_replace(&self->held, NULL);
  self->held = mem_copy_bytes(text, size);
  self->held_size = size;
  return RD_OK;
}

/* ---- the end ---- */

rd_status resume_write_result(resumption *self, const rd_result *result,
                              rd_error *err)
{
  if (self->catching_up && !result->complete &&
      result->size >= self->file_bytes) {
    progress_notice("stopped before it had caught up with the run that it "
                    "goes on with, whose last text stays in %s",
                    self->output->path);
    return RD_OK;
  }
  if (self->begun && resume_is_written(self)) { /* laid out, it is no step */
    char *path = journal_file(self->to, self->run, ".result");
    (void)file_replace(path, result->text, result->size, NULL);
    free(path);
  }
  return output_write(self->output, result->text, result->size, err);
}

static void add_result(resumption *self, const outcome *of)
{
  const rd_result *result = &of->result;
  char *command = outcome_command_line(of, self->subject, self->output);
  char *message =
      mem_format("result: %" PRIu64 " tokens, %zu bytes\n\n%" PRIu64
                 " tests\n%.1f seconds\nreproduce: %s\n",
                 result->after.tokens, result->size, result->stats.tests,
                 (double)progress_elapsed() / 1000, command);
  journal_add(self->to, result->text, result->size, message);
  free(message);
  free(command);
}

void resume_end(resumption *self, const outcome *result)
{
  if (!self->to)
    return;
  if (!self->begun) {
    discard(self);
    return;
  }
  if (result)
    add_result(self, result);
  journal_end(self->to);
  check_problems(self);
  bool whole =
      !journal_problem(self->to) && self->log && !rd_log_problem(self->log);
  rd_log_close(self->log);
  self->log = NULL;
  rd_error err = { 0 };
  if (!result || !whole)
    return;
  self->now->complete = true;
  if (write_run(self, &err))
    progress_warning("%s", err.message);
}

char *resume_history(const resumption *self)
{
  if (!resume_is_written(self))
    return NULL;
  char *option = mem_format("--git-dir=%s/journal.git", self->output->folder);
  const char *const words[] = { "git", option, "log", "-p", NULL };
  char *line = words_join(words);
  free(option);
  return line;
}

void resume_dispose(resumption *self)
{
  journal_free(self->to);
  rd_log_close(self->log);
  run_file_free(self->now);
  run_file_free(self->earlier);
  free(self->held);
}
