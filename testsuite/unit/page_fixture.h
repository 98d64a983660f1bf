/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reports for tests of the page: typical ones and such as break pages. */
#ifndef PAGE_FIXTURE_H
#define PAGE_FIXTURE_H

#include "report/report.h"

typedef struct page_fixture {
  const char *name;
  void (*fill)(report *out); /* released with report_dispose */
} page_fixture;

/* Ends with a row without a name. */
extern const page_fixture page_fixtures[];

/* The page of the fixture of that name; caller's. */
char *page_of(const char *name);
/* A program of so many functions, four lines each; caller's. */
char *page_program(unsigned functions);

#endif
