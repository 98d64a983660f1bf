/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One test: the runs that lead to a verdict, each started after the previous
 * one has ended.
 *
 * A test asks in this order: Does the run have the property (F1)? If the output
 * names no place, is the fault address the same? Does the judge accept the text
 * (F2)? If a faster mode gave the first answer, does the user's own command
 * confirm it? Later questions cost more, or concern fewer texts.
 *
 * A run is killed as soon as its output is conclusive (crash_look.c). A
 * thorough test uses no faster mode, and its runs go to completion.
 *
 * A timeout counts only if the command also times out when it runs again alone,
 * with twice the time. A text on which the compiler takes far longer than on the
 * last one with the property is given up at once: CPU time hardly depends on
 * what else runs. On a busy machine the clock may come first; then the second run
 * ends with that CPU time. A full disk is an error, not a verdict, because every
 * later verdict would be wrong. Texts that crash in another way are recorded
 * until the caller, which knows the tests that the search requested, collects
 * them (F3).
 */
#include "compiler/crash_test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/files.h"
#include "compiler/faultaddr.h"
#include "compiler/words.h"

/* ---- beginning runs ---- */

static bool judges(test_phase phase)
{
  return phase == TEST_JUDGE || phase == TEST_RECHECK;
}

static exec_slot *slot_of(crash_test *self, test_phase phase)
{
  if (phase == TEST_FAULT)
    self->plain.of = &self->shared->traced;
  if (phase == TEST_GUARD)
    self->plain.of = &self->shared->guards[self->guarded];
  return phase == TEST_FAULT || phase == TEST_GUARD ? &self->plain
         : judges(phase)                            ? &self->judge
                                                    : &self->command;
}

static uint32_t twice(uint32_t ms)
{
  return ms > UINT32_MAX / 2 ? UINT32_MAX : ms * 2;
}

/* A run is given up after so many times what the last text with the property took, and
 * what the original took, of which that counts within these limits: a text may take
 * another way through the compiler to the same crash. */
enum { TIMES_USUAL = 10, LEAST_CPU_MS = 250, ENOUGH_CPU_MS = 1000 };

/* What is not too little, whatever the last text took. */
static uint64_t least_patience_ms(uint64_t original_us)
{
  uint64_t ms = original_us * TIMES_USUAL / 1000;
  if (!original_us || ms > ENOUGH_CPU_MS)
    return ENOUGH_CPU_MS;
  return ms < LEAST_CPU_MS ? LEAST_CPU_MS : ms;
}

/* The CPU time after which a run of the command is given up; 0: the limit of
 * the options. */
static uint32_t patience_ms(const crash_shared *shared)
{
  const crash_options *options = &shared->options;
  uint64_t most = shared->usual_us * TIMES_USUAL / 1000;
  uint64_t least = least_patience_ms(options->usual_us);
  uint32_t limit = options->limits.cpu_ms;
  if (!options->follows || !shared->usual_us)
    return 0;
  most = most < least ? least : most;
  return limit && most >= limit ? 0 : (uint32_t)most;
}

static rd_limits limits_of(const crash_test *self, test_phase phase)
{
  const crash_options *options = &self->shared->options;
  rd_limits limits =
      judges(phase) ? options->judge->options.limits : options->limits;
  /* A tracer is slow, and another compiler may be. */
  if (phase == TEST_AGAIN || phase == TEST_FAULT ||
      (phase == TEST_GUARD && options->property != PROPERTY_HANG)) {
    limits.wall_ms = twice(limits.wall_ms);
    limits.cpu_ms = twice(limits.cpu_ms);
  }
  if ((phase == TEST_RUN || phase == TEST_AGAIN) && patience_ms(self->shared))
    limits.cpu_ms = patience_ms(self->shared);
  return limits;
}

static bool runs_at_worker(const crash_test *self, test_phase phase)
{
  return phase == TEST_RUN && self->at_worker && !self->thorough &&
         !self->command.is_lost;
}

/* Starts the run of a phase, in the fastest mode if that is allowed. If a mode
 * turns out to be unavailable, the next one is used. */
