/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A source with its command, and the list of them. */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "intake/intake.h"

void compilation_dispose(compilation *self)
{
  free(self->file);
  free(self->name);
  free(self->directory);
  strings_free(&self->command);
  strings_free(&self->environment);
  strings_free(&self->files);
  free(self->origin);
  *self = (compilation){ 0 };
}

rd_status compilation_parse(invocation *out, const compilation *self,
                            const char *cwd, rd_error *err)
{
  strings words = { 0 };
  strings_add_all(&words, &self->command);
  const char *directory = self->directory ? self->directory : cwd;
  char *file = self->name        ? mem_copy(self->name)
               : self->directory ? path_absolute(cwd, self->file)
                                 : mem_copy(self->file);
  rd_status status =
      invocation_parse(out, strings_argv(&words), file, directory, err);
  strings_add_all(&out->environment, &self->environment);
  if (strcmp(directory, cwd) != 0)
    out->changed_directory = mem_copy(directory);
  if (!status && self->files.size)
    invocation_localize(out, &self->files);
  free(file);
  strings_free(&words);
  return status;
}

void compilation_find_program(compilation *self, const strings *environment)
{
  const char *path = NULL;
  for (size_t i = 0; i < environment->size; i++)
    if (starts_with(environment->data[i], "PATH="))
      path = environment->data[i] + strlen("PATH=");
  if (!path || !self->command.size)
    return;
  const char *name = self->command.data[0];
  char *there = path_program_in(name, path), *here = path_program(name);
  if (there && *there == '/' && !(here && path_same(there, here))) {
    free(self->command.data[0]);
    self->command.data[0] = mem_copy(there);
  }
  free(there);
  free(here);
}

compilation *intake_add(intake *self)
{
  LIST_PUSH(self->data, self->size, (compilation){ 0 });
  return &self->data[self->size - 1];
}

void intake_dispose(intake *self)
{
  for (size_t i = 0; i < self->size; i++)
    compilation_dispose(&self->data[i]);
  free(self->data);
  strings_free(&self->notes);
  *self = (intake){ 0 };
}
