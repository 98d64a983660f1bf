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
 *
 * Where line ends and indentation are syntax (RD_LAYOUT), a line break stays
 * only if it stood before or behind something that was removed, not inside: a
 * call that loses its arguments does not gain a line end. Which breaks these are
 * follows from the two pieces as well. A lifted node takes the gaps around its
 * place, and its further lines move as far as it does: if they are all at or
 * right of its first column (a block), that is from column to column, otherwise
 * (a function in the middle of a line) from one line's indentation to the
 * other's. Each piece knows by how much.
 */
#include "joint.h"

#include <stdlib.h>
#include <string.h>

/* Marks of a leaf, and of a piece: those of the left end of its first leaf and
 * of the right end of its last. */
enum {
  BEGINS_LINE = 1,
  RAW_LEFT = 2,
  LAYOUT = 4,
  LEFT_END = BEGINS_LINE | RAW_LEFT | LAYOUT,
  ENDS_LINE = 8,
  RAW_RIGHT = 16,
  RIGHT_END = ENDS_LINE | RAW_RIGHT
};

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

/* A node's gaps are those before its children but the first; a leaf begins
 * children of several nodes, the topmost of which comes first. */
static void find_layout(rd_gaps *gaps)
{
  uint32_t leaf = 0;
  for (uint32_t i = 0; i < rd_tree_size(gaps->tree) && leaf < gaps->leaves;
       i++) {
    const rd_node *at = rd_tree_at(gaps->tree, i);
    if (at->token < leaf)
      continue;
    gaps->above[leaf] = at->parent;
    if (at->flags & RD_LAYOUT) {
      gaps->marks[leaf] |= LAYOUT;
      gaps->has_layout = true;
    }
    leaf++;
  }
}

/* A comment that ended a line may be one up to the end of the line, so it stays
 * the last there. Where line breaks mean nothing they are not lost anyway. */
static void find_line_comments(rd_gaps *gaps)
{
  for (uint32_t i = 0; gaps->has_layout && i < gaps->leaves; i++)
    if (gaps->marks[i] & LAYOUT && leaf_at(gaps, i)->flags & RD_COMMENT &&
        (i + 1 == gaps->leaves || gaps->line[i + 1] == i + 1))
      gaps->marks[i] |= ENDS_LINE;
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
  gaps->above = mem_alloc((size_t)gaps->leaves + 1, sizeof *gaps->above);
  gaps->marks = mem_alloc((size_t)gaps->leaves + 1, sizeof *gaps->marks);
  find_gaps(gaps);
  find_lines(gaps);
  find_layout(gaps);
  find_line_comments(gaps);
  find_raw(gaps);
}

