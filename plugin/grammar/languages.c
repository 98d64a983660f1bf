/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loads each language once, the one of an island when it is first met. A
 * grammar that is not installed leaves its islands plain words.
 */
#include "languages.h"

#include <string.h>
#include <strings.h>

#include "names.h"

static const struct {
  const char *around, *parent, *node, *inside;
  const char *word; /* what the node around the parent begins with */
} islands[] = {
#define ISLAND(grammar, parent, node, language)                                \
  { grammar, parent, node, language, "" },
#define ISLAND_IN(grammar, word, parent, node, language)                       \
  { grammar, parent, node, language, word },
#include "islands.def"
#undef ISLAND
#undef ISLAND_IN
};

rd_status languages_init(languages *out, rd_error *err)
{
  *out = (languages){ 0 };
  return core_load(&out->calls, err);
}

void languages_dispose(languages *self)
{
  for (size_t i = 0; i < self->loaded.size; i++) {
    syntax_free(self->loaded.data[i]);
    free(self->loaded.data[i]);
  }
  ARRAY_FREE(&self->loaded);
  strings_free(&self->missing);
}

rd_status languages_load(syntax **out, languages *self, const char *wanted,
                         rd_error *err)
{
  for (size_t i = 0; i < self->loaded.size; i++)
    if (strcmp(self->loaded.data[i]->name, wanted) == 0) {
      *out = self->loaded.data[i];
      return RD_OK;
    }
  syntax *made = mem_alloc(1, sizeof *made);
  rd_status status = syntax_load(made, &self->calls, wanted, err);
  if (status) {
    syntax_free(made);
    free(made);
    return status;
  }
  names_queries(made);
  ARRAY_PUSH(&self->loaded, made);
  *out = made;
  return RD_OK;
}

/* The innermost node around another one. */
static uint32_t parent_of(const cst *tree, uint32_t node)
{
  uint32_t parent = node;
  while (parent-- > 0)
    if (node < parent + tree->nodes.data[parent].size)
      return parent;
  return 0;
}

/* Marks in it may be the outer language's, as what begins each line of a quote. */
static bool has_named(const cst *tree, uint32_t node)
{
  uint32_t end = node + tree->nodes.data[node].size;
  for (uint32_t i = node + 1; i < end; i++)
    if (tree->nodes.data[i].flags & CST_NAMED)
      return true;
  return false;
}

static bool begins_with(const cst *tree, const char *text, uint32_t node,
                        const char *word)
{
  const cst_node *at = &tree->nodes.data[node];
  size_t size = strlen(word);
  return at->end - at->begin >= size &&
         strncasecmp(text + at->begin, word, size) == 0;
}

static const char *find_island(const syntax *around, const cst *tree,
                               const char *text, uint32_t node)
{
  const char *type = syntax_name(around, &tree->nodes.data[node]);
  for (size_t i = 0; i < sizeof islands / sizeof *islands; i++) {
    if (strcmp(islands[i].around, around->name) != 0 ||
        strcmp(islands[i].node, type) != 0)
      continue;
    if (!*islands[i].parent)
      return islands[i].inside;
    uint32_t parent = parent_of(tree, node);
    const char *name_of = syntax_name(around, &tree->nodes.data[parent]);
    if (strcmp(islands[i].parent, name_of) == 0 &&
        begins_with(tree, text, parent_of(tree, parent), islands[i].word))
      return islands[i].inside;
  }
  return NULL;
}

syntax *languages_island(languages *self, const syntax *around, const cst *tree,
                         const char *text, uint32_t node)
{
  syntax *found = NULL;
  if (!(tree->nodes.data[node].flags & CST_NAMED))
    return NULL;
  const char *inside = find_island(around, tree, text, node);
  if (!inside || has_named(tree, node) || strings_has(&self->missing, inside))
    return NULL;
  if (languages_load(&found, self, inside, NULL)) {
    strings_add(&self->missing, inside);
    return NULL;
  }
  return found;
}

bool languages_meet(languages *self, const syntax *around, const cst *tree,
                    const char *text, uint32_t node)
{
  uint32_t end = node + tree->nodes.data[node].size;
  for (uint32_t i = node + 1; i < end; i++)
    if (languages_island(self, around, tree, text, i))
      return true;
  return false;
}
