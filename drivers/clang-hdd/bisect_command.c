/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clang-hdd bisect: finds the commit or version of the compiler that
 * introduced the crash.
 *
 * Checks run from cheap to expensive: the command line, the file, the
 * repository and its revisions. Nothing is written or built before they pass.
 * The output is in <stem>.bisect beside the file: the log, which --resume
 * needs, and the result. A bisection without an answer leaves no folder.
 */
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang-hdd/bisect_cli.h"
#include "clang-hdd/bisect_report.h"
#include "clang-hdd/bisect_show.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/pattern.h"
#include "base/files.h"
#include "compiler/words.h"
#include "intake/intake.h"

typedef struct bisect_command {
  bisect_cli bisect;
  char *cc, *pattern, *match, *output, *report;
  uint64_t hang_ms, timeout_ms, memory_bytes, repeat;
  bool test_parents, resume, quiet, verbose, json, hold, help;
} bisect_command;

#define OPTIONS bisect_command
static const option_row rows[] = {
#include "clang-hdd/bisect_options.def"
};
const option_table options_bisect = OPTION_TABLE(rows);

enum {
  RUN_MS = 60000, /* default limit of a run */
  HOLD_MS = 1000, /* a signal is noticed after this time at the latest */
};
static const uint64_t run_bytes = 4096ull << 20; /* default limit of a run */

/* A bisection, from the command line to the result. */
typedef struct work {
  const bisect_command *asked;
  char *cwd;
  intake intake;
  const compilation *given; /* the chosen one of intake */
  char *file; /* path of the source as the compiler sees it, from its folder */
  char *text;
  size_t size, preface;
  regex_t pattern;
  bool has_pattern;
  match_level level;
  runner run;
  bool has_runner;
  history *history;
  builds *builds;
  char *folder;
  bool made_folder;
  bisect_log *log;
  bisection found;
  report report; /* the report to which the result is added */
} work;

static void dispose_work(work *self)
{
  report_dispose(&self->report);
  bisection_dispose(&self->found);
  bisect_log_free(self->log);
  free(self->folder);
  builds_free(self->builds);
  history_free(self->history);
  if (self->has_runner)
    runner_dispose(&self->run);
  if (self->has_pattern)
    regfree(&self->pattern);
  intake_dispose(&self->intake);
  free(self->text);
  free(self->file);
  free(self->cwd);
}

/* ---- the words ---- */

static char *check_words(const bisect_command *self, const strings *words,
                         const strings *rest)
{
  if (words->size > 1)
    return mem_format("%s: one FILE only; the compiler's command follows --",
                      words->data[1]);
  if (!words->size && !rest->size)
    return mem_copy("name the file that crashes; see --help");
  if (self->cc && rest->size)
    return mem_copy("--cc: leave it out; the compiler's command follows --");
  char *problem = pattern_check_match(self->match, self->pattern);
  if (problem)
    return problem;
  if (self->hang_ms && (self->pattern || self->match || self->timeout_ms))
    return mem_copy("--hang: leave --ice-pattern, --match and --timeout out; "
                    "no crash is looked for");
  if (self->quiet && self->verbose)
    return mem_copy("--quiet and --verbose: use one of them");
  return bisect_cli_check(&self->bisect, self->cc, rest);
}

static exit_code compile_pattern(work *self)
{
  const char *pattern = self->asked->pattern;
  char *problem = NULL;
  self->has_pattern =
      pattern && pattern_compile(&self->pattern, &problem, pattern);
  exit_code code =
      problem ? progress_fail(EXIT_PATTERN, "bisect %s", problem) : EXIT_DONE;
  free(problem);
  return code;
}

/* ---- the file ---- */

static exit_code find_words(strings *out, const work *self, const strings *rest)
{
  for (size_t i = 0; i < rest->size; i++)
    strings_add(out, rest->data[i]);
  if (self->asked->cc && !words_split(out, self->asked->cc))
    return progress_fail(EXIT_USAGE, "bisect --cc: a quote is not closed");
  return EXIT_DONE;
}

static exit_code fail_intake(const work *self, const rd_error *err)
{
  bool evidence = self->intake.is_evidence;
  exit_code code = err->status == RD_ERR_UNSUPPORTED ? EXIT_USAGE
                   : evidence                        ? EXIT_INTAKE
                   : err->status == RD_ERR_NOTFOUND  ? EXIT_NO_FILE
                                                     : EXIT_COMPILER;
  return progress_fail(code, "%s", err->message);
}

