/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Builds the tree's nodes from syntax and facts.
 *
 * The kind and role of each syntax node determine its tree node (roles.def).
 * Comments, directives and skipped regions become children of the innermost
 * open node: a directive between two statements is a member of their list.
 * Every token is added once, in order, so T1 to T3 hold whatever the parser
 * made of the text.
 */
#include "build.h"
#include "constants.h"
#include "patterns.h"

#include <assert.h>
#include <string.h>

static const struct {
  const char *name;
  uint32_t sorts;
  uint16_t flags;
} kind_rows[] = {
#define KIND(id, name, sorts, flags) { name, sorts, flags },
#include "roles.def"
};

static const syntax_node *at_node(const build *b, uint32_t node)
{
  return &b->s->nodes.data[node];
}

static bool has_tokens(const syntax_node *at)
{
  return at->first < at->end;
}

/* ---- comments, directives, skipped regions ---- */

static uint32_t add_leaf(build *b, uint32_t at, const rd_node_spec *spec)
{
  const token *tok = &b->f->tokens[at];
  b->token_ids[at] = rd_builder_leaf(b->builder, spec, tok->begin, tok->end);
  return b->token_ids[at];
}

static rd_node_spec plain_spec(const build *b, syntax_kind kind, rd_place place)
{
  return (rd_node_spec){ .kind = b->kinds[kind],
                         .flags = kind_rows[kind].flags,
                         .place = (uint8_t)place };
}

/* The end of what must stay of a directive: behind the name that a #define
 * defines, and its parameters. */
static uint32_t head_end(const build *b, uint32_t first, uint32_t end)
{
  const token *tokens = b->f->tokens;
  uint32_t at = first + 3;
  if (at >= end || !token_is(&tokens[first + 1], b->f->text, "define"))
    return end;
  if (tokens[at].begin != tokens[at - 1].end)
    return at;
  while (at < end && !token_is(&tokens[at], b->f->text, ")"))
    at++;
  return at < end ? at + 1 : end;
}

/* The replacement of a macro is optional; the rest of a directive stays. */
static void add_directive(build *b, uint32_t end, rd_place place)
{
  rd_node_spec spec = plain_spec(b, KIND_DIRECTIVE, place);
  rd_node_spec leaf = plain_spec(b, KIND_TOKEN, RD_REQUIRED);
  uint32_t first = b->token, number = b->f->tokens[first].directive;
  uint32_t head = head_end(b, first, end);
  uint32_t id = rd_builder_open(b->builder, &spec);
  ARRAY_PUSH(&b->trivia, (trivium){ first, id });
  while (b->directives.size <= number)
    ARRAY_PUSH(&b->directives, ID_NONE);
  b->directives.data[number] = id;
  for (; b->token < end; b->token++) {
    leaf.place = b->token < head ? RD_REQUIRED : RD_OPTIONAL;
    add_leaf(b, b->token, &leaf);
  }
  rd_builder_close(b->builder);
}

static void add_skipped(build *b, uint32_t end, rd_place place)
{
  rd_node_spec spec = plain_spec(b, KIND_SKIPPED, place);
  rd_node_spec leaf = plain_spec(b, KIND_TOKEN, RD_REQUIRED);
  uint32_t id = rd_builder_open(b->builder, &spec);
  ARRAY_PUSH(&b->trivia, (trivium){ b->token, id });
  for (; b->token < end; b->token++)
    add_leaf(b, b->token, &leaf);
  rd_builder_close(b->builder);
}

/* Is it a list without separators? Then a comment or directive can be one of
 * its elements. */
static bool is_plain_list(const build *b, uint32_t node)
{
  return syntax_is_plain_list((syntax_kind)at_node(b, node)->kind);
}

/* Adds the comments, directives and skipped tokens before the token to the open
 * node. */
