/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The closing summary: the result, if it is short, and what matters of it: its
 * size, its cost, the preserved property, and the command that shows the crash
 * of the reduced file; with --verbose all that is known. "Before" is the
 * user's file in bytes and lines, but tokens are those of the text that was
 * reduced, since a file with includes has no meaningful token count of its
 * own.
 */
#include "clang-hdd/stages.h"
#include "clang-hdd/workers.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/parts.h"
#include "wrong/aliasing.h"
#include "wrong/pass.h"

/* Begins a line. */
static void print(const char *label, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void print(const char *label, const char *format, ...)
{
  va_list args;
  (void)fprintf(stderr, "%-12s ", label);
  va_start(args, format);
  (void)vfprintf(stderr, format, args);
  va_end(args);
}

/* More than this is a file to open, not a result to see. */
enum { SHORT_LINES = 20, SHORT_BYTES = 2000 };

/* Prints the result, if it is short; control characters, but for tabs and line
 * breaks, appear as "?". */
static void print_result(const stages *of)
{
  const rd_result *result = &of->outcome.result;
  size_t size;
  char *text = subject_show(&size, &of->subject, result->text, result->size);
  bool is_short =
      size > 0 && size <= SHORT_BYTES && count_lines(text, size) <= SHORT_LINES;
  for (size_t i = 0; is_short && i < size; i++) {
    unsigned char byte = (unsigned char)text[i];
    bool shown = byte == '\n' || byte == '\t' || (byte >= ' ' && byte != 127);
    (void)fputc(shown ? byte : '?', stderr);
  }
  if (is_short)
    (void)fputs(text[size - 1] == '\n' ? "\n" : "\n\n", stderr);
  free(text);
}

static void print_sizes(const stages *of)
{
  const rd_result *result = &of->outcome.result;
  print("", "%12s %12s\n", "before", "after");
  print("bytes", "%12zu %12zu\n", of->subject.input_size, result->size);
  print("lines", "%12zu %12zu\n",
        count_lines(of->subject.input, of->subject.input_size),
        count_lines(result->text, result->size));
  print("tokens", "%12" PRIu64 " %12" PRIu64 "%s\n", result->before.tokens,
        result->after.tokens,
        of->original.preprocessed ? "  (preprocessed)" : "");
}

static void print_tests(const stages *of)
{
  const rd_stats *stats = &of->outcome.result.stats;
  print("tests", "%" PRIu64 ":", stats->tests);
  const char *separator = " ";
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    if (stats->verdicts[i]) {
      (void)fprintf(stderr, "%s%" PRIu64 " %s", separator, stats->verdicts[i],
                    rd_verdict_name((rd_verdict)i));
      separator = ", ";
    }
  (void)fputs("\n", stderr);
}

/* Prints "12 zygote, 3 spawn" and the total processor time. */
static void print_modes(const exec_mode_cost costs[EXEC_COUNT],
                        const char *separator)
{
  uint64_t cpu_us = 0;
  for (int i = 0; i < EXEC_COUNT; i++) {
    cpu_us += costs[i].cpu_us;
    if (!costs[i].runs)
      continue;
    (void)fprintf(stderr, "%s%" PRIu64 " %s", separator, costs[i].runs,
                  exec_mode_name((exec_mode)i));
    separator = ", ";
  }
  (void)fprintf(stderr, "; %.1f s of CPU", (double)cpu_us / 1000000);
}

static void print_runs(const stages *of)
{
  const crash_stats *stats = crash_oracle_stats(of->oracle.crash);
  const judge *by = of->oracle.judge;
  print("runs", "%s", "");
  print_modes(stats->modes, "");
  if (stats->faults)
    (void)fprintf(stderr, "; %" PRIu64 " traced", stats->faults);
  if (stats->confirmed + stats->contradicted)
    (void)fprintf(stderr, "; %" PRIu64 " confirmed, %" PRIu64 " contradicted",
                  stats->confirmed, stats->contradicted);
  if (stats->unstable)
    (void)fprintf(stderr, "; %" PRIu64 " tests gave different answers",
                  stats->unstable);
  (void)fputs("\n", stderr);
  if (!by || !judge_runs(by))
    return;
  print("judge runs", "%" PRIu64, judge_runs(by));
  print_modes(stats->judge_exec_modes, ": ");
  (void)fputs("\n", stderr);
}

static void print_besides(const stages *of)
{
  const rd_stats *stats = &of->outcome.result.stats;
  rd_server_use use = rd_server_used(of->subject.server);
  print("besides",
        "%" PRIu64 " cache hits, %" PRIu64 " failed deltas remembered, %" PRIu64
        " texts implied by failures, %" PRIu64 " trees (%.1f s of CPU)",
        stats->cache_hits, stats->remembered, stats->implied, stats->parses,
        (double)use.parse_us / 1000000);
  if (stats->recalled)
    (void)fprintf(stderr, ", %" PRIu64 " answers from the journal",
                  stats->recalled);
  (void)fputs("\n", stderr);
  if (stats->checks)
    print("checks",
          "%" PRIu64 " by the front end, %" PRIu64 " taken for invalid, "
          "%" PRIu64 " found wrong; %.1f s of CPU\n",
          stats->checks, stats->foreseen, stats->misjudged,
          (double)use.check_us / 1000000);
}

static void print_time(const stages *of)
{
  const rd_stats *stats = &of->outcome.result.stats;
  uint64_t elapsed = progress_elapsed();
  print("time", "%.1f s, %.1f tests/s, %zu job%s", (double)elapsed / 1000,
        elapsed ? 1000.0 * (double)stats->tests / (double)elapsed : 0,
        of->oracle.slot_count, of->oracle.slot_count == 1 ? "" : "s");
  if (stats->unused)
    (void)fprintf(stderr, " (%" PRIu64 " tests started ahead for nothing)",
                  stats->unused);
  (void)fputs("\n", stderr);
}

/* The claim about the result's minimality; caller's. */
static char *describe_minimality(const stages *of)
{
  const rd_result *result = &of->outcome.result;
  const char *units = subject_units(&of->subject);
  if (result->minimal)
    return mem_format("yes, relative to %s: a complete last round found "
                      "nothing",
                      units ? units : "the passes");
  return mem_copy(!result->complete       ? "not known: stopped before the end"
                  : of->outcome.fell_back ? "not known: an earlier text is kept"
                  : of->request.no_final_check
                      ? "not known (--no-final-check)"
                      : "not claimed by this algorithm");
}

static void print_minimality(const stages *of)
{
  char *claim = describe_minimality(of);
  print("1-minimal", "%s\n", claim);
  free(claim);
}

/* Prints the property and the crash site. */
static void print_property(const stages *of)
{
  const char *line = of->property.line, *match = of->property.match;
  const char *site = of->original.site_line;
  print(of->property.kind == PROPERTY_CRASH ? "signature" : "property", "%s\n",
        line ? line : "");
  if (match && of->request.verbose)
    print("match", "%s\n", match);
  if (site && *site && of->request.verbose)
    print("crash site", "%s\n", site);
}

static void print_where(const stages *of)
{
  char *where = triage_line(&of->outcome.report.triage);
  if (where)
    print("where", "%s\n", where);
  free(where);
  const wrong_case *wrong = &of->subject.wrong;
  if (wrong_pass_slipped(wrong, &of->outcome.report.triage))
    print("", "in %s it was %s: see whether the result shows the same bug\n",
          of->subject.file, wrong->first.pass);
}

/* Prints the options with which the program is right. */
static void print_hiding(const stages *of)
{
  const strings *hiding = &of->outcome.report.hiding;
  for (size_t i = 0; i < hiding->size; i++)
    (void)(i ? fputs(" ", stderr) : (print("hidden by", "%s", ""), 0),
           fputs(hiding->data[i], stderr));
  if (hiding->size)
    (void)fputs("\n", stderr);
  if (strings_has(hiding, "-fno-strict-aliasing"))
    print("", "-fno-strict-aliasing hides it%s\n",
          aliasing_is_asked(&of->subject.wrong.plan)
              ? ", but no access has another type than what is stored there"
              : ": look for accesses that break the aliasing rules, for which "
                "nothing here has looked");
  if (strings_has(hiding, WRONG_UNRESTRICTED))
    print("", "right without restrict: is an object used through such a "
              "pointer and otherwise too? Nothing here looks for that\n");
}

/* Prints what has refused texts that were built wrong. */
static void print_sieve(const stages *of)
{
  if (of->property.kind != PROPERTY_WRONG || !of->oracle.crash)
    return;
  char *line =
      property_sieve_line(&of->property, crash_oracle_stats(of->oracle.crash));
  print("refused", "%s\n", line ? line : "none by the sieve");
  free(line);
  if (of->request.verbose) {
    line =
        property_cost_line(&of->property, crash_oracle_stats(of->oracle.crash));
    print("sieve", "%s\n", line);
    free(line);
  } else { /* it prints that itself */
    print_where(of);
  }
  print_hiding(of);
}

static void print_offer(const char *label, const class_text *of)
{
  const char *habits = of->habits ? of->habits : "what the standard forbids";
  print(label, "%" PRIu64 " tokens if %s %s accepted: %s\n", of->measure.tokens,
        habits, strstr(habits, " and ") ? "are" : "is", of->path);
}

/* Prints the judge's rating of the result. */
static void print_class(const stages *of)
{
  if (!of->oracle.judge || !of->outcome.classified)
    return;
  print("class", "%s%s\n", judge_class_name(of->outcome.class),
        of->oracle.judge->tells_warnings ? "" : " (no warnings are seen)");
  char *held = judge_held(of->oracle.judge);
  print("held to", "%s\n", held);
  free(held);
  char *breaks = parts_habits(&of->outcome.report);
  if (breaks && of->outcome.class == JUDGE_ACCEPTED)
    print("", "not valid C: %s\n", breaks);
  free(breaks);
}

/* Prints the texts of other classes. */
static void print_other_classes(const stages *of)
{
  for (size_t i = 0; i < of->outcome.class_count; i++) {
    const class_text *at = &of->outcome.classes[i];
    if (!at->path && !of->request.also_invalid)
      continue; /* it was only offered */
    char *label = mem_format("also %s", judge_class_name(at->wanted));
    if (at->path && at->wanted == JUDGE_ACCEPTED)
      print_offer(label, at);
    else if (at->path)
      print(label,
            "%" PRIu64 " tokens, %" PRIu64 " bytes, %" PRIu64 " tests%s: %s\n",
            at->measure.tokens, at->measure.bytes, at->tests,
            at->complete ? "" : ", stopped before the end", at->path);
    else
      print(label, "%s, %" PRIu64 " tests\n",
            at->complete ? "none was found" : "not finished", at->tests);
    free(label);
  }
}

static void print_words(const strings *words)
{
  if (!words->size)
    (void)fputs("none", stderr);
  for (size_t i = 0; i < words->size; i++)
    (void)fprintf(stderr, "%s%s", i ? " " : "", words->data[i]);
}

static void print_flags(const stages *of)
{
  const flags_result *flags = &of->outcome.flags;
  if (!of->outcome.has_flags)
    return;
  print("reduced flags", "%s", "");
  print_words(&flags->left);
  if (flags_result_is_new(flags)) {
    (void)fputs(" (were: ", stderr);
    print_words(&flags->were);
    (void)fputs(")", stderr);
  }
  (void)fprintf(stderr, "; %" PRIu64 " tests%s\n", flags->tests,
                flags->minimal ? "" : ", stopped before the end");
}

/* Prints the other bugs that were found, each with its file. */
static void print_others(const stages *of)
{
  const char *label = "also met";
  for (size_t i = 0; i < of->oracle.others.size; i++) {
    const other_crash *crash = &of->oracle.others.data[i];
    if (!crash->listed)
      continue;
    print(label, "%s\n", crash->line);
    if (crash->path)
      print("", "in %s, %zu bytes\n", crash->path, crash->bytes);
    label = "";
  }
}

/* Prints the commit or version with which the crash began. */
static void print_bisection(const stages *of)
{
  const bisection *found = &of->outcome.report.bisection;
  if (!of->outcome.report.has_bisection)
    return;
  char *title = bisection_title(found);
  print(found->end == BISECTION_FOUND ? "started with" : "bisection", "%s\n",
        title);
  if (found->moved)
    print("", "%s\n", found->moved);
  free(title);
}

/* The last line: somebody has fixed it before. */
static void print_fixed(const stages *of)
{
  char *fixed = report_fixed_in(&of->outcome.report);
  if (fixed)
    print("fixed", "already, in %s: do not send the report\n", fixed);
  free(fixed);
}

static void print_workers(const stages *of)
{
  char *line = workers_line(&of->oracle);
  if (line)
    print("workers", "%s\n", line);
  free(line);
}

/* Prints how many runs the sandbox got in the way of. */
static void print_refused(void)
{
  uint64_t writes = progress_refused(REFUSED_WRITE);
  uint64_t processes = progress_refused(REFUSED_PROCESSES);
  if (writes + processes)
    print("sandbox",
          "%" PRIu64 " runs were refused something, %" PRIu64
          " ended with too many processes\n",
          writes, processes);
}

/* Prints the table, if the user asked for it. */
static void print_matrix(const stages *of)
{
  const request *asked = &of->request;
  if ((!asked->matrix && !asked->matrix_all) || !of->outcome.report.matrix.size)
    return;
  char *table = matrix_text(&of->outcome.report.matrix);
  (void)fprintf(stderr, "\n%s", table);
  free(table);
}

/* The size and the cost in two lines. */
static void print_briefly(const stages *of)
{
  const rd_result *result = &of->outcome.result;
  print("size",
        "%zu -> %zu bytes, %zu -> %zu lines, %" PRIu64 "%s -> %" PRIu64
        " tokens\n",
        of->subject.input_size, result->size,
        count_lines(of->subject.input, of->subject.input_size),
        count_lines(result->text, result->size), result->before.tokens,
        of->original.preprocessed ? " (preprocessed)" : "",
        result->after.tokens);
  char *claim = describe_minimality(of);
  print("tests", "%" PRIu64 " in %.1f s; 1-minimal: %s\n", result->stats.tests,
        (double)progress_elapsed() / 1000, claim);
  free(claim);
}

/* Prints what each pass asked for and how often it succeeded. */
static void print_passes(const stages *of)
{
  const report *about = &of->outcome.report;
  const char *label = "passes";
  for (size_t i = 0; i < about->pass_count; i++) {
    const report_pass *pass = &about->passes[i];
    uint64_t tests = 0;
    for (int verdict = 0; verdict < RD_VERDICT_COUNT; verdict++)
      tests += pass->verdicts[verdict];
    if (!tests)
      continue;
    print(label, "%-24s %8" PRIu64 " tests, %" PRIu64 " interesting\n",
          pass->name, tests, pass->verdicts[RD_INTERESTING]);
    label = "";
  }
}

static void print_details(const stages *of)
{
  print_sizes(of);
  print_tests(of);
  if (of->oracle.crash)
    print_runs(of);
  print_passes(of);
  print_besides(of);
  print_time(of);
  print_minimality(of);
}

static void print_judge(const stages *of)
{
  print("judge", "%s%s\n", oracle_judge_line(&of->oracle),
        of->oracle.judge && of->oracle.judge->is_lenient
            ? " (the original has errors; no others are accepted)"
            : "");
  print_class(of);
  print_flags(of);
  print_where(of);
}

/* Prints where everything is. */
static void print_files(const stages *of)
{
  if (of->output.written) {
    char *command =
        outcome_command_line(&of->outcome, &of->subject, &of->output);
    bool is_last = output_size(&of->output) == of->outcome.result.size;
    print("written", "%s%s", of->output.path,
          is_last ? "" : " (an earlier step)");
    if (of->outcome.report_path)
      (void)fprintf(stderr, "; report: %s/ (for the tracker: %s)",
                    of->outcome.report_path,
                    report_tracker_file(&of->outcome.report));
    (void)fputs("\n", stderr);
    print("reproduce", "%s\n", command);
    free(command);
  }
  char *steps = resume_history(&of->journal);
  if (steps && of->request.verbose)
    print("history", "%s\n", steps);
  free(steps);
}

void summary_print(const stages *of)
{
  if (of->request.quiet || !of->outcome.has_result)
    return;
  print_result(of);
  if (of->request.verbose)
    print_details(of);
  else
    print_briefly(of);
  print_property(of);
  print_sieve(of);
  if (of->request.verbose)
    print_judge(of);
  else if (of->request.also_invalid)
    print_class(of);
  print_other_classes(of);
  print_bisection(of);
  print_files(of);
  print_others(of);
  print_workers(of);
  print_refused();
  print_matrix(of);
  print_fixed(of);
}
