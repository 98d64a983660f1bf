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
#include "report/report.h"

enum { FORMAT = 1 };

/* ---- names ---- */

static const char *family_name(int family)
{
  return compiler_family_name((compiler_family)family);
}

static const char *property_name(int property)
{
  static const char *const names[] = { "crash", "pattern", "hang", "memory",
                                       "script" };
  return names[property];
}

static const char *end_name(int end)
{
  return matrix_end_name((matrix_end)end);
}

/* ---- the structs ---- */

static void measure_members(store *self, const char *key, rd_measure *field)
{
  json_t *before;
  if (!store_enter(self, key, &before))
    return;
  STORE_NUMBER(self, "tokens", field->tokens);
  STORE_NUMBER(self, "bytes", field->bytes);
  store_leave(self, before);
}

static void compiler_members(store *self, report *of)
{
  json_t *before;
  if (!store_enter(self, "compiler", &before))
    return;
  STORE_NAME(self, "family", of->family, compiler_family, family_name,
             FAMILY_SDCC);
  store_string(self, "program", &of->program);
  store_string(self, "version", &of->version);
  store_string(self, "verbose", &of->verbose);
  store_string(self, "target", &of->target);
  store_string(self, "configured", &of->configured);
  store_string(self, "system", &of->system);
  store_string(self, "built_from", &of->built_from);
  object_id id;
  if (of->built_from && !object_id_parse(&id, of->built_from))
    store_complain(self, "built_from");
  store_leave(self, before);
}

static void crash_members(store *self, report *of)
{
  json_t *before;
  if (!store_enter(self, "crash", &before))
    return;
  STORE_NAME(self, "property", of->property, property_kind, property_name,
             PROPERTY_SCRIPT);
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
  store_leave(self, before);
}

static void text_members(store *self, report *of)
{
  store_string(self, "original_name", &of->original_name);
  store_text(self, "original", &of->original, &of->original_size);
  store_boolean(self, "preprocessed", &of->preprocessed);
  store_string(self, "reduced_name", &of->reduced_name);
  store_text(self, "reduced", &of->reduced, &of->reduced_size);
  measure_members(self, "before", &of->before);
  measure_members(self, "after", &of->after);
  STORE_NUMBER(self, "original_lines", of->original_lines);
  STORE_NUMBER(self, "reduced_lines", of->reduced_lines);
}

static void triage_members(store *self, triage *of)
{
  json_t *before;
  if (!store_enter(self, "triage", &before))
    return;
  store_string(self, "stage", &of->stage);
  store_string(self, "pass", &of->pass);
  store_string(self, "kind", &of->kind);
  store_string(self, "named_by", &of->named_by);
  store_string(self, "confirmed", &of->confirmed);
  store_string(self, "limit", &of->limit);
  store_string(self, "exposed_by", &of->exposed_by);
  STORE_NUMBER(self, "runs", of->runs);
  store_leave(self, before);
}

static void grow_matrix(void *payload, size_t count)
{
  report *of = payload;
  of->matrix.rows = mem_alloc(count + 1, sizeof *of->matrix.rows);
  of->matrix.size = count;
}

static void matrix_members(store *self, void *payload, size_t index)
{
  report *of = payload;
  matrix_row *row = &of->matrix.rows[index];
  store_string(self, "program", &row->program);
  STORE_NAME(self, "family", row->family, compiler_family, family_name,
             FAMILY_SDCC);
  store_string(self, "version", &row->version);
  store_string(self, "target", &row->target);
  store_string(self, "options", &row->options);
  STORE_NAME(self, "end", row->end, matrix_end, end_name, MATRIX_LATE);
  store_string(self, "detail", &row->detail);
  store_boolean(self, "self", &row->self);
  /* The members that every row has. */
  char **const always[] = { &row->program, &row->version, &row->target,
                            &row->options };
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    if (!*always[i])
      *always[i] = mem_copy("");
}

static void bisection_member(store *self, report *of)
{
  json_t *before;
  if (self->writing && !of->has_bisection)
    return;
  if (!store_enter(self, "bisection", &before))
    return;
  of->has_bisection = true;
  bisection_members(self, &of->bisection);
  store_leave(self, before);
}

static void grow_passes(void *payload, size_t count)
{
  report *of = payload;
  of->passes = mem_alloc(count + 1, sizeof *of->passes);
  of->pass_count = count;
}

static void pass_members(store *self, void *payload, size_t index)
{
  report *of = payload;
  report_pass *pass = &of->passes[index];
  store_string(self, "name", &pass->name);
  if (!pass->name)
    pass->name = mem_copy("");
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    store_number(self, rd_verdict_name((rd_verdict)i), &pass->verdicts[i]);
}

static void grow_others(void *payload, size_t count)
{
  report *of = payload;
  of->others = mem_alloc(count + 1, sizeof *of->others);
  of->other_count = count;
}

