/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The side of a reduction.
 *
 * A text travels as its difference from the base, the smallest text accepted so
 * far. A worker that lacks the base says so and is asked once more with the
 * base's own difference from the original, or with the original. Which worker
 * gets a job is the server's choice, so this happens again for each of them.
 *
 * Headers that a text needs come before it, and are in the original and in each
 * base too. A text may come to need another, which a worker does not have: what it
 * says then does not count.
 *
 * Patience: a worker may be stopped, which no server notices in time. A job that
 * takes several times the usual time is lost, and while one after the other is
 * lost no worker is asked for a while.
 */
#include "engine/courier.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/joined.h"
#include "compiler/compiler.h"
#include "engine/carrier.h"
#include "engine/delta.h"

enum {
  LEAST_PATIENCE_MS = 3000,
  TIMES_USUAL = 8,
  LOST_MOST = 3,    /* jobs lost one after the other */
  PAUSE_MS = 10000, /* after that */
  REFUSED_MOST = 3, /* likewise, by one worker */
};

struct place {
  uint64_t ticket;
  uint64_t begin_ms;
  net_job job;
  textbuf text, change; /* the text, and its difference from the base */
  net_answer answer;
  bool busy, ended, cancelled;
};

struct worker {
  char *name;
  bool is_proved, is_banned;
  unsigned refused; /* in a row */
};

struct courier {
  carrier *carrier;
  const carry_page *page; /* the carrier's */
  char *function;
  textbuf script;
  bool includes; /* the texts may come to need a header */
  strings files;
  /* What comes before each text: headers, and if it is not joined itself, its
   * border. */
  textbuf before;
  textbuf original, base;
  net_hash original_hash, base_hash;
  delta_base from, from_original;
  textbuf step; /* the base, as a difference from the original */
  struct place *places;
  size_t count;
  uint64_t tickets, lost, usual_ms, pause_until_ms;
  unsigned lost_in_a_row;
  uint32_t told_state, told_workers, told_others;
  ARRAY(struct worker) workers;
};

static void add_files(courier *self, const courier_options *options)
{
  const headers *with = options->headers;
  bool has_headers = with && with->names.size;
  if (has_headers) {
    strings_add_all(&self->files, &with->names);
    text_add(&self->before, with->joined.data, with->joined.size);
  }
  if (options->files)
    strings_add_all(&self->files, options->files);
  else if (has_headers) {
    strings_add(&self->files, options->name);
    joined_add(&self->before, options->name, "", 0);
  }
}

/* Adds a text as it travels. */
static void put_text(textbuf *out, const courier *self, const char *text,
                     size_t size)
{
  text_clear(out);
  text_add(out, self->before.data, self->before.size);
  text_add(out, text, size);
}

rd_status courier_new(courier **out, const courier_options *options,
                      rd_error *err)
{
  courier *self = mem_alloc(1, sizeof *self);
  *self = (courier){ .count = options->places < CARRY_MOST ? options->places
                                                           : CARRY_MOST,
                     .function = mem_copy(options->function) };
  self->places = mem_alloc(self->count, sizeof *self->places);
  if (options->script)
    text_add(&self->script, options->script, options->script_size);
  self->includes = has_includes(options->original, options->original_size);
  add_files(self, options);
  put_text(&self->original, self, options->original, options->original_size);
  self->original_hash = net_hash_of(self->original.data, self->original.size);
  delta_base_init(&self->from_original, self->original.data,
                  self->original.size);
  courier_set_base(self, options->original, options->original_size);
  rd_status status =
      carrier_new(&self->carrier, options->server, self->count, err);
  if (status) {
    courier_free(self);
    return status;
  }
  self->page = carrier_page(self->carrier);
  (void)carrier_count(self->carrier, self->function);
  *out = self;
  return RD_OK;
}

static void clear_place(struct place *place)
{
  net_job_dispose(&place->job);
  net_answer_dispose(&place->answer);
  text_clear(&place->change);
  text_clear(&place->text);
}

