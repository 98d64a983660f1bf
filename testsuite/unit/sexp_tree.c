/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trees for tests, from the notation of sexp_tree.h. It is read twice: for the
 * text, which a builder wants first, and for the nodes.
 */
#include "sexp_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reduce/symbols.h"
#include "lexer.h"

struct reader {
  const char *at;
  rd_builder *builder; /* NULL in the first reading */
  textbuf text;
  bool has_gap; /* a gap was written since the last leaf */
  bool has_leaf;
  ARRAY(const char *) symbols; /* by number */
  ARRAY(char *) kept;          /* released when all is read */
};

static void fail(const struct reader *reader, const char *what)
{
  fprintf(stderr, "sexp_tree: %s at: %.40s\n", what, reader->at);
  abort();
}

static char unescape(char c)
{
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  default:
    return c;
  }
}

static const char *keep(struct reader *reader, char *string)
{
  ARRAY_PUSH(&reader->kept, string);
  return string;
}

/* Reads a quoted text; the reader is at its first quote. */
static const char *read_quoted(struct reader *reader)
{
  char quote = *reader->at++;
  textbuf text = { 0 };
  text_add(&text, "", 0);
  while (*reader->at != quote) {
    char c = *reader->at++;
    if (!c)
      fail(reader, "quote is not closed");
    if (c == '\\')
      c = unescape(*reader->at++);
    text_add(&text, &c, 1);
  }
  reader->at++;
  return keep(reader, text_take(&text, NULL));
}

static const char *read_name(struct reader *reader)
{
  size_t size = strcspn(reader->at, " ()?*=+:@^%!$&\"~|'\n");
  char *name = mem_copy_bytes(reader->at, size);
  reader->at += size;
  return keep(reader, name);
}

static uint32_t read_number(struct reader *reader)
{
  char *end;
  unsigned long number = strtoul(reader->at, &end, 10);
  reader->at = end;
  return (uint32_t)number;
}

static uint32_t read_sorts(struct reader *reader)
{
  uint32_t bits = read_number(reader);
  return reader->builder ? rd_builder_sort_bits(reader->builder, bits) : 0;
}

static uint16_t read_flags(struct reader *reader)
{
  static const char letters[] = "LPSNCRHGBDWIKXY";
  unsigned flags = 0;
  const char *letter;
  for (; *reader->at && (letter = strchr(letters, *reader->at)); reader->at++)
    flags |= 1u << (letter - letters);
  if (flags & RD_SEPARATOR)
    flags |= RD_PUNCT;
  return (uint16_t)flags;
}

static uint32_t read_symbol(struct reader *reader)
{
  const char *name = read_name(reader);
  for (uint32_t i = 0; i < reader->symbols.size; i++)
    if (!strcmp(reader->symbols.data[i], name))
      return i;
  ARRAY_PUSH(&reader->symbols, name);
  if (!reader->builder)
    return (uint32_t)(reader->symbols.size - 1);
  const char *plain = keep(reader, mem_copy_bytes(name, strcspn(name, "#")));
  return rd_builder_symbol(reader->builder, RD_SYMBOL_FUNCTION, plain, 0);
}

/* What follows a kind or a leaf. */
enum { FILLERS = 8, MENTIONS = 16 };
struct suffix {
  rd_node_spec spec;
  const char *fillers[FILLERS + 1];
  uint32_t filler_count;
  uint32_t declares[MENTIONS], declare_count;
  uint32_t uses[MENTIONS], use_count;
};

static void read_filler(struct reader *reader, struct suffix *suffix)
{
  if (suffix->filler_count == FILLERS)
    fail(reader, "too many fillers");
  suffix->fillers[suffix->filler_count++] = read_quoted(reader);
  suffix->spec.fillers = suffix->fillers;
}

static void read_mention(struct reader *reader, uint32_t *list, uint32_t *count)
{
  if (*count == MENTIONS)
    fail(reader, "too many symbols");
  list[(*count)++] = read_symbol(reader);
}

