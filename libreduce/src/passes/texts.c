/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * texts: drops lines of long texts in strings.
 *
 * Such a text is the input of the program around it: a script for an
 * interpreter, a page for a template engine. The program needs nothing of it to
 * be valid, but keeps what its lines use, so they go before anything else does.
 */
#include "../pass.h"
#include "../tree.h"

void rd_pass_texts(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t end = 0; /* of the text that a place is in */
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t place = sight->places[i];
    const rd_node *at = rd_tree_at(tree, place);
    if (place >= end && rd_tree_is_text(at)) {
      end = place + at->size;
      rd_place_elements(out, sight, place);
    } else if (place < end) {
      rd_place_large_elements(out, sight, place);
    }
  }
}
