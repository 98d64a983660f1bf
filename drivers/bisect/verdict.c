/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The answer of one compiler of a history.
 *
 * When is a crash of another commit the same? MATCH_EXACT fits a single build
 * only: an assertion's line moves with every edit above it, and stack offsets
 * move with every build, so nearly every other commit would be skipped as
 * "another crash". Crashes are therefore read at MATCH_FUNCTION (function,
 * file, pass, signal) and compared with signature_is_akin, which ignores file
 * suffixes and versions in library names. If the bad compiler's runs disagree
 * on the function, MATCH_KIND is used. --match overrides this; MATCH_EXACT
 * suits compilers that differ only in data. The price: two bugs in one function
 * count as one, and a crash whose function was renamed is skipped. A signal
 * without a message has no function: all SIGSEGVs are alike, unless
 * --ice-pattern is given.
 *
 * A rejection is fine: as in git-bisect, only the presence of the crash counts.
 * But a compiler that rejects its command line, or lacks a file of its own, has
 * not seen the text. If a failure names no place in the text, an empty file is
 * tried; rejecting that too means that the text is not to blame. No list of
 * messages is as complete. An option that is only warned about, or ignored
 * (pcc, sdcc, tcc), has not stopped the compiler. An unstable crash counts,
 * however rare.
 */
#include "bisect/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/early.h"
#include "compiler/outcome.h"
#include "wrong/answer.h"

enum {
  REPEAT = 3,
  SCRIPT_SKIPS = 125, /* as in git bisect run */
  SHELL_FAILS = 126,  /* a shell's status for a program that cannot be run */
  SHELL_MISSES = 127, /* or does not exist */
};

void verdict_dispose(verdict *self)
{
  free(self->detail);
  *self = (verdict){ 0 };
}

bisect_answer verdict_answer(verdict_kind kind)
{
  return kind == VERDICT_CRASH  ? BISECT_BAD
         : kind == VERDICT_FINE ? BISECT_GOOD
                                : BISECT_SKIP;
}

/* ---- a run ---- */

/* One command and its question. */
typedef struct asker {
  const verdict_question *question;
  strings words;
  plan programs; /* with PROPERTY_WRONG: what a run shows */
  wrong_answer did;
  char *detail;                  /* of the answer, or NULL */
  bool knows_empty, takes_empty; /* is it known whether it accepts an empty
                                    file, and does it? */
  rd_error *err;
} asker;

static asker asker_of(const verdict_question *question,
                      const invocation *command, rd_error *err)
{
  asker out = { .question = question, .err = err };
  if (question->property == PROPERTY_WRONG) {
    strings build = { 0 };
    answer_build(&build, command);
    answer_plan(&out.programs, &question->wrong->found.plan, &build, false);
    (void)wrong_words(&out.words, "show", &out.programs);
    strings_free(&build);
  } else {
    invocation_build(&out.words, command, &(invocation_use){ 0 });
  }
  return out;
}

static void asker_dispose(asker *self)
{
  strings_free(&self->words);
  plan_dispose(&self->programs);
  free(self->detail);
}

static unsigned repeat_of(const verdict_question *question)
{
  return question->repeat ? question->repeat : REPEAT;
}

/* Runs it, no longer than `until` needs. A compiler that kills its parent gets
 * one more chance with another keeper. */
static rd_status run_text(rd_run *out, asker *self, const source *text,
                          early *until)
{
  const verdict_question *question = self->question;
  *out = (rd_run){ 0 };
  rd_status status = RD_ERR_DIED;
  for (int i = 0; i < 2 && status == RD_ERR_DIED; i++) {
    status = i ? runner_renew(question->run, self->err) : RD_OK;
    if (status)
      return status;
    if (until)
      early_reset(until);
    status = runner_run_until(out, question->run, strings_argv(&self->words),
                              text, &question->limits,
                              until ? early_is_same : NULL, until, self->err);
  }
  free(self->detail);
  self->detail = NULL;
  if (!status && question->property == PROPERTY_WRONG)
    self->did = answer_take(&self->detail, out, &self->programs,
                            &question->wrong->found.good);
  if (status || !outcome_is_disk_full(out, text->text, text->size))
    return status;
  rd_run_dispose(out);
  return rd_fail(self->err, RD_ERR_NOSPACE,
                 "no space left on the device under %s", self->words.data[0]);
}

/* Does it accept an empty file? Then it understands its command line. */
static rd_status ask_empty(asker *self)
{
  if (self->knows_empty)
    return RD_OK;
  source empty = { self->question->text.name, "", 0 };
  rd_run run = { 0 };
  rd_status status = run_text(&run, self, &empty, NULL);
  self->knows_empty = !status;
  self->takes_empty = run.end == RD_END_EXIT && !run.status;
  rd_run_dispose(&run);
  return status;
}

