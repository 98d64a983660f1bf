/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds definitions by queries, and uses by scopes.
 *
 * The predicates `#eq?` and `#any-of?` of queries count: in Elixir the word before
 * it makes a definition. A use is a leaf that spells a name defined in a scope
 * around it, or else anywhere: a method is defined in its class and used elsewhere.
 * Behind the name of a type and `::` it is the one of that type, if there is one.
 * Definitions of a name in one scope are one symbol. So are those of a member whose
 * object has no type that is known; what stands behind a dot is such a member first,
 * and mostly nothing else is one.
 *
 * Nodes are scopes if a query says so or their type does; the name of a function
 * belongs to the scope around the function.
 */
#include "names.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "fixed.h"
#include "qualified.h"

typedef struct definition {
  uint32_t leaf;
  rd_symbol_kind kind;
  bool is_path;
  bool is_member; /* of objects whose types are not known */
  bool is_bare;   /* a member that is named without its object too */
  bool is_own;    /* likewise, in its scope itself only */
} definition;

typedef struct finder {
  rd_builder *builder;
  const char *text;
  const syntax *lang;
  const cst *tree;
  name *names;
  bool *is_scope;  /* by node */
  bool *is_open;   /* by node: a scope that sets variables of those around it */
  bool *is_marked; /* likewise: its bodies are found */
  bool has_scopes; /* a query says what a scope is */
  bool *is_named;  /* by the parser's symbol: its leaves are names */
  uint32_t *parent; /* by node */
  uint32_t *scope;  /* by node: the innermost scope around it */
  map nodes;        /* by span and symbol */
  map known;        /* symbols, by scope and name */
  map paths;        /* those of a type, by its name and theirs */
  map labels;       /* symbols, counted from 1 */
  map owed;         /* symbols that have to be used, counted from 1 */
  ARRAY(definition) definitions;
} finder;

static const cst_node *node_at(const finder *self, uint32_t node)
{
  return &self->tree->nodes.data[node];
}

static const char *type_of(const finder *self, uint32_t node)
{
  return syntax_name(self->lang, node_at(self, node));
}

static bool has_any(const char *string, const char *const *words)
{
  for (; *words; words++)
    if (strstr(string, *words))
      return true;
  return false;
}

/* ---- kinds ---- */

/* Words of captures and of types of nodes; the first that occurs counts. */
static const struct {
  const char *word;
  rd_symbol_kind kind;
} kind_words[] = {
  { "param", RD_SYMBOL_PARAMETER }, { "field", RD_SYMBOL_FIELD },
  { "label", RD_SYMBOL_LABEL },     { "macro", RD_SYMBOL_FUNCTION },
  { "import", RD_SYMBOL_VARIABLE }, { "function", RD_SYMBOL_FUNCTION },
  { "method", RD_SYMBOL_FUNCTION }, { "subroutine", RD_SYMBOL_FUNCTION },
  { "class", RD_SYMBOL_TAG },       { "struct", RD_SYMBOL_TAG },
  { "enum", RD_SYMBOL_TAG },        { "union", RD_SYMBOL_TAG },
  { "interface", RD_SYMBOL_TAG },   { "trait", RD_SYMBOL_TAG },
  { "type", RD_SYMBOL_TYPEDEF },
};

static rd_symbol_kind kind_of(const char *capture, const char *type)
{
  const char *tried[] = { capture, type };
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < sizeof kind_words / sizeof *kind_words; i++)
      if (strstr(tried[k], kind_words[i].word))
        return kind_words[i].kind;
  return RD_SYMBOL_VARIABLE;
}

/* ---- what queries find ---- */

static uint64_t key_of(uint32_t begin, uint32_t end, uint16_t type)
{
  uint64_t parts[] = { begin, end, type };
  return hash_bytes(parts, sizeof parts);
}

