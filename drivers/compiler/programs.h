/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries on the table of programs (programs.def). */
#ifndef COMPILER_PROGRAMS_H
#define COMPILER_PROGRAMS_H

#include <stdbool.h>

typedef enum compiler_family {
  FAMILY_OTHER,
#define FAMILY(id, name) FAMILY_##id,
#include "compiler/programs.def"
  FAMILY_COUNT
} compiler_family;

const char *compiler_family_name(compiler_family family);
/* Do its programs take -c, -S, -E and -o as GCC does? */
bool compiler_family_drives(compiler_family family);
/* The same of a program of this name. */
bool compiler_name_drives(const char *program);
/* Classifies by what the program says about its version, or else by its
 * name. */
compiler_family compiler_classify(const char *program, const char *version);
/* The option or command that asks a program of this name for its version. */
const char *compiler_version_option(const char *program);

#endif
