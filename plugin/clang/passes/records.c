/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structs, unions and enums: defines them at their use, or simplifies them at
 * their definition and all uses.
 *
 * A struct with one used member is that member with more tokens: the member's
 * type replaces the tag, `x.m` becomes `x`, `p->m` becomes `*p`, and `{e}` becomes
 * `e`. A tag without used members can be int, and so can an enum, whose constants
 * become their values. Unnamed tags (of a variable or a typedef) have one site,
 * named ones a site for each mention, which in C++ may be the name alone.
 */
#include "entities.h"

/* A tag, represented by its definition or else its first mention. */
struct tag {
  uint32_t node;   /* KIND_TAG */
  uint32_t body;   /* or NODE_NONE */
  uint32_t symbol; /* or FACT_NONE */
};

/* Where a mention of a tag says the type: with `struct`, or as a name alone. */
static uint32_t site_of(const rewriter *r, uint32_t mention)
{
  uint32_t parent = rewrite_at(r, mention)->parent;
  bool is_tag = rewrite_kind(r, parent) == KIND_TAG &&
                declared_tag_name(r, parent) == mention;
  return is_tag ? parent : mention;
}

/* Is the mention a site? `bare`: a name alone may be one. */
static bool is_site(const rewriter *r, uint32_t mention, bool bare)
{
  uint32_t site = site_of(r, mention);
  return declared_can_put(r, site) && (bare || site != mention);
}

static bool read_tag(struct tag *out, const rewriter *r, uint32_t node)
{
  if (rewrite_kind(r, node) != KIND_TAG || !declared_can_put(r, node))
    return false;
  uint32_t name = declared_tag_name(r, node);
  *out = (struct tag){ .node = node,
                       .body = declared_body(r, node),
                       .symbol = FACT_NONE };
  if (name == NODE_NONE)
    return out->body != NODE_NONE;
  out->symbol = rewrite_symbol(r, name);
  return out->symbol != FACT_NONE;
}

/* Visits each tag once: at its body, or at its first mention. */
static bool find_sites(struct tag *out, const rewriter *r, uint32_t node,
                       bool bare)
{
  if (!read_tag(out, r, node))
    return false;
  if (out->symbol == FACT_NONE)
    return true;
  EACH_MENTION (leaf, r, out->symbol)
    if (!is_site(r, leaf, bare) ||
        (out->body == NODE_NONE &&
         declared_body(r, site_of(r, leaf)) != NODE_NONE))
      return false;
  return out->body != NODE_NONE ||
         rewrite_mention(r, out->symbol, 0) == declared_tag_name(r, node);
}

/* The same of those that each mention calls by their keyword. */
static bool find_tag(struct tag *out, const rewriter *r, uint32_t node)
{
  return find_sites(out, r, node, false);
}

/* Iterates over the sites of a tag: a tag, or its name alone. */
#define EACH_SITE(site, r, tag)                                                \
  for (uint32_t site = first_site(r, tag); site != NODE_NONE;                  \
       site = next_site(r, site))

static uint32_t first_site(const rewriter *r, const struct tag *tag)
{
  return tag->symbol == FACT_NONE
             ? tag->node
             : site_of(r, rewrite_mention(r, tag->symbol, 0));
}

static uint32_t next_site(const rewriter *r, uint32_t site)
{
  bool is_tag = rewrite_kind(r, site) == KIND_TAG;
  uint32_t name = is_tag ? declared_tag_name(r, site) : site;
  uint32_t next = name == NODE_NONE ? NODE_NONE : r->next_mention[name];
  return next == NODE_NONE ? NODE_NONE : site_of(r, next);
}

/* Does the owner declare nothing but the tag? */
static bool is_bare(const rewriter *r, uint32_t owner)
{
  syntax_kind kind = rewrite_kind(r, owner);
  EACH_CHILD (child, r, owner)
    if (declared_is_declarators(r, child) && rewrite_has_tokens(r, child))
      return false;
  return kind == KIND_DECLARATION || kind == KIND_FIELD;
}

static uint32_t owner_of(const rewriter *r, uint32_t tag)
{
  return rewrite_at(r, tag)->parent;
}

/* An unnamed struct inside a struct, whose members count as the outer one's. */
static bool is_anonymous_member(const rewriter *r, const struct tag *tag)
{
  uint32_t owner = owner_of(r, tag->node);
  return rewrite_kind(r, owner) == KIND_FIELD && is_bare(r, owner);
}

