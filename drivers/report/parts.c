/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The title, and conclusions from the facts that several texts share.
 *
 * Trackers limit a comment to 64 KiB, so the longest parts are cut: an output
 * in its middle, because the message is at its beginning and the driver's last
 * words at its end; a large case after its beginning, because it has to be
 * attached then.
 */
#include "report/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "compiler/compiler.h"
#include "compiler/errors.h"
#include "compiler/words.h"
#include "triage/habits.h"

enum { CASE_MOST = 24 << 10, OUTPUT_MOST = 16 << 10 };

language parts_language(const report *self)
{
  const strings *flags = &self->flags;
  return language_of(language_said(flags, flags->size),
                     self->reduced_name ? self->reduced_name : "");
}

const report_test report_tests[REPORT_TESTS] = {
  { "dejagnu-test.c", FAMILY_GCC, LANGUAGE_C },
  { "dejagnu-test.C", FAMILY_GCC, LANGUAGE_CXX },
  { "dejagnu-test.m", FAMILY_GCC, LANGUAGE_OBJC },
  { "dejagnu-test.mm", FAMILY_GCC, LANGUAGE_OBJCXX },
  { "lit-test.c", FAMILY_CLANG, LANGUAGE_C },
  { "lit-test.cpp", FAMILY_CLANG, LANGUAGE_CXX },
  { "lit-test.m", FAMILY_CLANG, LANGUAGE_OBJC },
  { "lit-test.mm", FAMILY_CLANG, LANGUAGE_OBJCXX },
  { "lit-test.cl", FAMILY_CLANG, LANGUAGE_OPENCL },
  { "lit-test.clcpp", FAMILY_CLANG, LANGUAGE_OPENCLCXX },
  { "lit-test.cu", FAMILY_CLANG, LANGUAGE_CUDA },
  { "lit-test.hip", FAMILY_CLANG, LANGUAGE_HIP },
};

/* A test is one file; a NUL would end it. */
const report_test *report_find_test(const report *self)
{
  bool wrong = self->property == PROPERTY_WRONG && self->family == FAMILY_GCC;
  if ((self->property != PROPERTY_CRASH && !wrong) || self->files.size ||
      memchr(self->reduced, '\0', self->reduced_size))
    return NULL;
  for (size_t i = 0; i < REPORT_TESTS; i++)
    if (report_tests[i].family == self->family &&
        report_tests[i].language == parts_language(self))
      return &report_tests[i];
  return NULL;
}

/* ---- versions ---- */

char *parts_version(const report *self)
{
  const char *verbose = self->verbose ? self->verbose : "";
  const char *line = self->version ? self->version : "";
  const char *said = strstr(verbose, "gcc version ");
  char *number = NULL;
  if (self->family == FAMILY_GCC && said) {
    said += strlen("gcc version ");
    number = mem_copy_bytes(said, strspn(said, "0123456789."));
  }
  if (!number)
    number = compiler_number(line);
  if (!number)
    number = compiler_number(verbose);
  return number ? number : mem_copy("");
}

/* Does the compiler have the family and target of the crashing one? */
static bool is_kin(const report *self, const matrix_row *row)
{
  const char *target = self->target ? self->target : row->target;
  return row->family == self->family && !row->other_level &&
         (row->self || !*row->target || !strcmp(row->target, target));
}

static void add_once(strings *list, const char *string)
{
  if (*string && !strings_has(list, string))
    strings_add(list, string);
}

static char *joined(strings *list, const char *separator)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < list->size; i++)
    text_printf(&out, "%s%s", i ? separator : "", list->data[i]);
  strings_free(list);
  return out.data;
}

/* The number of the first bad version if versions were bisected, or NULL.
 * Lent. */
static const char *first_bad_version(const report *self)
{
  const bisection *found = &self->bisection;
  bool known = self->has_bisection && found->end == BISECTION_FOUND &&
               !found->flaky && !found->repository;
  return known ? found->suspects->version : NULL;
}

char *parts_versions(const report *self, matrix_end end)
{
  strings list = { 0 };
  if (end == MATRIX_CRASHES) {
    char *own = parts_version(self);
    add_once(&list, own);
    free(own);
  }
  for (size_t i = 0; i < self->matrix.size; i++) {
    const matrix_row *row = &self->matrix.rows[i];
    if (is_kin(self, row) && matrix_outcome(row) == end)
      add_once(&list, row->version);
  }
  const bisection *found = &self->bisection;
  if (end == MATRIX_CRASHES && first_bad_version(self))
    add_once(&list, first_bad_version(self));
  if (end == MATRIX_WORKS && first_bad_version(self) && found->parent_count &&
      found->parents->version && !found->parents->detail)
    add_once(&list, found->parents->version);
  return joined(&list, ", ");
}

