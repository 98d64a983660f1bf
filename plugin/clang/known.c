/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the tokens of a C++ text tell of its names.
 *
 * Whether `a < b` opens a list of arguments, and whether `a * b` declares b,
 * depends on what `a` names. libclang does not know it of names that depend on a
 * template's parameters, nor of anything if it reads no unit. But a preprocessed
 * text declares nearly all names it uses, and what declares a type or a template
 * is known by its words alone: one pass over the tokens finds them, wherever
 * they are in scope. A name may be several things; the parser then looks at what
 * follows it.
 */
#include "known.h"

typedef struct scan {
  const visible *v;
  map *known;
} scan;

static word word_of(const scan *s, size_t at)
{
  return at < s->v->count ? visible_word(s->v, at) : WORD_NONE;
}

static bool is_name(const scan *s, size_t at)
{
  return at < s->v->count && visible_is_name(s->v, at);
}

uint32_t known_bits(const map *known, const token *tok, const char *text)
{
  uint32_t bits = map_find(known, token_hash(tok, text));
  return bits == MAP_NONE ? 0 : bits;
}

static uint32_t bits_of(const scan *s, size_t at)
{
  return known_bits(s->known, visible_at(s->v, at), s->v->text);
}

static void note(const scan *s, size_t at, uint32_t bits)
{
  if (is_name(s, at))
    map_put(s->known, token_hash(visible_at(s->v, at), s->v->text),
            bits_of(s, at) | bits);
}

/* Looking ahead is limited, so that the pass is linear. */
enum { FARTHEST = 500 };

/* The token behind the parenthesis that opens at `at`. */
static size_t behind_parens(const scan *s, size_t at)
{
  size_t end = at + FARTHEST, depth = 0;
  for (; at < end && at < s->v->count; at++) {
    word w = word_of(s, at);
    depth += w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACKET;
    depth -= depth && (w == WORD_CLOSE_PAREN || w == WORD_CLOSE_BRACKET);
    if (!depth)
      return at + 1;
  }
  return at;
}

static size_t skip_attributes(const scan *s, size_t at)
{
  for (;;) {
    word w = word_of(s, at);
    bool named = syntax_class(w) == CLASS_ATTRIBUTE;
    if (!named &&
        (w != WORD_OPEN_BRACKET || word_of(s, at + 1) != WORD_OPEN_BRACKET))
      return at;
    at = behind_parens(s, at + named);
  }
}

/* `struct`, with the name of what it declares. */
static void note_tag(const scan *s, size_t at, uint32_t bits)
{
  at = skip_attributes(s, at + 1);
  if (word_of(s, at) == WORD_STRUCT) /* enum class */
    at = skip_attributes(s, at + 1);
  note(s, at, bits);
  while (is_name(s, at) && word_of(s, at + 1) == WORD_COLONS)
    at += 2;
  note(s, at, bits);
}

/* The names of a typedef: those that a declarator may end with. */
static void note_typedef(const scan *s, size_t at)
{
  size_t end = at + FARTHEST, depth = 0;
  for (; at < end && at < s->v->count; at++) {
    word w = word_of(s, at), next = word_of(s, at + 1);
    if (w == WORD_SEMICOLON && !depth)
      return;
    depth += w == WORD_OPEN_BRACE;
    depth -= depth && w == WORD_CLOSE_BRACE;
    if (!depth && (next == WORD_SEMICOLON || next == WORD_COMMA ||
                   next == WORD_OPEN_BRACKET || next == WORD_ATTRIBUTE ||
                   (next == WORD_CLOSE_PAREN &&
                    (word_of(s, at + 2) == WORD_OPEN_PAREN ||
                     word_of(s, at + 2) == WORD_OPEN_BRACKET))))
      note(s, at, KNOWN_TYPE);
    if (!depth && next == WORD_OPEN_PAREN && w == WORD_NONE)
      note(s, at, KNOWN_TYPE);
  }
}

/* ---- templates ---- */

/* What the name at `at` is as a parameter; `inner`: of a template that is one
 * itself. */
