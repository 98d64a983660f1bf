/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tests whether texts still have the property, several at a time.
 *
 * Each slot holds a test (crash_test.c), which is a sequence of runs. No code
 * here waits for a single test: all running tests are polled together, and each
 * test that has output takes its next step. A text that timed out runs again
 * when nothing else runs, so texts submitted in the meantime wait for it.
 *
 * A cancelled test is killed at once, but its slot becomes free only when the
 * last of its processes has exited; submit waits for that if no other slot is
 * free.
 */
#include "compiler/crash_oracle.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "compiler/crash_test.h"
#include "compiler/faultaddr.h"

enum { POLL_MS = 200 };

struct crash_oracle {
  crash_shared shared;
  rd_oracle interface;
  rd_ticket next; /* of the next test */
  crash_test *tests;
  size_t count;
  struct pollfd *polled;
};

static crash_test *find_phase(const crash_oracle *self, test_phase phase)
{
  crash_test *found = NULL;
  for (size_t i = 0; i < self->count; i++) {
    crash_test *test = &self->tests[i];
    if (test->phase == phase && (!found || test->ticket < found->ticket))
      found = test;
  }
  return found;
}

static bool is_running(const crash_oracle *self)
{
  for (size_t i = 0; i < self->count; i++)
    if (self->tests[i].active)
      return true;
  return false;
}

/* Is there a place for a test, here or at a worker? Decides which. */
static bool find_place(crash_oracle *self, crash_test *test)
{
  const crash_options *options = &self->shared.options;
  size_t here = 0;
  if (!options->courier || test->thorough)
    return true;
  for (size_t i = 0; i < self->count; i++)
    here += self->tests[i].active && self->tests[i].active->used != EXEC_WORKER;
  test->at_worker = here >= options->local_most;
  return !test->at_worker || courier_workers(options->courier);
}

/* Starts tests: a late one alone, the others unless one is late. */
static rd_status begin_waiting(crash_oracle *self, rd_error *err)
{
  crash_test *late = find_phase(self, TEST_LATE), *test;
  if (late && !is_running(self))
    return crash_test_begin(late, err);
  rd_status status = RD_OK;
  while (!late && !find_phase(self, TEST_AGAIN) && !status &&
         (test = find_phase(self, TEST_WAITS)) && find_place(self, test))
    status = crash_test_begin(test, err);
  return status;
}

/* Waits briefly until a test has output. When all were silent for long, each one
 * is examined, because one whose keeper or zygote hangs becomes overdue. */
static void await_output(crash_oracle *self, int wait_ms)
{
  for (size_t i = 0; i < self->count; i++)
    self->polled[i] = (struct pollfd){ .fd = crash_test_fd(&self->tests[i]),
                                       .events = POLLIN };
  int ready = poll(self->polled, (nfds_t)self->count, wait_ms);
  bool silent = ready == 0 && wait_ms == POLL_MS;
  for (size_t i = 0; i < self->count && ready <= 0; i++)
    self->polled[i].revents = silent && self->tests[i].active ? POLLIN : 0;
}

/* Lets each test that has output take its step. */
static rd_status take_steps(crash_oracle *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < self->count && !status; i++)
    if (self->polled[i].revents)
      status = crash_test_advance(&self->tests[i], err);
  return status;
}

static bool is_stopped(const crash_oracle *self)
{
  const runner *first = self->shared.options.slots[0];
  return first->stop && *first->stop;
}

/* Waits briefly, and takes steps. RD_ERR_STOPPED: the stop flag is set. */
static rd_status await_steps(crash_oracle *self, int wait_ms, rd_error *err)
{
  const crash_options *options = &self->shared.options;
  await_output(self, wait_ms);
  if (options->idle)
    options->idle(options->payload);
  char *news = options->courier ? courier_notice(options->courier) : NULL;
  if (news)
    crash_notice(&self->shared, news);
  free(news);
  return is_stopped(self) ? rd_fail(err, RD_ERR_STOPPED, "interrupted")
                          : take_steps(self, err);
}

/* The same, but starts tests first. */
static rd_status go_round(crash_oracle *self, rd_error *err)
{
  rd_status status = begin_waiting(self, err);
  return status || find_phase(self, TEST_DONE)
             ? status
             : await_steps(self, POLL_MS, err);
}

/* ---- the interface ---- */

rd_status crash_oracle_settle(crash_oracle *self, rd_error *err)
{
  rd_status status = RD_OK;
  while (!status && find_phase(self, TEST_DYING))
    status = await_steps(self, POLL_MS, err);
  return status;
}

static rd_status find_free(crash_test **out, crash_oracle *self, rd_error *err)
{
  rd_status status = RD_OK;
  while (!(*out = find_phase(self, TEST_FREE)) &&
         find_phase(self, TEST_DYING) && !status)
    status = await_steps(self, POLL_MS, err);
  if (!status && !*out)
    status =
        rd_fail(err, RD_ERR_INVALID, "more tests than the oracle can hold");
  return status;
}