static void add_trivia(build *b, uint32_t before, uint32_t open)
{
  rd_place place = is_plain_list(b, open) ? RD_ELEMENT : RD_OPTIONAL;
  while (b->token < before) {
    const token *tok = &b->f->tokens[b->token];
    uint32_t end = b->token + 1;
    if (tok->directive) {
      while (end < before && b->f->tokens[end].directive == tok->directive)
        end++;
      add_directive(b, end, place);
    } else if (tok->kind == TOKEN_COMMENT) {
      rd_node_spec spec = plain_spec(b, KIND_COMMENT, RD_OPTIONAL);
      uint32_t id = add_leaf(b, b->token, &spec);
      ARRAY_PUSH(&b->trivia, (trivium){ b->token++, id });
    } else {
      while (end < before && b->f->skipped[end] & SKIPPED)
        end++;
      add_skipped(b, end, place);
    }
  }
}

/* ---- nodes ---- */

/* The name of a function or a constant is not an lvalue. */
static bool is_lvalue_name(const build *b, uint32_t node)
{
  const expression_fact *fact = build_fact(b, node);
  uint32_t symbol = b->f->names[syntax_first_token(b->s, node)];
  if (symbol != FACT_NONE)
    return b->f->symbols.data[symbol].kind == RD_SYMBOL_VARIABLE ||
           b->f->symbols.data[symbol].kind == RD_SYMBOL_PARAMETER;
  return !fact || !types_at(&b->f->types, fact->own)->is_function;
}

/* What is in the parentheses, and in those in them; NODE_NONE: nothing. The outer
 * ones come first, and know it for all. */
static uint32_t inside_of(build *b, uint32_t node)
{
  bool known = at_node(b, node)->parent == b->parens;
  b->parens = node;
  if (known)
    return b->inside;
  while (node != NODE_NONE && at_node(b, node)->kind == KIND_PARENS) {
    node = at_node(b, node)->child;
    node = node == NODE_NONE ? node : at_node(b, node)->next;
  }
  b->inside = node;
  return node;
}

static bool is_lvalue(build *b, uint32_t node)
{
  if (at_node(b, node)->kind == KIND_PARENS)
    node = inside_of(b, node);
  if (node == NODE_NONE)
    return false;
  return at_node(b, node)->kind == KIND_NAME
             ? is_lvalue_name(b, node)
             : (kind_rows[at_node(b, node)->kind].sorts & SORT_LVALUE) != 0;
}

static uint32_t sorts_of(build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  uint32_t sorts = kind_rows[at->kind].sorts;
  if (at->kind == KIND_NAME || at->kind == KIND_PARENS)
    sorts = SORT_EXPRESSION | SORT_COMPUTED |
            (is_lvalue(b, node) ? SORT_LVALUE : 0u);
  if (at->kind == KIND_COMPOUND && at->role != ROLE_BODY &&
      at->role != ROLE_BLOCK)
    sorts |= SORT_STATEMENT;
  return sorts;
}

static void set_types(rd_node_spec *spec, const build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  const role_row *role = build_role(at->role);
  const expression_fact *fact = build_fact(b, node);
  if (role->want == WANT_SCALAR)
    spec->want = VALUE_SCALAR;
  if (!fact)
    return;
  spec->type = types_at(&b->f->types, fact->own)->value;
  if (at->kind == KIND_LITERAL &&
      token_is(&b->f->tokens[syntax_first_token(b->s, node)], b->f->text, "0"))
    spec->type = VALUE_NULL;
  if (role->want == WANT_OWN)
    spec->want = types_at(&b->f->types, fact->converted)->value;
}

/* Do the visible tokens [begin, end) make a constant, a reference, or something of a
 * type that its value determines? */
static bool needs_value(const build *b, uint32_t begin, uint32_t end)
{
  for (uint32_t i = begin; i < end; i++)
    switch ((word)b->s->words[i]) {
    case WORD_CONSTEXPR:
    case WORD_CONST:
    case WORD_AUTO:
    case WORD_AND:
    case WORD_AND_AND:
      return true;
    default:
      break;
    }
  return false;
}

