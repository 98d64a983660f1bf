/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which commit of the compiled project introduced the crashing construct.
 *
 * First the lines: each line that is left of the reduced file has a commit that
 * introduced it. The crash needs all of them, so it cannot be older than the
 * newest of these commits, one that is not an ancestor of another; there may be
 * several. If the file crashes there and at no parent, that commit is the
 * answer, after two or three compiles. If it crashes at a parent too, the lines
 * were only touched, and the lines whose commits that parent descends from are
 * used next.
 *
 * If the lines are unknown or misleading (because a reduction rewrites, or a
 * macro or a distant type matters), the history is bisected. The bad end is the
 * oldest commit known to crash. The good end is found by following first
 * parents in steps that double, so that the search ends at the last
 * introduction of the crash, not at one that was undone since. A commit without
 * the file counts as good.
 */
#include "blame/blaming.h"

#include <stdlib.h>
#include <string.h>

#include "blame/lineage.h"

static rd_status ask(bisect_answer *out, blaming *self, const object_id *id,
                     rd_error *err)
{
  const commit_probe *found = NULL;
  rd_status status = probes_ask(&found, &self->probes, id, err);
  *out = found ? found->answer : BISECT_UNKNOWN;
  return status;
}

/* ---- what was found ---- */

static rd_status fill_point(bisect_point *out, blaming *self,
                            const object_id *id, rd_error *err)
{
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, id);
  *out = (bisect_point){ .name = mem_copy(digits) };
  const commit_probe *known = probes_find(&self->probes, id);
  if (known) {
    out->answer = known->answer;
    out->detail = known->detail ? mem_copy(known->detail) : NULL;
  }
  return history_facts(&out->facts, self->options->history, id, err);
}

/* The number of parents that count. */
static size_t parents_of(const blaming *self, const commit_facts *facts)
{
  return self->options->first_parent && facts->parent_count
             ? 1
             : facts->parent_count;
}

/* Is this the first commit that crashes, so that each of its parents was seen
 * not to? Those that a shallow clone lacks were not. *bad_out: the node of a
 * parent that crashes too, or the graph's count. */
static rd_status confirm(bool *holds_out, uint32_t *bad_out, blaming *self,
                         const object_id *id, rd_error *err)
{
  commit_facts facts = { 0 };
  bool fine = !history_is_cut_off(self->options->history, id);
  *bad_out = (uint32_t)self->graph.count;
  rd_status status = history_facts(&facts, self->options->history, id, err);
  for (size_t i = 0;
       !status && i < parents_of(self, &facts) && *bad_out == self->graph.count;
       i++) {
    bisect_answer answer = BISECT_UNKNOWN;
    uint32_t node = commit_graph_find(&self->graph, &facts.parents[i]);
    status = ask(&answer, self, &facts.parents[i], err);
    if (answer == BISECT_BAD)
      *bad_out = node;
    fine = fine && answer == BISECT_GOOD;
  }
  *holds_out = !status && fine;
  commit_facts_dispose(&facts);
  return status;
}

/* Did the commit add the file, so that none of its parents has it? */
static bool is_added(const blaming *self)
{
  const bisection *found = &self->out->found;
  size_t missing = 0;
  for (size_t i = 0; i < found->parent_count; i++) {
    const commit_probe *known =
        probes_find(&self->probes, &found->parents[i].facts.id);
    missing += known && known->missing;
  }
  return missing == found->parent_count;
}

static rd_status add_parents(blaming *self, const commit_facts *facts,
                             rd_error *err)
{
  bisection *found = &self->out->found;
  size_t count = parents_of(self, facts);
  rd_status status = RD_OK;
  found->parents = mem_alloc(count + 1, sizeof *found->parents);
  for (size_t i = 0; !status && i < count; i++)
    status = fill_point(&found->parents[found->parent_count++], self,
                        &facts->parents[i], err);
  return status;
}

static rd_status set_found(blaming *self, const object_id *id, rd_error *err)
{
  bisection *found = &self->out->found;
  found->end = BISECTION_FOUND;
  found->suspects = mem_alloc(1, sizeof *found->suspects);
  found->suspect_count = 1;
  rd_status status = fill_point(found->suspects, self, id, err);
  if (!status)
    status = add_parents(self, &found->suspects->facts, err);
  self->out->added = !status && is_added(self);
  return status;
}

