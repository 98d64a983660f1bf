/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rules: their rows for the core, and one run of all of them.
 *
 * Rules run while the tree is built, when syntax, facts and libclang's
 * translation unit are all available and every node has its number in the
 * builder. The mentions of each symbol are collected once for all rules.
 */
#include "rewrite.h"

#include <string.h>

const rd_rule rewrite_rules[] = {
#define RULE(id, function, label, bits, text, origin)                          \
  { .row = { .name = label, .description = text, .source = origin },           \
    .flags = bits },
#include "rewrites.def"
#undef RULE
  { .row = { .name = NULL } }
};

static rewrite_pass *const passes[] = {
#define RULE(id, function, name, flags, description, source) rewrite_##function,
#include "rewrites.def"
#undef RULE
};

/* ---- mentions ---- */

/* The leaf whose token mentions a symbol in the syntax, or NODE_NONE. */
static uint32_t mentioning_leaf(const build *b, uint32_t at)
{
  if (b->f->names[at] == FACT_NONE || b->f->tokens[at].directive)
    return NODE_NONE;
  return b->leaf_nodes[at];
}

/* Counts first, then places, as in counting sort. */
static void collect_mentions(rewriter *r)
{
  const build *b = r->b;
  size_t symbols = r->f->symbols.size;
  r->first_mention = mem_alloc(symbols + 2, sizeof *r->first_mention);
  uint32_t *next = r->first_mention + 1;
  uint32_t count = 0;
  for (uint32_t at = 0; at < r->s->token_count; at++)
    if (mentioning_leaf(b, at) != NODE_NONE) {
      next[b->f->names[at] + 1]++;
      count++;
    }
  for (size_t i = 1; i <= symbols; i++)
    next[i] += next[i - 1];
  for (uint32_t i = 0; i < count; i++)
    ARRAY_PUSH(&r->mentions, 0);
  for (uint32_t at = 0; at < r->s->token_count; at++) {
    uint32_t leaf = mentioning_leaf(b, at);
    if (leaf != NODE_NONE)
      r->mentions.data[next[b->f->names[at]]++] = leaf;
  }
}

/* ---- names elsewhere ---- */

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
  for (int i = 0; i < RULE_COUNT; i++) {
    r.rule = (rewrite_rule)i;
    passes[i](&r);
  }
  strings_free(&r.pool);
  free(r.mentions.data);
  free(r.first_mention);
  free(r.named_elsewhere);
}
