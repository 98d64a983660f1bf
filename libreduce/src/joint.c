/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The bytes between two pieces of a rendering.
 *
 * Neighbours keep the bytes between them (T1 depends on that). If something
 * between two pieces was removed, its layout is removed too, except for one
 * line break with the indentation of the later piece's line, or one space. Both
 * come from the removed bytes, so a removal never adds bytes except for a space
 * that keeps two tokens apart.
 *
 * Candidates are cheap because a gap depends only on its two pieces: when a
 * candidate shares a run of pieces with its base, it also shares the gaps
 * inside. Whether there is a line break between two leaves follows from the
 * nearest one at or before the later leaf, which is computed once per tree.
 */
#include "joint.h"

#include <stdlib.h>
#include <string.h>

/* Marks of a leaf. */
enum { BEGINS_LINE = 1, ENDS_LINE = 2, RAW_LEFT = 4, RAW_RIGHT = 8 };

static const rd_node *leaf_at(const rd_gaps *gaps, uint32_t leaf)
{
  return rd_tree_at(gaps->tree, rd_tree_leaf(gaps->tree, leaf));
}

/* The bytes before a leaf, or at the end of the source. */
static uint32_t gap_begin(const rd_gaps *gaps, uint32_t leaf)
{
  return leaf ? leaf_at(gaps, leaf - 1)->end : 0;
}

static uint32_t gap_end(const rd_gaps *gaps, uint32_t leaf)
{
  return leaf < gaps->leaves ? leaf_at(gaps, leaf)->begin : gaps->source_size;
}

/* The first white space byte at or after `at` that is not part of a line join;
 * `end` if there is none. */
static uint32_t skip_joins(const rd_gaps *gaps, uint32_t at, uint32_t end)
{
  while (at < end && !rd_is_space(gaps->source[at])) {
    size_t join = rd_lexer_join(gaps->lexer, gaps->source + at, end - at);
    at += join ? (uint32_t)join : 1;
  }
  return at;
}

/* The last line break, with its carriage return, in the gap before a leaf,
 * ignoring line joins; RD_NONE if there is none. */
static uint32_t find_break(const rd_gaps *gaps, uint32_t leaf)
{
  uint32_t begin = gap_begin(gaps, leaf), end = gap_end(gaps, leaf);
  uint32_t found = RD_NONE;
  for (uint32_t i = begin; (i = skip_joins(gaps, i, end)) < end; i++)
    if (gaps->source[i] == '\n')
      found = i > begin && gaps->source[i - 1] == '\r' ? i - 1 : i;
  return found;
}

/* Is there white space before a leaf? A line join does not separate tokens. */
static bool has_space(const rd_gaps *gaps, uint32_t leaf)
{
  uint32_t end = gap_end(gaps, leaf);
  return skip_joins(gaps, gap_begin(gaps, leaf), end) < end;
}

/* ---- the tables ---- */

static void find_gaps(rd_gaps *gaps)
{
  uint32_t line = 0, space = 0;
  for (uint32_t i = 0; i <= gaps->leaves; i++) {
    if (has_space(gaps, i))
      space = i;
    if (space == i && find_break(gaps, i) != RD_NONE)
      line = i;
    gaps->line[i] = line;
    gaps->space[i] = space;
  }
}

static void find_lines(rd_gaps *gaps)
{
  uint32_t count = rd_tree_size(gaps->tree);
  for (uint32_t i = 0; i < count; i++) {
    const rd_node *at = rd_tree_at(gaps->tree, i);
    if (!(at->flags & RD_LINE) || !at->leaves)
      continue;
    gaps->marks[at->token] |= BEGINS_LINE;
    gaps->marks[at->token + at->leaves - 1] |= ENDS_LINE;
  }
}

static bool is_blank(const rd_gaps *gaps, const rd_node *at)
{
  uint32_t begin = at->begin;
  while (begin < at->end && rd_is_space(gaps->source[begin]))
    begin++;
  return begin == at->end;
}

/* A leaf is not a token if it is only white space. Where two leaves adjoin in
 * the middle of a word, both are parts of tokens. */