static uint32_t parameter_bits(const scan *s, size_t at, bool after_list)
{
  size_t before = at - 1;
  if (word_of(s, before) == WORD_ELLIPSIS)
    before--;
  word w = word_of(s, before);
  uint32_t more = after_list ? KNOWN_TEMPLATE : 0;
  if (w == WORD_STRUCT || w == WORD_TYPENAME)
    return KNOWN_TYPE | more;
  if (is_name(s, before) && bits_of(s, before) & KNOWN_CONCEPT)
    return KNOWN_TYPE;
  if (is_name(s, before) || syntax_class(w) == CLASS_TYPE || w == WORD_AUTO ||
      w == WORD_STAR || w == WORD_AND || w == WORD_RELATIONAL)
    return KNOWN_VALUE;
  return 0;
}

/* Notes the parameters of the list that opens at `at`; returns the token behind
 * it. */
static size_t note_parameters(const scan *s, size_t at)
{
  size_t end = at + FARTHEST, depth = 0;
  bool after_list = false;
  for (; at < end && at < s->v->count; at++) {
    word w = word_of(s, at), next = word_of(s, at + 1);
    bool opens = visible_is(s->v, at, "<"), closes = visible_is(s->v, at, ">");
    if (w == WORD_OPEN_PAREN) {
      at = behind_parens(s, at) - 1;
      continue;
    }
    if (w == WORD_SEMICOLON || w == WORD_OPEN_BRACE)
      return at;
    depth += opens;
    depth -= closes && depth;
    if (!depth)
      return at + 1;
    after_list |= closes;
    if (is_name(s, at) && (next == WORD_COMMA || next == WORD_ASSIGN ||
                           visible_is(s->v, at + 1, ">")))
      note(s, at, parameter_bits(s, at, after_list));
    after_list &= w != WORD_COMMA;
  }
  return at;
}

/* Notes what the template declares whose parameters end before `at`. */
static void note_template(const scan *s, size_t at)
{
  size_t end = at + FARTHEST, depth = 0;
  for (; at < end && at < s->v->count; at++) {
    word w = word_of(s, at), next = word_of(s, at + 1);
    depth += visible_is(s->v, at, "<");
    depth -= depth && visible_is(s->v, at, ">");
    if (!depth && w == WORD_STRUCT) {
      note_tag(s, at, KNOWN_TYPE | KNOWN_TEMPLATE);
      return;
    }
    if (w == WORD_USING || w == WORD_CONCEPT) {
      note(s, at + 1,
           KNOWN_TEMPLATE | (w == WORD_USING ? KNOWN_TYPE : KNOWN_CONCEPT));
      return;
    }
    if (w == WORD_SEMICOLON || w == WORD_OPEN_BRACE || w == WORD_TEMPLATE ||
        w == WORD_ASSIGN)
      return;
    if (!depth && is_name(s, at) &&
        (next == WORD_OPEN_PAREN || next == WORD_ASSIGN ||
         next == WORD_SEMICOLON || next == WORD_OPEN_BRACE)) {
      note(s, at, KNOWN_CALLABLE);
      return;
    }
    if (w == WORD_OPEN_PAREN)
      at = behind_parens(s, at) - 1;
  }
}

void known_find(map *known, const visible *v)
{
  scan s = { .v = v, .known = known };
  for (size_t at = 0; at < v->count; at++) {
    word w = word_of(&s, at);
    if (w == WORD_STRUCT || w == WORD_ENUM)
      note_tag(&s, at, KNOWN_TYPE);
    else if (w == WORD_TYPEDEF)
      note_typedef(&s, at + 1);
    else if (w == WORD_USING && word_of(&s, at + 2) == WORD_ASSIGN)
      note(&s, at + 1, KNOWN_TYPE);
    else if (w == WORD_CONCEPT)
      note(&s, at + 1, KNOWN_TEMPLATE | KNOWN_CONCEPT);
    else if (w == WORD_TEMPLATE && visible_is(v, at + 1, "<"))
      note_template(&s, note_parameters(&s, at + 1));
  }
}
