/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Texts with slots: the page of a report, man pages, completion scripts.
 *
 *   {{name}}             the slot's output, or a block that the text defines
 *   {{#name}}...{{/}}    for a loop: the block once for each item; for a slot
 *                        that adds a text: once unless that is empty
 *   {{#name=value}}...{{/}}   once if the slot adds this value
 *   {{^name}}...{{/}}    once if {{#name}} would omit the block; likewise
 *                        {{^name=value}}
 *   {{:name}}...{{/}}    adds nothing here: defines a block
 *   {{!}}                adds nothing; at the end of a line joins the next line
 *
 * The name may be repeated after {{/. A tag other than {{name}} that is alone
 * on its line removes the line's end too.
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
