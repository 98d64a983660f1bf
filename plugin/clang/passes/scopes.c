/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Moves and merges declarations of variables.
 *
 * At file scope a C89 declaration needs no type at all, so a local `int` is
 * shorter as a global; a compiler that requires the type rejects it. Only
 * declarations that get shorter are moved out. Declarations of one type are
 * merged, and a variable whose first mention assigns to it, or to its first
 * field or element, is declared there.
 */
#include <string.h>

#include "base/hash.h"
#include "entities.h"

/* ---- locals to file scope ---- */

/* The specifiers without those that are unnecessary at file scope; NULL if none
 * is, or for anything but plain variables. */
static const char *outer_specifiers(rewriter *r, uint32_t declaration)
{
  const char *text = "";
  bool shorter = false;
  EACH_CHILD (at, r, declaration) {
    syntax_kind kind = rewrite_kind(r, at);
    if (kind == KIND_DECLARATORS || kind == KIND_DECLARATOR)
      return shorter ? text : NULL;
    word w = kind == KIND_TOKEN || kind == KIND_TYPE ? rewrite_word(r, at)
                                                     : WORD_NONE;
    if (w == WORD_EXTERN || w == WORD_TYPEDEF || declared_defines_tag(r, at))
      return NULL;
    if (w == WORD_STATIC || w == WORD_REGISTER ||
        (w == WORD_INT && build_permits_implicit_int(r->b)) ||
        (w == WORD_AUTO && !r->s->cxx))
      shorter = true;
    else
      text = rewrite_format(r, "%s%s ", text, rewrite_source(r, at));
  }
  return NULL;
}

static uint32_t declared_leaf(const rewriter *r, uint32_t declarator)
{
  EACH_BELOW (at, r, declarator)
    if (rewrite_kind(r, at) == KIND_DECLARED)
      return at;
  return NODE_NONE;
}

/* The declarator without a value that is not permitted at file scope; NULL if
 * it cannot be moved. */
static const char *outer_declarator(rewriter *r, uint32_t declarator,
                                    const map *taken)
{
  uint32_t leaf = declared_leaf(r, declarator);
  if (leaf == NODE_NONE || rewrite_symbol(r, leaf) == FACT_NONE ||
      entity_is_taken(taken, rewrite_source(r, leaf)) ||
      rewrite_fact(r, rewrite_symbol(r, leaf))->kind != RD_SYMBOL_VARIABLE)
    return NULL;
  uint32_t value = rewrite_child_of_kind(r, declarator, KIND_WITH_VALUE);
  bool keeps = value == NODE_NONE || entity_is_constant(r, value);
  return rewrite_without(r, declarator, keeps ? NODE_NONE : value, "");
}

/* The declarators of a declaration as they would be at file scope, or NULL; in
 * `stores` what assigns the values that are not permitted there. */
static const char *outer_declarators(const char **stores, rewriter *r,
                                     uint32_t declaration, const map *taken)
{
  const char *text = "", *comma = "";
  uint32_t at = declared_first(r, declaration);
  *stores = "";
  for (; at != NODE_NONE; at = declared_next(r, at)) {
    uint32_t with = rewrite_child_of_kind(r, at, KIND_WITH_VALUE);
    const char *one = outer_declarator(r, at, taken);
    if (!one)
      return NULL;
    if (with != NODE_NONE && !entity_is_constant(r, with))
      *stores = rewrite_format(r, "%s%s = %s;", *stores,
                               rewrite_source(r, declared_leaf(r, at)),
                               rewrite_source(r, rewrite_child(r, with, 1)));
    text = rewrite_format(r, "%s%s%s", text, comma, one);
    comma = ", ";
  }
  return text;
}

/* The declaration as it would be at file scope, or NULL. */
static const char *outer_declaration(rewriter *r, uint32_t declaration,
                                     const map *taken)
{
  const char *specifiers = outer_specifiers(r, declaration), *stores;
  const char *text =
      specifiers ? outer_declarators(&stores, r, declaration, taken) : NULL;
  return text ? rewrite_format(r, "%s%s; ", specifiers, text) : NULL;
}

/* A declaration that can move out, with its new text. */
struct mover {
  uint32_t declaration;
  const char *text;
};
typedef ARRAY(struct mover) movers;

/* Adds the declared names to the map; false if one already exists. */
static bool take_names(const rewriter *r, uint32_t declaration, map *names)
{
  uint32_t at = declared_first(r, declaration);
  for (; at != NODE_NONE; at = declared_next(r, at)) {
    uint32_t name = syntax_first_token(r->s, declared_leaf(r, at));
    uint64_t hash = token_hash(&r->s->tokens[name], r->s->text);
    if (map_find(names, hash) != MAP_NONE)
      return false;
    map_put(names, hash, declaration);
  }
  return true;
}

