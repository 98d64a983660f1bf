/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The working side of the parse server: loads front ends, answers requests. */
#ifndef SERVER_WORKER_H
#define SERVER_WORKER_H

#include "reduce/frontend.h"

/* The view that is available for any text. */
#define FALLBACK_VIEW "tokens"

/* What a worker needs to know from the start. */
typedef struct worker_setup {
  const char *frontend;   /* NULL: by language or suffix */
  bool or_suffix;         /* as in rd_server_options */
  const char *module_dir; /* as modules_path_init */
  rd_frontend_options options;
} worker_setup;

/* Reports the chosen front end (a wire_reply), then answers each wire_request
 * with a wire_reply until the socket is closed. `setup` is a worker_setup. */
void worker_serve(int socket, void *setup);

#endif
