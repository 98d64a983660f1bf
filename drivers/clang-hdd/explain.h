/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --explain-oracle: what a test runs, how, and what it costs. */
#ifndef CLANG_HDD_EXPLAIN_H
#define CLANG_HDD_EXPLAIN_H

#include "clang-hdd/session.h"

/* Chooses the judge, makes the oracle, tries everything and prints it on
 * standard output. Follows session_preprocess. Cost: some runs of each way. */
exit_code session_explain(session *self);

#endif
