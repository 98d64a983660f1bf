/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The baseline: what does the compiler do with the original?
 *
 * The command runs twice, to detect a flaky crash. The property uses the
 * strictest level at which both runs agree, unless the user names one; if they
 * agree at none, it uses only what both show. From then on it is fixed for the
 * whole run: a signature, a pattern alone, a hang, excessive memory use, or a
 * script. The first run goes to its end, since it also shows the compiler's
 * position in the source. If a signature names no place in the compiler,
 * traced runs supply the address of the fault, if two of them agree on it.
 */
#include "clang-hdd/property.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/joined.h"
#include "clang-hdd/interrupt.h"
#include "compiler/early.h"
#include "compiler/outcome.h"

enum {
  LEAST_MS = 2000, /* least limit of a test */
  TIMES_BASELINE = 10,
};

static void set_limits(property *self, uint32_t wall_ms, uint64_t cpu_us)
{
  self->usual_us = cpu_us;
  if (self->request->timeout_ms || self->request->hang_ms)
    return;
  uint64_t wall = (uint64_t)wall_ms * TIMES_BASELINE;
  if (wall < LEAST_MS)
    wall = LEAST_MS;
  self->limits.wall_ms = (uint32_t)wall;
  /* A compiler may use several processors. */
  self->limits.cpu_ms = (uint32_t)(wall * 2);
  progress_detail("limit of a test: %" PRIu64 " ms", wall);
}

/* Runs the text; with `until`, only until that crash is seen. */
static exit_code run_until(property *self, rd_run *out, const char *text,
                           size_t size, early *until)
{
  const subject *of = self->subject;
  source input = subject_source(of, text, size);
  rd_error err = { 0 };
  *out = (rd_run){ 0 };
  job what = { 0 };
  strings_add_all(&what.words, &of->argv);
  strings_add_all(&what.environment, &self->environment);
  rd_status status =
      runner_start_job(of->run, &what, &input, &self->limits, &err);
  if (!status)
    status = runner_wait_until(out, of->run, until ? early_is_same : NULL,
                               until, &err);
  job_dispose(&what);
  if (status)
    return progress_fail_error(&err);
  if (out->end == RD_END_NOSTART) {
    exit_code code = self->request->test ? EXIT_SCRIPT : EXIT_COMPILER;
    /* strerror does not explain a missing #! line. */
    char *reason =
        out->status == ENOEXEC && self->request->test
            ? mem_copy("its first line has to be #!/bin/sh or the like")
            : program_start_problem(of->argv.data[0], out->status);
    rd_run_dispose(out);
    (void)progress_fail(code, "cannot start %s: %s", of->argv.data[0], reason);
    free(reason);
    return code;
  }
  return EXIT_DONE;
}

/* Runs the file as given to its end. */
static exit_code run_once(property *self, rd_run *out)
{
  return run_until(self, out, self->subject->input, self->subject->input_size,
                   NULL);
}

/* Runs the original again, until it is seen to do the same. */
static exit_code run_again(property *self, rd_run *out)
{
  if (self->kind != PROPERTY_CRASH)
    return run_once(self, out);
  early_options options = { .expected = &self->signature };
  early *until = early_new(&options);
  exit_code code = run_until(self, out, self->subject->input,
                             self->subject->input_size, until);
  early_free(until);
  return code;
}

/* ---- a crash ---- */

/* What another process ended says nothing about the text. */
static exit_code refuse_killed(const property *self, const rd_run *run)
{
  int killer = outcome_killer(run);
  return killer ? progress_fail(EXIT_KILLED,
                                "%s was killed from outside by signal %d "
                                "(SIG%s); %s",
                                subject_argv(self->subject)[0], killer,
                                sigabbrev_np(killer),
                                outcome_is_limited(run)
                                    ? "raise the limit (ulimit)"
                                    : "start again")
                : EXIT_DONE;
}

/* Chooses the property by the first run, which may be replaced by one that shows
 * more. */
static exit_code choose_property(property *self, rd_run *run)
{
  match_level level = MATCH_EXACT;
  bool alone =
      self->request->match && !match_level_find(&level, self->request->match);
  signature_find_at(&self->signature, run, level);
  bool crash = signature_is_crash(&self->signature), matches = false;
  if (self->request->regex) {
    exit_code code =
        property_find_pattern(&matches, self, run, alone || !crash);
    if (code)
      return code;
  }
  bool failed = run->end == RD_END_EXIT && run->status != 0;
  if (self->request->regex ? !matches || !(crash || alone || failed) : !crash)
    return property_refuse(self, run);
  self->kind = crash && !alone ? PROPERTY_CRASH : PROPERTY_PATTERN;
  if (!crash)
    progress_notice("--ice-pattern matches an ordinary message, not a crash; "
                    "it decides alone");
  return EXIT_DONE;
}

