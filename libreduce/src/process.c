/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The owner's side of a keeper: forking it, asking it for a run, and receiving
 * the output as it comes and the answer.
 *
 * A keeper that is killed leaves its run unsupervised. The kernel kills the
 * process that the keeper had started. The owner kills that process's group,
 * whose number is in the page that it shares with the keeper, and removes the
 * scratch folder.
 *
 * A command can also stop its keeper. So the owner waits only for as long as
 * the run may take and the keeper needs to clear up, and then ends the keeper.
 * Only a run without a limit of wall time may take forever.
 */
#include "keeper.h"
#include "base/clock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* More than the keeper's patience with processes that do not die (supervise.c),
 * plus time to remove a test's files. */
static const uint64_t PATIENCE_NS = 120 * 1000000000ull;

struct rd_keeper {
  int socket;
  pid_t pid; /* 0: died and was reaped */
  uint32_t run;
  bool busy;
  bool ended;         /* its present run has ended */
  uint64_t end_ns;    /* when its answer is overdue; UINT64_MAX: never */
  rd_answer answer;   /* being received, or the last */
  size_t answer_size; /* bytes of it received, without its output */
  textbuf output;     /* of the run so far */
  char *scratch;
  rd_keeper_page *page;
};

void rd_run_dispose(rd_run *run)
{
  free(run->output);
  *run = (rd_run){ 0 };
}

/* ---- life ---- */

/* Numbers below 3 stay reserved for the standard streams: the owner may have
 * been started without a stdin. */
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

/* The keeper starts with all signals blocked, so none ends it before it is
 * ready. */
static pid_t fork_keeper(int owner_socket, const char *scratch,
                         const rd_sandbox *sandbox, rd_keeper_page *page)
{
  pid_t owner = getpid();
  sigset_t all, old;
  (void)sigfillset(&all);
  (void)sigprocmask(SIG_SETMASK, &all, &old);
  pid_t pid = fork();
  if (!pid)
    rd_warden_live(owner_socket, owner, scratch, sandbox, page);
  int error = errno;
  (void)sigprocmask(SIG_SETMASK, &old, NULL);
  errno = error;
  return pid;
}

rd_status rd_keeper_new(rd_keeper **out, const char *scratch, rd_error *err)
{
  const rd_sandbox none = { 0 };
  return rd_keeper_new_sandboxed(out, scratch, &none, err);
}

rd_status rd_keeper_new_sandboxed(rd_keeper **out, const char *scratch,
                                  const rd_sandbox *sandbox, rd_error *err)
{
  int ends[2];
  rd_keeper_page *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return rd_fail(err, RD_ERR_IO, "cannot share memory with a keeper: %s",
                   strerror(errno));
  bool connected = make_sockets(ends);
  pid_t pid = connected ? fork_keeper(ends[1], scratch, sandbox, page) : -1;
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
  *out = mem_alloc(1, sizeof **out);
  **out = (rd_keeper){ .socket = ends[0],
                       .pid = pid,
                       .scratch = scratch ? mem_copy(scratch) : NULL,
                       .page = page };
  return RD_OK;
}

/* Waits a limited time for the end of a child; false: it still lives. A child
 * that is not ours any more has ended. */
static bool await_end(int *status_out, pid_t pid, uint64_t patience_ns)
{
  const uint64_t end_ns = now_ns() + patience_ns;
  struct timespec moment = { .tv_nsec = 100000 };
  for (;;) {
    pid_t ended = waitpid(pid, status_out, WNOHANG);
    if (ended == pid || (ended < 0 && errno != EINTR))
      return true;
    if (now_ns() >= end_ns)
      return false;
    (void)nanosleep(&moment, NULL);
    if (moment.tv_nsec < 10000000)
      moment.tv_nsec *= 2;
  }
}

/* Waits for the end of the keeper, which follows when either side closes the
 * socket, and ends what it may have left. Returns its status. */
static int reap_keeper(rd_keeper *keeper)
{
  int status = 0;
  if (!keeper->pid)
    return 0;
  (void)kill(keeper->pid, SIGCONT);
  if (!await_end(&status, keeper->pid, PATIENCE_NS)) {
    (void)kill(keeper->pid, SIGKILL);
    (void)await_end(&status, keeper->pid, PATIENCE_NS);
  }
  keeper->pid = 0;
  pid_t leader = keeper->page->leader;
  if (leader > 0)
    (void)kill(-leader, SIGKILL);
  keeper->page->leader = 0;
  return status;
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
  text_free(&keeper->output);
  free(keeper->scratch);
  free(keeper);
}

/* A keeper that could not be reached may still wait for the rest. */
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

/* Ends a keeper that did not answer in time. */
static rd_status give_up(rd_keeper *keeper, rd_error *err)
{
  (void)kill(keeper->pid, SIGKILL);
  (void)died(keeper, NULL);
  return rd_fail(err, RD_ERR_DIED,
                 "the keeper process that runs the tests does not answer");
}

/* ---- messages to the keeper ---- */

/* Waits until the socket is ready for `events`; false: time is up. */
static bool await_socket(const rd_keeper *keeper, short events, uint64_t end_ns)
{
  struct pollfd polled = { .fd = keeper->socket, .events = events };
  for (;;) {
    uint64_t now = now_ns();
    uint64_t left_ms = now < end_ns ? (end_ns - now) / 1000000 + 1 : 0;
    if (poll(&polled, 1, left_ms < INT_MAX ? (int)left_ms : INT_MAX) > 0)
      return true;
    if (!left_ms)
      return false;
  }
}

