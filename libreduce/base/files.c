/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files and path names for the drivers.
 *
 * Files are read and written whole. A test runs in its own folder, so every
 * path from a user is made absolute, relative to the folder where the user gave
 * it. Links are kept: a compiler may depend on the name by which it was called.
 */
#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

rd_status fail_system(rd_error *err, const char *what, const char *path)
{
  int code = errno;
  return rd_fail(err,
                 code == ENOSPC || code == EDQUOT ? RD_ERR_NOSPACE : RD_ERR_IO,
                 "cannot %s %s: %s", what, path, strerror(code));
}

/* Distinguishes a path that does not exist or is a folder. */
static rd_status fail_errno(rd_error *err, const char *what, const char *path)
{
  int code = errno;
  rd_status status = code == ENOENT || code == ENOTDIR ? RD_ERR_NOTFOUND
                     : code == EISDIR                  ? RD_ERR_INVALID
                                                       : RD_OK;
  return status ? rd_fail(err, status, "cannot %s %s: %s", what, path,
                          strerror(code))
                : fail_system(err, what, path);
}

rd_status file_read(char **out, size_t *size_out, const char *path,
                    rd_error *err)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return fail_errno(err, "read", path);
  textbuf bytes = { 0 };
  char chunk[65536];
  ssize_t got;
  while ((got = read(fd, chunk, sizeof chunk)) != 0) {
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      break;
    text_add(&bytes, chunk, (size_t)got);
  }
  rd_status status = got < 0 ? fail_errno(err, "read", path) : RD_OK;
  (void)close(fd);
  if (status) {
    text_free(&bytes);
    return status;
  }
  text_add(&bytes, "", 0);
  *size_out = bytes.size;
  *out = bytes.data;
  return RD_OK;
}

void files_fill_standard(void)
{
  int fd;
  do
    fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd > STDERR_FILENO)
    (void)close(fd);
}

/* Writes a file; an error names it as `said`. */
static rd_status write_whole(const char *path, const char *said, int flags,
                             const char *bytes, size_t size, rd_error *err)
{
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  if (fd < 0)
    return fail_errno(err, "write", said);
  while (size) {
    ssize_t put = write(fd, bytes, size);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0) {
      rd_status status = fail_errno(err, "write", said);
      (void)close(fd);
      return status;
    }
    bytes += put;
    size -= (size_t)put;
  }
  return close(fd) ? fail_errno(err, "write", said) : RD_OK;
}

rd_status folder_make(const char *path, mode_t mode, rd_error *err)
{
  return !mkdir(path, mode) || errno == EEXIST ? RD_OK
                                               : fail_system(err, "make", path);
}

rd_status folders_make(const char *path, mode_t mode, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t end = 1; path[end - 1] && !status; end++) {
    end += strcspn(path + end, "/");
    char *part = mem_copy_bytes(path, end);
    status = folder_make(part, mode, err);
    free(part);
  }
  return status;
}

bool folder_list(strings *out, const char *path)
{
  DIR *folder = opendir(path);
  const struct dirent *entry;
  if (!folder)
    return false;
  while ((entry = readdir(folder)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      strings_add(out, entry->d_name);
  (void)closedir(folder);
  strings_sort(out);
  return true;
}

rd_status file_write(const char *path, const char *bytes, size_t size,
                     rd_error *err)
{
  return write_whole(path, path, O_TRUNC, bytes, size, err);
}

rd_status file_create(const char *path, const char *bytes, size_t size,
                      rd_error *err)
{
  return write_whole(path, path, O_EXCL, bytes, size, err);
}

rd_status file_replace(const char *path, const char *bytes, size_t size,
                       rd_error *err)
{
  char *temporary = mem_format("%s.%ld.tmp", path, (long)getpid());
  (void)unlink(temporary);
  rd_status status = write_whole(temporary, path, O_EXCL, bytes, size, err);
  if (!status && rename(temporary, path))
    status = fail_errno(err, "write", path);
  if (status)
    (void)unlink(temporary);
  free(temporary);
  return status;
}

char *path_absolute(const char *directory, const char *path)
{
  textbuf out = { 0 };
  if (path[0] != '/')
    text_puts(&out, directory);
  const char *part = path;
  while (*part) {
    size_t size = strcspn(part, "/");
    bool dot = size == 1 && part[0] == '.';
    if (size && !dot) {
      if (!out.size || out.data[out.size - 1] != '/')
        text_puts(&out, "/");
      text_add(&out, part, size);
    }
    part += size;
    part += strspn(part, "/");
  }
  if (!out.size)
    text_puts(&out, "/");
  return out.data;
}

char *path_directory(const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash)
    return mem_copy(".");
  return slash == path ? mem_copy("/")
                       : mem_copy_bytes(path, (size_t)(slash - path));
}

bool path_exists(const char *path)
{
  return access(path, F_OK) == 0;
}

bool path_is_regular(const char *path)
{
  struct stat info;
  return !stat(path, &info) && S_ISREG(info.st_mode);
}

char *path_numbered(const char *path)
{
  char *name = NULL;
  for (unsigned i = 1; !name || path_exists(name); i++)
    string_replace(&name, mem_format("%s.~%u~", path, i));
  return name;
}

bool path_same(const char *a, const char *b)
{
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* Is it an executable file? Sets errno if not. */
static bool is_program(const char *path)
{
  struct stat info;
  if (stat(path, &info))
    return false;
  if (!S_ISREG(info.st_mode)) {
    errno = S_ISDIR(info.st_mode) ? EISDIR : EACCES;
    return false;
  }
  return access(path, X_OK) == 0;
}

char *path_program(const char *name)
{
  return path_program_in(name, getenv("PATH"));
}

char *path_program_in(const char *name, const char *path)
{
  if (strchr(name, '/'))
    return is_program(name) ? mem_copy(name) : NULL;
  if (!path || !*path)
    path = "/usr/local/bin:/usr/bin:/bin";
  int reason = ENOENT;
  while (*name) { /* the empty name is not a program */
    size_t size = strcspn(path, ":");
    char *file =
        mem_format("%.*s/%s", size ? (int)size : 1, size ? path : ".", name);
    if (is_program(file))
      return file;
    if (errno == EACCES)
      reason = EACCES;
    free(file);
    if (!path[size])
      break;
    path += size + 1;
  }
  errno = reason;
  return NULL;
}

char *program_start_problem(const char *program, int code)
{
  char *path = path_program(program), *text = NULL;
  size_t size = 0;
  if (code == ENOENT && path)
    (void)file_read(&text, &size, path, NULL);
  free(path);
  const char *word = starts_with(text ? text : "", "#!") ? text + 2 : "";
  word += strspn(word, " \t");
  size = strcspn(word, " \t\n");
  bool has_return = size && word[size - 1] == '\r';
  char *out =
      size ? mem_format("its interpreter %.*s%s is not there%s",
                        (int)(size - has_return), word, has_return ? "\\r" : "",
                        has_return ? "; end its lines with \\n alone" : "")
           : mem_copy(strerror(code));
  free(text);
  return out;
}

rd_status file_write_below(const char *folder, const char *name,
                           const char *bytes, size_t size, rd_error *err)
{
  char *path = mem_format("%s/%s", folder, name);
  char *parent = path_directory(path);
  rd_status status =
      strchr(name, '/') ? folders_make(parent, 0777, err) : RD_OK;
  if (!status)
    status = file_write(path, bytes, size, err);
  free(parent);
  free(path);
  return status;
}
