/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The state of a running reduction: the tree, the edits that hold, the text
 * that they render to, and what was asked before.
 *
 * Everything that costs a test goes through rd_reduction_try or, where other
 * configurations than the best are kept, rd_reduction_probe, so the rules are
 * here and nowhere else: what leaves the text as it is is no candidate; in a
 * schedule that goes by tokens a candidate is smaller in (tokens, bytes) than
 * what we have; the cache is asked before the oracle; all but `interesting`
 * counts as failed. The text that is kept is the one that was tested, byte for
 * byte.
 */
#include "reduction.h"

#include <stdlib.h>
#include <string.h>

rd_status rd_reduction_tell(rd_reduction *reduction, rd_event event)
{
  const rd_options *options = reduction->options;
  if (!options->event)
    return RD_OK;
  event.stats = &reduction->stats;
  event.pass = event.pass ? event.pass : reduction->pass;
  event.round = reduction->round;
  return options->event(options->event_payload, &event, reduction->err);
}

/* Views count their own units; what we report are tokens. */
static rd_measure measure_of(const rd_reduction *reduction, rd_measure seen,
                             const rd_buffer *text)
{
  if (reduction->schedule->view)
    seen.tokens = rd_count_tokens(text->data, text->size);
  return seen;
}

/* Asked before each candidate, since many may pass without a test. */
static rd_status check_stop(rd_reduction *reduction)
{
  const rd_options *options = reduction->options;
  if (options->stop && *options->stop)
    return rd_fail(reduction->err, RD_ERR_STOPPED, "stopped");
  return RD_OK;
}

static rd_status check_limits(rd_reduction *reduction)
{
  const rd_options *options = reduction->options;
  if (options->max_tests && reduction->stats.tests >= options->max_tests)
    return rd_fail(reduction->err, RD_ERR_STOPPED, "stopped after %llu tests",
                   (unsigned long long)options->max_tests);
  return check_stop(reduction);
}

static rd_status run_test(rd_verdict *out, rd_reduction *reduction,
                          const rd_buffer *text)
{
  const rd_oracle *oracle = reduction->oracle;
  rd_ticket ticket, ended;
  rd_status status = check_limits(reduction);
  if (status == RD_OK)
    status = oracle->submit(&ticket, oracle->payload, text->data, text->size,
                            reduction->err);
  if (status == RD_OK)
    status = oracle->wait(&ended, out, oracle->payload, reduction->err);
  if (status != RD_OK)
    return status;
  if (ended != ticket)
    return rd_fail(reduction->err, RD_ERR_INVALID,
                   "the oracle answered a question that was not asked");
  if ((unsigned)*out >= RD_VERDICT_COUNT)
    return rd_fail(reduction->err, RD_ERR_INVALID,
                   "the oracle gave a verdict that there is not: %u",
                   (unsigned)*out);
  reduction->stats.tests++;
  reduction->stats.verdicts[*out]++;
  rd_cache_add(reduction->cache, text->data, text->size, *out);
  return RD_OK;
}

/* The verdict on a text, from the cache or the oracle. */
static rd_status ask(rd_verdict *out, rd_reduction *reduction,
                     const rd_buffer *text, rd_measure measure)
{
  if (rd_cache_find(out, reduction->cache, text->data, text->size)) {
    reduction->stats.cache_hits++;
    return RD_OK;
  }
  rd_status status = run_test(out, reduction, text);
  if (status != RD_OK)
    return status;
  return rd_reduction_tell(
      reduction,
      (rd_event){ .kind = RD_EVENT_TEST, .verdict = *out, .measure = measure });
}

static void drop_tree(rd_reduction *reduction)
{
  rd_renderer_free(reduction->renderer);
  rd_config_free(reduction->config);
  rd_tree_free(reduction->tree);
  reduction->renderer = NULL;
  reduction->config = NULL;
  reduction->tree = NULL;
}

static bool renders_best(const rd_reduction *reduction)
{
  size_t size;
  const char *text = rd_renderer_text(reduction->renderer, &size);
  return size == reduction->best.size &&
         memcmp(text, reduction->best.data, size) == 0;
}

/* What a place accepts and what its parent accepts may differ, and only a tree
 * that is not squeezed has both; equal texts cost no test. */
static uint32_t preparation(const rd_reduction *reduction)
{
  uint32_t off = reduction->options->prepare_off;
  if (!(reduction->schedule->flags & RD_PURE))
    off |= RD_SQUEEZE;
  return RD_PREPARE_ALL & ~off;
}

rd_status rd_reduction_parse(rd_reduction *reduction)
{
  const rd_parser *parser = reduction->parser;
  uint32_t prepare = preparation(reduction);
  rd_tree *tree;
  rd_status status = parser->parse(
      &tree, parser->payload, reduction->schedule->view, reduction->best.data,
      reduction->best.size, prepare, reduction->err);
  if (status != RD_OK)
    return status;
  drop_tree(reduction);
  reduction->stats.parses++;
  reduction->tree = tree;
  reduction->config = rd_config_new(tree);
  reduction->renderer = rd_renderer_new(reduction->config);
  if (!renders_best(reduction))
    return rd_fail(reduction->err, RD_ERR_INVALID,
                   "the tree does not give back the text that it was made of");
  if (reduction->options->check)
    status = rd_tree_check(tree, reduction->err);
  reduction->measure = measure_of(
      reduction, rd_renderer_measure(reduction->renderer), &reduction->best);
  return status;
}

