/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs the test of a report before anybody else does.
 *
 * A test is only good if it fails while the crash exists and passes without it.
 * The first is asked of the crashing compiler, the second of the newest
 * installed version for the same target that does not crash; if there is none,
 * of the crashing compiler when it only checks, which shows at least that no
 * directive is missing.
 *
 * The commands are read from the finished text, not from what it was made of.
 * For dejagnu these are the directives of gcc-dg: each error needs a dg-error in
 * its line and each warning has to be pruned, or it is an excess error. For lit
 * it is the RUN line, by a shell. Its output goes to a file of the private
 * folder, as a compiler that root runs may replace /dev/null.
 */
#include "report/verify.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/errors.h"
#include "compiler/outcome.h"
#include "report/parts.h"
#include "triage/installed.h"

/* ---- running a test ---- */

typedef struct testing {
  report *of;
  const crash_case *given;
  const char *name; /* of the test */
  char *text;
  rd_error *err;
} testing;

static rd_status run_words(rd_run *out, const testing *self, strings *words,
                           const char *name, const char *text, size_t size)
{
  source input = { name, text, size };
  rd_limits limits = *self->given->limits;
  limits.output_bytes = 1u << 20;
  rd_status status = runner_run(out, self->given->run, strings_argv(words),
                                &input, &limits, self->err);
  strings_free(words);
  return status;
}

/* What stands between the two in a text; caller's, NULL: nothing does. */
static char *between(const char *text, const char *begin, const char *end)
{
  const char *at = strstr(text, begin);
  const char *last = at ? strstr(at + strlen(begin), end) : NULL;
  return last ? mem_copy_bytes(at + strlen(begin),
                               (size_t)(last - at) - strlen(begin))
              : NULL;
}

/* Adds the words of dg-options, without what Tcl needs. */
static void add_dg_options(strings *out, const char *test)
{
  char *options = between(test, "{ dg-options \"", "\" } */");
  textbuf word = { 0 };
  for (const char *at = options ? options : ""; *at; at++) {
    at += *at == '\\' && at[1];
    if (*at != ' ')
      text_add(&word, at, 1);
    if (word.size && (*at == ' ' || !at[1])) {
      strings_add(out, word.data);
      text_free(&word);
    }
  }
  text_free(&word);
  free(options);
}

/* The command of "dg-do compile" or "dg-do preprocess". */
static void dejagnu_words(strings *out, const testing *self,
                          const char *program, const char *name)
{
  strings_add(out, program);
  add_dg_options(out, self->text);
  strings_add(out, strstr(self->text, "{ dg-do preprocess") ? "-E" : "-S");
  strings_add(out, name);
  strings_add(out, "-o");
  strings_add(out, "hdd-out");
}

/* Adds a text with each of the words replaced by the next one. */
static char *replaced(const char *text, const char *const (*pairs)[2],
                      size_t count)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  while (*text) {
    size_t i = 0;
    while (i < count && !starts_with(text, pairs[i][0]))
      i++;
    text_add(&out, i < count ? pairs[i][1] : text,
             i < count ? strlen(pairs[i][1]) : 1);
    text += i < count ? strlen(pairs[i][0]) : 1;
  }
  return out.data;
}

static void lit_words(strings *out, const testing *self, const char *program,
                      const char *name)
{
  char *line = between(self->text, "// RUN: ", "\n");
  char *cc1 = mem_format("'%s' -cc1 -internal-isystem "
                         "\"$('%s' -print-resource-dir)/include\" "
                         "-nostdsysteminc",
                         program, program);
  char *driver = mem_format("'%s'", program);
  const char *const pairs[][2] = {
    { "%%", "%" },  { "%clang_cc1", cc1 },      { "%clang", driver },
    { "%s", name }, { "/dev/null", "hdd-out" }, { "not ", "! " }
  };
  char *command =
      replaced(line ? line : "false", pairs, sizeof pairs / sizeof *pairs);
  strings_add(out, "/bin/sh");
  strings_add(out, "-c");
  strings_take(out, command);
  free(driver);
  free(cc1);
  free(line);
}

static rd_status run_test(rd_run *out, const testing *self, const char *program)
{
  strings words = { 0 };
  if (self->of->family == FAMILY_GCC)
    dejagnu_words(&words, self, program, self->name);
  else
    lit_words(&words, self, program, self->name);
  return run_words(out, self, &words, self->name, self->text,
                   strlen(self->text));
}

/* ---- passing ---- */

/* "3" of "b.c:3:1: error: x" with its message; 0: it is no such line. */
static unsigned long error_line(const char **message_out, const char *line,
                                const char *name)
{
  static const char mark[] = ": error: ";
  const char *at = strstr(line, mark);
  size_t size = strlen(name);
  if (!at || strncmp(line, name, size) != 0 || line[size] != ':')
    return 0;
  *message_out = at + strlen(mark);
  return strtoul(line + size + 1, NULL, 10);
}

/* Has the test a directive for the line of the compiler's output? */
static bool is_expected(const testing *self, const char *line)
{
  const char *message;
  if (!errors_is_error(line) && !strstr(line, "warning: "))
    return true; /* gcc-dg prunes "In function", notes and quoted code */
  if (!errors_is_error(line))
    return strstr(self->text, "dg-prune-output \"warning:\"");
  unsigned long at = error_line(&message, line, self->name);
  char *directive = mem_format("{ target *-*-* } %lu }", at);
  bool has = at && strstr(self->text, directive);
  free(directive);
  return has;
}

