/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a program faulted, as module and offset. */
#ifndef COMPILER_FAULTADDR_H
#define COMPILER_FAULTADDR_H

#include "base/text.h"
#include "reduce/process.h"

/* The first argument with which the symbolizer does the work of
 * fault_address_main. */
#define FAULT_ADDRESS_ARGUMENT "--fault-address"

/* Adds the words that run the command `argv` once more under ptrace.
 * `symbolizer` is that program's file. */
void fault_address_words(strings *out, const char *symbolizer,
                         const char *const *argv);
/* What such a run found. *out is "module+0xOFFSET" of the first fatal signal in
 * any of its processes, or "stack overflow"; caller's; NULL if nothing faulted.
 * RD_ERR_UNSUPPORTED: this system does not let us trace. */
rd_status fault_address_read(char **out, const rd_run *run, rd_error *err);

/* The traced run itself, in a process of its own: traces argv and prints one
 * line after its output. Returns the exit status of the program. */
int fault_address_main(char *const *argv);

#endif
