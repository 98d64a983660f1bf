/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source of a commit's or version's compiler: a build, a folder of prebuilt
 * compilers, or an installed program. */
#ifndef BISECT_COMPILERS_H
#define BISECT_COMPILERS_H

#include "bisect/points.h"

/* A compiler that was requested. */
typedef struct found_compiler {
  bool is_there;
  invocation command; /* what to run, if it is available */
  char *version;      /* its number, such as "12.2.0", or NULL */
  char *reason;       /* if it is not available: why, one line */
  char *log;          /* the log file of a failed build, or NULL */
  bool built, cached; /* by us: now, or in an earlier run */
  char *notice;       /* from builds_get, or NULL */
} found_compiler;

void found_compiler_dispose(found_compiler *self);

typedef struct compilers compilers;

/* Looks up the compilers that exist; the points are lent until compilers_free.
 * RD_ERR_NOTFOUND: the folder of --prebuilt is missing or has no compilers;
 * RD_ERR_IO. Owner: released with compilers_free. */
rd_status compilers_new(compilers **out, const bisect_options *options,
                        const points *which, rd_error *err);
void compilers_free(compilers *self);
/* Does the node have a compiler, as far as that is known without trying? */
bool compilers_has_node(const compilers *self, uint32_t node);
/* Would it be built now? */
bool compilers_builds(const compilers *self, const bisect_point *of);
/* Gets the compiler. Fails like builds_get and invocation_parse. Owner: *out is
 * released with found_compiler_dispose in any case. */
rd_status compilers_get(found_compiler *out, compilers *self,
                        const bisect_point *of, rd_error *err);
/* Ends its use, so that the cache may remove it to make room. */
void compilers_release(compilers *self, const bisect_point *of);
/* Keeps it from now on, rebuilding it if needed. Fails like builds_get. */
rd_status compilers_hold(compilers *self, const bisect_point *of,
                         rd_error *err);
/* Starts a node's build ahead of its use; ends it again. */
void compilers_begin(compilers *self, uint32_t node);
void compilers_cancel(compilers *self, uint32_t node);

#endif