/* Would gcc-dg call it a pass? An error that is expected has to be there. */
static bool passes_dejagnu(const testing *self, const rd_run *run)
{
  const char *at = run->output ? run->output : "", *end = at + strlen(at);
  size_t errors = 0;
  bool passes = true;
  while (at < end && passes) {
    char *line = next_line(&at, end);
    passes = is_expected(self, line);
    errors += errors_is_error(line);
    free(line);
  }
  return passes && (errors > 0) == (self->of->errors.size > 0) &&
         (run->status != 0) == (errors > 0);
}

/* Does the test pass with the compiler? */
static rd_status ask(bool *out, const testing *self, const char *program)
{
  rd_run run = { 0 };
  rd_status status = run_test(&run, self, program);
  char *crash = status ? NULL : outcome_crash(&run);
  *out = !status && !crash && run.end == RD_END_EXIT &&
         (self->of->family == FAMILY_GCC ? passes_dejagnu(self, &run)
                                         : run.status == 0);
  free(crash);
  rd_run_dispose(&run);
  return status;
}

/* Does it fail with the crashing compiler, by a crash? */
static rd_status ask_self(bool *out, const testing *self)
{
  rd_run run = { 0 };
  rd_status status = run_test(&run, self, self->of->program);
  char *crash = status ? NULL : outcome_crash(&run);
  *out = crash != NULL;
  free(crash);
  rd_run_dispose(&run);
  return status;
}

/* ---- compilers ---- */

/* The newest version without the crash for the same target; NULL: none. */
static const matrix_row *find_good(const report *of)
{
  const matrix_row *best = NULL;
  bool invalid = report_find_validity(of) == VALIDITY_INVALID;
  for (size_t i = 0; i < of->matrix.size; i++) {
    const matrix_row *row = &of->matrix.rows[i];
    matrix_end end = matrix_outcome(row);
    bool good = end == MATRIX_WORKS || (invalid && end == MATRIX_REJECTS);
    if (good && row->family == of->family && !row->other_level &&
        (!of->target || !*row->target || !strcmp(row->target, of->target)) &&
        (!best || version_compare(row->version, best->version) > 0))
      best = row;
  }
  return best;
}

/* Sets the errors that a compiler finds in an invalid text, as "LINE MESSAGE". */
static rd_status find_errors(testing *self, const char *program)
{
  const source *text = self->given->text;
  const char *message;
  strings words = { 0 };
  rd_run run = { 0 };
  dejagnu_words(&words, self, program, text->name);
  rd_status status =
      run_words(&run, self, &words, text->name, text->text, text->size);
  const char *at = !status && run.output ? run.output : "";
  for (const char *end = at + strlen(at); at < end;) {
    char *line = next_line(&at, end);
    unsigned long found = error_line(&message, line, text->name);
    if (found && !starts_with(message, "internal compiler error"))
      strings_take(&self->of->errors, mem_format("%lu %s", found, message));
    free(line);
  }
  rd_run_dispose(&run);
  return status;
}

static void make_test(testing *self)
{
  free(self->text);
  self->text = self->of->family == FAMILY_GCC ? report_dejagnu(self->of)
                                              : report_lit(self->of);
}

/* Asks the compiler without the crash. */
static rd_status ask_good(testing *self, const matrix_row *row,
                          const char *program)
{
  bool passes = false;
  rd_status status = ask(&passes, self, program);
  if (!status)
    self->of->test_run =
        mem_format("%s with %s %s", passes ? "passes" : "does not pass",
                   row->program, row->version);
  return status;
}

/* Asks the crashing compiler for what it says when it only checks. */
static rd_status ask_check(testing *self)
{
  static const char *const checks[][2] = {
    { "{ dg-options \"", "{ dg-options \"-fsyntax-only " },
    { " %s -o", " -fsyntax-only %s -o" },
  };
  bool passes = false, gcc = self->of->family == FAMILY_GCC;
  char *whole = self->text;
  self->text = replaced(whole, checks + !gcc, 1);
  rd_status status = ask(&passes, self, self->of->program);
  free(self->text);
  self->text = whole;
  if (!status)
    self->of->test_run =
        mem_format("%s no compiler without the crash is installed",
                   passes ? "passes if the compiler only checks;"
                          : "was not seen to pass:");
  return status;
}

rd_status report_verify_test(report *out, const crash_case *given,
                             rd_error *err)
{
  bool gcc = out->family == FAMILY_GCC, crashes = false;
  const report_test *test = report_find_test(out);
  string_replace(&out->test_run, NULL);
  strings_free(&out->errors);
  if (!test || !given->expected)
    return RD_OK;
  testing self = { out, given, test->name, NULL, err };
  const matrix_row *good = find_good(out);
  char *path = path_program(good ? good->program : out->program);
  const char *program = path ? path : out->program;
  rd_status status = RD_OK;
  make_test(&self);
  if (gcc && report_find_validity(out) == VALIDITY_INVALID)
    status = find_errors(&self, program);
  make_test(&self);
  if (!status)
    status = ask_self(&crashes, &self);
  if (!status && !crashes)
    out->test_run = mem_format("does not crash %s", base_name(out->program));
  else if (!status)
    status = good ? ask_good(&self, good, program) : ask_check(&self);
  free(path);
  free(self.text);
  return status;
}
