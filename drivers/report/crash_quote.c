/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Quotes a crash from an output, for people.
 *
 * A signature (compiler/signature.h) serves comparison and contains no names,
 * numbers or operands. A report quotes the line as the compiler printed it. The
 * rows of crashes.def determine which part of a line is the message, and which
 * line says most. If no message names a place, the innermost frame of the stack
 * trace does.
 */
#include "report/crash_quote.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/crashes.h"
#include "compiler/frames.h"

/* Shortens "virtual bool llvm::A::f(int) const [with ...]" to "llvm::A::f". */
static char *short_function(char *function)
{
  char *end = strchr(function, '(');
  if (!end)
    return function;
  if (starts_with(end, "(anonymous namespace)"))
    end = strchr(end + 1, '(');
  size_t size = end ? (size_t)(end - function) : strlen(function);
  size_t begin = size;
  while (begin && function[begin - 1] != ' ')
    begin--;
  char *name = mem_copy_bytes(function + begin, size - begin);
  free(function);
  return name;
}

/* The rank of a line for the message, lowest first: a driver's line about a
 * death comes last, and an error that the program survived comes after the one
 * that ended it. */
static unsigned rank_of(const crash_row *row)
{
  unsigned rank = 2 * row->group + (row->flags & ROW_ANYWAY ? 1 : 0);
  return row->group == GROUP_DEATH ? 2 * GROUP_COUNT : rank;
}

/* Takes a value of a row of which the first line counts, or the last. */
static void take(char **out, char *value, const crash_row *row)
{
  if (value && (!*out || (row->flags & ROW_LAST)))
    string_replace(out, value);
  else
    free(value);
}

/* Takes the message if the line's rank is below *best, the pass, and a frame. */
static void read_line(crash_quote *out, crash_quote *frame, unsigned *best,
                      const char *text)
{
  crash_line line;
  if (strlen(text) >= CRASH_LINE_MAX ||
      !crash_line_find(&line, text, READ_FACTS))
    return;
  if (strchr(line.row->captures, 'm') && rank_of(line.row) < *best) {
    *best = rank_of(line.row);
    string_replace(&out->message, crash_line_capture(&line, 'm'));
    string_replace(&out->function, crash_line_capture(&line, 'c'));
    string_replace(&out->place, crash_line_capture(&line, 'p'));
  }
  take(&out->during, crash_line_capture(&line, 'd'), line.row);
  if (line.row->group != GROUP_FRAME)
    return;
  take(&frame->function, crash_line_capture(&line, 'c'), line.row);
  take(&frame->place, crash_line_capture(&line, 'p'), line.row);
}

/* ---- stack traces ---- */

/* The text between the address and the module in the frame's line: "#6 0x12ab
 * llvm::f(int) (/lib/libLLVM.so+0x12)". */
static char *frame_symbol(const strings *lines, const char *module)
{
  for (size_t i = 0; i < lines->size; i++) {
    const char *line = lines->data[i];
    const char *at = strstr(line, module);
    const char *address = strstr(line, " 0x");
    const char *open = at ? strstr(line, " (/") : NULL;
    const char *begin = address ? strchr(address + 1, ' ') : NULL;
    if (at && open && begin && line[strspn(line, " ")] == '#')
      return begin < open
                 ? mem_copy_bytes(begin + 1, (size_t)(open - begin) - 1)
                 : NULL;
  }
  return NULL;
}

/* A frame is "function at file:line" or "module+0xOFFSET". */
static void take_frame(crash_quote *out, const char *frame,
                       const strings *lines)
{
  const char *at = strstr(frame, " at ");
  if (!at) {
    char *symbol = frame_symbol(lines, frame);
    out->function = symbol ? short_function(symbol) : NULL;
  } else if (!starts_with(frame, "???")) {
    out->function = short_function(mem_copy_bytes(frame, (size_t)(at - frame)));
    out->place = mem_copy(at + strlen(" at "));
  }
}

void crash_quote_find(crash_quote *out, const char *output)
{
  *out = (crash_quote){ 0 };
  strings lines = { 0 };
  const char *end = output + strlen(output);
  for (const char *at = output; at < end;)
    strings_take(&lines, next_line(&at, end));
  crash_quote frame = { 0 };
  unsigned best = UINT_MAX;
  for (size_t i = 0; i < lines.size; i++)
    read_line(out, &frame, &best, lines.data[i]);
  if (!out->function && !out->place) {
    out->function = frame.function;
    out->place = frame.place;
    frame = (crash_quote){ 0 };
  }
  crash_quote_dispose(&frame);
  if (out->function)
    out->function = short_function(out->function);
  stack_frames frames = { 0 };
  frames_find(&frames, output, strlen(output));
  if (!out->function && !out->place && frames.names.size)
    take_frame(out, frames.names.data[0], &lines);
  frames_dispose(&frames);
  strings_free(&lines);
}

void crash_quote_dispose(crash_quote *self)
{
  free(self->message);
  free(self->function);
  free(self->place);
  free(self->during);
  *self = (crash_quote){ 0 };
}

/* ---- expressions ---- */

char *crash_quote_expression(const char *message)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *at = message; *at;) {
    bool word =
        at > message && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    size_t digits = strspn(at, "0123456789");
    if (!word && starts_with(at, "0x") && isxdigit((unsigned char)at[2])) {
      text_puts(&out, "0x[0-9a-f]+");
      at += 2 + strspn(at + 2, "0123456789abcdefABCDEF");
    } else if (digits && at > message && at[-1] == ':') {
      text_puts(&out, "[0-9]+");
      at += digits;
    } else {
      if (strchr("\\^$.[]|()*+?{}", *at))
        text_puts(&out, "\\");
      text_add(&out, at++, 1);
    }
  }
  return out.data;
}
