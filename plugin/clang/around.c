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
