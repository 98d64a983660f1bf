/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tables of options. Each row describes an option of a command and the field
 * of the command's struct that it fills. A table is a .def file (options.def
 * for `reduce`), turned into an option_table in the command's own source:
 *
 *   #define OPTIONS list_options
 *   static const option_row rows[] = {
 *   #include "clang-hdd/list_options.def"
 *   };
 *   const option_table options_list = OPTION_TABLE(rows);
 */
#ifndef CLANG_HDD_OPTIONS_H
#define CLANG_HDD_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

/* The value of an option, and the type of its field. */
typedef enum option_kind {
  OPTION_TITLE,   /* none: the row begins a section of --help */
  OPTION_FLAG,    /* nothing; bool */
  OPTION_STRING,  /* char *, NULL if not given */
  OPTION_LIST,    /* strings: may be repeated, commas separate */
  OPTION_SECONDS, /* uint64_t in ms, 0 if not given */
  OPTION_MIB,     /* uint64_t in bytes, likewise */
  OPTION_COUNT,   /* uint64_t, likewise */
  OPTION_JOBS     /* uint64_t, likewise; at most OPTION_JOBS_MOST */
} option_kind;

enum { OPTION_JOBS_MOST = 1024 };

typedef struct option_row {
  const char *name; /* without the dashes; the text of an OPTION_TITLE */
  char letter;      /* 0: none */
  option_kind kind;
  size_t field;         /* its offset in the command's struct */
  const char *argument; /* the name of the value in --help, such as "FILE";
                         * NULL: no value. values.def says how it is
                         * completed. */
  const char *help;
} option_row;

typedef struct option_table {
  const option_row *rows;
  size_t count;
  size_t fields_size; /* of the command's struct */
} option_table;

/* OPTIONS is the type of the command's struct. */
#define SECTION(title) { title, 0, OPTION_TITLE, 0, NULL, NULL },
#define OPTION(name, letter, kind, field, argument, help)                      \
  { name, letter, OPTION_##kind, offsetof(OPTIONS, field), argument, help },
#define OPTION_TABLE(rows)                                                     \
  {                                                                            \
    rows, sizeof(rows) / sizeof *(rows), sizeof(OPTIONS)                       \
  }

/* The index of "--", else argc. The words after it are not options of ours. */
int options_end(int argc, const char *const *argv);
/* Is the word an option of which the value is the next word? */
bool options_take_value(const option_table *table, const char *word);
/* Reads argv[1] and up (no "--" among it) into the fields of a zeroed struct,
 * and adds the other words to `words`. A prefix that one option alone has is
 * that option. Returns NULL, or one line that says what
 * to do; caller's. Owner: release with options_dispose in any case. */
char *options_parse(void *fields, strings *words, const option_table *table,
                    int argc, const char *const *argv);
/* Adds the options that were given, in table order, each as a word
 * "--name=value", except those named in `left_out` (without the dashes,
 * NULL-terminated). */
void options_given(strings *out, const void *fields, const option_table *table,
                   const char *const *left_out);
/* Releases the strings and lists among the fields. */
void options_dispose(void *fields, const option_table *table);
/* The row with that name, or NULL. */
const option_row *option_find(const option_table *table, const char *name);
/* Prints the table as a part of --help. */
void options_print(FILE *out, const option_table *table);
/* Prints `words` in lines of 79 columns. The first line starts at `column`, and
 * the others are indented to it. */
void print_wrapped(FILE *out, size_t column, const char *words);

#endif