static rd_status set_suspects(blaming *self, const object_id *ids, size_t count,
                              const char *problem, rd_error *err)
{
  bisection *found = &self->out->found;
  rd_status status = RD_OK;
  found->end = BISECTION_SUSPECTS;
  found->problem = mem_copy(problem);
  found->suspects = mem_alloc(count + 1, sizeof *found->suspects);
  for (size_t i = 0; !status && i < count; i++)
    status = fill_point(&found->suspects[found->suspect_count++], self, &ids[i],
                        err);
  return status;
}

/* ---- the guess ---- */

/* The newest of the lines' commits that are ancestors of the bad one, or the
 * graph's count. With first parents only: the commit that brought it to the
 * branch. */
static uint32_t newest_origin(const blaming *self)
{
  const commit_graph *graph = &self->graph;
  uint32_t *landings =
      self->options->first_parent ? lineage_landings(graph) : NULL;
  uint32_t *nodes = mem_alloc(self->out->line_count + 1, sizeof *nodes);
  size_t count = 0;
  for (size_t i = 0; i < self->out->line_count; i++) {
    uint32_t node = commit_graph_find(graph, &self->out->lines[i].commit);
    if (node < graph->count)
      nodes[count++] = landings ? landings[node] : node;
  }
  uint32_t out = lineage_newest(graph, nodes, count, self->bad);
  free(nodes);
  free(landings);
  return out;
}

/* Tries the commits of the lines, until one is confirmed or none is left. */
static rd_status guess(bool *found_out, blaming *self, rd_error *err)
{
  *found_out = false;
  for (unsigned i = 0; i < GUESSES; i++) {
    uint32_t node = newest_origin(self), bad = 0;
    bisect_answer answer = BISECT_UNKNOWN;
    if (node == self->graph.count)
      return RD_OK;
    const object_id *id = &self->graph.nodes[node].id;
    rd_status status = ask(&answer, self, id, err);
    if (answer == BISECT_GOOD)
      self->good[self->good_count++] = *id;
    if (status || answer != BISECT_BAD)
      return status;
    self->bad = node;
    status = confirm(found_out, &bad, self, id, err);
    if (status || bad == self->graph.count)
      return *found_out ? set_found(self, id, err) : status;
    self->bad = bad;
  }
  return RD_OK;
}

/* ---- the search ---- */

/* Follows first parents from the bad commit until one does not crash. Those
 * that crash on the way become the bad one. */
static rd_status find_good(blaming *self, rd_error *err)
{
  uint32_t at = self->bad;
  for (size_t step = 1; !self->good_count; step *= 2) {
    bisect_answer answer = BISECT_UNKNOWN;
    size_t gone = 0;
    for (; gone < step && self->graph.nodes[at].parent_count; gone++)
      at = self->graph.nodes[at].parents[0];
    if (!gone)
      return RD_OK; /* down to the root, or to the end of a shallow clone */
    rd_status status = ask(&answer, self, &self->graph.nodes[at].id, err);
    if (status)
      return status;
    if (answer == BISECT_BAD)
      self->bad = at;
    else if (answer == BISECT_GOOD)
      self->good[self->good_count++] = self->graph.nodes[at].id;
  }
  return RD_OK;
}

/* Passes an answer to the search; one that contradicts another is reported and
 * treated as a skip. */
static void feed(blaming *self, search *in, uint32_t node, bisect_answer what)
{
  bisection *found = &self->out->found;
  if (what == BISECT_UNKNOWN || search_answer(in, node, what))
    return;
  (void)search_answer(in, node, BISECT_SKIP);
  found->flaky = true;
  if (!found->flaky_detail)
    found->flaky_detail =
        mem_copy("a commit that compiles is made from one that crashes");
}

/* Searches a part of the history; *out are the suspects, caller's. */
static rd_status search_part(object_id **out, size_t *count_out, blaming *self,
                             const commit_graph *part, rd_error *err)
{
  search *in = search_new(part);
  uint32_t node = 0, *suspects = NULL;
  rd_status status = RD_OK;
  for (uint32_t i = 1; i < part->count; i++) {
    const commit_probe *known = probes_find(&self->probes, &part->nodes[i].id);
    feed(self, in, i, known ? known->answer : BISECT_UNKNOWN);
  }
  while (!status && search_next(&node, in) == SEARCH_ASK) {
    bisect_answer answer = BISECT_UNKNOWN;
    status = ask(&answer, self, &part->nodes[node].id, err);
    feed(self, in, node, answer);
  }
  if (!status) {
    search_suspects(&suspects, count_out, in);
    *out = mem_alloc(*count_out + 1, sizeof **out);
    for (size_t i = 0; i < *count_out; i++)
      (*out)[i] = part->nodes[suspects[i]].id;
  }
  free(suspects);
  search_free(in);
  return status;
}

