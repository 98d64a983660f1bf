/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes fields from their struct together with their initialisers, splits
 * variables of a struct into variables of its fields, and takes the name of a
 * field away.
 *
 * An initialiser without a designator is found by counting. That works if each value
 * belongs to one field, or if all inner braces are left out; between these the count is
 * a guess, and the field stays.
 */
#include <string.h>

#include "base/hash.h"
#include "entities.h"

/* ---- initialisers of a field ---- */

struct count {
  CXCursor field;
  const rewriter *r;
  uint32_t value; /* of the next field, or NODE_NONE */
  bool found, certain;
};

static enum CXVisitorResult count_field(CXCursor cursor, CXClientData data)
{
  struct count *count = data;
  CXString name = clang_getCursorSpelling(cursor);
  const char *chars = clang_getCString(name);
  bool padding = clang_Cursor_isBitField(cursor) && (!chars || !*chars);
  clang_disposeString(name);
  if (padding)
    return CXVisit_Continue;
  count->certain &=
      entity_is_whole(count->r, count->value, clang_getCursorType(cursor));
  count->found = clang_equalCursors(cursor, count->field) != 0;
  if (count->found)
    return CXVisit_Break;
  count->value = entity_next_element(count->r, count->value);
  return CXVisit_Continue;
}

static uint32_t count_designated(const rewriter *r, uint32_t list)
{
  uint32_t count = 0;
  EACH_CHILD (at, r, list)
    count += rewrite_kind(r, at) == KIND_INITIALIZER;
  return count;
}

/* The field's value in the braces, or NODE_NONE if there is none or it has a
 * designator; false if that is uncertain. */
static bool find_value(uint32_t *out, const rewriter *r, uint32_t braces,
                       CXCursor field)
{
  uint32_t list = rewrite_child_of_kind(r, braces, KIND_INITIALIZERS);
  struct count count = {
    .field = field, .r = r, .value = entity_element(r, list, 0), .certain = true
  };
  *out = NODE_NONE;
  if (!rewrite_has_tokens(r, list))
    return true;
  if (count_designated(r, list))
    return count_designated(r, list) == entity_count(r, list);
  clang_Type_visitFields(
      clang_getCursorType(clang_getCursorSemanticParent(field)), count_field,
      &count);
  if (count.found)
    *out = count.value;
  return count.certain;
}

/* ---- without inner braces ---- */

/* How many values a record takes where its members have no braces. */
struct flat {
  CXCursor field;
  long long before, own, all; /* of those before the field, of it, of all */
  bool known;
};

enum { MOST_VALUES = 1 << 20 };

static enum CXVisitorResult count_flat(CXCursor cursor, CXClientData data)
{
  struct flat *flat = data;
  CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  long long values = 1;
  while (type.kind == CXType_ConstantArray) {
    long long size = clang_getArraySize(type);
    flat->known &= size > 0 && size <= MOST_VALUES / values;
    values = flat->known ? values * size : 1;
    type = clang_getCanonicalType(clang_getArrayElementType(type));
    flat->known &= clang_Type_getSizeOf(type) != 1; /* a string is one value */
  }
  flat->known &= type.kind != CXType_Record && !clang_Cursor_isBitField(cursor);
  if (clang_equalCursors(cursor, flat->field)) {
    flat->before = flat->all;
    flat->own = values;
  }
  flat->all += values;
  return CXVisit_Continue;
}

/* Has the list neither braces nor designators? */
static bool is_flat(const rewriter *r, uint32_t list)
{
  EACH_CHILD (at, r, list)
    if (rewrite_kind(r, at) == KIND_BRACES ||
        rewrite_kind(r, at) == KIND_INITIALIZER)
      return false;
  return rewrite_has_tokens(r, list);
}

/* Drops the values of the field in such braces of a record, or of an array of them; if
 * `edit` is false, only checks that they can be found. */
static bool drop_flat(rewriter *r, uint32_t braces, CXCursor field, bool edit)
{
  struct flat flat = { .field = field, .known = true };
  CXCursor record = clang_getCursorSemanticParent(field);
  uint32_t list = rewrite_child_of_kind(r, braces, KIND_INITIALIZERS);
  clang_Type_visitFields(clang_getCursorType(record), count_flat, &flat);
  if (!is_flat(r, list) || !flat.known || !flat.own ||
      clang_getCursorKind(record) == CXCursor_UnionDecl)
    return false;
  long long at = 0;
  for (uint32_t value = entity_element(r, list, 0); value != NODE_NONE && edit;
       value = entity_next_element(r, value), at++) {
    long long place = at % flat.all - flat.before;
    if (place >= 0 && place < flat.own)
      rewrite_drop(r, value);
  }
  return true;
}

