/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The steps behind the reduction that look for what a report says of the crash:
 * where in the compiler it is, and what other compilers do.
 *
 * They run on the reduced text, where a compiler is fastest. They are a bonus:
 * whatever fails in them is a warning, the result stays, and so does the exit
 * code. A script, a hang or a hunger for memory has no signature that a run with
 * other options could be compared with, nor has what only a pattern matches, and a
 * user who interrupts wants to leave.
 */
#include "clang-hdd/flags_step.h"
#include "clang-hdd/triage_step.h"

#include <stdlib.h>

/* Tells of a failure, unless the user asked for it. */
static void warn(session *self, const char *what, rd_status status,
                 const rd_error *err)
{
  if (status != RD_ERR_STOPPED)
    progress_warning(&self->progress, "%s is left out: %s", what, err->message);
}

/* Is there a crash, and a compiler that shows it? */
static bool has_crash(const session *self)
{
  return self->has_result && self->result.size && self->oracle &&
         self->has_command && !self->options.test &&
         signature_is_crash(&self->signature) && !session_interrupted();
}

static void find_place(session *self, const source *text)
{
  triage_request request = { .run = &self->run,
                             .command = flags_step_command(self),
                             .compiler = &self->compiler,
                             .expected = &self->signature,
                             .text = text,
                             .limits = &self->limits };
  rd_error err = { 0 };
  rd_status status = triage_find(&self->report.triage, &request, &err);
  if (status)
    warn(self, "where in the compiler it crashes", status, &err);
}

/* A pattern that decides alone may match where nothing crashes any more. */
static bool crashes(const matrix *table)
{
  for (size_t i = 0; i < table->size; i++)
    if (table->rows[i].self)
      return table->rows[i].end == MATRIX_CRASHES;
  return false;
}

static void find_others(session *self, const source *text)
{
  matrix_request request = { .run = &self->run,
                             .command = flags_step_command(self),
                             .compiler = &self->compiler,
                             .expected = &self->signature,
                             .text = text,
                             .limits = &self->limits,
                             .all = self->options.matrix_all };
  rd_error err = { 0 };
  rd_status status = matrix_run(&self->report.matrix, &request, &err);
  if (status)
    warn(self, "what other compilers do", status, &err);
  else if (self->property != PROPERTY_CRASH && !crashes(&self->report.matrix))
    matrix_dispose(&self->report.matrix);
}

void session_triage(session *self)
{
  const cli *options = &self->options;
  bool asked = options->matrix || options->matrix_all;
  if (!has_crash(self)) {
    if (asked && self->has_result && !session_interrupted())
      progress_warning(&self->progress,
                       "--matrix: there is no compiler's crash to compare");
    return;
  }
  if (options->no_report && !asked)
    return;
  rd_error err = { 0 };
  rd_status status = crash_oracle_settle(self->oracle, &err);
  if (status) {
    warn(self, "where in the compiler it crashes", status, &err);
    return;
  }
  source text = { self->name, self->result.text, self->result.size };
  if (!options->no_report)
    find_place(self, &text);
  if (!session_interrupted())
    find_others(self, &text);
}

void triage_step_print(const session *self)
{
  char *where = triage_line(&self->report.triage);
  if (where)
    (void)fprintf(stderr, "%-12s %s\n", "where", where);
  free(where);
}

void triage_step_print_matrix(const session *self)
{
  const cli *options = &self->options;
  if ((!options->matrix && !options->matrix_all) || !self->report.matrix.size)
    return;
  char *table = matrix_text(&self->report.matrix);
  (void)fprintf(stderr, "\n%s", table);
  free(table);
}
