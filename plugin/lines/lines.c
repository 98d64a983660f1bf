/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The smallest front end: a text as a list of lines, or of characters.
 *
 * By default a leaf is a line without its leading and trailing white space. A
 * blank line has no leaf: it is white space between two leaves and disappears
 * with them. With --unit=char each byte is a leaf, including white space, as in
 * delta debugging over characters; RD_RAW lets two of them meet without a
 * space. Each line then has a node for its characters, so that searches by
 * level have levels.
 *
 * The tree has no phrases, sorts or symbols, and the front end does not know
 * whether a text is valid.
 */
#include <stdbool.h>
#include <string.h>

#include "reduce/frontend.h"

static const char unit_line[] = "line";
static const char unit_char[] = "char";

/* The state is the name of the unit. */
static rd_status open_lines(void **state_out,
                            const rd_frontend_options *options, rd_error *err)
{
  (void)err;
  const char *unit = unit_line;
  for (const char *const *arg = options->args; arg && *arg; arg++)
    if (strcmp(*arg, "--unit=char") == 0)
      unit = unit_char;
  *state_out = (void *)(uintptr_t)unit;
  return RD_OK;
}

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Adds the line [begin, end), which includes its line break. */
static void add_line(rd_builder *builder, const char *text, uint32_t begin,
                     uint32_t end)
{
  rd_node_spec line = { .kind = rd_builder_kind(builder, unit_line),
                        .place = RD_ELEMENT };
  while (begin < end && is_space(text[begin]))
    begin++;
  while (end > begin && is_space(text[end - 1]))
    end--;
  if (begin < end)
    (void)rd_builder_leaf(builder, &line, begin, end);
}

static void add_chars(rd_builder *builder, uint32_t begin, uint32_t end)
{
  rd_node_spec line = { .kind = rd_builder_kind(builder, unit_line),
                        .flags = RD_LIST | RD_RAW,
                        .place = RD_ELEMENT,
                        .phrase = "" };
  rd_node_spec character = { .kind = rd_builder_kind(builder, unit_char),
                             .flags = RD_RAW,
                             .place = RD_ELEMENT };
  (void)rd_builder_open(builder, &line);
  for (uint32_t i = begin; i < end; i++)
    (void)rd_builder_leaf(builder, &character, i, i + 1);
  rd_builder_close(builder);
}

static rd_status parse_lines(void *state, rd_builder *builder, rd_error *err)
{
  (void)err;
  size_t size = 0;
  const char *text = rd_builder_text(builder, &size);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "text"),
                        .flags = RD_LIST,
                        .phrase = "" };
  (void)rd_builder_open(builder, &root);
  for (size_t begin = 0; begin < size;) {
    const char *newline = memchr(text + begin, '\n', size - begin);
    size_t end = newline ? (size_t)(newline - text) + 1 : size;
    if (state == unit_char)
      add_chars(builder, (uint32_t)begin, (uint32_t)end);
    else
      add_line(builder, text, (uint32_t)begin, (uint32_t)end);
    begin = end;
  }
  rd_builder_close(builder);
  return RD_OK;
}

static void close_lines(void *state)
{
  (void)state;
}

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  static const rd_frontend frontend = {
    .abi = RD_FRONTEND_ABI,
    .name = "lines",
    .lexicon = "tokens",
    .description = "lines of any text (or its characters: --unit=char)",
    .open = open_lines,
    .parse = parse_lines,
    .close = close_lines,
  };
  return &frontend;
}
