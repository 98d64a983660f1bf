/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whole functions: removes unneeded results and repeated declarations, merges
 * two functions, and makes variables of them.
 *
 * No name is invented: the replacement of a function is always another one in
 * the text. Functions without a definition are equivalent to a compiler that
 * sees only this file, if their types are equal.
 */
#include <string.h>

#include "base/hash.h"
#include "../monitor.h"
#include "entities.h"
#include "spelled.h"

/* ---- results ---- */

static bool is_void(const rewriter *r, uint32_t declaration, uint32_t leaf)
{
  uint32_t type = declared_type_of(r, declaration);
  return rewrite_kind(r, type) == KIND_TYPE &&
         rewrite_word(r, type) == WORD_VOID &&
         rewrite_at(r, leaf)->prev == NODE_NONE;
}

static bool is_main(const rewriter *r, uint32_t symbol)
{
  return !strcmp(rewrite_fact(r, symbol)->name, "main");
}

/* Can the result's type be rewritten in every declaration, and does every call
 * with a used result have a phrase? */
static bool can_lose_result(rewriter *r, const entity_function *f)
{
  EACH_MENTION (leaf, r, f->symbol) {
    uint32_t call = entity_call(r, leaf);
    if (call != NODE_NONE) {
      if (rewrite_role(r, call) != ROLE_DISCARD && !entity_phrase(r, call))
        return false;
      continue;
    }
    if (!declared_is_alone(r, leaf) ||
        is_void(r, declared_owner(r, leaf), leaf) ||
        rewrite_kind(r, rewrite_at(r, leaf)->parent) == KIND_NESTED)
      return false;
  }
  return true;
}

/* Writes the type in one declaration and removes its stars. */
static void write_type(rewriter *r, uint32_t leaf, const char *text)
{
  uint32_t type = declared_type_of(r, declared_owner(r, leaf));
  uint32_t star = rewrite_at(r, declared_declarator(r, leaf))->child;
  for (; !rewrite_is_inside(r, leaf, star); star = rewrite_at(r, star)->next)
    if (rewrite_kind(r, star) == KIND_TOKEN)
      rewrite_drop(r, star);
  if (type != NODE_NONE)
    rewrite_text(r, type, text);
  else
    rewrite_print(r, leaf, "%s %s", text, rewrite_source(r, leaf));
}

/* Removes the values that the definition returns; returns their number. */
static size_t find_results(const rewriter *r, uint32_t definition,
                           rewriter *drop)
{
  size_t count = 0;
  EACH_BELOW (at, r, definition) {
    uint32_t result = rewrite_kind(r, at) == KIND_RETURN
                          ? rewrite_child_in_role(r, at, ROLE_RESULT)
                          : NODE_NONE;
    if (result == NODE_NONE)
      continue;
    count++;
    if (drop)
      rewrite_drop(drop, result);
  }
  return count;
}

static void offer_type(rewriter *r, const entity_function *f, const char *text)
{
  rewrite_open(r);
  EACH_MENTION (leaf, r, f->symbol) {
    uint32_t call = entity_call(r, leaf);
    if (call == NODE_NONE)
      write_type(r, leaf, text);
    else if (rewrite_role(r, call) != ROLE_DISCARD)
      rewrite_text(r, call, entity_phrase(r, call));
  }
  (void)find_results(r, f->definition, r);
}

void rewrite_return_void(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    entity_function f;
    if (!entity_function_of(&f, r, i) || f.definition == NODE_NONE ||
        ((r->s->cxx || monitor_is_wanted(r)) && is_main(r, i)) ||
        !find_results(r, f.definition, NULL) || !can_lose_result(r, &f))
      continue;
    offer_type(r, &f, "void");
    if (rewrite_kind(r, declared_type_of(r, f.definition)) == KIND_TAG)
      offer_type(r, &f, "int");
  }
}

/* ---- declarations ---- */

/* The most informative declaration: one with a body or a value, else one
 * without `extern`. */
static uint32_t find_main(const rewriter *r, uint32_t symbol)
{
  uint32_t best = NODE_NONE;
  EACH_MENTION (leaf, r, symbol) {
    if (rewrite_kind(r, leaf) != KIND_DECLARED)
      continue;
    uint32_t declaration = declared_owner(r, leaf);
    if (rewrite_kind(r, declaration) == KIND_FUNCTION ||
        (declaration != NODE_NONE &&
         rewrite_child_of_kind(r, declared_declarator(r, leaf),
                               KIND_WITH_VALUE) != NODE_NONE))
      return leaf;
    if (declaration != NODE_NONE && best == NODE_NONE &&
        declared_specifier(r, declaration, WORD_EXTERN) == NODE_NONE)
      best = leaf;
  }
  return best;
}

