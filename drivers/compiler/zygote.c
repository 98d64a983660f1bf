/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The owner's side of a zygote: starts the server, asks it for runs, and
 * collects the results. The server's side is drivers/zygote.
 *
 * The server lives in a keeper of its own, so it and its children end when we
 * do. It is restarted after some hundreds of runs: all its forks share one
 * address space layout, and whether a text crashes may depend on that. A run's
 * text is put into the runner's folder, which is empty again afterwards.
 *
 * Every wait is bounded: the deadline of a run or its cancellation, plus a
 * grace period, ends the wait for a silent server.
 */
#include "compiler/zygote.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/ends.h"
#include "base/files.h"
#include "base/modules.h"
#include "base/packet.h"
#include "compiler/preload.h"
#include "zygote/talk.h"

enum {
  LIFE_RUNS = 500,     /* runs per server */
  START_MS = 20000,    /* grace period for a compiler to start */
  PATIENCE_MS = 30000, /* grace period for a due answer */
  POLL_MS = 200,       /* interval between checks of the stop flag */
  CHUNK_BYTES = 64 * 1024
};

struct zygote {
  runner *run;
  preload started;
  strings environment; /* of the server */
  char *address;       /* name of the socket in run->kept */
  rd_keeper *keeper;
  bool kept;       /* the keeper has a server */
  int socket;      /* to the server; -1: not connected */
  int events;      /* epoll: output or a server message arrived */
  int output;      /* read end; -1: closed */
  char *text;      /* path of the run's text */
  uint32_t number; /* of the run */
  uint32_t served; /* runs of this server */
  bool busy, ended, overflown;
  printed_ends ends; /* of what it printed */
  uint64_t due_ms;   /* when a silent server is abandoned; UINT64_MAX: never */
  textbuf printed;
  zygote_answer answer;
};

static void close_fd(int *fd)
{
  if (*fd >= 0)
    (void)close(*fd);
  *fd = -1;
}

/* ---- the folder ---- */

/* Writes the text into the folder of a run and its path into self->text. */
static rd_status put_text(zygote *self, const source *input, rd_error *err)
{
  free(self->text);
  self->text = path_absolute(self->run->directory, input->name);
  return runner_prepare(self->run, input, err);
}

static bool is_empty(const char *path)
{
  strings names = { 0 };
  bool empty = folder_list(&names, path) && !names.size;
  strings_free(&names);
  return empty;
}

/* Most runs leave only their text. */
static void clean_folder(zygote *self)
{
  if (self->text)
    (void)unlink(self->text);
  if (!is_empty(self->run->directory) || !is_empty(self->run->temporary))
    rd_scratch_wipe(self->run->wiped);
}

/* ---- the server's life ---- */

/* Ends the server, if any, and all of its runs. */
static void end_server(zygote *self)
{
  rd_run run = { 0 };
  close_fd(&self->socket);
  close_fd(&self->output);
  if (self->kept) {
    rd_keeper_cancel(self->keeper);
    if (!rd_keeper_wait(&run, self->keeper, NULL))
      rd_run_dispose(&run);
    self->kept = false;
  }
  self->served = 0;
}

/* Goes through a descriptor of the folder, because the socket's path may be too
 * long. */
static int listen_at(const char *folder, const char *name)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int size = snprintf(address.sun_path, sizeof address.sun_path,
                      "/proc/self/fd/%d/%s", at, name);
  bool good = at >= 0 && fd >= 0 && (size_t)size < sizeof address.sun_path &&
              !bind(fd, (const struct sockaddr *)&address, sizeof address) &&
              !listen(fd, 1);
  int error = errno;
  close_fd(&at);
  if (!good)
    close_fd(&fd);
  errno = error;
  return fd;
}

/* Why a compiler ended before it reached the stop. */
static rd_status fail_ended(zygote *self, rd_error *err)
{
  rd_run run = { 0 };
  rd_status status = rd_keeper_wait(&run, self->keeper, err);
  self->kept = false;
  if (status)
    return status;
  const char *said = run.output_size ? run.output : "it printed nothing";
  status = rd_fail(err, RD_ERR_UNSUPPORTED,
                   "%s ended before it looked at its text: %.*s",
                   self->started.words.data[0], (int)strcspn(said, "\n"), said);
  rd_run_dispose(&run);
  return status;
}

/* Waits until `fd` is readable. RD_ERR_UNSUPPORTED: the compiler has ended, or
 * takes too long. RD_ERR_STOPPED: the runner's stop flag was set. */
