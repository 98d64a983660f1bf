/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Examines the result: the crash site in the compiler, the behavior of other
 * compilers, and the report.
 *
 * The result is already written, so a failure here is only a warning, and the
 * exit code stays. The runs use the reduced text, which compiles fastest, with
 * the remaining options. A script, a hang, excessive memory use, or a pattern
 * alone has no signature to compare with runs under other options. A run that
 * only repeats an earlier one keeps the earlier report, which has the full
 * history. An interruption skips all of this, since the user wants to leave.
 */
#include "clang-hdd/stages.h"

#include <stdlib.h>

#include "base/files.h"
#include "base/joined.h"
#include "clang-hdd/interrupt.h"
#include "compiler/errors.h"
#include "compiler/words.h"
#include "report/examine.h"
#include "wrong/answer.h"
#include "wrong/pass.h"

/* ---- triage ---- */

#define OTHERS "running other compilers on the result"

/* Reports a failure, unless it is due to an interruption. */
static void warn(const char *what, rd_status status, const rd_error *err)
{
  if (status != RD_ERR_STOPPED)
    progress_warning("%s is left out: %s", what, err->message);
}

/* Is there a crash, and a compiler that shows it? */
static bool has_crash(const stages *of)
{
  return of->outcome.has_result && of->outcome.result.size &&
         of->oracle.crash && of->subject.has_command &&
         !request_has_no_crash(&of->request) &&
         signature_is_crash(&of->property.signature) && !interrupt_code();
}

/* A pattern that decides alone may match without a crash, and a program may be right
 * for once. */
static bool crashes(const matrix *table)
{
  for (size_t i = 0; i < table->size; i++)
    if (table->rows[i].self)
      return table->rows[i].end == MATRIX_CRASHES;
  return false;
}

/* What the builds of the result by the reduced command need, and the plan with
 * that and the right one; the plan is the caller's. */
static wrong_options result_options(plan *out, const stages *of)
{
  const rd_result *result = &of->outcome.result;
  const subject *from = &of->subject;
  wrong_options options =
      subject_wrong_options(from, result->text, result->size);
  options.command = outcome_command(&of->outcome, from);
  wrong_plan_for(out, &from->wrong.plan, 2, &from->command, &options);
  wrong_plan_strip(out, of->outcome.without);
  return options;
}

/* Finds the pass that generates the wrong code, and what other compilers and
 * levels make of the program. */
static void find_wrong(report *out, const stages *of)
{
  const rd_result *result = &of->outcome.result;
  bool wants_matrix = of->request.matrix || of->request.matrix_all;
  rd_error err = { 0 };
  if ((of->request.no_report && !wants_matrix) || !of->outcome.has_result ||
      !result->size || interrupt_code())
    return;
  plan both;
  wrong_options options = result_options(&both, of);
  rd_status status = RD_OK;
  progress_task("looking for the pass that generates the wrong code "
                "(--no-report leaves that out)");
  if (!of->request.no_report)
    status = wrong_pass_find(&out->triage, &out->hiding, &options, &both, &err);
  if (status)
    warn("which pass generates the wrong code", status, &err);
  progress_task(OTHERS);
  if (!interrupt_code())
    status = wrong_matrix(&out->matrix, &both, &options, &err);
  if (status)
    warn("what other compilers do", status, &err);
  else if (!crashes(&out->matrix))
    matrix_dispose(&out->matrix);
  progress_task(NULL);
  plan_dispose(&both);
}

