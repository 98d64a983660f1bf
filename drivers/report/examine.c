/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asks the compiler for what a bug tracker wants to know.
 *
 * Tests run the compiler with one or two options added, in a private folder and
 * with a symbolizer that does nothing. A report shows what its reader gets from
 * the command in it. Therefore that very command runs here, once, with the
 * user's own symbolizer, and the names of private folders are removed from its
 * output. One option is added: -fno-crash-diagnostics, because clang's driver
 * would run the compiler again to write reproducer files. It is removed again
 * from the stack dump, in which clang quotes its arguments. If the option is
 * unknown, the names of those files are removed.
 *
 * The command in a report has no output file, because others run it in their
 * own folders.
 */
#include "report/examine.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/files.h"
#include "compiler/words.h"
#include "report/crash_quote.h"
#include "report/package.h"
#include "report/parts.h"
#include "report/verify.h"
#include "triage/habits.h"

enum { ASK_MS = 10000, SHOW_MS = 30000 };
static const rd_limits ask_limits = { .wall_ms = ASK_MS,
                                      .cpu_ms = ASK_MS,
                                      .output_bytes = 1u << 20 };

/* ---- the machine ---- */

/* The rest of the first line that begins with `begin`; caller's, or NULL. */
static char *line_after(const char *text, const char *begin)
{
  const char *end = text + strlen(text);
  char *found = NULL;
  for (const char *at = text; at < end && !found;) {
    char *line = next_line(&at, end);
    if (starts_with(line, begin))
      found = mem_copy(line + strlen(begin));
    free(line);
  }
  return found;
}

/* The distribution's name; caller's, or NULL. */
static char *distribution(void)
{
  char *bytes = NULL, *name = NULL;
  size_t size = 0;
  strings words = { 0 };
  if (file_read(&bytes, &size, "/etc/os-release", NULL))
    return NULL;
  char *quoted = line_after(bytes, "PRETTY_NAME=");
  if (quoted && words_split(&words, quoted) && words.size)
    name = mem_copy(words.data[0]);
  strings_free(&words);
  free(quoted);
  free(bytes);
  return name;
}

void report_look_around(report *out)
{
  struct utsname name;
  char *system = distribution();
  if (!uname(&name))
    string_replace(&out->system,
                   mem_format("%s%s%s %s %s", system ? system : "",
                              system ? ", " : "", name.sysname, name.release,
                              name.machine));
  free(system);
  char date[16] = "";
  time_t now = time(NULL);
  struct tm parts;
  if (localtime_r(&now, &parts))
    (void)strftime(date, sizeof date, "%Y-%m-%d", &parts);
  string_replace(&out->date, mem_copy(date));
}

/* ---- the compiler ---- */

/* The output of -v, without the complaint that there is nothing to compile and
 * without other facts about the machine. */
static char *clean_verbose(const char *output)
{
  static const char *const noise[] = { "no input files",    "argument unused",
                                       "Found CUDA",        "Found candidate",
                                       "Selected multilib", "Selected GCC" };
  textbuf out = { 0 };
  text_puts(&out, "");
  const char *end = output + strlen(output);
  for (const char *at = output; at < end;) {
    char *line = next_line(&at, end);
    bool drop = false;
    for (size_t i = 0; i < sizeof noise / sizeof *noise && !drop; i++)
      drop = strstr(line, noise[i]) != NULL;
    if (!drop)
      text_printf(&out, "%s\n", line);
    free(line);
  }
  return out.data;
}

/* Clang's target depends on its arguments; other compilers have one. */
static void verbose_words(strings *out, const crash_case *given)
{
  const invocation *command = given->command;
  strings_add(out, command->words.data[0]);
  bool clang = given->compiler->family == FAMILY_CLANG && !command->raw;
  for (size_t i = 1; i < command->words.size && clang; i++) {
    const char *word = command->words.data[i];
    bool pair = !strcmp(word, "-target") || !strcmp(word, "--target");
    if (pair || starts_with(word, "--target=") || !strcmp(word, "-m32") ||
        !strcmp(word, "-m64"))
      strings_add(out, word);
    if (pair && i + 1 < command->words.size)
      strings_add(out, command->words.data[++i]);
  }
  bool plain = command->foreign;
  strings_add(out,
              plain ? compiler_version_option(command->words.data[0]) : "-v");
}