static void index_nodes(finder *self)
{
  for (uint32_t i = 0; i < self->tree->nodes.size; i++) {
    const cst_node *at = node_at(self, i);
    map_put(&self->nodes, key_of(at->begin, at->end, at->symbol), i);
  }
}

static uint32_t find_node(const finder *self, TSNode node)
{
  const core *calls = self->lang->calls;
  return map_find(&self->nodes,
                  key_of(calls->node_start_byte(node),
                         calls->node_end_byte(node), calls->node_symbol(node)));
}

static bool is_name(const finder *self, uint32_t node)
{
  static const char *const words[] = { "identifier", "name", "variable",
                                       "constant",   "word", NULL };
  const cst_node *at = node_at(self, node);
  return at->size == 1 && (at->flags & CST_NAMED) && !(at->flags & CST_ERROR) &&
         (self->is_named[at->symbol] || has_any(type_of(self, node), words));
}

/* Does the leaf name a member whatever is around it? */
static bool is_property(const finder *self, uint32_t leaf)
{
  const char *type = type_of(self, leaf);
  return starts_with(type, "property_") ||
         starts_with(type, "private_property_");
}

/* A node that is captured is the name, or has names in it, as a pattern. */
static void add_definition(finder *self, uint32_t node, definition made)
{
  if (node == MAP_NONE)
    return;
  uint32_t end = node + node_at(self, node)->size;
  for (uint32_t i = node; i < end; i++) {
    bool is_whole = end == node + 1 || made.is_path;
    bool is_part = is_name(self, i) && !is_property(self, i);
    if ((!is_whole && !is_part) || self->names[i].role)
      continue;
    self->names[i].role = NAME_DEFINITION;
    self->is_named[node_at(self, i)->symbol] |= !made.is_path;
    made.leaf = i;
    ARRAY_PUSH(&self->definitions, made);
    if (made.is_path)
      break;
  }
}

/* In place of a scope. */
enum {
  ANYWHERE = UINT32_MAX,    /* that of names that are found from everywhere */
  MEMBERS = UINT32_MAX - 1, /* that of members of objects */
  BARE = UINT32_MAX - 2,    /* that of members that are named without one */
  BOUND = UINT32_MAX - 3,   /* that of names without a use that dangles */
  DEFINED = UINT32_MAX - 4, /* that of all names */
};

/* A label has a colon where it is defined, and a sigil where it is used. */
static uint64_t name_key(const finder *self, uint32_t scope, uint32_t begin,
                         uint32_t end)
{
  while (end - begin > 1 && self->text[end - 1] == ':')
    end--;
  begin += end - begin > 1 && self->text[begin] == '%';
  uint64_t parts[] = { scope, hash_bytes(self->text + begin, end - begin) };
  return hash_bytes(parts, sizeof parts);
}

/* No use of a name in the node dangles. */
static void bind(finder *self, uint32_t node)
{
  uint32_t end = node + node_at(self, node)->size;
  for (uint32_t i = node; i < end; i++) {
    const cst_node *at = node_at(self, i);
    map_put(&self->known, name_key(self, BOUND, at->begin, at->end), 0);
  }
}

typedef struct capture_name {
  const char *text;
  bool is_definition, is_scope, is_open, is_name, is_bound;
} capture_name;

static capture_name name_capture(const core *calls, const TSQuery *query,
                                 uint32_t index)
{
  uint32_t size;
  const char *text = calls->query_capture_name_for_id(query, index, &size);
  const char *plain = starts_with(text, "local.") ? text + 6 : text;
  return (capture_name){ .text = text,
                         .is_definition = starts_with(plain, "definition"),
                         .is_scope = starts_with(plain, "scope"),
                         .is_open = strcmp(plain, "scope.open") == 0,
                         .is_name = strcmp(plain, "name") == 0,
                         .is_bound = strcmp(plain, "bound") == 0 };
}

