/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What stands between two pieces of text. */
#ifndef RD_JOINT_H
#define RD_JOINT_H

#include "base.h"
#include "reduce/tree.h"

/* What a rendering is made of: a leaf's bytes, or a text in place of a node. */
typedef struct rd_piece {
  size_t begin;         /* in the rendering */
  uint32_t size;        /* bytes, at least 1 */
  uint32_t first, last; /* the leaves that it stands for, inclusive */
  uint32_t tokens;      /* of all pieces before it */
  bool is_text;         /* no leaf's own bytes */
} rd_piece;

/* What the source has between its leaves, by leaf; one more entry for the end
 * of the source. */
typedef struct rd_gaps {
  const rd_tree *tree;
  const char *source;
  uint32_t source_size;
  uint32_t leaves;
  uint32_t *line;  /* the nearest leaf at or before with a line break before */
  uint32_t *space; /* the nearest leaf at or before with a gap before it */
  uint8_t *alone;  /* bits: the leaf begins, ends a RD_LINE node */
  bool is_raw;     /* leaves are no tokens: nothing is put between them */
} rd_gaps;

void rd_gaps_init(rd_gaps *gaps, const rd_tree *tree);
void rd_gaps_dispose(rd_gaps *gaps);

/* Appends what stands between `left`, whose bytes end `out`, and `right` with
 * these bytes; left is NULL at the start and right at the end of the text. A
 * function of the two pieces alone. */
void rd_gaps_add(rd_buffer *out, const rd_gaps *gaps, const rd_piece *left,
                 const rd_piece *right, const char *right_bytes);

/* Would the end of one text and the start of another make another token, or
 * might they? */
bool rd_joint_pastes(const char *left, size_t left_size, const char *right,
                     size_t right_size);

#endif
