/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * First runs at workers.
 *
 * They are the tests of one reduction to a worker (courier.h): the text to prove a
 * compiler with, from which the others differ, is an input that crashes here. So a
 * worker shows a crash before anything that it says counts.
 *
 * What needs more than the compiler and the text is left to the other processes:
 * what another command compiles, includes others, or is lost, refused or ended by a
 * limit at a worker, and a crash without the name of a place, which is known by the
 * address of its fault here.
 */
#include "campaign/away.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/courier.h"
#include "engine/identity.h"

enum { WAIT_MS = 50 };

/* A run that is away. */
typedef struct flight {
  bool busy;
  size_t at; /* of the batch */
  trial made;
} flight;

typedef struct sender {
  firstrun *with;
  const batch *batch;
  FILE *out;
  runner *run; /* of the compiler's version */
  courier *courier;
  trial example;
  signature expected;
  size_t next; /* no input before it is free */
  flight *flights;
  size_t count;
} sender;

static void leave(const sender *self, size_t at)
{
  atomic_store(&self->batch->turns[at], TURN_HERE);
}

/* ---- what travels ---- */

/* Gets an input ready if it is one compilation by itself. */
static rd_status prepare(trial *out, const sender *self, const input *of,
                         rd_error *err)
{
  intake found = { 0 };
  const char *cwd = self->with->options->cwd;
  *out = (trial){ 0 };
  rd_status status =
      firstrun_commands(&found, self->with->campaign, of, cwd, err);
  const compilation *only = found.data;
  if (!status && (found.size > 1 || only->files.size || only->directory))
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "it is not one file");
  if (!status)
    status = trial_prepare(out, only, NULL, cwd, self->run, err);
  if (!status &&
      identity_obstacle(&out->argv, &only->environment, &out->text, NULL))
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "it stays");
  intake_dispose(&found);
  return status;
}

/* Runs the example, as what follows from it has to be true now. */
static rd_status prepare_example(sender *self, const input *of, rd_error *err)
{
  trial *made = &self->example;
  rd_status status = firstrun_runner(&self->run, self->with, err);
  if (!status)
    status = prepare(made, self, of, err);
  if (!status)
    status = runner_run(&made->run, self->run, strings_argv(&made->argv),
                        &made->text, &self->with->options->limits, err);
  if (!status)
    signature_find(&self->expected, &made->run);
  if (!status && !self->expected.has_place)
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "it proves nothing");
  return status;
}

static rd_status begin(sender *self, size_t place, size_t at)
{
  flight *to = &self->flights[place];
  job what = { 0 };
  rd_status status =
      prepare(&to->made, self,
              &self->batch->campaign->inputs[self->batch->which[at]], NULL);
  if (!status && strcmp(to->made.argv.data[0], self->example.argv.data[0]))
    status = RD_ERR_UNSUPPORTED;
  strings_add_all(&what.words, &to->made.argv);
  if (!status)
    status = courier_start(self->courier, place, &what, to->made.text.name,
                           to->made.text.text, to->made.text.size,
                           &self->with->options->limits, false, NULL);
  job_dispose(&what);
  to->at = at;
  to->busy = !status;
  if (status) {
    trial_dispose(&to->made);
    leave(self, at);
  }
  return status;
}

/* Takes the next input that is free; `count`: there is none. */
static size_t take(sender *self)
{
  const batch *of = self->batch;
  for (; self->next < of->count; self->next++) {
    uint32_t turn = TURN_FREE;
    if (atomic_compare_exchange_strong(&of->turns[self->next], &turn,
                                       TURN_AWAY))
      return self->next;
  }
  return of->count;
}

/* Gives inputs to workers that have nothing to do. */
static void begin_some(sender *self)
{
  for (size_t i = 0; i < self->count; i++)
    while (!self->flights[i].busy && courier_workers(self->courier)) {
      size_t at = take(self);
      if (at == self->batch->count)
        return;
      (void)begin(self, i, at);
    }
}

/* ---- what comes back ---- */