/* The value of an option that names the target, besides clang -cc1's. */
static char *target_option(const invocation *command, compiler_family family)
{
  static const struct {
    compiler_family family;
    const char *option;
  } rows[] = { { FAMILY_SDCC, "-m" },
               { FAMILY_LLVM, "-march=" },
               { FAMILY_LLVM, "-mtriple=" },
               { FAMILY_RUSTC, "--target=" } };
  for (size_t i = 1; i < command->words.size; i++) {
    const char *word = command->words.data[i];
    if (!strcmp(word, "-triple") && i + 1 < command->words.size)
      return mem_copy(command->words.data[i + 1]);
    for (size_t j = 0; j < sizeof rows / sizeof *rows; j++) {
      size_t size = strlen(rows[j].option);
      if (family == rows[j].family && starts_with(word, rows[j].option) &&
          word[size] != '-')
        return mem_copy(word + size);
    }
  }
  return NULL;
}

/* The target in the name of a GCC cross compiler. */
static char *target_of_name(const char *program)
{
  const char *name = base_name(program);
  const char *end = strstr(name, "-gcc");
  if (!end)
    end = strstr(name, "-cc");
  return end && end > name ? mem_copy_bytes(name, (size_t)(end - name)) : NULL;
}

static rd_status ask_verbose(report *out, const crash_case *given,
                             rd_error *err)
{
  strings words = { 0 };
  verbose_words(&words, given);
  rd_run got = { 0 };
  source none = { 0 };
  rd_status status = runner_run(&got, given->run, strings_argv(&words), &none,
                                &ask_limits, err);
  strings_free(&words);
  if (status)
    return status;
  char *verbose = clean_verbose(got.output ? got.output : "");
  char *target = line_after(verbose, "Target: ");
  if (!target)
    target = target_option(given->command, given->compiler->family);
  if (!target && given->compiler->family == FAMILY_GCC)
    target = target_of_name(given->command->words.data[0]);
  string_replace(&out->target, target);
  string_replace(&out->configured, line_after(verbose, "Configured with: "));
  string_replace(&out->verbose, verbose);
  rd_run_dispose(&got);
  return RD_OK;
}

/* ---- the command ---- */

/* Reads the reduced command, as words and as a line. */
static void read_command(report *out, strings *words, const crash_case *given)
{
  const invocation *command = given->command;
  strings_free(&out->flags);
  strings_free(&out->environment);
  for (size_t i = 0; i < command->environment.size; i++)
    strings_add(&out->environment, command->environment.data[i]);
  string_replace(&out->mode, NULL);
  for (size_t i = 0; i < command->words.size; i++) {
    const char *word = command->words.data[i];
    switch (command->roles[i]) {
    case WORD_OUTPUT:
      continue;
    case WORD_MODE:
      string_replace(&out->mode, mem_copy(word));
      break;
    case WORD_FILE:
      word = given->text->name;
      break;
    case WORD_OPTION:
    case WORD_LEVEL:
      if (i)
        strings_add(&out->flags, word);
      break;
    }
    strings_add(words, word);
  }
  string_replace(&out->program, mem_copy(command->words.data[0]));
  const job typed = { .words = *words, .environment = command->environment };
  string_replace(&out->reduced_command, job_line(&typed));
}

/* ---- the crash ---- */

/* Replaces a name in a text; without a replacement, also removes the slash
 * after it. */
static char *without_name(char *text, const char *name, const char *other)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  const char *at = text, *found;
  size_t size = strlen(name);
  while ((found = strstr(at, name))) {
    text_add(&out, at, (size_t)(found - at));
    text_puts(&out, other);
    at = found + size;
    at += !*other && *at == '/';
  }
  text_puts(&out, at);
  free(text);
  return out.data;
}

