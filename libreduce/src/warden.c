/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The keeper's messages to and from its owner, before, during and after a run.
 * While it waits for the socket it also watches for the signal that the owner
 * has ended.
 */
#include "keeper.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

void rd_warden_take_signals(rd_warden *warden)
{
  struct signalfd_siginfo infos[4];
  (void)!read(warden->signals, infos, sizeof infos);
  if (getppid() != warden->owner)
    warden->alone = true;
}

bool rd_warden_await(rd_warden *warden, short events)
{
  struct pollfd polled[] = {
    { .fd = warden->socket, .events = events },
    { .fd = warden->signals, .events = POLLIN },
  };
  if (poll(polled, 2, -1) > 0 && polled[1].revents)
    rd_warden_take_signals(warden);
  return !warden->alone;
}

bool rd_warden_receive(rd_warden *warden, void *out, size_t size)
{
  char *at = out;
  while (size && !warden->alone) {
    ssize_t got = recv(warden->socket, at, size, 0);
    if (got > 0) {
      at += got;
      size -= (size_t)got;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      warden->alone = true;
    } else {
      (void)rd_warden_await(warden, POLLIN);
    }
  }
  return !warden->alone;
}

void rd_warden_add(rd_warden *warden, const char *bytes, size_t size)
{
  textbuf *outbox = &warden->outbox;
  rd_answer head = { .end = RD_GOES_ON };
  if (warden->part == SIZE_MAX) {
    warden->part = outbox->size;
    text_add(outbox, &head, sizeof head);
  }
  memcpy(&head, outbox->data + warden->part, sizeof head);
  head.output_size += size;
  memcpy(outbox->data + warden->part, &head, sizeof head);
  text_add(outbox, bytes, size);
}

void rd_warden_tell(rd_warden *warden)
{
  textbuf *outbox = &warden->outbox;
  while (warden->told < outbox->size && !warden->alone) {
    ssize_t sent = send(warden->socket, outbox->data + warden->told,
                        outbox->size - warden->told, MSG_NOSIGNAL);
    if (sent >= 0) {
      warden->told += (size_t)sent;
      warden->part = SIZE_MAX; /* its size may have been sent */
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      warden->alone = true;
    }
  }
  text_clear(outbox);
  warden->told = 0;
}

bool rd_warden_is_cancelled(rd_warden *warden)
{
  rd_ask ask;
  if (!rd_warden_receive(warden, &ask, sizeof ask))
    return true;
  return ask.kind == RD_ASK_CANCEL && ask.run == warden->run;
}
