/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The partner of each bracket.
 *
 * A closing bracket whose kind is open somewhere closes everything opened
 * since; one whose kind is not open has no partner. So partners always nest,
 * whatever the input, and the parser may rely on them as bounds.
 *
 * What follows a mistake is most often a whole library, well laid out by its
 * authors. So where a brace has no partner, the layout says more than the count:
 * a brace that begins a line closes the one whose statement is indented as far
 * as itself, no other bracket closes a brace, and what has no partner for all
 * that ends before the next declaration in the first column, or in parentheses
 * at the semicolon.
 */
#include "syntax.h"

#include <stdlib.h>

/* The place of the word among the four kinds of brackets, or -1. */
static int bracket_kind(word w, const uint8_t kinds[4])
{
  for (int i = 0; i < 4; i++)
    if (kinds[i] == w)
      return i;
  return -1;
}

enum { BRACE = 2 };

static int opener_kind(word w)
{
  static const uint8_t openers[] = { WORD_OPEN_PAREN, WORD_OPEN_BRACKET,
                                     WORD_OPEN_BRACE, WORD_OPEN_ANGLE };
  return bracket_kind(w, openers);
}

static int closer_kind(word w)
{
  static const uint8_t closers[] = { WORD_CLOSE_PAREN, WORD_CLOSE_BRACKET,
                                     WORD_CLOSE_BRACE, WORD_CLOSE_ANGLE };
  return bracket_kind(w, closers);
}

uint32_t syntax_lone_brackets(const syntax *s)
{
  uint32_t lone = 0;
  for (uint32_t i = 0; i < s->count; i++)
    lone += s->match[i] == NODE_NONE && s->words[i] != WORD_OPEN_ANGLE &&
            s->words[i] != WORD_CLOSE_ANGLE &&
            (opener_kind(s->words[i]) >= 0 || closer_kind(s->words[i]) >= 0);
  return lone;
}

/* ---- pairs ---- */

/* An open bracket, and how far its statement is indented. */
typedef struct opening {
  uint32_t at, indent;
} opening;

typedef struct pairing {
  syntax *s;
  ARRAY(opening) open;
  size_t open_count[4];
  bool layout;     /* look at it */
  bool between;    /* the next token begins a statement */
  uint32_t indent; /* of the line */
  uint32_t begun;  /* indent of the line on which the statement began */
} pairing;

static const token *token_of(const syntax *s, uint32_t at)
{
  return &s->tokens[s->visible[at]];
}

static uint32_t column_of(const syntax *s, uint32_t at)
{
  uint32_t begin = token_of(s, at)->begin, first = begin;
  while (first && s->text[first - 1] != '\n')
    first--;
  return begin - first;
}

static void look_at_line(pairing *p, uint32_t at)
{
  word w = (word)p->s->words[at];
  if (token_of(p->s, at)->line_start)
    p->indent = column_of(p->s, at);
  if (p->between)
    p->begun = p->indent;
  p->between = w == WORD_SEMICOLON || w == WORD_COLON || w == WORD_OPEN_BRACE ||
               w == WORD_CLOSE_BRACE;
}

/* Where the bracket that this one closes is in `open`, plus 1; 0: nowhere. The
 * layout may take any of the innermost few. */
static size_t find_opener(const pairing *p, uint32_t at, int kind)
{
  enum { MOST = 64 };
  bool lined = p->layout && kind == BRACE && token_of(p->s, at)->line_start;
  size_t found = 0, size = p->open.size;
  size_t least = p->layout && size > MOST ? size - MOST : 0;
  if (!p->open_count[kind])
    return 0;
  for (size_t i = size; i > least || (i && kind == BRACE && !found); i--) {
    const opening *of = &p->open.data[i - 1];
    int other = opener_kind(p->s->words[of->at]);
    if (p->layout && other == BRACE && kind != BRACE)
      return 0;
    if (other != kind)
      continue;
    if (!lined || of->indent == p->indent)
      return i;
    found = found ? found : i;
    if (of->indent < p->indent)
      return found;
  }
  return found;
}

static void close_bracket(pairing *p, uint32_t at, int kind)
{
  syntax *s = p->s;
  size_t left = find_opener(p, at, kind);
  if (!left--)
    return;
  uint32_t partner = p->open.data[left].at;
  while (p->open.size > left) {
    word w = (word)s->words[p->open.data[--p->open.size].at];
    p->open_count[opener_kind(w)]--;
  }
  s->match[partner] = at;
  s->match[at] = partner;
}

/* Finds the partners; returns the number of braces without one. */
static uint32_t pair_brackets(syntax *s, bool layout)
{
  pairing p = { .s = s, .layout = layout, .between = true };
  uint32_t alone = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    int opened = opener_kind(s->words[i]), closed = closer_kind(s->words[i]);
    s->match[i] = NODE_NONE;
    if (layout)
      look_at_line(&p, i);
    if (opened >= 0) {
      ARRAY_PUSH(&p.open, (opening){ i, p.begun });
      p.open_count[opened]++;
    } else if (closed >= 0) {
      close_bracket(&p, i, closed);
    }
  }
  free(p.open.data);
  for (uint32_t i = 0; i < s->count; i++)
    alone += s->match[i] == NODE_NONE && (s->words[i] == WORD_OPEN_BRACE ||
                                          s->words[i] == WORD_CLOSE_BRACE);
  return alone;
}

/* ---- ends ---- */

/* Does a declaration begin here, in the first column? */
static bool begins_declaration(const syntax *s, uint32_t at)
{
  word w = (word)s->words[at];
  word_class class = syntax_class(w);
  const token *tok = token_of(s, at);
  return ((class >= CLASS_STORAGE && class <= CLASS_TAG) ||
          w == WORD_NAMESPACE || w == WORD_TEMPLATE || w == WORD_USING) &&
         tok->line_start && (!tok->begin || s->text[tok->begin - 1] == '\n');
}

typedef struct next_ends {
  uint32_t declaration, semicolon;
} next_ends;

/* Where what has no partner ends, from the last token to the first. */
static void find_ends(syntax *s)
{
  next_ends next = { s->count, s->count };
  ARRAY(next_ends) outer = { 0 };
  s->ends = mem_alloc(s->count, sizeof *s->ends);
  for (uint32_t i = s->count; i-- > 0;) {
    uint32_t partner = s->match[i];
    if (partner == NODE_NONE) {
      bool brace = s->words[i] == WORD_OPEN_BRACE;
      uint32_t end = brace || next.declaration < next.semicolon
                         ? next.declaration
                         : next.semicolon;
      s->ends[i] = end;
      if (brace && end < s->count)
        s->ends[end] = end;
    } else if (partner < i) {
      ARRAY_PUSH(&outer, next);
      next = (next_ends){ i, i };
    } else {
      next = outer.data[--outer.size];
    }
    if (begins_declaration(s, i))
      next.declaration = i;
    if (s->words[i] == WORD_SEMICOLON)
      next.semicolon = i;
  }
  free(outer.data);
}

void syntax_pair(syntax *s)
{
  s->match = mem_alloc(s->count, sizeof *s->match);
  uint32_t alone = pair_brackets(s, false);
  if (alone && pair_brackets(s, true) > alone)
    pair_brackets(s, false);
  if (syntax_lone_brackets(s))
    find_ends(s);
}
