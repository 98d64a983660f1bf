/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The journal's folder and lock, and our end of the pipe to the writer
 * (writer.c).
 *
 * Two bytes of the file `lock` are locked: the first by us, the second by the
 * writer, which may have work left when we are killed. The next process then
 * soon finds the first byte free, and waits for the second. The locks belong to
 * open files, not to processes: the writer inherits its lock through fork, and
 * the kernel releases each lock with the last process that has it.
 *
 * The search matters more than its history: a writer that fails, or does
 * nothing for some seconds while the pipe is full, is abandoned, and the reason
 * is kept for journal_problem. The pipe is large, so that a step costs the
 * search no more than a copy of its text; its size also bounds the unwritten
 * data.
 */
#include "git/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "git/repository.h"
#include "git/writer.h"

enum {
  PATIENCE_MS = 10000, /* for a writer */
  OWNER_MS = 2000,     /* for a process that is being killed or was just
                          forked */
  POLL_MS = 20,
  PIPE_BYTES = 1 << 20, /* the most that Linux allows unprivileged processes */
  OWNER_BYTE = 0,       /* of the lock file */
  WRITER_BYTE = 1
};

struct journal {
  char *folder;
  int lock;
  int writer_lock;
  unsigned runs;
  pid_t owner;  /* this process */
  pid_t writer; /* 0: none */
  int texts;    /* to the writer */
  int reports;  /* from it */
  unsigned run; /* the run being written */
  size_t added; /* texts of that run */
  char *problem;
};

static void close_fd(int *fd)
{
  if (*fd >= 0)
    (void)close(*fd);
  *fd = -1;
}

/* ---- the lock ---- */

static bool lock_byte(int fd, off_t byte)
{
  struct flock range = {
    .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1
  };
  /* A file system without locks must not keep anybody from working. */
  return fcntl(fd, F_OFD_SETLK, &range) == 0 ||
         (errno != EAGAIN && errno != EACCES);
}

static rd_status open_lock(int *out, const char *path, bool create,
                           rd_error *err)
{
  int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0);
  *out = open(path, flags, 0666);
  return *out < 0 ? fail_system(err, "open", path) : RD_OK;
}

/* Takes the lock of a byte within this time. */
static bool await_byte(int fd, off_t byte, int patience_ms)
{
  const struct timespec pause = { .tv_nsec = POLL_MS * 1000000L };
  for (int waited = 0; !lock_byte(fd, byte); waited += POLL_MS) {
    if (waited >= patience_ms)
      return false;
    (void)nanosleep(&pause, NULL);
  }
  return true;
}

/* Takes our lock, and the one that this process's writer will inherit. */
static rd_status take_lock(journal *self, bool create, rd_error *err)
{
  char *path = mem_format("%s/lock", self->folder);
  rd_status status = open_lock(&self->lock, path, create, err);
  if (!status)
    status = open_lock(&self->writer_lock, path, false, err);
  free(path);
  if (!status && !(await_byte(self->lock, OWNER_BYTE, OWNER_MS) &&
                   await_byte(self->writer_lock, WRITER_BYTE, PATIENCE_MS)))
    status = rd_fail(err, RD_ERR_INVALID,
                     "another process is at work on %s; wait for its end",
                     self->folder);
  return status;
}

/* ---- the folder ---- */

char *journal_file(const journal *self, unsigned run, const char *suffix)
{
  return mem_format("%s/run-%u%s", self->folder, run, suffix);
}

static char *repository_path(const journal *self)
{
  return mem_format("%s/journal.git", self->folder);
}

/* A run exists if it left a file or a branch. */
static bool has_run(const journal *self, unsigned run)
{
  char *file = journal_file(self, run, ".json");
  char *branch =
      mem_format("%s/journal.git/refs/heads/run-%u", self->folder, run);
  bool found = path_exists(file) || path_exists(branch);
  free(branch);
  free(file);
  return found;
}

static rd_status open_folder(journal *self, bool create, rd_error *err)
{
  struct stat info;
  rd_status status = create ? folder_make(self->folder, 0777, err) : RD_OK;
  if (status)
    return status;
  char *lock = mem_format("%s/lock", self->folder);
  bool missing = stat(lock, &info) != 0 && errno == ENOENT;
  free(lock);
  if (!create && missing)
    return rd_fail(err, RD_ERR_NOTFOUND, "there is no journal in %s",
                   self->folder);
  return take_lock(self, create, err);
}