static rd_status begin_phase(crash_test *self, test_phase phase, rd_error *err)
{
  exec_slot *where = slot_of(self, phase);
  rd_limits limits = limits_of(self, phase);
  source input = { self->shared->options.name, self->text, self->size };
  bool any_mode = phase == TEST_RUN || phase == TEST_JUDGE;
  rd_status status = RD_OK;
  for (;;) {
    exec_mode which = EXEC_COMMAND;
    if (runs_at_worker(self, phase))
      which = EXEC_WORKER;
    else if (any_mode)
      status = mode_choose(&which, self, where, err);
    if (!status)
      status = exec_slot_start(where, which, &input, &limits, err);
    if (!status)
      break;
    if (status == RD_ERR_DIED)
      status = exec_slot_recover(where, err);
    else if (status == RD_ERR_UNSUPPORTED && any_mode)
      status = RD_OK;
    if (status) {
      self->phase = TEST_FREE;
      return status;
    }
  }
  self->phase = phase;
  self->active = where;
  self->shared->stats.runs += where == &self->command;
  self->shared->stats.guard_runs += phase == TEST_GUARD;
  if (phase == TEST_RUN || phase == TEST_AGAIN)
    self->found_by = where->used;
  look_begin(self);
  return RD_OK;
}

/* ---- workers ---- */

/* A run of this test at a worker is worth nothing. */
static rd_status run_here(crash_test *self, rd_error *err)
{
  self->command.is_lost = true;
  return begin_phase(self, TEST_RUN, err);
}

static void ban_worker(crash_test *self)
{
  char *line = mem_format("worker %s and the command itself give different "
                          "answers for a text; it is not asked any more",
                          self->worker);
  crash_notice(self->shared, line);
  courier_ban(self->shared->options.courier, self->worker);
  self->shared->stats.liars++;
  free(line);
}

/* A worker that never finds the crash, since it lies or its compiler is broken,
 * cannot be told from one that is right by what it says of other texts. So
 * before its first no counts it has to find the crash in the base, which has the
 * property. */
static bool check_proof(crash_test *self)
{
  courier *from = self->shared->options.courier;
  const rd_run *proof = courier_proof(from, self->command.place);
  string_replace(&self->worker, mem_copy(self->command.worker));
  if (!proof || courier_is_proved(from, self->worker))
    return true;
  look_begin(self);
  look_back(self, proof);
  bool good = look_verdict(self, proof) == RD_INTERESTING;
  look_begin(self);
  if (good)
    courier_prove(from, self->worker);
  else
    ban_worker(self);
  return good;
}

/* ---- the end of a test ---- */

static rd_status finish(crash_test *self, rd_verdict verdict, rd_error *err)
{
  crash_shared *shared = self->shared;
  self->verdict = verdict;
  self->phase = TEST_DONE;
  look_note_other(self);
  if (verdict == RD_INTERESTING && self->size &&
      (!shared->example || self->size < shared->example_size)) {
    free(shared->example);
    shared->example = mem_copy_bytes(self->text, self->size);
    shared->example_size = self->size;
    if (shared->options.courier)
      courier_set_base(shared->options.courier, self->text, self->size);
  }
  return crash_test_keep(self, err);
}

/* ---- what follows a run of the command ---- */

/* Asks a judge that is not a command. */
static rd_status ask_server(crash_test *self, rd_error *err)
{
  source input = { self->shared->options.name, self->text, self->size };
  return judge_ask(&self->judged, self->shared->options.judge, &input, err);
}

/* The crash is the same: starts the next check. */
static rd_status go_on(crash_test *self, rd_error *err)
{
  const crash_options *options = &self->shared->options;
  bool has_address =
      options->property == PROPERTY_CRASH && options->expected->address;
  if (has_address && !self->faulted && !self->shared->stats.untraceable)
    return begin_phase(self, TEST_FAULT, err);
  if (options->judge && !self->judged && options->judge->modes)
    return begin_phase(self, TEST_JUDGE, err);
  if (options->judge && !self->judged) {
    rd_status status = ask_server(self, err);
    if (status || !self->judged)
      return status ? status : finish(self, RD_OVERRULED, err);
  }
  if (self->found_by != EXEC_COMMAND && !self->confirmed)
    return begin_phase(self, TEST_CONFIRM, err);
  if (self->guarded < options->guard_count)
    return begin_phase(self, TEST_GUARD, err);
  return finish(self, RD_INTERESTING, err);
}

/* The compiler stopped at errors instead of crashing. A crash hides the errors
 * after it, and a dialect has errors of its own, so a judge that reads in another
 * way says whether they make the text invalid. */
