/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log is an append-only text. `git bisect replay` reads the lines that
 * start with "git bisect"; it ignores the rest as comments, some of which carry
 * data for us:
 *
 *   # skip: [ID] SUBJECT
 *   # detail: it cannot be built: ...
 *   # flaky
 *   git bisect skip ID
 *
 * They precede the line that git reads, so an answer counts once its last line
 * is complete. A process that was killed meanwhile leaves comments without an
 * answer, and perhaps a partial line, which is cut off.
 *
 * The file itself is locked with flock: the lock ends with its holder, and
 * unlike with fcntl, other descriptors of the same file do not affect it.
 */
#include "bisect/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/utf8.h"

/* A child of a killed holder keeps the lock until it notices. */
enum { PATIENCE_MS = 1000, POLL_MS = 10 };

static const char title[] = "# clang-hdd bisect ";
static const char command[] = "git bisect ";
static const char detail_line[] = "# detail: ";
static const char flaky_line[] = "# flaky";

static const char *const words[] = {
  [BISECT_GOOD] = "good", [BISECT_BAD] = "bad", [BISECT_SKIP] = "skip"
};

struct bisect_log {
  char *path;
  int fd;
  textbuf text;          /* the content of the file */
  bisect_entry *entries; /* that an earlier process wrote */
  size_t count;
};

const bisect_entry *bisect_log_entries(size_t *count_out,
                                       const bisect_log *self)
{
  *count_out = self->count;
  return self->entries;
}

char *bisect_log_text(const bisect_log *self)
{
  return mem_copy(self->text.data);
}

/* ---- the file ---- */

static rd_status write_all(const bisect_log *self, const char *lines,
                           rd_error *err)
{
  for (size_t done = 0, size = strlen(lines); done < size;) {
    ssize_t put = pwrite(self->fd, lines + done, size - done,
                         (off_t)(self->text.size + done));
    if (put < 0 && errno != EINTR)
      return fail_system(err, "write", self->path);
    done += put > 0 ? (size_t)put : 0;
  }
  /* Some files, on some file systems, cannot be synced. */
  if (fsync(self->fd) && errno != EINVAL && errno != ENOTSUP)
    return fail_system(err, "write", self->path);
  return RD_OK;
}

/* Does the text have these whole lines? */
static bool has_lines(const textbuf *text, const char *lines)
{
  const char *at = text->data;
  while (at && (at = strstr(at, lines)) && at != text->data && at[-1] != '\n')
    at++;
  return at;
}

/* Does the text end with these whole lines? */
static bool ends_with_lines(const textbuf *text, const char *lines)
{
  size_t size = strlen(lines);
  if (text->size <= size)
    return false;
  const char *at = text->data + text->size - size;
  return at[-1] == '\n' && !strcmp(at, lines);
}

/* Adds lines: all of them or nothing. */
static rd_status append(bisect_log *self, const char *lines, rd_error *err)
{
  rd_status status = write_all(self, lines, err);
  if (status)
    (void)!ftruncate(self->fd, (off_t)self->text.size);
  else
    text_puts(&self->text, lines);
  return status;
}

/* Syncs the folder's entry for the file. */
static void sync_folder(const char *path)
{
  char *folder = path_directory(path);
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    (void)fsync(fd);
    (void)close(fd);
  }
  free(folder);
}

static rd_status take_lock(const bisect_log *self, rd_error *err)
{
  const struct timespec pause = { .tv_nsec = POLL_MS * 1000000L };
  for (int waited = 0; flock(self->fd, LOCK_EX | LOCK_NB); waited += POLL_MS) {
    /* A file system without locks must not keep anybody from working. */
    if (errno != EWOULDBLOCK)
      return RD_OK;
    if (waited >= PATIENCE_MS)
      return rd_fail(err, RD_ERR_INVALID,
                     "another process is at work on %s; wait for its end",
                     self->path);
    (void)nanosleep(&pause, NULL);
  }
  return RD_OK;
}

