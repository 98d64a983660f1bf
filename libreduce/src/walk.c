/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writing a text: one walk over dirty nodes that copies clean ones.
 *
 * The walk has its own stack, one frame for each open node. A clean node that
 * the base reached is copied as a run of pieces; one that it did not reach
 * (hidden by an edit that the candidate undoes) is written anew. On entering a
 * list the walk *plans* it: which separators are written follows from which
 * elements are alive. A separator stands between two elements that are left. Of
 * the separators between two that were not neighbours the last one stays; those
 * before the first and after the last element stay only in a list that lost
 * nothing.
 */
#include "walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static void write_gap(rd_walk_writer *writer, const rd_piece *right,
                      const char *bytes)
{
  rd_gaps_add(writer->out, &writer->renderer->gaps,
              writer->left.size ? &writer->left : NULL, right, bytes);
}

/* The first piece of a moved node stands where its place began. */
static void settle(rd_walk_writer *writer, rd_piece *piece)
{
  writer->written++;
  if (!writer->place)
    return;
  piece->left_is_new |= piece->first != writer->place->token;
  piece->first = writer->place->token;
  piece->shift = writer->place_shift;
  writer->place = NULL;
}

/* Copies the pending run of the base. */
static void flush_run(rd_walk_writer *writer)
{
  const rd_renderer *renderer = writer->renderer;
  if (writer->run_begin == writer->run_end)
    return;
  rd_piece first = renderer->pieces.data[writer->run_begin];
  const rd_piece *last = &renderer->pieces.data[writer->run_end - 1];
  const char *bytes = renderer->text.data + first.begin;
  settle(writer, &first);
  write_gap(writer, &first, bytes);
  text_add(writer->out, bytes, last->begin + last->size - first.begin);
  uint64_t tokens_behind = writer->run_end < renderer->pieces.size
                               ? last[1].tokens
                               : renderer->measure.tokens;
  writer->tokens += tokens_behind - first.tokens;
  writer->left = *last;
  writer->run_begin = writer->run_end = 0;
}

static void write_run(rd_walk_writer *writer, uint32_t begin, uint32_t end)
{
  if (begin == end)
    return;
  if (writer->run_begin == writer->run_end || writer->run_end != begin) {
    flush_run(writer);
    writer->run_begin = begin;
  }
  writer->run_end = end;
}

static void write_piece(rd_walk_writer *writer, rd_piece piece,
                        const char *bytes, uint32_t tokens)
{
  flush_run(writer);
  piece.shift = writer->shift;
  settle(writer, &piece);
  write_gap(writer, &piece, bytes);
  piece.begin = writer->out->size - writer->start;
  piece.tokens = (uint32_t)writer->tokens;
  text_add(writer->out, bytes, piece.size);
  writer->tokens += tokens;
  writer->left = piece;
  if (writer->records)
    ARRAY_PUSH(&writer->renderer->pieces, piece);
}

static void write_text(rd_walk_writer *writer, uint32_t node, rd_edit edit)
{
  const rd_gaps *gaps = &writer->renderer->gaps;
  const rd_config *config = writer->renderer->config;
  const char *text = rd_config_string(config, edit);
  const rd_node *at = rd_tree_at(writer->renderer->tree, node);
  textbuf lines = { 0 };
  if (!*text)
    return;
  if (rd_gaps_is_layout(gaps, at->token) && strchr(text, '\n')) {
    rd_gaps_indent(&lines, gaps, text, at->token, writer->shift);
    text = lines.data;
  }
  rd_piece piece = rd_gaps_piece(gaps, at->token,
                                 at->token + (at->leaves ? at->leaves - 1 : 0),
                                 strlen(text));
  piece.left_is_new = piece.right_is_new = true;
  write_piece(writer, piece, text, rd_config_weight(config, edit));
  text_free(&lines);
}