static rd_status await_start(zygote *self, int fd, uint64_t due_ms,
                             rd_error *err)
{
  struct pollfd events[] = {
    { .fd = fd, .events = POLLIN },
    { .fd = rd_keeper_fd(self->keeper), .events = POLLIN },
  };
  for (;;) {
    uint64_t now = now_ms(), left = now < due_ms ? due_ms - now : 0;
    if (!left)
      return rd_fail(err, RD_ERR_UNSUPPORTED, "%s does not come to its text",
                     self->started.words.data[0]);
    if (self->run->stop && *self->run->stop)
      return rd_fail(err, RD_ERR_STOPPED, "interrupted");
    if (poll(events, 2, left < POLL_MS ? (int)left : POLL_MS) <= 0)
      continue;
    if (events[0].revents)
      return RD_OK;
    bool ended = false;
    rd_status status = rd_keeper_read(&ended, self->keeper, err);
    if (status) {
      self->kept = false;
      return status;
    }
    if (ended)
      return fail_ended(self, err);
  }
}

static rd_status check_hello(zygote *self, rd_error *err)
{
  static const char *const reasons[] = {
    [ZYGOTE_THREADS] = "it has threads",
    [ZYGOTE_WRITTEN] = "it has written to a file before",
    [ZYGOTE_SYSTEM] = "the system lacks something",
  };
  zygote_hello hello;
  ssize_t size = recv(self->socket, &hello, sizeof hello, MSG_DONTWAIT);
  if (size != sizeof hello || hello.version != ZYGOTE_VERSION ||
      hello.state > ZYGOTE_SYSTEM)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "%s does not speak as the library of this version does",
                   self->started.words.data[0]);
  if (hello.state != ZYGOTE_READY)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "%s cannot be forked: %s",
                   self->started.words.data[0], reasons[hello.state]);
  return RD_OK;
}

/* Waits from the start of the compiler until it reports that it has reached its
 * text. */
static rd_status await_hello(zygote *self, int listener, rd_error *err)
{
  uint64_t due_ms = now_ms() + START_MS;
  rd_status status = await_start(self, listener, due_ms, err);
  if (status)
    return status;
  self->socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (self->socket < 0)
    return rd_fail(err, RD_ERR_IO, "cannot speak with %s: %s",
                   self->started.words.data[0], strerror(errno));
  status = await_start(self, self->socket, due_ms, err);
  return status ? status : check_hello(self, err);
}

static rd_status watch_fd(const zygote *self, int fd, rd_error *err)
{
  struct epoll_event event = { .events = EPOLLIN };
  if (epoll_ctl(self->events, EPOLL_CTL_ADD, fd, &event))
    return rd_fail(err, RD_ERR_IO, "cannot watch a run: %s", strerror(errno));
  return RD_OK;
}

static rd_status start_compiler(zygote *self, int listener, rd_error *err)
{
  rd_run_spec spec = { .argv = strings_argv(&self->started.words),
                       .env = strings_argv(&self->environment),
                       .directory = self->run->directory };
  rd_status status = rd_keeper_start(self->keeper, &spec, err);
  self->kept = !status;
  if (!status)
    status = await_hello(self, listener, err);
  if (!status)
    status = watch_fd(self, self->socket, err);
  return status;
}

static rd_status start_server(zygote *self, rd_error *err)
{
  const preload *what = &self->started;
  bool stub = what->stub;
  source input = { .name = stub ? what->stub : what->file,
                   .text = stub ? what->stub_text : "",
                   .size = stub ? strlen(what->stub_text) : 0 };
  rd_status status = put_text(self, &input, err);
  if (status)
    return status;
  int listener = listen_at(self->run->kept, self->address);
  if (listener < 0)
    status = rd_fail(err, RD_ERR_IO, "cannot make a socket in %s: %s",
                     self->run->kept, strerror(errno));
  else
    status = start_compiler(self, listener, err);
  close_fd(&listener);
  char *path = mem_format("%s/%s", self->run->kept, self->address);
  (void)unlink(path);
  free(path);
  clean_folder(self);
  if (status)
    end_server(self);
  return status;
}

/* ---- life ---- */

