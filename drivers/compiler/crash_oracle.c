/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asking whether a text still has the property.
 *
 * submit writes the text into the fresh folder of the next run and starts the
 * command; wait collects it. The order of questions is: does the run have the
 * property (F1); where the output names no place, does the fault have the same
 * address; does the judge accept the text (F2). The last two cost runs of their
 * own and are asked only about texts that have passed all before.
 *
 * A timeout counts only when a second run alone, with twice the time, times out
 * as well. A full disk is no verdict but an error, because every later verdict
 * would be wrong. Crashes with other signatures are noted, one line each (F3).
 */
#include "compiler/crash_oracle.h"

#include <stdlib.h>
#include <string.h>

struct crash_oracle {
  crash_options options;
  rd_oracle interface;
  crash_stats stats;
  rd_ticket next; /* of the next test */
  bool busy;      /* a test is in flight */
  char *text;     /* the text in flight */
  size_t size;
};

enum { OTHERS_MAX = 100 };

bool output_matches(const regex_t *pattern, const rd_run *run)
{
  if (!run->output)
    return false;
  regmatch_t whole = { .rm_so = 0, .rm_eo = (regoff_t)run->output_size };
  return regexec(pattern, run->output, 1, &whole, REG_STARTEND) == 0;
}

bool crash_run_has_property(const crash_options *options, const rd_run *run)
{
  bool ended = run->end == RD_END_EXIT || run->end == RD_END_SIGNAL;
  switch (options->property) {
  case PROPERTY_CRASH:
    return ended && signature_matches(options->expected, run, NULL) &&
           (!options->pattern || output_matches(options->pattern, run));
  case PROPERTY_PATTERN:
    return ended && output_matches(options->pattern, run);
  case PROPERTY_HANG:
    return run->end == RD_END_WALL || run->end == RD_END_CPU;
  case PROPERTY_MEMORY:
    return run->end == RD_END_MEMORY ||
           run->peak_bytes >= options->memory_bytes;
  case PROPERTY_SCRIPT:
    return run->end == RD_END_EXIT && run->status == 0;
  }
  return false;
}

/* ---- one run ---- */

static source input_of(const crash_oracle *self)
{
  return (source){ self->options.name, self->text, self->size };
}

static rd_status start(crash_oracle *self, const rd_limits *limits,
                       rd_error *err)
{
  source input = input_of(self);
  self->stats.runs++;
  return runner_start(self->options.run, self->options.argv, &input, limits,
                      err);
}

static bool ran_out_of_time(const rd_run *run)
{
  return run->end == RD_END_WALL || run->end == RD_END_CPU;
}

/* Repeats the run with twice the time if it timed out. */
static rd_status repeat_timeout(rd_run *run, crash_oracle *self, rd_error *err)
{
  if (!ran_out_of_time(run) || self->options.property == PROPERTY_HANG)
    return RD_OK;
  rd_run_dispose(run);
  *run = (rd_run){ 0 };
  rd_limits twice = self->options.limits;
  twice.wall_ms *= 2;
  twice.cpu_ms *= 2;
  rd_status status = start(self, &twice, err);
  return status ? status : runner_wait(run, self->options.run, err);
}

/* ---- a verdict ---- */

static void note_other(crash_oracle *self, const rd_run *run)
{
  if (self->options.property == PROPERTY_SCRIPT ||
      self->stats.others.size >= OTHERS_MAX)
    return;
  signature found;
  signature_find(&found, run);
  bool other = signature_is_crash(&found) &&
               !(self->options.expected &&
                 signature_equals(self->options.expected, &found, NULL));
  if (other) {
    char *line = signature_line(&found);
    if (!strings_has(&self->stats.others, line))
      strings_add(&self->stats.others, line);
    free(line);
  }
  signature_dispose(&found);
}

/* The disk ran full under the compiler: no verdict. */
static bool is_disk_full(const crash_oracle *self, const rd_run *run)
{
  static const char message[] = "No space left on device";
  return run->output && strstr(run->output, message) &&
         !memmem(self->text, self->size, message, sizeof message - 1);
}

/* The verdict of a run alone. */
static rd_verdict first_verdict(crash_oracle *self, const rd_run *run)
{
  if (crash_run_has_property(&self->options, run))
    return RD_INTERESTING;
  note_other(self, run);
  if (ran_out_of_time(run))
    return RD_TIMEOUT;
  if (run->end == RD_END_MEMORY || run->end == RD_END_OUTPUT)
    return RD_RESOURCE_OUT;
  if (run->end == RD_END_EXIT && run->status != 0 &&
      self->options.property != PROPERTY_SCRIPT)
    return RD_INVALID;
  return RD_UNINTERESTING;
}

