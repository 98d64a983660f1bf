/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The main loop: asks the search for a commit, gets its compiler, runs it, and
 * passes the answer back.
 *
 * The order of steps finds mistakes before time is spent. The relation of good
 * and bad costs nothing and is checked first. Next comes the bad revision,
 * since without its crash there is nothing to look for; then merge bases, as in
 * `git bisect`; then the search. While one compiler is built, those that either
 * answer would require next are built in parallel.
 */
#include "bisect/bisect.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "bisect/probe.h"

enum { SHORT_DIGITS = 12 };

/* ---- before the search ---- */

static char *join(const strings *words)
{
  textbuf out = { 0 };
  for (size_t i = 0; words && i < words->size; i++)
    text_printf(&out, "%s%s", i ? "," : "", words->data[i]);
  return out.data;
}

/* Fills in the question, for the result. */
static void fill_question(bisecting *self)
{
  const bisect_options *options = self->options;
  const strings *versions = options->versions;
  bisection *out = self->out;
  out->first_parent = options->first_parent;
  if (options->repository)
    out->repository = mem_copy(options->repository);
  out->good = join(options->good);
  if (!out->good)
    out->good = mem_copy(versions->data[0]);
  out->bad = mem_copy(options->bad ? options->bad
                                   : versions->data[versions->size - 1]);
  self->question = options->question;
  self->question.run = options->run;
  out->wrong_code = options->question.property == PROPERTY_WRONG;
}

static void fail_comparison(bisecting *self, bisection_end end)
{
  const bisection *out = self->out;
  bool shallow =
      self->points.history && history_is_shallow(self->points.history);
  const char *cut = shallow ? " here, in a clone whose history is cut off; "
                              "fetch all of it with git fetch --unshallow"
                            : "; name two of one history";
  if (end == BISECTION_UNRELATED)
    bisecting_end(self, end, "%s and %s have no common history%s", out->good,
                  out->bad, cut);
  else if (!strcmp(out->good, out->bad))
    bisecting_end(self, end, "--good and --bad are both %s", out->bad);
  else
    bisecting_end(self, end,
                  "%s, named with --bad, is %s or older; good and bad may be "
                  "swapped, or the bug was fixed there",
                  out->bad, out->good);
}

/* Finds the points and compares good with bad. */
static rd_status begin(bisecting *self, object_id **bases_out,
                       size_t *count_out, rd_error *err)
{
  bisection_end end = BISECTION_UNFINISHED;
  points *all = &self->points;
  rd_status status = points_find(all, self->options, err);
  if (!status)
    status = points_compare(&end, bases_out, count_out, all, err);
  if (!status && end != BISECTION_UNFINISHED)
    fail_comparison(self, end);
  if (status || self->over)
    return status;
  if (all->history && self->options->prebuilt)
    status = prebuilt_new(&self->prebuilt, self->options->prebuilt,
                          self->options->cwd, all->history, err);
  if (!status)
    status = points_span(all, self->options->first_parent, err);
  if (!status)
    status = points_node(&self->bad, all, 0, err);
  self->out->commits = (unsigned)all->graph.count;
  return status;
}

static void begin_search(bisecting *self)
{
  const commit_graph *graph = &self->points.graph;
  self->search = search_new(graph);
  for (uint32_t i = 1; self->prebuilt && i < graph->count; i++)
    if (!prebuilt_find(self->prebuilt, &graph->nodes[i].id))
      search_leave_out(self->search, i);
}

/* A merge base crashes, so the crash was fixed rather than introduced. */
static void fail_base(bisecting *self, const bisect_point *base)
{
  bisecting_end(self, BISECTION_GOOD_CRASHES,
                "%.12s, which %s and %s are both made from, %s: it was fixed "
                "on the way to %s; name an older one with --good",
                base->name, self->out->good, self->out->bad,
                bisection_verb(self->out), self->out->good);
}

static rd_status test_base(bisecting *self, const object_id *id, rd_error *err)
{
  bisect_point point = { 0 };
  const bisect_point *told = NULL;
  rd_status status = points_commit(&point, &self->points, id, err);
  if (!status)
    status = probe(&told, self, &point, err);
  bisect_point_dispose(&point);
  if (status || self->over)
    return status;
  bisecting_tell(self, BISECT_EVENT_ANSWER, told, NULL);
  if (told->answer == BISECT_BAD)
    fail_base(self, told);
  if (told->answer == BISECT_SKIP)
    bisecting_tell(self, BISECT_EVENT_NOTICE, told,
                   "a merge base of good and bad cannot be tested: the bug may "
                   "have been fixed on the way to good");
  return RD_OK;
}

