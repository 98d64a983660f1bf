/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The last event of --json: the outcome. It is complete even if the run failed,
 * so that a reader needs no other. */
#include "clang-hdd/stages.h"

#include <stdlib.h>

#include "clang-hdd/json.h"

static json_t *verdicts_object(const rd_stats *stats)
{
  json_t *object = json_object();
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    json_set(object, rd_verdict_name((rd_verdict)i),
             json_number(stats->verdicts[i]));
  return object;
}

/* Sets the signatures and, in the same order, the files. */
static void set_others(json_t *object, const others *from)
{
  json_t *lines = json_array(), *files = json_array();
  for (size_t i = 0; i < from->size; i++) {
    if (!from->data[i].listed)
      continue;
    (void)json_array_append_new(lines, json_any_string(from->data[i].line));
    (void)json_array_append_new(files, json_any_string(from->data[i].path));
  }
  json_set(object, "other_crashes", lines);
  json_set(object, "other_files", files);
}

static void set_result(json_t *object, const stages *of)
{
  const rd_result *result = &of->outcome.result;
  json_set(object, "tests", json_number(result->stats.tests));
  json_set(object, "verdicts", verdicts_object(&result->stats));
  json_set(object, "cache_hits", json_number(result->stats.cache_hits));
  json_set(object, "remembered", json_number(result->stats.remembered));
  json_set(object, "recalled", json_number(result->stats.recalled));
  json_set(object, "checks", json_number(result->stats.checks));
  json_set(object, "foreseen", json_number(result->stats.foreseen));
  json_set(object, "implied", json_number(result->stats.implied));
  json_set(object, "misjudged", json_number(result->stats.misjudged));
  json_set(object, "started", json_number(result->stats.started));
  json_set(object, "unused", json_number(result->stats.unused));
  json_set(object, "parses", json_number(result->stats.parses));
  json_set(object, "accepted", json_number(result->stats.accepted));
  json_set(object, "before_last_round", json_number(result->stats.before_last));
  json_set(object, "tokens_before", json_number(result->before.tokens));
  json_set(object, "bytes_before", json_number(of->subject.input_size));
  json_set(object, "tokens", json_number(result->after.tokens));
  json_set(object, "bytes", json_number(result->after.bytes));
  json_set(object, "lines",
           json_number(count_lines(result->text, result->size)));
  json_set(object, "complete", json_boolean(result->complete));
  json_set(object, "minimal", json_boolean(result->minimal));
  json_set(object, "renamed", json_number(of->outcome.renamed));
  json_set(object, "names_kept", json_number(of->outcome.names_kept));
  json_set(object, "laid_out", json_boolean(of->outcome.laid_out));
  json_set(object, "jobs", json_number(of->oracle.slot_count));
}

static json_t *modes_object(const exec_mode_cost costs[EXEC_COUNT])
{
  json_t *object = json_object();
  for (int i = 0; i < EXEC_COUNT; i++)
    json_set(object, exec_mode_name((exec_mode)i),
             json_pack("{s:I, s:f, s:f}", "runs", (json_int_t)costs[i].runs,
                       "cpu_s", (double)costs[i].cpu_us / 1000000, "wall_s",
                       (double)costs[i].wall_us / 1000000));
  return object;
}

/* Sets the counts and costs of the runs. */
static void set_runs(json_t *object, const stages *of)
{
  const crash_stats *stats = crash_oracle_stats(of->oracle.crash);
  rd_server_use use = rd_server_used(of->subject.server);
  json_set(object, "runs", modes_object(stats->modes));
  json_set(object, "judge_ways", modes_object(stats->judge_exec_modes));
  json_set(object, "traced", json_number(stats->faults));
  json_set(object, "confirmed", json_number(stats->confirmed));
  json_set(object, "contradicted", json_number(stats->contradicted));
  json_set(object, "unstable", json_number(stats->unstable));
  json_set(object, "refused",
           json_number(progress_refused(REFUSED_WRITE) +
                       progress_refused(REFUSED_PROCESSES)));
  json_set(object, "parse_cpu_s", json_real((double)use.parse_us / 1000000));
  json_set(object, "check_cpu_s", json_real((double)use.check_us / 1000000));
  set_others(object, &of->oracle.others);
}

static json_t *classes_array(const outcome *from)
{
  json_t *array = json_array();
  for (size_t i = 0; i < from->class_count; i++) {
    const class_text *at = &from->classes[i];
    json_t *object = json_object();
    json_set(object, "class", json_string(judge_class_name(at->wanted)));
    if (at->path) {
      json_set(object, "tokens", json_number(at->measure.tokens));
      json_set(object, "bytes", json_number(at->measure.bytes));
      json_set(object, "file", json_any_string(at->path));
      json_set(object, "habits", json_any_string(at->habits));
    }
    json_set(object, "tests", json_number(at->tests));
    json_set(object, "complete", json_boolean(at->complete));
    (void)json_array_append_new(array, object);
  }
  return array;
}

