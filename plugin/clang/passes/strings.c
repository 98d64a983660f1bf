/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * String literals: empty, half as long, joined with their neighbours; and those
 * of asm, which are read by others: a template by lines, a constraint by
 * letters.
 *
 * A string is one token, so that most of this saves bytes only. An empty string
 * where the core would put 0 keeps the type.
 */
#include "../shapes.h"

#include <string.h>

/* A literal without prefix; its size with the quotes, or 0. */
static size_t plain_size(const char *source)
{
  size_t size = strlen(source);
  return size >= 2 && source[0] == '"' && source[size - 1] == '"' ? size : 0;
}

static bool is_string(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_STRING && rewrite_has_tokens(r, node) &&
         r->s->tokens[syntax_first_token(r->s, node)].kind == TOKEN_STRING;
}

static bool is_template(const rewriter *r, uint32_t node)
{
  return rewrite_role(r, node) == ROLE_TEXT ||
         rewrite_role(r, rewrite_at(r, node)->parent) == ROLE_TEXT;
}

static void offer(rewriter *r, uint32_t node, const char *text)
{
  rewrite_open(r);
  rewrite_text(r, node, text);
}

/* Half of what is between the quotes, not cut within an escape; an escape of
 * several digits may still be, and only changes. */
static void offer_half(rewriter *r, uint32_t node, const char *source)
{
  size_t size = plain_size(source);
  if (size < 4)
    return;
  size_t cut = 1;
  while (cut < size / 2)
    cut += source[cut] == '\\' ? 2 : 1;
  offer(r, node, rewrite_format(r, "\"%.*s", (int)(size - cut), source + cut));
  offer(r, node, rewrite_format(r, "%.*s\"", (int)cut, source));
}

void rewrite_string_shorter(rewriter *r)
{
  EACH_NODE (node, r) {
    if (!is_string(r, node) || is_template(r, node))
      continue;
    const char *source = rewrite_source(r, node);
    if (plain_size(source) != strlen("\"\""))
      offer(r, node, "\"\"");
    offer_half(r, node, source);
  }
}

/* Each part of a string is copied once for each behind it. */
enum { MOST_PARTS = 64 };

void rewrite_strings_joined(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_STRINGS) {
    const char *text = "";
    uint32_t child = rewrite_at(r, node)->child;
    for (int i = 0; child != NODE_NONE && i < MOST_PARTS;
         i++, child = rewrite_at(r, child)->next) {
      const char *source = is_string(r, child) ? rewrite_source(r, child) : "";
      size_t size = plain_size(source);
      if (!size)
        break;
      text = rewrite_format(r, "%s%.*s", text, (int)(size - 2), source + 1);
    }
    if (child == NODE_NONE)
      offer(r, node, rewrite_format(r, "\"%s\"", text));
  }
}
