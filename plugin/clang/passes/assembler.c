/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * asm: templates by their lines, constraints by their letters.
 *
 * Operands, clobbers, sections and qualifiers are nodes of the tree and go as
 * such; what is said inside the strings is not.
 */
#include "../shapes.h"

#include <string.h>

/* ---- template ---- */

static bool is_template(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_STRING && rewrite_has_tokens(r, node) &&
         (rewrite_role(r, node) == ROLE_TEXT ||
          rewrite_role(r, rewrite_at(r, node)->parent) == ROLE_TEXT);
}

/* Behind the line that begins at `from`: behind `;` or an escaped line break,
 * or the end of what is between the quotes. */
static size_t line_end(const char *source, size_t from, size_t end)
{
  while (from < end && source[from] != ';' &&
         !(source[from] == '\\' && source[from + 1] == 'n'))
    from += source[from] == '\\' && from + 2 <= end ? 2 : 1;
  if (from >= end)
    return end;
  return from + (source[from] == ';' ? 1 : 2);
}

/* Lines of a template that are taken one by one: each is a text as long as the
 * template. */
enum { MOST_LINES = 32 };

void rewrite_asm_line(rewriter *r)
{
  EACH_NODE (node, r) {
    if (!is_template(r, node))
      continue;
    const char *source = rewrite_source(r, node);
    size_t end = strlen(source) - 1;
    if (source[0] != '"' || source[end] != '"')
      continue;
    size_t from = 1;
    for (int line = 0; from < end && line < MOST_LINES; line++) {
      size_t to = line_end(source, from, end);
      if (from > 1 || to < end) {
        rewrite_open(r);
        rewrite_print(r, node, "%.*s%s", (int)from, source, source + to);
      }
      from = to;
    }
  }
}

/* ---- constraints ---- */

/* The constraint of an operand: the string that is its own child. */
static uint32_t constraint_of(const rewriter *r, uint32_t operand)
{
  uint32_t child = rewrite_at(r, operand)->child;
  for (; child != NODE_NONE; child = rewrite_at(r, child)->next)
    if (rewrite_kind(r, child) == KIND_TOKEN && rewrite_has_tokens(r, child) &&
        r->s->tokens[syntax_first_token(r->s, child)].kind == TOKEN_STRING)
      return rewrite_at(r, child)->next == NODE_NONE ? NODE_NONE : child;
  return NODE_NONE;
}

/* One of its letters alone, behind `=` or `+`. */
static void offer_letters(rewriter *r, uint32_t leaf, const char *source)
{
  size_t end = strlen(source) - 1;
  size_t from = source[1] == '=' || source[1] == '+' ? 2 : 1;
  if (source[0] != '"' || end < from + 2)
    return;
  int offered = 0;
  for (size_t at = from; at < end && offered < 2; at++) {
    if (strchr("&%,?!*# ", source[at]))
      continue;
    offered++;
    rewrite_open(r);
    rewrite_print(r, leaf, "%.*s%c\"", (int)from, source, source[at]);
  }
}

void rewrite_asm_constraint(rewriter *r)
{
  EACH_NODE (node, r) {
    uint32_t leaf = rewrite_kind(r, node) == KIND_ASM_OPERAND
                        ? constraint_of(r, node)
                        : NODE_NONE;
    if (leaf != NODE_NONE)
      offer_letters(r, leaf, rewrite_source(r, leaf));
  }
}
