/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tokens by their positions, and names by their spelling.
 *
 * Most names of a C++ text stand in templates, and libclang refers them to
 * nothing before these are instantiated. A rule that renames or drops what has
 * such uses takes the tokens that are spelled alike; one that means something
 * else makes a candidate that does not compile, and costs no more than that.
 */
#include "spelled.h"

#include <string.h>

#include "../build.h"
#include "base/hash.h"

static const token *token_at(const rewriter *r, uint32_t at)
{
  return &r->s->tokens[r->s->visible[at]];
}

/* ---- all tokens ---- */

static uint64_t hash_at(const rewriter *r, uint32_t at)
{
  return token_hash(token_at(r, at), r->s->text);
}

void spellings_collect(spellings *out, const rewriter *r)
{
  *out = (spellings){ .r = r };
  out->next = mem_alloc(r->s->count + 1u, sizeof *out->next);
  for (uint32_t at = r->s->count; at-- > 0;) {
    uint64_t hash = hash_at(r, at);
    out->next[at] = map_find(&out->first, hash);
    map_put(&out->first, hash, at);
  }
}

void spellings_free(spellings *s)
{
  map_free(&s->first);
  free(s->next);
}

uint32_t spellings_find(const spellings *s, const char *text)
{
  return map_find(&s->first, hash_bytes(text, strlen(text)));
}

uint32_t spellings_first(const spellings *s, uint32_t at)
{
  return map_find(&s->first, hash_at(s->r, at));
}

/* ---- one token ---- */

bool spelled_is(const rewriter *r, uint32_t at, const char *text)
{
  return at < r->s->count && token_is(token_at(r, at), r->s->text, text);
}

bool spelled_is_name(const rewriter *r, uint32_t at)
{
  return at < r->s->count && r->s->words[at] == WORD_NONE &&
         token_at(r, at)->kind == TOKEN_IDENTIFIER;
}

static bool is_value(const rewriter *r, uint32_t symbol)
{
  uint8_t kind = rewrite_fact(r, symbol)->kind;
  return kind == RD_SYMBOL_VARIABLE || kind == RD_SYMBOL_PARAMETER ||
         kind == RD_SYMBOL_FIELD || kind == RD_SYMBOL_ENUMERATOR ||
         kind == RD_SYMBOL_LABEL;
}

bool spelled_can_mean(const rewriter *r, uint32_t at, uint32_t declared)
{
  uint32_t symbol = r->f->names[r->s->visible[at]];
  return symbol == FACT_NONE ||
         symbol == r->f->names[r->s->visible[declared]] || !is_value(r, symbol);
}

uint32_t spelled_leaf(const rewriter *r, uint32_t at)
{
  return r->b->leaf_nodes[r->s->visible[at]];
}

/* ---- brackets ---- */

uint32_t spelled_behind(const rewriter *r, uint32_t at)
{
  uint32_t close = at < r->s->count ? r->s->match[at] : NODE_NONE;
  return close != NODE_NONE && close > at ? close + 1 : 0;
}

uint32_t spelled_open(const rewriter *r, uint32_t at)
{
  uint32_t open = at < r->s->count ? r->s->match[at] : NODE_NONE;
  return open != NODE_NONE && open < at ? open : at;
}

uint32_t spelled_next(const rewriter *r, uint32_t at)
{
  uint32_t behind = spelled_behind(r, at);
  return behind ? behind : at + 1;
}

bool spelled_list(spans *out, const rewriter *r, uint32_t open)
{
  uint32_t behind = spelled_behind(r, open), begin = open + 1;
  out->size = 0;
  if (!behind)
    return false;
  for (uint32_t at = begin; at < behind; at = spelled_next(r, at))
    if (spelled_is(r, at, ",") || at == behind - 1) {
      if (begin < at)
        ARRAY_PUSH(out, (span){ begin, at });
      begin = at + 1;
    }
  return true;
}

/* ---- ranges ---- */

/* The largest node that begins at the position and ends by `end`. */
static uint32_t node_within(const rewriter *r, uint32_t at, uint32_t end)
{
  uint32_t node = spelled_leaf(r, at);
  for (uint32_t up = node; up != NODE_NONE; up = rewrite_at(r, up)->parent) {
    if (rewrite_at(r, up)->first < at || rewrite_at(r, up)->end > end)
      break;
    node = up;
  }
  return node;
}

uint32_t spelled_node(const rewriter *r, span of)
{
  uint32_t node = node_within(r, of.begin, of.end);
  return node != NODE_NONE && rewrite_at(r, node)->end == of.end ? node
                                                                 : NODE_NONE;
}

