/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Structs, unions and enums: defines them at their use, or simplifies them at
 * their definition and all uses.
 *
 * A struct with one used member is that member with more tokens: the member's
 * type replaces the tag, `x.m` becomes `x` and `p->m` becomes `*p`. A tag
 * without used members can be int, and so can an enum, whose constants become
 * their values. Unnamed tags (of a variable or a typedef) have one site, named
 * ones a site for each mention.
 */
#include "declared.h"

/* A tag, represented by its definition or else its first mention. */
struct tag {
  uint32_t node; /* KIND_TAG */
  uint32_t body; /* or NODE_NONE */
  uint32_t symbol;
  rewrite_leaves leaves; /* mentions of the tag; empty if it has no name */
};

/* Visits each tag once: at its body, or at its first mention. */
static bool find_tag(struct tag *out, const rewriter *r, uint32_t node)
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
  if (out->symbol == FACT_NONE)
    return false;
  out->leaves = rewrite_mentions(r, out->symbol);
  for (size_t i = 0; i < out->leaves.size; i++) {
    uint32_t tag = rewrite_at(r, out->leaves.data[i])->parent;
    if (rewrite_kind(r, tag) != KIND_TAG || !declared_can_put(r, tag) ||
        (out->body == NODE_NONE && declared_body(r, tag) != NODE_NONE))
      return false;
  }
  return out->body != NODE_NONE || out->leaves.data[0] == name;
}

/* The number of sites, and the node of site `i`. */
static size_t site_count(const struct tag *tag)
{
  return tag->leaves.data ? tag->leaves.size : 1;
}

static uint32_t site_at(const rewriter *r, const struct tag *tag, size_t i)
{
  return tag->leaves.data ? rewrite_at(r, tag->leaves.data[i])->parent
                          : tag->node;
}

/* Does the owner declare nothing but the tag? */
static bool is_bare(const rewriter *r, uint32_t owner)
{
  syntax_kind kind = rewrite_kind(r, owner);
  if (kind != KIND_DECLARATION && kind != KIND_FIELD)
    return false;
  uint32_t child = rewrite_at(r, owner)->child;
  while (child != NODE_NONE &&
         (!declared_is_declarators(r, child) || !rewrite_has_tokens(r, child)))
    child = rewrite_at(r, child)->next;
  return child == NODE_NONE;
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

/* First mention after the definition that can hold the body, or NODE_NONE. */
static uint32_t find_first_use(bool *others, const rewriter *r,
                               const struct tag *tag)
{
  uint32_t first = NODE_NONE, name = declared_tag_name(r, tag->node);
  size_t around = 0;
  for (size_t i = 0; i < tag->leaves.size; i++) {
    uint32_t leaf = tag->leaves.data[i], site = site_at(r, tag, i);
    around += leaf != name;
    if (first == NODE_NONE && leaf > name &&
        !rewrite_is_inside(r, site, tag->node) &&
        !is_bare(r, owner_of(r, site)))
      first = site;
  }
  *others = around > 1;
  if (first == NODE_NONE ||
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

void rewrite_tag_to_use(rewriter *r)
{
  EACH_NODE (node, r) {
    struct tag tag;
    bool others;
    if (!find_tag(&tag, r, node) || tag.body == NODE_NONE || !tag.leaves.data ||
        !is_bare(r, owner_of(r, node)))
      continue;
    uint32_t use = find_first_use(&others, r, &tag);
    if (use == NODE_NONE)
      continue;
    rewrite_open(r);
    rewrite_text(r, use, definition_text(r, &tag, others));
    rewrite_drop(r, owner_of(r, node));
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
  rewrite_leaves leaves = rewrite_mentions(r, symbol);
  for (size_t i = 0; i < leaves.size; i++)
    if (!rewrite_declares(r, leaves.data[i]))
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
  rewrite_leaves leaves = rewrite_mentions(r, symbol);
  long long value =
      clang_getEnumConstantDeclValue(rewrite_fact(r, symbol)->canonical);
  for (size_t i = 0; i < leaves.size; i++)
    if (!rewrite_declares(r, leaves.data[i]))
      rewrite_print(r, leaves.data[i], "%lld", value);
}

static void put_int(rewriter *r, const struct tag *tag)
{
  for (size_t i = 0; i < site_count(tag); i++) {
    uint32_t site = site_at(r, tag, i), owner = owner_of(r, site);
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
  rewrite_leaves leaves = rewrite_mentions(r, symbol);
  uint32_t arrow = NODE_NONE; /* the last one, which may contain later uses */
  for (size_t i = 0; i < leaves.size; i++) {
    uint32_t access = declared_access(r, leaves.data[i]);
    if (rewrite_declares(r, leaves.data[i]) ||
        is_simple_designation(r, rewrite_at(r, leaves.data[i])->parent))
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
  size_t sites = site_count(tag) - is_bare(r, owner_of(r, tag->node));
  return !inner || sites <= 1;
}

static void offer_member(rewriter *r, const struct tag *tag,
                         const declared *member, const type_text *text)
{
  rewrite_leaves leaves = rewrite_mentions(r, rewrite_symbol(r, member->leaf));
  rewrite_open(r);
  for (size_t i = 0; i < site_count(tag); i++) {
    uint32_t site = site_at(r, tag, i), owner = owner_of(r, site);
    if (is_bare(r, owner))
      rewrite_drop(r, owner);
    else if (site == tag->node || !rewrite_is_inside(r, site, tag->node))
      declared_put(r, site, text);
  }
  for (size_t i = 0; i < leaves.size; i++)
    if (!rewrite_declares(r, leaves.data[i]))
      skip_member(r, leaves.data[i]);
}

void rewrite_record_to_member(rewriter *r)
{
  EACH_NODE (node, r) {
    struct tag tag;
    declared member;
    type_text text;
    size_t used;
    uint32_t only;
    if (!find_tag(&tag, r, node) || tag.body == NODE_NONE || is_enum(r, &tag) ||
        is_anonymous_member(r, &tag) || !count_used(&used, &only, r, &tag) ||
        used != 1)
      continue;
    if (declared_find(&member, r, only) && member.type != NODE_NONE &&
        is_writable(r, &tag, &member) && declared_text(&text, r, &member) &&
        can_skip_member(r, rewrite_symbol(r, only)))
      offer_member(r, &tag, &member, &text);
  }
}