void courier_free(courier *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->count; i++) {
    clear_place(&self->places[i]);
    text_free(&self->places[i].change);
    text_free(&self->places[i].text);
  }
  carrier_free(self->carrier);
  for (size_t i = 0; i < self->workers.size; i++)
    free(self->workers.data[i].name);
  ARRAY_FREE(&self->workers);
  delta_base_dispose(&self->from);
  delta_base_dispose(&self->from_original);
  text_free(&self->original);
  text_free(&self->base);
  text_free(&self->step);
  text_free(&self->script);
  text_free(&self->before);
  strings_free(&self->files);
  free(self->function);
  free(self->places);
  free(self);
}

/* ---- workers ---- */

static struct worker *find_worker(const courier *self, const char *name)
{
  for (size_t i = 0; i < self->workers.size; i++)
    if (!strcmp(self->workers.data[i].name, name))
      return &self->workers.data[i];
  return NULL;
}

static struct worker *know_worker(courier *self, const char *name)
{
  if (!find_worker(self, name))
    ARRAY_PUSH(&self->workers, ((struct worker){ .name = mem_copy(name) }));
  return find_worker(self, name);
}

void courier_ban(courier *self, const char *worker)
{
  struct worker *liar = know_worker(self, worker);
  liar->is_banned = true;
  liar->is_proved = false;
}

void courier_prove(courier *self, const char *worker)
{
  know_worker(self, worker)->is_proved = true;
}

/* All processes of a worker have the same compiler. */
bool courier_is_proved(const courier *self, const char *worker)
{
  const char *dot = strrchr(worker, '.');
  size_t size = dot ? (size_t)(dot + 1 - worker) : strlen(worker) + 1;
  for (size_t i = 0; i < self->workers.size; i++)
    if (self->workers.data[i].is_proved &&
        !strncmp(self->workers.data[i].name, worker, size))
      return true;
  return false;
}

/* Those that are there, busy or not. */
static uint32_t count_workers(const courier *self)
{
  bool connected = atomic_load(&self->page->state) == CARRY_CONNECTED;
  uint32_t count = connected ? atomic_load(&self->page->counted[0].workers) : 0;
  for (size_t i = 0; i < self->workers.size && count; i++)
    count -= self->workers.data[i].is_banned;
  return now_ms() < self->pause_until_ms ? 0 : count;
}

unsigned courier_workers(courier *self)
{
  uint32_t count = count_workers(self), busy = 0;
  for (size_t i = 0; i < self->count; i++)
    busy += self->places[i].busy;
  return count > busy ? count - busy : 0;
}

void courier_await(courier *self)
{
  carrier_await(self->carrier);
}

char *courier_notice(courier *self)
{
  uint32_t state = atomic_load(&self->page->state);
  uint32_t workers = state == CARRY_CONNECTED ? count_workers(self) : 0;
  uint32_t others = atomic_load(&self->page->others);
  bool same = state == self->told_state && !workers == !self->told_workers &&
              (others > workers) == (self->told_others > self->told_workers);
  if (same || state == CARRY_STARTS)
    return NULL;
  self->told_state = state;
  self->told_workers = workers;
  self->told_others = others;
  if (state == CARRY_ALONE)
    return mem_copy("the server of the workers does not answer; tests run "
                    "here meanwhile");
  if (!workers && now_ms() < self->pause_until_ms)
    return mem_copy("the workers do not answer; tests run here meanwhile");
  const bool one = workers <= 1;
  const char *does = one ? "has this compiler" : "have this compiler";
  if (self->script.size)
    does = one ? "takes scripts" : "take scripts";
  const char *theirs =
      others > workers ? " (there are workers with another compiler)" : "";
  return workers ? mem_format("%u worker%s %s%s", workers, one ? "" : "s", does,
                              theirs)
                 : mem_format("no worker %s%s; tests run here meanwhile", does,
                              theirs);
}

