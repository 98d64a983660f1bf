/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Names that nothing defines in a scope around them, and what has to be used and is
 * not.
 *
 * Many have a definition elsewhere: in a prelude, a module that is imported, a macro.
 * So they are no errors, and only what the text has besides those of the text that it
 * was made from says something. What a name of a member means depends on types, and
 * what a pattern binds is not told from a constant in it: neither counts.
 */
#include "names.h"

#include <stdlib.h>

#include "base/hash.h"
#include "fixed.h"

enum { NAME_BITS = 31 };

/* A member may stand where the parser sees none, as in the arguments of a macro. */
static bool is_counted(const char *text, const cst_node *at)
{
  bool is_blank = at->end - at->begin == 1 && text[at->begin] == '_';
  bool is_member =
      at->begin > 1 && text[at->begin - 1] == '.' && text[at->begin - 2] != '.';
  return !is_blank && !is_member;
}

static void add(rd_diagnostics *out, const char *text, const cst_node *at)
{
  uint64_t hash = hash_bytes(text + at->begin, at->end - at->begin);
  if (is_counted(text, at))
    out->names |= UINT32_C(1) << hash % NAME_BITS;
}

/* Those that the language wants to be used. */
static void add_unused(rd_diagnostics *out, const name *names, const cst *tree,
                       const char *text)
{
  map used = { 0 };
  for (uint32_t i = 0; i < tree->nodes.size; i++)
    if (names[i].role == NAME_USE)
      map_put(&used, (uint64_t)names[i].symbol + 1, 1);
  for (uint32_t i = 0; i < tree->nodes.size; i++)
    if (names[i].role == NAME_DEFINITION && names[i].has_to_be_used &&
        map_find(&used, (uint64_t)names[i].symbol + 1) == MAP_NONE)
      add(out, text, cst_at(tree, i));
  map_free(&used);
}

void names_check(rd_diagnostics *out, const syntax *lang, const cst *tree,
                 const char *text, size_t size)
{
  if (!fixed_needs_definitions(lang->name))
    return;
  rd_builder *builder = rd_builder_new(text, size);
  name *names = names_find(builder, lang, tree);
  for (uint32_t i = 0; i < tree->nodes.size; i++)
    if (names[i].is_dangling)
      add(out, text, cst_at(tree, i));
  add_unused(out, names, tree, text);
  free(names);
  rd_builder_free(builder);
}
