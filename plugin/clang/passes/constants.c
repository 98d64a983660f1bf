/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Number and character literals: the value plainly written, and smaller values.
 *
 * A literal as such is one token, so nothing here removes one; what is gained
 * are bytes, and that a reader need not ask why a constant is 0xADE1L. Zero is
 * the phrase of the place and not offered here.
 */
#include <string.h>

#include "../rewrite.h"

static bool is_plain(const char *source)
{
  return source[strspn(source, "0123456789")] == '\0' &&
         (source[0] != '0' || source[1] == '\0');
}

static void offer(rewriter *r, uint32_t literal, const char *text)
{
  const char *source = rewrite_source(r, literal);
  if (strlen(text) > strlen(source) || strcmp(text, source) == 0)
    return;
  rewrite_open(r);
  rewrite_text(r, literal, text);
}

void rewrite_constant_plain(rewriter *r)
{
  EACH_NODE (node, r) {
    int64_t value;
    if (!rewrite_integer(&value, r, node))
      continue;
    if (!is_plain(rewrite_source(r, node)))
      offer(r, node, rewrite_format(r, "%lld", (long long)value));
  }
}

/* A character without prefix and escape is its code. */
static const char *character_code(rewriter *r, uint32_t node)
{
  if (rewrite_kind(r, node) != KIND_LITERAL)
    return NULL;
  const char *source = rewrite_source(r, node);
  bool plain = strlen(source) == 3 && source[0] == '\'' && source[2] == '\'';
  return plain ? rewrite_format(r, "%d", source[1]) : NULL;
}

void rewrite_character_code(rewriter *r)
{
  EACH_NODE (node, r) {
    const char *code = character_code(r, node);
    if (code)
      offer(r, node, code);
  }
}

static bool is_floating(rewriter *r, uint32_t node)
{
  if (rewrite_kind(r, node) != KIND_LITERAL)
    return false;
  const char *source = rewrite_source(r, node);
  bool hexadecimal = source[0] == '0' && (source[1] | 32) == 'x';
  return source[0] != '\'' &&
         source[strcspn(source, hexadecimal ? ".pP" : ".eE")] != '\0';
}

/* What is too large for a small machine's int may matter for its type only. */
enum { MOST_SMALL = 32767 };

void rewrite_constant_one(rewriter *r)
{
  EACH_NODE (node, r) {
    int64_t value;
    if (rewrite_has_tokens(r, node) && is_floating(r, node))
      offer(r, node, "1.");
    if (!rewrite_integer(&value, r, node) || value < 2)
      continue;
    offer(r, node, "1");
    if (value > MOST_SMALL)
      offer(r, node, "1L");
    while (value > 9)
      value /= 10;
    offer(r, node, rewrite_format(r, "%lld", (long long)value));
  }
}
