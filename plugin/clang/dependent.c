/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: what is needed although no cursor names it.
 *
 * A name that libclang did not resolve (it depends on a template's parameters, or its
 * statement has an error) may mean any symbol with that name. Such names become symbols
 * of their own (RD_SYMBOL_NAME), which guard those that they may mean, together with
 * what else must be there for these to be meant: the class of a member, the classes of a
 * function's parameters. A name in `T::name` or `x.name` can only be a member's: it is
 * one more symbol, which the name guards. So is a name in `N::name` where the namespace
 * N declares that name. The name of a friend may mean each of that name: in templates
 * they are declared anew, and libclang knows one. Operators, and words for which the
 * compiler itself looks up names, are uses of names too (implied.h). In the scope of a
 * local or of a template's parameter of that name, it means that: libclang drops
 * statements with errors, and some of its versions what a static_assert in a template
 * says.
 *
 * Constructors, destructors and conversions are called without a name: they are needed
 * with their class. A specialisation is needed with its template and the classes in its
 * arguments, an overriding function with the one that it overrides, or with its class
 * if it overrides several or none that is known. Elements of lists that declare nothing
 * (`using X::f;`, `static_assert(...);`, friends) serve what they name, so they stay if
 * all of that does (RD_SYMBOL_RIDER).
 */
#include <string.h>

#include "base/hash.h"
#include "around.h"
#include "implied.h"
#include "spaces.h"

enum { MOST_GUARDS = 16 };

/* A name of what a namespace declares. */
struct qualified {
  uint32_t symbol; /* the builder's */
  uint32_t first;  /* the first fact with the name */
};

struct names {
  build *b;
  const uint32_t *ids; /* builder's symbol, by fact; or ID_NONE */
  uint32_t *wholes;    /* likewise, of the class's body */
  map first;           /* hash of a name to the first fact with it */
  uint32_t *next;      /* by fact: the next one with its name; or FACT_NONE */
  uint32_t *named;     /* by fact, at the first of a name: the builder's symbol
                          of the name, or ID_NONE */
  uint32_t *of_member; /* likewise, of the name as a member's */
  map namespaces;      /* hashes of their names */
  spaces spaces;
  map unknown;    /* hashes of names that only the syntax declares */
  map befriended; /* hashes of names of functions that a class declares first */
  map qualified_at; /* key of a name in a namespace to its number */
  ARRAY(struct qualified) qualified;
  map classes;        /* hash of a name to the last class so far with it */
  map friends;        /* that one or MAP_NONE, by the token where a class
                         befriends it */
  map locals;         /* hash of a name to the token that declared the last
                          local so far with it */
  uint32_t *declared; /* by token: declarations before it */
  uint8_t *guarded;   /* by fact: its guards are known */
};

static const symbol_fact *fact_at(const struct names *n, uint32_t symbol)
{
  return &n->b->f->symbols.data[symbol];
}

/* ---- names ---- */

static bool has_name_for_all(const symbol_fact *fact)
{
  return *fact->name && !(fact->flags & RD_SYMBOL_LOCAL) &&
         fact->kind != RD_SYMBOL_FIELD && fact->kind != RD_SYMBOL_PARAMETER &&
         fact->kind != RD_SYMBOL_TEMPLATE_PARAMETER &&
         fact->kind != RD_SYMBOL_LABEL && fact->kind != RD_SYMBOL_NAMESPACE;
}

static void collect(struct names *n)
{
  const semantics *f = n->b->f;
  n->next = mem_alloc(f->symbols.size, sizeof *n->next);
  n->named = mem_alloc(f->symbols.size, sizeof *n->named);
  n->of_member = mem_alloc(f->symbols.size, sizeof *n->of_member);
  n->guarded = mem_alloc(f->symbols.size, sizeof *n->guarded);
  for (uint32_t i = 0; i < f->symbols.size; i++) {
    const symbol_fact *fact = fact_at(n, i);
    n->next[i] = FACT_NONE;
    n->named[i] = n->of_member[i] = ID_NONE;
    uint64_t hash = hash_bytes(fact->name, strlen(fact->name));
    if (fact->kind == RD_SYMBOL_NAMESPACE)
      map_put(&n->namespaces, hash, i);
    if (n->ids[i] == ID_NONE || !has_name_for_all(fact))
      continue;
    if (clang_Cursor_isNull(fact->canonical))
      map_put(&n->unknown, hash, i);
    if (fact->befriended)
      map_put(&n->befriended, hash, i);
    uint32_t first = map_find(&n->first, hash);
    if (first == MAP_NONE) {
      map_put(&n->first, hash, i);
    } else {
      n->next[i] = n->next[first];
      n->next[first] = i;
    }
  }
}

