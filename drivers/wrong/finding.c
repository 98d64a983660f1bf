/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the steps that find out how a program is built wrong share. */
#include "wrong/finding.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/outcome.h"

enum {
  LEAST_MS = 40,  /* least limit of a run, */
  TIMES_RUN = 10, /* which is as many times what the right one took */
};

void finding_forget(finding *self)
{
  for (size_t i = 0; self->seen && i < self->to->plan.size; i++)
    act_dispose(&self->seen[i]);
  free(self->seen);
  self->seen = NULL;
}

void finding_drop(finding *self, size_t at)
{
  plan *of = &self->to->plan;
  act_dispose(&self->seen[at]);
  memmove(self->seen + at, self->seen + at + 1,
          (of->size - at - 1) * sizeof *self->seen);
  plan_remove(of, at);
}

rd_status finding_show(finding *self, rd_error *err)
{
  finding_forget(self);
  return wrong_show(&self->seen, &self->to->plan, self->options, err);
}

char *finding_error(const finding *self, size_t at)
{
  const char *said = self->seen[at].messages;
  const rd_run run = { .end = RD_END_EXIT,
                       .status = 1,
                       .output = (char *)said,
                       .output_size = strlen(said) };
  char *error = NULL;
  (void)outcome_find(&error, &run, self->options->text.name);
  char *line =
      mem_format("%s does not build %s: %s", self->to->plan.steps[at].name,
                 self->options->text.name, error);
  free(error);
  return line;
}

unsigned finding_limit(const behaviour *good)
{
  unsigned ms = good->ms * TIMES_RUN;
  return ms < LEAST_MS ? LEAST_MS : ms;
}

void finding_blame(finding *self, wrong_fault fault, char *problem)
{
  self->to->fault = fault;
  self->to->problem = problem;
}
