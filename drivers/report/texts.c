/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The texts for bug trackers, and the parts that they share with the tests and
 * the script. The texts are files in templates/.
 *
 * gcc.gnu.org/bugs asks for the version, the system, the options given when GCC
 * was configured, the complete command line, the complete output and the
 * preprocessed source. Triagers also ask whether the code is valid, and which
 * releases work and fail. `bugzilla` names the form's fields, `description` is
 * what comes after them, which also suits trackers without a form.
 *
 * LLVM's HowToSubmitABug asks for everything that reproduces a crash: the
 * version, the command, a reduced case and the stack dump, and, if known, the
 * stage and pass. `github` is Markdown: output of other programs is in fences
 * longer than any run of backticks in it, and the long stack dump is folded.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "compiler/words.h"
#include "embedded.h"
#include "report/parts.h"
#include "report/template.h"

/* ---- what all texts share ---- */

static char *property(const report *self)
{
  return mem_copy(report_property_name((int)self->property));
}

/* The limit of time or memory, in seconds or MiB. */
static char *limit(const report *self)
{
  bool memory = self->property == PROPERTY_MEMORY;
  return mem_format("%g", (double)self->limit / (memory ? 1 << 20 : 1000));
}

static char *validity(const report *self)
{
  return mem_copy(report_validity_name(report_find_validity(self)));
}

static char *compiler_name(const report *self)
{
  return mem_copy(self->family == FAMILY_GCC ? "GCC"
                  : self->program            ? base_name(self->program)
                                             : "The program");
}

static char *works(const report *self)
{
  return parts_versions(self, MATRIX_WORKS);
}

static char *fails(const report *self)
{
  return parts_versions(self, MATRIX_CRASHES);
}

static char *component(const report *self)
{
  const char *name = parts_component(self);
  return name ? mem_copy(name) : NULL;
}

static char *quoted(const char *word)
{
  textbuf out = { 0 };
  if (word)
    words_quote(&out, word);
  return out.data;
}

static char *name(const report *self)
{
  return quoted(self->reduced_name);
}

static char *program(const report *self)
{
  return quoted(self->program);
}

static char *command(const report *self)
{
  const char *line =
      self->reduced_command ? self->reduced_command : self->script;
  return line ? mem_copy(line) : NULL;
}

static char *reduced(const report *self)
{
  return mem_copy_bytes(self->reduced, self->reduced_size);
}

/* The other compilers, if there are any. */
static char *others(const report *self)
{
  return self->matrix.size < 2 ? NULL : matrix_text(&self->matrix);
}

static char *message(const report *self)
{
  return utf8_visible_line(self->message);
}

static char *test_file(const report *self)
{
  const report_test *test = report_find_test(self);
  return test ? mem_copy(test->name) : NULL;
}

/* The place of the crash in the compiler and how it was found. */
static char *where(const report *self)
{
  static const part own[] = {
    { "pass", .field = offsetof(report, triage.pass) },
    { "kind", .field = offsetof(report, triage.kind) },
    { "named-by", .field = offsetof(report, triage.named_by) },
    { "gone-with", .field = offsetof(report, triage.confirmed) },
    { "there-with", .field = offsetof(report, triage.limit) },
    { "exposed-by", .field = offsetof(report, triage.exposed_by) },
    { "rivals", .field = offsetof(report, triage.rivals) },
    { .name = NULL },
  };
  return self->triage.stage || self->triage.pass
             ? parts_fill(template_where, own, self)
             : NULL;
}

static char *join(const strings *words, const char *separator)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < words->size; i++)
    text_printf(&out, "%s%s", i ? separator : "", words->data[i]);
  return out.data;
}

/* What builds the program right. */
static char *references(const report *self)
{
  return join(&self->references, ", ");
}

/* What the program reads, if that is short. */
static char *input(const report *self)
{
  enum { MOST = 2000 };
  return self->input && self->input_size <= MOST
             ? utf8_visible(self->input, self->input_size)
             : NULL;
}

