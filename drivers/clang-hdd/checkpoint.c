/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Keeps a reduction with the commit that the original bisects to.
 *
 * The bisection is about the file as given; the reduced file may crash in the
 * same way because of another commit. Until the first bad commit is known, the
 * search runs without it. After that each accepted step is a checkpoint: the
 * text has to crash with the compiler of that commit and must not crash with
 * those of its parents (bisect/guard.h). That costs a few runs per step, and
 * steps are few among tests. As long as all steps hold, questions and result
 * are the same as without a bisection, whenever it ends. If it finds nothing,
 * one line says that the result is unchecked.
 *
 * If a step does not hold, the search ends, since all further steps would be
 * about another commit. The texts so far, which are commits of the journal,
 * are bisected for the last one that holds. A second search starts from it
 * with the guard as part of its property. It reuses the answers of the first:
 * a text that did not crash then does not crash now, so only interesting texts
 * are tested again.
 */
#include "clang-hdd/reduction.h"

#include <stdlib.h>
#include <string.h>

#include "bisect/search.h"
#include "clang-hdd/chronicle.h"
#include "clang-hdd/interrupt.h"

/* ---- the guard ---- */

/* Gives up the guard and prints the reason. */
static void give_up(reduction *self, const char *reason)
{
  self->checkpoint.hopeless = true;
  progress_warning("%s; nothing has checked that the result is about the same "
                   "commit as the original",
                   reason);
}

/* The reason why there can be no guard; NULL: there can be one. Caller's. */
static char *find_obstacle(const alongside *from)
{
  const bisection *found = &from->found;
  bool failed = found->end == BISECTION_UNFINISHED && !found->problem;
  if (!from->has_found || failed) {
    char *said = bisect_child_problem(from->child);
    char *out = mem_format("the bisection has failed%s%s", said ? ": " : "",
                           said ? said : "");
    free(said);
    return out;
  }
  if (found->end != BISECTION_FOUND)
    return mem_format("the bisection has found no single commit%s%s",
                      found->problem ? ": " : "",
                      found->problem ? found->problem : "");
  for (size_t i = 0; i < found->parent_count; i++)
    if (found->parents[i].answer != BISECT_GOOD ||
        !found->parents[i].command.size)
      return mem_format("%.12s, a parent of the commit found, could not be "
                        "tested",
                        found->parents[i].name);
  if (found->flaky)
    return mem_copy("the bisection is not to be trusted, since its answers "
                    "come and go");
  return NULL;
}

static rd_status learn(reduction *self, rd_error *err)
{
  const subject *of = self->subject;
  const bisection *found = &self->alongside->found;
  const guard_options options = { .run = &self->alongside->run,
                                  .property = self->property->kind,
                                  .level = self->property->signature.level,
                                  .wrong = &of->wrong.plan,
                                  .pattern = self->request->regex,
                                  .limits = self->property->limits,
                                  .file = of->command.file_given,
                                  .cwd = of->command.cwd,
                                  .extra = &of->compiler.extra,
                                  .text = subject_source(of, of->input,
                                                         of->input_size) };
  char *title = bisect_point_title(&found->suspects[0]);
  progress_detail("first bad: %s; the text has to crash there, and must not "
                  "before",
                  title);
  free(title);
  return guard_new(&self->checkpoint.guard, found, &options, err);
}

/* Makes the guard once the bisection is over. Even if it is known from the
 * beginning, the first search only uses checkpoints, so that the result does
 * not depend on the content of the cache. */
static rd_status make_guard(reduction *self, rd_error *err)
{
  checkpoint *is = &self->checkpoint;
  if (!self->alongside->over || is->guard || is->hopeless)
    return RD_OK;
  char *obstacle = find_obstacle(self->alongside);
  if (obstacle) {
    give_up(self, obstacle);
    free(obstacle);
    return RD_OK;
  }
  rd_error why = { 0 };
  rd_status status = learn(self, &why);
  if (status == RD_ERR_NOT_INTERESTING) {
    give_up(self, why.message);
    return RD_OK;
  }
  if (status && err)
    *err = why;
  return status;
}

/* Does the text hold? */
static rd_status test(bool *good_out, const reduction *self, const char *text,
                      size_t size, rd_error *err)
{
  source what = subject_source(self->subject, text, size);
  return guard_test(good_out, self->checkpoint.guard, &self->alongside->run,
                    &what, err);
}