/* One search; *done_out: its result has been recorded. */
static rd_status search_once(bool *done_out, blaming *self, rd_error *err)
{
  commit_graph part = { 0 };
  object_id *suspects = NULL;
  size_t count = 0;
  bool holds = false;
  uint32_t bad = 0;
  rd_status status = find_good(self, err);
  if (!status)
    status = history_between(
        &part, self->options->history, &self->graph.nodes[self->bad].id,
        self->good, self->good_count, self->options->first_parent, err);
  if (!status)
    status = search_part(&suspects, &count, self, &part, err);
  *done_out = !status;
  if (!status && count == 1)
    status = confirm(&holds, &bad, self, suspects, err);
  if (!status && holds)
    status = set_found(self, suspects, err);
  else if (!status && count == 1 && bad < self->graph.count) {
    self->bad = bad; /* the crash existed before, was fixed, and came back */
    self->good_count = 0;
    *done_out = false;
  } else if (!status) {
    status = set_suspects(
        self, suspects, count,
        count > 1 ? "the commits between cannot be distinguished"
        : history_is_cut_off(self->options->history, suspects)
            ? "the history is cut off here; get the rest with git fetch "
              "--unshallow"
            : "what it is made from cannot be tested",
        err);
  }
  free(suspects);
  commit_graph_dispose(&part);
  return status;
}

static rd_status search_all(blaming *self, rd_error *err)
{
  bool done = false;
  rd_status status = RD_OK;
  for (unsigned i = 0; !status && !done && i < ROUNDS; i++)
    status = search_once(&done, self, err);
  if (status || done)
    return status;
  return set_suspects(self, &self->graph.nodes[self->bad].id, 1,
                      "the crash came and went too often", err);
}

static rd_status blame_history(blaming *self, rd_error *err)
{
  bool guessed = false;
  rd_status status = blaming_lines(self, err);
  if (!status)
    status = guess(&guessed, self, err);
  self->out->guessed = guessed;
  if (status || guessed)
    return status;
  if (self->out->line_count)
    blaming_notice(self,
                   "the lines do not tell the commit; searching the history");
  return search_all(self, err);
}

/* ---- all of it ---- */

static rd_status set_no_crash(blaming *self, rd_error *err)
{
  bisection *found = &self->out->found;
  char *said = NULL;
  rd_status status = probes_complaint(&said, &self->probes, err);
  found->end = BISECTION_NO_CRASH;
  if (!status)
    found->problem =
        mem_format("%s does not crash %s at %s%s%s", self->out->file,
                   self->probes.ours.command.words.data[0], found->bad,
                   said ? ", which says: " : "", said ? said : "");
  free(said);
  return status;
}

static rd_status blame_first(blaming *self, rd_error *err)
{
  const blame_options *options = self->options;
  bool crashes = false, on_disk = false;
  rd_status status = probes_init(&crashes, &self->probes, &self->out->found,
                                 options, &self->graph, err);
  if (status)
    return status;
  self->out->file = mem_copy(self->probes.names.data[0]);
  if (crashes)
    return blame_history(self, err);
  if (!options->revision && self->probes.map.work_tree)
    status = probes_ask_disk(&on_disk, &self->probes, err);
  if (status || on_disk)
    return status ? status : blaming_disk(self, err);
  return set_no_crash(self, err);
}

rd_status blame_find(blame *out, const blame_options *options, rd_error *err)
{
  *out = (blame){ .found = { .end = BISECTION_UNFINISHED,
                             .first_parent = options->first_parent } };
  blaming self = { .options = options, .out = out };
  object_id first;
  out->found.bad = mem_copy(options->revision ? options->revision : "HEAD");
  out->found.repository = mem_copy(options->repository);
  rd_status status =
      history_resolve(&first, options->history, out->found.bad, err);
  if (!status)
    status = history_between(&self.graph, options->history, &first, NULL, 0,
                             false, err);
  if (!status)
    status = blame_first(&self, err);
  out->found.commits = (unsigned)self.graph.count;
  if (self.probes.question.expected)
    out->found.signature = signature_line(self.probes.question.expected);
  probes_dispose(&self.probes);
  commit_graph_dispose(&self.graph);
  return status;
}

void blame_dispose(blame *self)
{
  bisection_dispose(&self->found);
  for (size_t i = 0; i < self->line_count; i++) {
    free(self->lines[i].file);
    free(self->lines[i].text);
  }
  free(self->lines);
  free(self->file);
  *self = (blame){ 0 };
}
