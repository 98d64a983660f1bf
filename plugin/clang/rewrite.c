/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rules' rows for the core, one run of all of them, and what they share:
 * adding rewrites, walking the syntax, querying meanings.
 *
 * Passes run while the tree is built, when syntax, facts and libclang's
 * translation unit are all available and every node has its number in the
 * builder. They offer edits of nodes, so a rewrite of many places is as exact
 * as libclang's references; a mention that it did not resolve yields a
 * candidate that does not compile, and costs no more than that.
 */
#include "monitor.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const rd_rule rewrite_rules[] = {
#define RULE(function, label, bits, text, origin)                              \
  { .row = { .name = label, .description = text, .source = origin },           \
    .flags = bits },
#include "rewrites.def"
#undef RULE
  { .row = { .name = NULL } }
};

static rewrite_pass *const passes[] = {
#define RULE(function, name, flags, description, source) rewrite_##function,
#include "rewrites.def"
#undef RULE
};

static const bool cxx_only[] = {
#define RULE(function, name, flags, description, source) false,
#define CXX_RULE(function, name, flags, description, source) true,
#include "rewrites.def"
#undef RULE
};

/* ---- adding ---- */

void rewrite_open(rewriter *r)
{
  rd_builder_rewrite(r->b->builder, r->numbers[r->rule]);
}

void rewrite_drop(rewriter *r, uint32_t node)
{
  assert(rewrite_has_tokens(r, node));
  rd_builder_edit_drop(r->b->builder, r->b->node_ids[node]);
}

void rewrite_text(rewriter *r, uint32_t node, const char *text)
{
  assert(rewrite_has_tokens(r, node));
  rd_builder_edit_text(r->b->builder, r->b->node_ids[node], text);
}

void rewrite_lift(rewriter *r, uint32_t node, uint32_t descendant)
{
  assert(rewrite_has_tokens(r, descendant));
  assert(node != descendant && rewrite_is_inside(r, descendant, node));
  rd_builder_edit_lift(r->b->builder, r->b->node_ids[node],
                       r->b->node_ids[descendant]);
}

static const char *format_text(rewriter *r, const char *format, va_list args)
{
  char *out = NULL;
  if (vasprintf(&out, format, args) < 0)
    abort();
  return strings_take(&r->pool, out);
}

void rewrite_print(rewriter *r, uint32_t node, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  rewrite_text(r, node, format_text(r, format, args));
  va_end(args);
}

const char *rewrite_format(rewriter *r, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const char *text = format_text(r, format, args);
  va_end(args);
  return text;
}

/* ---- looking ---- */

syntax_kind rewrite_kind(const rewriter *r, uint32_t node)
{
  return node == NODE_NONE ? KIND_COUNT
                           : (syntax_kind)rewrite_at(r, node)->kind;
}

syntax_role rewrite_role(const rewriter *r, uint32_t node)
{
  return node == NODE_NONE ? ROLE_COUNT
                           : (syntax_role)rewrite_at(r, node)->role;
}

bool rewrite_has_tokens(const rewriter *r, uint32_t node)
{
  return node != NODE_NONE && r->b->node_ids[node] != ID_NONE;
}

uint32_t rewrite_find(const rewriter *r, syntax_kind kind, uint32_t from)
{
  for (; from < rewrite_node_count(r); from++)
    if (rewrite_has_tokens(r, from) &&
        (kind == KIND_COUNT || rewrite_at(r, from)->kind == kind))
      return from;
  return NODE_NONE;
}

uint32_t rewrite_child(const rewriter *r, uint32_t node, uint32_t index)
{
  uint32_t child = node == NODE_NONE ? NODE_NONE : rewrite_at(r, node)->child;
  for (; child != NODE_NONE && index > 0; index--)
    child = rewrite_at(r, child)->next;
  return child;
}

uint32_t rewrite_child_of_kind(const rewriter *r, uint32_t node,
                               syntax_kind kind)
{
  EACH_CHILD (child, r, node)
    if (rewrite_at(r, child)->kind == kind)
      return child;
  return NODE_NONE;
}

uint32_t rewrite_child_in_role(const rewriter *r, uint32_t node,
                               syntax_role role)
{
  EACH_CHILD (child, r, node)
    if (rewrite_at(r, child)->role == role)
      return child;
  return NODE_NONE;
}

