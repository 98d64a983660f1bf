/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Starts parse workers from a process that stays small and single-threaded.
 *
 * A dead worker must be replaced when the calling program may have threads and
 * much memory, and forking such a program is neither safe nor cheap. The
 * program therefore forks the *forkserver* once, early, and the forkserver
 * forks the workers: any message on its control socket means "end the worker,
 * start another", and the answer carries a socket to the new one. It loads the
 * modules once, for all workers (libclang and LLVM take 30 ms to load), but
 * opens nothing, so each worker starts with untouched memory. The socket to the
 * first worker exists before that, so the program need not wait for it. The
 * forkserver ends when the control socket is closed, or with the thread that
 * started it, and a worker ends with the forkserver, so nothing remains however
 * the program ends.
 *
 * The worker runs on a thread with a stack of its own (stack.c).
 */
#include "server/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- in the worker ---- */

struct duty {
  const worker_setup *setup;
  int socket;
  worker_stack stack;
};

static void *do_duty(void *payload)
{
  struct duty *duty = payload;
  worker_serve(duty->socket, duty->setup, &duty->stack);
  _exit(0);
}

/* Maximum size of the worker's stack, in bytes. */
#define MOST_STACK (UINT64_C(8) << 30)

/* Some inputs make libclang request tens of gigabytes (an array designated by a
 * large range); that must kill the worker, not the machine. Besides its stack,
 * the worker may use half of the machine's memory. AddressSanitizer's shadow
 * exceeds any such limit. */
static void limit_memory(uint64_t memory)
{
#ifndef __SANITIZE_ADDRESS__
  const rlim_t most = (rlim_t)(MOST_STACK + memory / 2);
  const struct rlimit limit = { most, most };
  (void)setrlimit(RLIMIT_AS, &limit);
#else
  (void)memory;
#endif
}

static void die_with(pid_t parent)
{
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
}

static _Noreturn void run_worker(struct duty *duty, pid_t parent)
{
  pthread_attr_t attributes;
  pthread_t thread;
  die_with(parent);
  (void)pthread_attr_init(&attributes);
  uint64_t memory =
      (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t most = MOST_STACK < memory / 2 ? MOST_STACK : memory / 2;
  if (worker_stack_map(&duty->stack, (size_t)most))
    (void)pthread_attr_setstack(&attributes, duty->stack.low, duty->stack.size);
  limit_memory(memory);
  if (pthread_create(&thread, &attributes, do_duty, duty) == 0)
    (void)pthread_join(thread, NULL);
  _exit(1);
}

/* ---- in the forkserver ---- */

/* Forks a worker; -1 with errno if that fails. Its end of its socket is closed here,
 * and the worker closes `other` and the control socket. */
static int fork_worker(pid_t *pid_out, int control, int other, struct duty duty)
{
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) {
    (void)close(control);
    if (other >= 0)
      (void)close(other);
    run_worker(&duty, parent);
  }
  int why = errno;
  (void)close(duty.socket);
  *pid_out = pid > 0 ? pid : 0;
  errno = why;
  return pid > 0 ? 0 : -1;
}

/* Starts a worker; returns our end of its socket, or -1 with errno. */
static int start_worker(pid_t *pid_out, int control, struct duty duty)
{
  int ends[2];
  *pid_out = 0;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
    return -1;
  duty.socket = ends[1];
  if (!fork_worker(pid_out, control, ends[0], duty))
    return ends[0];
  int why = errno;
  (void)close(ends[0]);
  errno = why;
  return -1;
}

/* Ends the worker if it still runs, and returns how it ended. */
static int end_worker(pid_t pid)
{
  int status = 0;
  if (pid <= 0)
    return 0;
  (void)kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return status;
}

/* Detaches from the program's terminal, signals and descriptors but for two, which
 * become 3 and 4. */
