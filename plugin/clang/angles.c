/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which `<` and `>` are brackets.
 *
 * The lexer gives every `>` of a C++ text as a token of its own. One pass with a
 * stack pairs those that enclose the parameters or arguments of a template, by
 * what precedes the `<`: a name that is known as a template (known.c), or
 * certain words. Before a name that nothing is known of, it is a bracket if a
 * `>` closes it in the same statement and parenthesis, no `&&` or `||` is
 * between them, and what follows cannot follow a comparison's `>`. The pairs
 * then bound what is in them as other brackets do (WORD_OPEN_ANGLE). What is
 * left of two adjacent `>` becomes the shift that it was.
 */
#include "known.h"

/* An open bracket: the index of its token, and how sure it is. */
enum { SURE, LIKELY, MAYBE, BRACKET };
typedef struct opening {
  uint32_t at;
  uint8_t trust;
  bool doubtful; /* a logical operator follows */
} opening;

typedef struct pairing {
  const visible *v;
  const map *known;
  ARRAY(opening) open;
  uint32_t last; /* where the bracket opened that closed last */
} pairing;

static word word_at(const pairing *p, size_t at)
{
  return at < p->v->count ? visible_word(p->v, at) : WORD_NONE;
}

/* Can the token end an operand, so that a `[` after it is a subscript? */
static bool ends_operand(const pairing *p, size_t at)
{
  word w = word_at(p, at);
  return visible_is_name(p->v, at) || w == WORD_CLOSE_PAREN ||
         w == WORD_CLOSE_BRACKET || w == WORD_THIS;
}

/* How sure is it that the `<` at `at` is a bracket? BRACKET: it is none. */
static int trust_of(const pairing *p, uint32_t at)
{
  word before = at ? word_at(p, at - 1) : WORD_NONE;
  bool named = at && visible_is_name(p->v, at - 1);
  if (before == WORD_TEMPLATE || before == WORD_CAST)
    return SURE;
  if (at > 1 && word_at(p, at - 2) == WORD_OPERATOR && before != WORD_NONE)
    return SURE;
  if (before == WORD_CLOSE_PAREN && p->last && p->last + 2 == at)
    return word_at(p, p->last - 1) == WORD_OPERATOR ? SURE : BRACKET;
  if (before == WORD_CLOSE_BRACKET)
    return p->last && ends_operand(p, p->last - 1) ? BRACKET : SURE;
  if (!named)
    return BRACKET;
  uint32_t bits = known_bits(p->known, visible_at(p->v, at - 1), p->v->text);
  if (bits & KNOWN_TEMPLATE || (at > 1 && word_at(p, at - 2) == WORD_TEMPLATE))
    return SURE;
  return bits & KNOWN_CALLABLE               ? LIKELY
         : bits & (KNOWN_VALUE | KNOWN_TYPE) ? BRACKET
                                             : MAYBE;
}

/* Can what follows the `>` follow a list of arguments? */
static bool follows_list(const pairing *p, uint32_t at)
{
  word w = word_at(p, at);
  if (at >= p->v->count || visible_is_name(p->v, at))
    return true;
  return w != WORD_NONE && w != WORD_MINUS && w != WORD_PLUS && w != WORD_NOT &&
         w != WORD_TILDE && w != WORD_SIZEOF && w != WORD_CONSTANT &&
         w != WORD_THIS;
}

static bool is_list(const pairing *p, const opening *of, uint32_t close)
{
  bool called = word_at(p, close + 1) == WORD_OPEN_PAREN;
  bool inside = of > p->open.data && of[-1].trust == SURE;
  if (of->trust == SURE || (of->trust == LIKELY && called) || inside)
    return true;
  return !of->doubtful && follows_list(p, close + 1);
}

static opening *top(pairing *p)
{
  return p->open.size ? &p->open.data[p->open.size - 1] : NULL;
}