static rd_status doubt(crash_test *self, rd_verdict verdict, rd_error *err)
{
  const judge *by = self->shared->options.judge;
  if (verdict != RD_INVALID || !by || by->is_compiler || by->reads_alike)
    return finish(self, verdict, err);
  if (by->modes)
    return begin_phase(self, TEST_JUDGE, err);
  rd_status status = ask_server(self, err);
  return status
             ? status
             : finish(self, self->judged ? RD_UNINTERESTING : RD_INVALID, err);
}

/* Counts the verdict of a run, and continues once there is a majority. */
static rd_status vote(crash_test *self, rd_verdict verdict, rd_error *err)
{
  const crash_options *options = &self->shared->options;
  unsigned repeat = options->repeat ? options->repeat : 1;
  bool yes = verdict == RD_INTERESTING;
  self->shared->accepted += (yes - self->shared->accepted) / 16;
  if (++self->votes[yes] <= repeat / 2)
    return begin_phase(self, TEST_RUN, err);
  if (self->votes[!yes] && !self->shared->stats.unstable++)
    crash_notice(
        self->shared,
        "the same text is given different answers when it is run again; "
        "the majority decides");
  self->found = verdict;
  if (yes)
    return go_on(self, err);
  if (self->found_by != EXEC_COMMAND && mode_is_sampled(self, 0))
    return begin_phase(self, TEST_CONFIRM, err);
  return doubt(self, verdict, err);
}

/* ---- the end of a run, by phase ---- */

/* Is there space, now that the folder has been wiped? */
static bool has_space(const crash_test *self)
{
  enum { LEAST_BYTES = 64 * 1024 };
  struct statvfs info;
  return statvfs(self->command.run->scratch, &info) || !info.f_blocks ||
         info.f_bavail >= LEAST_BYTES / info.f_frsize + 1;
}

/* Adds up what the steps of a test of wrong code have taken. */
static void count_steps(crash_stats *to, const rd_run *run)
{
  char *at = run->output, *behind = NULL;
  to->statuses[run->status & 255] += run->end == RD_END_EXIT;
  for (size_t i = 0; at && i < CRASH_STEPS; i++, at = behind) {
    uint64_t us = strtoull(at, &behind, 10);
    if (behind == at)
      break;
    to->step_us[i] += us;
  }
}

static rd_status take_command(crash_test *self, const rd_run *run,
                              rd_error *err)
{
  const crash_options *options = &self->shared->options;
  rd_verdict verdict = look_verdict(self, run);
  bool interesting = verdict == RD_INTERESTING;
  if (options->property == PROPERTY_WRONG)
    count_steps(&self->shared->stats, run);
  self->also = self->also || (options->also_folder && run->end == RD_END_EXIT &&
                              run->status == options->also_status);
  if (!interesting && (look_is_disk_full(self, run) || !has_space(self)))
    return rd_fail(err, RD_ERR_NOSPACE, "the disk is full: no space left in %s",
                   self->command.run->scratch);
  bool given_up = self->phase == TEST_RUN && run->end == RD_END_CPU &&
                  patience_ms(self->shared);
  bool by_worker = self->command.used == EXEC_WORKER;
  if (interesting && !by_worker)
    self->shared->usual_us = run->cpu_us;
  if (verdict == RD_TIMEOUT && self->phase != TEST_AGAIN && !given_up) {
    self->phase = TEST_LATE;
    return RD_OK;
  }
  /* A crash elsewhere does not make a text invalid. How much was read after a
   * conclusive error is arbitrary. */
  free(self->other);
  self->other = interesting ? NULL : look_for_other(self, run);
  if (self->other && !self->decided && verdict == RD_INVALID)
    verdict = RD_UNINTERESTING;
  if (by_worker) {
    self->command.prove =
        !interesting && !courier_is_proved(options->courier, self->worker);
    if (self->command.prove) /* anybody may answer this time */
      return begin_phase(self, TEST_RUN, err);
  }
  if (self->phase != TEST_CONFIRM)
    return vote(self, verdict, err);
  if (interesting == (self->found == RD_INTERESTING)) {
    if (interesting && self->found_by == EXEC_WORKER)
      courier_prove(options->courier, self->worker);
    self->shared->stats.confirmed++;
    self->confirmed = true;
    return interesting ? go_on(self, err) : doubt(self, self->found, err);
  }
  if (self->found_by == EXEC_WORKER)
    ban_worker(self);
  else
    mode_distrust(self, &self->command, self->found_by);
  self->found_by = EXEC_COMMAND;
  self->votes[0] = self->votes[1] = 0;
  return vote(self, verdict, err);
}