/* Do the braces initialise an array of the record? */
static bool initialises_array(const rewriter *r, uint32_t braces,
                              CXCursor record)
{
  CXType type = clang_getCanonicalType(rewrite_type(r, braces)->type);
  CXType element = clang_getCanonicalType(clang_getArrayElementType(type));
  return element.kind == CXType_Record &&
         clang_equalCursors(clang_getTypeDeclaration(element), record) &&
         is_flat(r, rewrite_child_of_kind(r, braces, KIND_INITIALIZERS));
}

/* ---- all values ---- */

typedef ARRAY(uint32_t) nodes;

/* All braces that initialise something of a known type. */
static void find_braces(nodes *out, const rewriter *r)
{
  EACH_OF_KIND (at, r, KIND_BRACES)
    if (rewrite_type(r, at))
      ARRAY_PUSH(out, at);
}

/* Drops the field's values; if `edit` is false, only checks that all can be
 * found. */
static bool drop_values(rewriter *r, uint32_t symbol, const nodes *braces,
                        bool edit)
{
  CXCursor field = rewrite_fact(r, symbol)->canonical;
  CXCursor record = clang_getCursorSemanticParent(field);
  for (size_t i = 0; i < braces->size; i++) {
    uint32_t value, at = braces->data[i];
    bool whole = entity_initialises(r, at, record);
    if (!whole && !initialises_array(r, at, record))
      continue;
    if (!whole || !find_value(&value, r, at, field)) {
      if (!drop_flat(r, at, field, edit))
        return false;
    } else if (edit && value != NODE_NONE) {
      rewrite_drop(r, value);
    }
  }
  return true;
}

/* ---- fields ---- */

/* The replacement of an access to a removed field: a phrase, or a variable of
 * the type if an object is required. NULL if neither exists. */
static const char *find_stand_in(rewriter *r, uint32_t access)
{
  const char *name, *phrase = entity_phrase(r, access);
  const type_fact *type = rewrite_type(r, access);
  if (phrase || !type)
    return phrase;
  return scopes_find(&name, 1, r->b, type->exact,
                     syntax_first_token(r->s, access))
             ? name
             : NULL;
}

/* What a mention accesses: `a.b`, or the name alone in a member function; or
 * NODE_NONE. */
static uint32_t access_of(const rewriter *r, uint32_t leaf)
{
  uint32_t member = declared_member(r, leaf);
  syntax_kind parent = rewrite_kind(r, rewrite_at(r, leaf)->parent);
  bool implicit = r->s->cxx && rewrite_kind(r, leaf) == KIND_NAME &&
                  parent != KIND_DESIGNATION &&
                  parent != KIND_MEMBER_INITIALIZER;
  return member == NODE_NONE && implicit ? leaf : member;
}

/* Counts the accesses. False if a mention is something else. */
static bool count_accesses(size_t *out, rewriter *r, uint32_t symbol)
{
  *out = 0;
  EACH_MENTION (leaf, r, symbol) {
    uint32_t access = access_of(r, leaf);
    syntax_kind parent = rewrite_kind(r, rewrite_at(r, leaf)->parent);
    if (access != NODE_NONE)
      ++*out;
    else if (parent != KIND_DESIGNATION && parent != KIND_MEMBER_INITIALIZER &&
             (rewrite_kind(r, leaf) != KIND_DECLARED ||
              declared_declarator(r, leaf) == NODE_NONE))
      return false;
    if (access != NODE_NONE && !find_stand_in(r, access))
      return false;
  }
  return rewrite_mention(r, symbol, 0) != NODE_NONE &&
         !rewrite_is_named_elsewhere(r, symbol);
}

static void offer_field(rewriter *r, uint32_t symbol, const nodes *braces)
{
  rewrite_open(r);
  EACH_MENTION (leaf, r, symbol) {
    uint32_t access = access_of(r, leaf);
    uint32_t parent = rewrite_at(r, leaf)->parent;
    if (access != NODE_NONE)
      rewrite_text(r, access, find_stand_in(r, access));
    else if (rewrite_kind(r, leaf) == KIND_DECLARED)
      declared_drop(r, leaf);
    else
      rewrite_drop(r, rewrite_kind(r, parent) == KIND_MEMBER_INITIALIZER
                          ? entity_initializer(r, parent)
                          : rewrite_around(r, leaf, KIND_INITIALIZER));
  }
  (void)drop_values(r, symbol, braces, true);
}

