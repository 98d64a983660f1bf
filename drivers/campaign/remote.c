/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reductions at workers.
 *
 * A reduction goes to a worker if it needs nothing of this machine but the
 * compiler and the text, and there is a worker with the same compiler, the same
 * clang-hdd, and the same judges: then it comes to the same bytes. Others, and all
 * while there is no worker, run here. A worker that dies is noticed by the server,
 * which gives the job to another; one that is silent is lost, and its job is
 * begun once more elsewhere, then here. Whatever a worker says but a result is
 * checked by doing it here, and the campaign confirms results.
 *
 * A few more jobs are sent than there are workers, so that none waits while a
 * result is confirmed.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/files.h"
#include "campaign/task.h"
#include "engine/carrier.h"
#include "engine/identity.h"
#include "engine/order.h"

enum {
  PLACES = 256,
  PATIENCE_MS = 15000, /* with a worker that says nothing */
  ATTEMPTS = 2,        /* at workers */
  SLICE_MS = 20,       /* between two looks at reductions here */
  END_MS = 1000,       /* for workers to hear that jobs are cancelled */
  SPARE = 8,           /* a job more for so many workers */
  MOST_WAITING = 256,  /* that have to run here */
  PAUSE_MS = 2000,     /* after the server lost a job that nobody had begun */
};

/* A compiler that jobs name. */
typedef struct function {
  char *program;
  char *name;     /* NULL: it cannot be read */
  size_t counted; /* by which the carrier has it; CARRY_FUNCTIONS: not at all */
  size_t sent;    /* jobs that are at workers, or wait for one */
  char *tests;    /* by which single runs are asked for; as name */
  size_t tests_counted;
} function;

/* A job that nobody began in time, so that it runs here. */
typedef struct recalled {
  size_t of, place;
  uint64_t ticket;
} recalled;

typedef struct remote {
  engine base;
  engine *local;
  carrier *carrier;
  bool travel; /* the options of jobs may */
  char *reducer;
  ARRAY(function) functions;
  ARRAY(task *) tasks;
  ARRAY(recalled) recalls;
  bool taken[PLACES];
  uint64_t tickets, pause_until_ms;
  size_t here; /* tasks that run here */
  strings notes, reasons, banned;
  char *worker; /* of the last result */
  uint32_t told_state;
  bool told, told_workers;
} remote;

/* ---- tasks ---- */

static function *find_function(remote *self, const char *program)
{
  for (size_t i = 0; i < self->functions.size; i++)
    if (!strcmp(self->functions.data[i].program, program))
      return &self->functions.data[i];
  function out = { .program = mem_copy(program),
                   .counted = CARRY_FUNCTIONS,
                   .tests_counted = CARRY_FUNCTIONS };
  runner run;
  if (!runner_init(&run, true, NULL)) {
    if (!self->reducer)
      self->reducer = identity_reducer(&run);
    char *digits = identity_find(&run, program);
    if (digits && self->reducer) {
      out.name = mem_format(ORDER_FUNCTION "%s-%s", digits, self->reducer);
      out.tests = mem_format(NET_RUN "%s", digits);
    }
    free(digits);
    runner_dispose(&run);
  }
  if (out.name) {
    out.counted = carrier_count(self->carrier, out.name);
    out.tests_counted = carrier_count(self->carrier, out.tests);
    carrier_await(self->carrier);
  }
  ARRAY_PUSH(&self->functions, out);
  return &self->functions.data[self->functions.size - 1];
}

static void forget(remote *self, size_t at)
{
  task_free(self->tasks.data[at]);
  self->tasks.data[at] = self->tasks.data[--self->tasks.size];
}

/* ---- workers ---- */

static uint32_t count_workers(const remote *self, size_t counted)
{
  const carry_page *page = carrier_page(self->carrier);
  return counted < CARRY_FUNCTIONS &&
                 atomic_load(&page->state) == CARRY_CONNECTED
             ? atomic_load(&page->counted[counted].workers)
             : 0;
}

/* So many jobs a function may have at workers. */
static size_t room_of(const remote *self, const function *of)
{
  bool paused = now_ms() < self->pause_until_ms;
  size_t workers = paused ? 0 : count_workers(self, of->counted);
  return workers ? workers + workers / SPARE : 0;
}

static void update_capacity(remote *self)
{
  size_t room = 0, waiting = 0;
  for (size_t i = 0; i < self->functions.size; i++)
    room += room_of(self, &self->functions.data[i]);
  for (size_t i = 0; i < self->tasks.size; i++)
    waiting += self->tasks.data[i]->state == TASK_WAITS;
  self->base.capacity = self->local->capacity +
                        (room < PLACES ? room : PLACES) +
                        (waiting < MOST_WAITING ? waiting : MOST_WAITING);
}