/* Removes the lines of clang's driver about its reproducer. */
static void cut_reproducer(char *text)
{
  char *note = strstr(text, ": note: diagnostic msg: ");
  if (!note)
    return;
  while (note > text && note[-1] != '\n')
    note--;
  *note = '\0';
}

#define QUIET "-fno-crash-diagnostics"

/* Does this program add that option, so that it must not be shown? */
static bool adds_quiet(const crash_case *given)
{
  return strings_has(&given->compiler->extra, QUIET);
}

/* The output for a reader: without NULs and private names. */
static char *tidy(const rd_run *got, const crash_case *given)
{
  const runner *run = given->run;
  textbuf plain = { 0 };
  text_puts(&plain, "");
  for (size_t i = 0; got->output && i < got->output_size; i++)
    if (got->output[i])
      text_add(&plain, &got->output[i], 1);
  char *text = without_name(plain.data, run->directory, "");
  text = without_name(text, run->temporary, "/tmp");
  if (adds_quiet(given))
    text = without_name(text, " " QUIET, "");
  cut_reproducer(text);
  return text;
}

static bool shows(const crash_case *given, const rd_run *got)
{
  return !given->expected || signature_matches(given->expected, got, NULL);
}

/* Runs the command as others will run it, with the variables of the user's
 * environment that affect the look of a stack trace. */
static rd_status run_command(rd_run *out, const crash_case *given,
                             const strings *words, rd_error *err)
{
  job what = { 0 };
  for (size_t i = 0; i < words->size; i++)
    strings_add(&what.words, words->data[i]);
  if (adds_quiet(given))
    strings_insert(&what.words, 1, QUIET);
  const strings *set = &given->command->environment;
  for (size_t i = 0; i < set->size; i++)
    strings_add(&what.environment, set->data[i]);
  const char *symbolizer = getenv("LLVM_SYMBOLIZER_PATH");
  if (symbolizer)
    strings_take(&what.environment,
                 mem_format("LLVM_SYMBOLIZER_PATH=%s", symbolizer));
  else
    strings_add(&what.environment, "LLVM_SYMBOLIZER_PATH");
  rd_limits limits = *given->limits;
  if (limits.wall_ms && limits.wall_ms < SHOW_MS) /* a symbolizer takes time */
    limits.wall_ms = limits.cpu_ms = SHOW_MS;
  rd_status status =
      runner_start_job(given->run, &what, given->text, &limits, err);
  if (!status)
    status = runner_wait(out, given->run, err);
  job_dispose(&what);
  return status;
}

/* ---- for the tests ---- */

/* Finds the habits that a run which only checks warns of. */
static rd_status find_warnings(report *out, const crash_case *given,
                               rd_error *err)
{
  strings words = { 0 };
  strings_add(&words, out->program);
  for (size_t i = 0; i < out->flags.size; i++)
    if (strcmp(out->flags.data[i], "-w") != 0)
      strings_add(&words, out->flags.data[i]);
  strings_add(&words, "-fsyntax-only");
  strings_add(&words, given->text->name);
  rd_run got = { 0 };
  rd_status status = runner_run(&got, given->run, strings_argv(&words),
                                given->text, &ask_limits, err);
  strings_free(&words);
  strings_free(&out->warnings);
  if (!status && got.output &&
      !habits_are_valid(parts_language(out), &out->flags))
    habits_find(&out->warnings, got.output);
  rd_run_dispose(&got);
  return status;
}

/* Does the option mean the same for clang -cc1? */
static bool is_shared(const char *word)
{
  static const char *const prefixes[] = { "-O", "-W", "-std=", "-D", "-U" };
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (starts_with(word, prefixes[i]) && word[strlen(prefixes[i])] &&
        !strchr(word, ','))
      return true;
  return !strcmp(word, "-w") || !strcmp(word, "-O");
}

