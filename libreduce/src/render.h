/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Renders a tree with edits to bytes, incrementally.
 *
 * A renderer holds the rendering of a configuration (the base). A candidate is
 * the base with more edits; only the edited places and their lists are walked,
 * and the rest is copied.
 *
 * White space follows the rules of joint.c. A node with RD_LINE stays alone on
 * its lines. Beside a leaf that is no token (RD_RAW, only white space, or part of
 * a word that goes on there) no space is added where there was none.
 */
#ifndef RD_RENDER_H
#define RD_RENDER_H

#include "edit.h"
#include "reduce/reduce.h"

typedef struct rd_renderer rd_renderer;

/* Renders the configuration (lent until rd_renderer_free). */
rd_renderer *rd_renderer_new(const rd_config *config);
void rd_renderer_free(rd_renderer *renderer);
/* Renders the base again after the configuration changed. */
void rd_renderer_rebase(rd_renderer *renderer);
/* The base's bytes: lent until the next rebase. */
const char *rd_renderer_text(const rd_renderer *renderer, size_t *size_out);
rd_measure rd_renderer_measure(const rd_renderer *renderer);
/* The base's bytes for a node, possibly empty: lent until the next rebase. NULL
 * if the node has no place in the base. */
const char *rd_renderer_part(const rd_renderer *renderer, uint32_t node,
                             size_t *size_out);
/* A hash of these bytes; of none if there is no place. Cost: O(bytes), once for
 * each base. */
uint64_t rd_renderer_part_hash(rd_renderer *renderer, uint32_t node);
/* The element of a list around the node, not the node itself; RD_NONE: there is
 * none. Cost: O(1), in a tree of any depth. */
uint32_t rd_renderer_element(const rd_renderer *renderer, uint32_t node);
/* Appends the candidate's bytes to `out` and returns its measure. Of two edits
 * of one node the later counts; an edit below a dropped or replaced node has no
 * effect. Cost: O(edited places and the lists around them) plus a copy. */
void rd_renderer_candidate(textbuf *out, rd_measure *measure_out,
                           rd_renderer *renderer, const rd_edit *edits,
                           size_t count);

#endif
