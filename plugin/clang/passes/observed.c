/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Puts the values that the right program has for what computes them.
 *
 * An expression that always has the same value can be that number. If the wrong
 * code comes from what the compiler knows of the value, or does not know, the number
 * must be one that no compiler sees: a variable of the file that may be changed
 * elsewhere. What computed the value goes in later steps. Values that leave
 * the program stay: with them goes the difference.
 */
#include "../monitor.h"
#include "entities.h"

/* Does the value leave the program, as an argument or as the status of main? */
static bool leaves(const rewriter *r, uint32_t node)
{
  return rewrite_role(r, node) == ROLE_ARGUMENT
             ? monitor_is_outside(r, rewrite_around(r, node, KIND_CALL))
             : rewrite_role(r, node) == ROLE_RESULT &&
                   entity_is_in_main(r, node);
}

/* The number to put for the expression, or NULL. */
static const char *number_of(rewriter *r, uint32_t node)
{
  return leaves(r, node) ? NULL : monitor_number(r, node);
}

/* `int h = i + 3;` becomes `int h = 239;`. */
void rewrite_value_number(rewriter *r)
{
  EACH_NODE (node, r) {
    const char *number = number_of(r, node);
    if (!number || rewrite_tokens(r, node) < (*number == '-' ? 2 : 1))
      continue;
    rewrite_open(r);
    rewrite_text(r, node, number);
  }
}

/* Is it a variable of the file that holds 0, where no compiler can know it? */
static bool is_zero(const rewriter *r, uint32_t symbol)
{
  declared of;
  uint32_t first = rewrite_mention(r, symbol, 0);
  const symbol_fact *fact = rewrite_fact(r, symbol);
  if (fact->kind != RD_SYMBOL_VARIABLE || (fact->flags & RD_SYMBOL_LOCAL) ||
      first == NODE_NONE || !rewrite_declares(r, first) ||
      !declared_find(&of, r, first) ||
      rewrite_kind(r, of.owner) != KIND_DECLARATION ||
      rewrite_kind(r, of.holder) != KIND_DECLARATOR || of.holder != of.outer ||
      rewrite_child_of_kind(r, of.holder, KIND_WITH_VALUE) != NODE_NONE ||
      declared_specifier(r, of.owner, WORD_STATIC) != NODE_NONE ||
      declared_specifier(r, of.owner, WORD_EXTERN) != NODE_NONE ||
      declared_specifier(r, of.owner, WORD_CONST) != NODE_NONE)
    return false;
  EACH_LATER_MENTION (leaf, r, first) {
    const type_fact *type = rewrite_type(r, leaf);
    if (rewrite_kind(r, leaf) != KIND_NAME ||
        rewrite_role(r, leaf) == ROLE_LVALUE || !type ||
        type->shape != SHAPE_ARITHMETIC)
      return false;
  }
  return true;
}

/* The name of such a variable, or NULL. */
static const char *zero_name(const rewriter *r)
{
  EACH_SYMBOL (symbol, r)
    if (is_zero(r, symbol))
      return rewrite_fact(r, symbol)->name;
  return NULL;
}

/* Offers a text for the expression, behind a new declaration at file scope if that is
 * not NULL. */
static void offer(rewriter *r, uint32_t node, const char *declaration,
                  const char *text)
{
  uint32_t first =
      rewrite_first_leaf(r, rewrite_around(r, node, KIND_FUNCTION));
  rewrite_open(r);
  if (declaration)
    rewrite_print(r, first, "%s; %s", declaration, rewrite_source(r, first));
  rewrite_text(r, node, text);
}

/* Offers to move a variable out, with the number that it is declared with. */
static void offer_outside(rewriter *r, uint32_t node, const char *number,
                          const map *taken)
{
  uint32_t with = rewrite_at(r, node)->parent;
  uint32_t owner = rewrite_at(r, rewrite_at(r, with)->parent)->parent;
  uint32_t leaf =
      rewrite_child_of_kind(r, rewrite_at(r, with)->parent, KIND_DECLARED);
  uint32_t first =
      rewrite_first_leaf(r, rewrite_around(r, node, KIND_FUNCTION));
  if (rewrite_kind(r, with) != KIND_WITH_VALUE || leaf == NODE_NONE ||
      rewrite_kind(r, owner) != KIND_DECLARATION ||
      !shape_is_listed(r, owner) || !declared_is_alone(r, leaf) ||
      entity_is_taken(taken, rewrite_source(r, leaf)))
    return;
  rewrite_open(r);
  rewrite_print(r, first, "%s %s", rewrite_without(r, owner, node, number),
                rewrite_source(r, first));
  rewrite_drop(r, owner);
}

