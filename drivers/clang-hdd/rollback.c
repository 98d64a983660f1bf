/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a reduction has turned back, on disk: run-N.rollback.json beside its answers.
 *
 * When the guard is known depends on how long builds take, so the search that goes
 * on with a run cannot find out for itself where that one was ended. All else that
 * it did follows from its answers.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/alongside_state.h"
#include "clang-hdd/resume.h"
#include "clang-hdd/run_file.h"

static char *fact_of(const run_file *from, const char *name)
{
  const char *value = run_file_fact(from, name);
  return mem_copy(value ? value : "");
}

bool rollback_read(rollback *out, const session *self)
{
  run_file *from = NULL;
  char *path = resume_file(self, ".rollback.json");
  bool there =
      path && self->options.resume && !run_file_read(&from, path, NULL);
  free(path);
  if (!there)
    return false;
  char *accepted = fact_of(from, "accepted"), *back = fact_of(from, "back");
  *out = (rollback){ .commit = fact_of(from, "commit"),
                     .accepted = strtoul(accepted, NULL, 10),
                     .back = strtoul(back, NULL, 10),
                     .text = fact_of(from, "text"),
                     .moved = fact_of(from, "moved") };
  free(accepted);
  free(back);
  run_file_free(from);
  return true;
}

static void set_number(run_file *to, const char *name, size_t value)
{
  char *digits = mem_format("%zu", value);
  run_file_set(to, name, digits);
  free(digits);
}

void rollback_write(const rollback *self, session *to)
{
  char *path = resume_file(to, ".rollback.json");
  if (!path)
    return;
  run_file *file = run_file_new();
  rd_error err = { 0 };
  run_file_set(file, "commit", self->commit);
  run_file_set(file, "text", self->text);
  run_file_set(file, "moved", self->moved);
  set_number(file, "accepted", self->accepted);
  set_number(file, "back", self->back);
  run_file_set_limits(file, &to->limits); /* a run file has them */
  if (run_file_write(file, path, &err))
    progress_warning(&to->progress, "%s; --resume will not know what comes now",
                     err.message);
  run_file_free(file);
  free(path);
}

void rollback_dispose(rollback *self)
{
  free(self->commit);
  free(self->text);
  free(self->moved);
  *self = (rollback){ 0 };
}
