/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shows how tests run and what they cost.
 *
 * This explains a reduction that is slow or that confuses another crash with
 * the wanted one: the commands as run, which faster modes are used or why not,
 * the order of the checks, and what ends a run. The costs are means of a few
 * runs as tests make them, so a run of the original is killed at its crash.
 */
#include "clang-hdd/stages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"
#include "compiler/words.h"

enum {
  RUNS = 5, /* runs per mean */
  LABEL_WIDTH = 12,
};

static void print(const char *label, const char *text)
{
  (void)printf("%-*s %s\n", LABEL_WIDTH, label, text);
}

static void print_words(const char *label, const strings *words)
{
  char *line = words_join((const char *const *)words->data);
  print(label, line);
  free(line);
}

/* ---- the modes of a command ---- */

static void print_replayed(const exec_modes *of)
{
  if (!of->replayed.words.size) {
    print("  replayed", of->reasons[EXEC_SPAWN] ? of->reasons[EXEC_SPAWN]
                                                : "no compiler is known");
    return;
  }
  print_words("  replayed", &of->replayed.words);
  for (size_t i = 0; i < of->replayed.environment.size; i++)
    print(i ? "" : "    with", of->replayed.environment.data[i]);
}

static void print_mode(const char *label, const exec_modes *of, exec_mode which)
{
  const char *reason = of->reasons[which];
  char *text =
      of->states[which] == EXEC_OFF
          ? mem_format("not used: %s", reason ? reason : "no compiler is known")
          : mem_copy(which == exec_modes_fastest(of)
                         ? "used"
                         : "used if the zygote has to be left");
  print(label, text);
  free(text);
}

static void print_modes(const exec_modes *of)
{
  print_replayed(of);
  print_mode("  spawned", of, EXEC_SPAWN);
  print_mode("  zygote", of, EXEC_ZYGOTE);
}

static bool has_faster(const exec_modes *of)
{
  return of && exec_modes_fastest(of) != EXEC_COMMAND;
}

/* ---- order and ends ---- */

static void print_property(const stages *of)
{
  const char *line = of->property.line, *match = of->property.match;
  const char *site = of->original.site_line;
  print("property", line ? line : "");
  if (match)
    print("match", match);
  print("crash site", *site ? site : "none is named");
  if (of->property.kind == PROPERTY_CRASH && of->request.regex)
    print("", of->property.guard.argv
                  ? "and the output matches --ice-pattern, run as you would"
                  : "and the output matches --ice-pattern");
  if (of->property.signature.address)
    print("", "and the fault has the same address in a traced run");
}

static void print_judge(const stages *of)
{
  print("judge", oracle_judge_line(&of->oracle));
  if (!of->oracle.judge)
    return;
  char *held = judge_held(of->oracle.judge);
  print("class", held);
  free(held);
  if (of->oracle.judge->is_lenient)
    print("", "the original has errors; no others are accepted");
  if (of->oracle.judge->modes)
    print_modes(of->oracle.judge->modes);
}

static void print_ends(const stages *of)
{
  bool whole = of->request.also_interesting;
  if (whole || of->property.kind == PROPERTY_HANG ||
      of->property.kind == PROPERTY_MEMORY ||
      of->property.kind == PROPERTY_SCRIPT ||
      of->property.kind == PROPERTY_WRONG)
    print("ends early", whole ? "nothing (--also-interesting)" : "nothing");
  else if (of->property.kind == PROPERTY_PATTERN)
    print("ends early", "the first line that matches --ice-pattern");
  else
    print("ends early", "the line that shows this crash, or another one");
  if (of->oracle.judge && of->oracle.judge->modes)
    print("", "a judge: its first error that the original does not have");
}

