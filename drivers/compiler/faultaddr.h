/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds where a program faulted, as module and offset. */
#ifndef COMPILER_FAULTADDR_H
#define COMPILER_FAULTADDR_H

#include "base/text.h"
#include "reduce/process.h"

/* First argument that makes the symbolizer run fault_address_main. */
#define FAULT_ADDRESS_ARGUMENT "--fault-address"

/* Adds the words that run the command `argv` again under ptrace. `symbolizer`
 * is the path of the symbolizer. */
void fault_address_words(strings *out, const char *symbolizer,
                         const char *const *argv);
/* Extracts the result of such a run. *out is "module+0xOFFSET" of the first
 * fatal signal in any of its processes, or "stack overflow"; NULL if nothing
 * faulted; owned by the caller. RD_ERR_UNSUPPORTED: the system does not permit
 * tracing. */
rd_status fault_address_read(char **out, const rd_run *run, rd_error *err);

/* Main function of the tracing process: traces argv and prints one line after
 * its output. Returns the exit status of the program. */
int fault_address_main(char *const *argv);

#endif
