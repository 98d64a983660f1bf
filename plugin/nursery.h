/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A small process that starts workers, one at a time, on request. */
#ifndef PLUGIN_NURSERY_H
#define PLUGIN_NURSERY_H

#include <sys/types.h>

#include "reduce/status.h"

/* pid 0: not running. */
typedef struct nursery {
  pid_t pid;
  int control;
} nursery;

/* What a worker does: serves its socket until that ends. */
typedef void (*nursery_serve_fn)(int socket, void *payload);

/* Forks a nursery; its workers call serve with the payload as it is now. */
rd_status nursery_start(nursery *out, nursery_serve_fn serve, void *payload,
                        rd_error *err);
/* Ends the nursery and its worker, if they run. */
void nursery_stop(nursery *n);
/* Ends the worker, if there is one, and starts a new one. *socket_out speaks to
 * it and is the caller's; *wait_status_out (may be NULL) says how the old one
 * ended, as waitpid(2). RD_ERR_DIED: there is no nursery any more. */
rd_status nursery_renew(int *socket_out, int *wait_status_out, nursery *n,
                        rd_error *err);

#endif
