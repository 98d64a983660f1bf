/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * part-alone: puts a part of a statement, or another element of a list, for the
 * whole where it can be read there, whatever the grammar calls it.
 *
 * Hoisting asks for the names of a grammar. One may have a name of its own for
 * what stands in a clause, such as Go for the assignment in a `case`, although it
 * is a statement by itself. So the text with the part alone is parsed. Only parts
 * that no part which fits is around count: those are hoisted first.
 */
#include "offers.h"

#include <stdlib.h>

#include "base/text.h"

/* Bytes of a text that is small enough, and of its parts those that are parsed
 * and those that are worth a test. */
enum { MOST_BYTES = 2048, MOST_PARSED = 256, MOST_PARTS = 2 };

typedef struct reader {
  rd_builder *builder;
  const offers *of;
  uint32_t number;
  uint32_t parsed;
  size_t size; /* of the text */
} reader;

static void put_part(textbuf *out, const reader *self, uint32_t place,
                     uint32_t part)
{
  const cst_node *at = cst_at(self->of->tree, place);
  const cst_node *from = cst_at(self->of->tree, part);
  const char *text = self->of->text;
  text_add(out, text, at->begin);
  text_add(out, text + from->begin, from->end - from->begin);
  text_add(out, text + at->end, self->size - at->end);
}

static bool is_read(reader *self, uint32_t place, uint32_t part)
{
  const syntax *lang = self->of->lang;
  cst tree;
  textbuf text = { 0 };
  put_part(&text, self, place, part);
  rd_status status = cst_parse(&tree, lang->calls, lang->parser.handle,
                               text.data, text.size, NULL, 0, NULL);
  bool found = !status && tree.faults <= self->of->tree->faults;
  self->parsed++;
  cst_free(&tree, lang->calls);
  text_free(&text);
  return found;
}

/* A word is read nearly anywhere, and so are brackets, as something else. */
static bool is_part(const reader *self, uint32_t node)
{
  static const char *const words[] = { "statement", "declaration", "definition",
                                       "item", "command" };
  const cst_node *at = cst_at(self->of->tree, node);
  uint32_t last = offers_end(self->of, node) - 1;
  const char *type = syntax_name(self->of->lang, at);
  size_t i = 0, count = sizeof words / sizeof *words;
  while (i < count && !strstr(type, words[i]))
    i++;
  return i < count && self->of->ids[node] != RD_NONE &&
         !strchr("([{<", self->of->text[at->begin]) &&
         cst_at(self->of->tree, last)->begin != at->begin;
}

static void offer(const reader *self, uint32_t place, uint32_t part)
{
  const cst_node *from = cst_at(self->of->tree, part);
  char *text =
      mem_copy_bytes(self->of->text + from->begin, from->end - from->begin);
  rd_builder_rewrite(self->builder, self->number);
  rd_builder_edit_text(self->builder, self->of->ids[place], text);
  free(text);
}

static void offer_parts(reader *self, uint32_t place)
{
  const offers *of = self->of;
  size_t count = 0;
  uint32_t next, end = offers_end(of, place);
  for (uint32_t i = place + 1;
       i < end && count < MOST_PARTS && self->parsed < MOST_PARSED; i = next) {
    bool fits = offers_fits(of, place, i);
    next = fits ? offers_end(of, i) : i + 1;
    if (fits || !is_part(self, i) || !is_read(self, place, i))
      continue;
    offer(self, place, i);
    next = offers_end(of, i);
    count++;
  }
}

void parts_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  reader self = { .builder = builder, .of = of, .number = number };
  (void)rd_builder_text(builder, &self.size);
  for (uint32_t i = 0; i < of->tree->nodes.size && self.size <= MOST_BYTES; i++)
    if (of->places[i].is_element && cst_at(of->tree, i)->size > 1 &&
        of->ids[i] != RD_NONE)
      offer_parts(&self, i);
}
