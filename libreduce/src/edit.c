/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A configuration: the edit in force at each node of a frozen tree.
 *
 * Each node has the index of its edit and a flag, `touched`: its subtree has,
 * or had, an edit. The flag is set on the ancestors up to the first that
 * already has it, so maintaining it costs O(nodes) over the configuration's
 * lifetime. It lets queries about the visible tree treat an untouched subtree as
 * a whole.
 *
 * In that tree a *place* is a node of the frozen tree that is still there,
 * edited or not; it shows itself or, by a lift, one of its descendants. Lifts
 * chain, and edits in a part that a lift abandoned are never reached. Counting
 * walks the frozen array in document order and jumps over removed nodes.
 */
#include "edit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

rd_config *rd_config_new(const rd_tree *tree, const rd_lexer *lexer)
{
  rd_config *config = mem_alloc(1, sizeof *config);
  config->tree = tree;
  config->lexer = lexer;
  config->at = mem_alloc(rd_tree_size(tree), sizeof *config->at);
  config->touched = mem_alloc(rd_tree_size(tree), sizeof *config->touched);
  return config;
}

void rd_config_free(rd_config *config)
{
  if (!config)
    return;
  free(config->at);
  free(config->touched);
  free(config->edits.data);
  rd_intern_dispose(&config->texts);
  free(config);
}

uint32_t rd_config_text(rd_config *config, const char *text)
{
  return rd_intern_text(&config->texts, text, config->lexer);
}

uint32_t rd_config_text_of(rd_config *config, uint32_t string)
{
  uint32_t number =
      rd_intern_string(&config->texts, rd_tree_string(config->tree, string));
  config->texts.all.data[number].weight = rd_tree_weight(config->tree, string);
  return number;
}

rd_edit rd_config_at(const rd_config *config, uint32_t node)
{
  uint32_t at = config->at[node];
  return at ? config->edits.data[at - 1] : (rd_edit){ .node = node };
}

static void touch(rd_config *config, uint32_t node)
{
  while (node != RD_NONE && !config->touched[node]) {
    config->touched[node] = true;
    node = rd_tree_at(config->tree, node)->parent;
  }
}

static void apply(rd_config *config, rd_edit edit)
{
  assert(edit.node < rd_tree_size(config->tree));
  assert(edit.op != RD_LIFT ||
         (edit.arg > edit.node &&
          edit.arg < edit.node + rd_tree_at(config->tree, edit.node)->size));
  uint32_t at = config->at[edit.node];
  if (!at) {
    if (edit.op == RD_KEEP)
      return;
    ARRAY_PUSH(&config->edits, edit);
    config->at[edit.node] = (uint32_t)config->edits.size;
    touch(config, edit.node);
    return;
  }
  config->edits.data[at - 1] = edit;
}

void rd_config_apply(rd_config *config, const rd_edit *edits, size_t count)
{
  for (size_t i = 0; i < count; i++)
    apply(config, edits[i]);
}

const char *rd_config_string(const rd_config *config, rd_edit edit)
{
  if (edit.op == RD_TEXT)
    return rd_intern_at(&config->texts, edit.arg);
  return edit.op == RD_PHRASE ? rd_tree_string(config->tree, edit.arg) : "";
}

uint32_t rd_config_weight(const rd_config *config, rd_edit edit)
{
  if (edit.op == RD_TEXT)
    return config->texts.all.data[edit.arg].weight;
  return edit.op == RD_PHRASE ? rd_tree_weight(config->tree, edit.arg) : 0;
}

/* ---- two texts for one node ---- */

/* What a text does to a source: bytes [begin, end) become others. */
typedef struct change {
  size_t begin, end;
  const char *text;
  size_t size;
} change;

/* Where several bytes alike follow each other, the change is as late as possible, or
 * as early. */
static change change_of(const char *source, size_t size, const char *text,
                        bool is_early)
{
  size_t length = strlen(text), most = size < length ? size : length;
  size_t head = 0, tail = 0;
  while (head < most && source[head] == text[head])
    head++;
  while (tail < most && source[size - 1 - tail] == text[length - 1 - tail])
    tail++;
  if (is_early && head > most - tail)
    head = most - tail;
  else if (tail > most - head)
    tail = most - head;
  return (change){ head, size - tail, text + head, length - tail - head };
}