/* Reads the input, which may be a report. */
static exit_code find_given(work *self, const char *file, const strings *rest)
{
  strings typed = { 0 };
  rd_error err = { 0 };
  exit_code code = find_words(&typed, self, rest);
  const intake_request request = { .file = file,
                                   .command = &typed,
                                   .cwd = self->cwd };
  if (!code && intake_find(&self->intake, &request, &err))
    code = fail_intake(self, &err);
  strings_free(&typed);
  if (code)
    return code;
  for (size_t i = 1; i < self->intake.size; i++)
    if (strcmp(self->intake.data[i].file, self->intake.data[0].file) != 0)
      return progress_fail(EXIT_USAGE, "the command has several sources; name "
                                       "the FILE that crashes");
  compilation *given = &self->intake.data[0];
  if (!given->command.size) /* a placeholder: a known compiler replaces it */
    strings_add(&given->command, "cc");
  self->given = given;
  self->file = given->name        ? mem_copy(given->name)
               : given->directory ? path_absolute(self->cwd, given->file)
                                  : mem_copy(given->file);
  return EXIT_DONE;
}

static exit_code read_text(work *self)
{
  const char *file = self->given->file;
  struct stat info;
  rd_error err = { 0 };
  if (!stat(file, &info) && S_ISDIR(info.st_mode))
    return progress_fail(EXIT_DIRECTORY, "%s is a directory; name a file in it",
                         file);
  if (!stat(file, &info) && !S_ISREG(info.st_mode))
    return progress_fail(
        EXIT_NO_FILE, "%s is not a regular file; name one that holds the text",
        file);
  if (file_read(&self->text, &self->size, file, &err))
    return progress_fail(EXIT_NO_FILE, "%s", err.message);
  self->preface =
      self->given->preface < self->size ? self->given->preface : self->size;
  if (self->size == self->preface)
    return progress_fail(EXIT_EMPTY, "%s is empty: there is nothing to compile",
                         file);
  return EXIT_DONE;
}

static exit_code open_report(work *self)
{
  const char *folder = self->asked->report;
  return folder ? bisect_report_open(&self->report, folder, self->file,
                                     self->text + self->preface,
                                     self->size - self->preface)
                : EXIT_DONE;
}

/* ---- the repository ---- */

static exit_code fail_history(const rd_error *err)
{
  exit_code stopped = interrupt_code();
  if (stopped && err->status == RD_ERR_STOPPED)
    return stopped;
  exit_code code = err->status == RD_ERR_NOSPACE ? EXIT_DISK_FULL
                   : err->status == RD_ERR_IO || err->status == RD_ERR_DIED
                       ? EXIT_INTERNAL
                       : EXIT_REPOSITORY;
  return progress_fail(code, "%s", err->message);
}

static exit_code open_history(work *self)
{
  rd_error err = { 0 };
  object_id id;
  const bisect_cli *bisect = &self->asked->bisect;
  if (!bisect->repo)
    return EXIT_DONE;
  if (history_open(&self->history, bisect->repo, &err))
    return progress_fail(EXIT_REPOSITORY, "%s", err.message);
  rd_status status = history_resolve(&id, self->history, bisect->bad, &err);
  for (size_t i = 0; i < bisect->good.size && !status; i++)
    status = history_resolve(&id, self->history, bisect->good.data[i], &err);
  return status ? fail_history(&err) : EXIT_DONE;
}

static exit_code start_builds(work *self)
{
  const bisect_cli *bisect = &self->asked->bisect;
  const builds_options options = { .history = self->history,
                                   .command = bisect->build,
                                   .cache = bisect->build_cache,
                                   .cache_bytes = bisect->build_cache_bytes,
                                   .jobs = (unsigned)bisect->build_jobs,
                                   .timeout_ms = bisect->build_timeout_ms,
                                   .incremental = bisect->incremental,
                                   .stop = &interrupt_signal };
  rd_error err = { 0 };
  if (!bisect->build || !builds_new(&self->builds, &options, &err))
    return EXIT_DONE;
  return progress_fail(err.status == RD_ERR_NOSPACE ? EXIT_DISK_FULL
                                                    : EXIT_OUTPUT,
                       "%s", err.message);
}

static exit_code start_runner(work *self)
{
  rd_error err = { 0 };
  if (runner_init(&self->run, &err))
    return fail_history(&err);
  self->has_runner = true;
  self->run.stop = &interrupt_signal;
  runner_add_environment(&self->run, &self->given->environment);
  return EXIT_DONE;
}

/* ---- the log ---- */

/* "bug.bisect" beside bug.c; for a report, in the current folder. */
static char *default_folder(const work *self)
{
  const char *name = self->given->name ? base_name(self->given->name)
                                       : base_name(self->given->file);
  const char *dot = strrchr(name, '.');
  int size = (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name));
  if (self->given->is_report)
    return mem_format("%.*s.bisect", size, name);
  const char *path = self->given->file;
  return mem_format("%.*s%.*s.bisect", (int)(base_name(path) - path), path,
                    size, name);
}

static void add_key(textbuf *out, const char *text)
{
  text_printf(out, "%zu:%s\n", text ? strlen(text) : 0, text ? text : "");
}