/* The token uses one of the names, if anything has it. */
static void use(struct names *n, uint32_t *names, uint64_t hash, uint32_t at)
{
  rd_builder *builder = n->b->builder;
  uint32_t first = map_find(&n->first, hash);
  if (first == MAP_NONE || n->b->token_ids[at] == ID_NONE)
    return;
  if (names[first] == ID_NONE)
    names[first] =
        rd_builder_symbol(builder, RD_SYMBOL_NAME, fact_at(n, first)->name, 0);
  rd_builder_uses(builder, names[first], n->b->token_ids[at], RD_USE_NAME);
}

static void use_name(struct names *n, uint64_t hash, uint32_t at)
{
  use(n, n->named, hash, at);
}

/* The token uses what the namespace declares by that name, if it does. */
static void use_in(struct names *n, uint64_t hash, uint64_t space, uint32_t at)
{
  rd_builder *builder = n->b->builder;
  uint64_t key = spaces_key(hash, space);
  uint32_t i = map_find(&n->qualified_at, key);
  uint32_t first = map_find(&n->first, hash);
  if (map_find(&n->spaces.declared, key) == MAP_NONE || first == MAP_NONE ||
      n->b->token_ids[at] == ID_NONE)
    return;
  if (i == MAP_NONE) {
    i = (uint32_t)n->qualified.size;
    map_put(&n->qualified_at, key, i);
    ARRAY_PUSH(&n->qualified, (struct qualified){
                                  rd_builder_symbol(builder, RD_SYMBOL_NAME,
                                                    fact_at(n, first)->name, 0),
                                  first });
  }
  rd_builder_uses(builder, n->qualified.data[i].symbol, n->b->token_ids[at],
                  RD_USE_NAME);
}

/* `N::name` means what N declares so, or takes from the file by `using`. */
static bool use_qualified(struct names *n, uint64_t hash, uint32_t at)
{
  const build *b = n->b;
  uint32_t i = b->s->visible_of[at];
  if (i < 2 || b->s->words[i - 1] != WORD_COLONS ||
      map_find(&n->unknown, hash) != MAP_NONE)
    return false;
  const token *before = &b->f->tokens[b->s->visible[i - 2]];
  uint64_t space = token_hash(before, b->f->text);
  if (before->kind != TOKEN_IDENTIFIER ||
      map_find(&n->spaces.declared, spaces_key(hash, space)) == MAP_NONE)
    return false;
  use_in(n, hash, space, at);
  use_in(n, hash, 0, at);
  return true;
}

/* The names that may mean the fact, the first of its name being `first`. */
static uint32_t name_of(const struct names *n, uint32_t first, bool member)
{
  return member && n->of_member[first] != ID_NONE ? n->of_member[first]
                                                  : n->named[first];
}

/* Does the visible token before `::` name a namespace, or nothing? */
static bool is_in_namespace(const struct names *n, uint32_t before)
{
  const semantics *f = n->b->f;
  uint32_t at = n->b->s->visible[before];
  const token *tok = &f->tokens[at];
  if (tok->kind != TOKEN_IDENTIFIER)
    return !token_is(tok, f->text, ">") && !token_is(tok, f->text, ">>");
  if (f->names[at] != FACT_NONE)
    return fact_at(n, f->names[at])->kind == RD_SYMBOL_NAMESPACE;
  return map_find(&n->namespaces, token_hash(tok, f->text)) != MAP_NONE;
}

/* `x.name`, `x->name` or `T::name`, where T is no namespace. */
static bool is_member_name(const struct names *n, uint32_t at)
{
  const syntax *s = n->b->s;
  uint32_t i = s->visible_of[at];
  if (i > 0 && s->words[i - 1] == WORD_TEMPLATE)
    i--;
  if (i < 2)
    return false;
  if (s->words[i - 1] == WORD_COLONS)
    return !is_in_namespace(n, i - 2);
  return s->words[i - 1] == WORD_DOT || around_is_arrow(n->b, i - 1);
}