static bool send_order(remote *self, task *of, size_t place)
{
  function *to = &self->functions.data[of->of];
  textbuf message = { 0 };
  order out = { .ticket = ++self->tickets,
                .options = of->options,
                .compiler = of->command.data[0],
                .name = (char *)(uintptr_t)base_name(of->file) };
  char *text = NULL;
  if (file_read(&text, &out.text.size, of->file, NULL))
    return false;
  out.text.bytes = text;
  for (size_t i = 1; i < of->command.size; i++)
    strings_add(&out.words, of->command.data[i]);
  order_put(&message, &out);
  const carry_job ask = { .ticket = out.ticket,
                          .function = to->name,
                          .bytes = message.data,
                          .size = message.size,
                          .patience_ms = PATIENCE_MS,
                          .counted = (uint32_t)to->counted + 1 };
  bool sent = carrier_send(self->carrier, place, &ask);
  if (sent) {
    of->state = TASK_AWAY;
    of->place = place;
    of->ticket = out.ticket;
    of->sent_ms = now_ms();
    self->taken[place] = true;
    to->sent++;
  }
  strings_free(&out.words);
  text_free(&message);
  free(text);
  return sent;
}

/* Gives a task to a worker; false: none is free. */
static bool send_away(remote *self, task *of)
{
  if (of->of == SIZE_MAX || self->functions.data[of->of].sent >=
                                room_of(self, &self->functions.data[of->of]))
    return false;
  for (size_t place = 0; place < PLACES; place++)
    if (!self->taken[place])
      return send_order(self, of, place);
  return false;
}

/* Begins what waits, as far as there is room. Workers come first: confirmations
 * and first runs need this machine. */
static rd_status begin_waiting(remote *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < self->tasks.size && !status; i++) {
    task *each = self->tasks.data[i];
    if (each->state != TASK_WAITS || send_away(self, each) ||
        self->here == self->local->capacity)
      continue;
    status = self->local->submit(self->local, &each->job, err);
    each->state = status ? TASK_WAITS : TASK_HERE;
    self->here += !status;
  }
  update_capacity(self);
  return status;
}

/* Takes back the first job that nobody has begun for long, if this machine has
 * nothing to do: whoever is counted as a worker may be stopped. */
static void recall(remote *self)
{
  const carry_page *page = carrier_page(self->carrier);
  if (self->here == self->local->capacity)
    return;
  for (size_t i = 0; i < self->tasks.size; i++) {
    task *each = self->tasks.data[i];
    if (each->state == TASK_WAITS)
      return;
    if (each->state != TASK_AWAY || now_ms() - each->sent_ms < PATIENCE_MS ||
        atomic_load(&page->begun[each->place]) == each->ticket)
      continue;
    carrier_cancel(self->carrier, each->place, each->ticket);
    ARRAY_PUSH(&self->recalls,
               ((recalled){ each->of, each->place, each->ticket }));
    each->state = TASK_WAITS;
    each->of = SIZE_MAX;
    return;
  }
}

/* Frees the places of jobs that were taken back. */
static void end_recalls(remote *self)
{
  for (size_t i = 0; i < self->recalls.size;) {
    recalled each = self->recalls.data[i];
    const char *bytes;
    size_t size;
    if (carrier_read(&bytes, &size, self->carrier, each.place, each.ticket)) {
      self->taken[each.place] = false;
      self->functions.data[each.of].sent--;
      self->recalls.data[i] = self->recalls.data[--self->recalls.size];
    } else {
      i++;
    }
  }
}

static rd_status submit(engine *base, const engine_job *what, rd_error *err)
{
  remote *self = (remote *)base;
  task *of = task_new(what);
  const char *why;
  why = task_obstacle(of, self->travel);
  function *to = why ? NULL : find_function(self, of->command.data[0]);
  if (to && !to->name)
    why = "the compiler cannot be read";
  of->of = why ? SIZE_MAX : (size_t)(to - self->functions.data);
  if (why && !what->here && !strings_has(&self->reasons, why)) {
    strings_add(&self->reasons, why);
    strings_take(
        &self->notes,
        mem_format("--server: %s is reduced here, since %s", of->file, why));
  }
  ARRAY_PUSH(&self->tasks, of);
  return begin_waiting(self, err);
}

/* ---- results ---- */

