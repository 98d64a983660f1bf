/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The texts for GCC's bugzilla and for compilers whose trackers have no form.
 *
 * gcc.gnu.org/bugs asks for the version, the system, the options given when GCC
 * was configured, the complete command line, the complete output and the
 * preprocessed source. Triagers also ask whether the code is valid, and which
 * releases work and fail. The first part names the form's fields, the second is
 * the description.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"
#include "report/parts.h"

/* ---- the fields ---- */

static void add_field(textbuf *out, const char *name, char *value)
{
  if (value && *value)
    text_printf(out, "%s: %s\n", name, value);
  free(value);
}

/* Is the commit that started it known? */
static bool is_bisected(const report *self)
{
  const bisection *found = &self->bisection;
  return self->has_bisection && found->repository &&
         found->end == BISECTION_FOUND && !found->flaky;
}

static char *keywords(const report *self)
{
  int valid = report_validity(self);
  const char *message = self->message ? self->message : "";
  bool checking = strstr(message, " check: ") != NULL;
  textbuf out = { 0 };
  if (self->property != PROPERTY_CRASH)
    return NULL;
  if (valid >= 0)
    text_printf(&out, "ice-on-%s-code, ", valid ? "valid" : "invalid");
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

/* The value of --host= or --target= in the configure line; or NULL. */
static char *configured_for(const report *self, const char *option)
{
  const char *at = self->configured ? strstr(self->configured, option) : NULL;
  return at ? mem_copy_bytes(at + strlen(option),
                             strcspn(at + strlen(option), " "))
            : NULL;
}

static void add_fields(textbuf *out, const report *self)
{
  const char *part = parts_component(self);
  text_puts(out, "Product: gcc\n");
  add_field(out, "Component", part ? mem_copy(part) : NULL);
  add_field(out, "Version", parts_version(self));
  add_field(out, "Summary", report_title(self));
  add_field(out, "Keywords", keywords(self));
  add_field(out, "Target", self->target ? mem_copy(self->target) : NULL);
  add_field(out, "Host", configured_for(self, "--host="));
  add_field(out, "Build", configured_for(self, "--build="));
  add_field(out, "Known to work", parts_versions(self, MATRIX_WORKS));
  add_field(out, "Known to fail", parts_versions(self, MATRIX_CRASHES));
  text_puts(out, "\n");
}

/* ---- the description ---- */

/* Adds one sentence about what happens. */
static void add_sentence(textbuf *out, const report *self)
{
  static const char *const code[] = { "this code", "this invalid code",
                                      "this valid code" };
  char *version = parts_version(self);
  const char *name = self->family == FAMILY_GCC ? "GCC"
                     : self->program            ? base_name(self->program)
                                                : "The program";
  text_printf(out, "%s%s%s ", name, *version ? " " : "", version);
  switch (self->property) {
  case PROPERTY_CRASH:
    text_puts(out, "crashes on ");
    break;
  case PROPERTY_HANG:
    text_printf(out, "does not end within %g s for ",
                (double)self->limit / 1000);
    break;
  case PROPERTY_MEMORY:
    text_printf(out, "takes more than %g MiB of memory for ",
                (double)self->limit / (1 << 20));
    break;
  case PROPERTY_PATTERN:
    text_printf(out, "prints a line that matches \"%s\" for ",
                self->pattern ? self->pattern : "");
    break;
  case PROPERTY_SCRIPT:
    text_puts(out, "has the property that the script below tests on ");
    break;
  }
  text_printf(out, "%s:\n\n", code[report_validity(self) + 1]);
  free(version);
}

static void add_case(textbuf *out, const report *self)
{
  char *said = NULL, *text = parts_case(self, &said);
  const char *words[] = { "cat", self->reduced_name, NULL };
  char *line = words_join(words);
  text_printf(out, "$ %s\n%s\n", line, text);
  free(line);
  if (said)
    text_printf(out, "(%s)\n", said);
  free(said);
  free(text);
}

static void add_run(textbuf *out, const report *self)
{
  const char *command =
      self->reduced_command ? self->reduced_command : self->script;
  if (!command)
    return;
  char *output = parts_output(self);
  size_t size = strlen(output);
  text_printf(out, "\n$ %s\n%s%s", command, output,
              size && output[size - 1] != '\n' ? "\n" : "");
  free(output);
}

static void add_versions(textbuf *out, const report *self)
{
  const char *words[] = { self->program, "-v", NULL };
  if (self->verbose && *self->verbose && self->program) {
    char *line = words_join(words);
    text_printf(out, "\n$ %s\n%s", line, self->verbose);
    free(line);
  }
  if (self->built_from)
    text_printf(out, "\nThe compiler was built from commit %s.\n",
                self->built_from);
  if (self->system)
    text_printf(out, "\nSystem: %s\n", self->system);
}

static void add_line(textbuf *out, char *line)
{
  if (line)
    text_printf(out, "\n%s\n", line);
  free(line);
}

static void add_bisection(textbuf *out, const report *self)
{
  char *commit = parts_commit(self);
  add_line(out, parts_started(self));
  if (commit)
    text_puts(out, commit);
  free(commit);
  char *before = parts_before(self);
  if (before)
    text_printf(out, "%s\n", before);
  free(before);
}

static void add_matrix(textbuf *out, const report *self)
{
  if (self->matrix.size < 2)
    return;
  char *table = matrix_text(&self->matrix);
  text_printf(out, "\n%s", table);
  free(table);
}

static void add_description(textbuf *out, const report *self)
{
  add_sentence(out, self);
  add_case(out, self);
  add_run(out, self);
  add_line(out, parts_where(self));
  add_bisection(out, self);
  add_matrix(out, self);
  add_versions(out, self);
  add_line(out, parts_origin(self));
}

char *report_bugzilla(const report *self)
{
  textbuf out = { 0 };
  add_fields(&out, self);
  add_description(&out, self);
  return out.data;
}

char *report_plain(const report *self)
{
  textbuf out = { 0 };
  add_field(&out, "Subject", report_title(self));
  text_puts(&out, "\n");
  add_description(&out, self);
  return out.data;
}