/* Is it the declaration of a member in its class? That has to stay. */
static bool declares_member(const rewriter *r, uint32_t leaf)
{
  uint32_t owner = declared_owner(r, leaf);
  return rewrite_kind(r, owner) == KIND_FIELD &&
         declared_specifier(r, owner, WORD_FRIEND) == NODE_NONE;
}

/* Declarations that another one makes redundant: the other comes before, or it
 * comes next and the name is not used in between. */
static void offer_repeated(rewriter *r, uint32_t symbol)
{
  uint32_t kept = find_main(r, symbol);
  bool has_declaration = false;
  EACH_MENTION (leaf, r, symbol) {
    if (rewrite_kind(r, leaf) != KIND_DECLARED)
      continue;
    bool next = rewrite_kind(r, r->next_mention[leaf]) == KIND_DECLARED;
    if (leaf == kept || (!has_declaration && !next) ||
        declared_declarator(r, leaf) == NODE_NONE || declares_member(r, leaf)) {
      has_declaration = true;
      continue;
    }
    rewrite_open(r);
    declared_drop(r, leaf);
  }
}

void rewrite_redeclaration(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    const symbol_fact *symbol = rewrite_fact(r, i);
    if (!(symbol->flags & RD_SYMBOL_LOCAL) &&
        (symbol->kind == RD_SYMBOL_FUNCTION ||
         symbol->kind == RD_SYMBOL_VARIABLE))
      offer_repeated(r, i);
  }
}

/* ---- one function for two ---- */

static const char *name_of(const rewriter *r, uint32_t symbol)
{
  return rewrite_fact(r, symbol)->name;
}

/* Calls of `f` become calls of `name`; all declarations of `f` are removed. */
static void offer_instead(rewriter *r, const entity_function *f,
                          const char *name)
{
  rewrite_open(r);
  EACH_MENTION (leaf, r, f->symbol)
    if (entity_call(r, leaf) != NODE_NONE)
      rewrite_text(r, leaf, name);
    else if (declared_owner(r, leaf) == f->definition)
      rewrite_drop(r, f->definition);
    else
      declared_drop(r, leaf);
}

/* Of a member, its class counts too. */
static uint64_t hash_type(rewriter *r, uint32_t symbol)
{
  CXType type = clang_getCanonicalType(
      clang_getCursorType(rewrite_fact(r, symbol)->canonical));
  const char *key = rewrite_format(r, "%u %s", rewrite_fact(r, symbol)->owner,
                                   rewrite_spelling(r, type));
  return hash_bytes(key, strlen(key));
}

/* Replaces functions without a definition by the one of the same type with the
 * shortest name. */
void rewrite_unify_functions(rewriter *r)
{
  map shortest = { 0 };
  entity_function f;
  EACH_SYMBOL (i, r) {
    if (!entity_function_of(&f, r, i) || f.definition != NODE_NONE)
      continue;
    uint64_t type = hash_type(r, i);
    uint32_t best = map_find(&shortest, type);
    if (best == MAP_NONE || strlen(name_of(r, i)) < strlen(name_of(r, best)))
      map_put(&shortest, type, i);
  }
  EACH_SYMBOL (i, r) {
    if (!entity_function_of(&f, r, i) || f.definition != NODE_NONE)
      continue;
    uint32_t best = map_find(&shortest, hash_type(r, i));
    if (best != i && (f.name != NODE_NONE ||
                      strlen(name_of(r, i)) > strlen(name_of(r, best))))
      offer_instead(r, &f, name_of(r, best));
  }
  map_free(&shortest);
}

/* The function that contains the first call, if it is another one. */
static uint32_t find_caller(const rewriter *r, const entity_function *f)
{
  EACH_MENTION (leaf, r, f->symbol) {
    uint32_t around = entity_call(r, leaf) == NODE_NONE
                          ? NODE_NONE
                          : rewrite_around(r, leaf, KIND_FUNCTION);
    if (around != NODE_NONE && around != f->definition)
      return declared_function(r, around);
  }
  return FACT_NONE;
}

/* Removes a function and redirects its calls to another of its type: the last
 * one before it, or its caller. */
