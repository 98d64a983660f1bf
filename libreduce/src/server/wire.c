/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bytes in shared memory.
 *
 * Texts and trees go through anonymous memory files: a record must not exceed
 * the socket's buffer, but a memory file may, and each side keeps its own
 * descriptor when the other dies. Reading makes a copy, so the reader's bytes
 * do not change whatever the writer does.
 */
#include "server/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int wire_share(const void *bytes, size_t size)
{
  int fd = memfd_create("clang-hdd", MFD_CLOEXEC);
  const char *from = bytes;
  for (size_t done = 0; fd >= 0 && done < size;) {
    ssize_t put = pwrite(fd, from + done, size - done, (off_t)done);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0) {
      int why = put ? errno : ENOSPC;
      (void)close(fd);
      errno = why;
      return -1;
    }
    done += (size_t)put;
  }
  return fd;
}

char *wire_take(int fd, size_t size)
{
  char *bytes = malloc(size + 1);
  size_t done = 0;
  int why = bytes ? 0 : ENOMEM;
  while (!why && done < size) {
    ssize_t got = pread(fd, bytes + done, size - done, (off_t)done);
    if (got > 0)
      done += (size_t)got;
    else if (got == 0)
      why = EPROTO;
    else if (errno != EINTR)
      why = errno;
  }
  (void)close(fd);
  if (why) {
    free(bytes);
    errno = why;
    return NULL;
  }
  bytes[size] = '\0';
  return bytes;
}
