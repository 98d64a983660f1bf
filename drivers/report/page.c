/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.html: a static page that draws the report.json inside it.
 *
 * The page is page/page.html with its style and scripts. It contains
 * report.json, from which the scripts draw everything, and, for readers without
 * JavaScript, the two texts that are sent: the tracker's text and the script.
 *
 * A source that crashes a compiler may contain any bytes. Bytes that are not
 * visible text are shown as \xNN (utf8_visible; bytes.js does the same). The
 * JSON is ASCII with "<" written as \u003c, so neither </script> nor <!-- can
 * occur. The page loads nothing, and its policy names the hashes of its own
 * style and script, so no text can bring in another.
 *
 * The texts of steps are limited in size. The last ones matter most, while the
 * early ones of a big file have most of the bytes, so the earliest are left
 * out.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "embedded.h"
#include "report/report.h"
#include "report/template.h"

enum {
  STEPS_MOST = 2000000,     /* bytes of the texts of steps */
  TEXT_MOST = 64 << 10,     /* of the page for a text as HTML, */
  ORIGINAL_MOST = 24 << 10, /* for the head of an original */
  TITLE_MOST = 1 << 10,     /* and for the title */
};

typedef struct page {
  const report *report;
  size_t left_out; /* size in bytes of the last text that did not fit */
} page;

/* ---- HTML ---- */

static void add_escaped(textbuf *out, char byte)
{
  switch (byte) {
  case '&':
    text_puts(out, "&amp;");
    break;
  case '<':
    text_puts(out, "&lt;");
    break;
  case '>':
    text_puts(out, "&gt;");
    break;
  case '"':
    text_puts(out, "&quot;");
    break;
  default:
    text_add(out, &byte, 1);
  }
}

/* Adds whole characters from the beginning of the bytes, up to about `most`
 * bytes of the page; returns the number of bytes left out. */
static size_t add_bytes(textbuf *out, const char *bytes, size_t size,
                        size_t most)
{
  char *clean = utf8_visible(bytes, size), *at = clean;
  size_t end = out->size + most;
  for (; *at && (out->size < end || (*at & 0xc0) == 0x80); at++)
    add_escaped(out, *at);
  size_t left = strlen(at);
  free(clean);
  return left;
}

/* Does the same for a text, and releases it. */
static size_t add_text(textbuf *out, char *text, size_t most)
{
  size_t left = add_bytes(out, text, strlen(text), most);
  free(text);
  return left;
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

/* The number of the first text that fits with all later ones: that text is kept
 * whole, and each later one as a change. */
static size_t first_text(const report *facts)
{
  size_t used = 0, first = facts->step_count + 1, later_size = 0, size;
  const char *later = NULL, *text;
  for (size_t i = facts->step_count + 1; i-- > 0 && used <= STEPS_MOST;) {
    if (!(text = text_after(&size, facts, i)))
      continue;
    if (later) {
      text_change kept = text_change_find(text, size, later, later_size);
      used += later_size - kept.head - kept.tail;
    }
    if (used + size <= STEPS_MOST)
      first = i;
    later = text;
    later_size = size;
  }
  return first;
}

/* Removes the early texts from a copy; the caller owns its steps. */
static void leave_texts_out(report *copy)
{
  size_t first = first_text(copy), count = copy->step_count;
  report_step *steps = mem_alloc(count + 1, sizeof *steps);
  if (count)
    memcpy(steps, copy->steps, count * sizeof *steps);
  for (size_t i = 0; i + 1 < first && i < count; i++)
    steps[i].text = NULL;
  copy->steps = steps;
  if (first)
    copy->original = NULL;
}

/* ---- the slots ---- */

static void add_title(textbuf *out, void *payload)
{
  const page *self = payload;
  (void)add_text(out, report_title(self->report), TITLE_MOST);
}

static void add_script(textbuf *out, void *payload)
{
  page *self = payload;
  self->left_out = add_text(out, report_script(self->report), TEXT_MOST);
}

static void add_tracker_name(textbuf *out, void *payload)
{
  const page *self = payload;
  text_puts(out, report_tracker_file(self->report));
}

static void add_tracker(textbuf *out, void *payload)
{
  page *self = payload;
  self->left_out = add_text(out, report_tracker_text(self->report), TEXT_MOST);
}

/* Adds the size of the text that was left out; nothing if none was. */
static void add_left_out(textbuf *out, void *payload)
{
  const page *self = payload;
  if (self->left_out)
    text_printf(out, "%zu", self->left_out);
}

/* Adds the head of an original that the data omits. */
static void add_original(textbuf *out, void *payload)
{
  const report *facts = ((const page *)payload)->report;
  if (facts->original && first_text(facts))
    (void)add_bytes(out, facts->original, facts->original_size, ORIGINAL_MOST);
}

static void add_data(textbuf *out, void *payload)
{
  const page *self = payload;
  report shown = *self->report;
  leave_texts_out(&shown);
  char *json = report_json_ascii(&shown);
  for (const char *at = json; *at; at++)
    if (*at == '<' || *at == '\x7f')
      text_printf(out, "\\u%04x", (unsigned)*at);
    else
      text_add(out, at, 1);
  free(json);
  free(shown.steps);
}

static const template_slot slots[] = {
  { "title", .add = add_title },
  { "style", .text = page_css },
  { "style-hash", .text = page_css_hash },
  { "code", .text = page_js },
  { "code-hash", .text = page_js_hash },
  { "script", .add = add_script },
  { "tracker-name", .add = add_tracker_name },
  { "tracker", .add = add_tracker },
  { "left-out", .add = add_left_out },
  { "original", .add = add_original },
  { "data", .add = add_data },
  { .name = NULL },
};

char *report_html(const report *self)
{
  textbuf out = { 0 };
  page state = { .report = self };
  template_fill(&out, page_html, slots, &state);
  return out.data;
}
