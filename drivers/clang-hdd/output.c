/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes the reduced file.
 *
 * Each accepted text is written to a temporary file beside the target, which
 * is then renamed to the target, so a kill at any moment leaves a whole file.
 * It is synced to disk once, at the end. In place, the original first becomes
 * FILE.orig; an existing FILE.orig is never overwritten. Any other result that
 * was there is kept under a numbered name unless it turns out to be the same. A
 * target that is not a regular file is refused, since renaming over a device
 * would replace the device.
 *
 * Several files are written into a folder, which is exchanged as a whole. In
 * place, those that have changed are replaced one after the other. Most steps
 * change one; a kill between two leaves a mixture, and --resume writes both.
 */
#include "clang-hdd/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/joined.h"
#include "compiler/languages.h"

/* The suffix of a path, with its dot; the end of the path if it has none. */
static const char *suffix_of(const char *path)
{
  const char *name = base_name(path);
  const char *dot = strrchr(name, '.');
  return dot && dot != name ? dot : name + strlen(name);
}

char *output_default_path(const char *input)
{
  const char *suffix = suffix_of(input);
  bool module = language_names_modules(language_of_file(input));
  return mem_format("%.*s%creduced%s", (int)(suffix - input), input,
                    module ? '_' : '.', suffix); /* no module is called a.b */
}

char *output_backup_path(const char *input)
{
  return mem_format("%s.orig", input);
}

bool output_is_stream(const char *path)
{
  return !strcmp(path, "-") || starts_with(path, "/dev/std") ||
         starts_with(path, "/dev/fd/") || starts_with(path, "/proc/self/fd/");
}

bool output_goes_here(const char *input)
{
  size_t size = (size_t)(base_name(input) - input);
  char *folder = size ? mem_copy_bytes(input, size) : mem_copy(".");
  bool here = (output_is_stream(input) || access(folder, W_OK) != 0) &&
              access(".", W_OK) == 0;
  free(folder);
  return here;
}

/* The folder is beside the output, named after the file that the user gave. It
 * and the report's are not that file. */
static char *folder_path(const char *input, const char *path)
{
  const char *named = path ? path : input;
  const char *suffix = suffix_of(named);
  if (!strcmp(suffix, ".hdd") || !strcmp(suffix, ".report"))
    suffix += strlen(suffix);
  return mem_format("%.*s.hdd", (int)(suffix - named), named);
}

char *output_report_folder(const output *self)
{
  size_t stem = strlen(self->folder) - strlen(".hdd");
  return mem_format("%.*s.report", (int)stem, self->folder);
}

/* Follows links, so that a link is not replaced by a file. */
static char *resolve(const char *path)
{
  char *found = realpath(path, NULL);
  char *out = mem_copy(found ? found : path);
  free(found);
  return out;
}

static rd_status check_target(const output *self, rd_error *err)
{
  struct stat info;
  if (self->backup && !self->has_backup && path_exists(self->backup))
    return rd_fail(err, RD_ERR_IO,
                   "%s is there already; move it away or use -o", self->backup);
  if (!self->backup && path_same(self->path, self->input))
    return rd_fail(err, RD_ERR_IO,
                   "%s is the input; use --in-place to reduce it itself",
                   self->path);
  if (stat(self->resolved, &info) == 0 && !S_ISREG(info.st_mode))
    return rd_fail(
        err, RD_ERR_IO,
        "cannot write %s: it is not a regular file; name one with -o",
        self->path);
  return RD_OK;
}

/* Checks that the temporary file can be made. */
static rd_status check_folder(const output *self, rd_error *err)
{
  (void)unlink(self->temporary); /* of a killed process with our pid */
  int fd = open(self->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0 && errno != ENOSPC && errno != EDQUOT)
    return rd_fail(err, RD_ERR_IO, "cannot write %s: %s; name another with -o",
                   self->path, strerror(errno));
  if (fd < 0)
    return fail_system(err, "write", self->path);
  (void)close(fd);
  (void)unlink(self->temporary);
  return RD_OK;
}

