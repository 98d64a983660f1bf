/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tables of options: what one command understands, each row with the field of
 * the command's struct that it fills. A table is a .def file (options.def is
 * that of `reduce`), and becomes one in the command's own source:
 *
 *   static const option_row rows[] = {
 *   #define SECTION(title) OPTION_SECTION(title)
 *   #define OPTION(...) OPTION_ROW(list_options, __VA_ARGS__)
 *   #include "clang-hdd/list_options.def"
 *   #undef OPTION
 *   #undef SECTION
 *   };
 *   const option_table options_list = OPTION_TABLE(rows);
 */
#ifndef CLANG_HDD_OPTIONS_H
#define CLANG_HDD_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

/* What an option takes, and the type of its field. */
typedef enum option_kind {
  OPTION_TITLE,   /* none: the row begins a part of --help */
  OPTION_FLAG,    /* nothing; bool */
  OPTION_STRING,  /* char *, NULL where it was not given */
  OPTION_LIST,    /* strings: it may be repeated, commas separate */
  OPTION_SECONDS, /* uint64_t in ms, 0 where it was not given */
  OPTION_MIB,     /* uint64_t in bytes, likewise */
  OPTION_COUNT    /* uint64_t, likewise */
} option_kind;

typedef struct option_row {
  const char *name; /* without the dashes; of an OPTION_TITLE: its text */
  char letter;      /* 0: none */
  option_kind kind;
  size_t field;         /* its offset in the command's struct */
  const char *argument; /* how help calls the value, such as "FILE"; NULL: it
                           takes none. values.def says how it is completed. */
  const char *help;
} option_row;

typedef struct option_table {
  const option_row *rows;
  size_t count;
} option_table;

#define OPTION_SECTION(title) { title, 0, OPTION_TITLE, 0, NULL, NULL },
#define OPTION_ROW(type, name, letter, kind, field, argument, help)            \
  { name, letter, OPTION_##kind, offsetof(type, field), argument, help },
#define OPTION_TABLE(rows)                                                     \
  {                                                                            \
    rows, sizeof(rows) / sizeof *(rows)                                        \
  }

/* Where the "--" is, else argc. What follows it is no option of ours. */
int options_end(int argc, const char *const *argv);
/* Reads argv[1] and up (no "--" among it) into the fields of a zeroed struct;
 * words that are no options are added to `words`. Returns NULL, or one line
 * that says what to do; caller's. Owner: release with options_dispose in any
 * case. */
char *options_parse(void *fields, strings *words, const option_table *table,
                    int argc, const char *const *argv);
/* Adds the options that were given, in the order of the table, each as a word
 * "--name=value", but not those named in `left_out` (without the dashes,
 * NULL-terminated). */
void options_given(strings *out, const void *fields, const option_table *table,
                   const char *const *left_out);
/* Releases the strings and lists among the fields. */
void options_dispose(void *fields, const option_table *table);
/* The row of that name, or NULL. */
const option_row *option_find(const option_table *table, const char *name);
/* Prints the table as a part of --help. */
void options_print(FILE *out, const option_table *table);
/* Prints `words` in lines of 79, those after the first indented by `column`,
 * where the first begins too. */
void print_wrapped(FILE *out, size_t column, const char *words);

#endif
