/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle answers whether a text still has the property. */
#ifndef CLANG_HDD_ORACLE_H
#define CLANG_HDD_ORACLE_H

#include "clang-hdd/output.h"
#include "clang-hdd/precheck.h"
#include "clang-hdd/property.h"
#include "compiler/others.h"

typedef struct oracle {
  const property *property;
  const original *original;
  runner **slots; /* in which tests run; the first is the subject's */
  size_t slot_count;
  judge *judge; /* or NULL */
  precheck precheck;
  bool prechecked;                  /* it is known whether it can be used */
  char *also_folder, *temps_folder; /* for texts that are kept, or NULL */
  others others;                    /* other crashes that were met */
  crash_oracle *crash;              /* NULL: there is none yet */
} oracle;

/* Chooses the judge, makes the slots, and then the oracle. */
exit_code oracle_make(oracle *out, const property *of, const original *text,
                      const output *to);
void oracle_dispose(oracle *self);

/* What it is asked, for another one like it. Lent. */
crash_options oracle_options(const oracle *self);
/* Tests a text once more from scratch (O2). */
rd_status oracle_test(bool *good_out, const oracle *self, const char *text,
                      size_t size, rd_error *err);
/* What the front end foresees of the judge's answers; the payload is the oracle,
 * lent. check is NULL where nothing is to be foreseen. */
rd_foresight oracle_foresight(oracle *self);

#endif
