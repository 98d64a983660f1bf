/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Metadata is read where it stands in the text: a node for a tag is
 * `!{!base, !access, i64 offset}`, and one for a type `!{!"name", !member, i64 offset, ...}`,
 * where a scalar has as its only member what it is a kind of.
 */
#include "wrong/tbaa.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum {
  PATHS = 192, /* numbers that fields may have; the others are only scalars */
  DEPTH = 100, /* of types in types */
};

/* Passes over one operand of a node, and the comma behind it; NULL: it was the last. */
static const char *next_operand(const char *at)
{
  bool quoted = false;
  for (; *at && (quoted || (*at != ',' && *at != '}')); at++)
    quoted ^= *at == '"';
  return starts_with(at, ", ") ? at + 2 : NULL;
}

/* Reads an operand that names another node. */
static bool read_node(size_t *out, const tbaa *in, const char *at)
{
  if (!at || *at != '!' || !isdigit((unsigned char)at[1]))
    return false;
  *out = strtoul(at + 1, NULL, 10);
  return *out < in->node_count && in->nodes[*out];
}

static unsigned long read_number(const char *at)
{
  return at && starts_with(at, "i64 ") ? strtoul(at + 4, NULL, 10) : 0;
}

static bool is_named(const tbaa *in, size_t type, const char *name)
{
  return in->nodes[type] && starts_with(in->nodes[type], name);
}

static void read_nodes(tbaa *self, const char *ir)
{
  size_t most = strlen(ir); /* a node takes more than a byte */
  for (const char *at = ir; (at = strstr(at, "\n!")); at++) {
    char *end = NULL;
    size_t number = strtoul(at + 2, &end, 10);
    if (end == at + 2 || number > most || !starts_with(end, " = !{"))
      continue;
    if (number >= self->node_count) {
      size_t count = 2 * number + 16;
      self->nodes = mem_resize(self->nodes, count, sizeof *self->nodes);
      memset((void *)(self->nodes + self->node_count), 0,
             (count - self->node_count) * sizeof *self->nodes);
      self->node_count = count;
    }
    self->nodes[number] = end + strlen(" = !{");
  }
}

static bool read_tag(tbaa_tag *out, const tbaa *in, size_t node)
{
  const char *at = node < in->node_count ? in->nodes[node] : NULL;
  *out = (tbaa_tag){ 0 };
  if (!read_node(&out->base.type, in, at))
    return false;
  at = next_operand(at);
  if (!read_node(&out->access, in, at))
    return false;
  const char *offset = next_operand(at);
  out->base.offset = offset ? read_number(offset) : 0;
  return true;
}

/* Enters the field of a type that has the offset; false: it has none. */
static bool enter_field(tbaa_place *at, const tbaa *in)
{
  const char *field = next_operand(in->nodes[at->type]);
  tbaa_place found = { SIZE_MAX, 0 };
  for (size_t type; read_node(&type, in, field);) {
    const char *where = next_operand(field);
    unsigned long offset = read_number(where);
    if (offset > at->offset)
      break;
    found = (tbaa_place){ type, offset };
    field = where ? next_operand(where) : NULL;
  }
  if (found.type == SIZE_MAX)
    return false;
  *at = (tbaa_place){ found.type, at->offset - found.offset };
  return true;
}

/* Finds all that is reached from the base. */
static void follow(tbaa_tag *of, const tbaa *in)
{
  tbaa_place at = of->base;
  do
    ARRAY_PUSH(&of->reached, at);
  while (of->reached.size < DEPTH && enter_field(&at, in));
}

static bool is_same(const tbaa_place *a, const tbaa_place *b)
{
  return a->type == b->type && a->offset == b->offset;
}

static bool reaches(const tbaa_tag *from, const tbaa_tag *to)
{
  size_t i = 0;
  while (i < from->reached.size && !is_same(&from->reached.data[i], &to->base))
    i++;
  return i < from->reached.size;
}

/* May anything be accessed as this? */
static bool is_any(const tbaa *in, const tbaa_tag *of)
{
  return is_named(in, of->access, "!\"omnipotent char\"") ||
         is_named(in, of->access, "!\"vtable pointer\"");
}

/* The number of a tag; 0: it has none. */
static size_t find_tag(const tbaa *self, const tbaa_tag *of)
{
  for (size_t i = 1; i <= self->count; i++)
    if (is_same(&self->tags[i].base, &of->base) &&
        self->tags[i].access == of->access)
      return i;
  return 0;
}

/* Reads a tag, or its scalar if fields have no number any more; false: it is none, or
 * anything may be accessed as it. */
static bool read_numbered(tbaa_tag *out, const tbaa *in, size_t node, bool adds)
{
  if (!read_tag(out, in, node) || is_any(in, out))
    return false;
  if (!find_tag(in, out) && (!adds || in->count >= PATHS))
    out->base = (tbaa_place){ .type = out->access };
  return true;
}

size_t tbaa_number(const tbaa *self, size_t node)
{
  tbaa_tag of;
  return read_numbered(&of, self, node, false) ? find_tag(self, &of) : 0;
}

static void add_tag(tbaa *self, size_t node)
{
  tbaa_tag of;
  if (!read_numbered(&of, self, node, true) || find_tag(self, &of) ||
      self->count + 1 == TBAA_TAGS)
    return;
  follow(&of, self);
  self->tags[++self->count] = of;
}

void tbaa_read(tbaa *out, const char *ir)
{
  *out = (tbaa){ 0 };
  read_nodes(out, ir);
  for (const char *at = ir; (at = strstr(at, TBAA_MARK)); at++)
    add_tag(out, strtoul(at + strlen(TBAA_MARK), NULL, 10));
}

void tbaa_dispose(tbaa *self)
{
  for (size_t i = 1; i <= self->count; i++)
    ARRAY_FREE(&self->tags[i].reached);
  free(self->nodes);
}

bool tbaa_meet(const tbaa *self, size_t a, size_t b)
{
  const tbaa_tag *x = &self->tags[a], *y = &self->tags[b];
  return !a || !b || reaches(x, y) || reaches(y, x);
}
