/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The talk with the server is a process of its own (gearman/carry.c), since it
 * needs threads and a library, and a reduction forks copies of itself; a place
 * is a stream to one of its threads.
 */
#include "engine/carrier.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/modules.h"

struct channel {
  int socket;
  textbuf message; /* being received */
};

struct carrier {
  pid_t pid;
  carry_page *page;
  int wake;
  struct channel *channels;
  size_t count;
};

char *carrier_check_server(const char *server)
{
  const char *colon = strrchr(server, ':');
  char *end = NULL;
  long port = colon ? strtol(colon + 1, &end, 10) : 1;
  bool good = *server && colon != server && port > 0 && port < 65536 &&
              (!colon || (colon[1] && !*end)) &&
              server[strcspn(server, " /,")] == 0;
  return good ? NULL
              : mem_format("--server %s: name the machine where gearmand runs, "
                           "as HOST or HOST:PORT",
                           server);
}

/* ---- the process ---- */

static bool make_page(int *fd_out, carry_page **out)
{
  int fd = memfd_create("clang-hdd-carry", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, sizeof **out))
    return false;
  void *page =
      mmap(NULL, sizeof **out, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  *fd_out = fd;
  *out = page == MAP_FAILED ? NULL : page;
  return *out;
}

/* Makes the descriptors: those of the process above all that it will have. */
static bool make_channels(carrier *self, int *theirs)
{
  int ends[2];
  const int above = CARRY_FIRST + (int)self->count;
  if (!make_page(&ends[0], &self->page))
    return false;
  theirs[0] = fcntl(ends[0], F_DUPFD_CLOEXEC, above);
  (void)close(ends[0]);
  if (theirs[0] < 0 || pipe2(ends, O_CLOEXEC))
    return false;
  theirs[1] = fcntl(ends[0], F_DUPFD_CLOEXEC, above);
  self->wake = ends[1];
  (void)close(ends[0]);
  for (size_t i = 0; i < self->count; i++) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
      return false;
    self->channels[i].socket = ends[0];
    theirs[2 + i] = fcntl(ends[1], F_DUPFD_CLOEXEC, above);
    (void)close(ends[1]);
    if (theirs[2 + i] < 0)
      return false;
  }
  return theirs[1] >= 0;
}

static int spawn(carrier *self, const char *program, const char *server,
                 const int *theirs)
{
  char count[16];
  (void)snprintf(count, sizeof count, "%zu", self->count);
  const char *argv[] = { program, "carry", server, count, NULL };
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t none;
  (void)sigemptyset(&none);
  (void)posix_spawn_file_actions_init(&files);
  (void)posix_spawnattr_init(&how);
  (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
                                           POSIX_SPAWN_SETSIGMASK);
  (void)posix_spawnattr_setsigmask(&how, &none);
  for (size_t i = 0; i < self->count + 2; i++)
    (void)posix_spawn_file_actions_adddup2(&files, theirs[i],
                                           CARRY_PAGE + (int)i);
  int error = posix_spawn(&self->pid, program, &files, &how,
                          (char *const *)(uintptr_t)argv, environ);
  (void)posix_spawnattr_destroy(&how);
  (void)posix_spawn_file_actions_destroy(&files);
  return error;
}

static rd_status start(carrier *self, const char *server, rd_error *err)
{
  char *program = modules_program(CARRY_PROGRAM);
  if (!program)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "this program was built without workers; libgearman was "
                   "missing");
  int *theirs = mem_alloc(self->count + 2, sizeof *theirs);
  for (size_t i = 0; i < self->count + 2; i++)
    theirs[i] = -1;
  int error = make_channels(self, theirs) ? 0 : errno;
  if (!error)
    error = spawn(self, program, server, theirs);
  for (size_t i = 0; i < self->count + 2; i++)
    if (theirs[i] >= 0)
      (void)close(theirs[i]);
  free(theirs);
  rd_status status = error ? rd_fail(err, RD_ERR_IO, "cannot start %s: %s",
                                     program, strerror(error))
                           : RD_OK;
  free(program);
  return status;
}

