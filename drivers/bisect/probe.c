/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One probe: gets a compiler, runs it, and records the answer.
 *
 * An answer is logged before anything acts on it, and a resumed bisection takes
 * it from the log without running anything. The crash of the bad revision is
 * not an answer but the reference for all others, so a resumed process runs
 * that compiler again as soon as there is another one to compare with it.
 */
#include "bisect/probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bisecting_tell(const bisecting *self, bisect_event_kind kind,
                    const bisect_point *point, const char *line)
{
  bisect_event event = { .kind = kind, .point = point, .line = line };
  if (!self->options->event)
    return;
  if (self->search)
    search_left(&event.commits_left, &event.steps_left, self->search);
  self->options->event(self->options->payload, &event);
}

static char *format_line(const char *format, va_list args)
    __attribute__((format(printf, 1, 0)));

static char *format_line(const char *format, va_list args)
{
  char *out = NULL;
  return vasprintf(&out, format, args) < 0 ? mem_copy("") : out;
}

void bisecting_end(bisecting *self, bisection_end end, const char *format, ...)
{
  if (self->over)
    return;
  va_list args;
  va_start(args, format);
  self->out->problem = format_line(format, args);
  va_end(args);
  self->out->end = end;
  self->over = true;
}

void bisecting_is_flaky(bisecting *self, const char *format, ...)
{
  if (self->out->flaky)
    return;
  va_list args;
  va_start(args, format);
  self->out->flaky_detail = format_line(format, args);
  va_end(args);
  self->out->flaky = true;
}

/* ---- the compiler ---- */

/* Would its compiler be built now? */
static bool has_to_build(const bisecting *self, const bisect_point *of)
{
  builds *all = self->options->builds;
  return all && !builds_has(all, &of->facts.id);
}

/* Keeps its command without the file. */
static void keep_command(bisect_point *point, const found_compiler *found)
{
  strings_free(&point->command);
  for (size_t i = 0; found->is_there && i < found->command.words.size; i++)
    if (i != found->command.file)
      strings_add(&point->command, found->command.words.data[i]);
}

static rd_status get_compiler(found_compiler *out, bisecting *self,
                              bisect_point *point, rd_error *err)
{
  if (has_to_build(self, point))
    bisecting_tell(self, BISECT_EVENT_BUILD, point, NULL);
  rd_status status = compiler_find(out, self, point, err);
  if (status)
    return status;
  self->out->built += out->built;
  self->out->cached += out->cached;
  if (out->notice)
    bisecting_tell(self, BISECT_EVENT_NOTICE, point, out->notice);
  keep_command(point, out);
  if (!self->options->history && out->version && !point->version)
    point->version = mem_copy(out->version);
  return RD_OK;
}

rd_status probe_command(bisecting *self, bisect_point *point, rd_error *err)
{
  bool gone = has_to_build(self, point);
  if (gone && !self->options->test_parents) {
    strings_free(&point->command);
    return RD_OK;
  }
  found_compiler found = { 0 };
  build_result held = { 0 };
  rd_status status = RD_OK;
  if (!point->command.size || gone)
    status = get_compiler(&found, self, point, err);
  else if (self->options->builds)
    status = builds_get(&held, self->options->builds, &point->facts.id, err);
  build_result_dispose(&held);
  found_compiler_dispose(&found);
  return status;
}

/* ---- the log ---- */

/* For an untested good revision. */
static const char as_named[] = "named with --good";

static const bisect_entry *find_entry(const bisecting *self, const char *name)
{
  size_t count = 0;
  const bisect_entry *entries =
      self->options->log ? bisect_log_entries(&count, self->options->log)
                         : NULL;
  for (size_t i = 0; i < count; i++)
    if (!strcmp(entries[i].name, name) &&
        !(entries[i].detail && !strcmp(entries[i].detail, as_named)))
      return &entries[i];
  return NULL;
}

static void take_entry(bisecting *self, bisect_point *point,
                       const bisect_entry *entry)
{
  point->answer = entry->answer;
  if (entry->detail)
    point->detail = mem_copy(entry->detail);
  if (entry->flaky)
    bisecting_is_flaky(self, "the runs of %s did not agree", point->name);
}

static rd_status log_answer(const bisecting *self, const bisect_point *point,
                            bool flaky, rd_error *err)
{
  const bisect_entry entry = { .name = point->name,
                               .answer = point->answer,
                               .detail = point->detail,
                               .flaky = flaky };
  return self->options->log ? bisect_log_add(self->options->log, &entry,
                                             point->facts.subject, err)
                            : RD_OK;
}