static void become_alone(int *control, int *first)
{
  const struct rlimit none = { 0, 0 };
  sigset_t all;
  (void)setsid();
  for (int number = 1; number < NSIG; number++)
    (void)signal(number, SIG_DFL);
  (void)sigemptyset(&all);
  (void)sigprocmask(SIG_SETMASK, &all, NULL);
  (void)setrlimit(RLIMIT_CORE, &none);
  (void)prctl(PR_SET_DUMPABLE, 0); /* piped cores ignore the core limit */
  (void)setenv("LIBCLANG_NOTHREADS", "1", 1);
  /* First move them above 0 to 4, which the program may have closed. */
  int high = fcntl(*control, F_DUPFD_CLOEXEC, 16);
  int next = fcntl(*first, F_DUPFD_CLOEXEC, 16);
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++)
    (void)dup2(null, fd);
  *control = dup3(high, 3, O_CLOEXEC);
  *first = dup3(next, 4, O_CLOEXEC);
  (void)close_range(5, UINT_MAX, 0);
}

static _Noreturn void run_forkserver(int control, struct duty duty,
                                     pid_t parent)
{
  pid_t worker = 0;
  char request;
  become_alone(&control, &duty.socket);
  die_with(parent);
  worker_preload(duty.setup);
  (void)fork_worker(&worker, control, -1, duty); /* else its socket is closed */
  while (packet_receive(control, &request, sizeof request, NULL) == 0) {
    struct wire_birth birth = { .wait_status = end_worker(worker) };
    int socket = start_worker(&worker, control, duty);
    birth.error = socket < 0 ? errno : 0;
    int sent = packet_send(control, &birth, sizeof birth, socket);
    if (socket >= 0)
      (void)close(socket);
    if (sent < 0)
      break;
  }
  (void)end_worker(worker);
  _exit(0);
}

/* ---- in the program ---- */

static void close_pair(const int ends[2])
{
  (void)close(ends[0]);
  (void)close(ends[1]);
}

static rd_status fail_start(int why, rd_error *err)
{
  return rd_fail(err, RD_ERR_IO, "cannot start the parse server: %s",
                 strerror(why));
}

rd_status forkserver_start(int *socket_out, forkserver *out,
                           const worker_setup *setup, rd_error *err)
{
  int control[2], first[2];
  pid_t parent = getpid();
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0)
    return fail_start(errno, err);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, first) < 0) {
    int why = errno;
    close_pair(control);
    return fail_start(why, err);
  }
  pid_t pid = fork();
  if (pid == 0)
    run_forkserver(control[1],
                   (struct duty){ .setup = setup, .socket = first[1] }, parent);
  if (pid < 0) {
    int why = errno;
    close_pair(control);
    close_pair(first);
    return fail_start(why, err);
  }
  (void)close(control[1]);
  (void)close(first[1]);
  *out = (forkserver){ .pid = pid, .control = control[0] };
  *socket_out = first[0];
  return RD_OK;
}

void forkserver_stop(forkserver *n)
{
  if (!n->pid)
    return;
  /* Other children of the program may hold copies, so closing does not
   * suffice. */
  (void)shutdown(n->control, SHUT_RDWR);
  (void)close(n->control);
  while (waitpid(n->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  *n = (forkserver){ 0 };
}

rd_status forkserver_renew(int *socket_out, int *wait_status_out, forkserver *n,
                           rd_error *err)
{
  struct wire_birth birth;
  int socket = -1;
  if (packet_send(n->control, "", 1, -1) < 0 ||
      packet_receive(n->control, &birth, sizeof birth, &socket) < 0) {
    forkserver_stop(n);
    return rd_fail(err, RD_ERR_DIED, "the parse server was killed");
  }
  if (wait_status_out)
    *wait_status_out = birth.wait_status;
  if (socket < 0)
    return fail_start(birth.error ? birth.error : EMFILE, err);
  *socket_out = socket;
  return RD_OK;
}
