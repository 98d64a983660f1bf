/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Scouts: processes that run ahead of the search.
 *
 * A scout is a fork of the searching process, so it has all of its state for
 * the price of a page table and continues with the same code. It changes
 * nothing but its own memory: every descriptor except its report channel is
 * closed, and all signals are blocked, so no handler of the host program runs
 * twice. It ends when it is killed, when its channel is closed, or with its
 * owner, which the kernel ensures.
 *
 * Texts are large and reports are small. So a text goes through shared memory,
 * and a report is one message that announces it. The memory is reused for the
 * next scout only after the last one was reaped, since a process that was sent
 * SIGKILL may still write for a moment.
 *
 * The host program may have children of its own, or reap all that end. So only
 * our own pids are waited for, and a pid is sent a signal only while it is
 * known to be our child.
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
#include "scout.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reduce/tree.h"

bool rd_scout_init(rd_scout *scout, size_t room)
{
  void *text = mmap(NULL, room, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (text == MAP_FAILED)
    return false;
  *scout = (rd_scout){ .channel = -1, .text = text, .room = room };
  return true;
}

/* Afterwards only descriptor 0, the channel, is open. A scout that fails writes
 * no core: the failure costs only time. */
static void set_out(rd_scout *scout, pid_t owner, int channel)
{
  const struct rlimit no_core = { 0, 0 };
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != owner || (channel != 0 && dup2(channel, 0) < 0))
    _exit(0);
  closefrom(1);
  (void)setrlimit(RLIMIT_CORE, &no_core);
  scout->channel = 0;
}

pid_t rd_scout_start(rd_scout *scout)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    return -1;
  sigset_t all, before;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t owner = getpid(), pid = fork();
  if (pid == 0) {
    set_out(scout, owner, ends[1]);
    return 0;
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  (void)close(ends[1]);
  if (pid < 0) {
    (void)close(ends[0]);
    return -1;
  }
  scout->pid = pid;
  scout->channel = ends[0];
  return pid;
}

bool rd_scout_order(const rd_scout *scout, bool interesting)
{
  char order = (char)interesting;
  ssize_t sent;
  do
    sent = send(scout->channel, &order, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

bool rd_scout_take(rd_report *out, const rd_scout *scout)
{
  ssize_t got;
  do
    got = recv(scout->channel, out, sizeof *out, MSG_DONTWAIT);
  while (got < 0 && errno == EINTR);
  if (got < 0 && errno == EAGAIN)
    return false;
  if (got != (ssize_t)sizeof *out)
    *out = (rd_report){ .kind = RD_SCOUT_ENDS };
  return true;
}

void rd_scout_dismiss(rd_scout *scout)
{
  if (scout->channel < 0)
    return;
  (void)close(scout->channel);
  scout->channel = -1;
  if (!rd_scout_is_gone(scout, false))
    (void)kill(scout->pid, SIGKILL);
}

bool rd_scout_is_gone(rd_scout *scout, bool wait)
{
  if (scout->pid == 0)
    return true;
  pid_t pid;
  do
    pid = waitpid(scout->pid, NULL, wait ? 0 : WNOHANG);
  while (pid < 0 && errno == EINTR);
  if (pid == 0)
    return false;
  scout->pid = 0; /* reaped now, or by the host program */
  return true;
}

void rd_scout_dispose(rd_scout *scout)
{
  if (!scout->text)
    return;
  rd_scout_dismiss(scout);
  (void)rd_scout_is_gone(scout, true);
  (void)munmap(scout->text, scout->room);
  memset(scout, 0, sizeof *scout);
}

/* ---- the scout itself ---- */

void rd_scout_report(const rd_scout *scout, const rd_report *report,
                     const char *text)
{
  rd_report sent = *report;
  if (sent.size >= scout->room) {
    sent.kind = RD_SCOUT_ENDS;
    sent.size = 0;
  }
  if (sent.size)
    memcpy(scout->text, text, sent.size);
  scout->text[sent.size] = '\0';
  if (send(scout->channel, &sent, sizeof sent, MSG_NOSIGNAL) < 0)
    _exit(0);
}

bool rd_scout_await(const rd_scout *scout)
{
  char order;
  if (recv(scout->channel, &order, 1, 0) != 1)
    _exit(0);
  return order != 0;
}

/* ---- many scouts ---- */

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
