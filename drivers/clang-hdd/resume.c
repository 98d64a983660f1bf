/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The journal as a session uses it.
 *
 * --resume looks for the run whose facts (run_facts.c) are those of the present
 * command line, and lets the same search run with its answers. So nothing but
 * answers has to be kept, and a run that was killed anywhere, also while it
 * caught up with an earlier one, can be gone on with.
 *
 * While the search catches up, it accepts texts that are larger than what is on
 * disk. They are held back: the newest is written when the first new question
 * shows that the answers are used up, and only if it is smaller than the file.
 *
 * A run that was complete is not repeated, unless it was killed before it had
 * written its report: that is made of what the search finds, which costs no test
 * the second time.
 *
 * The journal serves the reduction. One that cannot be written is given up with
 * one line; only --resume, which is about nothing else, and a second process at
 * work on the same journal end the program.
 */
#include "clang-hdd/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clang-hdd/report_step.h"
#include "clang-hdd/run_facts.h"
#include "clang-hdd/summary.h"
#include "base/files.h"
#include "compiler/words.h"
#include "git/journal.h"

typedef struct resumption {
  char *folder;
  journal *to;
  rd_log *log;
  unsigned run;
  run_file *now;      /* what we are */
  run_file *earlier;  /* what we go on with, or NULL */
  bool done;          /* it was complete */
  bool begun;         /* texts are written */
  rd_measure measure; /* of the last text that was accepted */
  /* While the output may hold a smaller text than ours: */
  bool behind;
  uint64_t file_bytes; /* size of the output; UINT64_MAX: there is none */
  char *held;          /* accepted and not written, or NULL */
  size_t held_size;
} resumption;

/* ---- finding a run ---- */

/* Says why the run is not ours. */
static exit_code fail_difference(session *self, const char *fact,
                                 const run_file *earlier)
{
  char *said = run_facts_difference(fact, earlier);
  exit_code code =
      session_fail(self, EXIT_JOURNAL,
                   "cannot resume %s: %s; give that back or start without "
                   "--resume",
                   self->kept->folder, said);
  free(said);
  return code;
}

static uint64_t size_of_file(const char *path)
{
  struct stat info;
  return stat(path, &info) ? UINT64_MAX : (uint64_t)info.st_size;
}

static run_file *read_run(const resumption *kept, unsigned run)
{
  run_file *out = NULL;
  char *path = journal_file(kept->to, run, ".json");
  if (run_file_read(&out, path, NULL))
    out = NULL;
  free(path);
  return out;
}

static uint64_t answers_of(const resumption *kept, unsigned run)
{
  char *path = journal_file(kept->to, run, ".answers");
  uint64_t size = size_of_file(path);
  free(path);
  return size == UINT64_MAX ? 0 : size;
}

/* Takes the newest run with our facts or, if that one did not end as it should,
 * the one of its kind with the most answers. */
static void find_run(resumption *kept)
{
  uint64_t most = 0;
  for (unsigned run = journal_runs(kept->to); run; run--) {
    run_file *earlier = read_run(kept, run);
    bool complete = earlier && run_file_is_complete(earlier);
    uint64_t answers = answers_of(kept, run);
    bool fits = earlier && !run_file_difference(earlier, kept->now) &&
                (!kept->earlier || (!complete && answers > most));
    if (!fits) {
      run_file_free(earlier);
      continue;
    }
    run_file_free(kept->earlier);
    kept->earlier = earlier;
    kept->run = run;
    most = answers;
    if (complete)
      return;
  }
}

static exit_code fail_none(session *self)
{
  const resumption *kept = self->kept;
  run_file *newest = read_run(kept, journal_runs(kept->to));
  if (!newest)
    return session_fail(self, EXIT_JOURNAL,
                        "%s has no run to resume; start without --resume",
                        kept->folder);
  exit_code code =
      fail_difference(self, run_file_difference(newest, kept->now), newest);
  run_file_free(newest);
  return code;
}

/* Does a limit that was given now leave more room than that of the run? */
static bool has_more_room(const session *self)
{
  rd_limits old = run_file_limits(self->kept->earlier);
  return self->options.timeout_ms > old.wall_ms ||
         self->options.memory_bytes > old.memory_bytes;
}

