/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tables of commands, options, values and pages, as slots of the templates in
 * templates/: completion scripts and man pages. A slot that is not known where it
 * stands adds nothing.
 *
 *   commands, others   loops: each command; those other than `subject`
 *   options            a loop: the rows of the command's options
 *   lists, items       loops: the lists of values that are known; their names
 *   paragraphs, examples, variables, files, exits   loops: the rows of the page
 *   more               "1" from the second item of the innermost loop on; in
 *                      `others` of a subject always
 *   subject            the command that a page is about
 *   command, synopsis, summary, rest     of a command; rest: "--" if more may
 *                                        follow that
 *   option, letter, argument, help, brief, title   of a row of options, which is
 *                                        either an option or a title
 *   repeated           "1" for an option that may be repeated
 *   source, list       what completes the option's value, or in no row of options
 *                      the command's words: a name of value_source, and how a list
 *                      is called
 *   name, meaning      of an item of a list
 *   name, text         of a row of the page
 *   page, PAGE, date, version            for the head of a page
 */
#ifndef CLANG_HDD_TABLES_H
#define CLANG_HDD_TABLES_H

#include "clang-hdd/commands.h"
#include "clang-hdd/pages.h"
#include "clang-hdd/values.h"

/* What kind of text is quoted. */
typedef enum quote_kind {
  QUOTE_NAME,
  QUOTE_MEANING, /* of an item */
  QUOTE_BRIEF,
  QUOTE_TEXT, /* sentences */
  QUOTE_SYNOPSIS,
  QUOTE_KINDS
} quote_kind;

/* Where in the tables we are. Set are the first three. */
typedef struct tables {
  void (*quote)(textbuf *out, quote_kind kind, const char *text);
  const command *subject;  /* of a page; NULL: the program, or no page */
  const value_list *lists; /* by value_source; NULL: there are none */

  const command *command;
  const option_row *option;
  value_source source, list;
  const char *name, *meaning;
  const page_row *row;
  char number[12];
  size_t index; /* of the innermost loop */
} tables;

/* Adds the template, filled. */
void tables_fill(textbuf *out, tables *self, const char *text);

#endif
