/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Fills a template by recursive descent over its blocks.
 *
 * Templates are files of this program, embedded at build time, so a mistake in
 * one is a broken invariant. Recursion is as deep as the blocks of the template
 * are nested.
 */
#include "report/template.h"

#include <assert.h>
#include <string.h>

/* A range of text. */
typedef struct span {
  const char *begin, *end;
} span;

typedef struct tag {
  char kind; /* '#', '^', ':', '/', '!'; '=' for {{name}} */
  span name, value;
  span outside; /* the tag with its surroundings that belong to it */
} tag;

typedef struct filling {
  textbuf *out;
  const char *text;
  const template_slot *slots;
  void *payload;
} filling;

static bool equal(span name, const char *other)
{
  size_t size = (size_t)(name.end - name.begin);
  return strlen(other) == size && !memcmp(name.begin, other, size);
}

/* The first tag at or after `at`; false: none before `end`. */
static bool find_tag(tag *out, const filling *self, const char *at,
                     const char *end)
{
  const char *open = strstr(at, "{{");
  if (!open || open >= end)
    return false;
  const char *name = open + strlen("{{"), *close = strstr(name, "}}");
  assert(close && "a tag of the template is not closed");
  out->kind = *name && strchr("#^:/!", *name) ? *name++ : '=';
  const char *equals = memchr(name, '=', (size_t)(close - name));
  out->name = (span){ name, equals ? equals : close };
  out->value = (span){ equals ? equals + 1 : close, close };
  out->outside = (span){ open, close + strlen("}}") };
  bool at_start = open == self->text || open[-1] == '\n';
  bool ends_line = *out->outside.end == '\n';
  if (ends_line && (out->kind == '!' || (at_start && out->kind != '=')))
    out->outside.end++;
  return true;
}

/* The end of the block that the tag opens. */
static tag find_close(const filling *self, const tag *opening)
{
  tag at = *opening;
  for (unsigned depth = 1; depth;) {
    bool found = find_tag(&at, self, at.outside.end, strchr(self->text, '\0'));
    assert(found && "a block of the template is not closed");
    (void)found;
    depth += at.kind == '#' || at.kind == '^' || at.kind == ':';
    depth -= at.kind == '/';
  }
  return at;
}

static const template_slot *find_slot(const filling *self, span name)
{
  for (const template_slot *at = self->slots; at->name; at++)
    if (equal(name, at->name))
      return at;
  return NULL;
}

static void fill(const filling *self, span inside);

/* Adds the block that the template defines by this name. */
static void fill_defined(const filling *self, span name)
{
  const char *end = strchr(self->text, '\0');
  tag at = { .outside.end = self->text };
  while (find_tag(&at, self, at.outside.end, end)) {
    size_t size = (size_t)(name.end - name.begin);
    if (at.kind != ':' || (size_t)(at.name.end - at.name.begin) != size ||
        memcmp(at.name.begin, name.begin, size) != 0)
      continue;
    fill(self, (span){ at.outside.end, find_close(self, &at).outside.begin });
    return;
  }
  assert(false && "the template names a slot that is not in the table");
}

static void add_slot(textbuf *out, const filling *self,
                     const template_slot *slot)
{
  if (slot->add)
    slot->add(out, self->payload);
  else
    text_puts(out, slot->text);
}

/* Does the output of its slot keep the block of this tag? */
static bool holds(const filling *self, const template_slot *slot,
                  const tag *opening)
{
  textbuf text = { 0 };
  text_puts(&text, "");
  add_slot(&text, self, slot);
  bool with_value = *opening->name.end == '=';
  bool yes = with_value ? equal(opening->value, text.data) : text.size != 0;
  text_free(&text);
  return yes;
}

static void fill_block(const filling *self, const tag *opening, span inside)
{
  const template_slot *slot = find_slot(self, opening->name);
  bool negated = opening->kind == '^';
  assert(slot && "the template names a slot that is not in the table");
  if (slot->turn && !negated) {
    for (size_t i = 0; slot->turn(self->payload, i); i++)
      fill(self, inside);
    return;
  }
  bool stands =
      slot->turn ? slot->turn(self->payload, 0) : holds(self, slot, opening);
  if (stands != negated)
    fill(self, inside);
}

static void fill(const filling *self, span inside)
{
  const char *at = inside.begin;
  for (tag here; find_tag(&here, self, at, inside.end);) {
    text_add(self->out, at, (size_t)(here.outside.begin - at));
    at = here.outside.end;
    if (here.kind == '=') {
      const template_slot *slot = find_slot(self, here.name);
      if (slot)
        add_slot(self->out, self, slot);
      else
        fill_defined(self, here.name);
    } else if (here.kind != '!') {
      tag close = find_close(self, &here);
      if (here.kind != ':')
        fill_block(self, &here, (span){ at, close.outside.begin });
      at = close.outside.end;
    }
  }
  text_add(self->out, at, (size_t)(inside.end - at));
}

void template_fill(textbuf *out, const char *text, const template_slot *slots,
                   void *payload)
{
  const filling self = { out, text, slots, payload };
  text_puts(out, "");
  fill(&self, (span){ text, strchr(text, '\0') });
}
