/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Symbols: which node declares each one, and which leaves use it.
 *
 * A declaring node is the smallest node whose removal removes the declaration:
 * the declarator if a declaration has several, otherwise the declaration; for a
 * tag defined inside the declaration of something else, only its name.
 *
 * Some uses have no cursor: statements with errors, types in _Generic,
 * attributes (cleanup(f)), assembler, strings (alias("f")) and pragmas. Names
 * there are looked up among the file-scope symbols, in the name space that the
 * preceding tokens determine. A spurious use only makes a symbol stay a little
 * longer; a missed use makes a candidate invalid.
 */
#include <string.h>

#include "base/hash.h"
#include "build.h"

struct table {
  build *b;
  uint32_t *ids; /* builder's symbol, by fact; or ID_NONE */
  map ordinary;  /* hash of a name to symbol fact */
  map tags;
  map members;
};

static const syntax_node *at_node(const build *b, uint32_t node)
{
  return &b->s->nodes.data[node];
}

/* ---- declarations ---- */

static bool defines_tag(const build *b, uint32_t tag)
{
  return at_node(b, at_node(b, tag)->last)->kind == KIND_TAG_BODY;
}

/* The part of `struct S` that declares S; NODE_NONE if it only uses it. */
static uint32_t declares_tag(const build *b, uint32_t tag, uint32_t leaf)
{
  if (!build_declares_more(b, tag))
    return at_node(b, tag)->parent;
  return defines_tag(b, tag) ? leaf : NODE_NONE;
}

/* The innermost removable node around the leaf. */
static uint32_t find_removable(const build *b, uint32_t at)
{
  while (at_node(b, at)->parent != NODE_NONE &&
         build_role(at_node(b, at)->role)->place == RD_REQUIRED)
    at = at_node(b, at)->parent;
  return at;
}

/* The declaring node of a name; NODE_NONE if it is a use. */
static uint32_t find_declaring(const build *b, uint32_t leaf)
{
  uint32_t at = at_node(b, leaf)->parent;
  if (at_node(b, at)->kind == KIND_TAG)
    return declares_tag(b, at, leaf);
  if (at_node(b, leaf)->kind != KIND_DECLARED)
    return find_removable(b, leaf);
  while (at_node(b, at)->kind == KIND_NESTED)
    at = at_node(b, at)->parent;
  switch ((syntax_kind)at_node(b, at)->kind) {
  case KIND_DECLARATOR: {
    uint32_t parent = at_node(b, at)->parent;
    return at_node(b, parent)->kind == KIND_DECLARATORS ? at : parent;
  }
  case KIND_PARAMETER:
    return at_node(b, at)->role == ROLE_CAUGHT ? find_removable(b, leaf) : at;
  case KIND_ENUMERATOR:
  case KIND_LABEL:
    return at;
  default:
    return find_removable(b, leaf);
  }
}

/* ---- name spaces ---- */

static uint64_t hash_token(const build *b, uint32_t at)
{
  return token_hash(&b->f->tokens[at], b->f->text);
}

static void name_symbols(struct table *t)
{
  const semantics *f = t->b->f;
  for (uint32_t i = 0; i < f->symbols.size; i++) {
    const symbol_fact *symbol = &f->symbols.data[i];
    if (t->ids[i] == ID_NONE || !*symbol->name ||
        (symbol->flags & RD_SYMBOL_LOCAL))
      continue;
    map *m = symbol->kind == RD_SYMBOL_TAG     ? &t->tags
             : symbol->kind == RD_SYMBOL_FIELD ? &t->members
                                               : &t->ordinary;
    map_put(m, hash_bytes(symbol->name, strlen(symbol->name)), i);
  }
}

