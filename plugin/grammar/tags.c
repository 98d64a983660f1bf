/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tag-closed: an element of XML, HTML or JSX without content becomes one tag. */
#include "offers.h"

#include <ctype.h>

/* The last child of a node, which has one. */
static uint32_t last_child(const offers *of, uint32_t node)
{
  uint32_t last = node + 1;
  while (offers_end(of, last) < offers_end(of, node))
    last = offers_end(of, last);
  return last;
}

static bool is_blank(const offers *of, uint32_t begin, uint32_t end)
{
  while (begin < end && isspace((unsigned char)of->text[begin]))
    begin++;
  return begin == end;
}

/* Elements of the grammars, with their tags. */
static const struct {
  const char *element, *start, *end;
} tags[] = {
  { "element", "STag", "ETag" },
  { "element", "start_tag", "end_tag" },
  { "jsx_element", "jsx_opening_element", "jsx_closing_element" },
};

/* Is it a start and an end with nothing between them? The start has a name,
 * unlike that of a fragment. */
static bool is_empty(const offers *of, uint32_t node)
{
  if (cst_at(of->tree, node)->size < 3)
    return false;
  uint32_t start = node + 1, end = last_child(of, node);
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (offers_is(of, node, tags[i].element) &&
        offers_is(of, start, tags[i].start) &&
        offers_is(of, end, tags[i].end) && cst_at(of->tree, start)->size > 3)
      return is_blank(of, cst_at(of->tree, start)->end,
                      cst_at(of->tree, end)->begin);
  return false;
}

void tags_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  static const char closed[] = "/>";
  rd_builder_weigh(builder, closed, 1);
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (!is_empty(of, i))
      continue;
    uint32_t shuts = offers_end(of, i + 1) - 1, end = last_child(of, i);
    if (of->ids[shuts] == RD_NONE || of->ids[end] == RD_NONE)
      continue;
    rd_builder_rewrite(builder, number);
    rd_builder_edit_text(builder, of->ids[shuts], closed);
    rd_builder_edit_drop(builder, of->ids[end]);
  }
}
