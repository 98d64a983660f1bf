/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a case takes clang-hdd: tests before the last round and in it, until
 * most is gone, until the size of somebody's result is reached.
 *
 * The last round asks for everything once more and finds nothing; how dear it
 * is depends on what is left, so it is given per token of the result.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* Columns with a figure a case; NAN where there is none. */
enum {
  TOKENS,
  BEFORE,
  LAST,
  LAST_SHARE,
  MOST,
  UNTIL,
  INVALID,
  SECONDS,
  COLUMNS
};

enum { MOST_PERCENT = 95 };

typedef struct figures {
  double values[COLUMNS];
} figures;

static double number_of(const json_t *row, const char *key)
{
  json_t *value = json_object_get(row, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Tests when the text first had so few tokens. */
static double tests_until(const json_t *row, double tokens)
{
  json_t *steps = json_object_get(row, "steps"), *step;
  size_t i;
  json_array_foreach(steps, i, step)
  {
    if (json_number_value(json_array_get(step, 1)) <= tokens)
      return json_number_value(json_array_get(step, 0));
  }
  return NAN;
}

static double first_tokens(const json_t *row)
{
  json_t *first = json_array_get(json_object_get(row, "steps"), 0);
  return first ? json_number_value(json_array_get(first, 1)) : NAN;
}

static figures measure(const json_t *row, const json_t *until)
{
  double tests = number_of(row, "tests");
  double before = number_of(row, "before_last_round");
  const char *name = json_string_value(json_object_get(row, "case"));
  json_t *verdicts = json_object_get(row, "verdicts");
  figures all = { { NAN } };
  double *at = all.values;
  at[TOKENS] = number_of(row, "tokens");
  at[BEFORE] = before > 0 ? before : NAN;
  at[LAST] = tests - at[BEFORE];
  at[LAST_SHARE] = at[LAST] / at[TOKENS];
  at[MOST] = tests_until(row, first_tokens(row) * (100 - MOST_PERCENT) / 100);
  at[UNTIL] = tests_until(row, name ? number_of(until, name) : NAN);
  at[INVALID] = 100 * number_of(verdicts, "invalid") / tests;
  at[SECONDS] = number_of(row, "wall_s");
  return all;
}

static void print_figures(FILE *out, const char *name, const double *values)
{
  static const int digits[COLUMNS] = {
    [LAST_SHARE] = 1, [INVALID] = 1, [SECONDS] = 1
  };
  (void)fprintf(out, "| %s |", name);
  for (int i = 0; i < COLUMNS; i++)
    if (isnan(values[i]))
      (void)fputs(" - |", out);
    else
      (void)fprintf(out, " %.*f |", digits[i], values[i]);
  (void)fputc('\n', out);
}

/* ---- all cases ---- */

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The figures of a column that are there; returns how many. */
static size_t collect(double *out, const figures *all, size_t count, int column)
{
  size_t size = 0;
  for (size_t i = 0; i < count; i++)
    if (!isnan(all[i].values[column]))
      out[size++] = all[i].values[column];
  return size;
}

static double median(double *values, size_t size)
{
  qsort(values, size, sizeof *values, compare);
  return size ? (values[(size - 1) / 2] + values[size / 2]) / 2 : NAN;
}

/* A zero counts as a half: it has no logarithm. */
static double geometric_mean(const double *values, size_t size)
{
  double sum = 0;
  for (size_t i = 0; i < size; i++)
    sum += log(values[i] > 0 ? values[i] : 0.5);
  return size ? exp(sum / (double)size) : NAN;
}

static void print_means(FILE *out, const figures *all, size_t count)
{
  double medians[COLUMNS], means[COLUMNS];
  double *values = mem_resize(NULL, count, sizeof *values);
  for (int i = 0; i < COLUMNS; i++) {
    size_t size = collect(values, all, count, i);
    medians[i] = median(values, size);
    means[i] = geometric_mean(values, size);
  }
  print_figures(out, "median", medians);
  print_figures(out, "geometric mean", means);
  free(values);
}

void effort_print(FILE *out, const json_t *report, const json_t *until)
{
  json_t *rows = json_object_get(report, "rows"), *row;
  figures *all = mem_resize(NULL, json_array_size(rows) + 1, sizeof *all);
  size_t i, count = 0;
  json_array_foreach(rows, i, row)
  {
    if (!json_object_get(row, "steps"))
      continue;
    if (!count)
      (void)fprintf(out,
                    "\nTests of clang-hdd. The last round asks for all once "
                    "more. Until: at or below the tokens asked for.\n\n"
                    "| case | tokens | before the last round | last round | "
                    "of it a token | until %d %% gone | until | invalid %% | "
                    "s |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
                    MOST_PERCENT);
    all[count] = measure(row, until);
    print_figures(out, json_string_value(json_object_get(row, "case")),
                  all[count].values);
    count++;
  }
  if (count)
    print_means(out, all, count);
  free(all);
}
