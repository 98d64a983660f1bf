/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command lines as words, without a shell. */
#ifndef COMPILER_WORDS_H
#define COMPILER_WORDS_H

#include "base/text.h"

/* Splits a line as a shell does (blanks; '...', "..." and backslash quote; no
 * expansion) and adds the words. Returns false if a quote is not closed; nothing
 * is added then. */
bool words_split(strings *out, const char *line);
/* The same for what is in an @file, as gcc and clang read it. */
bool words_split_file(strings *out, const char *text);
/* Where the line has the first thing that a shell would do besides splitting and
 * quoting, but for "<FILE" with `reads_input`; NULL: it has none. Lent. */
const char *words_find_shell(const char *line, bool reads_input);
/* Adds the word, quoted so that a shell reads it back as one word. */
void words_quote(textbuf *out, const char *word);
/* The words as a shell command line; owned by the caller. */
char *words_join(const char *const *words);

/* A list of options for a part of the compiler, such as -DX,-MD,FILE, where each
 * FILE that they would write is `file` instead; owned by the caller. *follows: the
 * last option of the list before named a file that is first in this one; set for
 * the next list. */
char *words_redirect(bool *follows, const char *list, const char *file);

/* Adds the words of a list without those of another, as often as each is there. */
void words_add_without(strings *out, const strings *from, const strings *less);

/* The index of the variable that the pair NAME=VALUE or NAME sets or unsets;
 * the list's size if it does not occur. */
size_t environment_find(const strings *list, const char *pair);
/* Adds the words that set and unset the variables in front of a command: none, or
 * env and its arguments. */
void environment_words(strings *out, const strings *environment);

/* ---- jobs ---- */

/* A process to run on a text: the user's command, or the process that its
 * driver starts. {0} is empty. */
typedef struct job {
  strings words; /* the command; words.data[0] is an absolute path or is found
                    in PATH */
  strings environment; /* NAME=VALUE to override the runner's, or NAME to
                          unset */
  size_t file;         /* index of the text's name in words */
} job;

void job_dispose(job *self);
/* A shell command line, including the environment; owned by the caller. */
char *job_line(const job *self);

#endif
