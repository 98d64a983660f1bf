/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The signature of a crash, without any part of the user's program. */
#ifndef COMPILER_SIGNATURE_H
#define COMPILER_SIGNATURE_H

#include <stdint.h>

#include "compiler/crash_facts.h"
#include "compiler/frames.h"
#include "base/text.h"
#include "reduce/process.h"

/* A crash as facts that do not depend on the compiled text: no user names,
 * lines, values or addresses. {0} is "no crash". */
typedef struct signature {
  strings facts;       /* in group order; empty: no crash */
  stack_frames frames; /* call frames, innermost first; may be empty */
  char *address;       /* module+0xOFFSET of the fault, if requested */
  uint32_t places;     /* bit i: fact i identifies where the compiler crashed */
  uint32_t activities; /* bit i: fact i only says what the compiler was doing */
  bool has_place;      /* the facts or frames identify where it crashed */
  bool is_common;      /* additional facts are permitted */
  match_level level;   /* strictness of the facts and frames */
  strings errors; /* about the text or from the compiler's own checks, printed
                     before the crash; sorted; not compared */
} signature;

/* Extracts the signature of a run; out->facts is empty if it did not crash. The
 * driver and the compiler proper yield the same signature. A cancelled run is
 * read as a failed one. */
void signature_find(signature *out, const rd_run *run);
/* The same at a given level; signature_find uses MATCH_EXACT. Only signatures
 * of the same level can be compared. */
void signature_find_at(signature *out, const rd_run *run, match_level level);
void signature_dispose(signature *self);
bool signature_is_crash(const signature *self);
bool run_shows_crash(const rd_run *run);
/* Does `other` show the same crash? Addresses are not compared; if `self` has
 * no frames, those of `other` are ignored. On a mismatch, *reason_out (may be
 * NULL) describes the difference; owned by the caller. */
bool signature_equals(const signature *self, const signature *other,
                      char **reason_out);
/* Does a crash of another version or build of the compiler look the same? Both
 * signatures must have one level, MATCH_FUNCTION or looser, because lines and
 * offsets move. */
bool signature_is_akin(const signature *self, const signature *other);
/* Are these its facts, ignoring frames? */
bool signature_has_facts(const signature *self, const strings *facts);
/* Combines signature_find and signature_equals. */
bool signature_matches(const signature *self, const rd_run *run,
                       char **reason_out);
/* One line for display; owned by the caller. */
char *signature_line(const signature *self);
/* The same without what the compiler was doing, and without what the user's text
 * decides: where one mistake of it crashes in several passes or forms. NULL: that
 * names no place; owned by the caller. */
char *signature_place(const signature *self);
/* Removes everything that `other` does not share: for a compiler that does not
 * crash the same way twice. */
void signature_keep_common(signature *self, const signature *other);

#endif