static void write_leaf(rd_walk_writer *writer, const rd_node *at)
{
  const rd_gaps *gaps = &writer->renderer->gaps;
  if (at->leaves)
    write_piece(writer,
                rd_gaps_piece(gaps, at->token, at->token, at->end - at->begin),
                gaps->source + at->begin, at->tokens);
}

/* ---- planning a list ---- */

/* A list's children other than separators, punctuation, comments, and a comma
 * that separates nothing. */
static bool is_element(const rd_node *at)
{
  return !(at->flags & (RD_SEPARATOR | RD_PUNCT | RD_COMMENT)) &&
         !(at->place == RD_OPTIONAL && at->size == 1);
}

rd_list_state rd_walk_list_state(const rd_renderer *renderer, uint32_t node)
{
  bool has_element = false;
  for (uint32_t child = rd_tree_first(renderer->tree, node); child != RD_NONE;
       child = rd_tree_next(renderer->tree, child)) {
    if (!is_element(rd_tree_at(renderer->tree, child)))
      continue;
    has_element = true;
    if (rd_walk_is_alive(renderer, child))
      return RD_LIST_HOLDS;
  }
  if (!has_element)
    return RD_LIST_HOLDS;
  return rd_tree_at(renderer->tree, node)->phrase == RD_NONE ? RD_LIST_BARE
                                                             : RD_LIST_PHRASE;
}

enum { SKIPPED, WRITTEN, SEPARATOR }; /* SEPARATOR is written as well */

struct plan {
  const rd_renderer *renderer;
  uint8_t *marks;     /* by child */
  uint32_t left;      /* elements that are left so far */
  uint32_t gone;      /* elements removed so far */
  uint32_t gone_here; /* elements removed since the last one that is left */
  uint32_t leading;   /* children before the first element that is left */
  uint32_t after;     /* first child after the last element that is left */
  uint32_t separator; /* the last separator, or RD_NONE */
};

static void skip_separators(struct plan *plan, uint32_t begin, uint32_t end,
                            uint32_t but)
{
  for (uint32_t i = begin; i < end; i++)
    if (plan->marks[i] == SEPARATOR && i != but)
      plan->marks[i] = SKIPPED;
}

static void plan_element(struct plan *plan, uint32_t position, bool is_alive)
{
  if (!is_alive) {
    plan->gone++;
    plan->gone_here++;
    return;
  }
  if (!plan->left)
    plan->leading = position;
  else if (plan->gone_here)
    skip_separators(plan, plan->after, position, plan->separator);
  plan->left++;
  plan->gone_here = 0;
  plan->after = position + 1;
}

static void plan_child(struct plan *plan, uint32_t child, uint32_t position)
{
  const rd_node *at = rd_tree_at(plan->renderer->tree, child);
  plan->marks[position] = WRITTEN;
  if (at->flags & RD_SEPARATOR) {
    plan->marks[position] = SEPARATOR;
    plan->separator = position;
  } else if (is_element(at)) {
    plan_element(plan, position, rd_walk_is_alive(plan->renderer, child));
  }
}

/* Returns where the plan of the list begins in renderer->plan. */
static uint32_t plan_list(rd_renderer *renderer, uint32_t node)
{
  uint32_t begin = (uint32_t)renderer->plan.size, count = 0;
  for (uint32_t child = rd_tree_first(renderer->tree, node); child != RD_NONE;
       child = rd_tree_next(renderer->tree, child))
    count++;
  ARRAY_RESERVE(&renderer->plan, count);
  renderer->plan.size += count;
  struct plan plan = { .renderer = renderer,
                       .marks = renderer->plan.data + begin,
                       .leading = count,
                       .separator = RD_NONE };
  uint32_t position = 0;
  for (uint32_t child = rd_tree_first(renderer->tree, node); child != RD_NONE;
       child = rd_tree_next(renderer->tree, child))
    plan_child(&plan, child, position++);
  if (plan.gone) {
    skip_separators(&plan, 0, plan.leading, RD_NONE);
    skip_separators(&plan, plan.after, count, RD_NONE);
  }
  return begin;
}