/* Was the version before the first bad one right about the file? One that rejects
 * a valid file was not. */
static bool was_right_before(const report *self)
{
  const bisection *found = &self->bisection;
  const bisect_point *before = found->parents;
  return first_bad_version(self) && found->parent_count &&
         before->answer == BISECT_GOOD &&
         (!before->detail || report_find_validity(self) == VALIDITY_INVALID);
}

bool parts_is_regression(const report *self)
{
  return matrix_last_good(&self->matrix) || was_right_before(self);
}

static void add_major(strings *list, const char *version)
{
  char *major = mem_copy_bytes(version, strspn(version, "0123456789"));
  add_once(list, major);
  free(major);
}

/* The releases that crash and are newer than one that works. */
char *parts_regression(const report *self)
{
  if (!parts_is_regression(self))
    return mem_copy("");
  const matrix_row *last = matrix_last_good(&self->matrix);
  const char *first = first_bad_version(self);
  int good = last ? atoi(last->version) : atoi(first) - 1;
  char *own = parts_version(self);
  strings majors = { 0 };
  if (first)
    add_major(&majors, first);
  for (size_t i = self->matrix.size; i-- > 0;) {
    const matrix_row *row = &self->matrix.rows[i];
    const char *version = row->self ? own : row->version;
    if (is_kin(self, row) && matrix_outcome(row) == MATRIX_CRASHES &&
        atoi(version) > good)
      add_major(&majors, version);
  }
  if (!majors.size)
    add_major(&majors, own);
  free(own);
  char *list = joined(&majors, "/");
  char *out = mem_format("[%s Regression] ", list ? list : "?");
  free(list);
  return out;
}

/* ---- the crash ---- */

char *parts_options(const report *self)
{
  strings kept = { 0 };
  strings_add(&kept, ""); /* data must not be NULL */
  for (size_t i = 0; i < self->flags.size; i++) {
    const char *word = self->flags.data[i];
    bool pair = !strcmp(word, "-I") || !strcmp(word, "-D") ||
                !strcmp(word, "-include") || !strcmp(word, "-isystem");
    bool aside = !strcmp(word, "-w") || starts_with(word, "-I") ||
                 starts_with(word, "-D") || starts_with(word, "-U") ||
                 starts_with(word, "-isystem") || strchr(word, '/') ||
                 !strcmp(word, "-fno-crash-diagnostics");
    i += pair;
    if (!pair && !aside)
      strings_add(&kept, word);
  }
  char *line = words_join((const char *const *)(kept.data + 1));
  strings_free(&kept);
  return line;
}

char *parts_message(const report *self)
{
  static const char *const prefixes[] = { "internal compiler error: ",
                                          "fatal error: error in backend: ",
                                          "LLVM ERROR: " };
  if (!self->message)
    return NULL;
  const char *at = self->message;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (starts_with(at, prefixes[i]))
      at += strlen(prefixes[i]);
  /* Cuts "Cannot select: 0x12: i64 = sdiv 0x34, 0x56" before its operands and
   * omits the address of the node. */
  textbuf out = { 0 };
  text_puts(&out, "");
  const char *address;
  while ((address = strstr(at, "0x"))) {
    size_t size = 2 + strspn(address + 2, "0123456789abcdef");
    text_add(&out, at, (size_t)(address - at));
    at = starts_with(address + size, ": ") ? address + size + 2 : "";
  }
  text_puts(&out, at);
  while (out.size && strchr(" ,:<(", out.data[out.size - 1]))
    out.data[--out.size] = '\0';
  return out.data;
}

/* Is there an error in front of the line of the crash? It may come from one of the
 * compiler's own checks. */
static bool tells_error(const report *self)
{
  const char *crash = self->output && self->message
                          ? strstr(self->output, self->message)
                          : NULL;
  bool is = false;
  for (const char *at = self->output; crash && !is && at < crash;) {
    const char *begin = at;
    char *line = next_line(&at, crash);
    is = begin + strlen(line) < crash && errors_is_error(line);
    free(line);
  }
  return is;
}

void parts_find_habits(strings *out, const report *self)
{
  const strings *own = &self->warnings;
  strings_add_all(out, own);
  matrix_habits(out, &self->matrix);
}

char *parts_habits(const report *self)
{
  strings all = { 0 };
  parts_find_habits(&all, self);
  char *text = habits_text(&all);
  strings_free(&all);
  return text;
}

/* Does the judge put the text into that class? */
static bool is_class(const report *self, judge_class what)
{
  return self->judge_class &&
         !strcmp(self->judge_class, judge_class_name(what));
}

static bool has_habits(const report *self)
{
  char *habits = parts_habits(self);
  free(habits);
  return habits;
}