/* Falls back to the strictest level at which both runs agree; false if there is
 * none. */
static bool fall_to_level(property *self, const rd_run *first,
                          const rd_run *second, const char *reason)
{
  bool same = false;
  for (int i = MATCH_EXACT + 1; i < MATCH_LEVELS && !same; i++) {
    signature coarse;
    signature_find_at(&coarse, first, (match_level)i);
    same =
        signature_is_crash(&coarse) && signature_matches(&coarse, second, NULL);
    if (same) {
      signature_dispose(&self->signature);
      self->signature = coarse;
      progress_notice("the compiler does not crash the same way twice (%s); "
                      "going on with --match %s",
                      reason, match_level_name((match_level)i));
    } else {
      signature_dispose(&coarse);
    }
  }
  return same;
}

/* Keeps only what the second run shows too. */
static void keep_common(property *self, const rd_run *run, const char *reason)
{
  signature second;
  signature_find_at(&second, run, self->signature.level);
  progress_warning("the compiler does not crash the same way twice (%s); "
                   "only what both runs show is kept",
                   reason);
  if (signature_is_crash(&second))
    signature_keep_common(&self->signature, &second);
  signature_dispose(&second);
}

/* Has the run the crash? *reason_out: what it lacks, and the limit that ended it;
 * caller's. */
static bool has_crash(char **reason_out, const property *self,
                      const rd_run *run)
{
  bool has = signature_matches(&self->signature, run, reason_out);
  if (!has && run->end != RD_END_EXIT && run->end != RD_END_SIGNAL) {
    char *end = property_describe_end(run);
    string_replace(reason_out, mem_format("%s: %s", *reason_out, end));
    free(end);
  }
  return has;
}

/* Compares the runs and keeps what both show. */
static exit_code compare_second(property *self, const rd_run *first,
                                const rd_run *second)
{
  char *reason = NULL;
  if (self->kind == PROPERTY_PATTERN) {
    if (!output_matches(self->pattern, second))
      progress_warning("--ice-pattern matches only sometimes; the result may "
                       "not be small");
    return EXIT_DONE;
  }
  if (!has_crash(&reason, self, second) &&
      (self->request->match || !fall_to_level(self, first, second, reason)))
    keep_common(self, second, reason);
  free(reason);
  if (!signature_is_crash(&self->signature))
    return progress_fail(EXIT_NO_CRASH,
                         "%s crashes differently each time; give "
                         "--ice-pattern and --match pattern",
                         self->subject->file);
  return EXIT_DONE;
}

/* Finds the address of the fault, if two traced runs agree. */
static exit_code find_address(property *self)
{
  if (self->kind != PROPERTY_CRASH || self->signature.has_place ||
      self->signature.level != MATCH_EXACT)
    return EXIT_DONE;
  const subject *of = self->subject;
  source input = subject_source(of, of->input, of->input_size);
  rd_error err = { 0 };
  rd_status status =
      runner_agreed_fault(&self->signature.address, of->run, subject_argv(of),
                          &input, &self->limits, &err);
  if (status == RD_ERR_UNSUPPORTED)
    progress_warning("the crash names no place, and %s; the reduction may "
                     "slip to another crash",
                     err.message);
  if (status && status != RD_ERR_UNSUPPORTED)
    return progress_fail_error(&err);
  return EXIT_DONE;
}

static exit_code crash_baseline(property *self)
{
  rd_run first = { 0 }, second = { 0 };
  exit_code code = run_once(self, &first);
  if (!code)
    code = refuse_killed(self, &first);
  if (!code)
    code = choose_property(self, &first);
  if (!code)
    site_reports_find(&self->reports, &first, self->pattern);
  if (!code)
    code = run_again(self, &second);
  if (!code)
    code = refuse_killed(self, &second);
  if (!code)
    code = compare_second(self, &first, &second);
  if (!code)
    set_limits(self,
               first.wall_ms > second.wall_ms ? first.wall_ms : second.wall_ms,
               first.cpu_us > second.cpu_us ? first.cpu_us : second.cpu_us);
  rd_run_dispose(&first);
  rd_run_dispose(&second);
  return code;
}

/* ---- other properties ---- */

static crash_options input_options(const property *self)
{
  const subject *of = self->subject;
  source input = subject_source(of, of->input, of->input_size);
  return property_options(self, &input);
}

/* The original only needs the property in a majority of its runs, as in a
 * test. */
