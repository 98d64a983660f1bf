/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Who is built when.
 *
 * A *build* is a commit that was asked for, and what has become of it; a *slot* is
 * a keeper with a checkout, in which one build runs at a time. Both are there from
 * the first moment to builds_free: a commit that has failed is not built again, and
 * a compiler that was handed out stays, by its lock.
 *
 * Nothing waits for one particular slot. Whoever waits for a build looks after all
 * of them, so that those that run ahead are brought to their end, and tries again
 * to begin what could not begin: no slot was free, or another process is building
 * that commit, which its lock shows. Nobody is told when a lock becomes free, so it
 * is tried several times a second.
 *
 * A lock is held alone while a build runs, and shared from then on. Between the two
 * it may be lost for a moment; so it counts only together with the index file, and
 * who finds none starts from the beginning.
 *
 * A disk that is full is nobody's fault: then all compilers go that nobody uses,
 * and the build is repeated, once.
 */
#include "bisect/builds.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bisect/build_command.h"
#include "bisect/build_log.h"
#include "bisect/cache.h"
#include "compiler/files.h"

enum { POLL_MS = 100, MOST_TREES = 4096 };

static const uint64_t DEFAULT_BYTES = (uint64_t)20 << 30;

typedef enum build_state {
  STATE_OPEN, /* not begun, or another process is at work on it */
  STATE_RUNS,
  STATE_CANCELLED, /* its processes still have to end */
  STATE_ENDED      /* `result` is filled in */
} build_state;

typedef struct build {
  object_id id;
  char digits[OBJECT_ID_DIGITS + 1];
  char *stem;
  build_state state;
  int lock; /* -1: none */
  bool handed_out;
  bool repeated; /* since the disk was full */
  build_result result;
} build;

typedef struct slot {
  rd_keeper *keeper;
  char *stem; /* of its checkout */
  char *temporary;
  int lock;
  checkout *tree; /* NULL: not made yet */
  build *runs;    /* NULL: it is free */
  char *log;
} slot;

struct builds {
  builds_options options;
  cache cache;
  build **all; /* in the order in which they were asked for */
  size_t count, capacity;
  slot *slots;
  unsigned slot_count;
  bool noticed; /* that there is more than is to be kept */
};

void build_result_dispose(build_result *self)
{
  free(self->folder);
  free(self->log);
  free(self->reason);
  free(self->notice);
  *self = (build_result){ 0 };
}

static bool is_stopped(const builds *self)
{
  return self->options.stop && *self->options.stop;
}

static char *log_of(const build *what)
{
  return mem_format("%s.log", what->stem);
}

/* ---- builds ---- */

static build *find_build(const builds *self, const object_id *id)
{
  for (size_t i = 0; i < self->count; i++)
    if (object_id_equals(&self->all[i]->id, id))
      return self->all[i];
  return NULL;
}

static build *add_build(builds *self, const object_id *id)
{
  build *what = find_build(self, id);
  if (what)
    return what;
  what = mem_alloc(1, sizeof *what);
  *what = (build){ .id = *id, .lock = -1 };
  object_id_digits(what->digits, id);
  what->stem = cache_build(&self->cache, what->digits);
  if (self->count == self->capacity) {
    self->capacity = self->capacity ? self->capacity * 2 : 16;
    self->all = mem_resize(self->all, self->capacity, sizeof(build *));
  }
  self->all[self->count++] = what;
  return what;
}

static void unlock(build *what)
{
  cache_unlock(what->lock);
  what->lock = -1;
}

/* Removes what is unfinished; with `keep_log`, what it has printed stays. */
static void discard(build *what, bool keep_log)
{
  cache_remove(what->stem, keep_log);
  unlock(what);
}

/* ---- slots ---- */

static slot *find_free(const builds *self)
{
  for (unsigned i = 0; i < self->slot_count; i++)
    if (!self->slots[i].runs)
      return &self->slots[i];
  return NULL;
}

static slot *find_slot(const builds *self, const build *what)
{
  for (unsigned i = 0; i < self->slot_count; i++)
    if (self->slots[i].runs == what)
      return &self->slots[i];
  return NULL;
}

static rd_status start_keeper(slot *out, rd_error *err)
{
  rd_status status = folder_make(out->temporary, 0700, err);
  return status ? status : rd_keeper_new(&out->keeper, out->temporary, err);
}

