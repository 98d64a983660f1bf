/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The symbolizer: runs beside a compiler and has to start fast, so it is a
 * separate program with few libraries.
 *
 *   clang-hdd-symbolizer --fault-address COMMAND...  traces a run (faultaddr.h)
 *   clang-hdd-symbolizer --executed NAME COMMAND...  the same (executed.h)
 *   clang-hdd-symbolizer ...                         answers "unknown"
 *
 * A crashing clang prints the module and offset of each frame, which a
 * signature needs, only if its symbolizer answers "unknown". Without a
 * symbolizer newer versions print absolute addresses, which change from run to
 * run, and the real one takes longer than the crash. So clang is told to call
 * this program, which answers at once.
 */
#include <stdio.h>
#include <string.h>

#include "compiler/executed.h"
#include "compiler/faultaddr.h"

/* Answers "unknown" to each question on standard input. */
static int symbolize(void)
{
  int byte;
  while ((byte = getchar()) != EOF)
    if (byte == '\n' && fputs("??\n??:0:0\n\n", stdout) == EOF)
      return 1;
  return 0;
}

int main(int argc, char **argv)
{
  if (argc > 2 && !strcmp(argv[1], FAULT_ADDRESS_ARGUMENT))
    return fault_address_main(argv + 2);
  if (argc > 3 && !strcmp(argv[1], EXECUTED_ARGUMENT))
    return executed_main(argv + 2);
  return symbolize();
}
