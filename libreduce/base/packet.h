/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records over a SOCK_SEQPACKET socket, which keeps them whole, each with at
 * most one descriptor. */
#ifndef BASE_PACKET_H
#define BASE_PACKET_H

#include <stddef.h>

/* A socket that is connected to the one of this name in the folder, whose path may
 * be too long for an address; -1 with errno. */
int packet_connect(const char *folder, const char *name);
/* 0, or -1 with errno (EPIPE: the peer has ended). fd -1: none. */
int packet_send(int socket, const void *record, size_t size, int fd);
/* As packet_send; the record must have exactly this size (else EPROTO; EPIPE at
 * the end of the stream). *fd_out is the caller's, or -1 if no descriptor came;
 * if fd_out is NULL, a received descriptor is closed. */
int packet_receive(int socket, void *record, size_t size, int *fd_out);

#endif
