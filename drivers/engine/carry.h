/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a reduction shares with the process that carries its jobs to a server
 * (clang-hdd-engine carry SERVER FUNCTION COUNT). That process has the
 * descriptors below: the page, one end of a pipe, and a stream for each place.
 */
#ifndef ENGINE_CARRY_H
#define ENGINE_CARRY_H

#include <stdatomic.h>
#include <stdint.h>

#define CARRY_PROGRAM "clang-hdd-engine"
#define CARRY_PORT "4730"

enum { CARRY_PAGE = 3, CARRY_WAKE, CARRY_FIRST, CARRY_MOST = 1024 };

typedef enum carry_state {
  CARRY_STARTS,
  CARRY_CONNECTED,
  CARRY_ALONE /* the server does not answer */
} carry_state;

typedef struct carry_page {
  _Atomic uint32_t state;
  _Atomic uint32_t workers; /* processes that serve the function */
  _Atomic uint32_t others;  /* processes that serve other compilers */
  _Atomic uint64_t sent;    /* bytes of jobs, */
  _Atomic uint64_t jobs;    /* and their number */
  _Atomic uint64_t cancelled[CARRY_MOST]; /* the last ticket cancelled at each
                                             place */
} carry_page;

/* To a place: followed by the name of the function and the job. The pipe gets
 * the number of a place, as an uint32_t, when its ticket is cancelled. */
typedef struct carry_ask {
  uint64_t ticket;
  uint32_t patience_ms; /* after this time the job is lost */
  uint32_t function_size, size;
} carry_ask;

/* From a place: followed by an answer. */
typedef struct carry_answer {
  uint64_t ticket;
  uint64_t size;
} carry_answer;

#endif