/* C++: do the specifiers or the declarator need its value? */
static bool is_needed_value(const build *b, uint32_t node)
{
  uint32_t declarator = at_node(b, node)->parent;
  uint32_t list = at_node(b, declarator)->parent, whole = list;
  if (!b->f->cxx || whole == NODE_NONE)
    return false;
  if (at_node(b, list)->kind == KIND_DECLARATORS)
    whole = at_node(b, list)->parent;
  else
    list = declarator;
  return needs_value(b, at_node(b, whole)->first, at_node(b, list)->first) ||
         needs_value(b, at_node(b, declarator)->first, at_node(b, node)->first);
}

/* The value of a declarator, unless it determines the size of an array or has to
 * be there. */
static bool is_initial(const build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  if (at->kind != KIND_WITH_VALUE ||
      at_node(b, at->parent)->kind != KIND_DECLARATOR ||
      is_needed_value(b, node))
    return false;
  for (uint32_t i = at_node(b, at->parent)->first; i + 1 < at->first; i++)
    if (b->s->words[i] == WORD_OPEN_BRACKET &&
        b->s->words[i + 1] == WORD_CLOSE_BRACKET)
      return false;
  return true;
}

/* Other files cannot see an `inline` definition without `static` either, but names of an
 * `inline namespace` stand in the one around it. */
static bool is_internal(const build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  if (at->child != NODE_NONE || at->role == ROLE_PUNCT || !has_tokens(at))
    return false;
  word w = (word)b->s->words[at->first];
  return (w == WORD_STATIC || w == WORD_INLINE) &&
         at_node(b, at->parent)->kind != KIND_NAMESPACE &&
         !build_is_member(b, at->parent);
}

bool build_declares_more(const build *b, uint32_t tag)
{
  uint32_t after = at_node(b, tag)->next;
  uint8_t parent = at_node(b, at_node(b, tag)->parent)->kind;
  if (parent != KIND_DECLARATION && parent != KIND_FIELD)
    return true;
  while (after != NODE_NONE && at_node(b, after)->kind != KIND_DECLARATORS &&
         at_node(b, after)->kind != KIND_DECLARATOR)
    after = at_node(b, after)->next;
  return after != NODE_NONE;
}

bool build_is_redeclared(const build *b, uint32_t node)
{
  const syntax_node *nodes = b->s->nodes.data;
  if (nodes[node].kind != KIND_FUNCTION)
    return false;
  uint32_t at = build_find_child(b, node, KIND_DECLARATOR);
  while (at != NODE_NONE && nodes[at].kind != KIND_QUALIFIED_DECLARED) {
    uint32_t inner = build_find_child(b, at, KIND_QUALIFIED_DECLARED);
    at = inner != NODE_NONE ? inner : build_find_child(b, at, KIND_NESTED);
  }
  return at != NODE_NONE &&
         build_find_child(b, at, KIND_QUALIFIER) != NODE_NONE;
}

bool build_is_constexpr(const build *b, uint32_t body)
{
  uint32_t i = at_node(b, at_node(b, body)->parent)->first;
  while (i < at_node(b, body)->first && b->s->words[i] != WORD_CONSTEXPR)
    i++;
  return i < at_node(b, body)->first;
}

/* Does the compiler need the function's body where it is called: for its value,
 * or for the type of its result? */
static bool is_needed_body(const build *b, uint32_t node)
{
  uint32_t function = at_node(b, node)->parent;
  int depth = 0; /* an arrow in brackets has no result behind it */
  bool deduced = false;
  if (!b->f->cxx)
    return false;
  if (b->constants[function] && build_is_constexpr(b, node))
    return true;
  for (uint32_t i = at_node(b, function)->first; i < at_node(b, node)->first;
       i++) {
    uint8_t w = b->s->words[i];
    depth += w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACE;
    depth -= w == WORD_CLOSE_PAREN || w == WORD_CLOSE_BRACE;
    deduced = (deduced || w == WORD_AUTO) && (w != WORD_ARROW || depth > 0);
  }
  return deduced;
}