/* The option for which the program says what `verbose` quotes. */
static char *version_option(const report *self)
{
  const char *program = self->program ? base_name(self->program) : "";
  return mem_copy(compiler_family_drives(self->family)
                      ? "-v"
                      : compiler_version_option(program));
}

static char *hiding(const report *self)
{
  return join(&self->hiding, ", ");
}

static const part shared[] = {
  { "title", .make = report_title },
  { "property", .make = property },
  { "limit", .make = limit },
  { "pattern", .field = offsetof(report, pattern) },
  { "script", .field = offsetof(report, script) },
  { "validity", .make = validity },
  { "habits", .make = parts_habits },
  { "fixed-in", .make = report_fixed_in },
  { "component", .make = component },
  { "compiler-name", .make = compiler_name },
  { "version", .make = parts_version },
  { "works", .make = works },
  { "fails", .make = fails },
  { "name", .make = name },
  { "case", .make = parts_case },
  { "case-note", .make = parts_case_note },
  { "reduced", .make = reduced },
  { "program", .make = program },
  { "mode", .field = offsetof(report, mode) },
  { "command", .make = command },
  { "message", .make = message },
  { "output", .make = parts_output },
  { "stage", .field = offsetof(report, triage.stage) },
  { "where", .make = where },
  { "expected", .field = offsetof(report, expected) },
  { "actual", .field = offsetof(report, actual) },
  { "run-line", .field = offsetof(report, run_line) },
  { "references", .make = references },
  { "hiding", .make = hiding },
  { "started", .make = parts_started },
  { "commit", .make = parts_commit },
  { "before", .make = parts_before },
  { "matrix", .make = others },
  { "verbose", .field = offsetof(report, verbose) },
  { "input", .make = input },
  { "input-name", .field = offsetof(report, input_name) },
  { "version-option", .make = version_option },
  { "target", .field = offsetof(report, target) },
  { "system", .field = offsetof(report, system) },
  { "built-from", .field = offsetof(report, built_from) },
  { "origin", .make = parts_origin },
  { "test-file", .make = test_file },
  { "test-run", .field = offsetof(report, test_run) },
  { .name = NULL },
};

/* ---- filling ---- */

typedef struct filling {
  const part *own;
  const report *report;
} filling;

static const part *find_part(const part *in, const char *name)
{
  while (in->name && strcmp(in->name, name) != 0)
    in++;
  return in->name ? in : NULL;
}

/* Adds a text without the newline at its end, which the template has. */
static void add_line(textbuf *out, const char *text)
{
  size_t size = text ? strlen(text) : 0;
  text_add(out, text, size - (size && text[size - 1] == '\n'));
}

static bool add(textbuf *out, void *payload, const char *name)
{
  const filling *self = payload;
  const part *found = find_part(self->own, name);
  if (!found)
    found = find_part(shared, name);
  if (found && found->make) {
    char *text = found->make(self->report);
    add_line(out, text);
    free(text);
  } else if (found) {
    const char *field = (const char *)self->report + found->field;
    add_line(out,
             found->text ? found->text : *(char *const *)(const void *)field);
  }
  return found;
}

char *parts_fill(const char *text, const part *own, const report *self)
{
  static const template_slots slots = { .add = add };
  filling with = { own, self };
  textbuf out = { 0 };
  template_fill(&out, text, &slots, &with);
  return out.data;
}

/* ---- Bugzilla ---- */

/* Is the commit that started it known? */
static bool is_bisected(const report *self)
{
  const bisection *found = &self->bisection;
  return self->has_bisection && found->repository &&
         found->end == BISECTION_FOUND && !found->flaky;
}

static char *keywords(const report *self)
{
  report_validity valid = report_find_validity(self);
  const char *message = self->message ? self->message : "";
  bool checking = strstr(message, " check: ") != NULL;
  textbuf out = { 0 };
  if (self->property == PROPERTY_WRONG)
    return mem_copy("wrong-code");
  if (self->property != PROPERTY_CRASH)
    return NULL;
  if (valid)
    text_printf(&out, "ice-on-%s-code, ",
                valid == VALIDITY_VALID ? "valid" : "invalid");
  if (checking)
    text_puts(&out, "ice-checking, ");
  if (parts_is_recovery(self))
    text_puts(&out, "error-recovery, ");
  if (parts_is_regression(self) && !is_bisected(self))
    text_puts(&out, "needs-bisection, ");
  if (out.size)
    out.data[out.size - 2] = '\0';
  return out.data;
}

