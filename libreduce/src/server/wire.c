/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Records with a descriptor over a local socket, and bytes in shared memory.
 *
 * SOCK_SEQPACKET keeps records whole, so nothing here has to assemble them.
 * Texts and trees go through anonymous memory files: a record must not exceed
 * the socket's buffer, but a memory file may, and each side keeps its own
 * descriptor when the other dies. Reading makes a copy, so the reader's bytes
 * do not change whatever the writer does.
 */
#include "server/wire.h"
#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

union control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
};

int wire_send(int socket, const void *record, size_t size, int fd)
{
  union control control = { 0 };
  struct iovec part = { .iov_base = (void *)(uintptr_t)record,
                        .iov_len = size };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  if (fd >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
  }
  ssize_t sent;
  do
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent < 0 && errno == ECONNRESET)
    errno = EPIPE;
  return sent < 0 ? -1 : 0;
}

/* The descriptor that came with a message, or -1. */
static int received_fd(struct msghdr *message)
{
  struct cmsghdr *header = CMSG_FIRSTHDR(message);
  int fd = -1;
  if (header && header->cmsg_level == SOL_SOCKET &&
      header->cmsg_type == SCM_RIGHTS)
    memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return fd;
}

static ssize_t receive(int socket, struct msghdr *message)
{
  ssize_t got;
  do
    got = recvmsg(socket, message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  return got;
}

int wire_receive(int socket, void *record, size_t size, int *fd_out)
{
  union control control = { 0 };
  struct iovec part = { .iov_base = record, .iov_len = size };
  struct msghdr message = { .msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = control.bytes,
                            .msg_controllen = sizeof control.bytes };
  ssize_t got = receive(socket, &message);
  /* A peer that ended without reading its messages leaves an error, which is
   * reported once, before the messages that it sent. */
  if (got < 0 && errno == ECONNRESET)
    got = receive(socket, &message);
  if (fd_out)
    *fd_out = -1;
  if (got <= 0) {
    errno = got == 0 || errno == ECONNRESET ? EPIPE : errno;
    return -1;
  }
  int fd = received_fd(&message);
  if ((size_t)got != size) {
    if (fd >= 0)
      (void)close(fd);
    errno = EPROTO;
    return -1;
  }
  if (fd_out)
    *fd_out = fd;
  else if (fd >= 0)
    (void)close(fd);
  return 0;
}

int wire_wait(int socket, uint32_t timeout_ms)
{
  uint64_t end = now_ms() + timeout_ms;
  struct pollfd wanted = { .fd = socket, .events = POLLIN };
  for (;;) {
    uint64_t now = now_ms(), left = now < end ? end - now : 0;
    int ready = poll(&wanted, 1, left > 1000000 ? 1000000 : (int)left);
    if (ready > 0)
      return 1;
    if (ready < 0 && errno != EINTR)
      return 1; /* the next read reports the error */
    if (ready == 0 && left == 0)
      return 0;
  }
}

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
