/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The classes of the reference judge, and a result for each.
 *
 * The result stays in the original's class of errors. Some users want the
 * smallest text of all, valid or not, others one that compiles without a
 * warning; both are cheap once the result exists. The reduction remembers the
 * smallest text that only the judge rejects; that text, or the result, is then
 * reduced without the judge. For a clean text, the search goes back from the
 * result to the newest clean one (the original is clean by definition), and on
 * from there with a judge that allows no new warnings.
 *
 * Where the result was held to the standard, a smaller text that only the judge
 * accepts is *offered*, since some maintainers take implicit int. Nobody asked
 * for it, so its search has few tests and begins only from a result that is
 * strict, and its failure to be written is no failure of the run. There is none for
 * wrong code: the sieve refuses such habits, which may be undefined behaviour. Nor is
 * there one for a script that errors spoil, whose tests may be slow.
 *
 * These reductions reuse earlier answers: a text that did not crash with the
 * judge does not crash without it, and a stricter judge rejects everything
 * that the judge rejected. Answers that depend on the judge are forgotten.
 * Each reduction has its own log, since the same text may get a different
 * answer.
 */
#include "clang-hdd/reduction.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "clang-hdd/interrupt.h"

/* A class for which there is a reduction. */
typedef struct class_row {
  judge_class what;
  const char *name, *notice; /* of its files; what is said before it begins */
  bool is_offered;           /* without --also-invalid */
} class_row;

/* In this order, since each may begin with a text that an earlier one found. */
static const class_row rows[] = {
  { JUDGE_CLEAN, "clean", "now for a text without new warnings", false },
  { JUDGE_ACCEPTED, "accepted", "now without the standard", true },
  { JUDGE_ERRORS, "invalid", "now without the judge", false },
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };
_Static_assert((int)ROW_COUNT <= (int)CLASSES_MOST,
               "outcome has no place for a class");

void classes_announce(const reduction *self)
{
  if (!self->request->also_invalid)
    return;
  if (!self->oracle->judge)
    progress_notice("--also-invalid: there is no judge, so no classes are told "
                    "apart");
  else if (!self->oracle->judge->tells_warnings)
    progress_detail("--also-invalid: no warnings are seen of %s, so no clean "
                    "result is looked for",
                    self->oracle->judge->name);
}

/* ---- one more reduction ---- */

/* A reduction for a class: request, starting text, result. */
struct more {
  reduction *of;
  class_text *out;
  const class_row *row;
  crash_oracle *oracle;
};

/* An offer takes a fifth of the tests that were made, and at least so many. */
static uint64_t offer_tests(const reduction *self)
{
  enum { SHARE = 5, LEAST = 12 };
  uint64_t tests = self->out->result.stats.tests / SHARE;
  return tests > LEAST ? tests : LEAST;
}

/* Does only the offer pay for this reduction? */
static bool is_offer(const struct more *more)
{
  return more->row->is_offered && !more->of->request->also_invalid;
}

static rd_status on_event(void *payload, const rd_event *event, rd_error *err)
{
  (void)payload, (void)err;
  progress_poll_keys();
  progress_event(event);
  return RD_OK;
}

/* Only other judges and guards need another oracle. */
static bool shares_oracle(const reduction *self, judge_class what)
{
  return what == JUDGE_ACCEPTED && !self->alongside &&
         !self->request->save_temps && !self->request->also_interesting;
}

static crash_oracle *make_oracle(reduction *self, judge_class what)
{
  if (shares_oracle(self, what))
    return self->oracle->crash;
  crash_options asked = oracle_options(self->oracle);
  checkpoint_guard(&asked, self);
  asked.also_folder = asked.temps_folder = NULL;
  if (what == JUDGE_ERRORS) {
    asked.judge = NULL;
    asked.errors = NULL;
  }
  return crash_oracle_new(&asked);
}

/* Forgets the answers that may differ for this class. */
static void adapt_answers(const reduction *self, judge_class what)
{
  rd_answers *answers = self->answers;
  bool guarded = self->checkpoint.on || self->property->guard.argv;
  if (what == JUDGE_CLEAN) {
    rd_answers_change(answers, RD_INTERESTING, RD_VERDICT_COUNT);
    return;
  }
  /* The crash may have come after the error that ended the run, and foresight
   * may have refused the text. */
  rd_answers_change(answers, RD_INVALID, RD_VERDICT_COUNT);
  /* The guard is asked after the judge. */
  rd_answers_change(answers, RD_OVERRULED,
                    what == JUDGE_ACCEPTED || guarded ? RD_VERDICT_COUNT
                                                      : RD_INTERESTING);
}