rd_status output_init(output *out, const char *input, const char *path,
                      output_place place, rd_error *err)
{
  bool in_place = place != OUTPUT_FILE;
  *out = (output){ .input = mem_copy(input), .mode = 0666 };
  out->path = in_place ? mem_copy(input)
              : path   ? mem_copy(path)
                       : output_default_path(input);
  out->resolved = resolve(out->path);
  out->temporary = mem_format("%s.%ld.tmp", out->resolved, (long)getpid());
  if (in_place)
    out->backup = output_backup_path(input);
  out->folder = folder_path(input, path);
  out->has_backup = place == OUTPUT_IN_PLACE_AGAIN && path_exists(out->backup);
  struct stat info;
  if (in_place && stat(input, &info) == 0)
    out->mode = info.st_mode & 0777;
  rd_status status = check_target(out, err);
  return status ? status : check_folder(out, err);
}

/* ---- a folder of several files ---- */

/* The path of one of the files; caller's. */
static char *path_of(const output *self, size_t file)
{
  if (!self->files || file < self->each_count)
    return mem_copy((self->files ? &self->each[file] : self)->resolved);
  return mem_format("%s/%s", self->each ? self->base : self->resolved,
                    self->files->data[file]);
}

/* Is the folder ours to replace: does it have no other files? */
static bool has_others(const char *folder, const char *prefix,
                       const strings *files)
{
  strings names = { 0 };
  bool found = !folder_list(&names, folder);
  for (size_t i = 0; i < names.size && !found; i++) {
    char *name = mem_format("%s%s", prefix, names.data[i]);
    char *path = mem_format("%s/%s", folder, names.data[i]);
    char *below = mem_format("%s/", name);
    bool leads = false;
    for (size_t j = 0; j < files->size; j++)
      leads |= starts_with(files->data[j], below);
    found = leads ? has_others(path, below, files) : !strings_has(files, name);
    free(below);
    free(path);
    free(name);
  }
  strings_free(&names);
  return found;
}

/* Removes our files, and the folder if it has no others. */
static void remove_folder(const char *folder, const strings *files)
{
  for (size_t i = 0; i < files->size; i++) {
    char *path = mem_format("%s/%s", folder, files->data[i]);
    (void)unlink(path);
    for (char *slash;
         strlen(path) > strlen(folder) && (slash = strrchr(path, '/'));) {
      *slash = '\0';
      (void)rmdir(path);
    }
    free(path);
  }
}

/* Would it replace a file that is reduced, or one that stays? */
static bool holds_input(const output *self)
{
  bool holds = false;
  for (size_t i = 0; i < self->files->size && !holds; i++) {
    char *path = path_of(self, i);
    char *input = mem_format("%s/%s", self->base, self->files->data[i]);
    holds = path_same(path, input);
    free(input);
    free(path);
  }
  return holds;
}

static rd_status check_target_folder(const output *self, rd_error *err)
{
  struct stat info;
  if (holds_input(self))
    return rd_fail(err, RD_ERR_IO,
                   "%s has the input; use --in-place to reduce it itself",
                   self->path);
  if (stat(self->resolved, &info) == 0 &&
      (!S_ISDIR(info.st_mode) || has_others(self->resolved, "", self->files)))
    return rd_fail(err, RD_ERR_IO,
                   S_ISDIR(info.st_mode)
                       ? "%s has other files; name another folder with -o"
                       : "%s is not a folder, which several files need; name "
                         "one with -o",
                   self->path);
  remove_folder(self->temporary, self->files);
  if (mkdir(self->temporary, 0777))
    return fail_system(err, "write", self->path);
  (void)rmdir(self->temporary);
  return RD_OK;
}

static rd_status write_folder(output *self, const char *bytes, size_t size,
                              rd_error *err)
{
  remove_folder(self->temporary, self->files);
  rd_status status = folder_make(self->temporary, 0777, err);
  if (!status)
    status = joined_write(self->temporary, self->files, bytes, size, err);
  bool there = path_exists(self->resolved);
  if (!status && there && !self->written && !self->is_ours && !self->kept)
    self->kept = path_numbered(self->resolved);
  if (!status && (there ? renameat2(AT_FDCWD, self->temporary, AT_FDCWD,
                                    self->resolved, RENAME_EXCHANGE)
                        : rename(self->temporary, self->resolved)))
    status = fail_system(err, "write", self->path);
  if (!status && self->kept && !path_exists(self->kept))
    status = rename(self->temporary, self->kept)
                 ? fail_system(err, "write", self->kept)
                 : RD_OK;
  remove_folder(self->temporary, self->files);
  self->written |= !status;
  return status;
}

