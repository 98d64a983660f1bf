/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A bisection as JSON: bisection.json, the last event of `bisect --json`, and a
 * member of report.json.
 *
 * Each function below names the members of one struct, for writing and for
 * reading. Ids are written as digits. A commit's id is its point's name, so a
 * point whose name is not an id is a version. Readers rely on the promises of
 * the header, so a file that claims to have found a first bad commit but lacks
 * it is rejected.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bisect/bisection.h"

/* ---- names ---- */

static const char *end_name(int end)
{
  static const char *const names[] = { "found",        "suspects",  "no crash",
                                       "good crashes", "unrelated", "swapped",
                                       "no build",     "unfinished" };
  return names[end];
}

const char *bisect_answer_name(int answer)
{
  static const char *const names[] = { "unknown", "good", "bad", "skip" };
  return names[answer];
}

/* ---- points ---- */

static void write_parents(store *self, const commit_facts *of)
{
  strings list = { 0 };
  char digits[OBJECT_ID_DIGITS + 1];
  for (size_t i = 0; i < of->parent_count; i++) {
    object_id_digits(digits, &of->parents[i]);
    strings_add(&list, digits);
  }
  store_list(self, "parents", &list);
  strings_free(&list);
}

static void read_parents(store *self, commit_facts *of)
{
  strings list = { 0 };
  store_list(self, "parents", &list);
  if (list.size)
    of->parents = mem_alloc(list.size, sizeof *of->parents);
  of->parent_count = list.size;
  for (size_t i = 0; i < list.size; i++)
    if (!object_id_parse(&of->parents[i], list.data[i]))
      store_complain(self, "parents");
  strings_free(&list);
}

static void commit_members(store *self, commit_facts *of)
{
  if (self->writing)
    write_parents(self, of);
  else
    read_parents(self, of);
  store_string(self, "author", &of->author);
  store_string(self, "author_date", &of->author_date);
  store_string(self, "commit_date", &of->commit_date);
  store_string(self, "subject", &of->subject);
  store_list(self, "files", &of->files);
}

static void point_members(store *self, void *of)
{
  bisect_point *point = of;
  store_string(self, "name", &point->name);
  store_string(self, "version", &point->version);
  STORE_NAME(self, "answer", point->answer, bisect_answer, bisect_answer_name,
             BISECT_SKIP);
  store_string(self, "detail", &point->detail);
  store_list(self, "command", &point->command);
  if (!point->name)
    store_complain(self, "name");
  else if (object_id_parse(&point->facts.id, point->name))
    commit_members(self, &point->facts);
}

/* ---- the whole ---- */

void bisection_members(store *self, void *payload)
{
  bisection *of = payload;
  STORE_NAME(self, "end", of->end, bisection_end, end_name,
             BISECTION_UNFINISHED);
  store_string(self, "repository", &of->repository);
  store_string(self, "good", &of->good);
  store_string(self, "bad", &of->bad);
  store_boolean(self, "first_parent", &of->first_parent);
  STORE_ARRAY(self, "suspects", of->suspects, of->suspect_count, point_members);
  STORE_ARRAY(self, "parents", of->parents, of->parent_count, point_members);
  store_string(self, "signature", &of->signature);
  store_string(self, "problem", &of->problem);
  store_boolean(self, "flaky", &of->flaky);
  store_string(self, "flaky_detail", &of->flaky_detail);
  STORE_NUMBER(self, "commits", of->commits);
  STORE_NUMBER(self, "probes", of->probes);
  STORE_NUMBER(self, "built", of->built);
  STORE_NUMBER(self, "cached", of->cached);
  STORE_NUMBER(self, "skipped", of->skipped);
  STORE_NUMBER(self, "ms", of->ms);
  store_string(self, "log", &of->log);
  store_boolean(self, "wrong_code", &of->wrong_code);
  store_boolean(self, "checked", &of->checked);
  store_string(self, "moved", &of->moved);
  if (of->end == BISECTION_FOUND && of->suspect_count != 1)
    store_complain(self, "suspects");
}

char *bisection_json(const bisection *self)
{
  store out = { .at = json_object(), .writing = true };
  bisection copy = *self; /* writing does not change it */
  bisection_members(&out, &copy);
  char *text = json_dumps(out.at, JSON_COMPACT | JSON_PRESERVE_ORDER);
  json_decref(out.at);
  return text ? text : mem_copy("{}");
}

static rd_status read_object(bisection *out, json_t *object, rd_error *err)
{
  store in = { .at = object };
  if (!json_is_string(json_object_get(object, "end")))
    return rd_fail(err, RD_ERR_INVALID,
                   "it is not a bisection: it has no \"end\"");
  bisection_members(&in, out);
  if (in.wrong)
    return rd_fail(err, RD_ERR_INVALID,
                   "the value of \"%s\" is not what it should be", in.wrong);
  return RD_OK;
}

rd_status bisection_parse(bisection *out, const char *json, size_t size,
                          rd_error *err)
{
  *out = (bisection){ 0 };
  json_error_t reason;
  json_t *object = json_loadb(json, size, JSON_ALLOW_NUL, &reason);
  if (!object)
    return rd_fail(err, RD_ERR_INVALID, "line %d: %s", reason.line,
                   reason.text);
  rd_status status = read_object(out, object, err);
  json_decref(object);
  if (status)
    bisection_dispose(out);
  return status;
}
