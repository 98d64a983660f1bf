/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The loop: ask the search for a commit, get its compiler, run it, tell the search.
 *
 * The order of things is chosen so that mistakes are found before time is spent.
 * How good and bad lie to each other costs nothing and comes first; then the bad
 * revision, without whose crash there is nothing to look for; then merge bases,
 * as `git bisect` does it; then the search. While one compiler is built, those
 * that may be needed next, whatever its answer, are built beside it.
 */
#include "bisect/bisect.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "bisect/ending.h"

/* ---- before the search ---- */

static char *join(const strings *words)
{
  textbuf out = { 0 };
  for (size_t i = 0; words && i < words->size; i++)
    text_printf(&out, "%s%s", i ? "," : "", words->data[i]);
  return out.data;
}

/* What was asked, for the result. */
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
                  "swapped, or the crash was fixed there",
                  out->bad, out->good);
}

/* The points, and how they lie to each other. */
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
  status = compilers_new(&self->compilers, self->options, all, err);
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
  for (uint32_t i = 1; i < graph->count; i++)
    if (!compilers_has_node(self->compilers, i))
      search_leave_out(self->search, i);
}

/* A merge base that crashes: what is looked for went away, and did not come. */
static void fail_base(bisecting *self, const bisect_point *base)
{
  bisecting_end(
      self, BISECTION_GOOD_CRASHES,
      "%.12s, which %s and %s are both made from, crashes: it was fixed "
      "on the way to %s; name an older one with --good",
      base->name, self->out->good, self->out->bad, self->out->good);
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
    bisecting_tell(
        self, BISECT_EVENT_NOTICE, told,
        "a merge base of good and bad cannot be tested: the crash may "
        "have been fixed on the way to good");
  return RD_OK;
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

/* Begins what may be needed next, and ends what no longer can be. */
static void build_ahead(bisecting *self, ahead *built, uint32_t asked)
{
  ahead next = look_ahead(self);
  for (size_t i = 0; i < built->count; i++)
    if (built->nodes[i] != asked && !is_among(&next, built->nodes[i]))
      compilers_cancel(self->compilers, built->nodes[i]);
  if (next.count)
    compilers_begin(self->compilers, asked);
  for (size_t i = 0; i < next.count; i++)
    compilers_begin(self->compilers, next.nodes[i]);
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
    compilers_cancel(self->compilers, built.nodes[i]);
  if (status || self->over)
    return status;
  return state == SEARCH_FOUND ? ending_found(self, node, err)
                               : ending_suspects(self, err);
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
  compilers_free(self->compilers);
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