/* ---- what a run says ---- */

/* The answer of one run. */
typedef struct reading {
  verdict_kind kind;
  bool rejected;
  char *detail;
} reading;

static bool is_expected(const signature *expected, const rd_run *run)
{
  signature found;
  signature_find_at(&found, run, expected->level);
  bool same =
      signature_is_crash(&found) &&
      (expected->level == MATCH_EXACT ? signature_equals(expected, &found, NULL)
                                      : signature_is_akin(expected, &found));
  signature_dispose(&found);
  return same;
}

static bool has_property(const verdict_question *question, const rd_run *run)
{
  uint64_t memory = question->limits.memory_bytes;
  crash_options options = { .property = question->property,
                            .pattern = question->pattern,
                            .memory_bytes = memory ? memory : UINT64_MAX };
  if (question->property != PROPERTY_CRASH)
    return crash_run_has_property(&options, run);
  return is_expected(question->expected, run) &&
         (!question->pattern || output_matches(question->pattern, run));
}

/* A script's status 125 and its shell's own statuses are not an answer. */
static verdict_kind script_kind(const rd_run *run, verdict_kind otherwise)
{
  if (run->end != RD_END_EXIT)
    return otherwise;
  switch (run->status) {
  case SCRIPT_SKIPS:
    return VERDICT_OTHER;
  case SHELL_FAILS:
  case SHELL_MISSES:
    return VERDICT_NO_START;
  default:
    return VERDICT_FINE;
  }
}

/* Why it has the property, if the output does not show that. */
static char *property_detail(const verdict_question *question,
                             const rd_run *run)
{
  if (question->property == PROPERTY_HANG)
    return mem_format("not done after %.1f s", (double)run->wall_ms / 1000);
  if (question->property == PROPERTY_MEMORY)
    return mem_copy("takes too much memory");
  return NULL;
}

/* A run failed for no visible reason: is it because of the text? */
static rd_status read_failure(reading *out, asker *self)
{
  rd_status status = ask_empty(self);
  out->rejected = self->takes_empty;
  out->kind = self->takes_empty ? VERDICT_FINE : VERDICT_OPTIONS;
  return status;
}

/* What the program does decides; the rest is about its build. */
static void read_program(reading *out, asker *self, outcome build)
{
  static const verdict_kind kinds[] = { [ANSWER_RIGHT] = VERDICT_FINE,
                                        [ANSWER_WRONG] = VERDICT_CRASH,
                                        [ANSWER_OTHERWISE] = VERDICT_DIFFERS,
                                        [ANSWER_UNBUILT] = VERDICT_UNBUILT };
  out->kind = build == OUTCOME_LATE ? VERDICT_LATE : kinds[self->did];
  if (build == OUTCOME_ACCEPTED) {
    free(out->detail);
    out->detail = self->detail;
    self->detail = NULL;
  }
}

static rd_status read_run(reading *out, asker *self, const rd_run *run)
{
  const verdict_question *question = self->question;
  bool script = question->property == PROPERTY_SCRIPT;
  outcome what = outcome_find(&out->detail, run, question->text.name);
  if (question->property == PROPERTY_WRONG) {
    read_program(out, self, what);
    return RD_OK;
  }
  if (has_property(question, run)) {
    char *detail = property_detail(question, run);
    if (detail)
      free(out->detail);
    out->detail = detail ? detail : out->detail;
    out->kind = VERDICT_CRASH;
    return RD_OK;
  }
  switch (what) {
  case OUTCOME_FAILED:
    if (!script)
      return read_failure(out, self);
    out->kind = VERDICT_FINE;
    break;
  case OUTCOME_CRASH:
    out->kind = VERDICT_OTHER;
    break;
  case OUTCOME_REJECTED:
  case OUTCOME_ACCEPTED:
    out->kind = VERDICT_FINE;
    out->rejected = what == OUTCOME_REJECTED;
    break;
  case OUTCOME_LATE:
    out->kind = VERDICT_LATE;
    break;
  case OUTCOME_NO_START:
    out->kind = VERDICT_NO_START;
    break;
  }
  if (script)
    out->kind = script_kind(run, out->kind);
  return RD_OK;
}

/* ---- the verdict ---- */

/* Does `kind` describe the runs better? A crash always does, else the more
 * frequent kind, and of equals the earlier. */
static bool is_better(const unsigned *counts, verdict_kind kind,
                      verdict_kind before)
{
  if (before == VERDICT_CRASH || kind == VERDICT_CRASH)
    return before != VERDICT_CRASH;
  return counts[kind] > counts[before];
}

