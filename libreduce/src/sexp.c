/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A tree as an s-expression, for tests and dumps. Leaves show their text, inner
 * nodes their kind; both are followed by `?` (optional) or `*` (element) and
 * the phrase. Nodes come in document order, so the closing parentheses before a
 * node are those of the subtrees that ended there: a stack of ends suffices.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tree.h"

static void add_quoted(textbuf *out, const char *bytes, size_t size)
{
  text_add(out, "\"", 1);
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c == '"' || c == '\\')
      text_printf(out, "\\%c", c);
    else if (c == '\n')
      text_puts(out, "\\n");
    else if (c < ' ' || c == 0x7f)
      text_printf(out, "\\x%02x", c);
    else
      text_add(out, bytes + i, 1);
  }
  text_add(out, "\"", 1);
}

static void add_head(textbuf *out, const rd_tree *tree, const rd_node *at)
{
  static const char *const places[] = { "", "?", "*" };
  if (at->size == 1 && at->leaves) {
    add_quoted(out, rd_tree_text(tree, NULL) + at->begin, at->end - at->begin);
  } else {
    text_puts(out, "(");
    text_puts(out, rd_tree_kind_name(tree, at->kind));
  }
  text_puts(out, places[at->place]);
  if (at->phrase == RD_NONE)
    return;
  const char *phrase = rd_tree_string(tree, at->phrase);
  text_puts(out, "=");
  add_quoted(out, phrase, strlen(phrase));
}

char *rd_tree_to_sexp(const rd_tree *tree)
{
  textbuf out = { 0 };
  ARRAY(uint32_t) ends = { 0 };
  uint32_t count = rd_tree_size(tree);
  for (uint32_t i = 0; i < count; i++) {
    const rd_node *at = rd_tree_at(tree, i);
    if (i)
      text_puts(&out, " ");
    add_head(&out, tree, at);
    if (at->size > 1)
      ARRAY_PUSH(&ends, i + at->size);
    else if (!at->leaves)
      text_puts(&out, ")");
    for (; ends.size && ends.data[ends.size - 1] == i + 1; ends.size--)
      text_puts(&out, ")");
  }
  free(ends.data);
  return text_take(&out, NULL);
}