/* Takes the first checkout that nobody uses. */
static rd_status take_tree(slot *out, const cache *in, rd_error *err)
{
  for (unsigned i = 0; i < MOST_TREES; i++) {
    char *stem = cache_tree(in, i);
    out->lock = cache_lock(stem, false);
    if (out->lock >= 0) {
      out->stem = stem;
      out->temporary = mem_format("%s.tmp", stem);
      return RD_OK;
    }
    bool used = errno == EWOULDBLOCK;
    rd_status status = used ? RD_OK : cache_fail_lock(in, err);
    free(stem);
    if (status)
      return status;
  }
  return rd_fail(err, RD_ERR_IO, "all checkouts in %s are in use", in->trees);
}

static rd_status make_slots(builds *self, rd_error *err)
{
  rd_status status = RD_OK;
  self->slot_count = self->options.jobs ? self->options.jobs : 1;
  self->slots = mem_alloc(self->slot_count, sizeof *self->slots);
  for (unsigned i = 0; i < self->slot_count; i++)
    self->slots[i].lock = -1;
  for (unsigned i = 0; i < self->slot_count && !status; i++) {
    slot *made = &self->slots[i];
    status = take_tree(made, &self->cache, err);
    if (!status) {
      char *index = mem_format("%s.json", made->stem);
      (void)unlink(index); /* its size changes now */
      free(index);
      status = start_keeper(made, err);
    }
  }
  return status;
}

/* The checkout of a commit in the slot. What cannot be put in order, such as what
 * a build has made of it, is made anew. */
static rd_status check_out(slot *in, const builds *self, const object_id *id,
                           rd_error *err)
{
  const history *of = self->options.history;
  for (bool again = false;; again = true) {
    rd_status status =
        in->tree ? RD_OK : checkout_open(&in->tree, of, in->stem, err);
    if (!status)
      status = checkout_move(in->tree, id, !self->options.incremental, err);
    if (!status || status == RD_ERR_NOSPACE || again)
      return status;
    checkout_free(in->tree);
    in->tree = NULL;
    rd_scratch_remove(in->stem);
  }
}

/* The disk was full: makes room and has the build repeated, once. */
static rd_status make_room(builds *self, build *what, rd_error *err)
{
  bool again = !what->repeated;
  discard(what, true);
  what->repeated = true;
  what->state = STATE_OPEN;
  (void)cache_evict(&self->cache, 0);
  return again && !cache_is_full(&self->cache)
             ? RD_OK
             : cache_fail_full(&self->cache, err);
}

/* ---- a build begins ---- */

/* It is there. */
static void end_cached(build *what)
{
  uint64_t ms;
  (void)cache_find(NULL, &ms, what->stem);
  cache_touch(what->stem);
  what->result = (build_result){ .end = BUILD_DONE, .cached = true, .ms = ms };
  what->state = STATE_ENDED;
}

/* Takes the lock of a build: shared if it is there (then it has ended), alone to
 * make it; or neither, when another process makes it. */
static rd_status lock_build(const builds *self, build *what, rd_error *err)
{
  what->lock = cache_lock(what->stem, cache_find(NULL, NULL, what->stem));
  if (what->lock < 0 && errno != EWOULDBLOCK)
    return cache_fail_lock(&self->cache, err);
  if (what->lock < 0 || !cache_find(NULL, NULL, what->stem))
    return RD_OK;
  if (cache_share(what->lock) && cache_find(NULL, NULL, what->stem))
    end_cached(what);
  else
    unlock(what);
  return RD_OK;
}

/* The folder of a build, empty. */
static rd_status make_folder(const builds *self, build *what, rd_error *err)
{
  if (path_exists(what->stem)) /* a kill has left it */
    cache_settle(&self->cache);
  cache_remove(what->stem, false);
  return folder_make(what->stem, 0777, err);
}

static void describe(build_command *out, const builds *self, const slot *in,
                     const build *what)
{
  *out = (build_command){ .command = self->options.command,
                          .commit = what->digits,
                          .folder = what->stem,
                          .tree = in->stem,
                          .temporary = in->temporary,
                          .log = in->log,
                          .timeout_ms = self->options.timeout_ms };
}

