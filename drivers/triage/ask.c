/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asks a compiler to compile the same text with other options.
 *
 * A run has one of four answers, and only a successful compile proves that the
 * crash is gone: a compiler that rejects an option or dies elsewhere never
 * reached the place in question. Options are inserted right after the compiler,
 * where a "--" in the user's command cannot hide them. If only the answer is
 * wanted, a run ends as soon as its output determines it, since most of a
 * crash's time is spent on a backtrace.
 */
#include "triage/ask.h"

#include <stdlib.h>

#include "compiler/early.h"
#include "compiler/words.h"

enum {
  OUTPUT_MOST = 32 << 20,
  HANGS_MOST = 3 /* number of timeouts after which no more runs are made, and
                    nothing is known */
};

static answer answer_of(const asker *self, const rd_run *run)
{
  if (signature_matches(self->given->expected, run, NULL))
    return ANSWER_SAME;
  if (run_shows_crash(run) || run->end != RD_END_EXIT)
    return ANSWER_OTHER;
  return run->status ? ANSWER_FAILS : ANSWER_GONE;
}

/* The command with the question's options. */
static void build(strings *out, const crash_case *given, const question *what)
{
  strings extra = { 0 };
  const strings *own = &given->compiler->extra;
  strings_add_all(&extra, own);
  for (const char *const *word = what->options; *word; word++)
    strings_add(&extra, *word);
  invocation_use use = { .mode = what->mode,
                         .output = what->output,
                         .extra = &extra };
  invocation_build(out, given->command, &use);
  strings_free(&extra);
}

/* Does the output so far determine the answer? */
static bool is_known(void *payload, const char *printed, size_t size)
{
  return early_look(payload, printed, size) != EARLY_OPEN;
}

static rd_status run(answer *out, rd_run *run_out, asker *self,
                     const question *what, early *until)
{
  const crash_case *given = self->given;
  strings words = { 0 };
  *run_out = (rd_run){ 0 };
  *out = ANSWER_OTHER;
  if (self->hangs == HANGS_MOST)
    return RD_OK;
  build(&words, given, what);
  rd_limits limits = *given->limits;
  limits.output_bytes = OUTPUT_MOST;
  self->runs++;
  rd_status status =
      runner_run_until(run_out, given->run, strings_argv(&words),
                       what->text ? what->text : given->text, &limits,
                       until ? is_known : NULL, until, self->err);
  strings_free(&words);
  if (!status) {
    *out = answer_of(self, run_out);
    self->hangs += run_out->end == RD_END_WALL || run_out->end == RD_END_CPU;
  }
  return status;
}

rd_status ask_all(answer *out, rd_run *run_out, asker *self,
                  const question *what)
{
  return run(out, run_out, self, what, NULL);
}

rd_status ask_until(answer *out, rd_run *run_out, asker *self,
                    const question *what)
{
  early_options options = { .expected = self->given->expected };
  early *until = early_new(&options);
  rd_status status = run(out, run_out, self, what, until);
  early_free(until);
  return status;
}

rd_status ask(answer *out, asker *self, const question *what)
{
  rd_run ended = { 0 };
  rd_status status = ask_until(out, &ended, self, what);
  rd_run_dispose(&ended);
  return status;
}

rd_status ask_limit(answer *out, asker *self, const char *option,
                    unsigned limit)
{
  char *line = mem_format("%s%u", option, limit);
  strings words = { 0 };
  (void)words_split(&words, line);
  question what = { .options = { words.data[0],
                                 words.size > 1 ? words.data[1] : NULL } };
  rd_status status = ask(out, self, &what);
  strings_free(&words);
  free(line);
  return status;
}

rd_status ask_first(triage *out, asker *self, const char *option, unsigned low,
                    answer below, unsigned *high)
{
  rd_status status = RD_OK;
  answer got = ANSWER_FAILS;
  while (!status && *high - low > 1) {
    unsigned middle = low + (*high - low) / 2;
    status = ask_limit(&got, self, option, middle);
    if (!status && got == ANSWER_SAME) {
      *high = middle;
    } else if (!status) {
      low = middle;
      below = got;
    }
  }
  if (!status && below == ANSWER_GONE) {
    out->confirmed = mem_format("%s%u", option, low);
    out->limit = mem_format("%s%u", option, *high);
  }
  return status;
}