/* Holds the next texts to what this class has to satisfy. */
static void hold(const reduction *self, judge_class what, bool standard)
{
  oracle_hold_standard(self->oracle, standard && what < JUDGE_ACCEPTED);
  self->oracle->judge->wants_clean = what == JUDGE_CLEAN;
}

/* Continues the reduction from a text. *found_out: out->text is the result. */
static rd_status reduce_on(bool *found_out, const struct more *more,
                           const accepted_text *from, rd_error *err)
{
  reduction *self = more->of;
  rd_log *log = resume_open_log(self->journal, more->row->name);
  uint64_t made = self->out->result.stats.tests;
  for (size_t i = 0; i < self->out->class_count; i++)
    made += self->out->classes[i].tests;
  rd_options reducing = search_options(self, made, log);
  reducing.event = on_event;
  uint64_t budget = offer_tests(self);
  bool is_short =
      is_offer(more) && (!reducing.max_tests || reducing.max_tests > budget);
  if (is_short)
    reducing.max_tests = budget;
  if (more->row->what == JUDGE_ACCEPTED)
    reducing.foresight = oracle_foresight(self->oracle);
  rd_parser parser = observe_parser(self);
  rd_result result = { 0 };
  rd_status status =
      rd_reduce(&result, from->text, from->size, &parser,
                crash_oracle_interface(more->oracle), &reducing, err);
  rd_log_close(log);
  progress_clear();
  if (status == RD_ERR_STOPPED && is_short && !interrupt_signal)
    status = RD_OK; /* that was all it may cost */
  more->out->tests += result.stats.tests;
  *found_out = result.text && status != RD_ERR_NOT_INTERESTING;
  if (*found_out) {
    more->out->text = result.text;
    more->out->size = result.size;
    more->out->measure = result.after;
    more->out->minimal = result.minimal;
    result.text = NULL;
  }
  rd_result_dispose(&result);
  return status == RD_ERR_NOT_INTERESTING ? RD_OK : status;
}

/* Lays out the text for readers, or at least runs it once more. *good_out: it
 * has the property. */
static rd_status check(bool *good_out, const struct more *more, rd_error *err)
{
  class_text *out = more->out;
  rd_status status = RD_OK;
  *good_out = false;
  for (int way = 0; way < PRESENT_WAYS && !status && !*good_out; way++) {
    size_t size = 0;
    char *text = present_layout(&size, more->of, out->text, out->size,
                                out->measure.tokens, way);
    if (text)
      status = oracle_test(good_out, more->oracle, text, size, err);
    if (*good_out) {
      char *old = out->text;
      out->text = text;
      text = old;
      out->size = out->measure.bytes = size;
    }
    free(text);
  }
  if (!status && !*good_out)
    status = oracle_test(good_out, more->oracle, out->text, out->size, err);
  return status;
}

/* The path of the text with that name; caller's. */
static char *path_of(const reduction *self, const char *name)
{
  const char *dot = strrchr(self->subject->name, '.');
  return mem_format("%s/%s%s", self->journal->output->folder, name,
                    dot ? dot : "");
}

/* Writes the text. Failing to write a requested text is an error, and one that
 * is only offered is left out. */
static exit_code write_text(const struct more *more)
{
  reduction *self = more->of;
  class_text *out = more->out;
  char *path = path_of(self, more->row->name);
  rd_error err = { 0 };
  size_t size;
  char *text = subject_show(&size, self->subject, out->text, out->size);
  rd_status status = folder_make(self->journal->output->folder, 0777, &err);
  if (!status)
    status = file_replace(path, text, size, &err);
  free(text);
  if (!status) {
    out->path = path;
    return EXIT_DONE;
  }
  free(path);
  if (is_offer(more))
    return EXIT_DONE;
  return status == RD_ERR_NOSPACE
             ? progress_fail_error(&err)
             : progress_fail(EXIT_OUTPUT, "%s", err.message);
}

/* The class of the text that was found, and what it has that the original has
 * not. */
