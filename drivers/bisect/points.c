/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A common interface to commits and versions.
 *
 * The search only needs a graph, so a list of versions becomes one in which the
 * parent of each is the version before it. Only the name of a node and the
 * facts about it differ, and both are provided here.
 *
 * A good revision need not be an ancestor of the bad one: it may be the head of
 * another branch. Then their merge base must be fine too; otherwise the crash
 * was not introduced on the way to bad but fixed on the way to good. Merge
 * bases are therefore tested first, as in `git bisect`.
 */
#include "bisect/points.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

/* ---- versions ---- */

static rd_status find_version(size_t *out, const strings *versions,
                              const char *name, rd_error *err)
{
  for (size_t i = 0; i < versions->size; i++) {
    if (strcmp(versions->data[i], name) != 0)
      continue;
    *out = i;
    return RD_OK;
  }
  return rd_fail(err, RD_ERR_NOTFOUND, "%s is none of --versions", name);
}

/* The log could not distinguish two versions of the same name. */
static rd_status check_versions(const strings *versions, rd_error *err)
{
  for (size_t i = 0; i < versions->size; i++) {
    const char *name = versions->data[i];
    char *file = path_program(name);
    bool found = file != NULL;
    free(file);
    if (!found)
      return rd_fail(err, RD_ERR_NOTFOUND,
                     "compiler %s is not found; leave it out of --versions, or "
                     "name its path",
                     name);
    for (size_t j = 0; j < i; j++)
      if (!strcmp(versions->data[j], name))
        return rd_fail(err, RD_ERR_INVALID, "%s is named twice in --versions",
                       name);
  }
  return RD_OK;
}

static rd_status find_versions(points *out, const bisect_options *options,
                               rd_error *err)
{
  const strings *good = options->good;
  rd_status status = check_versions(options->versions, err);
  out->versions = options->versions;
  out->bad_version = options->versions->size - 1;
  if (!status && options->bad)
    status =
        find_version(&out->bad_version, options->versions, options->bad, err);
  if (!status && good && good->size)
    status =
        find_version(&out->good_version, options->versions, good->data[0], err);
  return status;
}

/* ---- commits ---- */

static rd_status find_commits(points *out, const bisect_options *options,
                              rd_error *err)
{
  const strings *good = options->good;
  out->history = options->history;
  out->good = mem_alloc(good->size, sizeof *out->good);
  rd_status status =
      history_resolve(&out->bad, out->history, options->bad, err);
  for (size_t i = 0; i < good->size && !status; i++) {
    object_id id;
    status = history_resolve(&id, out->history, good->data[i], err);
    bool twice = false;
    for (size_t j = 0; j < out->good_count; j++)
      twice |= object_id_equals(&out->good[j], &id);
    if (!status && !twice)
      out->good[out->good_count++] = id;
  }
  return status;
}

rd_status points_find(points *out, const bisect_options *options, rd_error *err)
{
  *out = (points){ 0 };
  return options->history ? find_commits(out, options, err)
                          : find_versions(out, options, err);
}

void points_dispose(points *self)
{
  free(self->good);
  commit_graph_dispose(&self->graph);
  *self = (points){ 0 };
}

/* ---- good and bad ---- */

/* Is the commit `id` an ancestor of `of`, or the same? */
static rd_status is_ancestor(bool *out, const points *self, const object_id *id,
                             const object_id *of, rd_error *err)
{
  object_id *bases = NULL;
  size_t count = 0;
  rd_status status =
      history_merge_bases(&bases, &count, self->history, id, of, err);
  *out = !status && count == 1 && object_id_equals(&bases[0], id);
  free(bases);
  return status;
}

/* Merge bases. */
typedef struct id_list {
  object_id *data;
  size_t size;
} id_list;

static void add_id(id_list *list, const object_id *id)
{
  for (size_t i = 0; i < list->size; i++)
    if (object_id_equals(&list->data[i], id))
      return;
  LIST_PUSH(list->data, list->size, *id);
}

/* Adds the merge bases of bad and one good commit; *end_out as of
 * points_compare. */
