/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The guard: predicts the result of bisecting a text, without a bisection.
 *
 * A history has one first bad commit if the commits after it are bad and those
 * before it good. A few compilers therefore decide the result: the commit's
 * own, which must crash, and those of its parents, which must not. A text for
 * which both hold leads to the same commit.
 *
 * The expected crash is learned from the commit's own compiler: functions move
 * between commits, and the bad revision's crash may have another line number
 * here. It must match as strictly as the crash of the reduction does. Parents
 * that accepted the original must also accept the text: if they reject it, they
 * avoid the crash for a reason unrelated to the commit.
 */
#include "bisect/guard.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/outcome.h"
#include "wrong/answer.h"

/* A compiler of the guard. */
typedef struct guarded {
  const guard *owner;
  strings argv;
  bool is_bad;    /* it must crash */
  outcome worst;  /* worst outcome allowed for a parent: that of the original */
  signature same; /* the crash it must show, with PROPERTY_CRASH */
  strings build;  /* with PROPERTY_WRONG: the words that build the program, */
  plan programs;  /* and what argv shows */
} guarded;

struct guard {
  property_kind property;
  const regex_t *pattern;
  rd_limits limits;
  char *name; /* of the text in its folder */
  guarded *points;
  crash_guard *rows;
  size_t count;
};

/* ---- does a run hold? ---- */

static wrong_answer program_of(const guarded *self, const rd_run *run)
{
  char *detail, *messages;
  wrong_answer answer =
      answer_read(&detail, &messages, &self->programs, NULL, run);
  free(detail);
  free(messages);
  return answer;
}

static bool is_bad_run(const guarded *self, const rd_run *run)
{
  const guard *owner = self->owner;
  if (owner->property == PROPERTY_WRONG)
    return program_of(self, run) == ANSWER_WRONG;
  const crash_options options = { .property = owner->property,
                                  .expected = &self->same,
                                  .pattern = owner->pattern };
  return crash_run_has_property(&options, run);
}

static outcome outcome_of(const guard *owner, const rd_run *run)
{
  char *detail = NULL;
  outcome is = outcome_find(&detail, run, owner->name);
  free(detail);
  return is;
}

/* Outcomes get worse from accepted to rejected to failed. */
static bool is_fine_run(const guarded *self, const rd_run *run)
{
  const guard *owner = self->owner;
  if (owner->property == PROPERTY_WRONG)
    return program_of(self, run) == ANSWER_RIGHT;
  outcome is = outcome_of(owner, run);
  if (owner->property == PROPERTY_PATTERN &&
      output_matches(owner->pattern, run))
    return false;
  return is >= OUTCOME_ACCEPTED && is <= self->worst;
}

/* crash_guard.holds */
static bool holds(const void *payload, const rd_run *run)
{
  const guarded *self = payload;
  return self->is_bad ? is_bad_run(self, run) : is_fine_run(self, run);
}

/* ---- getting to know the compilers ---- */

static rd_status fail_again(const guard *owner, const bisect_point *point,
                            bool is_bad, rd_error *err)
{
  bool wrong = owner->property == PROPERTY_WRONG;
  return rd_fail(err, RD_ERR_NOT_INTERESTING,
                 "run again, the compiler of %.12s %s", point->name,
                 !is_bad ? "is not fine any more"
                 : wrong ? "is not wrong as it was"
                         : "does not crash as it did");
}

