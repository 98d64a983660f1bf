/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Schedules builds.
 *
 * A *build* is a commit that was requested, and its state; a *slot* (slot.c)
 * runs one build at a time. Both persist: a failed commit is not built again,
 * and a compiler that was handed out is kept, by its lock, until it is
 * released.
 *
 * Nothing waits for a particular slot. Waiting for one build advances all of
 * them, so that builds ahead also finish, and retries builds that could not
 * start because no slot was free or because another process, as its lock shows,
 * is building the same commit. Nothing signals that a lock is free, so it is
 * tried several times a second.
 *
 * A lock is exclusive while a build runs, and shared afterwards. It may be lost
 * for a moment in between, so it counts only together with the index file;
 * without that, the build starts over.
 *
 * A full disk is not a failure of the commit: all unused compilers are removed,
 * and the build is repeated, once.
 */
#include "bisect/builds.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bisect/build_log.h"
#include "bisect/slot.h"
#include "base/files.h"

enum {
  POLL_MS = 100,
  MANY_FILES = 65536 /* one lock for each compiler that was handed out */
};

static const uint64_t DEFAULT_BYTES = (uint64_t)20 << 30;

typedef enum build_state {
  STATE_OPEN, /* not started, or another process is building it */
  STATE_RUNS,
  STATE_CANCELLED, /* its processes are still ending */
  STATE_ENDED      /* `result` is filled in */
} build_state;

typedef struct build {
  object_id id;
  char digits[OBJECT_ID_DIGITS + 1];
  char *stem; /* of its item in the cache */
  char *log;
  build_state state;
  slot *in; /* where it runs or is still ending */
  int lock; /* -1: none */
  bool handed_out;
  bool repeated; /* after a full disk */
  build_result result;
} build;

struct builds {
  builds_options options;
  cache cache;
  build **all; /* in the order of the requests */
  size_t count;
  slot *slots;
  unsigned slot_count;
  bool noticed; /* reported that more is kept than allowed */
  char *notice; /* that message, until it is handed out */
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
  what->log = mem_format("%s.log", what->stem);
  LIST_PUSH(self->all, self->count, what);
  return what;
}

static void unlock(build *what)
{
  cache_unlock(what->lock);
  what->lock = -1;
}

/* Removes an unfinished build; `keep_log` keeps its output. */
static void discard(build *what, bool keep_log)
{
  cache_remove(what->stem, keep_log);
  unlock(what);
}

static slot *find_free(const builds *self)
{
  for (unsigned i = 0; i < self->slot_count; i++)
    if (self->slots[i].is_free)
      return &self->slots[i];
  return NULL;
}

/* The disk was full: makes room and repeats the build, once. */
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

/* The build exists in the cache. */
static void end_cached(build *what)
{
  uint64_t ms;
  (void)cache_find(NULL, &ms, what->stem);
  cache_touch(what->stem);
  what->result = (build_result){ .end = BUILD_DONE, .cached = true, .ms = ms };
  what->state = STATE_ENDED;
}

/* Takes the lock of a build: shared if the build exists (and sets its result),
 * exclusive to make it, or none if another process is making it. */
static rd_status lock_build(const builds *self, build *what, rd_error *err)
{
  what->lock = cache_lock(what->stem, cache_find(NULL, NULL, what->stem));
  if (what->lock < 0 && errno != EWOULDBLOCK)
    return cache_fail_lock(&self->cache, err);
  if (what->lock < 0 || !cache_find(NULL, NULL, what->stem))
    return RD_OK;
  if (cache_share(what->stem, what->lock) && cache_find(NULL, NULL, what->stem))
    end_cached(what);
  else
    unlock(what);
  return RD_OK;
}

/* Creates an empty folder for a build. */
static rd_status make_folder(const builds *self, build *what, rd_error *err)
{
  if (path_exists(what->stem)) /* left by a kill */
    cache_settle(&self->cache);
  cache_remove(what->stem, false);
  return folder_make(what->stem, 0777, err);
}

/* ---- a build ends ---- */

