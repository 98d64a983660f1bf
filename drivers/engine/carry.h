/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a reduction shares with the process that carries its jobs to a server
 * (clang-hdd-engine carry SERVER COUNT). That process has the descriptors below:
 * the page, one end of a pipe, and a stream for each place.
 */
#ifndef ENGINE_CARRY_H
#define ENGINE_CARRY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define CARRY_PROGRAM "clang-hdd-engine"
#define CARRY_PORT "4730"

enum { CARRY_PAGE = 3, CARRY_WAKE, CARRY_FIRST, CARRY_MOST = 1024 };
enum { CARRY_FUNCTIONS = 64, CARRY_NAME = 96 };

/* A function, and how many processes serve it. */
typedef struct carry_function {
  char name[CARRY_NAME];
  _Atomic uint32_t workers;
} carry_function;

typedef enum carry_state {
  CARRY_STARTS,
  CARRY_CONNECTED,
  CARRY_ALONE /* the server does not answer */
} carry_state;

typedef struct carry_page {
  _Atomic uint32_t state;
  _Atomic uint32_t functions; /* of those that follow; names do not change */
  carry_function counted[CARRY_FUNCTIONS];
  _Atomic uint32_t asked;  /* so many of them the server was asked about */
  _Atomic uint32_t others; /* processes that serve the like of the first */
  _Atomic uint64_t sent;   /* bytes of jobs, */
  _Atomic uint64_t jobs;   /* and their number */
  _Atomic uint64_t cancelled[CARRY_MOST]; /* the last ticket cancelled at each
                                             place, */
  _Atomic uint64_t begun[CARRY_MOST];     /* and the last that a worker began */
} carry_page;

/* A job, lent. */
typedef struct carry_job {
  uint64_t ticket;
  const char *function;
  const char *bytes;
  size_t size;
  uint32_t patience_ms; /* a worker that says nothing for so long is lost */
  uint32_t counted;     /* the number of the function in the page + 1: while
                           there are workers for it, the job waits for one; 0:
                           waiting is no better than silence */
} carry_job;

/* To a place: followed by the name of the function and the job. The pipe gets
 * the number of a place, as an uint32_t, when its ticket is cancelled. */
typedef struct carry_ask {
  uint64_t ticket;
  uint32_t patience_ms, counted; /* as in carry_job */
  uint32_t function_size, size;
} carry_ask;

/* From a place: followed by an answer. */
typedef struct carry_answer {
  uint64_t ticket;
  uint64_t size;
} carry_answer;

#endif