static exit_code plain_baseline(property *self)
{
  crash_options options = input_options(self);
  unsigned most = options.repeat / 2, votes[2] = { 0, 0 };
  uint32_t wall_ms = 0;
  uint64_t cpu_us = 0;
  exit_code code = EXIT_DONE;
  while (!code && votes[0] <= most && votes[1] <= most) {
    rd_run run = { 0 };
    code = run_once(self, &run);
    if (code)
      return code;
    bool has = crash_run_has_property(&options, &run);
    if (++votes[has] > most && !has)
      code = property_refuse(self, &run);
    if (run.wall_ms > wall_ms)
      wall_ms = run.wall_ms;
    if (run.cpu_us > cpu_us)
      cpu_us = run.cpu_us;
    rd_run_dispose(&run);
  }
  if (!code)
    set_limits(self, wall_ms, cpu_us);
  return code;
}

/* A script that accepts the empty file does not test what its author
 * intends. */
static exit_code warn_of_empty(property *self)
{
  if (self->kind != PROPERTY_SCRIPT && self->kind != PROPERTY_PATTERN)
    return EXIT_DONE;
  rd_run run = { 0 };
  source empty = subject_empty(self->subject);
  exit_code code = run_until(self, &run, empty.text, empty.size, NULL);
  if (code)
    return code;
  crash_options options = input_options(self);
  if (crash_run_has_property(&options, &run))
    progress_warning("%s finds an empty file interesting; it may not test "
                     "what you mean",
                     self->request->test ? self->request->test
                                         : "--ice-pattern");
  rd_run_dispose(&run);
  return EXIT_DONE;
}

/* The input with another text of a file; caller's. */
static char *replace(size_t *size_out, const subject *of, size_t file,
                     const char *by)
{
  textbuf out = { 0 };
  text_puts(&out, of->files ? "" : by);
  for (size_t i = 0; of->files && i < of->files->size; i++) {
    size_t size;
    const char *text =
        joined_file(&size, of->files, i, of->input, of->input_size);
    joined_add(&out, of->files->data[i], i == file ? by : text,
               i == file ? strlen(by) : size);
  }
  return text_take(&out, size_out);
}

