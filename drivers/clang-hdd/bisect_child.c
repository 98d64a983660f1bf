/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The bisection beside a reduction is the command `bisect` in a process of its
 * own. It may wait an hour for a build while the reduction continues, and
 * needs nothing from the reduction's memory; it reports its findings as lines
 * that any program can read.
 *
 * It has its own process group, so that Ctrl-C reaches only us and we end it
 * in our own time; the kernel ends it if we are killed. It first gets a
 * request to end, since builds need to be cleaned up, and is killed later.
 *
 * When done it stays, because the cache may remove a compiler that no process
 * uses, and the reduction still uses those that were found. End of file on its
 * standard input, a pipe that nothing is written to, releases it.
 *
 * Both of its outputs are read as they arrive, so that it never blocks on us;
 * standard error is kept in case it fails.
 */
#include "clang-hdd/bisect_child.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  PATIENCE_MS = 5000, /* between SIGTERM and SIGKILL */
  POLL_MS = 10,
  ERRORS_MOST = 1 << 16, /* limit for kept standard error */
};

struct bisect_child {
  pid_t pid; /* 0: already waited for */
  int status;
  int hold;       /* its standard input; -1: it may end */
  int out, err;   /* -1: at end of file */
  textbuf lines;  /* read but not yet returned */
  textbuf errors; /* of standard error */
};

/* ---- the process ---- */

/* Resets our handlers: between fork and exec, one of them would swallow a
 * signal meant to end the child. Ignored signals stay ignored. */
static void drop_handlers(void)
{
  for (int number = 1; number < SIGRTMIN; number++) {
    struct sigaction action;
    if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_IGN)
      (void)signal(number, SIG_DFL);
  }
  (void)signal(SIGPIPE, SIG_DFL);
}

static _Noreturn void be_child(const char *const *argv, int in, int out,
                               int err, pid_t owner)
{
  sigset_t none;
  (void)sigemptyset(&none);
  (void)setpgid(0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != owner) /* the owner died before prctl */
    _exit(1);
  (void)dup2(in, STDIN_FILENO);
  (void)dup2(out, STDOUT_FILENO);
  (void)dup2(err, STDERR_FILENO);
  drop_handlers();
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  union { /* execv does not write to the words */
    const char *const *given;
    char *const *taken;
  } words = { argv };
  (void)execv(argv[0], words.taken);
  _exit(127);
}

static void close_fd(int *fd)
{
  if (*fd >= 0)
    (void)close(*fd);
  *fd = -1;
}

static bool set_nonblocking(int fd)
{
  return fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

/* Forks with all signals blocked in the child. */
static pid_t fork_blocked(void)
{
  sigset_t all, before;
  (void)sigfillset(&all);
  (void)sigprocmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid)
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
  return pid;
}

rd_status bisect_child_start(bisect_child **out, const char *const *argv,
                             rd_error *err)
{
  int hold[2] = { -1, -1 }, lines[2] = { -1, -1 }, errors[2] = { -1, -1 };
  pid_t owner = getpid(), pid = -1;
  if (!pipe2(hold, O_CLOEXEC) && !pipe2(lines, O_CLOEXEC) &&
      !pipe2(errors, O_CLOEXEC) && set_nonblocking(lines[0]) &&
      set_nonblocking(errors[0]))
    pid = fork_blocked();
  if (pid == 0)
    be_child(argv, hold[0], lines[1], errors[1], owner);
  close_fd(&hold[0]);
  close_fd(&lines[1]);
  close_fd(&errors[1]);
  if (pid < 0) {
    close_fd(&hold[1]);
    close_fd(&lines[0]);
    close_fd(&errors[0]);
    return rd_fail(err, RD_ERR_IO, "cannot start the bisection: %s",
                   strerror(errno));
  }
  (void)setpgid(pid, pid); /* in both processes, to avoid a race */
  *out = mem_alloc(1, sizeof **out);
  **out = (bisect_child){
    .pid = pid, .hold = hold[1], .out = lines[0], .err = errors[0]
  };
  return RD_OK;
}

static void take_status(bisect_child *self, int status)
{
  self->pid = 0;
  self->status = WIFEXITED(status)     ? WEXITSTATUS(status)
                 : WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                       : 1;
}

static bool has_gone(bisect_child *self, int options)
{
  int status = 0;
  pid_t pid = self->pid ? waitpid(self->pid, &status, options) : 0;
  if (pid == self->pid && pid)
    take_status(self, status);
  return !self->pid;
}

/* Reads what is available. */
static void take(int *fd, textbuf *into, size_t most)
{
  char bytes[4096];
  while (*fd >= 0) {
    ssize_t size = read(*fd, bytes, sizeof bytes);
    if (size > 0 && into->size < most)
      text_add(into, bytes, (size_t)size);
    if (size > 0 || (size < 0 && errno == EINTR))
      continue;
    if (size == 0 || errno != EAGAIN)
      close_fd(fd);
    return;
  }
}

