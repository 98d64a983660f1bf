/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An access that Clang may reorder by the type of what it reaches carries a tag (!tbaa):
 * a base type, the type of the access, and where that is in the base. Two accesses
 * of one memory are in order if the field of one is reached from the other's (TypeBasedAliasAnalysis.cpp in LLVM): a scalar
 * is reached from each structure that has it there, and characters from anything.
 * The module becomes one whose calls say which tag each access has, and which others
 * it may meet.
 *
 * Only a text is needed for that, so that one program serves each version of
 * Clang: types, values and constants are passed over by their parentheses.
 */
#include "wrong/mark.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define TAG ", !tbaa !"

enum {
  TAGS = 256,  /* numbers of types; 0 is none */
  PATHS = 192, /* of these may be fields; the others are only scalars */
  DEPTH = 100, /* of types in types */
};

/* An access tag, or a type and an offset in it. */
typedef struct tag {
  size_t base, access; /* metadata nodes */
  unsigned long offset;
} tag;

typedef struct marker {
  textbuf *out;
  const char **nodes; /* behind "!{", by number; NULL: another kind */
  size_t node_count;
  tag tags[TAGS]; /* from 1 on */
  size_t tag_count;
  bool is_cxx;
  const char *pointer; /* to anything */
  size_t named;        /* values that were added */
  textbuf entry;       /* lines for the beginning of the function */
} marker;

/* ---- metadata ---- */

/* Passes over one operand of a node, and the comma behind it; NULL: it was the last. */
static const char *next_operand(const char *at)
{
  bool quoted = false;
  for (; *at && (quoted || (*at != ',' && *at != '}')); at++)
    quoted ^= *at == '"';
  return *at == ',' ? at + 2 : NULL;
}

/* Reads an operand that names another node. */
static bool read_node(size_t *out, const marker *in, const char *at)
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

static bool is_named(const marker *in, size_t type, const char *name)
{
  return in->nodes[type] && starts_with(in->nodes[type], name);
}