static void take_match(finder *self, const TSQuery *query,
                       const TSQueryMatch *match)
{
  const core *calls = self->lang->calls;
  capture_name of = { 0 };
  uint32_t defined = MAP_NONE;
  bool is_named = false;
  for (uint16_t i = 0; i < match->capture_count; i++) {
    const TSQueryCapture *at = &match->captures[i];
    uint32_t node = find_node(self, at->node);
    capture_name found = name_capture(calls, query, at->index);
    if (found.is_scope && node != MAP_NONE)
      self->is_scope[node] = self->has_scopes = true;
    if (found.is_open && node != MAP_NONE)
      self->is_open[node] = true;
    if (found.is_bound && node != MAP_NONE)
      bind(self, node);
    if (found.is_definition)
      of = found;
    if (found.is_name || (found.is_definition && !is_named))
      defined = node;
    is_named |= found.is_name;
  }
  if (of.is_definition && defined != MAP_NONE) {
    definition made = { .is_path = strstr(of.text, "import") != NULL,
                        .is_member = strstr(of.text, "member") != NULL,
                        .is_bare = strstr(of.text, "bare") != NULL,
                        .is_own = strstr(of.text, ".own") != NULL };
    made.kind = kind_of(of.text, type_of(self, defined));
    add_definition(self, defined, made);
  }
}

/* Does what is captured first spell the string? */
static bool spells(const finder *self, const TSQuery *query,
                   const TSQueryMatch *match, uint32_t capture, uint32_t string)
{
  const core *calls = self->lang->calls;
  uint32_t size;
  const char *text = calls->query_string_value_for_id(query, string, &size);
  for (uint16_t i = 0; i < match->capture_count; i++) {
    const TSQueryCapture *at = &match->captures[i];
    uint32_t begin = calls->node_start_byte(at->node);
    if (at->index == capture)
      return calls->node_end_byte(at->node) - begin == size &&
             memcmp(self->text + begin, text, size) == 0;
  }
  return false;
}

/* The core leaves predicates to its user: those of one word, and of some. */
static bool is_meant(const finder *self, const TSQuery *query,
                     const TSQueryMatch *match)
{
  const core *calls = self->lang->calls;
  uint32_t count, size, i, end;
  const TSQueryPredicateStep *words =
      calls->query_predicates_for_pattern(query, match->pattern_index, &count);
  for (i = 0; i < count; i = end + 1) {
    bool is_equal = false;
    for (end = i; words[end].type;)
      end++;
    const char *asked =
        calls->query_string_value_for_id(query, words[i].value_id, &size);
    if (strcmp(asked, "eq?") != 0 && strcmp(asked, "any-of?") != 0)
      continue;
    for (uint32_t k = i + 2; k < end && !is_equal; k++)
      is_equal =
          words[k].type == 1 ||
          spells(self, query, match, words[i + 1].value_id, words[k].value_id);
    if (!is_equal)
      return false;
  }
  return true;
}

static void run_query(finder *self, const TSQuery *query)
{
  const core *calls = self->lang->calls;
  TSQueryCursor *cursor = calls->query_cursor_new();
  calls->query_cursor_exec(cursor, query,
                           calls->tree_root_node(self->tree->made));
  TSQueryMatch match;
  while (calls->query_cursor_next_match(cursor, &match))
    if (is_meant(self, query, &match))
      take_match(self, query, &match);
  calls->query_cursor_delete(cursor);
}

/* ---- scopes ---- */

static void find_scopes(finder *self)
{
  static const char *const words[] = {
    "function",  "method", "block",         "closure", "lambda",  "class",
    "interface", "trait",  "impl",          "module",  "program", "namespace",
    "procedure", "for_",   "comprehension", NULL
  };
  for (uint32_t i = 0; i < self->tree->nodes.size; i++) {
    const cst_node *at = node_at(self, i);
    uint32_t end = i + at->size, above = self->parent[i];
    self->scope[i] =
        i == 0 || self->is_scope[above] ? above : self->scope[above];
    self->is_scope[i] |= at->size > 1 && (at->flags & CST_NAMED) &&
                         !self->has_scopes && has_any(type_of(self, i), words);
    for (uint32_t child = i + 1; child < end;
         child += node_at(self, child)->size)
      self->parent[child] = i;
  }
}

