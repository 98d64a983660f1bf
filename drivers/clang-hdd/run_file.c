/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A run as a JSON object:
 *
 *   {"format": 1, "complete": false,
 *    "facts": {"version": "...", "input": "...", ...},
 *    "limits": {"wall_ms": 2000, "cpu_ms": 4000, "memory_bytes": 4294967296}}
 *
 * and, if it turned back, a "rollback". The limits are separate from the facts
 * because they may differ. Limits that were measured in the first run are
 * reused, so that the answers are the same when the machine is slower; a limit
 * raised on purpose does not make another run.
 */
#include "clang-hdd/run_file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "clang-hdd/json.h"

enum { FORMAT = 1 };

run_file *run_file_new(void)
{
  run_file *self = mem_alloc(1, sizeof *self);
  self->facts = json_object();
  return self;
}

void rollback_dispose(rollback *self)
{
  free(self->commit);
  free(self->text);
  free(self->moved);
  *self = (rollback){ 0 };
}

void run_file_free(run_file *self)
{
  if (!self)
    return;
  rollback_dispose(&self->rollback);
  json_decref(self->facts);
  free(self);
}

/* ---- reading and writing ---- */

static bool read_rollback(rollback *out, json_t *from)
{
  const char *commit, *text, *moved;
  json_int_t accepted, back;
  if (!from)
    return true;
  if (json_unpack(from, "{s:s, s:I, s:I, s:s, s:s}", "commit", &commit,
                  "accepted", &accepted, "back", &back, "text", &text, "moved",
                  &moved))
    return false;
  *out = (rollback){ .commit = mem_copy(commit),
                     .accepted = (size_t)accepted,
                     .back = (size_t)back,
                     .text = mem_copy(text),
                     .moved = mem_copy(moved) };
  return true;
}

static bool read_members(run_file *out, json_t *root)
{
  int format = 0, complete = 0;
  json_int_t wall = 0, cpu = 0, memory = 0;
  json_t *facts, *turned = NULL;
  if (json_unpack(root, "{s:i, s?b, s:o, s:{s:I, s:I, s:I}, s?o}", "format",
                  &format, "complete", &complete, "facts", &facts, "limits",
                  "wall_ms", &wall, "cpu_ms", &cpu, "memory_bytes", &memory,
                  "rollback", &turned) ||
      format != FORMAT || !json_is_object(facts) || wall < 1 ||
      wall > UINT32_MAX || cpu < 0 || cpu > UINT32_MAX || memory < 0)
    return false;
  json_decref(out->facts);
  out->facts = json_incref(facts);
  out->complete = complete;
  out->limits = (rd_limits){ .wall_ms = (uint32_t)wall,
                             .cpu_ms = (uint32_t)cpu,
                             .memory_bytes = (uint64_t)memory };
  return read_rollback(&out->rollback, turned);
}

rd_status run_file_read(run_file **out, const char *path, rd_error *err)
{
  char *text = NULL;
  size_t size = 0;
  rd_status status = file_read(&text, &size, path, err);
  if (status)
    return status;
  json_t *root = json_loadb(text, size, 0, NULL);
  run_file *self = run_file_new();
  if (!read_members(self, root)) {
    run_file_free(self);
    self = NULL;
    status = rd_fail(err, RD_ERR_INVALID, "%s does not describe a run", path);
  }
  *out = self;
  json_decref(root);
  free(text);
  return status;
}

rd_status run_file_write(const run_file *self, const char *path, rd_error *err)
{
  const rollback *turned = &self->rollback;
  json_t *root = json_pack(
      "{s:i, s:b, s:O, s:{s:I, s:I, s:I}, s:o*}", "format", FORMAT, "complete",
      self->complete, "facts", self->facts, "limits", "wall_ms",
      (json_int_t)self->limits.wall_ms, "cpu_ms",
      (json_int_t)self->limits.cpu_ms, "memory_bytes",
      (json_int_t)self->limits.memory_bytes, "rollback",
      !turned->commit
          ? NULL
          : json_pack("{s:s, s:I, s:I, s:s, s:o}", "commit", turned->commit,
                      "accepted", (json_int_t)turned->accepted, "back",
                      (json_int_t)turned->back, "text", turned->text, "moved",
                      json_any_string(turned->moved)));
  char *text = json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  rd_status status = file_replace(path, text, strlen(text), err);
  free(text);
  json_decref(root);
  return status;
}

/* ---- facts ---- */

void run_file_set(run_file *self, const char *name, const char *value)
{
  json_set(self->facts, name, json_any_string(value));
}

const char *run_file_fact(const run_file *self, const char *name)
{
  return json_string_value(json_object_get(self->facts, name));
}

const char *run_file_difference(const run_file *earlier, const run_file *now)
{
  const char *name;
  json_t *value;
  json_object_foreach(now->facts, name, value)
  {
    json_t *other = json_object_get(earlier->facts, name);
    if (!other || !json_equal(other, value))
      return name;
  }
  return NULL;
}

char *run_file_key(const run_file *self)
{
  char *text = json_dumps(self->facts, JSON_COMPACT | JSON_SORT_KEYS);
  char digits[HASH_DIGITS + 1];
  hash_digits(digits, text, strlen(text));
  free(text);
  return mem_copy(digits);
}
