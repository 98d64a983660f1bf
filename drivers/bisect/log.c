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
  textbuf text; /* the content of the file */
  char *head;   /* its first two lines */
  bisect_entry *entries;
  size_t count;
  size_t earlier; /* entries that an earlier process wrote */
};

/* ---- entries ---- */

static bool has_entry(const bisect_log *self, const bisect_entry *entry)
{
  const char *detail = entry->detail ? entry->detail : "";
  for (size_t i = 0; i < self->count; i++) {
    const bisect_entry *there = &self->entries[i];
    if (there->answer == entry->answer && !strcmp(there->name, entry->name) &&
        !strcmp(there->detail ? there->detail : "", detail))
      return true;
  }
  return false;
}

const bisect_entry *bisect_log_entries(size_t *count_out,
                                       const bisect_log *self)
{
  *count_out = self->earlier;
  return self->entries;
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

/* The rest of the line after `beginning`, or NULL. */
static const char *after(const char *line, const char *beginning)
{
  return starts_with(line, beginning) ? line + strlen(beginning) : NULL;
}

/* The answer in a line that git reads; BISECT_UNKNOWN: it is not one. */
static bisect_answer parse_answer(const char **name_out, const char *line)
{
  const char *word = after(line, command);
  for (bisect_answer i = BISECT_GOOD; word && i <= BISECT_SKIP; i++) {
    const char *rest = after(word, words[i]);
    if (!rest || rest[0] != ' ' || !rest[1])
      continue;
    *name_out = rest + 1;
    return i;
  }
  return BISECT_UNKNOWN;
}

/* Is it the first comment of an answer? Earlier comments then belong to
 * none. */
static bool is_heading(const char *line)
{
  const char *word = after(line, "# ");
  for (bisect_answer i = BISECT_GOOD; word && i <= BISECT_SKIP; i++) {
    const char *rest = after(word, words[i]);
    if (rest && starts_with(rest, ": ["))
      return true;
  }
  return false;
}

/* Parses a line; `pending` collects the comments of the next answer. */
static bool read_line(bisect_log *self, bisect_entry *pending, const char *line)
{
  const char *name = NULL;
  bisect_answer answer = parse_answer(&name, line);
  if (answer != BISECT_UNKNOWN) {
    pending->name = mem_copy(name);
    pending->answer = answer;
    LIST_PUSH(self->entries, self->count, *pending);
    *pending = (bisect_entry){ 0 };
    return true;
  }
  bool is_detail = starts_with(line, detail_line);
  if (is_heading(line) || is_detail) {
    free(pending->detail);
    pending->detail = is_detail ? mem_copy(after(line, detail_line)) : NULL;
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
  self->earlier = self->count;
  return status;
}

static rd_status read_title(const bisect_log *self, const char *key,
                            rd_error *err)
{
  const char *at = self->text.data;
  char *line = next_line(&at, self->text.data + self->text.size);
  const char *found = after(line, title);
  rd_status status = RD_OK;
  if (!found)
    status = rd_fail(err, RD_ERR_INVALID, "%s is not the log of a bisection",
                     self->path);
  else if (strcmp(found, key))
    status = rd_fail(err, RD_ERR_INVALID,
                     "%s is the log of another bisection; start anew, without "
                     "--resume",
                     self->path);
  free(line);
  return status;
}

/* Cuts off a partial line. */
static rd_status cut(bisect_log *self, rd_error *err)
{
  size_t size = self->text.size;
  while (size && self->text.data[size - 1] != '\n')
    size--;
  if (size == self->text.size)
    return RD_OK;
  self->text.data[size] = '\0';
  self->text.size = size;
  return ftruncate(self->fd, (off_t)size)
             ? fail_system(err, "write", self->path)
             : RD_OK;
}

/* ---- opening ---- */

static rd_status read_file(bisect_log *self, rd_error *err)
{
  char *bytes;
  size_t size;
  rd_status status = file_read(&bytes, &size, self->path, err);
  if (status)
    return status;
  text_add(&self->text, bytes, size);
  free(bytes);
  return memchr(self->text.data, '\n', size)
             ? RD_OK
             : rd_fail(err, RD_ERR_NOTFOUND, "%s holds nothing to continue",
                       self->path);
}

static rd_status go_on(bisect_log *self, const char *key, rd_error *err)
{
  rd_status status = read_file(self, err);
  if (!status)
    status = read_title(self, key, err);
  if (!status)
    status = cut(self, err);
  if (status)
    return status;
  if (starts_with(self->text.data, self->head))
    return read_answers(self, self->text.data + strlen(self->head), err);
  return starts_with(self->head, self->text.data) /* cut short by a kill */
             ? append(self, self->head + self->text.size, err)
             : fail_damaged(self, 2, err);
}

static rd_status begin(bisect_log *self, rd_error *err)
{
  if (ftruncate(self->fd, 0))
    return fail_system(err, "write", self->path);
  rd_status status = append(self, self->head, err);
  sync_folder(self->path);
  return status;
}

rd_status bisect_log_open(bisect_log **out, const char *path, const char *key,
                          bool first_parent, bool resume, rd_error *err)
{
  bisect_log *self = mem_alloc(1, sizeof *self);
  char *shown = utf8_visible_line(key);
  self->head = mem_format("%s%s\ngit bisect start%s\n", title, shown,
                          first_parent ? " '--first-parent'" : "");
  self->path = mem_copy(path);
  self->fd = -1;
  char *folder = path_directory(path);
  rd_status status = resume ? RD_OK : folders_make(folder, err);
  if (!status)
    status = open_file(self, resume, err);
  if (!status)
    status = resume ? go_on(self, shown, err) : begin(self, err);
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
  free(self->head);
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
  if (has_entry(self, entry))
    return RD_OK;
  if (!is_one_line(entry->name))
    return rd_fail(err, RD_ERR_INVALID, "a log cannot hold the name '%s'",
                   entry->name);
  const char *word = words[entry->answer];
  textbuf lines = { 0 };
  char *heading = mem_format("# %s: [%s]%s", word, entry->name,
                             subject && *subject ? " " : "");
  add_line(&lines, heading, subject ? subject : "");
  if (entry->detail)
    add_line(&lines, detail_line, entry->detail);
  if (entry->flaky)
    text_printf(&lines, "%s\n", flaky_line);
  text_printf(&lines, "%s%s %s\n", command, word, entry->name);
  rd_status status = append(self, lines.data, err);
  free(heading);
  text_free(&lines);
  if (!status)
    LIST_PUSH(self->entries, self->count,
              (bisect_entry){ mem_copy(entry->name), entry->answer,
                              entry->detail ? mem_copy(entry->detail) : NULL,
                              entry->flaky });
  return status;
}

/* Does the text have this whole line? It ends with a newline. */
static bool has_line(const textbuf *text, const char *line)
{
  const char *at = text->data;
  while ((at = strstr(at, line)) && at != text->data && at[-1] != '\n')
    at++;
  return at;
}

rd_status bisect_log_note(bisect_log *self, const char *line, rd_error *err)
{
  textbuf lines = { 0 };
  add_line(&lines, line[0] == '#' ? "" : "# ", line);
  rd_status status =
      has_line(&self->text, lines.data) ? RD_OK : append(self, lines.data, err);
  text_free(&lines);
  return status;
}

char *bisect_log_text(const bisect_log *self)
{
  return mem_copy(self->text.data);
}
