/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Saves texts of tests for the user: those that a script finds interesting in
 * another way (--also-interesting), and every test (--save-temps).
 *
 * Both go into folders beside the result, not into system folders. A user who
 * requests these texts wants all of them, so a failure to write one ends the
 * reduction.
 */
#include "compiler/crash_test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/joined.h"
#include "base/hash.h"

/* Saves the text as NNNN plus its suffix, unless it was saved before. */
static rd_status keep_also(const crash_test *self, rd_error *err)
{
  crash_shared *shared = self->shared;
  const char *folder = shared->options.also_folder;
  uint64_t hash = hash_bytes(self->text, self->size);
  for (size_t i = 0; i < shared->also_count; i++)
    if (shared->also_met[i] == hash)
      return RD_OK;
  rd_status status = folders_make(folder, 0777, err);
  if (status)
    return status;
  const char *dot = strrchr(base_name(shared->options.name), '.');
  char *path = NULL;
  do { /* skip numbers that an earlier reduction used */
    free(path);
    path = mem_format("%s/%04u%s", folder, ++shared->also_last,
                      dot && !self->command.run->files.size ? dot : "");
  } while (path_exists(path));
  status = joined_create(path, &self->command.run->files, self->text,
                         self->size, err);
  free(path);
  if (!status)
    LIST_PUSH(shared->also_met, shared->also_count, hash);
  return status;
}

/* Saves the test as NNNNNN-VERDICT/. */
static rd_status keep_test(const crash_test *self, rd_error *err)
{
  const crash_options *options = &self->shared->options;
  char *folder = mem_format("%s/%06" PRIu64 "-%s", options->temps_folder,
                            self->ticket, rd_verdict_name(self->verdict));
  char *text = mem_format("%s/%s", folder, base_name(options->name));
  char *output = mem_format("%s/output", folder);
  rd_status status = folders_make(folder, 0777, err);
  if (!status)
    status = self->command.run->files.size
                 ? joined_write(folder, &self->command.run->files, self->text,
                                self->size, err)
                 : file_write(text, self->text, self->size, err);
  if (!status)
    status = file_write(output, self->output.data ? self->output.data : "",
                        self->output.size, err);
  free(output);
  free(text);
  free(folder);
  return status;
}

rd_status crash_test_keep(const crash_test *self, rd_error *err)
{
  rd_status status = RD_OK;
  if (self->shared->options.temps_folder)
    status = keep_test(self, err);
  if (!status && self->also && self->verdict != RD_INTERESTING)
    status = keep_also(self, err);
  return status;
}