/* Is the name that of the last local in whose scope the token is? A template's
 * parameter is no unit, so it needs no use. */
static bool use_local(const struct names *n, uint64_t hash, uint32_t at)
{
  const build *b = n->b;
  uint32_t declared = map_find(&n->locals, hash);
  uint32_t i = b->s->visible_of[at];
  if (declared == MAP_NONE || b->token_ids[at] == ID_NONE ||
      (i > 0 && b->s->words[i - 1] == WORD_COLONS) ||
      at > scopes_end(b->s, b->leaf_nodes[declared]))
    return false;
  uint32_t symbol = b->f->names[declared];
  if (fact_at(n, symbol)->kind != RD_SYMBOL_TEMPLATE_PARAMETER)
    rd_builder_uses(b->builder, n->ids[symbol], b->token_ids[at], RD_USE_NAME);
  return true;
}

/* A parameter's scope may end with its declarator, and none is a unit. */
static void note_local(struct names *n, uint32_t at)
{
  uint32_t symbol = n->b->f->names[at];
  const symbol_fact *fact = symbol == FACT_NONE ? NULL : fact_at(n, symbol);
  if (fact && n->ids[symbol] != ID_NONE && fact->kind != RD_SYMBOL_PARAMETER &&
      (fact->flags & RD_SYMBOL_LOCAL ||
       fact->kind == RD_SYMBOL_TEMPLATE_PARAMETER))
    map_put(&n->locals, token_hash(&n->b->f->tokens[at], n->b->f->text), at);
}

static void use_names(struct names *n, const char *names, uint32_t at)
{
  for (const char *end; *names; names = *end ? end + 1 : end) {
    bool member = *names == '.';
    names += member;
    end = strchrnul(names, ',');
    use(n, member ? n->of_member : n->named,
        hash_bytes(names, (size_t)(end - names)), at);
  }
}

static void use_identifier(struct names *n, uint32_t at)
{
  uint64_t hash = token_hash(&n->b->f->tokens[at], n->b->f->text);
  if (is_member_name(n, at))
    use(n, n->of_member, hash, at);
  else if (!use_local(n, hash, at) && !use_qualified(n, hash, at))
    use_name(n, hash, at);
}

/* May a friend that a class declares be meant, although libclang knows another
 * function? In a template it is declared anew for each instance. */
static bool may_mean_friend(const struct names *n, uint32_t at)
{
  const semantics *f = n->b->f;
  const symbol_fact *fact = fact_at(n, f->names[at]);
  return f->tokens[at].kind == TOKEN_IDENTIFIER &&
         fact->kind == RD_SYMBOL_FUNCTION &&
         (fact->befriended || fact->owner == FACT_NONE) &&
         map_find(&n->befriended, token_hash(&f->tokens[at], f->text)) !=
             MAP_NONE;
}

static void use_at(struct names *n, uint32_t at)
{
  const semantics *f = n->b->f;
  const token *tok = &f->tokens[at];
  char name[IMPLIED_SIZE];
  if (tok->directive || n->b->leaf_nodes[at] == NODE_NONE)
    return;
  if (f->declares[at]) {
    if (around_has_arguments(n->b, at) /* needs its primary template */
        || around_overrides(n->b, at))
      use_name(n, token_hash(tok, f->text), at);
    note_local(n, at);
    return;
  }
  use_names(n, implied_names(n->b, at), at);
  if (f->names[at] != FACT_NONE) {
    if (may_mean_friend(n, at))
      use_name(n, token_hash(tok, f->text), at);
    return;
  }
  if (token_is(tok, f->text, "operator"))
    use_name(n, hash_bytes(name, implied_written(name, n->b, at)), at);
  else if (tok->kind == TOKEN_IDENTIFIER)
    use_identifier(n, at);
  else if (tok->kind == TOKEN_PUNCTUATION &&
           (f->marks[at] & MARK_TEMPLATE || !f->unit) &&
           implied_is_operator(n->b, at))
    use_name(n, hash_bytes(name, implied_operator(name, n->b, at)), at);
}

/* ---- guards ---- */

static void guard(struct names *n, uint32_t symbol, uint32_t other)
{
  if (other != FACT_NONE && n->ids[other] != ID_NONE)
    rd_builder_guards(n->b->builder, n->ids[symbol], n->ids[other]);
}

