/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An access that Clang may reorder by the type of what it reaches carries a tag (tbaa.h).
 * The module becomes one whose calls say which tag each access has, and which others it
 * may meet.
 *
 * Only a text is needed for that, so that one program serves each version of
 * Clang: types, values and constants are passed over by their parentheses.
 *
 * In C what a declared object contains keeps its type, but not a union, memory of
 * alloca, nor a frame that longjmp leaves: a module with any of these is taken for
 * C++, where each store may begin a new object.
 */
#include "wrong/mark.h"

#include <stdlib.h>
#include <string.h>

#include "wrong/tbaa.h"

typedef struct marker {
  textbuf *out;
  tbaa types;
  const char *ir;
  const char *store;   /* the function that is called for one */
  const char *pointer; /* to anything */
  size_t named;        /* values that were added */
  textbuf entry;       /* lines for the beginning of the function */
  textbuf by_value;    /* calls for both: its arguments lose their types */
} marker;

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

static size_t rows_size(const marker *of)
{
  return (of->types.count + 1) * (of->types.count + 1);
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
              number * (self->types.count + 1));
}

/* A load or store: the type of the value, and where it is. What is stored without a
 * tag has no type. */
static void mark_access(marker *self, const char *type, const operand *where,
                        bool stores, size_t number)
{
  if ((!number && !stores) || !put_pointer(self, where))
    return;
  put_call(self, !number ? "hdd_clear" : stores ? self->store : "hdd_load");
  put_size(self, type, skip_type(type));
  if (number)
    put_row(self, number);
  text_puts(self->out, ")\n");
}

/* The node of the tag of a line, or SIZE_MAX. */
static size_t line_tag(const char *line)
{
  const char *at = strstr(line, TBAA_MARK);
  return at ? strtoul(at + strlen(TBAA_MARK), NULL, 10) : SIZE_MAX;
}

/* What is behind the name of an instruction, or NULL. */
static const char *find_access(const char *line, bool *stores)
{
  static const char load[] = " = load ", store[] = "  store ";
  *stores = starts_with(line, store);
  const char *at = *stores ? line : strstr(line, load);
  return at ? at + strlen(store) : NULL;
}

static const char *skip_prefix(const char *at, const char *prefix)
{
  return starts_with(at, prefix) ? at + strlen(prefix) : at;
}

/* The order of an atomic access is behind the pointer. */
static void drop_order(operand *where)
{
  const char *end = where->value_end;
  if (memchr("%@", *where->value, 2) && where->value[1] != '"')
    where->value_end = where->value + strcspn(where->value, " ,");
  if (where->value_end > end)
    where->value_end = end;
}

static void mark_line_access(marker *self, const char *line)
{
  bool stores;
  size_t node = line_tag(line);
  const char *type = find_access(line, &stores);
  if (!type || (node == SIZE_MAX && !stores))
    return;
  bool is_atomic = starts_with(type, "atomic ");
  type = skip_prefix(skip_prefix(type, "atomic "), "volatile ");
  operand where;
  const char *at = skip_type(type);
  if (stores)
    at = read_operand(&where, type);
  else if (starts_with(at, ", "))
    at += 2;
  (void)read_operand(&where, at);
  if (is_atomic)
    drop_order(&where);
  mark_access(self, type, &where, stores,
              node == SIZE_MAX ? 0 : tbaa_number(&self->types, node));
}

/* Functions whose first argument loses its types, and what is called for them. */
static const struct {
  const char *name, *call;
  bool sized; /* the third argument is the size */
} losing[] = {
  { "@llvm.memcpy.", "hdd_clear", true },
  { "@llvm.memmove.", "hdd_clear", true },
  { "@llvm.memset.", "hdd_clear", true },
  { "@__memcpy_chk(", "hdd_clear", true },
  { "@__memmove_chk(", "hdd_clear", true },
  { "@__memset_chk(", "hdd_clear", true },
  { "@llvm.stackrestore", "hdd_restore", false },
  { "@free(", "hdd_free", false },
  { "@realloc(", "hdd_free", false },
  { "@_ZdlPv", "hdd_free", false },
  { "@_ZdaPv", "hdd_free", false },
};

