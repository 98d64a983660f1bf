/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The property that the reduction preserves: how the subject crashes, or what
 * else was asked for. */
#ifndef CLANG_HDD_PROPERTY_H
#define CLANG_HDD_PROPERTY_H

#include "clang-hdd/subject.h"
#include "compiler/crash_oracle.h"
#include "compiler/site.h"

typedef struct property {
  const request *request;
  const subject *subject;
  property_kind kind;
  strings environment; /* of the command, as in a job */
  signature signature;
  site_reports reports; /* of the crash site, from the compiler's output */
  rd_limits limits;     /* of a test */
} property;

/* Runs the file and determines the property. `earlier`: the limits of the run
 * that is resumed, used instead of measured ones; or NULL. */
exit_code property_find(property *out, const subject *of,
                        const rd_limits *earlier);
void property_dispose(property *self);

/* The property in one line, NULL if there is none; caller's. */
char *property_line(const property *self);
/* The --match level in use, NULL if no output is compared; lent forever. */
const char *property_match(const property *self);
/* The options of an oracle without judge and guard and with a single slot; its
 * faster modes are validated on `text`. Lent. */
crash_options property_options(const property *self, const source *text);

/* ---- original.c: the text that the reduction begins with ---- */

typedef struct original {
  char *text; /* the input or its preprocessed form */
  size_t size;
  char *preprocessed;   /* NULL if the text is the input */
  bool has_markers;     /* line markers, in the preprocessed text */
  site_reports reports; /* of the crash site, if not the property's */
  sites sites;          /* the places of the crash site in the text */
} original;

/* Preprocesses a file with includes, if the property survives that, and finds
 * the crash site in it. */
exit_code original_make(original *out, const property *of);
void original_dispose(original *self);

#endif
