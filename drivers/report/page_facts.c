/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The facts of a report as lists of a page.
 *
 * A fact that is not known has no row: a page full of "unknown" hides what is
 * known. One is always there, because its absence is a fact: whether the text is
 * valid. Values come from compilers and command lines, of which some are
 * very long: each has its limit, and what is cut ends with an ellipsis.
 */
#include "report/page_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/page_text.h"

enum {
  VALUE_LIMIT = 4096, /* bytes of the page for a value */
  OTHERS_LIMIT = 200, /* rows */
};

static void add_value(textbuf *out, const char *value)
{
  if (page_add_head(out, value, VALUE_LIMIT))
    text_puts(out, "&hellip;");
}

static bool known(const char *value)
{
  return value && *value;
}

/* A fact in words. */
static void add_fact(textbuf *out, const char *name, const char *value)
{
  if (!known(value))
    return;
  text_printf(out, "<div><dt>%s</dt><dd>", name);
  add_value(out, value);
  text_puts(out, "</dd></div>\n");
}

/* A fact as it was typed or printed. */
static void add_code(textbuf *out, const char *name, const char *value)
{
  if (!known(value))
    return;
  text_printf(out, "<div><dt>%s</dt><dd><code>", name);
  add_value(out, value);
  text_puts(out, "</code></dd></div>\n");
}

static void begin_figure(textbuf *out, const char *name)
{
  text_printf(out, "<div><dt>%s</dt><dd>", name);
}

static void add_change(textbuf *out, const char *name, uint64_t before,
                       uint64_t after)
{
  begin_figure(out, name);
  text_puts(out, "<span class=\"was\">");
  page_add_number(out, before);
  text_puts(out, " <span aria-hidden=\"true\">&rarr;</span>"
                 "<span class=\"hidden\">to</span></span> <b>");
  page_add_number(out, after);
  text_puts(out, "</b></dd></div>\n");
}

void page_add_figures(textbuf *out, page *self)
{
  const report *facts = self->report;
  add_change(out, "Tokens", facts->before.tokens, facts->after.tokens);
  add_change(out, "Lines", facts->original_lines, facts->reduced_lines);
  add_change(out, "Bytes", facts->before.bytes, facts->after.bytes);
  begin_figure(out, "Tests");
  text_puts(out, "<b>");
  page_add_number(out, facts->tests);
  text_puts(out, "</b></dd></div>\n");
  begin_figure(out, "Time");
  text_puts(out, "<b>");
  page_add_time(out, facts->ms);
  text_puts(out, "</b></dd></div>");
}

/* What had to stay, where that is no crash by its signature. */
static void add_property(textbuf *out, const report *facts)
{
  char *line = NULL;
  switch (facts->property) {
  case PROPERTY_CRASH:
    break;
  case PROPERTY_PATTERN:
    add_code(out, "Output matches", facts->pattern);
    break;
  case PROPERTY_SCRIPT:
    add_code(out, "Succeeds", facts->script);
    break;
  case PROPERTY_HANG:
    line = mem_format("within %g s", (double)facts->limit / 1000);
    add_fact(out, "Does not end", line);
    break;
  case PROPERTY_MEMORY:
    line = mem_format("more than %" PRIu64 " MiB", facts->limit >> 20);
    add_fact(out, "Takes memory", line);
    break;
  }
  free(line);
}

static void add_place(textbuf *out, const report *facts)
{
  if (!known(facts->function) && !known(facts->place))
    return;
  char *line =
      known(facts->function) && known(facts->place)
          ? mem_format("%s, %s", facts->function, facts->place)
          : mem_copy(known(facts->function) ? facts->function : facts->place);
  add_code(out, "In the compiler", line);
  free(line);
}

static void add_stage(textbuf *out, const triage *found)
{
  if (!known(found->stage) && !known(found->pass))
    return;
  text_puts(out, "<div><dt>Stage and pass</dt><dd>");
  add_value(out, found->stage);
  if (known(found->pass)) {
    text_puts(out, known(found->stage) ? ", " : "");
    add_value(out, found->kind);
    text_puts(out, known(found->kind) ? " pass <code>" : "pass <code>");
    add_value(out, found->pass);
    text_puts(out, "</code>");
  }
  if (known(found->named_by)) {
    text_puts(out, ", named by ");
    add_value(out, found->named_by);
  }
  text_puts(out, "</dd></div>\n");
  add_code(out, "Gone with", found->confirmed);
  add_code(out, "There with", found->limit);
  add_code(out, "Which lets run", found->exposed_by);
}

