/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parses stack traces.
 *
 * Four formats are known: LLVM with a symbolizer that answers "unknown" ("#5
 * 0x7f.. (/lib/libLLVM.so+0x11fe66f)"), LLVM without one
 * ("/lib/libLLVM.so(_ZN4llvm+0x31)[0x7f..]"), the sanitizers ("#0 0x.. in f
 * file.c:3:1") and GCC ("0x.. f" and "\tfile.c:3" on the next line). A frame
 * becomes a name that stays the same in the next run of the same compiler:
 * module and offset, or function and place in the compiler's source.
 *
 * Frames above the fault belong to the code that printed the trace: for LLVM,
 * everything up to libc's signal trampoline. A trace without a trampoline was
 * printed on purpose, and then the message says more than the trace. That of a
 * sanitizer, which is indented further, begins at the fault: its only libc is
 * what called main.
 *
 * Callers depend on how the user's code nests, so only one of them has to
 * match; a stack overflow faults anywhere in its cycle, so only the cycle
 * counts.
 */
#include "compiler/frames.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
  TRACE_MAX = 512,  /* maximum number of frames read */
  HANDLER_MAX = 16, /* maximum frames of a signal handler */
  REPEATED = 8,     /* occurrences that indicate a recursion */
};

static const char *skip_hex(const char *at)
{
  if (strncmp(at, "0x", 2) != 0)
    return NULL;
  at += 2;
  size_t size = strspn(at, "0123456789abcdef");
  return size ? at + size : NULL;
}

/* "file.c:12:3" or "dir/file.c:12" as "file.c:12"; NULL if not a place. */
static char *source_place(const char *place)
{
  const char *name = base_name(place);
  const char *colon = strchr(name, ':');
  if (!colon || !isdigit((unsigned char)colon[1]))
    return NULL;
  size_t digits = strspn(colon + 1, "0123456789");
  return mem_copy_bytes(name, (size_t)(colon - name) + 1 + digits);
}

/* The bracket that opens the place of a module; NULL: the line has none. */
static const char *module_open(size_t *size_out, const char *line)
{
  const char *build = strstr(line, " (BuildId: "); /* of a sanitizer */
  size_t size = build ? (size_t)(build - line) : strlen(line);
  const char *open = memrchr(line, '(', size);
  if (!open || line[size - 1] != ')' ||
      !memmem(open, size - (size_t)(open - line), "+0x", 3))
    return NULL;
  *size_out = size - 2 - (size_t)(open - line);
  return open;
}

char *frames_module_place(const char *line)
{
  size_t size = 0;
  const char *open = module_open(&size, line);
  if (!open)
    return NULL;
  char *inner = mem_copy_bytes(open + 1, size);
  char *name = mem_copy(base_name(inner));
  free(inner);
  return name;
}

const char *frames_after_address(uint64_t *address_out, const char *line)
{
  line += strspn(line, " ");
  if (*line != '#' || !isdigit((unsigned char)line[1]))
    return NULL;
  line += 1 + strspn(line + 1, "0123456789");
  line += strspn(line, " ");
  const char *rest = skip_hex(line);
  if (!rest)
    return NULL;
  *address_out = strtoull(line, NULL, 16);
  return rest + strspn(rest, " ");
}

/* "#5 0x7f12 ..." */
static char *numbered_frame(const char *line)
{
  uint64_t address;
  const char *rest = frames_after_address(&address, line);
  if (!rest)
    return NULL;
  bool named = starts_with(rest, "in "); /* by a sanitizer */
  rest += named ? 3 : 0;
  char *source = frames_module_place(rest);
  if (source && !named)
    return source;
  size_t ignored;
  const char *end = source ? module_open(&ignored, rest) : strrchr(rest, ' ');
  if (!source && end)
    source = source_place(end + 1);
  else if (end && end > rest)
    end--; /* the blank before it */
  size_t size = source && end ? (size_t)(end - rest) : strlen(rest);
  char *name = mem_format("%.*s%s%s", (int)size, rest, source ? " at " : "",
                          source ? source : "");
  free(source);
  return name;
}

/* "/lib/libLLVM.so(_ZN4llvm+0x31)[0x7f12]" and "clang-14[0x4142c2]" */
static char *bracketed_frame(const char *line)
{
  size_t size = strlen(line);
  const char *open = strrchr(line, '[');
  if (!open || line[size - 1] != ']' || skip_hex(open + 1) != line + size - 1)
    return NULL;
  char *all = mem_copy_bytes(line, (size_t)(open - line));
  char *paren = strchr(all, '(');
  char *name;
  if (!paren) {
    name = mem_format("%s+%.*s", base_name(all), (int)(line + size - 2 - open),
                      open + 1);
  } else {
    *paren = '\0';
    paren[1 + strcspn(paren + 1, ")")] = '\0';
    name = mem_format("%s%s%s", base_name(all), paren[1] == '+' ? "" : ":",
                      paren + 1);
  }
  free(all);
  return name;
}

/* GCC: "0x12ab f(int)" and, on the next line, "\t../../gcc/file.cc:12". */
static char *gcc_frame(const char *line, const char *next)
{
  const char *rest = skip_hex(line);
  if (!rest || *rest != ' ' || !next || *next != '\t')
    return NULL;
  char *place = source_place(next + 1);
  char *name =
      mem_format("%s%s%s", rest + 1, place ? " at " : "", place ? place : "");
  free(place);
  return name;
}

/* ---- from lines to a trace ---- */

/* Reads a line of an output; `next` is the line after it. */
static void read_line(frames_reader *self, const char *line, const char *next)
{
  /* Consecutive frame lines form a trace. */
  if (self->trace.size == TRACE_MAX ||
      (self->trace.size && self->line > self->last + 2))
    self->ended = true;
  if (self->ended || !*line)
    return;
  char *name = numbered_frame(line);
  if (!name)
    name = bracketed_frame(line);
  if (!name)
    name = gcc_frame(line, next);
  if (!name)
    return;
  if (!self->trace.size)
    self->by_sanitizer = starts_with(line, "    #");
  self->last = self->line;
  strings_take(&self->trace, name);
}

void frames_read(frames_reader *self, const char *line)
{
  if (self->previous && !self->ended)
    read_line(self, self->previous, line);
  free(self->previous);
  self->previous = self->ended ? NULL : mem_copy(line);
  self->line++;
}

void frames_reader_reset(frames_reader *self)
{
  strings_free(&self->trace);
  free(self->previous);
  *self = (frames_reader){ 0 };
}

static bool is_libc(const char *frame)
{
  static const char *const marks[] = {
    "libc.so",      "libc-",     "libpthread", "ld-linux",
    "__restore_rt", "sigaction", "libc_start", "__libc_",
  };
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strstr(frame, marks[i]))
      return true;
  return false;
}

