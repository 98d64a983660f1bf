/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A report as report.json.
 *
 * One description of the facts serves both directions: each function below names
 * the members of one struct, and a `store` either writes them into an object of
 * JSON or reads them from one. So what is written can be read, and a new fact is
 * one line.
 *
 * Strings of JSON are UTF-8, and sources, outputs and file names may be any
 * bytes. What is no UTF-8 is written as {"latin1": "..."}, in which each byte is
 * the character of its number: it comes back byte for byte and can still be
 * read. The text after a step is written as what differs from the text before
 * it: where it begins, what is new, how many bytes at the end are the same.
 *
 * People edit such files. What is missing is not known; what has another type
 * than it should makes the file invalid, and the first such is named.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/files.h"
#include "report/report.h"

enum { FORMAT = 1 };

typedef struct store {
  json_t *at; /* the object of the present struct */
  bool writing;
  const char *wrong; /* the first key with a value of a wrong type, or NULL */
} store;

/* The value of a key to read; NULL: it is not there. */
static json_t *look_up(store *self, const char *key, bool (*is)(const json_t *))
{
  json_t *value = json_object_get(self->at, key);
  if (!value || json_is_null(value))
    return NULL;
  if (is(value))
    return value;
  if (!self->wrong)
    self->wrong = key;
  return NULL;
}

static void put(store *self, const char *key, json_t *value)
{
  (void)json_object_set_new(self->at, key, value);
}

/* ---- bytes ---- */

static json_t *latin1(const char *bytes, size_t size)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < size; i++) {
    unsigned code = (unsigned char)bytes[i];
    char pair[2] = { (char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f)) };
    if (code < 0x80)
      text_add(&out, &bytes[i], 1);
    else
      text_add(&out, pair, sizeof pair);
  }
  json_t *object = json_object();
  (void)json_object_set_new(object, "latin1", json_stringn(out.data, out.size));
  text_free(&out);
  return object;
}

static json_t *from_bytes(const char *bytes, size_t size)
{
  json_t *string = json_stringn(bytes, size);
  return string ? string : latin1(bytes, size);
}

static bool is_bytes(const json_t *value)
{
  return json_is_string(value) ||
         json_is_string(json_object_get(value, "latin1"));
}

/* The bytes of a value; caller's. A character past 0xff is none of latin1's and
 * stays as it is. */
static char *to_bytes(size_t *size_out, const json_t *value)
{
  const json_t *coded = json_object_get(value, "latin1");
  const json_t *string = coded ? coded : value;
  const char *from = json_string_value(string);
  size_t size = json_string_length(string);
  char *out = mem_copy_bytes(from, size);
  size_t used = 0;
  for (size_t i = 0; coded && i < size; i++) {
    unsigned lead = (unsigned char)from[i];
    bool two = (lead & 0xfc) == 0xc0 && i + 1 < size;
    if (two)
      i++, lead = (lead & 3) << 6 | ((unsigned char)from[i] & 0x3f);
    out[used++] = (char)lead;
  }
  *size_out = coded ? used : size;
  out[*size_out] = '\0';
  return out;
}

/* ---- members ---- */