/* ---- several files in place ---- */

static bool has_content(const char *path, const char *bytes, size_t size)
{
  char *there = NULL;
  size_t there_size;
  bool same = !file_read(&there, &there_size, path, NULL) &&
              there_size == size && !memcmp(there, bytes, size);
  free(there);
  return same;
}

static bool has_same_content(const char *path, const char *other)
{
  char *there = NULL;
  size_t size;
  bool same =
      !file_read(&there, &size, other, NULL) && has_content(path, there, size);
  free(there);
  return same;
}

static rd_status write_each(output *self, const char *bytes, size_t size,
                            rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < self->each_count && !status; i++) {
    size_t part;
    const char *text = joined_file(&part, self->files, i, bytes, size);
    if (!has_content(self->each[i].resolved, text, part))
      status = output_write(&self->each[i], text, part, err);
  }
  self->written |= !status;
  return status;
}

rd_status output_init_files(output *out, const char *input, const char *path,
                            output_place place, const output_files *what,
                            rd_error *err)
{
  *out = (output){ .input = mem_copy(input),
                   .files = what->names,
                   .base = mem_copy(what->base) };
  out->folder = folder_path(input, path);
  if (place == OUTPUT_FILE) {
    out->path = path ? mem_copy(path)
                     : mem_format("%.*s.reduced",
                                  (int)(suffix_of(input) - input), input);
    out->resolved = resolve(out->path);
    out->temporary = mem_format("%s.%ld.tmp", out->resolved, (long)getpid());
    return check_target_folder(out, err);
  }
  out->path = mem_copy(input);
  out->each = mem_alloc(what->reduced, sizeof *out->each);
  rd_status status = RD_OK;
  for (size_t i = 0; i < what->reduced && !status; i++) {
    char *file = mem_format("%s/%s", what->base, what->names->data[i]);
    status = output_init(&out->each[i], file, NULL, place, err);
    out->each_count++;
    free(file);
  }
  return status;
}

/* ---- writing ---- */

/* Keeps what is there: as a hard link, or as a copy if the file system has no
 * links. */
static rd_status keep_as(const output *self, const char *name, rd_error *err)
{
  if (!link(self->resolved, name))
    return RD_OK;
  if (errno == EEXIST)
    return fail_system(err, "write", name);
  char *bytes = NULL;
  size_t size = 0;
  rd_status status = file_read(&bytes, &size, self->resolved, err);
  if (!status)
    status = file_create(name, bytes, size, err);
  free(bytes);
  return status;
}

/* Has somebody else changed what was written? */
static bool is_changed(const output *self)
{
  struct stat now;
  return self->written && !stat(self->resolved, &now) &&
         (now.st_ino != self->last.st_ino ||
          now.st_size != self->last.st_size ||
          now.st_mtim.tv_sec != self->last.st_mtim.tv_sec ||
          now.st_mtim.tv_nsec != self->last.st_mtim.tv_nsec);
}

/* Before a text is written: keeps the original, the result of another reduction,
 * or what somebody else has written meanwhile. */
static rd_status keep_present(output *self, rd_error *err)
{
  if (is_changed(self))
    string_replace(&self->kept, NULL);
  else if (self->written)
    return RD_OK;
  else if (self->backup && !self->has_backup)
    return keep_as(self, self->backup, err);
  else if (self->is_ours || self->kept || !path_exists(self->resolved))
    return RD_OK;
  self->kept = path_numbered(self->resolved);
  return keep_as(self, self->kept, err);
}

static bool write_all(int fd, const char *bytes, size_t size)
{
  while (size) {
    ssize_t written = write(fd, bytes, size);
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      bytes += written;
      size -= (size_t)written;
    }
  }
  return true;
}

/* Makes the temporary file. It is unnamed until it is complete, so that a kill
 * leaves no part of it; on file systems without unnamed files it has its name
 * from the start. */
