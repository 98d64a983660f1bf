/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reducing the options, once the source is small.
 *
 * The user's own command stays the property of the source: the result crashes
 * under the command as given, and under the options that are left. So options
 * are reduced on the final text and change nothing of it, and there is no way in
 * which fewer options could make it smaller: a text would have to crash under
 * both commands, and each smaller one that the passes know of was asked for under
 * the first alone and refused. Nor are they reduced before the source, where a
 * test is dear and what is found need not hold in the end (docs/design.md has the
 * figures of both).
 *
 * What is asked here has a log of its own, so that --resume knows it, and counts
 * apart from the tests of the source.
 */
#include "clang-hdd/flags_step.h"

#include <inttypes.h>
#include <stdlib.h>

#include "clang-hdd/alongside.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/resume.h"

/* Each test of a hang takes its whole limit, and a script has options of its
 * own. A result that is not final is large and would be another one. */
static bool is_wanted(const session *self)
{
  return self->has_command && self->has_result && self->result.complete &&
         self->result.size && !self->options.keep_flags &&
         self->property != PROPERTY_SCRIPT && self->property != PROPERTY_HANG &&
         !session_interrupted() && flags_count(&self->command);
}

static rd_status reduce_flags(session *self, rd_error *err)
{
  rd_status status = crash_oracle_settle(self->oracle, err);
  if (status)
    return status;
  crash_options property = session_crash_options(self);
  source text = { self->name, self->result.text, self->result.size };
  rd_log *log = resume_open_log(self, "flags");
  flags_request request = { .run = &self->run,
                            .command = &self->command,
                            .compiler = &self->compiler,
                            .property = &property,
                            .text = &text,
                            .proved = self->property == PROPERTY_CRASH,
                            .log = log,
                            .stop = &interrupt_signal };
  if (alongside_is_on(self)) {
    request.also = alongside_test_words;
    request.payload = self;
  }
  status = flags_reduce(&self->flags, &request, err);
  self->has_flags = status == RD_OK || status == RD_ERR_STOPPED;
  rd_log_close(log);
  if (self->has_flags &&
      invocation_parse_like(&self->reduced, &self->command,
                            strings_argv(&self->flags.words), err))
    self->has_flags = false;
  return status;
}

exit_code flags_step(session *self)
{
  if (!is_wanted(self))
    return EXIT_DONE;
  rd_error err = { 0 };
  rd_status status = reduce_flags(self, &err);
  progress_clear(&self->progress);
  if (status == RD_ERR_STOPPED)
    return session_interrupted();
  if (status)
    progress_warning(&self->progress, "%s; the flags stay as they are",
                     status == RD_ERR_NOT_INTERESTING
                         ? "run once more, the result has lost the property"
                         : err.message);
  else
    progress_detail(&self->progress, "flags: %" PRIu64 " tests",
                    self->flags.tests);
  return EXIT_DONE;
}

const invocation *flags_step_command(const session *self)
{
  return self->has_flags ? &self->reduced : &self->command;
}

static void print_words(const strings *words, FILE *out)
{
  if (!words->size)
    (void)fputs("none", out);
  for (size_t i = 0; i < words->size; i++)
    (void)fprintf(out, "%s%s", i ? " " : "", words->data[i]);
}

void flags_step_print(const session *self, FILE *out)
{
  const flags_result *flags = &self->flags;
  if (!self->has_flags)
    return;
  (void)fprintf(out, "%-12s ", "reduced flags");
  print_words(&flags->left, out);
  if (flags_result_is_new(flags)) {
    (void)fputs(" (were: ", out);
    print_words(&flags->were, out);
    (void)fputs(")", out);
  }
  (void)fprintf(out, "; %" PRIu64 " tests%s\n", flags->tests,
                flags->minimal ? "" : ", stopped before the end");
}

void flags_step_dispose(session *self)
{
  flags_result_dispose(&self->flags);
  invocation_dispose(&self->reduced);
}
