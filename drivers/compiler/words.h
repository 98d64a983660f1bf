/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command lines as words, without a shell. */
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

/* ---- jobs ---- */

/* A process to run on a text: the user's command, or the one that its driver
 * starts. {0} is none. */
typedef struct job {
  strings words;       /* the command; words.data[0] is an absolute path or is
                          found in PATH */
  strings environment; /* NAME=VALUE on top of the runner's, or NAME to unset */
  size_t file;         /* index in words of the text's name */
} job;

void job_dispose(job *self);
/* As a line for a shell, its environment included; caller's. */
char *job_line(const job *self);

#endif