/* The run was complete: all there is to do is to see to its file. */
static exit_code finish_done(session *self)
{
  resumption *kept = self->kept;
  const char *path = self->output.path;
  char *text = NULL;
  size_t size = 0;
  rd_error err = { 0 };
  kept->done = true;
  if (path_exists(path)) {
    progress_notice(&self->progress,
                    "the reduction was complete already; its result is %s",
                    path);
    return EXIT_DONE;
  }
  rd_status status = journal_last_text(&text, &size, kept->to, kept->run, &err);
  if (!status)
    status = output_write(&self->output, text, size, &err);
  free(text);
  if (status)
    return session_fail(self, EXIT_JOURNAL, "%s; start without --resume",
                        err.message);
  output_sync(&self->output);
  progress_notice(&self->progress,
                  "the reduction was complete already; its result is %s, "
                  "written again",
                  path);
  return EXIT_DONE;
}

static void make_kept(session *self)
{
  self->kept = mem_alloc(1, sizeof *self->kept);
  self->kept->folder = output_folder(&self->output);
  self->kept->now = run_file_new();
  self->kept->file_bytes = UINT64_MAX;
  run_facts_set_early(self->kept->now, self);
}

exit_code resume_find(session *self)
{
  if (!self->options.resume)
    return EXIT_DONE;
  make_kept(self);
  resumption *kept = self->kept;
  rd_error err = { 0 };
  rd_status status = journal_open(&kept->to, kept->folder, false, &err);
  if (status == RD_ERR_NOTFOUND)
    return session_fail(self, EXIT_JOURNAL, "%s; start without --resume",
                        err.message);
  if (status)
    return session_fail(self, EXIT_JOURNAL, "%s", err.message);
  find_run(kept);
  if (!kept->earlier)
    return fail_none(self);
  if (run_file_is_complete(kept->earlier) && !has_more_room(self) &&
      !report_step_is_due(self))
    return finish_done(self);
  kept->file_bytes = size_of_file(self->output.path);
  kept->behind = true;
  return EXIT_DONE;
}

bool resume_is_done(const session *self)
{
  return self->kept && self->kept->done;
}

void resume_limits(session *self)
{
  const cli *options = &self->options;
  if (!self->kept || !self->kept->earlier)
    return;
  rd_limits old = run_file_limits(self->kept->earlier);
  if (!options->timeout_ms && !options->hang_ms) {
    self->limits.wall_ms = old.wall_ms;
    self->limits.cpu_ms = old.cpu_ms;
  }
  if (!options->memory_bytes && !options->hog_bytes)
    self->limits.memory_bytes = old.memory_bytes;
}

/* ---- beginning ---- */

/* Removes what a new run has made so far. */
static void discard(resumption *kept)
{
  if (kept->to && !kept->earlier)
    journal_discard(kept->to, kept->run);
  journal_free(kept->to);
  kept->to = NULL;
}

/* Gives the journal up; the reduction goes on. The answers stay open, since the
 * search may have them. */
static void give_up(session *self, const char *reason)
{
  progress_warning(&self->progress, "%s; going on without a journal", reason);
  discard(self->kept);
}

static rd_status open_log(rd_log **out, const session *self, const char *suffix,
                          rd_error *err)
{
  const resumption *kept = self->kept;
  char *path = journal_file(kept->to, kept->run, suffix);
  char *key = run_file_key(kept->now);
  rd_status status = RD_ERR_NOTFOUND;
  if (kept->earlier)
    status = rd_log_open(out, path, key, &self->limits, true, err);
  /* Killed right at its start, the earlier run has none. */
  if (status == RD_ERR_NOTFOUND)
    status = rd_log_open(out, path, key, &self->limits, false, err);
  free(key);
  free(path);
  return status;
}

static rd_status open_answers(session *self, rd_error *err)
{
  return open_log(&self->kept->log, self, ".answers", err);
}

rd_log *resume_open_log(session *self, const char *name)
{
  if (!self->kept || !self->kept->to)
    return NULL;
  rd_log *log = NULL;
  rd_error err = { 0 };
  char *suffix = mem_format(".%s.answers", name);
  if (open_log(&log, self, suffix, &err))
    progress_warning(&self->progress,
                     "%s; --resume will not know what comes now", err.message);
  free(suffix);
  return log;
}

void resume_change_log(session *self, const char *name)
{
  if (!self->kept)
    return;
  rd_log_close(self->kept->log);
  self->kept->log = resume_open_log(self, name);
}

char *resume_file(const session *self, const char *suffix)
{
  const resumption *kept = self->kept;
  return kept && kept->to ? journal_file(kept->to, kept->run, suffix) : NULL;
}

static rd_status write_run(const resumption *kept, rd_error *err)
{
  char *path = journal_file(kept->to, kept->run, ".json");
  rd_status status = run_file_write(kept->now, path, err);
  free(path);
  return status;
}

