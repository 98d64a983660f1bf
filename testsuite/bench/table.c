/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The report as Markdown.
 *
 * A cell is tokens / tests / wall seconds / processor seconds / MiB; what did not
 * end as it should stands as a word behind it. Means are geometric and taken over
 * the cases that both of a pair reduced to the end with a result that the case's
 * script confirms.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static const char *text_of(const json_t *row, const char *key)
{
  const char *string = json_string_value(json_object_get(row, key));
  return string ? string : "";
}

static double number_of(const json_t *row, const char *key)
{
  return json_number_value(json_object_get(row, key));
}

static const json_t *find_row(const json_t *rows, const char *name,
                              const char *tool)
{
  size_t index;
  json_t *row;
  json_array_foreach((json_t *)(uintptr_t)rows, index, row)
  {
    if (!strcmp(text_of(row, "case"), name) &&
        !strcmp(text_of(row, "tool"), tool))
      return row;
  }
  return NULL;
}

static bool is_good(const json_t *row)
{
  return row && !strcmp(text_of(row, "state"), "reduced") &&
         json_is_true(json_object_get(row, "passes_test"));
}

static void print_cell(FILE *out, const json_t *row)
{
  if (!row) {
    (void)fputs(" - |", out);
    return;
  }
  (void)fprintf(out, " %.0f / %.0f / %.1f / %.1f / %.0f",
                number_of(row, "tokens"), number_of(row, "tests"),
                number_of(row, "wall_s"), number_of(row, "cpu_s"),
                number_of(row, "peak_mib"));
  if (strcmp(text_of(row, "state"), "reduced") != 0)
    (void)fprintf(out, " (%s)", text_of(row, "state"));
  else if (!is_good(row))
    (void)fputs(" (does not pass its test)", out);
  if (json_is_false(json_object_get(row, "same_signature")))
    (void)fputs(" (another crash)", out);
  if (json_is_false(json_object_get(row, "valid")))
    (void)fputs(" (not valid)", out);
  (void)fputs(" |", out);
}

static void print_cases(FILE *out, const json_t *report)
{
  const json_t *rows = json_object_get(report, "rows");
  json_t *tools = json_object_get(report, "tools"), *tool, *name;
  size_t i, j;
  (void)fputs("| case | tokens in |", out);
  json_array_foreach(tools, i, tool)(void)
      fprintf(out, " %s |", text_of(tool, "name"));
  (void)fputs("\n|---|---:|", out);
  json_array_foreach(tools, i, tool)(void) fputs("---|", out);
  (void)fputs("\n", out);
  json_array_foreach(json_object_get(report, "cases"), j, name)
  {
    const json_t *any = NULL;
    json_array_foreach(tools, i, tool) if (!any) any =
        find_row(rows, json_string_value(name), text_of(tool, "name"));
    (void)fprintf(out, "| %s | %.0f |", json_string_value(name),
                  number_of(any, "tokens_in"));
    json_array_foreach(tools, i, tool) print_cell(
        out, find_row(rows, json_string_value(name), text_of(tool, "name")));
    (void)fputs("\n", out);
  }
}

/* The geometric mean of `key` of the first tool and of another, over the cases
 * that both reduced; returns how many those are. */
static size_t means(double *own, double *peer, const json_t *report,
                    const char *first, const char *other, const char *key)
{
  const json_t *rows = json_object_get(report, "rows");
  double own_sum = 0, peer_sum = 0;
  size_t count = 0, index;
  json_t *name;
  json_array_foreach(json_object_get(report, "cases"), index, name)
  {
    const json_t *a = find_row(rows, json_string_value(name), first);
    const json_t *b = find_row(rows, json_string_value(name), other);
    if (!is_good(a) || !is_good(b))
      continue;
    own_sum += log(fmax(number_of(a, key), 0.001));
    peer_sum += log(fmax(number_of(b, key), 0.001));
    count++;
  }
  *own = count ? exp(own_sum / (double)count) : 0;
  *peer = count ? exp(peer_sum / (double)count) : 0;
  return count;
}

static void print_means(FILE *out, const json_t *report)
{
  static const char *const keys[] = { "tokens", "bytes", "tests",
                                      "wall_s", "cpu_s", "peak_mib" };
  json_t *tools = json_object_get(report, "tools"), *tool;
  const char *first = text_of(json_array_get(tools, 0), "name");
  size_t i;
  if (json_array_size(tools) < 2)
    return;
  (void)fprintf(out,
                "\nGeometric means over the cases that both reduced: %s / the "
                "other.\n\n| against | cases | tokens | bytes | tests | wall s "
                "| CPU s | MiB |\n|---|---:|---|---|---|---|---|---|\n",
                first);
  json_array_foreach(tools, i, tool)
  {
    const char *name = text_of(tool, "name");
    double own, peer;
    if (!i)
      continue;
    (void)fprintf(out, "| %s | %zu |", name,
                  means(&own, &peer, report, first, name, keys[0]));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
      (void)means(&own, &peer, report, first, name, keys[k]);
      (void)fprintf(out, " %.1f / %.1f |", own, peer);
    }
    (void)fputs("\n", out);
  }
}

void table_print(FILE *out, const json_t *report)
{
  const json_t *machine = json_object_get(report, "machine");
  size_t i;
  json_t *tool;
  (void)fprintf(out,
                "%s, %s; %.0f processors; %.0f jobs; limit %.0f s a run.\n",
                text_of(machine, "system"), text_of(machine, "processor"),
                number_of(machine, "processors"), number_of(report, "jobs"),
                number_of(report, "limit_s"));
  json_array_foreach(json_object_get(report, "tools"), i, tool)(void)
      fprintf(out, "%s%s: %s", i ? "; " : "", text_of(tool, "name"),
              text_of(tool, "version"));
  (void)fputs(".\n\nA cell: tokens / tests / wall s / CPU s / peak MiB.\n\n",
              out);
  print_cases(out, report);
  print_means(out, report);
}
