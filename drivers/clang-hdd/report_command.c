/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clang-hdd report: rewrites a report, or writes one for a file that another
 * tool has reduced.
 *
 * report.json holds all facts, and may have been edited by hand. Without a
 * compiler on the command line the other files are made from it, and nothing
 * runs. With a compiler there is no history; the facts are found as at the end
 * of a reduction (findings.c).
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/interrupt.h"
#include "report/report.h"
#include "base/files.h"
#include "compiler/words.h"
#include "report/examine.h"

typedef struct report_options {
  char *cc, *output, *format;
  bool help;
} report_options;

#define OPTIONS report_options
static const option_row rows[] = {
#include "clang-hdd/report_options.def"
};
const option_table options_report = OPTION_TABLE(rows);

/* ---- the folder of a report ---- */

static bool is_folder(const char *path)
{
  struct stat info;
  return !stat(path, &info) && S_ISDIR(info.st_mode);
}

/* The path with its suffix replaced. */
static char *with_suffix(const char *path, const char *suffix)
{
  const char *name = base_name(path);
  const char *dot = strrchr(name, '.');
  size_t size = dot && dot > name ? (size_t)(dot - path) : strlen(path);
  return mem_format("%.*s%s", (int)size, path, suffix);
}

static bool has_report(const char *folder)
{
  char *inside = mem_format("%s/report.json", folder);
  bool has = is_folder(folder) && path_exists(inside);
  free(inside);
  return has;
}

/* "bug.report" for bug.c, bug.hdd, and for bug.reduced.c or bug_reduced.rs unless
 * that has a report of its own. */
static char *folder_beside(const char *path)
{
  static const char result[] = ".reduced", module[] = "_reduced";
  char *out = with_suffix(path, ".report");
  if (has_report(out))
    return out;
  char *stem = with_suffix(path, "");
  char *other = NULL;
  if (ends_with(stem, result) || ends_with(stem, module))
    other =
        mem_format("%.*s.report", (int)(strlen(stem) - strlen(result)), stem);
  free(stem);
  bool good = other && has_report(other);
  free(good ? out : other);
  return good ? other : out;
}

/* The folder of the report that a word names: the folder itself or its
 * report.json, another file of the reduction, or the reduced file. */
static char *folder_of(const char *word)
{
  char *path = mem_copy(word);
  size_t size = strlen(path);
  while (size > 1 && path[size - 1] == '/')
    path[--size] = '\0';
  if (has_report(path) || ends_with(path, ".report"))
    return path;
  char *out;
  if (ends_with(path, ".json"))
    out = strchr(path, '/')
              ? mem_copy_bytes(path, (size_t)(base_name(path) - path) - 1)
              : mem_copy(".");
  else
    out = folder_beside(path);
  free(path);
  return out;
}

static exit_code read_facts(report *out, const char *word, const char *folder)
{
  rd_error err = { 0 };
  bool file = ends_with(word, ".json") && !is_folder(word);
  char *path = file ? mem_copy(word) : mem_format("%s/report.json", folder);
  rd_status status = report_read_json(out, path, &err);
  exit_code code = EXIT_DONE;
  if (status == RD_ERR_NOTFOUND)
    code =
        progress_fail(EXIT_INTAKE,
                      "%s: there is no report of it (%s); reduce it first, or "
                      "name the compiler after --",
                      word, path);
  else if (status)
    code = progress_fail(EXIT_INTAKE, "%s", err.message);
  free(path);
  return code;
}

/* ---- output formats ---- */