static void find_raw(rd_gaps *gaps)
{
  for (uint32_t i = 0; i < gaps->leaves; i++) {
    const rd_node *at = leaf_at(gaps, i);
    if (at->flags & RD_RAW || is_blank(gaps, at))
      gaps->marks[i] |= RAW_LEFT | RAW_RIGHT;
    if (i && gap_begin(gaps, i) == at->begin &&
        rd_is_word(gaps->source[at->begin]) &&
        rd_is_word(gaps->source[at->begin - 1])) {
      gaps->marks[i - 1] |= RAW_RIGHT;
      gaps->marks[i] |= RAW_LEFT;
    }
  }
}

void rd_gaps_init(rd_gaps *gaps, const rd_tree *tree, const rd_lexer *lexer)
{
  size_t size;
  *gaps = (rd_gaps){ .tree = tree,
                     .lexer = lexer,
                     .leaves = rd_tree_leaf_count(tree) };
  gaps->source = rd_tree_text(tree, &size);
  gaps->source_size = (uint32_t)size;
  gaps->line = mem_alloc((size_t)gaps->leaves + 1, sizeof *gaps->line);
  gaps->space = mem_alloc((size_t)gaps->leaves + 1, sizeof *gaps->space);
  gaps->marks = mem_alloc((size_t)gaps->leaves + 1, sizeof *gaps->marks);
  find_gaps(gaps);
  find_lines(gaps);
  find_raw(gaps);
}

void rd_gaps_dispose(rd_gaps *gaps)
{
  free(gaps->line);
  free(gaps->space);
  free(gaps->marks);
}

bool rd_is_same_text(const char *string, const char *text, size_t size)
{
  const char *end = text + size;
  for (;;) {
    while (text < end && rd_is_space(*text))
      text++;
    while (rd_is_space(*string))
      string++;
    if (text == end || !*string)
      return text == end && !*string;
    if (*text++ != *string++)
      return false;
  }
}

/* ---- the gaps ---- */

static void add_gap(textbuf *out, const rd_gaps *gaps, uint32_t leaf)
{
  uint32_t begin = gap_begin(gaps, leaf);
  text_add(out, gaps->source + begin, gap_end(gaps, leaf) - begin);
}

/* Adds a line break and the indentation of a leaf's line. */
static void add_break(textbuf *out, const rd_gaps *gaps, uint32_t leaf)
{
  uint32_t head = gaps->line[leaf];
  uint32_t begin = find_break(gaps, head);
  text_add(out, gaps->source + begin, gap_end(gaps, head) - begin);
}

static void add_space(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                      const rd_piece *right, const char *right_bytes)
{
  const char *left_bytes = out->data + (out->size - left->size);
  bool had_space = gaps->space[right->first] > left->last;
  bool is_raw = gaps->marks[left->last] & RAW_RIGHT ||
                gaps->marks[right->first] & RAW_LEFT;
  if (rd_is_space(left_bytes[left->size - 1]) || rd_is_space(right_bytes[0]))
    return;
  rd_touch touch = rd_lexer_touch(gaps->lexer, left_bytes, left->size,
                                  right_bytes, right->size);
  if ((had_space && touch != RD_TOUCH_SHOULD) ||
      (!is_raw && touch == RD_TOUCH_NEVER))
    text_add(out, " ", 1);
}

static void add_between(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                        const rd_piece *right, const char *right_bytes)
{
  bool are_neighbours = right->first == left->last + 1;
  bool have_space = gaps->space[right->first] == right->first;
  if (are_neighbours && (have_space || (!left->is_text && !right->is_text)))
    add_gap(out, gaps, right->first);
  else if (gaps->line[right->first] > left->last)
    add_break(out, gaps, right->first);
  else if (out->data[out->size - 1] != '\n' &&
           (gaps->marks[left->last] & ENDS_LINE ||
            gaps->marks[right->first] & BEGINS_LINE))
    text_add(out, "\n", 1);
  else
    add_space(out, gaps, left, right, right_bytes);
}

/* Adds the end of the text, which keeps its last line break. */
static void add_end(textbuf *out, const rd_gaps *gaps, const rd_piece *left)
{
  if (left->last + 1 == gaps->leaves)
    add_gap(out, gaps, gaps->leaves);
  else if (gaps->line[gaps->leaves] == gaps->leaves)
    text_add(out, "\n", 1);
}

void rd_gaps_add(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                 const rd_piece *right, const char *right_bytes)
{
  if (left && right)
    add_between(out, gaps, left, right, right_bytes);
  else if (left)
    add_end(out, gaps, left);
  else if (right ? right->first == 0 : gaps->leaves == 0)
    add_gap(out, gaps, 0);
}