/* Prints the safeguards against a faster mode that differs from the command. */
static void print_checks(const stages *of)
{
  if (has_faster(crash_oracle_exec_modes(of->oracle.crash))) {
    print("checked", "each text that a faster way accepts, and each 50th that "
                     "it rejects, by the command");
    print("", "itself; the command alone is run while that is cheaper");
  } else if (of->oracle.judge && has_faster(of->oracle.judge->modes)) {
    print("checked", "each 50th answer of the judge, by its command itself");
  }
}

/* Prints the steps of a test of --wrong-code, each with the exit status of the
 * command that names it. */
static void print_steps(const stages *of)
{
  const plan *steps = &of->subject.wrong.plan;
  for (size_t i = 0; i < steps->size; i++) {
    char *line =
        mem_format("%zu: %s", DIFFERS_REFUSED + i, steps->steps[i].name);
    print(i ? "" : "steps", line);
    free(line);
  }
}

static void print_limits(const stages *of)
{
  const rd_limits *limits = &of->property.limits;
  (void)printf("%-*s %" PRIu32 " ms, %" PRIu32 " ms of CPU, %" PRIu64
               " MiB; who runs out of time runs once more, alone, with twice "
               "the time\n",
               LABEL_WIDTH, "limits", limits->wall_ms, limits->cpu_ms,
               limits->memory_bytes >> 20);
  (void)printf("%-*s %zu\n", LABEL_WIDTH, "slots", of->oracle.slot_count);
}

/* ---- costs ---- */

static double mean_ms(uint64_t sum_us, uint64_t runs)
{
  return runs ? (double)sum_us / (double)runs / 1000 : 0;
}

/* Prints a line of the table; nothing if the mode is off. */
static rd_status print_cost(const stages *of, bool judges, exec_mode which,
                            rd_error *err)
{
  const source texts[] = {
    subject_source(&of->subject, of->original.text, of->original.size),
    subject_source(&of->subject, "int x;\n", strlen("int x;\n")),
  };
  exec_mode_cost costs[2] = { { 0 }, { 0 } };
  rd_status status = RD_OK;
  for (size_t i = 0; i < 2 && !status; i++)
    status = crash_oracle_measure(&costs[i], of->oracle.crash, judges, which,
                                  &texts[i], RUNS, err);
  if (status)
    return status == RD_ERR_UNSUPPORTED ? RD_OK : status;
  (void)printf("%-*s %-10s", LABEL_WIDTH,
               judges             ? "  judge"
               : of->request.test ? "  script"
                                  : "  compiler",
               exec_mode_name(which));
  for (size_t i = 0; i < 2; i++)
    (void)printf(" %10.1f %10.1f", mean_ms(costs[i].cpu_us, costs[i].runs),
                 mean_ms(costs[i].wall_us, costs[i].runs));
  (void)putchar('\n');
  return RD_OK;
}

static rd_status print_costs(const stages *of, rd_error *err)
{
  (void)printf("%-*s %-10s %21s %21s\n", LABEL_WIDTH, "cost of", "",
               "the original", "\"int x;\"");
  (void)printf("%-*s %-10s %10s %10s %10s %10s\n", LABEL_WIDTH, "a run", "",
               "CPU ms", "wall ms", "CPU ms", "wall ms");
  rd_status status = RD_OK;
  bool has_judge = of->oracle.judge && of->oracle.judge->modes;
  for (int judges = 0; judges <= has_judge; judges++)
    for (int i = EXEC_COUNT; i-- > 0 && !status;)
      status = print_cost(of, judges, (exec_mode)i, err);
  return status;
}

exit_code explain_oracle(const stages *of)
{
  rd_error err = { 0 };
  if (crash_oracle_try_exec_modes(of->oracle.crash, &err))
    return progress_fail_error(&err);
  progress_clear();
  print_property(of);
  print_words("command", &of->subject.argv);
  print_steps(of);
  print_modes(crash_oracle_exec_modes(of->oracle.crash));
  print_judge(of);
  print_ends(of);
  print_limits(of);
  print_checks(of);
  rd_status status = print_costs(of, &err);
  return status ? progress_fail_error(&err)
                : command_printed("--explain-oracle");
}
