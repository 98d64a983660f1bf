/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The owner's side of a keeper: forking it, asking it for a run, and taking the
 * answer.
 *
 * A keeper that is killed leaves its run without supervision. The kernel kills
 * the process that it had started; the owner kills that one's group, whose
 * number it finds in the page that it shares with the keeper, and removes the
 * scratch folder.
 */
#include "keeper.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct rd_keeper {
  int socket;
  pid_t pid; /* 0: died and was reaped */
  uint32_t run;
  bool busy;
  char *scratch;
  rd_keeper_page *page;
};

void rd_run_dispose(rd_run *run)
{
  free(run->output);
  *run = (rd_run){ 0 };
}

/* ---- life ---- */

/* Numbers below 3 are left to those who expect them: the owner may have been
 * started without a stdin. */
static bool make_sockets(int ends[2])
{
  int made[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, made))
    return false;
  for (int i = 0; i < 2; i++)
    ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 3);
  int error = errno;
  (void)close(made[0]);
  (void)close(made[1]);
  if (ends[0] >= 0 && ends[1] >= 0)
    return true;
  if (ends[0] >= 0)
    (void)close(ends[0]);
  if (ends[1] >= 0)
    (void)close(ends[1]);
  errno = error;
  return false;
}

/* The keeper is born with all signals blocked, so that none ends it before it
 * is ready. */
static pid_t fork_keeper(int owner_socket, const char *scratch,
                         rd_keeper_page *page)
{
  pid_t owner = getpid();
  sigset_t all, old;
  (void)sigfillset(&all);
  (void)sigprocmask(SIG_SETMASK, &all, &old);
  pid_t pid = fork();
  if (!pid)
    rd_warden_live(owner_socket, owner, scratch, page);
  int error = errno;
  (void)sigprocmask(SIG_SETMASK, &old, NULL);
  errno = error;
  return pid;
}

rd_status rd_keeper_new(rd_keeper **out, const char *scratch, rd_error *err)
{
  int ends[2];
  rd_keeper_page *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return rd_fail(err, RD_ERR_IO, "cannot share memory with a keeper: %s",
                   strerror(errno));
  bool connected = make_sockets(ends);
  pid_t pid = connected ? fork_keeper(ends[1], scratch, page) : -1;
  int error = errno;
  if (connected)
    (void)close(ends[1]);
  if (pid < 0) {
    if (connected)
      (void)close(ends[0]);
    (void)munmap(page, sizeof *page);
    return rd_fail(err, RD_ERR_IO, "cannot start a keeper for tests: %s",
                   strerror(error));
  }
  *out = rd_alloc(1, sizeof **out);
  **out = (rd_keeper){ .socket = ends[0],
                       .pid = pid,
                       .scratch = scratch ? rd_strdup(scratch) : NULL,
                       .page = page };
  return RD_OK;
}

/* Waits for the end of the keeper, which is sure once the socket is closed on
 * either side, and ends what it may have left. Returns its status. */
static int reap_keeper(rd_keeper *keeper)
{
  int status = 0;
  pid_t pid = keeper->pid;
  if (!pid)
    return 0;
  while ((pid = waitpid(keeper->pid, &status, 0)) < 0 && errno == EINTR) {
  }
  keeper->pid = 0;
  pid_t leader = keeper->page->leader;
  if (leader > 0)
    (void)kill(-leader, SIGKILL);
  keeper->page->leader = 0;
  return pid < 0 ? 0 : status;
}

void rd_keeper_free(rd_keeper *keeper)
{
  if (!keeper)
    return;
  (void)shutdown(keeper->socket, SHUT_RDWR);
  (void)close(keeper->socket);
  (void)reap_keeper(keeper);
  if (keeper->scratch)
    rd_scratch_remove(keeper->scratch);
  (void)munmap(keeper->page, sizeof *keeper->page);
  free(keeper->scratch);
  free(keeper);
}

