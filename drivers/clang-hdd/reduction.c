/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The reduction: search, present, check, write, and the steps after a result.
 *
 * The result of the default is laid out for readers (present.c). Then the best
 * text is run once more from scratch (O2). If that fails, the crash is flaky,
 * and the newest text that still passes replaces it. The result of an
 * interrupted run was accepted like any other; it is not checked again, since
 * its user wants to leave.
 */
#include "clang-hdd/reduction.h"

#include <inttypes.h>
#include <stdlib.h>

#include "clang-hdd/interrupt.h"

static void fall_back(reduction *self, const accepted_text *earlier)
{
  outcome *out = self->out;
  progress_warning("run once more, the result has lost the property; an "
                   "earlier one that still has it is kept");
  outcome_replace_result(out, earlier->text, earlier->size);
  out->result.after =
      resume_measure(self->journal, earlier->text, earlier->size);
  out->result.minimal = false;
  out->fell_back = true;
}

/* Runs the result once more; falls back on earlier accepted texts. */
static exit_code check_result(reduction *self)
{
  outcome *out = self->out;
  rd_error err = { 0 };
  bool good = false;
  rd_status status = oracle_test(&good, self->oracle->crash, out->result.text,
                                 out->result.size, &err);
  if (good)
    return EXIT_DONE;
  for (size_t i = out->accepted_count; !status && !good && i-- > 0;) {
    const accepted_text *earlier = &out->accepted[i];
    status = oracle_test(&good, self->oracle->crash, earlier->text,
                         earlier->size, &err);
    if (good)
      fall_back(self, earlier);
  }
  if (status)
    return progress_fail_error(&err);
  if (!good)
    return progress_fail(EXIT_UNSTABLE,
                         "run once more, the result has lost the property: it "
                         "comes and goes; try --repeat 5");
  return EXIT_DONE;
}

/* Writes the result if the last accepted text is not what is on disk. Earlier
 * failures have been reported. */
static exit_code write_result(reduction *self, exit_code code)
{
  rd_error err = { 0 };
  rd_status status =
      resume_write_result(self->journal, &self->out->result, &err);
  if (!status)
    resume_finish_output(self->journal);
  return status && !code ? progress_fail_write(&err) : code;
}

/* Presents, checks and writes the result. */
static exit_code finish(reduction *self, exit_code code)
{
  bool checked = false;
  if (!code)
    code = present_result(&checked, self);
  if (!code && !checked)
    code = check_result(self);
  return self->out->has_result ? write_result(self, code) : code;
}

/* Searches, and searches again from an earlier text if the result is about
 * another commit. The second search has that commit in its property, so there
 * is no third. */
static exit_code find_result(reduction *self)
{
  const accepted_text first = { self->original->text, self->original->size };
  accepted_text again = { 0 };
  const judge *by = self->oracle->judge;
  if (self->request->also_invalid || self->alongside ||
      (by && by->holds_standard))
    self->answers = rd_answers_new();
  ways_begin(self);
  exit_code code = search_from(self, &first);
  if (!code)
    code = checkpoint_settle(&again, self);
  if (!code && again.text)
    code = search_from(self, &again);
  free(again.text);
  return ways_end(self, code);
}

static void tell_end(const reduction *self)
{
  const rd_result *result = &self->out->result;
  if (self->out->has_result && !result->size)
    progress_warning("nothing is left: the property holds for the empty file");
  if (interrupt_code())
    progress_notice("interrupted; what is written is the best so far");
  if (self->stopped_early)
    progress_notice("stopped after %" PRIu64 " tests", result->stats.tests);
}

exit_code reduction_run(reduction *self)
{
  const outcome *out = self->out;
  classes_announce(self);
  exit_code code = resume_begin(self->journal, self->oracle);
  if (!code)
    code = checkpoint_prepare(self);
  if (code)
    return code;
  code = finish(self, find_result(self));
  bool better = false;
  if (!code && out->has_result)
    code = classes_reduce(&better, self);
  if (better)
    code = finish(self, code);
  if (!code)
    code = reduce_run(self);
  if (!code)
    code = reduce_flags(self);
  checkpoint_end(self, code);
  bool complete = !code && out->result.complete && classes_are_complete(out);
  resume_end(self->journal, complete ? out : NULL);
  tell_end(self);
  return code;
}

void reduction_dispose(reduction *self)
{
  guard_free(self->checkpoint.guard);
  rd_answers_free(self->answers);
  observe_dispose(self);
  free(self->overruled.text);
}
