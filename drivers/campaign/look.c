/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Looks at inputs.
 *
 * Processes, each with a runner of its own, take the inputs of a batch one by one
 * and send back their records as lines of JSON. A process that dies, or whose
 * compiler does something terrible, takes no state with it, and costs one input.
 * One more process gives inputs to workers (away.c).
 *
 * What a worker says is decided by this process (claims.c), which alone gives
 * back the turn of an input that was away: so the others have to wait for that
 * before they end.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "campaign/away.h"
#include "campaign/firstrun.h"

enum { PAUSE_MS = 5, WAIT_MS = 200 };

/* What is known of a process. */
typedef struct worker {
  pid_t pid;
  int fd; /* that it writes to; -1: it has ended */
  textbuf said;
} worker;

/* All that the main process knows. */
typedef struct looking {
  batch batch;
  claims *claims;
  const look_options *options;
  worker *workers; /* the first `jobs` run inputs here */
  size_t count;
} looking;

/* ---- in a process ---- */

/* Looks at inputs as long as there are some. */
static rd_status look_here(firstrun *self, const batch *of, size_t process,
                           FILE *out)
{
  rd_status status = RD_OK;
  while (!status && !*self->options->stop) {
    size_t at = batch_take(of, (uint32_t)process);
    if (at < of->count) {
      status = firstrun_look(&of->campaign->inputs[of->which[at]], self);
      status = status ? status : batch_tell(out, of, at, NULL, false);
    } else if (batch_is_settled(of)) {
      break;
    } else {
      (void)poll(NULL, 0, PAUSE_MS);
    }
  }
  return status;
}

_Noreturn static void work(const looking *self, size_t process, int fd)
{
  firstrun state = { .campaign = self->batch.campaign,
                     .options = self->options };
  FILE *out = fdopen(fd, "w");
  rd_status status =
      !out ? RD_ERR_IO
      : process < self->options->jobs
          ? look_here(&state, &self->batch, process, out)
          : away_look(&state, &self->batch, self->claims->example, out);
  firstrun_dispose(&state);
  _exit(status ? EXIT_FAILURE : EXIT_SUCCESS);
}

/* ---- in the main process ---- */

static rd_status start(looking *self, rd_error *err)
{
  int ends[2];
  worker *out = &self->workers[self->count];
  if (pipe2(ends, O_CLOEXEC))
    return fail_system(err, "make", "a pipe");
  pid_t parent = getpid();
  *out = (worker){ .pid = fork(), .fd = ends[0] };
  if (!out->pid) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)close(ends[0]);
    if (getppid() == parent)
      work(self, self->count, ends[1]);
    _exit(EXIT_FAILURE);
  }
  (void)close(ends[1]);
  if (out->pid < 0) {
    (void)close(ends[0]);
    return fail_system(err, "start", "a process");
  }
  self->count++;
  return RD_OK;
}

/* Replaces what is known of an input. */
static void put(const looking *self, size_t at, input *found)
{
  input *known = &self->batch.campaign->inputs[self->batch.which[at]];
  input_dispose(known);
  *known = *found;
  *found = (input){ 0 };
  atomic_store(&self->batch.turns[at], TURN_DONE);
  if (self->options->looked)
    self->options->looked(self->options->payload);
}

/* Undoes what a worker said that lied, of this batch and those before. */
static void forget(const looking *self, const char *teller)
{
  campaign *of = self->batch.campaign;
  for (size_t i = 0; i < of->count; i++) {
    input *each = &of->inputs[i];
    if (!each->teller || !claims_is_liar(self->claims, each->teller) ||
        each->is_running || each->reduction != REDUCTION_NONE)
      continue;
    each->state = INPUT_NEW;
    string_replace(&each->teller, NULL);
    size_t at = batch_find(&self->batch, (uint32_t)i);
    if (at < self->batch.count)
      atomic_store(&self->batch.turns[at], TURN_HERE);
  }
  char *line = mem_format("worker %.*s and the command itself do not agree on "
                          "an input; it is not believed any more",
                          (int)strcspn(teller, "."), teller);
  self->options->notice(self->options->payload, line);
  free(line);
}

/* Decides what can be decided. */
static void settle(const looking *self)
{
  uint32_t number;
  input said;
  for (claim_end end;
       (end = claims_next(&number, &said, self->claims)) != CLAIM_NONE;) {
    size_t at = batch_find(&self->batch, number);
    if (end == CLAIM_BELIEVED)
      put(self, at, &said);
    else
      atomic_store(&self->batch.turns[at], TURN_HERE);
  }
}

/* Compares a run here with what a worker said. */
static void compare(const looking *self, size_t at)
{
  uint32_t number = self->batch.which[at];
  char *liar;
  claims_compare(&liar, self->claims, number,
                 &self->batch.campaign->inputs[number]);
  if (liar)
    forget(self, liar);
  free(liar);
  settle(self);
}

