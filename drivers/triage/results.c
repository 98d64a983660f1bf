/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The results of this folder as structs, apart from the search: reports read
 * and write them without running anything. */
#include <stdlib.h>

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