static void offer_fields(rewriter *r, bool used)
{
  nodes braces = { 0 };
  find_braces(&braces, r);
  EACH_SYMBOL (i, r) {
    size_t accesses;
    if (rewrite_fact(r, i)->kind == RD_SYMBOL_FIELD &&
        rewrite_fact(r, i)->declared && count_accesses(&accesses, r, i) &&
        (accesses > 0) == used && drop_values(r, i, &braces, false))
      offer_field(r, i, &braces);
  }
  free(braces.data);
}

void rewrite_unused_field(rewriter *r)
{
  offer_fields(r, false);
}

void rewrite_field_value(rewriter *r)
{
  offer_fields(r, true);
}

/* ---- fields as variables ---- */

/* The leaf of the field that a use of the variable selects; NODE_NONE for other
 * uses. */
static uint32_t selected_field(const rewriter *r, uint32_t use)
{
  uint32_t member = rewrite_at(r, use)->parent;
  uint32_t leaf = rewrite_at(r, member)->last;
  bool fits = rewrite_kind(r, use) == KIND_NAME &&
              rewrite_role(r, use) == ROLE_RECORD && leaf != use &&
              rewrite_symbol(r, leaf) != FACT_NONE &&
              rewrite_fact(r, rewrite_symbol(r, leaf))->kind == RD_SYMBOL_FIELD;
  return fits ? leaf : NODE_NONE;
}

/* The leaf that declares the field, or NODE_NONE. */
static uint32_t field_leaf(const rewriter *r, uint32_t field)
{
  EACH_MENTION (leaf, r, field)
    if (rewrite_kind(r, leaf) == KIND_DECLARED &&
        declared_declarator(r, leaf) != NODE_NONE)
      return leaf;
  return NODE_NONE;
}

/* The words of a declaration that are not part of its type. */
static const char *storage_of(rewriter *r, uint32_t declaration)
{
  const char *text = "";
  EACH_CHILD (at, r, declaration) {
    if (rewrite_kind(r, at) == KIND_DECLARATOR)
      break;
    if (rewrite_kind(r, at) == KIND_TOKEN)
      text = rewrite_format(r, "%s%s ", text, rewrite_source(r, at));
  }
  return text;
}

/* Declares the field as a variable of this name; NULL if its type is defined in
 * the struct. */
static const char *declare_field(rewriter *r, uint32_t field,
                                 const char *storage, const char *name)
{
  uint32_t leaf = field_leaf(r, field);
  if (leaf == NODE_NONE)
    return NULL;
  uint32_t declarator = declared_declarator(r, leaf);
  uint32_t declaration = declared_owner(r, leaf);
  uint32_t width = rewrite_child_of_kind(r, declarator, KIND_WIDTH);
  uint32_t tag = rewrite_child_of_kind(r, declaration, KIND_TAG);
  if (tag != NODE_NONE && declared_defines_tag(r, tag))
    return NULL;
  rewrite_part parts[2] = { { .node = leaf, .text = name },
                            { .node = width, .text = "" } };
  return rewrite_format(r, "%s%s%s;", storage,
                        declared_specifiers(r, declaration),
                        rewrite_composed(r, declarator, parts, 2));
}

struct split {
  uint32_t symbol, leaf; /* the variable, and where it is declared */
  nodes fields;          /* symbols, without duplicates */
  const map *names;      /* all names except those of fields */
};

/* The fields that the variable's uses select; false if a use does not select
 * one. */
static bool find_fields(struct split *s, const rewriter *r)
{
  EACH_LATER_MENTION (use, r, s->leaf) {
    uint32_t leaf = selected_field(r, use);
    if (leaf == NODE_NONE)
      return false;
    uint32_t field = rewrite_symbol(r, leaf);
    size_t at = 0;
    while (at < s->fields.size && s->fields.data[at] != field)
      at++;
    if (at == s->fields.size)
      ARRAY_PUSH(&s->fields, field);
  }
  return s->fields.size > 0;
}

/* A single field takes the variable's name; several keep their own. */
static const char *variable_name(const struct split *s, const rewriter *r,
                                 uint32_t field)
{
  uint32_t named = s->fields.size > 1 ? field : s->symbol;
  const char *name = rewrite_fact(r, named)->name;
  return named == field && (!*name || entity_is_taken(s->names, name)) ? NULL
                                                                       : name;
}

