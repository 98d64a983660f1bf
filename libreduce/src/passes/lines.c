/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines: drops lines, regardless of syntax.
 *
 * For texts of which the front end knows no syntax (RD_BY_LINES). There a line
 * says more about what belongs together than any token does, and what has to go
 * together may cross what looks like a block.
 *
 * line-windows: the runs of up to LONGEST lines, for the end of a reduction:
 * what opens a block and what closes it.
 */
#include <string.h>

#include "../pass.h"

enum { LONGEST = 8 };

typedef ARRAY(uint32_t) place_list;

/* The visible leaves, and which of them begin a line. */
struct lines {
  place_list leaves;
  place_list begins; /* indices of `leaves`, and its size at the end */
};

/* The leaf that is shown at the place, or NULL. */
static const rd_node *leaf_at(const rd_config *config, uint32_t place)
{
  uint32_t stands = rd_view_resolve(config, place);
  if (stands == RD_NONE)
    return NULL;
  const rd_node *node = rd_tree_at(config->tree, stands);
  return node->size == 1 && node->leaves ? node : NULL;
}

/* Does a line end between two leaves? Yes, if one was lifted to its place. */
static bool is_apart(const char *text, const rd_node *left,
                     const rd_node *right)
{
  return right->begin < left->end ||
         memchr(text + left->end, '\n', right->begin - left->end);
}

static void find_lines(struct lines *out, const rd_sight *sight)
{
  const char *text = rd_tree_text(sight->config->tree, NULL);
  const rd_node *last = NULL;
  for (size_t i = 0; i < sight->count; i++) {
    const rd_node *leaf = leaf_at(sight->config, sight->places[i]);
    if (!leaf)
      continue;
    if (!last || is_apart(text, last, leaf))
      ARRAY_PUSH(&out->begins, (uint32_t)out->leaves.size);
    ARRAY_PUSH(&out->leaves, sight->places[i]);
    last = leaf;
  }
  ARRAY_PUSH(&out->begins, (uint32_t)out->leaves.size);
}

static void add_run(rd_deltas *out, const rd_config *config,
                    const struct lines *lines, size_t first, size_t size)
{
  uint32_t end = lines->begins.data[first + size];
  uint32_t i = lines->begins.data[first];
  rd_deltas_open(out, lines->leaves.data[i]);
  for (; i < end; i++) {
    uint32_t place = lines->leaves.data[i];
    rd_deltas_edit(out, (rd_edit){ .node = place, .op = RD_DROP },
                   rd_view_tokens(config, place));
  }
}

/* Adds the runs of at least `least` and at most `most` lines. */
static void add_runs(rd_deltas *out, const rd_sight *sight, size_t least,
                     size_t most)
{
  struct lines lines = { 0 };
  if (!(rd_tree_at(sight->config->tree, 0)->flags & RD_BY_LINES))
    return;
  find_lines(&lines, sight);
  for (size_t size = least; size <= most; size++)
    for (size_t i = 0; i + size < lines.begins.size; i++)
      add_run(out, sight->config, &lines, i, size);
  ARRAY_FREE(&lines.leaves);
  ARRAY_FREE(&lines.begins);
}

void rd_pass_lines(rd_deltas *out, const rd_sight *sight)
{
  add_runs(out, sight, 1, 1);
}

void rd_pass_line_windows(rd_deltas *out, const rd_sight *sight)
{
  add_runs(out, sight, 2, LONGEST);
}
