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
#include <unistd.h>

#include "clang-hdd/bisect_cli.h"
#include "clang-hdd/bisect_report.h"
#include "clang-hdd/bisect_show.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/crash_input.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/wrong_cli.h"
#include "base/files.h"

typedef struct bisect_command {
  bisect_cli bisect;
  crash_cli crash;
  wrong_cli wrong;
  char *output, *report;
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
  crash_input input;
  const compilation *given; /* the chosen one of the input */
  char *file;  /* path of the source as the compiler sees it, from its folder */
  char *bytes; /* of the file */
  source text; /* those after the preface */
  history *history;
  builds *builds;
  char *folder;
  bool made_folder;
  bisect_log *log;
  verdict_wrong wrong;
  bisection found;
  report report; /* the report to which the result is added */
} work;

static void dispose_work(work *self)
{
  report_dispose(&self->report);
  bisection_dispose(&self->found);
  bisect_log_free(self->log);
  wrong_case_dispose(&self->wrong.found);
  free(self->folder);
  builds_free(self->builds);
  history_free(self->history);
  crash_input_dispose(&self->input);
  free(self->bytes);
  free(self->file);
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
  const crash_cli *crash = &self->crash;
  if (self->wrong.code && (crash->pattern || crash->match || crash->hang_ms))
    return mem_copy(
        "--wrong-code: leave --ice-pattern, --match and --hang out; "
        "no crash is looked for");
  char *problem = wrong_cli_check(&self->wrong);
  if (problem)
    return problem;
  if (self->quiet && self->verbose)
    return mem_copy("--quiet and --verbose: use one of them");
  return bisect_cli_check(&self->bisect, crash->cc, rest);
}

/* ---- the file ---- */

/* Reads the input, which may be a report. */
static exit_code find_given(work *self, const char *file, const strings *rest)
{
  exit_code code = crash_input_find(&self->input, file, NULL, rest, false);
  if (code)
    return code;
  const intake *found = &self->input.intake;
  for (size_t i = 1; i < found->size; i++)
    if (strcmp(found->data[i].file, found->data[0].file) != 0)
      return progress_fail(EXIT_USAGE, "the command has several sources; name "
                                       "the FILE that crashes");
  compilation *given = &found->data[0];
  if (!given->command.size) /* a placeholder: a known compiler replaces it */
    strings_add(&given->command, "cc");
  self->given = given;
  self->file = given->name        ? mem_copy(given->name)
               : given->directory ? path_absolute(self->input.cwd, given->file)
                                  : mem_copy(given->file);
  return EXIT_DONE;
}

static exit_code read_text(work *self)
{
  size_t size = 0;
  exit_code code = command_read_source(&self->bytes, &size, self->given->file,
                                       self->given->preface);
  self->text = (source){ base_name(self->file), self->bytes, size };
  return code;
}

static exit_code open_report(work *self)
{
  const char *folder = self->asked->report;
  return folder ? bisect_report_open(&self->report, folder, &self->text)
                : EXIT_DONE;
}

/* ---- the repository ---- */

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
  return status ? crash_input_fail(&err) : EXIT_DONE;
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
  return bisect->build && builds_new(&self->builds, &options, &err)
             ? progress_fail_write(&err)
             : EXIT_DONE;
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
  const crash_cli *crash = &asked->crash;
  add_key(&all, crash->pattern);
  add_key(&all, crash->match);
  if (asked->wrong.code)
    add_key(&all, "wrong code");
  if (asked->wrong.code)
    add_key(&all, asked->wrong.line);
  text_printf(&all, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", crash->hang_ms,
              crash->timeout_ms, crash->memory_bytes);
  text_add(&all, self->text.text, self->text.size);
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
  bool resume = asked->resume && path_exists(path);
  if (asked->resume && !resume)
    progress_notice("%s has nothing to resume yet; starting from the beginning",
                    self->folder);
  rd_status status = bisect_log_open(&self->log, path, key,
                                     asked->bisect.first_parent, resume, &err);
  free(key);
  free(path);
  if (self->made_folder && (status == RD_ERR_NOSPACE || status == RD_ERR_IO))
    rd_scratch_remove(self->folder);
  return status ? fail_log(&err) : EXIT_DONE;
}

/* ---- running ---- */

static exit_code code_of(const work *self)
{
  const bisection *found = &self->found;
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
  if (self->wrong.found.fault)
    return wrong_cli_code(self->wrong.found.fault);
  bool result =
      found->end == BISECTION_FOUND || found->end == BISECTION_SUSPECTS;
  return result && found->flaky ? EXIT_UNSTABLE : codes[found->end];
}

/* What is looked for in each compiler. */
static verdict_question question_of(work *self)
{
  static const strings chosen; /* references; --good names revisions */
  const bisect_command *asked = self->asked;
  verdict_question out = crash_input_question(&self->input, RUN_MS, run_bytes);
  out.text = self->text;
  if (!asked->wrong.code)
    return out;
  const strings *words = &self->given->command;
  self->wrong.with = wrong_cli_options(&asked->wrong);
  self->wrong.with.good = &chosen;
  self->wrong.with.once = true;
  self->wrong.with.cwd = self->input.cwd;
  self->wrong.with.of =
      language_of(language_said(words, words->size), self->text.name);
  out.property = PROPERTY_WRONG;
  out.wrong = &self->wrong;
  return out;
}

static exit_code bisect(work *self, bisect_show *show)
{
  const bisect_command *asked = self->asked;
  const bisect_cli *bisect = &asked->bisect;
  strings words = self->given->command;
  bisect_options options = {
    .run = &self->input.run,
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
    .cwd = self->given->directory ? self->given->directory : self->input.cwd,
    .question = question_of(self),
    .log = self->log,
    .build_jobs = (unsigned)bisect->build_jobs,
    .stop = &interrupt_signal,
    .event = bisect_show_event,
    .payload = show,
  };
  rd_error err = { 0 };
  rd_status status = bisect_run(&self->found, &options, &err);
  if (!status && code_of(self) != EXIT_DONE && self->found.problem &&
      self->found.end != BISECTION_SUSPECTS &&
      self->found.end != BISECTION_FOUND)
    return progress_fail(code_of(self), "%s", self->found.problem);
  if (status == RD_ERR_STOPPED && self->found.problem)
    (void)progress_fail(EXIT_INTERRUPTED, "%s", self->found.problem);
  return status ? crash_input_fail(&err) : code_of(self);
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
  exit_code code = bisect_report_add(&self->report, asked->report, &self->found,
                                     &self->text);
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
  exit_code code =
      crash_input_init(&self->input, "bisect", &self->asked->crash);
  if (!code)
    code = find_given(self, file, rest);
  if (!code)
    code = read_text(self);
  if (!code)
    code = open_report(self);
  if (!code)
    code = open_history(self);
  if (!code)
    code = crash_input_start(&self->input, self->given);
  if (!code)
    code = start_builds(self);
  return code ? code : open_log(self);
}

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  const bisect_command *asked = payload;
  interrupt_install();
  progress_init(asked->quiet, asked->verbose);
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
