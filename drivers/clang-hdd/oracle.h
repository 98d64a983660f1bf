/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle decides whether a text still has the property. */
#ifndef CLANG_HDD_ORACLE_H
#define CLANG_HDD_ORACLE_H

#include "clang-hdd/output.h"
#include "clang-hdd/property.h"
#include "compiler/others.h"

/* What errors in a text do to the property. */
typedef enum error_effect {
  ERRORS_UNKNOWN,  /* or nothing */
  ERRORS_SURVIVED, /* the compiler crashes all the same */
  ERRORS_HIDDEN,   /* it is lost, unless they come after the crash */
  ERRORS_SPOIL     /* it is lost */
} error_effect;

typedef struct oracle {
  const property *property;
  const original *original;
  runner **slots; /* run the tests; the first is the subject's */
  size_t slot_count;
  judge *judge;        /* or NULL */
  bool prechecked;     /* the front end was tried on the original: */
  bool prechecks;      /* it can check, */
  bool dies;           /* or dies from it, */
  bool renews;         /* and only a fresh process is unharmed by that, */
  uint32_t lone;       /* which has so many brackets without a partner, */
  uint32_t relax;      /* with the least relaxation that the original needs, or
                      RD_STRICT */
  error_effect errors; /* without a judge */
  char *also_folder, *temps_folder; /* for texts that are kept, or NULL */
  crash_guard guard;                /* by the compiler of a script; no argv:
                                       there is none */
  others others;                    /* other crashes that were seen */
  courier *courier;                 /* to workers, or NULL */
  crash_oracle *crash;              /* NULL: not made yet */
} oracle;

/* Chooses the judge, makes the slots, then the oracle. */
exit_code oracle_make(oracle *out, const property *of, const original *text,
                      const output *to);
void oracle_dispose(oracle *self);

/* The options of the oracle, to make another one like it. Lent. */
crash_options oracle_options(const oracle *self);
/* Tests a text once more from scratch (O2). */
rd_status oracle_test(bool *good_out, crash_oracle *of, const char *text,
                      size_t size, rd_error *err);
/* The judge's name, or why there is none; lent. */
const char *oracle_judge_line(const oracle *self);
/* From now on each text is held to the standard, or not. There is a judge, which
 * knows it. */
void oracle_hold_standard(oracle *self, bool holds);
/* From now on texts may break the standard as this one does, too. */
rd_status oracle_lower_standard(oracle *self, const source *text,
                                rd_error *err);
/* The front end's prediction of the judge's answers or, without a judge, of the
 * failures that errors cause; the payload is the oracle, lent. check is NULL if
 * nothing can be predicted. */
rd_foresight oracle_foresight(oracle *self);

#endif