rd_status probe_log_good(bisecting *self, rd_error *err)
{
  rd_status status = RD_OK;
  if (!self->options->log)
    return RD_OK;
  for (size_t i = 0; i < self->points.good_count && !status; i++) {
    bisect_point point = { 0 };
    status = points_commit(&point, &self->points, &self->points.good[i], err);
    point.answer = BISECT_GOOD;
    point.detail = mem_copy(as_named);
    if (!status)
      status = log_answer(self, &point, false, err);
    bisect_point_dispose(&point);
  }
  return status;
}

/* ---- the bad one ---- */

/* Learns how the program of the bad revision is wrong. */
static rd_status learn_wrong(bisecting *self, const found_compiler *found,
                             rd_error *err)
{
  verdict_wrong *wrong = self->question.wrong;
  rd_status status =
      verdict_learn_wrong(&self->question, &found->command, &found->asked, err);
  if (!status && wrong->found.fault)
    bisecting_end(self, BISECTION_NO_CRASH, "%s: %s", self->out->bad,
                  wrong->found.problem);
  if (!status && !wrong->found.fault)
    string_replace(&self->out->signature,
                   behaviour_expected(wrong->found.plan.expected,
                                      wrong->found.plan.or_fails));
  return status;
}

static rd_status fail_bad(bisecting *self, const invocation *command,
                          rd_error *err)
{
  char *said = NULL;
  rd_status status = verdict_complaint(&said, &self->question, command, err);
  if (!status)
    bisecting_end(self, BISECTION_NO_CRASH,
                  "%s does not crash%s%s; name with --bad one that does",
                  self->out->bad, said ? ", it says: " : "", said ? said : "");
  free(said);
  return status;
}

/* Learns the crash of the bad revision. */
static rd_status learn(bisecting *self, const found_compiler *found,
                       rd_error *err)
{
  bool unstable = false;
  const invocation *command = &found->command;
  if (self->question.property == PROPERTY_WRONG)
    return learn_wrong(self, found, err);
  rd_status status =
      verdict_learn(&self->learned, &unstable, &self->question, command, err);
  if (status)
    return status;
  if (!signature_is_crash(&self->learned))
    return fail_bad(self, command, err);
  if (unstable)
    bisecting_is_flaky(self, "the runs of %s did not agree", self->bad.name);
  self->question.expected = &self->learned;
  free(self->out->signature);
  self->out->signature = signature_line(&self->learned);
  return RD_OK;
}

/* Checks that the bad revision shows the known property or crash. */
static rd_status confirm(bisecting *self, const invocation *command,
                         rd_error *err)
{
  verdict found = { 0 };
  rd_status status = verdict_find(&found, &self->question, command, err);
  bool crashes = !status && found.kind == VERDICT_CRASH;
  if (!status && !crashes)
    status = fail_bad(self, command, err);
  if (crashes && found.agreeing < found.runs)
    bisecting_is_flaky(self, "%s: only %u of %u runs crash", self->bad.name,
                       found.agreeing, found.runs);
  if (!status && found.detail)
    self->out->signature = mem_copy(found.detail);
  verdict_dispose(&found);
  return status;
}

static bool has_to_learn(const bisecting *self)
{
  const verdict_question *question = &self->question;
  return question->property == PROPERTY_WRONG
             ? !question->wrong->known
             : question->property == PROPERTY_CRASH && !question->expected;
}

static rd_status test_bad(bisecting *self, const found_compiler *found,
                          rd_error *err)
{
  rd_status status = has_to_learn(self) ? learn(self, found, err)
                                        : confirm(self, &found->command, err);
  if (status || self->over)
    return status;
  self->bad.answer = BISECT_BAD;
  if (self->out->signature)
    self->bad.detail = mem_copy(self->out->signature);
  return log_answer(self, &self->bad, self->out->flaky, err);
}

rd_status probe_bad(bisecting *self, rd_error *err)
{
  found_compiler found = { 0 };
  const bisect_entry *known = find_entry(self, self->bad.name);
  rd_status status = get_compiler(&found, self, &self->bad, err);
  if (!status && !found.is_there)
    bisecting_end(self, BISECTION_NO_BUILD, "%s has no compiler: %s%s%s",
                  self->out->bad, found.reason, found.log ? "; see " : "",
                  found.log ? found.log : "");
  if (!status && !self->over)
    bisecting_tell(self, BISECT_EVENT_READY, &self->bad, NULL);
  if (!status && !self->over)
    self->out->probes++;
  if (!status && !self->over && known && known->answer == BISECT_BAD) {
    take_entry(self, &self->bad, known);
    if (self->bad.detail)
      self->out->signature = mem_copy(self->bad.detail);
  } else if (!status && !self->over) {
    status = test_bad(self, &found, err);
  }
  found_compiler_dispose(&found);
  return status;
}

