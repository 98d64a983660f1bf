/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loads a language with all that is there of it. Without grammar.json there are
 * node types alone: then no place is known, and every node may be left out.
 */
#include "syntax.h"

#include <stdlib.h>

#include "folders.h"

static rd_status load_rules(syntax *self, rd_error *err)
{
  char *file = grammar_find(self->name, "grammar.json");
  if (!file)
    return RD_OK;
  rd_status status = rules_read(&self->grammar, file, err);
  free(file);
  self->has_rules = !status;
  return status;
}

rd_status syntax_load(syntax *out, const core *calls, const char *name,
                      rd_error *err)
{
  *out = (syntax){ .calls = calls, .name = mem_copy(name) };
  char *file = grammar_find(name, NULL);
  rd_status status =
      file ? language_load(&out->parser, calls, file, name, err)
           : rd_fail(err, RD_ERR_NOTFOUND,
                     "the grammar of %s is not installed: clang-hdd grammar "
                     "add %s",
                     name, name);
  free(file);
  if (!status)
    status = load_rules(out, err);
  if (status)
    return status;
  uint32_t symbols = calls->language_symbol_count(out->parser.handle);
  out->kinds = mem_alloc(symbols, sizeof *out->kinds);
  for (uint32_t i = 0; i < symbols; i++)
    out->kinds[i] = RULE_NONE;
  if (out->has_rules) {
    out->texts = phrases_new(&out->grammar, calls, out->parser.handle);
    out->plans = planner_new(&out->grammar, out->texts);
  }
  return RD_OK;
}

void syntax_free(syntax *self)
{
  for (size_t i = 0; i < self->queries.size; i++)
    self->calls->query_delete(self->queries.data[i]);
  ARRAY_FREE(&self->queries);
  planner_free(self->plans);
  phrases_free(self->texts);
  rules_free(&self->grammar);
  free(self->kinds);
  free(self->name);
}

const char *syntax_name(const syntax *self, const cst_node *node)
{
  return self->calls->language_symbol_name(self->parser.handle, node->symbol);
}

const char *syntax_field(const syntax *self, const cst_node *node)
{
  return node->field ? self->calls->language_field_name_for_id(
                           self->parser.handle, node->field)
                     : "";
}

uint32_t syntax_child(const syntax *self, const cst *tree, uint32_t parent,
                      uint32_t from, const char *type)
{
  uint32_t end = parent + cst_at(tree, parent)->size;
  for (uint32_t i = from; i < end; i += cst_at(tree, i)->size)
    if (strcmp(syntax_name(self, cst_at(tree, i)), type) == 0)
      return i;
  return RD_NONE;
}

uint32_t syntax_kind(syntax *self, const cst_node *node)
{
  if (node->flags & CST_ERROR)
    return RULE_NONE;
  uint32_t *kind = &self->kinds[node->symbol];
  if (*kind == RULE_NONE)
    *kind = rules_kind(&self->grammar, syntax_name(self, node),
                       (node->flags & CST_NAMED) != 0);
  return *kind;
}
