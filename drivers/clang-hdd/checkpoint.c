/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Keeping a reduction with the commit that the original bisects to.
 *
 * While the commit is not known the search goes on without it. Once it is, each
 * step that the search takes is a checkpoint: the text is run by the compiler of
 * the commit, where it has to crash, and by those of its parents, where it must
 * not. That costs a few runs a step, and steps are few among tests. As long as
 * all of them hold, nothing is otherwise than without a bisection, whenever it
 * may end: the same questions, the same result.
 *
 * If one does not hold, the search is ended, since all that is still to come of it
 * would be about another commit. The texts so far are bisected for the last that
 * holds, as they are commits of the journal themselves, and a second search starts
 * from there with the guard as a part of its property. It knows the answers of
 * the first: what did not crash then does not now. Only what was interesting is
 * asked again.
 *
 * Where the guard is known from the beginning the first search is the same all
 * the same, checkpoints and all, so that the result does not depend on what was
 * in the cache.
 */
#include <stdlib.h>
#include <string.h>

#include "bisect/search.h"
#include "clang-hdd/alongside_state.h"
#include "clang-hdd/chronicle.h"
#include "clang-hdd/resume.h"
#include "git/journal.h"

/* ---- the guard ---- */

/* Why there can be none; NULL: there can. Caller's. */
static char *find_obstacle(const session *self)
{
  const struct alongside *is = self->alongside;
  bool failed = is->found.end == BISECTION_UNFINISHED && !is->found.problem;
  if (!is->has_found || failed) {
    char *said = bisect_child_problem(is->child);
    char *out = mem_format("the bisection has failed%s%s", said ? ": " : "",
                           said ? said : "");
    free(said);
    return out;
  }
  if (is->found.end != BISECTION_FOUND)
    return mem_format("the bisection has found no single commit%s%s",
                      is->found.problem ? ": " : "",
                      is->found.problem ? is->found.problem : "");
  for (size_t i = 0; i < is->found.parent_count; i++)
    if (is->found.parents[i].answer != BISECT_GOOD ||
        !is->found.parents[i].command.size)
      return mem_format("%.12s, a parent of the commit found, could not be "
                        "tested",
                        is->found.parents[i].name);
  if (is->found.flaky)
    return mem_copy(
        "the bisection is not to be trusted, since its answers come "
        "and go");
  return NULL;
}

static rd_status learn(session *self, rd_error *err)
{
  const invocation *command = &self->command;
  struct alongside *is = self->alongside;
  const guard_options options = {
    .run = &is->run,
    .property = self->property,
    .level = self->signature.level,
    .pattern = self->has_pattern ? &self->pattern : NULL,
    .limits = self->limits,
    .file = command->file_given,
    .cwd = command->cwd,
    .extra = &self->compiler.extra,
    .text = { self->name, self->input, self->input_size }
  };
  char *title = bisect_point_title(&is->found.suspects[0]);
  progress_detail(&self->progress,
                  "first bad: %s; the text has to crash there, and must not "
                  "before",
                  title);
  free(title);
  return guard_new(&is->guard, &is->found, &options, err);
}

rd_status checkpoint_make(session *self, rd_error *err)
{
  struct alongside *is = self->alongside;
  if (!is->over || is->guard || is->hopeless)
    return RD_OK;
  char *obstacle = find_obstacle(self);
  if (obstacle) {
    alongside_give_up(self, obstacle);
    free(obstacle);
    return RD_OK;
  }
  rd_error why = { 0 };
  rd_status status = learn(self, &why);
  if (status == RD_ERR_NOT_INTERESTING) {
    alongside_give_up(self, why.message);
    return RD_OK;
  }
  if (status && err)
    *err = why;
  return status;
}

rd_status checkpoint_test(bool *good_out, session *self, const char *text,
                          size_t size, rd_error *err)
{
  struct alongside *is = self->alongside;
  source what = { self->name, text, size };
  return guard_test(good_out, is->guard, &is->run, &what, err);
}

void checkpoint_turn_on(session *self)
{
  struct alongside *is = self->alongside;
  size_t count;
  const crash_guard *rows = guard_rows(&count, is->guard);
  is->on = true;
  crash_oracle_set_guards(self->oracle, rows, count);
  rd_answers_change(self->answers, RD_INTERESTING, RD_VERDICT_COUNT);
  resume_change_log(self, "guard");
}

void alongside_guard(crash_options *out, const session *self)
{
  if (alongside_is_on(self))
    out->guards = guard_rows(&out->guard_count, self->alongside->guard);
}

rd_status alongside_test_words(bool *good_out, void *payload,
                               const char *const *argv, rd_error *err)
{
  session *self = payload;
  struct alongside *is = self->alongside;
  source text = { self->name, self->result.text, self->result.size };
  return guard_test_words(good_out, is->guard, &is->run,
                          strings_argv(&self->argv), argv, &text, err);
}

/* ---- the texts so far ---- */

/* Number 0 is the input, then comes what it was preprocessed to, if it was, and
 * then the steps. */
static size_t first_step(const session *self)
{
  return self->preprocessed ? 2 : 1;
}

size_t checkpoint_last(const session *self)
{
  return first_step(self) + self->report.step_count - 1;
}

accepted_text checkpoint_newest(const session *self)
{
  return self->accepted_count ? self->accepted[self->accepted_count - 1]
                              : (accepted_text){ self->text, self->size };
}

/* The texts, from the journal where there is one. */
typedef struct history_of {
  session *session;
  journal_texts *kept;
  size_t base; /* the first that is looked at; it is known to hold */
} history_of;