/* Guards the symbol by the class as far as that has to be complete. */
static void guard_whole(struct names *n, uint32_t symbol, uint32_t class)
{
  if (class != FACT_NONE && n->wholes[class] != ID_NONE)
    rd_builder_guards(n->b->builder, n->ids[symbol], n->wholes[class]);
  else
    guard(n, symbol, class);
}

/* Guards the symbol by the classes that are named in [begin, end) of the visible
 * tokens, but not in default arguments, nor in parentheses: `decltype(X<T>())`
 * needs the class. */
static void guard_classes(struct names *n, uint32_t symbol, uint32_t begin,
                          uint32_t end)
{
  const syntax *s = n->b->s;
  const semantics *f = n->b->f;
  bool skips = false;
  for (uint32_t i = begin, count = 0; i < end && count < MOST_GUARDS; i++) {
    if (s->words[i] == WORD_OPEN_PAREN && s->match[i] != NODE_NONE)
      i = s->match[i];
    uint32_t other = f->names[s->visible[i]];
    skips = (skips || s->words[i] == WORD_ASSIGN) && s->words[i] != WORD_COMMA;
    if (skips || other == FACT_NONE || other == symbol ||
        f->declares[s->visible[i]] || fact_at(n, other)->kind != RD_SYMBOL_TAG)
      continue;
    guard(n, symbol, other);
    count++;
  }
}

/* The visible tokens of the parameters behind a function's name. */
static void guard_parameters(struct names *n, uint32_t symbol, uint32_t at)
{
  const syntax *s = n->b->s;
  uint32_t i = s->visible_of[at], end = i + 8;
  bool call = !strcmp(fact_at(n, symbol)->name, "operator()");
  while (i < end && i < s->count && (s->words[i] != WORD_OPEN_PAREN || call)) {
    call = call && s->words[i] != WORD_CLOSE_PAREN;
    i++;
  }
  if (i < s->count && s->words[i] == WORD_OPEN_PAREN &&
      s->match[i] != NODE_NONE)
    guard_classes(n, symbol, i + 1, s->match[i]);
}

static bool is_unnamed(const struct names *n, const symbol_fact *fact)
{
  return fact->kind == RD_SYMBOL_FUNCTION && fact->owner != FACT_NONE &&
         (!strcmp(fact->name, "operator") || !strcmp(fact->name, "~") ||
          !strcmp(fact->name, fact_at(n, fact->owner)->name));
}

/* The class that a deduction guide or a specialisation at the token would serve,
 * or FACT_NONE: a guide has no cursor, a specialisation has none where libclang
 * crashes, and both stand behind their class. */
static uint32_t find_served(const struct names *n, uint32_t symbol,
                            uint64_t hash, uint32_t at)
{
  const symbol_fact *fact = fact_at(n, symbol);
  uint32_t class = map_find(&n->classes, hash);
  bool may_serve = fact->kind == RD_SYMBOL_FUNCTION ||
                   (fact->kind == RD_SYMBOL_TAG && class != symbol &&
                    around_has_arguments(n->b, at));
  return may_serve && clang_Cursor_isNull(fact->canonical) && class != MAP_NONE
             ? class
             : FACT_NONE;
}

/* The guards of what is declared at the token. */
static void guard_declared(struct names *n, uint32_t at)
{
  uint32_t symbol = n->b->f->names[at];
  const symbol_fact *fact = fact_at(n, symbol);
  uint64_t hash = hash_bytes(fact->name, strlen(fact->name));
  uint32_t served = find_served(n, symbol, hash, at);
  if (fact->kind == RD_SYMBOL_TAG && served == FACT_NONE)
    map_put(&n->classes, hash, symbol);
  if (n->guarded[symbol] || n->ids[symbol] == ID_NONE ||
      !has_name_for_all(fact))
    return;
  n->guarded[symbol] = 1;
  if (clang_Cursor_isNull(fact->canonical) && around_serves_nothing(n->b, at))
    return;
  if (is_unnamed(n, fact) ||
      (fact->kind == RD_SYMBOL_FUNCTION && fact->owner != FACT_NONE &&
       around_overrides(n->b, at))) {
    guard_whole(n, symbol, fact->owner);
    return;
  }
  if (served != FACT_NONE) {
    guard_whole(n, symbol, served);
    return;
  }
  uint32_t first = map_find(&n->first, hash);
  bool member = fact->owner != FACT_NONE || /* or only the syntax knows it */
                clang_Cursor_isNull(fact->canonical);
  uint32_t in =
      map_find(&n->qualified_at, spaces_key(hash, n->spaces.of[symbol]));
  uint32_t name = first == MAP_NONE ? ID_NONE : name_of(n, first, member);
  if (!member && in != MAP_NONE)
    name = n->qualified.data[in].symbol;
  if (name == ID_NONE)
    return;
  rd_builder_guards(n->b->builder, n->ids[symbol], name);
  guard(n, symbol, fact->owner);
  if (n->wholes[symbol] != ID_NONE) {
    rd_builder_guards(n->b->builder, n->wholes[symbol], name);
    rd_builder_guards(n->b->builder, n->wholes[symbol], n->ids[symbol]);
  }
  if (fact->kind == RD_SYMBOL_FUNCTION)
    guard_parameters(n, symbol, at);
}