static rd_status compare_one(bisection_end *end_out, id_list *bases,
                             const points *self, const object_id *good,
                             rd_error *err)
{
  object_id *found = NULL;
  size_t count = 0;
  rd_status status =
      history_merge_bases(&found, &count, self->history, &self->bad, good, err);
  *end_out = count ? BISECTION_UNFINISHED : BISECTION_UNRELATED;
  for (size_t i = 0; i < count && !status; i++) {
    if (object_id_equals(&found[i], &self->bad))
      *end_out = BISECTION_SWAPPED;
    else if (!object_id_equals(&found[i], good))
      add_id(bases, &found[i]);
  }
  free(found);
  return status;
}

/* Removes the ancestors of other good commits and bases. */
static rd_status drop_covered(id_list *bases, const points *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < bases->size && !status;) {
    bool covered = false;
    for (size_t j = 0; j < self->good_count && !covered && !status; j++) {
      bool own = false; /* the good one is an ancestor of bad itself */
      status = is_ancestor(&own, self, &self->good[j], &self->bad, err);
      if (!status && own)
        status =
            is_ancestor(&covered, self, &bases->data[i], &self->good[j], err);
    }
    for (size_t j = 0; j < bases->size && !covered && !status; j++)
      if (j != i)
        status =
            is_ancestor(&covered, self, &bases->data[i], &bases->data[j], err);
    if (covered)
      bases->data[i] = bases->data[--bases->size];
    else
      i++;
  }
  return status;
}

static bisection_end compare_versions(const points *self)
{
  return self->bad_version > self->good_version ? BISECTION_UNFINISHED
                                                : BISECTION_SWAPPED;
}

rd_status points_compare(bisection_end *end_out, object_id **bases_out,
                         size_t *count_out, const points *self, rd_error *err)
{
  id_list bases = { 0 };
  bool related = false;
  rd_status status = RD_OK;
  *bases_out = NULL;
  *count_out = 0;
  *end_out = BISECTION_UNFINISHED;
  if (!self->history)
    *end_out = compare_versions(self);
  for (size_t i = 0; i < self->good_count && !status; i++) {
    bisection_end end;
    status = compare_one(&end, &bases, self, &self->good[i], err);
    related |= end == BISECTION_UNFINISHED;
    if (!status && *end_out != BISECTION_SWAPPED)
      *end_out = end;
  }
  /* A good commit that is unrelated to bad does no harm. */
  if (*end_out == BISECTION_UNRELATED && related)
    *end_out = BISECTION_UNFINISHED;
  if (!status && *end_out == BISECTION_UNFINISHED)
    status = drop_covered(&bases, self, err);
  if (status || *end_out != BISECTION_UNFINISHED) {
    free(bases.data);
    return status;
  }
  *bases_out = bases.data;
  *count_out = bases.size;
  return RD_OK;
}

/* ---- the graph ---- */

static void span_versions(points *self)
{
  size_t count = self->bad_version - self->good_version;
  commit_graph *graph = &self->graph;
  graph->nodes = mem_alloc(count, sizeof *graph->nodes);
  graph->count = count;
  for (size_t i = 0; i < count; i++) {
    commit_node *node = &graph->nodes[i];
    if (i + 1 < count)
      LIST_PUSH(node->parents, node->parent_count, (uint32_t)i + 1);
  }
}

rd_status points_span(points *self, bool first_parent, rd_error *err)
{
  if (self->history)
    return history_between(&self->graph, self->history, &self->bad, self->good,
                           self->good_count, first_parent, err);
  span_versions(self);
  return RD_OK;
}

/* ---- points ---- */

rd_status points_commit(bisect_point *out, const points *self,
                        const object_id *id, rd_error *err)
{
  char digits[OBJECT_ID_DIGITS + 1];
  *out = (bisect_point){ 0 };
  object_id_digits(digits, id);
  out->name = mem_copy(digits);
  return history_facts(&out->facts, self->history, id, err);
}

void points_version(bisect_point *out, const points *self, size_t index)
{
  *out = (bisect_point){ .name = mem_copy(self->versions->data[index]) };
}

rd_status points_node(bisect_point *out, const points *self, uint32_t node,
                      rd_error *err)
{
  if (self->history)
    return points_commit(out, self, &self->graph.nodes[node].id, err);
  points_version(out, self, self->bad_version - node);
  return RD_OK;
}