static rd_status open_file(bisect_log *self, bool resume, rd_error *err)
{
  int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  struct stat info;
  self->fd = open(self->path, resume ? flags : flags | O_CREAT, 0666);
  if (self->fd < 0 && errno == ENOENT && resume)
    return rd_fail(err, RD_ERR_NOTFOUND, "there is no %s to continue",
                   self->path);
  if (self->fd < 0 || fstat(self->fd, &info))
    return fail_system(err, "open", self->path);
  if (!S_ISREG(info.st_mode))
    return rd_fail(err, RD_ERR_INVALID, "%s is not a file", self->path);
  return take_lock(self, err);
}

/* ---- reading ---- */

/* The answer whose word follows `beginning`, and the rest of the line;
 * BISECT_UNKNOWN: there is none. */
static bisect_answer parse_answer(const char **rest_out, const char *line,
                                  const char *beginning)
{
  for (bisect_answer i = BISECT_GOOD; i <= BISECT_SKIP; i++) {
    const char *word = line + strlen(beginning);
    *rest_out = word + strlen(words[i]);
    if (starts_with(line, beginning) && starts_with(word, words[i]))
      return i;
  }
  return BISECT_UNKNOWN;
}

/* Parses a line; `pending` collects the comments of the next answer. */
static bool read_line(bisect_log *self, bisect_entry *pending, const char *line)
{
  const char *rest;
  bisect_answer answer = parse_answer(&rest, line, command);
  if (answer != BISECT_UNKNOWN && rest[0] == ' ' && rest[1]) {
    pending->name = mem_copy(rest + 1);
    pending->answer = answer;
    LIST_PUSH(self->entries, self->count, *pending);
    *pending = (bisect_entry){ 0 };
    return true;
  }
  bool is_detail = starts_with(line, detail_line);
  /* Earlier comments than the first one of an answer belong to none. */
  if (is_detail ||
      (parse_answer(&rest, line, "# ") && starts_with(rest, ": ["))) {
    free(pending->detail);
    pending->detail =
        is_detail ? mem_copy(line + sizeof detail_line - 1) : NULL;
    pending->flaky &= is_detail;
  }
  pending->flaky |= !strcmp(line, flaky_line);
  return line[0] == '#';
}

static rd_status fail_damaged(const bisect_log *self, size_t line,
                              rd_error *err)
{
  return rd_fail(err, RD_ERR_INVALID,
                 "%s is damaged (line %zu); start anew, without --resume",
                 self->path, line);
}

/* The lines after the head. */
static rd_status read_answers(bisect_log *self, const char *at, rd_error *err)
{
  const char *end = self->text.data + self->text.size;
  bisect_entry pending = { 0 };
  rd_status status = RD_OK;
  for (size_t number = 3; at < end && !status; number++) {
    char *line = next_line(&at, end);
    if (!read_line(self, &pending, line))
      status = fail_damaged(self, number, err);
    free(line);
  }
  free(pending.detail);
  return status;
}

/* Reads the file, and cuts off a partial line. */
static rd_status read_file(bisect_log *self, rd_error *err)
{
  rd_status status =
      file_read(&self->text.data, &self->text.size, self->path, err);
  if (status)
    return status;
  self->text.capacity = self->text.size + 1;
  const char *end = memrchr(self->text.data, '\n', self->text.size);
  if (!end)
    return rd_fail(err, RD_ERR_NOTFOUND, "%s holds nothing to continue",
                   self->path);
  self->text.size = (size_t)(end + 1 - self->text.data);
  self->text.data[self->text.size] = '\0';
  return RD_OK;
}

static rd_status fail_other(const bisect_log *self, rd_error *err)
{
  return rd_fail(err, RD_ERR_INVALID,
                 "%s is not the log of a bisection; name another folder",
                 self->path);
}

/* Continues a log that begins with the two lines of `head`. */
static rd_status go_on(bisect_log *self, const char *head, rd_error *err)
{
  rd_status status = read_file(self, err);
  if (status)
    return status;
  const char *text = self->text.data;
  if (!starts_with(text, title) || strlen(text) < self->text.size)
    return fail_other(self, err);
  if (strncmp(text, head, strcspn(head, "\n") + 1) != 0)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is the log of another bisection; start anew, without "
                   "--resume",
                   self->path);
  if (ftruncate(self->fd, (off_t)self->text.size))
    return fail_system(err, "write", self->path);
  if (starts_with(text, head))
    return read_answers(self, text + strlen(head), err);
  return starts_with(head, text) /* cut short by a kill */
             ? append(self, head + self->text.size, err)
             : fail_damaged(self, 2, err);
}

