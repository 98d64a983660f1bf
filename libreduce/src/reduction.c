/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The state of a running reduction: the tree, the edits that hold, the text
 * that they render to, and the answers so far.
 *
 * Every test goes through rd_reduction_try or, if configurations other than the
 * best are kept, rd_reduction_probe, so the rules are here and in ask.c. An
 * edit that changes nothing is skipped, and what was the best text before. In a
 * schedule that goes by tokens a candidate has to be smaller in (tokens, bytes)
 * than the best text, and may not have more bytes than the original. The cache is
 * asked before the oracle. Every verdict but `interesting` counts as failed. The
 * text that is kept is the one that was tested, byte for byte.
 */
#include "reduction.h"

#include <stdlib.h>
#include <string.h>

#include "tree.h"

/* Room in scouts' reports for texts larger than the original: in pure schedules
 * a phrase may be larger. */
enum { SPARE_BYTES = 64 * 1024 };

/* Views count their own units; reports are in tokens. */
static rd_measure measure_of(const rd_reduction *reduction, rd_measure seen,
                             const textbuf *text)
{
  if (reduction->schedule->view)
    seen.tokens =
        rd_lexer_count(reduction->parser->lexer, text->data, text->size);
  return seen;
}

static rd_question question_of(const rd_reduction *reduction,
                               const textbuf *text)
{
  return (rd_question){ .text = text->data,
                        .size = text->size,
                        .key = rd_key_of(text->data, text->size),
                        .pass = reduction->pass,
                        .is_checked = reduction->is_checked };
}

/* ---- rules ---- */

static bool has_name(const char *const *names, const char *name)
{
  for (; names && *names; names++)
    if (strcmp(*names, name) == 0)
      return true;
  return false;
}

static bool is_enabled(const rd_options *options, const char *name)
{
  const char *all = rd_pass_at(RD_PASS_REWRITES)->row.name;
  bool wanted = !options->only_pass || has_name(options->only_pass, all) ||
                has_name(options->only_pass, name);
  return wanted && !has_name(options->skip_pass, all) &&
         !has_name(options->skip_pass, name);
}

/* Adds the tree's rules that are not known yet. A parser that fails at first may
 * name rules only in a later tree; numbers never change. */
static void learn_rules(rd_reduction *reduction, const rd_tree *tree)
{
  const rd_options *options = reduction->options;
  while (reduction->rules.size < rd_tree_rule_count(tree)) {
    uint32_t number = (uint32_t)reduction->rules.size;
    const char *name = rd_tree_rule_name(tree, number);
    rd_known_rule rule = { .name = mem_copy(name),
                           .flags = rd_tree_rule_flags(tree, number),
                           .enabled = is_enabled(options, name) };
    ARRAY_PUSH(&reduction->rules, rule);
  }
}

/* Finds the rules of which the tree has rewrites. */
static void find_offers(rd_reduction *reduction)
{
  const rd_tree *tree = reduction->tree;
  for (size_t i = 0; i < reduction->rules.size; i++)
    reduction->rules.data[i].offers = false;
  for (uint32_t i = 0; tree && i < rd_tree_rewrite_count(tree); i++)
    reduction->rules.data[rd_tree_rewrite(tree, i)->rule].offers = true;
}

bool rd_reduction_waits(const rd_reduction *reduction)
{
  const rd_tree *tree = reduction->tree;
  for (uint32_t i = 0; i < rd_tree_rule_count(tree); i++)
    if (rd_tree_rule_flags(tree, i) & RD_RULE_WAITED)
      return true;
  return false;
}

rd_status rd_reduction_fail_name(rd_error *err, const char *what,
                                 const char *name, const char *const *names,
                                 size_t count)
{
  const char *near = rd_nearest_name(name, names, count);
  return rd_fail(err, RD_ERR_INVALID, "unknown %s '%s'%s%s%s", what, name,
                 near ? "; did you mean '" : "", near ? near : "",
                 near ? "'?" : "");
}

/* RD_ERR_INVALID: one of the names is not a pass or a rule. They are checked
 * when the first tree exists, since the front end lives in another process. */