/* The length of its name in a message: ids are abbreviated. */
static int name_size(const bisect_point *point)
{
  bool commit = point->facts.subject != NULL;
  return commit ? SHORT_DIGITS : (int)strlen(point->name);
}

/* Replaces a point by its tested form, if it was tested. */
static void take_tested(bisecting *self, bisect_point *point)
{
  bisect_point *known = !strcmp(point->name, self->bad.name)
                            ? &self->bad
                            : probe_find(self, point->name);
  if (!known)
    return;
  bisect_point_dispose(point);
  *point = *known;
  *known = (bisect_point){ .name = mem_copy(point->name) };
}

/* ---- parents ---- */

static size_t parent_count(const bisecting *self)
{
  size_t count = self->out->suspects->facts.parent_count;
  return !self->points.history                      ? 1
         : self->options->first_parent && count > 1 ? 1
                                                    : count;
}

/* Is a parent of the commit found, which is this node, in the graph? If not,
 * only the user has declared it good. */
static bool is_inside(const bisecting *self, uint32_t node, size_t index)
{
  const points *all = &self->points;
  if (!all->history)
    return node + 1 < all->graph.count;
  const object_id *id = &self->out->suspects->facts.parents[index];
  return commit_graph_find(&all->graph, id) < all->graph.count;
}

static rd_status find_parent(bisect_point *out, const bisecting *self,
                             uint32_t node, size_t index, rd_error *err)
{
  const points *all = &self->points;
  if (all->history)
    return points_commit(out, all, &self->out->suspects->facts.parents[index],
                         err);
  points_version(out, all, all->bad_version - node - 1);
  return RD_OK;
}

static void fail_parent(bisecting *self, const bisect_point *of)
{
  bool named = false, only = self->points.good_count < 2;
  for (size_t i = 0; i < self->points.good_count; i++)
    named |= object_id_equals(&self->points.good[i], &of->facts.id);
  if (named || !self->points.history)
    bisecting_end(self, BISECTION_GOOD_CRASHES,
                  "%.*s %s as well; name with --good one that %s not",
                  only ? INT_MAX : name_size(of),
                  only ? self->out->good : of->name, bisection_verb(self->out),
                  self->out->wrong_code ? "is" : "does");
  else
    bisecting_end(self, BISECTION_GOOD_CRASHES,
                  "%.*s, which %s is made from, %s as well; name with "
                  "--good an older one that %s not",
                  name_size(of), of->name, self->out->good,
                  bisection_verb(self->out),
                  self->out->wrong_code ? "is" : "does");
}

/* Reports a parent that cannot be tested; the commit found stays. */
static void tell_doubt(bisecting *self, const bisect_point *of)
{
  if (of->answer != BISECT_SKIP || self->out->problem)
    return;
  self->out->problem = mem_format(
      "%.*s, its parent, cannot be tested, so that it is only as good as the "
      "word for %s",
      name_size(of), of->name, self->out->good);
}

/* Tests a parent that only the user declared good, or all if the caller wants
 * that. */
static rd_status check_parent(bisecting *self, bisect_point *of, bool inside,
                              rd_error *err)
{
  const bisect_point *told = NULL;
  if (probe_find(self, of->name)) {
    take_tested(self, of);
    return RD_OK;
  }
  if (inside && !self->options->test_parents) {
    of->detail = mem_copy("what is made from it is fine");
    return RD_OK;
  }
  char *name = mem_copy(of->name);
  rd_status status = probe(&told, self, of, err);
  of->name = name;
  if (status || self->over)
    return status;
  bisecting_tell(self, BISECT_EVENT_ANSWER, told, NULL);
  if (told->answer == BISECT_BAD && !inside) {
    fail_parent(self, told);
    return RD_OK;
  }
  if (told->answer == BISECT_BAD)
    bisecting_is_flaky(self, "%.*s %s, but not what is made from it",
                       name_size(told), told->name, bisection_verb(self->out));
  take_tested(self, of);
  if (!inside)
    tell_doubt(self, of);
  return RD_OK;
}

