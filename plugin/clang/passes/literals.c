/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Literals: shortens numbers and strings, the letters of an asm constraint, and
 * the braces of an initialiser.
 *
 * A literal is one token, so most of these rewrites only save bytes and make
 * odd constants such as 0xADE1L disappear. Zero is the phrase of the place and
 * is not offered here; an empty string, where the core would insert 0, keeps
 * the type. C permits omitting the braces around the members of a member, but a
 * designation has no meaning without its braces.
 *
 * A number that main's result is compared with can be subtracted from those that it
 * is made of instead, if the value goes through the program unchanged.
 */
#include "entities.h"

#include <stdlib.h>
#include <string.h>

static void offer_text(rewriter *r, uint32_t node, const char *text)
{
  rewrite_open(r);
  rewrite_text(r, node, text);
}

/* ---- numbers ---- */

static bool is_plain(const char *source)
{
  return source[strspn(source, "0123456789")] == '\0' &&
         (source[0] != '0' || source[1] == '\0');
}

static void offer_shorter(rewriter *r, uint32_t literal, const char *text)
{
  const char *source = rewrite_source(r, literal);
  if (strlen(text) > strlen(source) || strcmp(text, source) == 0)
    return;
  offer_text(r, literal, text);
}

void rewrite_constant_plain(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_LITERAL) {
    int64_t value;
    if (rewrite_integer(&value, r, node) && !is_plain(rewrite_source(r, node)))
      offer_shorter(r, node, rewrite_format(r, "%lld", (long long)value));
  }
}

static bool is_floating(rewriter *r, uint32_t node)
{
  const char *source = rewrite_source(r, node);
  bool hexadecimal = source[0] == '0' && (source[1] | 32) == 'x';
  return r->s->tokens[syntax_first_token(r->s, node)].kind == TOKEN_NUMBER &&
         source[strcspn(source, hexadecimal ? ".pP" : ".eE")] != '\0';
}

/* A value too large for a small machine's int may matter only for its type. */
enum { MOST_SMALL = 32767 };

void rewrite_constant_one(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_LITERAL) {
    int64_t value;
    if (is_floating(r, node))
      offer_shorter(r, node, "1.");
    if (!rewrite_integer(&value, r, node) || value < 2)
      continue;
    offer_shorter(r, node, "1");
    if (value > MOST_SMALL)
      offer_shorter(r, node, "1L");
    while (value > 9)
      value /= 10;
    offer_shorter(r, node, rewrite_format(r, "%lld", (long long)value));
  }
}

/* The literal with a minus before it, or the literal itself. */
static uint32_t signed_literal(const rewriter *r, uint32_t literal)
{
  uint32_t parent = rewrite_at(r, literal)->parent;
  return rewrite_kind(r, parent) == KIND_UNARY &&
                 shape_leaf(r, parent, WORD_MINUS, 0) != NODE_NONE
             ? parent
             : literal;
}

static bool is_number(const rewriter *r, uint32_t node)
{
  int64_t value;
  return rewrite_kind(r, node) == KIND_LITERAL &&
         rewrite_integer(&value, r, node);
}

/* The first number behind `at` that is written like it, with its sign. */
static uint32_t next_alike(const rewriter *r, uint32_t at)
{
  uint32_t sign = signed_literal(r, at);
  for (uint32_t node = rewrite_find(r, KIND_LITERAL, at + 1); node != NODE_NONE;
       node = rewrite_find(r, KIND_LITERAL, node + 1))
    if (is_number(r, node) && shape_equal(r, sign, signed_literal(r, node)))
      return node;
  return NODE_NONE;
}

static bool has_earlier(const rewriter *r, uint32_t literal)
{
  for (uint32_t node = rewrite_find(r, KIND_LITERAL, 0); node < literal;
       node = rewrite_find(r, KIND_LITERAL, node + 1))
    if (is_number(r, node) &&
        shape_equal(r, signed_literal(r, literal), signed_literal(r, node)))
      return true;
  return false;
}

/* What a function returns and what it is compared with can only change
 * together. */
