/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * docs/passes.md: what each pass and each rule of a front end earned, over all
 * cases of a report. A row that never asked for a test is there too: it may be
 * useless, or these cases have nothing for it.
 */
#include <string.h>

#include "bench.h"
#include "reduce/server.h"

static double number_of(const json_t *object, const char *key)
{
  return json_number_value(json_object_get(object, key));
}

/* ---- sums ---- */

static void add_up(json_t *total, json_t *pass)
{
  const char *key;
  json_t *value;
  json_object_foreach(pass, key, value)(void) json_object_set_new(
      total, key, json_real(number_of(total, key) + json_number_value(value)));
}

/* By name, over all rows; *cases_out: how many have figures. */
static json_t *sum_passes(size_t *cases_out, const json_t *report)
{
  json_t *sums = json_object(), *row, *pass;
  size_t i;
  const char *name;
  *cases_out = 0;
  json_array_foreach(json_object_get(report, "rows"), i, row)
  {
    json_t *passes = json_object_get(row, "passes");
    *cases_out += passes != NULL;
    json_object_foreach(passes, name, pass)
    {
      if (!json_object_get(sums, name))
        (void)json_object_set_new(sums, name, json_object());
      add_up(json_object_get(sums, name), pass);
    }
  }
  return sums;
}

/* ---- rows ---- */

struct table {
  FILE *out;
  const json_t *sums;
};

static void print_share(FILE *out, double part, double whole, double factor)
{
  if (whole > 0)
    (void)fprintf(out, " %.1f |", factor * part / whole);
  else
    (void)fputs(" - |", out);
}

static void print_row(const struct table *table, const rd_row *row)
{
  const json_t *sum = json_object_get(table->sums, row->name);
  double tests = number_of(sum, "tests"), tokens = number_of(sum, "tokens");
  double successes = number_of(sum, "successes");
  (void)fprintf(table->out, "| `%s` | %s | %s | %.0f | %.0f |", row->name,
                row->description, row->source ? row->source : "", tests,
                successes);
  print_share(table->out, successes, tests, 100);
  (void)fprintf(table->out, " %.0f |", tokens);
  print_share(table->out, tokens, tests, 1);
  print_share(table->out, number_of(sum, "invalid"), tests, 100);
  (void)fputc('\n', table->out);
}

static void print_rules(void *payload, const char *name,
                        const rd_frontend *frontend, const char *problem)
{
  (void)name, (void)problem;
  const rd_rule *rule = frontend ? frontend->rules : NULL;
  for (; rule && rule->row.name; rule++)
    print_row(payload, &rule->row);
}

static void print_head(FILE *out, const char *title)
{
  (void)fprintf(out,
                "\n## %s\n\n| name | what it does | source | tests | "
                "successes | %% | tokens removed | a test | invalid %% |\n"
                "|---|---|---|---:|---:|---:|---:|---:|---:|\n",
                title);
}

rd_status passes_print(FILE *out, const json_t *report, rd_error *err)
{
  size_t cases;
  json_t *sums = sum_passes(&cases, report);
  struct table table = { .out = out, .sums = sums };
  const rd_row *row;
  (void)fprintf(
      out,
      "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
      "<!-- Written by reduce-bench --passes; see performance.md. -->\n"
      "# Passes and rules\n\n"
      "What each pass and each rule earned on %zu cases together, with the "
      "default algorithm: the\ntests it asked for, those that succeeded, the "
      "tokens removed, and the share of its tests\nthat the compiler rejected "
      "for errors. A candidate that the front end's check rejects is\nno test. "
      "A row without tests had nothing to do here, or the default does not use "
      "it.\nWhat rules earned on other inputs is in "
      "[effects.md](effects.md#what-each-rule-earned).\n",
      cases);
  print_head(out, "Passes");
  for (size_t i = 0; (row = rd_pass_row(i)); i++)
    print_row(&table, row);
  print_head(out, "Rules of the front end for C");
  rd_status status = rd_frontends_each(NULL, print_rules, &table, err);
  json_decref(sums);
  return status;
}
