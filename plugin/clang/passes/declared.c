/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarations, for rules.
 *
 * C writes one half of a type before a name and the other half around it. To
 * replace a word in one declaration with the type of another, the specifiers
 * replace the word, and the parts around the first name go around the second
 * declarator: they are added to its first and its last token, so that other
 * edits between these still take effect. A declarator that begins with `*`
 * needs parentheses if an array or parameters follow it.
 */
#include "declared.h"

#include <stdio.h>
#include <string.h>

/* ---- finding ---- */

static bool is_type_kind(syntax_kind kind)
{
  return kind == KIND_TYPE || kind == KIND_TYPES || kind == KIND_TAG ||
         kind == KIND_TYPEOF || kind == KIND_NAMED_TYPE;
}

static bool is_owner_kind(syntax_kind kind)
{
  return kind == KIND_DECLARATION || kind == KIND_FUNCTION ||
         kind == KIND_FIELD || kind == KIND_FOR_DECLARATION ||
         kind == KIND_PARAMETER || kind == KIND_TYPE_NAME;
}

uint32_t declared_type_of(const rewriter *r, uint32_t owner)
{
  EACH_CHILD (child, r, owner)
    if (is_type_kind(rewrite_kind(r, child)))
      return child;
  return NODE_NONE;
}

uint32_t declared_specifier(const rewriter *r, uint32_t owner, word w)
{
  EACH_CHILD (child, r, owner)
    if (rewrite_kind(r, child) == KIND_TOKEN && rewrite_word(r, child) == w)
      return child;
  return NODE_NONE;
}

uint32_t declared_body(const rewriter *r, uint32_t tag)
{
  return rewrite_child_of_kind(r, tag, KIND_TAG_BODY);
}

uint32_t declared_tag_name(const rewriter *r, uint32_t tag)
{
  return rewrite_child_of_kind(r, tag, KIND_DECLARED);
}

bool declared_is_declarators(const rewriter *r, uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  return kind == KIND_DECLARATOR || kind == KIND_DECLARATORS;
}

bool declared_defines_tag(const rewriter *r, uint32_t node)
{
  EACH_BELOW (at, r, node)
    if (rewrite_kind(r, at) == KIND_TAG_BODY)
      return true;
  return false;
}

/* The node around the name and its parentheses. */
static uint32_t outer_of(const rewriter *r, uint32_t leaf)
{
  uint32_t at = rewrite_at(r, leaf)->parent;
  while (rewrite_kind(r, at) == KIND_NESTED ||
         rewrite_kind(r, at) == KIND_QUALIFIED_DECLARED)
    at = rewrite_at(r, at)->parent;
  return at;
}

/* The owner of a declarator, in a list or alone; any other node is its own
 * owner. */
static uint32_t owner_of(const rewriter *r, uint32_t outer)
{
  if (rewrite_kind(r, outer) == KIND_DECLARATOR)
    outer = rewrite_at(r, outer)->parent;
  return rewrite_kind(r, outer) == KIND_DECLARATORS
             ? rewrite_at(r, outer)->parent
             : outer;
}

bool declared_find(declared *out, const rewriter *r, uint32_t leaf)
{
  if (rewrite_kind(r, leaf) != KIND_DECLARED)
    return false;
  uint32_t outer = outer_of(r, leaf), owner = owner_of(r, outer);
  if (!is_owner_kind(rewrite_kind(r, owner)))
    return false;
  *out = (declared){ .leaf = leaf,
                     .holder = rewrite_at(r, leaf)->parent,
                     .outer = outer,
                     .owner = owner,
                     .type = declared_type_of(r, owner) };
  return true;
}

bool declared_is_only(const rewriter *r, const declared *d)
{
  return d->outer == d->owner || rewrite_at(r, d->outer)->parent == d->owner;
}

uint32_t declared_declarator(const rewriter *r, uint32_t leaf)
{
  uint32_t at = outer_of(r, leaf);
  switch (rewrite_kind(r, at)) {
  case KIND_DECLARATOR:
  case KIND_PARAMETER:
    return at;
  case KIND_PARAMETER_LIST:
    return leaf;
  default:
    return NODE_NONE;
  }
}

uint32_t declared_owner(const rewriter *r, uint32_t leaf)
{
  return owner_of(r, declared_declarator(r, leaf));
}

uint32_t declared_function(const rewriter *r, uint32_t definition)
{
  uint32_t declarator = rewrite_child_of_kind(r, definition, KIND_DECLARATOR);
  uint32_t name = rewrite_child_of_kind(r, declarator, KIND_DECLARED);
  return name == NODE_NONE ? FACT_NONE : rewrite_symbol(r, name);
}

