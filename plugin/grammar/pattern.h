/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The shortest text of a token's rule. */
#ifndef GRAMMAR_PATTERN_H
#define GRAMMAR_PATTERN_H

#include <jansson.h>

/* A shortest text that the token rule of a grammar.json (STRING, PATTERN, or
 * these in SEQ, CHOICE, REPEAT) matches, with ordinary characters where there is
 * a choice. Owner: caller, free(); NULL: its pattern is not understood. */
char *pattern_shortest(const json_t *token);

#endif
