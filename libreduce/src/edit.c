/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A configuration: which edit holds at each node of a frozen tree.
 *
 * One number a node finds its edit. Beside it stands one bit a node, `touched`:
 * there is, or was, an edit in its subtree. It is set up the parents until one
 * has it already, so that keeping it costs O(nodes) over the configuration's
 * whole life, and lets every question about the seen tree (view.c) take
 * untouched subtrees as a whole.
 */
#include "edit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

rd_config *rd_config_new(const rd_tree *tree)
{
  rd_config *config = mem_alloc(1, sizeof *config);
  config->tree = tree;
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
  return rd_intern_string(&config->texts, text);
}

const char *rd_config_text_at(const rd_config *config, uint32_t text)
{
  assert(text < config->texts.bytes.size);
  return config->texts.bytes.data + text;
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
  return edit.op == RD_TEXT ? rd_config_text_at(config, edit.arg)
                            : rd_tree_string(config->tree, edit.arg);
}
