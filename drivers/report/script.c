/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A script that reproduces the crash, in plain POSIX sh, with the reduced file
 * in it.
 *
 * The file is in a here-document, so that people can read the script. A
 * here-document ends with a newline and has no NUL. If the file does not end
 * with a newline, the script cuts off the last byte; a file that is not text is
 * written by printf, byte by byte. The script searches for the compiler's
 * message without addresses and line numbers, so that it matches other builds
 * too.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "compiler/words.h"
#include "report/parts.h"
#include "report/crash_quote.h"

/* ---- the file ---- */

/* Is it a line of the reduced text? */
static bool has_line(const report *self, const char *word)
{
  size_t size = strlen(word);
  const char *end = self->reduced + self->reduced_size;
  for (const char *at = self->reduced; at < end;) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    if ((size_t)(stop - at) == size && !memcmp(at, word, size))
      return true;
    at = stop + 1;
  }
  return false;
}

static void add_here(textbuf *out, const report *self, const char *name)
{
  char *mark = mem_copy("END_OF_CASE");
  while (has_line(self, mark)) {
    char *longer = mem_format("%s_", mark);
    free(mark);
    mark = longer;
  }
  bool whole =
      !self->reduced_size || self->reduced[self->reduced_size - 1] == '\n';
  text_printf(out, "  cat >%s <<'%s'\n", whole ? name : "case+", mark);
  text_add(out, self->reduced, self->reduced_size);
  text_printf(out, "%s%s\n", whole ? "" : "\n", mark);
  if (!whole) /* remove the newline that is not in the file */
    text_printf(out, "  dd if=case+ of=%s bs=%zu count=1 2>/dev/null\n", name,
                self->reduced_size);
  free(mark);
}

static void add_bytes(textbuf *out, const report *self, const char *name)
{
  enum { LINE = 64 };
  text_puts(out, "  {\n");
  for (size_t at = 0; at < self->reduced_size;) {
    size_t begin = out->size;
    text_puts(out, "    printf '");
    while (at < self->reduced_size && out->size < begin + LINE) {
      unsigned char byte = (unsigned char)self->reduced[at++];
      if (isalnum(byte) ||
          (byte && byte < 0x80 && strchr(" _(){};,=<>+-*/&|", byte)))
        text_add(out, (const char *)&byte, 1);
      else
        text_printf(out, "\\%03o", byte);
    }
    text_puts(out, "'\n");
  }
  text_printf(out, "  } >%s\n", name);
}

static void add_case(textbuf *out, const report *self, const char *name)
{
  if (!self->reduced_size)
    text_printf(out, "  : >%s\n", name);
  else if (utf8_is_text(self->reduced, self->reduced_size))
    add_here(out, self, name);
  else
    add_bytes(out, self, name);
}

/* ---- the head ---- */

/* Adds a comment, which a newline would end; releases `text`. */
static void add_remark(textbuf *out, char *text)
{
  char *line = utf8_visible_line(text);
  text_printf(out, "# %s\n", line);
  free(line);
  free(text);
}

/* Adds the result of a bisection, on one line. */
static void add_started(textbuf *out, const report *self)
{
  char *started = parts_started(self);
  bool found = self->bisection.end == BISECTION_FOUND;
  const char *subject =
      started && found ? self->bisection.suspects->facts.subject : NULL;
  if (started)
    add_remark(out, mem_format("%s%s%s", started, subject ? ": " : "",
                               subject ? subject : ""));
  free(started);
}

static void add_head(textbuf *out, const report *self, const char *name)
{
  text_puts(out, "#!/bin/sh\n");
  add_remark(out, report_title(self));
  add_started(out, self);
  text_puts(out, "# Exit status 0: it does so; 1: it does not. With a FILE as "
                 "argument that one is tried\n# instead of the case below");
  text_puts(out, self->built_from ? "; CC=... is the compiler to try.\n"
                 : self->program  ? "; CC=... tries another compiler.\n"
                                  : ".\n");
  text_puts(out, "set -u\n"
                 "file=${1-}\n"
                 "case $file in ''|/*) ;; *) file=$PWD/$file ;; esac\n");
  if (self->built_from)
    text_printf(out,
                ": \"${CC:?names the compiler, built from commit %.12s for "
                "example}\"\n"
                "case $CC in /*) ;; */*) CC=$PWD/$CC ;; esac\n",
                self->built_from);
  text_puts(out, "folder=${TMPDIR:-/tmp}/reproduce.$$\n"
                 "mkdir -m 700 \"$folder\" || exit 1\n"
                 "trap 'rm -rf \"$folder\"' EXIT\n"
                 "trap 'exit 1' HUP INT TERM\n"
                 "cd \"$folder\" || exit 1\n"
                 "TMPDIR=$folder LC_ALL=C\n"
                 "export TMPDIR LC_ALL\n"
                 "if [ -n \"$file\" ]; then\n");
  text_printf(out, "  cp \"$file\" %s || exit 1\nelse\n", name);
  add_case(out, self, name);
  text_puts(out, "fi\n");
}