void rewrite_merge_functions(rewriter *r)
{
  map before = { 0 };
  EACH_SYMBOL (i, r) {
    entity_function f;
    if (!entity_function_of(&f, r, i) || f.name == NODE_NONE)
      continue;
    uint64_t type = hash_type(r, i);
    uint32_t other = map_find(&before, type), caller = find_caller(r, &f);
    if (f.definition != NODE_NONE)
      map_put(&before, type, i);
    if (!f.calls)
      continue;
    if (other != MAP_NONE)
      offer_instead(r, &f, name_of(r, other));
    if (caller != FACT_NONE && caller != other &&
        (!r->s->cxx || (hash_type(r, caller) == type && !is_main(r, caller))))
      offer_instead(r, &f, name_of(r, caller));
  }
  map_free(&before);
}

/* ---- variables ---- */

/* The only statement of a definition's body, or NODE_NONE. */
static uint32_t only_statement(const rewriter *r, uint32_t definition)
{
  uint32_t body = entity_body(r, definition);
  return body != NODE_NONE && entity_count(r, body) == 1
             ? entity_element(r, body, 0)
             : NODE_NONE;
}

/* The value that is all that a definition returns, or NODE_NONE. */
static uint32_t only_result(const rewriter *r, uint32_t definition)
{
  uint32_t statement = only_statement(r, definition);
  return rewrite_kind(r, statement) == KIND_RETURN
             ? rewrite_child_in_role(r, statement, ROLE_RESULT)
             : NODE_NONE;
}

static bool has_call(const rewriter *r, uint32_t value)
{
  EACH_BELOW (at, r, value)
    if (rewrite_kind(r, at) == KIND_CALL)
      return true;
  return false;
}

/* The definition of a variable with the value that is all that the function
 * returns; NULL: it does more, or its type is spelled around the name. */
static const char *returned_variable(rewriter *r, const entity_function *f)
{
  uint32_t value =
      f->definition == NODE_NONE ? NODE_NONE : only_result(r, f->definition);
  if (value == NODE_NONE || has_call(r, value) ||
      entity_parameter_list(r, f->name) != NODE_NONE)
    return NULL;
  CXType type = clang_getCursorType(rewrite_fact(r, f->symbol)->canonical);
  const char *result = rewrite_spelling(r, clang_getResultType(type));
  return strchr(result, '(')
             ? NULL
             : rewrite_format(r, "%s %s = %s;", result, name_of(r, f->symbol),
                              rewrite_source(r, value));
}

/* The first declaration becomes the variable. */
static void offer_variable(rewriter *r, const entity_function *f,
                           uint32_t first, const char *variable)
{
  rewrite_open(r);
  EACH_MENTION (leaf, r, f->symbol) {
    uint32_t call = entity_call(r, leaf);
    if (call != NODE_NONE)
      rewrite_text(r, call, name_of(r, f->symbol));
    else if (leaf == first)
      rewrite_text(r, declared_owner(r, leaf), variable);
    else if (leaf == f->name)
      rewrite_drop(r, f->definition);
    else
      declared_drop(r, leaf);
  }
}

/* A compiler that does not look into a function knows as little of a variable that
 * other files see. The value has to be a constant in C, else it does not
 * compile. */
void rewrite_result_variable(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    entity_function f;
    if (!entity_function_of(&f, r, i) || !f.calls)
      continue;
    uint32_t first = rewrite_mention(r, i, 0);
    const char *variable = returned_variable(r, &f);
    if (variable && rewrite_kind(r, first) == KIND_DECLARED &&
        (first == f.name || declared_is_alone(r, first)))
      offer_variable(r, &f, first, variable);
  }
}

/* Is the function, whose name is at the position, only defined, and not a member? */
static bool is_only_defined(const rewriter *r, uint32_t definition,
                            const spelled_name *of)
{
  uint32_t symbol =
      of->name == MAP_NONE ? FACT_NONE : r->f->names[r->s->visible[of->name]];
  return symbol != FACT_NONE && of->outer == MAP_NONE &&
         !build_is_member(r->b, definition) &&
         rewrite_mention_count(r, symbol) == 1;
}

/* Does it mention no parameter of a function? */
static bool is_free(const rewriter *r, uint32_t node)
{
  EACH_BELOW (at, r, node) {
    uint32_t symbol =
        rewrite_kind(r, at) == KIND_NAME ? rewrite_symbol(r, at) : FACT_NONE;
    if (symbol != FACT_NONE &&
        rewrite_fact(r, symbol)->kind == RD_SYMBOL_PARAMETER)
      return false;
  }
  return true;
}

static bool is_void_value(const rewriter *r, uint32_t value)
{
  const type_fact *type = rewrite_type(r, value);
  return type && type->shape == SHAPE_VOID;
}

/* The value of a statement that does nothing but return or compute it, or
 * NODE_NONE. */
