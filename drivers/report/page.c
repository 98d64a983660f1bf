/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.html: a page of its own.
 *
 * The page is a template, page/page.html, with slots: {{name}} is replaced by
 * what the slot's function adds; {{#name}}...{{/name}} stands only if there is
 * something to show. What stands in a slot is never looked at again, so a text
 * with braces does no harm. All markup of the page's frame is in the template;
 * rows of tables and lists are made in page_facts.c and page_tables.c.
 *
 * Whatever can be read is written as HTML, so that the page says it without
 * scripts, to a text browser and to a search. The plot, the chart, the colours
 * of sources and the diffs of the steps are made by page.js from one element of
 * JSON (page_data.c).
 *
 * The page needs nothing from outside. Its policy names the hashes of its own
 * style and script, so that a source can bring in no other, whatever holes there
 * may be. Its size is bounded: every text has its limit, and what is cut says so.
 */
#include "report/report.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "report/page_files.h"
#include "report/page_parts.h"
#include "report/page_text.h"

enum {
  SOURCE_LIMIT = 128 << 10,  /* bytes of the page for the reduced text */
  ORIGINAL_LIMIT = 24 << 10, /* of the original: its head */
  TEXT_LIMIT = 64 << 10,     /* of any other text */
};

typedef struct slot {
  const char *name;
  void (*add)(textbuf *out, page *self); /* NULL: only asked */
  bool (*has)(const page *self);         /* NULL: always */
} slot;

static void add_title(textbuf *out, page *self)
{
  char *title = report_title(self->report);
  (void)page_add_head(out, title, 1024);
  free(title);
}

static void add_style(textbuf *out, page *self)
{
  (void)self;
  text_puts(out, page_css);
}

static void add_style_hash(textbuf *out, page *self)
{
  (void)self;
  text_puts(out, page_css_hash);
}

static void add_script_code(textbuf *out, page *self)
{
  (void)self;
  text_puts(out, page_js);
}

static void add_script_hash(textbuf *out, page *self)
{
  (void)self;
  text_puts(out, page_js_hash);
}

static void add_made_by(textbuf *out, page *self)
{
  const char *name = self->report->made_by;
  text_puts(out, "Report of ");
  page_add_text(out, name ? name : "clang-hdd");
}

static void add_date(textbuf *out, page *self)
{
  page_add_text(out, self->report->date);
}

static bool has_date(const page *self)
{
  return self->report->date != NULL;
}

static void add_limited(textbuf *out, page *self, const char *text)
{
  self->left_out = page_add_head(out, text, TEXT_LIMIT);
}

static void add_output(textbuf *out, page *self)
{
  add_limited(out, self, self->report->output);
}

static bool has_output(const page *self)
{
  return self->report->output && *self->report->output;
}

static void add_verbose(textbuf *out, page *self)
{
  add_limited(out, self, self->report->verbose);
}

static bool has_verbose(const page *self)
{
  return self->report->verbose && *self->report->verbose;
}

/* Says what the text before lacks. */
static void add_note(textbuf *out, page *self)
{
  if (!self->left_out)
    return;
  text_puts(out, "<p class=\"note\">The rest, ");
  page_add_number(out, self->left_out);
  text_puts(out, " bytes, is left out here.</p>");
}

static void add_size(textbuf *out, rd_measure measure, uint64_t lines)
{
  page_add_number(out, measure.tokens);
  text_puts(out, measure.tokens == 1 ? " token, " : " tokens, ");
  page_add_number(out, lines);
  text_puts(out, lines == 1 ? " line" : " lines");
}

static void add_reduced_name(textbuf *out, page *self)
{
  page_add_text(out, self->report->reduced_name);
}

static void add_reduced_size(textbuf *out, page *self)
{
  add_size(out, self->report->after, self->report->reduced_lines);
}

static void add_reduced(textbuf *out, page *self)
{
  self->left_out = page_add_lines(out, self->report->reduced,
                                  self->report->reduced_size, SOURCE_LIMIT);
}

static void add_original_name(textbuf *out, page *self)
{
  page_add_text(out, self->report->original_name);
  if (self->report->preprocessed)
    text_puts(out, ", preprocessed");
}

static void add_original_size(textbuf *out, page *self)
{
  add_size(out, self->report->before, self->report->original_lines);
}

static void add_original(textbuf *out, page *self)
{
  const report *facts = self->report;
  self->left_out = facts->original
                       ? page_add_lines(out, facts->original,
                                        facts->original_size, ORIGINAL_LIMIT)
                       : facts->original_size;
}

static bool has_flags(const page *self)
{
  return self->report->flags.size || self->report->removed_flags.size;
}

static bool has_matrix(const page *self)
{
  return self->report->matrix.size;
}

static bool has_bisection(const page *self)
{
  return self->report->has_bisection;
}

static bool has_steps(const page *self)
{
  return self->report->step_count;
}

static bool has_passes(const page *self)
{
  return self->report->pass_count;
}

static bool has_others(const page *self)
{
  return self->report->other_count;
}

