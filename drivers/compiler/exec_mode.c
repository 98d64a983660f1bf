/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs a command in the cheapest mode that gives the same answers.
 *
 * A driver costs a process, and starting a compiler costs more than compiling a
 * small text. So a command has up to three modes: a fork of a compiler that has
 * already started, the compiler spawned without its driver, and the command
 * itself. Only the last is always right. The caller, which knows what the
 * answers mean, decides whether another mode can be trusted; this module
 * defines the modes, gives them one interface, and records their cost.
 *
 * All slots in which a command runs share its modes, so a mode that fails in
 * one slot is off in all. A zygote belongs to a slot. It is the only mode that
 * can fail for reasons of its own, so any such failure turns the mode off and
 * ends nothing; only a full disk affects all modes.
 */
#include "compiler/exec_mode.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "compiler/replay.h"

enum { DEATHS_MAX = 1 };

const char *exec_mode_name(exec_mode which)
{
  static const char *const names[] = {
    [EXEC_ZYGOTE] = "zygote",
    [EXEC_SPAWN] = "spawned",
    [EXEC_COMMAND] = "command",
    [EXEC_WORKER] = "worker",
  };
  return names[which];
}

/* ---- the modes of a command ---- */

/* The last word that equals the text's name, excluding the compiler itself. */
static size_t find_file(const job *in, const char *name)
{
  size_t at = in->words.size;
  while (name && at > 1)
    if (!strcmp(in->words.data[--at], name))
      return at;
  return 0;
}

void exec_modes_init(exec_modes *out, const char *const *argv, const char *name,
                     const compiler *of)
{
  *out = (exec_modes){ .compiler = of, .name = name };
  for (size_t i = 0; argv[i]; i++)
    strings_add(&out->command.words, argv[i]);
  out->command.file = find_file(&out->command, name);
  out->states[EXEC_COMMAND] = EXEC_TRUSTED;
  out->states[EXEC_WORKER] = EXEC_OFF;
  if (!of || !out->command.file)
    out->states[EXEC_ZYGOTE] = out->states[EXEC_SPAWN] = EXEC_OFF;
}

void exec_modes_dispose(exec_modes *self)
{
  job_dispose(&self->command);
  job_dispose(&self->replayed);
  for (size_t i = 0; i < EXEC_COUNT; i++)
    free(self->reasons[i]);
  *self = (exec_modes){ 0 };
}

exec_mode exec_modes_fastest(const exec_modes *self)
{
  exec_mode which = EXEC_ZYGOTE;
  while (self->states[which] == EXEC_OFF)
    which++;
  return which;
}

void exec_modes_turn_off(exec_modes *self, exec_mode which, const char *reason)
{
  if (self->states[which] == EXEC_OFF)
    return;
  self->states[which] = EXEC_OFF;
  self->reasons[which] = mem_copy(reason);
}

/* ---- a place to run ---- */

void exec_slot_init(exec_slot *out, exec_modes *of, runner *run)
{
  *out = (exec_slot){ .of = of, .run = run };
}

static void drop_zygote(exec_slot *self)
{
  zygote_free(self->zygote);
  self->zygote = NULL;
}

void exec_slot_dispose(exec_slot *self)
{
  drop_zygote(self);
  *self = (exec_slot){ 0 };
}

/* Asks the driver for the process that it starts, unless already known. */
static rd_status find_replayed(exec_slot *self, rd_error *err)
{
  exec_modes *of = self->of;
  if (of->replayed.words.size)
    return RD_OK;
  rd_error why = { 0 };
  rd_status status = replay_find(&of->replayed, self->run, of->compiler,
                                 &of->command, of->name, &why);
  if (status == RD_ERR_UNSUPPORTED) {
    exec_modes_turn_off(of, EXEC_ZYGOTE, why.message);
    exec_modes_turn_off(of, EXEC_SPAWN, why.message);
  }
  if (status && err)
    *err = why;
  return status;
}