/* The scope that a definition belongs to. The name of a function is known
 * outside, whether its scope is the function or what the name is the head of. */
static uint32_t home_of(const finder *self, const definition *of)
{
  uint32_t scope = self->scope[of->leaf], above = self->parent[of->leaf];
  bool is_head = scope == above || (of->kind == RD_SYMBOL_FUNCTION &&
                                    scope == self->parent[above]);
  return is_head ? self->scope[scope] : scope;
}

/* What an open scope assigns is a variable around it, if there is one. */
static uint32_t assigned_in(const finder *self, const definition *of,
                            uint32_t begin, uint32_t end)
{
  uint32_t home = home_of(self, of), scope = home;
  if (of->kind != RD_SYMBOL_VARIABLE)
    return home;
  while (scope && self->is_open[scope] &&
         map_find(&self->known, name_key(self, scope, begin, end)) == MAP_NONE)
    scope = self->scope[scope];
  bool is_known =
      map_find(&self->known, name_key(self, scope, begin, end)) != MAP_NONE;
  return is_known ? scope : home;
}

/* The last component of a path in quotes or without. */
static void narrow(const finder *self, uint32_t *begin, uint32_t *end)
{
  while (*end > *begin && strchr("\"'`;>", self->text[*end - 1]))
    --*end;
  for (uint32_t i = *begin; i < *end; i++)
    if (strchr("/.:\"'`<", self->text[i]))
      *begin = i + 1;
}

/* In place of a scope: that of members which no scope inside it sees. */
static uint32_t own_of(uint32_t scope)
{
  return DEFINED - 1 - scope;
}

/* What is around many functions is gone through once. */
static void mark_body(finder *self, uint32_t function)
{
  if (self->is_marked[function])
    return;
  self->is_marked[function] = true;
  uint32_t end = function + node_at(self, function)->size;
  for (uint32_t i = function + 1; i < end; i += node_at(self, i)->size) {
    const cst_node *at = node_at(self, i);
    const char *field =
        at->field ? syntax_field(self->lang, at) : type_of(self, i);
    if (at->size > 1 && strstr(field, "body"))
      self->names[i].is_body = true;
  }
}

/* Does the language want every such thing to be used (fixed.def)? */
static bool has_to_be_used(const finder *self, const definition *of,
                           uint32_t scope)
{
  bool is_local = scope && of->kind == RD_SYMBOL_VARIABLE;
  return (of->is_path || is_local) && fixed_wants_uses(self->lang->name);
}

/* Does the leaf stand before the body of a loop or a condition? */
static bool is_headed(const finder *self, uint32_t leaf)
{
  enum { MOST_LEVELS = 4 };
  static const char *const heads[] = { "if_", "for_", "while_", NULL };
  static const char *const bodies[] = { "body", "consequence", NULL };
  for (int level = 0; level < MOST_LEVELS && leaf; level++) {
    uint32_t above = self->parent[leaf];
    uint32_t end = above + node_at(self, above)->size;
    for (uint32_t i = leaf; i < end; i += node_at(self, i)->size)
      if (has_any(syntax_field(self->lang, node_at(self, i)), bodies))
        return i != leaf && has_any(type_of(self, above), heads);
    leaf = above;
  }
  return false;
}

/* Does `_` stand before the name in a list? */
static bool follows_blank(const char *text, uint32_t at)
{
  while (at && strchr(" ,", text[at - 1]))
    at--;
  return at && text[at - 1] == '_' &&
         (at < 2 || !isalnum((unsigned char)text[at - 2]));
}

