/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of parameters and arguments, by the names that grammars have for them. */
#include "operands.h"

#include <string.h>

#include "base/text.h"

/* How far a list is from the name. */
enum { MOST_LEVELS = 3 };

uint32_t operands_id(const offers *of, uint32_t list, uint32_t part)
{
  uint32_t all = of->places[part].all;
  bool goes_with_all = all != RD_NONE && all > of->ids[list];
  return goes_with_all ? all : of->ids[part];
}

bool operands_find(operands *out, const offers *of, uint32_t list)
{
  out->count = 0;
  for (uint32_t i = list + 1; i < offers_end(of, list); i = offers_end(of, i)) {
    const cst_node *at = cst_at(of->tree, i);
    if (!(at->flags & CST_NAMED) || (at->flags & CST_EXTRA))
      continue;
    if (out->count == MOST_OPERANDS || of->ids[i] == RD_NONE)
      return false;
    out->nodes[out->count] = i;
    out->ids[out->count++] = operands_id(of, list, i);
  }
  return true;
}

void operands_shift(operands *self)
{
  self->count--;
  memmove(self->nodes, self->nodes + 1, self->count * sizeof *self->nodes);
  memmove(self->ids, self->ids + 1, self->count * sizeof *self->ids);
}

static bool is_of_types(const char *type)
{
  return starts_with(type, "type_") || starts_with(type, "template_");
}

/* Lists of types are only found by words of these. */
static bool is_meant(const char *type, const char *word)
{
  return strstr(type, word) && is_of_types(type) == is_of_types(word);
}

uint32_t operands_list(uint32_t *node_out, const offers *of, uint32_t leaf,
                       const char *const *words)
{
  uint32_t around = leaf;
  for (int level = 0; level < MOST_LEVELS && around; level++) {
    around = of->parent[around];
    for (uint32_t i = around + 1; i < offers_end(of, around);
         i = offers_end(of, i))
      for (const char *const *word = words; i > leaf && *word; word++)
        if (is_meant(syntax_name(of->lang, cst_at(of->tree, i)), *word)) {
          *node_out = around;
          return i;
        }
  }
  return RD_NONE;
}
