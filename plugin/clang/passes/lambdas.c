/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lambdas made functions; coroutines, casts and loops over ranges made plain.
 *
 * A lambda that has a name is a function but for its captures; these are
 * dropped if nothing needs them. A local one is declared before the function that
 * it is in.
 */
#include "spelled.h"

/* ---- lambdas ---- */

/* The parts of `auto NAME = [captures] <T> (parameters) ... { body };`. */
struct lambda {
  uint32_t name, captures, parameters, open, end; /* positions */
  uint32_t declaration;                           /* node */
};

static bool find_lambda(struct lambda *out, const rewriter *r, uint32_t at)
{
  if (!spelled_is(r, at, "auto") || !spelled_is_name(r, at + 1) ||
      !spelled_is(r, at + 2, "=") || !spelled_is(r, at + 3, "["))
    return false;
  *out = (struct lambda){ .name = at + 1, .captures = at + 3 };
  out->parameters = spelled_behind(r, out->captures);
  if (!out->parameters)
    return false;
  for (out->open = out->parameters; !spelled_is(r, out->open, "{");) {
    bool list = spelled_is(r, out->open, "(") || spelled_is(r, out->open, "<");
    out->open = list ? spelled_behind(r, out->open) : out->open + 1;
    if (!out->open || out->open >= r->s->count || spelled_is(r, out->open, ";"))
      return false;
  }
  out->end = spelled_behind(r, out->open);
  uint32_t node = spelled_leaf(r, at);
  while (node != NODE_NONE && rewrite_kind(r, node) != KIND_DECLARATION)
    node = rewrite_at(r, node)->parent;
  out->declaration = node;
  return node != NODE_NONE && out->end &&
         rewrite_at(r, node)->end == out->end + 1 &&
         spelled_is(r, out->end, ";");
}

/* Does the body name what a capture brings: the object, or a local of the function
 * around it? */
static bool needs_captures(const rewriter *r, const struct lambda *of)
{
  for (uint32_t at = of->open; at < of->end; at++) {
    uint32_t symbol = r->f->names[r->s->visible[at]];
    if (r->s->words[at] == WORD_THIS)
      return true;
    if (symbol == FACT_NONE ||
        !(rewrite_fact(r, symbol)->flags & RD_SYMBOL_LOCAL))
      continue;
    uint32_t first = rewrite_mention(r, symbol, 0);
    if (first == NODE_NONE || rewrite_at(r, first)->first < of->parameters)
      return true;
  }
  return false;
}

/* The text of the function. */
static const char *function_text(rewriter *r, const struct lambda *of)
{
  uint32_t at = of->parameters;
  const char *head = "";
  if (spelled_is(r, at, "<")) {
    uint32_t behind = spelled_behind(r, at);
    head = rewrite_format(r, "template %s", spelled_text(r, at, behind));
    at = behind;
  }
  return rewrite_format(
      r, "%s auto %s%s %s", head, spelled_text(r, of->name, of->name + 1),
      spelled_is(r, at, "(") ? "" : "()", spelled_text(r, at, of->end));
}

/* The definition of the function around the node, a template's head included,
 * or NODE_NONE. */
static uint32_t function_around(const rewriter *r, uint32_t node)
{
  uint32_t found = NODE_NONE;
  for (; node != NODE_NONE; node = rewrite_at(r, node)->parent)
    if (rewrite_kind(r, node) == KIND_FUNCTION)
      found = node;
  if (found == NODE_NONE)
    return found;
  uint32_t first = spelled_element(r, rewrite_at(r, found)->first);
  return first == NODE_NONE ? found : first;
}

void rewrite_lambda_function(rewriter *r)
{
  struct lambda of;
  for (uint32_t at = 0; at < r->s->count; at++) {
    if (!find_lambda(&of, r, at) || needs_captures(r, &of))
      continue;
    const char *text = function_text(r, &of);
    uint32_t around = function_around(r, of.declaration);
    rewrite_open(r);
    if (around == NODE_NONE) {
      rewrite_text(r, of.declaration, text);
      continue;
    }
    uint32_t first = rewrite_first_leaf(r, around);
    rewrite_drop(r, of.declaration);
    rewrite_print(r, first, "%s %s", text, rewrite_source(r, first));
  }
}

/* ---- coroutines ---- */