rd_status journal_open(journal **out, const char *folder, bool create,
                       rd_error *err)
{
  journal *self = mem_alloc(1, sizeof *self);
  *self = (journal){ .folder = mem_copy(folder),
                     .lock = -1,
                     .writer_lock = -1,
                     .texts = -1,
                     .reports = -1 };
  rd_status status = open_folder(self, create, err);
  if (status) {
    journal_free(self);
    return status;
  }
  while (has_run(self, self->runs + 1))
    self->runs++;
  *out = self;
  return RD_OK;
}

void journal_free(journal *self)
{
  if (!self)
    return;
  journal_end(self);
  close_fd(&self->writer_lock);
  close_fd(&self->lock);
  free(self->problem);
  free(self->folder);
  free(self);
}

unsigned journal_runs(const journal *self)
{
  return self->runs;
}

rd_status journal_last_text(char **out, size_t *size_out, const journal *self,
                            unsigned run, rd_error *err)
{
  char *path = repository_path(self);
  char *branch = mem_format("run-%u", run);
  repository *from = NULL;
  object_id commit;
  rd_status status = repository_open(&from, path, false, err);
  if (!status)
    status = repository_tip(&commit, from, branch, err);
  if (!status)
    status = repository_text(out, size_out, from, &commit, err);
  repository_free(from);
  free(branch);
  free(path);
  return status;
}

void journal_discard(journal *self, unsigned run)
{
  static const char *const suffixes[] = { ".json", ".answers" };
  char *lock = mem_format("%s/lock", self->folder);
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    char *file = journal_file(self, run, suffixes[i]);
    (void)unlink(file);
    free(file);
  }
  if (!self->runs)
    (void)unlink(lock);
  (void)rmdir(self->folder); /* fails unless it is empty */
  free(lock);
}

/* ---- the writer ---- */

/* The child: keeps its two pipe ends and its lock, and nothing else. */
static _Noreturn void be_writer(const journal *self, unsigned run,
                                const char *file, int texts, int reports)
{
  writer_options options = { .repository = repository_path(self),
                             .branch = mem_format("run-%u", run),
                             .file = file,
                             .texts = texts,
                             .reports = reports,
                             .lock = self->writer_lock,
                             .owner = self->owner };
  writer_run(&options);
}

static rd_status start(journal *self, unsigned run, const char *file,
                       int texts[2], int reports[2], rd_error *err)
{
  if (pipe2(texts, O_CLOEXEC) || pipe2(reports, O_CLOEXEC))
    return fail_system(err, "make", "a pipe");
  /* A smaller pipe does no harm. */
  (void)!fcntl(texts[1], F_SETPIPE_SZ, PIPE_BYTES);
  if (fcntl(texts[1], F_SETFL, O_NONBLOCK))
    return fail_system(err, "make", "a pipe");
  self->owner = getpid();
  pid_t pid = fork();
  if (pid == 0)
    be_writer(self, run, file, texts[0], reports[1]);
  if (pid < 0)
    return fail_system(err, "start", "the journal's writer");
  self->writer = pid;
  return RD_OK;
}

rd_status journal_start(journal *self, unsigned run, const char *file,
                        rd_error *err)
{
  int texts[2] = { -1, -1 }, reports[2] = { -1, -1 };
  rd_status status = start(self, run, file, texts, reports, err);
  close_fd(&texts[0]);
  close_fd(&reports[1]);
  self->texts = texts[1];
  self->reports = reports[0];
  if (status) {
    close_fd(&self->texts);
    close_fd(&self->reports);
    return status;
  }
  self->run = run;
  self->added = 0;
  if (run > self->runs)
    self->runs = run;
  return RD_OK;
}

/* Keeps only the first problem. */
static void set_problem(journal *self, char *problem)
{
  if (self->problem)
    free(problem);
  else
    self->problem = problem;
}

/* Waits for the writer's output, at most one line, until it ends or, if
 * requested, has written everything; false if it does neither. */
