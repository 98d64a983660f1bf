/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes and reads a report as report.json.
 *
 * Each function below names the members of one struct, for both writing and
 * reading (compiler/json_store.h). The text after a step is written as its
 * difference from the text before: where it begins, what is new, and how many
 * bytes at the end are the same.
 *
 * People edit such files. A missing value is unknown; a value of the wrong type
 * makes the file invalid, and the first such value is named.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bisect/bisection.h"
#include "base/files.h"
#include "report/parts.h"

enum { FORMAT = 1 };

/* ---- names ---- */

static const char *family_name(int family)
{
  return compiler_family_name((compiler_family)family);
}

const char *report_property_name(int property)
{
  static const char *const names[] = { "crash",  "pattern", "hang",
                                       "memory", "script",  "wrong-code" };
  return names[property];
}

static const char *end_name(int end)
{
  return matrix_end_name((matrix_end)end);
}

/* ---- the structs ---- */

static void measure_members(store *self, void *payload)
{
  rd_measure *of = payload;
  STORE_NUMBER(self, "tokens", of->tokens);
  STORE_NUMBER(self, "bytes", of->bytes);
}

static void compiler_members(store *self, void *payload)
{
  report *of = payload;
  STORE_NAME(self, "family", of->family, compiler_family, family_name,
             FAMILY_COUNT - 1);
  store_string(self, "program", &of->program);
  store_string(self, "version", &of->version);
  store_string(self, "verbose", &of->verbose);
  store_string(self, "target", &of->target);
  store_string(self, "configured", &of->configured);
  store_string(self, "system", &of->system);
  store_string(self, "package", &of->package);
  store_string(self, "package_version", &of->package_version);
  store_string(self, "architecture", &of->architecture);
  store_string(self, "built_from", &of->built_from);
  object_id id;
  if (of->built_from && !object_id_parse(&id, of->built_from))
    store_complain(self, "built_from");
}

static void crash_members(store *self, void *payload)
{
  report *of = payload;
  STORE_NAME(self, "property", of->property, property_kind,
             report_property_name, PROPERTY_WRONG);
  store_string(self, "pattern", &of->pattern);
  store_string(self, "script", &of->script);
  STORE_NUMBER(self, "limit", of->limit);
  store_string(self, "signature", &of->signature);
  store_string(self, "message", &of->message);
  store_string(self, "function", &of->function);
  store_string(self, "place", &of->place);
  store_string(self, "output", &of->output);
  store_string(self, "command", &of->command);
  store_string(self, "reduced_command", &of->reduced_command);
  store_string(self, "mode", &of->mode);
  store_list(self, "flags", &of->flags);
  store_list(self, "environment", &of->environment);
  store_list(self, "removed_flags", &of->removed_flags);
  store_list(self, "cc1", &of->cc1);
  store_list(self, "warnings", &of->warnings);
  store_list(self, "errors", &of->errors);
  store_string(self, "test_run", &of->test_run);
}

static void text_members(store *self, report *of)
{
  store_string(self, "original_name", &of->original_name);
  store_text(self, "original", &of->original, &of->original_size);
  store_boolean(self, "preprocessed", &of->preprocessed);
  store_list(self, "files", &of->files);
  store_string(self, "reduced_name", &of->reduced_name);
  store_text(self, "reduced", &of->reduced, &of->reduced_size);
  store_object(self, "before", &of->before, measure_members);
  store_object(self, "after", &of->after, measure_members);
  STORE_NUMBER(self, "original_lines", of->original_lines);
  STORE_NUMBER(self, "reduced_lines", of->reduced_lines);
}

static void triage_members(store *self, void *payload)
{
  triage *of = payload;
  store_string(self, "stage", &of->stage);
  store_string(self, "pass", &of->pass);
  store_string(self, "kind", &of->kind);
  store_string(self, "named_by", &of->named_by);
  store_string(self, "confirmed", &of->confirmed);
  store_string(self, "limit", &of->limit);
  store_string(self, "exposed_by", &of->exposed_by);
  store_string(self, "rivals", &of->rivals);
  STORE_NUMBER(self, "runs", of->runs);
}