static bool is_coroutine_word(const rewriter *r, uint32_t at)
{
  return spelled_is(r, at, "co_return") || spelled_is(r, at, "co_await") ||
         spelled_is(r, at, "co_yield");
}

/* The body of the function around a token; NODE_NONE: of a lambda, or none. */
static uint32_t body_around(const rewriter *r, uint32_t at)
{
  uint32_t body = spelled_leaf(r, at);
  while (body != NODE_NONE && rewrite_role(r, body) != ROLE_BODY)
    body = rewrite_kind(r, body) == KIND_LAMBDA ? NODE_NONE
                                                : rewrite_at(r, body)->parent;
  return body;
}

/* Does the coroutine with the body return values? */
static bool returns_values(const rewriter *r, uint32_t body)
{
  const syntax_node *all = rewrite_at(r, body);
  uint32_t at = all->first;
  while (at < all->end &&
         !(spelled_is(r, at, "co_return") && !spelled_is(r, at + 1, ";") &&
           body_around(r, at) == body))
    at++;
  return at < all->end;
}

void rewrite_coroutine_short(rewriter *r)
{
  uint32_t last = NODE_NONE;
  for (uint32_t at = 0; at < r->s->count; at++) {
    if (!is_coroutine_word(r, at))
      continue;
    uint32_t body = body_around(r, at);
    if (body == NODE_NONE || body == last)
      continue;
    last = body;
    bool has_value = returns_values(r, body);
    if (rewrite_tokens(r, body) <= (has_value ? 6 : 4))
      continue;
    rewrite_open(r);
    rewrite_text(r, body, has_value ? "{ co_return {}; }" : "{ co_return; }");
  }
}

/* ---- casts ---- */

static bool is_cast(const rewriter *r, uint32_t at)
{
  return spelled_is(r, at, "static_cast") || spelled_is(r, at, "const_cast") ||
         spelled_is(r, at, "reinterpret_cast");
}

/* `T(e)` if the type is one word, `(T)(e)` otherwise. */
void rewrite_cast_plain(rewriter *r)
{
  for (uint32_t at = 0; at + 1 < r->s->count; at++) {
    uint32_t behind = is_cast(r, at) && spelled_is(r, at + 1, "<")
                          ? spelled_behind(r, at + 1)
                          : 0;
    if (!behind)
      continue;
    bool short_type = behind == at + 4;
    rewrite_open(r);
    spelled_drop(r, at, at + 1u + short_type);
    if (short_type) {
      spelled_drop(r, behind - 1, behind);
    } else {
      rewrite_text(r, spelled_leaf(r, at + 1), "(");
      rewrite_text(r, spelled_leaf(r, behind - 1), ")");
    }
  }
}

/* ---- for over a range ---- */

/* The colon within [at, close), or `close`. */
static uint32_t find_colon(const rewriter *r, uint32_t at, uint32_t close)
{
  while (at < close && !spelled_is(r, at, ":"))
    at = spelled_next(r, at);
  return at < close ? at : close;
}

/* Opens a body in braces. */
static void open_body(rewriter *r, uint32_t body)
{
  uint32_t list = rewrite_child_of_kind(r, body, KIND_STATEMENTS);
  if (rewrite_kind(r, body) == KIND_COMPOUND && rewrite_has_tokens(r, list))
    rewrite_lift(r, body, list);
}

/* The variable and the body stay; one whose type is deduced gets what the range
 * points to. */
void rewrite_range_straight(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_RANGE_FOR) {
    uint32_t open = rewrite_at(r, node)->first + 1;
    uint32_t behind = spelled_behind(r, open);
    uint32_t colon = behind ? find_colon(r, open + 1, behind - 1) : 0;
    uint32_t body = behind ? rewrite_at(r, node)->last : NODE_NONE;
    if (!behind || colon == behind - 1 || !shape_is_listed(r, node) ||
        !rewrite_has_tokens(r, body))
      continue;
    bool deduced = false;
    for (uint32_t at = open; at < colon; at++)
      deduced |= spelled_is(r, at, "auto");
    rewrite_open(r);
    spelled_drop(r, open - 1, open + 1);
    if (deduced)
      rewrite_text(r, spelled_leaf(r, colon), "= *");
    else
      spelled_drop(r, colon, behind - 1);
    rewrite_text(r, spelled_leaf(r, behind - 1), ";");
    open_body(r, body);
  }
}