/* ---- the command ---- */

/* Adds $CC and its arguments; a program whose name contains blanks is one
 * word. */
static void add_command(textbuf *out, const report *self, const char *name)
{
  bool one = strpbrk(self->program, " \t*?[") != NULL;
  text_puts(out, one ? "\"$CC\"" : "$CC");
  for (size_t i = 0; i < self->flags.size; i++) {
    text_puts(out, " ");
    words_quote(out, self->flags.data[i]);
  }
  text_printf(out, "%s%s %s", self->mode ? " " : "",
              self->mode ? self->mode : "", name);
}

static void add_grep(textbuf *out, const char *expression)
{
  text_puts(out, "grep -Eaq -e ");
  words_quote(out, expression);
  text_puts(out, " output");
}

/* Adds another required condition. */
static void add_and(textbuf *out, char *expression)
{
  text_puts(out, " &&\n  ");
  add_grep(out, expression);
  free(expression);
}

/* "Running pass 'X' on function '@f'" and the like without the function. */
static char *during_expression(const char *during)
{
  const char *on = strstr(during, "' on ");
  char *begin =
      on ? mem_copy_bytes(during, (size_t)(on - during) + 1) : mem_copy(during);
  char *expression = crash_quote_expression(begin);
  free(begin);
  return expression;
}

/* Adds the conditions for the crash. */
static void add_conditions(textbuf *out, const report *self)
{
  crash_quote said;
  crash_quote_find(&said, self->output ? self->output : "");
  bool dump = self->output && strstr(self->output, "Stack dump:");
  text_puts(out, "[ \"$status\" -ne 0 ]");
  if (said.message)
    add_and(out, crash_quote_expression(said.message));
  else if (dump)
    add_and(out, mem_copy("^Stack dump:"));
  else
    text_puts(out, " && [ \"$status\" -gt 128 ]");
  if (self->property == PROPERTY_CRASH && said.during)
    add_and(out, during_expression(said.during));
  text_puts(out, "\n");
  crash_quote_dispose(&said);
}

static void add_crash(textbuf *out, const report *self, const char *name)
{
  add_command(out, self, name);
  text_puts(out, " >output 2>&1 </dev/null\n"
                 "status=$?\n"
                 "cat output\n");
  if (self->property != PROPERTY_PATTERN) {
    add_conditions(out, self);
    return;
  }
  /* It may be a warning. */
  add_grep(out, self->pattern ? self->pattern : ".");
  text_puts(out, "\n");
}

/* Adds the variables that the command needs. */
static void add_environment(textbuf *out, const report *self)
{
  for (size_t i = 0; i < self->environment.size; i++) {
    const char *pair = self->environment.data[i];
    size_t size = strcspn(pair, "=");
    if (pair[size]) {
      text_printf(out, "%.*s=", (int)size, pair);
      words_quote(out, pair + size + 1);
      text_printf(out, "\nexport %.*s\n", (int)size, pair);
    } else {
      text_printf(out, "unset %s\n", pair);
    }
  }
}

/* Runs it under a limit of processor time or memory, which every common shell
 * supports. */
static void add_limited(textbuf *out, const report *self, const char *name)
{
  bool hang = self->property == PROPERTY_HANG;
  uint64_t limit = hang ? (self->limit + 999) / 1000 : self->limit >> 10;
  if (hang)
    text_puts(out, "begin=$(date +%s)\n");
  text_printf(out, "(\n  ulimit -%c %" PRIu64 " || exit 0\n  exec ",
              hang ? 't' : 'v', limit);
  add_command(out, self, name);
  text_puts(out, "\n) </dev/null\nstatus=$?\n[ \"$status\" -ne 0 ]");
  if (hang)
    text_printf(out, " && [ $(($(date +%%s) - begin)) -ge %" PRIu64 " ]",
                limit);
  text_puts(out, "\n");
}

/* A user's script expects the file under its original name. */
static const char *name_of(const report *self)
{
  if (!self->program && self->original_name)
    return self->original_name;
  return self->reduced_name ? self->reduced_name : "case.c";
}

char *report_script(const report *self)
{
  textbuf out = { 0 }, name = { 0 };
  words_quote(&name, name_of(self));
  add_head(&out, self, name.data);
  bool limited =
      self->property == PROPERTY_HANG || self->property == PROPERTY_MEMORY;
  if (self->program && !self->built_from) {
    text_puts(&out, "CC=${CC:-");
    words_quote(&out, self->program);
    text_puts(&out, "}\n");
  }
  add_environment(&out, self);
  if (self->program && limited)
    add_limited(&out, self, name.data);
  else if (self->program)
    add_crash(&out, self, name.data);
  else
    text_printf(&out, "%s\n", self->script ? self->script : "false");
  text_free(&name);
  return out.data;
}
