/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of report.html that are filled in by the program. */
#ifndef REPORT_PAGE_PARTS_H
#define REPORT_PAGE_PARTS_H

#include "report/report.h"

/* What the parts are made of. */
typedef struct page {
  const report *report; /* lent */
  size_t left_out;      /* bytes of the last text for which there was no room */
} page;

/* Each adds one part. page_facts.c: */
void page_add_figures(textbuf *out, page *self);
void page_add_facts(textbuf *out, page *self);
void page_add_flags(textbuf *out, page *self);
void page_add_others(textbuf *out, page *self);
/* page_tables.c: */
void page_add_compilers(textbuf *out, page *self); /* what the table shows */
void page_add_matrix(textbuf *out, page *self);
void page_add_steps(textbuf *out, page *self);
void page_add_tests(textbuf *out, page *self); /* what the table shows */
void page_add_pass_head(textbuf *out, page *self);
void page_add_passes(textbuf *out, page *self);
/* page_bisection.c: */
void page_add_bisection(textbuf *out, page *self);
bool page_has_answers(const page *self);
void page_add_answers(textbuf *out, page *self);
/* page_data.c: what page.js reads */
void page_add_data(textbuf *out, page *self);

/* The first step that the page shows: how many before it it leaves out. */
size_t page_first_step(const report *self);

#endif
