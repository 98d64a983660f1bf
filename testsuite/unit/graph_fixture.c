/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "graph_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"

char graph_letter(const commit_graph *graph, uint32_t node)
{
  return (char)graph->nodes[node].id.bytes[0];
}

uint32_t graph_node(const commit_graph *graph, char letter)
{
  uint32_t node = 0;
  while (node < graph->count && graph_letter(graph, node) != letter)
    node++;
  return node;
}

static void add_parents(commit_graph *graph, commit_node *node,
                        const char *letters)
{
  node->parents = mem_alloc(strlen(letters) + 1, sizeof *node->parents);
  for (; *letters; letters++) {
    uint32_t parent = graph_node(graph, *letters);
    if (parent < graph->count)
      node->parents[node->parent_count++] = parent;
  }
}

commit_graph graph_of(const char *words)
{
  strings list = { 0 };
  (void)words_split(&list, words);
  commit_graph out = { mem_alloc(list.size, sizeof *out.nodes), list.size };
  for (size_t i = 0; i < list.size; i++)
    out.nodes[i].id.bytes[0] = (unsigned char)list.data[i][0];
  for (size_t i = 0; i < list.size; i++)
    add_parents(&out, &out.nodes[i], list.data[i] + 1);
  strings_free(&list);
  return out;
}

commit_graph graph_of_many(uint32_t count,
                           uint32_t (*link)(uint32_t *out, uint32_t i,
                                            uint32_t count))
{
  commit_graph out = { mem_alloc(count, sizeof *out.nodes), count };
  for (uint32_t i = 0; i < count; i++) {
    commit_node *node = &out.nodes[i];
    uint32_t number = i * 2654435761U; /* ids in no order */
    memcpy(node->id.bytes, &number, sizeof number);
    node->parents = mem_alloc(8, sizeof *node->parents);
    node->parent_count = link(node->parents, i, count);
  }
  return out;
}

void graph_free(commit_graph *graph)
{
  for (size_t i = 0; i < graph->count; i++)
    free(graph->nodes[i].parents);
  free(graph->nodes);
  *graph = (commit_graph){ 0 };
}
