/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Processes whose children parse texts. */
#ifndef CLANG_NURSERY_H
#define CLANG_NURSERY_H

#include "args.h"

/* How a child ended. */
typedef struct child_end {
  int status; /* as waitpid() has it */
  bool whole; /* it has parsed all of the text */
  rd_diagnostics found;
  char *said;    /* on the standard error output; owner: the caller, free() */
  bool is_fresh; /* its memory was that of all children that parse with these
                    arguments */
} child_end;

/* Parses the text in a child of this process or of a nursery. False: there is none. */
bool nursery_parse(child_end *out, arguments *args, CXIndex index,
                   const char *text, size_t size, unsigned flags,
                   uint32_t relax, unit_count *count);
void nurseries_close(arguments *args);

#endif
