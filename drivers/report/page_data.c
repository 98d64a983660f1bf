/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What page.js draws, as JSON:
 *
 *   before   [tokens, bytes] of the text before the first step
 *   end      [tests, ms] of the whole reduction
 *   skipped  steps before those that are here
 *   names    of the passes that made steps
 *   steps    [name's index, round, tests, ms, tokens, bytes]
 *   first    the first text that is here: 0 is the one before the first step, n
 *            the one after step n; above the number of steps: none is
 *   base     that text
 *   deltas   how to make each later one from the one before (page_delta.h); null:
 *            that text is not here, and the next is made from the one before it
 *   verdicts their names
 *   passes   [name, [tests by verdict]]
 *
 * There is room for so many bytes of texts. The later texts matter more: they
 * are the ones that people read, and the early ones of a big file are most of
 * the bytes. So the texts are chosen from the last one backwards: the deltas
 * that lead to the last, as long as they and the full text that they start from
 * fit; and the earliest such text wins.
 */
#include "report/page_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "report/page_text.h"
#include "report/page_delta.h"

enum {
  TEXTS_LIMIT = 2000000, /* bytes of the page for all texts of steps */
  PASSES_LIMIT = 300,
};

/* The texts of the steps that the page has. */
typedef struct series {
  size_t first, last; /* first > last: none */
  textbuf base;       /* as JSON */
  char **deltas;      /* deltas[n] makes text n from the one before; or NULL */
} series;

/* The text after so many steps, clean; caller's; NULL: there is none. */
static char *text_after(const report *facts, size_t steps)
{
  const report_step *step = steps ? &facts->steps[steps - 1] : NULL;
  const char *text = step ? step->text : facts->original;
  return text ? utf8_visible(text, step ? step->size : facts->original_size)
              : NULL;
}

/* The last text that is there, from *at down to `least`; *at becomes where. */
static char *text_until(size_t *at, const report *facts, size_t least)
{
  char *text = text_after(facts, *at);
  while (!text && *at > least)
    text = text_after(facts, --*at);
  return text;
}

static char *delta_of(const char *from, const char *to)
{
  textbuf out = { 0 };
  page_add_delta(&out, from, to);
  return out.data;
}

/* Takes the text as the one that the others start from, if that fits. */
static void try_base(series *self, size_t at, const char *text, size_t used)
{
  textbuf base = { 0 };
  page_add_json(&base, text, strlen(text));
  if (base.size + used > TEXTS_LIMIT) {
    text_free(&base);
    return;
  }
  text_free(&self->base);
  self->base = base;
  self->first = at;
}

static void choose_texts(series *self, const report *facts, size_t begin)
{
  size_t used = 0, at = facts->step_count;
  self->last = at;
  self->first = at + 1;
  self->deltas = mem_alloc(at + 1, sizeof *self->deltas);
  char *text = text_until(&at, facts, begin);
  while (text) {
    try_base(self, at, text, used);
    size_t before = at - (at > begin);
    char *older = at > begin && used <= TEXTS_LIMIT
                      ? text_until(&before, facts, begin)
                      : NULL;
    if (older) {
      self->deltas[at] = delta_of(older, text);
      used += strlen(self->deltas[at]) + 1;
    }
    free(text);
    text = older;
    at = before;
  }
}

static void series_dispose(series *self)
{
  for (size_t i = 0; i <= self->last; i++)
    free(self->deltas[i]);
  free(self->deltas);
  text_free(&self->base);
}

static void add_texts(textbuf *out, const report *facts, size_t begin)
{
  series texts = { 0 };
  choose_texts(&texts, facts, begin);
  text_printf(out, ",\n\"first\":%zu,\n\"base\":%s,\n\"deltas\":[", texts.first,
              texts.base.data ? texts.base.data : "\"\"");
  for (size_t i = texts.first + 1; i <= texts.last; i++)
    text_printf(out, "%s\n%s", i == texts.first + 1 ? "" : ",",
                texts.deltas[i] ? texts.deltas[i] : "null");
  text_puts(out, "]");
  series_dispose(&texts);
}

static void add_string(textbuf *out, const char *text)
{
  char *clean = utf8_visible(text, strlen(text));
  size_t size = strlen(clean);
  page_add_json(out, clean, size);
  free(clean);
}

/* The name's place among the names, where it is put if it is new. */
static size_t name_index(strings *names, const char *name)
{
  name = name ? name : "";
  for (size_t i = 0; i < names->size; i++)
    if (!strcmp(names->data[i], name))
      return i;
  strings_add(names, name);
  return names->size - 1;
}

static void add_steps(textbuf *out, const report *facts, size_t begin)
{
  strings names = { 0 };
  text_puts(out, ",\n\"steps\":[");
  for (size_t i = begin; i < facts->step_count; i++) {
    const report_step *step = &facts->steps[i];
    text_printf(
        out,
        "%s\n[%zu,%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
        i == begin ? "" : ",", name_index(&names, step->pass), step->round,
        step->tests, step->ms, step->measure.tokens, step->measure.bytes);
  }
  text_puts(out, "],\n\"names\":[");
  for (size_t i = 0; i < names.size; i++) {
    text_puts(out, i ? "," : "");
    add_string(out, names.data[i]);
  }
  text_puts(out, "]");
  strings_free(&names);
}

static void add_passes(textbuf *out, const report *facts)
{
  text_puts(out, ",\n\"verdicts\":[");
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    text_printf(out, "%s\"%s\"", i ? "," : "", rd_verdict_name((rd_verdict)i));
  text_puts(out, "],\n\"passes\":[");
  for (size_t i = 0; i < facts->pass_count && i < PASSES_LIMIT; i++) {
    text_puts(out, i ? ",\n[" : "\n[");
    add_string(out, facts->passes[i].name ? facts->passes[i].name : "");
    for (int j = 0; j < RD_VERDICT_COUNT; j++)
      text_printf(out, "%s%" PRIu64, j ? "," : ",[",
                  facts->passes[i].verdicts[j]);
    text_puts(out, "]]");
  }
  text_puts(out, "]");
}

void page_add_data(textbuf *out, page *self)
{
  const report *facts = self->report;
  size_t begin = page_first_step(facts);
  rd_measure before = begin ? facts->steps[begin - 1].measure : facts->before;
  text_printf(out,
              "{\"before\":[%" PRIu64 ",%" PRIu64 "],\n\"end\":[%" PRIu64
              ",%" PRIu64 "],\n\"skipped\":%zu",
              before.tokens, before.bytes, facts->tests, facts->ms, begin);
  add_steps(out, facts, begin);
  add_texts(out, facts, begin);
  add_passes(out, facts);
  text_puts(out, "}");
}
