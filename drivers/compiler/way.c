/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running a command by the cheapest way that does the same.
 *
 * A driver costs a process, and starting a compiler costs more than compiling a
 * small text. So a command has up to three ways: a fork of a compiler that has
 * started, the compiler spawned without its driver, and the command itself. Only
 * the last is always right. Whether another may be trusted is for the caller to
 * see, who knows what the answers mean; here is what the ways are, that they all
 * look alike, and what they cost.
 *
 * The ways of a command are shared by all places (lanes) where it runs, so that
 * one that fails in one place is off in all. A zygote belongs to a lane. It is
 * the one way that can be lost for reasons of its own, so whatever it cannot do
 * turns it off and ends nothing; only a full disk is one for all.
 */
#include "compiler/way.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "compiler/replay.h"

enum { DEATHS_MAX = 1 };

const char *way_name(way which)
{
  static const char *const names[] = {
    [WAY_ZYGOTE] = "zygote",
    [WAY_SPAWN] = "spawned",
    [WAY_COMMAND] = "command",
  };
  return names[which];
}

/* ---- the ways of a command ---- */

/* The last word that is the text's name; the compiler itself is none. */
static size_t find_file(const job *in, const char *name)
{
  size_t at = in->words.size;
  while (name && at > 1)
    if (!strcmp(in->words.data[--at], name))
      return at;
  return 0;
}

void ways_init(ways *out, const char *const *argv, const char *name,
               const compiler *of)
{
  *out = (ways){ .compiler = of, .name = name };
  for (size_t i = 0; argv[i]; i++)
    strings_add(&out->command.words, argv[i]);
  out->command.file = find_file(&out->command, name);
  out->states[WAY_COMMAND] = WAY_TRUSTED;
  if (!of || !out->command.file)
    out->states[WAY_ZYGOTE] = out->states[WAY_SPAWN] = WAY_OFF;
}

void ways_dispose(ways *self)
{
  job_dispose(&self->command);
  job_dispose(&self->replayed);
  for (size_t i = 0; i < WAY_COUNT; i++)
    free(self->reasons[i]);
  *self = (ways){ 0 };
}

way ways_fastest(const ways *self)
{
  way which = WAY_ZYGOTE;
  while (self->states[which] == WAY_OFF)
    which++;
  return which;
}

void ways_turn_off(ways *self, way which, const char *reason)
{
  if (self->states[which] == WAY_OFF)
    return;
  self->states[which] = WAY_OFF;
  self->reasons[which] = mem_copy(reason);
}

/* ---- a place to run ---- */

void lane_init(lane *out, ways *of, runner *run)
{
  *out = (lane){ .of = of, .run = run };
}

static void drop_zygote(lane *self)
{
  zygote_free(self->zygote);
  self->zygote = NULL;
}

void lane_dispose(lane *self)
{
  drop_zygote(self);
  *self = (lane){ 0 };
}

/* Asks the driver for the process that it starts, unless that is known. */
static rd_status find_replayed(lane *self, rd_error *err)
{
  ways *of = self->of;
  if (of->replayed.words.size)
    return RD_OK;
  rd_error why = { 0 };
  rd_status status = replay_find(&of->replayed, self->run, of->compiler,
                                 &of->command, of->name, &why);
  if (status == RD_ERR_UNSUPPORTED) {
    ways_turn_off(of, WAY_ZYGOTE, why.message);
    ways_turn_off(of, WAY_SPAWN, why.message);
  }
  if (status && err)
    *err = why;
  return status;
}

/* Makes the zygote if there is none, and asks it for a run. */
static rd_status start_zygote(lane *self, const source *input,
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
  ways_turn_off(self->of, WAY_ZYGOTE, why.message);
  return rd_fail(err, RD_ERR_UNSUPPORTED, "%s", why.message);
}

rd_status lane_start(lane *self, way which, const source *input,
                     const rd_limits *limits, rd_error *err)
{
  ways *of = self->of;
  if (of->states[which] == WAY_OFF)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "this way is off");
  rd_status status = RD_OK;
  self->used = WAY_COMMAND; /* what follows may lose the keeper */
  if (which != WAY_COMMAND)
    status = find_replayed(self, err);
  if (status)
    return status;
  self->used = which;
  self->begin_us = now_us();
  if (which == WAY_ZYGOTE)
    return start_zygote(self, input, limits, err);
  return runner_start_job(self->run,
                          which == WAY_SPAWN ? &of->replayed : &of->command,
                          input, limits, err);
}

int lane_fd(const lane *self)
{
  return self->used == WAY_ZYGOTE ? zygote_fd(self->zygote)
                                  : rd_keeper_fd(self->run->keeper);
}

rd_status lane_read(bool *ended_out, lane *self, rd_error *err)
{
  return self->used == WAY_ZYGOTE
             ? zygote_read(ended_out, self->zygote, err)
             : rd_keeper_read(ended_out, self->run->keeper, err);
}

const char *lane_output(size_t *size_out, const lane *self)
{
  return self->used == WAY_ZYGOTE
             ? zygote_output(size_out, self->zygote)
             : rd_keeper_output(size_out, self->run->keeper);
}

void lane_cancel(lane *self)
{
  if (self->used == WAY_ZYGOTE)
    zygote_cancel(self->zygote);
  else
    rd_keeper_cancel(self->run->keeper);
}

rd_status lane_wait(rd_run *out, lane *self, rd_error *err)
{
  rd_status status = self->used == WAY_ZYGOTE
                         ? zygote_wait(out, self->zygote, err)
                         : rd_keeper_wait(out, self->run->keeper, err);
  if (status)
    return status;
  way_cost *cost = &self->of->costs[self->used];
  cost->runs++;
  cost->cpu_us += out->cpu_us;
  cost->wall_us += now_us() - self->begin_us;
  uint64_t *recent = &self->of->recent_us[self->used];
  *recent = *recent ? (*recent * 7 + out->cpu_us) / 8 : out->cpu_us + 1;
  return RD_OK;
}

rd_status lane_recover(lane *self, rd_error *err)
{
  if (self->used != WAY_ZYGOTE)
    return runner_renew(self->run, err);
  drop_zygote(self);
  if (self->of->deaths++ >= DEATHS_MAX)
    ways_turn_off(self->of, WAY_ZYGOTE, "it died again and again");
  return RD_OK;
}