/* The most likely symbol for a name without a cursor. */
static uint32_t guess_symbol(const struct table *t, uint32_t at)
{
  const build *b = t->b;
  uint32_t visible = b->s->visible_of[at];
  word before = visible && b->leaf_nodes[at] != NODE_NONE
                    ? (word)b->s->words[visible - 1]
                    : WORD_NONE;
  const map *m = before == WORD_STRUCT || before == WORD_ENUM ? &t->tags
                 : before == WORD_DOT || before == WORD_ARROW ? &t->members
                                                              : &t->ordinary;
  if (before == WORD_GOTO)
    return FACT_NONE;
  return map_find(m, hash_token(b, at));
}

/* ---- uses ---- */

static void add_use(const struct table *t, uint32_t symbol, uint32_t at,
                    rd_use_kind kind)
{
  if (symbol != FACT_NONE && t->ids[symbol] != ID_NONE)
    rd_builder_uses(t->b->builder, t->ids[symbol], t->b->token_ids[at], kind);
}

static void add_identifier(const struct table *t, uint32_t at)
{
  const semantics *f = t->b->f;
  bool directive = f->tokens[at].directive != 0;
  uint32_t symbol = f->names[at];
  if (symbol == FACT_NONE && (!f->cxx || directive))
    symbol = guess_symbol(t, at);
  add_use(t, symbol, at, directive ? RD_USE_PRAGMA : RD_USE_NAME);
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c >= '0' && c <= '9');
}

/* Names within a string, in attributes and assembler. */
static void add_string(const struct table *t, uint32_t at)
{
  const token *tok = &t->b->f->tokens[at];
  const char *text = t->b->f->text;
  for (uint32_t i = tok->begin; i < tok->end;) {
    uint32_t end = i;
    while (end < tok->end && is_letter(text[end]))
      end++;
    if (end == i) {
      i++;
      continue;
    }
    uint32_t symbol = map_find(&t->ordinary, hash_bytes(text + i, end - i));
    add_use(t, symbol, at, RD_USE_STRING);
    i = end;
  }
}

/* Is the string part of assembler, or of an attribute? There, words with blanks
 * between them are a message. */
static bool is_naming_string(const build *b, uint32_t leaf)
{
  const token *tok = &b->f->tokens[syntax_first_token(b->s, leaf)];
  for (int depth = 0; leaf != NODE_NONE && depth < 6; depth++) {
    uint8_t kind = at_node(b, leaf)->kind;
    if (kind == KIND_ATTRIBUTE)
      return !memchr(b->f->text + tok->begin, ' ', tok->end - tok->begin);
    if (kind == KIND_ASM || kind == KIND_TOP_ASM || kind == KIND_ASM_LABEL)
      return true;
    leaf = at_node(b, leaf)->parent;
  }
  return false;
}

/* A name in an old parameter list also declares the names that the declarations
 * after the list declare. */
static void declare_old(const struct table *t, uint32_t leaf)
{
  const build *b = t->b;
  uint32_t list = at_node(b, leaf)->parent;
  uint32_t at = list;
  while (at != NODE_NONE && at_node(b, at)->kind != KIND_FUNCTION)
    at = at_node(b, at)->parent;
  if (at == NODE_NONE || at_node(b, list)->kind != KIND_PARAMETER_LIST)
    return;
  for (at = at_node(b, at)->child; at != NODE_NONE; at = at_node(b, at)->next)
    if (at_node(b, at)->kind == KIND_OLD_PARAMETERS)
      break;
  if (at == NODE_NONE)
    return;
  uint64_t name = hash_token(b, syntax_first_token(b->s, leaf));
  for (uint32_t i = at_node(b, at)->first; i < at_node(b, at)->end; i++) {
    uint32_t declared = b->s->visible[i];
    if (b->f->declares[declared] && hash_token(b, declared) == name) {
      uint32_t symbol = t->ids[b->f->names[declared]];
      rd_builder_declares(b->builder, symbol, b->node_ids[leaf]);
      rd_builder_names(b->builder, symbol, b->node_ids[leaf]);
    }
  }
}

