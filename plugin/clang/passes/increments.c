/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Moves increments to where the variable is used: `i++` that is a statement of its
 * own into the only use in the statement before it, `++i` into that in the
 * statement behind it, the step of a loop into its body or condition.
 *
 * Statements that do not mention the variable may stand between the two. Whether
 * one of them changes it by a call or a pointer is not looked at: a test decides.
 */
#include "../shapes.h"

/* Is it evaluated whenever the node around it is? */
static bool is_evaluated_with(const rewriter *r, uint32_t node, uint32_t around)
{
  while (node != around) {
    uint32_t parent = rewrite_at(r, node)->parent;
    syntax_kind kind = rewrite_kind(r, parent);
    if (kind == KIND_SIZEOF ||
        ((kind == KIND_LOGICAL_AND || kind == KIND_LOGICAL_OR ||
          kind == KIND_CONDITIONAL) &&
         rewrite_child(r, parent, 0) != node))
      return false;
    node = parent;
  }
  return true;
}

static bool mentions(const rewriter *r, uint32_t node, uint32_t symbol)
{
  EACH_BELOW (at, r, node)
    if (rewrite_symbol(r, at) == symbol)
      return true;
  return false;
}

/* The only mention of a symbol, a read that may become `x++`; NODE_NONE if there is
 * another one. */
static uint32_t only_mention(const rewriter *r, uint32_t symbol, uint32_t node)
{
  uint32_t found = NODE_NONE;
  EACH_BELOW (at, r, node) {
    if (rewrite_kind(r, at) != KIND_NAME || rewrite_symbol(r, at) != symbol)
      continue;
    syntax_kind around = rewrite_kind(r, rewrite_at(r, at)->parent);
    if (found != NODE_NONE || rewrite_role(r, at) == ROLE_LVALUE ||
        around == KIND_SIZEOF || around == KIND_UNARY)
      return NODE_NONE;
    found = at;
  }
  return found;
}

/* What is evaluated last before a statement, of what mentions the symbol: an
 * expression in its block, or the condition of the `if` whose block begins with it.
 * NODE_NONE: neither. */
static uint32_t evaluated_before(const rewriter *r, uint32_t statement,
                                 uint32_t symbol)
{
  shape_parts parts;
  uint32_t before = rewrite_at(r, statement)->prev;
  while (before != NODE_NONE && !mentions(r, before, symbol))
    before = rewrite_at(r, before)->prev;
  if (rewrite_kind(r, before) == KIND_EXPRESSION_STATEMENT)
    return before;
  uint32_t around = rewrite_around(r, statement, KIND_IF);
  uint32_t list = rewrite_at(r, statement)->parent;
  bool begins = before == NODE_NONE && around != NODE_NONE &&
                shape_find_parts(&parts, r, around) &&
                rewrite_at(r, list)->parent == parts.body;
  return begins ? parts.condition : NODE_NONE;
}

/* What is evaluated first behind a statement, of what mentions the symbol: an
 * expression in its block, or the condition of an `if` there. */
static uint32_t evaluated_behind(const rewriter *r, uint32_t statement,
                                 uint32_t symbol)
{
  shape_parts parts;
  uint32_t behind = rewrite_at(r, statement)->next;
  while (behind != NODE_NONE && !mentions(r, behind, symbol))
    behind = rewrite_at(r, behind)->next;
  syntax_kind kind = rewrite_kind(r, behind);
  if (kind == KIND_IF && shape_find_parts(&parts, r, behind))
    return parts.condition;
  return kind == KIND_EXPRESSION_STATEMENT || kind == KIND_RETURN ? behind
                                                                  : NODE_NONE;
}

/* The body of the loop that the node is the step of, if that is one expression;
 * NODE_NONE: it is not. */
static uint32_t body_before_step(const rewriter *r, uint32_t node)
{
  shape_parts parts;
  uint32_t loop = rewrite_at(r, node)->parent;
  bool is = rewrite_kind(r, loop) == KIND_FOR &&
            shape_find_parts(&parts, r, loop) && parts.step == node &&
            rewrite_kind(r, parts.body) == KIND_EXPRESSION_STATEMENT;
  return is ? parts.body : NODE_NONE;
}

/* Where an increment stands: as a statement, behind a comma, as the step of a loop. */
struct increment {
  uint32_t node, name, leaf; /* leaf: `++` or `--` */
  bool is_statement, is_last;
};

