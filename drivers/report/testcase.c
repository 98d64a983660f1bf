/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The reduced file as a test for a compiler's own testsuite, which fails while
 * the crash exists and passes once it is fixed.
 *
 * GCC: dg-options replace the testsuite's default, which makes every extension
 * an error. A warning is an excess error too, but -w is not added, since the
 * compiler may crash over a warning; warnings are pruned instead, and each error
 * of an invalid file gets a directive. The test runs with the current compiler,
 * whose default language may differ from that of the crashing compiler: -std
 * names the language, and -fpermissive accepts code that only later releases
 * reject. Machine options, and a compiler for a target
 * other than x86, restrict the test to that target.
 *
 * Wrong code is a test that runs, for gcc.dg/torture: it fails if the program
 * fails, or prints anything else.
 *
 * llvm-test-suite compares the output of a program with a file beside it, whose
 * last line is the exit status.
 *
 * LLVM: its tests use %clang_cc1, but the driver adds options that a crash may
 * need. The arguments were therefore tried (examine.c); if they do not crash,
 * the test runs the driver. The test requires the target to be built in. Habits
 * that later releases reject become warnings by name.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/words.h"
#include "embedded.h"
#include "report/parts.h"
#include "triage/habits.h"

/* ---- shared by both ---- */

/* This program's own options and those for people, which mean nothing to a
 * test. */
static bool is_aside(const char *word)
{
  return !strcmp(word, "-fno-crash-diagnostics") ||
         starts_with(word, "-fdiagnostics-") || !strcmp(word, "-v");
}

/* The title, which does not end a comment. */
static char *remark(const report *self)
{
  char *title = report_title(self), *to = title;
  for (const char *at = title; *at; at++)
    if (!(*at == '/' && to > title && to[-1] == '*'))
      *to++ = *at;
  *to = '\0';
  return title;
}

static bool has_option(const report *self, const char *prefix)
{
  for (size_t i = 0; i < self->flags.size; i++)
    if (starts_with(self->flags.data[i], prefix))
      return true;
  return false;
}

/* ---- dejagnu ---- */

/* Adds a word within the quotes of a directive, which Tcl reads. */
static void add_tcl(textbuf *out, const char *word)
{
  for (; *word; word++) {
    if (strchr("\\\"[]$", *word))
      text_puts(out, "\\");
    text_add(out, word, 1);
  }
}

static const char *default_language(const report *self)
{
  char *version = parts_version(self);
  const char *out = habits_language(parts_language(self), version);
  free(version);
  return out;
}

static bool has_habits(const report *self)
{
  return report_find_validity(self) == VALIDITY_TOLERATED;
}

static char *dg_options(const report *self)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < self->flags.size; i++) {
    if (is_aside(self->flags.data[i]))
      continue;
    add_tcl(&out, self->flags.data[i]);
    text_puts(&out, " ");
  }
  if (!has_option(self, "-std=") && !has_option(self, "-ansi"))
    text_printf(&out, "-std=%s", default_language(self));
  if (has_habits(self) && !has_option(self, "-fpermissive"))
    text_puts(&out, " -fpermissive");
  if (self->mode && !strcmp(self->mode, "-fsyntax-only"))
    text_puts(&out, " -fsyntax-only");
  while (out.size && out.data[out.size - 1] == ' ')
    out.data[--out.size] = '\0';
  return out.data;
}

/* "1" if the options silence warnings. */
static char *silent(const report *self)
{
  return strings_has(&self->flags, "-w") ? mem_copy("1") : NULL;
}

/* { target ... } or "". */
static char *selector(const report *self)
{
  const char *target = self->target ? self->target : "";
  size_t size = strcspn(target, "-");
  bool x86 = starts_with(target, "x86_64") ||
             (target[0] == 'i' && size == 4 && starts_with(target + 2, "86"));
  if (x86)
    return mem_copy(
        has_option(self, "-m") ? " { target { i?86-*-* x86_64-*-* } }" : "");
  return size ? mem_format(" { target %.*s-*-* }", (int)size, target)
              : mem_copy("");
}

/* A message as a regular expression that a directive can quote. */
static void add_expression(textbuf *out, const char *message)
{
  for (; *message; message++) {
    bool plain = isalnum((unsigned char)*message) || *message == ' ';
    text_add(out, plain ? message : ".", 1);
  }
}

/* Does an error before this one begin with the same bytes? */
static bool is_repeated(const strings *errors, size_t at, size_t size)
{
  for (size_t i = 0; i < at; i++)
    if (!strncmp(errors->data[i], errors->data[at], size))
      return true;
  return false;
}

/* Adds all errors in the line of this one, whose number has so many digits. */
static void add_alternatives(textbuf *out, const strings *errors, size_t first,
                             size_t digits)
{
  for (size_t i = first; i < errors->size; i++) {
    const char *error = errors->data[i];
    if (strncmp(error, errors->data[first], digits + 1) != 0 ||
        is_repeated(errors, i, strlen(error) + 1))
      continue;
    text_puts(out, i > first ? "|" : "");
    add_expression(out, error + digits + (error[digits] == ' '));
  }
}