/* ---- walking ---- */

static void set_begin(rd_walk_writer *writer, uint32_t node)
{
  struct rd_based *based = &writer->renderer->base[node];
  if (!writer->records)
    return;
  based->begin = (uint32_t)writer->renderer->pieces.size;
  based->shift = writer->shift;
}

static void set_end(rd_walk_writer *writer, uint32_t node)
{
  if (writer->records)
    writer->renderer->base[node].end = (uint32_t)writer->renderer->pieces.size;
}

/* Would the node's pieces in the base be the same here? Not if it is moved by
 * another distance, or stood alone in a place then. */
static bool is_as_before(const rd_walk_writer *writer, uint32_t node)
{
  const rd_renderer *renderer = writer->renderer;
  const struct rd_based *based = &renderer->base[node];
  if (!renderer->gaps.has_layout || based->begin == based->end)
    return true;
  const rd_node *at = rd_tree_at(renderer->tree, node);
  return based->shift == writer->shift &&
         renderer->pieces.data[based->begin].first >= at->token &&
         renderer->pieces.data[based->end - 1].last < at->token + at->leaves;
}

/* The frame of a node whose children are visited. If the base reached the node,
 * only dirty children are, unless separators may come or go. */
static struct rd_frame open_children(rd_walk_writer *writer, uint32_t node)
{
  rd_renderer *renderer = writer->renderer;
  struct rd_based *based = &renderer->base[node];
  struct rd_frame frame = { .node = node,
                            .child = rd_tree_first(renderer->tree, node),
                            .plan = RD_NONE,
                            .run = RD_NONE };
  bool is_list = (rd_tree_at(renderer->tree, node)->flags & RD_LIST) != 0;
  if (writer->records)
    based->is_walked = true;
  if (is_list && based->has_separators) {
    frame.plan = plan_list(renderer, node);
  } else if (!writer->records && based->is_walked &&
             is_as_before(writer, node)) {
    const struct rd_dirty *dirty = rd_walk_dirty(renderer, node);
    frame.child = dirty ? dirty->first : RD_NONE;
    frame.run = based->begin;
  }
  return frame;
}

static void open_node(rd_walk_writer *writer, uint32_t node)
{
  rd_renderer *renderer = writer->renderer;
  const rd_node *at = rd_tree_at(renderer->tree, node);
  struct rd_frame frame = {
    .node = node, .child = RD_NONE, .plan = RD_NONE, .run = RD_NONE
  };
  if ((at->flags & RD_LIST) &&
      rd_walk_list_state(renderer, node) == RD_LIST_PHRASE)
    write_text(writer, node, (rd_edit){ .op = RD_PHRASE, .arg = at->phrase });
  else
    frame = open_children(writer, node);
  ARRAY_PUSH(&renderer->frames, frame);
}

/* Where layout is syntax, a lifted node takes the gaps around its place. */
static void begin_move(rd_walk_writer *writer, struct rd_frame *frame)
{
  const rd_renderer *renderer = writer->renderer;
  flush_run(writer);
  frame->is_moved = true;
  frame->shift = writer->shift;
  frame->written = writer->written;
  if (!writer->place) {
    writer->place = rd_tree_at(renderer->tree, frame->node);
    writer->place_shift = writer->shift;
  }
  writer->shift += rd_gaps_shift(&renderer->gaps, frame->node, frame->child);
}

static void end_move(rd_walk_writer *writer, const struct rd_frame *frame)
{
  rd_renderer *renderer = writer->renderer;
  const rd_node *place = rd_tree_at(renderer->tree, frame->node);
  flush_run(writer);
  writer->shift = frame->shift;
  if (writer->place == place)
    writer->place = NULL;
  if (writer->written == frame->written)
    return;
  uint32_t last = place->token + place->leaves - 1;
  writer->left.right_is_new |= writer->left.last != last;
  writer->left.last = last;
  if (writer->records)
    renderer->pieces.data[renderer->pieces.size - 1] = writer->left;
}

