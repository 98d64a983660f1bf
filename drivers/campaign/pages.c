/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * index.html, junit.xml and signatures.txt.
 *
 * The first two are templates (templates/) with the same slots; the style is that
 * of a report. The page needs no scripts: a sparkline is an SVG with a bar for
 * each part of the time in which inputs were found. What comes from inputs and
 * compilers is made visible and escaped. Of long lists the beginning is shown;
 * campaign.json has all.
 */
#include "campaign/pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/files.h"
#include "base/utf8.h"
#include "embedded.h"
#include "report/template.h"

enum {
  MEMBERS_MOST = 20,   /* inputs of a bug that are listed, */
  BROKEN_MOST = 50,    /* inputs that cannot be run, */
  TEXT_MOST = 8 << 10, /* and bytes of a reduced text */
};

typedef struct page {
  const campaign *campaign;
  const bugs *bugs;
  uint64_t first, last; /* of all inputs that crash */
  /* Where the loops are. */
  const bug *bug;
  const char *line;   /* of a list of lines */
  const input *input; /* of a list of inputs */
} page;

/* ---- parts ---- */

static void add(textbuf *out, const char *text)
{
  char *clean = utf8_visible(text, strlen(text));
  for (const char *at = clean; *at; at++)
    template_escape(out, *at);
  free(clean);
}

static const bucket *named(const page *self)
{
  return bug_bucket(self->bugs, self->bug);
}

static const input *best(const page *self)
{
  return self->bug->best == BUG_NONE ? NULL
                                     : &self->campaign->inputs[self->bug->best];
}

/* A path below the folder of the campaign as a link; takes it. */
static void add_link(textbuf *out, const page *self, char *path)
{
  add(out, path + strlen(self->campaign->folder) + 1);
  free(path);
}

/* ---- times ---- */

/* "2026-01-31", with the hour if both are on one day. */
static void add_time(textbuf *out, uint64_t seconds, bool with_hour)
{
  char text[32];
  time_t when = (time_t)seconds;
  struct tm parts;
  if (gmtime_r(&when, &parts) &&
      strftime(text, sizeof text, with_hour ? "%Y-%m-%d %H:%M" : "%Y-%m-%d",
               &parts))
    text_puts(out, text);
}

static void add_span(textbuf *out, uint64_t first, uint64_t last)
{
  enum { DAY = 24 * 60 * 60 };
  bool short_time = last - first < 2 * DAY;
  add_time(out, first, short_time);
  if (last - first < 60)
    return;
  text_puts(out, " to ");
  add_time(out, last, short_time);
}

/* The inputs of the bug by time: a bar for each part of the campaign's. */
static void add_spark(textbuf *out, page *self)
{
  enum { BARS = 24, WIDTH = 5, HEIGHT = 20 };
  uint64_t bars[BARS] = { 0 }, most = 1;
  uint64_t all = self->last - self->first + 1;
  for (size_t i = 0; i < self->bug->count; i++) {
    const bucket *from = &self->bugs->buckets[self->bug->buckets[i]];
    for (size_t j = 0; j < from->count; j++) {
      const input *each = &self->campaign->inputs[from->inputs[j]];
      bars[(each->first - self->first) * BARS / all]++;
      bars[(each->last - self->first) * BARS / all] += each->last > each->first;
    }
  }
  for (size_t i = 0; i < BARS; i++)
    most = bars[i] > most ? bars[i] : most;
  text_printf(out,
              "<svg class=\"spark\" width=\"%d\" height=\"%d\" role=\"img\" "
              "aria-label=\"from ",
              BARS * WIDTH, HEIGHT + 1);
  add_span(out, self->bug->first, self->bug->last);
  text_printf(out, "\"><line x1=\"0\" y1=\"%d.5\" x2=\"%d\" y2=\"%d.5\"/>",
              HEIGHT, BARS * WIDTH, HEIGHT);
  for (unsigned i = 0; i < BARS; i++) {
    unsigned height = (unsigned)((bars[i] * (HEIGHT - 2) + most - 1) / most);
    if (bars[i])
      text_printf(out, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\"/>",
                  i * WIDTH, HEIGHT - height - 1, WIDTH - 1, height + 1);
  }
  text_puts(out, "</svg>");
}

/* ---- slots ---- */