/* Forgets what was no bracket. */
static void drop_angles(pairing *p)
{
  while (top(p) && top(p)->trust != BRACKET)
    p->open.size--;
}

static bool is_opener(word w)
{
  return w == WORD_OPEN_PAREN || w == WORD_OPEN_BRACKET || w == WORD_OPEN_BRACE;
}

static bool is_closer(word w)
{
  return w == WORD_CLOSE_PAREN || w == WORD_CLOSE_BRACKET ||
         w == WORD_CLOSE_BRACE;
}

static void close_angle(pairing *p, uint32_t at)
{
  opening *of = top(p);
  if (!of || of->trust == BRACKET)
    return;
  if (is_list(p, of, at)) {
    visible_at(p->v, of->at)->word = WORD_OPEN_ANGLE;
    visible_at(p->v, at)->word = WORD_CLOSE_ANGLE;
  }
  p->open.size--;
}

/* `&&` and `||` between two operands. */
static bool is_logical(const pairing *p, uint32_t at)
{
  word w = word_at(p, at), next = word_at(p, at + 1);
  return w == WORD_OR_OR ||
         (w == WORD_AND_AND && next != WORD_COMMA && next != WORD_ELLIPSIS &&
          next != WORD_CLOSE_PAREN && !visible_is(p->v, at + 1, ">"));
}

static void pair(pairing *p, uint32_t at)
{
  word w = word_at(p, at);
  int trust;
  if (is_opener(w)) {
    ARRAY_PUSH(&p->open, (opening){ .at = at, .trust = BRACKET });
  } else if (is_closer(w)) {
    drop_angles(p);
    p->last = top(p) ? top(p)->at : 0;
    p->open.size -= top(p) != NULL;
  } else if (w == WORD_SEMICOLON) {
    drop_angles(p);
  } else if (is_logical(p, at) && top(p)) {
    top(p)->doubtful = true;
  } else if (visible_is(p->v, at, ">")) {
    close_angle(p, at);
  } else if (visible_is(p->v, at, "<")) {
    trust = trust_of(p, at);
    if (trust != BRACKET)
      ARRAY_PUSH(&p->open, (opening){ .at = at, .trust = (uint8_t)trust });
  }
}

/* Is it a `>` or `>=` that is no bracket? */
static bool is_relational(const token *tok, const char *text)
{
  return tok->kind == TOKEN_PUNCTUATION && tok->word == WORD_RELATIONAL &&
         text[tok->begin] == '>';
}

/* Joins adjacent `>` that are no brackets; returns the new number. */
static size_t join_shifts(token *tokens, size_t count, const char *text)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    token *last = kept ? &tokens[kept - 1] : NULL;
    bool assigns = tokens[i].end - tokens[i].begin > 1;
    if (last && last->end == tokens[i].begin && last->end - last->begin == 1 &&
        is_relational(last, text) && is_relational(&tokens[i], text)) {
      last->end = tokens[i].end;
      last->word = assigns ? WORD_COMPOUND_ASSIGN : WORD_SHIFT;
    } else {
      tokens[kept++] = tokens[i];
    }
  }
  return kept;
}

size_t syntax_lex(token **out, uint32_t words, map *known, const char *text,
                  size_t size)
{
  size_t count = known ? lex_cxx(out, text, size) : lex(out, text, size);
  syntax_words(*out, count, text, words);
  if (!known)
    return count;
  uint32_t *at = mem_alloc(count, sizeof *at);
  visible v = { .text = text, .tokens = *out, .at = at };
  for (uint32_t i = 0; i < count; i++)
    if ((*out)[i].kind != TOKEN_COMMENT && !(*out)[i].directive)
      at[v.count++] = i;
  known_find(known, &v);
  pairing p = { .v = &v, .known = known };
  for (uint32_t i = 0; i < v.count; i++)
    pair(&p, i);
  free(p.open.data);
  free(at);
  return join_shifts(*out, count, text);
}