/* Does a declarator declare the name, without libclang knowing of it? */
static bool is_unknown_declaration(const build *b, uint32_t at)
{
  uint32_t leaf = b->leaf_nodes[at];
  return leaf != NODE_NONE && b->f->names[at] == FACT_NONE &&
         at_node(b, leaf)->kind == KIND_DECLARED &&
         at_node(b, at_node(b, leaf)->parent)->kind != KIND_TAG;
}

/* In C++, is it a word of a pragma, which begins with token `first`, that names no
 * symbol? `GCC visibility push(default)` would keep what is called so. */
static bool is_pragma_word(const build *b, uint32_t first, uint32_t at)
{
  static const char *const naming[] = { "weak", "redefine_extname", NULL };
  const token *tokens = b->f->tokens;
  return b->f->cxx && first + 2 < at &&
         token_is(&tokens[first + 1], b->f->text, "pragma") &&
         !token_is_any(&tokens[first + 2], b->f->text, naming);
}

static void add_uses(const struct table *t)
{
  const build *b = t->b;
  uint32_t first = 0; /* of the directive */
  for (uint32_t at = 0; at < b->s->token_count; at++) {
    const token *tok = &b->f->tokens[at];
    if (tok->directive != b->f->tokens[first].directive)
      first = at;
    if (tok->kind == TOKEN_STRING && b->leaf_nodes[at] != NODE_NONE &&
        is_naming_string(b, b->leaf_nodes[at]))
      add_string(t, at);
    if (tok->kind != TOKEN_IDENTIFIER || b->f->declares[at] == 1 ||
        (tok->directive && is_pragma_word(b, first, at)))
      continue;
    if (is_unknown_declaration(b, at))
      declare_old(t, b->leaf_nodes[at]);
    else if (tok->directive || b->f->names[at] != FACT_NONE ||
             b->s->words[b->s->visible_of[at]] == WORD_NONE)
      add_identifier(t, at);
  }
}

/* ---- all ---- */

static void declare(struct table *t, uint32_t at)
{
  build *b = t->b;
  uint32_t symbol = b->f->names[at];
  uint32_t directive = b->f->tokens[at].directive;
  uint32_t leaf = b->leaf_nodes[at];
  if (directive && directive < b->directives.size) {
    rd_builder_names(b->builder, t->ids[symbol], b->token_ids[at]);
    rd_builder_declares(b->builder, t->ids[symbol],
                        b->directives.data[directive]);
    return;
  }
  if (leaf == NODE_NONE)
    return;
  uint32_t node = find_declaring(b, leaf);
  if (node == NODE_NONE) {
    add_use(t, symbol, at, RD_USE_NAME);
    return;
  }
  rd_builder_declares(b->builder, t->ids[symbol], b->node_ids[node]);
  rd_builder_names(b->builder, t->ids[symbol], b->token_ids[at]);
}

void symbols_add(build *b)
{
  /* Any use may declare a tag, and calls may declare functions implicitly. */
  const semantics *f = b->f;
  struct table t = { .b = b };
  uint32_t undeclared = f->cxx ? 0 : 1u << RD_SYMBOL_TAG;
  if (!f->cxx && rd_builder_permitted(b->builder) & HABIT_IMPLICIT_FUNCTION)
    undeclared |= 1u << RD_SYMBOL_FUNCTION;
  rd_builder_undeclared(b->builder, undeclared);
  t.ids = mem_alloc(f->symbols.size, sizeof *t.ids);
  for (size_t i = 0; i < f->symbols.size; i++) {
    const symbol_fact *symbol = &f->symbols.data[i];
    t.ids[i] = symbol->declared
                   ? rd_builder_symbol(b->builder, (rd_symbol_kind)symbol->kind,
                                       symbol->name, symbol->flags)
                   : ID_NONE;
  }
  name_symbols(&t);
  for (uint32_t at = 0; at < b->s->token_count; at++)
    if (f->declares[at])
      declare(&t, at);
  add_uses(&t);
  if (f->cxx) {
    dependent_add(b, t.ids);
    taken_add(b);
  }
  map_free(&t.ordinary);
  map_free(&t.tags);
  map_free(&t.members);
  free(t.ids);
}