static void add_title(textbuf *out, page *self)
{
  text_count(out, self->bugs->size, "bug");
  text_puts(out, " in ");
  text_count(out, self->campaign->count, "input");
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

static void add_fresh_count(textbuf *out, page *self)
{
  text_printf(out, "%zu", self->bugs->fresh);
}

static void add_known_count(textbuf *out, page *self)
{
  text_printf(out, "%zu", self->bugs->size - self->bugs->fresh);
}

static void add_crashing_count(textbuf *out, page *self)
{
  text_printf(out, "%zu", self->bugs->crashing);
}

static void add_fine_count(textbuf *out, page *self)
{
  text_printf(out, "%zu", self->bugs->fine);
}

static void add_broken_count(textbuf *out, page *self)
{
  if (self->bugs->broken)
    text_printf(out, "%zu", self->bugs->broken);
}

static void add_waiting_count(textbuf *out, page *self)
{
  if (self->bugs->waiting)
    text_printf(out, "%zu", self->bugs->waiting);
}

static size_t listed_broken(const page *self)
{
  return self->bugs->broken < BROKEN_MOST ? self->bugs->broken : BROKEN_MOST;
}

static void add_error_count(textbuf *out, page *self)
{
  text_printf(out, "%zu", listed_broken(self));
}

static void add_test_count(textbuf *out, page *self)
{
  text_printf(out, "%zu", self->bugs->size + listed_broken(self));
}

static void add_fine_text(textbuf *out, page *self)
{
  if (self->bugs->fine)
    text_count(out, self->bugs->fine, "input");
  else
    text_puts(out, "No input");
  text_printf(out, " %s no crash",
              self->bugs->fine == 1 || !self->bugs->fine ? "shows" : "show");
  if (self->bugs->late)
    text_printf(out, "; limits ended the runs of %zu", self->bugs->late);
  text_printf(out, ".%s", self->bugs->broken ? " These cannot be run:" : "");
}

static void add_campaign_span(textbuf *out, page *self)
{
  if (self->bugs->crashing)
    add_span(out, self->first, self->last);
}

static void add_id(textbuf *out, page *self)
{
  text_puts(out, named(self)->id);
}

static void add_signature(textbuf *out, page *self)
{
  add(out, named(self)->signature);
}

static void add_compiler(textbuf *out, page *self)
{
  add(out, named(self)->compiler);
}

static void add_times(textbuf *out, page *self)
{
  text_printf(out, "%" PRIu64, self->bug->times);
}

static void add_inputs(textbuf *out, page *self)
{
  text_count(out, self->bug->inputs, "input");
  if (self->bug->times != self->bug->inputs)
    text_printf(out, ", met %" PRIu64 " times", self->bug->times);
}

static void add_first_last(textbuf *out, page *self)
{
  add_span(out, self->bug->first, self->bug->last);
}

static void add_report(textbuf *out, page *self)
{
  char *folder =
      best(self) ? campaign_report(self->campaign, best(self)) : NULL;
  char *path = folder ? mem_format("%s/report.html", folder) : NULL;
  if (path && path_exists(path))
    add_link(out, self, mem_copy(path));
  else if (path)
    add_link(out, self, campaign_reduced(self->campaign, best(self)));
  free(path);
  free(folder);
}

static void add_size(textbuf *out, page *self)
{
  const input *of = best(self);
  if (of && of->tokens) {
    text_count(out, of->tokens, "token");
    text_puts(out, ", ");
  }
  if (of)
    text_count(out, of->reduced_bytes, "byte");
}

static void add_input(textbuf *out, page *self)
{
  if (best(self))
    add(out, best(self)->key);
}

static void add_problem(textbuf *out, page *self)
{
  if (self->bug->problem && !best(self))
    add(out, self->bug->problem);
}

static void add_progress(textbuf *out, page *self)
{
  text_puts(out, self->bug->running    ? "being reduced"
                 : self->bug->problem  ? "not reduced"
                 : self->bug->is_known ? "not reduced"
                                       : "to be reduced");
}

static void add_text(textbuf *out, page *self)
{
  char *path = best(self) ? campaign_reduced(self->campaign, best(self)) : NULL;
  char *text = NULL;
  size_t size = 0;
  if (path && !file_read(&text, &size, path, NULL)) {
    size_t shown = size < TEXT_MOST ? size : TEXT_MOST;
    char *clean = utf8_visible(text, shown);
    for (const char *at = clean; *at; at++)
      template_escape(out, *at);
    if (shown < size)
      text_printf(out, "\n... (%zu bytes more)\n", size - shown);
    free(clean);
  }
  free(text);
  free(path);
}

static void add_line(textbuf *out, page *self)
{
  add(out, self->line);
}

static void add_key(textbuf *out, page *self)
{
  add(out, self->input->key);
}

static void add_why(textbuf *out, page *self)
{
  add(out, self->input->why ? self->input->why : "");
}

static void add_known(textbuf *out, page *self)
{
  if (self->bug->is_known)
    text_puts(out, "yes");
}

static void add_more_members(textbuf *out, page *self)
{
  if (self->bug->inputs > MEMBERS_MOST)
    text_printf(out, "%" PRIu64, self->bug->inputs - MEMBERS_MOST);
}

static const struct {
  const char *name;
  void (*add)(textbuf *out, page *self);
} slots[] = {
  { "style", add_style },
  { "style-hash", add_style_hash },
  { "title", add_title },
  { "fresh-count", add_fresh_count },
  { "known-count", add_known_count },
  { "crashing-count", add_crashing_count },
  { "fine-count", add_fine_count },
  { "broken-count", add_broken_count },
  { "waiting-count", add_waiting_count },
  { "error-count", add_error_count },
  { "test-count", add_test_count },
  { "fine-text", add_fine_text },
  { "span", add_campaign_span },
  { "id", add_id },
  { "signature", add_signature },
  { "compiler", add_compiler },
  { "times", add_times },
  { "inputs", add_inputs },
  { "spark", add_spark },
  { "first-last", add_first_last },
  { "report", add_report },
  { "size", add_size },
  { "input", add_input },
  { "problem", add_problem },
  { "progress", add_progress },
  { "text", add_text },
  { "known", add_known },
  { "other-signature", add_line },
  { "reason-text", add_line },
  { "member-key", add_key },
  { "more-members", add_more_members },
  { "broken-key", add_key },
  { "broken-why", add_why },
};

static bool add_slot(textbuf *out, void *payload, const char *name)
{
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
    if (!strcmp(slots[i].name, name)) {
      slots[i].add(out, payload);
      return true;
    }
  return false;
}

/* ---- loops ---- */

static int turn_bug(page *self, size_t index)
{
  if (index >= self->bugs->size)
    return 0;
  self->bug = &self->bugs->data[index];
  return 1;
}

static int turn_other(page *self, size_t index)
{
  if (index + 1 >= self->bug->count)
    return 0;
  self->line = self->bugs->buckets[self->bug->buckets[index + 1]].signature;
  return 1;
}

static int turn_reason(page *self, size_t index)
{
  for (size_t i = 0; i < self->bug->count; i++) {
    const bucket *from = &self->bugs->buckets[self->bug->buckets[i]];
    const strings *both[] = { &from->merged, &from->moved };
    for (size_t j = 0; j < 2; j++) {
      if (index < both[j]->size) {
        self->line = both[j]->data[index];
        return 1;
      }
      index -= both[j]->size;
    }
  }
  return 0;
}

static int turn_member(page *self, size_t index)
{
  for (size_t i = 0; i < self->bug->count && index < MEMBERS_MOST; i++) {
    const bucket *from = &self->bugs->buckets[self->bug->buckets[i]];
    if (index < from->count) {
      self->input = &self->campaign->inputs[from->inputs[index]];
      return 1;
    }
    index -= from->count;
  }
  return 0;
}

static int turn_broken(page *self, size_t index)
{
  if (index >= listed_broken(self))
    return 0;
  const campaign *of = self->campaign;
  size_t from = index ? (size_t)(self->input - of->inputs) + 1 : 0;
  while (of->inputs[from].state != INPUT_BROKEN)
    from++;
  self->input = &of->inputs[from];
  return 1;
}

static const struct {
  const char *name;
  int (*turn)(page *self, size_t index);
} loops[] = {
  { "bug", turn_bug },       { "other", turn_other },
  { "reason", turn_reason }, { "member", turn_member },
  { "broken", turn_broken },
};

static int turn(void *payload, const char *name, size_t index)
{
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    if (!strcmp(loops[i].name, name))
      return loops[i].turn(payload, index);
  return -1;
}

/* ---- files ---- */

static rd_status write_file(const campaign *of, const char *name,
                            const textbuf *text, rd_error *err)
{
  char *path = mem_format("%s/%s", of->folder, name);
  rd_status status = file_replace(path, text->data, text->size, err);
  free(path);
  return status;
}

static rd_status write_template(page *self, const char *name, const char *text,
                                rd_error *err)
{
  textbuf out = { 0 };
  template_fill(&out, text, &(template_slots){ add_slot, turn }, self);
  rd_status status = write_file(self->campaign, name, &out, err);
  text_free(&out);
  return status;
}

static rd_status write_signatures(const page *self, rd_error *err)
{
  textbuf out = { 0 };
  text_puts(&out, "# The signatures of the crashes; clang-hdd campaign --known "
                  "reads them.\n");
  for (size_t i = 0; i < self->bugs->size; i++)
    for (size_t j = 0; j < self->bugs->data[i].count; j++)
      text_printf(
          &out, "%s\n",
          self->bugs->buckets[self->bugs->data[i].buckets[j]].signature);
  rd_status status = write_file(self->campaign, CAMPAIGN_SIGNATURES, &out, err);
  text_free(&out);
  return status;
}

rd_status campaign_write_pages(const campaign *of, const bugs *found,
                               rd_error *err)
{
  page state = { .campaign = of, .bugs = found, .first = UINT64_MAX };
  for (size_t i = 0; i < found->size; i++) {
    const bug *each = &found->data[i];
    state.first = each->first < state.first ? each->first : state.first;
    state.last = each->last > state.last ? each->last : state.last;
  }
  rd_status status =
      write_template(&state, CAMPAIGN_INDEX, template_index, err);
  if (!status)
    status = write_template(&state, CAMPAIGN_JUNIT, template_junit, err);
  return status ? status : write_signatures(&state, err);
}