/* The value of an option in the configure line; or NULL. */
static char *configured_for(const report *self, const char *option)
{
  const char *at = self->configured ? strstr(self->configured, option) : NULL;
  return at ? mem_copy_bytes(at + strlen(option),
                             strcspn(at + strlen(option), " "))
            : NULL;
}

static char *host(const report *self)
{
  return configured_for(self, "--host=");
}

static char *build(const report *self)
{
  return configured_for(self, "--build=");
}

/* The head, which is released, with the description. */
static char *with_description(char *head, const report *self)
{
  static const part none[] = { { .name = NULL } };
  char *rest = parts_fill(template_description, none, self);
  char *text = mem_format("%s%s", head, rest);
  free(rest);
  free(head);
  return text;
}

char *report_bugzilla(const report *self)
{
  static const part own[] = {
    { "keywords", .make = keywords },
    { "host", .make = host },
    { "build", .make = build },
    { .name = NULL },
  };
  return with_description(parts_fill(template_bugzilla, own, self), self);
}

char *report_plain(const report *self)
{
  static const part none[] = { { .name = NULL } };
  return with_description(parts_fill(template_plain, none, self), self);
}

/* ---- Debian ---- */

static char *description(const report *self)
{
  static const part none[] = { { .name = NULL } };
  return parts_fill(template_description, none, self);
}

char *report_debian(const report *self)
{
  static const part own[] = {
    { "package", .field = offsetof(report, package) },
    { "package-version", .field = offsetof(report, package_version) },
    { "architecture", .field = offsetof(report, architecture) },
    { "description", .make = description },
    { .name = NULL },
  };
  return parts_fill(template_debian, own, self);
}

/* ---- GitHub ---- */

static size_t longest_run(const char *text)
{
  size_t longest = 0;
  while (*text) {
    size_t size = strspn(text, "`");
    longest = size > longest ? size : longest;
    text += size ? size : 1;
  }
  return longest;
}

/* The release in which it is a regression. */
static char *regression(const report *self)
{
  char *version = parts_version(self);
  version[strspn(version, "0123456789")] = '\0';
  if (parts_is_regression(self))
    return version;
  free(version);
  return NULL;
}

/* What GitHub calls the language. */
static char *tag(const report *self)
{
  language of = parts_language(self);
  return mem_copy(self->family == FAMILY_RUSTC  ? "rust"
                  : self->family == FAMILY_LLVM ? "llvm"
                  : of == LANGUAGE_CXX          ? "cpp"
                  : of == LANGUAGE_OBJC         ? "objc"
                  : of == LANGUAGE_OBJCXX       ? "objcpp"
                  : of == LANGUAGE_OPENCL       ? "opencl"
                  : of == LANGUAGE_CUDA         ? "cuda"
                  : of == LANGUAGE_HIP          ? "hip"
                                                : "c");
}

static char *crashing(const report *self)
{
  return mem_copy(self->family == FAMILY_LLVM && self->program
                      ? base_name(self->program)
                      : compiler_family_name(self->family));
}

/* The text with this fence. */
static char *fill_github(const report *self, const char *fence)
{
  const part own[] = {
    { "fence", .text = fence },
    { "labels", .make = parts_labels },
    { "tag", .make = tag },
    { "crashing", .make = crashing },
    { "regression", .make = regression },
    { .name = NULL },
  };
  return parts_fill(template_github, own, self);
}

char *report_github(const report *self)
{
  char *text = fill_github(self, "");
  size_t size = longest_run(text) + 1;
  free(text);
  size = size < 3 ? 3 : size;
  char *fence = mem_alloc(size + 1, 1);
  memset(fence, '`', size);
  text = fill_github(self, fence);
  free(fence);
  return text;
}
