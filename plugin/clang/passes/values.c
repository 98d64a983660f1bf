/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces variables with their values: the initialiser, the first value
 * assigned, or zero; replaces expressions with variables of their type.
 *
 * This is copy propagation without an optimizer's proofs: a later assignment to
 * the variable does not prevent it, because only the crash counts. If a
 * variable is written and its substitute is not a variable, the write becomes
 * the value written. The declaration is removed, so that no trace of the
 * variable remains.
 */
#include "declared.h"
#include "spelled.h"

#include <string.h>

/* The replacement for a variable. */
struct substitute {
  const char *text;
  bool is_variable;
  bool is_primary; /* needs no parentheses */
  uint32_t store;  /* the statement that assigned it, or NODE_NONE */
  uint32_t inside; /* the node it was taken from, or NODE_NONE */
};

/* ---- declarations ---- */

/* The leaf that declares a variable which is declared once, without parameters or
 * nesting, and used; NODE_NONE for other symbols. */
static uint32_t find_leaf(const rewriter *r, uint32_t symbol)
{
  uint32_t first = rewrite_mention(r, symbol, 0);
  if (rewrite_fact(r, symbol)->kind != RD_SYMBOL_VARIABLE ||
      first == NODE_NONE || r->next_mention[first] == NODE_NONE ||
      !rewrite_declares(r, first) ||
      rewrite_kind(r, rewrite_at(r, first)->parent) != KIND_DECLARATOR)
    return NODE_NONE;
  EACH_LATER_MENTION (leaf, r, first)
    if (rewrite_kind(r, leaf) != KIND_NAME)
      return NODE_NONE;
  return first;
}

/* The node to remove so that the variable disappears; NODE_NONE if
 * impossible. */
static uint32_t declaration_unit(const rewriter *r, uint32_t leaf)
{
  uint32_t declarator = rewrite_at(r, leaf)->parent;
  uint32_t parent = rewrite_at(r, declarator)->parent;
  if (rewrite_kind(r, parent) == KIND_DECLARATORS)
    return declarator;
  return declared_is_alone(r, leaf) ? parent : NODE_NONE;
}

/* The initialiser, if it is an expression. */
static uint32_t initial_of(const rewriter *r, uint32_t declarator)
{
  uint32_t with = rewrite_child_of_kind(r, declarator, KIND_WITH_VALUE);
  uint32_t value = rewrite_child(r, with, 1);
  bool is = rewrite_has_tokens(r, value) &&
            rewrite_kind(r, value) != KIND_BRACES &&
            rewrite_kind(r, value) != KIND_GENERIC;
  return is ? value : NODE_NONE;
}

/* ---- substitution ---- */

/* Is the mention read only? */
static bool is_read(const rewriter *r, uint32_t mention)
{
  return rewrite_role(r, mention) != ROLE_LVALUE;
}

/* Can the mention, a write, do without the variable? */
static bool can_unwrite(const rewriter *r, uint32_t mention)
{
  uint32_t parent = rewrite_at(r, mention)->parent, left, right;
  syntax_kind kind = rewrite_kind(r, parent);
  if (kind == KIND_ASSIGN)
    return shape_pair(&left, &right, r, parent);
  return (kind == KIND_POSTFIX || kind == KIND_UNARY) &&
         shape_leaf(r, parent, WORD_INCREMENT, 0) != NODE_NONE;
}

static bool can_substitute(const rewriter *r, uint32_t symbol,
                           const struct substitute *by)
{
  EACH_LATER_MENTION (leaf, r, rewrite_mention(r, symbol, 0))
    if ((by->inside != NODE_NONE && rewrite_is_inside(r, leaf, by->inside)) ||
        (!by->is_variable && !is_read(r, declared_access(r, leaf)) &&
         !can_unwrite(r, declared_access(r, leaf))))
      return false;
  return !rewrite_is_named_elsewhere(r, symbol);
}

static void substitute_mention(rewriter *r, uint32_t mention,
                               const struct substitute *by)
{
  uint32_t parent = rewrite_at(r, mention)->parent;
  if (by->store != NODE_NONE && rewrite_is_inside(r, mention, by->store))
    return;
  if (by->is_variable || is_read(r, mention)) {
    bool open = by->is_primary || shape_stands_open(r, mention);
    rewrite_text(r, mention,
                 open ? by->text : rewrite_format(r, "(%s)", by->text));
  } else if (rewrite_kind(r, parent) == KIND_ASSIGN) {
    rewrite_lift(r, parent, rewrite_child(r, parent, 2));
  } else {
    rewrite_text(r, parent, by->text);
  }
}

