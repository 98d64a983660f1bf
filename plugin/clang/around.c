/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: what stands around a name.
 *
 * Whether a name is a member's, a specialisation's or that of an overriding
 * function shows in the tokens beside it, also where libclang knows nothing of it.
 */
#include "around.h"

bool around_is_arrow(const build *b, uint32_t visible)
{
  uint32_t leaf = b->leaf_nodes[b->s->visible[visible]];
  const syntax_node *nodes = b->s->nodes.data;
  return b->s->words[visible] == WORD_ARROW &&
         nodes[nodes[leaf].parent].kind != KIND_TRAILING_RETURN;
}

bool around_has_arguments(const build *b, uint32_t at)
{
  uint32_t next = b->s->visible_of[at] + 1;
  return next < b->s->count &&
         token_is(&b->f->tokens[b->s->visible[next]], b->f->text, "<");
}

bool around_overrides(const build *b, uint32_t at)
{
  const syntax *s = b->s;
  uint32_t i = s->visible_of[at] + 1;
  if (!(b->f->marks[at] & MARK_TEMPLATE) || i >= s->count ||
      s->words[i] != WORD_OPEN_PAREN || s->match[i] == NODE_NONE)
    return false;
  static const char *const words[] = { "override", "final", NULL };
  for (i = s->match[i] + 1;
       i < s->count && s->words[i] != WORD_SEMICOLON &&
       s->words[i] != WORD_COMMA && s->words[i] != WORD_OPEN_BRACE &&
       s->words[i] != WORD_CLOSE_BRACE;
       i++)
    if (token_is_any(&b->f->tokens[s->visible[i]], b->f->text, words))
      return true;
    else if (s->match[i] != NODE_NONE && s->match[i] > i)
      i = s->match[i];
  return false;
}

uint32_t around_skip_arguments(const build *b, uint32_t at)
{
  const syntax *s = b->s;
  uint32_t depth = 0;
  for (uint32_t i = at; i < s->count && i < at + 4096; i++) {
    const token *tok = &b->f->tokens[s->visible[i]];
    if (s->words[i] == WORD_OPEN_PAREN && s->match[i] != NODE_NONE)
      i = s->match[i];
    else if (token_is(tok, b->f->text, "<"))
      depth++;
    else if (token_is(tok, b->f->text, ">"))
      depth--;
    else if (token_is(tok, b->f->text, ">>"))
      depth -= depth < 2 ? depth : 2;
    else if (s->words[i] == WORD_SEMICOLON || s->words[i] == WORD_OPEN_BRACE)
      return at;
    if (depth == 0)
      return token_is(tok, b->f->text, "<") || i > at ? i + 1 : at;
  }
  return at;
}

bool around_has_riders(const build *b, uint32_t list)
{
  uint8_t kind = b->s->nodes.data[list].kind;
  return kind == KIND_UNIT || kind == KIND_FIELDS || kind == KIND_DECLARATIONS;
}

/* Is the visible token number `index` of the node the word? */
static bool begins_with(const build *b, const syntax_node *node, uint32_t index,
                        const char *text)
{
  uint32_t at = node->first + index;
  return at < node->end &&
         token_is(&b->f->tokens[b->s->visible[at]], b->f->text, text);
}

bool around_makes_code(const build *b, uint32_t node)
{
  const syntax_node *at = &b->s->nodes.data[node];
  return begins_with(b, at, 0, "template") && at->first + 1 < at->end &&
         !begins_with(b, at, 1, "<");
}

bool around_serves_nothing(const build *b, uint32_t at)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t node = b->leaf_nodes[at];
  while (nodes[node].parent != NODE_NONE &&
         !around_has_riders(b, nodes[node].parent))
    node = nodes[node].parent;
  return nodes[node].kind == KIND_STATIC_ASSERT ||
         (begins_with(b, &nodes[node], 0, "extern") &&
          begins_with(b, &nodes[node], 1, "template"));
}