/* Creates the zygote on demand, and asks it for a run. */
static rd_status start_zygote(exec_slot *self, const source *input,
                              const rd_limits *limits, rd_error *err)
{
  zygote_options options = { .job = &self->of->replayed,
                             .family = self->of->compiler->family,
                             .run = self->run };
  rd_error why = { 0 };
  rd_status status = RD_OK;
  if (!self->zygote)
    status = zygote_new(&self->zygote, &options, &why);
  self->begin_us = now_us();
  if (!status)
    status = zygote_start(self->zygote, input, limits, &why);
  if (!status)
    return RD_OK;
  if (status == RD_ERR_DIED || status == RD_ERR_NOSPACE ||
      status == RD_ERR_STOPPED)
    return rd_fail(err, status, "%s", why.message);
  drop_zygote(self);
  exec_modes_turn_off(self->of, EXEC_ZYGOTE, why.message);
  return rd_fail(err, RD_ERR_UNSUPPORTED, "%s", why.message);
}

rd_status exec_slot_start(exec_slot *self, exec_mode which, const source *input,
                          const rd_limits *limits, rd_error *err)
{
  exec_modes *of = self->of;
  if (which != EXEC_WORKER && of->states[which] == EXEC_OFF)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "this way is off");
  rd_status status = RD_OK;
  self->used = EXEC_COMMAND; /* a later failure may lose the keeper */
  if (which == EXEC_WORKER && !self->courier)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "there are no workers");
  if (which == EXEC_WORKER) {
    self->used = which;
    self->begin_us = now_us();
    return courier_start(self->courier, self->place, &of->command, input->name,
                         input->text, input->size, limits, self->prove, err);
  }
  if (which != EXEC_COMMAND)
    status = find_replayed(self, err);
  if (status)
    return status;
  self->used = which;
  self->begin_us = now_us();
  if (which == EXEC_ZYGOTE)
    return start_zygote(self, input, limits, err);
  return runner_start_job(self->run,
                          which == EXEC_SPAWN ? &of->replayed : &of->command,
                          input, limits, err);
}

int exec_slot_fd(const exec_slot *self)
{
  if (self->used == EXEC_WORKER)
    return courier_fd(self->courier, self->place);
  return self->used == EXEC_ZYGOTE ? zygote_fd(self->zygote)
                                   : rd_keeper_fd(self->run->keeper);
}

rd_status exec_slot_read(bool *ended_out, exec_slot *self, rd_error *err)
{
  if (self->used == EXEC_WORKER) {
    *ended_out = courier_read(self->courier, self->place);
    return RD_OK;
  }
  return self->used == EXEC_ZYGOTE
             ? zygote_read(ended_out, self->zygote, err)
             : rd_keeper_read(ended_out, self->run->keeper, err);
}

const char *exec_slot_output(size_t *size_out, const exec_slot *self)
{
  if (self->used == EXEC_WORKER) { /* all of it comes at the end */
    *size_out = 0;
    return "";
  }
  return self->used == EXEC_ZYGOTE
             ? zygote_output(size_out, self->zygote)
             : rd_keeper_output(size_out, self->run->keeper);
}

void exec_slot_cancel(exec_slot *self)
{
  if (self->used == EXEC_WORKER)
    courier_cancel(self->courier, self->place);
  else if (self->used == EXEC_ZYGOTE)
    zygote_cancel(self->zygote);
  else
    rd_keeper_cancel(self->run->keeper);
}

static rd_status wait_end(rd_run *out, exec_slot *self, rd_error *err)
{
  if (self->used == EXEC_WORKER)
    return courier_take(out, &self->worker, self->courier, self->place, err);
  return self->used == EXEC_ZYGOTE
             ? zygote_wait(out, self->zygote, err)
             : rd_keeper_wait(out, self->run->keeper, err);
}

rd_status exec_slot_wait(rd_run *out, exec_slot *self, rd_error *err)
{
  rd_status status = wait_end(out, self, err);
  if (status)
    return status;
  runner_look(self->run, out);
  exec_mode_cost *cost = &self->of->costs[self->used];
  cost->runs++;
  cost->cpu_us += out->cpu_us;
  cost->wall_us += now_us() - self->begin_us;
  uint64_t *recent = &self->of->recent_us[self->used];
  *recent = *recent ? (*recent * 7 + out->cpu_us) / 8 : out->cpu_us + 1;
  return RD_OK;
}

rd_status exec_slot_recover(exec_slot *self, rd_error *err)
{
  if (self->used == EXEC_WORKER) {
    self->is_lost = true;
    return RD_OK;
  }
  if (self->used != EXEC_ZYGOTE)
    return runner_renew(self->run, err);
  drop_zygote(self);
  if (self->of->deaths++ >= DEATHS_MAX)
    exec_modes_turn_off(self->of, EXEC_ZYGOTE, "it died again and again");
  return RD_OK;
}
