/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Events for programs.
 *
 * jansson refuses strings that are not UTF-8, and names and messages may hold
 * any bytes: each byte that is not part of valid UTF-8 becomes \xNN in the
 * string's text. Keys keep their order; the last event is complete even when
 * the run failed, so that a reader needs no other.
 */
#include "clang-hdd/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/summary.h"
#include "base/utf8.h"

char *json_utf8(const char *bytes)
{
  return utf8_escape(bytes, strlen(bytes));
}

/* A string of any bytes; "null" for NULL. */
static json_t *any_string(const char *bytes)
{
  if (!bytes)
    return json_null();
  char *utf8 = json_utf8(bytes);
  json_t *string = json_string(utf8);
  free(utf8);
  return string;
}

static json_t *number(uint64_t value)
{
  return json_integer((json_int_t)value);
}

void json_print(json_t *object)
{
  char *line = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
  if (line) {
    (void)puts(line);
    (void)fflush(stdout);
  }
  free(line);
  json_decref(object);
}

static void set(json_t *object, const char *key, json_t *value)
{
  (void)json_object_set_new(object, key, value);
}

static const char *event_name(rd_event_kind kind)
{
  switch (kind) {
  case RD_EVENT_START:
    return "start";
  case RD_EVENT_PASS_BEGIN:
    return "pass-begin";
  case RD_EVENT_PASS_END:
    return "pass-end";
  case RD_EVENT_TEST:
    return "test";
  case RD_EVENT_ACCEPT:
    return "accept";
  case RD_EVENT_NOTICE:
    return "notice";
  case RD_EVENT_END:
    break;
  }
  return "reduced";
}

void json_event(const rd_event *event)
{
  json_t *object = json_object();
  set(object, "event", json_string(event_name(event->kind)));
  if (event->pass)
    set(object, "pass", any_string(event->pass));
  if (event->round)
    set(object, "round", number(event->round));
  if (event->kind == RD_EVENT_PASS_END)
    set(object, "pass_tests", number(event->pass_tests));
  if (event->kind == RD_EVENT_TEST)
    set(object, "verdict", json_string(rd_verdict_name(event->verdict)));
  if (event->message)
    set(object, "message", any_string(event->message));
  if (event->kind != RD_EVENT_NOTICE && event->measure.bytes) {
    set(object, "tokens", number(event->measure.tokens));
    set(object, "bytes", number(event->measure.bytes));
  }
  set(object, "tests", number(event->stats->tests));
  json_print(object);
}

static json_t *verdicts_object(const rd_stats *stats)
{
  json_t *object = json_object();
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    set(object, rd_verdict_name((rd_verdict)i), number(stats->verdicts[i]));
  return object;
}

/* Signatures, and in the same order the files. */
static void set_others(json_t *object, const others *from)
{
  json_t *lines = json_array(), *files = json_array();
  for (size_t i = 0; i < from->size; i++) {
    if (!from->data[i].listed)
      continue;
    (void)json_array_append_new(lines, any_string(from->data[i].line));
    (void)json_array_append_new(files, any_string(from->data[i].path));
  }
  set(object, "other_crashes", lines);
  set(object, "other_files", files);
}

static void set_result(json_t *object, const session *self)
{
  const rd_result *result = &self->result;
  set(object, "tests", number(result->stats.tests));
  set(object, "verdicts", verdicts_object(&result->stats));
  set(object, "cache_hits", number(result->stats.cache_hits));
  set(object, "remembered", number(result->stats.remembered));
  set(object, "recalled", number(result->stats.recalled));
  set(object, "checks", number(result->stats.checks));
  set(object, "foreseen", number(result->stats.foreseen));
  set(object, "misjudged", number(result->stats.misjudged));
  set(object, "started", number(result->stats.started));
  set(object, "unused", number(result->stats.unused));
  set(object, "parses", number(result->stats.parses));
  set(object, "accepted", number(result->stats.accepted));
  set(object, "before_last_round", number(result->stats.before_last));
  set(object, "tokens_before", number(result->before.tokens));
  set(object, "bytes_before", number(self->input_size));
  set(object, "tokens", number(result->after.tokens));
  set(object, "bytes", number(result->after.bytes));
  set(object, "lines", number(count_lines(result->text, result->size)));
  set(object, "complete", json_boolean(result->complete));
  set(object, "minimal", json_boolean(result->minimal));
  set(object, "renamed", number(self->renamed));
  set(object, "names_kept", number(self->names_kept));
  set(object, "laid_out", json_boolean(self->laid_out));
  set(object, "jobs", number(self->slot_count));
}

static json_t *modes_object(const exec_mode_cost costs[EXEC_COUNT])
{
  json_t *object = json_object();
  for (int i = 0; i < EXEC_COUNT; i++)
    set(object, exec_mode_name((exec_mode)i),
        json_pack("{s:I, s:f, s:f}", "runs", (json_int_t)costs[i].runs, "cpu_s",
                  (double)costs[i].cpu_us / 1000000, "wall_s",
                  (double)costs[i].wall_us / 1000000));
  return object;
}