static rd_status check_names(const rd_reduction *reduction,
                             const char *const *names)
{
  ARRAY(const char *) known = { 0 };
  const rd_row *row;
  const char *unknown = NULL;
  for (size_t i = 0; (row = rd_pass_row(i)); i++)
    ARRAY_PUSH(&known, row->name);
  for (size_t i = 0; i < reduction->rules.size; i++)
    ARRAY_PUSH(&known, reduction->rules.data[i].name);
  ARRAY_PUSH(&known, NULL);
  for (; names && *names && !unknown; names++)
    if (!has_name(known.data, *names))
      unknown = *names;
  rd_status status = RD_OK;
  if (unknown)
    status = rd_reduction_fail_name(reduction->err, "pass", unknown, known.data,
                                    known.size - 1);
  free(known.data);
  return status;
}

/* ---- trees ---- */

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

/* A place and its parent may accept different texts. Only a tree that is not
 * squeezed has both; equal texts cost no test. */
uint32_t rd_reduction_preparation(const rd_options *options,
                                  const rd_schedule *schedule)
{
  uint32_t off = options->prepare_off;
  if (!(schedule->flags & RD_PURE))
    off |= RD_SQUEEZE;
  uint32_t all = RD_PREPARE_ALL & ~off;
  return schedule->flags & RD_PURE ? all : all | RD_REWRITES;
}

static rd_status parse_text(rd_tree **out, rd_reduction *reduction,
                            const rd_question *question, rd_error *err)
{
  const rd_parser *parser = reduction->parser;
  uint32_t prepare =
      rd_reduction_preparation(reduction->options, reduction->schedule);
  if (reduction->wants_large)
    prepare |= RD_REWRITES_LARGE;
  return parser->parse(out, parser->payload, reduction->schedule->view,
                       question->text, question->size, prepare, err);
}

static bool parse_ahead(void *payload, const rd_question *question)
{
  enum { LAST = RD_PARSED_AHEAD - 1 };
  rd_reduction *reduction = payload;
  rd_parsed parsed = { .key = question->key };
  for (size_t i = 0; i < RD_PARSED_AHEAD; i++)
    if (reduction->parsed[i].tree &&
        rd_key_is_same(reduction->parsed[i].key, question->key))
      return true;
  if (parse_text(&parsed.tree, reduction, question, NULL) != RD_OK)
    return false;
  rd_tree_free(reduction->parsed[LAST].tree);
  memmove(reduction->parsed + 1, reduction->parsed,
          LAST * sizeof *reduction->parsed);
  reduction->parsed[0] = parsed;
  return true;
}

/* The tree that was made of this text before, or NULL. */
static rd_tree *take_parsed(rd_reduction *reduction,
                            const rd_question *question)
{
  for (size_t i = 0; i < RD_PARSED_AHEAD; i++) {
    rd_parsed *parsed = &reduction->parsed[i];
    rd_tree *tree = parsed->tree;
    if (tree && rd_key_is_same(parsed->key, question->key)) {
      parsed->tree = NULL;
      return tree;
    }
  }
  return NULL;
}

rd_status rd_reduction_parse(rd_reduction *reduction)
{
  rd_question question = question_of(reduction, &reduction->best);
  rd_tree *tree = take_parsed(reduction, &question);
  rd_status status = RD_OK;
  if (!tree && rd_speculation_is_scout(reduction->speculation))
    rd_speculation_halt(reduction->speculation, &question);
  if (!tree)
    status = parse_text(&tree, reduction, &question, reduction->err);
  if (status != RD_OK)
    return status;
  drop_tree(reduction);
  reduction->stats.parses++;
  learn_rules(reduction, tree);
  reduction->tree = tree;
  find_offers(reduction);
  reduction->config = rd_config_new(tree, reduction->parser->lexer);
  reduction->renderer = rd_renderer_new(reduction->config);
  if (!renders_best(reduction))
    return rd_fail(reduction->err, RD_ERR_INVALID,
                   "the tree does not render as the text that it was made of");
  if (reduction->options->check)
    status = rd_tree_check(tree, reduction->parser->lexer, reduction->err);
  reduction->measure = measure_of(
      reduction, rd_renderer_measure(reduction->renderer), &reduction->best);
  return status;
}

