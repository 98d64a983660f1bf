/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Words of a command line, without a shell. */
#ifndef COMPILER_WORDS_H
#define COMPILER_WORDS_H

#include "base/text.h"

/* Splits as a shell does (blanks; '...', "..." and backslash quote; nothing is
 * expanded) and adds the words. Also the syntax of compilers' @files. Returns
 * false if a quote is not closed; then nothing is added. */
bool words_split(strings *out, const char *line);
/* Adds the word so that a shell reads it back as one word. */
void words_quote(textbuf *out, const char *word);
/* The words as a line for a shell; caller's. */
char *words_join(const char *const *words);

#endif
