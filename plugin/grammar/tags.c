/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tag-closed: an element of XML or HTML without content becomes one tag. */
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

/* Is it a start and an end with nothing between them? */
static bool is_empty(const offers *of, uint32_t node)
{
  uint32_t start = node + 1, end = last_child(of, node);
  return (offers_is(of, start, "STag") || offers_is(of, start, "start_tag")) &&
         (offers_is(of, end, "ETag") || offers_is(of, end, "end_tag")) &&
         is_blank(of, cst_at(of->tree, start)->end,
                  cst_at(of->tree, end)->begin);
}

void tags_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  static const char closed[] = "/>";
  rd_builder_weigh(builder, closed, 1);
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (!offers_is(of, i, "element") || cst_at(of->tree, i)->size < 3 ||
        !is_empty(of, i))
      continue;
    uint32_t shuts = offers_end(of, i + 1) - 1, end = last_child(of, i);
    if (of->ids[shuts] == RD_NONE || of->ids[end] == RD_NONE)
      continue;
    rd_builder_rewrite(builder, number);
    rd_builder_edit_text(builder, of->ids[shuts], closed);
    rd_builder_edit_drop(builder, of->ids[end]);
  }
}
