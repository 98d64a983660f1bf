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

/* Adds a byte as HTML and XML want it. */
void template_escape(textbuf *out, char byte);

/* What the slots stand for. */
typedef struct template_slots {
  /* Adds the slot's text; false: there is no such slot. */
  bool (*add)(textbuf *out, void *payload, const char *name);
  /* Selects the item of this index of a loop: 1; 0: the loop has ended; -1:
   * there is no such loop. NULL: there are no loops. */
  int (*turn)(void *payload, const char *name, size_t index);
} template_slots;

/* Adds the text with its slots filled. The output of a slot is not expanded
 * again. */
void template_fill(textbuf *out, const char *text, const template_slots *slots,
                   void *payload);

#endif
