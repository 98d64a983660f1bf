/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Habits of old C: constructs that no standard since C99 allows, that compilers
 * accepted with a warning, and that GCC 14 and clang 16 reject. */
#ifndef TRIAGE_HABITS_H
#define TRIAGE_HABITS_H

#include "compiler/compiler.h"

/* Adds the habits that a compiler complains about, by the names of their
 * warnings, such as "implicit-int"; each once. */
void habits_find(strings *out, const char *output);
/* Adds the options that make the family accept what the output complains
 * about. */
void habits_allow(strings *words, compiler_family family, const char *output);
/* "implicit int, int conversion" for readers; caller's, NULL: none. */
char *habits_text(const strings *names);
/* Do the options choose C89, in which most of these are valid? */
bool habits_are_valid(const strings *options);
/* The language that a version of GCC assumes for C, such as "gnu17"; lent
 * forever. */
const char *habits_language(const char *gcc_version);

#endif