static rd_status classify(const struct more *more, rd_error *err)
{
  const reduction *self = more->of;
  class_text *out = more->out;
  judge *by = self->oracle->judge;
  source text = subject_source(self->subject, out->text, out->size);
  rd_status status = judge_classify(&out->what, by, &text, err);
  out->is_as_valid = out->what != JUDGE_ERRORS;
  if (!status && out->what == JUDGE_ACCEPTED)
    status = judge_ask_standard(&out->is_as_valid, by, &text, err);
  if (!status && out->what == JUDGE_ACCEPTED)
    status = judge_new_habits(&out->habits, by, &text, err);
  return status;
}

/* Evaluates the text that the reduction found. *wanted_out: it is of the class,
 * and no smaller one is in a better class; without the judge, the search may
 * find a text that is valid all the same. `held`: to the standard. */
static rd_status settle(bool *wanted_out, const struct more *more, bool held,
                        rd_error *err)
{
  const reduction *self = more->of;
  class_text *out = more->out;
  bool good = false;
  rd_status status = check(&good, more, err);
  if (!status && !good)
    progress_warning("run once more, the %s text has lost the property; it is "
                     "not kept",
                     more->row->name);
  hold(self, JUDGE_STRICT, held);
  if (!status && good)
    status = classify(more, err);
  bool is_better = out->what < JUDGE_ACCEPTED ||
                   (!out->is_as_valid &&
                    out->measure.tokens < self->out->result.after.tokens);
  *wanted_out = !status && good && out->what == out->wanted && is_better;
  return status;
}

/* Reduces the first of the suitable texts and evaluates the result. */
static exit_code search_class(const struct more *more,
                              const accepted_text *from, size_t count)
{
  reduction *self = more->of;
  rd_error err = { 0 };
  bool held = self->oracle->judge->holds_standard;
  hold(self, more->row->what, held);
  rd_status status = RD_OK;
  bool found = false, wanted = false;
  for (size_t i = 0; i < count && !found && !status; i++)
    status = reduce_on(&found, more, &from[i], &err);
  bool stopped = status == RD_ERR_STOPPED;
  if (stopped && !interrupt_code()) {
    interrupt_signal = 0; /* a key must not stop the last runs */
    status = RD_OK;
  }
  if (!status) /* the judge runs in the first slot */
    status = crash_oracle_settle(more->oracle, &err);
  if (found && !status)
    status = settle(&wanted, more, held, &err);
  hold(self, JUDGE_STRICT, held);
  exit_code code = status ? progress_fail_error(&err) : EXIT_DONE;
  if (!code && wanted)
    code = write_text(more);
  more->out->complete = !code && !stopped;
  return code;
}

/* Searches for the smallest text of a class, starting from the first suitable
 * text. The text of an interrupted search is not kept. */
static exit_code find_class(reduction *self, const class_row *row,
                            const accepted_text *from, size_t count)
{
  class_text *out = &self->out->classes[self->out->class_count++];
  *out = (class_text){ .wanted = row->what };
  struct more more = { self, out, row, make_oracle(self, row->what) };
  adapt_answers(self, row->what);
  if (is_offer(&more))
    progress_detail("%s", row->notice);
  else
    progress_notice("%s", row->notice);
  exit_code code = search_class(&more, from, count);
  if (more.oracle != self->oracle->crash)
    crash_oracle_free(more.oracle);
  return code;
}

/* ---- all classes ---- */

/* The newest accepted text that is clean, or the original. */
static rd_status find_clean(accepted_text *out, reduction *self, rd_error *err)
{
  judge_class what = JUDGE_ERRORS;
  rd_status status = RD_OK;
  for (size_t i = self->out->accepted_count; i-- > 0 && !status;) {
    *out = self->out->accepted[i];
    source text = subject_source(self->subject, out->text, out->size);
    status = judge_classify(&what, self->oracle->judge, &text, err);
    if (what == JUDGE_CLEAN)
      return status;
  }
  *out = (accepted_text){ self->original->text, self->original->size };
  return status;
}

static exit_code reduce_clean(reduction *self, const class_row *row)
{
  rd_error err = { 0 };
  accepted_text from;
  if (find_clean(&from, self, &err))
    return progress_fail_error(&err);
  return find_class(self, row, &from, 1);
}

/* A text that was found without the judge, but that the judge accepts, replaces
 * a larger result. */