courier_use courier_used(const courier *self)
{
  return (courier_use){ .jobs = atomic_load(&self->page->jobs),
                        .bytes = atomic_load(&self->page->sent),
                        .lost = self->lost,
                        .workers = self->workers.size };
}

/* ---- runs ---- */

void courier_set_base(courier *self, const char *text, size_t size)
{
  delta_base_dispose(&self->from);
  text_clear(&self->step);
  put_text(&self->base, self, text, size);
  self->base_hash = net_hash_of(self->base.data, self->base.size);
  delta_base_init(&self->from, self->base.data, self->base.size);
  delta_make(&self->step, &self->from_original, self->base.data,
             self->base.size);
}

static uint32_t patience_ms(const courier *self, const rd_limits *limits)
{
  uint64_t most = limits->wall_ms ? limits->wall_ms + 1000ull : 600000;
  uint64_t patience = self->usual_ms * TIMES_USUAL;
  if (patience < LEAST_PATIENCE_MS)
    patience = LEAST_PATIENCE_MS;
  return (uint32_t)(patience < most ? patience : most);
}

static bool send_job(courier *self, size_t number)
{
  struct place *place = &self->places[number];
  textbuf body = { 0 };
  place->ticket = ++self->tickets;
  place->job.ticket = place->ticket;
  net_put_job(&body, &place->job);
  const carry_job message = { .ticket = place->ticket,
                              .function = self->function,
                              .bytes = body.data,
                              .size = body.size,
                              .patience_ms =
                                  patience_ms(self, &place->job.limits) };
  bool sent = carrier_send(self->carrier, number, &message);
  text_free(&body);
  return sent;
}

/* Describes the text by the base of now. */
static void describe(courier *self, struct place *place)
{
  net_job *asked = &place->job;
  text_clear(&place->change);
  delta_make(&place->change, &self->from, place->text.data, place->text.size);
  asked->base = self->base_hash;
  asked->change = (net_part){ place->change.data, place->change.size };
}

rd_status courier_start(courier *self, size_t place_number, const job *what,
                        const char *name, const char *text, size_t size,
                        const rd_limits *limits, bool prove, rd_error *err)
{
  struct place *place = &self->places[place_number];
  clear_place(place);
  place->ended = place->cancelled = false;
  net_job *asked = &place->job;
  asked->name = mem_copy(name);
  strings_add(&asked->words, "");
  for (size_t i = 1; i < what->words.size; i++)
    strings_add(&asked->words, what->words.data[i]);
  if (!self->script.size)
    headers_move(&asked->words);
  strings_add_all(&asked->files, &self->files);
  strings_add_all(&asked->environment, &what->environment);
  asked->limits = *limits;
  asked->prove = prove;
  if (self->script.size)
    asked->script = (net_part){ self->script.data, self->script.size };
  asked->original = self->original_hash;
  put_text(&place->text, self, text, size);
  asked->text = net_hash_of(place->text.data, place->text.size);
  describe(self, place);
  place->begin_ms = now_ms();
  place->busy = true;
  return send_job(self, place_number)
             ? RD_OK
             : rd_fail(err, RD_ERR_DIED,
                       "the process that speaks with the workers has ended");
}

int courier_fd(const courier *self, size_t place)
{
  return carrier_fd(self->carrier, place);
}

void courier_cancel(courier *self, size_t place_number)
{
  struct place *place = &self->places[place_number];
  place->cancelled = true;
  carrier_cancel(self->carrier, place_number, place->ticket);
}

/* An answer has come. Is it the last for this run? */
static bool is_last(courier *self, size_t number)
{
  struct place *place = &self->places[number];
  net_end end = place->answer.end;
  bool again = end == NET_NEEDS_BASE || end == NET_NEEDS_ORIGINAL;
  if (!again || place->cancelled || place->job.whole.bytes ||
      (end == NET_NEEDS_BASE && place->job.step.bytes))
    return true;
  describe(self, place);
  place->job.step = (net_part){ self->step.data, self->step.size };
  if (end == NET_NEEDS_ORIGINAL)
    place->job.whole = (net_part){ self->original.data, self->original.size };
  net_answer_dispose(&place->answer);
  if (send_job(self, number))
    return false;
  place->answer.end = NET_LOST;
  return true;
}