/* Keeps a finished build. */
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
  what->result = (build_result){ .end = BUILD_DONE, .ms = ms };
  what->state = STATE_ENDED;
  if (!cache_share(what->stem, what->lock)) {
    /* another process is looking at it */
    build_result_dispose(&what->result);
    unlock(what);
    what->state = STATE_OPEN;
    return RD_OK;
  }
  uint64_t left = cache_evict(&self->cache, self->cache.bytes);
  if (left > self->cache.bytes && !self->noticed) {
    self->noticed = true;
    self->notice = mem_format(
        "the compilers in use take %llu MiB, more than the %llu MiB to be kept "
        "(--build-cache-size); they stay as long as they are used",
        (unsigned long long)((left >> 20) + 1),
        (unsigned long long)(self->cache.bytes >> 20));
  }
  return RD_OK;
}

static void fail(build *what, char *reason)
{
  discard(what, true);
  what->result.end = BUILD_FAILED;
  what->result.reason = reason;
  what->state = STATE_ENDED;
}

/* Records how its command ended. */
static rd_status settle(builds *self, build *what, const slot *in,
                        const rd_run *run, rd_error *err)
{
  char *reason;
  build_end end = build_command_end(&reason, &in->command, run);
  if (end == BUILD_FAILED &&
      (cache_is_full(&self->cache) || build_log_lacks_room(what->log))) {
    free(reason);
    return make_room(self, what, err);
  }
  if (end == BUILD_DONE)
    return keep(self, what, run->wall_ms, err);
  fail(what, reason);
  what->result.end = end;
  what->result.ms = run->wall_ms;
  return RD_OK;
}

/* Records why it could not finish. */
static rd_status settle_problem(builds *self, build *what, rd_status status,
                                const rd_error *problem, rd_error *err)
{
  if (status == RD_ERR_NOSPACE)
    return make_room(self, what, err);
  fail(what, mem_copy(problem->message));
  return RD_OK;
}

/* Advances a running build. */
static rd_status advance(builds *self, build *what, rd_error *err)
{
  slot *in = what->in;
  bool ended;
  rd_run run = { 0 };
  rd_error problem = { 0 };
  build_log_limit(what->log);
  rd_status status = slot_advance(&ended, &run, in, &problem);
  if (!in->is_free)
    return RD_OK;
  what->in = NULL;
  if (what->state == STATE_CANCELLED) {
    discard(what, false);
    what->state = STATE_OPEN;
    status = RD_OK;
  } else if (status) {
    status = settle_problem(self, what, status, &problem, err);
  } else {
    status = settle(self, what, in, &run, err);
  }
  rd_run_dispose(&run);
  return status;
}

/* ---- beginning and waiting ---- */

/* Starts an open build if a slot is free and no other process is building
 * it. */
static rd_status begin(builds *self, build *what, rd_error *err)
{
  slot *in = find_free(self);
  rd_status status = in ? lock_build(self, what, err) : RD_OK;
  if (status || !in || what->lock < 0 || what->state == STATE_ENDED)
    return status;
  rd_error problem = { 0 };
  status = make_folder(self, what, err);
  if (status == RD_ERR_NOSPACE)
    return make_room(self, what, err);
  const build_command command = { .command = self->options.command,
                                  .commit = what->digits,
                                  .folder = what->stem,
                                  .log = what->log,
                                  .timeout_ms = self->options.timeout_ms };
  if (status) {
    discard(what, false);
    return status;
  }
  status = slot_start(in, &what->id, !self->options.incremental, &command,
                      self->options.stop, &problem);
  if (status == RD_ERR_STOPPED) {
    discard(what, false);
    return rd_fail(err, status, "interrupted");
  }
  if (status)
    return settle_problem(self, what, status, &problem, err);
  what->in = in;
  what->state = STATE_RUNS;
  return RD_OK;
}

/* Advances all running builds. Only the wanted build's failure is reported. */
static rd_status advance_all(builds *self, const build *wanted, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < self->count; i++) {
    build *what = self->all[i];
    if (what->in && what == wanted)
      status = advance(self, what, err);
    else if (what->in)
      (void)advance(self, what, NULL);
  }
  return status;
}