rd_status carrier_new(carrier **out, const char *server, size_t places,
                      rd_error *err)
{
  carrier *self = mem_alloc(1, sizeof *self);
  self->wake = -1;
  self->count = places < CARRY_MOST ? places : CARRY_MOST;
  self->channels = mem_alloc(self->count, sizeof *self->channels);
  for (size_t i = 0; i < self->count; i++)
    self->channels[i].socket = -1;
  rd_status status = start(self, server, err);
  if (status)
    carrier_free(self);
  else
    *out = self;
  return status;
}

void carrier_free(carrier *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->count; i++) {
    text_free(&self->channels[i].message);
    if (self->channels[i].socket >= 0)
      (void)close(self->channels[i].socket);
  }
  if (self->wake >= 0)
    (void)close(self->wake);
  if (self->pid > 0) {
    (void)kill(self->pid, SIGKILL);
    (void)waitpid(self->pid, NULL, 0);
  }
  if (self->page)
    (void)munmap(self->page, sizeof *self->page);
  free(self->channels);
  free(self);
}

/* ---- the server ---- */

carry_page *carrier_page(const carrier *self)
{
  return self->page;
}

size_t carrier_count(carrier *self, const char *function)
{
  carry_page *page = self->page;
  uint32_t count = atomic_load(&page->functions), i = 0;
  while (i < count && strcmp(page->counted[i].name, function) != 0)
    i++;
  if (i < count || i == CARRY_FUNCTIONS ||
      strlen(function) >= sizeof page->counted[i].name)
    return i < count ? i : CARRY_FUNCTIONS;
  memcpy(page->counted[i].name, function, strlen(function) + 1);
  atomic_store(&page->functions, i + 1);
  return i;
}

void carrier_await(const carrier *self)
{
  const carry_page *page = self->page;
  const uint64_t end_ns = now_ns() + 2000000000;
  while (atomic_load(&page->state) != CARRY_ALONE && now_ns() < end_ns &&
         (atomic_load(&page->state) == CARRY_STARTS ||
          atomic_load(&page->asked) < atomic_load(&page->functions)))
    (void)poll(NULL, 0, 5);
}

/* ---- jobs ---- */

static bool send_all(int socket, const char *bytes, size_t size)
{
  while (size) {
    ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    if (sent > 0) {
      bytes += sent;
      size -= (size_t)sent;
    }
  }
  return true;
}

bool carrier_send(carrier *self, size_t place, const carry_job *job)
{
  textbuf message = { 0 };
  carry_ask ask = { .ticket = job->ticket,
                    .patience_ms = job->patience_ms,
                    .counted = job->counted,
                    .function_size = (uint32_t)strlen(job->function),
                    .size = (uint32_t)job->size };
  text_add(&message, &ask, sizeof ask);
  text_puts(&message, job->function);
  text_add(&message, job->bytes, job->size);
  text_clear(&self->channels[place].message);
  bool sent =
      send_all(self->channels[place].socket, message.data, message.size);
  text_free(&message);
  return sent;
}

int carrier_fd(const carrier *self, size_t place)
{
  return self->channels[place].socket;
}

bool carrier_read(const char **out, size_t *size_out, carrier *self,
                  size_t place, uint64_t ticket)
{
  struct channel *channel = &self->channels[place];
  textbuf *message = &channel->message;
  char bytes[64 * 1024];
  *out = NULL;
  *size_out = 0;
  for (;;) {
    carry_answer head = { 0 };
    ssize_t got = recv(channel->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0 && errno == EAGAIN)
      return false;
    if (got <= 0)
      return true;
    text_add(message, bytes, (size_t)got);
    if (message->size >= sizeof head)
      memcpy(&head, message->data, sizeof head);
    if (message->size < sizeof head || message->size - sizeof head < head.size)
      continue;
    if (head.ticket == ticket) {
      *out = message->data + sizeof head;
      *size_out = (size_t)head.size;
    }
    return true;
  }
}

void carrier_cancel(carrier *self, size_t place, uint64_t ticket)
{
  uint32_t number = (uint32_t)place;
  atomic_store(&self->page->cancelled[place], ticket);
  (void)!write(self->wake, &number, sizeof number);
}
