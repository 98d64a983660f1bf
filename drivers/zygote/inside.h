/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the preloaded library. */
#ifndef ZYGOTE_INSIDE_H
#define ZYGOTE_INSIDE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "zygote/talk.h"

/* ---- look.c ---- */

/* What the owner wants; all in memory of its own. */
typedef struct zygote_orders {
  char file[PATH_MAX];      /* stop at the first look at it */
  char folder[PATH_MAX];    /* where the owner's socket is */
  char socket[NAME_MAX];    /* its name there */
  char directory[PATH_MAX]; /* where every run begins */
} zygote_orders;

/* ---- captured_stderr.c ---- */

/* Catches what the process prints from now on. */
void zygote_captured_stderr_begin(void);
/* Keeps what was caught for every run. */
void zygote_captured_stderr_end(void);
/* Prints it to `output`; false with errno. */
bool zygote_captured_stderr_print(int output);

/* ---- outputs.c ---- */

/* Finds the files that are open for writing. False: they cannot be opened once
 * more in every run. */
bool zygote_outputs_find(void);
/* Opens them anew; false with errno. */
bool zygote_outputs_open(void);

/* ---- serve.c ---- */

/* Turns this process into a server; returns in each of its children, and in
 * this process if there is no owner. */
void zygote_serve(const zygote_orders *orders);

#endif
