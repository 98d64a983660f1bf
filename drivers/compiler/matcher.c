/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A table's expressions, each compiled when a line first asks for it.
 *
 * A table has some dozens of rows and a crash shows a handful of them; the
 * others are never compiled. A search for the row's literal comes first, since
 * it is much cheaper than an expression and spares most lines the question.
 */
#include "compiler/matcher.h"

#include <stdlib.h>
#include <string.h>

bool matcher_fits(matcher *self, const matcher_pattern *pattern,
                  const char *line, regmatch_t captures[MATCHER_CAPTURES])
{
  if (!strstr(line, pattern->literal))
    return false;
  if (!self->ready &&
      regcomp(&self->compiled, pattern->expression, REG_EXTENDED))
    abort(); /* the unit tests try each row */
  self->ready = true;
  return regexec(&self->compiled, line, MATCHER_CAPTURES, captures, 0) == 0;
}

void matcher_dispose(matcher *self)
{
  if (self->ready)
    regfree(&self->compiled);
  self->ready = false;
}

bool matcher_is_quotation(const char *line)
{
  return strstr(line, ": warning: ") || strstr(line, ": note: ") ||
         strstr(line, ": #error ");
}
