/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is left when the search is over.
 *
 * A first bad commit is one that crashes while each of its parents does not. The
 * search has tested it, but may never have tested a parent: it trusts that what a
 * good commit is made from is good. Where that good commit was tested, the trust
 * is that of all bisection. Where all that there is for it is the word of the
 * user, who has named the good revision, the parent is tested now: a good revision
 * that crashes as well is the most common mistake, and would make the commit found
 * any commit at all.
 */
#include "bisect/ending.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_DIGITS = 12 };

/* The name for a line: an id in short. */
static int name_size(const bisect_point *point)
{
  bool commit = point->facts.subject != NULL;
  return commit ? SHORT_DIGITS : (int)strlen(point->name);
}

/* Moves what is known of a point that was tested; else makes it. */
static rd_status take_point(bisect_point *out, bisecting *self, uint32_t node,
                            rd_error *err)
{
  rd_status status = points_node(out, &self->points, node, err);
  bisect_point *known = status  ? NULL
                        : !node ? &self->bad
                                : probe_find(self, out->name);
  if (!known)
    return status;
  bisect_point_dispose(out);
  *out = *known;
  *known = (bisect_point){ .name = mem_copy(out->name) };
  return RD_OK;
}

/* ---- parents ---- */

/* A parent of the commit found. */
typedef struct parent {
  bisect_point point;
  uint32_t node; /* UINT32_MAX: it is not in the graph */
} parent;

static rd_status find_parent(parent *out, const bisecting *self, uint32_t node,
                             size_t index, rd_error *err)
{
  const points *all = &self->points;
  const bisect_point *found = self->out->suspects;
  *out = (parent){ .node = UINT32_MAX };
  if (all->history) {
    const object_id *id = &found->facts.parents[index];
    out->node = points_index(all, id);
    return points_commit(&out->point, all, id, err);
  }
  if (node + 1 < all->graph.count)
    out->node = node + 1;
  points_version(&out->point, all, all->bad_version - node - 1);
  return RD_OK;
}

static size_t parent_count(const bisecting *self)
{
  size_t count = self->out->suspects->facts.parent_count;
  return !self->points.history                      ? 1
         : self->options->first_parent && count > 1 ? 1
                                                    : count;
}

/* Replaces the point by what was found out when it was tested. */
static void take_tested(bisecting *self, parent *of)
{
  bisect_point *known = probe_find(self, of->point.name);
  if (!known)
    return;
  bisect_point_dispose(&of->point);
  of->point = *known;
  *known = (bisect_point){ .name = mem_copy(of->point.name) };
}

/* Is one of the others, which the word of the user stands for, made from it? That
 * is tested. */
static rd_status is_covered(size_t *by_out, bool *out, const bisecting *self,
                            const parent *parents, size_t count, size_t index,
                            rd_error *err)
{
  rd_status status = RD_OK;
  *out = false;
  for (size_t i = 0; i < count && !*out && !status; i++) {
    if (i == index || parents[i].node != UINT32_MAX)
      continue;
    status =
        points_is_ancestor(out, &self->points, &parents[index].point.facts.id,
                           &parents[i].point.facts.id, err);
    *by_out = i;
  }
  return status;
}

static void fail_parent(bisecting *self, const bisect_point *of)
{
  bool named = false, only = self->points.good_count < 2;
  for (size_t i = 0; i < self->points.good_count; i++)
    named |= object_id_equals(&self->points.good[i], &of->facts.id);
  if (named || !self->points.history)
    bisecting_end(self, BISECTION_GOOD_CRASHES,
                  "%.*s crashes as well; name with --good one that does not",
                  only ? INT_MAX : name_size(of),
                  only ? self->out->good : of->name);
  else
    bisecting_end(self, BISECTION_GOOD_CRASHES,
                  "%.*s, which %s is made from, crashes as well; name with "
                  "--good an older one that does not",
                  name_size(of), of->name, self->out->good);
}

/* Tests a parent for which nothing speaks but the user's word, or which the
 * caller wants to be tested. */
static rd_status test_parent(bisecting *self, parent *of, rd_error *err)
{
  const bisect_point *told = NULL;
  rd_status status = probe(&told, self, &of->point, err);
  if (status || self->over)
    return status;
  bisecting_tell(self, BISECT_EVENT_ANSWER, told, NULL);
  if (told->answer == BISECT_BAD && of->node == UINT32_MAX)
    fail_parent(self, told);
  else if (told->answer == BISECT_BAD)
    bisecting_is_flaky(self, "%.*s crashes, but not what is made from it",
                       name_size(told), told->name);
  return RD_OK;
}

