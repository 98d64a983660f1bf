/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Man pages, in the macros of man(7), which groff and mandoc both know.
 *
 * Only three things in a text are special to them: a backslash, a dash (a plain
 * one may be set as a hyphen, which cannot be copied into a shell), and a dot or
 * an apostrophe that begins a line. Words in capitals, which stand for
 * something, are set in italics where the text is a synopsis.
 */
#include "clang-hdd/man.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/pages.h"

/* Of the last change of the texts; a build's own date would make each build
 * another. */
#define MANUAL_DATE "2026-11-21"

static void put(textbuf *out, const char *words)
{
  for (; *words; words++) {
    if (*words == '\\')
      text_puts(out, "\\e");
    else if (*words == '-')
      text_puts(out, "\\-");
    else if (*words == '\'')
      text_puts(out, "\\(aq");
    else if (*words == '.' && (!out->size || out->data[out->size - 1] == '\n'))
      text_puts(out, "\\&.");
    else
      text_add(out, words, 1);
  }
}

/* The same in lines of a source that can be read. */
static void put_text(textbuf *out, const char *words)
{
  enum { WIDTH = 70 };
  size_t column = 0;
  while (*words) {
    size_t size = strcspn(words, " ");
    bool breaks = column && column + size > WIDTH;
    text_puts(out, breaks ? "\n" : column ? " " : "");
    char *word = mem_copy_bytes(words, size);
    put(out, word);
    free(word);
    column = (breaks ? 0 : column) + size + 1;
    words += size + (words[size] == ' ');
  }
  text_puts(out, "\n");
}

static size_t capitals(const char *words)
{
  size_t size = 0;
  while (isupper((unsigned char)words[size]) || words[size] == '_')
    size++;
  return size;
}

/* The same with words in capitals in italics. */
static void put_synopsis(textbuf *out, const char *words)
{
  while (*words) {
    size_t size = capitals(words);
    char *part = mem_copy_bytes(words, size ? size : 1);
    text_puts(out, size ? "\\fI" : "");
    put(out, part);
    text_puts(out, size ? "\\fR" : "");
    free(part);
    words += size ? size : 1;
  }
}

static void put_section(textbuf *out, const char *macro, const char *title)
{
  text_printf(out, "%s ", macro);
  for (; *title; title++)
    text_printf(out, "%c",
                macro[2] == 'H' ? toupper((unsigned char)*title) : *title);
  text_puts(out, "\n");
}

/* A name in bold with what it means below. */
static void put_entry(textbuf *out, const char *name, const char *meaning)
{
  text_puts(out, ".TP\n\\fB");
  put(out, name);
  text_puts(out, "\\fR\n");
  put_text(out, meaning);
}

/* The page's name of a command; caller's. */
static char *page_name(const command *self)
{
  return self ? mem_format("clang-hdd-%s", self->name) : mem_copy("clang-hdd");
}

/* ---- parts ---- */

static void put_head(textbuf *out, const command *self)
{
  char *name = page_name(self);
  text_puts(out, ".\\\" made by: clang-hdd help --man\n.TH ");
  for (const char *letter = name; *letter; letter++)
    text_printf(out, "%c", toupper((unsigned char)*letter));
  text_puts(out, " 1 " MANUAL_DATE " \"clang-hdd " HDD_VERSION
                 "\" \"clang-hdd\"\n.SH NAME\n");
  put(out, name);
  text_puts(out, " \\- ");
  put(out, self ? self->summary : "turn a compiler's crash into a bug report");
  text_puts(out, "\n.SH SYNOPSIS\n");
  free(name);
}

static void put_usage(textbuf *out, const char *name, const char *synopsis)
{
  text_printf(out, "\\fBclang\\-hdd%s%s\\fR ", *name ? " " : "", name);
  put_synopsis(out, synopsis);
  text_puts(out, "\n");
}

static void put_description(textbuf *out, const char *name)
{
  const page_row *row = NULL;
  text_puts(out, ".SH DESCRIPTION\n");
  for (bool first = true; (row = page_next(row, name, PAGE_PARAGRAPH));
       first = false) {
    text_puts(out, first ? "" : ".PP\n");
    put_text(out, row->text);
  }
}

static void put_option(textbuf *out, const option_row *row)
{
  text_puts(out, ".TP\n");
  if (row->letter)
    text_printf(out, "\\fB\\-%c\\fR, ", row->letter);
  text_puts(out, "\\fB\\-\\-");
  put(out, row->name);
  text_puts(out, "\\fR");
  if (row->argument)
    text_printf(out, " \\fI%s\\fR", row->argument);
  text_puts(out, "\n");
  put_text(out, row->help);
}

static void put_options(textbuf *out, const option_table *table)
{
  text_puts(out, ".SH OPTIONS\n");
  for (size_t i = 0; i < table->count; i++) {
    if (table->rows[i].kind == OPTION_TITLE)
      put_section(out, ".SS", table->rows[i].name);
    else
      put_option(out, &table->rows[i]);
  }
}

/* Rows of a kind under a title, if there are any. */
static void put_rows(textbuf *out, const char *title, const char *name,
                     page_part part)
{
  const page_row *row = page_next(NULL, name, part);
  if (row)
    put_section(out, ".SH", title);
  for (; row; row = page_next(row, name, part))
    put_entry(out, row->text, row->meaning);
}

static void put_exits(textbuf *out, const char *name)
{
  const page_exit *code;
  put_section(out, ".SH", "Exit status");
  for (size_t i = 0; (code = page_exit_at(name, i)); i++) {
    char *number = mem_format("%d", code->number);
    put_entry(out, number, code->meaning);
    free(number);
  }
}

/* The line as it is typed, and below it what it does. */
static void put_examples(textbuf *out, const char *name)
{
  const page_row *row = page_next(NULL, name, PAGE_EXAMPLE);
  if (row)
    put_section(out, ".SH", "Examples");
  for (bool first = true; row; first = false) {
    text_puts(out, first ? "" : ".PP\n");
    put_text(out, row->meaning);
    text_puts(out, ".PP\n.RS\n.nf\n");
    put(out, row->text);
    text_puts(out, "\n.fi\n.RE\n");
    row = page_next(row, name, PAGE_EXAMPLE);
  }
}

static void put_see_also(textbuf *out, const command *self)
{
  const command *each;
  put_section(out, ".SH", "See also");
  text_puts(out, self ? ".BR clang\\-hdd (1)" : "");
  for (size_t i = 0, before = self != NULL; (each = command_at(i)); i++) {
    if (each == self)
      continue;
    text_printf(out, "%s.BR clang\\-hdd\\-%s (1)", before++ ? ",\n" : "",
                each->name);
  }
  text_puts(out, "\n");
}

static void put_commands(textbuf *out)
{
  const command *each;
  put_section(out, ".SH", "Commands");
  for (size_t i = 0; (each = command_at(i)); i++)
    put_entry(out, each->name, each->summary);
}

void man_page(textbuf *out, const command *self)
{
  const char *name = self ? self->name : "overview";
  put_head(out, self);
  if (self) {
    put_usage(out, self->name, self->synopsis);
  } else {
    put_usage(out, "", command_at(0)->synopsis);
    text_puts(out, ".br\n");
    put_usage(out, "", "COMMAND [ARGUMENT...]");
  }
  put_description(out, name);
  if (self)
    put_options(out, self->options);
  else
    put_commands(out);
  put_exits(out, name);
  put_rows(out, "Environment", name, PAGE_VARIABLE);
  put_rows(out, "Files", name, PAGE_FILE);
  put_examples(out, name);
  put_see_also(out, self);
}
