/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trees for tests, from a notation that holds text and structure:
 *
 *   (call "f" ~ "(" (list:L "a"* ~ ",":S "b"*) ~ ")" ~ ";")   f(a, b);
 *
 * An inner node is (KIND child ...), a leaf its text in quotes (escapes \n \t
 * \r \" \\). Directly behind the kind or the text may stand, in any order:
 *   ?  *          optional, element
 *   ="text"       phrase
 *   +"text"       filler (repeat for more)
 *   :LETTERS      flags: L list, P punctuation, S separator and punctuation,
 *                 N line, C comment, R recursive, H hidden, G generic, B body,
 *                 D definition, W raw, I initial value, K keeps from other files,
 *                 X knows only lines, Y layout is syntax
 *   @N ^N %N !N   sorts, accepts, type, want
 *   $name &name   declares, uses a symbol (made when first named; f#1 and f#2
 *                 are two named f); a leaf that declares one is its name
 * Two leaves are one space apart, unless there stands between them ~ (nothing),
 * | (a line break), |N (and N spaces) or 'text' (that white space); before the
 * first and behind the last leaf there is what is written there, else nothing.
 */
#ifndef SEXP_TREE_H
#define SEXP_TREE_H

#include "reduce/tree.h"

/* Owner: the caller's, rd_tree_free. Aborts if the notation is wrong. */
rd_tree *sexp_tree(const char *notation, uint32_t prepare);
/* Just the text: free(). */
char *sexp_text(const char *notation);
/* The n-th node, from 0, whose source text is `text`; aborts if there is none.
 */
uint32_t sexp_find(const rd_tree *tree, const char *text, unsigned n);

#endif