uint32_t rewrite_around(const rewriter *r, uint32_t node, syntax_kind kind)
{
  while (node != NODE_NONE && rewrite_at(r, node)->kind != kind)
    node = rewrite_at(r, node)->parent;
  return node;
}

bool rewrite_is_inside(const rewriter *r, uint32_t node, uint32_t ancestor)
{
  while (node != NODE_NONE && node != ancestor)
    node = rewrite_at(r, node)->parent;
  return node == ancestor;
}

uint32_t rewrite_behind(const rewriter *r, uint32_t node)
{
  while (node != NODE_NONE && rewrite_at(r, node)->next == NODE_NONE)
    node = rewrite_at(r, node)->parent;
  return node == NODE_NONE ? NODE_NONE : rewrite_at(r, node)->next;
}

uint32_t rewrite_next(const rewriter *r, uint32_t at, uint32_t root)
{
  if (rewrite_at(r, at)->child != NODE_NONE)
    return rewrite_at(r, at)->child;
  while (at != root && rewrite_at(r, at)->next == NODE_NONE)
    at = rewrite_at(r, at)->parent;
  return at == root ? NODE_NONE : rewrite_at(r, at)->next;
}

uint32_t rewrite_first_leaf(const rewriter *r, uint32_t node)
{
  while (rewrite_at(r, node)->child != NODE_NONE)
    node = rewrite_at(r, node)->child;
  return node;
}

word rewrite_word(const rewriter *r, uint32_t leaf)
{
  return (word)r->s->words[rewrite_at(r, leaf)->first];
}

bool rewrite_spells(const rewriter *r, uint32_t leaf, const char *text)
{
  return token_is(&r->s->tokens[syntax_first_token(r->s, leaf)], r->s->text,
                  text);
}

/* ---- sources ---- */

uint32_t rewrite_begin(const rewriter *r, uint32_t node)
{
  return r->s->tokens[syntax_first_token(r->s, node)].begin;
}

uint32_t rewrite_end(const rewriter *r, uint32_t node)
{
  return r->s->tokens[syntax_last_token(r->s, node)].end;
}

const char *rewrite_source(rewriter *r, uint32_t node)
{
  return rewrite_composed(r, node, NULL, 0);
}

const char *rewrite_composed(rewriter *r, uint32_t node,
                             const rewrite_part *parts, size_t count)
{
  textbuf out = { 0 };
  if (!rewrite_has_tokens(r, node))
    return "";
  uint32_t at = rewrite_begin(r, node);
  for (size_t i = 0; i < count; i++) {
    if (!rewrite_has_tokens(r, parts[i].node))
      continue;
    uint32_t begin = rewrite_begin(r, parts[i].node);
    assert(begin >= at);
    text_add(&out, r->s->text + at, begin - at);
    text_printf(&out, " %s ", parts[i].text);
    at = rewrite_end(r, parts[i].node);
  }
  text_add(&out, r->s->text + at, rewrite_end(r, node) - at);
  return strings_take(&r->pool, text_take(&out, NULL));
}

const char *rewrite_without(rewriter *r, uint32_t node, uint32_t part,
                            const char *instead)
{
  return rewrite_composed(r, node,
                          &(rewrite_part){ .node = part, .text = instead }, 1);
}

/* ---- meaning ---- */

uint32_t rewrite_symbol(const rewriter *r, uint32_t leaf)
{
  return r->f->names[syntax_first_token(r->s, leaf)];
}

uint32_t rewrite_mention(const rewriter *r, uint32_t symbol, uint32_t index)
{
  EACH_MENTION (leaf, r, symbol)
    if (index-- == 0)
      return leaf;
  return NODE_NONE;
}

size_t rewrite_mention_count(const rewriter *r, uint32_t symbol)
{
  size_t count = 0;
  EACH_MENTION (leaf, r, symbol)
    count++;
  return count;
}

bool rewrite_declares(const rewriter *r, uint32_t leaf)
{
  return r->f->declares[syntax_first_token(r->s, leaf)] != 0;
}

bool rewrite_is_named_elsewhere(const rewriter *r, uint32_t symbol)
{
  return r->named_elsewhere[symbol];
}