bool declared_is_alone(const rewriter *r, uint32_t leaf)
{
  uint32_t declarator = declared_declarator(r, leaf);
  if (rewrite_kind(r, declarator) != KIND_DECLARATOR)
    return declarator != NODE_NONE;
  uint32_t owner = rewrite_at(r, declarator)->parent;
  if (rewrite_kind(r, owner) == KIND_DECLARATORS)
    return false;
  EACH_CHILD (at, r, owner)
    if (rewrite_kind(r, at) == KIND_TAG && declared_defines_tag(r, at))
      return false;
  return true;
}

void declared_drop(rewriter *r, uint32_t leaf)
{
  rewrite_drop(r, declared_is_alone(r, leaf) ? declared_owner(r, leaf)
                                             : declared_declarator(r, leaf));
}

const char *declared_specifiers(rewriter *r, uint32_t owner)
{
  const char *text = "";
  EACH_CHILD (at, r, owner) {
    if (declared_is_declarators(r, at))
      break;
    if (rewrite_has_tokens(r, at))
      text = rewrite_format(r, "%s%s ", text, rewrite_source(r, at));
  }
  return text;
}

/* ---- the declarator ---- */

/* Is the child part of the declarator itself? */
static bool is_around_name(const rewriter *r, uint32_t child)
{
  syntax_kind kind = rewrite_kind(r, child);
  return kind == KIND_DECLARED || kind == KIND_NESTED || kind == KIND_ARRAY ||
         kind == KIND_PARAMETERS || kind == KIND_QUALIFIED_DECLARED ||
         (kind == KIND_TOKEN && rewrite_word(r, child) == WORD_STAR);
}

/* First and last child of a holder that form its declarator; false if it has
 * none. */
static bool find_declarator(uint32_t *first, uint32_t *last, const rewriter *r,
                            uint32_t holder)
{
  *first = *last = NODE_NONE;
  EACH_CHILD (at, r, holder)
    if (is_around_name(r, at)) {
      *first = *first == NODE_NONE ? at : *first;
      *last = at;
    }
  return *first != NODE_NONE;
}

/* The source from one visible token up to another. */
static const char *slice(rewriter *r, uint32_t from, uint32_t to)
{
  const syntax *s = r->s;
  if (from >= to)
    return "";
  uint32_t begin = s->tokens[s->visible[from]].begin;
  uint32_t end = s->tokens[s->visible[to - 1]].end;
  return rewrite_format(r, "%.*s", (int)(end - begin), s->text + begin);
}

/* ---- the text of a type ---- */

/* Specifiers, and attributes after the name, which are also valid there. */
static const char *specifiers_of(uint32_t *tokens, rewriter *r,
                                 const declared *d)
{
  const char *text = "";
  EACH_CHILD (at, r, d->owner) {
    if (declared_is_declarators(r, at) || is_around_name(r, at))
      break;
    if (!rewrite_has_tokens(r, at) ||
        (rewrite_kind(r, at) == KIND_TOKEN &&
         syntax_class(rewrite_word(r, at)) == CLASS_STORAGE))
      continue;
    text = rewrite_format(r, *text ? "%s %s" : "%s%s", text,
                          rewrite_source(r, at));
    *tokens += rewrite_tokens(r, at);
  }
  uint32_t attribute = rewrite_child_of_kind(r, d->outer, KIND_ATTRIBUTE);
  if (d->outer == d->owner || attribute == NODE_NONE)
    return text;
  *tokens += rewrite_tokens(r, attribute);
  return rewrite_format(r, "%s %s", text, rewrite_source(r, attribute));
}

bool declared_text(type_text *out, rewriter *r, const declared *d)
{
  uint32_t first, last, tokens = 0;
  if (d->type == NODE_NONE || !find_declarator(&first, &last, r, d->outer))
    return false;
  const syntax_node *leaf = rewrite_at(r, d->leaf);
  uint32_t begin = rewrite_at(r, first)->first;
  uint32_t end = rewrite_at(r, last)->end;
  *out =
      (type_text){ .specifiers = specifiers_of(&tokens, r, d),
                   .prefix = slice(r, begin, leaf->first),
                   .suffix = slice(r, leaf->end, end),
                   .binds = leaf->next != NODE_NONE &&
                            (rewrite_kind(r, leaf->next) == KIND_ARRAY ||
                             rewrite_kind(r, leaf->next) == KIND_PARAMETERS) };
  out->tokens = tokens + (end - begin) - 1;
  return true;
}