void find_triage(report *out, const stages *of)
{
  const request *asked = &of->request;
  const rd_result *result = &of->outcome.result;
  bool wants_matrix = asked->matrix || asked->matrix_all;
  if (of->property.kind == PROPERTY_WRONG) {
    find_wrong(out, of);
    return;
  }
  if (!has_crash(of)) {
    if (wants_matrix && of->outcome.has_result && !interrupt_code())
      progress_warning("--matrix: there is no compiler's crash to compare");
    return;
  }
  if (asked->no_report && !wants_matrix)
    return;
  source text = subject_source(&of->subject, result->text, result->size);
  const crash_case what = { .run = of->subject.run,
                            .command =
                                outcome_command(&of->outcome, &of->subject),
                            .compiler = &of->subject.compiler,
                            .expected = &of->property.signature,
                            .text = &text,
                            .limits = &of->property.limits };
  rd_error err = { 0 };
  rd_status status = RD_OK;
  progress_task("looking for the place in the compiler where it crashes "
                "(--no-report leaves that out)");
  if (!asked->no_report)
    status = triage_find(&out->triage, &what, &err);
  if (status)
    warn("where in the compiler it crashes", status, &err);
  progress_task(interrupt_code() ? NULL : OTHERS);
  if (interrupt_code())
    return;
  status = matrix_run(&out->matrix, &what, asked->matrix_all, &err);
  if (status)
    warn("what other compilers do", status, &err);
  else if (of->property.kind != PROPERTY_CRASH && !crashes(&out->matrix))
    matrix_dispose(&out->matrix);
  progress_task(NULL);
}

/* ---- the report ---- */

/* A larger original is not copied into its report. */
enum { ORIGINAL_MOST = 8 << 20 };

/* Does the command name this one of several files? */
static bool is_named(const stages *of, const char *name)
{
  return strings_has(&outcome_command(&of->outcome, &of->subject)->words, name);
}

/* The file that is left of several, if a command needs no other; NULL: there is
 * none, or the text is one file. */
static const char *only_file(size_t *size_out, const stages *of)
{
  const subject *about = &of->subject;
  const rd_result *result = &of->outcome.result;
  const char *only = NULL;
  if (!about->files || !about->has_command || about->request->test ||
      has_includes(result->text, result->size))
    return NULL;
  for (size_t i = 0; i < about->files->size; i++) {
    size_t size;
    const char *text =
        joined_file(&size, about->files, i, result->text, result->size);
    if (!strcmp(about->files->data[i], about->name)) {
      only = text;
      *size_out = size;
    } else if (size || is_named(of, about->files->data[i])) {
      return NULL;
    }
  }
  return only;
}

/* Would a compiler reject the text in a file of another name? */
static bool is_module(const subject *self)
{
  return language_names_modules(
      language_of(subject_language(self), self->file_name));
}

static void fill_texts(report *out, const stages *of)
{
  const rd_result *result = &of->outcome.result;
  size_t only_size;
  const char *only = only_file(&only_size, of);
  out->original_name = mem_copy(
      of->subject.files ? of->subject.name : base_name(of->subject.file));
  char *shown = subject_show(&out->original_size, &of->subject,
                             of->original.text, of->original.size);
  if (of->original.size <= ORIGINAL_MOST)
    out->original = shown;
  else
    free(shown);
  out->original_lines = count_lines(of->original.text, of->original.size);
  out->preprocessed = of->original.preprocessed != NULL;
  if (only || (!of->subject.files && is_module(&of->subject))) {
    out->reduced_name = invocation_file_name(of->subject.name);
  } else if (of->subject.files) {
    strings_add_all(&out->files, of->subject.files);
    out->reduced_name = mem_format("%s.split", base_name(of->output.path));
  } else {
    out->reduced_name = invocation_file_name(of->output.path);
  }
  if (only)
    out->reduced = mem_copy_bytes(only, out->reduced_size = only_size);
  else
    out->reduced = subject_show(&out->reduced_size, &of->subject, result->text,
                                result->size);
  out->reduced_lines = count_lines(result->text, result->size);
  out->before = result->before;
  out->after = result->after;
}

