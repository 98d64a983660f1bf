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
#include "clang-hdd/interrupt.h"
#include "clang-hdd/pattern.h"
#include "clang-hdd/progress.h"
#include "base/files.h"
#include "compiler/words.h"
#include "intake/intake.h"

typedef struct blame_cli {
  char *cc, *build_path, *pattern, *match, *repo, *revision, *reduced;
  uint64_t hang_ms, timeout_ms, memory_bytes, repeat;
  bool first_parent, no_reduce, json, quiet, verbose, help;
} blame_cli;

#define OPTIONS blame_cli
static const option_row rows[] = {
#include "clang-hdd/blame_options.def"
};
const option_table options_blame = OPTION_TABLE(rows);

/* The passes that only remove tokens. */
#define REMOVING                                                               \
  "--only-pass=slice,comments,bodies,unused,large-elements,elements,"          \
  "prune-typed,hoist-typed,unused-parameter,redeclaration,windows"

/* A blame in progress. */
typedef struct blamer {
  const blame_cli *options;
  char *cwd;
  intake intake;
  history *history;
  char *repository; /* as given, or the folder of the file */
  runner run;       /* of the current compilation */
  regex_t pattern;
  bool has_pattern;
  match_level level;
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
  char *path =
      mem_format("%s/reduced-%s", self->run.kept, base_name(subject->file));
  const rd_limits none = { 0 };
  const source nothing = { 0 };
  strings words = { 0 };
  rd_run got = { 0 };
  progress_notice("reducing %s, to see which lines matter",
                  base_name(subject->file));
  reduction_words(&words, self, subject, path);
  rd_status status =
      runner_run(&got, &self->run, strings_argv(&words), &nothing, &none, err);
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

static exit_code fail_intake(const blamer *self, const rd_error *err)
{
  exit_code code = err->status == RD_ERR_UNSUPPORTED ? EXIT_USAGE
                   : self->intake.is_evidence        ? EXIT_INTAKE
                   : err->status == RD_ERR_NOTFOUND  ? EXIT_NO_FILE
                                                     : EXIT_COMPILER;
  return progress_fail(code, "%s", err->message);
}

/* The command if the command line has none: --cc, $CC, cc. */
static exit_code default_command(strings *out, const blame_cli *options)
{
  const char *line = options->cc ? options->cc : getenv("CC");
  if (!line || !line[strspn(line, " \t")])
    line = "cc";
  return words_split(out, line)
             ? EXIT_DONE
             : progress_fail(EXIT_USAGE, "blame: the compiler's command has a "
                                         "quote that is not closed");
}

static exit_code read_intake(blamer *self, const char *file,
                             const strings *rest)
{
  const blame_cli *options = self->options;
  strings line = { 0 };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  for (size_t i = 0; i < rest->size; i++)
    strings_add(&line, rest->data[i]);
  if (options->cc || (!line.size && !options->build_path))
    code = default_command(&line, options);
  intake_request request = { .file = file,
                             .command = &line,
                             .database = options->build_path,
                             .cwd = self->cwd };
  if (!code && intake_find(&self->intake, &request, &err))
    code = fail_intake(self, &err);
  strings_free(&line);
  for (size_t i = 0; !code && i < self->intake.notes.size; i++)
    progress_notice("%s", self->intake.notes.data[i]);
  if (!code && self->intake.data[0].is_report)
    code = progress_fail(EXIT_USAGE,
                         "blame: %s is a report; name the file of the project "
                         "that it is of",
                         file);
  return code;
}

static exit_code read_pattern(blamer *self)
{
  const char *pattern = self->options->pattern;
  const char *match = self->options->match;
  char *problem = pattern_check_match(match, pattern);
  exit_code code = problem ? EXIT_USAGE : EXIT_PATTERN;
  if (match && !problem)
    (void)match_level_find(&self->level, match);
  if (pattern && !problem)
    self->has_pattern = pattern_compile(&self->pattern, &problem, pattern);
  code = problem ? progress_fail(code, "%s", problem) : EXIT_DONE;
  free(problem);
  return code;
}

/* The folder that contains the file, or the current one; caller's. */
static char *folder_of(const blamer *self, const char *file)
{
  char *path = path_absolute(self->cwd, file);
  char *folder = path_directory(path);
  free(path);
  if (path_exists(folder))
    return folder;
  free(folder);
  return mem_copy(self->cwd);
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

static exit_code check_compiler(const compilation *what)
{
  const char *program = what->command.data[0];
  char *found = path_program(program);
  exit_code code =
      found ? EXIT_DONE
            : progress_fail(EXIT_COMPILER,
                            errno == EACCES
                                ? "compiler %s is not executable"
                                : "compiler %s is not found; name it with --cc "
                                  "or after --",
                            program);
  free(found);
  return code;
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

static verdict_question question_of(blamer *self)
{
  enum { WALL_MS = 600000 };
  const blame_cli *options = self->options;
  bool alone = options->match && !strcmp(options->match, "pattern");
  uint64_t wall = options->hang_ms      ? options->hang_ms
                  : options->timeout_ms ? options->timeout_ms
                                        : WALL_MS;
  uint32_t ms = wall < UINT32_MAX / 2 ? (uint32_t)wall : UINT32_MAX / 2;
  return (verdict_question){
    .run = &self->run,
    .property = options->hang_ms ? PROPERTY_HANG
                : alone          ? PROPERTY_PATTERN
                                 : PROPERTY_CRASH,
    .pattern = self->has_pattern ? &self->pattern : NULL,
    .level = options->match && !alone ? &self->level : NULL,
    .limits = { .wall_ms = ms,
                .cpu_ms = options->hang_ms ? ms : 2 * ms,
                .memory_bytes = options->memory_bytes },
    .repeat = options->repeat < 100 ? (unsigned)options->repeat : 100
  };
}

static exit_code fail_blame(const rd_error *err)
{
  exit_code stopped = interrupt_code();
  if (stopped)
    return stopped;
  exit_code code = err->status == RD_ERR_NOTFOUND      ? EXIT_REPOSITORY
                   : err->status == RD_ERR_NOSPACE     ? EXIT_DISK_FULL
                   : err->status == RD_ERR_UNSUPPORTED ? EXIT_COMPILER
                   : err->status == RD_ERR_INVALID     ? EXIT_REPOSITORY
                                                       : EXIT_INTERNAL;
  return progress_fail(code, "%s", err->message);
}

/* Blames a compilation with a runner of its own, because the runner holds the
 * compilation's environment. */
static exit_code blame_one(blamer *self, const compilation *what)
{
  strings line = what->command;
  rd_error err = { 0 };
  exit_code code = check_compiler(what);
  if (code)
    return code;
  /* A file that is not on disk may be in the revision, named from its root. */
  char *file = path_exists(what->file) ? path_absolute(self->cwd, what->file)
                                       : mem_copy(what->file);
  if (runner_init(&self->run, &err)) {
    free(file);
    return fail_blame(&err);
  }
  self->run.stop = &interrupt_signal;
  runner_add_environment(&self->run, &what->environment);
  blame_options asked = { .run = &self->run,
                          .history = self->history,
                          .repository = self->repository,
                          .file = file,
                          .revision = self->options->revision,
                          .first_parent = self->options->first_parent,
                          .command = strings_argv(&line),
                          .cwd = what->directory ? what->directory : self->cwd,
                          .question = question_of(self),
                          .reduce = self->options->no_reduce ? NULL : reduce,
                          .notice = on_notice,
                          .detail = on_detail,
                          .payload = self };
  if (blame_find(&self->found, &asked, &err))
    code = fail_blame(&err);
  runner_dispose(&self->run);
  free(file);
  return code;
}

/* Stops at the first compilation that crashes; else the last one decides. */
static exit_code blame_all(blamer *self)
{
  exit_code code = EXIT_DONE;
  for (size_t i = 0; !code && i < self->intake.size; i++) {
    blame_dispose(&self->found);
    code = blame_one(self, &self->intake.data[i]);
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
  self->cwd = getcwd(NULL, 0);
  if (!self->cwd)
    return progress_fail(EXIT_NO_FILE,
                         "the current folder is gone; change to another");
  exit_code code = read_pattern(self);
  if (!code)
    code = read_intake(self, file, rest);
  if (!code)
    code = open_history(self, self->intake.data[0].file);
  if (!code)
    code = blame_all(self);
  return code ? code : print_found(self);
}

static void dispose(blamer *self)
{
  blame_dispose(&self->found);
  history_free(self->history);
  intake_dispose(&self->intake);
  if (self->has_pattern)
    regfree(&self->pattern);
  free(self->repository);
  free(self->cwd);
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
