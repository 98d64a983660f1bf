/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Local classes that a function returns: awaiters of coroutines mostly.
 *
 * `auto f() { struct A { ... }; return A(); }` becomes `struct A { ... }; A f();`: its
 * type was the only use of the body. Not in templates, on whose parameters the class
 * may depend.
 */
#include "classes.h"
#include "entities.h"

/* Does the word `return` at `at` give an object of that class, and nothing of it? */
static bool is_returned(const rewriter *r, const class_head *of, uint32_t at)
{
  return spelled_is(r, at, "return") &&
         shape_equal(r, spelled_leaf(r, at + 1), spelled_leaf(r, of->name)) &&
         (spelled_is(r, at + 2, "(") || spelled_is(r, at + 2, "{")) &&
         spelled_is(r, spelled_behind(r, at + 2), ";");
}

/* The first class that the statements define and return; false if there is none. */
static bool find_returned(class_head *out, const rewriter *r,
                          uint32_t statements)
{
  const syntax_node *all = rewrite_at(r, statements);
  for (uint32_t at = all->first; at < all->end; at++) {
    if (!class_find(out, r, at) || !out->plain || out->name == MAP_NONE ||
        class_declaration(r, out) == NODE_NONE)
      continue;
    for (uint32_t i = out->close; i + 2 < all->end; i++)
      if (is_returned(r, out, i))
        return true;
    at = out->close;
  }
  return false;
}

/* Is `auto` the type before the name of a function, for which another may stand? */
static bool is_plain_auto(const rewriter *r, uint32_t at, uint32_t name,
                          uint32_t end)
{
  bool is = !spelled_is(r, name - 1, "::") &&
            (at == 0 || !spelled_is(r, at - 1, "("));
  for (uint32_t i = name; i < end && is; i++)
    is = !spelled_is(r, i, "->");
  return is;
}

void rewrite_class_returned(rewriter *r)
{
  class_head head;
  EACH_OF_KIND (node, r, KIND_FUNCTION) {
    const syntax_node *at = rewrite_at(r, node);
    uint32_t body = entity_body(r, node), result = at->first;
    uint32_t name = spelled_declared(r, (span){ at->first, at->end }).name;
    if (body == NODE_NONE || name == MAP_NONE ||
        spelled_element(r, at->first) != node ||
        spelled_is(r, result, "template"))
      continue;
    while (result < name && !spelled_is(r, result, "auto"))
      result++;
    if (result == name ||
        !is_plain_auto(r, result, name, rewrite_at(r, body)->first) ||
        !find_returned(&head, r, body))
      continue;
    const char *class = spelled_text(r, head.keyword, head.close + 2);
    const char *before =
        at->first < result ? spelled_text(r, at->first, result) : "";
    rewrite_open(r);
    rewrite_print(r, node, "%s %s %s %s;", class, before,
                  spelled_text(r, head.name, head.name + 1),
                  spelled_text(r, result + 1, rewrite_at(r, body)->first - 1));
  }
}