static bool is_number(const json_t *value)
{
  return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool is_boolean(const json_t *value)
{
  return json_is_boolean(value);
}

static bool is_array(const json_t *value)
{
  return json_is_array(value);
}

static bool is_object(const json_t *value)
{
  return json_is_object(value);
}

/* A text that may hold NULs. */
static void text_member(store *self, const char *key, char **field,
                        size_t *size)
{
  json_t *value = NULL;
  if (self->writing && *field)
    put(self, key, from_bytes(*field, *size));
  else if (!self->writing && (value = look_up(self, key, is_bytes)))
    *field = to_bytes(size, value);
}

static void string_member(store *self, const char *key, char **field)
{
  size_t size = *field ? strlen(*field) : 0;
  text_member(self, key, field, &size);
}

static void number_member(store *self, const char *key, uint64_t *field)
{
  json_t *value = NULL;
  if (self->writing)
    put(self, key, json_integer((json_int_t)*field));
  else if ((value = look_up(self, key, is_number)))
    *field = (uint64_t)json_integer_value(value);
}

/* The same for fields of another type. */
#define NUMBER(self, key, field)                                               \
  do {                                                                         \
    uint64_t number_ = (field);                                                \
    number_member(self, key, &number_);                                        \
    (field) = (__typeof__(field))number_;                                      \
  } while (0)

static void boolean_member(store *self, const char *key, bool *field)
{
  json_t *value = NULL;
  if (self->writing)
    put(self, key, json_boolean(*field));
  else if ((value = look_up(self, key, is_boolean)))
    *field = json_is_true(value);
}

/* One of some names. */
static void name_member(store *self, const char *key, int *field,
                        const char *(*name_of)(int), int count)
{
  char *name = self->writing ? mem_copy(name_of(*field)) : NULL;
  string_member(self, key, &name);
  int found = 0;
  while (name && found < count && strcmp(name, name_of(found)) != 0)
    found++;
  if (name && found < count)
    *field = found;
  else if (name && !self->wrong)
    self->wrong = key;
  free(name);
}

static void list_member(store *self, const char *key, strings *field)
{
  json_t *array = self->writing ? json_array() : look_up(self, key, is_array);
  for (size_t i = 0; self->writing && i < field->size; i++)
    (void)json_array_append_new(
        array, from_bytes(field->data[i], strlen(field->data[i])));
  for (size_t i = 0; !self->writing && i < json_array_size(array); i++) {
    const json_t *value = json_array_get(array, i);
    size_t size = 0;
    if (is_bytes(value))
      strings_take(field, to_bytes(&size, value));
    else if (!self->wrong)
      self->wrong = key;
  }
  if (self->writing)
    put(self, key, array);
}

/* Turns to the object of a key until `leave`; false: there is none to read. */
static bool enter(store *self, const char *key, json_t **before)
{
  *before = self->at;
  json_t *object =
      self->writing ? json_object() : look_up(self, key, is_object);
  if (!object)
    return false;
  if (self->writing)
    put(self, key, object);
  self->at = object;
  return true;
}

static void leave(store *self, json_t *before)
{
  self->at = before;
}

/* Goes through the objects of an array, which is made of `count` or gives
 * *count_out; `visit` gets each by its index, `grow` the number of them. */
static void array_member(store *self, const char *key, size_t count, report *of,
                         void (*grow)(report *of, size_t count),
                         void (*visit)(store *self, report *of, size_t index))
{
  json_t *array = self->writing ? json_array() : look_up(self, key, is_array);
  json_t *before = self->at;
  if (!array)
    return;
  if (!self->writing)
    grow(of, count = json_array_size(array));
  for (size_t i = 0; i < count; i++) {
    self->at = self->writing ? json_object() : json_array_get(array, i);
    if (self->writing)
      (void)json_array_append_new(array, self->at);
    if (!json_is_object(self->at) && !self->wrong)
      self->wrong = key;
    visit(self, of, i);
  }
  self->at = before;
  if (self->writing)
    put(self, key, array);
}

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

#define NAME(self, key, field, type, name_of, last)                            \
  do {                                                                         \
    int number_ = (int)(field);                                                \
    name_member(self, key, &number_, name_of, (int)(last) + 1);                \
    (field) = (type)number_;                                                   \
  } while (0)

/* ---- the structs ---- */

static void measure_members(store *self, const char *key, rd_measure *field)
{
  json_t *before;
  if (!enter(self, key, &before))
    return;
  NUMBER(self, "tokens", field->tokens);
  NUMBER(self, "bytes", field->bytes);
  leave(self, before);
}

static void compiler_members(store *self, report *of)
{
  json_t *before;
  if (!enter(self, "compiler", &before))
    return;
  NAME(self, "family", of->family, compiler_family, family_name, FAMILY_SDCC);
  string_member(self, "program", &of->program);
  string_member(self, "version", &of->version);
  string_member(self, "verbose", &of->verbose);
  string_member(self, "target", &of->target);
  string_member(self, "configured", &of->configured);
  string_member(self, "system", &of->system);
  leave(self, before);
}

static void crash_members(store *self, report *of)
{
  json_t *before;
  if (!enter(self, "crash", &before))
    return;
  NAME(self, "property", of->property, property_kind, property_name,
       PROPERTY_SCRIPT);
  string_member(self, "pattern", &of->pattern);
  string_member(self, "script", &of->script);
  NUMBER(self, "limit", of->limit);
  string_member(self, "signature", &of->signature);
  string_member(self, "message", &of->message);
  string_member(self, "function", &of->function);
  string_member(self, "place", &of->place);
  string_member(self, "output", &of->output);
  string_member(self, "command", &of->command);
  string_member(self, "reduced_command", &of->reduced_command);
  string_member(self, "mode", &of->mode);
  list_member(self, "flags", &of->flags);
  list_member(self, "environment", &of->environment);
  list_member(self, "removed_flags", &of->removed_flags);
  list_member(self, "cc1", &of->cc1);
  list_member(self, "warnings", &of->warnings);
  leave(self, before);
}

static void text_members(store *self, report *of)
{
  string_member(self, "original_name", &of->original_name);
  text_member(self, "original", &of->original, &of->original_size);
  boolean_member(self, "preprocessed", &of->preprocessed);
  string_member(self, "reduced_name", &of->reduced_name);
  text_member(self, "reduced", &of->reduced, &of->reduced_size);
  measure_members(self, "before", &of->before);
  measure_members(self, "after", &of->after);
  NUMBER(self, "original_lines", of->original_lines);
  NUMBER(self, "reduced_lines", of->reduced_lines);
}

static void triage_members(store *self, triage *of)
{
  json_t *before;
  if (!enter(self, "triage", &before))
    return;
  string_member(self, "stage", &of->stage);
  string_member(self, "pass", &of->pass);
  string_member(self, "kind", &of->kind);
  string_member(self, "named_by", &of->named_by);
  string_member(self, "confirmed", &of->confirmed);
  string_member(self, "limit", &of->limit);
  string_member(self, "exposed_by", &of->exposed_by);
  string_member(self, "exposed_by", &of->exposed_by);
  NUMBER(self, "runs", of->runs);
  leave(self, before);
}

static void grow_matrix(report *of, size_t count)
{
  of->matrix.rows = mem_alloc(count + 1, sizeof *of->matrix.rows);
  of->matrix.size = count;
}

static void matrix_members(store *self, report *of, size_t index)
{
  matrix_row *row = &of->matrix.rows[index];
  string_member(self, "program", &row->program);
  NAME(self, "family", row->family, compiler_family, family_name, FAMILY_SDCC);
  string_member(self, "version", &row->version);
  string_member(self, "target", &row->target);
  string_member(self, "options", &row->options);
  NAME(self, "end", row->end, matrix_end, end_name, MATRIX_LATE);
  string_member(self, "detail", &row->detail);
  boolean_member(self, "self", &row->self);
  /* Those that a row always has. */
  char **const always[] = { &row->program, &row->version, &row->target,
                            &row->options };
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    if (!*always[i])
      *always[i] = mem_copy("");
}

static void grow_passes(report *of, size_t count)
{
  of->passes = mem_alloc(count + 1, sizeof *of->passes);
  of->pass_count = count;
}

static void pass_members(store *self, report *of, size_t index)
{
  report_pass *pass = &of->passes[index];
  string_member(self, "name", &pass->name);
  if (!pass->name)
    pass->name = mem_copy("");
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    number_member(self, rd_verdict_name((rd_verdict)i), &pass->verdicts[i]);
}

static void grow_others(report *of, size_t count)
{
  of->others = mem_alloc(count + 1, sizeof *of->others);
  of->other_count = count;
}

static void other_members(store *self, report *of, size_t index)
{
  report_other *other = &of->others[index];
  string_member(self, "line", &other->line);
  string_member(self, "file", &other->file);
  if (!other->line)
    other->line = mem_copy("");
}

/* ---- steps ---- */

static void grow_steps(report *of, size_t count)
{
  of->steps = mem_alloc(count + 1, sizeof *of->steps);
  of->step_count = count;
}

/* The text that a step's text is written as a change of; *size_out is 0 and it
 * is "" if there is none. */
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

/* Writes a text as a change. What is new is cut between characters. */
static void write_change(store *self, const report_step *step,
                         const char *before, size_t size)
{
  size_t least = step->size < size ? step->size : size;
  uint64_t head = 0, tail = 0;
  while (head < least && step->text[head] == before[head])
    head++;
  while (head && head < step->size && is_continuation(step->text[head]))
    head--;
  while (tail < least - head &&
         step->text[step->size - tail - 1] == before[size - tail - 1])
    tail++;
  while (tail && is_continuation(step->text[step->size - tail]))
    tail--;
  char *fresh = step->text + head;
  size_t length = step->size - head - tail;
  number_member(self, "same_before", &head);
  text_member(self, "new", &fresh, &length);
  number_member(self, "same_after", &tail);
}

static void read_change(store *self, report_step *step, const char *before,
                        size_t size)
{
  uint64_t head = 0, tail = 0;
  char *fresh = NULL;
  size_t length = 0;
  number_member(self, "same_before", &head);
  text_member(self, "new", &fresh, &length);
  number_member(self, "same_after", &tail);
  bool fits = head <= size && tail <= size - head;
  if (fresh && fits) {
    textbuf out = { 0 };
    text_puts(&out, "");
    text_add(&out, before, (size_t)head);
    text_add(&out, fresh, length);
    text_add(&out, before + size - tail, (size_t)tail);
    step->text = out.data;
    step->size = out.size;
  } else if (fresh && !self->wrong) {
    self->wrong = "same_before";
  }
  free(fresh);
}

static void step_members(store *self, report *of, size_t index)
{
  report_step *step = &of->steps[index];
  string_member(self, "pass", &step->pass);
  if (!step->pass)
    step->pass = mem_copy("");
  NUMBER(self, "round", step->round);
  NUMBER(self, "tests", step->tests);
  NUMBER(self, "ms", step->ms);
  measure_members(self, "measure", &step->measure);
  size_t size = 0;
  const char *before = text_before(&size, of, index);
  if (self->writing && step->text)
    write_change(self, step, before, size);
  else if (!self->writing)
    read_change(self, step, before, size);
}

/* ---- the whole ---- */

static void report_members(store *self, report *of)
{
  string_member(self, "made_by", &of->made_by);
  string_member(self, "date", &of->date);
  compiler_members(self, of);
  crash_members(self, of);
  text_members(self, of);
  string_member(self, "judge", &of->judge);
  string_member(self, "judge_class", &of->judge_class);
  triage_members(self, &of->triage);
  array_member(self, "matrix", of->matrix.size, of, grow_matrix,
               matrix_members);
  NUMBER(self, "tests", of->tests);
  NUMBER(self, "flag_tests", of->flag_tests);
  NUMBER(self, "ms", of->ms);
  NUMBER(self, "jobs", of->jobs);
  boolean_member(self, "minimal", &of->minimal);
  array_member(self, "passes", of->pass_count, of, grow_passes, pass_members);
  array_member(self, "others", of->other_count, of, grow_others, other_members);
  array_member(self, "steps", of->step_count, of, grow_steps, step_members);
}

char *report_json(const report *self)
{
  store out = { .at = json_object(), .writing = true };
  put(&out, "report", json_integer(FORMAT));
  report copy = *self; /* what is written is not changed */
  report_members(&out, &copy);
  char *bytes = json_dumps(out.at, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  json_decref(out.at);
  textbuf text = { 0 };
  text_puts(&text, bytes ? bytes : "");
  text_puts(&text, "\n");
  free(bytes);
  return text.data;
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
                   "%s is no report: it has no \"report\": %d", path, FORMAT);
  if (json_integer_value(format) != FORMAT)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is a report of another version (%" JSON_INTEGER_FORMAT
                   "); make it anew",
                   path, json_integer_value(format));
  store in = { .at = object };
  report_members(&in, out);
  if (in.wrong)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is damaged: the value of \"%s\" is not what it should "
                   "be",
                   path, in.wrong);
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
