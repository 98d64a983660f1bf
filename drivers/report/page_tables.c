/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tables of a page.
 *
 * They are what a reader without scripts gets, and the other form of the plot
 * and the chart for one who does not see them. What a compiler made of the text
 * is a mark and a word, the colour only repeats it. Verdicts that no test got have no
 * column.
 */
#include "report/page_parts.h"

#include <string.h>

#include "report/page_text.h"

enum {
  STEP_ROWS = 500,
  MATRIX_ROWS = 300,
  PASS_ROWS = 300,
  CELL_LIMIT = 500, /* bytes of the page for a text in a cell */
  STEPS_LIMIT = 10000,
};

size_t page_first_step(const report *self)
{
  return self->step_count > STEPS_LIMIT ? self->step_count - STEPS_LIMIT : 0;
}

static void add_cell(textbuf *out, const char *text)
{
  if (page_add_head(out, text, CELL_LIMIT))
    text_puts(out, "&hellip;");
}

static void add_count(textbuf *out, uint64_t number)
{
  text_puts(out, number ? "<td>" : "<td class=\"zero\">");
  page_add_number(out, number);
  text_puts(out, "</td>");
}

static const struct {
  const char *class, *mark;
} ends[] = {
  [MATRIX_WORKS] = { "works", "\xe2\x9c\x93" },     /* check mark */
  [MATRIX_CRASHES] = { "crashes", "\xe2\x9c\x97" }, /* ballot x */
  [MATRIX_OTHER] = { "crashes", "\xe2\x89\xa0" },   /* not equal */
  [MATRIX_REJECTS] = { "rejects", "\xe2\x80\x93" }, /* en dash */
  [MATRIX_OPTIONS] = { "unknown", "?" },
  [MATRIX_LATE] = { "unknown", "\xe2\x80\xa6" }, /* ellipsis */
};

void page_add_compilers(textbuf *out, page *self)
{
  const matrix *table = &self->report->matrix;
  size_t counts[MATRIX_LATE + 1] = { 0 };
  for (size_t i = 0; i < table->size; i++)
    counts[table->rows[i].end]++;
  const char *separator = "";
  for (int i = 0; i <= MATRIX_LATE; i++)
    if (counts[i]) {
      text_printf(out, "%s%s: %zu", separator, matrix_end_name((matrix_end)i),
                  counts[i]);
      separator = ", ";
    }
  text_puts(out, ".");
}

static void add_matrix_row(textbuf *out, const matrix_row *row)
{
  text_printf(out, "<tr%s><th scope=\"row\"><code>",
              row->self ? " class=\"self\"" : "");
  add_cell(out, row->program);
  text_puts(out, "</code> <span class=\"version\">");
  add_cell(out, row->version);
  text_puts(out, "</span>");
  if (row->self)
    text_puts(out, " <span class=\"muted\">(this report)</span>");
  if (row->options && *row->options) {
    text_puts(out, "<br><code class=\"small\">");
    add_cell(out, row->options);
    text_puts(out, "</code>");
  }
  text_puts(out, "</th><td>");
  add_cell(out, row->target);
  text_printf(out,
              "</td><td class=\"end %s\"><span class=\"mark\" "
              "aria-hidden=\"true\">%s</span> %s",
              ends[row->end].class, ends[row->end].mark,
              matrix_end_name(row->end));
  if (row->detail && *row->detail) {
    text_puts(out, "<br><span class=\"small\">");
    add_cell(out, row->detail);
    text_puts(out, "</span>");
  }
  text_puts(out, "</td></tr>\n");
}

void page_add_matrix(textbuf *out, page *self)
{
  const matrix *table = &self->report->matrix;
  for (size_t i = 0; i < table->size && i < MATRIX_ROWS; i++)
    add_matrix_row(out, &table->rows[i]);
  if (table->size > MATRIX_ROWS)
    text_printf(out, "<tr><td colspan=\"3\">and %zu more</td></tr>\n",
                table->size - MATRIX_ROWS);
}

void page_add_steps(textbuf *out, page *self)
{
  const report *facts = self->report;
  self->left_out = 0;
  for (size_t i = 0; i < facts->step_count && i < STEP_ROWS; i++) {
    const report_step *step = &facts->steps[i];
    text_printf(out, "<tr><td>%zu</td><th scope=\"row\">", i + 1);
    add_cell(out, step->pass);
    text_printf(out, "</th><td>%u</td>", step->round);
    add_count(out, step->tests);
    text_puts(out, "<td>");
    page_add_time(out, step->ms);
    text_puts(out, "</td>");
    add_count(out, step->measure.tokens);
    add_count(out, step->measure.bytes);
    text_puts(out, "</tr>\n");
  }
  if (facts->step_count > STEP_ROWS)
    text_printf(out, "<tr><td colspan=\"7\">and %zu more</td></tr>\n",
                facts->step_count - STEP_ROWS);
}

/* How many tests of all passes got each verdict. */
static void sum_verdicts(uint64_t sums[RD_VERDICT_COUNT], const report *facts)
{
  memset(sums, 0, RD_VERDICT_COUNT * sizeof *sums);
  for (size_t i = 0; i < facts->pass_count; i++)
    for (int j = 0; j < RD_VERDICT_COUNT; j++)
      sums[j] += facts->passes[i].verdicts[j];
}

void page_add_tests(textbuf *out, page *self)
{
  uint64_t sums[RD_VERDICT_COUNT];
  sum_verdicts(sums, self->report);
  const char *separator = "";
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    if (sums[i]) {
      text_puts(out, separator);
      page_add_number(out, sums[i]);
      text_printf(out, " %s", rd_verdict_name((rd_verdict)i));
      separator = ", ";
    }
  text_puts(out, *separator ? "." : "No test was run.");
}

void page_add_pass_head(textbuf *out, page *self)
{
  uint64_t sums[RD_VERDICT_COUNT];
  sum_verdicts(sums, self->report);
  text_puts(out, "<tr><th scope=\"col\" class=\"word\">Pass</th>");
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    if (sums[i])
      text_printf(out, "<th scope=\"col\">%s</th>",
                  rd_verdict_name((rd_verdict)i));
  text_puts(out, "<th scope=\"col\">all</th></tr>");
}

static void add_pass_row(textbuf *out, const char *name,
                         const uint64_t verdicts[RD_VERDICT_COUNT],
                         const uint64_t sums[RD_VERDICT_COUNT])
{
  uint64_t all = 0;
  text_puts(out, "<tr><th scope=\"row\">");
  add_cell(out, name);
  text_puts(out, "</th>");
  for (int i = 0; i < RD_VERDICT_COUNT; i++) {
    all += verdicts[i];
    if (sums[i])
      add_count(out, verdicts[i]);
  }
  add_count(out, all);
  text_puts(out, "</tr>\n");
}

void page_add_passes(textbuf *out, page *self)
{
  const report *facts = self->report;
  uint64_t sums[RD_VERDICT_COUNT];
  sum_verdicts(sums, facts);
  for (size_t i = 0; i < facts->pass_count && i < PASS_ROWS; i++)
    add_pass_row(out, facts->passes[i].name, facts->passes[i].verdicts, sums);
  add_pass_row(out, "all", sums, sums);
}
