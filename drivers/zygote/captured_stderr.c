/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Output that a compiler prints before it looks at its text.
 *
 * A complaint about an option is part of every run's output, but the zygote
 * prints it only once. So stdout and stderr are a pipe at first, and its
 * content at the stop is printed at the beginning of each run. The runs use a
 * pipe too, and some compilers check the kind of their outputs. A compiler that
 * prints more than a pipe holds blocks, and the owner gives it up.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "zygote/inside.h"

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