static void substitute(rewriter *r, uint32_t symbol, uint32_t declaration,
                       const struct substitute *by)
{
  rewrite_open(r);
  EACH_LATER_MENTION (leaf, r, rewrite_mention(r, symbol, 0))
    substitute_mention(r, declared_access(r, leaf), by);
  if (by->store != NODE_NONE)
    rewrite_drop(r, by->store);
  rewrite_drop(r, declaration);
}

/* ---- by its value ---- */

/* The statement in a block that begins with a plain assignment to the leaf. */
static uint32_t store_of(const rewriter *r, uint32_t leaf)
{
  uint32_t assign = shape_assignment(r, leaf);
  if (assign == NODE_NONE)
    return NODE_NONE;
  uint32_t statement = rewrite_at(r, assign)->parent;
  bool is = rewrite_kind(r, statement) == KIND_EXPRESSION_STATEMENT &&
            shape_is_listed(r, statement);
  return is ? statement : NODE_NONE;
}

/* Braces that initialise a variable, with its type before them; NULL: there are
 * none, or the type cannot be said. */
static const char *compound_literal(rewriter *r, uint32_t leaf, uint32_t braces)
{
  declared of;
  type_text type;
  if (rewrite_kind(r, braces) != KIND_BRACES || !declared_find(&of, r, leaf) ||
      !declared_text(&type, r, &of))
    return NULL;
  return rewrite_format(r, "(%s %s%s)%s", type.specifiers, type.prefix,
                        type.suffix, rewrite_source(r, braces));
}

/* The same for a variable with one use. */
static bool find_literal(struct substitute *out, rewriter *r, uint32_t leaf)
{
  uint32_t with =
      rewrite_child_of_kind(r, rewrite_at(r, leaf)->parent, KIND_WITH_VALUE);
  uint32_t braces = rewrite_child(r, with, 1);
  *out = (struct substitute){ .text = compound_literal(r, leaf, braces),
                              .is_primary = true,
                              .store = NODE_NONE,
                              .inside = braces };
  return out->text && r->next_mention[r->next_mention[leaf]] == NODE_NONE;
}

static bool has_call(const rewriter *r, uint32_t value)
{
  EACH_BELOW (at, r, value)
    if (rewrite_kind(r, at) == KIND_CALL)
      return true;
  return false;
}

/* Does the text get smaller if the mentions become the value, and the unit that
 * declares the variable goes? One mention may wait for what goes then; several do
 * not repeat a call. */
static bool is_shorter(const rewriter *r, uint32_t symbol,
                       const struct substitute *by, uint32_t unit)
{
  size_t gone = rewrite_tokens(r, unit), uses = 0, come = 0;
  if (by->store != NODE_NONE)
    gone += rewrite_tokens(r, by->store);
  EACH_LATER_MENTION (leaf, r, rewrite_mention(r, symbol, 0)) {
    if (by->store != NODE_NONE && rewrite_is_inside(r, leaf, by->store))
      continue;
    uint32_t access = declared_access(r, leaf);
    bool open = by->is_primary || shape_stands_open(r, access);
    gone += rewrite_tokens(r, access);
    come += rewrite_tokens(r, by->inside) + (open ? 0 : 2);
    uses++;
  }
  return uses == 1 || (come < gone && !has_call(r, by->inside));
}

/* The first value of the variable that the unit declares; false if it is unknown,
 * or the text would grow, since it is inserted in several places. */
static bool find_value(struct substitute *out, rewriter *r, uint32_t symbol,
                       uint32_t leaf, uint32_t unit)
{
  uint32_t declarator = rewrite_at(r, leaf)->parent;
  uint32_t use = r->next_mention[leaf];
  uint32_t value = initial_of(r, declarator);
  *out = (struct substitute){ .store = NODE_NONE };
  if (value == NODE_NONE &&
      rewrite_child_of_kind(r, declarator, KIND_WITH_VALUE) == NODE_NONE) {
    out->store = store_of(r, use);
    if (out->store == NODE_NONE || r->next_mention[use] == NODE_NONE)
      return false;
    value = rewrite_child(r, rewrite_at(r, use)->parent, 2);
  }
  if (value == NODE_NONE)
    return false;
  uint32_t named = rewrite_kind(r, value) == KIND_NAME
                       ? rewrite_symbol(r, value)
                       : FACT_NONE;
  rd_symbol_kind kind = named == FACT_NONE
                            ? RD_SYMBOL_FUNCTION
                            : (rd_symbol_kind)rewrite_fact(r, named)->kind;
  out->is_variable = kind == RD_SYMBOL_VARIABLE || kind == RD_SYMBOL_PARAMETER;
  out->is_primary = shape_is_primary(r, value);
  out->text = rewrite_source(r, value);
  out->inside = value;
  return is_shorter(r, symbol, out, unit);
}