static void open_history(history_of *out, session *self, size_t base)
{
  *out = (history_of){ self, resume_texts(self), base };
  if (out->kept &&
      journal_texts_count(out->kept) != checkpoint_last(self) + 1) {
    journal_texts_free(out->kept);
    out->kept = NULL;
  }
}

/* *out stays NULL if the text was not kept. */
static rd_status read_text(char **out, size_t *size_out, const history_of *from,
                           size_t index, rd_error *err)
{
  const session *self = from->session;
  size_t first = first_step(self);
  *out = NULL;
  if (from->kept)
    return journal_text_at(out, size_out, from->kept, index, err);
  const char *text = index ? self->text : self->input;
  *size_out = index ? self->size : self->input_size;
  if (index >= first) {
    text = self->report.steps[index - first].text;
    *size_out = self->report.steps[index - first].size;
  }
  if (text)
    *out = mem_copy_bytes(text, *size_out);
  return RD_OK;
}

/* steps_ask. A text that was not kept is as good as none. */
static rd_status ask_step(bool *good_out, void *payload, size_t step,
                          rd_error *err)
{
  const history_of *from = payload;
  char *text = NULL;
  size_t size = 0;
  *good_out = step == 0;
  if (*good_out)
    return RD_OK;
  rd_status status = read_text(&text, &size, from, from->base + step, err);
  if (!status && text)
    status = checkpoint_test(good_out, from->session, text, size, err);
  free(text);
  return status;
}

/* ---- going back ---- */

/* Is the text the one that an earlier process has gone back to? */
static bool is_that(const rollback *earlier, const char *text, size_t size)
{
  char digits[OBJECT_ID_DIGITS + 1];
  text_digits(digits, text, size);
  return !strcmp(digits, earlier->text);
}

/* The last text that holds. *found_out: there is one. */
static rd_status find_last_good(bool *found_out, size_t *out, char **text_out,
                                size_t *size_out, session *self, rd_error *err)
{
  struct alongside *is = self->alongside;
  history_of texts;
  size_t step = 0, last = checkpoint_last(self);
  rd_status status = RD_OK;
  open_history(&texts, self, is->good);
  *found_out = false;
  *text_out = NULL;
  if (is->replays && is->rollback.back <= last) {
    status = read_text(text_out, size_out, &texts, is->rollback.back, err);
    *found_out =
        !status && *text_out && is_that(&is->rollback, *text_out, *size_out);
    *out = is->rollback.back;
  }
  if (!status && !*found_out) {
    free(*text_out);
    *text_out = NULL;
    status = steps_last_good(&step, found_out, last + is->beyond - is->good + 1,
                             ask_step, &texts, err);
    *out = is->good + step;
    if (!status && *found_out)
      status = read_text(text_out, size_out, &texts, *out, err);
  }
  journal_texts_free(texts.kept);
  return status;
}

/* What has happened, for people; caller's. */
static char *describe_move(const session *self, size_t back)
{
  const report *story = &self->report;
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

static void note_rollback(session *self, size_t back, const char *text,
                          size_t size)
{
  struct alongside *is = self->alongside;
  char digits[OBJECT_ID_DIGITS + 1];
  if (is->replays) {
    is->found.moved = mem_copy(is->rollback.moved);
    return;
  }
  rollback_dispose(&is->rollback);
  text_digits(digits, text, size);
  is->found.moved = describe_move(self, back);
  is->rollback = (rollback){ .commit = mem_copy(is->found.suspects[0].name),
                             .accepted = is->accepted,
                             .back = back,
                             .text = mem_copy(digits),
                             .moved = mem_copy(is->found.moved) };
}

/* Forgets the steps that were taken back. */
static void forget_steps(session *self, size_t back)
{
  size_t first = first_step(self);
  chronicle_undo(&self->report, back >= first ? back - first + 1 : 0);
  for (size_t i = 0; i < self->accepted_count; i++)
    free(self->accepted[i].text);
  self->accepted_count = 0;
}

static rd_status take_back(session *self, size_t back, const char *text,
                           size_t size, rd_error *err)
{
  struct alongside *is = self->alongside;
  note_rollback(self, back, text, size);
  progress_warning(&self->progress, "%s", is->found.moved);
  char *message = mem_format("back: %zu bytes\n\n%s\nfirst bad commit: %s\n",
                             size, is->found.moved, is->found.suspects[0].name);
  rd_status status = resume_go_back(self, text, size, message, err);
  free(message);
  if (status)
    return status;
  rollback_write(&is->rollback, self);
  forget_steps(self, back);
  session_keep_accepted(self, text, size);
  checkpoint_turn_on(self);
  return RD_OK;
}

exit_code checkpoint_go_back(session *self)
{
  struct alongside *is = self->alongside;
  bool found = false;
  size_t back = 0, size = 0;
  char *text = NULL;
  rd_error err = { 0 };
  self->stopped_early = self->stopped_early && !is->stopped;
  rd_status status = find_last_good(&found, &back, &text, &size, self, &err);
  if (!status && !found) {
    is->found.moved =
        mem_copy("run again, the original is not about the commit "
                 "that was found");
    alongside_give_up(self, is->found.moved);
    return EXIT_DONE;
  }
  if (!status)
    status = take_back(self, back, text, size, &err);
  accepted_text from = { text, size };
  exit_code code =
      status ? alongside_fail(self, &err) : session_search(self, &from);
  free(text);
  return code;
}
