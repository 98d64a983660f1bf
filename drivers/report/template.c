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

enum { NAME_MOST = 32 };

/* A range of text. */
typedef struct span {
  const char *begin, *end;
} span;

typedef struct tag {
  char kind; /* '#', '^', ':', '/', '!'; '=' for {{name}} */
  char name[NAME_MOST];
  bool has_value;
  span value;
  span outside; /* the tag with its surroundings that belong to it */
} tag;

typedef struct filling {
  textbuf *out;
  const char *text;
  const template_slots *slots;
  void *payload;
} filling;

void template_escape(textbuf *out, char byte)
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
  size_t size = (size_t)((equals ? equals : close) - name);
  assert(size < NAME_MOST && "a name of the template is too long");
  memcpy(out->name, name, size);
  out->name[size] = '\0';
  out->has_value = equals;
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

static void fill(const filling *self, span inside);

/* Adds the block that the template defines by this name. */
static void fill_defined(const filling *self, const char *name)
{
  const char *end = strchr(self->text, '\0');
  tag at = { .outside.end = self->text };
  while (find_tag(&at, self, at.outside.end, end))
    if (at.kind == ':' && !strcmp(at.name, name)) {
      fill(self, (span){ at.outside.end, find_close(self, &at).outside.begin });
      return;
    }
  assert(false && "the template names a slot that does not exist");
}

/* Does the output of its slot keep the block of this tag? */
static bool holds(const filling *self, const tag *opening)
{
  textbuf text = { 0 };
  text_puts(&text, "");
  bool known = self->slots->add(&text, self->payload, opening->name);
  assert(known && "the template names a slot that does not exist");
  (void)known;
  size_t size = (size_t)(opening->value.end - opening->value.begin);
  bool yes =
      !opening->has_value
          ? text.size != 0
          : text.size == size && !memcmp(text.data, opening->value.begin, size);
  text_free(&text);
  return yes;
}

static int turn(const filling *self, const tag *opening, size_t index)
{
  return self->slots->turn
             ? self->slots->turn(self->payload, opening->name, index)
             : -1;
}

static void fill_block(const filling *self, const tag *opening, span inside)
{
  bool negated = opening->kind == '^';
  int first = turn(self, opening, 0);
  bool stands = first < 0 ? holds(self, opening) : first > 0;
  if (first > 0 && !negated)
    for (size_t i = 0; turn(self, opening, i) > 0; i++)
      fill(self, inside);
  else if (stands != negated)
    fill(self, inside);
}

static void fill(const filling *self, span inside)
{
  const char *at = inside.begin;
  for (tag here; find_tag(&here, self, at, inside.end);) {
    text_add(self->out, at, (size_t)(here.outside.begin - at));
    at = here.outside.end;
    if (here.kind == '=') {
      if (!self->slots->add(self->out, self->payload, here.name))
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

void template_fill(textbuf *out, const char *text, const template_slots *slots,
                   void *payload)
{
  const filling self = { out, text, slots, payload };
  text_puts(out, "");
  fill(&self, (span){ text, strchr(text, '\0') });
}