static void fill_history(report *out, const stages *of)
{
  out->tests = of->outcome.result.stats.tests;
  out->flag_tests = of->outcome.flags.tests;
  strings_add_all(&out->removed_flags, &of->outcome.flags.removed);
  out->ms = progress_elapsed();
  out->jobs = (unsigned)of->oracle.slot_count;
  out->minimal = of->outcome.result.minimal;
  out->made_by = mem_copy("clang-hdd " HDD_VERSION);
  for (size_t i = 0; i < of->oracle.others.size; i++) {
    const other_crash *crash = &of->oracle.others.data[i];
    if (!crash->listed)
      continue;
    char *path = crash->path ? mem_copy(crash->path) : NULL;
    LIST_PUSH(out->others, out->other_count,
              ((report_other){ mem_copy(crash->line), path }));
  }
}

/* The judge without what every run gets; caller's. */
static char *judge_line(const stages *of)
{
  const judge *self = of->oracle.judge;
  strings added = { 0 }, words = { 0 };
  compiler_add_extra(&added, &of->subject.compiler);
  words_add_without(&words, &self->words, &added);
  char *line =
      words.size ? words_join(strings_argv(&words)) : mem_copy(self->name);
  strings_free(&added);
  strings_free(&words);
  return line;
}

static void fill_property(report *out, const stages *of)
{
  out->property = of->property.kind;
  if (of->property.line)
    out->signature = mem_copy(of->property.line);
  if (of->request.regex)
    out->pattern = mem_copy(property_pattern(&of->property));
  if (of->property.kind == PROPERTY_SCRIPT)
    out->script = words_join(subject_argv(&of->subject));
  if (of->property.kind == PROPERTY_HANG)
    out->limit = of->request.hang_ms;
  if (of->property.kind == PROPERTY_MEMORY)
    out->limit = of->request.hog_bytes;
  if (of->oracle.judge) {
    out->judge = judge_line(of);
    judge_class what =
        of->outcome.has_errors ? JUDGE_ERRORS : of->outcome.class;
    if (of->outcome.classified &&
        (what == JUDGE_ERRORS || judge_knows_meaning(of->oracle.judge)))
      out->judge_class = mem_copy(judge_class_name(what));
    out->strict = of->outcome.strict && what != JUDGE_ERRORS;
  }
  if (of->property.kind == PROPERTY_WRONG)
    out->command = sieve_line(&of->subject.command, of->subject.file_name);
  else if (of->subject.has_command)
    out->command =
        invocation_typed(&of->subject.command, of->subject.file_name, NULL);
  else
    out->command = mem_copy(out->script);
}

/* What a program did, as lines; caller's. */
static char *describe(const behaviour *of)
{
  char *end = behaviour_text(of);
  char *lines = mem_format("%s%s%s", end, of->size ? "\n" : "",
                           of->size ? of->output : "");
  free(end);
  return lines;
}

/* Takes what the program reads into the report, unless that is large. */
static void take_input(report *out, const plan *from)
{
  enum { MOST = 64 << 10 };
  if (!*from->input ||
      file_read(&out->input, &out->input_size, from->input, NULL))
    return;
  if (out->input_size <= MOST)
    out->input_name = mem_copy(base_name(from->input));
  else
    string_replace(&out->input, NULL);
}

/* What the wrong program does, built by the reduced command, and the right
 * one. */
static rd_status fill_wrong(report *out, const stages *of, rd_error *err)
{
  plan both;
  wrong_options options = result_options(&both, of);
  act_result *seen = NULL;
  rd_status status = wrong_show(&seen, &both, &options, err);
  if (!status && seen[0].built && seen[1].built) {
    out->actual = describe(&seen[0].did);
    out->expected = describe(&seen[1].did);
  }
  for (size_t i = 0; seen && i < both.size; i++)
    act_dispose(&seen[i]);
  free(seen);
  string_replace(&out->reduced_command,
                 sieve_line(options.command, out->reduced_name));
  out->run_line = wrong_run_line(&both, false);
  take_input(out, &both);
  strings_take(&out->references, wrong_reference_line(&both.steps[1], &options,
                                                      out->reduced_name));
  plan_dispose(&both);
  return status;
}