static void other_members(store *self, void *payload, size_t index)
{
  report *of = payload;
  report_other *other = &of->others[index];
  store_string(self, "line", &other->line);
  store_string(self, "file", &other->file);
  if (!other->line)
    other->line = mem_copy("");
}

/* ---- steps ---- */

static void grow_steps(void *payload, size_t count)
{
  report *of = payload;
  of->steps = mem_alloc(count + 1, sizeof *of->steps);
  of->step_count = count;
}

/* The text that a step's text is a change of; *size_out is 0 and the text is ""
 * if there is no earlier text. */
static const char *text_before(size_t *size_out, const report *of, size_t index)
{
  while (index-- > 0)
    if (of->steps[index].text) {
      *size_out = of->steps[index].size;
      return of->steps[index].text;
    }
  *size_out = of->original ? of->original_size : 0;
  return of->original ? of->original : "";
}

static bool is_continuation(char byte)
{
  return ((unsigned char)byte & 0xc0) == 0x80;
}

text_change text_change_find(const char *before, size_t size, const char *text,
                             size_t text_size)
{
  size_t least = text_size < size ? text_size : size, head = 0, tail = 0;
  while (head < least && text[head] == before[head])
    head++;
  while (head && head < text_size && is_continuation(text[head]))
    head--;
  while (tail < least - head &&
         text[text_size - tail - 1] == before[size - tail - 1])
    tail++;
  while (tail && is_continuation(text[text_size - tail]))
    tail--;
  return (text_change){ head, tail };
}

static void write_change(store *self, const report_step *step,
                         const char *before, size_t size)
{
  text_change kept = text_change_find(before, size, step->text, step->size);
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

static void step_members(store *self, void *payload, size_t index)
{
  report *of = payload;
  report_step *step = &of->steps[index];
  store_string(self, "pass", &step->pass);
  if (!step->pass)
    step->pass = mem_copy("");
  STORE_NUMBER(self, "round", step->round);
  STORE_NUMBER(self, "tests", step->tests);
  STORE_NUMBER(self, "ms", step->ms);
  measure_members(self, "measure", &step->measure);
  size_t size = 0;
  const char *before = text_before(&size, of, index);
  if (self->writing && step->text)
    write_change(self, step, before, size);
  else if (!self->writing)
    read_change(self, step, before, size);
}

/* ---- the report ---- */

static void report_members(store *self, report *of)
{
  store_string(self, "made_by", &of->made_by);
  store_string(self, "date", &of->date);
  compiler_members(self, of);
  crash_members(self, of);
  text_members(self, of);
  store_string(self, "judge", &of->judge);
  store_string(self, "judge_class", &of->judge_class);
  triage_members(self, &of->triage);
  store_array(self, "matrix", of->matrix.size, of, grow_matrix, matrix_members);
  bisection_member(self, of);
  STORE_NUMBER(self, "tests", of->tests);
  STORE_NUMBER(self, "flag_tests", of->flag_tests);
  STORE_NUMBER(self, "ms", of->ms);
  STORE_NUMBER(self, "jobs", of->jobs);
  store_boolean(self, "minimal", &of->minimal);
  store_array(self, "passes", of->pass_count, of, grow_passes, pass_members);
  store_array(self, "others", of->other_count, of, grow_others, other_members);
  store_array(self, "steps", of->step_count, of, grow_steps, step_members);
}

/* Conclusions from the facts, for other readers of the file. They are
 * recomputed each time and never read. */
static void write_conclusions(store *self, const report *of)
{
  const matrix_row *good = matrix_last_good(&of->matrix);
  char *title = report_title(of);
  bool valid = report_validity(of) > 0;
  store_string(self, "title", &title);
  if (report_validity(of) >= 0)
    store_boolean(self, "valid", &valid);
  char *line = good ? mem_format("%s %s", good->program, good->version) : NULL;
  store_string(self, "last_good", &line);
  free(line);
  free(title);
}

static json_t *to_object(const report *self)
{
  store out = { .at = json_object(), .writing = true };
  (void)json_object_set_new(out.at, "report", json_integer(FORMAT));
  report copy = *self; /* writing does not change it */
  write_conclusions(&out, self);
  report_members(&out, &copy);
  return out.at;
}

char *report_json(const report *self)
{
  json_t *object = to_object(self);
  char *bytes = json_dumps(object, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  char *text = mem_format("%s\n", bytes ? bytes : "");
  json_decref(object);
  free(bytes);
  return text;
}

char *report_json_ascii(const report *self)
{
  json_t *object = to_object(self);
  char *bytes = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII |
                                       JSON_PRESERVE_ORDER);
  json_decref(object);
  return bytes ? bytes : mem_copy("{}");
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
