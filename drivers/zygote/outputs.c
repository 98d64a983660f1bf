/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files that a compiler opened for writing before the stop.
 *
 * The children of a zygote would share one offset in such a file, which,
 * moreover, is removed after the first run. So each child reopens it under the
 * same number. That is correct only while the file is empty; output that the
 * compiler still buffers in its own memory is written by each child.
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