/* A keeper that could not be spoken to may still wait for the rest. */
static rd_status died(rd_keeper *keeper, rd_error *err)
{
  (void)shutdown(keeper->socket, SHUT_RDWR);
  int status = reap_keeper(keeper);
  keeper->busy = false;
  if (WIFSIGNALED(status))
    return rd_fail(err, RD_ERR_DIED,
                   "the keeper process that runs the tests was killed: %s",
                   strsignal(WTERMSIG(status)));
  return rd_fail(err, RD_ERR_DIED,
                 "the keeper process that runs the tests has ended");
}

/* ---- the talk ---- */

static bool send_all(rd_keeper *keeper, const char *bytes, size_t size)
{
  while (size) {
    ssize_t sent = send(keeper->socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    if (sent > 0) {
      bytes += sent;
      size -= (size_t)sent;
    }
  }
  return true;
}

static bool receive_all(rd_keeper *keeper, void *out, size_t size)
{
  char *at = out;
  while (size) {
    ssize_t got = recv(keeper->socket, at, size, 0);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    if (got > 0) {
      at += got;
      size -= (size_t)got;
    }
  }
  return true;
}

static uint32_t add_strings(rd_buffer *out, const char *const *strings)
{
  uint32_t count = 0;
  for (; strings && strings[count]; count++)
    rd_buffer_add(out, strings[count], strlen(strings[count]) + 1);
  return count;
}

static void add_string(rd_buffer *out, const char *string)
{
  if (string)
    rd_buffer_add(out, string, strlen(string) + 1);
}

rd_status rd_keeper_start(rd_keeper *keeper, const rd_run_spec *spec,
                          rd_error *err)
{
  assert(!keeper->busy && spec->argv && spec->argv[0]);
  rd_ask ask = { .kind = RD_ASK_RUN,
                 .run = ++keeper->run,
                 .flags = (spec->directory ? RD_ASK_DIRECTORY : 0u) |
                          (spec->wipe ? RD_ASK_WIPE : 0u),
                 .limits = spec->limits };
  rd_buffer message = { 0 };
  rd_buffer_add(&message, &ask, sizeof ask);
  ask.argc = add_strings(&message, spec->argv);
  ask.envc = add_strings(&message, spec->env);
  add_string(&message, spec->directory);
  add_string(&message, spec->wipe);
  ask.size = (uint32_t)(message.size - sizeof ask);
  memcpy(message.data, &ask, sizeof ask);
  bool sent = keeper->pid && send_all(keeper, message.data, message.size);
  rd_buffer_free(&message);
  if (!sent)
    return died(keeper, err);
  keeper->busy = true;
  return RD_OK;
}

int rd_keeper_fd(const rd_keeper *keeper)
{
  return keeper->socket;
}

rd_status rd_keeper_wait(rd_run *out, rd_keeper *keeper, rd_error *err)
{
  assert(keeper->busy);
  rd_answer answer;
  if (!receive_all(keeper, &answer, sizeof answer))
    return died(keeper, err);
  size_t size = (size_t)answer.output_size;
  char *output = rd_alloc(size + 1, 1);
  if (!receive_all(keeper, output, size)) {
    free(output);
    return died(keeper, err);
  }
  keeper->busy = false;
  *out = (rd_run){ .end = (rd_end)answer.end,
                   .status = answer.status,
                   .output = output,
                   .output_size = size,
                   .wall_ms = answer.wall_ms,
                   .cpu_ms = answer.cpu_ms,
                   .peak_bytes = answer.peak_bytes };
  return RD_OK;
}

void rd_keeper_cancel(rd_keeper *keeper)
{
  if (!keeper->busy)
    return;
  rd_ask ask = { .kind = RD_ASK_CANCEL, .run = keeper->run };
  ssize_t sent;
  do
    sent = send(keeper->socket, &ask, sizeof ask, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
}

rd_status rd_keeper_run(rd_run *out, rd_keeper *keeper, const rd_run_spec *spec,
                        rd_error *err)
{
  rd_status status = rd_keeper_start(keeper, spec, err);
  return status ? status : rd_keeper_wait(out, keeper, err);
}