static rd_status prepare(zygote *self, const zygote_options *options,
                         rd_error *err)
{
  char *module = modules_program(ZYGOTE_MODULE);
  if (!module)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   ZYGOTE_MODULE " is not beside the front ends");
  char *absolute = realpath(module, NULL);
  rd_status status = preload_init(&self->started, options->job, options->family,
                                  absolute ? absolute : module, err);
  free(absolute);
  free(module);
  if (status)
    return status;
  self->events = epoll_create1(EPOLL_CLOEXEC);
  if (self->events < 0)
    return rd_fail(err, RD_ERR_IO, "cannot watch a run: %s", strerror(errno));
  self->address = mem_format("zygote-%d", self->events);
  runner_environment(&self->environment, self->run, &self->started.environment);
  strings_take(&self->environment,
               mem_format(ZYGOTE_FOLDER "=%s", self->run->kept));
  strings_take(&self->environment,
               mem_format(ZYGOTE_SOCKET "=%s", self->address));
  return runner_new_keeper(&self->keeper, self->run, NULL, err);
}

rd_status zygote_new(zygote **out, const zygote_options *options, rd_error *err)
{
  zygote *self = mem_alloc(1, sizeof *self);
  *self =
      (zygote){ .run = options->run, .socket = -1, .events = -1, .output = -1 };
  rd_status status = prepare(self, options, err);
  if (!status)
    status = start_server(self, err);
  if (status)
    zygote_free(self);
  else
    *out = self;
  return status;
}

void zygote_free(zygote *self)
{
  if (!self)
    return;
  close_fd(&self->socket);
  close_fd(&self->output);
  close_fd(&self->events);
  rd_keeper_free(self->keeper);
  if (self->busy)
    clean_folder(self);
  preload_dispose(&self->started);
  strings_free(&self->environment);
  text_free(&self->printed);
  ends_free(&self->ends);
  free(self->address);
  free(self->text);
  free(self);
}

/* ---- asking for a run ---- */

static rd_status died(zygote *self, rd_error *err)
{
  end_server(self);
  if (self->busy)
    clean_folder(self);
  self->busy = false;
  return rd_fail(err, RD_ERR_DIED, "the zygote of %s died",
                 self->started.words.data[0]);
}

static rd_status ask_run(zygote *self, const rd_limits *limits, rd_error *err)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return rd_fail(err, RD_ERR_IO, "cannot make a pipe: %s", strerror(errno));
  (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
  self->output = ends[0];
  rd_status status = watch_fd(self, self->output, err);
  zygote_ask ask = { .kind = ZYGOTE_ASK_RUN,
                     .run = self->number,
                     .limits = *limits };
  if (!status && packet_send(self->socket, &ask, sizeof ask, ends[1]))
    status = died(self, err);
  (void)close(ends[1]);
  if (status)
    close_fd(&self->output);
  return status;
}

static void reset(zygote *self, const rd_limits *limits)
{
  self->number++;
  self->served++;
  self->ended = self->overflown = false;
  self->printed.size = 0;
  text_add(&self->printed, "", 0);
  ends_free(&self->ends);
  self->ends = (printed_ends){ .most = limits->output_bytes };
  self->due_ms =
      limits->wall_ms ? now_ms() + limits->wall_ms + PATIENCE_MS : UINT64_MAX;
}

rd_status zygote_start(zygote *self, const source *input,
                       const rd_limits *limits, rd_error *err)
{
  assert(!self->busy && input->name);
  rd_status status = RD_OK;
  if (self->served == LIFE_RUNS)
    end_server(self);
  if (self->socket < 0)
    status = start_server(self, err);
  if (status)
    return status;
  reset(self, limits);
  status = put_text(self, input, err);
  if (!status)
    status = ask_run(self, limits, err);
  self->busy = !status;
  if (status)
    clean_folder(self);
  return status;
}

/* ---- visitors ---- */

rd_status zygote_attend(zygote *self, const char *name, const rd_limits *limits,
                        rd_error *err)
{
  zygote_ask ask = { .kind = ZYGOTE_ASK_ATTEND, .limits = *limits };
  int listener = listen_at(self->run->kept, name);
  rd_status status = RD_OK;
  if (listener < 0)
    status = rd_fail(err, RD_ERR_IO, "cannot make a socket in %s: %s",
                     self->run->kept, strerror(errno));
  else if (fcntl(listener, F_SETFL, 0) ||
           packet_send(self->socket, &ask, sizeof ask, listener))
    status = died(self, err);
  close_fd(&listener);
  return status;
}

