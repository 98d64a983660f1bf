/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Throws a number, and catches anything.
 *
 * Where the flow of a program matters, an exception has to be caught where it was.
 * What it says does not matter, but its class does as long as a handler names it, and
 * the header that declares the class. So handlers catch all first.
 */
#include "../shapes.h"

/* Is the exception mentioned in its handler? */
static bool is_used(const rewriter *r, uint32_t parameter)
{
  EACH_BELOW (at, r, parameter)
    if (rewrite_kind(r, at) == KIND_DECLARED &&
        (rewrite_symbol(r, at) == FACT_NONE ||
         rewrite_mention_count(r, rewrite_symbol(r, at)) > 1))
      return true;
  return false;
}

/* `catch (const e &a)` becomes `catch (...)`. */
static void catch_all(rewriter *r, uint32_t node)
{
  EACH_BELOW (at, r, node)
    if (rewrite_kind(r, at) == KIND_PARAMETER) {
      if (is_used(r, at))
        return;
      rewrite_open(r);
      rewrite_text(r, at, "...");
      return;
    }
}

/* `throw e("a")` becomes `throw 0`. */
static void throw_number(rewriter *r, uint32_t node)
{
  uint32_t operand = shape_operand(r, node);
  if (operand == NODE_NONE || rewrite_tokens(r, operand) < 2)
    return;
  rewrite_open(r);
  rewrite_text(r, operand, "0");
}

void rewrite_exception_plain(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_CATCH)
    catch_all(r, node);
  EACH_OF_KIND (node, r, KIND_THROW)
    throw_number(r, node);
}