const type_fact *rewrite_type(const rewriter *r, uint32_t node)
{
  const expression_fact *fact = build_fact(r->b, node);
  return fact ? types_at(&r->f->types, fact->own) : NULL;
}

const type_fact *rewrite_converted_type(const rewriter *r, uint32_t node)
{
  const expression_fact *fact = build_fact(r->b, node);
  return fact ? types_at(&r->f->types, fact->converted) : NULL;
}

const char *rewrite_spelling(rewriter *r, CXType type)
{
  return types_string(&r->pool, clang_getTypeSpelling(type));
}

bool rewrite_integer(int64_t *out, const rewriter *r, uint32_t literal)
{
  if (rewrite_kind(r, literal) != KIND_LITERAL ||
      !rewrite_has_tokens(r, literal))
    return false;
  const token *tok = &r->s->tokens[syntax_first_token(r->s, literal)];
  if (tok->kind != TOKEN_NUMBER)
    return false;
  char digits[32], *end;
  size_t size = tok->end - tok->begin;
  if (size >= sizeof digits)
    return false;
  memcpy(digits, r->s->text + tok->begin, size);
  digits[size] = '\0';
  bool binary = digits[0] == '0' && (digits[1] | 32) == 'b';
  unsigned long long value =
      binary ? strtoull(digits + 2, &end, 2) : strtoull(digits, &end, 0);
  if (value > INT64_MAX || end[strspn(end, "uUlLzZ")])
    return false;
  *out = (int64_t)value;
  return true;
}

/* ---- running ---- */

/* Chains the mentions of each symbol, from the last to the first. */
static void collect_mentions(rewriter *r)
{
  const build *b = r->b;
  size_t symbols = r->f->symbols.size + 1;
  r->first_mention = mem_alloc(symbols, sizeof *r->first_mention);
  memset(r->first_mention, 0xff, symbols * sizeof *r->first_mention);
  r->next_mention = mem_alloc(r->s->nodes.size, sizeof *r->next_mention);
  for (uint32_t at = r->s->token_count; at-- > 0;) {
    uint32_t symbol = b->f->names[at], leaf = b->leaf_nodes[at];
    if (symbol == FACT_NONE || b->f->tokens[at].directive || leaf == NODE_NONE)
      continue;
    r->next_mention[leaf] = r->first_mention[symbol];
    r->first_mention[symbol] = leaf;
  }
}

/* The tokens of directives and all strings, one per line. */
static textbuf collect_elsewhere(const rewriter *r)
{
  textbuf out = { 0 };
  for (uint32_t at = 0; at < r->s->token_count; at++) {
    const token *tok = &r->s->tokens[at];
    if (!tok->directive && tok->kind != TOKEN_STRING)
      continue;
    text_add(&out, r->s->text + tok->begin, tok->end - tok->begin);
    text_puts(&out, "\n");
  }
  return out;
}

/* Computed once, since many rules query it for every symbol. */
static void find_named_elsewhere(rewriter *r)
{
  size_t symbols = r->f->symbols.size;
  textbuf elsewhere = collect_elsewhere(r);
  r->named_elsewhere = mem_alloc(symbols + 1, sizeof *r->named_elsewhere);
  for (size_t i = 0; i < symbols; i++) {
    const char *name = r->f->symbols.data[i].name;
    r->named_elsewhere[i] =
        *name && elsewhere.size &&
        memmem(elsewhere.data, elsewhere.size, name, strlen(name));
  }
  text_free(&elsewhere);
}

void rewrite_all(build *b)
{
  rewriter r = { .b = b, .s = b->s, .f = b->f };
  for (int i = 0; i < RULE_COUNT; i++)
    r.numbers[i] = rd_builder_rule(b->builder, &rewrite_rules[i]);
  if (!rd_builder_wants_rewrites(b->builder))
    return;
  collect_mentions(&r);
  find_named_elsewhere(&r);
  monitor_add(&r);
  for (r.rule = 0; r.rule < RULE_COUNT; r.rule++)
    if (!cxx_only[r.rule] || r.s->cxx)
      passes[r.rule](&r);
  strings_free(&r.pool);
  free(r.first_mention);
  free(r.next_mention);
  free(r.named_elsewhere);
}