/* ---- opening ---- */

/* Is the file empty, or a log, perhaps cut short by a kill? */
static bool may_replace(const bisect_log *self)
{
  char found[sizeof title];
  ssize_t size = pread(self->fd, found, sizeof title - 1, 0);
  return size >= 0 && !memcmp(found, title, (size_t)size);
}

static rd_status begin(bisect_log *self, const char *head, rd_error *err)
{
  if (!may_replace(self))
    return fail_other(self, err);
  if (ftruncate(self->fd, 0))
    return fail_system(err, "write", self->path);
  rd_status status = append(self, head, err);
  sync_folder(self->path);
  return status;
}

rd_status bisect_log_open(bisect_log **out, const char *path, const char *key,
                          bool first_parent, bool resume, rd_error *err)
{
  bisect_log *self = mem_alloc(1, sizeof *self);
  *self = (bisect_log){ .path = mem_copy(path), .fd = -1 };
  char *shown = utf8_visible_line(key), *folder = path_directory(path);
  char *head = mem_format("%s%s\ngit bisect start%s\n", title, shown,
                          first_parent ? " '--first-parent'" : "");
  rd_status status = resume ? RD_OK : folders_make(folder, 0777, err);
  if (!status)
    status = open_file(self, resume, err);
  if (!status)
    status = resume ? go_on(self, head, err) : begin(self, head, err);
  free(head);
  free(folder);
  free(shown);
  if (status)
    bisect_log_free(self);
  else
    *out = self;
  return status;
}

void bisect_log_free(bisect_log *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->count; i++) {
    free(self->entries[i].name);
    free(self->entries[i].detail);
  }
  free(self->entries);
  text_free(&self->text);
  if (self->fd >= 0)
    (void)close(self->fd);
  free(self->path);
  free(self);
}

/* ---- writing ---- */

/* Adds a line, of which `any` may hold any bytes. */
static void add_line(textbuf *out, const char *beginning, const char *any)
{
  char *shown = utf8_visible_line(any);
  text_printf(out, "%s%s\n", beginning, shown);
  free(shown);
}

static bool is_one_line(const char *name)
{
  char *shown = utf8_visible_line(name);
  bool same = !strcmp(shown, name);
  free(shown);
  return same && *name;
}

rd_status bisect_log_add(bisect_log *self, const bisect_entry *entry,
                         const char *subject, rd_error *err)
{
  if (!is_one_line(entry->name))
    return rd_fail(err, RD_ERR_INVALID, "a log cannot hold the name '%s'",
                   entry->name);
  const char *word = words[entry->answer];
  textbuf lines = { 0 };
  text_printf(&lines, "# %s: [%s]", word, entry->name);
  add_line(&lines, subject && *subject ? " " : "", subject ? subject : "");
  if (entry->detail)
    add_line(&lines, detail_line, entry->detail);
  if (entry->flaky)
    text_printf(&lines, "%s\n", flaky_line);
  text_printf(&lines, "%s%s %s\n", command, word, entry->name);
  rd_status status = has_lines(&self->text, lines.data)
                         ? RD_OK
                         : append(self, lines.data, err);
  text_free(&lines);
  return status;
}

rd_status bisect_log_end(bisect_log *self, const strings *notes, rd_error *err)
{
  textbuf lines = { 0 };
  text_puts(&lines, "");
  for (size_t i = 0; i < notes->size; i++)
    add_line(&lines, "# ", notes->data[i]);
  rd_status status = !lines.size || ends_with_lines(&self->text, lines.data)
                         ? RD_OK
                         : append(self, lines.data, err);
  text_free(&lines);
  return status;
}

rd_status bisect_log_note(bisect_log *self, const char *line, rd_error *err)
{
  textbuf note = { 0 };
  add_line(&note, "# ", line);
  rd_status status =
      has_lines(&self->text, note.data) ? RD_OK : append(self, note.data, err);
  text_free(&note);
  return status;
}
