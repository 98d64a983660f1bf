/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Other crashes found during a reduction: a file and a short description of
 * each. */
#ifndef COMPILER_OTHERS_H
#define COMPILER_OTHERS_H

#include "compiler/invocation.h"

enum { OTHERS_MAX = 20 };

typedef struct other_crash {
  char *line;      /* its signature */
  char *path;      /* of the smallest text found; NULL: none is saved */
  size_t bytes;    /* of that text */
  unsigned number; /* number in the file names */
  bool listed;     /* found by this run, or by the run that it resumes */
} other_crash;

typedef struct others {
  char *folder;              /* NULL: nothing is saved */
  const char *name;          /* of a text; the files get its suffix */
  const invocation *command; /* or NULL */
  other_crash *data;         /* ordered by number */
  size_t size;
  unsigned last; /* last number used */
} others;

/* Reads the folder (NULL: nothing is saved). Crashes saved for the same command
 * are listed at once if `resumed`, otherwise only when found again. Copies
 * `folder`, which is created when something is saved; the other pointers are
 * borrowed. */
void others_init(others *out, const char *folder, const char *name,
                 const invocation *command, bool resumed);
void others_dispose(others *self);
/* Records a text that crashes in another way, and saves it if it is the
 * smallest for its signature. After OTHERS_MAX signatures, new ones are
 * ignored. After RD_ERR_NOSPACE or RD_ERR_IO nothing more is saved. */
rd_status others_add(others *self, const char *line, const char *text,
                     size_t size, rd_error *err);
/* Stops saving. */
void others_stop_saving(others *self);

#endif
