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
 */
#include "scout.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

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