/* Functions that print the trace or that every crash passes through. */
static bool is_reporter(const char *frame)
{
  static const char *const names[] = {
    "crash_signal", "fancy_abort",    "internal_error",
    "diagnostic_",  "__interceptor_", "__asan_",
    "__sanitizer_", "__ubsan_",       "__assert_fail",
    "__GI_",        "raise",          "abort",
    "???",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (starts_with(frame, names[i]))
      return true;
  return false;
}

/* Index of the innermost frame of the crash; trace.size if there is none. */
static size_t first_frame(const frames_reader *self)
{
  const strings *trace = &self->trace;
  size_t at = 0;
  bool by_module =
      trace->size && !self->by_sanitizer && strstr(trace->data[0], "+0x");
  if (by_module) {
    while (at < trace->size && at < HANDLER_MAX && !is_libc(trace->data[at]))
      at++;
    if (at == trace->size || at == HANDLER_MAX)
      return trace->size;
  }
  while (at < trace->size &&
         (is_libc(trace->data[at]) || is_reporter(trace->data[at])))
    at++;
  return at;
}

static size_t count_of(const strings *trace, size_t from, const char *name)
{
  size_t count = 0;
  for (size_t i = from; i < trace->size; i++)
    count += !strcmp(trace->data[i], name);
  return count;
}

/* Keeps the distinct frames that repeat. */
static void keep_cycle(stack_frames *out, const strings *trace, size_t from)
{
  out->recursive = true;
  for (size_t i = from; i < trace->size; i++)
    if (!strings_has(&out->names, trace->data[i]) &&
        count_of(trace, from, trace->data[i]) >= REPEATED)
      strings_add(&out->names, trace->data[i]);
  strings_sort(&out->names);
}

void frames_collect(stack_frames *out, const frames_reader *self)
{
  const strings *trace = &self->trace;
  *out = (stack_frames){ 0 };
  size_t first = first_frame(self);
  for (size_t i = first; i < trace->size && i < first + FRAMES_KEPT; i++)
    if (count_of(trace, first, trace->data[i]) >= REPEATED)
      out->recursive = true;
  if (out->recursive)
    keep_cycle(out, trace, first);
  for (size_t i = first;
       !out->recursive && i < trace->size && out->names.size < FRAMES_KEPT; i++)
    if (!is_libc(trace->data[i]) && !strings_has(&out->names, trace->data[i]))
      strings_add(&out->names, trace->data[i]);
}

void frames_find(stack_frames *out, const char *output, size_t size)
{
  frames_reader reader = { 0 };
  for (const char *at = output, *end = output + size; at < end;) {
    char *line = next_line(&at, end);
    frames_read(&reader, line);
    free(line);
  }
  frames_read(&reader, ""); /* flushes the last line */
  frames_collect(out, &reader);
  frames_reader_reset(&reader);
}

void frames_dispose(stack_frames *self)
{
  strings_free(&self->names);
  self->recursive = false;
}

/* Strips "+0x12" and ":12". */
static void cut_offset(char *name)
{
  char *offset = strstr(name, "+0x"), *colon = strrchr(name, ':');
  if (offset)
    *offset = '\0';
  else if (colon && isdigit((unsigned char)colon[1]))
    *colon = '\0';
}

void frames_coarsen(stack_frames *self)
{
  strings kept = { 0 };
  size_t most = self->recursive ? self->names.size : 1;
  for (size_t i = 0; i < self->names.size && i < most; i++) {
    cut_offset(self->names.data[i]);
    if (!strings_has(&kept, self->names.data[i]))
      strings_add(&kept, self->names.data[i]);
  }
  strings_free(&self->names);
  self->names = kept;
}

bool frames_match(const stack_frames *a, const stack_frames *b)
{
  if (!a->names.size || !b->names.size)
    return a->names.size == b->names.size;
  if (a->recursive != b->recursive)
    return false;
  size_t from = a->recursive ? 0 : 1;
  if (from && strcmp(a->names.data[0], b->names.data[0]) != 0)
    return false;
  if (from && (a->names.size == 1 || b->names.size == 1))
    return true;
  for (size_t i = from; i < a->names.size; i++)
    for (size_t j = from; j < b->names.size; j++)
      if (!strcmp(a->names.data[i], b->names.data[j]))
        return true;
  return false;
}