static void find_movers(movers *out, rewriter *r, uint32_t function,
                        const map *taken)
{
  map names = { 0 };
  EACH_BELOW (at, r, function) {
    bool is_local =
        rewrite_kind(r, at) == KIND_DECLARATION && shape_is_listed(r, at);
    const char *text = is_local ? outer_declaration(r, at, taken) : NULL;
    if (text && take_names(r, at, &names))
      ARRAY_PUSH(out, (struct mover){ .declaration = at, .text = text });
  }
  map_free(&names);
}

static void offer_out(rewriter *r, uint32_t function, const struct mover *moved,
                      size_t count)
{
  const char *text = "";
  uint32_t first = rewrite_first_leaf(r, function);
  rewrite_open(r);
  for (size_t i = 0; i < count; i++) {
    rewrite_drop(r, moved[i].declaration);
    text = rewrite_format(r, "%s%s", text, moved[i].text);
  }
  rewrite_print(r, first, "%s%s", text, rewrite_source(r, first));
}

/* All declarations of a function at once, then one by one. */
void rewrite_local_global(rewriter *r)
{
  map taken = { 0 };
  entity_taken_names(&taken, r);
  EACH_CHILD (at, r, 0) {
    movers moved = { 0 };
    if (rewrite_kind(r, at) != KIND_FUNCTION)
      continue;
    find_movers(&moved, r, at, &taken);
    if (moved.size > 1)
      offer_out(r, at, moved.data, moved.size);
    for (size_t i = 0; i < moved.size; i++)
      offer_out(r, at, &moved.data[i], 1);
    free(moved.data);
  }
  map_free(&taken);
}

/* ---- one declaration for several ---- */

/* NODE_NONE if there are none, as in `int;`. */
static uint32_t declarators_of(const rewriter *r, uint32_t declaration)
{
  uint32_t list = rewrite_child_of_kind(r, declaration, KIND_DECLARATORS);
  if (list == NODE_NONE)
    list = rewrite_child_of_kind(r, declaration, KIND_DECLARATOR);
  return rewrite_has_tokens(r, list) ? list : NODE_NONE;
}

/* The first of the declarations with the same specifiers as this one, in the
 * same list; NODE_NONE if this one is the first. */
static uint32_t find_same(rewriter *r, uint32_t declaration, map *seen)
{
  uint32_t list = rewrite_at(r, declaration)->parent;
  const char *key =
      rewrite_format(r, "%u %s", list, declared_specifiers(r, declaration));
  uint64_t hash = hash_bytes(key, strlen(key));
  uint32_t first = map_find(seen, hash);
  if (first == MAP_NONE)
    map_put(seen, hash, declaration);
  return first == MAP_NONE ? NODE_NONE : first;
}

/* Appends the declarators to those of the first declaration. */
static void offer_merged(rewriter *r, uint32_t first, uint32_t second)
{
  uint32_t into = declarators_of(r, first);
  rewrite_open(r);
  rewrite_print(r, into, "%s, %s", rewrite_source(r, into),
                rewrite_source(r, declarators_of(r, second)));
  rewrite_drop(r, second);
}

/* Must each declare one thing: a template, `auto [a, b]`? */
static bool stands_alone(const rewriter *r, uint32_t declaration)
{
  EACH_BELOW (at, r, declarators_of(r, declaration))
    if (rewrite_kind(r, at) == KIND_BINDINGS)
      return true;
  return rewrite_child_of_kind(r, declaration, KIND_TEMPLATE_HEAD) !=
             NODE_NONE ||
         declared_specifier(r, declaration, WORD_TEMPLATE) != NODE_NONE;
}

/* Skips declarations that define a tag or have no specifiers: `a; b;` is as
 * short as `a, b;`. */
void rewrite_combine_declarations(rewriter *r)
{
  map seen = { 0 };
  EACH_BELOW (at, r, 0) {
    syntax_kind kind = rewrite_kind(r, at);
    if ((kind != KIND_DECLARATION && kind != KIND_FIELD) ||
        !rewrite_has_tokens(r, at) || declarators_of(r, at) == NODE_NONE)
      continue;
    uint32_t type = rewrite_child_of_kind(r, at, KIND_TAG);
    if ((type != NODE_NONE && declared_defines_tag(r, type)) ||
        !*declared_specifiers(r, at) || (r->s->cxx && stands_alone(r, at)))
      continue;
    uint32_t first = find_same(r, at, &seen);
    if (first != NODE_NONE)
      offer_merged(r, first, at);
  }
  map_free(&seen);
}

/* ---- locals to a declaration of their type ---- */

