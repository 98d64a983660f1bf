/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * alike: drops all places that may be empty and spell the same.
 *
 * What is said in several places often goes from all or none: the mode of a
 * template and of what applies it, a qualifier on a function and its
 * declaration, a parameter of a type. One alone is refused, so no pass that
 * takes places one by one finds it, and a sweep takes those next to each other.
 * Of nested places with the same text the outermost counts. Places with an edit
 * are skipped until the text is parsed again.
 */
#include "../pass.h"

#include <stdlib.h>
#include <string.h>

struct twin {
  uint32_t place;
  const char *text; /* of the source */
  uint32_t bytes;
};

static int compare_texts(const struct twin *a, const struct twin *b)
{
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1; /* the longest first */
  return memcmp(a->text, b->text, a->bytes);
}

static int by_text(const void *left, const void *right)
{
  const struct twin *a = left, *b = right;
  int order = compare_texts(a, b);
  return order ? order : (a->place > b->place) - (a->place < b->place);
}

static bool can_be_empty(const rd_config *config, uint32_t place)
{
  const rd_node *node = rd_tree_at(config->tree, place);
  return node->place != RD_REQUIRED && node->tokens > 0 &&
         rd_unit_is(config, place) && !config->touched[place] &&
         rd_view_resolve(config, place) == place;
}

static struct twin *collect(size_t *count_out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  const char *source = rd_tree_text(tree, NULL);
  struct twin *found = mem_alloc(sight->count, sizeof *found);
  size_t count = 0;
  for (size_t i = 0; i < sight->count; i++) {
    const rd_node *at = rd_tree_at(tree, sight->places[i]);
    struct twin made = { .place = sight->places[i],
                         .text = source + at->begin,
                         .bytes = at->end - at->begin };
    bool is_inner = count && found[count - 1].text == made.text &&
                    found[count - 1].bytes == made.bytes;
    if (!is_inner && can_be_empty(sight->config, made.place))
      found[count++] = made;
  }
  qsort(found, count, sizeof *found, by_text);
  *count_out = count;
  return found;
}

static void add_all(rd_deltas *out, const rd_sight *sight,
                    const struct twin *twins, size_t count)
{
  rd_deltas_open(out, twins[0].place);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  for (size_t i = 0; i < count; i++)
    rd_deltas_edit(out, (rd_edit){ .node = twins[i].place, .op = RD_DROP },
                   rd_view_tokens(sight->config, twins[i].place));
}

void rd_pass_alike(rd_deltas *out, const rd_sight *sight)
{
  size_t count, next;
  struct twin *found = collect(&count, sight);
  for (size_t i = 0; i < count; i = next) {
    next = i + 1;
    while (next < count && compare_texts(&found[i], &found[next]) == 0)
      next++;
    if (next > i + 1)
      add_all(out, sight, found + i, next - i);
  }
  free(found);
}