/* Who says that the text is valid: the first other compiler that compiles it. */
static const matrix_row *witness(const matrix *table)
{
  for (size_t i = 0; i < table->size; i++)
    if (!table->rows[i].self && table->rows[i].end == MATRIX_WORKS)
      return &table->rows[i];
  return NULL;
}

static void add_validity(textbuf *out, const report *facts)
{
  int valid = report_validity(facts);
  const matrix_row *row = witness(&facts->matrix);
  text_puts(out, "<div><dt>Valid code</dt><dd>");
  text_puts(out, valid > 0    ? "yes (ice-on-valid-code)"
                 : valid == 0 ? "no (ice-on-invalid-code)"
                              : "not known");
  if (valid > 0 && row) {
    text_puts(out, "; <code>");
    add_value(out, row->program);
    text_puts(out, "</code> compiles it");
  } else if (known(facts->judge) && known(facts->judge_class)) {
    text_puts(out, "; <code>");
    add_value(out, facts->judge);
    text_puts(out, "</code> says: ");
    add_value(out, facts->judge_class);
  }
  text_puts(out, "</dd></div>\n");
}

static void add_last_good(textbuf *out, const report *facts)
{
  const matrix_row *good = matrix_last_good(&facts->matrix);
  if (!good)
    return;
  char *line = mem_format("%s %s works", good->program,
                          good->version ? good->version : "");
  add_fact(out, "Regression", line);
  free(line);
}

static void add_effort(textbuf *out, const report *facts)
{
  text_puts(out, "<div><dt>Reduction</dt><dd>");
  page_add_number(out, facts->tests);
  text_puts(out, " tests");
  if (facts->flag_tests) {
    text_puts(out, " and ");
    page_add_number(out, facts->flag_tests);
    text_puts(out, " for the options");
  }
  text_puts(out, " in ");
  page_add_time(out, facts->ms);
  if (facts->jobs > 1)
    text_printf(out, ", %u at a time", facts->jobs);
  text_puts(out, facts->minimal ? "; nothing more can be removed by any pass"
                                : "; it was stopped, more may be removed");
  text_puts(out, "</dd></div>");
}

void page_add_facts(textbuf *out, page *self)
{
  const report *facts = self->report;
  add_property(out, facts);
  add_code(out, "Signature", facts->signature);
  add_code(out, "Message", facts->message);
  add_place(out, facts);
  add_stage(out, &facts->triage);
  add_code(out, "Command", facts->reduced_command);
  if (!facts->reduced_command || !facts->command ||
      strcmp(facts->command, facts->reduced_command) != 0)
    add_code(out, "Command as given", facts->command);
  add_fact(out, "Compiler", facts->version);
  add_code(out, "Built from", facts->built_from);
  add_code(out, "Target", facts->target);
  add_fact(out, "System", facts->system);
  add_validity(out, facts);
  add_last_good(out, facts);
  add_effort(out, facts);
}

static void add_words(textbuf *out, const char *name, const strings *words,
                      const char *none)
{
  text_printf(out, "<div><dt>%s</dt><dd>", name);
  if (!words->size)
    text_puts(out, none);
  size_t limit = out->size + VALUE_LIMIT;
  for (size_t i = 0; i < words->size; i++) {
    if (out->size > limit) {
      text_puts(out, "&hellip;");
      break;
    }
    text_puts(out, "<code class=\"word\">");
    add_value(out, words->data[i]);
    text_puts(out, "</code> ");
  }
  text_puts(out, "</dd></div>\n");
}

void page_add_flags(textbuf *out, page *self)
{
  add_words(out, "Needed", &self->report->flags, "none");
  add_words(out, "Not needed", &self->report->removed_flags, "none");
}

void page_add_others(textbuf *out, page *self)
{
  const report *facts = self->report;
  for (size_t i = 0; i < facts->other_count && i < OTHERS_LIMIT; i++) {
    text_puts(out, "<li><code>");
    add_value(out, facts->others[i].line);
    text_puts(out, "</code>");
    if (known(facts->others[i].file)) {
      text_puts(out, " <span class=\"muted\">in ");
      add_value(out, facts->others[i].file);
      text_puts(out, "</span>");
    }
    text_puts(out, "</li>\n");
  }
  if (facts->other_count > OTHERS_LIMIT)
    text_printf(out, "<li>and %zu more</li>\n",
                facts->other_count - OTHERS_LIMIT);
}
