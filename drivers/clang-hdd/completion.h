/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Completion for shells, as scripts made from the tables. */
#ifndef CLANG_HDD_COMPLETION_H
#define CLANG_HDD_COMPLETION_H

#include "clang-hdd/commands.h"
#include "clang-hdd/values.h"

/* What the scripts are made of beside the tables of options. */
typedef struct completion {
  value_list lists[VALUE_SOURCES];
} completion;

/* Adds the script for a shell. */
void completion_bash(textbuf *out, const completion *self);
void completion_zsh(textbuf *out, const completion *self);
void completion_fish(textbuf *out, const completion *self);

/* What one of a list is called, such as "pass"; NULL: the source is no list that
 * the script holds. */
const char *completion_list(value_source source);
/* The names of the commands with `between` them; caller's. */
char *completion_commands(const char *between);

#endif