/* False: it is none, or that of more than a name. */
static bool find_increment(struct increment *out, const rewriter *r,
                           uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  uint32_t parent = rewrite_at(r, node)->parent;
  if (kind != KIND_POSTFIX && kind != KIND_UNARY)
    return false;
  *out = (struct increment){
    .node = node,
    .name = shape_operand(r, node),
    .leaf = shape_leaf(r, node, WORD_INCREMENT, 0),
    .is_statement = rewrite_kind(r, parent) == KIND_EXPRESSION_STATEMENT &&
                    shape_is_listed(r, parent),
    .is_last = rewrite_kind(r, parent) == KIND_COMMA &&
               rewrite_child(r, parent, 2) == node &&
               rewrite_at(r, node)->next == NODE_NONE,
  };
  return out->leaf != NODE_NONE && rewrite_kind(r, out->name) == KIND_NAME &&
         rewrite_symbol(r, out->name) != FACT_NONE;
}

/* `a[i] = b; i++;` becomes `a[i++] = b;`. */
static void offer_before(rewriter *r, const struct increment *of)
{
  uint32_t parent = rewrite_at(r, of->node)->parent;
  uint32_t symbol = rewrite_symbol(r, of->name);
  uint32_t before = of->is_statement ? evaluated_before(r, parent, symbol)
                    : of->is_last    ? rewrite_child(r, parent, 0)
                                     : body_before_step(r, of->node);
  uint32_t use =
      before == NODE_NONE ? NODE_NONE : only_mention(r, symbol, before);
  bool is_step = !of->is_statement && !of->is_last;
  if (use == NODE_NONE || (is_step && !is_evaluated_with(r, use, before)))
    return;
  rewrite_open(r);
  rewrite_print(r, use, "%s%s", rewrite_source(r, use),
                rewrite_source(r, of->leaf));
  rewrite_drop(r, of->is_statement ? parent : of->node);
  if (of->is_last)
    rewrite_drop(r, rewrite_child(r, parent, 1));
}

/* `++i; a[i] = b;` becomes `a[++i] = b;`. */
static void offer_behind(rewriter *r, const struct increment *of)
{
  uint32_t statement = rewrite_at(r, of->node)->parent;
  uint32_t symbol = rewrite_symbol(r, of->name);
  uint32_t behind =
      of->is_statement ? evaluated_behind(r, statement, symbol) : NODE_NONE;
  uint32_t use =
      behind == NODE_NONE ? NODE_NONE : only_mention(r, symbol, behind);
  if (use == NODE_NONE)
    return;
  rewrite_open(r);
  rewrite_drop(r, statement);
  rewrite_print(r, use, shape_has_suffix(r, use) ? "(%s%s)" : "%s%s",
                rewrite_source(r, of->leaf), rewrite_source(r, use));
}

/* Also: `f(i), i++` becomes `f(i++)`, `if (i) { i++; f(); }` becomes `if (i++) {
 * f(); }`, and `for (;; i++) a[i] = b;` becomes `for (;;) a[i++] = b;`. */
void rewrite_increment_moved(rewriter *r)
{
  EACH_NODE (node, r) {
    struct increment of;
    if (!find_increment(&of, r, node))
      continue;
    offer_before(r, &of);
    offer_behind(r, &of);
  }
}

/* The step that each turn of a loop ends with, in its head or last in its block, if
 * it is `i++` or the like; NODE_NONE if there is none. */
static uint32_t step_of(const rewriter *r, const shape_parts *parts)
{
  uint32_t list = rewrite_child_of_kind(r, parts->body, KIND_STATEMENTS);
  uint32_t step = parts->step;
  if (step == NODE_NONE && list != NODE_NONE &&
      rewrite_kind(r, rewrite_at(r, list)->last) == KIND_EXPRESSION_STATEMENT)
    step = shape_operand(r, rewrite_at(r, list)->last);
  syntax_kind kind = rewrite_kind(r, step);
  bool is = (kind == KIND_POSTFIX || kind == KIND_UNARY) &&
            shape_leaf(r, step, WORD_INCREMENT, 0) != NODE_NONE;
  return is ? step : NODE_NONE;
}

/* `while (i < n) { f(); i++; }` becomes `while (i++ < n) { f(); }`. */
void rewrite_step_to_condition(rewriter *r)
{
  EACH_NODE (node, r) {
    shape_parts parts;
    if ((rewrite_kind(r, node) != KIND_WHILE &&
         rewrite_kind(r, node) != KIND_FOR) ||
        !shape_find_parts(&parts, r, node) || parts.condition == NODE_NONE)
      continue;
    uint32_t step = step_of(r, &parts);
    uint32_t name = step == NODE_NONE ? NODE_NONE : shape_operand(r, step);
    if (rewrite_kind(r, name) != KIND_NAME ||
        rewrite_symbol(r, name) == FACT_NONE)
      continue;
    uint32_t use = only_mention(r, rewrite_symbol(r, name), parts.condition);
    if (use == NODE_NONE)
      continue;
    rewrite_open(r);
    rewrite_print(r, use, "%s%s", rewrite_source(r, use),
                  rewrite_source(r, shape_leaf(r, step, WORD_INCREMENT, 0)));
    rewrite_drop(r,
                 parts.step != NODE_NONE ? step : rewrite_at(r, step)->parent);
  }
}
