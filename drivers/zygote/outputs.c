/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a compiler has written before the stop: files that it opened, and output
 * that it printed before it looks at its text.
 *
 * The children of a zygote would share one offset in such a file, which,
 * moreover, is removed after the first run. So each child reopens it under the
 * same number. That is correct only while the file is empty; output that the
 * compiler still buffers in its own memory is written by each child.
 *
 * A complaint about an option is part of every run's output, but the zygote
 * prints it only once. So stdout and stderr are a pipe at first, and its
 * content at the stop is printed at the beginning of each run. The runs use a
 * pipe too, and some compilers check the kind of their outputs. A compiler that
 * prints more than a pipe holds blocks, and the owner gives it up.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zygote/inside.h"

enum { MOST_OUTPUTS = 8 };

struct output {
  int number;
  int flags;
  bool closes; /* on execution of a program */
  char path[PATH_MAX];
};

static struct output outputs[MOST_OUTPUTS];
static size_t output_count;

static bool is_output(int number, int *flags_out)
{
  struct stat info;
  int flags = fcntl(number, F_GETFL);
  *flags_out = flags;
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY &&
         !fstat(number, &info) && S_ISREG(info.st_mode);
}

/* A run may start in another folder. */
static void make_relative(char *path)
{
  char folder[PATH_MAX];
  size_t size = getcwd(folder, sizeof folder) ? strlen(folder) : 0;
  if (size && !strncmp(path, folder, size) && path[size] == '/')
    memmove(path, path + size + 1, strlen(path + size));
}

/* False: the file is not empty, or it has no name. */
static bool add_output(int number, int flags)
{
  struct stat info;
  if (output_count == MOST_OUTPUTS || fstat(number, &info) || info.st_size ||
      !info.st_nlink)
    return false;
  struct output *out = &outputs[output_count++];
  char link[64];
  (void)snprintf(link, sizeof link, "/proc/self/fd/%d", number);
  ssize_t size = readlink(link, out->path, sizeof out->path);
  if (size <= 0 || (size_t)size >= sizeof out->path)
    return false;
  out->path[size] = '\0';
  make_relative(out->path);
  out->number = number;
  out->flags = (flags & (O_ACCMODE | O_APPEND)) | O_CREAT | O_TRUNC;
  out->closes = fcntl(number, F_GETFD) & FD_CLOEXEC;
  return true;
}

bool zygote_outputs_find(void)
{
  DIR *folder = opendir("/proc/self/fd");
  struct dirent *entry;
  bool good = folder != NULL;
  while (good && (entry = readdir(folder))) {
    int flags, number = atoi(entry->d_name); /* 0 for the names with dots */
    if (number > STDERR_FILENO && is_output(number, &flags))
      good = add_output(number, flags);
  }
  if (folder)
    (void)closedir(folder);
  return good;
}

bool zygote_outputs_open(void)
{
  for (size_t i = 0; i < output_count; i++) {
    const struct output *output = &outputs[i];
    int fd = open(output->path, output->flags | O_CLOEXEC, 0666);
    if (fd < 0 || dup3(fd, output->number, output->closes ? O_CLOEXEC : 0) < 0)
      return false;
    (void)close(fd);
  }
  return true;
}

/* ---- printed output ---- */

static char captured[64 * 1024];
static size_t captured_size;
static int pipe_end = -1; /* the read end of the pipe */
static int first = -1;    /* a copy of the original stderr */

void zygote_captured_stderr_begin(void)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
    return;
  (void)fcntl(ends[1], F_SETFL, 0);
  first = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  (void)dup2(ends[1], STDOUT_FILENO);
  (void)dup2(ends[1], STDERR_FILENO);
  (void)close(ends[1]);
  pipe_end = ends[0];
}

/* Flushes only stdout and stderr: other streams' buffers are left alone. */
void zygote_captured_stderr_end(void)
{
  if (pipe_end < 0)
    return;
  (void)fflush(stdout);
  (void)fflush(stderr);
  ssize_t size;
  do {
    size = read(pipe_end, captured + captured_size,
                sizeof captured - captured_size);
    if (size > 0)
      captured_size += (size_t)size;
  } while (size > 0 || (size < 0 && errno == EINTR));
  (void)close(pipe_end);
  pipe_end = -1;
  (void)dup2(first, STDOUT_FILENO);
  (void)dup2(first, STDERR_FILENO);
  (void)close(first);
}

bool zygote_captured_stderr_print(int output)
{
  size_t done = 0;
  while (done < captured_size) {
    ssize_t size = write(output, captured + done, captured_size - done);
    if (size < 0 && errno != EINTR)
      return false;
    if (size > 0)
      done += (size_t)size;
  }
  return true;
}