static uint32_t value_of(const rewriter *r, uint32_t statement)
{
  syntax_kind kind = rewrite_kind(r, statement);
  if (kind == KIND_RETURN)
    return rewrite_child_in_role(r, statement, ROLE_RESULT);
  return kind == KIND_EXPRESSION_STATEMENT ? rewrite_child(r, statement, 0)
                                           : NODE_NONE;
}

/* A variable whose value is all that a function does: of the type that it
 * returns, else `auto`. C++ computes any value of a variable at file scope. */
static void offer_value(rewriter *r, uint32_t function, uint32_t statement,
                        const spelled_name *of, const char *own)
{
  uint32_t value = value_of(r, statement);
  if (value == NODE_NONE || rewrite_kind(r, value) == KIND_COMMA ||
      is_void_value(r, value) || !is_free(r, value))
    return;
  bool returns = rewrite_kind(r, statement) == KIND_RETURN;
  rewrite_open(r);
  rewrite_print(r, function, "%s %s = %s;",
                returns
                    ? spelled_text(r, rewrite_at(r, function)->first, of->name)
                    : "auto",
                own, rewrite_source(r, value));
}

static bool is_declaration(const rewriter *r, uint32_t statement)
{
  syntax_kind kind = rewrite_kind(r, statement);
  return kind == KIND_DECLARATION || kind == KIND_ALIAS || kind == KIND_USING ||
         kind == KIND_STATIC_ASSERT;
}

/* How many statements a body has that are values, behind declarations alone; false: it
 * has something else, or the last value is none. */
static bool can_open(uint32_t *values_out, const rewriter *r, uint32_t body)
{
  uint32_t last = NODE_NONE;
  *values_out = 0;
  for (uint32_t at = entity_element(r, body, 0); at != NODE_NONE;
       at = entity_next_element(r, at)) {
    last = value_of(r, at);
    *values_out += last != NODE_NONE;
    if ((last == NODE_NONE && (*values_out || !is_declaration(r, at))) ||
        !is_free(r, at))
      return false;
  }
  return !*values_out || !is_void_value(r, last);
}

/* The declarations of such a body as they are, then a variable of its values. */
static const char *opened(rewriter *r, uint32_t body, uint32_t values,
                          const char *own)
{
  textbuf out = { 0 };
  uint32_t count = 0;
  bool is_list = values > 1;
  text_puts(&out, "");
  for (uint32_t at = entity_element(r, body, 0); at != NODE_NONE;
       at = entity_next_element(r, at)) {
    uint32_t value = value_of(r, at);
    if (value == NODE_NONE) {
      text_printf(&out, "%s\n", rewrite_source(r, at));
      continue;
    }
    is_list |= rewrite_kind(r, value) == KIND_COMMA;
    if (count++)
      text_puts(&out, ", ");
    else
      text_printf(&out, "auto %s = %s", own, is_list ? "(" : "");
    text_puts(&out, rewrite_source(r, value));
  }
  if (values)
    text_puts(&out, is_list ? ");" : ";");
  return strings_take(&r->pool, text_take(&out, NULL));
}

void rewrite_function_variable(rewriter *r)
{
  map taken = { 0 };
  entity_taken_names(&taken, r);
  EACH_OF_KIND (node, r, KIND_FUNCTION) {
    const syntax_node *at = rewrite_at(r, node);
    spelled_name of = spelled_declared(r, (span){ at->first, at->end });
    uint32_t statement = only_statement(r, node);
    const char *own = is_only_defined(r, node, &of)
                          ? entity_variable_name(r, &taken, of.name)
                          : NULL;
    if (own && statement != NODE_NONE)
      offer_value(r, node, statement, &of, own);
  }
  map_free(&taken);
}

/* The function goes, and what it does is done for the file: one of a value alone is
 * made a variable. What it declares may have a name that is free at file scope. */
void rewrite_function_opened(rewriter *r)
{
  spellings s;
  spellings_collect(&s, r);
  EACH_OF_KIND (node, r, KIND_FUNCTION) {
    const syntax_node *at = rewrite_at(r, node);
    spelled_name of = spelled_declared(r, (span){ at->first, at->end });
    uint32_t body = entity_body(r, node), values;
    if (!is_only_defined(r, node, &of) || body == NODE_NONE ||
        !can_open(&values, r, body) || entity_count(r, body) <= (values == 1))
      continue;
    const char *own = entity_variable_name(r, &s.first, of.name);
    if (!own)
      continue;
    rewrite_open(r);
    rewrite_text(r, node, opened(r, body, values, own));
  }
  spellings_free(&s);
}