bool spelled_is_element(const rewriter *r, uint32_t node)
{
  return build_role(rewrite_at(r, node)->role)->place == RD_ELEMENT;
}

uint32_t spelled_element(const rewriter *r, uint32_t at)
{
  uint32_t found = NODE_NONE;
  for (uint32_t up = spelled_leaf(r, at);
       up != NODE_NONE && rewrite_at(r, up)->first == at;
       up = rewrite_at(r, up)->parent)
    if (spelled_is_element(r, up))
      found = up;
  return found;
}

const char *spelled_text(rewriter *r, uint32_t begin, uint32_t end)
{
  if (begin >= end)
    return "";
  uint32_t from = token_at(r, begin)->begin, to = token_at(r, end - 1)->end;
  return rewrite_format(r, "%.*s", (int)(to - from), r->s->text + from);
}

void spelled_drop(rewriter *r, uint32_t begin, uint32_t end)
{
  for (uint32_t at = begin; at < end;) {
    uint32_t node = node_within(r, at, end);
    if (node == NODE_NONE)
      return;
    rewrite_drop(r, node);
    at = rewrite_at(r, node)->end;
  }
}

void spelled_drop_item(rewriter *r, const spans *list, size_t index)
{
  span of = list->data[index];
  uint32_t node = spelled_node(r, of);
  bool element = node != NODE_NONE && spelled_is_element(r, node);
  if (!element && index > 0)
    of.begin--;
  else if (!element && list->size > 1)
    of.end++;
  spelled_drop(r, of.begin, of.end);
}

/* ---- names ---- */

const char *spelled_renamed(rewriter *r, span of, uint32_t name, const char *by)
{
  const token *like = token_at(r, name);
  uint32_t size = like->end - like->begin, from = token_at(r, of.begin)->begin;
  const char *text = r->s->text;
  textbuf out = { 0 };
  for (uint32_t at = of.begin; at < of.end; at++) {
    const token *tok = token_at(r, at);
    if (tok->end - tok->begin != size ||
        memcmp(text + tok->begin, text + like->begin, size) != 0)
      continue;
    text_add(&out, text + from, tok->begin - from);
    text_puts(&out, by);
    from = tok->end;
  }
  text_add(&out, text + from, token_at(r, of.end - 1)->end - from);
  return strings_take(&r->pool, text_take(&out, NULL));
}

uint32_t spelled_chain(const rewriter *r, uint32_t at)
{
  while (at && spelled_is(r, at - 1, "::")) {
    uint32_t before = at - 1;
    if (before && spelled_is(r, before - 1, ">"))
      before = spelled_open(r, before - 1);
    if (!before || !spelled_is_name(r, before - 1))
      return at - 1;
    at = before - 1;
  }
  return at;
}

/* Behind what may stand before a name and is none: attributes, a requires
 * clause in parentheses, arguments, another head; or 0. */
static uint32_t skip(const rewriter *r, uint32_t at)
{
  static const char *const words[] = {
    "__attribute__", "decltype", "alignas", "requires", "noexcept", "explicit"
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (spelled_is(r, at, words[i]) && spelled_is(r, at + 1, "("))
      return spelled_behind(r, at + 1);
  return spelled_behind(r, at);
}

static bool ends_name(const rewriter *r, uint32_t at)
{
  return spelled_is(r, at, "(") || spelled_is(r, at, "=") ||
         spelled_is(r, at, ";") || spelled_is(r, at, "{") ||
         spelled_is(r, at, ":") ||
         (spelled_is(r, at, "final") && !spelled_is(r, at + 1, "("));
}

static bool is_qualified(const rewriter *r, uint32_t at)
{
  if (at < 2)
    return false;
  at -= spelled_is(r, at - 1, "~");
  return spelled_is(r, at - 1, "::");
}

/* The name is the last one before parameters, bases, an initialiser or a body. */
spelled_name spelled_declared(const rewriter *r, span declaration)
{
  spelled_name out = { MAP_NONE, MAP_NONE };
  for (uint32_t at = declaration.begin; at < declaration.end;) {
    if (spelled_is(r, at, "operator"))
      return (spelled_name){ MAP_NONE,
                             is_qualified(r, at) ? out.name : MAP_NONE };
    if (ends_name(r, at))
      return out;
    if (spelled_is_name(r, at))
      out = (spelled_name){ at, is_qualified(r, at) ? out.name : MAP_NONE };
    uint32_t behind = skip(r, at);
    at = behind ? behind : at + 1;
  }
  return out;
}
