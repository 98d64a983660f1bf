/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls that a type binds to a routine.
 *
 *   binding-to-routine   `a%f(b)` becomes `g(a, b)` everywhere, and the statement
 *                        that binds `f` to `g` goes
 *
 * Only if one statement binds the name, and each use behind a mark of members has
 * one word before that. The name of the routine stays as it is.
 */
#include "bindings.h"

#include <stdlib.h>

#include "base/text.h"
#include "reduce/rewrites.h"

enum { MOST_CALLS = 16 };

typedef struct binding {
  uint32_t name, routine;     /* tokens */
  uint32_t node;              /* the statement */
  uint32_t calls[MOST_CALLS]; /* the names in them */
  size_t call_count;
} binding;

/* Does the statement bind one name? */
static bool find_binding(binding *out, const meanings *of, skeleton *seen,
                         uint32_t number)
{
  const source *self = of->self;
  const statement *at = &of->all->data[number];
  size_t begin, end;
  if (at->role != PLAIN || of->made->statements[number] == RD_NONE)
    return false;
  skeleton_set(seen, self, at->begin, at->end);
  if (seen->is_cut ||
      !pattern_find(&self->language->bindings, seen->text.data, &begin, &end))
    return false;
  uint32_t name = skeleton_token(seen, begin), behind = name + 1;
  if (name >= at->end)
    return false;
  *out = (binding){ .name = name,
                    .routine = name,
                    .node = of->made->statements[number] };
  if (behind + 1 < at->end &&
      meanings_are(of, behind, &self->language->assigns))
    out->routine = behind + 1;
  behind = out->routine + 1;
  return behind >= at->end || self->text[self->tokens[behind].begin] != ',';
}

/* Is it a call by a single word, `a%f`? */
static bool has_receiver(const meanings *of, uint32_t i)
{
  const source *self = of->self;
  return i >= 2 && self->tokens[i - 2].kind == TOKEN_IDENTIFIER &&
         of->made->leaves[i - 2] != RD_NONE &&
         of->made->leaves[i - 1] != RD_NONE &&
         !(i > 2 && meanings_are(of, i - 3, &self->language->members));
}

/* False: not each use is a call that can be changed, or there is none. */
static bool find_calls(binding *out, const meanings *of)
{
  for (uint32_t i = 1; i < of->self->count; i++) {
    if (i == out->name || !meanings_is_word(of, i, of->names[out->name]) ||
        !meanings_are(of, i - 1, &of->self->language->members))
      continue;
    if (out->call_count == MOST_CALLS || !has_receiver(of, i))
      return false;
    out->calls[out->call_count++] = i;
  }
  return out->call_count > 0;
}

static bool is_only(const binding *self, const meanings *of, skeleton *seen)
{
  for (uint32_t i = 0; i < of->all->size; i++) {
    binding other;
    if (find_binding(&other, of, seen, i) && other.node != self->node &&
        of->names[other.name] == of->names[self->name])
      return false;
  }
  return true;
}

static void add_token(textbuf *out, const source *self, uint32_t i)
{
  text_add(out, self->text + self->tokens[i].begin,
           self->tokens[i].end - self->tokens[i].begin);
}

static void edit_call(rd_builder *builder, const meanings *of, uint32_t name,
                      uint32_t routine)
{
  const source *self = of->self;
  const uint32_t *leaves = of->made->leaves;
  uint32_t bracket = name + 1;
  bool has_list = meanings_opens_list(of, bracket);
  textbuf called = { 0 }, given = { 0 };
  add_token(&called, self, routine);
  text_puts(&given, "(");
  add_token(&given, self, name - 2);
  if (has_list && self->partners[bracket] > bracket + 1)
    text_puts(&given, ", ");
  if (!has_list)
    text_printf(&called, "%s)", given.data);
  rd_builder_edit_drop(builder, leaves[name - 2]);
  rd_builder_edit_drop(builder, leaves[name - 1]);
  rd_builder_edit_text(builder, leaves[name], called.data);
  if (has_list)
    rd_builder_edit_text(builder, leaves[bracket], given.data);
  text_free(&called);
  text_free(&given);
}

void bindings_offer(rd_builder *builder, const meanings *of)
{
  static const rd_rule row = { { "binding-to-routine", NULL,
                                 "call the routine that a type binds to a name",
                                 "clang-hdd" },
                               0 };
  skeleton seen = { 0 };
  uint32_t number = rd_builder_rule(builder, &row);
  for (uint32_t i = 0; rd_builder_wants_rewrites(builder) && i < of->all->size;
       i++) {
    binding at;
    if (!find_binding(&at, of, &seen, i) || !find_calls(&at, of) ||
        !is_only(&at, of, &seen))
      continue;
    rd_builder_rewrite(builder, number);
    rd_builder_edit_drop(builder, at.node);
    for (size_t k = 0; k < at.call_count; k++)
      edit_call(builder, of, at.calls[k], at.routine);
  }
  text_free(&seen.text);
}
