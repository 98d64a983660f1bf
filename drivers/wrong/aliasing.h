/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The step of the sieve that looks at the types of accesses: what breaks the aliasing
 * rules of C and C++. */
#ifndef WRONG_ALIASING_H
#define WRONG_ALIASING_H

#include "wrong/find.h"

/* Is it that step? */
bool aliasing_is(const plan_step *step);
bool aliasing_is_asked(const plan *of); /* is it one of these? */
/* What `marker` is asked to do with LLVM IR in a file: mark_accesses, in place. */
#define ALIASING_MARK "mark"
/* Lets the processes of Clang, words as plan_step.jobs has them, mark what they compile.
 * false: they compile nothing, or at another level than -O1; the words stay. */
bool aliasing_jobs(strings *words, const char *marker);
/* Lets the processes of the step mark its program, and a library look at it. false:
 * they cannot; the step has none then. Any other step stays as it is. */
bool aliasing_prepare(plan_step *step);
/* Says what it means that the original is not right in that step: a fault of the
 * program, if the difference is gone with -fno-strict-aliasing, and otherwise a note.
 * Cost: a build. Errors as those of wrong_show. */
rd_status aliasing_judge(wrong_case *of, const plan_step *step,
                         const act_result *seen, const wrong_options *options,
                         rd_error *err);
/* Leaves the step out if it has no processes; the notes say so. */
void aliasing_drop(wrong_case *of);

#endif
