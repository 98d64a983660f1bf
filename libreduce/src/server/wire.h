/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages between a process and its parse server: packets over a socket pair;
 * bulk data goes through shared memory. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/packet.h"
#include "reduce/diagnostics.h"
#include "reduce/status.h"

enum wire_ask { WIRE_PARSE, WIRE_CHECK };

/* A request; the text comes in the descriptor. */
struct wire_request {
  uint32_t ask;     /* enum wire_ask */
  uint32_t prepare; /* WIRE_PARSE */
  uint32_t relax;   /* WIRE_CHECK */
  uint32_t size;    /* of the text */
  uint32_t cpu_ms;  /* the worker gets SIGXCPU when it has used these */
  char view[64];    /* WIRE_PARSE; empty: the chosen front end's own */
};

/* A worker's description of the chosen front end when it starts. */
struct wire_choice {
  uint32_t relax_steps;
  uint32_t uses;    /* RD_USES_... */
  bool is_fallback; /* no front end supports the language */
  char name[64];
  char checker[64]; /* empty: it cannot check */
  char lexicon[64]; /* a module; empty: none */
};

/* A worker's greeting when it starts, and its answer to a request; the image of
 * a tree comes in the descriptor. */
struct wire_reply {
  uint32_t status;            /* rd_status */
  rd_diagnostics diagnostics; /* of a check */
  uint64_t size;              /* of the image */
  uint64_t cpu_us;            /* CPU time of this answer */
  struct wire_choice choice;  /* at the start */
  char message[512];          /* an error; at the start also a notice */
};

/* The forkserver's report on the worker that it ended; the socket to the new
 * one comes in the descriptor. */
struct wire_birth {
  int32_t wait_status; /* as of waitpid(2); 0 if there was no worker */
  int32_t error;       /* errno, if there is no new worker */
};

/* Why a wait is over. */
typedef enum wire_end {
  WIRE_READY, /* there is something to receive, or an error to report */
  WIRE_LATE,
  WIRE_STOPPED, /* *stop became non-zero; `stop` may be NULL */
} wire_end;
wire_end wire_wait(int socket, uint32_t timeout_ms,
                   const volatile sig_atomic_t *stop);

/* A descriptor of shared memory that holds the bytes, or -1 with errno. */
int wire_share(const void *bytes, size_t size);
/* The bytes in a descriptor, which is closed, followed by a NUL; free(). NULL
 * with errno if it holds fewer than `size`. */
char *wire_take(int fd, size_t size);

#endif