/* ---- putting ---- */

bool declared_can_put(const rewriter *r, uint32_t type)
{
  uint32_t owner = rewrite_at(r, type)->parent;
  return is_type_kind(rewrite_kind(r, type)) && owner != NODE_NONE &&
         is_owner_kind(rewrite_kind(r, owner));
}

static uint32_t last_leaf(const rewriter *r, uint32_t node)
{
  while (rewrite_at(r, node)->last != NODE_NONE)
    node = rewrite_at(r, node)->last;
  return node;
}

/* Does the declarator begin with `*`, so that a suffix needs parentheses? */
static bool needs_parentheses(const rewriter *r, uint32_t first,
                              const type_text *text)
{
  return text->binds && rewrite_kind(r, first) == KIND_TOKEN;
}

/* Wraps the text around the holder's declarator; false if it has none. */
static bool put_around(rewriter *r, uint32_t holder, const type_text *text)
{
  uint32_t first, last;
  if (!find_declarator(&first, &last, r, holder))
    return false;
  bool parentheses = needs_parentheses(r, first, text);
  const char *open = parentheses ? "(" : "", *close = parentheses ? ")" : "";
  first = rewrite_first_leaf(r, first);
  last = last_leaf(r, last);
  if (first == last) {
    rewrite_print(r, first, "%s %s%s%s %s", text->prefix, open,
                  rewrite_source(r, first), close, text->suffix);
    return true;
  }
  if (*text->prefix || parentheses)
    rewrite_print(r, first, "%s %s%s", text->prefix, open,
                  rewrite_source(r, first));
  if (*text->suffix)
    rewrite_print(r, last, "%s%s %s", rewrite_source(r, last), close,
                  text->suffix);
  return true;
}

uint32_t declared_first(const rewriter *r, uint32_t owner)
{
  syntax_kind kind = rewrite_kind(r, owner);
  if (kind == KIND_PARAMETER || kind == KIND_TYPE_NAME)
    return owner;
  uint32_t list = rewrite_child_of_kind(r, owner, KIND_DECLARATORS);
  return rewrite_child_of_kind(r, list == NODE_NONE ? owner : list,
                               KIND_DECLARATOR);
}

uint32_t declared_next(const rewriter *r, uint32_t holder)
{
  if (rewrite_kind(r, holder) != KIND_DECLARATOR)
    return NODE_NONE;
  uint32_t at = rewrite_at(r, holder)->next;
  while (at != NODE_NONE && rewrite_kind(r, at) != KIND_DECLARATOR)
    at = rewrite_at(r, at)->next;
  return at;
}

void declared_put(rewriter *r, uint32_t type, const type_text *text)
{
  uint32_t owner = rewrite_at(r, type)->parent;
  bool around = *text->prefix || *text->suffix, named = false;
  for (uint32_t at = around ? declared_first(r, owner) : NODE_NONE;
       at != NODE_NONE; at = declared_next(r, at))
    named |= put_around(r, at, text);
  rewrite_text(r, type,
               around && !named ? rewrite_format(r, "%s %s%s", text->specifiers,
                                                 text->prefix, text->suffix)
                                : text->specifiers);
}

int64_t declared_put_growth(const rewriter *r, uint32_t type,
                            const type_text *text)
{
  uint32_t owner = rewrite_at(r, type)->parent, first, last;
  int64_t more = (int64_t)text->tokens - rewrite_tokens(r, type);
  for (uint32_t at = declared_first(r, owner); at != NODE_NONE;
       at = declared_next(r, at))
    if (find_declarator(&first, &last, r, at) &&
        needs_parentheses(r, first, text))
      more += 2;
  return more;
}

/* ---- uses ---- */

uint32_t declared_member(const rewriter *r, uint32_t leaf)
{
  uint32_t parent = rewrite_at(r, leaf)->parent;
  return rewrite_kind(r, parent) == KIND_MEMBER &&
                 rewrite_at(r, parent)->last == leaf
             ? parent
             : NODE_NONE;
}

uint32_t declared_access(const rewriter *r, uint32_t leaf)
{
  uint32_t parent = rewrite_at(r, leaf)->parent;
  if (rewrite_kind(r, leaf) != KIND_NAME)
    return declared_member(r, leaf);
  return rewrite_kind(r, parent) == KIND_QUALIFIED &&
                 rewrite_at(r, parent)->last == leaf
             ? parent
             : leaf;
}
