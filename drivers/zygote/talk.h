/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The messages of a zygote and its owner over a SOCK_SEQPACKET socket, one
 * struct a packet. Both come from one build and run on one machine.
 */
#ifndef ZYGOTE_TALK_H
#define ZYGOTE_TALK_H

#include <stdint.h>

#include "reduce/process.h"

/* Changes with everything here. */
enum { ZYGOTE_VERSION = 2 };

/* The library's file name. */
#define ZYGOTE_MODULE "clang-hdd-zygote.so"

/* The environment that the library reads and removes: the file at which to
 * stop, the folder and the name of the owner's socket, and the previous
 * LD_PRELOAD (unset: it was not set). */
#define ZYGOTE_FILE "CLANG_HDD_ZYGOTE_FILE"
#define ZYGOTE_FOLDER "CLANG_HDD_ZYGOTE_FOLDER"
#define ZYGOTE_SOCKET "CLANG_HDD_ZYGOTE_SOCKET"
#define ZYGOTE_PRELOAD "CLANG_HDD_ZYGOTE_PRELOAD"

/* The state of the process at the stop. */
typedef enum zygote_state {
  ZYGOTE_READY,
  ZYGOTE_THREADS, /* it has several threads */
  ZYGOTE_WRITTEN, /* it has already written to a file, or has too many open */
  ZYGOTE_SYSTEM,  /* the system lacks something */
} zygote_state;

/* From the zygote, once, when it stops at the file. */
typedef struct zygote_hello {
  uint32_t state;   /* zygote_state */
  uint32_t version; /* ZYGOTE_VERSION */
} zygote_hello;

enum {
  ZYGOTE_ASK_RUN, /* comes with the descriptor that is its stdout and stderr */
  ZYGOTE_ASK_CANCEL,
  ZYGOTE_ASK_ENTER,  /* with the folder in which the next runs start */
  ZYGOTE_ASK_ATTEND, /* with a socket that listens; from now on visitors, which
                        connect to it, ask for runs, under these limits */
};

/* From the owner or a visitor. */
typedef struct zygote_ask {
  uint32_t kind;
  uint32_t run; /* number of the run */
  rd_limits limits;
} zygote_ask;

/* From the zygote, once a run. */
typedef struct zygote_answer {
  uint32_t run;
  int32_t end; /* rd_end */
  int32_t status;
  uint32_t wall_ms;
  uint64_t cpu_us;
  uint64_t peak_bytes;
} zygote_answer;

#endif
