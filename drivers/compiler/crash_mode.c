/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The mode in which a test runs a command: the fastest that is trusted.
 *
 * A mode is tried on the original, or on a smaller text that was accepted, and
 * turned off by the first answer that contradicts the command's. A sample of
 * its rejections, and of the judge's answers in such a mode, is checked with
 * the command itself. The sample depends on the text alone, so it does not
 * depend on the other tests in flight (O1).
 */
#include "compiler/crash_test.h"

#include <poll.h>

#include "base/hash.h"

enum {
  SAMPLE = 50, /* one in SAMPLE answers of a faster mode is checked */
  LATE = 8, /* tests before modes are tried: a short reduction would not recover
               the cost */
  ANYHOW = 8, /* one in ANYHOW tests uses the fastest mode regardless of cost */
  POLL_MS = 200,
};

/* Runs a text in a slot and waits for it. *yes_out: the text has the property,
 * or the judge accepts it. */
static rd_status run_alone(bool *yes_out, crash_test *self, exec_slot *where,
                           exec_mode which, const source *text, rd_error *err)
{
  const crash_options *options = &self->shared->options;
  const rd_limits *limits = where == &self->judge
                                ? &options->judge->options.limits
                                : &options->limits;
  rd_status status = exec_slot_start(where, which, text, limits, err);
  if (status)
    return status;
  self->active = where;
  look_begin(self);
  bool ended = false;
  while (!ended && !status) {
    struct pollfd polled = { .fd = exec_slot_fd(where), .events = POLLIN };
    const volatile sig_atomic_t *stop = where->run->stop;
    (void)poll(&polled, 1, POLL_MS);
    status = exec_slot_read(&ended, where, err);
    if (!status && !ended && stop && *stop)
      exec_slot_cancel(where);
    else if (!status && !ended)
      look_now(self);
  }
  rd_run run = { 0 };
  if (!status)
    status = exec_slot_wait(&run, where, err);
  if (!status) {
    look_back(self, &run);
    *yes_out = where == &self->judge
                   ? look_judge(self, &run)
                   : look_verdict(self, &run) == RD_INTERESTING;
  }
  rd_run_dispose(&run);
  self->active = NULL;
  return status;
}

/* Checks on the original (or a smaller accepted text) that a mode gives the
 * same answer as the command. */
static rd_status try_mode(crash_test *self, exec_slot *where, exec_mode which,
                          rd_error *err)
{
  bool same = false, thorough = self->thorough;
  self->thorough = false;
  const crash_shared *shared = self->shared;
  source example = shared->options.original;
  if (shared->example)
    example = (source){ example.name, shared->example, shared->example_size };
  rd_status status = run_alone(&same, self, where, which, &example, err);
  self->thorough = thorough;
  if (status == RD_ERR_UNSUPPORTED) /* it is off now */
    return RD_OK;
  if (status == RD_ERR_DIED)
    return exec_slot_recover(where, err);
  if (status)
    return status;
  if (same)
    where->of->states[which] = EXEC_TRUSTED;
  else
    exec_modes_turn_off(where->of, which,
                        where == &self->judge
                            ? "it does not accept the original"
                            : "it does not show the same crash");
  return RD_OK;
}

/* The fastest trusted mode. */
static rd_status find_trusted(exec_mode *out, crash_test *self,
                              exec_slot *where, rd_error *err)
{
  rd_status status = RD_OK;
  const exec_modes *of = where->of;
  *out = EXEC_COMMAND;
  if (self->thorough || (self->shared->begun < LATE &&
                         of->states[exec_modes_fastest(of)] == EXEC_UNTRIED))
    return RD_OK;
  while (!status && of->states[exec_modes_fastest(of)] == EXEC_UNTRIED)
    status = try_mode(self, where, exec_modes_fastest(of), err);
  *out = exec_modes_fastest(of);
  return status;
}

/* The command confirms every text that a faster mode accepts. If most texts are
 * accepted, or the faster mode saves little, the command alone is cheaper. */
static exec_mode find_cheaper(crash_shared *shared, exec_mode fastest)
{
  const uint64_t *recent = shared->command.recent_us;
  double both =
      (double)recent[fastest] + shared->accepted * (double)recent[EXEC_COMMAND];
  bool known = recent[fastest] && recent[EXEC_COMMAND];
  return known && shared->begun % ANYHOW && both > (double)recent[EXEC_COMMAND]
             ? EXEC_COMMAND
             : fastest;
}

rd_status mode_choose(exec_mode *out, crash_test *self, exec_slot *where,
                      rd_error *err)
{
  rd_status status = find_trusted(out, self, where, err);
  if (!status && where == &self->command)
    *out = find_cheaper(self->shared, *out);
  return status;
}

rd_status crash_test_try_exec_modes(crash_test *self, rd_error *err)
{
  rd_status status = RD_OK;
  self->thorough = false;
  for (size_t i = 0; i < EXEC_COUNT; i++) {
    exec_slot *slots[] = { &self->command, &self->judge };
    for (size_t j = 0; j < 2; j++)
      while (!status && slots[j]->of && slots[j]->of->states[i] == EXEC_UNTRIED)
        status = try_mode(self, slots[j], (exec_mode)i, err);
  }
  return status;
}

rd_status crash_test_run(exec_mode_cost *out, crash_test *self, bool judges,
                         exec_mode which, const source *text, rd_error *err)
{
  bool yes = false;
  exec_slot *where = judges ? &self->judge : &self->command;
  exec_mode_cost *cost = &where->of->costs[which], before = *cost;
  self->thorough = false;
  rd_status status = run_alone(&yes, self, where, which, text, err);
  out->runs += cost->runs - before.runs;
  out->cpu_us += cost->cpu_us - before.cpu_us;
  out->wall_us += cost->wall_us - before.wall_us;
  return status;
}

void mode_distrust(crash_test *self, exec_slot *where, exec_mode which)
{
  char *line = mem_format(
      "%s and %s give different answers for a text; it is not used any more",
      which == EXEC_ZYGOTE ? "the zygote"
                           : "the process that its driver starts",
      where == &self->judge ? "the judge's own command" : "the command itself");
  self->shared->stats.contradicted++;
  if (where->of->states[which] != EXEC_OFF)
    crash_notice(self->shared, line);
  exec_modes_turn_off(where->of, which, "it contradicted the command");
  free(line);
}

bool mode_is_sampled(const crash_test *self, uint64_t seed)
{
  return hash_bytes(self->text, self->size) % SAMPLE == seed;
}