/* Its keeper may have been killed by the build before. */
static rd_status start_command(slot *in, const builds *self, const build *what,
                               rd_error *err)
{
  rd_status status = in->keeper ? RD_OK : start_keeper(in, err);
  if (status)
    return status;
  free(in->log);
  in->log = log_of(what);
  build_command command;
  describe(&command, self, in, what);
  status = folder_make(in->temporary, 0700, err);
  return status ? status : build_command_start(in->keeper, &command, err);
}

/* Begins what is open in a free slot, if it can begin. */
static rd_status begin(builds *self, build *what, slot *in, rd_error *err)
{
  rd_status status = lock_build(self, what, err);
  if (status || what->lock < 0 || what->state == STATE_ENDED)
    return status;
  status = make_folder(self, what, err);
  if (!status)
    status = check_out(in, self, &what->id, err);
  if (!status)
    status = start_command(in, self, what, err);
  if (status == RD_ERR_NOSPACE)
    return make_room(self, what, err);
  if (status) {
    discard(what, false);
    return status;
  }
  in->runs = what;
  what->state = STATE_RUNS;
  return RD_OK;
}

/* ---- a build ends ---- */

/* Keeps a build that is done. */
static rd_status keep(builds *self, build *what, uint64_t ms, rd_error *err)
{
  rd_status status = cache_add(what->stem, ms, err);
  if (status == RD_ERR_NOSPACE)
    return make_room(self, what, err);
  if (status) {
    discard(what, false);
    what->state = STATE_OPEN;
    return status;
  }
  what->state = STATE_ENDED;
  if (!cache_share(what->lock)) { /* another process looks at it just now */
    build_result_dispose(&what->result);
    unlock(what);
    what->state = STATE_OPEN;
    return RD_OK;
  }
  uint64_t left = cache_evict(&self->cache, self->cache.bytes);
  if (left > self->cache.bytes && !self->noticed) {
    self->noticed = true;
    what->result.notice = mem_format(
        "the compilers in use take %llu MiB, more than the %llu MiB to be kept "
        "(--build-cache-size); they stay until the end",
        (unsigned long long)(left >> 20),
        (unsigned long long)(self->cache.bytes >> 20));
  }
  return RD_OK;
}

/* Takes in how a build has ended. */
static rd_status settle(builds *self, slot *in, build *what, const rd_run *run,
                        rd_error *err)
{
  build_command command;
  describe(&command, self, in, what);
  char *reason;
  build_end end = build_command_end(&reason, &command, run);
  if (end == BUILD_FAILED &&
      (cache_is_full(&self->cache) || build_log_lacks_room(in->log))) {
    free(reason);
    return make_room(self, what, err);
  }
  what->result =
      (build_result){ .end = end, .reason = reason, .ms = run->wall_ms };
  if (end == BUILD_DONE)
    return keep(self, what, run->wall_ms, err);
  discard(what, true);
  what->state = STATE_ENDED;
  return RD_OK;
}

/* The build has killed its keeper, or someone else has. */
static void settle_died(slot *in, build *what)
{
  rd_keeper_free(in->keeper);
  in->keeper = NULL;
  discard(what, true);
  what->result = (build_result){
    .end = BUILD_FAILED,
    .reason = mem_copy("the process that watches the build was killed"),
  };
  what->state = STATE_ENDED;
}

/* Looks after one slot. */
static rd_status advance(builds *self, slot *in, rd_error *err)
{
  build *what = in->runs;
  bool ended = false;
  rd_run run = { 0 };
  build_log_limit(in->log);
  rd_status status = rd_keeper_read(&ended, in->keeper, NULL);
  if (!status && !ended)
    return RD_OK;
  if (!status)
    status = rd_keeper_wait(&run, in->keeper, NULL);
  in->runs = NULL;
  if (what->state == STATE_CANCELLED) {
    discard(what, false);
    what->state = STATE_OPEN;
    status = RD_OK;
  } else if (status) {
    settle_died(in, what);
    status = RD_OK;
  } else {
    status = settle(self, in, what, &run, err);
  }
  rd_run_dispose(&run);
  return status;
}

static rd_status advance_all(builds *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (unsigned i = 0; i < self->slot_count && !status; i++)
    if (self->slots[i].runs)
      status = advance(self, &self->slots[i], err);
  return status;
}

/* Waits until a slot has something to say, but not for long. */
static void await_slots(const builds *self)
{
  struct pollfd *polled = mem_alloc(self->slot_count, sizeof *polled);
  for (unsigned i = 0; i < self->slot_count; i++) {
    const slot *at = &self->slots[i];
    polled[i] = (struct pollfd){ .fd = at->runs ? rd_keeper_fd(at->keeper) : -1,
                                 .events = POLLIN };
  }
  (void)poll(polled, self->slot_count, POLL_MS);
  free(polled);
}

