/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bytes between two pieces of text. */
#ifndef RD_JOINT_H
#define RD_JOINT_H

#include "base/text.h"
#include "reduce/lexer.h"
#include "reduce/tree.h"

/* A piece of a rendering: a leaf's bytes, or a text in place of a node. */
typedef struct rd_piece {
  size_t begin;         /* in the rendering */
  uint32_t size;        /* bytes, at least 1 */
  uint32_t first, last; /* the leaves that it represents, inclusive */
  uint32_t tokens;      /* of all pieces before it */
  int32_t shift;        /* columns that its line moves to the right */
  uint8_t marks;        /* of its ends, as in rd_gaps */
  bool left_is_new;     /* it does not begin with the leaf `first` */
  bool right_is_new;    /* it does not end with the leaf `last` */
} rd_piece;

/* The gaps between the leaves of the source, by leaf, with one more entry for
 * the end of the source. */
typedef struct rd_gaps {
  const rd_tree *tree;
  const rd_lexer *lexer;
  const char *source;
  uint32_t source_size;
  uint32_t leaves;
  uint32_t *line;  /* the nearest leaf at or before with a line break before */
  uint32_t *space; /* the nearest leaf at or before with a gap before it */
  uint32_t *above; /* the node with the gap before the leaf between two of its
                      children */
  uint8_t *marks;  /* bits: the leaf begins or ends a RD_LINE node; no space is
                      inserted to its left or right; layout is syntax there */
  bool has_layout; /* it is at some leaf */
} rd_gaps;

void rd_gaps_init(rd_gaps *gaps, const rd_tree *tree, const rd_lexer *lexer);
void rd_gaps_dispose(rd_gaps *gaps);

/* Appends the gap between `left`, whose bytes end `out`, and `right` with these
 * bytes; left is NULL at the start of the text and right at the end. Depends
 * only on the two pieces. */
void rd_gaps_add(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                 const rd_piece *right, const char *right_bytes);

/* A piece for the leaves [first, last] and `size` bytes. */
rd_piece rd_gaps_piece(const rd_gaps *gaps, uint32_t first, uint32_t last,
                       size_t size);

/* ---- where layout is syntax (RD_LAYOUT) ---- */

bool rd_gaps_is_layout(const rd_gaps *gaps, uint32_t leaf);
/* The columns that the further lines of a lifted node move to the right. */
int32_t rd_gaps_shift(const rd_gaps *gaps, uint32_t place, uint32_t lifted);
/* Appends a text whose further lines are indented as the leaf, shifted. */
void rd_gaps_indent(textbuf *out, const rd_gaps *gaps, const char *text,
                    uint32_t leaf, int32_t shift);

/* ---- bytes of a text ---- */

static inline bool rd_is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool rd_is_word(char c)
{
  return c == '_' || (unsigned char)c >= 0x80 || (c >= '0' && c <= '9') ||
         ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Does the string equal the text, ignoring white space? */
bool rd_is_same_text(const char *string, const char *text, size_t size);

#endif
