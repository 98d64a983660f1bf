/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Releases the facts of a reduction and limits their size.
 *
 * A long reduction of a large file accepts hundreds of texts, the first of
 * which are as large as the file: together they could be gigabytes. The early
 * ones are the least informative, so the largest are removed first.
 */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static void dispose_history(report *self)
{
  for (size_t i = 0; i < self->step_count; i++) {
    free(self->steps[i].pass);
    free(self->steps[i].text);
  }
  for (size_t i = 0; i < self->pass_count; i++)
    free(self->passes[i].name);
  for (size_t i = 0; i < self->other_count; i++) {
    free(self->others[i].line);
    free(self->others[i].file);
  }
  free(self->steps);
  free(self->passes);
  free(self->others);
}

void report_dispose(report *self)
{
  char *const owned[] = {
    self->program,         self->version,
    self->verbose,         self->target,
    self->configured,      self->system,
    self->pattern,         self->script,
    self->signature,       self->message,
    self->function,        self->place,
    self->output,          self->command,
    self->reduced_command, self->mode,
    self->original_name,   self->original,
    self->reduced_name,    self->reduced,
    self->judge,           self->judge_class,
    self->made_by,         self->date,
    self->built_from,      self->test_run,
    self->package,         self->package_version,
    self->architecture,    self->expected,
    self->actual,          self->run_line,
    self->input_name,      self->input,
  };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    free(owned[i]);
  strings_free(&self->flags);
  strings_free(&self->environment);
  strings_free(&self->removed_flags);
  strings_free(&self->cc1);
  strings_free(&self->warnings);
  strings_free(&self->files);
  strings_free(&self->errors);
  strings_free(&self->references);
  strings_free(&self->hiding);
  triage_dispose(&self->triage);
  matrix_dispose(&self->matrix);
  bisection_dispose(&self->bisection);
  dispose_history(self);
  *self = (report){ 0 };
}

/* ---- texts of steps ---- */

/* The step with the largest text, the first of equals; NULL: no step has a
 * text. */
static report_step *find_largest(const report *self)
{
  report_step *largest = NULL;
  for (size_t i = 0; i < self->step_count; i++) {
    report_step *at = &self->steps[i];
    if (at->text && (!largest || at->size > largest->size))
      largest = at;
  }
  return largest;
}

void report_keep_texts(report *self, size_t bytes)
{
  size_t total = 0;
  for (size_t i = 0; i < self->step_count; i++)
    total += self->steps[i].text ? self->steps[i].size : 0;
  while (total > bytes) {
    report_step *largest = find_largest(self);
    total -= largest->size;
    free(largest->text);
    largest->text = NULL;
    largest->size = 0;
  }
}