static void forget_parsed(rd_reduction *reduction)
{
  for (size_t i = 0; i < RD_PARSED_AHEAD; i++)
    rd_tree_free(reduction->parsed[i].tree);
  memset(reduction->parsed, 0, sizeof reduction->parsed);
}

rd_status rd_reduction_widen(bool *widened_out, rd_reduction *reduction)
{
  size_t size = reduction->best.size;
  *widened_out = reduction->rules.size &&
                 reduction->widened <= reduction->stats.accepted &&
                 size > RD_REWRITES_MOST && size <= RD_REWRITES_MOST_LARGE;
  if (!*widened_out)
    return RD_OK;
  if (rd_speculation_is_scout(reduction->speculation))
    rd_speculation_halt(reduction->speculation, NULL);
  reduction->widened = reduction->stats.accepted + 1;
  forget_parsed(reduction);
  reduction->wants_large = true;
  rd_status status = rd_reduction_parse(reduction);
  reduction->wants_large = false;
  return status;
}

/* ---- life ---- */

static void start_speculation(rd_reduction *reduction)
{
  const rd_options *options = reduction->options;
  unsigned capacity = reduction->oracle->capacity;
  unsigned jobs = options->jobs < capacity ? options->jobs : capacity;
  rd_outlook outlook = { .is_foreseen = rd_ask_is_foreseen,
                         .parse = parse_ahead,
                         .payload = reduction,
                         .trees_kept = RD_PARSED_AHEAD };
  if (jobs > 1 || (options->looks_ahead && reduction->precheck))
    reduction->speculation = rd_speculation_new(
        reduction->oracle, options, jobs,
        SPARE_BYTES + 2 * reduction->best.size, &outlook, &reduction->stats);
}

/* Until there is a tree the lexer measures the text, so a caller that stops the
 * first test still gets its size. */
rd_status rd_reduction_start(rd_reduction *reduction, const char *text,
                             size_t size)
{
  const rd_options *options = reduction->options;
  rd_verdict verdict;
  reduction->cache = options->answers ? options->answers : rd_cache_new(0);
  text_add(&reduction->best, text, size);
  reduction->measure =
      (rd_measure){ rd_lexer_count(reduction->parser->lexer, text, size),
                    size };
  reduction->most_bytes = size;
  rd_question question = question_of(reduction, &reduction->best);
  rd_status status = rd_ask_first(&verdict, reduction, &question);
  if (status != RD_OK)
    return status;
  if (verdict != RD_INTERESTING)
    return rd_fail(reduction->err, RD_ERR_NOT_INTERESTING,
                   "the text does not have the property: the first test says "
                   "%s",
                   rd_verdict_name(verdict));
  status = rd_reduction_parse(reduction);
  if (status == RD_OK)
    status = check_names(reduction, options->only_pass);
  if (status == RD_OK)
    status = check_names(reduction, options->skip_pass);
  if (!(reduction->schedule->flags & RD_PURE))
    reduction->monotony = rd_monotony_new();
  if (options->foresight.check)
    reduction->precheck =
        rd_precheck_new(&options->foresight, options->log, &reduction->stats);
  start_speculation(reduction);
  return status;
}

void rd_reduction_settle(rd_reduction *reduction)
{
  if (rd_speculation_is_scout(reduction->speculation))
    rd_speculation_halt(reduction->speculation, NULL);
  rd_speculation_free(reduction->speculation);
  reduction->speculation = NULL;
}

void rd_reduction_dispose(rd_reduction *reduction)
{
  rd_reduction_settle(reduction);
  rd_precheck_free(reduction->precheck);
  rd_monotony_free(reduction->monotony);
  forget_parsed(reduction);
  drop_tree(reduction);
  for (size_t i = 0; i < reduction->rules.size; i++)
    free(reduction->rules.data[i].name);
  ARRAY_FREE(&reduction->rules);
  if (reduction->cache != reduction->options->answers)
    rd_cache_free(reduction->cache);
  rd_cache_free(reduction->probed);
  rd_cache_free(reduction->bests);
  rd_cache_free(reduction->lost.texts);
  text_free(&reduction->best);
  text_free(&reduction->candidate);
}