/* ---- the definition at the first use ---- */

/* May a definition stand in the declaration, or move out of it? In C++ no function, no
 * parameter and no template holds one. */
static bool may_define(const rewriter *r, uint32_t owner)
{
  syntax_kind kind = rewrite_kind(r, owner);
  return !r->s->cxx ||
         ((kind == KIND_DECLARATION || kind == KIND_FIELD) &&
          rewrite_child_of_kind(r, owner, KIND_TEMPLATE_HEAD) == NODE_NONE);
}

/* First mention after the definition that can hold the body, or NODE_NONE. */
static uint32_t find_first_use(bool *others, const rewriter *r,
                               const struct tag *tag)
{
  uint32_t first = NODE_NONE, name = declared_tag_name(r, tag->node);
  size_t around = 0;
  EACH_MENTION (leaf, r, tag->symbol) {
    uint32_t site = site_of(r, leaf);
    around += leaf != name;
    if (first == NODE_NONE && leaf > name &&
        !rewrite_is_inside(r, site, tag->node) &&
        !is_bare(r, owner_of(r, site)))
      first = site;
  }
  *others = around > 1;
  if (first == NODE_NONE || !may_define(r, owner_of(r, first)) ||
      rewrite_around(r, first, KIND_PARAMETER) != NODE_NONE)
    return NODE_NONE;
  bool same_scope = rewrite_around(r, first, KIND_COMPOUND) ==
                    rewrite_around(r, tag->node, KIND_COMPOUND);
  return same_scope || !*others ? first : NODE_NONE;
}

static const char *definition_text(rewriter *r, const struct tag *tag,
                                   bool named)
{
  uint32_t name = named ? NODE_NONE : declared_tag_name(r, tag->node);
  const char *text = rewrite_without(r, tag->node, name, "");
  uint32_t attribute =
      rewrite_child_of_kind(r, owner_of(r, tag->node), KIND_ATTRIBUTE);
  return attribute == NODE_NONE
             ? text
             : rewrite_format(r, "%s %s", text, rewrite_source(r, attribute));
}

/* `bare`: those that some mention calls by their name alone. */
static void offer_at_use(rewriter *r, bool bare)
{
  EACH_NODE (node, r) {
    struct tag tag;
    bool others;
    if (!find_sites(&tag, r, node, bare) || tag.body == NODE_NONE ||
        tag.symbol == FACT_NONE || !is_bare(r, owner_of(r, node)) ||
        !may_define(r, owner_of(r, node)) || (bare && find_tag(&tag, r, node)))
      continue;
    uint32_t use = find_first_use(&others, r, &tag);
    if (use == NODE_NONE)
      continue;
    rewrite_open(r);
    rewrite_text(r, use, definition_text(r, &tag, others));
    rewrite_drop(r, owner_of(r, node));
  }
}

void rewrite_tag_to_use(rewriter *r)
{
  offer_at_use(r, false);
}

void rewrite_class_to_use(rewriter *r)
{
  offer_at_use(r, true);
}

/* A pointer may be declared before its tag has a body. Moved there, the body
 * can lose the name, and what declared the tag is int or nothing. */
static void move_forward(rewriter *r, const struct tag *tag, uint32_t first)
{
  uint32_t owner = owner_of(r, tag->node);
  bool function = rewrite_kind(r, owner) == KIND_FUNCTION;
  bool bare = is_bare(r, owner);
  bool named = rewrite_mention_count(r, tag->symbol) > 2;
  if (!bare && !function)
    return;
  rewrite_open(r);
  rewrite_text(r, first, definition_text(r, tag, named));
  if (bare)
    rewrite_drop(r, owner);
  else
    rewrite_text(r, tag->node, "int");
}

void rewrite_tag_to_mention(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_TAG) {
    struct tag tag;
    if (!find_tag(&tag, r, node) || tag.body == NODE_NONE ||
        tag.symbol == FACT_NONE)
      continue;
    uint32_t first = first_site(r, &tag);
    if (first < node && !is_bare(r, owner_of(r, first)) &&
        rewrite_around(r, first, KIND_PARAMETER) == NODE_NONE &&
        rewrite_around(r, first, KIND_COMPOUND) ==
            rewrite_around(r, node, KIND_COMPOUND))
      move_forward(r, &tag, first);
  }
}