static rd_status make_temporary(const output *self, const char *bytes,
                                size_t size, rd_error *err)
{
  char *folder = path_directory(self->resolved);
  int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  free(folder);
  if (fd < 0)
    return file_create(self->temporary, bytes, size, err);
  char *named = mem_format("/proc/self/fd/%d", fd);
  rd_status status = RD_OK;
  if (!write_all(fd, bytes, size))
    status = fail_system(err, "write", self->path);
  else if (linkat(AT_FDCWD, named, AT_FDCWD, self->temporary,
                  AT_SYMLINK_FOLLOW))
    status = file_create(self->temporary, bytes, size, err);
  free(named);
  (void)close(fd);
  return status;
}

/* Puts the temporary file in place of the result. The two are exchanged if
 * possible: when a file is replaced, ext4 writes the new one out at once, but
 * only the last one needs to be synced. */
static bool put_in_place(const output *self)
{
  if (self->written && !renameat2(AT_FDCWD, self->temporary, AT_FDCWD,
                                  self->resolved, RENAME_EXCHANGE)) {
    (void)unlink(self->temporary);
    return true;
  }
  return !rename(self->temporary, self->resolved);
}

rd_status output_write(output *self, const char *bytes, size_t size,
                       rd_error *err)
{
  if (self->files)
    return self->each ? write_each(self, bytes, size, err)
                      : write_folder(self, bytes, size, err);
  rd_status status = keep_present(self, err);
  /* A killed process with our pid may have left one; in a container pids
   * usually repeat. */
  (void)unlink(self->temporary);
  if (!status)
    status = make_temporary(self, bytes, size, err);
  if (!status && self->backup)
    (void)chmod(self->temporary, self->mode);
  if (!status && !put_in_place(self))
    status = fail_system(err, "write", self->path);
  if (status)
    (void)unlink(self->temporary);
  else
    self->written = !stat(self->resolved, &self->last);
  return status;
}

bool output_claim(output *self, const char *bytes, size_t size)
{
  bool same = true;
  for (size_t i = 0; i < (self->files ? self->files->size : 1); i++) {
    size_t part = size;
    const char *text =
        self->files ? joined_file(&part, self->files, i, bytes, size) : bytes;
    char *path = path_of(self, i);
    bool is_it = has_content(path, text, part);
    free(path);
    if (i < self->each_count)
      self->each[i].is_ours |= is_it;
    same &= is_it;
  }
  self->is_ours |= same;
  return same;
}

bool output_has_result(const output *self)
{
  return self->written || self->is_ours || self->has_backup;
}

uint64_t output_size(const output *self)
{
  uint64_t size = 0;
  for (size_t i = 0; i < (self->files ? self->files->size : 1); i++) {
    char *path = path_of(self, i);
    struct stat info;
    bool there = !stat(path, &info);
    free(path);
    if (!there)
      return UINT64_MAX;
    size += (uint64_t)info.st_size +
            (self->files ? strlen(self->files->data[i]) + 2 : 0);
  }
  return size;
}

static void sync_path(const char *path, int flags)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC | flags);
  if (fd < 0)
    return;
  (void)fsync(fd);
  (void)close(fd);
}

/* Removes the kept result if it is that of this reduction. */
static void forget_kept(output *self)
{
  bool differs = false;
  for (size_t i = 0; i < (self->files ? self->files->size : 1); i++) {
    char *now = path_of(self, i);
    char *before = mem_format("%s%s", self->kept, now + strlen(self->resolved));
    differs |= !has_same_content(now, before);
    free(before);
    free(now);
  }
  if (differs)
    return;
  if (self->files)
    remove_folder(self->kept, self->files);
  else
    (void)unlink(self->kept);
  string_replace(&self->kept, NULL);
}

void output_finish(output *self)
{
  if (!self->written)
    return;
  for (size_t i = 0; i < self->each_count; i++)
    if (self->each[i].kept)
      forget_kept(&self->each[i]);
  if (self->kept)
    forget_kept(self);
  for (size_t i = 0; i < (self->files ? self->files->size : 1); i++) {
    char *path = path_of(self, i);
    char *folder = path_directory(path);
    sync_path(path, 0);
    sync_path(folder, O_DIRECTORY);
    free(folder);
    free(path);
  }
}

void output_dispose(output *self)
{
  free(self->path);
  free(self->resolved);
  free(self->temporary);
  free(self->backup);
  free(self->folder);
  free(self->input);
  free(self->base);
  free(self->kept);
  for (size_t i = 0; i < self->each_count; i++)
    output_dispose(&self->each[i]);
  free(self->each);
  *self = (output){ 0 };
}