static void offer_split(struct split *s, rewriter *r)
{
  const char *text = "";
  uint32_t declaration = declared_owner(r, s->leaf);
  const char *storage = storage_of(r, declaration);
  for (size_t i = 0; i < s->fields.size; i++) {
    const char *name = variable_name(s, r, s->fields.data[i]);
    const char *one =
        name ? declare_field(r, s->fields.data[i], storage, name) : NULL;
    if (!one)
      return;
    text = rewrite_format(r, "%s%s", text, one);
  }
  rewrite_open(r);
  rewrite_text(r, declaration, text);
  EACH_LATER_MENTION (use, r, s->leaf)
    rewrite_text(
        r, rewrite_at(r, use)->parent,
        variable_name(s, r, rewrite_symbol(r, selected_field(r, use))));
}

/* All names that are not only names of fields. */
static void find_names(map *out, const rewriter *r)
{
  for (uint32_t at = 0; at < r->s->token_count; at++) {
    const token *tok = &r->s->tokens[at];
    uint32_t symbol = r->f->names[at];
    if (tok->kind == TOKEN_IDENTIFIER &&
        (symbol == FACT_NONE ||
         rewrite_fact(r, symbol)->kind != RD_SYMBOL_FIELD))
      map_put(out, token_hash(tok, r->s->text), at);
  }
}

/* Replaces a variable, if only its fields are used, with variables of their
 * types; its initial value is dropped. */
void rewrite_fields_apart(rewriter *r)
{
  map names = { 0 };
  find_names(&names, r);
  EACH_SYMBOL (i, r) {
    struct split s = { .symbol = i,
                       .leaf = rewrite_mention(r, i, 0),
                       .names = &names };
    if (rewrite_fact(r, i)->kind != RD_SYMBOL_VARIABLE ||
        rewrite_kind(r, s.leaf) != KIND_DECLARED ||
        rewrite_kind(r, declared_owner(r, s.leaf)) != KIND_DECLARATION ||
        !declared_is_alone(r, s.leaf))
      continue;
    if (find_fields(&s, r))
      offer_split(&s, r);
    free(s.fields.data);
  }
  map_free(&names);
}

/* ---- a field without a name ---- */

/* The leaf that names the field of a tag without name, if it is nothing but a
 * name; or NODE_NONE. */
static uint32_t plain_member(rewriter *r, uint32_t inner)
{
  uint32_t owner = rewrite_at(r, inner)->parent;
  declared member;
  type_text text;
  if (rewrite_kind(r, owner) != KIND_FIELD ||
      declared_body(r, inner) == NODE_NONE ||
      declared_tag_name(r, inner) != NODE_NONE)
    return NODE_NONE;
  uint32_t end = rewrite_behind(r, owner);
  if (end == NODE_NONE)
    end = rewrite_node_count(r);
  for (uint32_t at = rewrite_behind(r, inner); at < end; at++)
    if (rewrite_kind(r, at) == KIND_DECLARED)
      return declared_find(&member, r, at) && declared_is_only(r, &member) &&
                     declared_text(&text, r, &member) && !*text.prefix &&
                     !*text.suffix
                 ? at
                 : NODE_NONE;
  return NODE_NONE;
}

/* Is each use of the member one of its own members? */
static bool only_leads(const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol) {
    uint32_t access = declared_access(r, leaf);
    uint32_t parent =
        access == NODE_NONE ? NODE_NONE : rewrite_at(r, access)->parent;
    if (!rewrite_declares(r, leaf) &&
        (rewrite_kind(r, access) != KIND_MEMBER ||
         rewrite_kind(r, parent) != KIND_MEMBER ||
         rewrite_word(r, rewrite_child(r, parent, 1)) != WORD_DOT))
      return false;
  }
  return true;
}

/* `x.m.n` becomes `x.n`, and `p->m.n` becomes `p->n`. */
void rewrite_member_unnamed(rewriter *r)
{
  EACH_OF_KIND (inner, r, KIND_TAG) {
    uint32_t name = plain_member(r, inner);
    uint32_t symbol = name == NODE_NONE ? FACT_NONE : rewrite_symbol(r, name);
    if (symbol == FACT_NONE || !only_leads(r, symbol))
      continue;
    rewrite_open(r);
    rewrite_drop(r, name);
    EACH_MENTION (leaf, r, symbol) {
      uint32_t access = declared_access(r, leaf);
      if (rewrite_declares(r, leaf))
        continue;
      uint32_t by = rewrite_child(r, access, 1);
      if (rewrite_word(r, by) != WORD_DOT)
        rewrite_text(r, rewrite_child(r, rewrite_at(r, access)->parent, 1),
                     rewrite_source(r, by));
      rewrite_lift(r, access, rewrite_child(r, access, 0));
    }
  }
}