/* Learns the reference again after an earlier process has logged it. */
static rd_status learn_again(bisecting *self, rd_error *err)
{
  found_compiler found = { 0 };
  rd_status status = compiler_find(&found, self, &self->bad, err);
  if (!status && found.is_there)
    status = learn(self, &found, err);
  else if (!status)
    bisecting_end(self, BISECTION_NO_BUILD, "%s has no compiler: %s",
                  self->out->bad, found.reason);
  found_compiler_dispose(&found);
  return status;
}

/* ---- any other ---- */

static void take_verdict(bisect_point *point, const verdict *found)
{
  static const char *const reasons[] = {
    [VERDICT_OTHER] = "another crash: ",
    [VERDICT_OPTIONS] = "it does not understand the command: ",
    [VERDICT_LATE] = "not done in time: ",
    [VERDICT_NO_START] = "it cannot be run: ",
    [VERDICT_UNBUILT] = "it does not build the program: ",
    [VERDICT_DIFFERS] = "it is wrong in another way: ",
  };
  const char *detail = found->detail ? found->detail : "nothing was said";
  point->answer = verdict_answer(found->kind);
  if (point->answer == BISECT_SKIP)
    point->detail = mem_format("%s%s", reasons[found->kind], detail);
  else if (found->detail)
    point->detail = mem_copy(found->detail);
}

static rd_status run_compiler(bool *flaky_out, bisecting *self,
                              bisect_point *point, const invocation *command,
                              rd_error *err)
{
  verdict found = { 0 };
  rd_status status = verdict_find(&found, &self->question, command, err);
  *flaky_out = !status && found.agreeing < found.runs;
  if (!status)
    take_verdict(point, &found);
  if (*flaky_out)
    bisecting_is_flaky(self, "%s: only %u of %u runs agree", point->name,
                       found.agreeing, found.runs);
  verdict_dispose(&found);
  return status;
}

/* Notes the path of a failed build's log, which is of no use on other
 * machines. */
static rd_status log_build(bisecting *self, const bisect_point *point,
                           const char *path, rd_error *err)
{
  if (!path || !self->options->log)
    return RD_OK;
  char *line = mem_format("build of %s: %s", point->name, path);
  rd_status status = bisect_log_note(self->options->log, line, err);
  free(line);
  return status;
}

static rd_status test_point(bisecting *self, bisect_point *point, rd_error *err)
{
  bool flaky = false;
  found_compiler found = { 0 };
  rd_status status = has_to_learn(self) ? learn_again(self, err) : RD_OK;
  if (!status && !self->over)
    status = get_compiler(&found, self, point, err);
  if (!status && !self->over && found.is_there) {
    status = run_compiler(&flaky, self, point, &found.command, err);
  } else if (!status && !self->over) {
    point->answer = BISECT_SKIP;
    point->detail = mem_copy(found.reason);
    status = log_build(self, point, found.log, err);
  }
  builds_release(self->options->builds, &point->facts.id);
  found_compiler_dispose(&found);
  return status || self->over ? status : log_answer(self, point, flaky, err);
}

bisect_point *probe_find(const bisecting *self, const char *name)
{
  for (size_t i = 0; i < self->tested_count; i++)
    if (!strcmp(self->tested[i]->name, name))
      return self->tested[i];
  return NULL;
}

static bisect_point *keep_point(bisecting *self, bisect_point *point)
{
  bisect_point *kept = mem_alloc(1, sizeof *kept);
  *kept = *point;
  *point = (bisect_point){ 0 };
  LIST_PUSH(self->tested, self->tested_count, kept);
  return kept;
}

rd_status probe(const bisect_point **out, bisecting *self, bisect_point *point,
                rd_error *err)
{
  bisect_point *kept = keep_point(self, point);
  const bisect_entry *known = find_entry(self, kept->name);
  *out = kept;
  rd_status status = RD_OK;
  if (known)
    take_entry(self, kept, known);
  else
    status = test_point(self, kept, err);
  if (status || self->over)
    return status;
  self->out->probes++;
  self->out->skipped += kept->answer == BISECT_SKIP;
  return RD_OK;
}
