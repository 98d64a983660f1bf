/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The server that a compiler becomes, and its runs.
 *
 * A run is a fork that continues from the stop, in its own session and under
 * limits. The server waits for its end, its deadline or the owner's message,
 * and periodically checks its use of resources, as the keeper does for a
 * command. It reports the end once all processes of the run are dead: it is the
 * subreaper of the child's descendants. If one of them does not end, the server
 * exits after its answer, and the keeper that it runs under ends the rest.
 *
 * If its owner wants it to, the server attends to visitors: other processes, each
 * with a run in a folder of its own.
 *
 * Before the first run the server calls gcc's own preparation of its back end,
 * which gcc would otherwise do at the first function. Old versions lack it.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/packet.h"
#include "zygote/inside.h"

enum { FIRST_LOOK_MS = 4, LOOK_MS = 16, CLEAR_MS = 1000 };

struct server {
  const zygote_orders *orders;
  int socket;
  int folder; /* where runs start; -1: in the orders' */
  pid_t pid;
  int *error; /* shared: errno of a child that did not reach the compiler */
  const rd_limits
      *imposed; /* on the runs of visitors; NULL: they ask for theirs */
};

struct run {
  const zygote_ask *ask;
  pid_t pid;
  int handle; /* readable when the child has ended */
  uint64_t begin_ns;
  uint64_t look_ns; /* when to look next */
  uint64_t look_step;
  rd_end end;
  bool over;
};

static const uint64_t MS = 1000000;

static uint64_t to_ns(struct timespec time)
{
  return (uint64_t)time.tv_sec * 1000 * MS + (uint64_t)time.tv_nsec;
}

/* ---- the child ---- */

/* Turns this new process into a run; false with errno. */
static bool become(const struct server *server, const zygote_ask *ask,
                   int output)
{
  (void)close(server->socket);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || setsid() < 0)
    return false;
  if (getppid() != server->pid) {
    errno = ESRCH;
    return false;
  }
  limits_set(&ask->limits);
  if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
    return false;
  (void)close(output);
  bool entered = server->folder < 0 ? !chdir(server->orders->directory)
                                    : !fchdir(server->folder);
  return entered && zygote_outputs_open() &&
         zygote_captured_stderr_print(STDERR_FILENO);
}

/* ---- watching the run ---- */

/* The first reason counts. */
static void stop(struct run *run, rd_end end)
{
  if (!run->over)
    run->end = end;
  run->over = true;
}

static uint64_t resident_bytes(pid_t pid)
{
  char path[64], text[128];
  (void)snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    (void)close(fd);
  if (size <= 0)
    return 0;
  text[size] = '\0';
  const char *space = strchr(text, ' ');
  uint64_t pages = space ? strtoull(space, NULL, 10) : 0;
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t cpu_ms(pid_t pid)
{
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &used))
    return 0;
  return to_ns(used) / MS;
}

static void look(struct run *run, uint64_t now)
{
  const rd_limits *limits = &run->ask->limits;
  if (limits->cpu_ms && cpu_ms(run->pid) > limits->cpu_ms)
    stop(run, RD_END_CPU);
  if (limits->memory_bytes && resident_bytes(run->pid) > limits->memory_bytes)
    stop(run, RD_END_MEMORY);
  run->look_ns = now + run->look_step;
  if (run->look_step < LOOK_MS * MS)
    run->look_step *= 2;
}

static uint64_t wall_end_ns(const struct run *run)
{
  uint32_t wall_ms = run->ask->limits.wall_ms;
  return wall_ms ? run->begin_ns + wall_ms * MS : UINT64_MAX;
}

static void check_clock(struct run *run)
{
  uint64_t now = now_ns();
  if (now >= wall_end_ns(run))
    stop(run, RD_END_WALL);
  if (!run->over && now >= run->look_ns)
    look(run, now);
}

/* Does the owner want this run to end? It does if it has closed the socket. */
static bool is_cancelled(const struct server *server, const struct run *run)
{
  zygote_ask ask;
  ssize_t size = recv(server->socket, &ask, sizeof ask, MSG_DONTWAIT);
  if (size < 0)
    return errno != EAGAIN && errno != EINTR;
  return size != sizeof ask || ask.run == run->ask->run;
}

static void await_event(const struct server *server, struct run *run)
{
  struct pollfd events[] = {
    { .fd = run->handle, .events = POLLIN },
    { .fd = server->socket, .events = POLLIN },
  };
  uint64_t now = now_ns(), end = wall_end_ns(run);
  if (run->look_ns < end)
    end = run->look_ns;
  uint64_t left = end > now ? end - now : 0;
  const struct timespec patience = { .tv_sec = (time_t)(left / (1000 * MS)),
                                     .tv_nsec = (long)(left % (1000 * MS)) };
  if (ppoll(events, 2, &patience, NULL) <= 0)
    return;
  if (events[0].revents)
    stop(run, RD_END_EXIT);
  else if (events[1].revents && is_cancelled(server, run))
    stop(run, RD_END_CANCELLED);
}

/* ---- the end of the run ---- */