static uint16_t flags_of(const build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  uint16_t flags = kind_rows[at->kind].flags;
  if (at->role == ROLE_PUNCT)
    flags |= RD_PUNCT;
  if (at->role == ROLE_SEPARATOR)
    flags |= RD_SEPARATOR | RD_PUNCT;
  if (at->role == ROLE_BODY && !is_needed_body(b, node))
    flags |= RD_BODY;
  if (is_initial(b, node))
    flags |= RD_INITIAL;
  if (is_internal(b, node))
    flags |= RD_INTERNAL;
  if (build_is_redeclared(b, node))
    flags |= RD_REDECLARED;
  if (at->kind == KIND_DECLARATOR &&
      at_node(b, at->parent)->kind != KIND_DECLARATORS)
    flags &= (uint16_t)~RD_DEFINITION;
  return flags;
}

/* Where the type of a result must be written, it is like any other. */
static const role_row *role_of(const build *b, uint32_t node)
{
  uint8_t role = at_node(b, node)->role;
  return build_role(role == ROLE_RETURN_TYPE && !build_permits_implicit_int(b)
                        ? ROLE_TYPE
                        : role);
}

/* A list that represents a value needs a phrase for when it is empty; one of
 * declarations or members may be empty. */
static const char *phrase_of(const build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  const char *phrase = role_of(b, node)->phrase;
  if (!phrase && at->kind == KIND_STRINGS)
    return "\"\"";
  if (!phrase && (kind_rows[at->kind].flags & RD_LIST) &&
      (kind_rows[at->kind].sorts & SORT_EXPRESSION))
    return "0";
  if (!phrase &&
      (at->kind == KIND_DECLARATIONS || (at->kind == KIND_FIELDS && b->s->cxx)))
    return "";
  return phrase;
}

/* The builder may merge a list with its only element, so the list also accepts
 * the replacements of that element. */
static void widen_list(rd_node_spec *spec, build *b, uint32_t node)
{
  uint32_t only = at_node(b, node)->child;
  if (!(spec->flags & RD_LIST) || only == NODE_NONE ||
      only != at_node(b, node)->last || !has_tokens(at_node(b, only)))
    return;
  const role_row *role = build_role(at_node(b, only)->role);
  rd_node_spec inner = { 0 };
  if (sorts_of(b, only) & SORT_EXPRESSION)
    set_types(&inner, b, only);
  spec->accepts |= role->accepts;
  if (!spec->want)
    spec->want = inner.want;
}

/* An expression with a pack stands only in patterns, and one with all packs of a pattern
 * gives its place only to others there. */
static void confine(rd_node_spec *spec, pattern_part part)
{
  uint32_t accepted = spec->accepts & (SORT_EXPRESSION | SORT_LVALUE);
  if (spec->sorts & SORT_EXPRESSION)
    spec->sorts = SORT_PATTERN;
  if (accepted)
    spec->accepts = SORT_PATTERN | (part == PATTERN_SOME ? accepted : 0);
  if (part == PATTERN_ALL)
    spec->phrase = NULL;
}

/* The sorts are bits at first, SORT_EXPRESSION and so on. */
static void describe(rd_node_spec *spec, fillers *texts, build *b,
                     uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  const role_row *role = role_of(b, node);
  *spec = (rd_node_spec){ .kind = b->kinds[at->kind],
                          .flags = flags_of(b, node),
                          .place = role->place,
                          .sorts = sorts_of(b, node),
                          .accepts = role->accepts,
                          .phrase = phrase_of(b, node) };
  if (spec->sorts & SORT_EXPRESSION)
    set_types(spec, b, node);
  widen_list(spec, b, node);
  pattern_part part =
      b->patterns ? (pattern_part)b->patterns[node] : PATTERN_NONE;
  if (part != PATTERN_NONE)
    confine(spec, part);
  if (part == PATTERN_ALL || role->fill == FILL_NONE)
    return;
  phrases_fill(texts, b, node, role->fill);
  if (texts->texts[0])
    spec->fillers = texts->texts;
  else if ((spec->flags & RD_BODY) && build_is_constexpr(b, node))
    spec->flags &= (uint16_t)~RD_BODY; /* `{}` would have no value */
}

