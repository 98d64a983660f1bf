/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The loop of a campaign.
 *
 * All inputs run before the first is reduced, since the choice of what to reduce
 * depends on all of a bucket; with --follow, on those that had come by then. The
 * state is written now and then. What a kill loses is done once more, with the
 * same result: a run, or the end of a reduction, which has a journal of its own
 * and goes on from there.
 */
#include "campaign/course.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/files.h"
#include "campaign/firstrun.h"
#include "campaign/pages.h"
#include "compiler/words.h"
#include "intake/intake.h"
#include "reduce/process.h"

enum {
  WAIT_MS = 100,    /* for a job */
  SHOW_MS = 100,    /* between two times that something is shown, */
  FOLLOW_MS = 1000, /* that inputs are looked for, */
  WRITE_MS = 2000,  /* and that the state is written; */
  SHARE = 20,       /* each takes at most this part of the time */
  BATCH = 8,        /* inputs for each process that runs some */
  /* Exit codes of clang-hdd (exit_codes.def). */
  NO_COMPILER = 5,
  KILLED = 6,
  NO_OUTPUT = 11,
  DISK_FULL = 12,
  JOURNAL_USELESS = 15,
  SIGNALLED = 128, /* and the signal */
  INTERRUPTED = 130,
  TERMINATED = 143,
};

typedef struct course {
  campaign *campaign;
  engine *engine;
  const course_options *options;
  bugs bugs;
  claims claims; /* of workers */
  size_t running;
  size_t next_new; /* no input before it is to be run */
  bool changed;    /* since the bugs were computed, which borrow from inputs, */
  bool unwritten;  /* and since the state was written */
  bool untold;     /* the reasons of the bugs */
  bool told_workers;
  bool is_away; /* the folder of inputs */
  bool settled; /* there was a time when all inputs had been run */
  uint64_t show_ms, find_ms, write_ms; /* when it is due next */
} course;

/* When something is due again that took until now. */
static uint64_t due_again(uint64_t begun_ms, uint64_t least_ms)
{
  uint64_t now = now_ms(), pause = (now - begun_ms) * SHARE;
  return now + (pause > least_ms ? pause : least_ms);
}

static bool is_stopped(const course *self)
{
  return *self->options->look.stop;
}

/* ---- what is known ---- */

static void note_change(course *self)
{
  self->changed = self->unwritten = true;
}

/* Tells the user why buckets are not what their signatures say. */
static void tell_reasons(const course *self)
{
  for (size_t i = 0; i < self->bugs.bucket_count; i++) {
    const bucket *it = &self->bugs.buckets[i];
    for (size_t j = 0; j < it->merged.size; j++)
      self->options->notice(self->options->payload, it->merged.data[j]);
    for (size_t j = 0; j < it->moved.size; j++) {
      char *line = mem_format("%s: %s", it->signature, it->moved.data[j]);
      self->options->notice(self->options->payload, line);
      free(line);
    }
  }
}

static void compute_bugs(course *self)
{
  if (!self->changed)
    return;
  bugs_dispose(&self->bugs);
  bugs_find(&self->bugs, self->campaign, &self->options->known);
  self->changed = false;
  self->untold = true;
}

static void show(course *self)
{
  uint64_t begun = now_ms();
  if (begun < self->show_ms)
    return;
  compute_bugs(self);
  self->options->show(self->options->payload, self->campaign, &self->bugs);
  self->show_ms = due_again(begun, SHOW_MS);
}

static void update(course *self)
{
  compute_bugs(self);
  if (self->untold)
    tell_reasons(self);
  self->untold = false;
  show(self);
}

static rd_status write_now(course *self, rd_error *err)
{
  uint64_t begun = now_ms();
  update(self);
  rd_status status = campaign_write(
      self->campaign, bugs_json(&self->bugs, self->campaign), err);
  if (!status)
    status = campaign_write_pages(self->campaign, &self->bugs, err);
  self->write_ms = due_again(begun, WRITE_MS);
  self->unwritten = false;
  return status;
}

static rd_status write_if_due(course *self, rd_error *err)
{
  bool due = self->unwritten && now_ms() >= self->write_ms;
  return due ? write_now(self, err) : RD_OK;
}

/* ---- inputs ---- */

/* Takes those that are there, and those that could not be run once more. */
static rd_status take_inputs(course *self, rd_error *err)
{
  strings notes = { 0 };
  uint64_t before = self->campaign->changes;
  uint64_t begun = now_ms();
  rd_status status =
      inputs_find(self->campaign, &self->options->places, &notes, err);
  for (size_t i = 0; i < notes.size; i++)
    self->options->notice(self->options->payload, notes.data[i]);
  strings_free(&notes);
  self->find_ms = due_again(begun, FOLLOW_MS);
  self->next_new = 0;
  if (self->campaign->changes != before)
    note_change(self);
  self->changed = true;
  return status;
}