static uint32_t with_both(rd_config *config, const char *source, size_t size,
                          const change *first, const change *second)
{
  textbuf out = { 0 };
  text_add(&out, source, first->begin);
  text_add(&out, first->text, first->size);
  text_add(&out, source + first->end, second->begin - first->end);
  text_add(&out, second->text, second->size);
  text_add(&out, source + second->end, size - second->end);
  uint32_t number = rd_config_text(config, out.data);
  text_free(&out);
  return number;
}

bool rd_config_join(uint32_t *text_out, rd_config *config, uint32_t node,
                    uint32_t text, uint32_t other)
{
  const rd_node *at = rd_tree_at(config->tree, node);
  const char *source = rd_tree_text(config->tree, NULL) + at->begin;
  size_t size = at->end - at->begin;
  if (text == other) {
    *text_out = text;
    return true;
  }
  for (int is_early = 0; is_early < 2; is_early++) {
    change a =
        change_of(source, size, rd_intern_at(&config->texts, text), is_early);
    change b =
        change_of(source, size, rd_intern_at(&config->texts, other), is_early);
    bool is_whole = a.begin == a.end && b.begin == b.end;
    if ((at->size == 1 && !is_whole) || (a.end > b.begin && b.end > a.begin))
      continue;
    bool is_first = a.end <= b.begin;
    *text_out =
        with_both(config, source, size, is_first ? &a : &b, is_first ? &b : &a);
    return true;
  }
  return false;
}

/* ---- the visible tree ---- */

static bool is_gone(rd_edit edit)
{
  return edit.op == RD_DROP || edit.op == RD_PHRASE || edit.op == RD_TEXT;
}

uint32_t rd_view_resolve(const rd_config *config, uint32_t node)
{
  rd_edit edit = rd_config_at(config, node);
  while (edit.op == RD_LIFT)
    edit = rd_config_at(config, edit.arg);
  return is_gone(edit) ? RD_NONE : edit.node;
}

/* The first existing place among `place` and its later siblings. */
static uint32_t skip_gone(const rd_config *config, uint32_t place)
{
  while (place != RD_NONE && rd_view_resolve(config, place) == RD_NONE)
    place = rd_tree_next(config->tree, place);
  return place;
}

uint32_t rd_view_first(const rd_config *config, uint32_t node)
{
  uint32_t shown = rd_view_resolve(config, node);
  if (shown == RD_NONE)
    return RD_NONE;
  return skip_gone(config, rd_tree_first(config->tree, shown));
}

uint32_t rd_view_next(const rd_config *config, uint32_t place)
{
  return skip_gone(config, rd_tree_next(config->tree, place));
}

/* ---- counting ---- */

/* Each run of nodes on the stack holds the nodes after a lifted place. */
uint32_t rd_view_tokens(const rd_config *config, uint32_t place)
{
  struct run {
    uint32_t begin, end;
  } run = { place, place + rd_tree_at(config->tree, place)->size };
  ARRAY(struct run) waiting = { 0 };
  uint32_t tokens = 0;
  for (;;) {
    if (run.begin == run.end) {
      if (!waiting.size)
        break;
      run = waiting.data[--waiting.size];
      continue;
    }
    uint32_t i = run.begin;
    const rd_node *at = rd_tree_at(config->tree, i);
    rd_edit edit = rd_config_at(config, i);
    bool is_whole = !config->touched[i] || at->size == 1;
    run.begin += edit.op == RD_KEEP && !is_whole ? 1 : at->size;
    if (edit.op == RD_LIFT) {
      ARRAY_PUSH(&waiting, run);
      run = (struct run){ edit.arg,
                          edit.arg + rd_tree_at(config->tree, edit.arg)->size };
    } else if (is_gone(edit)) {
      tokens += rd_config_weight(config, edit);
    } else if (is_whole) {
      tokens += at->tokens;
    }
  }
  free(waiting.data);
  return tokens;
}

int64_t rd_edit_gain(const rd_config *config, rd_edit edit)
{
  int64_t tokens = rd_view_tokens(config, edit.node);
  return tokens - (edit.op == RD_LIFT ? rd_view_tokens(config, edit.arg)
                                      : rd_config_weight(config, edit));
}