/* ---- candidates ---- */

bool rd_measure_is_less(rd_measure a, rd_measure b)
{
  return a.tokens < b.tokens || (a.tokens == b.tokens && a.bytes < b.bytes);
}

/* Renders the edits into the candidate. False if it is the best text. */
static bool render_candidate(rd_measure *out, rd_reduction *reduction,
                             const rd_edit *edits, size_t count)
{
  textbuf *text = &reduction->candidate;
  text_clear(text);
  text_add(text, "", 0);
  rd_renderer_candidate(text, out, reduction->renderer, edits, count);
  const textbuf *best = &reduction->best;
  if (text->size == best->size &&
      memcmp(text->data, best->data, best->size) == 0)
    return false;
  *out = measure_of(reduction, *out, text);
  return true;
}

/* Is the candidate small enough? What prepares the text is made once, so all ends
 * even if that takes nothing. */
static bool is_less(const rd_reduction *reduction, rd_measure candidate)
{
  rd_measure best = reduction->measure;
  return reduction->prepares ? !rd_measure_is_less(best, candidate)
                             : rd_measure_is_less(candidate, best);
}

/* False if the edits give no candidate. */
static bool make_candidate(rd_measure *out, rd_reduction *reduction,
                           const rd_edit *edits, size_t count)
{
  return render_candidate(out, reduction, edits, count) &&
         ((reduction->schedule->flags & RD_PURE) ||
          (is_less(reduction, *out) && out->bytes <= reduction->most_bytes));
}

bool rd_reduction_is_idle(rd_reduction *reduction, const rd_edit *edits,
                          size_t count)
{
  rd_measure measure;
  return !make_candidate(&measure, reduction, edits, count);
}

static rd_cache *known_texts(rd_cache **texts)
{
  if (!*texts)
    *texts = rd_cache_new(0);
  return *texts;
}

/* Was the text the best one before? A search that returned to it would not end: a
 * tree may count a text otherwise than what became it. */
static bool was_best(rd_reduction *reduction, rd_key key)
{
  rd_verdict none;
  return rd_cache_find(&none, known_texts(&reduction->bests), key);
}

/* Makes the candidate the best text. */
static void keep_candidate(rd_reduction *reduction, rd_measure measure)
{
  textbuf swapped = reduction->best;
  rd_cache_add(known_texts(&reduction->bests),
               rd_key_of(swapped.data, swapped.size), RD_INTERESTING);
  reduction->best = reduction->candidate;
  reduction->candidate = swapped;
  reduction->measure = measure;
  reduction->stats.accepted++;
}

static rd_status tell_accepted(rd_reduction *reduction)
{
  return rd_tell(reduction, (rd_event){ .kind = RD_EVENT_ACCEPT,
                                        .measure = reduction->measure,
                                        .text = reduction->best.data,
                                        .text_size = reduction->best.size,
                                        .recalled = reduction->recalled });
}

