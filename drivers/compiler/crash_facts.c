/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Turns the lines of an output into facts.
 *
 * A row of crashes.def explains each line, and in each group of rows the
 * earliest line counts. A FINAL row ends the reading: by definition nothing
 * after it is part of a crash, so the run may be ended there. This also makes
 * the compiler and its driver look the same, because the driver's messages come
 * later. The rows of group DEATH, which report the signal that killed a
 * program, count only if the program itself printed nothing; they then equal
 * the signal's fact.
 */
#include "compiler/crash_facts.h"

#include <ctype.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"

/* ---- from a line to a fact ---- */

/* Does a quotation open here? An apostrophe inside a word does not open one. */
static bool opens_quote(const char *start, const char *at)
{
  if (*at == '"' || *at == '`')
    return true;
  return *at == '\'' && (at == start || !isalnum((unsigned char)at[-1]));
}

/* Does a noun that introduces a name end here, as in "call to function f"? */
static bool follows_noun(const char *start, const char *at)
{
  static const char *const nouns[] = { " function ", " symbol ", " variable " };
  for (size_t i = 0; i < sizeof nouns / sizeof *nouns; i++) {
    size_t size = strlen(nouns[i]);
    if ((size_t)(at - start) >= size && !strncmp(at - size, nouns[i], size) &&
        (isalpha((unsigned char)*at) || *at == '_'))
      return true;
  }
  return false;
}

/* A message without parts that may come from the user's code: quotations,
 * numbers, @names, %names, labels and the names of functions become "_", and a
 * bracket ends it, since operands and types follow. */
static void add_message(textbuf *out, const char *copy)
{
  size_t begin = out->size;
  for (const char *at = copy; *at && !strchr("([{<", *at);) {
    bool word = at > copy && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (opens_quote(copy, at)) {
      int close = *at == '`' ? '\'' : *at;
      const char *end = strchr(at + 1, close);
      at = end ? end + 1 : at + strlen(at);
      text_puts(out, "_");
    } else if (follows_noun(copy, at)) {
      at += strcspn(at, " ,;:)");
      text_puts(out, "_");
    } else if (strchr("@%$", *at) || !strncmp(at, ".L", 2)) {
      at += 1 + strcspn(at + 1, " ,;:)");
      text_puts(out, "_");
    } else if (isdigit((unsigned char)*at) && !word) {
      at += strspn(at, "0123456789abcdefxABCDEF");
      text_puts(out, "_");
    } else {
      text_add(out, at++, 1);
    }
  }
  while (out->size > begin && strchr(" :,;", out->data[out->size - 1]))
    out->data[--out->size] = '\0';
}

/* "<(volatile load (s8) from @x, zext from i8)> ..." as
 * " volatile (s8) zext". */
static void add_access(textbuf *out, char *copy)
{
  static const char *const words[] = {
    "volatile ", "dereferenceable ", "invariant ", "non-temporal ", "(s8) ",
    "(s16) ",    "(s32) ",           "(s64) ",     "anyext ",       "sext ",
    "zext ",     "trunc ",
  };
  /* Operands follow the bracket that closes the access. */
  char *end = strstr(copy, "> ");
  if (copy[0] == '<' && end) {
    *end = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (strstr(copy, words[i]))
        text_printf(out, " %.*s", (int)strlen(words[i]) - 1, words[i]);
  }
}

/* "Segmentation fault (core dumped)" or "11" as "SIGSEGV"; anything else
 * unchanged. A number above 128 is a shell's exit status for a signal. */
static void add_signal(textbuf *out, const char *text)
{
  enum { SHELL = 128 };
  int number = atoi(text);
  number = number > SHELL ? number - SHELL : number;
  for (int i = 1; i < NSIG && !isdigit((unsigned char)*text); i++) {
    const char *description = sigdescr_np(i);
    if (description && starts_with(text, description))
      number = i;
  }
  const char *name = number ? sigabbrev_np(number) : NULL;
  if (name)
    text_printf(out, "SIG%s", name);
  else
    text_puts(out, text);
}

/* " (program ld)"; nothing for a compiler proper, which a user may also run
 * without its driver. */
static void add_program(textbuf *out, const char *path)
{
  const char *name = base_name(path);
  if (!starts_with(name, "cc1") && !ends_with(name, "ccom"))
    text_printf(out, " (program %s)", name);
}

static void add_group(textbuf *out, char how, char *text)
{
  switch (how) {
  case '~':
    add_message(out, text);
    break;
  case '^':
    add_access(out, text);
    break;
  case '/':
    text_puts(out, base_name(text));
    break;
  case '!':
    add_signal(out, text);
    break;
  case '*':
    add_program(out, text);
    break;
  default:
    text_puts(out, text);
  }
}