static rd_status learn_bad(guarded *self, const guard_options *options,
                           const bisect_point *point, rd_error *err)
{
  const char *const *argv = strings_argv(&self->argv);
  rd_run first = { 0 }, second = { 0 };
  rd_status status = runner_run(&first, options->run, argv, &options->text,
                                &options->limits, err);
  if (!status)
    status = runner_run(&second, options->run, argv, &options->text,
                        &options->limits, err);
  if (!status && options->property == PROPERTY_CRASH) {
    signature again;
    signature_find_at(&self->same, &first, options->level);
    signature_find_at(&again, &second, options->level);
    if (!signature_equals(&self->same, &again, NULL))
      signature_keep_common(&self->same, &again);
    signature_dispose(&again);
  }
  bool crashes =
      options->property != PROPERTY_CRASH || signature_is_crash(&self->same);
  if (!status &&
      !(crashes && is_bad_run(self, &first) && is_bad_run(self, &second)))
    status = fail_again(self->owner, point, true, err);
  rd_run_dispose(&first);
  rd_run_dispose(&second);
  return status;
}

static rd_status learn_parent(guarded *self, const guard_options *options,
                              const bisect_point *point, rd_error *err)
{
  rd_run run = { 0 };
  rd_status status = runner_run(&run, options->run, strings_argv(&self->argv),
                                &options->text, &options->limits, err);
  self->worst = OUTCOME_FAILED;
  if (!status && !is_fine_run(self, &run))
    status = fail_again(self->owner, point, false, err);
  if (!status)
    self->worst = outcome_of(self->owner, &run);
  rd_run_dispose(&run);
  return status;
}

static rd_status add_point(guard *self, const bisect_point *point, bool is_bad,
                           const guard_options *options, rd_error *err)
{
  guarded *at = &self->points[self->count++];
  invocation command = { 0 };
  const invocation_use use = { .extra = options->extra };
  *at = (guarded){ .owner = self, .is_bad = is_bad };
  rd_status status =
      invocation_parse(&command, (const char *const *)point->command.data,
                       options->file, options->cwd, err);
  if (status)
    return status;
  if (options->property == PROPERTY_WRONG) {
    answer_build(&at->build, &command);
    answer_plan(&at->programs, options->wrong, &at->build, true);
    (void)wrong_words(&at->argv, "show", &at->programs);
  } else {
    invocation_build(&at->argv, &command, &use);
  }
  invocation_dispose(&command);
  return is_bad ? learn_bad(at, options, point, err)
                : learn_parent(at, options, point, err);
}

rd_status guard_new(guard **out, const bisection *found,
                    const guard_options *options, rd_error *err)
{
  size_t most = found->suspect_count + found->parent_count;
  guard *self = mem_alloc(1, sizeof *self);
  *self = (guard){ .property = options->property,
                   .pattern = options->pattern,
                   .limits = options->limits,
                   .name = mem_copy(options->text.name),
                   .points = mem_alloc(most, sizeof(guarded)) };
  rd_status status = add_point(self, &found->suspects[0], true, options, err);
  for (size_t i = 0; i < found->parent_count && !status; i++)
    status = add_point(self, &found->parents[i], false, options, err);
  if (status) {
    guard_free(self);
    return status;
  }
  self->rows = mem_alloc(self->count, sizeof *self->rows);
  for (size_t i = 0; i < self->count; i++)
    self->rows[i] = (crash_guard){ .argv = strings_argv(&self->points[i].argv),
                                   .holds = holds,
                                   .payload = &self->points[i],
                                   .otherwise = RD_UNINTERESTING };
  *out = self;
  return RD_OK;
}

void guard_free(guard *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->count; i++) {
    strings_free(&self->points[i].argv);
    signature_dispose(&self->points[i].same);
    strings_free(&self->points[i].build);
    plan_dispose(&self->points[i].programs);
  }
  free(self->points);
  free(self->rows);
  free(self->name);
  free(self);
}

const crash_guard *guard_rows(size_t *count_out, const guard *self)
{
  *count_out = self->count;
  return self->rows;
}

/* ---- tests ---- */

static rd_status test_one(bool *good_out, const guarded *at, runner *run,
                          const char *const *argv, const source *text,
                          rd_error *err)
{
  rd_run done = { 0 };
  rd_status status =
      runner_run(&done, run, argv, text, &at->owner->limits, err);
  *good_out = !status && holds(at, &done);
  if (!status && !*good_out &&
      outcome_is_disk_full(&done, text->text, text->size))
    status = rd_fail(err, RD_ERR_NOSPACE, "the disk is full: no space left");
  rd_run_dispose(&done);
  return status;
}

