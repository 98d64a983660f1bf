/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Servers of languages that have a grammar: the test grammars-install puts
 * theirs in the folder $CLANG_HDD_GRAMMARS. */
#ifndef GRAMMARS_FIXTURE_H
#define GRAMMARS_FIXTURE_H

#include <stdbool.h>

#include "reduce/server.h"
#include "run_tests.h"

/* The server of a file of that name. Fails the test if the file's language has
 * neither a grammar nor a description. Owner: caller. */
rd_server *grammar_server(const char *file_name);
/* False where no registry was reached, so that there is no grammar at all. */
bool grammars_are_installed(void);

/* RUN_TESTS and run_suite(), or the exit status of a skipped test. */
#define RUN_GRAMMAR_TESTS(...)                                                 \
  (grammars_are_installed() ? RUN_TESTS(__VA_ARGS__) : SKIPPED)
#define RUN_GRAMMAR_SUITE(suite)                                               \
  (grammars_are_installed() ? run_suite(suite) : SKIPPED)

#endif
