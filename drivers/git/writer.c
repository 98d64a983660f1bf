/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The writer: commits the texts that it reads from a pipe.
 *
 * It is a separate process, so that with a second processor hashing and
 * compression cost the search nothing. It ends when the pipe does, however its
 * owner ended. It ignores the signals that stop programs, because the owner
 * gets them too and closes the pipe. Objects are written before the branch that
 * names them, and the branch is updated when the pipe is idle, so a kill at any
 * moment leaves a valid repository that lacks the last texts at most.
 *
 * A resumed run sends its texts from the first one on. While they match the
 * branch, nothing is written. At the first difference (a limit was raised, for
 * example) the rest of the branch is kept under another name, and the branch
 * continues from the last common text.
 */
#include "git/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/text.h"
#include "git/repository.h"

enum { LOOK_MS = 500 /* checks on the owner while the pipe is silent */ };

typedef struct writer {
  const writer_options *options;
  repository *to;
  object_id *known; /* commits of the branch at the start, oldest first */
  size_t known_count;
  size_t matched; /* how many of them match our texts */
  object_id last; /* the newest commit, if has_last */
  bool has_last;
  bool unnamed;  /* the branch does not point to it yet */
  bool has_head; /* HEAD points to the branch */
  char *bytes;   /* the message, a NUL, the text */
  size_t room;
} writer;

/* ---- the process ---- */

static int by_number(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

/* Closes the owner's files, so that a process that waits for the end of the
 * owner's output does not wait for the writer. */
static void set_apart(const writer_options *options)
{
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    (void)signal(ignored[i], SIG_IGN);
  (void)prctl(PR_SET_NAME, "hdd-journal");
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; null >= 0 && fd <= 2; fd++)
    (void)dup2(null, fd);
  int kept[] = { options->texts, options->reports, options->lock };
  unsigned from = 3;
  qsort(kept, 3, sizeof *kept, by_number);
  for (size_t i = 0; i < 3; i++) {
    if ((unsigned)kept[i] < from)
      continue;
    if ((unsigned)kept[i] > from)
      (void)close_range(from, (unsigned)kept[i] - 1, 0);
    from = (unsigned)kept[i] + 1;
  }
  (void)close_range(from, ~0U, 0);
}

/* Waits for input; false: there will be none. The end of the pipe does not show
 * while another child of the owner has a copy of it. */
static bool await_bytes(const writer_options *options)
{
  for (;;) {
    struct pollfd polled = { .fd = options->texts, .events = POLLIN };
    int ready = poll(&polled, 1, LOOK_MS);
    if (ready > 0)
      return true;
    if ((ready < 0 && errno != EINTR) ||
        (ready == 0 && getppid() != options->owner))
      return false;
  }
}

static bool receive(const writer_options *options, void *out, size_t size)
{
  char *at = out;
  while (size) {
    if (!await_bytes(options))
      return false;
    ssize_t got = read(options->texts, at, size);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    if (got > 0) {
      at += got;
      size -= (size_t)got;
    }
  }
  return true;
}

/* ---- commits ---- */

static rd_status open_branch(writer *self, rd_error *err)
{
  const writer_options *options = self->options;
  rd_status status = repository_open(&self->to, options->repository, true, err);
  if (status)
    return status;
  repository_tidy(self->to, options->branch);
  return repository_history(&self->known, &self->known_count, self->to,
                            options->branch, err);
}

/* Names the commits after the common texts with a branch of their own. */
static rd_status put_aside(writer *self, rd_error *err)
{
  object_id other;
  const object_id *end = &self->known[self->known_count - 1];
  rd_status status = RD_OK;
  char *name = NULL;
  for (unsigned i = 1; !status; i++) {
    free(name);
    name = mem_format("%s-aside-%u", self->options->branch, i);
    status = repository_tip(&other, self->to, name, err);
  }
  if (status == RD_ERR_NOTFOUND)
    status = repository_set_branch(self->to, name, end, err);
  free(name);
  self->known_count = self->matched;
  return status;
}

/* Is this the next text of the old branch? */
static bool is_known(writer *self, const commit_spec *spec)
{
  if (self->matched == self->known_count)
    return false;
  const object_id *next = &self->known[self->matched];
  return repository_has_text(self->to, next, spec->file, spec->text,
                             spec->size);
}

static rd_status add(writer *self, const commit_spec *spec, rd_error *err)
{
  rd_status status = RD_OK;
  if (is_known(self, spec)) {
    self->last = self->known[self->matched++];
    self->has_last = true;
    return RD_OK;
  }
  if (self->matched < self->known_count)
    status = put_aside(self, err);
  if (!status)
    status = repository_commit(&self->last, self->to, spec, err);
  self->has_last = true;
  self->unnamed = true;
  return status;
}

/* Points the branch at the last commit, and HEAD at the branch. */
static rd_status name_last(writer *self, rd_error *err)
{
  const char *branch = self->options->branch;
  rd_status status = RD_OK;
  if (self->unnamed)
    status = repository_set_branch(self->to, branch, &self->last, err);
  if (!status && self->has_last && !self->has_head) {
    status = repository_set_head(self->to, branch, err);
    self->has_head = true;
  }
  self->unnamed = false;
  return status;
}

/* Is there no input now? Then there is time to update the branch. */
static bool is_idle(const writer *self)
{
  struct pollfd polled = { .fd = self->options->texts, .events = POLLIN };
  return poll(&polled, 1, 0) == 0;
}

/* Reports that everything is written. */
static rd_status answer(writer *self, rd_error *err)
{
  static const char done = WRITER_DONE;
  rd_status status = name_last(self, err);
  if (!status)
    (void)!write(self->options->reports, &done, 1);
  return status;
}

/* *more_out: a text came. */
static rd_status write_next(writer *self, bool *more_out, rd_error *err)
{
  const writer_options *options = self->options;
  writer_head head;
  *more_out = receive(options, &head, sizeof head);
  if (!*more_out)
    return RD_OK;
  if (!head.message_size)
    return answer(self, err);
  size_t message = (size_t)head.message_size, size = (size_t)head.text_size;
  if (message + size + 1 > self->room) {
    self->room = message + size + 1;
    self->bytes = mem_resize(self->bytes, self->room, 1);
  }
  char *text = self->bytes + message + 1;
  self->bytes[message] = '\0';
  *more_out =
      receive(options, self->bytes, message) && receive(options, text, size);
  if (!*more_out)
    return RD_OK;
  object_id parent = self->last;
  commit_spec spec = { .parent = self->has_last ? &parent : NULL,
                       .file = options->file,
                       .text = text,
                       .size = size,
                       .message = self->bytes,
                       .seconds = head.seconds };
  return add(self, &spec, err);
}

void writer_run(const writer_options *options)
{
  set_apart(options);
  writer self = { .options = options };
  rd_error err = { 0 };
  bool more = true;
  rd_status status = open_branch(&self, &err);
  while (!status && more) {
    status = write_next(&self, &more, &err);
    if (!status && (!more || is_idle(&self)))
      status = name_last(&self, &err);
  }
  if (status)
    (void)!write(options->reports, err.message, strlen(err.message));
  repository_free(self.to);
  free(self.known);
  free(self.bytes);
  _exit(0);
}
