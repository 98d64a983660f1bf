/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * --wrong-code: what a test runs.
 *
 * A program that is built wrong is found out once, by all builds of the
 * original (wrong/find.c). From then on a test is one run of clang-hdd-differs
 * with the plan that was found, and its exit status says which step has refused
 * the text.
 */
#include "clang-hdd/property.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BAD_AND_GOOD = 2 }; /* the steps before the sieve */

rd_verdict property_wrong_verdict(int status)
{
  return status == DIFFERS_NOT_ASKED                ? RD_RESOURCE_OUT
         : status == DIFFERS_UNBUILT                ? RD_INVALID
         : status >= DIFFERS_REFUSED + BAD_AND_GOOD ? RD_OVERRULED
                                                    : RD_UNINTERESTING;
}

char *property_sieve_line(const property *self, const crash_stats *stats)
{
  const plan *of = &self->subject->wrong.plan;
  textbuf out = { 0 };
  for (size_t i = BAD_AND_GOOD; i < of->size; i++) {
    uint64_t count = stats->statuses[(DIFFERS_REFUSED + i) & 255];
    if (count)
      text_printf(&out, "%s%" PRIu64 " by %s", out.size ? ", " : "", count,
                  of->steps[i].name);
  }
  return out.data;
}

char *property_cost_line(const property *self, const crash_stats *stats)
{
  const plan *of = &self->subject->wrong.plan;
  textbuf out = { 0 };
  uint64_t all = 0, sieve = 0;
  for (size_t i = 0; i < of->size && i < CRASH_STEPS; i++) {
    uint64_t us = stats->step_us[i];
    plan_role role = of->steps[i].role;
    all += us;
    sieve += role == ROLE_SILENT || role == ROLE_SAME ? us : 0;
    text_printf(&out, ", %.1f s %s", (double)us / 1000000, of->steps[i].name);
  }
  char *line = mem_format("%.0f %% of the time of tests%s",
                          100.0 * (double)sieve / (double)(all ? all : 1),
                          out.data ? out.data : "");
  text_free(&out);
  return line;
}

static void tell(const wrong_case *found, const invocation *command)
{
  const char *licence = sieve_licence(command);
  if (licence)
    progress_notice("%s lets results of floating-point arithmetic change, "
                    "which is no bug then",
                    licence);
  if (found->blind)
    progress_warning("most of what looks for undefined behaviour cannot be "
                     "asked: %s",
                     found->blind);
  char *expected =
      behaviour_expected(found->plan.expected, found->plan.or_fails);
  progress_detail("wrong code: %s", expected);
  free(expected);
  for (size_t i = 0; i < found->plan.size; i++)
    progress_detail("a test asks: %s", found->plan.steps[i].name);
  for (size_t i = 0; i < found->notes.size; i++)
    progress_detail("a test does not ask: %s", found->notes.data[i]);
}

wrong_options subject_wrong_options(const subject *self, const char *text,
                                    size_t size)
{
  static const strings none; /* --good names revisions then */
  const request *asked = self->request;
  wrong_options out = wrong_cli_options(&asked->wrong);
  out.run = self->run;
  out.command = &self->command;
  out.compiler = &self->compiler;
  out.of = language_of(subject_language(self), self->file_name);
  out.good = asked->with_bisect ? &none : &asked->bisect.good;
  out.cwd = self->cwd;
  out.text = subject_source(self, text, size);
  out.limits = request_first_limits(asked);
  return out;
}

exit_code subject_find_wrong(subject *self)
{
  if (self->command.raw)
    return progress_fail(EXIT_USAGE,
                         "--wrong-code: %s does not link; name the "
                         "driver that runs it",
                         self->command.words.data[0]);
  wrong_options options =
      subject_wrong_options(self, self->input, self->input_size);
  rd_error err = { 0 };
  rd_status status = wrong_find(&self->wrong, &options, &err);
  if (status == RD_ERR_INVALID)
    return progress_fail(EXIT_USAGE, "%s", err.message);
  if (status)
    return progress_fail_error(&err);
  if (self->wrong.fault)
    return progress_fail(wrong_cli_code(self->wrong.fault), "%s",
                         self->wrong.problem);
  if (!wrong_words(&self->argv, "test", &self->wrong.plan))
    return progress_fail(EXIT_INTERNAL,
                         "clang-hdd-differs is not beside the front ends");
  tell(&self->wrong, &self->command);
  return EXIT_DONE;
}