/* Makes the guard a part of the property. */
static void turn_on(reduction *self)
{
  size_t count;
  const crash_guard *rows = guard_rows(&count, self->checkpoint.guard);
  self->checkpoint.on = true;
  crash_oracle_set_guards(self->oracle->crash, rows, count);
  rd_answers_change(self->answers, RD_INTERESTING, RD_VERDICT_COUNT);
  resume_change_log(self->journal, "guard");
}

void checkpoint_guard(crash_options *out, const reduction *self)
{
  if (self->checkpoint.on)
    out->guards = guard_rows(&out->guard_count, self->checkpoint.guard);
}

rd_status checkpoint_test_words(bool *good_out, void *payload,
                                const char *const *argv, rd_error *err)
{
  const reduction *self = payload;
  source text = subject_source(self->subject, self->out->result.text,
                               self->out->result.size);
  return guard_test_words(good_out, self->checkpoint.guard,
                          &self->alongside->run, subject_argv(self->subject),
                          argv, &text, err);
}

/* ---- the texts so far ---- */

/* Number 0 is the input, then the preprocessed text if any, then the steps. */
static size_t first_step(const reduction *self)
{
  return self->original->preprocessed ? 2 : 1;
}

/* The number of the newest text. */
static size_t last_step(const reduction *self)
{
  return first_step(self) + self->out->report.step_count - 1;
}

/* The texts, from the journal if there is one. */
typedef struct history_of {
  const reduction *of;
  journal_texts *kept;
  size_t base; /* the first candidate; it is known to hold */
} history_of;

static void open_history(history_of *out, const reduction *self, size_t base)
{
  *out = (history_of){ self, resume_texts(self->journal), base };
  if (out->kept && journal_texts_count(out->kept) != last_step(self) + 1) {
    journal_texts_free(out->kept);
    out->kept = NULL;
  }
}

/* out->text stays NULL if the text was not kept; caller's. */
static rd_status read_text(accepted_text *out, const history_of *from,
                           size_t index, rd_error *err)
{
  const reduction *self = from->of;
  size_t first = first_step(self);
  *out = (accepted_text){ 0 };
  if (from->kept)
    return journal_text_at(&out->text, &out->size, from->kept, index, err);
  const char *text = index ? self->original->text : self->subject->input;
  out->size = index ? self->original->size : self->subject->input_size;
  if (index >= first) {
    const report_step *step = &self->out->report.steps[index - first];
    text = step->text;
    out->size = step->size;
  }
  if (text)
    out->text = mem_copy_bytes(text, out->size);
  return RD_OK;
}

/* steps_ask. A text that was not kept counts as not good. */
static rd_status ask_step(bool *good_out, void *payload, size_t step,
                          rd_error *err)
{
  const history_of *from = payload;
  accepted_text text = { 0 };
  *good_out = step == 0;
  if (*good_out)
    return RD_OK;
  rd_status status = read_text(&text, from, from->base + step, err);
  if (!status && text.text)
    status = test(good_out, from->of, text.text, text.size, err);
  free(text.text);
  return status;
}

/* ---- the search ---- */

/* When the guard becomes known depends on build times, so a resumed search
 * cannot derive where the earlier one ended: its run file records it.
 * Everything else follows from the answers. */
exit_code checkpoint_prepare(reduction *self)
{
  const rollback *earlier = resume_rollback(self->journal);
  if (!self->alongside || !earlier)
    return EXIT_DONE;
  exit_code code = alongside_await(self->alongside);
  const bisection *found = &self->alongside->found;
  self->checkpoint.replays = self->alongside->has_found &&
                             found->end == BISECTION_FOUND &&
                             !strcmp(found->suspects[0].name, earlier->commit);
  return code;
}

static rd_status stop(checkpoint *is, bool beyond, rd_error *err)
{
  is->stopped = true;
  is->beyond = beyond;
  return rd_fail(err, RD_ERR_STOPPED, "moved to another commit");
}

