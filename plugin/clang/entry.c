/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The module's only exported symbol. It has its own file, so that programs with
 * several front ends (tests) can link the rest. */
#include "clang.h"

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  return clang_frontend();
}
