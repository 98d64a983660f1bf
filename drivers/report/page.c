/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.html: a static page that draws the report.json inside it.
 *
 * The page is page/page.html with its style and scripts. It contains the long
 * texts as HTML, for readers without JavaScript too, and all else as
 * report.json, from which the scripts draw it.
 *
 * A source that crashes a compiler may contain any bytes. Bytes that are not
 * visible text are shown as \xNN (utf8_visible), also in the JSON, where "<" is
 * written as \u003c, so neither </script> nor <!-- can occur. The page loads
 * nothing, and its policy names the hashes of its own style and script, so no
 * text can bring in another.
 *
 * The page has at most 3 MB, whatever the report. One number limits its data:
 * the bytes of the texts of steps and, in proportion, of other strings and the
 * rows of arrays (report_object). It is halved until the data fit. The last
 * steps matter most, while the early ones of a big file have most of the bytes,
 * so the earliest are left out.
 */
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "embedded.h"
#include "report/report.h"
#include "report/template.h"

enum {
  DATA_MOST = 2400000,      /* bytes of the data */
  STEPS_MOST = 2000000,     /* of the texts of steps, at first */
  TEXT_MOST = 64 << 10,     /* of the page for a text as HTML, */
  REDUCED_MOST = 128 << 10, /* for the reduced text, */
  ORIGINAL_MOST = 24 << 10, /* for the head of an original */
  TITLE_MOST = 1 << 10,     /* and for the title */
};

typedef struct page {
  const report *report;
  size_t left_out; /* bytes of the last text that did not fit */
} page;

/* ---- HTML ---- */

/* Adds whole characters from the beginning of the bytes, up to about `most`
 * bytes of the page, and notes the number of bytes left out. */
static void add_bytes(textbuf *out, page *self, const char *bytes, size_t size,
                      size_t most)
{
  size_t taken = size < most ? size : most;
  while (taken && taken < size && (bytes[taken] & 0xc0) == 0x80)
    taken--;
  char *clean = utf8_visible(bytes, taken), *at = clean;
  size_t end = out->size + most;
  for (; *at && (out->size < end || (*at & 0xc0) == 0x80); at++)
    template_escape(out, *at);
  self->left_out = strlen(at) + size - taken;
  free(clean);
}

/* ---- the texts of steps ---- */

/* The text after that many steps, or NULL. */
static const char *text_after(size_t *size_out, const report *facts,
                              size_t steps)
{
  const report_step *step = steps ? &facts->steps[steps - 1] : NULL;
  *size_out = step ? step->size : facts->original_size;
  return step ? step->text : facts->original;
}

/* The number of the first text that fits into `most` bytes with all later ones:
 * that text is kept whole, and each later one as a change. */
static size_t first_text(const report *facts, size_t most)
{
  size_t used = 0, first = facts->step_count + 1, later_size = 0, size;
  const char *later = NULL, *text;
  for (size_t i = facts->step_count + 1; i-- > 0 && used <= most;) {
    if (!(text = text_after(&size, facts, i)))
      continue;
    if (later) {
      text_same kept = text_change_find(text, size, later, later_size);
      used += later_size - kept.head - kept.tail;
    }
    if (used + size <= most)
      first = i;
    later = text;
    later_size = size;
  }
  return first;
}

static void make_visible(char **text, size_t *size)
{
  if (*text)
    *text = utf8_visible(*text, *size);
  *size = *text ? strlen(*text) : 0;
}

/* ---- the data ---- */

/* Removes a text that the page has as HTML. */
static void remove_text(json_t *owner, const char *key, const char *left_out)
{
  (void)json_object_del(owner, key);
  (void)json_object_del(owner, left_out);
}

/* report.json without the texts that the page has as HTML, with at most so many
 * bytes of texts of steps; caller's. */
