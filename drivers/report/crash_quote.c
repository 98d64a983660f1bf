/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reading an output for people.
 *
 * A signature (compiler/signature.h) is for comparing: it has no names, numbers
 * and operands. A report quotes: here the line is wanted as the compiler printed
 * it, so the table of this folder (crash_quote.def) is one of its own. Where no message
 * names a place, the innermost frame of the stack trace does.
 */
#include "report/crash_quote.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/frames.h"
#include "compiler/matcher.h"

typedef struct row {
  matcher_pattern pattern;
  int message, function, place;
} row;

static const row rows[] = {
#define CRASH_QUOTE(literal, expression, message, function, place)             \
  { { literal, expression }, message, function, place },
#include "report/crash_quote.def"
#undef CRASH_QUOTE
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static char *captured(const char *line, const regmatch_t *captures, int group)
{
  if (!group || captures[group].rm_so < 0)
    return NULL;
  return mem_copy_bytes(
      line + captures[group].rm_so,
      (size_t)(captures[group].rm_eo - captures[group].rm_so));
}

/* "virtual bool llvm::A::f(int) const [with ...]" as "llvm::A::f". */
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

static void take(crash_quote *out, const row *from, const char *line,
                 const regmatch_t *captures)
{
  out->message = captured(line, captures, from->message);
  out->function = captured(line, captures, from->function);
  out->place = captured(line, captures, from->place);
  if (out->function)
    out->function = short_function(out->function);
}

/* The first line that fits the row, and is no quotation of the user's source. */
static bool find_row(crash_quote *out, const row *from, const strings *lines)
{
  matcher state = { 0 };
  regmatch_t captures[MATCHER_CAPTURES];
  bool found = false;
  for (size_t i = 0; i < lines->size && !found; i++) {
    const char *line = lines->data[i];
    found = strlen(line) < MATCHER_LINE_MAX && !matcher_is_quotation(line) &&
            matcher_fits(&state, &from->pattern, line, captures);
    if (found)
      take(out, from, line, captures);
  }
  matcher_dispose(&state);
  return found;
}

/* The phase: GCC's own line, or the last of a stack dump that names a pass. */
static char *find_during(const strings *lines)
{
  const char *found = NULL;
  for (size_t i = 0; i < lines->size; i++) {
    const char *line = lines->data[i];
    if (starts_with(line, "during ") && strstr(line, " pass: "))
      return mem_copy(line);
    if (isdigit((unsigned char)line[0]) && strstr(line, ".\tRunning pass "))
      found = strchr(line, '\t') + 1;
  }
  return found ? mem_copy(found) : NULL;
}

/* ---- stack traces ---- */

/* What stands between the address and the module in the line of that frame:
 * "#6 0x12ab llvm::f(int) (/lib/libLLVM.so+0x12)". */
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
  for (size_t i = 0; i < ROW_COUNT && !find_row(out, &rows[i], &lines); i++)
    ;
  out->during = find_during(&lines);
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