void rewrite_constants_one(rewriter *r)
{
  EACH_OF_KIND (literal, r, KIND_LITERAL) {
    uint32_t sign = signed_literal(r, literal);
    if (!is_number(r, literal) || strcmp(rewrite_source(r, sign), "0") == 0 ||
        strcmp(rewrite_source(r, sign), "1") == 0 || has_earlier(r, literal) ||
        next_alike(r, literal) == NODE_NONE)
      continue;
    rewrite_open(r);
    for (uint32_t at = literal; at != NODE_NONE; at = next_alike(r, at))
      rewrite_text(r, signed_literal(r, at), "1");
  }
}

/* `a ? 3 : 0` becomes `a`, and 3 becomes 1 everywhere else: it is what the result
 * is compared with, and what the other number is rarely matters. Without others
 * hoisting does as much. */
void rewrite_conditional_condition(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_CONDITIONAL) {
    uint32_t value = rewrite_child(r, node, 2),
             other = rewrite_child(r, node, 4);
    int64_t number, rest;
    if (!rewrite_integer(&number, r, value) || number <= 1 ||
        !rewrite_integer(&rest, r, other) || rest == number ||
        (!has_earlier(r, value) && next_alike(r, value) == NODE_NONE))
      continue;
    rewrite_open(r);
    rewrite_lift(r, node, rewrite_child(r, node, 0));
    EACH_OF_KIND (at, r, KIND_LITERAL)
      if (at != value && shape_equal(r, at, value))
        rewrite_text(r, at, "1");
  }
}

/* ---- numbers less what the result is compared with ---- */

/* What main returns is 0 if the rest is this number: the operator and the number
 * itself, which may go; NODE_NONE. */
struct compared {
  int64_t value;
  uint32_t result, operator, number;
};

static bool signed_value(int64_t *out, const rewriter *r, uint32_t literal)
{
  bool is = rewrite_kind(r, literal) == KIND_LITERAL &&
            rewrite_integer(out, r, literal);
  if (is && signed_literal(r, literal) != literal)
    *out = -*out;
  return is;
}

/* `e != 29`, or `~e`, which is 0 if e is -1. */
static bool find_compared(struct compared *out, const rewriter *r)
{
  uint32_t left, result = entity_main_result(r);
  *out = (struct compared){ .value = -1,
                            .result = result,
                            .operator= rewrite_child(r, result, 0),
                            .number = NODE_NONE };
  if (rewrite_kind(r, result) == KIND_UNARY)
    return rewrite_spells(r, out->operator, "~");
  if (rewrite_kind(r, result) != KIND_COMPARISON ||
      !shape_pair(&left, &out->number, r, result))
    return false;
  out->operator= shape_operator(r, result);
  uint32_t literal = out->number;
  if (rewrite_kind(r, literal) == KIND_UNARY)
    literal = shape_operand(r, literal);
  return rewrite_spells(r, out->operator, "!=") &&
         signed_value(&out->value, r, literal) &&
         signed_literal(r, literal) == out->number && out->value;
}

/* By how much a number is less than that; false: it is no number, or none that
 * would be nearer to 0 then. */
static bool less_by(int64_t *out, const rewriter *r, uint32_t literal,
                    const struct compared *of)
{
  int64_t value;
  if (signed_literal(r, literal) == of->number ||
      !signed_value(&value, r, literal))
    return false;
  *out = (int64_t)((uint64_t)value - (uint64_t)of->value);
  return llabs(*out) < llabs(value);
}

static bool is_near(int64_t less, const struct compared *of)
{
  return llabs(less) <= llabs(of->value) / 2;
}

static void put_less(rewriter *r, uint32_t literal, int64_t less)
{
  rewrite_print(r, signed_literal(r, literal), "%lld", (long long)less);
}

static void open_compared(rewriter *r, const struct compared *of)
{
  rewrite_open(r);
  rewrite_drop(r, of->operator);
  shape_drop(r, of->number);
}

/* `a = 29; .. return a != 29;` becomes `a = 0; .. return a;`: one number, or all that
 * are near that. */