/* The texts before the first step. */
static void add_beginning(session *self)
{
  resumption *kept = self->kept;
  const char *name = base_name(self->options.file);
  char *property = summary_property(self);
  const char *command = run_file_fact(kept->now, "command");
  char *message = mem_format(
      "input: %s, %zu bytes\n\n%s: %s\ncommand: %s\n", name, self->input_size,
      self->property == PROPERTY_CRASH ? "signature" : "property",
      property ? property : "none", command ? command : self->options.test);
  journal_add(kept->to, self->input, self->input_size, message);
  free(message);
  free(property);
  if (!self->preprocessed)
    return;
  message = mem_format("preprocessed: %zu bytes\n", self->size);
  journal_add(kept->to, self->text, self->size, message);
  free(message);
}

/* The first test has passed: a run that ends before that leaves nothing. */
static void begin_run(session *self)
{
  resumption *kept = self->kept;
  rd_error err = { 0 };
  if (!kept->to)
    return;
  rd_status status = write_run(kept, &err);
  if (!status)
    status = journal_start(kept->to, kept->run, base_name(self->name), &err);
  kept->begun = !status;
  if (status)
    give_up(self, err.message);
  else
    add_beginning(self);
}

/* A journal for a run of its own. */
static exit_code begin_new(session *self)
{
  make_kept(self);
  resumption *kept = self->kept;
  run_facts_set_late(kept->now, self);
  rd_error err = { 0 };
  rd_status status = journal_open(&kept->to, kept->folder, true, &err);
  if (status == RD_ERR_INVALID)
    return session_fail(self, EXIT_JOURNAL, "%s", err.message);
  if (!status) {
    find_run(kept);
    if (kept->earlier && !run_file_is_complete(kept->earlier))
      progress_notice(&self->progress,
                      "%s has an unfinished run of this reduction; --resume "
                      "goes on with it",
                      kept->folder);
    run_file_free(kept->earlier);
    kept->earlier = NULL;
    kept->run = journal_runs(kept->to) + 1;
    run_file_set_limits(kept->now, &self->limits);
    status = open_answers(self, &err);
  }
  if (status)
    give_up(self, err.message);
  return EXIT_DONE;
}

exit_code resume_begin(session *self)
{
  if (self->options.no_journal)
    return EXIT_DONE;
  if (!self->options.resume)
    return begin_new(self);
  resumption *kept = self->kept;
  run_facts_set_late(kept->now, self);
  const char *fact = run_file_difference(kept->earlier, kept->now);
  if (fact)
    return fail_difference(self, fact, kept->earlier);
  run_file_set_limits(kept->now, &self->limits);
  rd_error err = { 0 };
  if (open_answers(self, &err))
    return session_fail(self, EXIT_JOURNAL, "cannot resume %s: %s",
                        kept->folder, err.message);
  progress_detail(&self->progress,
                  "run %u goes on; %" PRIu64 " answers are known", kept->run,
                  rd_log_size(kept->log));
  return EXIT_DONE;
}

rd_log *resume_log(const session *self)
{
  return self->kept ? self->kept->log : NULL;
}

bool resume_is_written(const session *self)
{
  const resumption *kept = self->kept;
  return kept && kept->to && !journal_problem(kept->to);
}

/* ---- events ---- */

static void drop_held(resumption *kept)
{
  free(kept->held);
  kept->held = NULL;
}

/* Writes an accepted text, unless the output has a smaller one of the run that
 * we go on with. */
static rd_status write_accepted(session *self, const char *text, size_t size,
                                rd_error *err)
{
  resumption *kept = self->kept;
  if (kept && kept->behind && size >= kept->file_bytes)
    return RD_OK;
  rd_status status = output_write(&self->output, text, size, err);
  if (kept && !status)
    kept->behind = false;
  return status;
}

static rd_status write_held(session *self, rd_error *err)
{
  resumption *kept = self->kept;
  if (!kept->held)
    return RD_OK;
  rd_status status = write_accepted(self, kept->held, kept->held_size, err);
  drop_held(kept);
  return status;
}

/* Says once that no more is written, and where. */
static void check_problems(session *self)
{
  const resumption *kept = self->kept;
  if (kept->to && journal_problem(kept->to))
    progress_warning(&self->progress, "%s; the history ends here",
                     journal_problem(kept->to));
  if (kept->log && rd_log_problem(kept->log))
    progress_warning(&self->progress,
                     "%s; --resume will not know what comes now",
                     rd_log_problem(kept->log));
}