report_validity report_find_validity(const report *self)
{
  int by_others = matrix_validity(&self->matrix);
  bool errors = !self->judge_class && by_others != 1 && tells_error(self);
  if (is_class(self, JUDGE_ERRORS) || errors)
    return VALIDITY_INVALID;
  if (self->strict || is_class(self, JUDGE_STRICT))
    return VALIDITY_VALID;
  if (has_habits(self))
    return VALIDITY_TOLERATED;
  if (by_others >= 0)
    return by_others ? VALIDITY_VALID : VALIDITY_INVALID;
  return self->judge_class ? VALIDITY_VALID : VALIDITY_UNKNOWN;
}

const char *report_validity_name(report_validity what)
{
  static const char *const names[] = { "", "valid", "tolerated", "invalid" };
  return names[what];
}

bool parts_is_recovery(const report *self)
{
  return tells_error(self) && report_find_validity(self) == VALIDITY_INVALID;
}

char *report_fixed_in(const report *self)
{
  const matrix_row *row = matrix_fixed(&self->matrix);
  return row ? mem_format("%s %s%s%s", row->program, row->version,
                          row->more ? " with " : "", row->more ? row->more : "")
             : NULL;
}

const char *parts_component(const report *self)
{
  const char *kind = self->triage.kind ? self->triage.kind : "";
  const char *stage = self->triage.stage ? self->triage.stage : "";
  if (self->message && strstr(self->message, "at dwarf2out."))
    return "debug";
  if (self->triage.pass && !strcmp(self->triage.pass, "expand"))
    return "middle-end";
  if (!strcmp(kind, "GIMPLE"))
    return "tree-optimization";
  if (!strcmp(kind, "IPA"))
    return "ipa";
  if (!strcmp(kind, "RTL"))
    return "rtl-optimization";
  if (!strcmp(stage, "middle end"))
    return "middle-end";
  static const struct {
    language language;
    const char *component;
  } front_ends[] = { { LANGUAGE_FORTRAN, "fortran" },
                     { LANGUAGE_GO, "go" },
                     { LANGUAGE_D, "d" },
                     { LANGUAGE_ADA, "ada" },
                     { LANGUAGE_CXX, "c++" },
                     { LANGUAGE_UNKNOWN, "c" } };
  size_t i = 0;
  while (front_ends[i].language &&
         front_ends[i].language != parts_language(self))
    i++;
  /* A crash on C or C++ is mostly behind the front end. */
  bool rare = i + 2 >= sizeof front_ends / sizeof *front_ends;
  return rare && strcmp(stage, "front end") != 0 ? NULL
                                                 : front_ends[i].component;
}

/* ---- the title ---- */

static void add_gcc_title(textbuf *out, const report *self)
{
  char *regression = parts_regression(self), *message = parts_message(self);
  text_printf(out, "%sICE", regression);
  if (message)
    text_printf(out, "%s%s", starts_with(message, "in ") ? " " : ": ", message);
  char *place = mem_format("in %s", self->function ? self->function : "");
  if (self->function && !(message && strstr(message, place)))
    text_printf(out, " %s", place);
  if (self->triage.pass && self->triage.kind)
    text_printf(out, " during %s pass: %s", self->triage.kind,
                self->triage.pass);
  free(place);
  free(message);
  free(regression);
}

/* The size of "SLPVectorizerPass" in "SLPVectorizerPass on function (f)". */
static size_t pass_name_size(const char *pass)
{
  const char *on = strstr(pass, " on ");
  return on ? (size_t)(on - pass) : strlen(pass);
}

/* A long message quotes code or nodes, mostly in brackets: "ch = store<(store 4
 * into ...". A title omits them. */
static size_t title_size(const char *message)
{
  enum { LONG = 72 };
  size_t size = strlen(message);
  if (size <= LONG)
    return size;
  static const char *const openings[] = { " (", "<(" };
  for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
    const char *at = strstr(message + 1, openings[i]);
    if (at && (size_t)(at - message) < size)
      size = (size_t)(at - message);
  }
  return size;
}

static void add_clang_title(textbuf *out, const report *self)
{
  char *message = parts_message(self);
  bool asserted = message && starts_with(message, "Assertion");
  text_puts(out, "[clang] ");
  text_puts(out, asserted ? "Assertion failure" : "Crash");
  if (self->triage.pass)
    text_printf(out, " in %.*s", (int)pass_name_size(self->triage.pass),
                self->triage.pass);
  else if (self->function)
    text_printf(out, " in %s", self->function);
  else if (self->triage.stage)
    text_printf(out, " in the %s", self->triage.stage);
  if (message)
    text_printf(out, ": %.*s", (int)title_size(message), message);
  free(message);
}