/* The path to a name: the leaf of a type before it. */
static uint64_t path_key(const finder *self, uint32_t type, uint32_t leaf)
{
  const cst_node *head = node_at(self, type), *at = node_at(self, leaf);
  uint64_t parts[] = {
    hash_bytes(self->text + head->begin, head->end - head->begin),
    hash_bytes(self->text + at->begin, at->end - at->begin)
  };
  return hash_bytes(parts, sizeof parts);
}

static void declare_qualified(finder *self, uint32_t leaf, uint32_t number)
{
  uint32_t type = qualified_home(self->lang, self->tree, self->parent, leaf);
  if (type != RD_NONE)
    map_put(&self->paths, path_key(self, type, leaf), number);
}

static void declare(finder *self, const definition *of)
{
  const cst_node *at = node_at(self, of->leaf);
  uint32_t begin = at->begin, end = at->end;
  if (of->is_path)
    narrow(self, &begin, &end);
  bool is_shared =
      qualified_is_of_trait(self->lang, self->tree, self->parent, of->leaf);
  uint32_t scope = of->is_member ? MEMBERS
                   : is_shared   ? 0
                                 : assigned_in(self, of, begin, end);
  uint64_t key = name_key(self, scope, begin, end);
  uint32_t number = map_find(&self->known, key);
  if (number == MAP_NONE) {
    uint32_t flags = RD_SYMBOL_DEFINED;
    flags |= scope && !of->is_member ? RD_SYMBOL_LOCAL : 0;
    bool is_seen =
        of->kind == RD_SYMBOL_FUNCTION && !fixed_is_run(self->lang->name);
    flags |= is_seen ? 0 : RD_SYMBOL_STATIC;
    bool wants_use = has_to_be_used(self, of, scope);
    flags |= wants_use ? RD_SYMBOL_USED : 0;
    char *text = mem_copy_bytes(self->text + begin, end - begin);
    number = rd_builder_symbol(self->builder, of->kind, text, flags);
    free(text);
    if (wants_use)
      map_put(&self->owed, (uint64_t)number + 1, 1);
    map_put(&self->known, key, number);
    map_put(&self->known, name_key(self, DEFINED, begin, end), number);
    if (!of->is_member)
      map_put(&self->known, name_key(self, ANYWHERE, begin, end), number);
    else if (of->is_bare)
      map_put(&self->known, name_key(self, BARE, begin, end), number);
  }
  if (of->is_own)
    map_put(&self->known, name_key(self, own_of(home_of(self, of)), begin, end),
            number);
  declare_qualified(self, of->leaf, number);
  self->names[of->leaf].symbol = number;
  self->names[of->leaf].kind = (uint8_t)of->kind;
  self->names[of->leaf].is_member = of->is_member;
  self->names[of->leaf].has_to_be_used =
      map_find(&self->owed, (uint64_t)number + 1) != MAP_NONE;
  self->names[of->leaf].follows_blank = follows_blank(self->text, at->begin);
  self->names[of->leaf].is_headed =
      of->kind == RD_SYMBOL_VARIABLE && is_headed(self, of->leaf);
  if (of->kind == RD_SYMBOL_LABEL)
    map_put(&self->labels, (uint64_t)number + 1, 1);
  if (of->kind == RD_SYMBOL_FUNCTION) {
    mark_body(self, self->parent[of->leaf]);
    mark_body(self, self->parent[self->parent[of->leaf]]);
  }
}

/* Does the leaf name a part of what stands before it? */
static bool is_member(const finder *self, uint32_t leaf)
{
  static const char *const words[] = { "attribute", "field", "method",
                                       "property", NULL };
  const cst_node *at = node_at(self, leaf);
  const char *field = syntax_field(self->lang, at);
  const char *before = self->text + at->begin - (at->begin > 1 ? 2 : 0);
  bool is_static = starts_with(before, "::") ||
                   (at->begin > 2 && starts_with(before - 1, "::$"));
  return has_any(field, words) || starts_with(before, "->") || is_static ||
         is_property(self, leaf);
}

