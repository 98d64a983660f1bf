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
  bool is_text;         /* not the bytes of a leaf */
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
  uint8_t *marks;  /* bits: the leaf begins or ends a RD_LINE node; no space is
                      inserted to its left or right */
} rd_gaps;

void rd_gaps_init(rd_gaps *gaps, const rd_tree *tree, const rd_lexer *lexer);
void rd_gaps_dispose(rd_gaps *gaps);

/* Appends the gap between `left`, whose bytes end `out`, and `right` with these
 * bytes; left is NULL at the start of the text and right at the end. Depends
 * only on the two pieces. */
void rd_gaps_add(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                 const rd_piece *right, const char *right_bytes);

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
