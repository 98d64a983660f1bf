/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the caller's sites in a tree. */
#ifndef RD_SITES_H
#define RD_SITES_H

#include "base/text.h"
#include "reduce/reduce.h"
#include "reduce/symbols.h"

/* A site in the tree of its text. */
typedef struct rd_found_site {
  ARRAY(uint32_t) symbols; /* declared or used there, or having the name */
  ARRAY(uint32_t) nodes;   /* what is at a line where nothing is declared */
  uint32_t begin, end;     /* leaves on its line; empty: no line */
} rd_found_site;

/* Is it a file-scope function or variable? */
bool rd_symbol_is_global(const rd_symbol *symbol);
/* False if the site is not in the tree. Owner: caller, rd_site_dispose, even if
 * false. */
bool rd_site_find(rd_found_site *out, const rd_tree *tree, const rd_site *site);
/* Adds the symbols and nodes of another site. */
void rd_site_join(rd_found_site *site, const rd_found_site *other);
/* Keeps those symbols of a name that stand at a line, too, if there are any. False
 * if none of several does. */
bool rd_site_choose(rd_found_site *site, const rd_tree *tree,
                    const rd_found_site *at_lines);
void rd_site_dispose(rd_found_site *site);

#endif