/* ---- its members ---- */

/* The next name that the body declares after `leaf`, excluding members of inner
 * tags. */
static uint32_t next_member(const rewriter *r, const struct tag *tag,
                            uint32_t after)
{
  uint32_t end = rewrite_behind(r, tag->body);
  if (end == NODE_NONE)
    end = rewrite_node_count(r);
  for (uint32_t at = after + 1; at < end; at++)
    if (rewrite_kind(r, at) == KIND_DECLARED &&
        rewrite_around(r, at, KIND_TAG_BODY) == tag->body &&
        rewrite_around(r, at, KIND_PARAMETERS) == NODE_NONE &&
        rewrite_kind(r, rewrite_at(r, at)->parent) != KIND_TAG)
      return at;
  return NODE_NONE;
}

static bool is_used(const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol)
    if (!rewrite_declares(r, leaf))
      return true;
  return false;
}

/* The number of used members, and the last of them. False if one is unknown. */
static bool count_used(size_t *count, uint32_t *only, const rewriter *r,
                       const struct tag *tag)
{
  *count = 0;
  *only = NODE_NONE;
  if (tag->body == NODE_NONE)
    return true;
  for (uint32_t at = next_member(r, tag, tag->body); at != NODE_NONE;
       at = next_member(r, tag, at)) {
    uint32_t symbol = rewrite_symbol(r, at);
    if (symbol == FACT_NONE)
      return false;
    if (!is_used(r, symbol))
      continue;
    ++*count;
    *only = at;
  }
  return true;
}

/* ---- to int ---- */

static bool is_enum(const rewriter *r, const struct tag *tag)
{
  return rewrite_word(r, rewrite_child(r, tag->node, 0)) == WORD_ENUM;
}

/* Writes values for the constants of an enum. */
static void put_values(rewriter *r, uint32_t enumerator)
{
  uint32_t symbol = rewrite_symbol(r, enumerator);
  long long value =
      clang_getEnumConstantDeclValue(rewrite_fact(r, symbol)->canonical);
  EACH_MENTION (leaf, r, symbol)
    if (!rewrite_declares(r, leaf))
      rewrite_print(r, leaf, "%lld", value);
}

static void put_int(rewriter *r, const struct tag *tag)
{
  EACH_SITE (site, r, tag) {
    uint32_t owner = owner_of(r, site);
    if (is_bare(r, owner))
      rewrite_drop(r, owner);
    else
      rewrite_text(r, site, "int");
  }
  if (tag->body == NODE_NONE || !is_enum(r, tag))
    return;
  for (uint32_t at = next_member(r, tag, tag->body); at != NODE_NONE;
       at = next_member(r, tag, at))
    put_values(r, at);
}

void rewrite_tag_to_int(rewriter *r)
{
  EACH_NODE (node, r) {
    struct tag tag;
    size_t used;
    uint32_t only;
    if (!find_tag(&tag, r, node) || !count_used(&used, &only, r, &tag) ||
        is_anonymous_member(r, &tag) || (used > 0 && !is_enum(r, &tag)))
      continue;
    rewrite_open(r);
    put_int(r, &tag);
  }
}

/* ---- to its member ---- */

/* Is it just `.m =` or `m:`? */
static bool is_simple_designation(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_DESIGNATION &&
         rewrite_tokens(r, node) <= 3 &&
         rewrite_child_of_kind(r, node, KIND_LITERAL) == NODE_NONE;
}

/* Can all uses of the member omit it? An arrow's operand is rewritten, so it
 * must not contain another use. */
static bool can_skip_member(const rewriter *r, uint32_t symbol)
{
  uint32_t arrow = NODE_NONE; /* the last one, which may contain later uses */
  EACH_MENTION (leaf, r, symbol) {
    uint32_t access = declared_access(r, leaf);
    if (rewrite_declares(r, leaf) ||
        is_simple_designation(r, rewrite_at(r, leaf)->parent))
      continue;
    if (access == NODE_NONE || rewrite_kind(r, access) != KIND_MEMBER ||
        (arrow != NODE_NONE && rewrite_is_inside(r, arrow, access)))
      return false;
    if (rewrite_word(r, rewrite_child(r, access, 1)) == WORD_ARROW)
      arrow = access;
  }
  return true;
}