static bool send_all(rd_keeper *keeper, const char *bytes, size_t size)
{
  enum { HOW = MSG_NOSIGNAL | MSG_DONTWAIT };
  const uint64_t end_ns = now_ns() + PATIENCE_NS;
  while (size) {
    ssize_t sent = send(keeper->socket, bytes, size, HOW);
    if (sent >= 0) {
      bytes += sent;
      size -= (size_t)sent;
    } else if (errno == EAGAIN ? !await_socket(keeper, POLLOUT, end_ns)
                               : errno != EINTR) {
      return false;
    }
  }
  return true;
}

static uint32_t add_strings(textbuf *out, const char *const *list)
{
  uint32_t count = 0;
  for (; list && list[count]; count++)
    text_add(out, list[count], strlen(list[count]) + 1);
  return count;
}

static void add_string(textbuf *out, const char *string)
{
  if (string)
    text_add(out, string, strlen(string) + 1);
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
  textbuf message = { 0 };
  text_add(&message, &ask, sizeof ask);
  ask.argc = add_strings(&message, spec->argv);
  ask.envc = add_strings(&message, spec->env);
  add_string(&message, spec->directory);
  add_string(&message, spec->wipe);
  ask.size = (uint32_t)(message.size - sizeof ask);
  memcpy(message.data, &ask, sizeof ask);
  bool sent = keeper->pid && send_all(keeper, message.data, message.size);
  text_free(&message);
  if (!sent)
    return died(keeper, err);
  keeper->busy = true;
  uint32_t wall_ms = spec->limits.wall_ms;
  keeper->end_ns =
      wall_ms ? now_ns() + wall_ms * 1000000ull + PATIENCE_NS : UINT64_MAX;
  keeper->ended = false;
  keeper->answer_size = 0;
  text_clear(&keeper->output);
  return RD_OK;
}

int rd_keeper_fd(const rd_keeper *keeper)
{
  return keeper->socket;
}

/* ---- answers ---- */

static size_t least(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Receives a part of the keeper's answers, wherever it begins and ends. */
static void take_in(rd_keeper *keeper, const char *bytes, size_t size)
{
  rd_answer *answer = &keeper->answer;
  while (size) {
    size_t part;
    if (keeper->answer_size < sizeof *answer) {
      part = least(size, sizeof *answer - keeper->answer_size);
      memcpy((char *)answer + keeper->answer_size, bytes, part);
      keeper->answer_size += part;
    } else {
      part = least(size, (size_t)answer->output_size);
      text_add(&keeper->output, bytes, part);
      answer->output_size -= part;
    }
    bool whole = keeper->answer_size == sizeof *answer && !answer->output_size;
    keeper->ended = whole && answer->end != RD_GOES_ON;
    if (whole)
      keeper->answer_size = 0;
    bytes += part;
    size -= part;
  }
}

/* One read without waiting; false: the keeper has ended. *more_out: there may
 * be more to read. */
static bool receive(bool *more_out, rd_keeper *keeper)
{
  char bytes[64 * 1024];
  ssize_t size = recv(keeper->socket, bytes, sizeof bytes, MSG_DONTWAIT);
  *more_out = size == (ssize_t)sizeof bytes;
  if (size > 0)
    take_in(keeper, bytes, (size_t)size);
  return size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN));
}

rd_status rd_keeper_read(bool *ended_out, rd_keeper *keeper, rd_error *err)
{
  assert(keeper->busy);
  bool more = true;
  while (more && !keeper->ended)
    if (!receive(&more, keeper))
      return died(keeper, err);
  if (!keeper->ended && now_ns() >= keeper->end_ns)
    return give_up(keeper, err);
  *ended_out = keeper->ended;
  return RD_OK;
}

const char *rd_keeper_output(size_t *size_out, const rd_keeper *keeper)
{
  *size_out = keeper->output.size;
  return keeper->output.size ? keeper->output.data : "";
}

rd_status rd_keeper_wait(rd_run *out, rd_keeper *keeper, rd_error *err)
{
  assert(keeper->busy);
  bool more;
  while (!keeper->ended) {
    if (!await_socket(keeper, POLLIN, keeper->end_ns))
      return give_up(keeper, err);
    if (!receive(&more, keeper))
      return died(keeper, err);
  }
  keeper->busy = false;
  const rd_answer *answer = &keeper->answer;
  *out = (rd_run){ .end = (rd_end)answer->end,
                   .status = answer->status,
                   .wall_ms = answer->wall_ms,
                   .cpu_ms = answer->cpu_ms,
                   .cpu_us = answer->cpu_us,
                   .peak_bytes = answer->peak_bytes };
  out->output = text_take(&keeper->output, &out->output_size);
  return RD_OK;
}

void rd_keeper_cancel(rd_keeper *keeper)
{
  if (!keeper->busy)
    return;
  uint64_t end_ns = now_ns() + PATIENCE_NS;
  if (end_ns < keeper->end_ns)
    keeper->end_ns = end_ns;
  /* This may fail for lack of room if the keeper has not read all of a long
   * command. */
  rd_ask ask = { .kind = RD_ASK_CANCEL, .run = keeper->run };
  (void)send_all(keeper, (const char *)&ask, sizeof ask);
}

rd_status rd_keeper_run(rd_run *out, rd_keeper *keeper, const rd_run_spec *spec,
                        rd_error *err)
{
  rd_status status = rd_keeper_start(keeper, spec, err);
  return status ? status : rd_keeper_wait(out, keeper, err);
}
