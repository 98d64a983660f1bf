/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The text of an issue for LLVM.
 *
 * HowToSubmitABug asks for everything that reproduces a crash: the version, the
 * command, a reduced case and the stack dump, and, if known, the stage and
 * pass. The text is Markdown. Output of other programs is in fences longer than
 * any run of backticks in it, and the long stack dump is folded.
 */
#include <stdlib.h>
#include <string.h>

#include "report/parts.h"

/* ---- Markdown ---- */

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

static void add_ticks(textbuf *out, size_t count)
{
  for (size_t i = 0; i < count; i++)
    text_puts(out, "`");
}

static void add_fence(textbuf *out, const char *language, const char *text)
{
  size_t size = longest_run(text) + 1, length = strlen(text);
  size = size < 3 ? 3 : size;
  add_ticks(out, size);
  text_printf(out, "%s\n%s%s", language, text,
              length && text[length - 1] != '\n' ? "\n" : "");
  add_ticks(out, size);
  text_puts(out, "\n");
}

/* Code within a line. */
static void add_code(textbuf *out, const char *text)
{
  size_t size = longest_run(text) + 1;
  const char *blank = size > 1 ? " " : "";
  add_ticks(out, size);
  text_printf(out, "%s%s%s", blank, text, blank);
  add_ticks(out, size);
}

/* ---- parts ---- */

static void add_labels(textbuf *out, const report *self)
{
  int valid = report_validity(self);
  const char *stage = self->triage.stage ? self->triage.stage : "";
  text_printf(out, "Labels: %s",
              valid < 0 ? "crash"
              : valid   ? "crash-on-valid"
                        : "crash-on-invalid");
  if (!strcmp(stage, "front end"))
    text_puts(out, ", clang:frontend");
  else if (!strcmp(stage, "middle end"))
    text_puts(out, ", llvm:optimizations");
  else if (!strcmp(stage, "back end"))
    text_puts(out, ", llvm:codegen");
  if (parts_is_regression(self)) {
    char *version = parts_version(self);
    text_printf(out, ", regression:%.*s", (int)strspn(version, "0123456789"),
                version);
    free(version);
  }
  text_puts(out, "\n\n");
}

static void add_case(textbuf *out, const report *self)
{
  static const char *const code[] = { "This code", "This invalid code",
                                      "This valid code" };
  char *version = parts_version(self), *said = NULL;
  char *text = parts_case(self, &said);
  text_printf(out, "%s crashes clang%s%s:\n\n", code[report_validity(self) + 1],
              *version ? " " : "", version);
  add_fence(out, "c", text);
  if (said)
    text_printf(out, "\n(%s)\n", said);
  free(text);
  free(said);
  free(version);
}

static void add_command(textbuf *out, const report *self)
{
  char *line =
      mem_format("$ %s", self->reduced_command ? self->reduced_command : "");
  text_puts(out, "\nCommand:\n\n");
  add_fence(out, "console", line);
  free(line);
  if (self->message) {
    text_puts(out, "\nError:\n\n");
    add_fence(out, "", self->message);
  }
}

static void add_where(textbuf *out, const report *self)
{
  char *where = parts_where(self);
  if (where)
    text_printf(out, "\n%s\n", where);
  free(where);
}

static void add_bisection(textbuf *out, const report *self)
{
  char *started = parts_started(self), *commit = parts_commit(self);
  char *before = parts_before(self);
  char *all = mem_format("%s%s", commit ? commit : "", before ? before : "");
  if (started)
    text_printf(out, "\n%s\n", started);
  if (*all) {
    text_puts(out, "\n");
    add_fence(out, "", all);
  }
  free(all);
  free(before);
  free(commit);
  free(started);
}

static void add_known(textbuf *out, const char *what, char *versions)
{
  if (versions)
    text_printf(out, "\n%s: %s\n", what, versions);
  free(versions);
}

static void add_folded(textbuf *out, const char *summary, const char *text)
{
  text_printf(out, "\n<details>\n<summary>%s</summary>\n\n", summary);
  add_fence(out, "", text);
  text_puts(out, "\n</details>\n");
}

static void add_output(textbuf *out, const report *self)
{
  char *output = parts_output(self);
  add_folded(out, "Complete output with the stack dump", output);
  free(output);
}

static void add_matrix(textbuf *out, const report *self)
{
  if (self->matrix.size < 2)
    return;
  char *table = matrix_text(&self->matrix);
  add_folded(out, "Other compilers", table);
  free(table);
}

static void add_versions(textbuf *out, const report *self)
{
  if (self->verbose && *self->verbose) {
    text_puts(out, "\nVersion:\n\n");
    add_fence(out, "", self->verbose);
  }
  if (self->built_from)
    text_printf(out, "\nBuilt from commit %s.\n", self->built_from);
  if (self->system) {
    text_puts(out, "\nSystem: ");
    add_code(out, self->system);
    text_puts(out, "\n");
  }
}

char *report_github(const report *self)
{
  textbuf out = { 0 };
  char *title = report_title(self), *origin = parts_origin(self);
  text_printf(&out, "Title: %s\n", title);
  add_labels(&out, self);
  add_case(&out, self);
  add_command(&out, self);
  add_where(&out, self);
  add_bisection(&out, self);
  add_known(&out, "Known to work", parts_versions(self, MATRIX_WORKS));
  add_known(&out, "Known to fail", parts_versions(self, MATRIX_CRASHES));
  add_versions(&out, self);
  add_output(&out, self);
  add_matrix(&out, self);
  if (origin)
    text_printf(&out, "\n%s\n", origin);
  free(origin);
  free(title);
  return out.data;
}
