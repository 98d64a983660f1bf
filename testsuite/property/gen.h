/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Random trees and edits for property tests. Everything follows from the seed.
 */
#ifndef GEN_H
#define GEN_H

#include "edit.h"

typedef struct gen {
  uint64_t state;
} gen;

gen gen_seed(uint64_t seed);
/* A number in [0, limit); limit > 0. */
uint32_t gen_below(gen *random, uint32_t limit);
/* True once in `n` times. */
bool gen_once_in(gen *random, uint32_t n);

/* A tree in the notation of sexp_tree.h, of about `size` leaves: lists with and
 * without separators, optional nodes, phrases, comments, lines, recursive
 * kinds, chains, leafless nodes, symbols; all manner of white space. Its leaves
 * are tokens: no two of them would be one if read again. free(). */
char *gen_notation(gen *random, uint32_t size);
/* Any edit of any node; texts are added to the configuration. */
rd_edit gen_edit(gen *random, rd_config *config);

#endif
