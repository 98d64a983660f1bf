/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The statements of a text, and which of them make blocks. */
#ifndef BLOCKS_STATEMENTS_H
#define BLOCKS_STATEMENTS_H

#include "scan.h"

/* A text, its tokens and how they hang together. */
typedef struct source {
  const description *language;
  const char *text;
  const token *tokens;
  uint32_t count;
  uint32_t *partners; /* brackets_match */
} source;

/* What a statement is to its block. */
typedef enum role { PLAIN, OPENS, SPLITS, CLOSES, COMMENT } role;

/* The tokens [begin, end). */
typedef struct statement {
  uint32_t begin, end;
  uint8_t role;
  uint8_t rule;    /* of a block */
  bool is_split;   /* OPENS: the block has other parts */
  uint32_t opener; /* SPLITS, CLOSES: the statement that opens the block */
} statement;

typedef ARRAY(statement) statement_list;

/* Splits the text into statements. Owner: ARRAY_FREE. Cost: O(n). */
void statements_find(statement_list *out, const source *self);

/* The position behind the token or the pair of brackets at `i` < `end`. */
uint32_t source_behind(const source *self, uint32_t i, uint32_t end);
bool source_opens_group(const source *self, uint32_t i, uint32_t end);

/* A statement as patterns see it: its words, in small letters where the
 * language ignores case, and its marks, with one blank between two, `()` for
 * brackets with their inside, and without comments. */
typedef struct skeleton {
  textbuf text;
  struct {
    uint32_t token;
    uint32_t at; /* in the text */
  } parts[200];
  uint32_t count;
  bool is_cut; /* it has more: no pattern is to match */
} skeleton;

/* Replaces the skeleton by that of the tokens [begin, end). */
void skeleton_set(skeleton *out, const source *self, uint32_t begin,
                  uint32_t end);
/* The token at this byte of the text, or UINT32_MAX. */
uint32_t skeleton_token(const skeleton *self, size_t at);
/* Does the pattern match without the parts [first, last)? */
bool skeleton_spares(const skeleton *self, const pattern *shape, uint32_t first,
                     uint32_t last);

#endif