/* Where the signature has an address: is it still the same? */
static rd_status confirm_address(rd_verdict *verdict, crash_oracle *self,
                                 rd_error *err)
{
  const signature *expected = self->options.expected;
  if (self->options.property != PROPERTY_CRASH || !expected->address ||
      self->stats.untraceable)
    return RD_OK;
  char *address = NULL;
  source input = input_of(self);
  self->stats.faults++;
  rd_status status =
      runner_fault(&address, self->options.run, self->options.argv, &input,
                   &self->options.limits, err);
  if (status == RD_ERR_UNSUPPORTED) {
    self->stats.untraceable = true;
    return RD_OK;
  }
  if (!status && (!address || strcmp(address, expected->address) != 0))
    *verdict = RD_UNINTERESTING;
  free(address);
  return status;
}

static rd_status ask_judge(rd_verdict *verdict, crash_oracle *self,
                           rd_error *err)
{
  if (!self->options.judge)
    return RD_OK;
  source input = input_of(self);
  bool accepts = false;
  rd_status status = judge_ask(&accepts, self->options.judge, &input, err);
  if (!status && !accepts)
    *verdict = RD_INVALID;
  return status;
}

static rd_status decide(rd_verdict *out, crash_oracle *self, rd_error *err)
{
  rd_run run = { 0 };
  rd_status status = runner_wait(&run, self->options.run, err);
  if (!status)
    status = repeat_timeout(&run, self, err);
  if (status)
    return status;
  rd_verdict verdict = first_verdict(self, &run);
  if (run.end == RD_END_NOSTART)
    status = rd_fail(err, RD_ERR_NOTFOUND, "cannot start %s: %s",
                     self->options.argv[0], strerror(run.status));
  else if (is_disk_full(self, &run))
    status = rd_fail(err, RD_ERR_NOSPACE,
                     "the disk is full: no space left in "
                     "%s",
                     self->options.run->scratch);
  rd_run_dispose(&run);
  if (!status && verdict == RD_INTERESTING)
    status = confirm_address(&verdict, self, err);
  if (!status && verdict == RD_INTERESTING)
    status = ask_judge(&verdict, self, err);
  *out = verdict;
  return status;
}

/* ---- the interface ---- */

static rd_status submit(rd_ticket *out, void *payload, const char *bytes,
                        size_t size, rd_error *err)
{
  crash_oracle *self = payload;
  free(self->text);
  self->text = mem_copy_bytes(bytes, size);
  self->size = size;
  rd_status status = start(self, &self->options.limits, err);
  self->busy = !status;
  *out = self->next++;
  return status;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  crash_oracle *self = payload;
  *out = self->next - 1;
  self->busy = false;
  return decide(verdict_out, self, err);
}

static void cancel(void *payload, rd_ticket ticket)
{
  crash_oracle *self = payload;
  if (!self->busy || ticket != self->next - 1)
    return;
  rd_run run = { 0 };
  rd_keeper_cancel(self->options.run->keeper);
  if (!runner_wait(&run, self->options.run, NULL))
    rd_run_dispose(&run);
  self->busy = false;
}

crash_oracle *crash_oracle_new(const crash_options *options)
{
  crash_oracle *self = mem_alloc(1, sizeof *self);
  self->options = *options;
  self->interface = (rd_oracle){ .submit = submit,
                                 .wait = wait_for,
                                 .cancel = cancel,
                                 .payload = self,
                                 .capacity = 1 };
  return self;
}

void crash_oracle_free(crash_oracle *self)
{
  if (!self)
    return;
  cancel(self, self->next - 1);
  strings_free(&self->stats.others);
  free(self->text);
  free(self);
}

const rd_oracle *crash_oracle_interface(const crash_oracle *self)
{
  return &self->interface;
}

const crash_stats *crash_oracle_stats(const crash_oracle *self)
{
  return &self->stats;
}

rd_status crash_oracle_test(rd_verdict *out, crash_oracle *self,
                            const char *bytes, size_t size, rd_error *err)
{
  rd_ticket ticket;
  rd_status status = submit(&ticket, self, bytes, size, err);
  return status ? status : wait_for(&ticket, out, self, err);
}