/* ---- the walk ---- */

/* Begins a node; returns true for an inner node. */
static bool enter(build *b, uint32_t node)
{
  const syntax_node *at = at_node(b, node);
  uint32_t first = syntax_first_token(b->s, node);
  rd_node_spec spec;
  fillers texts;
  if (!is_plain_list(b, node))
    add_trivia(b, first, at->parent);
  describe(&spec, &texts, b, node);
  spec.sorts = rd_builder_sort_bits(b->builder, spec.sorts);
  spec.accepts = rd_builder_sort_bits(b->builder, spec.accepts);
  if (at->child != NODE_NONE) {
    b->node_ids[node] = rd_builder_open(b->builder, &spec);
    return true;
  }
  assert(at->end == at->first + 1 && b->token == first);
  b->node_ids[node] = add_leaf(b, first, &spec);
  b->token++;
  return false;
}

/* The next node in document order; closes nodes that end before it. */
static uint32_t leave(build *b, uint32_t node)
{
  while (node && at_node(b, node)->next == NODE_NONE) {
    node = at_node(b, node)->parent;
    if (!node)
      break;
    if (is_plain_list(b, node) && at_node(b, node)->end < b->s->count)
      add_trivia(b, b->s->visible[at_node(b, node)->end], node);
    rd_builder_close(b->builder);
  }
  return node ? at_node(b, node)->next : NODE_NONE;
}

/* Skips nodes without tokens, including their subtrees. */
static void add_nodes(build *b)
{
  uint32_t node = at_node(b, 0)->child;
  while (node != NODE_NONE) {
    if (has_tokens(at_node(b, node)) && enter(b, node))
      node = at_node(b, node)->child;
    else
      node = leave(b, node);
  }
}

static void number_leaves(build *b)
{
  memset(b->leaf_nodes, 0xff, b->s->token_count * sizeof *b->leaf_nodes);
  for (uint32_t i = 0; i < b->s->nodes.size; i++) {
    const syntax_node *at = at_node(b, i);
    if (at->child == NODE_NONE && has_tokens(at))
      b->leaf_nodes[syntax_first_token(b->s, i)] = i;
  }
}

void build_tree(rd_builder *builder, const syntax *s, const semantics *f,
                build_fn *finish)
{
  build b = { .builder = builder, .s = s, .f = f, .parens = NODE_NONE };
  for (int i = 0; i < KIND_COUNT; i++)
    b.kinds[i] = rd_builder_kind(builder, kind_rows[i].name);
  b.node_ids = mem_alloc(s->nodes.size, sizeof *b.node_ids);
  memset(b.node_ids, 0xff, s->nodes.size * sizeof *b.node_ids);
  b.token_ids = mem_alloc(s->token_count, sizeof *b.token_ids);
  b.leaf_nodes = mem_alloc(s->token_count, sizeof *b.leaf_nodes);
  number_leaves(&b);
  b.scopes = scopes_new(s, f, b.leaf_nodes);
  b.constants = f->cxx ? constants_find(s) : NULL;
  b.patterns = f->cxx ? patterns_find(&b) : NULL;
  rd_node_spec root = plain_spec(&b, KIND_UNIT, RD_REQUIRED);
  b.node_ids[0] = rd_builder_open(builder, &root);
  add_nodes(&b);
  add_trivia(&b, s->token_count, 0);
  rd_builder_close(builder);
  types_state(&f->types, builder);
  finish(&b);
  scopes_free(b.scopes);
  free(b.constants);
  free(b.patterns);
  free(b.node_ids);
  free(b.token_ids);
  free(b.leaf_nodes);
  free(b.directives.data);
  free(b.trivia.data);
  strings_free(&b.pool);
}