static rd_status take_fault(crash_test *self, const rd_run *run, rd_error *err)
{
  char *address = NULL;
  const char *expected = self->shared->options.expected->address;
  rd_status status = fault_address_read(&address, run, err);
  bool same = address && !strcmp(address, expected);
  free(address);
  if (status == RD_ERR_UNSUPPORTED)
    self->shared->stats.untraceable = same = true;
  /* The tracer ran the user's own command: if everything else matches too, no
   * other run needs to confirm it. */
  self->confirmed = same && !self->shared->stats.untraceable &&
                    look_verdict(self, run) == RD_INTERESTING;
  self->faulted = same;
  if (same)
    return go_on(self, err);
  return finish(self, run_is_late(run) ? RD_TIMEOUT : RD_UNINTERESTING, err);
}

static rd_status take_judge(crash_test *self, const rd_run *run, rd_error *err)
{
  bool accepts = look_judge(self, run);
  exec_mode judged_by = self->judge.used;
  if (self->phase == TEST_JUDGE && judged_by != EXEC_COMMAND &&
      mode_is_sampled(self, 1)) {
    self->accepts = accepts;
    self->judged_by = judged_by;
    return begin_phase(self, TEST_RECHECK, err);
  }
  if (self->phase == TEST_RECHECK && accepts != self->accepts)
    mode_distrust(self, &self->judge, self->judged_by);
  else if (self->phase == TEST_RECHECK)
    self->shared->stats.confirmed++;
  source input = { self->shared->options.name, self->text, self->size };
  rd_status status = RD_OK;
  if (accepts)
    status =
        judge_ask_standard(&accepts, self->shared->options.judge, &input, err);
  self->judged = accepts;
  if (status)
    return status;
  if (self->found != RD_INTERESTING)
    return finish(self, accepts ? RD_UNINTERESTING : RD_INVALID, err);
  return accepts ? go_on(self, err) : finish(self, RD_OVERRULED, err);
}

static rd_status take_guard(crash_test *self, const rd_run *run, rd_error *err)
{
  const crash_guard *guard = &self->shared->options.guards[self->guarded];
  bool holds = guard->holds(guard->payload, run);
  if (!holds && (look_is_disk_full(self, run) || !has_space(self)))
    return rd_fail(err, RD_ERR_NOSPACE, "the disk is full: no space left in %s",
                   self->command.run->scratch);
  self->guarded += holds;
  return holds ? go_on(self, err) : finish(self, guard->otherwise, err);
}

static void keep_output(crash_test *self, const rd_run *run)
{
  if (!self->shared->options.temps_folder)
    return;
  const exec_modes *of = self->active->of;
  bool replays = self->active->used < EXEC_COMMAND;
  const job *what = replays ? &of->replayed : &of->command;
  char *line = words_join((const char *const *)what->words.data);
  text_printf(&self->output, "$ %s\n", line);
  if (run->output)
    text_add(&self->output, run->output, run->output_size);
  free(line);
}

/* The program could not be started. */
static rd_status take_no_start(crash_test *self, const rd_run *run,
                               rd_error *err)
{
  exec_slot *where = slot_of(self, self->phase);
  if (where->used == EXEC_COMMAND) {
    const char *program = where->of->command.words.data[0];
    char *reason = program_start_problem(program, run->status);
    (void)rd_fail(err, RD_ERR_NOTFOUND, "cannot start %s: %s", program, reason);
    free(reason);
    return RD_ERR_NOTFOUND;
  }
  exec_modes_turn_off(where->of, where->used, strerror(run->status));
  return begin_phase(self, self->phase, err);
}

static rd_status take_run(crash_test *self, const rd_run *run, rd_error *err)
{
  if (self->phase == TEST_DYING) {
    self->active = NULL;
    self->phase = TEST_FREE;
    return RD_OK;
  }
  if (self->active->used == EXEC_WORKER && !check_proof(self)) {
    self->active = NULL;
    return run_here(self, err);
  }
  look_back(self, run);
  keep_output(self, run);
  self->active = NULL;
  if (run->end == RD_END_NOSTART)
    return take_no_start(self, run, err);
  return self->phase == TEST_FAULT   ? take_fault(self, run, err)
         : self->phase == TEST_GUARD ? take_guard(self, run, err)
         : judges(self->phase)       ? take_judge(self, run, err)
                                     : take_command(self, run, err);
}