static rd_status check_parents(bisecting *self, uint32_t node, rd_error *err)
{
  bisection *out = self->out;
  size_t count = parent_count(self);
  rd_status status = RD_OK;
  out->parents = mem_alloc(count + 1, sizeof *out->parents);
  while (out->parent_count < count && !status) {
    size_t i = out->parent_count++;
    status = find_parent(&out->parents[i], self, node, i, err);
  }
  for (size_t i = 0; i < count && !status && !self->over; i++)
    status =
        check_parent(self, &out->parents[i], is_inside(self, node, i), err);
  for (size_t i = 0; i < count && !status && !self->over; i++)
    status = probe_command(self, &out->parents[i], err);
  return status;
}

/* ---- endings ---- */

static rd_status note(bisecting *self, const char *what,
                      const bisect_point *list, size_t count, rd_error *err)
{
  strings notes = { 0 };
  for (size_t i = 0; i < count; i++) {
    const char *subject = list[i].facts.subject;
    strings_take(&notes, mem_format("%s: [%s] %s", what, list[i].name,
                                    subject ? subject : ""));
  }
  rd_status status = self->options->log
                         ? bisect_log_end(self->options->log, &notes, err)
                         : RD_OK;
  strings_free(&notes);
  return status;
}

static void drop_points(bisect_point **list, size_t *count)
{
  for (size_t i = 0; i < *count; i++)
    bisect_point_dispose(&(*list)[i]);
  free(*list);
  *list = NULL;
  *count = 0;
}

/* Is the history of this node, which a shallow clone has, missing? */
static bool is_cut_off(const bisecting *self, uint32_t node)
{
  const points *all = &self->points;
  return all->history &&
         history_is_cut_off(all->history, &all->graph.nodes[node].id);
}

/* Ends with this node as the first bad one, after making sure that its parents
 * are fine, which may take a test. */
static rd_status end_found(bisecting *self, uint32_t node, rd_error *err)
{
  bisection *out = self->out;
  out->suspects = mem_alloc(1, sizeof *out->suspects);
  out->suspect_count = 1;
  rd_status status = points_node(out->suspects, &self->points, node, err);
  if (!status) {
    take_tested(self, out->suspects);
    status = probe_command(self, out->suspects, err);
  }
  if (!status)
    status = check_parents(self, node, err);
  if (!status && !self->over)
    status = note(self, "first bad commit", out->suspects, 1, err);
  if (status || self->over) {
    drop_points(&out->suspects, &out->suspect_count);
    drop_points(&out->parents, &out->parent_count);
    return status;
  }
  out->end = BISECTION_FOUND;
  self->over = true;
  return RD_OK;
}

static rd_status end_suspects(bisecting *self, rd_error *err)
{
  bisection *out = self->out;
  uint32_t *nodes = NULL;
  size_t count = 0;
  search_suspects(&nodes, &count, self->search);
  out->suspects = mem_alloc(count, sizeof *out->suspects);
  rd_status status = RD_OK;
  for (size_t i = 0; i < count && !status; i++) {
    status = points_node(&out->suspects[i], &self->points, nodes[i], err);
    out->suspect_count += !status;
    if (!status)
      take_tested(self, &out->suspects[i]);
  }
  if (!status)
    status = note(self, "possible first bad commit", out->suspects, count, err);
  free(nodes);
  if (!status && count == 1)
    bisecting_end(self, BISECTION_SUSPECTS,
                  "the history is cut off there; get the rest with git fetch "
                  "--unshallow");
  if (!status)
    bisecting_end(self, BISECTION_SUSPECTS,
                  "one of %zu is the first bad one; the others cannot be "
                  "tested, see why in the log",
                  count);
  return status;
}

/* ---- the search ---- */

enum { AHEAD_MOST = 2 };

/* Builds that may be needed next. */
typedef struct ahead {
  uint32_t nodes[AHEAD_MOST];
  size_t count;
} ahead;

static ahead look_ahead(const bisecting *self)
{
  static const bisect_answer answers[AHEAD_MOST] = { BISECT_GOOD, BISECT_BAD };
  ahead out = { 0 };
  if (!self->options->builds || self->options->build_jobs < 2)
    return out;
  for (size_t i = 0; i < AHEAD_MOST; i++) {
    uint32_t node = 0;
    if (search_after(&node, self->search, answers[i]) == SEARCH_ASK)
      out.nodes[out.count++] = node;
  }
  return out;
}