static void add_steps_note(textbuf *out, page *self)
{
  size_t skipped = page_first_step(self->report);
  if (!skipped)
    return;
  text_puts(out, "<p class=\"note\">The first ");
  page_add_number(out, skipped);
  text_puts(out, " steps are left out here.</p>");
}

static void add_script(textbuf *out, page *self)
{
  char *script = report_script(self->report);
  add_limited(out, self, script);
  free(script);
}

static void add_tracker_intro(textbuf *out, page *self)
{
  switch (self->report->family) {
  case FAMILY_GCC:
    text_puts(out, "For <a href=\"https://gcc.gnu.org/bugzilla/"
                   "enter_bug.cgi?product=gcc\">GCC&rsquo;s Bugzilla</a>. "
                   "Attach the reduced file.");
    break;
  case FAMILY_CLANG:
    text_puts(out, "For <a href=\"https://github.com/llvm/llvm-project/issues/"
                   "new\">LLVM&rsquo;s issues on GitHub</a>.");
    break;
  default:
    text_puts(out, "For the maintainers of the compiler.");
  }
}

static void add_tracker_name(textbuf *out, page *self)
{
  text_puts(out, report_tracker_file(self->report));
}

static void add_tracker(textbuf *out, page *self)
{
  char *text =
      self->report->family == FAMILY_GCC     ? report_bugzilla(self->report)
      : self->report->family == FAMILY_CLANG ? report_github(self->report)
                                             : report_plain(self->report);
  add_limited(out, self, text);
  free(text);
}

static const slot slots[] = {
  { "title", add_title, NULL },
  { "style", add_style, NULL },
  { "style-hash", add_style_hash, NULL },
  { "script-code", add_script_code, NULL },
  { "script-hash", add_script_hash, NULL },
  { "made-by", add_made_by, NULL },
  { "date", add_date, has_date },
  { "figures", page_add_figures, NULL },
  { "facts", page_add_facts, NULL },
  { "output", add_output, has_output },
  { "output-note", add_note, NULL },
  { "verbose", add_verbose, has_verbose },
  { "reduced-name", add_reduced_name, NULL },
  { "reduced-size", add_reduced_size, NULL },
  { "reduced", add_reduced, NULL },
  { "reduced-note", add_note, NULL },
  { "original-name", add_original_name, NULL },
  { "original-size", add_original_size, NULL },
  { "original", add_original, NULL },
  { "original-note", add_note, NULL },
  { "options", NULL, has_flags },
  { "flags", page_add_flags, NULL },
  { "compilers", NULL, has_matrix },
  { "compilers-text", page_add_compilers, NULL },
  { "matrix", page_add_matrix, NULL },
  { "bisection", NULL, has_bisection },
  { "bisection-facts", page_add_bisection, NULL },
  { "answers", NULL, page_has_answers },
  { "answer-rows", page_add_answers, NULL },
  { "answers-note", add_note, NULL },
  { "steps", NULL, has_steps },
  { "step-rows", page_add_steps, NULL },
  { "step-rows-note", add_note, NULL },
  { "steps-note", add_steps_note, NULL },
  { "passes", NULL, has_passes },
  { "tests-text", page_add_tests, NULL },
  { "pass-head", page_add_pass_head, NULL },
  { "pass-rows", page_add_passes, NULL },
  { "others", page_add_others, has_others },
  { "script", add_script, NULL },
  { "script-note", add_note, NULL },
  { "tracker-intro", add_tracker_intro, NULL },
  { "tracker-name", add_tracker_name, NULL },
  { "tracker", add_tracker, NULL },
  { "tracker-note", add_note, NULL },
  { "data", page_add_data, NULL },
};

static const slot *find_slot(const char *name, size_t size)
{
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
    if (strlen(slots[i].name) == size && !memcmp(slots[i].name, name, size))
      return &slots[i];
  return NULL;
}

/* Behind the end of the block of that name. */
static const char *block_end(const char *at, const char *name, size_t size)
{
  char *mark = mem_format("{{/%.*s}}", (int)size, name);
  const char *end = strstr(at, mark);
  assert(end && "a block of the template is not closed");
  end += strlen(mark);
  free(mark);
  return end;
}

/* Fills the slot at `at`, which is behind "{{"; returns what follows. */
static const char *fill(textbuf *out, page *self, const char *at)
{
  bool opens = *at == '#', closes = *at == '/';
  const char *name = at + (opens || closes), *end = strstr(name, "}}");
  assert(end && "a slot of the template is not closed");
  size_t size = (size_t)(end - name);
  const slot *found = find_slot(name, size);
  assert(found && "the template has a slot that is not in the table");
  if (opens && !found->has(self))
    return block_end(end, name, size);
  if (!opens && !closes)
    found->add(out, self);
  return end + strlen("}}");
}

char *report_html(const report *self)
{
  textbuf out = { 0 };
  page state = { .report = self };
  const char *at = page_html;
  for (const char *mark; (mark = strstr(at, "{{"));) {
    text_add(&out, at, (size_t)(mark - at));
    at = fill(&out, &state, mark + strlen("{{"));
  }
  text_puts(&out, at);
  return out.data;
}
