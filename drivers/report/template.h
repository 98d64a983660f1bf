/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Texts with slots: the page of a report, man pages, completion scripts.
 *
 *   {{name}}             what the slot adds, or a block that the text defines
 *   {{#name}}...{{/}}    the block once for each item of a loop; for a slot
 *                        that adds a text, once unless that is empty
 *   {{#name=value}}...{{/}}   once if the slot adds this value
 *   {{^name}}...{{/}}    once if {{#name}} would leave the block out; likewise
 *                        {{^name=value}}
 *   {{:name}}...{{/}}    nothing here: defines a block
 *   {{!}}                nothing; at the end of a line it joins the next one
 *
 * After {{/ the name may be repeated. A tag other than {{name}} that has a line
 * to itself takes the line's end with it.
 */
#ifndef REPORT_TEMPLATE_H
#define REPORT_TEMPLATE_H

#include "base/text.h"

/* A slot has one of the functions or a text. */
typedef struct template_slot {
  const char *name;
  void (*add)(textbuf *out, void *payload);
  /* For a loop: selects the item of this index; false after the last one. */
  bool (*turn)(void *payload, size_t index);
  const char *text;
} template_slot;

/* Adds the text with its slots filled. The output of a slot is not expanded
 * again. Shape: the slots end with a row without a name. */
void template_fill(textbuf *out, const char *text, const template_slot *slots,
                   void *payload);

#endif