/* What cannot be made sure is said, and the commit found stays. */
static void tell_doubt(bisecting *self, const bisect_point *of)
{
  if (of->answer != BISECT_SKIP || self->out->problem)
    return;
  self->out->problem = mem_format(
      "%.*s, its parent, cannot be tested, so that it is only as good as the "
      "word for %s",
      name_size(of), of->name, self->out->good);
}

static rd_status check_parent(bisecting *self, parent *all, size_t count,
                              size_t index, rd_error *err)
{
  parent *of = &all[index];
  bool inside = of->node != UINT32_MAX, covered = false;
  size_t by = 0;
  rd_status status = RD_OK;
  if (probe_find(self, of->point.name)) {
    take_tested(self, of);
    return RD_OK;
  }
  if (!inside && self->points.history && !self->options->test_parents)
    status = is_covered(&by, &covered, self, all, count, index, err);
  if (status)
    return status;
  if (inside ? self->options->test_parents : !covered) {
    char *name = mem_copy(of->point.name);
    status = test_parent(self, of, err);
    of->point.name = name;
    if (!status && !self->over)
      take_tested(self, of);
    if (!status && !self->over && !inside)
      tell_doubt(self, &of->point);
  } else {
    of->point.detail = mem_copy("what is made from it does not crash");
  }
  return status;
}

static void keep_parents(bisecting *self, parent *all, size_t count)
{
  self->out->parents = mem_alloc(count ? count : 1, sizeof *self->out->parents);
  self->out->parent_count = count;
  for (size_t i = 0; i < count; i++)
    self->out->parents[i] = all[i].point;
}

static rd_status check_parents(bisecting *self, uint32_t node, rd_error *err)
{
  size_t count = parent_count(self);
  parent *all = mem_alloc(count ? count : 1, sizeof *all);
  rd_status status = RD_OK;
  for (size_t i = 0; i < count && !status; i++)
    status = find_parent(&all[i], self, node, i, err);
  for (size_t i = 0; i < count && !status && !self->over; i++)
    status = check_parent(self, all, count, i, err);
  for (size_t i = 0; i < count && !status && !self->over; i++)
    status = probe_command(self, &all[i].point, err);
  keep_parents(self, all, count);
  free(all);
  return status;
}

/* ---- endings ---- */

static rd_status note(bisecting *self, const char *what,
                      const bisect_point *point, rd_error *err)
{
  if (!self->options->log)
    return RD_OK;
  const char *subject = point->facts.subject;
  char *line =
      mem_format("%s: [%s] %s", what, point->name, subject ? subject : "");
  rd_status status = bisect_log_note(self->options->log, line, err);
  free(line);
  return status;
}

static void drop_suspects(bisection *out)
{
  for (size_t i = 0; i < out->suspect_count; i++)
    bisect_point_dispose(&out->suspects[i]);
  free(out->suspects);
  out->suspects = NULL;
  out->suspect_count = 0;
}

static void drop_parents(bisection *out)
{
  for (size_t i = 0; i < out->parent_count; i++)
    bisect_point_dispose(&out->parents[i]);
  free(out->parents);
  out->parents = NULL;
  out->parent_count = 0;
}

rd_status ending_found(bisecting *self, uint32_t node, rd_error *err)
{
  bisection *out = self->out;
  out->suspects = mem_alloc(1, sizeof *out->suspects);
  out->suspect_count = 1;
  rd_status status = take_point(out->suspects, self, node, err);
  if (!status)
    status = probe_command(self, out->suspects, err);
  if (!status)
    status = check_parents(self, node, err);
  if (!status && !self->over)
    status = note(self, "first bad commit", out->suspects, err);
  if (status || self->over) {
    drop_suspects(out);
    drop_parents(out);
    return status;
  }
  out->end = BISECTION_FOUND;
  self->over = true;
  return RD_OK;
}

rd_status ending_suspects(bisecting *self, rd_error *err)
{
  bisection *out = self->out;
  uint32_t *nodes = NULL;
  size_t count = 0;
  search_suspects(&nodes, &count, self->search);
  out->suspects = mem_alloc(count, sizeof *out->suspects);
  rd_status status = RD_OK;
  for (size_t i = 0; i < count && !status; i++) {
    status = take_point(&out->suspects[i], self, nodes[i], err);
    out->suspect_count += !status;
    if (!status)
      status = note(self, "possible first bad commit", &out->suspects[i], err);
  }
  free(nodes);
  if (!status)
    bisecting_end(self, BISECTION_SUSPECTS,
                  "one of %zu is the first bad one; the others cannot be "
                  "tested, see why in the log",
                  count);
  return status;
}