static uint32_t look_up(const finder *self, uint32_t scope, uint32_t leaf)
{
  const cst_node *at = node_at(self, leaf);
  return map_find(&self->known, name_key(self, scope, at->begin, at->end));
}

static bool is_own_type(const finder *self, uint32_t leaf)
{
  const cst_node *at = node_at(self, leaf);
  return at->end - at->begin == 4 &&
         memcmp(self->text + at->begin, "Self", 4) == 0;
}

static void resolve(finder *self, uint32_t leaf)
{
  uint32_t found = MAP_NONE, scope = leaf;
  self->names[leaf].is_dangling =
      look_up(self, BOUND, leaf) == MAP_NONE && !is_member(self, leaf);
  if (look_up(self, DEFINED, leaf) == MAP_NONE)
    return; /* the scopes need no look */
  uint32_t type =
      qualified_type(self->lang, self->tree, self->parent, self->text, leaf);
  if (is_member(self, leaf))
    found = look_up(self, MEMBERS, leaf);
  self->names[leaf].is_member = found != MAP_NONE;
  if (found == MAP_NONE && type != RD_NONE)
    found = map_find(&self->paths, path_key(self, type, leaf));
  if (found == MAP_NONE && type != RD_NONE &&
      look_up(self, DEFINED, type) == MAP_NONE && !is_own_type(self, type))
    return; /* of what another file defines */
  if (found == MAP_NONE)
    found = look_up(self, own_of(self->scope[leaf]), leaf);
  for (bool is_outermost = false; found == MAP_NONE && !is_outermost;) {
    scope = self->scope[scope];
    found = look_up(self, scope, leaf);
    is_outermost = scope == 0;
  }
  if (found == MAP_NONE)
    found = look_up(self, BARE, leaf);
  self->names[leaf].is_dangling &= found == MAP_NONE;
  if (found == MAP_NONE)
    found = look_up(self, ANYWHERE, leaf);
  if (found == MAP_NONE)
    return;
  self->names[leaf].symbol = found;
  self->names[leaf].role = NAME_USE;
  self->names[leaf].is_label =
      map_find(&self->labels, (uint64_t)found + 1) != MAP_NONE;
  self->names[leaf].has_to_be_used =
      map_find(&self->owed, (uint64_t)found + 1) != MAP_NONE;
}

name *names_find(rd_builder *builder, const syntax *lang, const cst *tree)
{
  size_t size, count = tree->nodes.size;
  finder self = { .builder = builder,
                  .text = rd_builder_text(builder, &size),
                  .lang = lang,
                  .tree = tree,
                  .names = mem_alloc(count, sizeof(name)),
                  .is_scope = mem_alloc(count, sizeof(bool)),
                  .is_open = mem_alloc(count, sizeof(bool)),
                  .is_marked = mem_alloc(count, sizeof(bool)),
                  .is_named = mem_alloc(
                      lang->calls->language_symbol_count(lang->parser.handle),
                      sizeof(bool)),
                  .parent = mem_alloc(count, sizeof(uint32_t)),
                  .scope = mem_alloc(count, sizeof(uint32_t)) };
  index_nodes(&self);
  for (size_t i = 0; i < lang->queries.size; i++)
    run_query(&self, lang->queries.data[i]);
  find_scopes(&self);
  for (size_t i = 0; i < self.definitions.size; i++)
    declare(&self, &self.definitions.data[i]);
  for (uint32_t i = 0; i < count; i++)
    if (!self.names[i].role && is_name(&self, i))
      resolve(&self, i);
  map_free(&self.nodes);
  map_free(&self.known);
  map_free(&self.paths);
  map_free(&self.labels);
  map_free(&self.owed);
  ARRAY_FREE(&self.definitions);
  free(self.is_scope);
  free(self.is_open);
  free(self.is_marked);
  free(self.is_named);
  free(self.parent);
  free(self.scope);
  return self.names;
}
