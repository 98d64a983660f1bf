/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reduces how the program that is built wrong is run: --run './a.out 3 <in'.
 *
 * A small program seldom reads what the original has read. Nobody else has the input,
 * and a line without it is the shorter one.
 */
#include "clang-hdd/reduction.h"

#include "clang-hdd/interrupt.h"

static unsigned given(const plan *of)
{
  return (of->arguments.size ? WITHOUT_ARGUMENTS : 0) |
         (*of->input ? WITHOUT_INPUT : 0);
}

/* Does the result show the bug without these? */
static rd_status test_without(bool *good_out, reduction *self, unsigned without,
                              rd_error *err)
{
  const subject *of = self->subject;
  source text =
      subject_source(of, self->out->result.text, self->out->result.size);
  wrong_options options = subject_wrong_options(of, text.text, text.size);
  plan made;
  strings words = { 0 };
  rd_run run = { 0 };
  wrong_plan_for(&made, &of->wrong.plan, 0, &of->command, &options);
  wrong_plan_strip(&made, without);
  (void)wrong_words(&words, "test", &made);
  rd_status status = runner_run(&run, of->run, strings_argv(&words), &text,
                                &self->property->limits, err);
  *good_out = !status && run.end == RD_END_EXIT && run.status == 0;
  rd_run_dispose(&run);
  strings_free(&words);
  plan_dispose(&made);
  return status;
}

exit_code reduce_run(reduction *self)
{
  static const unsigned sets[] = { WITHOUT_ARGUMENTS | WITHOUT_INPUT,
                                   WITHOUT_INPUT, WITHOUT_ARGUMENTS };
  const outcome *out = self->out;
  if (self->property->kind != PROPERTY_WRONG || !out->has_result ||
      !out->result.complete || !out->result.size || self->request->keep_flags ||
      interrupt_code())
    return EXIT_DONE;
  rd_error err = { 0 };
  unsigned has = given(&self->subject->wrong.plan), asked = 0;
  bool good = false;
  rd_status status = RD_OK;
  for (size_t i = 0; i < 3 && !good && !status; i++) {
    unsigned without = sets[i] & has;
    if (!without || without == asked)
      continue;
    asked = without;
    status = test_without(&good, self, without, &err);
    if (good)
      self->out->without = without;
  }
  if (status == RD_ERR_STOPPED)
    return interrupt_code();
  if (status)
    progress_warning("%s; the program is run as it was", err.message);
  return EXIT_DONE;
}