void rewrite_variable_to_value(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    struct substitute by;
    uint32_t leaf = find_leaf(r, symbol);
    uint32_t unit = leaf == NODE_NONE ? NODE_NONE : declaration_unit(r, leaf);
    if (unit != NODE_NONE &&
        (find_value(&by, r, symbol, leaf, unit) ||
         find_literal(&by, r, leaf)) &&
        can_substitute(r, symbol, &by))
      substitute(r, symbol, unit, &by);
  }
}

/* ---- temporaries ---- */

/* What follows the name in `T name{...};`, of a class that is not spelled around
 * it; empty parentheses for nothing; NULL for other declarations. */
static const char *construction_of(rewriter *r, const declared *d)
{
  uint32_t at = rewrite_at(r, d->leaf)->first, behind = at + 1;
  const syntax_node *type = rewrite_at(r, d->type);
  const syntax_node *owner = rewrite_at(r, d->owner);
  if (rewrite_kind(r, d->owner) != KIND_DECLARATION ||
      owner->first != type->first || type->end != at ||
      !spelled_is_name(r, type->first))
    return NULL;
  if (spelled_is(r, behind, "{") || spelled_is(r, behind, "("))
    behind = spelled_behind(r, behind);
  if (!spelled_is(r, behind, ";") || owner->end != behind + 1)
    return NULL;
  return behind == at + 1 ? "()" : spelled_text(r, at + 1, behind);
}

void rewrite_object_temporary(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    declared d;
    uint32_t leaf = rewrite_mention(r, symbol, 0);
    uint32_t use = rewrite_mention(r, symbol, 1);
    const char *construction =
        use != NODE_NONE && rewrite_mention(r, symbol, 2) == NODE_NONE &&
                rewrite_declares(r, leaf) && !rewrite_declares(r, use) &&
                declared_find(&d, r, leaf) && d.type != NODE_NONE
            ? construction_of(r, &d)
            : NULL;
    if (!construction || rewrite_is_inside(r, use, d.owner))
      continue;
    rewrite_open(r);
    rewrite_print(r, declared_access(r, use), "%s%s", rewrite_source(r, d.type),
                  construction);
    rewrite_drop(r, d.owner);
  }
}

/* ---- into the next statement ---- */

/* The only mention of a symbol in a statement that reads it; NODE_NONE if there are
 * more, or none. */
static uint32_t only_read(const rewriter *r, uint32_t symbol,
                          uint32_t statement)
{
  uint32_t found = NODE_NONE;
  EACH_BELOW (at, r, statement) {
    if (rewrite_kind(r, at) != KIND_NAME || rewrite_symbol(r, at) != symbol)
      continue;
    if (is_read(r, at) && found != NODE_NONE)
      return NODE_NONE;
    if (is_read(r, at))
      found = at;
    else if (shape_assignment(r, at) == NODE_NONE)
      return NODE_NONE;
  }
  return found;
}

/* The statement behind, or the condition that it begins with. */
static uint32_t read_next(const rewriter *r, uint32_t statement)
{
  shape_parts parts;
  uint32_t next = rewrite_at(r, statement)->next;
  syntax_kind kind = rewrite_kind(r, next);
  return kind == KIND_IF && shape_find_parts(&parts, r, next) ? parts.condition
         : kind == KIND_EXPRESSION_STATEMENT || kind == KIND_RETURN ? next
                                                                    : NODE_NONE;
}

/* `if (c) a = b; f(a);` becomes `f(c ? b : a);`. */
static void offer_conditional(rewriter *r, uint32_t node)
{
  shape_parts parts;
  uint32_t left, right, next = read_next(r, node);
  if (!shape_is_listed(r, node) || next == NODE_NONE ||
      !shape_find_parts(&parts, r, node) || parts.other != NODE_NONE ||
      rewrite_kind(r, parts.body) != KIND_EXPRESSION_STATEMENT)
    return;
  uint32_t assign = rewrite_child(r, parts.body, 0);
  if (rewrite_kind(r, assign) != KIND_ASSIGN ||
      !shape_pair(&left, &right, r, assign) ||
      rewrite_kind(r, left) != KIND_NAME ||
      shape_assignment(r, left) == NODE_NONE ||
      rewrite_symbol(r, left) == FACT_NONE || !shape_is_operand(r, right) ||
      !shape_is_operand(r, parts.condition))
    return;
  uint32_t use = only_read(r, rewrite_symbol(r, left), next);
  if (use == NODE_NONE)
    return;
  rewrite_open(r);
  rewrite_drop(r, node);
  rewrite_print(r, use,
                shape_stands_open(r, use) ? "%s ? %s : %s" : "(%s ? %s : %s)",
                rewrite_source(r, parts.condition), rewrite_source(r, right),
                rewrite_source(r, left));
}

