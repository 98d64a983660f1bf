/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The texts of --help and the man pages other than options (pages.def). */
#ifndef CLANG_HDD_PAGES_H
#define CLANG_HDD_PAGES_H

#include <stddef.h>

typedef enum page_part {
  PAGE_PARAGRAPH,
  PAGE_EXAMPLE,
  PAGE_VARIABLE,
  PAGE_FILE,
  PAGE_EXIT
} page_part;

typedef struct page_row {
  page_part part;
  const char *command;
  const char *text;    /* the paragraph, the line or the name; NULL for an exit
                        * code */
  const char *meaning; /* NULL for a paragraph */
  int number;          /* of an exit code */
} page_row;

/* The row after `last` (NULL: the first) of this part of the command's page;
 * NULL after the last. */
const page_row *page_next(const page_row *last, const char *command,
                          page_part part);

#endif
