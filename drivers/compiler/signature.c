/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Recognising a crash, and the same crash again.
 *
 * A signature is a list of facts, each made by a row of signatures.def from a
 * line of the output, and the innermost frames of a stack trace where no message
 * says more. Two runs show the same crash if their facts are equal and their
 * frames match (frames.h). The invariant: nothing in a signature comes from the
 * user's program, so renaming, moving or deleting his code cannot change it.
 *
 * Lines are matched one by one because expressions of POSIX cannot skip lines,
 * and so that a long output costs no more than its length. Bytes are compared as
 * the C locale has them.
 */
#include "compiler/signature.h"

#include <ctype.h>
#include <regex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef enum group {
  ICE,
  LLVM,
  SANITIZER,
  LIBRARY,
  INSN,
  PASS,
  PHASE,
  GROUP_COUNT
} group;

enum {
  CRASH = 1,
  PLACE = 2,
  MESSAGE = 4,
  LAST = 8,
  ANYWAY = 16,
  ERROR = 32,
};

typedef struct row {
  group group;
  unsigned flags;
  const char *literal, *expression, *fact;
} row;

static const row rows[] = {
#define SIGNATURE(group, flags, literal, expression, fact)                     \
  { group, flags, literal, expression, fact },
#include "compiler/signatures.def"
#undef SIGNATURE
};
enum { ROW_COUNT = sizeof rows / sizeof *rows, CAPTURES = 8 };

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
static void add_message(textbuf *out, const char *from, size_t size)
{
  char *copy = mem_copy_bytes(from, size);
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
  free(copy);
}

/* "<(volatile load (s8) from @x, zext from i8)> ..." as " volatile (s8) zext". */
static void add_access(textbuf *out, const char *from, size_t size)
{
  static const char *const words[] = {
    "volatile ", "dereferenceable ", "invariant ", "non-temporal ", "(s8) ",
    "(s16) ",    "(s32) ",           "(s64) ",     "anyext ",       "sext ",
    "zext ",     "trunc ",
  };
  char *copy = mem_copy_bytes(from, size);
  /* Operands follow the bracket that closes the access. */
  char *end = strstr(copy, "> ");
  if (copy[0] == '<' && end) {
    *end = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (strstr(copy, words[i]))
        text_printf(out, " %.*s", (int)strlen(words[i]) - 1, words[i]);
  }
  free(copy);
}

static void add_capture(textbuf *out, char how, const char *bytes, size_t size)
{
  if (how == '~') {
    add_message(out, bytes, size);
  } else if (how == '^') {
    add_access(out, bytes, size);
  } else if (how == '/') {
    char *copy = mem_copy_bytes(bytes, size);
    text_puts(out, base_name(copy));
    free(copy);
  } else {
    text_add(out, bytes, size);
  }
}