/* Takes "PLACE\tTELLER\tRECORD". */
static void take_line(const looking *self, char *line)
{
  char *end, *teller, *record;
  size_t at = strtoul(line, &end, 10);
  if (at >= self->batch.count || *end != '\t' ||
      !(record = strchr(teller = end + 1, '\t')))
    return;
  *record++ = '\0';
  input found = { 0 };
  bool good = input_read(&found, record);
  string_replace(&found.teller, good && *teller ? mem_copy(teller) : NULL);
  if (*teller && !good && !claims_is_liar(self->claims, teller)) {
    claims_distrust(self->claims, teller);
    forget(self, teller);
  } else if (*teller && good) {
    claims_add(self->claims, self->batch.which[at], &found);
    settle(self);
  } else if (good) {
    put(self, at, &found);
    compare(self, at);
  }
  input_dispose(&found);
}

/* What was away with a process that has ended is free. */
static void bring_back(const looking *self)
{
  for (size_t i = 0; i < self->batch.count; i++)
    if (atomic_load(&self->batch.turns[i]) == TURN_AWAY &&
        !claims_holds(self->claims, self->batch.which[i]))
      atomic_store(&self->batch.turns[i], TURN_HERE);
}

/* Notes that a process died of the input that it has not reported. */
static void blame(const looking *self, size_t process)
{
  static const char why[] = "the process that ran it died";
  for (size_t i = 0; i < self->batch.count; i++) {
    input *it = &self->batch.campaign->inputs[self->batch.which[i]];
    uint32_t turn = atomic_load(&self->batch.turns[i]);
    if (turn == TURN_TAKEN + process && it->reduction == REDUCTION_DONE) {
      it->reduction = REDUCTION_FAILED;
      string_replace(&it->problem, mem_copy(why));
    } else if (turn == TURN_TAKEN + process) {
      it->state = INPUT_BROKEN;
      string_replace(&it->why, mem_copy(why));
    } else {
      continue;
    }
    atomic_store(&self->batch.turns[i], TURN_DONE);
    compare(self, i);
  }
}

/* Reads what a process has written. */
static void listen(looking *self, size_t process)
{
  enum { PART = 1 << 16 };
  char part[PART];
  worker *from = &self->workers[process];
  ssize_t size = read(from->fd, part, sizeof part);
  if (size <= 0) {
    (void)close(from->fd);
    from->fd = -1;
    if (process >= self->options->jobs)
      bring_back(self);
    else if (!*self->options->stop)
      blame(self, process);
    return;
  }
  text_add(&from->said, part, (size_t)size);
  char *begin = from->said.data, *end;
  while ((end = memchr(begin, '\n',
                       (size_t)(from->said.data + from->said.size - begin)))) {
    *end = '\0';
    take_line(self, begin);
    begin = end + 1;
  }
  from->said.size -= (size_t)(begin - from->said.data);
  memmove(from->said.data, begin, from->said.size);
}

/* Listens until all processes have ended. */
static void listen_to_all(looking *self)
{
  struct pollfd *each = mem_alloc(self->count + 1, sizeof *each);
  for (size_t left = self->count; left;) {
    left = 0;
    for (size_t i = 0; i < self->count; i++) {
      const worker *from = &self->workers[i];
      each[i] = (struct pollfd){ .fd = from->fd, .events = POLLIN };
      left += from->fd >= 0;
      if (*self->options->stop && from->fd >= 0)
        (void)kill(from->pid, SIGTERM);
    }
    if (left && poll(each, (nfds_t)self->count, WAIT_MS) > 0)
      for (size_t i = 0; i < self->count; i++)
        if (each[i].revents)
          listen(self, i);
  }
  free(each);
}

rd_status look_at(campaign *self, claims *said, const uint32_t *which,
                  size_t count, const look_options *options, rd_error *err)
{
  look_options shared = *options;
  if (shared.jobs > count)
    shared.jobs = count ? count : 1;
  looking state = { .claims = said, .options = &shared };
  rd_status status = batch_init(&state.batch, self, which, count, err);
  if (status)
    return status;
  const size_t most = shared.jobs + (shared.function != NULL);
  state.workers = mem_alloc(most, sizeof *state.workers);
  while (state.count < most && !status)
    status = start(&state, err);
  listen_to_all(&state);
  for (size_t i = 0; i < state.count; i++) {
    (void)waitpid(state.workers[i].pid, NULL, 0);
    text_free(&state.workers[i].said);
  }
  claims_clear(said);
  free(state.workers);
  batch_dispose(&state.batch);
  if (!status && *options->stop)
    status = rd_fail(err, RD_ERR_STOPPED, "interrupted");
  return status;
}