static char *data_within(const report *self, size_t most)
{
  report shown = *self;
  size_t rows = most / REPORT_ROW_SHARE;
  size_t skipped = self->step_count > rows ? self->step_count - rows : 0;
  size_t count = shown.step_count -= skipped;
  shown.steps = mem_alloc(count + 1, sizeof *shown.steps);
  if (count)
    memcpy(shown.steps, self->steps + skipped, count * sizeof *shown.steps);
  shown.reduced = NULL;
  if (skipped)
    shown.original = NULL;
  size_t first = first_text(&shown, most);
  if (first)
    shown.original = NULL;
  make_visible(&shown.original, &shown.original_size);
  for (size_t i = 0; i < count; i++) {
    if (i + 1 < first)
      shown.steps[i].text = NULL;
    make_visible(&shown.steps[i].text, &shown.steps[i].size);
  }
  json_t *object = report_object(&shown, most);
  /* It is valid or not by its output, too. */
  remove_text(json_object_get(object, "crash"), "output", "output_left_out");
  remove_text(json_object_get(object, "compiler"), "verbose",
              "verbose_left_out");
  if (skipped)
    (void)json_object_set_new(object, "steps_left_out",
                              json_integer((json_int_t)skipped));
  char *json = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
  json_decref(object);
  for (size_t i = 0; i < count; i++)
    free(shown.steps[i].text);
  free(shown.steps);
  free(shown.original);
  return json ? json : mem_copy("{}");
}

static void add_data(textbuf *out, page *self)
{
  size_t begin = out->size, most = STEPS_MOST;
  do {
    char *json = data_within(self->report, most);
    out->size = begin;
    for (const char *at = json; *at; at++)
      text_add(out, *at == '<' ? "\\u003c" : at, *at == '<' ? 6 : 1);
    free(json);
    most /= 2;
  } while (out->size - begin > DATA_MOST && most);
}

/* ---- the slots ---- */

static void add_title(textbuf *out, page *self)
{
  char *title = report_title(self->report);
  add_bytes(out, self, title, strlen(title), TITLE_MOST);
  free(title);
}

static void add_reduced(textbuf *out, page *self)
{
  add_bytes(out, self, self->report->reduced, self->report->reduced_size,
            REDUCED_MOST);
}

/* The size of an original that was too large for the report is known. */
static void add_original(textbuf *out, page *self)
{
  const report *facts = self->report;
  if (facts->original)
    add_bytes(out, self, facts->original, facts->original_size, ORIGINAL_MOST);
  else
    self->left_out = facts->before.bytes;
}

static void add_tracker_name(textbuf *out, page *self)
{
  text_puts(out, report_tracker_file(self->report));
}

static void add_family(textbuf *out, page *self)
{
  text_puts(out, compiler_family_name(self->report->family));
}

/* Adds the size of the text that was left out; nothing if none was. */
static void add_left_out(textbuf *out, page *self)
{
  if (self->left_out)
    text_printf(out, "%zu", self->left_out);
}

/* A slot is a text of the program, a string of the report, a text that is made
 * from it, or has a function. */
static const struct {
  const char *name, *text;
  size_t field;
  char *(*make)(const report *self);
  void (*add)(textbuf *out, page *self);
} slots[] = {
  { "style", .text = page_css },
  { "style-hash", .text = page_css_hash },
  { "code", .text = page_js },
  { "code-hash", .text = page_js_hash },
  { "title", .add = add_title },
  { "output", .field = offsetof(report, output) },
  { "verbose", .field = offsetof(report, verbose) },
  { "reduced", .add = add_reduced },
  { "original", .add = add_original },
  { "fixed-in", .make = report_fixed_in },
  { "script", .make = report_script },
  { "family", .add = add_family },
  { "tracker-name", .add = add_tracker_name },
  { "tracker", .make = report_tracker_text },
  { "left-out", .add = add_left_out },
  { "data", .add = add_data },
};
enum { SLOT_COUNT = sizeof slots / sizeof *slots };

static bool add_slot(textbuf *out, void *payload, const char *name)
{
  page *self = payload;
  size_t i = 0;
  while (i < SLOT_COUNT && strcmp(slots[i].name, name) != 0)
    i++;
  if (i < SLOT_COUNT && slots[i].text) {
    text_puts(out, slots[i].text);
  } else if (i < SLOT_COUNT && slots[i].add) {
    slots[i].add(out, self);
  } else if (i < SLOT_COUNT) {
    const char *field = (const char *)self->report + slots[i].field;
    char *made = slots[i].make ? slots[i].make(self->report) : NULL;
    const char *text =
        slots[i].make ? made : *(char *const *)(const void *)field;
    add_bytes(out, self, text, text ? strlen(text) : 0, TEXT_MOST);
    free(made);
  }
  return i < SLOT_COUNT;
}

char *report_html(const report *self)
{
  textbuf out = { 0 };
  page state = { .report = self };
  template_fill(&out, page_html, &(template_slots){ .add = add_slot }, &state);
  return out.data;
}
