/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loads tree-sitter's core and languages, and copies the trees that they make.
 *
 * A tree is copied into an array once, by a cursor: what follows looks at
 * children and siblings in any order, which takes time linear in a node's
 * children through the core's own calls. Cost: O(nodes).
 */
#include "core.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "folders.h"

static void *open_core(void)
{
  char *found = grammar_core();
  void *library = found ? dlopen(found, RTLD_NOW | RTLD_LOCAL) : NULL;
  free(found);
  if (!library)
    library = dlopen("libtree-sitter.so.0", RTLD_NOW | RTLD_LOCAL);
  return library;
}

rd_status core_load(core *out, rd_error *err)
{
  *out = (core){ .library = open_core() };
  if (!out->library)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "tree-sitter's core is missing: clang-hdd grammar add "
                   "installs it with the first grammar");
  const char *missing = NULL;
  void *found;
#define CALL(result, name, arguments)                                          \
  found = dlsym(out->library, "ts_" #name);                                    \
  if (!found)                                                                  \
    missing = "ts_" #name;                                                     \
  memcpy(&out->name, &found, sizeof found);
  CORE_CALLS(CALL)
#undef CALL
  return missing
             ? rd_fail(err, RD_ERR_UNSUPPORTED,
                       "tree-sitter's core lacks %s: it is too old", missing)
             : RD_OK;
}

rd_status language_load(language *out, const core *calls, const char *file,
                        const char *name, rd_error *err)
{
  *out = (language){ .library = dlopen(file, RTLD_NOW | RTLD_LOCAL) };
  if (!out->library)
    return rd_fail(err, RD_ERR_INVALID,
                   "cannot load a grammar: %s (clang-hdd grammar remove %s, "
                   "then add)",
                   dlerror(), name);
  char *symbol = mem_format("tree_sitter_%s", name);
  void *found = dlsym(out->library, symbol);
  const TSLanguage *(*get)(void);
  memcpy(&get, &found, sizeof found);
  rd_status status =
      found ? RD_OK
            : rd_fail(err, RD_ERR_INVALID, "%s is not a grammar: it lacks %s",
                      file, symbol);
  free(symbol);
  if (status)
    return status;
  out->handle = get();
  TSParser *parser = calls->parser_new();
  if (!calls->parser_set_language(parser, out->handle))
    status = rd_fail(err, RD_ERR_UNSUPPORTED,
                     "%s was made for another version of tree-sitter's core: "
                     "clang-hdd grammar add %s",
                     file, name);
  calls->parser_delete(parser);
  return status;
}

/* ---- concrete syntax trees ---- */

static cst_node node_at(const core *calls, const TSTreeCursor *cursor)
{
  TSNode node = calls->tree_cursor_current_node(cursor);
  cst_node at = { .begin = calls->node_start_byte(node),
                  .end = calls->node_end_byte(node),
                  .begin_point = calls->node_start_point(node),
                  .end_point = calls->node_end_point(node),
                  .size = 1,
                  .symbol = calls->node_symbol(node),
                  .field = calls->tree_cursor_current_field_id(cursor) };
  at.flags = (uint8_t)((calls->node_is_named(node) ? CST_NAMED : 0) |
                       (calls->node_is_extra(node) ? CST_EXTRA : 0) |
                       (calls->node_is_missing(node) ? CST_MISSING : 0) |
                       (at.symbol == CST_ERROR_SYMBOL ? CST_ERROR : 0));
  return at;
}

static void copy_tree(cst *out, const core *calls, const TSTree *tree)
{
  ARRAY(uint32_t) open = { 0 };
  TSTreeCursor cursor = calls->tree_cursor_new(calls->tree_root_node(tree));
  for (bool more = true; more;) {
    cst_node at = node_at(calls, &cursor);
    out->faults += (at.flags & (CST_ERROR | CST_MISSING)) != 0;
    ARRAY_PUSH(&open, (uint32_t)out->nodes.size);
    ARRAY_PUSH(&out->nodes, at);
    if (calls->tree_cursor_goto_first_child(&cursor))
      continue;
    do {
      uint32_t done = open.data[--open.size];
      out->nodes.data[done].size = (uint32_t)out->nodes.size - done;
      more = calls->tree_cursor_goto_next_sibling(&cursor);
    } while (!more && calls->tree_cursor_goto_parent(&cursor));
  }
  calls->tree_cursor_delete(&cursor);
  ARRAY_FREE(&open);
}

rd_status cst_parse(cst *out, const core *calls, const TSLanguage *handle,
                    const char *text, size_t size, const TSRange *ranges,
                    uint32_t range_count, rd_error *err)
{
  *out = (cst){ 0 };
  TSParser *parser = calls->parser_new();
  (void)calls->parser_set_language(parser, handle);
  if (range_count)
    (void)calls->parser_set_included_ranges(parser, ranges, range_count);
  out->made = calls->parser_parse_string(parser, NULL, text, (uint32_t)size);
  if (out->made)
    copy_tree(out, calls, out->made);
  calls->parser_delete(parser);
  return out->made
             ? RD_OK
             : rd_fail(err, RD_ERR_DIED, "tree-sitter cannot parse the text");
}

void cst_free(cst *tree, const core *calls)
{
  if (tree->made)
    calls->tree_delete(tree->made);
  ARRAY_FREE(&tree->nodes);
}

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

void cst_trim(const char *text, uint32_t *begin, uint32_t *end)
{
  while (*begin < *end && is_space(text[*begin]))
    ++*begin;
  while (*begin < *end && is_space(text[*end - 1]))
    --*end;
}