/* Writes the files beside the output. A repository may have programs that git
 * starts, so none is taken. */
static bool write_files(const task *of, const delivery *from)
{
  char *folder = path_directory(of->output);
  bool good = true;
  for (size_t i = 0; i < from->files.size && good; i++) {
    const order_file *file = &from->files.data[i];
    if (strstr(file->name, ".git"))
      continue;
    good = !file_write_below(folder, file->name, file->content.bytes,
                             file->content.size, NULL);
    char *path = mem_format("%s/%s", folder, file->name);
    struct stat info;
    if (good && file->runs && !stat(path, &info))
      (void)chmod(path, info.st_mode | ((info.st_mode & 0444) >> 2));
    free(path);
  }
  free(folder);
  return good && path_exists(of->output);
}

/* What is wrong with an answer, caller's; NULL: it is a result. */
static char *find_fault(const remote *self, const delivery *got)
{
  if (got->worker && strings_has(&self->banned, got->worker))
    return mem_copy("is not asked any more");
  if (got->end == NET_REFUSED)
    return mem_format("refuses it: %s", got->reason);
  if (got->end != NET_RAN)
    return mem_copy("does not answer");
  return got->status
             ? mem_format("ended it with %llu", (unsigned long long)got->status)
             : NULL;
}

/* A worker did not do it: another does, or this machine. */
static void do_again(remote *self, task *of, const delivery *got, char *fault)
{
  bool begun = got->worker && *got->worker;
  of->attempts += begun;
  if (!begun)
    self->pause_until_ms = now_ms() + PAUSE_MS;
  if (got->end != NET_LOST || of->attempts == ATTEMPTS)
    of->of = SIZE_MAX;
  if (begun)
    strings_take(&self->notes,
                 mem_format("%s: worker %.*s %s; it is reduced once more%s",
                            of->file, (int)strcspn(got->worker, "."),
                            got->worker, fault,
                            of->of == SIZE_MAX ? " here" : ""));
  free(fault);
}

/* Takes an answer; true: the task is done. */
static bool take_answer(remote *self, task *of, const char *bytes, size_t size)
{
  delivery got;
  if (!delivery_take(&got, bytes, size))
    got.end = NET_LOST;
  self->taken[of->place] = false;
  self->functions.data[of->of].sent--;
  of->state = TASK_WAITS;
  char *fault = find_fault(self, &got);
  if (!fault && !write_files(of, &got))
    fault = mem_copy("sent files that cannot be written");
  if (!fault)
    string_replace(&self->worker, mem_copy(got.worker));
  bool done = !fault;
  if (fault)
    do_again(self, of, &got, fault);
  delivery_dispose(&got);
  return done;
}

/* Has a worker answered? */
static bool take_away(engine_end *out, remote *self)
{
  for (size_t i = 0; i < self->tasks.size; i++) {
    task *each = self->tasks.data[i];
    const char *bytes;
    size_t size;
    if (each->state != TASK_AWAY ||
        !carrier_read(&bytes, &size, self->carrier, each->place,
                      each->ticket) ||
        !take_answer(self, each, bytes, size))
      continue;
    *out = (engine_end){ .number = each->job.number, .worker = self->worker };
    forget(self, i);
    return true;
  }
  return false;
}

/* Has one of this machine ended? */
static rd_status take_here(bool *ended_out, engine_end *out, remote *self,
                           rd_error *err)
{
  *ended_out = false;
  rd_status status =
      self->here ? self->local->wait(ended_out, out, self->local, 0, err)
                 : RD_OK;
  if (status || !*ended_out)
    return status;
  self->here--;
  for (size_t i = 0; i < self->tasks.size; i++)
    if (self->tasks.data[i]->state == TASK_HERE &&
        self->tasks.data[i]->job.number == out->number) {
      forget(self, i);
      break;
    }
  return RD_OK;
}

/* Waits until something has come from a worker. */
static void sleep_for(const remote *self, uint64_t most_ms)
{
  struct pollfd *each = mem_alloc(self->tasks.size + 1, sizeof *each);
  nfds_t count = 0;
  for (size_t i = 0; i < self->tasks.size; i++)
    if (self->tasks.data[i]->state == TASK_AWAY)
      each[count++] =
          (struct pollfd){ .fd = carrier_fd(self->carrier,
                                            self->tasks.data[i]->place),
                           .events = POLLIN };
  (void)poll(each, count, (int)most_ms);
  free(each);
}