static void skip_member(rewriter *r, uint32_t leaf)
{
  uint32_t access = declared_access(r, leaf);
  if (access == NODE_NONE) {
    rewrite_drop(r, rewrite_at(r, leaf)->parent);
    return;
  }
  uint32_t base = rewrite_child(r, access, 0);
  uint32_t parent = rewrite_at(r, access)->parent;
  const char *text = rewrite_source(r, base);
  if (rewrite_word(r, rewrite_child(r, access, 1)) == WORD_DOT) {
    rewrite_lift(r, access, base);
  } else if (rewrite_kind(r, parent) == KIND_MEMBER) { /* (*p).n is p->n */
    rewrite_lift(r, access, base);
    rewrite_text(r, rewrite_child(r, parent, 1), "->");
  } else if (shape_has_suffix(r, access)) {
    rewrite_print(r, access, "(*%s)", text);
  } else {
    rewrite_print(r, access, "*%s", text);
  }
}

/* A tag with a body inside the member's type can be written only once. */
static bool is_writable(const rewriter *r, const struct tag *tag,
                        const declared *member)
{
  bool inner = rewrite_kind(r, member->type) == KIND_TAG &&
               declared_body(r, member->type) != NODE_NONE;
  return !inner || tag->symbol == FACT_NONE ||
         rewrite_mention_count(r, tag->symbol) <=
             1u + is_bare(r, owner_of(r, tag->node));
}

/* The braces around its value go; a compound literal is its value. */
static void skip_braces(rewriter *r, uint32_t member)
{
  CXCursor field = rewrite_fact(r, member)->canonical;
  CXCursor record = clang_getCursorSemanticParent(field);
  EACH_OF_KIND (braces, r, KIND_BRACES) {
    uint32_t list = rewrite_child_of_kind(r, braces, KIND_INITIALIZERS);
    uint32_t value = entity_element(r, list, 0);
    uint32_t parent = rewrite_at(r, braces)->parent;
    if (!entity_initialises(r, braces, record) || entity_count(r, list) != 1 ||
        !entity_is_whole(r, value, clang_getCursorType(field)))
      continue;
    rewrite_lift(
        r, rewrite_kind(r, parent) == KIND_COMPOUND_LITERAL ? parent : braces,
        value);
  }
}

static void offer_member(rewriter *r, const struct tag *tag,
                         const declared *member, const type_text *text)
{
  rewrite_open(r);
  EACH_SITE (site, r, tag) {
    uint32_t owner = owner_of(r, site);
    if (is_bare(r, owner))
      rewrite_drop(r, owner);
    else if (site == tag->node || !rewrite_is_inside(r, site, tag->node))
      declared_put(r, site, text);
  }
  EACH_MENTION (leaf, r, rewrite_symbol(r, member->leaf))
    if (!rewrite_declares(r, leaf))
      skip_member(r, leaf);
  skip_braces(r, rewrite_symbol(r, member->leaf));
}

static bool is_field(const rewriter *r, uint32_t leaf)
{
  uint32_t symbol = rewrite_symbol(r, leaf);
  return symbol != FACT_NONE &&
         clang_getCursorKind(rewrite_fact(r, symbol)->canonical) ==
             CXCursor_FieldDecl;
}

/* The member that a tag may become: the only one that is used, or the only one
 * that there is if it nests another tag or is an array; in place of others int
 * will do (tag-to-int). */
static bool find_sole(declared *out, const rewriter *r, const struct tag *tag)
{
  size_t used;
  uint32_t only;
  if (tag->body == NODE_NONE || is_enum(r, tag) ||
      rewrite_child_of_kind(r, tag->node, KIND_BASES) != NODE_NONE ||
      is_anonymous_member(r, tag) || !count_used(&used, &only, r, tag) ||
      used > 1)
    return false;
  if (used == 0) {
    only = next_member(r, tag, tag->body);
    if (only == NODE_NONE || next_member(r, tag, only) != NODE_NONE)
      return false;
  }
  return is_field(r, only) && declared_find(out, r, only) &&
         out->type != NODE_NONE &&
         (used || declared_defines_tag(r, out->type) ||
          rewrite_kind(r, rewrite_at(r, only)->next) == KIND_ARRAY);
}

/* ---- chains of tags with one member each ---- */

struct level {
  struct tag tag;
  declared member;
  type_text text; /* of what the members from the first tag to here declare */
};