static rd_status take(rd_reduction *reduction, const rd_edit *edits,
                      size_t count, rd_measure measure)
{
  keep_candidate(reduction, measure);
  rd_config_apply(reduction->config, edits, count);
  rd_renderer_rebase(reduction->renderer);
  rd_status status = RD_OK;
  if (reduction->options->check) {
    status = rd_tree_check(reduction->tree, reduction->parser->lexer,
                           reduction->err);
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
  *taken_out = reduction->is_implied = false;
  rd_status status = rd_ask_is_allowed(reduction);
  if (status != RD_OK || !make_candidate(&measure, reduction, edits, count))
    return status;
  rd_question question = question_of(reduction, &reduction->candidate);
  if (was_best(reduction, question.key))
    return RD_OK;
  status = rd_ask(&verdict, reduction, &question, measure);
  if (status != RD_OK || verdict != RD_INTERESTING)
    return status;
  *taken_out = true;
  return take(reduction, edits, count, measure);
}

rd_status rd_reduction_expect(rd_likely *out, rd_reduction *reduction,
                              const rd_edit *edits, size_t count)
{
  rd_measure measure;
  *out = RD_UNLIKELY;
  rd_status status = rd_ask_is_allowed(reduction);
  if (status != RD_OK || !make_candidate(&measure, reduction, edits, count))
    return status;
  rd_question question = question_of(reduction, &reduction->candidate);
  return was_best(reduction, question.key)
             ? RD_OK
             : rd_ask_expect(out, reduction, &question);
}

/* Was the text probed before? The cache may have it from another reduction. */
static bool was_probed(rd_reduction *reduction, rd_key key)
{
  rd_verdict none;
  rd_cache *texts = known_texts(&reduction->probed);
  bool known = rd_cache_find(&none, texts, key);
  if (!known)
    rd_cache_add(texts, key, RD_UNINTERESTING);
  return known;
}

rd_status rd_reduction_probe(bool *interesting_out, rd_measure *measure_out,
                             rd_reduction *reduction, const rd_edit *edits,
                             size_t count)
{
  textbuf *text = &reduction->candidate;
  rd_verdict verdict;
  *interesting_out = false;
  rd_status status = rd_ask_is_allowed(reduction);
  if (status != RD_OK)
    return status;
  text_clear(text);
  text_add(text, "", 0);
  rd_renderer_candidate(text, measure_out, reduction->renderer, edits, count);
  if (measure_out->tokens >= rd_renderer_measure(reduction->renderer).tokens)
    return RD_OK;
  rd_question question = question_of(reduction, text);
  if (was_probed(reduction, question.key)) {
    reduction->stats.cache_hits++;
    return RD_OK;
  }
  *measure_out = measure_of(reduction, *measure_out, text);
  status = rd_ask(&verdict, reduction, &question, *measure_out);
  if (status != RD_OK || verdict != RD_INTERESTING)
    return status;
  *interesting_out = true;
  if (measure_out->tokens >= reduction->measure.tokens)
    return RD_OK;
  keep_candidate(reduction, *measure_out);
  return tell_accepted(reduction);
}

/* ---- candidates that grow ---- */

rd_status rd_reduction_ask_grown(bool *interesting_out, rd_measure *measure_out,
                                 rd_reduction *reduction, rd_measure most,
                                 const rd_edit *edits, size_t count)
{
  rd_verdict verdict;
  *interesting_out = false;
  rd_status status = rd_ask_is_allowed(reduction);
  if (status != RD_OK ||
      !render_candidate(measure_out, reduction, edits, count) ||
      rd_measure_is_less(most, *measure_out))
    return status;
  rd_question question = question_of(reduction, &reduction->candidate);
  status = rd_ask(&verdict, reduction, &question, *measure_out);
  *interesting_out = status == RD_OK && verdict == RD_INTERESTING;
  return status;
}

void rd_reduction_save(rd_snapshot *out, rd_reduction *reduction,
                       rd_measure measure)
{
  *out = (rd_snapshot){ .best = reduction->best,
                        .measure = reduction->measure,
                        .tree = reduction->tree,
                        .config = reduction->config,
                        .renderer = reduction->renderer,
                        .accepted = reduction->stats.accepted,
                        .before_last = reduction->stats.before_last,
                        .pass = reduction->pass,
                        .round = reduction->round };
  reduction->best = reduction->candidate;
  reduction->measure = measure;
  reduction->candidate = (textbuf){ 0 };
  reduction->tree = NULL;
  reduction->config = NULL;
  reduction->renderer = NULL;
}

void rd_reduction_restore(rd_reduction *reduction, rd_snapshot *snapshot)
{
  drop_tree(reduction);
  text_free(&reduction->candidate);
  reduction->candidate = reduction->best;
  reduction->best = snapshot->best;
  reduction->measure = snapshot->measure;
  reduction->tree = snapshot->tree;
  reduction->config = snapshot->config;
  reduction->renderer = snapshot->renderer;
  reduction->stats.accepted = snapshot->accepted;
  reduction->stats.before_last = snapshot->before_last;
  reduction->pass = snapshot->pass;
  reduction->round = snapshot->round;
  find_offers(reduction);
}

rd_status rd_reduction_accept(rd_reduction *reduction, rd_measure measure)
{
  keep_candidate(reduction, measure);
  return tell_accepted(reduction);
}