/* What serves another symbol: all its guards are known then. */
static void guard_servants(struct names *n)
{
  const semantics *f = n->b->f;
  for (size_t i = 0; i < f->guards.size; i++) {
    guard_fact at = f->guards.data[i];
    if (n->ids[at.symbol] == ID_NONE || n->ids[at.guard] == ID_NONE)
      continue;
    n->guarded[at.symbol] = 1;
    guard_whole(n, at.symbol, at.guard);
    guard_whole(n, at.symbol, fact_at(n, at.symbol)->owner);
  }
}

/* A specialisation also needs what its arguments name. */
static void guard_special(struct names *n, uint32_t at)
{
  const build *b = n->b;
  uint32_t symbol = b->f->names[at], i = b->s->visible_of[at] + 1;
  if (n->guarded[symbol] && around_has_arguments(b, at))
    guard_classes(n, symbol, i, around_skip_arguments(b, i));
}

/* ---- riders ---- */

/* The symbol that a rider serves at the token: one that is known, or the name of
 * those that it may mean; ID_NONE: none. In a template a friend is declared anew. */
static uint32_t served_at(const struct names *n, uint32_t at)
{
  const semantics *f = n->b->f;
  uint32_t symbol = f->names[at];
  if (symbol == FACT_NONE) {
    uint64_t hash = token_hash(&f->tokens[at], f->text);
    uint32_t class = map_find(&n->friends, at), first = MAP_NONE;
    if (f->tokens[at].kind == TOKEN_IDENTIFIER)
      first = map_find(&n->first, hash);
    if (f->marks[at] & MARK_FRIEND && class == MAP_NONE)
      class = map_find(&n->classes, hash);
    if (first == MAP_NONE)
      return ID_NONE;
    return class == MAP_NONE ? name_of(n, first, true) : n->ids[class];
  }
  if (!has_name_for_all(fact_at(n, symbol)) &&
      fact_at(n, symbol)->kind != RD_SYMBOL_NAMESPACE)
    return ID_NONE;
  return n->ids[symbol];
}

static void add_rider(struct names *n, uint32_t node)
{
  build *b = n->b;
  const syntax_node *at = &b->s->nodes.data[node];
  uint32_t rider = ID_NONE;
  if (around_makes_code(b, node)) {
    rider = rd_builder_symbol(b->builder, RD_SYMBOL_FUNCTION, "", 0);
    rd_builder_declares(b->builder, rider, b->node_ids[node]);
    return;
  }
  for (uint32_t i = at->first, count = 0; i < at->end && count < MOST_GUARDS;
       i++) {
    uint32_t served = served_at(n, b->s->visible[i]);
    if (served == ID_NONE)
      continue;
    if (rider == ID_NONE) {
      rider = rd_builder_symbol(b->builder, RD_SYMBOL_RIDER, "", 0);
      rd_builder_declares(b->builder, rider, b->node_ids[node]);
    }
    if (around_serves_nothing(b, b->s->visible[at->first]))
      return;
    rd_builder_guards(b->builder, rider, served);
    count++;
  }
}

/* An element of a list of declarations, or `using` in a block, that declares
 * nothing. */
static bool is_rider(const struct names *n, uint32_t node)
{
  const build *b = n->b;
  const syntax_node *at = &b->s->nodes.data[node];
  if (at->first >= at->end || b->node_ids[node] == ID_NONE ||
      build_role(at->role)->place != RD_ELEMENT || at->parent == NODE_NONE ||
      (at->kind != KIND_USING && !around_has_riders(b, at->parent)))
    return false;
  uint32_t last = b->s->visible[at->end - 1];
  return n->declared[last + 1] == n->declared[b->s->visible[at->first]];
}

