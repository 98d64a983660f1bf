/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs commands at workers. A courier has places; each holds one run at a time,
 * as a keeper does. A run that nobody answers is lost, and its caller runs the
 * command itself.
 */
#ifndef ENGINE_COURIER_H
#define ENGINE_COURIER_H

#include "compiler/words.h"
#include "engine/headers.h"
#include "engine/net.h"

typedef struct courier courier;

/* All pointers are lent for the call. */
typedef struct courier_options {
  const char *server;   /* HOST[:PORT] */
  const char *function; /* NET_RUN... or NET_SCRIPT */
  const char *script;   /* its text, with NET_SCRIPT */
  size_t script_size;
  const char *original; /* the text that the first runs differ from */
  size_t original_size;
  const char *name;       /* of the texts, with one of the following; */
  const strings *files;   /* that are joined in a text; NULL: it is one */
  const headers *headers; /* that a run finds beside a text; NULL: none */
  size_t places;
} courier_options;

/* Starts the process that speaks with the server. RD_ERR_UNSUPPORTED: the
 * program was built without it. */
rd_status courier_new(courier **out, const courier_options *options,
                      rd_error *err);
void courier_free(courier *self);
/* The number of runs that workers could take now; 0: all are busy, or there is
 * none. */
unsigned courier_workers(courier *self);
/* Waits until the server has been asked, for a second or two. */
void courier_await(courier *self);
/* A line about workers and servers that went or came, caller's; NULL: nothing
 * is new. */
char *courier_notice(courier *self);
/* From now on texts travel as differences from this one. */
void courier_set_base(courier *self, const char *text, size_t size);

/* Starts a run; with `prove`, its answer has a proof. */
rd_status courier_start(courier *self, size_t place, const job *what,
                        const char *name, const char *text, size_t size,
                        const rd_limits *limits, bool prove, rd_error *err);
/* Readable when an answer has come. */
int courier_fd(const courier *self, size_t place);
/* Has the run ended? */
bool courier_read(courier *self, size_t place);
/* The end of a run. RD_ERR_DIED: it is lost, refused, or says nothing about the
 * command here. *worker_out: who ran it, lent until the next start. */
rd_status courier_take(rd_run *out, const char **worker_out, courier *self,
                       size_t place, rd_error *err);
/* What the worker of the last run did with the base, lent until the next; NULL:
 * it did not run it. */
const rd_run *courier_proof(const courier *self, size_t place);
void courier_cancel(courier *self, size_t place);
/* Never asks this worker again: it lied. */
void courier_ban(courier *self, const char *worker);
/* Has it shown that it finds the crash? */
bool courier_is_proved(const courier *self, const char *worker);
void courier_prove(courier *self, const char *worker);

typedef struct courier_use {
  uint64_t jobs, bytes; /* sent, */
  uint64_t lost;        /* never answered, */
  uint64_t workers;     /* by so many */
} courier_use;
courier_use courier_used(const courier *self);

#endif
