/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle of a reduction: does a text still crash the compiler the same way,
 * or have whatever other property was asked for? */
#ifndef COMPILER_CRASH_ORACLE_H
#define COMPILER_CRASH_ORACLE_H

#include <regex.h>

#include "compiler/judge.h"
#include "compiler/signature.h"
#include "reduce/oracle.h"

typedef enum property_kind {
  PROPERTY_CRASH,   /* the same signature, and the pattern if there is one */
  PROPERTY_PATTERN, /* the pattern alone */
  PROPERTY_HANG,    /* does not end in time */
  PROPERTY_MEMORY,  /* takes more memory than it may */
  PROPERTY_SCRIPT,  /* the command ends with status 0 */
} property_kind;

/* What is tested, how. All lent until crash_oracle_free. */
typedef struct crash_options {
  runner *run;
  const char *const *argv; /* the command */
  const char *name;        /* the text's name in its folder */
  property_kind property;
  const signature *expected; /* with PROPERTY_CRASH */
  const regex_t *pattern;    /* or NULL */
  uint64_t memory_bytes;     /* with PROPERTY_MEMORY: what is too much */
  rd_limits limits;          /* of a run */
  judge *judge;              /* or NULL: all that crashes is accepted */
} crash_options;

/* What the oracle counted beside the verdicts. */
typedef struct crash_stats {
  uint64_t runs;    /* of the command, repetitions after timeouts included */
  uint64_t faults;  /* traced runs */
  strings others;   /* other crashes met, a line each, in the order met */
  bool untraceable; /* fault addresses could not be had any more */
} crash_stats;

typedef struct crash_oracle crash_oracle;

crash_oracle *crash_oracle_new(const crash_options *options);
void crash_oracle_free(crash_oracle *self);
/* The interface for rd_reduce; capacity 1. Lent until crash_oracle_free. */
const rd_oracle *crash_oracle_interface(const crash_oracle *self);
/* Lent until crash_oracle_free. */
const crash_stats *crash_oracle_stats(const crash_oracle *self);
/* One test, start to end. */
rd_status crash_oracle_test(rd_verdict *out, crash_oracle *self,
                            const char *bytes, size_t size, rd_error *err);

/* Does a run have the property, the judge and the fault address aside? */
bool crash_run_has_property(const crash_options *options, const rd_run *run);
/* Does the pattern occur in the output? As grep does, line by line. */
bool output_matches(const regex_t *pattern, const rd_run *run);

#endif
