/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * package-to-contents: what a package inside another block declares stands there instead.
 *
 * Its declaration and its body go, and so does its name where it stands before what it
 * declares, and where that is made visible. A list that is hoisted would leave the name
 * in its uses. Nothing is offered where the package is named otherwise, as a generic one
 * is, or where it has statements of its own.
 */
#include "packages.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reduce/rewrites.h"

enum { MOST_BLOCKS = 4 };

typedef struct package {
  uint32_t name;                 /* as in meanings */
  uint32_t openers[MOST_BLOCKS]; /* statements */
  uint32_t closers[MOST_BLOCKS];
  size_t count;
  bool *goes; /* by token */
} package;

static bool is_text(const meanings *of, uint32_t i, const char *text)
{
  const source *self = of->self;
  return i < self->count &&
         scan_is(self->language, &self->tokens[i], self->text, text);
}

/* Marks what only parts the declarations; false: a block has something else. */
static bool mark_splits(const package *self, const meanings *of)
{
  for (size_t k = 0; k < self->count; k++)
    for (uint32_t i = self->openers[k] + 1; i < self->closers[k]; i++) {
      const statement *at = &of->all->data[i];
      if (at->role != SPLITS || at->opener != self->openers[k])
        continue;
      if (at->end != at->begin + 1 || !is_text(of, at->begin, "private"))
        return false;
      self->goes[at->begin] = true;
    }
  return true;
}

/* Finds its blocks, of which `first` declares the first; false: it is no such
 * package. */
static bool find_blocks(package *self, const meanings *of, size_t first)
{
  const declared_name *by = &of->declared[first];
  self->name = of->names[by->token];
  self->count = 0;
  for (size_t i = 0; i < of->count; i++) {
    const declared_name *other = &of->declared[i];
    if (of->names[other->token] != self->name)
      continue;
    uint32_t opener = meanings_statement(of, other->token);
    uint32_t closer = meanings_block_end(of, opener);
    if (other->kind != RD_SYMBOL_TAG || other->scope != by->scope ||
        i < first || self->count == MOST_BLOCKS || closer == opener ||
        of->made->statements[opener] == RD_NONE)
      return false;
    self->openers[self->count] = opener;
    self->closers[self->count++] = closer;
  }
  return by->scope > 0 && by->kind == RD_SYMBOL_TAG;
}

/* Is it part of what the package begins or ends with? */
static bool is_frame(const package *self, uint32_t number)
{
  bool is = false;
  for (size_t k = 0; k < self->count; k++)
    is |= number == self->openers[k] || number == self->closers[k];
  return is;
}

static bool is_inside(const package *self, uint32_t number)
{
  bool is = false;
  for (size_t k = 0; k < self->count; k++)
    is |= number > self->openers[k] && number < self->closers[k];
  return is;
}

/* Marks what names the package; false: something does that has to stay. */
static bool mark_uses(const package *self, const meanings *of)
{
  for (uint32_t i = 0; i < of->self->count; i++) {
    if (of->self->tokens[i].kind != TOKEN_IDENTIFIER ||
        of->names[i] != self->name)
      continue;
    uint32_t number = meanings_statement(of, i);
    const statement *at = &of->all->data[number];
    if (is_frame(self, number))
      continue;
    bool is_visible = at->role == PLAIN && at->end - at->begin == 3 &&
                      i == at->begin + 1 && is_text(of, at->begin, "use") &&
                      of->made->statements[number] != RD_NONE;
    bool is_prefix =
        is_text(of, i + 1, ".") && !(i > 0 && is_text(of, i - 1, ".")) &&
        of->made->leaves[i] != RD_NONE && of->made->leaves[i + 1] != RD_NONE;
    if (!is_visible && !is_prefix)
      return false;
    self->goes[i] = self->goes[i + 1] = true;
    if (is_visible)
      self->goes[at->begin] = true;
  }
  return true;
}

/* Owner: caller. */
static char *contents_of(const package *self, const meanings *of, size_t block)
{
  const source *from = of->self;
  uint32_t begin = of->all->data[self->openers[block]].end;
  uint32_t end = of->all->data[self->closers[block]].begin;
  textbuf text = { 0 };
  uint32_t done = begin < end ? from->tokens[begin].begin : 0;
  for (uint32_t i = begin; i < end; i++) {
    if (!self->goes[i])
      continue;
    text_add(&text, from->text + done, from->tokens[i].begin - done);
    done = from->tokens[i].end;
  }
  if (begin < end)
    text_add(&text, from->text + done, from->tokens[end - 1].end - done);
  return text_take(&text, NULL);
}

static void offer(rd_builder *builder, const meanings *of, const package *self,
                  uint32_t number)
{
  const shape *made = of->made;
  rd_builder_rewrite(builder, number);
  for (size_t k = 0; k < self->count; k++) {
    char *text = contents_of(self, of, k);
    uint32_t node = made->statements[self->openers[k]];
    if (text[strspn(text, " \n\t\r")])
      rd_builder_edit_text(builder, node, text);
    else
      rd_builder_edit_drop(builder, node);
    free(text);
  }
  for (uint32_t i = 0; i < of->all->size; i++) {
    const statement *at = &of->all->data[i];
    if (is_inside(self, i) || is_frame(self, i))
      continue;
    bool is_whole = at->begin < at->end && self->goes[at->begin] &&
                    is_text(of, at->begin, "use");
    if (is_whole)
      rd_builder_edit_drop(builder, made->statements[i]);
    for (uint32_t k = at->begin; !is_whole && k < at->end; k++)
      if (self->goes[k])
        rd_builder_edit_drop(builder, made->leaves[k]);
  }
}

void packages_offer(rd_builder *builder, const meanings *of)
{
  static const rd_rule row = { { "package-to-contents", NULL,
                                 "put what is in a package for it",
                                 "clang-hdd" },
                               0 };
  uint32_t number = rd_builder_rule(builder, &row);
  for (size_t i = 0; rd_builder_wants_rewrites(builder) && i < of->count; i++) {
    package at = { 0 };
    if (!find_blocks(&at, of, i))
      continue;
    at.goes = mem_alloc(of->self->count + 1, sizeof *at.goes);
    if (mark_splits(&at, of) && mark_uses(&at, of))
      offer(builder, of, &at, number);
    free(at.goes);
  }
}
