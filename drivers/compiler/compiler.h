/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kind of compiler that a command runs, and the options it accepts. */
#ifndef COMPILER_COMPILER_H
#define COMPILER_COMPILER_H

#include "compiler/invocation.h"
#include "compiler/programs.h"
#include "compiler/runner.h"

typedef struct compiler {
  compiler_family family;
  char *version; /* first line of the --version output; may be empty */
  strings extra; /* arguments added to every run */
  char *macros;  /* output of `-E -dM`, or NULL */
} compiler;

/* Queries the compiler; a program that is not like GCC only for its version.
 * One that is, by what it says and defines, is known as such from then on: the
 * command may get a mode. One that only says so is of no family. `text` is the
 * input file; its quoted includes must be found, and what else lies beside it. Cost: a
 * few runs on an empty file; in another language than C, one on the text. */
rd_status compiler_probe(compiler *out, runner *run, invocation *command,
                         const char *text, size_t size, rd_error *err);
void compiler_dispose(compiler *self);
/* The last version number in the line, such as 12.2.0; NULL if there is none.
 * Owned by the caller. */
char *compiler_number(const char *line);
/* Adds those of the arguments of every run that name folders of quoted includes, as
 * programs of this family take them. */
void compiler_add_folders(strings *out, const compiler *self,
                          compiler_family family);
/* Adds all that commands may have got by `extra` and by that. */
void compiler_add_extra(strings *out, const compiler *self);
/* The options that check without compiling, as in a shell, or NULL. */
const char *compiler_syntax_options(const compiler *self);
/* The target that a command of clang names by an option, or NULL. Lent. */
const char *compiler_target(const strings *words);
/* Does the text contain lines that include files? */
bool has_includes(const char *text, size_t size);
/* Or lines that define macros with parameters? */
bool has_macros(const char *text, size_t size);

#endif