static const struct {
  const char *name;
  char *(*make)(const report *self);
} formats[] = {
#define FORMAT(name) { #name, report_##name },
#include "clang-hdd/report_formats.def"
#undef FORMAT
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

/* The index of the format; FORMAT_COUNT: unknown. */
static size_t find_format(const char *name)
{
  size_t i = 0;
  while (i < FORMAT_COUNT && strcmp(formats[i].name, name) != 0)
    i++;
  return i;
}

static exit_code check_format(const char *name)
{
  if (!name || find_format(name) < FORMAT_COUNT)
    return EXIT_DONE;
  const char *names[FORMAT_COUNT];
  for (size_t i = 0; i < FORMAT_COUNT; i++)
    names[i] = formats[i].name;
  const char *near = rd_nearest_name(name, names, FORMAT_COUNT);
  return progress_fail(
      EXIT_USAGE, "report --format %s: there is no such format; %s%s%s", name,
      near ? "did you mean " : "see --help", near ? near : "", near ? "?" : "");
}

static exit_code print_format(const report *self, const char *name)
{
  char *(*make)(const report *self) = formats[find_format(name)].make;
  if (!report_fits(self, make))
    return progress_fail(EXIT_USAGE,
                         "report --format %s: this format is not for this "
                         "compiler or crash; use plain, script, html or json",
                         name);
  char *text = make(self);
  (void)fputs(text, stdout);
  free(text);
  return command_printed("report");
}

static exit_code write_out(const report *self, const report_options *options,
                           const char *folder)
{
  if (options->format)
    return print_format(self, options->format);
  rd_error err = { 0 };
  if (report_write(self, folder, &err))
    return progress_fail_write(&err);
  (void)printf("%s/%s\n", folder, report_tracker_file(self));
  return command_printed("report");
}

/* ---- a file reduced by another tool ---- */

/* The report of a reduction has facts that cannot be found again, so it is
 * replaced only if it is named. */
static exit_code check_folder(const report_options *options, const char *folder)
{
  if (options->output || options->format)
    return EXIT_DONE;
  char *path = mem_format("%s/report.json", folder);
  report there = { 0 };
  bool precious = !report_read_json(&there, path, NULL) && there.original_name;
  report_dispose(&there);
  free(path);
  if (!precious)
    return EXIT_DONE;
  return progress_fail(
      EXIT_OUTPUT,
      "%s is the report of a reduction and stays; name another "
      "folder with -o",
      folder);
}

/* State for finding the facts. */
typedef struct making {
  report *out;
  const char *file;
  source text;
  char *cwd;
  runner run;
  invocation command;
  compiler compiler;
  signature expected;
  rd_limits limits;
} making;

static void dispose_making(making *self)
{
  signature_dispose(&self->expected);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  runner_dispose(&self->run);
  free(self->cwd);
}

static exit_code fail_making(const rd_error *err)
{
  exit_code stopped = interrupt_code();
  return stopped ? stopped : progress_fail(EXIT_INTERNAL, "%s", err->message);
}

static exit_code read_text(making *self)
{
  report *out = self->out;
  exit_code code =
      command_read_source(&out->reduced, &out->reduced_size, self->file, 0);
  if (code)
    return code;
  out->reduced_name = invocation_file_name(self->file);
  out->reduced_lines = count_lines(out->reduced, out->reduced_size);
  out->after.bytes = out->reduced_size;
  self->cwd = getcwd(NULL, 0);
  return self->cwd ? EXIT_DONE
                   : progress_fail(EXIT_NO_FILE, "the current folder is gone; "
                                                 "change to another");
}

static exit_code find_command(making *self, const report_options *options,
                              const strings *rest)
{
  strings words = { 0 };
  rd_error err = { 0 };
  strings_add_all(&words, rest);
  exit_code code = command_words(&words, options->cc, false);
  if (!code && invocation_parse(&self->command, strings_argv(&words),
                                self->file, self->cwd, &err))
    code = progress_fail(EXIT_COMPILER, "%s", err.message);
  strings_free(&words);
  if (code)
    return code;
  self->out->command = invocation_line(&self->command, self->file, NULL);
  self->text = (source){ self->command.name, self->out->reduced,
                         self->out->reduced_size };
  return command_check_compiler(self->command.words.data[0]);
}

/* Runs the command and identifies the crash. */
static exit_code find_crash(making *self)
{
  rd_error err = { 0 };
  strings words = { 0 };
  invocation_use use = { .extra = &self->compiler.extra };
  invocation_build(&words, &self->command, &use);
  rd_run got = { 0 };
  rd_status status = runner_run(&got, &self->run, strings_argv(&words),
                                &self->text, &self->limits, &err);
  strings_free(&words);
  if (status)
    return fail_making(&err);
  signature_find(&self->expected, &got);
  rd_run_dispose(&got);
  if (signature_is_crash(&self->expected)) {
    self->out->signature = signature_line(&self->expected);
    return EXIT_DONE;
  }
  return progress_fail(EXIT_NO_CRASH, "%s does not crash %s", self->file,
                       self->command.words.data[0]);
}

/* Finds a judge, and the class that it gives the text. */
static rd_status find_judge(making *self, rd_error *err)
{
  judge *found = NULL;
  judge_class what = JUDGE_ERRORS;
  judge_options judging = { .run = &self->run,
                            .command = &self->command,
                            .compiler = &self->compiler,
                            .file = self->file,
                            .cwd = self->cwd,
                            .limits = self->limits };
  rd_status status = judge_find(&found, &judging, &self->text, err);
  bool lenient = found && found->is_lenient;
  if (!status && found && !lenient)
    status = judge_classify(&what, found, &self->text, err);
  if (!status && found) {
    self->out->judge = mem_copy(found->name);
    self->out->judge_class = mem_copy(judge_class_name(what));
  }
  judge_free(found);
  return status;
}

static rd_status find_places(making *self, rd_error *err)
{
  const crash_case what = { .run = &self->run,
                            .command = &self->command,
                            .compiler = &self->compiler,
                            .expected = &self->expected,
                            .text = &self->text,
                            .limits = &self->limits };
  bool shown;
  rd_status status = triage_find(&self->out->triage, &what, err);
  if (!status)
    status = matrix_run(&self->out->matrix, &what, false, err);
  if (!status)
    status = find_judge(self, err);
  if (!status)
    status = report_examine(self->out, &shown, &what, false, err);
  return status;
}

static exit_code make_facts(making *self, const report_options *options,
                            const strings *rest)
{
  enum { WALL_MS = 60000 };
  rd_error err = { 0 };
  exit_code code = read_text(self);
  if (!code)
    code = find_command(self, options, rest);
  if (code)
    return code;
  self->limits = (rd_limits){ .wall_ms = WALL_MS, .cpu_ms = WALL_MS };
  if (runner_init(&self->run, false, &err))
    return fail_making(&err);
  progress_attend(&self->run);
  if (compiler_probe(&self->compiler, &self->run, &self->command,
                     self->out->reduced, self->out->reduced_size, &err))
    return fail_making(&err);
  code = find_crash(self);
  if (!code && find_places(self, &err))
    code = fail_making(&err);
  report_hide_places(self->out, self->cwd);
  report_look_around(self->out);
  self->out->made_by = mem_copy("clang-hdd " HDD_VERSION);
  return code;
}

/* ---- the command ---- */

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  const report_options *options = payload;
  interrupt_install();
  if (words->size != 1)
    return progress_fail(EXIT_USAGE,
                         "report: name one report, or the file that "
                         "was reduced; see --help");
  exit_code code = check_format(options->format);
  if (code)
    return code;
  report facts = { 0 };
  const char *word = words->data[0];
  bool make = options->cc || rest->size;
  char *folder = make ? with_suffix(word, ".report") : folder_of(word);
  if (make)
    code = check_folder(options, folder);
  if (make && !code) {
    making work = { .out = &facts, .file = word };
    code = make_facts(&work, options, rest);
    dispose_making(&work);
  } else if (!make) {
    code = read_facts(&facts, word, folder);
  }
  if (!code)
    code =
        write_out(&facts, options, options->output ? options->output : folder);
  report_dispose(&facts);
  free(folder);
  return code;
}

exit_code command_report(int argc, const char *const *argv)
{
  return command_run("report", run, argc, argv);
}