/* Ends the search at the point where an earlier process ended it. */
static rd_status replay(reduction *self, const rd_event *event, rd_error *err)
{
  checkpoint *is = &self->checkpoint;
  bool accepts = event->kind == RD_EVENT_ACCEPT;
  bool at_end =
      accepts && is->accepted == resume_rollback(self->journal)->accepted;
  if (at_end || (event->kind == RD_EVENT_TEST && !event->recalled))
    return stop(is, accepts, err);
  is->accepted += accepts;
  return RD_OK;
}

/* Ends the search unless the text with that number holds. */
static rd_status check(reduction *self, const char *text, size_t size,
                       size_t number, rd_error *err)
{
  checkpoint *is = &self->checkpoint;
  bool good = false;
  rd_status status = test(&good, self, text, size, err);
  if (!status && !good)
    return stop(is, number > last_step(self), err);
  if (!status)
    is->good = number;
  return status;
}

/* After the guard is made: does the best text hold? */
static rd_status check_newest(reduction *self, rd_error *err)
{
  const outcome *out = self->out;
  accepted_text newest = { self->original->text, self->original->size };
  if (out->accepted_count)
    newest = out->accepted[out->accepted_count - 1];
  return check(self, newest.text, newest.size, last_step(self), err);
}

rd_status checkpoint_event(reduction *self, const rd_event *event,
                           rd_error *err)
{
  checkpoint *is = &self->checkpoint;
  if (!self->alongside || event->kind == RD_EVENT_END ||
      event->kind == RD_EVENT_START)
    return RD_OK;
  alongside_hear(self->alongside, 0);
  if (is->on)
    return RD_OK;
  if (is->replays)
    return replay(self, event, err);
  bool is_new = !is->guard;
  rd_status status = make_guard(self, err);
  if (!status && is->guard && is_new)
    status = check_newest(self, err);
  if (!status && is->guard && event->kind == RD_EVENT_ACCEPT &&
      !event->recalled)
    status =
        check(self, event->text, event->text_size, last_step(self) + 1, err);
  is->accepted += !status && event->kind == RD_EVENT_ACCEPT;
  return status;
}

/* ---- going back ---- */

/* Finds the last text that holds, and its number. *found_out: there is one. */
static rd_status find_last_good(bool *found_out, size_t *out,
                                accepted_text *text_out, const reduction *self,
                                rd_error *err)
{
  const checkpoint *is = &self->checkpoint;
  const rollback *earlier = is->replays ? resume_rollback(self->journal) : NULL;
  history_of texts;
  size_t step = 0, last = last_step(self);
  rd_status status = RD_OK;
  open_history(&texts, self, is->good);
  *found_out = false;
  if (earlier && earlier->back <= last) {
    char digits[OBJECT_ID_DIGITS + 1] = "";
    *out = earlier->back;
    status = read_text(text_out, &texts, *out, err);
    if (!status && text_out->text)
      text_digits(digits, text_out->text, text_out->size);
    *found_out = !strcmp(digits, earlier->text);
  }
  if (!status && !*found_out) {
    free(text_out->text);
    text_out->text = NULL;
    status = steps_last_good(&step, found_out, last + is->beyond - is->good + 1,
                             ask_step, &texts, err);
    *out = is->good + step;
    if (!status && *found_out)
      status = read_text(text_out, &texts, *out, err);
  }
  journal_texts_free(texts.kept);
  return status;
}

/* Describes the rollback for people; caller's. */
static char *describe_move(const reduction *self, size_t back)
{
  const report *story = &self->out->report;
  size_t first = first_step(self), bad = back + 1;
  if (bad < first)
    return mem_copy("preprocessed, the file is about another commit; it was "
                    "reduced as it was given");
  const char *pass =
      bad - first < story->step_count ? story->steps[bad - first].pass : NULL;
  char *at = back < first ? mem_copy("the original")
                          : mem_format("step %zu", back - first + 1);
  char *out = mem_format(
      "step %zu%s%s%s of the reduction had moved to another commit; "
      "it was taken up again from %s, with that commit and its "
      "parents in the property",
      bad - first + 1, pass ? " (" : "", pass ? pass : "", pass ? ")" : "", at);
  free(at);
  return out;
}