/* ---- the life of a test ---- */

void crash_test_init(crash_test *out, crash_shared *shared, size_t place,
                     runner *run)
{
  const crash_options *options = &shared->options;
  *out = (crash_test){ .shared = shared };
  exec_slot_init(&out->command, &shared->command, run);
  out->command.courier = options->courier;
  out->command.place = place;
  exec_slot_init(&out->plain, &shared->traced, run);
  const exec_modes *judging = options->judge ? options->judge->modes : NULL;
  if (judging) {
    const compiler *by = judging->compiler;
    /* Other compilers may print the word "error" without meaning one. */
    bool known = by && (by->family == FAMILY_GCC || by->family == FAMILY_CLANG);
    early_options errors = { .errors = known ? &options->judge->errors : NULL };
    exec_slot_init(&out->judge, options->judge->modes, run);
    out->judging = early_new(&errors);
  }
  early_options watching = { .expected = options->expected,
                             .errors = options->errors };
  if (options->property == PROPERTY_CRASH)
    out->early = early_new(&watching);
}

static void wait_for_death(crash_test *self)
{
  rd_run run = { 0 };
  if (self->active && !exec_slot_wait(&run, self->active, NULL))
    rd_run_dispose(&run);
  self->active = NULL;
}

void crash_test_dispose(crash_test *self)
{
  crash_test_cancel(self);
  wait_for_death(self);
  exec_slot_dispose(&self->command);
  exec_slot_dispose(&self->plain);
  exec_slot_dispose(&self->judge);
  early_free(self->early);
  early_free(self->judging);
  text_free(&self->output);
  free(self->other);
  free(self->text);
  free(self->worker);
  *self = (crash_test){ 0 };
}

void crash_test_set(crash_test *self, rd_ticket ticket, const char *text,
                    size_t size, bool thorough)
{
  free(self->text);
  self->text = mem_copy_bytes(text, size);
  self->size = size;
  self->ticket = ticket;
  self->shared->begun += !thorough;
  self->thorough = thorough;
  self->phase = TEST_WAITS;
  self->verdict = RD_UNINTERESTING;
  self->votes[0] = self->votes[1] = 0;
  self->faulted = self->judged = self->confirmed = self->also = false;
  self->told = false;
  self->guarded = 0;
  self->at_worker = self->command.is_lost = self->command.prove = false;
  free(self->other);
  self->other = NULL;
  text_free(&self->output);
}

rd_status crash_test_begin(crash_test *self, rd_error *err)
{
  return begin_phase(self, self->phase == TEST_LATE ? TEST_AGAIN : TEST_RUN,
                     err);
}

int crash_test_fd(const crash_test *self)
{
  return self->active ? exec_slot_fd(self->active) : -1;
}

/* The keeper or the zygote died during the run, or no worker answered, so it
 * says nothing. */
static rd_status run_once_more(crash_test *self, rd_error *err)
{
  rd_status status = exec_slot_recover(self->active, err);
  self->active = NULL;
  if (status || self->phase == TEST_DYING) {
    self->phase = TEST_FREE;
    return status;
  }
  return begin_phase(self, self->phase, err);
}

rd_status crash_test_advance(crash_test *self, rd_error *err)
{
  bool ended = false;
  rd_status status = exec_slot_read(&ended, self->active, err);
  if (!status && !ended) {
    if (self->phase != TEST_DYING)
      look_now(self);
    return RD_OK;
  }
  rd_run run = { 0 };
  rd_error why = { 0 };
  if (!status)
    status = exec_slot_wait(&run, self->active, &why);
  if (status && err)
    *err = why;
  if (status == RD_ERR_DIED && self->active->used == EXEC_WORKER)
    crash_notice(self->shared, why.message);
  if (status == RD_ERR_DIED)
    status = run_once_more(self, err);
  else if (!status)
    status = take_run(self, &run, err);
  rd_run_dispose(&run);
  if (status)
    self->phase = TEST_FREE;
  return status;
}

void crash_test_cancel(crash_test *self)
{
  if (self->active && self->phase != TEST_DYING)
    exec_slot_cancel(self->active);
  self->phase = self->active ? TEST_DYING : TEST_FREE;
}
