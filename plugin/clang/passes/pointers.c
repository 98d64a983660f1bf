/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes one pointer level at the declaration and all uses.
 *
 * `*p` and `p[i]` become `p`, `p->m` becomes `p.m`. A value assigned to the
 * pointer loses its `&`, or gets a `*` if it has none, except a constant, which
 * fits a number as well, and memory that a function returns, since the variable
 * has its own. Other uses of the pointer get `&p`; but a test, an increment or a
 * `&p` takes the variable unchanged, since it works for either.
 * Pairs (`p = &x; q = &p;`) are lowered one after the other.
 *
 * Parameters are lowered only if no call in the text gives them a value.
 */
#include "declared.h"

/* The `*` directly before the name, or NODE_NONE. */
static uint32_t star_of(const rewriter *r, uint32_t leaf)
{
  uint32_t at = rewrite_at(r, leaf)->prev;
  while (rewrite_kind(r, at) == KIND_TOKEN &&
         syntax_class(rewrite_word(r, at)) == CLASS_QUALIFIER)
    at = rewrite_at(r, at)->prev;
  return rewrite_kind(r, at) == KIND_TOKEN && rewrite_word(r, at) == WORD_STAR
             ? at
             : NODE_NONE;
}

/* Is it a plain pointer, not an array of pointers or a function that returns
 * one? */
static bool declares_pointer(const rewriter *r, uint32_t leaf)
{
  declared d;
  uint32_t next = rewrite_at(r, leaf)->next;
  return declared_find(&d, r, leaf) && star_of(r, leaf) != NODE_NONE &&
         rewrite_kind(r, next) != KIND_ARRAY &&
         rewrite_kind(r, next) != KIND_PARAMETERS;
}

static bool is_called(const rewriter *r, uint32_t leaf)
{
  uint32_t symbol =
      declared_function(r, rewrite_around(r, leaf, KIND_FUNCTION));
  return symbol == FACT_NONE || rewrite_mention_count(r, symbol) != 1;
}

/* ---- values ---- */

/* What leads to nothing but memory, such as the value malloc returns, is dropped:
 * the variable has its own. The initialiser or the statement that assigns it;
 * NODE_NONE: the value is something else. */
static uint32_t memory_of(const rewriter *r, uint32_t value)
{
  uint32_t parent = value == NODE_NONE ? value : rewrite_at(r, value)->parent;
  uint32_t unit = rewrite_kind(r, parent) == KIND_WITH_VALUE ? parent
                  : parent == NODE_NONE                      ? parent
                                        : rewrite_at(r, parent)->parent;
  while (rewrite_kind(r, value) == KIND_CAST)
    value = rewrite_at(r, value)->last;
  const type_fact *type = rewrite_type(r, value);
  CXType to = { .kind = CXType_Invalid };
  if (rewrite_kind(r, value) == KIND_CALL && type &&
      type->shape == SHAPE_POINTER)
    to = clang_getPointeeType(clang_getCanonicalType(type->type));
  return to.kind == CXType_Void &&
                 (unit == parent ||
                  rewrite_kind(r, unit) == KIND_EXPRESSION_STATEMENT)
             ? unit
             : NODE_NONE;
}

/* The value loses its `&`, gets a `*`, or stays if it is not a pointer. It must
 * not mention the pointer if it is rewritten. */
static void lower_value(rewriter *r, uint32_t value)
{
  syntax_kind kind = rewrite_kind(r, value);
  uint32_t first = rewrite_child(r, value, 0);
  const type_fact *type = rewrite_type(r, value);
  if (type && type->shape != SHAPE_POINTER)
    return;
  uint32_t memory = memory_of(r, value);
  if (memory != NODE_NONE && memory == rewrite_at(r, value)->parent)
    rewrite_drop(r, memory);
  else if (memory != NODE_NONE)
    shape_remove_statement(r, memory);
  if (memory != NODE_NONE)
    return;
  bool address = kind == KIND_UNARY && rewrite_word(r, first) == WORD_AND;
  uint32_t object = address ? rewrite_child(r, value, 1) : NODE_NONE;
  if (address && object == NODE_NONE)
    return;
  if (address)
    rewrite_lift(r, value, object);
  else if (kind == KIND_NAME || kind == KIND_CALL || kind == KIND_MEMBER ||
           kind == KIND_SUBSCRIPT || kind == KIND_DEREFERENCE ||
           kind == KIND_PARENS)
    rewrite_print(r, value, "*%s", rewrite_source(r, value));
  else if (kind != KIND_LITERAL)
    rewrite_print(r, value, "*(%s)", rewrite_source(r, value));
}

/* The right side of the assignment whose left side is `access`. */
static uint32_t assigned_value(const rewriter *r, uint32_t access)
{
  uint32_t parent = rewrite_at(r, access)->parent;
  if (rewrite_kind(r, parent) != KIND_ASSIGN ||
      rewrite_at(r, parent)->child != access ||
      rewrite_word(r, rewrite_child(r, parent, 1)) != WORD_ASSIGN)
    return NODE_NONE;
  return rewrite_child(r, parent, 2);
}