/* Was this text tested before the oracle was created? Does not apply if all
 * tests are kept. */
static bool is_proved(const crash_oracle *self, const char *bytes, size_t size)
{
  const crash_options *options = &self->shared.options;
  const source *original = &options->original;
  return options->proved && !options->guard_count && !options->temps_folder &&
         original->text && original->size == size &&
         !memcmp(original->text, bytes, size);
}

static rd_status submit(rd_ticket *out, void *payload, const char *bytes,
                        size_t size, rd_error *err)
{
  crash_oracle *self = payload;
  crash_test *test = NULL;
  rd_status status = find_free(&test, self, err);
  if (status)
    return status;
  *out = self->next++;
  crash_test_set(test, *out, bytes, size, false);
  if (is_proved(self, bytes, size)) {
    test->verdict = RD_INTERESTING;
    test->phase = TEST_DONE;
  }
  return begin_waiting(self, err);
}

static bool has_tests(const crash_oracle *self)
{
  return is_running(self) || find_phase(self, TEST_LATE) ||
         find_phase(self, TEST_WAITS);
}

/* A test whose text has the property as far as a faster mode or a worker can
 * tell, unless the caller knows. */
static crash_test *find_likely(const crash_oracle *self)
{
  for (size_t i = 0; i < self->count; i++) {
    crash_test *test = &self->tests[i];
    if (test->phase == TEST_CONFIRM && test->found == RD_INTERESTING &&
        !test->told)
      return test;
  }
  return NULL;
}

static rd_status look(rd_news *out, rd_ticket *ticket_out, bool waits,
                      void *payload, rd_error *err)
{
  crash_oracle *self = payload;
  crash_test *likely = NULL;
  rd_status status = begin_waiting(self, err);
  if (!status && !waits && is_running(self))
    status = await_steps(self, 0, err);
  while (!status && !(likely = find_likely(self)) &&
         !find_phase(self, TEST_DONE) && waits && has_tests(self))
    status = go_round(self, err);
  *out = likely                        ? RD_NEWS_LIKELY
         : find_phase(self, TEST_DONE) ? RD_NEWS_VERDICT
                                       : RD_NEWS_NONE;
  if (likely) {
    likely->told = true;
    *ticket_out = likely->ticket;
  }
  return status;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  crash_oracle *self = payload;
  crash_test *done;
  while (!(done = find_phase(self, TEST_DONE))) {
    if (!has_tests(self))
      return rd_fail(err, RD_ERR_INVALID, "no test to wait for");
    rd_status status = go_round(self, err);
    if (status)
      return status;
  }
  done->phase = TEST_FREE;
  *out = done->ticket;
  *verdict_out = done->verdict;
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  crash_oracle *self = payload;
  for (size_t i = 0; i < self->count; i++)
    if (self->tests[i].phase != TEST_FREE && self->tests[i].ticket == ticket)
      crash_test_cancel(&self->tests[i]);
}

/* ---- life ---- */

static bool has_modes(const crash_options *options)
{
  return options->compiler && options->original.text && !options->also_folder &&
         !options->environment &&
         (options->property == PROPERTY_CRASH ||
          options->property == PROPERTY_PATTERN);
}

/* Turns off the modes that a reason forbids (NULL: none). */
static void limit_modes(exec_modes *of, const char *by_fork,
                        const char *by_spawn)
{
  if (by_fork)
    exec_modes_turn_off(of, EXEC_ZYGOTE, by_fork);
  if (by_spawn)
    exec_modes_turn_off(of, EXEC_SPAWN, by_spawn);
}

static void init_modes(crash_shared *shared)
{
  const crash_options *options = &shared->options;
  const char *spawn = options->no_replay ? "--no-replay" : NULL;
  const char *forked = options->no_zygote && !spawn ? "--no-zygote" : spawn;
  exec_modes_init(&shared->command, options->argv, options->name,
                  has_modes(options) ? options->compiler : NULL);
  if (options->environment)
    strings_add_all(&shared->command.command.environment, options->environment);
  limit_modes(&shared->command, forked, spawn);
  const char *none = options->original.text ? NULL : "no original";
  if (options->judge && options->judge->modes)
    limit_modes(options->judge->modes, none ? none : forked,
                none ? none : spawn);
  const char *symbolizer = options->slots[0]->symbolizer;
  strings words = { 0 };
  if (symbolizer)
    fault_address_words(&words, symbolizer, options->argv);
  shared->stats.untraceable = !symbolizer;
  exec_modes_init(&shared->traced, strings_argv(&words), NULL, NULL);
  strings_free(&words);
}

