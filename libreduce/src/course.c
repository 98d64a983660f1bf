/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a round asks for.
 *
 * Rounds start with what is likely, and ask for more when nothing is left: all
 * that was not asked before, then everything. A success at any time leads back
 * to the likely ones, which are cheap by then, as most deltas are remembered.
 * The rounds that ask for more come after one that changed nothing, so what was
 * asked since is in the cache, and the last one costs no more than the deltas
 * that it asks for first.
 *
 * Whether a name may be used without a declaration is a matter of the language
 * and of what the property bears: in C, functions and tags may, and a crash in
 * the parser may bear any error. So it starts from what C allows and is learned
 * from counts: a kind of symbol is strict unless at least one such delta of
 * eight succeeded.
 */
#include "course.h"

#include <string.h>

enum { ONE_OF = 8 };

void rd_course_init(rd_course *course)
{
  memset(course, 0, sizeof *course);
  course->failures = rd_failures_new(0);
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++) {
    bool may_go = i == RD_SYMBOL_FUNCTION || i == RD_SYMBOL_TAG;
    course->fit[i] = may_go;
    course->unfit[i] = !may_go;
  }
}

void rd_course_dispose(rd_course *course)
{
  rd_failures_free(course->failures);
}

uint32_t rd_course_strict(const rd_course *course)
{
  uint32_t kinds = 0;
  if (course->effort != RD_EFFORT_LIKELY)
    return 0;
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++)
    if (ONE_OF * course->fit[i] < course->unfit[i])
      kinds |= UINT32_C(1) << i;
  return kinds;
}

void rd_course_learn(rd_course *course, uint32_t kinds, bool fits)
{
  uint64_t *counts = fits ? course->fit : course->unfit;
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++)
    counts[i] += kinds >> i & 1;
}

void rd_course_succeed(rd_course *course)
{
  course->effort = RD_EFFORT_LIKELY;
}

bool rd_course_ask_more(rd_course *course, bool no_final_round)
{
  rd_effort last = no_final_round ? RD_EFFORT_FRESH : RD_EFFORT_ALL;
  if (course->effort == last)
    return false;
  course->effort++;
  course->is_cut = false;
  return true;
}

bool rd_course_is_minimal(const rd_course *course)
{
  return course->effort == RD_EFFORT_ALL && !course->is_cut;
}
