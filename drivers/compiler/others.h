/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Other crashes that were met on the way: a file and a few words for each. */
#ifndef COMPILER_OTHERS_H
#define COMPILER_OTHERS_H

#include "compiler/invocation.h"

enum { OTHERS_MAX = 20 };

typedef struct other_crash {
  char *line;      /* its signature */
  char *path;      /* of the smallest text met; NULL: none is saved */
  size_t bytes;    /* of that text */
  unsigned number; /* of the files */
  bool listed;     /* met by this run, or by the one that it goes on with */
} other_crash;

typedef struct others {
  char *folder;              /* NULL: nothing is saved */
  const char *name;          /* of a text: its suffix is that of the files */
  const invocation *command; /* or NULL */
  other_crash *data;         /* in the order of their numbers */
  size_t size;
  unsigned last; /* number */
} others;

/* Reads what is in the folder (NULL: nothing is saved). What was saved for the
 * same command is listed if `resumed`, else only once it is met again. The
 * folder is copied and made when something is saved, the rest lent. */
void others_init(others *out, const char *folder, const char *name,
                 const invocation *command, bool resumed);
void others_dispose(others *self);
/* Takes in a text that crashes in another way, and saves it if it is the
 * smallest for its signature. Past OTHERS_MAX of those nothing new is taken. On
 * RD_ERR_NOSPACE or RD_ERR_IO nothing is saved any more. */
rd_status others_add(others *self, const char *line, const char *text,
                     size_t size, rd_error *err);
/* Saves nothing from now on. */
void others_stop_saving(others *self);

#endif