static void add_other_title(textbuf *out, const report *self)
{
  const char *program = self->program ? base_name(self->program) : NULL;
  bool wrong = self->property == PROPERTY_WRONG && self->family == FAMILY_GCC;
  char *regression = wrong ? parts_regression(self) : mem_copy("");
  text_printf(out, "%s%s", regression, program ? program : "The program");
  free(regression);
  switch (self->property) {
  case PROPERTY_HANG:
    text_puts(out, " does not end");
    return;
  case PROPERTY_MEMORY:
    text_puts(out, " runs out of memory");
    return;
  case PROPERTY_WRONG:
    text_puts(out, " generates wrong code");
    return;
  case PROPERTY_SCRIPT:
    text_puts(out, program ? " fails" : " under test fails");
    return;
  case PROPERTY_PATTERN:
  case PROPERTY_CRASH:
    break;
  }
  bool crash = self->property == PROPERTY_CRASH;
  char *message = crash ? parts_message(self) : NULL;
  const char *said = message         ? message
                     : self->message ? self->message
                                     : self->signature;
  text_puts(out, crash ? " crashes" : " fails");
  if (said)
    text_printf(out, ": %.*s", (int)title_size(said), said);
  free(message);
}

char *report_title(const report *self)
{
  textbuf out = { 0 };
  bool crash = self->property == PROPERTY_CRASH;
  char *options = parts_options(self);
  text_puts(&out, "");
  if (crash && self->family == FAMILY_GCC)
    add_gcc_title(&out, self);
  else if (crash && self->family == FAMILY_CLANG)
    add_clang_title(&out, self);
  else
    add_other_title(&out, self);
  if (*options)
    text_printf(&out, " with %s", options);
  free(options);
  char *title = utf8_visible_line(out.data);
  text_free(&out);
  return title;
}

/* ---- long texts ---- */

static bool is_inside_character(char byte)
{
  return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The end of the last whole line within `most` bytes, or if the first line is
 * longer, of the last whole character. */
static size_t whole_lines(const char *text, size_t most)
{
  size_t size = strlen(text), end = most;
  if (size <= most)
    return size;
  while (end && text[end - 1] != '\n')
    end--;
  while (!end && is_inside_character(text[most]))
    most--;
  return end ? end : most;
}

/* The beginning of the first whole line from `from` on, or if that is the end,
 * of the first whole character. */
static size_t first_line(const char *text, size_t from)
{
  const char *newline = strchr(text + from - 1, '\n');
  if (newline && newline[1])
    return (size_t)(newline + 1 - text);
  while (is_inside_character(text[from]))
    from++;
  return from;
}

char *parts_case(const report *self)
{
  char *all = utf8_visible(self->reduced, self->reduced_size);
  all[whole_lines(all, CASE_MOST)] = '\0';
  return all;
}

char *parts_case_note(const report *self)
{
  char *shown = utf8_visible(self->reduced, self->reduced_size);
  bool same = strlen(shown) == self->reduced_size &&
              (!*shown || !memcmp(shown, self->reduced, self->reduced_size));
  free(shown);
  if (!same)
    return mem_format(
        "%s holds bytes that are not visible text (shown as "
        "\\xNN here, or not at all); the file itself is attached.",
        self->reduced_name);
  return self->reduced_size <= CASE_MOST
             ? NULL
             : mem_format("This is the beginning of %s; the whole file is "
                          "attached.",
                          self->reduced_name);
}

char *parts_output(const report *self)
{
  const char *output = self->output ? self->output : "";
  char *all = utf8_visible(output, strlen(output));
  size_t size = strlen(all);
  if (size <= OUTPUT_MOST)
    return all;
  size_t head = whole_lines(all, OUTPUT_MOST * 3 / 4);
  size_t tail = first_line(all, size - OUTPUT_MOST / 4);
  char *out = mem_format("%.*s[... %zu bytes are left out here ...]\n%s",
                         (int)head, all, tail - head, all + tail);
  free(all);
  return out;
}

static char *size_of(uint64_t bytes, uint64_t lines)
{
  return mem_format("%" PRIu64 " byte%s (%" PRIu64 " line%s)", bytes,
                    bytes == 1 ? "" : "s", lines, lines == 1 ? "" : "s");
}

char *parts_origin(const report *self)
{
  if (!self->original_name)
    return NULL;
  char *before = size_of(self->before.bytes, self->original_lines);
  char *after = size_of(self->reduced_size, self->reduced_lines);
  char *out =
      mem_format("The case was reduced from %s%s to %s by %s, keeping "
                 "this %s.",
                 self->preprocessed ? "a preprocessed file of " : "", before,
                 after, self->made_by ? self->made_by : "clang-hdd",
                 self->property == PROPERTY_CRASH ? "crash" : "property");
  free(before);
  free(after);
  return out;
}