static void note_rollback(reduction *self, size_t back, const char *text,
                          size_t size)
{
  const checkpoint *is = &self->checkpoint;
  bisection *found = &self->alongside->found;
  if (is->replays) {
    found->moved = mem_copy(resume_rollback(self->journal)->moved);
    return;
  }
  char digits[OBJECT_ID_DIGITS + 1];
  text_digits(digits, text, size);
  found->moved = describe_move(self, back);
  resume_set_rollback(self->journal,
                      &(rollback){ .commit = mem_copy(found->suspects[0].name),
                                   .accepted = is->accepted,
                                   .back = back,
                                   .text = mem_copy(digits),
                                   .moved = mem_copy(found->moved) });
}

static rd_status take_back(reduction *self, size_t back, const char *text,
                           size_t size, rd_error *err)
{
  note_rollback(self, back, text, size);
  const bisection *found = &self->alongside->found;
  progress_warning("%s", found->moved);
  char *message = mem_format("back: %zu bytes\n\n%s\nfirst bad commit: %s\n",
                             size, found->moved, found->suspects[0].name);
  rd_status status = resume_go_back(self->journal, text, size, message, err);
  free(message);
  if (status)
    return status;
  size_t first = first_step(self);
  chronicle_undo(&self->out->report, back >= first ? back - first + 1 : 0);
  outcome_forget_accepted(self->out);
  outcome_keep_accepted(self->out, text, size);
  turn_on(self);
  return RD_OK;
}

/* After an interruption in this phase the result is not checked. */
static exit_code fail(reduction *self, const rd_error *err)
{
  self->out->result.complete = false;
  if (interrupt_code())
    give_up(self, "interrupted");
  return progress_fail_error(err);
}

/* Goes back to the last text that holds, if any. */
static exit_code go_back(accepted_text *again_out, reduction *self)
{
  checkpoint *is = &self->checkpoint;
  bool found = false;
  size_t back = 0;
  rd_error err = { 0 };
  self->stopped_early = self->stopped_early && !is->stopped;
  rd_status status = find_last_good(&found, &back, again_out, self, &err);
  if (!status && !found) {
    char *moved = mem_copy("run again, the original is not about the commit "
                           "that was found");
    self->alongside->found.moved = moved;
    give_up(self, moved);
    return EXIT_DONE;
  }
  if (!status)
    status = take_back(self, back, again_out->text, again_out->size, &err);
  return status ? fail(self, &err) : EXIT_DONE;
}

/* ---- after the search ---- */

static exit_code settle(accepted_text *again_out, reduction *self)
{
  checkpoint *is = &self->checkpoint;
  const rd_result *result = &self->out->result;
  rd_error err = { 0 };
  bool good = false;
  rd_status status = make_guard(self, &err);
  if (!status && !is->guard)
    return EXIT_DONE;
  if (!status && !is->stopped)
    status = test(&good, self, result->text, result->size, &err);
  if (status)
    return fail(self, &err);
  if (!good)
    return go_back(again_out, self);
  turn_on(self);
  return EXIT_DONE;
}

exit_code checkpoint_settle(accepted_text *again_out, reduction *self)
{
  *again_out = (accepted_text){ 0 };
  if (!self->alongside || !self->out->has_result)
    return EXIT_DONE;
  if (!self->stopped_by_key)
    (void)alongside_await(self->alongside);
  if (!interrupt_signal && !self->stopped_by_key)
    return settle(again_out, self);
  if (!interrupt_code())
    interrupt_signal = 0;
  if (self->alongside->over)
    return settle(again_out, self);
  give_up(self, "stopped before the bisection was over");
  self->out->result.complete = false;
  return interrupt_code();
}

/* The report shows the result, so the parents' answers have to be those for
 * it. */
static void retell(reduction *self)
{
  alongside *from = self->alongside;
  source text = subject_source(self->subject, self->out->result.text,
                               self->out->result.size);
  rd_error err = { 0 };
  if (!guard_retell(&from->found, self->checkpoint.guard, &from->run, &text,
                    &err))
    return;
  from->found.checked = false;
  give_up(self, err.message);
}

void checkpoint_end(reduction *self, exit_code code)
{
  if (!self->alongside || !self->alongside->has_found)
    return;
  bisection *found = &self->alongside->found;
  bool stopped = code == EXIT_INTERRUPTED || code == EXIT_TERMINATED;
  found->checked =
      self->checkpoint.on && self->out->has_result && (!code || stopped);
  if (found->checked && !stopped)
    retell(self);
  report_set_bisection(&self->out->report, found);
}