typedef ARRAY(struct level) levels;

/* Puts `inner`, the text of the type that `outer` declares, in its place. False
 * if that needs parentheses. */
static bool join(type_text *inner, rewriter *r, const type_text *outer)
{
  if (*inner->suffix && *outer->prefix)
    return false;
  inner->prefix = rewrite_format(r, "%s%s", inner->prefix, outer->prefix);
  inner->suffix = rewrite_format(r, "%s%s", outer->suffix, inner->suffix);
  inner->tokens += outer->tokens - 1;
  inner->binds = outer->binds || (inner->binds && !*outer->suffix);
  return true;
}

/* Adds the tag if its member can take its place; below the first one, only if
 * nothing names the tag or the member. */
static bool add_level(levels *out, rewriter *r, uint32_t node)
{
  struct level next;
  if (!find_sites(&next.tag, r, node, true) ||
      !find_sole(&next.member, r, &next.tag) ||
      !declared_text(&next.text, r, &next.member))
    return false;
  uint32_t symbol = rewrite_symbol(r, next.member.leaf);
  bool fits = out->size
                  ? next.tag.symbol == FACT_NONE && !is_used(r, symbol) &&
                        join(&next.text, r, &out->data[out->size - 1].text)
                  : is_writable(r, &next.tag, &next.member) &&
                        can_skip_member(r, symbol);
  if (fits)
    ARRAY_PUSH(out, next);
  return fits;
}

static void find_levels(levels *out, rewriter *r, uint32_t node)
{
  out->size = 0;
  while (add_level(out, r, node))
    node = out->data[out->size - 1].member.type;
}

/* What the first tag's members mention is that of its own member. */
static void offer_depth(rewriter *r, const levels *chain, size_t depth)
{
  offer_member(r, &chain->data[0].tag, &chain->data[0].member,
               &chain->data[depth - 1].text);
}

void rewrite_record_to_member(rewriter *r)
{
  levels chain = { 0 };
  EACH_OF_KIND (node, r, KIND_TAG) {
    find_levels(&chain, r, node);
    if (chain.size)
      offer_depth(r, &chain, chain.size);
  }
  ARRAY_FREE(&chain);
}

/* Where the whole chain cannot go: half of it, a quarter, and so on. */
void rewrite_record_to_inner(rewriter *r)
{
  levels chain = { 0 };
  EACH_OF_KIND (node, r, KIND_TAG) {
    find_levels(&chain, r, node);
    for (size_t depth = chain.size / 2; depth > 0; depth /= 2)
      offer_depth(r, &chain, depth);
  }
  ARRAY_FREE(&chain);
}

/* ---- a tag around an anonymous one ---- */

/* The tag of the only field, if that has no name; or NODE_NONE. */
static uint32_t find_anonymous(const rewriter *r, const struct tag *tag)
{
  uint32_t fields = rewrite_child_of_kind(r, tag->body, KIND_FIELDS);
  uint32_t inner = NODE_NONE;
  EACH_CHILD (field, r, fields) {
    if (!rewrite_has_tokens(r, field))
      continue;
    if (inner != NODE_NONE || rewrite_kind(r, field) != KIND_FIELD ||
        !is_bare(r, field))
      return NODE_NONE;
    inner = rewrite_child_of_kind(r, field, KIND_TAG);
    if (inner == NODE_NONE || declared_body(r, inner) == NODE_NONE ||
        declared_tag_name(r, inner) != NODE_NONE)
      return NODE_NONE;
  }
  return inner;
}

/* Its members count as those of the tag around it, so no use changes. */
void rewrite_anonymous_member(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_TAG) {
    struct tag tag;
    if (!read_tag(&tag, r, node) || tag.body == NODE_NONE || is_enum(r, &tag))
      continue;
    uint32_t inner = find_anonymous(r, &tag);
    if (inner == NODE_NONE)
      continue;
    const char *kind = rewrite_source(r, rewrite_child(r, inner, 0));
    rewrite_open(r);
    EACH_SITE (site, r, &tag)
      if (rewrite_kind(r, site) == KIND_TAG &&
          !rewrite_spells(r, rewrite_child(r, site, 0), kind))
        rewrite_text(r, rewrite_child(r, site, 0), kind);
    rewrite_lift(r, tag.body, declared_body(r, inner));
  }
}