rd_status guard_test(bool *good_out, const guard *self, runner *run,
                     const source *text, rd_error *err)
{
  rd_status status = RD_OK;
  *good_out = true;
  for (size_t i = 0; i < self->count && *good_out && !status; i++)
    status = test_one(good_out, &self->points[i], run,
                      strings_argv(&self->points[i].argv), text, err);
  return status;
}

/* Tests a parent on a text; *out as the detail of a point. */
static rd_status tell_parent(char **out, guarded *at, runner *run,
                             const bisect_point *point, const source *text,
                             rd_error *err)
{
  rd_run done = { 0 };
  rd_status status = runner_run(&done, run, strings_argv(&at->argv), text,
                                &at->owner->limits, err);
  *out = NULL;
  if (!status && !is_fine_run(at, &done))
    status = fail_again(at->owner, point, false, err);
  if (!status && at->owner->property != PROPERTY_WRONG)
    (void)outcome_find(out, &done, text->name);
  rd_run_dispose(&done);
  return status;
}

rd_status guard_retell(bisection *found, const guard *self, runner *run,
                       const source *text, rd_error *err)
{
  char **told = mem_alloc(self->count, sizeof *told);
  guarded *parents = self->points + 1; /* after the bad one */
  rd_status status = RD_OK;
  for (size_t i = 0; i < found->parent_count && !status; i++)
    status =
        tell_parent(&told[i], &parents[i], run, &found->parents[i], text, err);
  for (size_t i = 0; i < found->parent_count; i++) {
    char **detail = &found->parents[i].detail, *before = *detail;
    *detail = status ? before : told[i];
    free(status ? told[i] : before);
  }
  free(told);
  return status;
}

/* Translates a command to another compiler: each word of `base` is replaced by
 * the word at the same place of its own command. */
static void translate(strings *out, const strings *own, const char *const *base,
                      const char *const *argv)
{
  for (; *argv; argv++) {
    size_t i = 0;
    while (base[i] && i < own->size && strcmp(base[i], *argv) != 0)
      i++;
    strings_add(out, base[i] && i < own->size ? own->data[i] : *argv);
  }
}

/* The plan in the words of a test of the reduction. */
static void read_plan(plan *out, const char *const *argv)
{
  enum { BEFORE = 2 }; /* the program and its verb */
  size_t count = 0;
  while (argv[count])
    count++;
  (void)plan_read(out, argv + BEFORE, count - BEFORE);
}

/* The same where the words are those of a plan. */
static void translate_programs(strings *out, const guarded *at,
                               const char *const *base, const char *const *argv)
{
  plan was, now, made;
  strings build = { 0 };
  read_plan(&was, base);
  read_plan(&now, argv);
  translate(&build, &at->build, strings_argv(&was.steps[0].build),
            strings_argv(&now.steps[0].build));
  answer_plan(&made, &now, &build, true);
  (void)wrong_words(out, "show", &made);
  strings_free(&build);
  plan_dispose(&made);
  plan_dispose(&now);
  plan_dispose(&was);
}

rd_status guard_test_words(bool *good_out, const guard *self, runner *run,
                           const char *const *base, const char *const *argv,
                           const source *text, rd_error *err)
{
  rd_status status = RD_OK;
  *good_out = true;
  for (size_t i = 0; i < self->count && *good_out && !status; i++) {
    strings words = { 0 };
    if (self->property == PROPERTY_WRONG)
      translate_programs(&words, &self->points[i], base, argv);
    else
      translate(&words, &self->points[i].argv, base, argv);
    status = test_one(good_out, &self->points[i], run, strings_argv(&words),
                      text, err);
    strings_free(&words);
  }
  return status;
}