static rd_status wait_for(bool *ended_out, engine_end *out, engine *base,
                          int most_ms, rd_error *err)
{
  remote *self = (remote *)base;
  const uint64_t end_ms = now_ms() + (uint64_t)most_ms;
  for (;;) {
    rd_status status = take_here(ended_out, out, self, err);
    if (!status && !*ended_out)
      *ended_out = take_away(out, self);
    end_recalls(self);
    recall(self);
    if (!status && begin_waiting(self, err) && !*ended_out)
      status = err->status; /* else the next wait meets it again */
    uint64_t now = now_ms();
    if (status || *ended_out || now >= end_ms)
      return status;
    uint64_t left = end_ms - now;
    sleep_for(self, self->here && left > SLICE_MS ? SLICE_MS : left);
  }
}

/* ---- what is said ---- */

static char *notice(engine *base)
{
  remote *self = (remote *)base;
  const carry_page *page = carrier_page(self->carrier);
  uint32_t state = atomic_load(&page->state), workers = 0;
  if (self->notes.size) {
    char *line = mem_copy(self->notes.data[0]);
    strings_remove(&self->notes, 0, 1);
    return line;
  }
  for (size_t i = 0; i < self->functions.size; i++)
    workers += count_workers(self, self->functions.data[i].counted);
  bool is_known = state == CARRY_ALONE ||
                  (state == CARRY_CONNECTED &&
                   atomic_load(&page->asked) >= atomic_load(&page->functions));
  if (!self->functions.size || !is_known ||
      (self->told && state == self->told_state &&
       self->told_workers == (workers > 0)))
    return NULL;
  self->told = true;
  self->told_state = state;
  self->told_workers = workers > 0;
  if (state == CARRY_ALONE)
    return mem_copy("the server of the workers does not answer; reductions run "
                    "here meanwhile");
  return workers
             ? mem_format("%u processes of workers take reductions", workers)
             : mem_format("no worker has this compiler and this clang-hdd%s; "
                          "reductions run here meanwhile",
                          atomic_load(&page->others)
                              ? " (there are workers with another)"
                              : "");
}

static const char *tests(size_t *workers_out, engine *base, const char *program)
{
  remote *self = (remote *)base;
  const function *of = find_function(self, program);
  size_t workers = count_workers(self, of->tests_counted);
  *workers_out = workers < PLACES ? workers : PLACES;
  return workers ? of->tests : NULL;
}

static void distrust(engine *base, const char *worker)
{
  remote *self = (remote *)base;
  if (!strings_has(&self->banned, worker))
    strings_add(&self->banned, worker);
}

/* ---- the end ---- */

static void cancel_all(remote *self)
{
  const uint64_t end_ms = now_ms() + END_MS;
  size_t left = 0;
  for (size_t i = 0; i < self->tasks.size; i++)
    if (self->tasks.data[i]->state == TASK_AWAY) {
      carrier_cancel(self->carrier, self->tasks.data[i]->place,
                     self->tasks.data[i]->ticket);
      left++;
    }
  while (left && now_ms() < end_ms) {
    sleep_for(self, SLICE_MS);
    for (size_t i = 0; i < self->tasks.size; i++) {
      task *each = self->tasks.data[i];
      const char *bytes;
      size_t size;
      if (each->state == TASK_AWAY && carrier_read(&bytes, &size, self->carrier,
                                                   each->place, each->ticket)) {
        each->state = TASK_WAITS;
        left--;
      }
    }
  }
}

static void end_all(engine *base)
{
  remote *self = (remote *)base;
  self->local->free(self->local);
  if (self->carrier)
    cancel_all(self);
  carrier_free(self->carrier);
  while (self->tasks.size)
    forget(self, self->tasks.size - 1);
  for (size_t i = 0; i < self->functions.size; i++) {
    free(self->functions.data[i].program);
    free(self->functions.data[i].name);
    free(self->functions.data[i].tests);
  }
  ARRAY_FREE(&self->functions);
  ARRAY_FREE(&self->tasks);
  ARRAY_FREE(&self->recalls);
  strings_free(&self->notes);
  strings_free(&self->reasons);
  strings_free(&self->banned);
  free(self->reducer);
  free(self->worker);
  free(self);
}

rd_status engine_remote(engine **out, engine *local, const char *server,
                        bool travel, rd_error *err)
{
  remote *self = mem_alloc(1, sizeof *self);
  self->base = (engine){ local->capacity, submit,   wait_for, notice,
                         tests,           distrust, end_all };
  self->local = local;
  self->travel = travel;
  rd_status status = carrier_new(&self->carrier, server, PLACES, err);
  if (status)
    end_all(&self->base);
  else
    *out = &self->base;
  return status;
}
