/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * alike: drops all places that may be empty and spell the same, and shortens
 * all that spell the same in the same way.
 *
 * What is said in several places often goes from all or none: the mode of a
 * template and of what applies it, a qualifier on a function and its
 * declaration, a parameter of a type. A table that is opened twice becomes
 * shorter in both places. One alone is refused, so no pass that takes places one
 * by one finds it, and a sweep takes those next to each other. Of nested places
 * with the same text the outermost counts. Places with an edit are skipped until
 * the text is parsed again.
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

static bool is_whole(const rd_config *config, uint32_t place)
{
  return rd_unit_is(config, place) && !config->touched[place] &&
         rd_view_resolve(config, place) == place;
}

static bool can_be_empty(const rd_config *config, uint32_t place)
{
  const rd_node *node = rd_tree_at(config->tree, place);
  return node->place != RD_REQUIRED && node->tokens > 0 &&
         is_whole(config, place);
}

static bool can_be_shorter(const rd_config *config, uint32_t place)
{
  return rd_tree_at(config->tree, place)->tokens > 1 && is_whole(config, place);
}

static struct twin *collect(size_t *count_out, const rd_sight *sight,
                            bool (*counts)(const rd_config *, uint32_t))
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
    if (!is_inner && counts(sight->config, made.place))
      found[count++] = made;
  }
  qsort(found, count, sizeof *found, by_text);
  *count_out = count;
  return found;
}

static void add_drop(rd_deltas *out, const rd_sight *sight,
                     const struct twin *twins, size_t count)
{
  rd_deltas_open(out, twins[0].place);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  for (size_t i = 0; i < count; i++)
    rd_deltas_edit(out, (rd_edit){ .node = twins[i].place, .op = RD_DROP },
                   rd_view_tokens(sight->config, twins[i].place));
}

/* Adds the edit of the first twin for all; does it save anything? */
static bool add_edits(rd_deltas *out, const rd_sight *sight,
                      const struct twin *twins, size_t count, rd_edit edit)
{
  int64_t gain = rd_edit_gain(sight->config, edit);
  if (gain <= 0)
    return false;
  rd_deltas_open(out, twins[0].place);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  for (size_t i = 0; i < count; i++) {
    rd_edit next = edit;
    next.node = twins[i].place;
    if (edit.op == RD_LIFT)
      next.arg += twins[i].place - twins[0].place;
    rd_deltas_edit(out, next, gain);
  }
  return true;
}

/* May the part with this number stand for the whole of each twin? */
static bool fits_all(const rd_tree *tree, const struct twin *twins,
                     size_t count, uint32_t part)
{
  for (size_t i = 0; i < count; i++) {
    const rd_node *whole = rd_tree_at(tree, twins[i].place), *at = whole + part;
    if (!rd_tree_fits(tree, whole->accepts, at->sorts) ||
        !rd_tree_converts(tree, whole->want, at->type))
      return false;
  }
  return true;
}

/* Offers the phrase, and the nearest parts that may stand for the whole. */
static void add_shorter(rd_deltas *out, const rd_sight *sight,
                        const struct twin *twins, size_t count)
{
  enum { MOST_PARTS = 4 };
  const rd_tree *tree = sight->config->tree;
  const rd_node *first = rd_tree_at(tree, twins[0].place);
  uint32_t parts = 0;
  for (size_t i = 1; i < count; i++) {
    const rd_node *other = rd_tree_at(tree, twins[i].place);
    if (other->kind != first->kind || other->size != first->size)
      return;
  }
  rd_edit edit = { .node = twins[0].place, .op = RD_TEXT };
  if (first->phrase != RD_NONE) {
    edit.arg = rd_config_text_of(sight->config, first->phrase);
    (void)add_edits(out, sight, twins, count, edit);
  }
  edit.op = RD_LIFT;
  for (uint32_t i = 1; i < first->size && parts < MOST_PARTS; i++) {
    edit.arg = twins[0].place + i;
    if (fits_all(tree, twins, count, i))
      parts += add_edits(out, sight, twins, count, edit);
  }
}

static void add_groups(rd_deltas *out, const rd_sight *sight,
                       bool (*counts)(const rd_config *, uint32_t),
                       void (*add)(rd_deltas *, const rd_sight *,
                                   const struct twin *, size_t))
{
  size_t count, next;
  struct twin *found = collect(&count, sight, counts);
  for (size_t i = 0; i < count; i = next) {
    next = i + 1;
    while (next < count && compare_texts(&found[i], &found[next]) == 0)
      next++;
    if (next > i + 1)
      add(out, sight, found + i, next - i);
  }
  free(found);
}

void rd_pass_alike(rd_deltas *out, const rd_sight *sight)
{
  add_groups(out, sight, can_be_empty, add_drop);
  add_groups(out, sight, can_be_shorter, add_shorter);
}
