/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests may write besides their own folder, and how it shows that they
 * were refused more. */
#ifndef COMPILER_SANDBOX_H
#define COMPILER_SANDBOX_H

#include "compiler/words.h"
#include "reduce/process.h"

/* Adds the folders for temporary files and for the caches of compilers. */
void sandbox_places(strings *out);

typedef enum sandbox_refusal {
  REFUSED_NOTHING,
  REFUSED_WRITE,
  REFUSED_PROCESSES,
  REFUSALS
} sandbox_refusal;

/* What a run under a sandbox was refused, as far as it shows. *line_out: what
 * it printed about that, or NULL; caller's. */
sandbox_refusal sandbox_look(char **line_out, const rd_run *run);

#endif
