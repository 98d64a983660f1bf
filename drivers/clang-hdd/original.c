/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The text that the reduction begins with: the file without #include.
 *
 * A self-contained text can be reduced as a whole and sent to a bug tracker. A
 * file with includes is therefore preprocessed by the same command with -E -P.
 * If the crash is gone then (it may depend on line numbers or on system
 * headers), -E is tried. The first text that crashes the same way replaces the
 * file; if neither does, the file is reduced as written. Its name stays, since
 * a .i would be compiled by other rules.
 *
 * With --wrong-code other compilers have to accept the text. The C library's
 * headers give GCC what no other knows, and what the next GCC takes for its own:
 * types such as _Float32, attributes since version 11. So they are read for an
 * older GCC, and the types get the names that all know.
 *
 * C++ begins as written, because a header brings in tens of thousands of lines;
 * ways.c goes on from there. So does a file without includes that defines macros
 * with parameters: most of them go without, and a use of one may stand for much.
 */
#include "clang-hdd/property.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/joined.h"
#include "compiler/languages.h"

static void add_portable(strings *extra, const property *of)
{
  static const char *const words[] = { "-U__GNUC__",
                                       "-D__GNUC__=10",
                                       "-D_Float32=float",
                                       "-D_Float32x=double",
                                       "-D_Float64=double",
                                       "-D_Float64x=long double",
                                       "-D_Float128=__float128" };
  compiler_family family = of->subject->compiler.family;
  if (of->kind == PROPERTY_WRONG &&
      (family == FAMILY_GCC || family == FAMILY_CLANG))
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      strings_add(extra, words[i]);
}

exit_code original_preprocess(char **out, size_t *size_out, const property *of,
                              const source *input, bool lines)
{
  const subject *self = of->subject;
  strings extra = { 0 }, words = { 0 };
  strings_add_all(&extra, &self->compiler.extra);
  if (!lines)
    strings_add(&extra, "-P");
  add_portable(&extra, of);
  char *path = mem_format("%s/preprocessed", self->run->kept);
  *out = NULL;
  invocation_use use = { .mode = "-E", .output = path, .extra = &extra };
  invocation_build(&words, &self->command, &use);
  (void)unlink(path);
  rd_run run = { 0 };
  rd_error err = { 0 };
  rd_status status = runner_run(&run, self->run, strings_argv(&words), input,
                                &of->limits, &err);
  exit_code code = EXIT_DONE;
  if (status)
    code = progress_fail_error(&err);
  else if (run.end == RD_END_EXIT && run.status == 0)
    (void)file_read(out, size_out, path, NULL);
  if (*out && self->files) { /* the others are in it, and become empty */
    textbuf joined = { 0 };
    joined_add(&joined, self->name, *out, *size_out);
    free(*out);
    *out = text_take(&joined, size_out);
  }
  rd_run_dispose(&run);
  strings_free(&words);
  strings_free(&extra);
  free(path);
  return code;
}