static void add_step(session *self, const rd_event *event)
{
  resumption *kept = self->kept;
  rd_measure before = kept->measure, after = event->measure;
  kept->measure = after;
  if (!kept->to)
    return;
  char *message = mem_format(
      "%s: %" PRIu64 " -> %" PRIu64 " tokens\n\n"
      "round %" PRIu32 "\n%" PRIu64 " -> %" PRIu64 " bytes\n"
      "%" PRIu64 " tests\n%.1f seconds\n",
      event->pass ? event->pass : "step", before.tokens, after.tokens,
      event->round, before.bytes, after.bytes, event->stats->tests,
      (double)progress_elapsed(&self->progress) / 1000);
  journal_add(kept->to, event->text, event->text_size, message);
  free(message);
  check_problems(self);
}

static rd_status accept(session *self, const rd_event *event, rd_error *err)
{
  resumption *kept = self->kept;
  rd_status status = RD_OK;
  if (!kept)
    return output_write(&self->output, event->text, event->text_size, err);
  drop_held(kept);
  if (event->recalled && kept->behind) {
    kept->held = mem_copy_bytes(event->text, event->text_size);
    kept->held_size = event->text_size;
  } else {
    status = write_accepted(self, event->text, event->text_size, err);
  }
  add_step(self, event);
  return status;
}

rd_status resume_event(session *self, const rd_event *event, rd_error *err)
{
  if (event->kind == RD_EVENT_ACCEPT)
    return accept(self, event, err);
  if (!self->kept)
    return RD_OK;
  if (event->kind == RD_EVENT_START) {
    self->kept->measure = event->measure;
    if (!self->kept->begun)
      begin_run(self);
  }
  if (event->kind == RD_EVENT_TEST && !event->recalled)
    return write_held(self, err);
  return RD_OK;
}

/* ---- going back ---- */

struct journal_texts *resume_texts(session *self)
{
  journal_texts *texts = NULL;
  const resumption *kept = self->kept;
  if (!kept || !kept->to || !kept->begun ||
      journal_texts_open(&texts, kept->to, NULL))
    return NULL;
  return texts;
}

rd_status resume_go_back(session *self, const char *text, size_t size,
                         const char *message, rd_error *err)
{
  resumption *kept = self->kept;
  if (kept && kept->to)
    journal_add(kept->to, text, size, message);
  if (!kept || !kept->behind)
    return output_write(&self->output, text, size, err);
  drop_held(kept);
  kept->held = mem_copy_bytes(text, size);
  kept->held_size = size;
  return RD_OK;
}

/* ---- the end ---- */

rd_status resume_write_result(session *self, rd_error *err)
{
  const resumption *kept = self->kept;
  const rd_result *result = &self->result;
  if (kept && kept->behind && !result->complete &&
      result->size >= kept->file_bytes) {
    progress_notice(&self->progress,
                    "stopped before it had caught up with the run that it "
                    "goes on with, whose last text stays in %s",
                    self->output.path);
    return RD_OK;
  }
  return output_write(&self->output, result->text, result->size, err);
}

static void add_result(session *self)
{
  resumption *kept = self->kept;
  const rd_result *result = &self->result;
  char *command = summary_command(self);
  char *message =
      mem_format("result: %" PRIu64 " tokens, %zu bytes\n\n%" PRIu64
                 " tests\n%.1f seconds\nreproduce: %s\n",
                 result->after.tokens, result->size, result->stats.tests,
                 (double)progress_elapsed(&self->progress) / 1000, command);
  journal_add(kept->to, result->text, result->size, message);
  free(message);
  free(command);
}

void resume_end(session *self, bool complete)
{
  resumption *kept = self->kept;
  if (!kept || !kept->to)
    return;
  if (!kept->begun) {
    discard(kept);
    return;
  }
  if (complete)
    add_result(self);
  journal_end(kept->to);
  check_problems(self);
  bool whole =
      !journal_problem(kept->to) && kept->log && !rd_log_problem(kept->log);
  rd_log_close(kept->log);
  kept->log = NULL;
  rd_error err = { 0 };
  if (!complete || !whole)
    return;
  run_file_set_complete(kept->now);
  if (write_run(kept, &err))
    progress_warning(&self->progress, "%s", err.message);
}

char *resume_history(const session *self)
{
  const resumption *kept = self->kept;
  if (!resume_is_written(self))
    return NULL;
  char *option = mem_format("--git-dir=%s/journal.git", kept->folder);
  const char *const words[] = { "git", option, "log", "-p", NULL };
  char *line = words_join(words);
  free(option);
  return line;
}

void resume_dispose(session *self)
{
  resumption *kept = self->kept;
  if (!kept)
    return;
  journal_free(kept->to);
  rd_log_close(kept->log);
  run_file_free(kept->now);
  run_file_free(kept->earlier);
  free(kept->held);
  free(kept->folder);
  free(kept);
  self->kept = NULL;
}
