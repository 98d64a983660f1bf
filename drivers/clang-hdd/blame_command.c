/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clang-hdd blame: finds the commit of the compiled project that introduced
 * the crash.
 *
 * drivers/blame does the search; this file has its command line and the
 * reduction that shows which lines matter. The reduction is `clang-hdd
 * reduce`, run as a separate program under the keeper, since a session is made
 * for one command line and one output. It omits what only a user would want:
 * report, journal, flags, the last round (a third of the tests for few
 * tokens), and all passes that rewrite. The text gets a little larger, but
 * each of its tokens is one of the file, which says more about its origin.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blame/blame.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/crash_input.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/progress.h"
#include "base/files.h"

typedef struct blame_cli {
  crash_cli crash;
  char *build_path, *repo, *revision, *reduced;
  bool first_parent, no_reduce, json, quiet, verbose, help;
} blame_cli;

#define OPTIONS blame_cli
static const option_row rows[] = {
#include "clang-hdd/blame_options.def"
};
const option_table options_blame = OPTION_TABLE(rows);

enum { RUN_MS = 600000 }; /* default limit of a run */

/* The passes that only remove tokens. */
#define REMOVING                                                               \
  "--only-pass=slice,comments,bodies,unused,large-elements,elements,"          \
  "prune-typed,hoist-typed,unused-parameter,redeclaration,windows"

/* A blame in progress. */
typedef struct blamer {
  const blame_cli *options;
  crash_input input;
  history *history;
  char *repository; /* as given, or the folder of the file */
  blame found;
} blamer;

/* ---- the reduction ---- */

/* Adds the options that the reduction needs. */
static void add_own_options(strings *out, const blame_cli *options)
{
  static const char *const left_out[] = {
    "cc",           "build-path", "repo",  "rev",     "reduced", "no-reduce",
    "first-parent", "json",       "quiet", "verbose", "repeat",  NULL
  };
  options_given(out, options, &options_blame, left_out);
}

static void reduction_words(strings *out, const blamer *self,
                            const blame_subject *subject, const char *result)
{
  static const char *const fixed[] = { "/proc/self/exe",   "reduce",
                                       "--quiet",          "--no-report",
                                       "--no-journal",     "--keep-flags",
                                       "--no-final-check", REMOVING };
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    strings_add(out, fixed[i]);
  char *program = realpath(fixed[0], NULL);
  free(out->data[0]);
  out->data[0] = program ? program : mem_copy("clang-hdd");
  add_own_options(out, self->options);
  strings_add(out, "-o");
  strings_add(out, result);
  strings_add(out, subject->file);
  strings_add(out, "--");
  for (size_t i = 0; i < subject->command.size; i++)
    strings_add(out, subject->command.data[i]);
}

/* Reports that there is no reduced text, and why. */
static void tell_no_reduction(const rd_run *got)
{
  const char *said = got->output ? got->output : "";
  progress_notice("the file cannot be reduced, its lines do not tell%s%.*s",
                  *said ? ": " : "", (int)strcspn(said, "\n"), said);
}

static rd_status run_reduction(char **out, size_t *size_out, blamer *self,
                               const blame_subject *subject, rd_error *err)
{
  char *path = mem_format("%s/reduced-%s", self->input.run.kept,
                          base_name(subject->file));
  const rd_limits none = { 0 };
  const source nothing = { 0 };
  strings words = { 0 };
  rd_run got = { 0 };
  progress_notice("reducing %s, to see which lines matter",
                  base_name(subject->file));
  reduction_words(&words, self, subject, path);
  rd_status status = runner_run(&got, &self->input.run, strings_argv(&words),
                                &nothing, &none, err);
  bool good = got.end == RD_END_EXIT && got.status == EXIT_DONE;
  *out = NULL;
  if (!status && (!good || file_read(out, size_out, path, NULL))) {
    *out = NULL;
    tell_no_reduction(&got);
  }
  (void)unlink(path);
  rd_run_dispose(&got);
  strings_free(&words);
  free(path);
  return status;
}

static rd_status reduce(char **out, size_t *size_out, void *payload,
                        const blame_subject *subject, rd_error *err)
{
  blamer *self = payload;
  if (self->options->reduced)
    return file_read(out, size_out, self->options->reduced, err);
  return run_reduction(out, size_out, self, subject, err);
}

/* ---- input ---- */

static exit_code find_input(blamer *self, const char *file, const strings *rest)
{
  const intake *found = &self->input.intake;
  exit_code code = crash_input_find(&self->input, file,
                                    self->options->build_path, rest, true);
  for (size_t i = 0; !code && i < found->notes.size; i++)
    progress_notice("%s", found->notes.data[i]);
  if (!code && found->data[0].is_report)
    code = progress_fail(EXIT_USAGE,
                         "blame: %s is a report; name the file of the project "
                         "that it is of",
                         file);
  return code;
}

/* The folder that contains the file, or the current one; caller's. */
static char *folder_of(const blamer *self, const char *file)
{
  char *path = path_absolute(self->input.cwd, file);
  char *folder = path_directory(path);
  free(path);
  if (path_exists(folder))
    return folder;
  free(folder);
  return mem_copy(self->input.cwd);
}

