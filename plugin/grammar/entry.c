/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The module's only exported symbol, apart from the rest for the tests. */
#include "grammar.h"

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  return grammar_frontend();
}