static exit_code has_with(bool *has_out, const property *self, size_t file,
                          const char *by)
{
  const subject *of = self->subject;
  crash_options options = input_options(self);
  rd_run run = { 0 };
  size_t size;
  char *text = replace(&size, of, file, by);
  source input = subject_source(of, text, size);
  rd_error err = { 0 };
  rd_status status =
      runner_run(&run, of->run, subject_argv(of), &input, &self->limits, &err);
  *has_out = !status && crash_run_has_property(&options, &run);
  rd_run_dispose(&run);
  free(text);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

/* Has the input the property whether no compiler accepts this file or nothing is in it?
 * One of them alone may be what the property is about. */
static exit_code has_without(bool *has_out, const property *self, size_t file)
{
  static const char spoiled[] = "\n#error clang-hdd\n@ ) } ] \"\n";
  exit_code code = has_with(has_out, self, file, spoiled);
  return code || !*has_out ? code : has_with(has_out, self, file, "");
}

/* Is the one file behind a command that names another, or that runs a program that is
 * not known? It may load the user's own file by its name. */
static bool may_be_unread(const subject *of)
{
  const invocation *command = &of->command;
  bool other = of->compiler.family == FAMILY_OTHER;
  for (size_t i = 1; i < command->words.size && !other; i++)
    other = command->roles[i] == WORD_OPTION &&
            path_is_regular(command->words.data[i]);
  return command->added_file && other;
}

static exit_code check_only(const property *self)
{
  const subject *of = self->subject;
  bool has = false;
  exit_code code = may_be_unread(of) ? has_without(&has, self, 0) : EXIT_DONE;
  if (!has)
    return code;
  char *line = property_line_with(of, "OTHER...");
  code = progress_fail(EXIT_USAGE,
                       "%s does not matter: the command does not name it, and "
                       "reads another file or none; name all files that it "
                       "reads (%s), or use --test",
                       of->file, line);
  free(line);
  return code;
}

exit_code property_check_reads(const property *self)
{
  const subject *of = self->subject;
  if (self->kind == PROPERTY_SCRIPT || self->kind == PROPERTY_WRONG)
    return EXIT_DONE;
  if (!of->files)
    return check_only(self);
  exit_code code = EXIT_DONE;
  for (size_t i = 0; !code && i < of->reduced_count; i++) {
    bool has = false;
    if (of->command.added_file || strcmp(of->files->data[i], of->name) != 0)
      code = has_without(&has, self, i);
    if (has)
      code = progress_fail(EXIT_USAGE,
                           "%s does not matter: the command reads another file "
                           "or none; leave it out, or name it as the command "
                           "does, in the folder where that is",
                           of->files->data[i]);
  }
  return code;
}

/* Uses the limits of an earlier run for those not given now. */
static void take_limits(rd_limits *out, const request *asked,
                        const rd_limits *earlier)
{
  if (!asked->timeout_ms && !asked->hang_ms) {
    out->wall_ms = earlier->wall_ms;
    out->cpu_ms = earlier->cpu_ms;
  }
  if (!asked->memory_bytes && !asked->hog_bytes)
    out->memory_bytes = earlier->memory_bytes;
}

/* In one line; NULL if there is none. */
static char *describe(const property *self)
{
  const request *asked = self->request;
  switch (self->kind) {
  case PROPERTY_CRASH:
    break;
  case PROPERTY_PATTERN:
    return mem_format("output matches %s", property_pattern(self));
  case PROPERTY_HANG:
    return mem_format("does not end within %g s",
                      (double)asked->hang_ms / 1000);
  case PROPERTY_MEMORY:
    return mem_format("takes more than %" PRIu64 " MiB",
                      asked->hog_bytes >> 20);
  case PROPERTY_SCRIPT:
    return mem_format("%s exits with status 0", asked->test);
  case PROPERTY_WRONG:
    return behaviour_expected(self->subject->wrong.plan.expected,
                              self->subject->wrong.plan.or_fails);
  }
  return signature_is_crash(&self->signature) ? signature_line(&self->signature)
                                              : NULL;
}

exit_code property_find(property *out, const subject *of,
                        const rd_limits *earlier)
{
  const request *asked = of->request;
  *out = (property){ .request = asked,
                     .subject = of,
                     .kind = asked->test         ? PROPERTY_SCRIPT
                             : asked->wrong.code ? PROPERTY_WRONG
                             : asked->hang_ms    ? PROPERTY_HANG
                             : asked->hog_bytes  ? PROPERTY_MEMORY
                                                 : PROPERTY_CRASH };
  out->limits = request_first_limits(asked);
  if (!out->limits.memory_bytes)
    out->limits.memory_bytes = runner_usual_memory();
  if (asked->test)
    runner_user_environment(&out->environment, of->run);
  progress_advise(asked);
  exit_code code =
      out->kind == PROPERTY_CRASH ? crash_baseline(out) : plain_baseline(out);
  progress_advise(NULL);
  if (!code)
    code = find_address(out);
  if (!code)
    code = warn_of_empty(out);
  if (!code && earlier)
    take_limits(&out->limits, asked, earlier);
  out->line = describe(out);
  if (!code && out->kind == PROPERTY_CRASH)
    progress_detail("signature: %s", out->line);
  if (out->kind == PROPERTY_PATTERN)
    out->match = "pattern";
  else if (out->kind == PROPERTY_CRASH && out->line)
    out->match = match_level_name(out->signature.level);
  return code;
}

void property_dispose(property *self)
{
  strings_free(&self->environment);
  strings_free(&self->by_user);
  if (self->expression)
    regfree(&self->regex);
  free(self->expression);
  signature_dispose(&self->signature);
  site_reports_dispose(&self->reports);
  free(self->line);
}

/* ---- for the other stages ---- */

const char *property_pattern(const property *self)
{
  return self->expression ? self->expression : self->request->pattern;
}

/* Called while the oracle waits. */
static void on_idle(void *payload)
{
  (void)payload;
  progress_poll_keys();
}

/* Prints a notice of the oracle. */
static void on_notice(void *payload, const char *line)
{
  (void)payload;
  progress_notice("%s", line);
}

crash_options property_options(const property *self, const source *text)
{
  const request *asked = self->request;
  const subject *of = self->subject;
  return (crash_options){
    .follows = !asked->timeout_ms && self->kind != PROPERTY_HANG &&
               self->kind != PROPERTY_MEMORY,
    .usual_us = self->usual_us,
    .slots = &of->run,
    .slot_count = 1,
    .argv = subject_argv(of),
    .environment = self->environment.size ? &self->environment : NULL,
    .name = of->name,
    .property = self->kind,
    .expected = &self->signature,
    .pattern = self->pattern,
    .memory_bytes = asked->hog_bytes,
    .verdict_of = property_wrong_verdict,
    .limits = self->limits,
    .repeat = asked->repeat < 1000 ? (unsigned)asked->repeat : 1000,
    .compiler = of->has_command ? &of->compiler : NULL,
    .original = *text,
    .no_replay = asked->no_replay,
    .no_zygote = asked->no_zygote,
    .guards = &self->guard,
    .guard_count = self->guard.argv ? 1 : 0,
    .also_status = (int)asked->also_interesting,
    .idle = on_idle,
    .notice = on_notice,
  };
}
