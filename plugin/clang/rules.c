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
  free(r.first_mention);
  free(r.next_mention);
  free(r.named_elsewhere);
}