/* Waits until a slot has an event, but not for long. */
static void await_slots(const builds *self)
{
  struct pollfd *polled = mem_alloc(self->slot_count, sizeof *polled);
  for (unsigned i = 0; i < self->slot_count; i++)
    polled[i] = (struct pollfd){
      .fd = self->slots[i].is_free ? -1 : rd_keeper_fd(self->slots[i].keeper),
      .events = POLLIN
    };
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

/* Raises a soft limit on open files. Running keepers already pass the original
 * limit to builds. */
static void raise_file_limit(void)
{
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur >= MANY_FILES)
    return;
  files.rlim_cur = files.rlim_max < MANY_FILES ? files.rlim_max : MANY_FILES;
  (void)setrlimit(RLIMIT_NOFILE, &files);
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
  unsigned jobs = options->jobs ? options->jobs : 1;
  self->slots = mem_alloc(jobs, sizeof *self->slots);
  while (self->slot_count < jobs && !status)
    status = slot_init(&self->slots[self->slot_count++], options->history,
                       &self->cache, err);
  if (status) {
    builds_free(self);
    return status;
  }
  raise_file_limit();
  *out = self;
  return RD_OK;
}

static void free_build(build *what)
{
  if (what->in)
    discard(what, false);
  if (what->handed_out && what->result.end == BUILD_DONE)
    cache_touch(what->stem); /* it was in use until now */
  unlock(what);
  build_result_dispose(&what->result);
  free(what->stem);
  free(what->log);
  free(what);
}

/* Cancels all builds before waiting for any. */
void builds_free(builds *self)
{
  if (!self)
    return;
  for (unsigned i = 0; i < self->slot_count; i++)
    if (!self->slots[i].is_free)
      rd_keeper_cancel(self->slots[i].keeper);
  for (unsigned i = 0; i < self->slot_count; i++)
    slot_dispose(&self->slots[i]);
  for (size_t i = 0; i < self->count; i++)
    free_build(self->all[i]);
  if (!is_stopped(self)) /* otherwise the next process does it */
    (void)cache_evict(&self->cache, self->cache.bytes);
  cache_dispose(&self->cache);
  free(self->notice);
  free(self->all);
  free(self->slots);
  free(self);
}

void builds_begin(builds *self, const object_id *commit)
{
  build *what = add_build(self, commit);
  (void)advance_all(self, NULL, NULL);
  if (what->state == STATE_OPEN)
    (void)begin(self, what, NULL);
}

static void hand_out(build_result *out, builds *self, build *what)
{
  const build_result *result = &what->result;
  *out = *result;
  out->folder = result->end == BUILD_DONE ? mem_copy(what->stem) : NULL;
  out->log = mem_copy(what->log);
  out->reason = result->reason ? mem_copy(result->reason) : NULL;
  out->notice = self->notice;
  self->notice = NULL;
  what->handed_out = true;
}

rd_status builds_get(build_result *out, builds *self, const object_id *commit,
                     rd_error *err)
{
  build *what = add_build(self, commit);
  rd_status status = advance_all(self, what, err);
  while (!status && what->state != STATE_ENDED) {
    if (is_stopped(self))
      return rd_fail(err, RD_ERR_STOPPED, "interrupted");
    if (what->state == STATE_OPEN)
      status = begin(self, what, err);
    if (!status && what->state != STATE_ENDED) {
      await_slots(self);
      status = advance_all(self, what, err);
    }
  }
  if (!status)
    hand_out(out, self, what);
  return status;
}

/* This process no longer uses it. */
static void let_go(build *what)
{
  unlock(what);
  build_result_dispose(&what->result);
  what->state = STATE_OPEN;
  what->handed_out = false;
}

static bool is_there(const build *what)
{
  return what->state == STATE_ENDED && what->result.end == BUILD_DONE;
}

void builds_release(builds *self, const object_id *commit)
{
  build *what = self ? find_build(self, commit) : NULL;
  if (!what || !is_there(what))
    return;
  cache_touch(what->stem);
  let_go(what);
}

void builds_cancel(builds *self, const object_id *commit)
{
  build *what = self ? find_build(self, commit) : NULL;
  if (!what)
    return;
  (void)advance_all(self, NULL, NULL);
  if (what->state == STATE_RUNS) {
    rd_keeper_cancel(what->in->keeper);
    what->state = STATE_CANCELLED;
  } else if (is_there(what) && !what->handed_out) {
    let_go(what);
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