crash_oracle *crash_oracle_new(const crash_options *options)
{
  crash_oracle *self = mem_alloc(1, sizeof *self);
  self->shared.options = *options;
  self->shared.usual_us = options->usual_us;
  init_modes(&self->shared);
  self->count = options->slot_count;
  self->tests = mem_alloc(self->count, sizeof *self->tests);
  self->polled = mem_alloc(self->count, sizeof *self->polled);
  for (size_t i = 0; i < self->count; i++)
    crash_test_init(&self->tests[i], &self->shared, i, options->slots[i]);
  self->shared.options.guard_count = 0;
  crash_oracle_set_guards(self, options->guards, options->guard_count);
  self->interface = (rd_oracle){ .submit = submit,
                                 .wait = wait_for,
                                 .cancel = cancel,
                                 .payload = self,
                                 .capacity = (unsigned)self->count,
                                 .look = look };
  return self;
}

static void drop_guards(crash_shared *shared)
{
  for (size_t i = 0; i < shared->options.guard_count; i++)
    exec_modes_dispose(&shared->guards[i]);
  free(shared->guards);
  shared->guards = NULL;
  shared->options.guard_count = 0;
}

void crash_oracle_set_guards(crash_oracle *self, const crash_guard *guards,
                             size_t count)
{
  crash_shared *shared = &self->shared;
  drop_guards(shared);
  shared->options.guards = guards;
  shared->options.guard_count = count;
  shared->guards = count ? mem_alloc(count, sizeof *shared->guards) : NULL;
  for (size_t i = 0; i < count; i++) {
    exec_modes_init(&shared->guards[i], guards[i].argv, NULL, NULL);
    if (guards[i].environment)
      strings_add_all(&shared->guards[i].command.environment,
                      guards[i].environment);
  }
}

void crash_oracle_free(crash_oracle *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->count; i++)
    crash_test_cancel(&self->tests[i]);
  for (size_t i = 0; i < self->count; i++)
    crash_test_dispose(&self->tests[i]);
  exec_modes_dispose(&self->shared.command);
  exec_modes_dispose(&self->shared.traced);
  drop_guards(&self->shared);
  free(self->shared.also_met);
  strings_free(&self->shared.other_lines);
  free(self->shared.others);
  free(self->shared.example);
  free(self->tests);
  free(self->polled);
  free(self);
}

const rd_oracle *crash_oracle_interface(const crash_oracle *self)
{
  return &self->interface;
}

const crash_stats *crash_oracle_stats(crash_oracle *self)
{
  crash_stats *stats = &self->shared.stats;
  judge *by = self->shared.options.judge;
  const exec_modes *judging = by ? by->modes : NULL;
  for (size_t i = 0; i < EXEC_COUNT; i++) {
    stats->modes[i] = self->shared.command.costs[i];
    if (judging)
      stats->judge_exec_modes[i] = judging->costs[i];
  }
  stats->faults = self->shared.traced.costs[EXEC_COMMAND].runs;
  return stats;
}

const char *crash_oracle_take_other(crash_oracle *self, const char *bytes,
                                    size_t size)
{
  crash_shared *shared = &self->shared;
  if (!shared->other_count)
    return NULL;
  uint64_t hash = hash_bytes(bytes, size);
  for (size_t i = shared->other_count; i-- > 0;) {
    const other_text met = shared->others[i];
    if (met.hash != hash || met.size != size)
      continue;
    shared->others[i] = shared->others[--shared->other_count];
    return shared->other_lines.data[met.line];
  }
  return NULL;
}

rd_status crash_oracle_test(rd_verdict *out, crash_oracle *self,
                            const char *bytes, size_t size, rd_error *err)
{
  crash_test *test = NULL;
  rd_status status = find_free(&test, self, err);
  if (status)
    return status;
  crash_test_set(test, self->next++, bytes, size, true);
  while (!status && test->phase != TEST_DONE)
    status = go_round(self, err);
  if (status)
    crash_test_cancel(test);
  else
    test->phase = TEST_FREE;
  *out = test->verdict;
  return status;
}

rd_status crash_oracle_try_exec_modes(crash_oracle *self, rd_error *err)
{
  crash_test *test = NULL;
  rd_status status = find_free(&test, self, err);
  return status ? status : crash_test_try_exec_modes(test, err);
}

rd_status crash_oracle_measure(exec_mode_cost *out, crash_oracle *self,
                               bool judges, exec_mode which, const source *text,
                               unsigned runs, rd_error *err)
{
  crash_test *test = NULL;
  rd_status status = find_free(&test, self, err);
  for (unsigned i = 0; i < runs && !status; i++)
    status = crash_test_run(out, test, judges, which, text, err);
  return status;
}

const exec_modes *crash_oracle_exec_modes(const crash_oracle *self)
{
  return &self->shared.command;
}
