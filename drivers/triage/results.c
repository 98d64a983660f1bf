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
 *
 * A version that rejects the text has not come to the place of the crash, so
 * nothing is known of it until options make it accept the text. Only if it then
 * compiles the text, and all later versions do, the crash is fixed.
 */
#include <stdlib.h>
#include <string.h>

#include "triage/habits.h"
#include "triage/installed.h"
#include "triage/matrix.h"
#include "triage/triage.h"

void triage_dispose(triage *self)
{
  free(self->stage);
  free(self->pass);
  free(self->kind);
  free(self->named_by);
  free(self->rivals);
  free(self->confirmed);
  free(self->limit);
  free(self->exposed_by);
  *self = (triage){ 0 };
}

void matrix_row_dispose(matrix_row *self)
{
  free(self->program);
  free(self->version);
  free(self->target);
  free(self->options);
  free(self->detail);
  free(self->more);
  strings_free(&self->habits);
  strings_free(&self->levels);
}

void matrix_dispose(matrix *self)
{
  for (size_t i = 0; i < self->size; i++)
    matrix_row_dispose(&self->rows[i]);
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

const char *matrix_row_word(const matrix_row *row, matrix_end end)
{
  static const char *const built[] = { "right", "wrong", "wrong otherwise",
                                       "does not build" };
  return row->builds && end <= MATRIX_REJECTS ? built[end]
                                              : matrix_end_name(end);
}

char *matrix_row_options(const matrix_row *row)
{
  textbuf out = { 0 };
  text_puts(&out, row->options);
  for (size_t i = 0; i < row->levels.size; i++)
    text_printf(&out, "%s%s",
                i          ? ", "
                : out.size ? "; also "
                           : "also ",
                row->levels.data[i]);
  return out.data;
}

/* ---- conclusions ---- */

static const matrix_row *find_self(const matrix *self)
{
  for (size_t i = 0; i < self->size; i++)
    if (self->rows[i].self)
      return &self->rows[i];
  return NULL;
}

matrix_end matrix_outcome(const matrix_row *row)
{
  return row->more ? row->then : row->end;
}

/* Is it another version of the same compiler for the same target? With other
 * options it may work because of those. */
static bool is_version(const matrix_row *row, const matrix_row *own)
{
  return row->family == own->family && !row->other_level &&
         !strcmp(row->options, own->options) && *row->version &&
         *own->version && !strcmp(row->target, own->target);
}

const matrix_row *matrix_last_good(const matrix *self)
{
  const matrix_row *own = find_self(self), *best = NULL;
  for (size_t i = 0; own && i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    if (row->end == MATRIX_WORKS && is_version(row, own) &&
        version_compare(row->version, own->version) < 0 &&
        (!best || version_compare(row->version, best->version) > 0))
      best = row;
  }
  return best;
}

/* Does a version compile the text, or crash on it in any way? */
static bool is_settled(const matrix_row *row, bool works)
{
  matrix_end end = matrix_outcome(row);
  return works ? end == MATRIX_WORKS
               : end == MATRIX_CRASHES || end == MATRIX_OTHER;
}

/* The newest version that crashes or the oldest later one that works: settled
 * so, with a version after that of `after`. */
static const matrix_row *find_version(const matrix *self, bool works,
                                      const matrix_row *after)
{
  const matrix_row *own = find_self(self), *best = after;
  for (size_t i = 0; i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    if (!is_settled(row, works) || !is_version(row, own) ||
        version_compare(row->version, after->version) <= 0)
      continue;
    int order = version_compare(row->version, best->version);
    if (best == after || (works ? order < 0 : order > 0))
      best = row;
  }
  return best;
}

const matrix_row *matrix_fixed(const matrix *self)
{
  const matrix_row *own = find_self(self);
  if (!own || own->end != MATRIX_CRASHES)
    return NULL;
  const matrix_row *last = find_version(self, false, own);
  const matrix_row *found = find_version(self, true, last);
  return found == last ? NULL : found;
}

int matrix_validity(const matrix *self)
{
  const matrix_row *own = find_self(self);
  int validity = -1;
  for (size_t i = 0; i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    if (!row->self && matrix_outcome(row) == MATRIX_WORKS)
      return 1;
    if (own && !row->self && row->family == own->family &&
        matrix_outcome(row) == MATRIX_REJECTS)
      validity = 0;
  }
  return validity;
}

void matrix_habits(strings *out, const matrix *self)
{
  for (size_t i = 0; i < self->size; i++)
    for (size_t j = 0; j < self->rows[i].habits.size; j++)
      if (!strings_has(out, self->rows[i].habits.data[j]))
        strings_add(out, self->rows[i].habits.data[j]);
}

/* ---- the table ---- */

static size_t widest(size_t so_far, const char *word)
{
  size_t size = strlen(word);
  return size > so_far ? size : so_far;
}

/* The options, cut if those of a compiler proper are too long for a line. */
static char *short_options(const matrix_row *row)
{
  enum { MOST = 100 };
  char *options = matrix_row_options(row);
  if (strlen(options) > MOST)
    string_replace(&options, mem_format("%.*s ...", MOST, options));
  return options;
}

char *matrix_row_remark(const matrix_row *row)
{
  bool named = row->habits.size && row->end == MATRIX_REJECTS && row->more;
  char *why = named                        ? habits_text(&row->habits)
              : row->end == MATRIX_CRASHES ? NULL
              : row->detail                ? mem_copy(row->detail)
                                           : NULL;
  if (!row->more)
    return why;
  char *out = mem_format("%s%s%s %swith %s", why ? why : "", why ? "; " : "",
                         matrix_row_word(row, row->then),
                         row->then == MATRIX_WORKS ? "only " : "", row->more);
  free(why);
  return out;
}

char *matrix_text(const matrix *self)
{
  size_t program = 8, version = 7, target = 6, end = 4;
  for (size_t i = 0; i < self->size; i++) {
    program = widest(program, self->rows[i].program);
    version = widest(version, self->rows[i].version);
    target = widest(target, self->rows[i].target);
    end = widest(end, matrix_row_word(&self->rows[i], self->rows[i].end));
  }
  textbuf out = { 0 };
  text_printf(&out, "%-*s  %-*s  %-*s  %-*s  %s\n", (int)program, "compiler",
              (int)version, "version", (int)target, "target", (int)end, "does",
              "with");
  for (size_t i = 0; i < self->size; i++) {
    const matrix_row *row = &self->rows[i];
    char *options = short_options(row);
    text_printf(&out, "%-*s  %-*s  %-*s  %-*s  %s\n", (int)program,
                row->program, (int)version, row->version, (int)target,
                row->target, (int)end, matrix_row_word(row, row->end), options);
    free(options);
    char *remark = matrix_row_remark(row);
    if (remark)
      text_printf(&out, "%*s%s\n", (int)(program + version + target + 6), "",
                  remark);
    free(remark);
  }
  return out.data;
}
