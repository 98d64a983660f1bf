/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the preloaded library. */
#ifndef ZYGOTE_INSIDE_H
#define ZYGOTE_INSIDE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "zygote/talk.h"

/* ---- look.c ---- */

/* The owner's orders, stored in static memory. */
typedef struct zygote_orders {
  char file[PATH_MAX];      /* stop when this file is first looked at */
  char folder[PATH_MAX];    /* where the owner's socket is */
  char socket[NAME_MAX];    /* its name there */
  char directory[PATH_MAX]; /* every run starts here */
} zygote_orders;

/* ---- outputs.c ---- */

/* Starts capturing the process's output. */
void zygote_captured_stderr_begin(void);
/* Stops capturing and keeps the output for every run. */
void zygote_captured_stderr_end(void);
/* Writes the captured output to `output`; false with errno. */
bool zygote_captured_stderr_print(int output);
/* Finds the files that are open for writing. False: they cannot be reopened in
 * every run. */
bool zygote_outputs_find(void);
/* Reopens them; false with errno. */
bool zygote_outputs_open(void);

/* ---- serve.c ---- */

/* Turns this process into a server; returns in each of its children, or in this
 * process if there is no owner. */
void zygote_serve(const zygote_orders *orders);

#endif