/* The tag that a declaration defines, as a specifier; empty if there is none. */
static const char *defined_tag(rewriter *r, uint32_t declaration)
{
  uint32_t tag = rewrite_at(r, declaration)->child;
  bool defines =
      rewrite_kind(r, tag) == KIND_TAG && declared_defines_tag(r, tag);
  uint32_t name = defines ? declared_tag_name(r, tag) : NODE_NONE;
  return name == NODE_NONE
             ? ""
             : rewrite_format(r, "%s %s ",
                              rewrite_source(r, rewrite_first_leaf(r, tag)),
                              rewrite_source(r, name));
}

/* The nearest declaration at file scope before the function that has the
 * specifiers or defines the tag that they are; NODE_NONE if there is none. */
static uint32_t find_home(rewriter *r, uint32_t function,
                          const char *specifiers)
{
  uint32_t at = rewrite_at(r, function)->prev;
  for (; at != NODE_NONE; at = rewrite_at(r, at)->prev) {
    if (rewrite_kind(r, at) != KIND_DECLARATION)
      continue;
    const char *of = defined_tag(r, at);
    if (!*of && declarators_of(r, at) != NODE_NONE)
      of = declared_specifiers(r, at);
    if (*of && !strcmp(of, specifiers))
      return at;
  }
  return NODE_NONE;
}

static void offer_joined(rewriter *r, uint32_t home, const char *declarators,
                         uint32_t local, const char *stores)
{
  uint32_t into = declarators_of(r, home);
  uint32_t end = shape_leaf(r, home, WORD_SEMICOLON, 0);
  if (into == NODE_NONE && end == NODE_NONE)
    return;
  rewrite_open(r);
  if (into != NODE_NONE)
    rewrite_print(r, into, "%s, %s", rewrite_source(r, into), declarators);
  else
    rewrite_print(r, end, " %s;", declarators);
  if (*stores)
    rewrite_text(r, local, stores);
  else
    rewrite_drop(r, local);
}

/* `struct s { int a; }; f() { struct s x; }` becomes `struct s { int a; } x; f() {
 * }`: a type is said once where locals are global. */
void rewrite_local_joined(rewriter *r)
{
  map taken = { 0 };
  entity_taken_names(&taken, r);
  EACH_OF_KIND (local, r, KIND_DECLARATION) {
    uint32_t function = rewrite_around(r, local, KIND_FUNCTION);
    const char *specifiers = declared_specifiers(r, local), *stores;
    if (function == NODE_NONE || rewrite_at(r, function)->parent ||
        !shape_is_listed(r, local) || !*specifiers)
      continue;
    uint32_t home = find_home(r, function, specifiers);
    const char *declarators =
        home == NODE_NONE ? NULL : outer_declarators(&stores, r, local, &taken);
    if (declarators)
      offer_joined(r, home, declarators, local, stores);
  }
  map_free(&taken);
}

/* ---- declared where assigned ---- */

/* The `x = e` of a statement `x = e;`; NODE_NONE for other statements. */
static uint32_t find_assignment(const rewriter *r, uint32_t leaf)
{
  uint32_t assign = shape_assignment(r, leaf);
  bool fits =
      assign != NODE_NONE && rewrite_kind(r, rewrite_at(r, assign)->parent) ==
                                 KIND_EXPRESSION_STATEMENT;
  return fits ? assign : NODE_NONE;
}

static enum CXVisitorResult compare_first(CXCursor field, CXClientData data)
{
  CXCursor *sought = data;
  if (clang_equalCursors(field, *sought))
    *sought = clang_getNullCursor();
  return CXVisit_Break;
}

/* Does the leaf name the first field of its struct? */
static bool is_first_field(const rewriter *r, uint32_t leaf)
{
  if (rewrite_symbol(r, leaf) == FACT_NONE)
    return false;
  CXCursor field = rewrite_fact(r, rewrite_symbol(r, leaf))->canonical;
  CXCursor record = clang_getCursorSemanticParent(field);
  clang_Type_visitFields(clang_getCursorType(record), compare_first, &field);
  return clang_Cursor_isNull(field);
}

/* The `x.a`, `x[0]` or `*x` around the leaf of a variable that braces give its value
 * first; else the leaf. */
static uint32_t first_part(const rewriter *r, uint32_t leaf)
{
  int64_t index = 0;
  uint32_t around = rewrite_at(r, leaf)->parent;
  const type_fact *type = rewrite_type(r, leaf);
  if (!type || shape_assignment(r, around) == NODE_NONE)
    return leaf;
  bool is = false;
  switch (rewrite_kind(r, around)) {
  case KIND_MEMBER:
    is = type->shape == SHAPE_RECORD &&
         is_first_field(r, rewrite_at(r, around)->last);
    break;
  case KIND_SUBSCRIPT:
    is = type->is_array &&
         rewrite_integer(&index, r, rewrite_child(r, around, 2)) && !index;
    break;
  case KIND_DEREFERENCE:
    is = type->is_array;
    break;
  default:
    break;
  }
  return is ? around : leaf;
}