static exit_code open_history(blamer *self, const char *file)
{
  rd_error err = { 0 };
  const char *given = self->options->repo;
  self->repository = given ? mem_copy(given) : folder_of(self, file);
  return history_open(&self->history, self->repository, &err)
             ? progress_fail(EXIT_REPOSITORY, "%s", err.message)
             : EXIT_DONE;
}

/* ---- blaming ---- */

static void on_notice(void *payload, const char *line)
{
  (void)payload;
  progress_notice("%s", line);
}

static void on_detail(void *payload, const char *line)
{
  (void)payload;
  progress_detail("%s", line);
}

/* Blames a compilation with a runner of its own, because the runner holds the
 * compilation's environment. */
static exit_code blame_one(blamer *self, const compilation *what)
{
  strings line = what->command;
  rd_error err = { 0 };
  exit_code code = command_check_compiler(what->command.data[0]);
  if (!code)
    code = crash_input_start(&self->input, what);
  if (code)
    return code;
  /* A file that is not on disk may be in the revision, named from its root. */
  char *file = path_exists(what->file)
                   ? path_absolute(self->input.cwd, what->file)
                   : mem_copy(what->file);
  blame_options asked = {
    .run = &self->input.run,
    .history = self->history,
    .repository = self->repository,
    .file = file,
    .revision = self->options->revision,
    .first_parent = self->options->first_parent,
    .command = strings_argv(&line),
    .cwd = what->directory ? what->directory : self->input.cwd,
    .question = crash_input_question(&self->input, RUN_MS, 0),
    .reduce = self->options->no_reduce ? NULL : reduce,
    .notice = on_notice,
    .detail = on_detail,
    .payload = self
  };
  if (!self->options->crash.hang_ms)
    asked.question.limits.cpu_ms *= 2; /* the wall decides */
  if (blame_find(&self->found, &asked, &err))
    code = crash_input_fail(&err);
  free(file);
  return code;
}

/* Stops at the first compilation that crashes; else the last one decides. */
static exit_code blame_all(blamer *self)
{
  exit_code code = EXIT_DONE;
  for (size_t i = 0; !code && i < self->input.intake.size; i++) {
    blame_dispose(&self->found);
    code = blame_one(self, &self->input.intake.data[i]);
    if (self->found.found.end != BISECTION_NO_CRASH)
      break;
  }
  return code;
}

static exit_code end_code(const blame *found)
{
  switch (found->found.end) {
  case BISECTION_FOUND:
    return found->found.flaky ? EXIT_UNSTABLE : EXIT_DONE;
  case BISECTION_NO_CRASH:
    return EXIT_NO_CRASH;
  default:
    return EXIT_SUSPECTS;
  }
}

static exit_code print_found(blamer *self)
{
  self->found.found.ms = progress_elapsed();
  exit_code code = end_code(&self->found);
  char *text =
      self->options->json ? blame_json(&self->found) : blame_text(&self->found);
  if (code == EXIT_NO_CRASH && !self->options->json)
    (void)progress_fail(code, "%s", self->found.found.problem);
  else
    (void)printf("%s%s", text, self->options->json ? "\n" : "");
  free(text);
  exit_code printed = command_printed("blame");
  return printed ? printed : code;
}

/* Refuses options of which one would be ignored. */
static exit_code check_options(const blame_cli *asked, const strings *rest)
{
  const char *problem =
      asked->build_path && (asked->crash.cc || rest->size)
          ? "--build-path: leave it out, or the compiler's command"
      : asked->reduced && asked->no_reduce
          ? "--reduced and --no-reduce: use one of them"
      : asked->quiet && asked->verbose
          ? "--quiet and --verbose: use one of them"
          : NULL;
  if (problem)
    return progress_fail(EXIT_USAGE, "blame %s", problem);
  if (asked->reduced && !path_exists(asked->reduced))
    return progress_fail(EXIT_NO_FILE, "--reduced %s: no such file",
                         asked->reduced);
  return EXIT_DONE;
}

static exit_code blame_words(blamer *self, const strings *words,
                             const strings *rest)
{
  const char *file = words->size ? words->data[0] : NULL;
  if (words->size > 1)
    return progress_fail(EXIT_USAGE,
                         "blame %s: one FILE only; the compiler's command "
                         "follows --",
                         words->data[1]);
  if (!file && !rest->size)
    return progress_fail(EXIT_USAGE, "blame: name the file of the project that "
                                     "crashes, and the compiler's command "
                                     "after --; see --help");
  exit_code code = check_options(self->options, rest);
  if (!code)
    code = crash_input_init(&self->input, "blame", &self->options->crash);
  if (!code)
    code = find_input(self, file, rest);
  if (!code)
    code = open_history(self, self->input.intake.data[0].file);
  if (!code)
    code = blame_all(self);
  return code ? code : print_found(self);
}

static void dispose(blamer *self)
{
  blame_dispose(&self->found);
  history_free(self->history);
  crash_input_dispose(&self->input);
  free(self->repository);
}

static exit_code run(const void *options, const strings *words,
                     const strings *rest)
{
  blamer self = { .options = options };
  interrupt_install();
  progress_init(self.options->quiet, self.options->verbose);
  exit_code code = blame_words(&self, words, rest);
  dispose(&self);
  return code;
}

exit_code command_blame(int argc, const char *const *argv)
{
  return command_run("blame", run, argc, argv);
}