static char *make_fact(const crash_line *line, const char *format)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (; *format; format++) {
    if (!strchr("$~/^!*", *format) || !isdigit((unsigned char)format[1])) {
      text_add(&out, format, 1);
      continue;
    }
    char *text = crash_line_group(line, format[1] - '0');
    if (text)
      add_group(&out, *format, text);
    free(text);
    format++;
  }
  return out.data;
}

/* ---- a reader ---- */

/* The finding for a group. */
typedef struct finding {
  char *fact;
  unsigned flags;
} finding;

struct crash_facts_reader {
  match_level level;
  finding found[GROUP_COUNT];
  strings errors; /* in order of appearance */
  char *error;    /* the last one, as a message */
  bool failed;    /* the run did not succeed */
  bool complete;
};

crash_facts_reader *crash_facts_new(match_level level)
{
  crash_facts_reader *self = mem_alloc(1, sizeof *self);
  self->level = level;
  self->failed = true;
  return self;
}

void crash_facts_reset(crash_facts_reader *self, bool failed)
{
  for (size_t i = 0; i < GROUP_COUNT; i++) {
    free(self->found[i].fact);
    self->found[i] = (finding){ 0 };
  }
  strings_free(&self->errors);
  free(self->error);
  self->error = NULL;
  self->failed = failed;
  self->complete = false;
}

void crash_facts_free(crash_facts_reader *self)
{
  if (!self)
    return;
  crash_facts_reset(self, false);
  free(self);
}

/* The template of a row's fact at a level. */
static const char *form_of(const crash_row *row, match_level level)
{
  while (!strcmp(row->facts[level], "="))
    level--;
  return row->facts[level];
}

static void take_fact(crash_facts_reader *self, const crash_line *line)
{
  const crash_row *row = line->row;
  finding *found = &self->found[row->group];
  if ((!self->failed && !(row->flags & ROW_ANYWAY)) ||
      (found->fact && !(row->flags & ROW_LAST)))
    return;
  free(found->fact);
  found->fact = make_fact(line, form_of(row, self->level));
  found->flags = row->flags;
  if ((row->flags & ROW_ERROR) && self->error && self->level == MATCH_EXACT) {
    char *fact = mem_format("%s (%s)", found->fact, self->error);
    free(found->fact);
    found->fact = fact;
  }
}

static void keep_error(crash_facts_reader *self, const char *line)
{
  static const char mark[] = ": error: ";
  const char *at = strstr(line, mark);
  if (!at)
    return;
  textbuf message = { 0 };
  text_puts(&message, "");
  add_message(&message, at + sizeof mark - 1);
  free(self->error);
  self->error = message.data;
}

void crash_facts_read(crash_facts_reader *self, const char *line)
{
  crash_line explained;
  if (self->complete || !*line)
    return;
  if (crash_line_find(&explained, line, READ_FACTS)) {
    take_fact(self, &explained);
    self->complete =
        (explained.row->flags & ROW_FINAL) && crash_facts_show_crash(self);
  } else {
    errors_add_line(&self->errors, line);
  }
  keep_error(self, line);
}

/* ---- what was read ---- */

/* Did a line of group `from` or later prove a crash? */
static bool has_proof(const crash_facts_reader *self, crash_group from)
{
  for (size_t i = from; i <= GROUP_LIBRARY; i++)
    if (self->found[i].fact)
      return true;
  return false;
}

bool crash_facts_show_crash(const crash_facts_reader *self)
{
  return has_proof(self, GROUP_DEATH);
}

bool crash_facts_have_message(const crash_facts_reader *self)
{
  for (size_t i = 0; i < GROUP_COUNT; i++)
    if (self->found[i].fact && (self->found[i].flags & ROW_MESSAGE))
      return true;
  return false;
}

bool crash_facts_are_complete(const crash_facts_reader *self)
{
  return self->complete;
}

const strings *crash_facts_errors(const crash_facts_reader *self)
{
  return &self->errors;
}

void crash_facts_collect(strings *out, uint32_t *places_out,
                         const crash_facts_reader *self)
{
  bool by_itself = has_proof(self, GROUP_DEATH + 1);
  *places_out = 0;
  for (size_t i = 0; i < GROUP_END; i++) {
    const finding *found = &self->found[i];
    if (!found->fact || !*found->fact || (i == GROUP_DEATH && by_itself))
      continue;
    if (found->flags & ROW_PLACE)
      *places_out |= UINT32_C(1) << out->size;
    strings_add(out, found->fact);
  }
}
