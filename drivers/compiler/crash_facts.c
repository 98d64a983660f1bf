/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From the lines of an output to facts.
 *
 * Each line is explained by the first row of signatures.def that fits it, and
 * in each group of rows the earliest line counts. A FINAL row ends the reading:
 * by definition nothing behind it is part of a crash, so that a run need not go
 * on once it was seen. That also makes the compiler and its driver look the
 * same: what a driver adds comes behind, and the rows of the group DEATH, which
 * say by what signal a program died, count only where the program itself said
 * nothing, and then as the signal would have.
 *
 * Lines are matched one by one because expressions of POSIX cannot skip lines,
 * and so that a long output costs no more than its length. Bytes are compared
 * as the C locale has them.
 */
#include "compiler/crash_facts.h"

#include <ctype.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"
#include "compiler/matcher.h"

typedef enum group {
  DEATH,
  ICE,
  LLVM,
  SANITIZER,
  LIBRARY,
  INSN,
  PASS,
  PHASE,
  END,
  GROUP_COUNT
} group;

enum {
  CRASH = 1,
  PLACE = 2,
  MESSAGE = 4,
  LAST = 8,
  ANYWAY = 16,
  ERROR = 32,
  FINAL = 64,
};

typedef struct row {
  group group;
  unsigned flags;
  matcher_pattern pattern;
  const char *facts[MATCH_LEVELS]; /* by level */
} row;

static const row rows[] = {
#define SIGNATURE(group, flags, literal, expression, exact, function, kind)    \
  { group, flags, { literal, expression }, { exact, function, kind } },
#include "compiler/signatures.def"
#undef SIGNATURE
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* ---- levels ---- */

static const char *const level_names[] = { "exact", "function", "kind" };

const char *match_level_name(match_level level)
{
  return level_names[level];
}

bool match_level_find(match_level *out, const char *name)
{
  for (size_t i = 0; i < MATCH_LEVELS; i++)
    if (!strcmp(level_names[i], name)) {
      *out = (match_level)i;
      return true;
    }
  return false;
}

/* ---- from a line to a fact ---- */

/* Is a quotation opened here? An apostrophe inside a word is none. */
static bool opens_quote(const char *start, const char *at)
{
  if (*at == '"' || *at == '`')
    return true;
  return *at == '\'' && (at == start || !isalnum((unsigned char)at[-1]));
}

/* Does a word that names what follows end here? "call to function f". */
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

/* A message without what may come from the user's code: quotations, numbers,
 * @names, %names, labels and what is called a function become "_", and brackets
 * end it, since operands and types follow. */
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

/* "Segmentation fault (core dumped)" or "11" as "SIGSEGV"; anything else as it
 * is. A number above 128 is a shell's word for a signal. */
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

/* " (program ld)"; nothing for a compiler proper, which a user may run without
 * its driver too. */
static void add_program(textbuf *out, const char *path)
{
  const char *name = base_name(path);
  if (!starts_with(name, "cc1") && !ends_with(name, "ccom"))
    text_printf(out, " (program %s)", name);
}

static void add_capture(textbuf *out, char how, const char *bytes, size_t size)
{
  char *copy = mem_copy_bytes(bytes, size);
  switch (how) {
  case '~':
    add_message(out, copy);
    break;
  case '^':
    add_access(out, copy);
    break;
  case '/':
    text_puts(out, base_name(copy));
    break;
  case '!':
    add_signal(out, copy);
    break;
  case '*':
    add_program(out, copy);
    break;
  default:
    text_puts(out, copy);
  }
  free(copy);
}

static char *make_fact(const char *format, const char *line,
                       const regmatch_t *captures)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (; *format; format++) {
    if (!strchr("$~/^!*", *format) || !isdigit((unsigned char)format[1])) {
      text_add(&out, format, 1);
      continue;
    }
    const regmatch_t *capture = &captures[format[1] - '0'];
    if (capture->rm_so >= 0)
      add_capture(&out, *format, line + capture->rm_so,
                  (size_t)(capture->rm_eo - capture->rm_so));
    format++;
  }
  return out.data;
}

/* ---- a reader ---- */

/* What was found for a group. */
typedef struct finding {
  char *fact;
  unsigned flags;
} finding;

struct crash_facts_reader {
  match_level level;
  matcher matchers[ROW_COUNT];
  finding found[GROUP_COUNT];
  strings errors; /* in the order met */
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
  for (size_t i = 0; i < ROW_COUNT; i++)
    matcher_dispose(&self->matchers[i]);
  free(self);
}

/* The form of a row's fact at a level. */
static const char *form_of(const row *at, match_level level)
{
  while (!strcmp(at->facts[level], "="))
    level--;
  return at->facts[level];
}

static void take_fact(crash_facts_reader *self, const row *at, const char *line,
                      const regmatch_t *captures)
{
  finding *found = &self->found[at->group];
  if ((!self->failed && !(at->flags & ANYWAY)) ||
      (found->fact && !(at->flags & LAST)))
    return;
  free(found->fact);
  found->fact = make_fact(form_of(at, self->level), line, captures);
  found->flags = at->flags;
  if ((at->flags & ERROR) && self->error && self->level == MATCH_EXACT) {
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

/* Takes the fact of the first row that fits; false if there is none. */
static bool try_rows(crash_facts_reader *self, const char *line)
{
  regmatch_t captures[MATCHER_CAPTURES];
  for (size_t i = 0; i < ROW_COUNT; i++) {
    if (!matcher_fits(&self->matchers[i], &rows[i].pattern, line, captures))
      continue;
    take_fact(self, &rows[i], line, captures);
    self->complete = (rows[i].flags & FINAL) && crash_facts_show_crash(self);
    return true;
  }
  return false;
}

void crash_facts_read(crash_facts_reader *self, const char *line)
{
  if (self->complete || !*line)
    return;
  char *cut = strlen(line) > MATCHER_LINE_MAX
                  ? mem_copy_bytes(line, MATCHER_LINE_MAX)
                  : NULL;
  line = cut ? cut : line;
  if (matcher_is_quotation(line) || !try_rows(self, line))
    errors_add_line(&self->errors, line);
  keep_error(self, line);
  free(cut);
}

/* ---- what was read ---- */

static bool has_flag(const crash_facts_reader *self, unsigned flag)
{
  for (size_t i = 0; i < GROUP_COUNT; i++)
    if (self->found[i].fact && (self->found[i].flags & flag))
      return true;
  return false;
}

bool crash_facts_show_crash(const crash_facts_reader *self)
{
  return has_flag(self, CRASH);
}

bool crash_facts_have_message(const crash_facts_reader *self)
{
  return has_flag(self, MESSAGE);
}

bool crash_facts_are_complete(const crash_facts_reader *self)
{
  return self->complete;
}

const strings *crash_facts_errors(const crash_facts_reader *self)
{
  return &self->errors;
}

/* Did the program itself say that it crashed? */
static bool tells_crash(const crash_facts_reader *self)
{
  for (size_t i = DEATH + 1; i < GROUP_COUNT; i++)
    if (self->found[i].fact && (self->found[i].flags & CRASH))
      return true;
  return false;
}

void crash_facts_collect(strings *out, uint32_t *places_out,
                         const crash_facts_reader *self)
{
  bool told = tells_crash(self);
  *places_out = 0;
  for (size_t i = 0; i < END; i++) {
    const finding *found = &self->found[i];
    if (!found->fact || !*found->fact || (i == DEATH && told))
      continue;
    if (found->flags & PLACE)
      *places_out |= UINT32_C(1) << out->size;
    strings_add(out, found->fact);
  }
}
