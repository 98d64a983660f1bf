/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Records a reduction: each accepted step with its text, and the outcomes of
 * each pass's tests.
 *
 * A resumed run replays the steps and tests of the earlier one as the same
 * events, so its record is complete; only the times are those of its own
 * process. The searches for texts of other classes are not recorded here.
 */
#include "clang-hdd/chronicle.h"

#include <stdlib.h>
#include <string.h>

/* Limit for the texts of all steps together. */
enum { TEXTS_MOST = 16 << 20 };

/* The row of the pass; adds it if needed. */
static report_pass *pass_of(report *to, const char *name)
{
  for (size_t i = 0; i < to->pass_count; i++)
    if (!strcmp(to->passes[i].name, name))
      return &to->passes[i];
  LIST_PUSH(to->passes, to->pass_count,
            ((report_pass){ .name = mem_copy(name) }));
  return &to->passes[to->pass_count - 1];
}

static void add_step(report *to, const rd_event *event, uint64_t ms)
{
  to->steps = mem_resize(to->steps, to->step_count + 1, sizeof *to->steps);
  to->steps[to->step_count++] = (report_step){
    .pass = mem_copy(event->pass ? event->pass : ""),
    .round = event->round,
    .tests = event->stats->tests,
    .ms = ms,
    .measure = event->measure,
    .text = mem_copy_bytes(event->text, event->text_size),
    .size = event->text_size,
  };
  report_keep_texts(to, TEXTS_MOST);
}

void chronicle_undo(report *to, size_t count)
{
  while (to->step_count > count) {
    report_step *last = &to->steps[--to->step_count];
    free(last->pass);
    free(last->text);
  }
}

void chronicle_note(report *to, const rd_event *event, uint64_t ms)
{
  if (event->kind == RD_EVENT_TEST)
    pass_of(to, event->pass ? event->pass : "")->verdicts[event->verdict]++;
  if (event->kind == RD_EVENT_ACCEPT)
    add_step(to, event, ms);
}