/* Is the symbol mentioned only in the list of statements, apart from its
 * declaration? */
static bool is_at_home(const rewriter *r, uint32_t symbol, uint32_t list)
{
  EACH_LATER_MENTION (leaf, r, rewrite_mention(r, symbol, 0))
    if (!rewrite_is_inside(r, leaf, list))
      return false;
  return rewrite_kind(r, list) == KIND_STATEMENTS;
}

/* The specifiers of a file-scope variable inside a block; NULL if they have
 * another meaning there. */
static const char *local_specifiers(rewriter *r, uint32_t declaration)
{
  const char *written = declared_specifiers(r, declaration);
  if (!*written)
    return "int ";
  return strstr(written, "static") || strstr(written, "extern") ? NULL
                                                                : written;
}

/* Moves the value to the declaration. Second variant, if the declaration has
 * one declarator and is in the same list, or at file scope with all other
 * mentions in that list: moves the declaration to the value, which may need
 * names declared in between. */
static void offer_initial(rewriter *r, uint32_t leaf, uint32_t assign)
{
  uint32_t declarator = declared_declarator(r, leaf);
  uint32_t declaration = declared_owner(r, leaf);
  uint32_t statement = rewrite_at(r, assign)->parent;
  uint32_t value = rewrite_at(r, assign)->last;
  bool part = rewrite_at(r, assign)->child !=
              rewrite_mention(r, rewrite_symbol(r, leaf), 1);
  const char *text =
      rewrite_format(r, part ? "%s = {%s}" : "%s = %s",
                     rewrite_source(r, declarator), rewrite_source(r, value));
  bool file = rewrite_role(r, declaration) == ROLE_ELEMENT;
  uint32_t list = rewrite_at(r, statement)->parent;
  bool same = rewrite_at(r, declaration)->parent == list;
  const char *specifiers = declared_specifiers(r, declaration);
  if (file && is_at_home(r, rewrite_symbol(r, leaf), list))
    specifiers = local_specifiers(r, declaration);
  else if (!same)
    specifiers = NULL;
  if (!file || entity_is_constant(r, value)) {
    rewrite_open(r);
    rewrite_text(r, declarator, text);
    shape_remove_statement(r, statement);
  }
  if (!specifiers || !declared_is_alone(r, leaf))
    return;
  rewrite_open(r);
  rewrite_drop(r, declaration);
  rewrite_print(r, statement, "%s%s;", specifiers, text);
}

/* The first use of a variable that is declared without a value; NODE_NONE for other
 * symbols. */
static uint32_t first_use(const rewriter *r, uint32_t symbol)
{
  uint32_t leaf = rewrite_mention(r, symbol, 0);
  uint32_t use = rewrite_mention(r, symbol, 1);
  if (rewrite_fact(r, symbol)->kind != RD_SYMBOL_VARIABLE ||
      rewrite_kind(r, leaf) != KIND_DECLARED ||
      rewrite_kind(r, use) != KIND_NAME ||
      rewrite_kind(r, declared_owner(r, leaf)) != KIND_DECLARATION)
    return NODE_NONE;
  uint32_t declarator = declared_declarator(r, leaf);
  return rewrite_child_of_kind(r, declarator, KIND_WITH_VALUE) == NODE_NONE
             ? use
             : NODE_NONE;
}

void rewrite_declared_assigned(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    uint32_t use = first_use(r, i);
    if (use == NODE_NONE)
      continue;
    uint32_t assign = find_assignment(r, first_part(r, use));
    if (assign != NODE_NONE)
      offer_initial(r, rewrite_mention(r, i, 0), assign);
  }
}

/* `int x; ... x++;` becomes `int x = 1;`, for a variable that begins as 0. */
void rewrite_declared_stepped(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    uint32_t use = first_use(r, i);
    uint32_t step = use == NODE_NONE ? use : rewrite_at(r, use)->parent;
    syntax_kind kind = rewrite_kind(r, step);
    uint32_t sign = kind == KIND_POSTFIX || kind == KIND_UNARY
                        ? shape_leaf(r, step, WORD_INCREMENT, 0)
                        : NODE_NONE;
    uint32_t statement = sign == NODE_NONE ? sign : rewrite_at(r, step)->parent;
    if (rewrite_kind(r, statement) != KIND_EXPRESSION_STATEMENT)
      continue;
    uint32_t declarator = declared_declarator(r, rewrite_mention(r, i, 0));
    bool minus = *rewrite_source(r, sign) == '-';
    rewrite_open(r);
    rewrite_print(r, declarator, "%s = %s1", rewrite_source(r, declarator),
                  minus ? "-" : "");
    shape_remove_statement(r, statement);
  }
}