static void read_nodes(marker *self, const char *ir)
{
  for (const char *at = ir; (at = strstr(at, "\n!")); at++) {
    char *end = NULL;
    size_t number = strtoul(at + 2, &end, 10);
    if (end == at + 2 || !starts_with(end, " = !{"))
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

static bool read_tag(tag *out, const marker *in, size_t node)
{
  const char *at = node < in->node_count ? in->nodes[node] : NULL;
  if (!read_node(&out->base, in, at))
    return false;
  at = next_operand(at);
  if (!read_node(&out->access, in, at))
    return false;
  out->offset = read_number(next_operand(at));
  return true;
}

/* Enters the field of a type that has the offset; false: it has none. */
static bool enter_field(tag *at, const marker *in)
{
  const char *field = next_operand(in->nodes[at->base]);
  size_t type = 0;
  unsigned long begin = 0;
  bool found = false;
  for (size_t candidate; read_node(&candidate, in, field);) {
    const char *where = next_operand(field);
    unsigned long offset = read_number(where);
    if (offset > at->offset)
      break;
    type = candidate;
    begin = offset;
    found = true;
    field = where ? next_operand(where) : NULL;
  }
  at->base = type;
  at->offset -= begin;
  return found;
}

static bool reaches(const marker *in, const tag *from, const tag *to)
{
  tag at = *from;
  for (int i = 0; i < DEPTH; i++) {
    if (at.base == to->base && at.offset == to->offset)
      return true;
    if (!enter_field(&at, in))
      return false;
  }
  return true;
}

/* May anything be accessed as this? */
static bool is_any(const marker *in, const tag *of)
{
  return is_named(in, of->access, "!\"omnipotent char\"") ||
         is_named(in, of->access, "!\"vtable pointer\"");
}

/* The number of a tag; 0: it has none. */
static size_t find_tag(const marker *self, const tag *of)
{
  for (size_t i = 1; i <= self->tag_count; i++)
    if (self->tags[i].base == of->base && self->tags[i].access == of->access &&
        self->tags[i].offset == of->offset)
      return i;
  return 0;
}

/* The number of a tag, or of its scalar if there are too many; the first time, while
 * `adds`, it gets one. 0: anything may be accessed as this. */
static size_t number_tag(marker *self, size_t node, bool adds)
{
  tag of;
  if (!read_tag(&of, self, node) || is_any(self, &of))
    return 0;
  const tag scalar = { .base = of.access, .access = of.access };
  size_t found = find_tag(self, &of);
  if (!found && (!adds || self->tag_count >= PATHS)) {
    of = scalar;
    found = find_tag(self, &of);
  }
  if (found || !adds || self->tag_count + 1 == TAGS)
    return found;
  self->tags[++self->tag_count] = of;
  return self->tag_count;
}

static size_t rows_size(const marker *of)
{
  return (of->tag_count + 1) * (of->tag_count + 1);
}

/* ---- operands ---- */

static const char *skip_quoted(const char *at)
{
  const char *end = strchr(at + 1, '"');
  return end ? end + 1 : at + strlen(at);
}

/* Passes over what is in parentheses of any kind. */
static const char *skip_balanced(const char *at)
{
  int depth = 0;
  while (*at) {
    if (*at == '"') {
      at = skip_quoted(at);
      continue;
    }
    depth += strchr("([{<", *at) != NULL;
    depth -= strchr(")]}>", *at) != NULL;
    at++;
    if (!depth)
      break;
  }
  return at;
}

/* Passes over a word, with what follows it in parentheses. */
static const char *skip_word(const char *at)
{
  while (*at && !strchr(" ,)*", *at))
    at = *at == '"'            ? skip_quoted(at)
         : strchr("([{<", *at) ? skip_balanced(at)
                               : at + 1;
  return at;
}

static const char *skip_type(const char *at)
{
  at = skip_word(at);
  for (;;) {
    if (*at == '*')
      at++;
    else if (starts_with(at, " ("))
      at = skip_balanced(at + 1);
    else if (starts_with(at, " addrspace("))
      at = skip_balanced(at + strlen(" addrspace"));
    else
      return at;
  }
}

/* Passes over attributes of an argument, if any, and the space before a value. */
static const char *skip_attributes(const char *at)
{
  static const char *const known[] = { "noundef", "nonnull", "dereferenceable",
                                       "noalias", "align" };
  while (*at == ' ') {
    at++;
    size_t i = 0;
    while (i < sizeof known / sizeof *known && !starts_with(at, known[i]))
      i++;
    if (i == sizeof known / sizeof *known)
      break;
    bool aligns = starts_with(at, "align ");
    at = skip_word(at);
    if (aligns)
      at = skip_word(at + 1);
  }
  return at;
}

static const char *skip_value(const char *at)
{
  int depth = 0;
  for (; *at && (depth || !strchr(",)", *at)); at++) {
    if (*at == '"') {
      at = skip_quoted(at) - 1;
      continue;
    }
    depth += strchr("([{<", *at) != NULL;
    depth -= depth && strchr(")]}>", *at);
  }
  return at;
}

/* An operand in a line: its type and its value. */
typedef struct operand {
  const char *type, *type_end, *value, *value_end;
} operand;

/* Reads one and returns what is behind it. */
static const char *read_operand(operand *out, const char *at)
{
  out->type = at;
  out->type_end = skip_type(at);
  out->value = skip_attributes(out->type_end);
  out->value_end = skip_value(out->value);
  return starts_with(out->value_end, ", ") ? out->value_end + 2
                                           : out->value_end;
}

/* ---- calls ---- */

static void put(marker *self, const char *begin, const char *end)
{
  text_add(self->out, begin, (size_t)(end - begin));
}

/* Adds the value as one of the pointer type; false: it is none. */
static bool put_pointer(marker *self, const operand *from)
{
  bool opaque = starts_with(from->type, "ptr");
  if ((opaque ? from->type_end != from->type + strlen("ptr")
              : from->type_end == from->type || from->type_end[-1] != '*') ||
      from->value == from->value_end)
    return false;
  self->pointer = opaque ? "ptr" : "i8*";
  text_printf(self->out, "  %%hdd.%zu = bitcast ", ++self->named);
  put(self, from->type, from->type_end);
  text_puts(self->out, " ");
  put(self, from->value, from->value_end);
  text_printf(self->out, " to %s\n", self->pointer);
  return true;
}

/* Begins a call with the pointer that was added last. */
static void put_call(marker *self, const char *function)
{
  text_printf(self->out, "  call void @%s(%s %%hdd.%zu", function,
              self->pointer, self->named);
}

/* Adds the size of a type as an argument. */
static void put_size(marker *self, const char *type, const char *end)
{
  bool opaque = *self->pointer == 'p';
  text_printf(self->out, ", i64 ptrtoint (");
  if (!opaque)
    put(self, type, end);
  text_printf(self->out, "%s getelementptr (", opaque ? "ptr" : "*");
  put(self, type, end);
  text_puts(self->out, ", ");
  if (!opaque)
    put(self, type, end);
  text_printf(self->out, "%s null, i64 1) to i64)", opaque ? "ptr" : "*");
}

static void put_row(marker *self, size_t number)
{
  size_t size = rows_size(self);
  text_printf(self->out, ", i64 %zu, %s getelementptr ([%zu x i8], ", number,
              self->pointer, size);
  if (*self->pointer == 'p')
    text_puts(self->out, "ptr");
  else
    text_printf(self->out, "[%zu x i8]*", size);
  text_printf(self->out, " @hdd.rows, i64 0, i64 %zu)",
              number * (self->tag_count + 1));
}

/* A load or store: the type of the value, and where it is. */
static void mark_access(marker *self, const char *type, const operand *where,
                        bool stores, size_t number)
{
  if ((!number && !stores) || !put_pointer(self, where))
    return;
  put_call(self, !number        ? "hdd_clear"
                 : !stores      ? "hdd_load"
                 : self->is_cxx ? "hdd_store"
                                : "hdd_store_c");
  put_size(self, type, skip_type(type));
  if (number)
    put_row(self, number);
  text_puts(self->out, ")\n");
}

/* The node of the tag of a line, or SIZE_MAX. */
static size_t line_tag(const char *line)
{
  const char *at = strstr(line, TAG);
  return at ? strtoul(at + strlen(TAG), NULL, 10) : SIZE_MAX;
}

/* What is behind the name of an instruction, or NULL. */
static const char *find_access(const char *line, bool *stores)
{
  static const char load[] = " = load ", store[] = "  store ";
  *stores = starts_with(line, store);
  const char *at = *stores ? line : strstr(line, load);
  if (!at || starts_with(at += strlen(store), "atomic "))
    return NULL;
  return starts_with(at, "volatile ") ? at + strlen("volatile ") : at;
}

static void mark_line_access(marker *self, const char *line)
{
  bool stores;
  size_t node = line_tag(line);
  const char *type = node == SIZE_MAX ? NULL : find_access(line, &stores);
  if (!type)
    return;
  operand where;
  const char *at = skip_type(type);
  if (stores)
    at = read_operand(&where, type);
  else if (starts_with(at, ", "))
    at += 2;
  (void)read_operand(&where, at);
  mark_access(self, type, &where, stores, number_tag(self, node, false));
}

/* Functions whose first argument loses its types, and what is called for them. */
static const struct {
  const char *name, *call;
  bool sized; /* the third argument is the size */
} losing[] = {
  { "@llvm.memcpy.", "hdd_clear", true },
  { "@llvm.memmove.", "hdd_clear", true },
  { "@llvm.memset.", "hdd_clear", true },
  { "@llvm.stackrestore", "hdd_restore", false },
  { "@free(", "hdd_free", false },
  { "@realloc(", "hdd_free", false },
  { "@_ZdlPv", "hdd_free", false },
  { "@_ZdaPv", "hdd_free", false },
};

static void mark_line_call(marker *self, const char *line)
{
  if (!strstr(line, "call "))
    return;
  for (size_t i = 0; i < sizeof losing / sizeof *losing; i++) {
    const char *at = strstr(line, losing[i].name);
    at = at ? strchr(at, '(') : NULL;
    if (!at)
      continue;
    operand where, size = { 0 };
    at = read_operand(&where, at + 1);
    if (losing[i].sized)
      (void)read_operand(&size, read_operand(&size, at));
    if ((losing[i].sized && size.value == size.value_end) ||
        !put_pointer(self, &where))
      return;
    put_call(self, losing[i].call);
    if (losing[i].sized) {
      text_puts(self->out, ", i64 ");
      put(self, size.value, size.value_end);
    }
    text_puts(self->out, ")\n");
    return;
  }
}

/* An argument that is a structure by value is where the call before may have put
 * another. */
static void mark_by_value(marker *self, const char *begin, const char *end)
{
  static const char mark[] = " byval(";
  const char *at = strstr(begin, mark), *value = end;
  if (!at || at > end)
    return;
  while (value > begin && value[-1] != ' ')
    value--;
  const operand where = { begin, skip_type(begin), value, end };
  if (!put_pointer(self, &where))
    return;
  at += sizeof mark - 1;
  put_call(self, "hdd_clear");
  put_size(self, at, skip_type(at));
  text_puts(self->out, ")\n");
}

/* Reads the first line of a function: its arguments lose their types where it begins. */
static void mark_arguments(marker *self, const char *line)
{
  textbuf *out = self->out;
  const char *at = strchr(line, '@');
  if (at && at[1] == '"')
    at = skip_quoted(at + 1);
  at = at ? strchr(at, '(') : NULL;
  self->out = &self->entry;
  while (at && *at && *at != ')') {
    const char *begin = at + strspn(at, "(, ");
    at = skip_value(begin);
    mark_by_value(self, begin, at);
  }
  self->out = out;
}

static void mark_line(marker *self, const char *line, const char *before)
{
  bool inside = starts_with(line, "  ");
  if (starts_with(line, "define "))
    mark_arguments(self, line);
  if (inside && self->entry.size) {
    text_add(self->out, self->entry.data, self->entry.size);
    text_clear(&self->entry);
  }
  if (inside && starts_with(line, "  ret ") && !strstr(before, "musttail "))
    text_puts(self->out, "  call void @hdd_leave()\n");
  if (inside) {
    mark_line_access(self, line);
    mark_line_call(self, line);
  }
  text_printf(self->out, "%s\n", line);
}

static void put_declarations(marker *self)
{
  static const char *const typed[] = { "hdd_load", "hdd_store", "hdd_store_c" };
  const char *pointer = self->pointer;
  text_puts(self->out, "declare void @hdd_leave()\n");
  if (!pointer)
    return;
  for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
    text_printf(self->out, "declare void @%s(%s, i64, i64, %s)\n", typed[i],
                pointer, pointer);
  text_printf(self->out,
              "declare void @hdd_clear(%s, i64)\n"
              "declare void @hdd_free(%s)\n"
              "declare void @hdd_restore(%s)\n",
              pointer, pointer, pointer);
}

/* Adds the rows: which types each of them may meet. */
static void put_rows(marker *self)
{
  text_printf(self->out, "@hdd.rows = internal constant [%zu x i8] c\"",
              rows_size(self));
  for (size_t i = 0; i <= self->tag_count; i++)
    for (size_t j = 0; j <= self->tag_count; j++)
      text_printf(self->out, "\\0%d",
                  !i || !j || reaches(self, &self->tags[i], &self->tags[j]) ||
                      reaches(self, &self->tags[j], &self->tags[i]));
  text_puts(self->out, "\"\n");
}

/* Numbers the tags of all lines, so that the size of the rows is known. */
static void number_tags(marker *self, const char *ir)
{
  for (const char *at = ir; (at = strstr(at, TAG)); at++)
    (void)number_tag(self, strtoul(at + strlen(TAG), NULL, 10), true);
}

void mark_accesses(textbuf *out, const char *ir)
{
  marker self = { .out = out, .is_cxx = strstr(ir, "\"Simple C++ TBAA\"") };
  char *before = mem_copy("");
  read_nodes(&self, ir);
  number_tags(&self, ir);
  for (const char *at = ir, *end = ir + strlen(ir); at < end;) {
    char *line = next_line(&at, end);
    mark_line(&self, line, before);
    string_replace(&before, line);
  }
  put_declarations(&self);
  put_rows(&self);
  free(before);
  free(self.nodes);
  text_free(&self.entry);
}