/* `inline` counts where a namespace is declared first: that part stays with the
 * namespace, even empty. */
static void add_inline_rider(struct names *n, uint32_t at)
{
  build *b = n->b;
  uint32_t symbol = b->f->names[at], visible = b->s->visible_of[at];
  uint32_t node = b->leaf_nodes[at];
  if (fact_at(n, symbol)->kind != RD_SYMBOL_NAMESPACE || n->guarded[symbol])
    return;
  n->guarded[symbol] = 1;
  if (visible < 2 || b->s->words[visible - 2] != WORD_INLINE)
    return;
  while (node != NODE_NONE && b->s->nodes.data[node].kind != KIND_NAMESPACE)
    node = b->s->nodes.data[node].parent;
  if (node == NODE_NONE || b->node_ids[node] == ID_NONE)
    return;
  uint32_t rider = rd_builder_symbol(b->builder, RD_SYMBOL_RIDER, "", 0);
  rd_builder_declares(b->builder, rider, b->node_ids[node]);
  rd_builder_guards(b->builder, rider, n->ids[symbol]);
}

static void add_riders(struct names *n)
{
  for (uint32_t i = 0; i < n->b->s->nodes.size; i++)
    if (is_rider(n, i))
      add_rider(n, i);
}

/* ---- all ---- */

/* Parameters are no declarations of their own. */
static bool declares_name(const struct names *n, uint32_t at)
{
  uint32_t symbol = n->b->f->names[at];
  if (!n->b->f->declares[at] || symbol == FACT_NONE)
    return false;
  uint8_t kind = fact_at(n, symbol)->kind;
  return kind != RD_SYMBOL_PARAMETER && kind != RD_SYMBOL_TEMPLATE_PARAMETER;
}

static void count_declarations(struct names *n)
{
  uint32_t count = n->b->s->token_count;
  n->declared = mem_alloc((size_t)count + 1, sizeof *n->declared);
  for (uint32_t at = 0; at < count; at++)
    n->declared[at + 1] = n->declared[at] + declares_name(n, at);
}

void dependent_add(build *b, const uint32_t *ids)
{
  const semantics *f = b->f;
  struct names n = { .b = b, .ids = ids, .wholes = complete_add(b, ids) };
  collect(&n);
  spaces_find(&n.spaces, b);
  count_declarations(&n);
  for (uint32_t at = 0; at < b->s->token_count; at++)
    use_at(&n, at);
  for (size_t i = 0; i < f->uses.size; i++)
    if (ids[f->uses.data[i].symbol] != ID_NONE &&
        b->token_ids[f->uses.data[i].token] != ID_NONE)
      rd_builder_uses(b->builder, ids[f->uses.data[i].symbol],
                      b->token_ids[f->uses.data[i].token], RD_USE_NAME);
  for (uint32_t i = 0; i < f->symbols.size; i++)
    if (n.named[i] != ID_NONE && n.of_member[i] != ID_NONE)
      rd_builder_guards(b->builder, n.of_member[i], n.named[i]);
  for (size_t i = 0; i < n.qualified.size; i++)
    if (n.named[n.qualified.data[i].first] != ID_NONE)
      rd_builder_guards(b->builder, n.qualified.data[i].symbol,
                        n.named[n.qualified.data[i].first]);
  guard_servants(&n);
  for (uint32_t at = 0; at < b->s->token_count; at++) {
    if (f->marks[at] & MARK_FRIEND)
      map_put(&n.friends, at,
              map_find(&n.classes, token_hash(&f->tokens[at], f->text)));
    if (f->declares[at] == 1) {
      add_inline_rider(&n, at);
      guard_special(&n, at);
      guard_declared(&n, at);
    }
  }
  add_riders(&n);
  map_free(&n.first);
  map_free(&n.namespaces);
  spaces_free(&n.spaces);
  map_free(&n.unknown);
  map_free(&n.befriended);
  map_free(&n.qualified_at);
  ARRAY_FREE(&n.qualified);
  map_free(&n.classes);
  map_free(&n.friends);
  map_free(&n.locals);
  free(n.next);
  free(n.named);
  free(n.of_member);
  free(n.declared);
  free(n.guarded);
  free(n.wholes);
}
