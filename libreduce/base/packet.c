/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Records with a descriptor over a local socket.
 *
 * This file needs only libc, because the library that is preloaded into
 * compilers is built from it.
 */
#include "base/packet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

union control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
};

int packet_connect(const char *folder, const char *name)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  int size = snprintf(address.sun_path, sizeof address.sun_path,
                      "/proc/self/fd/%d/%s", at, name);
  bool good = at >= 0 && fd >= 0 && (size_t)size < sizeof address.sun_path &&
              !connect(fd, (const struct sockaddr *)&address, sizeof address);
  int error = errno;
  if (at >= 0)
    (void)close(at);
  if (!good && fd >= 0)
    (void)close(fd);
  errno = error;
  return good ? fd : -1;
}

int packet_send(int socket, const void *record, size_t size, int fd)
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

int packet_receive(int socket, void *record, size_t size, int *fd_out)
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