/* `a = b; f(a);` becomes `f(b);`, and `a += b; f(a);` becomes `f(a + b);`. */
void rewrite_assignment_moved(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_IF)
    offer_conditional(r, node);
  EACH_OF_KIND (assign, r, KIND_ASSIGN) {
    uint32_t left, right, statement = rewrite_at(r, assign)->parent;
    if (rewrite_kind(r, statement) != KIND_EXPRESSION_STATEMENT ||
        !shape_is_listed(r, statement) ||
        !shape_pair(&left, &right, r, assign) ||
        rewrite_kind(r, left) != KIND_NAME ||
        rewrite_symbol(r, left) == FACT_NONE)
      continue;
    uint32_t next = read_next(r, statement);
    uint32_t use = next == NODE_NONE
                       ? NODE_NONE
                       : only_read(r, rewrite_symbol(r, left), next);
    if (use == NODE_NONE || (!shape_is_operand(r, right) &&
                             rewrite_kind(r, right) != KIND_CONDITIONAL))
      continue;
    const char *op = rewrite_source(r, shape_operator(r, assign));
    const char *value = rewrite_source(r, right);
    if (op[1]) /* += and the like */
      value = rewrite_format(
          r, shape_is_primary(r, right) ? "%s %.*s %s" : "%s %.*s (%s)",
          rewrite_source(r, left), (int)strlen(op) - 1, op, value);
    bool open =
        (!op[1] && shape_is_primary(r, right)) || shape_stands_open(r, use);
    rewrite_open(r);
    rewrite_drop(r, statement);
    rewrite_print(r, use, open ? "%s" : "(%s)", value);
  }
}

/* ---- by zero ---- */

/* A single use can be pruned to 0, after which the variable is unused. */
void rewrite_variable_to_zero(rewriter *r)
{
  for (size_t i = 0; i < r->f->variables.size; i++) {
    const variable_fact *fact = &r->f->variables.data[i];
    const type_fact *type = types_at(&r->f->types, fact->type);
    uint32_t symbol = r->f->names[fact->token];
    struct substitute by = {
      .text = "0", .is_primary = true, .store = NODE_NONE, .inside = NODE_NONE
    };
    uint32_t leaf = symbol == FACT_NONE ? NODE_NONE : find_leaf(r, symbol);
    uint32_t unit = leaf == NODE_NONE ? NODE_NONE : declaration_unit(r, leaf);
    if (unit == NODE_NONE || type->is_array ||
        (type->shape != SHAPE_ARITHMETIC && type->shape != SHAPE_POINTER))
      continue;
    if (rewrite_mention_count(r, symbol) > 2 && can_substitute(r, symbol, &by))
      substitute(r, symbol, unit, &by);
  }
}

/* ---- expressions ---- */

/* Larger texts have too many expressions for the gain; lifting and pruning come
 * first. */
enum { MOST_TOKENS = 512 };

static bool takes_value(const rewriter *r, uint32_t node)
{
  switch (rewrite_role(r, node)) {
  case ROLE_VALUE:
  case ROLE_CONDITION:
  case ROLE_CLAUSE_CONDITION:
  case ROLE_ARGUMENT:
  case ROLE_RESULT:
  case ROLE_OPERAND:
  case ROLE_LOGICAL_OPERAND:
    return rewrite_tokens(r, node) > 1;
  default:
    return false;
  }
}

static bool names_within(const rewriter *r, uint32_t node, const char *name)
{
  for (uint32_t i = rewrite_at(r, node)->first; i < rewrite_at(r, node)->end;
       i++)
    if (token_is(&r->s->tokens[r->s->visible[i]], r->s->text, name))
      return true;
  return false;
}

/* Replaces an expression with a variable of its type that is not in it. */
void rewrite_expression_to_variable(rewriter *r)
{
  if (r->s->count > MOST_TOKENS)
    return;
  EACH_NODE (node, r) {
    if (!takes_value(r, node))
      continue;
    const type_fact *type = rewrite_type(r, node);
    const char *name;
    if (!type || type->is_function || type->is_array ||
        !scopes_find(&name, 1, r->b, type->exact,
                     syntax_first_token(r->s, node)) ||
        names_within(r, node, name))
      continue;
    rewrite_open(r);
    rewrite_text(r, node, name);
  }
}