/* The folder may be away for a moment, as when a fuzzer renames it. */
static rd_status take_more(course *self, rd_error *err)
{
  rd_status status = take_inputs(self, err);
  bool is_away = status == RD_ERR_NOTFOUND || status == RD_ERR_IO;
  if (is_away && !self->is_away) {
    char *line = mem_format("%s; waiting for it", err->message);
    self->options->notice(self->options->payload, line);
    free(line);
  }
  self->is_away = is_away;
  return is_away ? RD_OK : status;
}

static void on_looked(void *payload)
{
  note_change(payload);
  show(payload);
}

static void on_look_notice(void *payload, const char *line)
{
  const course *self = payload;
  self->options->notice(self->options->payload, line);
}

static look_options look_options_of(course *self)
{
  look_options how = self->options->look;
  how.looked = on_looked;
  how.notice = on_look_notice;
  how.payload = self;
  return how;
}

static rd_status look_at_all(course *self, const uint32_t *which, size_t count,
                             const look_options *how, rd_error *err)
{
  note_change(self);
  return look_at(self->campaign, &self->claims, which, count, how, err);
}

/* The next input that was not run. */
static size_t next_new(course *self)
{
  const campaign *of = self->campaign;
  while (self->next_new < of->count &&
         of->inputs[self->next_new].state != INPUT_NEW)
    self->next_new++;
  return self->next_new;
}

/* Lets workers run inputs too, if an input with the command of the next has
 * crashed here. */
static void ask_workers(look_options *how, course *self)
{
  campaign *of = self->campaign;
  intake found = { 0 };
  uint32_t example = self->claims.example;
  size_t next = next_new(self);
  if (!how->server || example == CLAIMS_NONE || next == of->count)
    return;
  char *here = words_join(strings_argv(&of->inputs[example].command)),
       *there = words_join(strings_argv(&of->inputs[next].command));
  if (!strcmp(here, there) &&
      !firstrun_commands(&found, of, &of->inputs[next], how->cwd, NULL))
    how->function = self->engine->tests(&how->workers, self->engine,
                                        found.data[0].command.data[0]);
  if (how->function && !self->told_workers) {
    char *line =
        mem_format("%zu processes of workers run inputs", how->workers);
    self->options->notice(self->options->payload, line);
    self->told_workers = true;
    free(line);
  }
  intake_dispose(&found);
  free(here);
  free(there);
}

/* Runs some of those that were not run. *some_out: there were some. */
static rd_status run_inputs(bool *some_out, course *self, rd_error *err)
{
  const campaign *of = self->campaign;
  look_options how = look_options_of(self);
  ask_workers(&how, self);
  size_t most = (how.jobs + how.workers) * BATCH, count = 0, left = 0;
  const size_t liars = self->claims.liars;
  uint32_t *which = mem_alloc(most, sizeof *which);
  for (; next_new(self) < of->count && count < most; self->next_new++)
    which[count++] = (uint32_t)self->next_new;
  rd_status status = count ? look_at_all(self, which, count, &how, err) : RD_OK;
  for (size_t i = 0; i < count; i++)
    left += of->inputs[which[i]].state == INPUT_NEW;
  if (!status && count && left == count)
    status = rd_fail(err, RD_ERR_IO, "the processes that run inputs die");
  if (left || self->claims.liars > liars)
    self->next_new = 0;
  *some_out = count > 0;
  free(which);
  return status;
}

/* ---- reductions ---- */

/* The processors for a reduction, if there are more than reductions. */
static size_t jobs_of(const course *self)
{
  size_t left = bugs_left(&self->bugs, self->campaign, self->options->each);
  size_t jobs = self->engine->capacity;
  return !left || left >= jobs ? 1 : jobs / left;
}

/* Continues what was begun, or begins in an empty folder. */
static rd_status make_folder(bool *resume_out, const campaign *of,
                             const input *what, rd_error *err)
{
  char *folder = campaign_reduction(of, what);
  char *journal = campaign_journal(of, what);
  *resume_out = path_exists(journal);
  if (!*resume_out)
    rd_scratch_remove(folder);
  rd_status status = folders_make(folder, 0777, err);
  free(journal);
  free(folder);
  return status;
}

