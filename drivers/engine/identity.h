/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which compiler a program is, wherever it is installed, and what a worker does
 * not let it do. */
#ifndef ENGINE_IDENTITY_H
#define ENGINE_IDENTITY_H

#include "compiler/runner.h"

/* Why a command has to run on this machine; static, NULL: another with the same
 * compiler may run it on the text. The first word is not looked at. `text`, NULL:
 * what it includes is there too. `files` are there, NULL: none. */
const char *identity_obstacle(const strings *words, const strings *environment,
                              const source *text, const strings *files);

/* The identity as digits, caller's: of the driver, the compilers proper that it
 * names and the libraries that they consist of, the version, the target, and the
 * options that workers refuse. NULL: it is not found, or does not start. Cost: a
 * few runs, and reading the files. */
char *identity_find(runner *run, const char *program);

/* What else decides, byte for byte, how a text in C or C++ is reduced, as digits,
 * caller's: this program, its front ends and libclang, the compilers that may
 * judge texts, the usual limit of memory. NULL: it cannot be found out. Cost: as above. */
char *identity_reducer(runner *run);

/* An option with which a compiler runs or reads what is not its text, such as a
 * plugin, lent; NULL: none of these. Workers refuse it, so its runs stay with
 * who asks. */
const char *identity_refused(const strings *words);

#endif