static void row_members(store *self, void *payload)
{
  matrix_row *of = payload;
  store_word(self, "program", &of->program);
  STORE_NAME(self, "family", of->family, compiler_family, family_name,
             FAMILY_COUNT - 1);
  store_word(self, "version", &of->version);
  store_word(self, "target", &of->target);
  store_word(self, "options", &of->options);
  STORE_NAME(self, "end", of->end, matrix_end, end_name, MATRIX_LATE);
  store_string(self, "detail", &of->detail);
  store_boolean(self, "self", &of->self);
  store_boolean(self, "builds", &of->builds);
  store_boolean(self, "other_level", &of->other_level);
  store_list(self, "levels", &of->levels);
  store_list(self, "habits", &of->habits);
  store_string(self, "more", &of->more);
  if (of->more || !self->writing)
    STORE_NAME(self, "then", of->then, matrix_end, end_name, MATRIX_LATE);
}

static void read_bisection(store *self, void *payload)
{
  report *of = payload;
  of->has_bisection = true;
  bisection_members(self, &of->bisection);
}

static void pass_members(store *self, void *payload)
{
  report_pass *of = payload;
  store_word(self, "name", &of->name);
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    store_number(self, rd_verdict_name((rd_verdict)i), &of->verdicts[i]);
}

static void other_members(store *self, void *payload)
{
  report_other *of = payload;
  store_word(self, "line", &of->line);
  store_string(self, "file", &of->file);
}

/* ---- steps ---- */

/* The text that a step's text is a change of; *size_out is 0 and the text is ""
 * if there is no earlier text. */
static const char *text_before(size_t *size_out, const report *of,
                               const report_step *step)
{
  while (step-- > of->steps)
    if (step->text) {
      *size_out = step->size;
      return step->text;
    }
  *size_out = of->original ? of->original_size : 0;
  return of->original ? of->original : "";
}

static bool is_continuation(char byte)
{
  return ((unsigned char)byte & 0xc0) == 0x80;
}

text_same text_change_find(const char *before, size_t size, const char *text,
                           size_t text_size)
{
  text_same same = text_compare(before, size, text, text_size);
  while (same.head && same.head < text_size && is_continuation(text[same.head]))
    same.head--;
  while (same.tail && is_continuation(text[text_size - same.tail]))
    same.tail--;
  return same;
}

static void write_change(store *self, const report_step *step,
                         const char *before, size_t size)
{
  text_same kept = text_change_find(before, size, step->text, step->size);
  char *fresh = step->text + kept.head;
  size_t length = step->size - kept.head - kept.tail;
  STORE_NUMBER(self, "same_before", kept.head);
  store_text(self, "new", &fresh, &length);
  STORE_NUMBER(self, "same_after", kept.tail);
}

static void read_change(store *self, report_step *step, const char *before,
                        size_t size)
{
  uint64_t head = 0, tail = 0;
  char *fresh = NULL;
  size_t length = 0;
  store_number(self, "same_before", &head);
  store_text(self, "new", &fresh, &length);
  store_number(self, "same_after", &tail);
  bool fits = head <= size && tail <= size - head;
  if (fresh && fits) {
    textbuf out = { 0 };
    text_puts(&out, "");
    text_add(&out, before, (size_t)head);
    text_add(&out, fresh, length);
    text_add(&out, before + size - tail, (size_t)tail);
    step->text = out.data;
    step->size = out.size;
  } else if (fresh) {
    store_complain(self, "same_before");
  }
  free(fresh);
}

static void step_members(store *self, void *payload)
{
  report_step *of = payload;
  store_word(self, "pass", &of->pass);
  STORE_NUMBER(self, "round", of->round);
  STORE_NUMBER(self, "tests", of->tests);
  STORE_NUMBER(self, "ms", of->ms);
  store_object(self, "measure", &of->measure, measure_members);
  size_t size = 0;
  const char *before = text_before(&size, self->whole, of);
  if (self->writing && of->text)
    write_change(self, of, before, size);
  else if (!self->writing)
    read_change(self, of, before, size);
}

/* ---- the report ---- */

