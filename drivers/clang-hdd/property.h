/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What has to stay: how the subject crashes, or whatever else was asked for. */
#ifndef CLANG_HDD_PROPERTY_H
#define CLANG_HDD_PROPERTY_H

#include "clang-hdd/subject.h"
#include "compiler/crash_oracle.h"
#include "compiler/site.h"

typedef struct property {
  const request *request;
  const subject *subject;
  progress *progress;
  property_kind kind;
  signature signature;
  site_reports reports; /* of the crash site, as the compiler says it */
  rd_limits limits;     /* of a test */
} property;

/* Runs the file and decides what is looked for. `earlier`: the limits of the run
 * that is resumed, which replace those that are measured; NULL: there is none. */
exit_code property_find(property *out, const subject *of,
                        const rd_limits *earlier);
void property_dispose(property *self);

/* The property in one line, NULL where there is none; caller's. */
char *property_line(const property *self);
/* The level of --match that is used, NULL where no output is compared; lent
 * forever. */
const char *property_match(const property *self);
/* What an oracle is asked that has neither judge nor guard and a single slot;
 * `text` is what its faster modes prove themselves on. Lent. */
crash_options property_options(const property *self, const source *text);

/* ---- original.c: the text that the reduction begins with ---- */

typedef struct original {
  char *text; /* the input, or it preprocessed */
  size_t size;
  char *preprocessed;   /* NULL: the text is the input */
  bool has_markers;     /* of lines, in the preprocessed text */
  site_reports reports; /* of the crash site, where they are not those of the
                           property */
  sites sites;          /* and where that is in the text */
} original;

/* Preprocesses a file that includes others, if it still has the property then,
 * and finds the crash site in it. */
exit_code original_make(original *out, const property *of);
void original_dispose(original *self);

#endif