/* What was run, and what it took. */
static void set_runs(json_t *object, session *self)
{
  const crash_stats *stats = crash_oracle_stats(self->oracle);
  rd_server_use use = rd_server_used(self->server);
  set(object, "runs", modes_object(stats->modes));
  set(object, "judge_exec_modes", modes_object(stats->judge_exec_modes));
  set(object, "traced", number(stats->faults));
  set(object, "confirmed", number(stats->confirmed));
  set(object, "contradicted", number(stats->contradicted));
  set(object, "unstable", number(stats->unstable));
  set(object, "parse_cpu_s", json_real((double)use.parse_us / 1000000));
  set(object, "check_cpu_s", json_real((double)use.check_us / 1000000));
  set_others(object, &self->others);
}

static json_t *classes_array(const session *self)
{
  json_t *array = json_array();
  for (size_t i = 0; i < self->class_count; i++) {
    const class_text *at = &self->classes[i];
    json_t *object = json_object();
    set(object, "class", json_string(judge_class_name(at->wanted)));
    if (at->path) {
      set(object, "tokens", number(at->measure.tokens));
      set(object, "bytes", number(at->measure.bytes));
      set(object, "file", any_string(at->path));
    }
    set(object, "tests", number(at->tests));
    set(object, "complete", json_boolean(at->complete));
    (void)json_array_append_new(array, object);
  }
  return array;
}

static json_t *matrix_array(const matrix *from)
{
  json_t *array = json_array();
  for (size_t i = 0; i < from->size; i++) {
    const matrix_row *row = &from->rows[i];
    json_t *object = json_object();
    set(object, "program", any_string(row->program));
    set(object, "family", json_string(compiler_family_name(row->family)));
    set(object, "version", any_string(row->version));
    set(object, "target", any_string(row->target));
    set(object, "options", any_string(row->options));
    set(object, "does", json_string(matrix_end_name(row->end)));
    set(object, "detail", any_string(row->detail));
    set(object, "self", json_boolean(row->self));
    (void)json_array_append_new(array, object);
  }
  return array;
}

/* Where in the compiler it is, and what others do. */
static void set_triage(json_t *object, const session *self)
{
  const triage *from = &self->report.triage;
  if (from->runs) {
    json_t *where = json_object();
    set(where, "stage", any_string(from->stage));
    set(where, "pass", any_string(from->pass));
    set(where, "kind", any_string(from->kind));
    set(where, "named_by", any_string(from->named_by));
    set(where, "confirmed", any_string(from->confirmed));
    set(where, "limit", any_string(from->limit));
    set(where, "exposed_by", any_string(from->exposed_by));
    set(where, "runs", number(from->runs));
    set(object, "where", where);
  }
  if (self->report.matrix.size)
    set(object, "matrix", matrix_array(&self->report.matrix));
}

static void set_bisection(json_t *object, const report *from)
{
  if (!from->has_bisection)
    return;
  char *text = bisection_json(&from->bisection);
  set(object, "bisection", json_loads(text, JSON_ALLOW_NUL, NULL));
  free(text);
}

static json_t *strings_array(const strings *list)
{
  json_t *array = json_array();
  for (size_t i = 0; i < list->size; i++)
    (void)json_array_append_new(array, any_string(list->data[i]));
  return array;
}

static json_t *flags_object(const flags_result *flags)
{
  json_t *object = json_object();
  set(object, "were", strings_array(&flags->were));
  set(object, "left", strings_array(&flags->left));
  set(object, "removed", strings_array(&flags->removed));
  set(object, "lowered", any_string(flags->lowered));
  set(object, "flag_tests", number(flags->tests));
  set(object, "all_needed", json_boolean(flags->minimal));
  return object;
}

void json_end(session *self, exit_code code)
{
  json_t *object = json_object();
  set(object, "event", json_string("end"));
  set(object, "exit", json_integer(code));
  set(object, "seconds",
      json_real((double)progress_elapsed(&self->progress) / 1000));
  set(object, "file", any_string(self->options.file));
  if (self->has_result)
    set_result(object, self);
  char *property = summary_property(self);
  set(object, "signature", any_string(property));
  free(property);
  char *match = summary_match(self), *site = sites_line(&self->sites);
  set(object, "match", any_string(match));
  set(object, "site", any_string(*site ? site : NULL));
  free(site);
  free(match);
  if (self->judge) {
    set(object, "judge", any_string(judge_name(self->judge)));
    set(object, "judge_runs", number(judge_runs(self->judge)));
    if (self->classified) {
      set(object, "class", json_string(judge_class_name(self->class)));
      set(object, "also", classes_array(self));
    }
  }
  if (self->oracle)
    set_runs(object, self);
  if (self->has_flags)
    set(object, "flags", flags_object(&self->flags));
  set_triage(object, self);
  set_bisection(object, &self->report);
  if (self->report_path)
    set(object, "report", any_string(self->report_path));
  if (self->output.written) {
    char *line = summary_command(self);
    set(object, "output", any_string(self->output.path));
    set(object, "command", any_string(line));
    free(line);
  }
  json_print(object);
}