/* The directives for the errors of an invalid file, by their lines in a test
 * whose file begins after `above` lines; caller's. A directive takes all errors
 * of its line that match, so a second one for that line could find none. */
static char *dg_errors(const report *self, size_t above)
{
  textbuf out = { 0 };
  const strings *errors = &self->errors;
  text_puts(&out, "");
  for (size_t i = 0; i < errors->size; i++) {
    size_t digits = strspn(errors->data[i], "0123456789");
    unsigned long line = strtoul(errors->data[i], NULL, 10);
    if (is_repeated(errors, i, digits + 1))
      continue;
    text_puts(&out, "/* { dg-error \"");
    add_alternatives(&out, errors, i, digits);
    text_printf(&out, "\" \"\" { target *-*-* } %lu } */\n", line + above);
  }
  return out.data;
}

/* "1" if it is not known which errors an invalid file has. */
static char *excess(const report *self)
{
  bool unknown = report_find_validity(self) == VALIDITY_INVALID;
  return unknown && !self->errors.size ? mem_copy("1") : NULL;
}

/* What the right program prints, as a regular expression; NULL: nothing, or it
 * ends otherwise than the wrong one, which is enough. */
static char *dg_output(const report *self)
{
  const char *right = self->expected, *wrong = self->actual;
  size_t end = right ? strcspn(right, "\n") : 0;
  if (!right || !right[end] || (wrong && strncmp(right, wrong, end + 1) != 0))
    return NULL;
  textbuf out = { 0 };
  for (const char *at = right + end + 1; *at; at++)
    if (*at == '\n')
      text_puts(&out, "(\\n|\\r\\n|\\r)");
    else
      text_add(&out, isalnum((unsigned char)*at) || *at == ' ' ? at : ".", 1);
  return out.data;
}

char *report_dejagnu(const report *self)
{
  static const part own[] = {
    { "excess", .make = excess },
    { "remark", .make = remark },
    { "selector", .make = selector },
    { "options", .make = dg_options },
    { "silent", .make = silent },
    { "dg-output", .make = dg_output },
    { .name = NULL },
  };
  char *test = parts_fill(template_dejagnu, own, self);
  size_t head = strlen(test) - strlen(self->reduced);
  head -= head && !ends_with(test, self->reduced); /* its newline was removed */
  char *errors = dg_errors(self, count_lines(test, head));
  char *out = mem_format("%s%s", test, errors);
  free(errors);
  free(test);
  return out;
}

/* ---- lit ---- */

/* Adds a word that a shell reads back unchanged and in which lit finds no
 * substitution. */
static void add_lit_word(textbuf *out, const char *word)
{
  textbuf quoted = { 0 };
  words_quote(&quoted, word);
  text_puts(out, " ");
  for (const char *at = quoted.data; *at; at++)
    text_puts(out, *at == '%' ? "%%" : (char[]){ *at, '\0' });
  text_free(&quoted);
}

static char *lit_run(const report *self)
{
  textbuf out = { 0 };
  bool raw = self->flags.size && !strcmp(self->flags.data[0], "-cc1");
  bool proven = self->cc1.size > 0;
  const strings *words = proven ? &self->cc1 : &self->flags;
  text_puts(&out, raw || proven ? "%clang_cc1" : "%clang");
  strings habits = { 0 };
  parts_find_habits(&habits, self);
  for (size_t i = 0; i < habits.size && has_habits(self); i++)
    text_printf(&out, " -Wno-error=%s", habits.data[i]);
  strings_free(&habits);
  for (size_t i = raw && !proven ? 1 : 0; i < words->size; i++)
    if (!is_aside(words->data[i]))
      add_lit_word(&out, words->data[i]);
  if (!proven && self->mode)
    add_lit_word(&out, self->mode);
  return out.data;
}

char *report_lit(const report *self)
{
  static const part own[] = {
    { "remark", .make = remark },
    { "back-end", .make = parts_back_end },
    { "run", .make = lit_run },
    { .name = NULL },
  };
  return parts_fill(template_lit, own, self);
}

/* ---- llvm-test-suite ---- */

static char *suite_options(const report *self)
{
  return self->flags.size ? words_join((const char *const *)self->flags.data)
                          : NULL;
}

static char *suite_program(const report *self)
{
  return mem_copy(self->program ? base_name(self->program) : "clang");
}

char *report_suite(const report *self)
{
  static const part own[] = {
    { "remark", .make = remark },
    { "program", .make = suite_program },
    { "options", .make = suite_options },
    { .name = NULL },
  };
  return parts_fill(template_suite, own, self);
}

/* What the right program prints, and behind it the line that the testsuite adds. */
char *report_suite_output(const report *self)
{
  static const char status[] = "exit status ";
  const char *did = self->expected ? self->expected : status;
  size_t end = strcspn(did, "\n");
  const char *number = starts_with(did, status) ? did + strlen(status) : "0";
  return mem_format("%sexit %.*s\n", did[end] ? did + end + 1 : "",
                    (int)strspn(number, "0123456789"), number);
}
