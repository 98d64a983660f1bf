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

/* In a crash's message operands and types follow these. */
static const char operands[] = "([{<";

/* The words of an access to memory. The first FLAGS come from the user's text, and
 * say nothing about the instruction that is missing. */
enum { FLAGS = 4 };
static const char *const access_words[] = {
  "volatile ", "dereferenceable ", "invariant ", "non-temporal ", "(s8) ",
  "(s16) ",    "(s32) ",           "(s64) ",     "anyext ",       "sext ",
  "zext ",     "trunc ",
};

/* "<(volatile load (s8) from @x, zext from i8)> ..." as
 * " volatile (s8) zext". */
static void add_access(textbuf *out, char *copy)
{
  /* Operands follow the bracket that closes the access. */
  char *end = strstr(copy, "> ");
  if (copy[0] == '<' && end) {
    *end = '\0';
    for (size_t i = 0; i < sizeof access_words / sizeof *access_words; i++)
      if (strstr(copy, access_words[i]))
        text_printf(out, " %.*s", (int)strlen(access_words[i]) - 1,
                    access_words[i]);
  }
}

char *crash_fact_place(const char *fact)
{
  char *out = mem_copy(fact);
  for (size_t i = 0; starts_with(fact, "Cannot select: ") && i < FLAGS; i++) {
    char *word = strstr(out, access_words[i]);
    size_t size = strlen(access_words[i]);
    if (word)
      memmove(word, word + size, strlen(word + size) + 1);
  }
  return out;
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
  static const char *const proper[] = { "cc1", "f951", "d21", "go1", "gnat1" };
  const char *name = base_name(path);
  for (size_t i = 0; i < sizeof proper / sizeof *proper; i++)
    if (starts_with(name, proper[i]))
      return;
  if (!ends_with(name, "ccom"))
    text_printf(out, " (program %s)", name);
}

static void add_group(textbuf *out, char how, char *text)
{
  switch (how) {
  case '~':
    errors_add_message(out, text, operands);
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

void crash_facts_reset(crash_facts_reader *self)
{
  for (size_t i = 0; i < GROUP_COUNT; i++)
    free(self->found[i].fact);
  strings_free(&self->errors);
  free(self->error);
  *self = (crash_facts_reader){ .level = self->level, .failed = self->failed };
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
  char **fact = &self->found[row->group].fact;
  if ((!self->failed && !(row->flags & ROW_ANYWAY)) ||
      (*fact && !(row->flags & ROW_LAST)) ||
      ((row->flags & ROW_AFTER) && !crash_facts_show_crash(self)))
    return;
  string_replace(fact, make_fact(line, form_of(row, self->level)));
  self->found[row->group].flags = row->flags;
  if ((row->flags & ROW_ERROR) && self->error && self->level == MATCH_EXACT)
    string_replace(fact, mem_format("%s (%s)", *fact, self->error));
}

static void keep_error(crash_facts_reader *self, const char *line)
{
  static const char mark[] = ": error: ";
  const char *at = strstr(line, mark);
  if (!at)
    return;
  textbuf message = { 0 };
  text_puts(&message, "");
  errors_add_message(&message, at + sizeof mark - 1, operands);
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

void crash_facts_collect(strings *out, uint32_t *places_out,
                         uint32_t *activities_out,
                         const crash_facts_reader *self)
{
  bool by_itself = has_proof(self, GROUP_DEATH + 1);
  *places_out = *activities_out = 0;
  for (size_t i = 0; i < GROUP_END; i++) {
    const char *fact = self->found[i].fact;
    if (!fact || !*fact || (i == GROUP_DEATH && by_itself))
      continue;
    if (self->found[i].flags & ROW_PLACE)
      *places_out |= UINT32_C(1) << out->size;
    if (i == GROUP_PASS || i == GROUP_PHASE)
      *activities_out |= UINT32_C(1) << out->size;
    strings_add(out, fact);
  }
}