/* A lifted descendant is written as the only child of its place. */
static void open_lift(rd_walk_writer *writer, uint32_t node, uint32_t lifted)
{
  struct rd_frame frame = { .node = node,
                            .child = lifted,
                            .plan = RD_NONE,
                            .run = RD_NONE,
                            .is_lift = true };
  if (rd_gaps_is_layout(&writer->renderer->gaps,
                        rd_tree_at(writer->renderer->tree, node)->token))
    begin_move(writer, &frame);
  ARRAY_PUSH(&writer->renderer->frames, frame);
}

/* Writes a node, or opens it. */
static void enter(rd_walk_writer *writer, uint32_t node)
{
  rd_renderer *renderer = writer->renderer;
  const struct rd_based *based = &renderer->base[node];
  if (!writer->records && based->begin != RD_NONE &&
      !rd_walk_dirty(renderer, node) && is_as_before(writer, node)) {
    write_run(writer, based->begin, based->end);
    return;
  }
  rd_edit edit = rd_walk_edit(renderer, node);
  set_begin(writer, node);
  if (edit.op == RD_LIFT) {
    open_lift(writer, node, edit.arg);
    return;
  }
  const rd_node *at = rd_tree_at(renderer->tree, node);
  if (edit.op == RD_KEEP && at->size > 1) {
    open_node(writer, node);
    return;
  }
  if (edit.op == RD_KEEP)
    write_leaf(writer, at);
  else if (edit.op != RD_DROP)
    write_text(writer, node, edit);
  set_end(writer, node);
}

/* The next dirty child, after writing the clean ones before it. */
static uint32_t next_dirty(rd_walk_writer *writer, struct rd_frame *frame)
{
  const rd_renderer *renderer = writer->renderer;
  uint32_t child = frame->child;
  if (child == RD_NONE) {
    write_run(writer, frame->run, renderer->base[frame->node].end);
    return RD_NONE;
  }
  write_run(writer, frame->run, renderer->base[child].begin);
  frame->run = renderer->base[child].end;
  frame->child = rd_walk_dirty(renderer, child)->next;
  return child;
}

/* The next child of the frame to be entered, or RD_NONE. */
static uint32_t next_child(rd_walk_writer *writer, struct rd_frame *frame)
{
  const rd_renderer *renderer = writer->renderer;
  if (frame->run != RD_NONE)
    return next_dirty(writer, frame);
  while (frame->child != RD_NONE) {
    uint32_t child = frame->child, position = frame->position++;
    frame->child =
        frame->is_lift ? RD_NONE : rd_tree_next(renderer->tree, child);
    if (frame->plan == RD_NONE ||
        renderer->plan.data[frame->plan + position] != SKIPPED)
      return child;
  }
  return RD_NONE;
}

static void walk_nodes(rd_walk_writer *writer)
{
  rd_renderer *renderer = writer->renderer;
  enter(writer, 0);
  while (renderer->frames.size) {
    struct rd_frame *top = &renderer->frames.data[renderer->frames.size - 1];
    uint32_t child = next_child(writer, top);
    if (child != RD_NONE) {
      enter(writer, child);
      continue;
    }
    if (top->is_moved)
      end_move(writer, top);
    set_end(writer, top->node);
    if (top->plan != RD_NONE)
      renderer->plan.size = top->plan;
    renderer->frames.size--;
  }
}

rd_measure rd_walk(rd_walk_writer *writer)
{
  writer->start = writer->out->size;
  walk_nodes(writer);
  flush_run(writer);
  write_gap(writer, NULL, NULL);
  text_add(writer->out, "", 0); /* a NUL even if the text is empty */
  return (rd_measure){ .tokens = writer->tokens,
                       .bytes = writer->out->size - writer->start };
}
