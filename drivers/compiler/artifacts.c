/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Saves texts for the user: those that a script finds interesting in another
 * way (--also-interesting), and every test (--save-temps).
 *
 * Both go into folders beside the result, not into system folders. A user who
 * requests these texts wants all of them, so a failure to write one ends the
 * reduction.
 */
#include "compiler/artifacts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"

void artifacts_init(artifacts *out, const char *also, const char *temps,
                    const char *name)
{
  *out = (artifacts){ .also = also, .temps = temps, .name = name };
}

void artifacts_dispose(artifacts *self)
{
  free(self->met);
  *self = (artifacts){ 0 };
}

static bool was_met(const artifacts *self, uint64_t hash)
{
  for (size_t i = 0; i < self->met_count; i++)
    if (self->met[i] == hash)
      return true;
  return false;
}

rd_status artifacts_add_text(artifacts *self, const char *text, size_t size,
                             rd_error *err)
{
  uint64_t hash = hash_bytes(text, size);
  if (!self->also || was_met(self, hash))
    return RD_OK;
  rd_status status = folders_make(self->also, err);
  if (status)
    return status;
  const char *dot = strrchr(base_name(self->name), '.');
  char *path = NULL;
  do { /* skip numbers that an earlier reduction used */
    free(path);
    path = mem_format("%s/%04u%s", self->also, ++self->last, dot ? dot : "");
  } while (path_exists(path));
  status = file_create(path, text, size, err);
  free(path);
  if (status)
    return status;
  LIST_PUSH(self->met, self->met_count, hash);
  return RD_OK;
}

rd_status artifacts_add_test(const artifacts *self, const kept_test *test,
                             rd_error *err)
{
  if (!self->temps)
    return RD_OK;
  rd_status status = folders_make(self->temps, err);
  if (status)
    return status;
  char *folder = mem_format("%s/%06" PRIu64 "-%s", self->temps, test->number,
                            rd_verdict_name(test->verdict));
  char *text = mem_format("%s/%s", folder, base_name(self->name));
  char *output = mem_format("%s/output", folder);
  status = folder_make(folder, 0777, err);
  if (!status)
    status = file_write(text, test->text, test->size, err);
  if (!status)
    status = file_write(output, test->output, test->output_size, err);
  free(output);
  free(text);
  free(folder);
  return status;
}
