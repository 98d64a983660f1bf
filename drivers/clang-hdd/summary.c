/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The closing summary: size before and after, what it cost, what was held to,
 * and the command that shows the crash of what is left. "Before" is the user's
 * file in bytes and lines, but tokens are those of the text that was reduced,
 * since a file with includes has no meaningful number of its own.
 */
#include "clang-hdd/summary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/flags_step.h"
#include "clang-hdd/report_step.h"
#include "clang-hdd/resume.h"
#include "clang-hdd/triage_step.h"
#include "base/files.h"
#include "compiler/words.h"

uint64_t count_lines(const char *text, size_t size)
{
  uint64_t lines = 0;
  for (size_t i = 0; i < size; i++)
    lines += text[i] == '\n';
  return lines + (size && text[size - 1] != '\n');
}

char *summary_property(const session *self)
{
  switch (self->property) {
  case PROPERTY_CRASH:
    break;
  case PROPERTY_PATTERN:
    return mem_format("output matches %s", self->options.pattern);
  case PROPERTY_HANG:
    return mem_format("does not end within %g s",
                      (double)self->options.hang_ms / 1000);
  case PROPERTY_MEMORY:
    return mem_format("takes more than %" PRIu64 " MiB",
                      self->options.hog_bytes >> 20);
  case PROPERTY_SCRIPT:
    return mem_format("%s exits with status 0", self->options.test);
  }
  return signature_is_crash(&self->signature) ? signature_line(&self->signature)
                                              : NULL;
}

/* A script wants the file under its own name, and in the user's folder that
 * name is the original's: so the line goes to a fresh folder, as a test
 * does. */
static char *script_command(const session *self)
{
  textbuf out = { 0 };
  char *script = words_join((const char *const *)self->argv.data);
  char *path = path_absolute(self->cwd, self->output.path);
  text_puts(&out, "(cd \"$(mktemp -d)\" && cp ");
  words_quote(&out, path);
  text_puts(&out, " ");
  words_quote(&out, self->name);
  text_printf(&out, " && %s)", script);
  free(path);
  free(script);
  return out.data;
}

/* What the command needs beside itself: if the result still includes files and
 * lies elsewhere, the folder of the input. */
static void add_include_folder(strings *out, const session *self)
{
  const strings *extra = &self->compiler.extra;
  char *path = path_absolute(self->cwd, self->output.path);
  char *folder = path_directory(path);
  bool needed = !path_same(folder, self->command.directory) &&
                has_includes(self->result.text, self->result.size);
  for (size_t i = 0; needed && i < extra->size; i++)
    if (strcmp(extra->data[i], "-fno-crash-diagnostics") != 0)
      strings_add(out, extra->data[i]);
  free(folder);
  free(path);
}

char *summary_command(const session *self)
{
  if (self->property == PROPERTY_SCRIPT)
    return script_command(self);
  strings extra = { 0 };
  add_include_folder(&extra, self);
  char *line =
      invocation_typed(flags_step_command(self), self->output.path, &extra);
  strings_free(&extra);
  return line;
}

static void print_sizes(const session *self)
{
  const rd_result *result = &self->result;
  (void)fprintf(stderr, "%-12s %12s %12s\n", "", "before", "after");
  (void)fprintf(stderr, "%-12s %12zu %12zu\n", "bytes", self->input_size,
                result->size);
  (void)fprintf(stderr, "%-12s %12" PRIu64 " %12" PRIu64 "\n", "lines",
                count_lines(self->input, self->input_size),
                count_lines(result->text, result->size));
  (void)fprintf(stderr, "%-12s %12" PRIu64 " %12" PRIu64 "%s\n", "tokens",
                result->before.tokens, result->after.tokens,
                self->preprocessed ? "  (preprocessed)" : "");
}

static void print_tests(const session *self)
{
  const rd_stats *stats = &self->result.stats;
  (void)fprintf(stderr, "%-12s %" PRIu64 ":", "tests", stats->tests);
  const char *separator = " ";
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    if (stats->verdicts[i]) {
      (void)fprintf(stderr, "%s%" PRIu64 " %s", separator, stats->verdicts[i],
                    rd_verdict_name((rd_verdict)i));
      separator = ", ";
    }
  (void)fputs("\n", stderr);
}