/* The value of the declarator's initialiser, or NODE_NONE. */
static uint32_t initial_value(const rewriter *r, uint32_t leaf)
{
  declared d;
  if (!declared_find(&d, r, leaf))
    return NODE_NONE;
  uint32_t with = rewrite_child_of_kind(r, d.outer, KIND_WITH_VALUE);
  return rewrite_child_in_role(r, with, ROLE_INITIAL);
}

static uint32_t value_of(const rewriter *r, uint32_t leaf)
{
  return rewrite_declares(r, leaf)
             ? initial_value(r, leaf)
             : assigned_value(r, declared_access(r, leaf));
}

/* ---- uses ---- */

/* Does a use of this kind accept both a pointer and a number? */
static bool takes_either(const rewriter *r, uint32_t access)
{
  uint32_t parent = rewrite_at(r, access)->parent;
  syntax_kind kind = rewrite_kind(r, parent);
  return rewrite_role(r, access) == ROLE_CONDITION ||
         rewrite_role(r, access) == ROLE_LOGICAL_OPERAND ||
         rewrite_role(r, access) == ROLE_LVALUE ||
         rewrite_role(r, access) == ROLE_DISCARD || kind == KIND_COMPARISON ||
         kind == KIND_SIZEOF;
}

static void lower_use(rewriter *r, uint32_t access)
{
  uint32_t parent = rewrite_at(r, access)->parent;
  syntax_kind kind = rewrite_kind(r, parent);
  bool first = rewrite_at(r, parent)->child == access;
  if (kind == KIND_DEREFERENCE || (kind == KIND_SUBSCRIPT && first))
    rewrite_lift(r, parent, access);
  else if (kind == KIND_MEMBER)
    rewrite_text(r, rewrite_child(r, parent, 1), ".");
  else if (!takes_either(r, access))
    rewrite_print(r, access, "&%s", rewrite_source(r, access));
}

/* Can all mentions be lowered? No rewritten value may contain another one. */
static bool can_lower(const rewriter *r, uint32_t symbol)
{
  uint32_t value = NODE_NONE;
  EACH_MENTION (leaf, r, symbol) {
    if (rewrite_declares(r, leaf) ? !declares_pointer(r, leaf)
                                  : declared_access(r, leaf) == NODE_NONE)
      return false;
    if (value != NODE_NONE && rewrite_is_inside(r, leaf, value)) {
      if (memory_of(r, value) == NODE_NONE)
        return false;
      continue;
    }
    uint32_t next = value_of(r, leaf);
    value = next == NODE_NONE ? value : next;
  }
  uint32_t first = rewrite_mention(r, symbol, 0);
  return first != NODE_NONE && rewrite_declares(r, first);
}

static bool may_lower(const rewriter *r, uint32_t symbol)
{
  uint8_t kind = rewrite_fact(r, symbol)->kind;
  return (kind == RD_SYMBOL_VARIABLE || kind == RD_SYMBOL_FIELD ||
          kind == RD_SYMBOL_PARAMETER) &&
         can_lower(r, symbol) &&
         (kind != RD_SYMBOL_PARAMETER ||
          !is_called(r, rewrite_mention(r, symbol, 0)));
}

void rewrite_pointer_level(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    if (!may_lower(r, i))
      continue;
    uint32_t last = NODE_NONE; /* no edit is inside of another one */
    rewrite_open(r);
    EACH_MENTION (leaf, r, i) {
      if (last != NODE_NONE && rewrite_is_inside(r, leaf, last))
        continue;
      uint32_t value = value_of(r, leaf);
      last = value == NODE_NONE ? last : value;
      if (rewrite_declares(r, leaf))
        rewrite_drop(r, star_of(r, leaf));
      else if (value == NODE_NONE)
        lower_use(r, declared_access(r, leaf));
      if (value != NODE_NONE)
        lower_value(r, value);
    }
  }
}

/* ---- function pointers ---- */

/* `(*f)` before parameters, or NODE_NONE. */
static uint32_t function_pointer(const rewriter *r, uint32_t leaf)
{
  uint32_t nested = rewrite_at(r, leaf)->parent;
  uint32_t star = star_of(r, leaf);
  return rewrite_kind(r, nested) == KIND_NESTED && star != NODE_NONE &&
                 rewrite_at(r, leaf)->next == rewrite_at(r, nested)->last &&
                 rewrite_kind(r, rewrite_at(r, nested)->next) == KIND_PARAMETERS
             ? nested
             : NODE_NONE;
}

static bool are_calls(const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol)
    if (rewrite_declares(r, leaf) ? function_pointer(r, leaf) == NODE_NONE
                                  : rewrite_kind(r, leaf) != KIND_NAME ||
                                        assigned_value(r, leaf) != NODE_NONE)
      return false;
  return true;
}

void rewrite_function_pointer(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    if (rewrite_fact(r, i)->kind != RD_SYMBOL_VARIABLE || !are_calls(r, i))
      continue;
    rewrite_open(r);
    EACH_MENTION (leaf, r, i) {
      if (!rewrite_declares(r, leaf))
        continue;
      uint32_t nested = function_pointer(r, leaf);
      uint32_t value = initial_value(r, leaf);
      rewrite_lift(r, nested, leaf);
      if (value != NODE_NONE)
        rewrite_drop(r, rewrite_at(r, value)->parent);
    }
  }
}