/* `int h = i + 3;` becomes `int h = zero ? 1 : 239;`, `int h = a;` behind
 * `int a = 239;` at file scope, or `int h = 239;` there. */
void rewrite_value_opaque(rewriter *r)
{
  map taken = { 0 };
  entity_taken_names(&taken, r);
  const char *name = entity_free_name(r, &taken);
  const char *zero = zero_name(r);
  EACH_NODE (node, r) {
    const char *number = name ? number_of(r, node) : NULL;
    if (!number)
      continue;
    const char *type = rewrite_spelling(
        r, clang_getCanonicalType(rewrite_type(r, node)->type));
    offer(r, node, zero ? NULL : rewrite_format(r, "int %s", name),
          rewrite_format(r, "%s ? 1 : %s", zero ? zero : name, number));
    offer(r, node, rewrite_format(r, "%s %s = %s", type, name, number), name);
    offer_outside(r, node, number, &taken);
  }
  map_free(&taken);
}

/* ---- what variables hold at the end ---- */

static bool mentions(const rewriter *r, uint32_t node, uint32_t symbol)
{
  EACH_BELOW (at, r, node)
    if (rewrite_kind(r, at) == KIND_NAME && rewrite_symbol(r, at) == symbol)
      return true;
  return false;
}

/* Has the symbol a value that the text changes? */
static bool is_written(const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol)
    if (rewrite_role(r, leaf) == ROLE_LVALUE)
      return true;
  return false;
}

/* What a variable holds at the end, or an element or member of it: `[1].f`. */
struct part {
  const char *path;
  int64_t value;
};

static void offer_compared(rewriter *r, uint32_t result, uint32_t leaf,
                           const struct part *of)
{
  rewrite_open(r);
  rewrite_print(r, result, of->value ? "%s%s != %lld" : "%s%s",
                rewrite_source(r, leaf), of->path, (long long)of->value);
}

/* The parts of an array or a structure that say most: the last and the first that are
 * not 0, and the last that is. Returns how many it offers. */
static uint32_t offer_parts(rewriter *r, uint32_t result, uint32_t leaf)
{
  struct part at, first = { 0 }, last = { 0 }, zero = { 0 };
  for (uint32_t i = 0; monitor_part(&at.path, &at.value, r, leaf, i); i++) {
    if (!at.value)
      zero = at;
    else
      last = at;
    if (!first.path && at.value)
      first = at;
  }
  const struct part *all[] = { &last, &first, &zero };
  uint32_t count = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i]->path && (!i || all[i]->path != all[i - 1]->path)) {
      offer_compared(r, result, leaf, all[i]);
      count++;
    }
  return count;
}

/* `return a != 2;` becomes `return b != 5;` or `return c[1] != 5;`: then nothing needs
 * a. */
void rewrite_global_to_return(rewriter *r)
{
  enum { MOST = 8, COMPARED = 3 /* tokens of `a != 2` */ };
  uint32_t result = entity_main_result(r), count = 0;
  EACH_SYMBOL (symbol, r) {
    struct part whole = { "", 0 };
    uint32_t leaf = rewrite_mention(r, symbol, 0);
    if (result == NODE_NONE || leaf == NODE_NONE || count >= MOST)
      continue;
    bool is_part = mentions(r, result, symbol);
    if (is_part && rewrite_tokens(r, result) <= COMPARED)
      continue;
    if (!is_part && rewrite_mention_count(r, symbol) > 1)
      count += offer_parts(r, result, leaf);
    if (!is_written(r, symbol) || !monitor_last(&whole.value, r, leaf))
      continue;
    offer_compared(r, result, leaf, &whole);
    count++;
  }
}

/* ---- what main computes ---- */

/* The statement of main in whose place a return can stand; NODE_NONE: the value is
 * not one in main, or is returned already. */
static uint32_t statement_in_main(const rewriter *r, uint32_t node)
{
  if (!entity_is_in_main(r, node) || rewrite_role(r, node) == ROLE_RESULT)
    return NODE_NONE;
  while (node != NODE_NONE && !shape_is_listed(r, node))
    node = rewrite_at(r, node)->parent;
  return node;
}

/* `a = f(2); ..` becomes `return f(2) != 5;`: then nothing needs what follows. */
void rewrite_known_to_return(rewriter *r)
{
  enum { MOST = 12 };
  uint32_t count = 0;
  EACH_NODE (node, r) {
    int64_t value;
    uint32_t statement = statement_in_main(r, node);
    if (count == MOST || statement == NODE_NONE ||
        !monitor_value(&value, r, node))
      continue;
    entity_open_return(r, statement);
    rewrite_print(r, statement, value ? "return %s != %lld;" : "return %s;",
                  shape_in_parens(r, node, rewrite_source(r, node)),
                  (long long)value);
    count++;
  }
}
