/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Keeps crash bundles.
 *
 * A parallel build can hit the same crash in several files at once, and any of
 * its processes may be killed. A bundle is therefore written under a temporary
 * name and then renamed, and a count replaces the older file. Both happen under
 * a lock that is released when its owner dies. The lock's owner may remove
 * unfinished bundles of other processes. If locks do not work, nothing waits
 * for them; a count may then be lost, but never a bundle.
 *
 * The first text for a signature is kept: choosing a smaller one would save the
 * reduction a few tests, but cost every crashing compile a run of the
 * preprocessor.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "reduce/process.h"
#include "watch/bundle.h"

/* ---- folder and lock ---- */

enum { LOCK_ATTEMPTS = 300, LOCK_PAUSE_NS = 10 * 1000 * 1000 };

/* The lock's descriptor, or -1: a stopped process holds it, or locks are not
 * supported here. */
static int take_lock(const char *top)
{
  char *path = mem_format("%s/.lock", top);
  int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  free(path);
  const struct timespec pause = { .tv_nsec = LOCK_PAUSE_NS };
  for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB); i++) {
    if (errno != EWOULDBLOCK || i == LOCK_ATTEMPTS) {
      (void)close(fd);
      return -1;
    }
    (void)nanosleep(&pause, NULL);
  }
  return fd;
}

static void drop_lock(int fd)
{
  if (fd >= 0)
    (void)close(fd);
}

/* Removes what killed processes left unfinished. */
static void sweep(const char *top)
{
  strings names = { 0 };
  (void)folder_list(&names, top);
  for (size_t i = 0; i < names.size; i++)
    if (starts_with(names.data[i], ".new-")) {
      char *path = mem_format("%s/%s", top, names.data[i]);
      rd_scratch_remove(path);
      free(path);
    }
  strings_free(&names);
}

static char *now(void)
{
  char text[32];
  time_t seconds = time(NULL);
  struct tm parts;
  (void)gmtime_r(&seconds, &parts);
  (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return mem_copy(text);
}

/* ---- counting ---- */

static char *path_of(const bundle *self)
{
  return path_absolute(self->directory, self->word);
}

/* Did another watch around or inside this compile count it already? */
static bool is_counted(const bundle *kept, const bundle *self, int64_t since)
{
  char *path = mem_format("%s/" BUNDLE_JSON, kept->folder);
  char *source = path_of(self);
  struct stat info;
  bool later =
      !stat(path, &info) &&
      (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec > since;
  bool same = !strcmp(kept->latest, source);
  free(source);
  free(path);
  return later && same;
}

static rd_status write_json(const bundle *self, rd_error *err)
{
  char *path = mem_format("%s/" BUNDLE_JSON, self->folder);
  char *text = bundle_text(self);
  rd_status status = file_replace(path, text, strlen(text), err);
  free(text);
  free(path);
  return status;
}

static rd_status count_once_more(bundle *kept, bundle *self, rd_error *err)
{
  self->seen = ++kept->seen;
  string_replace(&kept->last, now());
  string_replace(&kept->latest, path_of(self));
  return write_json(kept, err);
}

rd_status bundle_count(bool *known_out, bundle *self, int64_t since,
                       rd_error *err)
{
  *known_out = false;
  char *top = bundles_folder();
  char *folder = top ? mem_format("%s/%s", top, self->id) : NULL;
  rd_status status = RD_OK;
  if (folder && bundle_is(folder)) {
    int lock = take_lock(top);
    bundle kept;
    if (!bundle_read(&kept, folder, NULL)) {
      *known_out = true;
      self->seen = 0;
      if (!is_counted(&kept, self, since))
        status = count_once_more(&kept, self, err);
      bundle_dispose(&kept);
    }
    drop_lock(lock);
  }
  free(folder);
  free(top);
  return status;
}

/* ---- writing ---- */

static rd_status write_file(const char *folder, const char *name,
                            const char *bytes, size_t size, rd_error *err)
{
  char *path = mem_format("%s/%s", folder, name);
  rd_status status = file_create(path, bytes, size, err);
  free(path);
  return status;
}

/* Writes the folder's content under a temporary name. */
static rd_status make(const bundle *self, const char *folder, const char *text,
                      size_t size, const char *output, size_t output_size,
                      rd_error *err)
{
  rd_scratch_remove(folder);
  rd_status status = folder_make(folder, 0700, err);
  char *json = bundle_text(self);
  if (!status)
    status = write_file(folder, base_name(self->source), text, size, err);
  if (!status)
    status = write_file(folder, BUNDLE_OUTPUT, output, output_size, err);
  if (!status)
    status = write_file(folder, BUNDLE_JSON, json, strlen(json), err);
  free(json);
  return status;
}

static size_t most_bundles(void)
{
  const char *word = getenv(BUNDLES_LIMIT);
  char *end = NULL;
  unsigned long most = word ? strtoul(word, &end, 10) : 0;
  return word && *word && !*end && most ? most : BUNDLES_MAX;
}

/* Removes the bundles whose last crash is the oldest. */
static void remove_oldest(const bundle *kept)
{
  bundle *list;
  size_t count, most = most_bundles();
  if (bundles_read(&list, &count, NULL, NULL))
    return;
  size_t left = count;
  for (size_t i = count; i-- > 0 && left > most;)
    if (strcmp(list[i].id, kept->id) != 0) {
      rd_scratch_remove(list[i].folder);
      left--;
    }
  bundles_free(list, count);
}

/* Moves the new folder into its place. A bundle written meanwhile is kept and
 * counted; a damaged one is removed. */
static rd_status put(bundle *self, const char *made, rd_error *err)
{
  bundle other;
  if (!bundle_read(&other, self->folder, NULL)) {
    rd_scratch_remove(made);
    rd_status status = count_once_more(&other, self, err);
    bundle_dispose(&other);
    return status;
  }
  rd_scratch_remove(self->folder);
  (void)unlink(self->folder); /* a stray file */
  if (rename(made, self->folder))
    return rd_fail(err, RD_ERR_IO, "cannot write %s: %m", self->folder);
  return RD_OK;
}

rd_status bundle_write(bundle *self, const char *text, size_t size,
                       const char *output, size_t output_size, rd_error *err)
{
  char *top = bundles_folder();
  if (!top)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "neither XDG_STATE_HOME nor HOME is set");
  rd_status status = folders_make(top, 0700, err);
  if (!status) {
    int lock = take_lock(top);
    if (lock >= 0)
      sweep(top);
    string_replace(&self->folder, mem_format("%s/%s", top, self->id));
    string_replace(&self->first, now());
    string_replace(&self->last, now());
    string_replace(&self->latest, path_of(self));
    self->seen = 1;
    char *made = mem_format("%s/.new-%s.%ld", top, self->id, (long)getpid());
    status = make(self, made, text, size, output, output_size, err);
    if (!status)
      status = put(self, made, err);
    if (status)
      rd_scratch_remove(made);
    else
      remove_oldest(self);
    free(made);
    drop_lock(lock);
  }
  free(top);
  return status;
}

rd_status bundle_remove(const char *id, rd_error *err)
{
  char *folder;
  rd_status status = bundle_folder(&folder, id, err);
  if (status)
    return status;
  rd_scratch_remove(folder);
  if (unlink(folder) && errno != ENOENT) /* a stray file */
    status = rd_fail(err, RD_ERR_IO, "cannot remove %s", folder);
  free(folder);
  return status;
}
