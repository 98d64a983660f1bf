/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where in the user's source a compiler was when it crashed. */
#ifndef COMPILER_SITE_H
#define COMPILER_SITE_H

#include <regex.h>

#include "compiler/runner.h"
#include "reduce/reduce.h"

/* What an output says, in the compiler's own terms: places are those that line
 * markers presume. {0} is nothing. */
typedef struct site_report {
  char *name; /* of a symbol, or NULL */
  char *file; /* with `line`, or NULL */
  uint32_t line;
  bool is_function; /* the name is one's */
  unsigned rank;    /* 0: the crash is there; higher: less sure */
} site_report;

typedef struct site_reports {
  site_report *data;
  size_t size;
} site_reports;

/* Reads the output of a run that was left to its end. The first diagnostic that
 * `pattern` matches (may be NULL) counts as telling the crash. */
void site_reports_find(site_reports *out, const rd_run *run,
                       const regex_t *pattern);
void site_reports_dispose(site_reports *self);

enum { SITES_MAX = 8 };

/* The same in terms of a text: names that occur in it and its own lines,
 * likeliest first, names before lines. */
typedef struct sites {
  rd_site data[SITES_MAX]; /* names are lent from the reports */
  bool are_functions[SITES_MAX];
  size_t size;
} sites;

/* Finds the reports' places in a text, which has the name that it was compiled
 * under. What cannot be found there is left out. */
void sites_locate(sites *out, const site_reports *reports, const source *in);
/* "function 'f', symbol 'g', line 12", "" for none; caller's. */
char *sites_line(const sites *self);

#endif
