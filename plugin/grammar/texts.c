/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Text inside a token, of which the grammar says nothing.
 *
 * It is words. But a string of more than a few lines is often a program of its
 * own: what an interpreter, a template engine or a parser is given in its test. All
 * that it uses stays as long as it does. So its lines, blocks and brackets are
 * elements as large as statements, as in a file of which no syntax is known.
 */
#include "texts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tokens/balanced.h"

/* A text with more line ends is a program. */
enum { FEW_LINES = 2 };

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static void add_words(rd_builder *builder, const char *text, uint32_t begin,
                      uint32_t end)
{
  rd_node_spec word = { .kind = rd_builder_kind(builder, "word"),
                        .place = RD_ELEMENT };
  for (uint32_t at = begin; at < end;) {
    uint32_t word_end = at;
    while (word_end < end && !is_space(text[word_end]))
      word_end++;
    if (word_end > at)
      (void)rd_builder_leaf(builder, &word, at, word_end);
    for (at = word_end; at < end && is_space(text[at]);)
      at++;
  }
}

static void add_lines(rd_builder *builder, const char *text, uint32_t begin,
                      uint32_t end)
{
  token *tokens = NULL;
  size_t count = lex(&tokens, text + begin, end - begin);
  for (size_t i = 0; i < count; i++) {
    tokens[i].begin += begin;
    tokens[i].end += begin;
  }
  balanced_add(builder, tokens, count, true);
  free(tokens);
}

/* ---- lines that end with an escape ---- */

static bool ends_line(const char *begin, const char *end)
{
  return end - begin == 2 && memcmp(begin, "\\n", 2) == 0;
}

/* The escape that ends the line, or `end`. */
static uint32_t find_end(const char *text, uint32_t at, uint32_t end)
{
  while (at < end && !(end - at >= 2 && ends_line(text + at, text + at + 2)))
    at += text[at] == '\\' && end - at >= 2 ? 2 : 1;
  return at;
}

static void add_escaped_lines(rd_builder *builder, const char *text,
                              uint32_t begin, uint32_t end)
{
  rd_node_spec line = { .kind = rd_builder_kind(builder, "line"),
                        .flags = RD_LIST | RD_GENERIC,
                        .place = RD_ELEMENT };
  rd_node_spec mark = { .kind = rd_builder_kind(builder, "line-end"),
                        .flags = RD_RAW,
                        .place = RD_ELEMENT };
  while (begin < end) {
    uint32_t line_end = find_end(text, begin, end);
    (void)rd_builder_open(builder, &line);
    add_words(builder, text, begin, line_end);
    begin = line_end + 2 < end ? line_end + 2 : end;
    if (line_end < end)
      (void)rd_builder_leaf(builder, &mark, line_end, begin);
    rd_builder_close(builder);
  }
}

void texts_add(rd_builder *builder, const rd_node_spec *spec, uint32_t begin,
               uint32_t end, bool is_string)
{
  const char *text = rd_builder_text(builder, NULL);
  rd_node_spec list = *spec;
  uint32_t lines = 0, escaped = 0;
  for (uint32_t i = begin; i < end; i++)
    lines += text[i] == '\n';
  for (uint32_t i = begin; (i = find_end(text, i, end)) < end; i += 2)
    escaped++;
  bool has_lines = is_string && lines > FEW_LINES;
  bool is_escaped = is_string && escaped > FEW_LINES;
  list.flags |= RD_LIST;
  if (has_lines || is_escaped)
    list.flags |= RD_GENERIC | RD_BY_LINES;
  (void)rd_builder_open(builder, &list);
  if (has_lines)
    add_lines(builder, text, begin, end);
  else if (is_escaped)
    add_escaped_lines(builder, text, begin, end);
  else
    add_words(builder, text, begin, end);
  rd_builder_close(builder);
}

/* ---- strings ---- */

bool texts_is_string(const char *type)
{
  static const char *const parts[] = { "string", "heredoc", "nowdoc", "quoted",
                                       "str_text" };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strstr(type, parts[i]))
      return true;
  return false;
}

bool texts_is_token(const cst *tree, const char *text, uint32_t node)
{
  const cst_node *at = cst_at(tree, node);
  uint32_t end = node + at->size;
  const cst_node *opens = cst_at(tree, node + 1),
                 *shuts = cst_at(tree, end - 1);
  uint32_t size = opens->end - opens->begin;
  if (at->size < 3 || (opens->flags & CST_NAMED) || !size ||
      isalnum((unsigned char)text[opens->begin]) || opens->begin != at->begin ||
      shuts->end != at->end || shuts->begin != at->end - size ||
      memcmp(text + at->begin, text + shuts->begin, size) != 0)
    return false;
  for (uint32_t i = node + 1; i < end; i++)
    if (cst_at(tree, i)->size > 1 || (cst_at(tree, i)->flags & CST_ERROR))
      return false;
  for (uint32_t i = at->begin; i < at->end; i++)
    if (is_space(text[i]))
      return false;
  return true;
}

bool texts_is_escaped(const cst *tree, const char *text, uint32_t node)
{
  uint32_t end = node + cst_at(tree, node)->size, count = 0;
  for (uint32_t i = node + 1; i < end; i++) {
    const cst_node *child = cst_at(tree, i);
    if (child->size > 1 || (child->flags & CST_ERROR))
      return false;
    count += ends_line(text + child->begin, text + child->end);
  }
  return count > FEW_LINES;
}