static void end(bisect_child *self)
{
  const struct timespec pause = { .tv_nsec = POLL_MS * 1000000L };
  if (has_gone(self, WNOHANG))
    return;
  (void)kill(self->pid, SIGTERM);
  for (int waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    take(&self->err, &self->errors, ERRORS_MOST); /* its pipe may be full */
    take(&self->out, &self->lines, 0);
    if (has_gone(self, WNOHANG))
      return;
    (void)nanosleep(&pause, NULL);
  }
  (void)kill(-self->pid, SIGKILL);
  while (!has_gone(self, 0))
    continue;
}

void bisect_child_free(bisect_child *self)
{
  if (!self)
    return;
  close_fd(&self->hold);
  end(self);
  close_fd(&self->out);
  close_fd(&self->err);
  text_free(&self->lines);
  text_free(&self->errors);
  free(self);
}

int bisect_child_status(bisect_child *self)
{
  close_fd(&self->hold);
  while (!has_gone(self, 0))
    if (errno != EINTR)
      break;
  return self->status;
}

/* ---- reading ---- */

/* Takes the first line out of the buffer; with `rest`, an unterminated one
 * too. */
static char *cut_line(textbuf *from, bool rest)
{
  const char *end = from->size ? memchr(from->data, '\n', from->size) : NULL;
  if (!end && !(rest && from->size))
    return NULL;
  size_t size = end ? (size_t)(end - from->data) : from->size;
  char *line = mem_copy_bytes(from->data, size);
  from->size -= size + (end != NULL);
  memmove(from->data, from->data + size + (end != NULL), from->size);
  return line;
}

char *bisect_child_line(bisect_child *self, int wait_ms)
{
  char *line = cut_line(&self->lines, false);
  if (line)
    return line;
  struct pollfd polled[] = { { .fd = self->out, .events = POLLIN },
                             { .fd = self->err, .events = POLLIN } };
  bool ended = self->out < 0 && self->err < 0;
  if (!ended && poll(polled, 2, wait_ms) > 0) {
    take(&self->err, &self->errors, ERRORS_MOST);
    take(&self->out, &self->lines, SIZE_MAX);
  }
  return cut_line(&self->lines, self->out < 0);
}

bool bisect_child_has_ended(const bisect_child *self)
{
  return self->out < 0 && !self->lines.size;
}

char *bisect_child_problem(bisect_child *self)
{
  static const char prefix[] = "clang-hdd: error: ";
  take(&self->err, &self->errors, ERRORS_MOST);
  const char *at = self->errors.data ? self->errors.data : "";
  const char *end = at + self->errors.size;
  char *said = NULL;
  while (at < end && !said) {
    char *line = next_line(&at, end);
    if (starts_with(line, prefix))
      said = mem_copy(line + sizeof prefix - 1);
    free(line);
  }
  return said;
}

/* ---- lines ---- */

static child_event_kind kind_of(const char *name)
{
  static const char *const names[] = { "ready", "build", "answer", "notice",
                                       "end" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return (child_event_kind)i;
  return CHILD_OTHER;
}

static rd_status read_command(strings *out, const json_t *object, rd_error *err)
{
  size_t i;
  json_t *word;
  const json_t *command = json_object_get(object, "command");
  json_array_foreach(command, i, word)
  {
    if (json_is_string(word))
      strings_add(out, json_string_value(word));
  }
  if (!out->size || out->size != json_array_size(command))
    return rd_fail(err, RD_ERR_INVALID, "the bisection names no compiler");
  return RD_OK;
}

static rd_status read_found(bisection *out, const json_t *object, rd_error *err)
{
  const json_t *found = json_object_get(object, "bisection");
  char *text = found ? json_dumps(found, JSON_COMPACT) : NULL;
  if (!text)
    return rd_fail(err, RD_ERR_INVALID, "the bisection says no result");
  rd_status status = bisection_parse(out, text, strlen(text), err);
  free(text);
  return status;
}

rd_status child_event_read(child_event *out, const char *line, rd_error *err)
{
  *out = (child_event){ .kind = CHILD_OTHER };
  const char *name, *text = NULL, *answer = "";
  json_t *object = json_loads(line, JSON_ALLOW_NUL, NULL);
  if (json_unpack(object, "{s:s, s?s, s?s}", "event", &name, "line", &text,
                  "answer", &answer)) {
    json_decref(object);
    return rd_fail(
        err, RD_ERR_INVALID,
        "the bisection printed something that is not an event: %.60s", line);
  }
  rd_status status = RD_OK;
  out->kind = kind_of(name);
  out->is_bad = !strcmp(answer, "bad");
  if (out->kind == CHILD_READY)
    status = read_command(&out->command, object, err);
  if (out->kind == CHILD_END)
    status = read_found(&out->found, object, err);
  if (out->kind == CHILD_NOTICE && text)
    out->text = mem_copy(text);
  json_decref(object);
  return status;
}

void child_event_dispose(child_event *self)
{
  strings_free(&self->command);
  bisection_dispose(&self->found);
  free(self->text);
  *self = (child_event){ 0 };
}
