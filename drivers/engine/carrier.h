/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The process that carries jobs to a server and answers back (carry.h). It has
 * places; each holds one job at a time.
 */
#ifndef ENGINE_CARRIER_H
#define ENGINE_CARRIER_H

#include "base/text.h"
#include "engine/carry.h"
#include "reduce/status.h"

typedef struct carrier carrier;

/* Why HOST[:PORT] names no server: one line, caller's; NULL: it may. */
char *carrier_check_server(const char *server);
/* Starts the process, with at most CARRY_MOST places. RD_ERR_UNSUPPORTED: the
 * program was built without it; RD_ERR_IO. */
rd_status carrier_new(carrier **out, const char *server, size_t places,
                      rd_error *err);
void carrier_free(carrier *self);
/* What the process says about the server; lent. */
carry_page *carrier_page(const carrier *self);
/* Has the processes counted that serve a function. The number by which the page
 * has them; CARRY_FUNCTIONS: there are too many functions. */
size_t carrier_count(carrier *self, const char *function);
/* Waits until the server has been asked, for a second or two. */
void carrier_await(const carrier *self);

/* Sends a job; false: the process has ended. */
bool carrier_send(carrier *self, size_t place, const carry_job *job);
/* Readable when something of an answer has come. */
int carrier_fd(const carrier *self, size_t place);
/* Reads what there is of the answer to the ticket. True: that is all of it, in
 * *out, lent until the next job; *size_out is 0 if there is none. */
bool carrier_read(const char **out, size_t *size_out, carrier *self,
                  size_t place, uint64_t ticket);
/* Tells the worker that runs the ticket, or will, to end it. */
void carrier_cancel(carrier *self, size_t place, uint64_t ticket);

#endif
