/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tables of commands, options, values and pages, as slots of the templates
 * in templates/: completion scripts and man pages. A slot that is unknown in
 * its context adds nothing.
 *
 *   commands, others   loops: each command; those other than `subject`
 *   options            a loop: the rows of the command's options
 *   lists, items       loops: the lists of known values; their names
 *   paragraphs, examples, variables, files, exits   loops: the rows of the page
 *   more               "1" from the second item of the innermost loop on; in
 *                      `others` of a subject always
 *   subject            the command that a page is about
 *   command, synopsis, summary, rest     of a command; rest: "--" if words may
 *                                        follow it
 *   option, letter, argument, help, brief, title   of a row of options, which
 *                                        is either an option or a title
 *   repeated           "1" for an option that may be repeated
 *   source, list       what completes the option's value, or outside a row of
 *                      options the command's words: a name of value_source,
 *                      and the name of a list
 *   name, meaning      of an item of a list
 *   name, text         of a row of the page
 *   page, PAGE, date, version            for the head of a page
 */
#ifndef CLANG_HDD_TABLES_H
#define CLANG_HDD_TABLES_H

#include "clang-hdd/commands.h"
#include "clang-hdd/pages.h"
#include "clang-hdd/values.h"

/* The kind of text to quote. */
typedef enum quote_kind {
  QUOTE_NAME,
  QUOTE_MEANING, /* of an item */
  QUOTE_BRIEF,
  QUOTE_TEXT, /* sentences */
  QUOTE_SYNOPSIS,
  QUOTE_KINDS
} quote_kind;

/* The current position in the tables. The caller sets the first three. */
typedef struct tables {
  void (*quote)(textbuf *out, quote_kind kind, const char *text);
  const command *subject;  /* of a page; NULL: the program, or no page */
  const value_list *lists; /* by value_source; or NULL */

  const command *command;
  const option_row *option;
  value_source source, list;
  const char *name, *meaning;
  const page_row *row;
  char number[12];
  size_t index; /* of the innermost loop */
} tables;

/* Adds the template with its slots filled. */
void tables_fill(textbuf *out, tables *self, const char *text);

#endif