/* The measure is ours until there is a tree to ask, so that one who stops the
 * first test hears how large the text is. */
rd_status rd_reduction_start(rd_reduction *reduction, const char *text,
                             size_t size)
{
  rd_verdict verdict;
  reduction->cache = rd_cache_new(0);
  rd_buffer_add(&reduction->best, text, size);
  reduction->measure = (rd_measure){ rd_count_tokens(text, size), size };
  rd_status status = run_test(&verdict, reduction, &reduction->best);
  if (status != RD_OK)
    return status;
  if (verdict != RD_INTERESTING)
    return rd_fail(reduction->err, RD_ERR_NOT_INTERESTING,
                   "the text does not have the property: the first test says "
                   "%s",
                   rd_verdict_name(verdict));
  return rd_reduction_parse(reduction);
}

void rd_reduction_dispose(rd_reduction *reduction)
{
  drop_tree(reduction);
  rd_cache_free(reduction->cache);
  rd_buffer_free(&reduction->best);
  rd_buffer_free(&reduction->candidate);
}

/* Renders the edits into the candidate. False if it is none. */
static bool make_candidate(rd_measure *out, rd_reduction *reduction,
                           const rd_edit *edits, size_t count)
{
  rd_buffer *text = &reduction->candidate;
  rd_buffer_clear(text);
  rd_buffer_add(text, "", 0);
  rd_renderer_candidate(text, out, reduction->renderer, edits, count);
  const rd_buffer *best = &reduction->best;
  if (text->size == best->size &&
      memcmp(text->data, best->data, best->size) == 0)
    return false;
  *out = measure_of(reduction, *out, text);
  if (reduction->schedule->flags & RD_PURE)
    return true;
  rd_measure now = reduction->measure;
  return out->tokens < now.tokens ||
         (out->tokens == now.tokens && out->bytes < now.bytes);
}

bool rd_reduction_is_idle(rd_reduction *reduction, const rd_edit *edits,
                          size_t count)
{
  rd_measure measure;
  return !make_candidate(&measure, reduction, edits, count);
}

/* Makes the candidate the best text. */
static void keep_candidate(rd_reduction *reduction, rd_measure measure)
{
  rd_buffer swapped = reduction->best;
  reduction->best = reduction->candidate;
  reduction->candidate = swapped;
  reduction->measure = measure;
  reduction->stats.accepted++;
}

static rd_status tell_accepted(rd_reduction *reduction)
{
  return rd_reduction_tell(reduction,
                           (rd_event){ .kind = RD_EVENT_ACCEPT,
                                       .measure = reduction->measure,
                                       .text = reduction->best.data,
                                       .text_size = reduction->best.size });
}

static rd_status take(rd_reduction *reduction, const rd_edit *edits,
                      size_t count, rd_measure measure)
{
  keep_candidate(reduction, measure);
  rd_config_apply(reduction->config, edits, count);
  rd_renderer_rebase(reduction->renderer);
  rd_status status = RD_OK;
  if (reduction->options->check) {
    status = rd_tree_check(reduction->tree, reduction->err);
    if (status == RD_OK && !renders_best(reduction))
      status = rd_fail(reduction->err, RD_ERR_INVALID,
                       "a candidate differs from the rendering of its edits");
  }
  return status == RD_OK ? tell_accepted(reduction) : status;
}

rd_status rd_reduction_try(bool *taken_out, rd_reduction *reduction,
                           const rd_edit *edits, size_t count)
{
  rd_measure measure;
  rd_verdict verdict;
  *taken_out = false;
  rd_status status = check_stop(reduction);
  if (status != RD_OK || !make_candidate(&measure, reduction, edits, count))
    return status;
  status = ask(&verdict, reduction, &reduction->candidate, measure);
  if (status != RD_OK || verdict != RD_INTERESTING)
    return status;
  *taken_out = true;
  return take(reduction, edits, count, measure);
}

rd_status rd_reduction_probe(bool *interesting_out, rd_measure *measure_out,
                             rd_reduction *reduction, const rd_edit *edits,
                             size_t count)
{
  rd_buffer *text = &reduction->candidate;
  rd_verdict verdict;
  *interesting_out = false;
  rd_status status = check_stop(reduction);
  if (status != RD_OK)
    return status;
  rd_buffer_clear(text);
  rd_buffer_add(text, "", 0);
  rd_renderer_candidate(text, measure_out, reduction->renderer, edits, count);
  if (measure_out->tokens >= rd_renderer_measure(reduction->renderer).tokens)
    return RD_OK;
  if (rd_cache_find(&verdict, reduction->cache, text->data, text->size)) {
    reduction->stats.cache_hits++;
    return RD_OK;
  }
  *measure_out = measure_of(reduction, *measure_out, text);
  status = ask(&verdict, reduction, text, *measure_out);
  if (status != RD_OK || verdict != RD_INTERESTING)
    return status;
  *interesting_out = true;
  if (measure_out->tokens >= reduction->measure.tokens)
    return RD_OK;
  keep_candidate(reduction, *measure_out);
  return tell_accepted(reduction);
}
