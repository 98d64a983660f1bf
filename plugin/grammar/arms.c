/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arm-alone: puts the value of an arm for a whole `match` of Rust, and what an
 * `if let` does for the whole.
 *
 * Hoisting does that too, but leaves names behind that only the pattern defines.
 * What is matched stands for them, or what fits any type. Names are compared as
 * they are spelled: a pattern does not say whether it defines one.
 */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/text.h"

typedef struct arm {
  uint32_t whole;   /* what it is an arm of */
  uint32_t matched; /* the value that is matched */
  uint32_t pattern;
  uint32_t value;
} arm;

/* The child of that number, or RD_NONE. */
static uint32_t child_at(const offers *of, uint32_t node, size_t number)
{
  uint32_t child = node + 1;
  while (number-- && child < offers_end(of, node))
    child = offers_end(of, child);
  return child < offers_end(of, node) ? child : RD_NONE;
}

/* The arm that begins at a node, with what is around it. False: none does. */
static bool find_arm(arm *out, const offers *of, uint32_t node)
{
  uint32_t above = of->parent[node];
  if (offers_is(of, node, "match_arm")) {
    uint32_t whole = of->parent[above];
    *out = (arm){ whole, child_at(of, whole, 1), child_at(of, node, 0),
                  child_at(of, node, 2) };
  } else if (offers_is(of, node, "let_condition")) {
    *out = (arm){ above, child_at(of, node, 3), child_at(of, node, 1),
                  child_at(of, above, 2) };
  } else {
    return false;
  }
  return out->matched != RD_NONE && out->pattern != RD_NONE &&
         out->value != RD_NONE && of->ids[out->whole] != RD_NONE;
}

static bool spells(const offers *of, uint32_t a, uint32_t b)
{
  const cst_node *x = cst_at(of->tree, a), *y = cst_at(of->tree, b);
  size_t size = x->end - x->begin;
  return y->end - y->begin == size &&
         memcmp(of->text + x->begin, of->text + y->begin, size) == 0;
}

/* Is the leaf a name of the pattern? Types and constants have capitals. */
static bool is_bound(const offers *of, uint32_t pattern, uint32_t leaf)
{
  if (!offers_is(of, leaf, "identifier") ||
      !islower((unsigned char)of->text[cst_at(of->tree, leaf)->begin]))
    return false;
  uint32_t i = pattern;
  while (i < offers_end(of, pattern) &&
         !(offers_is(of, i, "identifier") && spells(of, i, leaf)))
    i++;
  return i < offers_end(of, pattern);
}

/* The arm's value with a text for each name of the pattern; NULL if it has none.
 * Owner: caller. */
static char *text_with(const arm *self, const offers *of, const char *instead)
{
  textbuf out = { 0 };
  uint32_t at = cst_at(of->tree, self->value)->begin, begin = at;
  for (uint32_t i = self->value; i < offers_end(of, self->value); i++) {
    const cst_node *leaf = cst_at(of->tree, i);
    if (leaf->size > 1 || !is_bound(of, self->pattern, i))
      continue;
    text_add(&out, of->text + at, leaf->begin - at);
    text_puts(&out, instead);
    at = leaf->end;
  }
  text_add(&out, of->text + at, cst_at(of->tree, self->value)->end - at);
  if (at > begin)
    return text_take(&out, NULL);
  text_free(&out);
  return NULL;
}

static void offer(rd_builder *builder, const offers *of, const arm *self,
                  const char *instead, uint32_t number)
{
  char *text = text_with(self, of, instead);
  if (text) {
    rd_builder_rewrite(builder, number);
    rd_builder_edit_text(builder, of->ids[self->whole], text);
  }
  free(text);
}

void arms_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    arm at;
    if (!find_arm(&at, of, i))
      continue;
    const cst_node *matched = cst_at(of->tree, at.matched);
    char *value = mem_copy_bytes(of->text + matched->begin,
                                 matched->end - matched->begin);
    offer(builder, of, &at, value, number);
    offer(builder, of, &at, "loop {}", number);
    free(value);
  }
}