/* Adds "12 zygote, 3 spawn" and the processor time of all. */
static void add_modes(textbuf *out, uint64_t *cpu_us,
                      const exec_mode_cost costs[EXEC_COUNT])
{
  const char *separator = "";
  for (int i = 0; i < EXEC_COUNT; i++) {
    *cpu_us += costs[i].cpu_us;
    if (!costs[i].runs)
      continue;
    text_printf(out, "%s%" PRIu64 " %s", separator, costs[i].runs,
                exec_mode_name((exec_mode)i));
    separator = ", ";
  }
}

static void print_runs(session *self)
{
  const crash_stats *stats = crash_oracle_stats(self->oracle);
  textbuf line = { 0 };
  uint64_t cpu_us = 0, judge_us = 0;
  text_puts(&line, "");
  add_modes(&line, &cpu_us, stats->modes);
  (void)fprintf(stderr, "%-12s %s; %.1f s of CPU", "runs", line.data,
                (double)cpu_us / 1000000);
  if (stats->faults)
    (void)fprintf(stderr, "; %" PRIu64 " traced", stats->faults);
  if (stats->confirmed + stats->contradicted)
    (void)fprintf(stderr, "; %" PRIu64 " confirmed, %" PRIu64 " contradicted",
                  stats->confirmed, stats->contradicted);
  if (stats->unstable)
    (void)fprintf(stderr, "; %" PRIu64 " tests gave different answers",
                  stats->unstable);
  (void)fputs("\n", stderr);
  text_free(&line);
  if (self->judge && judge_runs(self->judge)) {
    line = (textbuf){ 0 };
    text_puts(&line, "");
    add_modes(&line, &judge_us, stats->judge_exec_modes);
    (void)fprintf(stderr, "%-12s %" PRIu64 "%s%s; %.1f s of CPU\n",
                  "judge runs", judge_runs(self->judge), *line.data ? ": " : "",
                  line.data, (double)judge_us / 1000000);
    text_free(&line);
  }
}

static void print_besides(const session *self)
{
  const rd_stats *stats = &self->result.stats;
  rd_server_use use = rd_server_used(self->server);
  (void)fprintf(stderr,
                "%-12s %" PRIu64 " cache hits, %" PRIu64
                " failed deltas remembered, %" PRIu64 " trees (%.1f s of CPU)",
                "besides", stats->cache_hits, stats->remembered, stats->parses,
                (double)use.parse_us / 1000000);
  if (stats->recalled)
    (void)fprintf(stderr, ", %" PRIu64 " answers from the journal",
                  stats->recalled);
  (void)fputs("\n", stderr);
  if (stats->checks)
    (void)fprintf(stderr,
                  "%-12s %" PRIu64 " by the front end, %" PRIu64
                  " taken for invalid, %" PRIu64
                  " found wrong; %.1f s of CPU\n",
                  "checks", stats->checks, stats->foreseen, stats->misjudged,
                  (double)use.check_us / 1000000);
}

static void print_time(const session *self)
{
  const rd_stats *stats = &self->result.stats;
  uint64_t elapsed = progress_elapsed(&self->progress);
  (void)fprintf(stderr, "%-12s %.1f s, %.1f tests/s, %zu job%s", "time",
                (double)elapsed / 1000,
                elapsed ? 1000.0 * (double)stats->tests / (double)elapsed : 0,
                self->slot_count, self->slot_count == 1 ? "" : "s");
  if (stats->unused)
    (void)fprintf(stderr, " (%" PRIu64 " tests started ahead for nothing)",
                  stats->unused);
  (void)fputs("\n", stderr);
}

/* What may be said of the result. */
static const char *describe_minimality(const session *self)
{
  const rd_result *result = &self->result;
  if (result->minimal)
    return "yes, relative to the passes: a complete last round found nothing";
  if (!result->complete)
    return "not known: stopped before the end";
  if (self->options.no_final_check)
    return "not known (--no-final-check)";
  return "not claimed by this algorithm";
}

static const char *describe_judge(const session *self)
{
  if (self->judge)
    return judge_name(self->judge);
  if (self->options.allow_invalid)
    return "none (--allow-invalid)";
  if (!self->has_command)
    return "none (the script decides alone)";
  return "none accepts the original, so invalid results are possible";
}