/* Reads one part of a suffix; false if there is none. */
static bool read_part(struct reader *reader, struct suffix *suffix)
{
  rd_node_spec *spec = &suffix->spec;
  switch (*reader->at++) {
  case '?':
    spec->place = RD_OPTIONAL;
    return true;
  case '*':
    spec->place = RD_ELEMENT;
    return true;
  case '=':
    spec->phrase = read_quoted(reader);
    return true;
  case '+':
    read_filler(reader, suffix);
    return true;
  case ':':
    spec->flags = read_flags(reader);
    return true;
  case '@':
    spec->sorts = read_sorts(reader);
    return true;
  case '^':
    spec->accepts = read_sorts(reader);
    return true;
  case '%':
    spec->type = (uint16_t)read_number(reader);
    return true;
  case '!':
    spec->want = (uint16_t)read_number(reader);
    return true;
  case '$':
    read_mention(reader, suffix->declares, &suffix->declare_count);
    return true;
  case '&':
    read_mention(reader, suffix->uses, &suffix->use_count);
    return true;
  default:
    reader->at--;
    return false;
  }
}

static void add_mentions(struct reader *reader, const struct suffix *suffix,
                         uint32_t node)
{
  for (uint32_t i = 0; i < suffix->declare_count; i++)
    rd_builder_declares(reader->builder, suffix->declares[i], node);
  for (uint32_t i = 0; i < suffix->use_count; i++)
    rd_builder_uses(reader->builder, suffix->uses[i], node, RD_USE_NAME);
}

static void read_leaf(struct reader *reader)
{
  const char *bytes = read_quoted(reader);
  struct suffix suffix = { 0 };
  while (read_part(reader, &suffix))
    continue;
  if (reader->has_leaf && !reader->has_gap)
    text_add(&reader->text, " ", 1);
  uint32_t begin = (uint32_t)reader->text.size;
  text_puts(&reader->text, bytes);
  reader->has_leaf = true;
  reader->has_gap = false;
  if (!reader->builder)
    return;
  suffix.spec.kind = rd_builder_kind(reader->builder, "leaf");
  uint32_t leaf = rd_builder_leaf(reader->builder, &suffix.spec, begin,
                                  (uint32_t)reader->text.size);
  add_mentions(reader, &suffix, leaf);
  for (uint32_t i = 0; i < suffix.declare_count; i++)
    rd_builder_names(reader->builder, suffix.declares[i], leaf);
}

static void read_open(struct reader *reader)
{
  const char *kind = read_name(reader);
  struct suffix suffix = { 0 };
  while (read_part(reader, &suffix))
    continue;
  if (!reader->builder)
    return;
  suffix.spec.kind = rd_builder_kind(reader->builder, kind);
  add_mentions(reader, &suffix, rd_builder_open(reader->builder, &suffix.spec));
}

static void read_gap(struct reader *reader)
{
  reader->has_gap = true;
  if (*reader->at == '\'') {
    text_puts(&reader->text, read_quoted(reader));
    return;
  }
  if (*reader->at++ == '~')
    return;
  text_add(&reader->text, "\n", 1);
  for (uint32_t i = read_number(reader); i > 0; i--)
    text_add(&reader->text, " ", 1);
}

static void read_item(struct reader *reader)
{
  switch (*reader->at) {
  case ' ':
  case '\n':
    reader->at++;
    break;
  case '"':
    read_leaf(reader);
    break;
  case '(':
    reader->at++, read_open(reader);
    break;
  case '~':
  case '|':
  case '\'':
    read_gap(reader);
    break;
  case ')':
    reader->at++;
    if (reader->builder)
      rd_builder_close(reader->builder);
    break;
  default:
    fail(reader, "strange character");
  }
}

static char *read_all(rd_builder *builder, const char *notation)
{
  struct reader reader = { .at = notation, .builder = builder };
  while (*reader.at)
    read_item(&reader);
  free(reader.symbols.data);
  for (size_t i = 0; i < reader.kept.size; i++)
    free(reader.kept.data[i]);
  free(reader.kept.data);
  return text_take(&reader.text, NULL);
}

char *sexp_text(const char *notation)
{
  return read_all(NULL, notation);
}

rd_tree *sexp_tree(const char *notation, uint32_t prepare)
{
  char *text = sexp_text(notation);
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_builder_lexer(builder, &tokens_lexer);
  free(read_all(builder, notation));
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  if (rd_builder_finish(&tree, builder, prepare, &err)) {
    fprintf(stderr, "sexp_tree: %s\n", err.message);
    abort();
  }
  rd_builder_free(builder);
  free(text);
  return tree;
}

uint32_t sexp_find(const rd_tree *tree, const char *text, unsigned n)
{
  size_t size = strlen(text);
  for (uint32_t i = 0; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    if (at->end - at->begin == size &&
        !memcmp(rd_tree_text(tree, NULL) + at->begin, text, size) && !n--)
      return i;
  }
  fprintf(stderr, "sexp_tree: no node has the text: %s\n", text);
  abort();
}
