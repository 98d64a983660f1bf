/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The entry point: checks the caller's request, runs the schedule, returns the
 * best text.
 *
 * However the run ends, the result holds the smallest text known to be
 * interesting. Only if the first test fails is there none but the original.
 */
#include <stdlib.h>
#include <string.h>

#include "attempt.h"

static const rd_options defaults = RD_OPTIONS_INIT;

/* ---- names ---- */

static rd_status find_schedule(const rd_schedule **out, const char *name,
                               rd_error *err)
{
  *out = rd_schedule_find(name ? name : "default");
  if (*out)
    return RD_OK;
  ARRAY(const char *) names = { 0 };
  const rd_row *row;
  for (size_t i = 0; (row = rd_algorithm(i)); i++) {
    ARRAY_PUSH(&names, row->name);
    if (row->alias)
      ARRAY_PUSH(&names, row->alias);
  }
  rd_status status =
      rd_reduction_fail_name(err, "algorithm", name, names.data, names.size);
  free(names.data);
  return status;
}

/* RD_PASS_NONE if there is no such pass; it may then be a rule of the front end
 * (reduction.c). */
static rd_pass_id find_pass(const char *name)
{
  const rd_row *row;
  for (size_t i = 0; (row = rd_pass_row(i)); i++)
    if (strcmp(row->name, name) == 0)
      return (rd_pass_id)(i + 1);
  return RD_PASS_NONE;
}

/* Rules are enabled one by one; the pass that runs them is enabled as soon as
 * one rule may be. */
static void select_passes(bool *enabled, const rd_options *options)
{
  for (size_t i = 0; i < RD_PASS_COUNT; i++)
    enabled[i] = !options->only_pass;
  for (const char *const *name = options->only_pass; name && *name; name++) {
    rd_pass_id id = find_pass(*name);
    enabled[id == RD_PASS_NONE ? RD_PASS_REWRITES : id] = true;
  }
  for (const char *const *name = options->skip_pass; name && *name; name++)
    enabled[find_pass(*name)] = false;
}

/* Is there anything to do? If not, the error lists the available passes. */
static rd_status check_passes(const rd_schedule *schedule, const bool *enabled,
                              rd_error *err)
{
  bool told[RD_PASS_COUNT] = { false };
  textbuf names = { 0 };
  for (size_t i = 0; i < rd_schedule_size(schedule); i++) {
    const rd_step *step = &schedule->steps[i];
    for (size_t j = 0; j < rd_step_size(step); j++) {
      uint8_t id = step->passes[j];
      if (enabled[id]) {
        text_free(&names);
        return RD_OK;
      }
      if (!told[id])
        text_printf(&names, "%s%s", names.size ? ", " : "",
                    rd_pass_row((size_t)id - 1)->name);
      told[id] = true;
    }
  }
  rd_status status = rd_fail(
      err, RD_ERR_INVALID, "no pass of algorithm %s is left; its passes are %s",
      schedule->row.name, names.data ? names.data : "none");
  text_free(&names);
  return status;
}

/* ---- the run ---- */

static rd_status run_schedule(rd_reduction *reduction)
{
  const rd_schedule *schedule = reduction->schedule;
  if (schedule->flags & RD_REPARSE)
    return rd_rounds_run(reduction);
  reduction->round = 1;
  for (size_t i = 0; i < rd_schedule_size(schedule); i++) {
    rd_status status = rd_step_run(reduction, &schedule->steps[i], NULL);
    if (status != RD_OK)
      return status;
  }
  return RD_OK;
}

static rd_status run(rd_result *out, rd_reduction *reduction)
{
  rd_status status = rd_tell(
      reduction, (rd_event){ .kind = RD_EVENT_START, .measure = out->before });
  if (status == RD_OK)
    status = run_schedule(reduction);
  rd_reduction_settle(reduction);
  out->complete = status == RD_OK;
  out->minimal = reduction->is_minimal;
  return status;
}

/* Reports the end and hands over the best text. */
static rd_status finish(rd_result *out, rd_reduction *reduction,
                        rd_status status)
{
  reduction->pass = NULL;
  reduction->round = 0;
  out->after = reduction->measure;
  out->stats = reduction->stats;
  if (status == RD_OK || status == RD_ERR_STOPPED) {
    rd_event event = { .kind = RD_EVENT_END, .measure = out->after };
    event.text = reduction->best.data;
    event.text_size = reduction->best.size;
    if (status != RD_OK) /* the first failure is reported */
      reduction->err = NULL;
    rd_status told = rd_tell(reduction, event);
    status = status == RD_OK ? told : status;
  }
  out->text = text_take(&reduction->best, &out->size);
  return status;
}

rd_status rd_reduce(rd_result *out, const char *text, size_t size,
                    const rd_parser *parser, const rd_oracle *oracle,
                    const rd_options *options, rd_error *err)
{
  rd_reduction reduction = { .parser = parser,
                             .oracle = oracle,
                             .options = options ? options : &defaults,
                             .err = err };
  memset(out, 0, sizeof *out);
  options = reduction.options;
  if (options->version != RD_OPTIONS_VERSION)
    return rd_fail(err, RD_ERR_INVALID, "options of version %u, not %u",
                   options->version, RD_OPTIONS_VERSION);
  if (size >= UINT32_MAX)
    return rd_fail(err, RD_ERR_INVALID, "the text is larger than 4 GiB");
  rd_status status =
      find_schedule(&reduction.schedule, options->algorithm, err);
  select_passes(reduction.enabled, options);
  if (status == RD_OK)
    status = check_passes(reduction.schedule, reduction.enabled, err);
  if (status != RD_OK)
    return status;
  status = rd_reduction_start(&reduction, text, size);
  out->before = reduction.measure;
  if (status == RD_OK)
    status = run(out, &reduction);
  status = finish(out, &reduction, status);
  rd_reduction_dispose(&reduction);
  return status;
}

rd_status rd_first_parse(const char **view_out, uint32_t *prepare_out,
                         const rd_options *options, rd_error *err)
{
  const rd_schedule *schedule = NULL;
  options = options ? options : &defaults;
  rd_status status = find_schedule(&schedule, options->algorithm, err);
  if (status != RD_OK)
    return status;
  *view_out = schedule->view;
  *prepare_out = rd_reduction_preparation(options, schedule);
  return RD_OK;
}

void rd_result_dispose(rd_result *result)
{
  free(result->text);
  memset(result, 0, sizeof *result);
}