static exit_code still_crashes(bool *out, const property *of, const char *text,
                               size_t size)
{
  const subject *self = of->subject;
  source input = subject_source(self, self->input, self->input_size);
  crash_options options = property_options(of, &input);
  crash_oracle *oracle = crash_oracle_new(&options);
  rd_verdict verdict = RD_UNINTERESTING;
  rd_error err = { 0 };
  rd_status status = crash_oracle_test(&verdict, oracle, text, size, &err);
  crash_oracle_free(oracle);
  *out = verdict == RD_INTERESTING;
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

static exit_code try_to(original *out, const property *of, bool lines)
{
  char *text = NULL;
  size_t size = 0;
  bool crashes = false;
  const source input = subject_source(of->subject, out->text, out->size);
  exit_code code = original_preprocess(&text, &size, of, &input, lines);
  if (!code && text && size)
    code = still_crashes(&crashes, of, text, size);
  if (!crashes) {
    free(text);
    return code;
  }
  out->text = out->preprocessed = text;
  out->size = size;
  out->has_markers = lines;
  progress_detail("preprocessed with -E%s: %zu bytes", lines ? "" : " -P",
                  size);
  return code;
}

/* Would more than one file be preprocessed, or one that has to stay? */
static bool compiles_several(const subject *self)
{
  for (size_t i = 0; self->files && i < self->files->size; i++)
    if (i >= self->reduced_count ||
        (language_is_source(self->files->data[i]) &&
         strcmp(self->files->data[i], self->name) != 0))
      return true;
  return false;
}

/* The same for a script: only the named files are included. */
static exit_code inline_files(original *out, const property *of)
{
  const subject *self = of->subject;
  size_t size = 0;
  bool holds = false;
  char *text = self->files ? original_inline(&size, self) : NULL;
  exit_code code = text ? still_crashes(&holds, of, text, size) : EXIT_DONE;
  if (!holds) {
    free(text);
    return code;
  }
  out->text = out->preprocessed = text;
  out->size = size;
  progress_detail("with the files in place of their #include: %zu bytes", size);
  subject_parse_ahead(self, text, size);
  return code;
}

bool original_can_preprocess(const property *of, const char *text, size_t size)
{
  const subject *self = of->subject;
  return of->kind != PROPERTY_SCRIPT && !self->command.raw &&
         (has_includes(text, size) ||
          (!self->command.foreign && has_macros(text, size))) &&
         !compiles_several(self);
}

static exit_code preprocess(original *out, const property *of)
{
  const subject *self = of->subject;
  if (of->kind == PROPERTY_SCRIPT)
    return inline_files(out, of);
  if (!original_can_preprocess(of, out->text, out->size))
    return EXIT_DONE;
  out->as_written = !has_includes(out->text, out->size);
  if (out->as_written)
    return EXIT_DONE;
  /* C++ has headers so large that a file is reduced before it is preprocessed. */
  if (language_base(language_of(subject_language(self), self->file_name)) ==
      LANGUAGE_CXX) {
    out->as_written = true;
    subject_parse_ahead(self, out->text, out->size);
    return EXIT_DONE;
  }
  exit_code code = try_to(out, of, false);
  if (!code && !out->preprocessed)
    code = try_to(out, of, true);
  if (!code && !out->preprocessed)
    progress_notice("preprocessed, %s does not %s the same way; it is "
                    "reduced as written",
                    self->file,
                    of->kind == PROPERTY_WRONG ? "behave" : "crash");
  if (out->preprocessed)
    subject_parse_ahead(self, out->text, out->size);
  return code;
}

/* ---- the crash site ---- */

static bool has_line(const sites *in)
{
  for (size_t i = 0; i < in->size; i++)
    if (in->data[i].line)
      return true;
  return false;
}

/* Runs the text for its reports, with debug information or as it is. */
static exit_code run_for_reports(original *out, const property *of,
                                 const source *text, bool debug)
{
  const subject *self = of->subject;
  bool script = self->seen.crashes;
  strings extra = { 0 }, words = { 0 };
  strings_add_all(&extra,
                  script ? &self->seen.by.extra : &self->compiler.extra);
  if (debug)
    strings_add(&extra, "-g");
  invocation_build(&words, script ? &self->seen.command : &self->command,
                   &(invocation_use){ .extra = &extra });
  rd_run run = { 0 };
  rd_error err = { 0 };
  rd_status status = runner_run(&run, self->run, strings_argv(&words), text,
                                &of->limits, &err);
  if (!status)
    site_reports_find(&out->reports, &run, of->pattern);
  rd_run_dispose(&run);
  strings_free(&words);
  strings_free(&extra);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

/* Finds the crash site in the text. Without line markers, line numbers of the
 * input do not apply to the preprocessed text: if no name is found either, the
 * text itself is run for its reports. So it is if debug information would name
 * the line: after inlining, the function that a back end names says little. */
static exit_code locate(original *out, const property *of)
{
  const subject *self = of->subject;
  bool moved = out->preprocessed && !out->has_markers;
  source text = { moved ? "" : self->name, out->text, out->size };
  if (moved && self->files) /* the border would give its lines a file */
    text.size -= (size_t)(strchr(out->text, '\n') + 1 - out->text),
        text.text = strchr(out->text, '\n') + 1;
  const site_reports *reports =
      self->seen.crashes ? &self->seen.reports : &of->reports;
  const invocation *command =
      self->seen.crashes ? &self->seen.command : &self->command;
  sites_locate(&out->sites, reports, &text);
  bool debug = reports->wants_debug && !has_line(&out->sites) &&
               !command->raw && !command->foreign;
  if (!debug && (!moved || !reports->size || out->sites.size))
    return EXIT_DONE;
  text.name = self->name;
  exit_code code = run_for_reports(out, of, &text, debug);
  sites found = { 0 };
  sites_locate(&found, &out->reports, &text);
  if (found.size)
    out->sites = found;
  return code;
}

exit_code original_make(original *out, const property *of)
{
  const subject *self = of->subject;
  *out = (original){ .text = self->input, .size = self->input_size };
  exit_code code = preprocess(out, of);
  if (!code)
    code = locate(out, of);
  out->site_line = sites_line(&out->sites);
  return code;
}

void original_dispose(original *self)
{
  site_reports_dispose(&self->reports);
  free(self->preprocessed);
  free(self->site_line);
}
