/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a program faulted, as module and offset. */
#ifndef COMPILER_FAULTADDR_H
#define COMPILER_FAULTADDR_H

#include "reduce/process.h"

/* The first argument with which this program does the work of
 * fault_address_main. */
#define FAULT_ADDRESS_ARGUMENT "--fault-address"

/* Runs the command of `spec` once more under ptrace, in the keeper. *out is
 * "module+0xOFFSET" of the first fatal signal in any of its processes, or "stack
 * overflow"; caller's; NULL if nothing faulted. `self` is this program's file.
 * RD_ERR_UNSUPPORTED: this system does not let us trace. */
rd_status fault_address_find(char **out, rd_keeper *keeper,
                             const rd_run_spec *spec, const char *self,
                             rd_error *err);

/* The traced run itself, in a process of its own: traces argv and prints one
 * line behind its output. Returns the exit status of the program. */
int fault_address_main(char *const *argv);

#endif