bool courier_read(courier *self, size_t place_number)
{
  struct place *place = &self->places[place_number];
  const char *bytes;
  size_t size;
  while (!place->ended && carrier_read(&bytes, &size, self->carrier,
                                       place_number, place->ticket)) {
    net_answer_dispose(&place->answer);
    if (!net_take_answer(&place->answer, bytes, size))
      place->answer.end = NET_LOST;
    place->ended = is_last(self, place_number);
  }
  return place->ended;
}

static void note_time(courier *self, const struct place *place)
{
  uint64_t took = now_ms() - place->begin_ms;
  self->usual_ms = self->usual_ms ? (self->usual_ms * 7 + took) / 8 : took;
  self->lost_in_a_row = 0;
}

static void note_loss(courier *self)
{
  self->lost++;
  if (++self->lost_in_a_row < LOST_MOST)
    return;
  self->lost_in_a_row = 0;
  self->pause_until_ms = now_ms() + PAUSE_MS;
}

/* One refusal may be for that test alone, such as one that prints too much. */
static void note_refusal(courier *self, const char *name)
{
  if (++know_worker(self, name)->refused == REFUSED_MOST)
    courier_ban(self, name);
}

/* A run that the machine may have decided says nothing about another machine's
 * run: limits, and signals from outside. */
static bool is_plain(const rd_run *run)
{
  return run->end == RD_END_EXIT ||
         (run->end == RD_END_SIGNAL && run->status != SIGKILL &&
          run->status != SIGTERM && run->status != SIGINT);
}

/* Did it look for a header that does not travel with the texts? */
static bool misses_header(const courier *self, const rd_run *run)
{
  return self->includes && !self->script.size && run->output &&
         (strstr(run->output, "No such file or directory") ||
          strstr(run->output, "file not found"));
}

const rd_run *courier_proof(const courier *self, size_t place)
{
  const net_answer *answer = &self->places[place].answer;
  return answer->has_proof ? &answer->proof : NULL;
}

rd_status courier_take(rd_run *out, const char **worker_out, courier *self,
                       size_t place_number, rd_error *err)
{
  struct place *place = &self->places[place_number];
  net_answer *answer = &place->answer;
  place->busy = false;
  const char *name = answer->worker ? answer->worker : "";
  *worker_out = name;
  *out = (rd_run){ 0 };
  if (place->cancelled) {
    out->end = RD_END_CANCELLED;
    out->output = mem_copy("");
    return RD_OK;
  }
  if (answer->end == NET_LOST)
    note_loss(self);
  else
    note_time(self, place);
  const int host = (int)strcspn(name, ".");
  if (answer->end == NET_REFUSED) {
    note_refusal(self, name);
    return rd_fail(err, RD_ERR_DIED, "worker %.*s refuses tests: %s", host,
                   name, answer->reason);
  }
  if (answer->end != NET_RAN)
    return rd_fail(err, RD_ERR_DIED, "worker %.*s does not answer", host,
                   *name ? name : "unknown");
  know_worker(self, name)->refused = 0;
  if (find_worker(self, name)->is_banned)
    return rd_fail(err, RD_ERR_DIED, "worker %s is not asked", name);
  if (!is_plain(&answer->run))
    return rd_fail(err, RD_ERR_DIED,
                   "a test is run here, since worker %.*s "
                   "ended it",
                   host, name);
  if (misses_header(self, &answer->run))
    return rd_fail(err, RD_ERR_DIED,
                   "a test is run here, since worker %.*s lacks a header", host,
                   name);
  *out = answer->run;
  answer->run = (rd_run){ 0 };
  return RD_OK;
}