static bool hear_writer(journal *self)
{
  char line[512];
  for (;;) {
    struct pollfd polled = { .fd = self->reports, .events = POLLIN };
    int ready = poll(&polled, 1, PATIENCE_MS);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return false;
    ssize_t size = read(self->reports, line, sizeof line);
    if (size == 0 || (size == 1 && *line == WRITER_DONE))
      return true;
    if (size > 0)
      set_problem(self, mem_copy_bytes(line, (size_t)size));
    else if (errno != EINTR)
      return false;
  }
}

void journal_end(journal *self)
{
  close_fd(&self->texts);
  if (!self->writer)
    return;
  bool ended = hear_writer(self);
  close_fd(&self->reports);
  int status = 0;
  /* A writer that does not end in time (because of a slow disk, for example)
   * has all its input and goes on by itself. It is not a zombie for long, since
   * we end too. */
  pid_t pid = waitpid(self->writer, &status, ended ? 0 : WNOHANG);
  if (pid == self->writer && status)
    set_problem(self, mem_format("the process that writes %s/journal.git died",
                                 self->folder));
  self->writer = 0;
}

/* Writes all bytes; false if the writer has ended or does nothing. */
static bool send_bytes(const journal *self, const char *bytes, size_t size)
{
  while (size) {
    ssize_t put = write(self->texts, bytes, size);
    if (put > 0) {
      bytes += put;
      size -= (size_t)put;
      continue;
    }
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0 && errno != EAGAIN)
      return false;
    struct pollfd polled = { .fd = self->texts, .events = POLLOUT };
    int ready = poll(&polled, 1, PATIENCE_MS);
    if (ready == 0 || (ready < 0 && errno != EINTR))
      return false;
  }
  return true;
}

void journal_add(journal *self, const char *text, size_t size,
                 const char *message)
{
  if (self->problem || self->texts < 0)
    return;
  writer_head head = { .message_size = strlen(message),
                       .text_size = size,
                       .seconds = (int64_t)time(NULL) };
  if (!send_bytes(self, (const char *)&head, sizeof head) ||
      !send_bytes(self, message, head.message_size) ||
      !send_bytes(self, text, size)) {
    journal_end(self);
    if (!self->problem)
      self->problem = mem_format("%s/journal.git takes too long to be written",
                                 self->folder);
  }
  self->added++;
}

/* ---- reading ---- */

struct journal_texts {
  repository *from;
  object_id *ids;
  size_t count;
};

/* Waits until the writer has written everything sent to it. */
static rd_status settle(journal *self, rd_error *err)
{
  const writer_head question = { 0 };
  if (self->texts >= 0 && !self->problem &&
      !(send_bytes(self, (const char *)&question, sizeof question) &&
        hear_writer(self)))
    set_problem(self, mem_format("%s/journal.git takes too long to be written",
                                 self->folder));
  if (self->texts < 0 || self->problem)
    return rd_fail(err, RD_ERR_IO, "%s",
                   self->problem ? self->problem : "no run is written");
  return RD_OK;
}

rd_status journal_texts_open(journal_texts **out, journal *self, rd_error *err)
{
  rd_status status = settle(self, err);
  if (status)
    return status;
  journal_texts *texts = mem_alloc(1, sizeof *texts);
  char *path = repository_path(self);
  char *branch = mem_format("run-%u", self->run);
  *texts = (journal_texts){ 0 };
  status = repository_open(&texts->from, path, false, err);
  if (!status)
    status = repository_history(&texts->ids, &texts->count, texts->from, branch,
                                err);
  free(branch);
  free(path);
  /* An earlier process may have written more. */
  if (!status && texts->count < self->added)
    status = rd_fail(err, RD_ERR_IO, "%s/journal.git lacks texts of the run",
                     self->folder);
  if (status) {
    journal_texts_free(texts);
    return status;
  }
  texts->count = self->added;
  *out = texts;
  return RD_OK;
}

void journal_texts_free(journal_texts *self)
{
  if (!self)
    return;
  repository_free(self->from);
  free(self->ids);
  free(self);
}

size_t journal_texts_count(const journal_texts *self)
{
  return self->count;
}

rd_status journal_text_at(char **out, size_t *size_out,
                          const journal_texts *self, size_t index,
                          rd_error *err)
{
  return repository_text(out, size_out, self->from, &self->ids[index], err);
}

const char *journal_problem(const journal *self)
{
  return self->problem;
}
