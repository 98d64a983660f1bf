/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a crash looks like, without anything of the user's program in it. */
#ifndef COMPILER_SIGNATURE_H
#define COMPILER_SIGNATURE_H

#include <stdint.h>

#include "compiler/crash_facts.h"
#include "compiler/frames.h"
#include "base/text.h"
#include "reduce/process.h"

/* A crash, as facts that do not depend on the text compiled: no user names, no
 * lines, values or addresses. {0} is "no crash". */
typedef struct signature {
  strings facts;       /* in the order of groups; empty: no crash */
  stack_frames frames; /* where it happened, innermost first; may be empty */
  char *address;     /* module+0xOFFSET of the fault, where it was asked for */
  uint32_t places;   /* bit i: the i-th fact says where the compiler crashed */
  bool has_place;    /* the facts or the frames say where it crashed */
  bool is_common;    /* other facts may come with these */
  match_level level; /* how strict the facts and frames are */
  strings errors; /* of the text or of the compiler's own checks, printed before
                      the crash; sorted; not compared */
} signature;

/* Reads the signature of a run; out->facts is empty if it is no crash. The
 * driver's run and that of the compiler proper give the same one, and a run
 * that was cancelled is read as one that failed. */
void signature_find(signature *out, const rd_run *run);
/* The same at a level; the other is MATCH_EXACT. Only signatures of the same
 * level can be compared. */
void signature_find_at(signature *out, const rd_run *run, match_level level);
void signature_dispose(signature *self);
bool signature_is_crash(const signature *self);
bool run_shows_crash(const rd_run *run);
/* Does the other crash look the same? Addresses are not compared, and where
 * this one has no frames those of the other do not matter. If not, and
 * `reason_out` is not NULL, *reason_out says what differs; caller's. */
bool signature_equals(const signature *self, const signature *other,
                      char **reason_out);
/* Does a crash of another version or build of the compiler look the same? Both
 * are of one level, MATCH_FUNCTION or looser, since lines and offsets move. */
bool signature_is_akin(const signature *self, const signature *other);
/* Are these its facts, the frames aside? */
bool signature_has_facts(const signature *self, const strings *facts);
/* signature_find and signature_equals. */
bool signature_matches(const signature *self, const rd_run *run,
                       char **reason_out);
/* One line for people; caller's. */
char *signature_line(const signature *self);
/* Removes what `other` does not show too: for a compiler that does not crash
 * the same way twice. */
void signature_keep_common(signature *self, const signature *other);

#endif
