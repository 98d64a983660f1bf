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
 * So a chain of failures, the usual case, costs one fork. Where a side branch is
 * likely enough, a scout stays at the question and copies itself for each branch:
 * another fork from the present question would make all candidates on its way
 * again, and after a success list what can be tried. A copy is a child of our
 * process (CLONE_PARENT), so it is reaped and ended as the others; its pid is the
 * first that comes through its channel. Where the kernel makes no copies, a new
 * fork does it.
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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/packet.h"
#include "base/sibling.h"
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

/* Makes descriptor 0 the channel. */
static void take_channel(rd_scout *scout, pid_t owner, int channel)
{
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != owner || (channel != 0 && dup2(channel, 0) < 0))
    _exit(0);
  closefrom(1);
  scout->channel = 0;
}

/* Afterwards only the channel is open. A scout that fails writes no core: the
 * failure costs only time. */
static void set_out(rd_scout *scout, pid_t owner, int channel)
{
  const struct rlimit no_core = { 0, 0 };
  take_channel(scout, owner, channel);
  (void)setrlimit(RLIMIT_CORE, &no_core);
}

/* Both ends of a channel, of which only the first is the owner's. */
static bool open_channel(int ends[2])
{
  return !socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

pid_t rd_scout_start(rd_scout *scout)
{
  int ends[2];
  if (!open_channel(ends))
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

/* ---- orders ---- */

struct order {
  uint64_t answers; /* the first one in bit 0 */
  uint64_t count;   /* of them */
  char *text;       /* of the copy that is to follow them; NULL: the scout
                       itself */
};

bool rd_scout_order(const rd_scout *scout, bool interesting)
{
  const struct order order = { .answers = interesting, .count = 1 };
  return !packet_send(scout->channel, &order, sizeof order, -1);
}

bool rd_scout_copy(rd_scout *scout, const rd_scout *from, uint64_t answers,
                   unsigned count)
{
  const struct order order = { answers, count, scout->text };
  int ends[2];
  if (!open_channel(ends))
    return false;
  bool sent = !packet_send(from->channel, &order, sizeof order, ends[1]);
  (void)close(ends[1]);
  if (!sent) {
    (void)close(ends[0]);
    return false;
  }
  scout->pid = -1;
  scout->channel = ends[0];
  return true;
}

/* A copy says its pid first, or its channel ends. False: not yet. */
static bool learn_pid(rd_scout *scout, int flags)
{
  pid_t pid;
  ssize_t got;
  if (scout->pid != -1)
    return true;
  do
    got = recv(scout->channel, &pid, sizeof pid, flags);
  while (got < 0 && errno == EINTR);
  if (got < 0 && errno == EAGAIN)
    return false;
  scout->pid = got == (ssize_t)sizeof pid ? pid : 0;
  return true;
}

bool rd_scout_take(rd_report *out, rd_scout *scout)
{
  ssize_t got;
  if (!learn_pid(scout, MSG_DONTWAIT))
    return false;
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
  (void)learn_pid(scout, 0);
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

/* Returns in the copy. */
static bool become_copy(rd_scout *scout, const struct order *order, int channel)
{
  pid_t owner = getppid(), pid = fork_sibling();
  if (pid) {
    (void)close(channel);
    return false;
  }
  take_channel(scout, owner, channel);
  scout->text = order->text;
  pid = getpid();
  if (send(scout->channel, &pid, sizeof pid, MSG_NOSIGNAL) < 0)
    _exit(0);
  return true;
}

/* The channel of a copy comes with its order. */
static void take_order(rd_scout *scout)
{
  struct order order;
  int channel;
  if (packet_receive(scout->channel, &order, sizeof order, &channel))
    _exit(0);
  if (order.text && !become_copy(scout, &order, channel))
    return;
  scout->answers = order.answers;
  scout->left = (unsigned)order.count;
}

bool rd_scout_await(rd_scout *scout)
{
  while (!scout->left)
    take_order(scout);
  bool interesting = scout->answers & 1;
  scout->answers >>= 1;
  scout->left--;
  return interesting;
}

/* ---- many scouts ---- */

/* The least weight worth a scout: a fork is a gamble that costs about a
 * millisecond. */
static const double least_weight = 0.01;

/* Asks for a process of no size, which only a kernel that knows how says. */
static bool can_copy(void)
{
  return syscall(SYS_clone3, NULL, 0) < 0 && errno == EINVAL;
}

void rd_scouting_init(rd_scouting *scouting, uint32_t count, size_t room)
{
  memset(scouting, 0, sizeof *scouting);
  scouting->copies = can_copy();
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
    post->at->is_dead = !post->at->next[0] && !post->at->next[1];
    rd_scouting_dismiss(scouting, post->at);
  }
  (void)rd_scout_is_gone(&post->scout, true);
}

/* A free post with a text, or NULL. */
static struct rd_post *prepare_post(rd_scouting *scouting, double weight)
{
  uint32_t number = find_post(scouting, weight);
  if (number == RD_NONE)
    return NULL;
  clear_post(scouting, number);
  struct rd_post *post = &scouting->posts[number];
  if (!post->scout.text) {
    if (!rd_scout_init(&post->scout, scouting->room))
      return NULL;
    post->number = scouting->texts++;
  }
  return post;
}

static bool send_from_here(rd_scouting *scouting, struct rd_post *post,
                           rd_future *future)
{
  scouting->path.size = 0;
  for (const rd_future *at = future; at->before; at = at->before)
    ARRAY_PUSH(&scouting->path, at->is_success);
  pid_t pid = rd_scout_start(&post->scout);
  if (pid < 0)
    return false;
  post->knows = scouting->texts;
  scouting->is_scout = pid == 0;
  scouting->self = post->scout;
  put_at(scouting, (uint32_t)(post - scouting->posts), future);
  return true;
}

static bool is_waiting(const rd_scouting *scouting, const rd_future *future)
{
  return future->kind == RD_FUTURE_ASKS && future->scout != RD_NONE &&
         !scouting->posts[future->scout].is_awaited;
}

/* The scout that waits nearest on the way to the future and knows the trees made
 * for what comes before; NULL: none. */
static const struct rd_post *find_nearest(const rd_scouting *scouting,
                                          const struct rd_post *to,
                                          const rd_future *future,
                                          uint64_t *answers_out,
                                          unsigned *count_out)
{
  *answers_out = *count_out = 0;
  for (const rd_future *at = future;
       at->before && *count_out < RD_SCOUT_ANSWERS; at = at->before) {
    *answers_out = *answers_out << 1 | at->is_success;
    ++*count_out;
    if (!is_waiting(scouting, at->before) || at->before->trees != future->trees)
      continue;
    const struct rd_post *from = &scouting->posts[at->before->scout];
    return to->number < from->knows ? from : NULL;
  }
  return NULL;
}

bool rd_scouting_send(rd_scouting *scouting, rd_future *future)
{
  struct rd_post *post = prepare_post(scouting, future->weight);
  return post && send_from_here(scouting, post, future);
}

/* Sends a scout to a future that has none, by a copy if that is possible. */
static bool send_nearest(rd_scouting *scouting, rd_future *future)
{
  uint64_t answers;
  unsigned count;
  struct rd_post *post = prepare_post(scouting, future->weight);
  if (!post)
    return false;
  const struct rd_post *from =
      scouting->copies ? find_nearest(scouting, post, future, &answers, &count)
                       : NULL;
  if (!from || !rd_scout_copy(&post->scout, &from->scout, answers, count))
    return send_from_here(scouting, post, future);
  post->knows = from->knows;
  put_at(scouting, (uint32_t)(post - scouting->posts), future);
  return true;
}

/* The question that follows the answer, which may be known already. */
static rd_future *follow(rd_scouting *scouting, rd_future *future,
                         bool is_success)
{
  rd_future *next = future->next[is_success];
  return next ? next : rd_futures_add(&scouting->futures, future, is_success);
}

/* Lets the scout that waits at the future go on. */
static bool go_on(rd_scouting *scouting, rd_future *future, bool is_success)
{
  if (!is_waiting(scouting, future))
    return false;
  uint32_t number = future->scout;
  if (!rd_scout_order(&scouting->posts[number].scout, is_success)) {
    rd_scouting_dismiss(scouting, future);
    return false;
  }
  future->scout = RD_NONE;
  put_at(scouting, number, follow(scouting, future, is_success));
  return true;
}

/* Should a scout stay at the future, since another will take the other edge? */
static bool stays(const rd_scouting *scouting, const rd_future *future,
                  bool is_success, double weight)
{
  return scouting->copies && !future->is_answered &&
         !future->next[!is_success] &&
         (future->weight - weight) * scouting->count > 1;
}

bool rd_scouting_grow(rd_scouting *scouting, rd_future *future, bool is_success,
                      double weight)
{
  if (!stays(scouting, future, is_success, weight) &&
      go_on(scouting, future, is_success))
    return true;
  if (weight < least_weight)
    return false;
  rd_future *grown = follow(scouting, future, is_success);
  grown->weight = weight;
  bool sent = send_nearest(scouting, grown);
  grown->is_dead = !sent && grown->kind == RD_FUTURE_AWAITED;
  return sent;
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
  } else if (scouting->self.left) {
    is_success = rd_scout_await(&scouting->self);
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
