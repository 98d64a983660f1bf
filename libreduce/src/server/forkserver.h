/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A small process that starts workers, one at a time, on request. */
#ifndef SERVER_FORKSERVER_H
#define SERVER_FORKSERVER_H

#include <sys/types.h>

#include "reduce/status.h"

/* pid 0: not running. */
typedef struct forkserver {
  pid_t pid;
  int control;
} forkserver;

/* The work of a worker: serves its socket until that is closed. */
typedef void (*forkserver_serve_fn)(int socket, void *payload);

/* Forks a forkserver; its workers call `serve` with the payload in its current
 * state. */
rd_status forkserver_start(forkserver *out, forkserver_serve_fn serve,
                           void *payload, rd_error *err);
/* Ends the forkserver and its worker, if they run. */
void forkserver_stop(forkserver *n);
/* Ends the worker, if there is one, and starts a new one. *socket_out connects
 * to it and is the caller's; *wait_status_out (may be NULL) receives the wait
 * status of the old one, as in waitpid(2). RD_ERR_DIED: the forkserver has
 * ended. */
rd_status forkserver_renew(int *socket_out, int *wait_status_out, forkserver *n,
                           rd_error *err);

#endif