/* Does the module have its own function of the name that is called there? */
static bool is_own(const marker *self, const char *name)
{
  size_t size = strcspn(name, "(");
  for (const char *at = self->ir; (at = strstr(at, "\ndefine "));) {
    const char *found = strchr(++at, '@');
    if (found && !strncmp(found, name, size) && found[size] == '(')
      return true;
  }
  return false;
}

static void mark_line_call(marker *self, const char *line)
{
  if (!strstr(line, "call "))
    return;
  for (size_t i = 0; i < sizeof losing / sizeof *losing; i++) {
    const char *name = strstr(line, losing[i].name);
    const char *at = name ? strchr(name, '(') : NULL;
    if (!at)
      continue;
    if (!starts_with(name, "@llvm.") && is_own(self, name))
      return;
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
 * another, and where the next one will. */
static void mark_by_value(marker *self, const char *begin, const char *end)
{
  static const char mark[] = " byval(";
  const char *at = memmem(begin, (size_t)(end - begin), mark, sizeof mark - 1);
  const char *value = end;
  if (!at)
    return;
  while (value > begin && value[-1] != ' ')
    value--;
  const operand where = { begin, skip_type(begin), value, end };
  self->out = &self->entry;
  bool is_pointer = put_pointer(self, &where);
  self->out = &self->by_value;
  if (!is_pointer)
    return;
  at += sizeof mark - 1;
  put_call(self, "hdd_clear");
  put_size(self, at, skip_type(at));
  text_puts(self->out, ")\n");
}

/* Reads the first line of a function: its arguments lose their types where it begins and
 * returns. */
static void mark_arguments(marker *self, const char *line)
{
  textbuf *out = self->out;
  const char *at = strchr(line, '@');
  if (at && at[1] == '"')
    at = skip_quoted(at + 1);
  at = at ? strchr(at, '(') : NULL;
  text_clear(&self->entry);
  text_clear(&self->by_value);
  while (at && *at && *at != ')') {
    const char *begin = at + strspn(at, "(, ");
    at = skip_value(begin);
    mark_by_value(self, begin, at);
  }
  self->out = out;
}

static void put_text(marker *self, const textbuf *text)
{
  text_add(self->out, text->data, text->size);
}

static void mark_line(marker *self, const char *line, const char *before)
{
  bool inside = starts_with(line, "  ");
  if (starts_with(line, "define "))
    mark_arguments(self, line);
  if (inside && self->entry.size) {
    put_text(self, &self->entry);
    put_text(self, &self->by_value);
    text_clear(&self->entry);
  }
  if (inside && starts_with(line, "  ret ") && !strstr(before, "musttail ")) {
    put_text(self, &self->by_value);
    text_puts(self->out, "  call void @hdd_leave()\n");
  }
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
  for (size_t i = 0; i <= self->types.count; i++)
    for (size_t j = 0; j <= self->types.count; j++)
      text_printf(self->out, "\\0%d", tbaa_meet(&self->types, i, j));
  text_puts(self->out, "\"\n");
}

/* Has the module memory of alloca, which may get any type? */
static bool has_alloca(const char *ir)
{
  for (const char *at = ir; (at = strstr(at, " = alloca "));) {
    const char *counted = strstr(at, ", i64 ");
    at += strcspn(at, "\n");
    if (counted && counted < at)
      return true;
  }
  return false;
}

/* Does no store of the module begin a new object in a declared one? */
static bool is_strict(const char *ir)
{
  return !strstr(ir, "\"Simple C++ TBAA\"") && !strstr(ir, "%union.") &&
         !strstr(ir, "returns_twice") && !has_alloca(ir);
}

void mark_accesses(textbuf *out, const char *ir)
{
  marker self = { .out = out,
                  .ir = ir,
                  .store = is_strict(ir) ? "hdd_store_c" : "hdd_store" };
  char *before = mem_copy("");
  tbaa_read(&self.types, ir);
  for (const char *at = ir, *end = ir + strlen(ir); at < end;) {
    char *line = next_line(&at, end);
    mark_line(&self, line, before);
    string_replace(&before, line);
  }
  put_declarations(&self);
  put_rows(&self);
  free(before);
  tbaa_dispose(&self.types);
  text_free(&self.entry);
  text_free(&self.by_value);
}