/* Has the worker shown the crash of the example, now or before? *is_lie_out: it
 * should have. */
static bool is_proved(bool *is_lie_out, sender *self, size_t place,
                      const char *worker)
{
  const rd_run *proof = courier_proof(self->courier, place);
  *is_lie_out = false;
  if (courier_is_proved(self->courier, worker) || !proof)
    return courier_is_proved(self->courier, worker);
  bool good = signature_matches(&self->expected, proof, NULL);
  if (good)
    courier_prove(self->courier, worker);
  *is_lie_out = !good;
  return good;
}

/* Tells what the run at a worker shows, if that can be said of it here. */
static rd_status tell(sender *self, const flight *from, const char *worker)
{
  input *what = &self->batch->campaign->inputs[self->batch->which[from->at]];
  signature found = { 0 };
  rd_status status = RD_OK;
  signature_find(&found, &from->made.run);
  bool is_crash = signature_is_crash(&found);
  if (!is_crash || found.has_place)
    firstrun_take(what, &from->made, &found);
  if (what->state == INPUT_FINE || (is_crash && found.has_place))
    status = batch_tell(self->out, self->batch, from->at, worker, false);
  else
    leave(self, from->at);
  signature_dispose(&found);
  return status;
}

static rd_status end(sender *self, size_t place)
{
  flight *from = &self->flights[place];
  const char *worker;
  rd_status status = RD_OK;
  bool is_lie = false;
  if (courier_take(&from->made.run, &worker, self->courier, place, NULL)) {
    leave(self, from->at);
  } else if (is_proved(&is_lie, self, place, worker)) {
    status = tell(self, from, worker);
  } else {
    leave(self, from->at);
    if (is_lie)
      status = batch_tell(self->out, self->batch, from->at, worker, true);
  }
  trial_dispose(&from->made);
  from->busy = false;
  return status;
}

/* Ends what has been answered; *busy_out: so many are still away. */
static rd_status end_some(size_t *busy_out, sender *self)
{
  rd_status status = RD_OK;
  struct pollfd *each = mem_alloc(self->count, sizeof *each);
  *busy_out = 0;
  for (size_t i = 0; i < self->count; i++)
    each[i] = (struct pollfd){ .fd = self->flights[i].busy
                                         ? courier_fd(self->courier, i)
                                         : -1,
                               .events = POLLIN };
  (void)poll(each, (nfds_t)self->count, WAIT_MS);
  for (size_t i = 0; i < self->count && !status; i++) {
    if (each[i].revents && courier_read(self->courier, i))
      status = end(self, i);
    *busy_out += self->flights[i].busy;
  }
  free(each);
  return status;
}

static bool is_free(const sender *self)
{
  for (size_t i = self->next; i < self->batch->count; i++)
    if (atomic_load(&self->batch->turns[i]) == TURN_FREE)
      return true;
  return false;
}

static rd_status send_all(sender *self, rd_error *err)
{
  const look_options *options = self->with->options;
  const courier_options how = { .server = options->server,
                                .function = options->function,
                                .original = self->example.text.text,
                                .original_size = self->example.text.size,
                                .places = self->count };
  rd_status status = courier_new(&self->courier, &how, err);
  if (status)
    return status;
  courier_await(self->courier);
  for (size_t busy = 0;
       !status && !*options->stop && (busy || is_free(self));) {
    begin_some(self);
    status = end_some(&busy, self);
  }
  courier_free(self->courier);
  return status;
}

rd_status away_look(firstrun *with, const batch *of, uint32_t example,
                    FILE *out)
{
  sender self = {
    .with = with, .batch = of, .out = out, .count = with->options->workers
  };
  self.flights = mem_alloc(self.count, sizeof *self.flights);
  rd_status status =
      prepare_example(&self, &of->campaign->inputs[example], NULL);
  if (!status)
    status = send_all(&self, NULL);
  for (size_t i = 0; i < self.count; i++)
    trial_dispose(&self.flights[i].made);
  signature_dispose(&self.expected);
  trial_dispose(&self.example);
  free(self.flights);
  return status;
}
