/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which scout is where in the tree of futures.
 *
 * A scout is forked from the present question with a list of answers to assume,
 * its *path*; from there it goes on question by question, an answer at a time.
 * So a chain of failures, the usual case, costs one fork, and a side branch
 * costs another fork and the candidates on its way. Scouts that fork scouts
 * would save those candidates, but then processes that are not our children
 * would have to be known, reached and ended.
 *
 * The number of *posts* is fixed. A post is reused when the process of its last
 * scout has ended.
 */
#include "scouting.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "reduce/tree.h"

/* The least weight worth a scout: a fork is a gamble that costs about a
 * millisecond. */
static const double least_weight = 0.01;

void rd_scouting_init(rd_scouting *scouting, uint32_t count, size_t room)
{
  memset(scouting, 0, sizeof *scouting);
  scouting->count = count;
  scouting->posts = mem_alloc(count, sizeof *scouting->posts);
  scouting->room = room;
}

void rd_scouting_dispose(rd_scouting *scouting)
{
  for (uint32_t i = 0; i < scouting->count; i++)
    rd_scout_dispose(&scouting->posts[i].scout);
  rd_futures_dispose(&scouting->futures);
  ARRAY_FREE(&scouting->path);
  free(scouting->posts);
}

/* ---- sending ---- */

void rd_scouting_dismiss(rd_scouting *scouting, rd_future *future)
{
  if (future->scout == RD_NONE)
    return;
  struct rd_post *post = &scouting->posts[future->scout];
  rd_scout_dismiss(&post->scout);
  post->at = NULL;
  future->scout = RD_NONE;
}

static void put_at(rd_scouting *scouting, uint32_t number, rd_future *future)
{
  scouting->posts[number].at = future;
  scouting->posts[number].is_awaited = true;
  future->scout = number;
}

/* A post whose last scout has ended, else the least useful one if its weight is
 * below `weight`; RD_NONE: none. */
static uint32_t find_post(rd_scouting *scouting, double weight)
{
  uint32_t least = RD_NONE;
  for (uint32_t i = 0; i < scouting->count; i++) {
    struct rd_post *post = &scouting->posts[i];
    if (!post->at && rd_scout_is_gone(&post->scout, false))
      return i;
    double found = post->at ? post->at->weight : 0;
    if (found < weight) {
      weight = found;
      least = i;
    }
  }
  return least;
}

static void clear_post(rd_scouting *scouting, uint32_t number)
{
  struct rd_post *post = &scouting->posts[number];
  if (post->at) {
    post->at->is_dead = true;
    rd_scouting_dismiss(scouting, post->at);
  }
  (void)rd_scout_is_gone(&post->scout, true);
}

bool rd_scouting_send(rd_scouting *scouting, rd_future *future)
{
  uint32_t number = find_post(scouting, future->weight);
  if (number == RD_NONE)
    return false;
  clear_post(scouting, number);
  rd_scout *scout = &scouting->posts[number].scout;
  if (!scout->text && !rd_scout_init(scout, scouting->room))
    return false;
  scouting->path.size = 0;
  for (const rd_future *at = future; at->before; at = at->before)
    ARRAY_PUSH(&scouting->path, at->is_success);
  pid_t pid = rd_scout_start(scout);
  if (pid < 0)
    return false;
  scouting->is_scout = pid == 0;
  scouting->self = *scout;
  put_at(scouting, number, future);
  return true;
}

/* Lets the scout that waits at the future go on. */
static bool go_on(rd_scouting *scouting, rd_future *future, bool is_success)
{
  uint32_t number = future->scout;
  if (number == RD_NONE || scouting->posts[number].is_awaited)
    return false;
  if (!rd_scout_order(&scouting->posts[number].scout, is_success)) {
    rd_scouting_dismiss(scouting, future);
    return false;
  }
  future->scout = RD_NONE;
  put_at(scouting, number,
         rd_futures_add(&scouting->futures, future, is_success));
  return true;
}

bool rd_scouting_grow(rd_scouting *scouting, rd_future *future, bool is_success,
                      double weight)
{
  if (go_on(scouting, future, is_success))
    return true;
  if (weight < least_weight)
    return false;
  rd_future *grown = rd_futures_add(&scouting->futures, future, is_success);
  grown->weight = weight;
  grown->is_dead = !rd_scouting_send(scouting, grown);
  return !grown->is_dead;
}

/* ---- reports ---- */

static short events_of(const struct rd_post *post)
{
  return post->at && post->is_awaited ? POLLIN : 0;
}

bool rd_scouting_await(const rd_scouting *scouting, int wait_ms)
{
  struct pollfd *polled = mem_alloc(scouting->count, sizeof *polled);
  for (uint32_t i = 0; i < scouting->count; i++) {
    const struct rd_post *post = &scouting->posts[i];
    polled[i].events = events_of(post);
    polled[i].fd = polled[i].events ? post->scout.channel : -1;
  }
  bool came = poll(polled, scouting->count, wait_ms) > 0;
  free(polled);
  return came;
}

rd_future *rd_scouting_take(rd_report *out, rd_scouting *scouting)
{
  for (uint32_t i = 0; i < scouting->count; i++) {
    struct rd_post *post = &scouting->posts[i];
    if (events_of(post) && rd_scout_take(out, &post->scout)) {
      post->is_awaited = false;
      return post->at;
    }
  }
  return NULL;
}

unsigned rd_scouting_awaited(const rd_scouting *scouting)
{
  unsigned count = 0;
  for (uint32_t i = 0; i < scouting->count; i++)
    count += events_of(&scouting->posts[i]) != 0;
  return count;
}

bool rd_scouting_is_awaited(const rd_scouting *scouting,
                            const rd_future *future)
{
  return future->scout != RD_NONE && scouting->posts[future->scout].is_awaited;
}

const char *rd_scouting_text(const rd_scouting *scouting,
                             const rd_future *future)
{
  if (future->scout == RD_NONE || scouting->posts[future->scout].is_awaited)
    return NULL;
  return scouting->posts[future->scout].scout.text;
}

/* ---- in a scout ---- */

rd_verdict rd_scouting_follow(rd_scouting *scouting,
                              const rd_question *question)
{
  bool is_success;
  if (scouting->path.size) {
    is_success = scouting->path.data[--scouting->path.size];
  } else {
    rd_report report = { .kind = RD_SCOUT_ASKS,
                         .key = question->key,
                         .pass = question->pass,
                         .size = question->size,
                         .is_checked = question->is_checked };
    rd_scout_report(&scouting->self, &report, question->text);
    is_success = rd_scout_await(&scouting->self);
  }
  return is_success ? RD_INTERESTING : RD_UNINTERESTING;
}

void rd_scouting_halt(rd_scouting *scouting, const rd_question *question)
{
  rd_report report = { .kind = RD_SCOUT_ENDS };
  if (question)
    report = (rd_report){ .kind = RD_SCOUT_PARSES,
                          .key = question->key,
                          .size = question->size };
  rd_scout_report(&scouting->self, &report, question ? question->text : NULL);
  for (;;)
    (void)rd_scout_await(&scouting->self);
}