char *summary_match(const session *self)
{
  switch (self->property) {
  case PROPERTY_CRASH:
    return signature_is_crash(&self->signature)
               ? mem_copy(match_level_name(self->signature.level))
               : NULL;
  case PROPERTY_PATTERN:
    return mem_copy("pattern");
  case PROPERTY_HANG:
  case PROPERTY_MEMORY:
  case PROPERTY_SCRIPT:
    break;
  }
  return NULL;
}

/* What was looked for, and where it was. */
static void print_property(const session *self)
{
  char *property = summary_property(self), *match = summary_match(self);
  char *site = sites_line(&self->sites);
  (void)fprintf(stderr, "%-12s %s\n",
                self->property == PROPERTY_CRASH ? "signature" : "property",
                property ? property : "");
  if (match)
    (void)fprintf(stderr, "%-12s %s\n", "match", match);
  if (*site)
    (void)fprintf(stderr, "%-12s %s\n", "crash site", site);
  free(site);
  free(match);
  free(property);
}

/* What the judge says of the result, and of texts of other classes. */
static void print_classes(const session *self)
{
  if (!self->judge || !self->classified)
    return;
  (void)fprintf(stderr, "%-12s %s%s\n", "class", judge_class_name(self->class),
                judge_tells_warnings(self->judge) ? ""
                                                  : " (no warnings are seen)");
  for (size_t i = 0; i < self->class_count; i++) {
    const class_text *at = &self->classes[i];
    char *label = mem_format("also %s", judge_class_name(at->wanted));
    if (at->path)
      (void)fprintf(stderr,
                    "%-12s %" PRIu64 " tokens, %" PRIu64 " bytes, %" PRIu64
                    " tests%s: %s\n",
                    label, at->measure.tokens, at->measure.bytes, at->tests,
                    at->complete ? "" : ", stopped before the end", at->path);
    else
      (void)fprintf(stderr, "%-12s %s, %" PRIu64 " tests\n", label,
                    at->complete ? "none was found" : "not finished",
                    at->tests);
    free(label);
  }
}

/* The bonus: other bugs, each with the file that shows it. */
static void print_others(const session *self)
{
  const char *label = "also met";
  for (size_t i = 0; i < self->others.size; i++) {
    const other_crash *crash = &self->others.data[i];
    if (!crash->listed)
      continue;
    (void)fprintf(stderr, "%-12s %s\n", label, crash->line);
    if (crash->path)
      (void)fprintf(stderr, "%-12s in %s, %zu bytes\n", "", crash->path,
                    crash->bytes);
    label = "";
  }
}

/* With which commit or version the crash began. */
static void print_bisection(const session *self)
{
  const bisection *found = &self->report.bisection;
  if (!self->report.has_bisection)
    return;
  char *title = bisection_title(found);
  (void)fprintf(stderr, "%-12s %s\n",
                found->end == BISECTION_FOUND ? "started with" : "bisection",
                title);
  if (found->moved)
    (void)fprintf(stderr, "%-12s %s\n", "", found->moved);
  free(title);
}

void summary_print(session *self)
{
  progress_clear(&self->progress);
  if (self->options.quiet || !self->has_result)
    return;
  print_sizes(self);
  print_tests(self);
  if (self->oracle)
    print_runs(self);
  print_besides(self);
  print_time(self);
  (void)fprintf(stderr, "%-12s %s\n", "1-minimal", describe_minimality(self));
  print_property(self);
  (void)fprintf(stderr, "%-12s %s%s\n", "judge", describe_judge(self),
                self->judge && judge_is_lenient(self->judge)
                    ? " (the original has errors; no others are accepted)"
                    : "");
  print_classes(self);
  flags_step_print(self, stderr);
  triage_step_print(self);
  print_bisection(self);
  char *command = summary_command(self);
  if (self->output.written)
    (void)fprintf(stderr, "%-12s %s\n%-12s %s\n", "written", self->output.path,
                  "reproduce", command);
  char *steps = resume_history(self);
  if (steps)
    (void)fprintf(stderr, "%-12s %s\n", "history", steps);
  char *told = report_step_line(self);
  if (told)
    (void)fprintf(stderr, "%-12s %s\n", "report", told);
  print_others(self);
  triage_step_print_matrix(self);
  free(told);
  free(steps);
  free(command);
}
