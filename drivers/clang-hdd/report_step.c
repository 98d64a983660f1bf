/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From a session to the facts of its report.
 *
 * The report comes last: the result is written, and whatever fails here costs
 * the user a warning and nothing else. It is about the command with the options
 * that are left. A run that only repeats what an earlier one has found keeps
 * that one's report, which knows how it went. Who interrupts a reduction wants
 * to leave, and gets none.
 */
#include "clang-hdd/report_step.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/flags_step.h"
#include "clang-hdd/resume.h"
#include "clang-hdd/summary.h"
#include "base/files.h"
#include "compiler/words.h"
#include "report/examine.h"

/* An original beyond this is not repeated in its report. */
enum { ORIGINAL_MOST = 8 << 20 };

static void fill_texts(report *out, const session *self)
{
  const rd_result *result = &self->result;
  out->original_name = mem_copy(base_name(self->options.file));
  out->original_size = self->size;
  if (self->size <= ORIGINAL_MOST)
    out->original = mem_copy_bytes(self->text, self->size);
  out->original_lines = count_lines(self->text, self->size);
  out->preprocessed = self->preprocessed;
  const char *name = base_name(self->output.path);
  out->reduced_name = mem_format("%s%s", *name == '-' ? "./" : "", name);
  out->reduced = mem_copy_bytes(result->text, result->size);
  out->reduced_size = result->size;
  out->reduced_lines = count_lines(result->text, result->size);
  out->before = result->before;
  out->after = result->after;
}

static void fill_history(report *out, const session *self)
{
  out->tests = self->result.stats.tests;
  out->flag_tests = self->flags.tests;
  for (size_t i = 0; i < self->flags.removed.size; i++)
    strings_add(&out->removed_flags, self->flags.removed.data[i]);
  out->ms = progress_elapsed(&self->progress);
  out->jobs = (unsigned)self->slot_count;
  out->minimal = self->result.minimal;
  out->made_by = mem_format("clang-hdd %s", self->version);
  for (size_t i = 0; i < self->others.size; i++) {
    const other_crash *crash = &self->others.data[i];
    if (!crash->listed)
      continue;
    out->others =
        mem_resize(out->others, out->other_count + 1, sizeof *out->others);
    out->others[out->other_count++] =
        (report_other){ mem_copy(crash->line),
                        crash->path ? mem_copy(crash->path) : NULL };
  }
}

static void fill_property(report *out, const session *self)
{
  out->property = self->property;
  out->signature = summary_property(self);
  if (self->has_pattern)
    out->pattern = mem_copy(self->options.pattern);
  if (self->property == PROPERTY_SCRIPT)
    out->script = words_join((const char *const *)self->argv.data);
  if (self->property == PROPERTY_HANG)
    out->limit = self->options.hang_ms;
  if (self->property == PROPERTY_MEMORY)
    out->limit = self->options.hog_bytes;
  if (self->judge) {
    out->judge = mem_copy(judge_name(self->judge));
    if (self->classified)
      out->judge_class = mem_copy(judge_class_name(self->class));
  }
  if (self->has_command)
    out->command =
        invocation_typed(&self->command, session_file_name(self), NULL);
  else
    out->command = mem_copy(out->script);
}

/* The command that the report is about; caller's. */
static rd_status reduced_command(invocation *out, session *self,
                                 const char *name, rd_error *err)
{
  const invocation *from = flags_step_command(self);
  strings words = { 0 };
  for (size_t i = 0; i < from->shown.size; i++)
    strings_add(&words, i == from->shown_file ? name : from->shown.data[i]);
  const char *folder = from->changed_directory;
  rd_status status = invocation_parse(out, strings_argv(&words), name,
                                      folder ? folder : self->cwd, err);
  const strings *set = &from->environment;
  for (size_t i = 0; i < set->size; i++)
    strings_add(&out->environment, set->data[i]);
  strings_free(&words);
  return status;
}

static rd_status examine(report *out, session *self, rd_error *err)
{
  invocation command = { 0 };
  rd_status status = reduced_command(&command, self, out->reduced_name, err);
  if (status)
    return status;
  source text = { out->reduced_name, out->reduced, out->reduced_size };
  bool crash = self->property == PROPERTY_CRASH;
  bool ends = crash || self->property == PROPERTY_PATTERN;
  examine_request request = { .run = &self->run,
                              .command = &command,
                              .compiler = &self->compiler,
                              .expected = crash ? &self->signature : NULL,
                              .text = &text,
                              .limits = &self->limits,
                              .no_run = !ends };
  bool shown = false;
  status = report_examine(out, &shown, &request, err);
  if (!status && ends && !shown)
    progress_notice(&self->progress,
                    "%s does not show the crash outside of a test; see the "
                    "output in the report",
                    out->reduced_command);
  invocation_dispose(&command);
  return status;
}

/* "bug.report" beside the result. */
static char *report_folder(const session *self)
{
  char *folder = output_folder(&self->output);
  char *out =
      mem_format("%.*s.report", (int)(strlen(folder) - strlen(".hdd")), folder);
  free(folder);
  return out;
}

bool report_step_is_due(const session *self)
{
  if (self->options.no_report)
    return false;
  char *folder = report_folder(self);
  char *path = mem_format("%s/report.json", folder);
  bool there = path_exists(path);
  free(path);
  free(folder);
  return !there;
}

/* Who interrupts these steps has a complete result, and no report. */
static exit_code tell_interruption(session *self)
{
  if (session_interrupted())
    progress_notice(&self->progress,
                    "interrupted; the result is complete, and there is no "
                    "report%s",
                    resume_is_written(self) ? "; --resume makes it" : "");
  return session_interrupted();
}

exit_code session_report(session *self)
{
  if (self->options.no_report || !self->oracle || !self->has_result ||
      !self->output.written)
    return EXIT_DONE;
  if (session_interrupted())
    return tell_interruption(self);
  report *out = &self->report;
  rd_error err = { 0 };
  fill_texts(out, self);
  fill_history(out, self);
  fill_property(out, self);
  report_look_around(out);
  rd_status status = crash_oracle_settle(self->oracle, &err);
  if (!status && self->has_command)
    status = examine(out, self, &err);
  if (self->options.with_bisect) /* the compiler is one that was built for it */
    report_hide_build(out);
  char *folder = report_folder(self);
  if (!status)
    status = report_write(out, folder, &err);
  if (!status) {
    self->report_path = folder;
    return EXIT_DONE;
  }
  free(folder);
  if (!session_interrupted())
    progress_warning(&self->progress, "%s; there is no report", err.message);
  return tell_interruption(self);
}

char *report_step_line(const session *self)
{
  if (!self->report_path)
    return NULL;
  return mem_format("%s/ (for the tracker: %s)", self->report_path,
                    report_tracker_file(&self->report));
}