/* A digest of what the answers depend on; caller's. It leaves out the good
 * revisions, so that a badly chosen one can be replaced by an older one. */
static char *make_key(const work *self)
{
  const bisect_command *asked = self->asked;
  const bisect_cli *bisect = &asked->bisect;
  char digits[OBJECT_ID_DIGITS + 1] = "";
  object_id bad;
  textbuf all = { 0 };
  if (self->history && !history_resolve(&bad, self->history, bisect->bad, NULL))
    object_id_digits(digits, &bad);
  add_key(&all, self->history ? history_folder(self->history) : "");
  add_key(&all, digits);
  add_key(&all, bisect->build);
  add_key(&all, bisect->prebuilt);
  for (size_t i = 0; i < self->given->command.size; i++)
    add_key(&all, self->given->command.data[i]);
  add_key(&all, asked->pattern);
  add_key(&all, asked->match);
  text_printf(&all, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", asked->hang_ms,
              asked->timeout_ms, asked->memory_bytes);
  text_add(&all, self->text + self->preface, self->size - self->preface);
  char *key = mem_alloc(OBJECT_ID_DIGITS + 1, 1);
  text_digits(key, all.data, all.size);
  text_free(&all);
  return key;
}

static exit_code fail_log(const rd_error *err)
{
  if (err->status != RD_ERR_NOSPACE && err->status != RD_ERR_IO)
    return progress_fail(EXIT_JOURNAL, "%s", err->message);
  return progress_fail(err->status == RD_ERR_IO ? EXIT_OUTPUT : EXIT_DISK_FULL,
                       "%s; name another folder with --output", err->message);
}

static exit_code open_log(work *self)
{
  rd_error err = { 0 };
  const bisect_command *asked = self->asked;
  self->folder = asked->output ? mem_copy(asked->output) : default_folder(self);
  self->made_folder = !path_exists(self->folder);
  char *path = mem_format("%s/log", self->folder), *key = make_key(self);
  rd_status status = bisect_log_open(
      &self->log, path, key, asked->bisect.first_parent, asked->resume, &err);
  free(key);
  free(path);
  if (self->made_folder && (status == RD_ERR_NOSPACE || status == RD_ERR_IO))
    rd_scratch_remove(self->folder);
  return status ? fail_log(&err) : EXIT_DONE;
}

/* ---- running ---- */

static verdict_question make_question(work *self)
{
  const bisect_command *asked = self->asked;
  uint64_t wall = asked->hang_ms      ? asked->hang_ms
                  : asked->timeout_ms ? asked->timeout_ms
                                      : RUN_MS;
  uint32_t ms = wall < UINT32_MAX / 4 ? (uint32_t)wall : UINT32_MAX / 4;
  bool pattern = asked->match && !strcmp(asked->match, "pattern");
  bool level = asked->match && match_level_find(&self->level, asked->match);
  return (verdict_question){
    .run = &self->run,
    .property = asked->hang_ms ? PROPERTY_HANG
                : pattern      ? PROPERTY_PATTERN
                               : PROPERTY_CRASH,
    .pattern = self->has_pattern ? &self->pattern : NULL,
    .level = level ? &self->level : NULL,
    .text = { base_name(self->file), self->text + self->preface,
              self->size - self->preface },
    .limits = { .wall_ms = ms,
                .cpu_ms = ms,
                .memory_bytes =
                    asked->memory_bytes ? asked->memory_bytes : run_bytes },
    .repeat = (unsigned)asked->repeat
  };
}

static exit_code code_of(const bisection *found)
{
  static const exit_code codes[] = {
    [BISECTION_FOUND] = EXIT_DONE,
    [BISECTION_SUSPECTS] = EXIT_SUSPECTS,
    [BISECTION_NO_CRASH] = EXIT_NO_CRASH,
    [BISECTION_GOOD_CRASHES] = EXIT_HISTORY,
    [BISECTION_UNRELATED] = EXIT_HISTORY,
    [BISECTION_SWAPPED] = EXIT_HISTORY,
    [BISECTION_NO_BUILD] = EXIT_BUILD,
    [BISECTION_UNFINISHED] = EXIT_INTERNAL,
  };
  bool result =
      found->end == BISECTION_FOUND || found->end == BISECTION_SUSPECTS;
  return result && found->flaky ? EXIT_UNSTABLE : codes[found->end];
}

