/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Results of functions that have names of their own.
 *
 *   result-unnamed   the header does not name the result, and the function's name
 *                    stands for that in its block
 *
 * Only if the block does not name the function: there it would be a call.
 */
#include "results.h"

#include <stdlib.h>

#include "base/text.h"
#include "reduce/rewrites.h"

typedef struct result {
  uint32_t function; /* tokens: the names */
  uint32_t name;
  uint32_t word; /* that is before the bracket around the result's name */
  uint32_t end;  /* of the block, without the statement that closes it */
} result;

static bool find_result(result *out, const meanings *of,
                        const declared_name *by)
{
  const source *self = of->self;
  uint32_t number = meanings_statement(of, by->token);
  const statement *header = &of->all->data[number];
  uint32_t i = by->token + 1;
  while (i < header->end && !meanings_are(of, i, &self->language->results))
    i++;
  if (by->kind != RD_SYMBOL_FUNCTION || header->role != OPENS ||
      i >= header->end || !meanings_opens_list(of, i + 1) ||
      self->partners[i + 1] != i + 3)
    return false;
  for (uint32_t k = i; k <= i + 3; k++)
    if (of->made->leaves[k] == RD_NONE)
      return false;
  uint32_t closer = meanings_block_end(of, number);
  *out = (result){ .function = by->token,
                   .name = i + 2,
                   .word = i,
                   .end = of->all->data[closer].begin };
  return true;
}

static bool is_name(const meanings *of, uint32_t i, uint32_t of_token)
{
  return meanings_is_word(of, i, of->names[of_token]) &&
         !meanings_are(of, i - 1, &of->self->language->members);
}

static bool is_called(const result *self, const meanings *of)
{
  bool is = false;
  for (uint32_t i = self->name + 2; i < self->end; i++)
    is |= is_name(of, i, self->function);
  return is;
}

static void offer(rd_builder *builder, const meanings *of, const result *self,
                  uint32_t number)
{
  const token *name = &of->self->tokens[self->function];
  char *text =
      mem_copy_bytes(of->self->text + name->begin, name->end - name->begin);
  rd_builder_rewrite(builder, number);
  for (uint32_t i = self->word; i <= self->name + 1; i++)
    rd_builder_edit_drop(builder, of->made->leaves[i]);
  for (uint32_t i = self->name + 2; i < self->end; i++)
    if (is_name(of, i, self->name))
      rd_builder_edit_text(builder, of->made->leaves[i], text);
  free(text);
}

void results_offer(rd_builder *builder, const meanings *of)
{
  static const rd_rule row = {
    { "result-unnamed", NULL, "name a result as its function", "clang-hdd" }, 0
  };
  uint32_t number = rd_builder_rule(builder, &row);
  for (size_t i = 0; rd_builder_wants_rewrites(builder) && i < of->count; i++) {
    result at;
    if (find_result(&at, of, &of->declared[i]) && !is_called(&at, of))
      offer(builder, of, &at, number);
  }
}
