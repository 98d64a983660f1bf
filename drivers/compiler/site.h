/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The place in the user's source at which a compiler crashed. */
#ifndef COMPILER_SITE_H
#define COMPILER_SITE_H

#include <regex.h>

#include "compiler/runner.h"
#include "reduce/reduce.h"

/* What an output reports, in the compiler's own terms: lines follow the line
 * markers. {0} is empty. */
typedef struct site_report {
  const char *name; /* of a symbol, or NULL */
  const char *file; /* with `line`, or NULL */
  uint32_t line;
  bool is_function; /* the name is a function's */
  unsigned rank;    /* 0: the crash site; higher: less certain */
} site_report;

typedef struct site_reports {
  site_report *data;
  size_t size;
  strings texts;    /* that the reports name */
  bool wants_debug; /* with -g there would be a place */
} site_reports;

/* Reads the output of a completed run. The first diagnostic that matches
 * `pattern` (may be NULL) identifies the crash. */
void site_reports_find(site_reports *out, const rd_run *run,
                       const regex_t *pattern);
void site_reports_dispose(site_reports *self);

enum { SITES_MAX = 8 };

/* The same, resolved against a text: names that occur in it and its own lines,
 * most likely first, names before lines. */
typedef struct sites {
  rd_site data[SITES_MAX]; /* names are borrowed from the reports */
  bool are_functions[SITES_MAX];
  size_t size;
} sites;

/* Resolves the reports against a text, named as it was compiled. Reports that
 * do not resolve are left out. */
void sites_locate(sites *out, const site_reports *reports, const source *in);
/* A line such as "function 'f', symbol 'g', line 12", or "" for none; owned by
 * the caller. */
char *sites_line(const sites *self);

#endif
