/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The texts of --help and the man pages other than options (pages.def). */
#ifndef CLANG_HDD_PAGES_H
#define CLANG_HDD_PAGES_H

#include <stddef.h>

typedef enum page_part {
  PAGE_PARAGRAPH,
  PAGE_EXAMPLE,
  PAGE_VARIABLE,
  PAGE_FILE
} page_part;

typedef struct page_row {
  page_part part;
  const char *command;
  const char *text;    /* the paragraph, the line or the name */
  const char *meaning; /* NULL for a paragraph */
} page_row;

/* The row after `last` (NULL: the first) of this part of the command's page;
 * NULL after the last. */
const page_row *page_next(const page_row *last, const char *command,
                          page_part part);

typedef struct page_exit {
  int number;
  const char *meaning;
} page_exit;

/* The index-th exit code of the command; NULL after the last. */
const page_exit *page_exit_at(const char *command, size_t index);

#endif