static rd_status submit(course *self, size_t number, const compilation *what,
                        rd_error *err)
{
  const campaign *of = self->campaign;
  bool resume;
  rd_status status = make_folder(&resume, of, &of->inputs[number], err);
  if (status)
    return status;
  strings options = { 0 }, command = { 0 }, environment = { 0 };
  strings_add(&options, "--rename");
  strings_add_all(&options, &self->options->reduce);
  strings_add_all(&command, &what->command);
  strings_add_all(&environment, &what->environment);
  const char *cwd = self->options->look.cwd;
  char *file = path_absolute(cwd, what->file);
  char *output = campaign_reduced(of, &of->inputs[number]);
  const engine_job asked = { .number = number,
                             .file = file,
                             .command = strings_argv(&command),
                             .environment = strings_argv(&environment),
                             .directory =
                                 what->directory ? what->directory : cwd,
                             .options = strings_argv(&options),
                             .jobs = jobs_of(self),
                             .resume = resume,
                             .here = of->inputs[number].stays,
                             .output = output };
  status = self->engine->submit(self->engine, &asked, err);
  free(output);
  free(file);
  strings_free(&environment);
  strings_free(&command);
  strings_free(&options);
  return status;
}

static void fail_reduction(course *self, input *what, reduction_state as,
                           const char *why)
{
  what->reduction = as;
  string_replace(&what->problem, mem_copy(why));
  note_change(self);
}

/* Begins the reduction of an input. */
static rd_status begin(course *self, size_t number, rd_error *err)
{
  input *what = &self->campaign->inputs[number];
  intake found = { 0 };
  rd_error problem = { 0 };
  rd_status status = firstrun_commands(&found, self->campaign, what,
                                       self->options->look.cwd, &problem);
  if (status || what->candidate >= found.size) {
    fail_reduction(self, what, REDUCTION_FAILED,
                   status ? problem.message : "its command is gone");
    status = RD_OK;
  } else {
    status = submit(self, number, &found.data[what->candidate], err);
    what->is_running = !status;
    self->running += !status;
    self->changed = true;
  }
  intake_dispose(&found);
  return status;
}

static rd_status begin_some(course *self, rd_error *err)
{
  rd_status status = RD_OK;
  while (!status && self->running < self->engine->capacity) {
    update(self);
    uint32_t next = bugs_next(&self->bugs, self->campaign, self->options->each);
    if (next == BUG_NONE)
      break;
    status = begin(self, next, err);
  }
  return status;
}

/* ---- the end of a reduction ---- */

/* The last error in the log of a reduction, or its exit status; caller's. */
static char *read_problem(const campaign *of, const input *what, int status)
{
  static const char mark[] = "clang-hdd: error: ";
  char *folder = campaign_reduction(of, what), *text = NULL, *found = NULL;
  char *path = mem_format("%s/log", folder);
  size_t size = 0;
  (void)file_read(&text, &size, path, NULL);
  for (const char *at = text; text && (at = strstr(at, mark));) {
    at += strlen(mark);
    string_replace(&found, mem_copy_bytes(at, strcspn(at, "\n")));
  }
  free(path);
  free(folder);
  free(text);
  return found ? found : mem_format("its reduction ended with %d", status);
}

/* Says an exit code less of the input than of this machine? */
static bool is_machines(int status)
{
  return status == NO_COMPILER || status == KILLED || status == NO_OUTPUT ||
         status == SIGNALLED + SIGKILL || status == INTERRUPTED ||
         status == TERMINATED;
}

/* Notes why a reduction has no result. RD_ERR_NOSPACE: there is no room for any. */
static rd_status take_failure(course *self, input *what, int code,
                              rd_error *err)
{
  char *why = read_problem(self->campaign, what, code);
  rd_status status = RD_OK;
  if (code == DISK_FULL) {
    status = rd_fail(err, RD_ERR_NOSPACE, "%s: %s", what->key, why);
  } else if (is_machines(code)) {
    char *line = mem_format("%s is not reduced: %s; start again to go on",
                            what->key, why);
    self->options->notice(self->options->payload, line);
    free(line);
    fail_reduction(self, what, REDUCTION_BROKEN, why);
  } else {
    fail_reduction(self, what, REDUCTION_FAILED, why);
  }
  free(why);
  return status;
}

/* A journal that cannot be continued is of another version or was damaged: the
 * reduction begins anew, once. */
static bool forget_journal(const campaign *of, const input *what)
{
  char *journal = campaign_journal(of, what);
  bool was_there = path_exists(journal);
  rd_scratch_remove(journal);
  free(journal);
  return was_there;
}

/* What a worker made has to show the crash of the input here; else it is made
 * once more, here. */
static void confirm(course *self, input *what, const char *worker)
{
  if (what->reduction == REDUCTION_DONE &&
      (!what->became.signature || /* the user wants to leave */
       !strcmp(what->became.signature, what->crash.signature)))
    return;
  char *line =
      mem_format("%s: what worker %.*s made of it %s; it is reduced "
                 "here",
                 what->key, (int)strcspn(worker, "."), worker,
                 what->reduction == REDUCTION_DONE ? "shows another crash"
                                                   : "does not crash");
  self->options->notice(self->options->payload, line);
  free(line);
  char *folder = campaign_reduction(self->campaign, what);
  rd_scratch_remove(folder);
  free(folder);
  if (what->reduction == REDUCTION_FAILED)
    self->engine->distrust(self->engine, worker);
  string_replace(&what->became.signature, NULL);
  string_replace(&what->became.place, NULL);
  string_replace(&what->problem, NULL);
  what->reduction = REDUCTION_NONE;
  what->stays = true;
  note_change(self);
}

