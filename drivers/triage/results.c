/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The results of this folder as structs, apart from the search (reports read
 * and write them without running anything), and conclusions from a matrix.
 *
 * A report needs three: which versions work, whether the crash is a regression,
 * and whether the text is valid. The compilers that accept it decide the last.
 * GCC calls a crash ice-on-invalid-code if the compiler should have rejected
 * the text. C has dialects, so only a rejection by another version of the same
 * compiler counts.
 */
#include <stdlib.h>
#include <string.h>

#include "triage/installed.h"
#include "triage/matrix.h"
#include "triage/triage.h"

void triage_dispose(triage *self)
{
  free(self->stage);
  free(self->pass);
  free(self->kind);
  free(self->named_by);
  free(self->confirmed);
  free(self->limit);
  free(self->exposed_by);
  *self = (triage){ 0 };
}

void matrix_dispose(matrix *self)
{
  for (size_t i = 0; i < self->size; i++) {
    matrix_row *row = &self->rows[i];
    free(row->program);
    free(row->version);
    free(row->target);
    free(row->options);
    free(row->detail);
  }
  free(self->rows);
  *self = (matrix){ 0 };
}

const char *matrix_end_name(matrix_end end)
{
  static const char *const names[] = { "works",          "crashes",
                                       "other crash",    "rejects",
                                       "unknown option", "too slow" };
  return names[end];
}

/* ---- conclusions ---- */

static const matrix_row *find_self(const matrix *self)
{
  for (size_t i = 0; i < self->size; i++)
    if (self->rows[i].self)
      return &self->rows[i];
  return NULL;
}

const matrix_row *matrix_last_good(const matrix *self)
{
  const matrix_row *own = find_self(self), *best = NULL;
  for (size_t i = 0; own && i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    /* With other options it may work because of those. */
    if (row->family == own->family && row->end == MATRIX_WORKS &&
        !strcmp(row->options, own->options) && *row->version && *own->version &&
        !strcmp(row->target, own->target) &&
        version_compare(row->version, own->version) < 0 &&
        (!best || version_compare(row->version, best->version) > 0))
      best = row;
  }
  return best;
}

int matrix_validity(const matrix *self)
{
  const matrix_row *own = find_self(self);
  int validity = -1;
  for (size_t i = 0; i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    if (!row->self && row->end == MATRIX_WORKS)
      return 1;
    if (own && !row->self && row->family == own->family &&
        row->end == MATRIX_REJECTS)
      validity = 0;
  }
  return validity;
}

/* ---- the table ---- */

static size_t widest(size_t so_far, const char *word)
{
  size_t size = strlen(word);
  return size > so_far ? size : so_far;
}

/* The options, cut if those of a compiler proper are too long for a line. */
static char *short_options(const char *options)
{
  enum { MOST = 100 };
  size_t size = strlen(options);
  return size <= MOST ? mem_copy(options)
                      : mem_format("%.*s ...", MOST, options);
}

char *matrix_text(const matrix *self)
{
  size_t program = 8, version = 7, target = 6, end = 4;
  for (size_t i = 0; i < self->size; i++) {
    program = widest(program, self->rows[i].program);
    version = widest(version, self->rows[i].version);
    target = widest(target, self->rows[i].target);
    end = widest(end, matrix_end_name(self->rows[i].end));
  }
  textbuf out = { 0 };
  text_printf(&out, "%-*s  %-*s  %-*s  %-*s  %s\n", (int)program, "compiler",
              (int)version, "version", (int)target, "target", (int)end, "does",
              "with");
  for (size_t i = 0; i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    char *options = short_options(row->options);
    text_printf(&out, "%-*s  %-*s  %-*s  %-*s  %s\n", (int)program,
                row->program, (int)version, row->version, (int)target,
                row->target, (int)end, matrix_end_name(row->end), options);
    free(options);
    if (row->detail && row->end != MATRIX_CRASHES)
      text_printf(&out, "%*s%s\n", (int)(program + version + target + 6), "",
                  row->detail);
  }
  return out.data;
}
