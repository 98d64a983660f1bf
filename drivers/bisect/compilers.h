/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the compiler of a commit or a version comes from: a build, a folder of
 * compilers that are built already, or the machine. */
#ifndef BISECT_COMPILERS_H
#define BISECT_COMPILERS_H

#include "bisect/points.h"

/* A compiler that was asked for. */
typedef struct found_compiler {
  bool is_there;
  invocation command; /* if it is there: what is run */
  char *version;      /* its number, such as "12.2.0", or NULL */
  char *reason;       /* if it is not: why, one line */
  char *log;          /* the file that tells of a build that failed, or NULL */
  bool built, cached; /* for us, now or in an earlier run */
  char *notice;       /* of builds_get, or NULL */
} found_compiler;

void found_compiler_dispose(found_compiler *self);

typedef struct compilers compilers;

/* Looks at what is there; the points are lent until compilers_free.
 * RD_ERR_NOTFOUND: the folder of --prebuilt is missing or has no compilers;
 * RD_ERR_IO. Owner: released with compilers_free. */
rd_status compilers_new(compilers **out, const bisect_options *options,
                        const points *which, rd_error *err);
void compilers_free(compilers *self);
/* Is there one of the node, as far as can be told without trying? */
bool compilers_has_node(const compilers *self, uint32_t node);
/* Would it be built now? */
bool compilers_builds(const compilers *self, const bisect_point *of);
/* Gets it. Failures are those of builds_get and invocation_parse. Owner: *out is
 * released with found_compiler_dispose in any case. */
rd_status compilers_get(found_compiler *out, compilers *self,
                        const bisect_point *of, rd_error *err);
/* Says that it is not used any more, so that the cache may remove it where there is
 * no room. */
void compilers_release(compilers *self, const bisect_point *of);
/* Has it stay from now on, built again if need be. Failures are those of
 * builds_get. */
rd_status compilers_hold(compilers *self, const bisect_point *of,
                         rd_error *err);
/* Builds that of a node ahead; ends that again. */
void compilers_begin(compilers *self, uint32_t node);
void compilers_cancel(compilers *self, uint32_t node);

#endif