/* Results that have not been looked at. */
typedef struct results {
  ARRAY(uint32_t) inputs;
  strings workers; /* who made each; empty: this machine */
} results;

/* Takes the end of a reduction. */
static rd_status end(results *out, course *self, const engine_end *ended,
                     rd_error *err)
{
  input *what = &self->campaign->inputs[ended->number];
  what->is_running = false;
  self->running--;
  note_change(self);
  bool is_ended = is_stopped(self) &&
                  (ended->status == INTERRUPTED || ended->status == TERMINATED);
  if (is_ended || (ended->status == JOURNAL_USELESS &&
                   forget_journal(self->campaign, what)))
    return RD_OK;
  if (ended->status)
    return take_failure(self, what, ended->status, err);
  what->reduction = REDUCTION_DONE;
  ARRAY_PUSH(&out->inputs, (uint32_t)ended->number);
  strings_add(&out->workers, ended->worker ? ended->worker : "");
  return RD_OK;
}

/* Takes this one and all others that have ended by now, and looks at what they
 * made. */
static rd_status end_some(course *self, engine_end ended, rd_error *err)
{
  engine *from = self->engine;
  results made = { 0 };
  rd_status status = RD_OK;
  for (bool more = true; more && !status;) {
    more = false;
    status = end(&made, self, &ended, err);
    if (!status)
      status = from->wait(&more, &ended, from, 0, err);
  }
  const look_options how = look_options_of(self);
  if (!status)
    status = look_at_all(self, made.inputs.data, made.inputs.size, &how, err);
  for (size_t i = 0; i < made.inputs.size; i++) {
    input *what = &self->campaign->inputs[made.inputs.data[i]];
    if (*made.workers.data[i] && !status)
      confirm(self, what, made.workers.data[i]);
    if (what->reduction == REDUCTION_DONE && !what->became.signature)
      what->reduction =
          REDUCTION_NONE; /* it is looked at when the user goes on */
  }
  strings_free(&made.workers);
  ARRAY_FREE(&made.inputs);
  return status;
}

/* ---- the loop ---- */

/* One step. *done_out: nothing is left to do. */
static rd_status step(bool *done_out, course *self, rd_error *err)
{
  const course_options *options = self->options;
  bool some;
  engine_end ended;
  rd_status status = RD_OK;
  char *line = self->engine->notice(self->engine);
  if (line)
    options->notice(options->payload, line);
  free(line);
  if (options->follow && now_ms() >= self->find_ms)
    status = take_more(self, err);
  if (!status)
    status = run_inputs(&some, self, err);
  if (status)
    return status;
  show(self);
  self->settled |= !some;
  if (self->settled)
    status = begin_some(self, err);
  *done_out = !some && !self->running && !options->follow;
  int most_ms = some || *done_out ? 0 : WAIT_MS;
  bool has_ended = false;
  if (!status)
    status = self->engine->wait(&has_ended, &ended, self->engine, most_ms, err);
  if (!status && has_ended) {
    status = end_some(self, ended, err);
    *done_out = false;
  }
  return status ? status : write_if_due(self, err);
}

/* Begins once more what an earlier process could not run, or not reduce. */
static void retry_broken(campaign *self)
{
  for (size_t i = 0; i < self->count; i++) {
    input *each = &self->inputs[i];
    if (each->state == INPUT_BROKEN)
      each->state = INPUT_NEW;
    if (each->reduction != REDUCTION_BROKEN)
      continue;
    each->reduction = REDUCTION_NONE;
    string_replace(&each->problem, NULL);
  }
}

rd_status course_run(bugs *found_out, campaign *self, engine *by,
                     const course_options *options, rd_error *err)
{
  course state = { .campaign = self,
                   .engine = by,
                   .options = options,
                   .write_ms = now_ms() + WRITE_MS };
  bool done = false;
  retry_broken(self);
  claims_init(&state.claims, self);
  rd_status status = take_inputs(&state, err);
  state.unwritten = !status;
  while (!status && !done && !is_stopped(&state))
    status = step(&done, &state, err);
  if (!status && is_stopped(&state))
    status = rd_fail(err, RD_ERR_STOPPED, "interrupted");
  if (state.unwritten && (!status || status == RD_ERR_STOPPED)) {
    rd_status written = write_now(&state, status ? NULL : err);
    status = status ? status : written;
  }
  claims_dispose(&state.claims);
  *found_out = state.bugs;
  return status;
}
