/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer literals: the value plainly written, and smaller values.
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
  if (strlen(text) > strlen(rewrite_source(r, literal)))
    return;
  rewrite_open(r);
  rewrite_text(r, literal, text);
}

void rewrite_constant_plain(rewriter *r)
{
  for (uint32_t node = 0; node < rewrite_node_count(r); node++) {
    int64_t value;
    if (!rewrite_has_tokens(r, node) || !rewrite_integer(&value, r, node))
      continue;
    if (!is_plain(rewrite_source(r, node)))
      offer(r, node, rewrite_format(r, "%lld", (long long)value));
  }
}

void rewrite_constant_one(rewriter *r)
{
  for (uint32_t node = 0; node < rewrite_node_count(r); node++) {
    int64_t value;
    if (!rewrite_has_tokens(r, node) || !rewrite_integer(&value, r, node) ||
        value < 2)
      continue;
    offer(r, node, "1");
    while (value > 9)
      value /= 10;
    offer(r, node, rewrite_format(r, "%lld", (long long)value));
  }
}
