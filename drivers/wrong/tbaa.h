/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tags of accesses in LLVM IR (!tbaa), as numbers.
 *
 * A tag is a base type, the type of the access, and where that is in the base. Two
 * accesses of one memory are in order if the field of one is reached from the other's
 * (TypeBasedAliasAnalysis.cpp in LLVM): a scalar is reached from each structure that
 * has it there, and characters from anything.
 */
#ifndef WRONG_TBAA_H
#define WRONG_TBAA_H

#include <stddef.h>

#include "base/memory.h"

enum { TBAA_TAGS = 256 }; /* numbers; 0 is none */

/* What is before the number of a tag in a line. */
#define TBAA_MARK ", !tbaa !"

/* A type and an offset in it. */
typedef struct tbaa_place {
  size_t type; /* a metadata node */
  unsigned long offset;
} tbaa_place;

typedef struct tbaa_tag {
  tbaa_place base;
  size_t access;             /* a type */
  ARRAY(tbaa_place) reached; /* from the base on, the base first */
} tbaa_tag;

typedef struct tbaa {
  const char **nodes; /* behind "!{", by number; NULL: another kind */
  size_t node_count;
  tbaa_tag tags[TBAA_TAGS]; /* from 1 on */
  size_t count;             /* of tags */
} tbaa;

/* Reads the metadata of a module, and numbers the tags of its accesses; what is not
 * understood has none. The text is lent. Owner: release with tbaa_dispose. */
void tbaa_read(tbaa *out, const char *ir);
void tbaa_dispose(tbaa *self);
/* The number of the tag that the metadata node is: of its scalar if there are too many
 * fields. 0: anything may be accessed as this, or it is no tag. */
size_t tbaa_number(const tbaa *self, size_t node);
/* May two accesses with these numbers be of one memory? */
bool tbaa_meet(const tbaa *self, size_t a, size_t b);

#endif
