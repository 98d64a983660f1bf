/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kind of compiler a command runs, and what it accepts. */
#ifndef COMPILER_COMPILER_H
#define COMPILER_COMPILER_H

#include "compiler/invocation.h"
#include "compiler/runner.h"

typedef enum compiler_family {
  FAMILY_OTHER,
  FAMILY_GCC,
  FAMILY_CLANG,
  FAMILY_TCC,
  FAMILY_PCC,
  FAMILY_SDCC,
} compiler_family;

typedef struct compiler {
  compiler_family family;
  char *version; /* first line of what --version prints; may be empty */
  strings extra; /* arguments that every run gets */
  char *macros;  /* what `-E -dM` prints, or NULL */
} compiler;

const char *compiler_family_name(compiler_family family);
/* By what it prints and, failing that, by the name of the program. */
compiler_family compiler_classify(const char *program, const char *version);
/* Asks the compiler. `text` is the file, whose quoted includes have to be
 * found. Cost: a few runs on an empty file. */
rd_status compiler_probe(compiler *out, runner *run, const invocation *command,
                         const char *text, size_t size, rd_error *err);
void compiler_dispose(compiler *self);
/* The last word of a line that begins like 12.2.0, as far as it does; caller's,
 * or NULL. */
char *compiler_number(const char *line);
/* The option that checks without compiling, or NULL. */
const char *compiler_syntax_option(const compiler *self);
/* Has the text lines that include files? */
bool has_includes(const char *text, size_t size);

#endif