/* Translates the flags for -cc1; false if one is not known to mean the same. */
static bool translate(strings *out, const report *from)
{
  strings_add(out, "-triple");
  strings_add(out, from->target);
  for (size_t i = 0; i < from->flags.size; i++) {
    const char *word = from->flags.data[i];
    bool target = !strcmp(word, "-target") || !strcmp(word, "--target");
    if (!strcmp(word, "-mllvm") && i + 1 < from->flags.size) {
      strings_add(out, word);
      strings_add(out, from->flags.data[++i]);
    } else if (target) {
      i++;
    } else if (is_shared(word)) {
      strings_add(out, word);
      if (starts_with(word, "-O") && strchr("23s", word[2]) && word[2]) {
        strings_add(out, "-vectorize-loops");
        strings_add(out, "-vectorize-slp");
      }
    } else if (!starts_with(word, "--target=") &&
               strcmp(word, "-fno-crash-diagnostics") != 0) {
      return false;
    }
  }
  bool check = from->mode && !strcmp(from->mode, "-fsyntax-only");
  const char *stage = from->triage.stage ? from->triage.stage : "";
  strings_add(out, check                          ? "-fsyntax-only"
                   : !strcmp(stage, "middle end") ? "-emit-llvm"
                                                  : "-S");
  return true;
}

/* Keeps the arguments of -cc1 if it crashes with them too. */
static rd_status find_cc1(report *out, const crash_case *given, rd_error *err)
{
  strings cc1 = { 0 }, words = { 0 };
  strings_free(&out->cc1);
  if (!out->target || !translate(&cc1, out)) {
    strings_free(&cc1);
    return RD_OK;
  }
  strings_add(&words, out->program);
  strings_add(&words, "-cc1");
  for (size_t i = 0; i < cc1.size; i++)
    strings_add(&words, cc1.data[i]);
  strings_add(&words, given->text->name);
  strings_add(&words, "-o");
  strings_add(&words, "hdd-out");
  rd_run got = { 0 };
  rd_status status = runner_run(&got, given->run, strings_argv(&words),
                                given->text, given->limits, err);
  bool same = !status && shows(given, &got);
  rd_run_dispose(&got);
  strings_free(&words);
  if (same)
    out->cc1 = cc1;
  else
    strings_free(&cc1);
  return status;
}

/* Finds what a test in the compiler's testsuite needs. */
static rd_status prepare_tests(report *out, const crash_case *given,
                               rd_error *err)
{
  bool clang = out->family == FAMILY_CLANG;
  if (given->command->raw || !given->expected ||
      !(clang || out->family == FAMILY_GCC))
    return RD_OK;
  rd_status status = find_warnings(out, given, err);
  if (clang && !status)
    status = find_cc1(out, given, err);
  return status ? status : report_verify_test(out, given, err);
}

/* ---- the examination ---- */

void report_read_output(report *out)
{
  crash_quote said;
  crash_quote_find(&said, out->output ? out->output : "");
  string_replace(&out->message, said.message);
  string_replace(&out->function, said.function);
  string_replace(&out->place, said.place);
  free(said.during);
}

/* Runs the command and stores its output. */
static rd_status take_output(report *out, bool *shown_out,
                             const crash_case *given, const strings *words,
                             rd_error *err)
{
  rd_run got = { 0 };
  rd_status status = run_command(&got, given, words, err);
  if (status)
    return status;
  *shown_out = shows(given, &got);
  string_replace(&out->output, tidy(&got, given));
  rd_run_dispose(&got);
  report_read_output(out);
  return prepare_tests(out, given, err);
}

rd_status report_examine(report *out, bool *shown_out, const crash_case *given,
                         bool no_run, rd_error *err)
{
  *shown_out = false;
  out->family = given->compiler->family;
  string_replace(&out->version, mem_copy(given->compiler->version));
  strings words = { 0 };
  read_command(out, &words, given);
  rd_status status = ask_verbose(out, given, err);
  if (!status)
    status = report_find_package(out, given->run, out->program, err);
  if (!status && !no_run)
    status = take_output(out, shown_out, given, &words, err);
  strings_free(&words);
  return status;
}
