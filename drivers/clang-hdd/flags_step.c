/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reduces the options, once the source is small.
 *
 * The source is reduced under the user's own command: the result crashes under
 * that command and under the remaining options. Options are therefore reduced
 * on the final text and do not change it. Fewer options could not make it
 * smaller: a text would have to crash under both commands, and each smaller
 * one that the passes know was already refused under the first alone. Options
 * are not reduced before the source, because tests are expensive then and the
 * outcome need not hold in the end (docs/design.md has the figures of both).
 *
 * The answers have a log of their own for --resume; the tests count separately
 * from those of the source.
 */
#include "clang-hdd/reduction.h"

#include <inttypes.h>
#include <stdlib.h>

#include "clang-hdd/interrupt.h"

/* Not wanted for a hang, since each test takes its whole limit; for a script,
 * which has its own options; or for a result that is not final, since it is
 * large and may change. */
static bool is_wanted(const reduction *self)
{
  const outcome *out = self->out;
  property_kind kind = self->property->kind;
  return self->subject->has_command && out->has_result &&
         out->result.complete && out->result.size &&
         !self->request->keep_flags && kind != PROPERTY_SCRIPT &&
         kind != PROPERTY_HANG && !interrupt_code() &&
         flags_count(&self->subject->command);
}

/* flags_request.also: does the user see --ice-pattern with these options? */
static rd_status test_as_user(bool *good_out, void *payload,
                              const char *const *argv, rd_error *err)
{
  const reduction *self = payload;
  source text = subject_source(self->subject, self->out->result.text,
                               self->out->result.size);
  return property_test_words(good_out, self->property, argv, &text, err);
}

/* flags_request.wrap: the options matter to the program that is built wrong. */
static void wrap_wrong(strings *out, void *payload, const invocation *command)
{
  const reduction *self = payload;
  const subject *of = self->subject;
  wrong_options options = subject_wrong_options(of, "", 0);
  plan made;
  options.command = command;
  wrong_plan_for(&made, &of->wrong.plan, 0, &of->command, &options);
  wrong_plan_strip(&made, self->out->without);
  (void)wrong_words(out, "test", &made);
  plan_dispose(&made);
}

static rd_status reduce(reduction *self, rd_error *err)
{
  const subject *of = self->subject;
  outcome *out = self->out;
  crash_options has = oracle_options(self->oracle);
  checkpoint_guard(&has, self);
  source text = subject_source(of, out->result.text, out->result.size);
  rd_log *log = resume_open_log(self->journal, "flags");
  flags_request what = { .run = of->run,
                         .command = &of->command,
                         .compiler = &of->compiler,
                         .property = &has,
                         .text = &text,
                         .proved = self->property->kind == PROPERTY_CRASH,
                         .log = log,
                         .stop = &interrupt_signal };
  what.payload = self;
  if (self->property->kind == PROPERTY_WRONG)
    what.wrap = wrap_wrong;
  if (self->checkpoint.on)
    what.also = checkpoint_test_words;
  else if (self->property->guard.argv)
    what.also = test_as_user;
  rd_status status = flags_reduce(&out->flags, &what, err);
  out->has_flags = status == RD_OK || status == RD_ERR_STOPPED;
  rd_log_close(log);
  if (out->has_flags &&
      invocation_parse_like(&out->reduced, &of->command,
                            strings_argv(&out->flags.words), err))
    out->has_flags = false;
  return status;
}

exit_code reduce_flags(reduction *self)
{
  if (!is_wanted(self))
    return EXIT_DONE;
  rd_error err = { 0 };
  rd_status status = reduce(self, &err);
  progress_clear();
  if (status == RD_ERR_STOPPED)
    return interrupt_code();
  if (status)
    progress_warning("%s; the flags stay as they are",
                     status == RD_ERR_NOT_INTERESTING
                         ? "run once more, the result has lost the property"
                         : err.message);
  else
    progress_detail("flags: %" PRIu64 " tests", self->out->flags.tests);
  return EXIT_DONE;
}
