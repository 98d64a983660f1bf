/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A configuration: the edit in force at each node of a frozen tree.
 *
 * Each node has the index of its edit and a flag, `touched`: its subtree has,
 * or had, an edit. The flag is set on the ancestors up to the first that
 * already has it, so maintaining it costs O(nodes) over the configuration's
 * lifetime. It lets queries about the visible tree (view.c) treat an untouched
 * subtree as a whole.
 */
#include "edit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

rd_config *rd_config_new(const rd_tree *tree, const rd_lexer *lexer)
{
  rd_config *config = mem_alloc(1, sizeof *config);
  config->tree = tree;
  config->lexer = lexer;
  config->at = mem_alloc(rd_tree_size(tree), sizeof *config->at);
  config->touched = mem_alloc(rd_tree_size(tree), sizeof *config->touched);
  return config;
}

void rd_config_free(rd_config *config)
{
  if (!config)
    return;
  free(config->at);
  free(config->touched);
  free(config->edits.data);
  rd_intern_dispose(&config->texts);
  free(config);
}

const rd_tree *rd_config_tree(const rd_config *config)
{
  return config->tree;
}

uint32_t rd_config_text(rd_config *config, const char *text)
{
  uint32_t number = rd_intern_string(&config->texts, text);
  rd_interned *made = &config->texts.all.data[number];
  if (made->weight == RD_NONE)
    made->weight = rd_lexer_count(config->lexer, text, strlen(text));
  return number;
}

uint32_t rd_config_text_of(rd_config *config, uint32_t string)
{
  uint32_t number =
      rd_intern_string(&config->texts, rd_tree_string(config->tree, string));
  config->texts.all.data[number].weight = rd_tree_weight(config->tree, string);
  return number;
}

rd_edit rd_config_at(const rd_config *config, uint32_t node)
{
  uint32_t at = config->at[node];
  return at ? config->edits.data[at - 1] : (rd_edit){ .node = node };
}

static void touch(rd_config *config, uint32_t node)
{
  while (node != RD_NONE && !config->touched[node]) {
    config->touched[node] = true;
    node = rd_tree_at(config->tree, node)->parent;
  }
}

static void apply(rd_config *config, rd_edit edit)
{
  assert(edit.node < rd_tree_size(config->tree));
  assert(edit.op != RD_LIFT ||
         (edit.arg > edit.node &&
          edit.arg < edit.node + rd_tree_at(config->tree, edit.node)->size));
  uint32_t at = config->at[edit.node];
  if (!at) {
    if (edit.op == RD_KEEP)
      return;
    ARRAY_PUSH(&config->edits, edit);
    config->at[edit.node] = (uint32_t)config->edits.size;
    touch(config, edit.node);
    return;
  }
  config->edits.data[at - 1] = edit;
}

void rd_config_apply(rd_config *config, const rd_edit *edits, size_t count)
{
  for (size_t i = 0; i < count; i++)
    apply(config, edits[i]);
}

const char *rd_config_string(const rd_config *config, rd_edit edit)
{
  if (edit.op == RD_TEXT)
    return rd_intern_at(&config->texts, edit.arg);
  return edit.op == RD_PHRASE ? rd_tree_string(config->tree, edit.arg) : "";
}

uint32_t rd_config_weight(const rd_config *config, rd_edit edit)
{
  if (edit.op == RD_TEXT)
    return config->texts.all.data[edit.arg].weight;
  return edit.op == RD_PHRASE ? rd_tree_weight(config->tree, edit.arg) : 0;
}