static char *make_fact(const char *format, const char *line,
                       const regmatch_t *captures)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (; *format; format++) {
    if (!strchr("$~/^", *format) || !isdigit((unsigned char)format[1])) {
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

/* ---- a search ---- */

/* What was found for a group. */
typedef struct finding {
  char *fact;
  unsigned flags;
} finding;

typedef struct search {
  regex_t compiled[ROW_COUNT];
  bool ready[ROW_COUNT]; /* compiled */
  finding found[GROUP_COUNT];
  char *error; /* the last error so far, as a message */
  bool failed; /* the run did not succeed */
} search;

static void keep_error(search *in, const char *line)
{
  const char *mark = strstr(line, ": error: ");
  if (!mark)
    return;
  textbuf message = { 0 };
  text_puts(&message, "");
  add_message(&message, mark + 9, strlen(mark + 9));
  free(in->error);
  in->error = message.data;
}

static bool fits(search *in, size_t index, const char *line,
                 regmatch_t *captures)
{
  if (!strstr(line, rows[index].literal))
    return false;
  if (!in->ready[index] &&
      regcomp(&in->compiled[index], rows[index].expression, REG_EXTENDED))
    abort(); /* a row that is no expression: the unit test tries them all */
  in->ready[index] = true;
  return regexec(&in->compiled[index], line, CAPTURES, captures, 0) == 0;
}

static void try_row(search *in, size_t index, const char *line)
{
  const row *at = &rows[index];
  finding *found = &in->found[at->group];
  regmatch_t captures[CAPTURES];
  if ((found->fact && !(at->flags & LAST)) ||
      (!in->failed && !(at->flags & ANYWAY)) ||
      !fits(in, index, line, captures))
    return;
  free(found->fact);
  found->fact = make_fact(at->fact, line, captures);
  found->flags = at->flags;
  if ((at->flags & ERROR) && in->error) {
    char *fact = mem_format("%s (%s)", found->fact, in->error);
    free(found->fact);
    found->fact = fact;
  }
}

static void try_line(search *in, const char *line)
{
  for (size_t i = 0; i < ROW_COUNT; i++)
    try_row(in, i, line);
  keep_error(in, line);
}

/* Long lines are quotations of the user's source. */
enum { LINE_MAX_BYTES = 4096 };

static void try_lines(search *in, const char *output, size_t size)
{
  for (size_t begin = 0; begin < size;) {
    const char *end = memchr(output + begin, '\n', size - begin);
    size_t length = end ? (size_t)(end - output) - begin : size - begin;
    size_t kept = length < LINE_MAX_BYTES ? length : LINE_MAX_BYTES;
    char *line = mem_copy_bytes(output + begin, kept);
    if (kept && line[kept - 1] == '\r')
      line[kept - 1] = '\0';
    if (*line)
      try_line(in, line);
    free(line);
    begin += length + 1;
  }
}

/* The signal that ended the run, also when a shell or driver reports it. */
static int ending_signal(const rd_run *run)
{
  if (run->end == RD_END_SIGNAL)
    return run->status;
  if (run->end != RD_END_EXIT)
    return 0;
  switch (run->status - 128) {
  case SIGILL:
  case SIGABRT:
  case SIGBUS:
  case SIGFPE:
  case SIGSEGV:
  case SIGTRAP:
  case SIGSYS:
    return run->status - 128;
  default:
    return 0;
  }
}

/* Turns the findings into a signature. */
static void collect(signature *out, search *in, const rd_run *run)
{
  unsigned flags = 0;
  for (size_t i = 0; i < GROUP_COUNT; i++)
    if (in->found[i].fact)
      flags |= in->found[i].flags;
  int number = ending_signal(run);
  const char *name = number ? sigabbrev_np(number) : NULL;
  if (!(flags & CRASH) && !number)
    return;
  for (size_t i = 0; i < GROUP_COUNT; i++)
    if (in->found[i].fact)
      strings_add(&out->facts, in->found[i].fact);
  if (!(flags & CRASH))
    strings_take(&out->facts, name ? mem_format("signal SIG%s", name)
                                   : mem_format("signal %d", number));
  if (!(flags & MESSAGE))
    frames_find(&out->frames, run->output, run->output_size);
  out->has_place = (flags & PLACE) || out->frames.names.size;
}

void signature_find(signature *out, const rd_run *run)
{
  *out = (signature){ 0 };
  bool ended = run->end == RD_END_EXIT || run->end == RD_END_SIGNAL;
  if (!ended)
    return;
  search in = { .failed = run->end == RD_END_SIGNAL || run->status != 0 };
  try_lines(&in, run->output ? run->output : "", run->output_size);
  collect(out, &in, run);
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (in.ready[i])
      regfree(&in.compiled[i]);
  for (size_t i = 0; i < GROUP_COUNT; i++)
    free(in.found[i].fact);
  free(in.error);
}

void signature_dispose(signature *self)
{
  strings_free(&self->facts);
  frames_dispose(&self->frames);
  free(self->address);
  *self = (signature){ 0 };
}

bool signature_is_crash(const signature *self)
{
  return self->facts.size > 0;
}

/* ---- comparing ---- */

static const char *missing_fact(const signature *from, const signature *in)
{
  for (size_t i = 0; i < from->facts.size; i++)
    if (!strings_has(&in->facts, from->facts.data[i]))
      return from->facts.data[i];
  return NULL;
}

bool signature_equals(const signature *self, const signature *other,
                      char **reason_out)
{
  char *reason = NULL;
  const char *fact;
  if (!signature_is_crash(other))
    reason = mem_copy("no crash");
  else if ((fact = missing_fact(self, other)))
    reason = mem_format("not there: %s", fact);
  else if ((fact = missing_fact(other, self)))
    reason = mem_format("another crash: %s", fact);
  else if (!frames_match(&self->frames, &other->frames))
    reason = mem_format("another place: %s", other->frames.names.size
                                                 ? other->frames.names.data[0]
                                                 : "no stack trace");
  bool same = !reason;
  if (reason_out)
    *reason_out = reason;
  else
    free(reason);
  return same;
}

bool signature_matches(const signature *self, const rd_run *run,
                       char **reason_out)
{
  signature other;
  signature_find(&other, run);
  bool same = signature_equals(self, &other, reason_out);
  signature_dispose(&other);
  return same;
}

char *signature_line(const signature *self)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < self->facts.size; i++)
    text_printf(&out, "%s%s", i ? "; " : "", self->facts.data[i]);
  if (self->frames.names.size)
    text_printf(&out, "%s %s",
                self->frames.recursive ? "; recursion of" : " at",
                self->frames.names.data[0]);
  if (self->address)
    text_printf(&out, " at %s", self->address);
  return out.data;
}

void signature_keep_common(signature *self, const signature *other)
{
  strings kept = { 0 };
  for (size_t i = 0; i < self->facts.size; i++)
    if (strings_has(&other->facts, self->facts.data[i]))
      strings_add(&kept, self->facts.data[i]);
  strings_free(&self->facts);
  self->facts = kept;
  if (!frames_match(&self->frames, &other->frames))
    frames_dispose(&self->frames);
}
