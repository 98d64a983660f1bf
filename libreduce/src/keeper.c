/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The keeper process: its isolation, its requests and its life.
 *
 * It is a subreaper, so orphaned descendants become its own children and none
 * can escape. It has its own session and blocks all signals, so a terminal's
 * signals do not end it before its work is done; only SIGKILL and faults do,
 * and then the kernel kills the processes that it started (launch.c) and the
 * owner cleans up (process.c).
 *
 * It lives until its owner closes the socket or ends. The socket alone does not
 * reveal the owner's end, because another child of the owner may hold a copy of
 * it. The kernel therefore also sends a signal when the owner ends; the signal
 * counts if the keeper's parent has changed by then (warden.c).
 */
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <unistd.h>

enum { SOCKET = 3 };

/* ---- requests ---- */

/* Sends the end of a run; false: the owner has ended. */
static bool answer(rd_warden *warden, const rd_answer *end)
{
  enum { KEPT_BYTES = 1 << 20 };
  text_add(&warden->outbox, end, sizeof *end);
  warden->part = SIZE_MAX;
  rd_warden_tell(warden);
  while (warden->outbox.size && rd_warden_await(warden, POLLOUT))
    rd_warden_tell(warden);
  if (warden->outbox.capacity > KEPT_BYTES)
    text_free(&warden->outbox);
  return !warden->alone;
}

static const char *next_string(const char **at)
{
  const char *string = *at;
  *at += strlen(string) + 1;
  return string;
}

static const char **next_strings(const char **at, uint32_t count)
{
  const char **out = mem_alloc((size_t)count + 1, sizeof *out);
  for (uint32_t i = 0; i < count; i++)
    out[i] = next_string(at);
  return out;
}

/* Runs the command that the request and its strings describe. */
static void perform(rd_answer *out, rd_warden *warden, const rd_ask *ask,
                    const char *words)
{
  const char **argv = next_strings(&words, ask->argc);
  const char **env = next_strings(&words, ask->envc);
  bool has_directory = ask->flags & RD_ASK_DIRECTORY;
  bool has_wipe = ask->flags & RD_ASK_WIPE;
  rd_run_spec spec = {
    .argv = argv,
    .env = env,
    .directory = has_directory ? next_string(&words) : NULL,
    .wipe = has_wipe ? next_string(&words) : NULL,
    .limits = ask->limits,
  };
  warden->run = ask->run;
  rd_warden_run(out, warden, &spec);
  if (spec.wipe)
    rd_scratch_wipe(spec.wipe);
  free(env);
  free(argv);
}

/* Serves one request; false: the owner has ended. */
static bool serve(rd_warden *warden)
{
  rd_ask ask;
  if (!rd_warden_receive(warden, &ask, sizeof ask))
    return false;
  if (ask.kind != RD_ASK_RUN)
    return true; /* a cancellation that arrived after the end of the run */
  char *words = mem_alloc(ask.size, 1);
  rd_answer out = { 0 };
  bool good = rd_warden_receive(warden, words, ask.size);
  if (good) {
    perform(&out, warden, &ask, words);
    good = answer(warden, &out);
  }
  free(words);
  return good;
}

/* ---- life ---- */

/* Keeps only the socket and stderr, which is used only for messages of last
 * resort; false if the system does not even have /dev/null. */
static bool set_descriptors(int owner_socket)
{
  if (owner_socket != SOCKET && dup3(owner_socket, SOCKET, O_CLOEXEC) < 0)
    return false;
  closefrom(SOCKET + 1);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
    return false;
  if (null > SOCKET)
    (void)close(null);
  return fcntl(SOCKET, F_SETFL, O_NONBLOCK) == 0;
}

/* Drops the owner's signal handlers and blocks all signals. */
static int set_signals(void)
{
  sigset_t some;
  for (int number = 1; number < NSIG; number++)
    (void)signal(number, SIG_DFL);
  const struct sigaction on_end = { .sa_handler = SIG_DFL,
                                    .sa_flags = SA_NOCLDSTOP };
  (void)sigaction(SIGCHLD, &on_end, NULL);
  (void)sigemptyset(&some);
  (void)sigaddset(&some, SIGCHLD);
  (void)sigaddset(&some, SIGTERM);
  return signalfd(-1, &some, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The keeper sleeps most of the time. When it wakes while each processor runs a
 * compiler, it should not wait for the end of a compiler's time slice: with the
 * usual slice, a cancelled run ended after 3 ms instead of 0.2 ms (median on
 * Linux 6.18). Since 6.12, Linux prefers processes with a short slice; older
 * systems ignore it. Processes that the keeper starts get the usual slice but
 * lose a negative niceness, so a keeper with a negative niceness keeps the
 * usual slice. */
static void set_slice(void)
{
  struct sched_attr attr = { .size = sizeof attr };
  if (syscall(SYS_sched_getattr, 0, &attr, sizeof attr, 0) ||
      attr.sched_policy != SCHED_NORMAL || attr.sched_nice < 0)
    return;
  attr.sched_flags = SCHED_FLAG_RESET_ON_FORK;
  attr.sched_runtime = 100000; /* ns; the minimum */
  (void)syscall(SYS_sched_setattr, 0, &attr, 0);
}

_Noreturn void rd_warden_live(int owner_socket, pid_t owner,
                              const char *scratch, const rd_sandbox *sandbox,
                              rd_keeper_page *page)
{
  rd_warden warden = {
    .socket = SOCKET, .owner = owner, .page = page, .part = SIZE_MAX
  };
  (void)setsid();
  (void)prctl(PR_SET_NAME, "reduce-keeper");
  set_slice();
  if (!set_descriptors(owner_socket))
    _exit(1);
  warden.rules = rd_sandbox_make(scratch, sandbox);
  warden.signals = set_signals();
  if (warden.signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) ||
      prctl(PR_SET_PDEATHSIG, SIGTERM))
    _exit(1);
  warden.alone = getppid() != owner;
  while (serve(&warden)) {
  }
  rd_warden_clear(&warden);
  if (scratch)
    rd_scratch_remove(scratch);
  _exit(0);
}