/* ---- the interface ---- */

static char *describe_key(const builds_options *options)
{
  return mem_format("repository: %s\nbuild: %s\nincremental: %s\n",
                    history_folder(options->history), options->command,
                    options->incremental ? "yes" : "no");
}

rd_status builds_new(builds **out, const builds_options *options, rd_error *err)
{
  builds *self = mem_alloc(1, sizeof *self);
  self->options = *options;
  char *about = describe_key(options);
  rd_status status = cache_init(
      &self->cache, options->cache, about,
      options->cache_bytes ? options->cache_bytes : DEFAULT_BYTES, err);
  free(about);
  if (status) {
    free(self);
    return status;
  }
  (void)cache_evict(&self->cache, self->cache.bytes);
  status = make_slots(self, err);
  if (status) {
    builds_free(self);
    return status;
  }
  *out = self;
  return RD_OK;
}

static void free_slot(slot *at)
{
  rd_keeper_free(at->keeper);
  checkout_free(at->tree);
  cache_unlock(at->lock);
  free(at->stem);
  free(at->temporary);
  free(at->log);
}

/* All are told to end before any is waited for. */
void builds_free(builds *self)
{
  if (!self)
    return;
  bool stopped = is_stopped(self);
  for (unsigned i = 0; i < self->slot_count; i++)
    if (self->slots[i].runs)
      rd_keeper_cancel(self->slots[i].keeper);
  for (unsigned i = 0; i < self->slot_count; i++)
    free_slot(&self->slots[i]);
  for (size_t i = 0; i < self->count; i++) {
    build *what = self->all[i];
    if (what->state == STATE_RUNS || what->state == STATE_CANCELLED)
      discard(what, false);
    unlock(what);
    build_result_dispose(&what->result);
    free(what->stem);
    free(what);
  }
  if (!stopped) /* else the next process does it */
    (void)cache_evict(&self->cache, self->cache.bytes);
  cache_dispose(&self->cache);
  free(self->all);
  free(self->slots);
  free(self);
}

void builds_begin(builds *self, const object_id *commit)
{
  build *what = add_build(self, commit);
  (void)advance_all(self, NULL);
  slot *in = find_free(self);
  if (what->state == STATE_OPEN && in)
    (void)begin(self, what, in, NULL);
}

static void hand_out(build_result *out, build *what)
{
  const build_result *result = &what->result;
  *out = *result;
  out->folder = result->end == BUILD_DONE ? mem_copy(what->stem) : NULL;
  out->log = log_of(what);
  out->reason = result->reason ? mem_copy(result->reason) : NULL;
  what->result.notice = NULL; /* told once */
  what->handed_out = true;
}

rd_status builds_get(build_result *out, builds *self, const object_id *commit,
                     rd_error *err)
{
  build *what = add_build(self, commit);
  rd_status status = advance_all(self, err);
  while (!status && what->state != STATE_ENDED) {
    slot *in = find_free(self);
    if (is_stopped(self))
      return rd_fail(err, RD_ERR_STOPPED, "interrupted");
    if (what->state == STATE_OPEN && in)
      status = begin(self, what, in, err);
    if (status || what->state == STATE_ENDED)
      break;
    await_slots(self);
    status = advance_all(self, err);
  }
  if (!status)
    hand_out(out, what);
  return status;
}

void builds_cancel(builds *self, const object_id *commit)
{
  build *what = find_build(self, commit);
  if (!what)
    return;
  (void)advance_all(self, NULL);
  slot *in = find_slot(self, what);
  if (in && what->state == STATE_RUNS) {
    rd_keeper_cancel(in->keeper);
    what->state = STATE_CANCELLED;
  } else if (what->state == STATE_ENDED && !what->handed_out &&
             what->result.end == BUILD_DONE) {
    unlock(what); /* nobody uses it */
    build_result_dispose(&what->result);
    what->state = STATE_OPEN;
  }
}

bool builds_has(builds *self, const object_id *commit)
{
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, commit);
  char *stem = cache_build(&self->cache, digits);
  bool found = cache_find(NULL, NULL, stem);
  free(stem);
  return found;
}