void rewrite_constants_less(rewriter *r)
{
  enum { MOST = 24 };
  struct compared of;
  int64_t less;
  uint32_t count = 0, near = 0;
  if (!find_compared(&of, r))
    return;
  EACH_OF_KIND (literal, r, KIND_LITERAL)
    if (less_by(&less, r, literal, &of)) {
      count++;
      near += is_near(less, &of);
    }
  if (count > MOST)
    return;
  if (near > 1)
    open_compared(r, &of);
  EACH_OF_KIND (literal, r, KIND_LITERAL)
    if (near > 1 && less_by(&less, r, literal, &of) && is_near(less, &of))
      put_less(r, literal, less);
  EACH_OF_KIND (literal, r, KIND_LITERAL)
    if (less_by(&less, r, literal, &of)) {
      open_compared(r, &of);
      put_less(r, literal, less);
    }
}

/* ---- strings ---- */

/* A literal without prefix; its size including the quotes, or 0. */
static size_t plain_size(const char *source)
{
  size_t size = strlen(source);
  return size >= 2 && source[0] == '"' && source[size - 1] == '"' ? size : 0;
}

/* Half of the text between the quotes. An escape is not cut after its
 * backslash; one of several digits may be cut, and only changes. */
static void offer_half(rewriter *r, uint32_t node, const char *source)
{
  size_t size = plain_size(source);
  if (size < 4)
    return;
  size_t cut = 1;
  while (cut < size / 2)
    cut += source[cut] == '\\' ? 2 : 1;
  offer_text(r, node,
             rewrite_format(r, "\"%.*s", (int)(size - cut), source + cut));
  offer_text(r, node, rewrite_format(r, "%.*s\"", (int)cut, source));
}

void rewrite_string_shorter(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_STRING) {
    uint8_t kind = r->s->tokens[syntax_first_token(r->s, node)].kind;
    bool is_template =
        rewrite_role(r, node) == ROLE_TEXT ||
        rewrite_role(r, rewrite_at(r, node)->parent) == ROLE_TEXT;
    if (kind != TOKEN_STRING || is_template)
      continue;
    const char *source = rewrite_source(r, node);
    if (plain_size(source) != strlen("\"\""))
      offer_text(r, node, "\"\"");
    offer_half(r, node, source);
  }
}

/* ---- constraints ---- */

/* The constraint of an operand: the string that is its direct child. */
static uint32_t constraint_of(const rewriter *r, uint32_t operand)
{
  EACH_CHILD (child, r, operand)
    if (rewrite_kind(r, child) == KIND_TOKEN && rewrite_has_tokens(r, child) &&
        r->s->tokens[syntax_first_token(r->s, child)].kind == TOKEN_STRING)
      return rewrite_at(r, child)->next == NODE_NONE ? NODE_NONE : child;
  return NODE_NONE;
}

/* Keeps one of its letters, after `=` or `+`. */
static void offer_letters(rewriter *r, uint32_t leaf, const char *source)
{
  size_t end = strlen(source) - 1;
  size_t from = source[1] == '=' || source[1] == '+' ? 2 : 1;
  if (source[0] != '"' || end < from + 2)
    return;
  int offered = 0;
  for (size_t at = from; at < end && offered < 2; at++) {
    if (strchr("&%,?!*# ", source[at]))
      continue;
    offered++;
    offer_text(r, leaf,
               rewrite_format(r, "%.*s%c\"", (int)from, source, source[at]));
  }
}

void rewrite_asm_constraint(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_ASM_OPERAND) {
    uint32_t leaf = constraint_of(r, node);
    if (leaf != NODE_NONE)
      offer_letters(r, leaf, rewrite_source(r, leaf));
  }
}

/* ---- initialisers ---- */

void rewrite_braces_flat(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_BRACES) {
    if (rewrite_role(r, node) != ROLE_INITIAL_ELEMENT)
      continue;
    uint32_t list = rewrite_child_of_kind(r, node, KIND_INITIALIZERS);
    uint32_t open = shape_leaf(r, node, WORD_OPEN_BRACE, 0);
    uint32_t close = shape_leaf(r, node, WORD_CLOSE_BRACE, 0);
    if (list == NODE_NONE || open == NODE_NONE || close == NODE_NONE ||
        rewrite_child_of_kind(r, list, KIND_INITIALIZER) != NODE_NONE)
      continue;
    rewrite_open(r);
    rewrite_drop(r, open);
    rewrite_drop(r, close);
  }
}