static void reap(const struct server *server, const struct run *run,
                 zygote_answer *out)
{
  int status = 0;
  struct rusage usage = { 0 };
  (void)kill(-run->pid, SIGKILL);
  (void)kill(run->pid, SIGKILL);
  while (wait4(run->pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  out->cpu_us = limits_cpu_us(&usage);
  out->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
  out->end = (int32_t)run->end;
  if (run->end == RD_END_EXIT)
    limits_decode(&out->end, &out->status, status, *server->error,
                  out->peak_bytes, &run->ask->limits);
}

/* Reaps the run's remaining processes; false: some do not end. */
static bool clear(void)
{
  const struct timespec moment = { .tv_nsec = (long)MS };
  uint64_t end = now_ns() + CLEAR_MS * MS;
  for (;;) {
    pid_t pid = waitpid(-1, NULL, WNOHANG);
    if (pid < 0 && errno == ECHILD)
      return true;
    if (pid > 0)
      continue;
    if (now_ns() >= end)
      return false;
    (void)nanosleep(&moment, NULL);
  }
}

static void watch(const struct server *server, struct run *run,
                  zygote_answer *out)
{
  while (!run->over) {
    await_event(server, run);
    check_clock(run);
  }
  out->wall_ms = (uint32_t)((now_ns() - run->begin_ns) / MS);
  reap(server, run, out);
}

/* ---- messages ---- */

static void tell(const struct server *server, const void *packet, size_t size)
{
  if (packet_send(server->socket, packet, size, -1))
    _exit(0);
}

/* Performs one run; true in the child, which continues as a compiler. */
static bool perform(const struct server *server, const zygote_ask *ask,
                    int output)
{
  zygote_answer out = { .run = ask->run, .end = RD_END_NOSTART };
  struct run run = { .ask = ask,
                     .begin_ns = now_ns(),
                     .look_step = FIRST_LOOK_MS * MS };
  run.look_ns = ask->limits.cpu_ms || ask->limits.memory_bytes
                    ? run.begin_ns + run.look_step
                    : UINT64_MAX;
  *server->error = 0;
  run.pid = fork();
  if (!run.pid) {
    if (become(server, ask, output))
      return true;
    *server->error = errno;
    _exit(127);
  }
  out.status = run.pid < 0 ? errno : 0;
  (void)close(output);
  bool clean = true;
  if (run.pid > 0) {
    run.handle = (int)syscall(SYS_pidfd_open, run.pid, 0);
    if (run.handle < 0) {
      out.status = errno;
      stop(&run, RD_END_NOSTART);
    }
    watch(server, &run, &out);
    if (run.handle >= 0)
      (void)close(run.handle);
    clean = clear();
  }
  tell(server, &out, sizeof out);
  if (!clean)
    _exit(1);
  return false;
}

static void attend(struct server *server, int listener);

/* Returns in the children only. */
static void serve(struct server *server)
{
  zygote_ask ask;
  int received;
  while (!packet_receive(server->socket, &ask, sizeof ask, &received)) {
    if (ask.kind == ZYGOTE_ASK_CANCEL)
      continue; /* it came after the end */
    if (received < 0)
      break;
    if (ask.kind == ZYGOTE_ASK_ATTEND) {
      server->imposed = &ask.limits;
      attend(server, received);
      return;
    }
    if (ask.kind == ZYGOTE_ASK_ENTER) {
      server->folder = received;
      continue;
    }
    if (server->imposed)
      ask.limits = *server->imposed;
    if (perform(server, &ask, received))
      return;
  }
  _exit(0);
}

/* ---- visitors ---- */

/* What a process that has runs needs for itself. */
static bool prepare(struct server *server)
{
  server->pid = getpid();
  server->error = mmap(NULL, sizeof *server->error, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return server->error != MAP_FAILED && !prctl(PR_SET_CHILD_SUBREAPER, 1) &&
         signal(SIGCHLD, SIG_DFL) != SIG_ERR;
}

/* Serves each visitor in a fork, so that several have a run at a time. Returns in
 * the runs only. */
static void attend(struct server *server, int listener)
{
  (void)signal(SIGCHLD, SIG_IGN); /* nobody waits for the forks */
  for (;;) {
    int visitor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (visitor < 0 && errno != EINTR && errno != ECONNABORTED)
      _exit(1);
    if (visitor >= 0 && !fork()) {
      (void)close(listener);
      (void)close(server->socket);
      server->socket = visitor;
      if (prctl(PR_SET_PDEATHSIG, SIGKILL) || !prepare(server))
        _exit(1);
      serve(server);
      return;
    }
    if (visitor >= 0)
      (void)close(visitor);
  }
}

/* ---- the stop ---- */

static bool has_threads(void)
{
  DIR *folder = opendir("/proc/self/task");
  size_t count = 0;
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    count += entry->d_name[0] != '.';
  if (folder)
    (void)closedir(folder);
  return count != 1;
}

static bool has_handles(void)
{
  int handle = (int)syscall(SYS_pidfd_open, getpid(), 0);
  if (handle >= 0)
    (void)close(handle);
  return handle >= 0;
}

static zygote_state find_state(struct server *server)
{
  if (has_threads())
    return ZYGOTE_THREADS;
  if (!zygote_outputs_find())
    return ZYGOTE_WRITTEN;
  return prepare(server) && has_handles() ? ZYGOTE_READY : ZYGOTE_SYSTEM;
}

static void warm_up(void)
{
  void (*initialize)(void);
  void *symbol = dlsym(RTLD_DEFAULT, "_Z14initialize_rtlv");
  memcpy(&initialize, &symbol, sizeof initialize);
  if (initialize)
    initialize();
}

void zygote_serve(const zygote_orders *orders)
{
  struct server server = { .orders = orders, .folder = -1 };
  server.socket = packet_connect(orders->folder, orders->socket);
  if (server.socket < 0) {
    zygote_captured_stderr_end();
    return;
  }
  zygote_hello hello = { .version = ZYGOTE_VERSION };
  hello.state = find_state(&server);
  if (hello.state == ZYGOTE_READY)
    warm_up();
  zygote_captured_stderr_end();
  tell(&server, &hello, sizeof hello);
  serve(&server);
}
