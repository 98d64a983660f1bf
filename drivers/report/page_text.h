/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts of any bytes as parts of a page. */
#ifndef REPORT_PAGE_TEXT_H
#define REPORT_PAGE_TEXT_H

#include <stdint.h>

#include "base/text.h"

/* Adds a text (NULL: none), as content of an element or in quotes as an
 * attribute. */
void page_add_text(textbuf *out, const char *text);
/* The same for a beginning that takes at most `limit` bytes of the page.
 * Returns how many bytes of the clean text are left out. */
size_t page_add_head(textbuf *out, const char *text, size_t limit);
/* The same for bytes, each line in an element of its own, so that it gets a
 * number. */
size_t page_add_lines(textbuf *out, const char *bytes, size_t size,
                      size_t limit);
/* Adds a clean text as a string of JSON that is safe in a script element. */
void page_add_json(textbuf *out, const char *clean, size_t size);
/* Adds the number in groups of three digits. */
void page_add_number(textbuf *out, uint64_t number);
/* Adds a time, such as "2.1 s" or "3 min 12 s". */
void page_add_time(textbuf *out, uint64_t ms);

#endif