bool zygote_visit(rd_end *end_out, int *status_out, const char *path,
                  int output)
{
  char *folder = mem_copy(path);
  const char *name = base_name(path);
  folder[name - path] = '\0';
  zygote_ask enter = { .kind = ZYGOTE_ASK_ENTER },
             ask = { .kind = ZYGOTE_ASK_RUN };
  zygote_answer answer;
  int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int fd = packet_connect(folder, name);
  bool good = here >= 0 && fd >= 0 &&
              !packet_send(fd, &enter, sizeof enter, here) &&
              !packet_send(fd, &ask, sizeof ask, output) &&
              !packet_receive(fd, &answer, sizeof answer, NULL);
  if (good) {
    *end_out = (rd_end)answer.end;
    *status_out = answer.status;
  }
  close_fd(&here);
  close_fd(&fd);
  free(folder);
  return good;
}

int zygote_fd(const zygote *self)
{
  return self->events;
}

/* ---- what comes ---- */

void zygote_cancel(zygote *self)
{
  if (!self->busy || self->ended)
    return;
  zygote_ask ask = { .kind = ZYGOTE_ASK_CANCEL, .run = self->number };
  ssize_t sent;
  do
    sent = send(self->socket, &ask, sizeof ask, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  uint64_t due_ms = now_ms() + PATIENCE_MS;
  if (due_ms < self->due_ms)
    self->due_ms = due_ms;
}

/* Endless output ends the run; its writer finds the pipe closed. */
static void take_bytes(zygote *self, const char *bytes, size_t size)
{
  text_add(&self->printed, bytes, ends_take(&self->ends, bytes, size));
  self->overflown = self->ends.printed > ENDS_ENDLESS;
  if (self->overflown) {
    close_fd(&self->output);
    zygote_cancel(self);
  }
}

static void take_output(zygote *self)
{
  char bytes[CHUNK_BYTES];
  while (self->output >= 0) {
    ssize_t size = read(self->output, bytes, sizeof bytes);
    if (size > 0)
      take_bytes(self, bytes, (size_t)size);
    else if (size == 0)
      close_fd(&self->output);
    else if (errno != EINTR)
      return;
  }
}

static void add_tail(zygote *self)
{
  size_t size;
  const char *tail = ends_tail(&size, &self->ends);
  text_add(&self->printed, tail, size);
}

/* Reads the server's answer, if any; false: the server has died. */
static bool take_answer(zygote *self)
{
  zygote_answer answer;
  ssize_t size = recv(self->socket, &answer, sizeof answer, MSG_DONTWAIT);
  if (size < 0)
    return errno == EAGAIN || errno == EINTR;
  if (size != sizeof answer || answer.run != self->number)
    return false;
  self->answer = answer;
  self->ended = true;
  return true;
}

/* The pipe holds the whole output when the server reports a run's end. */
rd_status zygote_read(bool *ended_out, zygote *self, rd_error *err)
{
  assert(self->busy);
  if (!self->ended) {
    take_output(self);
    if (!take_answer(self) || (!self->ended && now_ms() >= self->due_ms))
      return died(self, err);
    if (self->ended) {
      take_output(self);
      close_fd(&self->output);
      add_tail(self);
    }
  }
  *ended_out = self->ended;
  return RD_OK;
}

const char *zygote_output(size_t *size_out, const zygote *self)
{
  *size_out = self->printed.size;
  return self->printed.data ? self->printed.data : "";
}

static void await_event(const zygote *self)
{
  struct pollfd event = { .fd = self->events, .events = POLLIN };
  uint64_t now = now_ms(), left = now < self->due_ms ? self->due_ms - now : 0;
  int timeout = self->due_ms == UINT64_MAX ? -1
                : left > INT32_MAX         ? INT32_MAX
                                           : (int)left;
  (void)poll(&event, 1, timeout);
}

rd_status zygote_wait(rd_run *out, zygote *self, rd_error *err)
{
  assert(self->busy);
  for (;;) {
    bool ended = false;
    rd_status status = zygote_read(&ended, self, err);
    if (status)
      return status;
    if (ended)
      break;
    await_event(self);
  }
  self->busy = false;
  clean_folder(self);
  const zygote_answer *answer = &self->answer;
  *out = (rd_run){ .end = (rd_end)answer->end,
                   .status = answer->status,
                   .output = self->printed.data,
                   .output_size = self->printed.size,
                   .wall_ms = answer->wall_ms,
                   .cpu_ms = (uint32_t)(answer->cpu_us / 1000),
                   .cpu_us = answer->cpu_us,
                   .peak_bytes = answer->peak_bytes };
  if (self->overflown) {
    out->end = RD_END_OUTPUT;
    out->status = 0;
  }
  self->printed = (textbuf){ 0 };
  return RD_OK;
}