/* The command that the report is about; caller's. */
static rd_status reduced_command(invocation *out, const stages *of,
                                 const char *name, rd_error *err)
{
  const invocation *from = outcome_command(&of->outcome, &of->subject);
  strings words = { 0 };
  invocation_shown(&words, from, name);
  const char *folder = from->changed_directory;
  rd_status status = invocation_parse(out, strings_argv(&words), name,
                                      folder ? folder : of->subject.cwd, err);
  const strings *set = &from->environment;
  strings_add_all(&out->environment, set);
  strings_free(&words);
  return status;
}

static rd_status examine(report *out, const stages *of, rd_error *err)
{
  invocation command = { 0 };
  rd_status status = RD_OK;
  const rd_result *result = &of->outcome.result;
  source text = { out->reduced_name, out->reduced, out->reduced_size };
  if (of->subject.files)
    text = subject_source(&of->subject, result->text, result->size);
  else
    status = reduced_command(&command, of, out->reduced_name, err);
  if (status)
    return status;
  bool crash = of->property.kind == PROPERTY_CRASH;
  bool ends = crash || of->property.kind == PROPERTY_PATTERN;
  const crash_case what = {
    .run = of->subject.run,
    .command = of->subject.files ? outcome_command(&of->outcome, &of->subject)
                                 : &command,
    .compiler = &of->subject.compiler,
    .expected = crash ? &of->property.signature : NULL,
    .text = &text,
    .limits = &of->property.limits
  };
  bool shown = false;
  status = report_examine(out, &shown, &what, !ends, err);
  if (!status && ways_includes_own(&of->subject, result->text, result->size))
    progress_notice(
        "%s includes headers that the report lacks; %s", out->reduced_name,
        result->complete ? "preprocessed, it loses the property: attach them"
                         : "let the reduction go on, which leaves them out");
  else if (!status && ends && !shown)
    progress_notice("%s does not show the crash outside of a test; %s",
                    out->reduced_command,
                    out->output && errors_is_missing(out->output)
                        ? "it reads more, which the report lacks: attach that"
                        : "see the output in the report");
  invocation_dispose(&command);
  return status;
}

/* After an interruption here the result is complete, without a report. */
static exit_code tell_interruption(const stages *of)
{
  if (interrupt_code())
    progress_notice("interrupted; the result is complete, and there is no "
                    "report%s",
                    resume_is_written(&of->journal) ? "; --resume makes it"
                                                    : "");
  return interrupt_code();
}

/* Writes the folder; the report of another reduction there is kept. */
static rd_status write_folder(const report *self, const char *folder,
                              rd_error *err)
{
  char *kept = NULL;
  rd_status status = report_set_aside(&kept, self, folder, err);
  if (!status && kept)
    progress_notice("%s was the report of another reduction and is now %s",
                    folder, kept);
  free(kept);
  return status ? status : report_write(self, folder, err);
}

exit_code write_report(report *out, char **path_out, const stages *of)
{
  if (of->request.no_report || !of->outcome.has_result || !of->output.written)
    return EXIT_DONE;
  if (interrupt_code())
    return tell_interruption(of);
  rd_error err = { 0 };
  fill_texts(out, of);
  fill_history(out, of);
  fill_property(out, of);
  report_look_around(out);
  rd_status status = RD_OK;
  if (of->subject.has_command)
    status = examine(out, of, &err);
  if (!status && of->property.kind == PROPERTY_WRONG)
    status = fill_wrong(out, of, &err);
  if (of->request.with_bisect) /* the compiler was built for the bisection */
    report_hide_build(out);
  report_hide_places(out, of->subject.cwd);
  char *folder = output_report_folder(&of->output);
  if (!status)
    status = write_folder(out, folder, &err);
  if (!status) {
    *path_out = folder;
    return EXIT_DONE;
  }
  free(folder);
  if (!interrupt_code())
    progress_warning("%s; there is no report", err.message);
  return tell_interruption(of);
}