static json_t *strings_array(const strings *list)
{
  json_t *array = json_array();
  for (size_t i = 0; i < list->size; i++)
    (void)json_array_append_new(array, json_any_string(list->data[i]));
  return array;
}

static json_t *matrix_array(const matrix *from)
{
  json_t *array = json_array();
  for (size_t i = 0; i < from->size; i++) {
    const matrix_row *row = &from->rows[i];
    json_t *object = json_object();
    json_set(object, "program", json_any_string(row->program));
    json_set(object, "family", json_string(compiler_family_name(row->family)));
    json_set(object, "version", json_any_string(row->version));
    json_set(object, "target", json_any_string(row->target));
    json_set(object, "options", json_any_string(row->options));
    json_set(object, "does", json_string(matrix_row_word(row, row->end)));
    json_set(object, "detail", json_any_string(row->detail));
    json_set(object, "levels", strings_array(&row->levels));
    json_set(object, "habits", strings_array(&row->habits));
    json_set(object, "more", json_any_string(row->more));
    if (row->more)
      json_set(object, "then", json_string(matrix_row_word(row, row->then)));
    json_set(object, "self", json_boolean(row->self));
    (void)json_array_append_new(array, object);
  }
  return array;
}

/* Sets the crash site in the compiler and the results of other compilers. */
static void set_triage(json_t *object, const report *of)
{
  const triage *from = &of->triage;
  if (from->runs) {
    json_t *where = json_object();
    json_set(where, "stage", json_any_string(from->stage));
    json_set(where, "pass", json_any_string(from->pass));
    json_set(where, "kind", json_any_string(from->kind));
    json_set(where, "named_by", json_any_string(from->named_by));
    json_set(where, "confirmed", json_any_string(from->confirmed));
    json_set(where, "limit", json_any_string(from->limit));
    json_set(where, "exposed_by", json_any_string(from->exposed_by));
    json_set(where, "rivals", json_any_string(from->rivals));
    json_set(where, "runs", json_number(from->runs));
    json_set(object, "where", where);
  }
  if (!of->matrix.size)
    return;
  char *fixed = report_fixed_in(of);
  json_set(object, "fixed_in", json_any_string(fixed));
  json_set(object, "matrix", matrix_array(&of->matrix));
  free(fixed);
}

static void set_bisection(json_t *object, const report *from)
{
  if (!from->has_bisection)
    return;
  char *text = bisection_json(&from->bisection);
  json_set(object, "bisection", json_loads(text, JSON_ALLOW_NUL, NULL));
  free(text);
}

static json_t *flags_object(const flags_result *flags)
{
  json_t *object = json_object();
  json_set(object, "were", strings_array(&flags->were));
  json_set(object, "left", strings_array(&flags->left));
  json_set(object, "removed", strings_array(&flags->removed));
  json_set(object, "lowered", json_any_string(flags->lowered));
  json_set(object, "flag_tests", json_number(flags->tests));
  json_set(object, "all_needed", json_boolean(flags->minimal));
  return object;
}

void summary_print_json(const stages *of, exit_code code)
{
  if (!of->request.json)
    return;
  json_t *object = json_object();
  json_set(object, "event", json_string("end"));
  json_set(object, "exit", json_integer(code));
  json_set(object, "seconds", json_real((double)progress_elapsed() / 1000));
  json_set(
      object, "file",
      json_any_string(of->subject.file ? of->subject.file : of->request.file));
  if (of->outcome.has_result)
    set_result(object, of);
  const char *site = of->original.site_line;
  json_set(object, "signature", json_any_string(of->property.line));
  json_set(object, "match", json_any_string(of->property.match));
  json_set(object, "site", json_any_string(site && *site ? site : NULL));
  if (of->oracle.judge) {
    json_set(object, "judge", json_any_string(of->oracle.judge->name));
    char *held = judge_held(of->oracle.judge);
    json_set(object, "held_to", json_string(held));
    free(held);
    json_set(object, "judge_runs", json_number(judge_runs(of->oracle.judge)));
    if (of->outcome.classified) {
      json_set(object, "class",
               json_string(judge_class_name(of->outcome.class)));
      json_set(object, "also", classes_array(&of->outcome));
    }
  }
  if (of->oracle.crash)
    set_runs(object, of);
  if (of->outcome.has_flags)
    json_set(object, "flags", flags_object(&of->outcome.flags));
  set_triage(object, &of->outcome.report);
  set_bisection(object, &of->outcome.report);
  if (of->outcome.report_path)
    json_set(object, "report", json_any_string(of->outcome.report_path));
  if (output_has_result(&of->output)) {
    char *command =
        outcome_command_line(&of->outcome, &of->subject, &of->output);
    json_set(object, "output", json_any_string(of->output.path));
    json_set(object, "command", json_any_string(command));
    free(command);
  }
  json_print(object);
}