static void report_members(store *self, report *of)
{
  self->whole = of;
  store_string(self, "made_by", &of->made_by);
  store_string(self, "date", &of->date);
  store_object(self, "compiler", of, compiler_members);
  store_object(self, "crash", of, crash_members);
  text_members(self, of);
  store_string(self, "judge", &of->judge);
  store_string(self, "judge_class", &of->judge_class);
  store_boolean(self, "strict", &of->strict);
  store_object(self, "triage", &of->triage, triage_members);
  store_string(self, "expected", &of->expected);
  store_string(self, "actual", &of->actual);
  store_string(self, "run_line", &of->run_line);
  store_string(self, "input_name", &of->input_name);
  store_text(self, "input", &of->input, &of->input_size);
  store_list(self, "references", &of->references);
  store_list(self, "hiding", &of->hiding);
  STORE_ARRAY(self, "matrix", of->matrix.rows, of->matrix.size, row_members);
  if (of->has_bisection || !self->writing)
    store_object(self, "bisection", of, read_bisection);
  STORE_NUMBER(self, "tests", of->tests);
  STORE_NUMBER(self, "flag_tests", of->flag_tests);
  STORE_NUMBER(self, "ms", of->ms);
  STORE_NUMBER(self, "jobs", of->jobs);
  store_boolean(self, "minimal", &of->minimal);
  STORE_ARRAY(self, "passes", of->passes, of->pass_count, pass_members);
  STORE_ARRAY(self, "others", of->others, of->other_count, other_members);
  STORE_ARRAY(self, "steps", of->steps, of->step_count, step_members);
}

/* Conclusions from the facts, for other readers of the file. They are
 * recomputed each time and never read. */
static void write_conclusions(store *self, const report *of)
{
  const matrix_row *good = matrix_last_good(&of->matrix);
  char *title = report_title(of);
  report_validity what = report_find_validity(of);
  bool valid = what == VALIDITY_VALID;
  char *validity = mem_copy(report_validity_name(what));
  char *habits = parts_habits(of), *fixed = report_fixed_in(of);
  store_string(self, "title", &title);
  if (what)
    store_boolean(self, "valid", &valid);
  store_string(self, "validity", &validity);
  store_string(self, "breaks", &habits);
  store_string(self, "fixed_in", &fixed);
  char *line = good ? mem_format("%s %s", good->program, good->version) : NULL;
  store_string(self, "last_good", &line);
  free(line);
  free(fixed);
  free(habits);
  free(validity);
  free(title);
}

json_t *report_object(const report *self, size_t most)
{
  store out = { .at = json_object(),
                .writing = true,
                .bytes_most = most / REPORT_STRING_SHARE,
                .rows_most = most / REPORT_ROW_SHARE };
  (void)json_object_set_new(out.at, "report", json_integer(FORMAT));
  report copy = *self; /* writing does not change it */
  write_conclusions(&out, self);
  report_members(&out, &copy);
  return out.at;
}

char *report_json(const report *self)
{
  json_t *object = report_object(self, 0);
  char *bytes = json_dumps(object, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  char *text = mem_format("%s\n", bytes ? bytes : "");
  json_decref(object);
  free(bytes);
  return text;
}

rd_status report_write_json(const report *self, const char *path, rd_error *err)
{
  char *text = report_json(self);
  rd_status status = file_replace(path, text, strlen(text), err);
  free(text);
  return status;
}

static rd_status read_object(report *out, json_t *object, const char *path,
                             rd_error *err)
{
  const json_t *format = json_object_get(object, "report");
  if (!json_is_integer(format))
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is not a report: it has no \"report\": %d", path,
                   FORMAT);
  if (json_integer_value(format) != FORMAT)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is a report of another version (%" JSON_INTEGER_FORMAT
                   "); write a new one",
                   path, json_integer_value(format));
  store in = { .at = object };
  report_members(&in, out);
  if (in.wrong)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is damaged: the value of \"%s\" is invalid", path,
                   in.wrong);
  if (!out->reduced)
    return rd_fail(err, RD_ERR_INVALID, "%s is damaged: it has no \"reduced\"",
                   path);
  return RD_OK;
}

rd_status report_read_json(report *out, const char *path, rd_error *err)
{
  *out = (report){ 0 };
  char *bytes = NULL;
  size_t size = 0;
  rd_status status = file_read(&bytes, &size, path, err);
  if (status)
    return status;
  json_error_t reason;
  json_t *object = json_loadb(bytes, size, JSON_ALLOW_NUL, &reason);
  free(bytes);
  if (!object)
    return rd_fail(err, RD_ERR_INVALID, "%s is damaged: line %d: %s", path,
                   reason.line, reason.text);
  status = read_object(out, object, path, err);
  json_decref(object);
  if (status)
    report_dispose(out);
  return status;
}