static bool is_among(const ahead *all, uint32_t node)
{
  for (size_t i = 0; i < all->count; i++)
    if (all->nodes[i] == node)
      return true;
  return false;
}

/* Starts builds that may be needed next, and ends those that cannot be. */
static void build_ahead(bisecting *self, ahead *built, uint32_t asked)
{
  const commit_node *nodes = self->points.graph.nodes;
  ahead next = look_ahead(self);
  for (size_t i = 0; i < built->count; i++)
    if (built->nodes[i] != asked && !is_among(&next, built->nodes[i]))
      builds_cancel(self->options->builds, &nodes[built->nodes[i]].id);
  if (next.count)
    builds_begin(self->options->builds, &nodes[asked].id);
  for (size_t i = 0; i < next.count; i++)
    builds_begin(self->options->builds, &nodes[next.nodes[i]].id);
  *built = next;
}

static rd_status ask(bisecting *self, uint32_t node, rd_error *err)
{
  bisect_point point = { 0 };
  const bisect_point *told = NULL;
  rd_status status = points_node(&point, &self->points, node, err);
  if (!status)
    status = probe(&told, self, &point, err);
  bisect_point_dispose(&point);
  if (status || self->over)
    return status;
  if (!search_answer(self->search, node, told->answer)) {
    bisecting_is_flaky(self, "the answer of %s contradicts another",
                       told->name);
    (void)search_answer(self->search, node, BISECT_SKIP);
  }
  bisecting_tell(self, BISECT_EVENT_ANSWER, told, NULL);
  return RD_OK;
}

static rd_status search_all(bisecting *self, rd_error *err)
{
  uint32_t node = 0;
  ahead built = { 0 };
  search_state state;
  rd_status status = RD_OK;
  while ((state = search_next(&node, self->search)) == SEARCH_ASK && !status &&
         !self->over) {
    build_ahead(self, &built, node);
    status = ask(self, node, err);
  }
  for (size_t i = 0; i < built.count; i++)
    builds_cancel(self->options->builds,
                  &self->points.graph.nodes[built.nodes[i]].id);
  if (status || self->over)
    return status;
  return state == SEARCH_FOUND && !is_cut_off(self, node)
             ? end_found(self, node, err)
             : end_suspects(self, err);
}

/* ---- the whole ---- */

static rd_status run(bisecting *self, rd_error *err)
{
  object_id *bases = NULL;
  size_t count = 0;
  rd_status status = begin(self, &bases, &count, err);
  if (!status && !self->over)
    status = probe_bad(self, err);
  if (!status && !self->over)
    status = probe_log_good(self, err);
  if (!status && !self->over) {
    begin_search(self);
    bisecting_tell(self, BISECT_EVENT_ANSWER, &self->bad, NULL);
  }
  for (size_t i = 0; i < count && !status && !self->over; i++)
    status = test_base(self, &bases[i], err);
  if (!status && !self->over)
    status = search_all(self, err);
  free(bases);
  return status;
}

static void dispose(bisecting *self)
{
  for (size_t i = 0; i < self->tested_count; i++) {
    bisect_point_dispose(self->tested[i]);
    free(self->tested[i]);
  }
  free(self->tested);
  bisect_point_dispose(&self->bad);
  signature_dispose(&self->learned);
  search_free(self->search);
  prebuilt_free(self->prebuilt);
  points_dispose(&self->points);
}

static void end_stopped(bisecting *self)
{
  size_t commits = 0;
  unsigned steps = 0;
  if (self->search)
    search_left(&commits, &steps, self->search);
  char *left = steps ? mem_format(", with about %u to go", steps) : NULL;
  bisecting_end(self, BISECTION_UNFINISHED,
                "stopped after %u probe%s%s; --resume goes on",
                self->out->probes, self->out->probes == 1 ? "" : "s",
                left ? left : "");
  free(left);
}

rd_status bisect_run(bisection *out, const bisect_options *options,
                     rd_error *err)
{
  uint64_t begin_ms = now_ms();
  bisecting self = { .options = options, .out = out };
  *out = (bisection){ .end = BISECTION_UNFINISHED };
  fill_question(&self);
  rd_status status = run(&self, err);
  if (status == RD_ERR_STOPPED)
    end_stopped(&self);
  if (options->log)
    out->log = bisect_log_text(options->log);
  out->ms = now_ms() - begin_ms;
  dispose(&self);
  return status;
}
