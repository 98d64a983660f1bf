/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A process to run on a text.
 *
 * The user's command and what its driver starts are the same kind of thing, so
 * that whoever runs one need not know which it is. The environment belongs to
 * it, because a compiler proper believes what its driver tells it there.
 */
#include "compiler/job.h"

#include <string.h>

#include "compiler/words.h"

void job_dispose(job *self)
{
  strings_free(&self->words);
  strings_free(&self->environment);
  *self = (job){ 0 };
}

char *job_line(const job *self)
{
  strings all = { 0 };
  const strings *environment = &self->environment;
  if (environment->size)
    strings_add(&all, "env");
  for (size_t i = 0; i < environment->size; i++)
    if (!strchr(environment->data[i], '=')) {
      strings_add(&all, "-u");
      strings_add(&all, environment->data[i]);
    }
  for (size_t i = 0; i < environment->size; i++)
    if (strchr(environment->data[i], '='))
      strings_add(&all, environment->data[i]);
  for (size_t i = 0; i < self->words.size; i++)
    strings_add(&all, self->words.data[i]);
  char *line = words_join(strings_argv(&all));
  strings_free(&all);
  return line;
}
