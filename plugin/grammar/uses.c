/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * value-alone: a statement becomes the shortest use of a variable in it.
 *
 * Where each variable has to be used (fixed.def), a call keeps what it calls and
 * its other arguments only because one of them has no other use.
 */
#include "offers.h"

#include <stdlib.h>

#include "base/text.h"

/* A statement with more variables than that is no mere use of one. */
enum { MOST_NAMES = 3 };

typedef struct use_row {
  const char *grammar, *before, *after;
} use_row;

static const use_row *find_row(const char *grammar)
{
  static const use_row rows[] = {
#define USED(grammar, before, after) { grammar, before, after },
#include "fixed.def"
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].grammar, grammar) == 0)
      return &rows[i];
  return NULL;
}

static bool is_statement(const offers *self, uint32_t node)
{
  return self->ids[node] != RD_NONE &&
         ends_with(syntax_name(self->lang, cst_at(self->tree, node)),
                   "_statement");
}

/* Finds the first leaf of each variable that is used; returns their number, more
 * than MOST_NAMES if there are too many. */
static size_t find_names(uint32_t out[MOST_NAMES], const offers *self,
                         uint32_t node)
{
  size_t count = 0;
  uint32_t end = node + cst_at(self->tree, node)->size;
  for (uint32_t i = node; i < end && count <= MOST_NAMES; i++) {
    const name *at = &self->names[i];
    size_t k = 0;
    if (at->role == NAME_DEFINITION)
      return 0;
    if (at->role != NAME_USE || !at->has_to_be_used)
      continue;
    while (k < count && self->names[out[k]].symbol != at->symbol)
      k++;
    if (k == MOST_NAMES)
      return MOST_NAMES + 1;
    if (k == count)
      out[count++] = i;
  }
  return count;
}

static void offer(rd_builder *builder, const offers *self, const use_row *row,
                  uint32_t number, uint32_t statement, uint32_t leaf)
{
  const cst_node *named = cst_at(self->tree, leaf);
  const cst_node *whole = cst_at(self->tree, statement);
  char *text =
      mem_format("%s%.*s%s", row->before, (int)(named->end - named->begin),
                 self->text + named->begin, row->after);
  if (strlen(text) < whole->end - whole->begin) {
    rd_builder_rewrite(builder, number);
    rd_builder_edit_text(builder, self->ids[statement], text);
  }
  free(text);
}

void uses_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  const use_row *row = find_row(of->lang->name);
  for (uint32_t i = 0; row && i < of->tree->nodes.size; i++) {
    uint32_t found[MOST_NAMES];
    size_t count = is_statement(of, i) ? find_names(found, of, i) : 0;
    for (size_t k = 0; k < count && count <= MOST_NAMES; k++)
      offer(builder, of, row, number, i, found[k]);
  }
}
