/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a test looks for if --ice-pattern misses in the output of a test, but
 * matches what the user sees (compiler/seen.h).
 *
 * At the strictest level a crash is the same one only if it is in the same
 * place, so an expression for what tests see says no less than the user's
 * pattern. At the other levels, and where there is no such expression, each
 * text that has everything else is also run as the user would run it. A pattern
 * that decides alone is looked for in such runs only.
 */
#include "clang-hdd/property.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/pattern.h"
#include "compiler/seen.h"

/* Uses the expression from now on if it matches the output. */
static bool adopt(property *self, const char *expression, const rd_run *run)
{
  regex_t compiled;
  char *problem = NULL;
  bool good = expression && pattern_compile(&compiled, &problem, expression);
  free(problem);
  if (good && !output_matches(&compiled, run)) {
    regfree(&compiled);
    good = false;
  }
  if (!good)
    return false;
  if (self->expression)
    regfree(&self->regex);
  self->regex = compiled;
  self->pattern = &self->regex;
  string_replace(&self->expression, mem_copy(expression));
  return true;
}

/* crash_guard.holds */
static bool holds(const void *payload, const rd_run *run)
{
  const property *self = payload;
  return output_matches(&self->regex, run);
}

/* The user's view decides alone, in place of the test's. */
static void decide_alone(property *self, rd_run *run, rd_run *seen)
{
  rd_run other = *run;
  *run = *seen;
  *seen = other;
  runner_user_environment(&self->environment, self->subject->run);
  progress_notice("--ice-pattern matches only what you see, with your locale "
                  "and symbolizer; each test runs with them, and takes longer");
}

/* The user's view is one more condition. */
static void ask_both(property *self, rd_run *run, const rd_run *seen)
{
  runner_user_environment(&self->by_user, self->subject->run);
  self->guard = (crash_guard){ .argv = subject_argv(self->subject),
                               .environment = &self->by_user,
                               .holds = holds,
                               .payload = self,
                               .otherwise = RD_UNINTERESTING };
  self->pattern = NULL;
  if (run->wall_ms < seen->wall_ms) /* limits have to suffice for both */
    run->wall_ms = seen->wall_ms;
  progress_notice("--ice-pattern matches only what you see, with your locale "
                  "and symbolizer; each text that crashes in the same way also "
                  "runs with them, which takes longer");
}

/* Runs the file as the user would. */
static exit_code look_as_user(bool *found_out, property *self, rd_run *run,
                              const char *expression, bool alone)
{
  const subject *of = self->subject;
  const char *match = self->request->match;
  source input = subject_source(of, of->input, of->input_size);
  rd_run seen = { 0 };
  rd_error err = { 0 };
  if (seen_run(&seen, of->run, &of->argv, &input, &self->limits, &err))
    return progress_fail_error(&err);
  *found_out = adopt(self, expression, &seen);
  char *tested = *found_out && (!match || !strcmp(match, match_level_name(0)))
                     ? seen_pattern(&self->regex, &seen, run)
                     : NULL;
  if (tested && adopt(self, tested, run))
    progress_notice("--ice-pattern %s matches what you see, with your locale "
                    "and symbolizer; in a test that is %s",
                    self->request->pattern, tested);
  else if (*found_out && alone)
    decide_alone(self, run, &seen);
  else if (*found_out)
    ask_both(self, run, &seen);
  free(tested);
  rd_run_dispose(&seen);
  return EXIT_DONE;
}

exit_code property_find_pattern(bool *found_out, property *self, rd_run *run,
                                bool alone)
{
  const request *asked = self->request;
  const invocation *command = &self->subject->command;
  self->pattern = asked->regex;
  *found_out = output_matches(self->pattern, run);
  /* Other builds of the compiler have other offsets. */
  if (*found_out || asked->with_bisect)
    return EXIT_DONE;
  char *bare = seen_without_folder(asked->pattern,
                                   command->shown.data[command->shown_file]);
  exit_code code = EXIT_DONE;
  *found_out = adopt(self, bare, run);
  if (*found_out)
    progress_notice("--ice-pattern %s matches what you see; in a test, which "
                    "has a folder of its own, that is %s",
                    asked->pattern, bare);
  else
    code =
        look_as_user(found_out, self, run, bare ? bare : asked->pattern, alone);
  free(bare);
  return code;
}

rd_status property_test_words(bool *good_out, const property *self,
                              const char *const *argv, const source *text,
                              rd_error *err)
{
  strings words = { 0 };
  for (size_t i = 0; argv[i]; i++)
    strings_add(&words, argv[i]);
  rd_run run = { 0 };
  rd_status status =
      seen_run(&run, self->subject->run, &words, text, &self->limits, err);
  *good_out = !status && holds(self, &run);
  rd_run_dispose(&run);
  strings_free(&words);
  return status;
}