static exit_code bisect(work *self, bisect_show *show)
{
  const bisect_command *asked = self->asked;
  const bisect_cli *bisect = &asked->bisect;
  strings words = { 0 };
  for (size_t i = 0; i < self->given->command.size; i++)
    strings_add(&words, self->given->command.data[i]);
  const bisect_options options = {
    .run = &self->run,
    .history = self->history,
    .repository = bisect->repo,
    .good = &bisect->good,
    .bad = bisect->bad,
    .first_parent = bisect->first_parent,
    .test_parents = asked->test_parents,
    .builds = self->builds,
    .prebuilt = bisect->prebuilt,
    .versions = bisect->versions.size ? &bisect->versions : NULL,
    .command = strings_argv(&words),
    .file = self->file,
    .cwd = self->given->directory ? self->given->directory : self->cwd,
    .question = make_question(self),
    .log = self->log,
    .build_jobs = (unsigned)bisect->build_jobs,
    .stop = &interrupt_signal,
    .event = bisect_show_event,
    .payload = show,
  };
  rd_error err = { 0 };
  rd_status status = bisect_run(&self->found, &options, &err);
  strings_free(&words);
  if (!status && code_of(&self->found) != EXIT_DONE && self->found.problem &&
      self->found.end != BISECTION_SUSPECTS &&
      self->found.end != BISECTION_FOUND)
    return progress_fail(code_of(&self->found), "%s", self->found.problem);
  if (status == RD_ERR_STOPPED && self->found.problem)
    (void)progress_fail(EXIT_INTERRUPTED, "%s", self->found.problem);
  return status ? fail_history(&err) : code_of(&self->found);
}

/* ---- the end ---- */

/* Writes the result; if there is none worth keeping, removes the folder, if
 * this process made it. */
static exit_code keep_result(work *self)
{
  const bisection *found = &self->found;
  bool failed = found->end == BISECTION_UNFINISHED && !found->problem;
  bool empty = found->end == BISECTION_SWAPPED ||
               found->end == BISECTION_UNRELATED ||
               found->end == BISECTION_NO_CRASH ||
               found->end == BISECTION_NO_BUILD || (failed && !found->probes);
  if (empty) {
    bisect_log_free(self->log);
    self->log = NULL;
    if (self->made_folder)
      rd_scratch_remove(self->folder);
    return EXIT_DONE;
  }
  rd_error err = { 0 };
  char *path = mem_format("%s/bisection.json", self->folder);
  char *text = bisection_json(found);
  rd_status status = file_replace(path, text, strlen(text), &err);
  free(text);
  free(path);
  return status ? fail_log(&err) : EXIT_DONE;
}

static exit_code add_to_report(work *self)
{
  const bisect_command *asked = self->asked;
  if (!asked->report)
    return EXIT_DONE;
  exit_code code =
      bisect_report_add(&self->report, asked->report, &self->found,
                        self->text + self->preface, self->size - self->preface);
  if (!code && self->found.suspect_count && !asked->quiet && !asked->json)
    (void)fprintf(stderr, "added to %s\n", asked->report);
  return code;
}

/* Waits for end of file on standard input or for an interruption. */
static void hold(void)
{
  char bytes[256];
  struct pollfd polled = { .fd = STDIN_FILENO, .events = POLLIN };
  bool ended = false;
  while (!ended && !interrupt_signal)
    if (poll(&polled, 1, HOLD_MS) > 0)
      ended = read(STDIN_FILENO, bytes, sizeof bytes) <= 0;
}

static exit_code prepare(work *self, const char *file, const strings *rest)
{
  self->cwd = getcwd(NULL, 0);
  if (!self->cwd)
    return progress_fail(EXIT_NO_FILE, "the current folder is gone; change to "
                                       "another");
  exit_code code = find_given(self, file, rest);
  if (!code)
    code = read_text(self);
  if (!code)
    code = open_report(self);
  if (!code)
    code = compile_pattern(self);
  if (!code)
    code = open_history(self);
  if (!code)
    code = start_runner(self);
  if (!code)
    code = start_builds(self);
  return code ? code : open_log(self);
}

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  const bisect_command *asked = payload;
  interrupt_install();
  char *problem = check_words(asked, words, rest);
  exit_code code = EXIT_DONE;
  if (problem)
    code = progress_fail(EXIT_USAGE, "bisect%s %s",
                         starts_with(problem, "--") ? "" : ":", problem);
  free(problem);
  if (code)
    return code;
  work self = { .asked = asked };
  bisect_show show = { .json = asked->json,
                       .quiet = asked->quiet,
                       .verbose = asked->verbose };
  code = prepare(&self, words->size ? words->data[0] : NULL, rest);
  if (!code) {
    code = bisect(&self, &show);
    exit_code kept = keep_result(&self), told = add_to_report(&self);
    code = code ? code : kept ? kept : told;
    bisect_show_end(&show, &self.found, (int)code);
    exit_code printed = command_printed("bisect");
    code = code ? code : printed;
    if (asked->hold)
      hold();
  }
  dispose_work(&self);
  return code;
}

exit_code command_bisect(int argc, const char *const *argv)
{
  return command_run("bisect", run, argc, argv);
}