/* Records a run's answer. */
static void take_reading(verdict *self, unsigned *counts, reading *what)
{
  counts[what->kind]++;
  if (self->runs++ && !is_better(counts, what->kind, self->kind)) {
    free(what->detail);
  } else {
    free(self->detail);
    self->kind = what->kind;
    self->detail = what->detail;
    self->rejected = what->rejected;
  }
  self->agreeing = counts[self->kind];
}

/* A run that only has to show the crash need not wait for its backtrace. */
static early *make_early(const verdict_question *question)
{
  early_options options = { .expected = question->expected };
  bool usable = question->property == PROPERTY_CRASH && !question->pattern;
  return usable ? early_new(&options) : NULL;
}

rd_status verdict_find(verdict *out, const verdict_question *question,
                       const invocation *command, rd_error *err)
{
  *out = (verdict){ 0 };
  asker self = asker_of(question, command, err);
  early *until = make_early(question);
  unsigned counts[VERDICT_KINDS] = { 0 };
  rd_status status = RD_OK;
  bool again = true;
  while (again && !status && out->runs < repeat_of(question)) {
    rd_run run = { 0 };
    reading what = { 0 };
    status = run_text(&run, &self, &question->text, until);
    if (!status)
      status = read_run(&what, &self, &run);
    rd_run_dispose(&run);
    /* Does not repeat a run that timed out or could not start. */
    again = what.kind != VERDICT_LATE && what.kind != VERDICT_NO_START;
    if (status)
      free(what.detail);
    else
      take_reading(out, counts, &what);
  }
  early_free(until);
  asker_dispose(&self);
  if (status)
    verdict_dispose(out);
  return status;
}

/* ---- learning ---- */

/* Runs that crash. */
typedef struct crashes {
  rd_run *runs;
  size_t size;
} crashes;

static void crashes_dispose(crashes *self)
{
  for (size_t i = 0; i < self->size; i++)
    rd_run_dispose(&self->runs[i]);
  free(self->runs);
}

static bool is_wanted(const verdict_question *question, const rd_run *run)
{
  char *line = outcome_killer(run) ? NULL : outcome_crash(run);
  free(line);
  return line && (!question->pattern || output_matches(question->pattern, run));
}

static rd_status collect(crashes *out, asker *self)
{
  unsigned repeat = repeat_of(self->question);
  out->runs = mem_alloc(repeat, sizeof *out->runs);
  for (unsigned i = 0; i < repeat; i++) {
    rd_run run = { 0 };
    rd_status status = run_text(&run, self, &self->question->text, NULL);
    if (status)
      return status;
    if (is_wanted(self->question, &run))
      out->runs[out->size++] = run;
    else
      rd_run_dispose(&run);
  }
  return RD_OK;
}

/* Reads the first one at a level; do all agree with it? */
static bool read_all(signature *out, const crashes *all, match_level level)
{
  bool agree = true;
  signature_find_at(out, &all->runs[0], level);
  for (size_t i = 1; i < all->size && agree; i++)
    agree = is_expected(out, &all->runs[i]);
  return agree;
}

rd_status verdict_learn(signature *out, bool *unstable_out,
                        const verdict_question *question,
                        const invocation *command, rd_error *err)
{
  *out = (signature){ 0 };
  *unstable_out = false;
  asker self = asker_of(question, command, err);
  crashes all = { 0 };
  rd_status status = collect(&all, &self);
  match_level level = question->level ? *question->level : MATCH_FUNCTION;
  bool agree = !status && all.size && read_all(out, &all, level);
  if (!agree && !status && all.size && !question->level) {
    signature_dispose(out);
    agree = read_all(out, &all, MATCH_KIND);
  }
  *unstable_out = all.size && (!agree || all.size < repeat_of(question));
  crashes_dispose(&all);
  asker_dispose(&self);
  return status;
}

rd_status verdict_learn_wrong(const verdict_question *question,
                              const invocation *command, const compiler *from,
                              rd_error *err)
{
  enum { TIMES_RUN = 10 }; /* the builds of the sieve and the references */
  verdict_wrong *wrong = question->wrong;
  wrong_options with = wrong->with;
  with.run = question->run;
  with.command = command;
  with.compiler = from;
  with.text = question->text;
  with.limits = question->limits;
  with.limits.wall_ms *= TIMES_RUN;
  with.limits.cpu_ms *= TIMES_RUN;
  wrong_case_dispose(&wrong->found);
  rd_status status = wrong_find(&wrong->found, &with, err);
  wrong->known = !status && !wrong->found.fault;
  return status;
}

rd_status verdict_complaint(char **out, const verdict_question *question,
                            const invocation *command, rd_error *err)
{
  asker self = asker_of(question, command, err);
  rd_run run = { 0 };
  rd_status status = run_text(&run, &self, &question->text, NULL);
  *out = NULL;
  if (!status)
    (void)outcome_find(out, &run, question->text.name);
  rd_run_dispose(&run);
  asker_dispose(&self);
  return status;
}
