/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Habits of old C: constructs that no standard since C99 allows, that compilers
 * accepted with a warning, and that GCC 14 and clang 16 reject. */
#ifndef TRIAGE_HABITS_H
#define TRIAGE_HABITS_H

#include "compiler/compiler.h"
#include "compiler/languages.h"

/* Adds the habits that a compiler complains about, by the names of their
 * warnings, such as "implicit-int"; each once. */
void habits_find(strings *out, const char *output);
/* Adds the options that make the family accept what the output complains
 * about. */
void habits_allow(strings *words, compiler_family family, const char *output);
/* "implicit int, int conversion" for readers; caller's, NULL: none. */
char *habits_text(const strings *names);
/* Is this not C, or do the options choose C89, in which most of these are
 * valid? */
bool habits_are_valid(language of, const strings *options);
/* The standard that a version of GCC assumes, such as "gnu17" or "gnu++17"; lent
 * forever. */
const char *habits_language(language of, const char *gcc_version);

#endif