static bool adopt(reduction *self, const class_text *found)
{
  if (!found->text || found->path || !found->is_as_valid ||
      !measure_is_smaller(found->measure, self->out->result.after))
    return false;
  outcome_replace_result(self->out, found->text, found->size);
  self->out->result.after = found->measure;
  self->out->result.minimal =
      found->minimal; /* minimal without a judge implies minimal with one */
  self->out->class = found->what;
  return true;
}

/* Begins with the smallest text that was met. */
static exit_code reduce_on_less(bool *better_out, reduction *self,
                                const class_row *row)
{
  const rd_result *result = &self->out->result;
  accepted_text from[CLASSES_MOST + 1];
  size_t count = 0;
  if (self->overruled.text &&
      measure_is_smaller(self->overruled_measure, result->after))
    from[count++] = self->overruled;
  for (size_t i = self->out->class_count; i-- > 0;)
    if (self->out->classes[i].path &&
        self->out->classes[i].wanted == JUDGE_ACCEPTED)
      from[count++] = (accepted_text){ self->out->classes[i].text,
                                       self->out->classes[i].size };
  from[count++] = (accepted_text){ result->text, result->size };
  exit_code code = find_class(self, row, from, count);
  if (!code)
    *better_out |= adopt(self, &self->out->classes[self->out->class_count - 1]);
  return code;
}

/* The class of the result is at most that which the judge knows. A clean one may have
 * what the original has. */
static rd_status refine_class(outcome *of, judge *by, const source *text,
                              rd_error *err)
{
  rd_status status = judge_finds_errors(&of->has_errors, by, text, err);
  of->strict = of->class == JUDGE_STRICT;
  if (!status && of->class <= JUDGE_ACCEPTED && !of->strict && !of->has_errors)
    status = judge_is_strict(&of->strict, by, text, err);
  if (of->strict && of->class == JUDGE_ACCEPTED)
    of->class = JUDGE_STRICT;
  return status;
}

/* Finds the class of the result; costs a run if the judge reports warnings or
 * holds the texts to the standard. */
static exit_code find_own_class(reduction *self)
{
  rd_error err = { 0 };
  judge *by = self->oracle->judge;
  self->out->class = JUDGE_ACCEPTED;
  source text = subject_source(self->subject, self->out->result.text,
                               self->out->result.size);
  if ((by->tells_warnings || by->holds_standard) &&
      judge_classify(&self->out->class, by, &text, &err))
    return progress_fail_error(&err);
  if (refine_class(self->out, by, &text, &err))
    return progress_fail_error(&err);
  self->out->classified = true;
  return EXIT_DONE;
}

/* Removes a file of an earlier run if this run has no text of that name; it
 * would be taken for part of this result. */
static void remove_stale(const reduction *self, const char *name)
{
  char *path = path_of(self, name);
  bool ours = false;
  for (size_t i = 0; i < self->out->class_count; i++)
    ours |=
        self->out->classes[i].path && !strcmp(self->out->classes[i].path, path);
  if (!ours)
    (void)unlink(path);
  free(path);
}

bool classes_are_complete(const outcome *of)
{
  for (size_t i = 0; i < of->class_count; i++)
    if (!of->classes[i].complete)
      return false;
  return true;
}

/* Is there to be a text of this class? */
static bool is_due(const reduction *self, const class_row *row)
{
  const judge *by = self->oracle->judge;
  bool asked = self->request->also_invalid;
  switch (row->what) {
  case JUDGE_CLEAN:
    return asked && by->tells_warnings && self->out->class != JUDGE_CLEAN;
  case JUDGE_ACCEPTED:
    return by->holds_standard &&
           (asked || (self->out->class < JUDGE_ACCEPTED &&
                      self->property->kind != PROPERTY_WRONG &&
                      self->oracle->errors != ERRORS_SPOIL &&
                      resume_is_written(self->journal)));
  default:
    return asked;
  }
}

exit_code classes_reduce(bool *better_out, reduction *self)
{
  *better_out = false;
  if (!self->oracle->judge)
    return EXIT_DONE;
  exit_code code = find_own_class(self);
  if (code || !self->out->result.complete)
    return code;
  for (const class_row *row = rows; row < rows + ROW_COUNT && !code; row++)
    if (is_due(self, row))
      code = row->what == JUDGE_CLEAN ? reduce_clean(self, row)
                                      : reduce_on_less(better_out, self, row);
  for (const class_row *row = rows; row < rows + ROW_COUNT && !code; row++)
    if (self->request->also_invalid || row->is_offered)
      remove_stale(self, row->name);
  return code;
}