void rd_gaps_dispose(rd_gaps *gaps)
{
  free(gaps->line);
  free(gaps->space);
  free(gaps->above);
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

/* Adds the line break before a leaf and its indentation. */
static void add_break(textbuf *out, const rd_gaps *gaps, uint32_t head)
{
  uint32_t begin = find_break(gaps, head);
  text_add(out, gaps->source + begin, gap_end(gaps, head) - begin);
}

/* The leaf with the line break that stays between two leaves; one at or before
 * `left` if none does. */
static uint32_t find_head(const rd_gaps *gaps, uint32_t left, uint32_t right)
{
  uint32_t head = gaps->line[right];
  while (head > left && gaps->marks[head] & LAYOUT) {
    const rd_node *at = rd_tree_at(gaps->tree, gaps->above[head]);
    if (at->token <= left || at->token + at->leaves > right)
      break;
    head = gaps->line[head - 1];
  }
  return head;
}

/* The indentation of a leaf's line. */
static uint32_t margin_of(uint32_t *begin_out, const rd_gaps *gaps,
                          uint32_t leaf)
{
  uint32_t head = gaps->line[leaf], end = gap_end(gaps, head);
  uint32_t begin = find_break(gaps, head);
  begin = begin == RD_NONE ? gap_begin(gaps, head) : begin;
  while (begin < end && strchr("\r\n", gaps->source[begin]))
    begin++;
  if (begin_out)
    *begin_out = begin;
  return end - begin;
}

/* Moves the last line, which begins behind `begin`, and is nothing but its
 * indentation yet. */
static void shift_line(textbuf *out, size_t begin, int32_t shift)
{
  size_t line = out->size;
  while (line > begin && out->data[line - 1] != '\n')
    line--;
  if (line == begin)
    return;
  const char *fill = out->size > line && out->data[line] == '\t' ? "\t" : " ";
  for (; shift > 0; shift--)
    text_puts(out, fill);
  for (; shift < 0 && out->size > line; shift++)
    out->size--;
}

static bool is_alike(char a, char b)
{
  return a == b || (rd_is_word(a) && rd_is_word(b));
}

/* Do two pieces touch in the source, or such as end and begin as they do? The
 * plain lexer, which has to guess, need not be asked then. */
static bool have_touched(const rd_gaps *gaps, const rd_piece *left,
                         const rd_piece *right, char last, char first)
{
  const char *source = gaps->source;
  return !gaps->lexer && right->first == left->last + 1 &&
         gap_begin(gaps, right->first) == gap_end(gaps, right->first) &&
         is_alike(source[gap_begin(gaps, right->first) - 1], last) &&
         is_alike(source[gap_end(gaps, right->first)], first);
}

static void add_space(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                      const rd_piece *right, const char *right_bytes)
{
  const char *left_bytes = out->data + (out->size - left->size);
  bool had_space = gaps->space[right->first] > left->last;
  bool is_raw = left->marks & RAW_RIGHT || right->marks & RAW_LEFT;
  char last = left_bytes[left->size - 1], first = right_bytes[0];
  if (rd_is_space(last) || rd_is_space(first) ||
      have_touched(gaps, left, right, last, first))
    return;
  rd_touch touch = rd_lexer_touch(gaps->lexer, left_bytes, left->size,
                                  right_bytes, right->size);
  if ((had_space && touch != RD_TOUCH_SHOULD) ||
      (!is_raw && touch == RD_TOUCH_NEVER))
    text_add(out, " ", 1);
}

/* Adds the indentation of a piece's line where that matters. */
static void add_margin(textbuf *out, const rd_gaps *gaps, const rd_piece *right)
{
  uint32_t begin, size = margin_of(&begin, gaps, right->first);
  if (right->marks & LAYOUT)
    text_add(out, gaps->source + begin, size);
}

static void add_between(textbuf *out, const rd_gaps *gaps, const rd_piece *left,
                        const rd_piece *right, const char *right_bytes)
{
  bool are_neighbours = right->first == left->last + 1;
  bool are_leaves = !left->right_is_new && !right->left_is_new;
  bool are_alone = left->marks & ENDS_LINE || right->marks & BEGINS_LINE;
  uint32_t gap =
      are_alone ? gaps->line[right->first] : gaps->space[right->first];
  uint32_t head = find_head(gaps, left->last, right->first);
  size_t begin = out->size;
  if (are_neighbours && (are_leaves || gap == right->first)) {
    add_gap(out, gaps, right->first);
  } else if (head > left->last) {
    add_break(out, gaps, head);
  } else if (are_alone && out->data[begin - 1] != '\n') {
    text_add(out, "\n", 1);
    add_margin(out, gaps, right);
  } else {
    add_space(out, gaps, left, right, right_bytes);
  }
  if (right->shift)
    shift_line(out, begin, right->shift);
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
  else if (right)
    add_margin(out, gaps, right);
}

rd_piece rd_gaps_piece(const rd_gaps *gaps, uint32_t first, uint32_t last,
                       size_t size)
{
  return (rd_piece){ .size = (uint32_t)size,
                     .first = first,
                     .last = last,
                     .marks = (gaps->marks[first] & LEFT_END) |
                              (gaps->marks[last] & RIGHT_END) };
}

/* ---- where layout is syntax ---- */

bool rd_gaps_is_layout(const rd_gaps *gaps, uint32_t leaf)
{
  return (gaps->marks[leaf] & LAYOUT) != 0;
}

static uint32_t column_of(const rd_gaps *gaps, uint32_t leaf)
{
  uint32_t begin = gap_end(gaps, leaf), line = begin;
  while (line && gaps->source[line - 1] != '\n')
    line--;
  return begin - line;
}

int32_t rd_gaps_shift(const rd_gaps *gaps, uint32_t place, uint32_t lifted)
{
  const rd_node *from = rd_tree_at(gaps->tree, lifted);
  uint32_t to = rd_tree_at(gaps->tree, place)->token;
  uint32_t leftmost = RD_NONE;
  for (uint32_t i = gaps->line[from->token + from->leaves - 1]; i > from->token;
       i = gaps->line[i - 1]) {
    uint32_t margin = margin_of(NULL, gaps, i);
    leftmost = margin < leftmost ? margin : leftmost;
  }
  if (leftmost == RD_NONE)
    return 0;
  uint32_t column = column_of(gaps, from->token);
  return leftmost >= column ? (int32_t)(column_of(gaps, to) - column)
                            : (int32_t)(margin_of(NULL, gaps, to) -
                                        margin_of(NULL, gaps, from->token));
}

void rd_gaps_indent(textbuf *out, const rd_gaps *gaps, const char *text,
                    uint32_t leaf, int32_t shift)
{
  uint32_t begin, margin = margin_of(&begin, gaps, leaf);
  for (; *text; text++) {
    size_t line = out->size;
    text_add(out, text, 1);
    if (*text != '\n' || strchr("\r\n", text[1]))
      continue;
    text_add(out, gaps->source + begin, margin);
    for (uint32_t i = margin; i < column_of(gaps, leaf); i++)
      text_puts(out, " ");
    shift_line(out, line, shift);
  }
}
