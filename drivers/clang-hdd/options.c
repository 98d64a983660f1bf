/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parses the options of any command by its table.
 *
 * popt parses by the table, --help prints it, suggestions come from it, and
 * each row names the field that it fills by its offset, so that a command
 * needs no code of its own for an option. popt can print help itself, but
 * knows neither sections nor lines of 80 columns.
 */
#include "clang-hdd/options.h"

#include <errno.h>
#include <math.h>
#include <popt.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "reduce/reduce.h"

/* ---- values ---- */

/* The largest number for an option. */
static double most_of(const option_row *row)
{
  return row->kind == OPTION_JOBS ? OPTION_JOBS_MOST : 999999999;
}

static bool is_count(const option_row *row)
{
  return row->kind == OPTION_COUNT || row->kind == OPTION_JOBS;
}

/* Reads the number of an option; returns what is wrong with it, caller's. */
static char *parse_number(double *out, const option_row *row, const char *word)
{
  char *end = NULL;
  errno = 0;
  *out = strtod(word, &end);
  bool is_number =
      end != word && !*end && *out > 0 && (isfinite(*out) || errno == ERANGE);
  if (is_number && *out > most_of(row))
    return mem_format("--%s: %s is too large; at most %.0f", row->name, word,
                      most_of(row));
  if (is_number && !(is_count(row) && (double)(uint64_t)*out < *out))
    return NULL;
  return mem_format("--%s: %s is not a positive %s", row->name, word,
                    is_count(row) ? "whole number" : "number");
}

/* A word with a blank is a command, which may have commas. */
static void add_list(strings *out, const char *word)
{
  if (strchr(word, ' ')) {
    strings_add(out, word);
    return;
  }
  while (*word) {
    size_t size = strcspn(word, ",");
    if (size)
      strings_take(out, mem_copy_bytes(word, size));
    word += size + (word[size] == ',');
  }
}

/* The factor from the typed number to the value of the field. */
static double unit_of(const option_row *row)
{
  return row->kind == OPTION_SECONDS ? 1e3
         : row->kind == OPTION_MIB   ? 1048576.0
                                     : 1;
}

/* Fills the row's field; returns what is wrong with the word, caller's. */
static char *set_field(void *fields, const option_row *row, const char *word)
{
  void *field = (char *)fields + row->field;
  double number = 0;
  char *problem;
  switch (row->kind) {
  case OPTION_FLAG:
    *(bool *)field = true;
    return NULL;
  case OPTION_STRING:
    free(*(char **)field);
    *(char **)field = mem_copy(word);
    return NULL;
  case OPTION_LIST:
    add_list(field, word);
    return word[strspn(word, ",")]
               ? NULL
               : mem_format("--%s: the value is empty; name something",
                            row->name);
  case OPTION_SECONDS:
  case OPTION_MIB:
  case OPTION_COUNT:
  case OPTION_JOBS:
    problem = parse_number(&number, row, word);
    number *= unit_of(row);
    if (!problem)
      *(uint64_t *)field = number < 1 ? 1 : (uint64_t)(number + 0.5);
    return problem;
  case OPTION_TITLE:
    break;
  }
  return NULL;
}

/* ---- parsing ---- */

/* "--m": ambiguous; it may be --match or --memory; NULL: it is not. Caller's. */
static char *ambiguous_option(const option_table *table, const char *word)
{
  textbuf names = { 0 };
  size_t size = strcspn(word, "="), count = 0;
  for (size_t i = 0; i < table->count && starts_with(word, "--"); i++)
    if (table->rows[i].kind != OPTION_TITLE &&
        !strncmp(table->rows[i].name, word + 2, size - 2))
      text_printf(&names, "%s--%s", count++ ? ", " : "", table->rows[i].name);
  char *problem = count > 1 ? mem_format("%.*s is ambiguous; write one of %s",
                                         (int)size, word, names.data)
                            : NULL;
  text_free(&names);
  return problem;
}

/* "--tset": no such option; did you mean --test? */
static char *unknown_option(const option_table *table, const char *word)
{
  strings spellings = { 0 };
  char *several = ambiguous_option(table, word);
  if (several)
    return several;
  for (size_t i = 0; i < table->count; i++)
    if (table->rows[i].kind != OPTION_TITLE)
      strings_take(&spellings, mem_format("--%s", table->rows[i].name));
  char *name = mem_copy_bytes(word, strcspn(word, "="));
  const char *near =
      rd_nearest_name(name, strings_argv(&spellings), spellings.size);
  bool is_long = starts_with(word, "--");
  char *problem =
      near ? mem_format("%s: no such option; did you mean %s?", word, near)
      : path_exists(word)
          ? mem_format("%s: no such option; the file is ./%s", word, word)
          : mem_format("%s: no such option; see --help%s", word,
                       is_long ? "" : "; the compiler's come after --");
  free(name);
  strings_free(&spellings);
  return problem;
}

/* The error of popt as one line. */
static char *parse_problem(const option_table *table, poptContext context,
                           int code)
{
  const char *word = poptBadOption(context, 0);
  if (code == POPT_ERROR_BADOPT)
    return unknown_option(table, word);
  return mem_format("%s: %s; see --help", word, poptStrerror(code));
}

static char *read_options(void *fields, const option_table *table,
                          poptContext context)
{
  int code;
  while ((code = poptGetNextOpt(context)) > 0) {
    const option_row *row = &table->rows[code - 1];
    char *word = poptGetOptArg(context);
    char *problem = set_field(fields, row, word ? word : "");
    free(word);
    if (problem)
      return problem;
  }
  return code == -1 ? NULL : parse_problem(table, context, code);
}

/* The table in popt's format; caller's. */
static struct poptOption *popt_table(const option_table *table)
{
  struct poptOption *out = mem_alloc(table->count + 1, sizeof *out);
  size_t count = 0;
  for (size_t i = 0; i < table->count; i++)
    if (table->rows[i].kind != OPTION_TITLE)
      out[count++] =
          (struct poptOption){ .longName = table->rows[i].name,
                               .shortName = table->rows[i].letter,
                               .argInfo = table->rows[i].kind == OPTION_FLAG
                                              ? POPT_ARG_NONE
                                              : POPT_ARG_STRING,
                               .val = (int)i + 1 };
  return out;
}

int options_end(int argc, const char *const *argv)
{
  int end = argc ? 1 : 0;
  while (end < argc && strcmp(argv[end], "--") != 0)
    end++;
  return end;
}

/* The option that a word names: "-o", or "--out" if no other begins with "out";
 * else NULL. */
static const option_row *option_meant(const option_table *table,
                                      const char *word)
{
  size_t size = strcspn(word, "=");
  const option_row *found = NULL;
  size_t count = 0;
  if (word[0] != '-' || size < 2)
    return NULL;
  for (size_t i = 0; i < table->count; i++) {
    const option_row *row = &table->rows[i];
    if (row->kind == OPTION_TITLE)
      continue;
    if (size == 2 && word[1] == row->letter)
      return row;
    if (size == 2 || word[1] != '-' ||
        strncmp(row->name, word + 2, size - 2) != 0)
      continue;
    if (!row->name[size - 2])
      return row;
    found = row;
    count++;
  }
  return count == 1 ? found : NULL;
}

bool options_take_value(const option_table *table, const char *word)
{
  const option_row *row = option_meant(table, word);
  return row && row->kind != OPTION_FLAG && !strchr(word, '=');
}

/* Adds the words, with the names of options spelt out. */
static void spell_out(strings *out, const option_table *table, int argc,
                      const char *const *argv)
{
  bool value = true; /* the program's name is no option either */
  for (int i = 0; i < argc; i++) {
    const option_row *row = value ? NULL : option_meant(table, argv[i]);
    const char *rest = strchr(argv[i], '=');
    if (row && argv[i][1] == '-')
      strings_take(out, mem_format("--%s%s", row->name, rest ? rest : ""));
    else
      strings_add(out, argv[i]);
    value = !value && options_take_value(table, argv[i]);
  }
}

char *options_parse(void *fields, strings *words, const option_table *table,
                    int argc, const char *const *argv)
{
  strings own = { 0 };
  spell_out(&own, table, argc, argv);
  struct poptOption *rows = popt_table(table);
  poptContext context = poptGetContext(
      "clang-hdd", argc, (const char **)(uintptr_t)strings_argv(&own), rows,
      POPT_CONTEXT_NO_EXEC);
  char *problem = read_options(fields, table, context);
  const char *word;
  while (!problem && (word = poptGetArg(context)))
    strings_add(words, word);
  poptFreeContext(context);
  free(rows);
  strings_free(&own);
  return problem;
}

void options_dispose(void *fields, const option_table *table)
{
  for (size_t i = 0; i < table->count; i++) {
    void *field = (char *)fields + table->rows[i].field;
    if (table->rows[i].kind == OPTION_STRING) {
      free(*(char **)field);
      *(char **)field = NULL;
    } else if (table->rows[i].kind == OPTION_LIST) {
      strings_free(field);
    }
  }
}

const option_row *option_find(const option_table *table, const char *name)
{
  for (size_t i = 0; i < table->count; i++)
    if (table->rows[i].kind != OPTION_TITLE &&
        !strcmp(table->rows[i].name, name))
      return &table->rows[i];
  return NULL;
}

/* ---- the options that were given ---- */

/* Adds the option with its value, if it was given. */
static void add_given(strings *out, const void *fields, const option_row *row)
{
  const void *field = (const char *)fields + row->field;
  const strings *list = field;
  char *value = NULL;
  switch (row->kind) {
  case OPTION_TITLE:
    return;
  case OPTION_FLAG:
    if (*(const bool *)field)
      strings_take(out, mem_format("--%s", row->name));
    return;
  case OPTION_STRING:
    if (*(char *const *)field)
      value = mem_copy(*(char *const *)field);
    break;
  case OPTION_LIST:
    for (size_t i = 0; i < list->size; i++)
      strings_take(out, mem_format("--%s=%s", row->name, list->data[i]));
    return;
  case OPTION_SECONDS:
  case OPTION_MIB:
  case OPTION_COUNT:
  case OPTION_JOBS:
    if (*(const uint64_t *)field)
      value =
          mem_format("%.15g", (double)*(const uint64_t *)field / unit_of(row));
    break;
  }
  if (value)
    strings_take(out, mem_format("--%s=%s", row->name, value));
  free(value);
}

void options_given(strings *out, const void *fields, const option_table *table,
                   const char *const *left_out)
{
  for (size_t i = 0; i < table->count; i++) {
    const char *const *name = left_out;
    while (*name && strcmp(*name, table->rows[i].name) != 0)
      name++;
    if (!*name)
      add_given(out, fields, &table->rows[i]);
  }
}

/* ---- help ---- */

enum { HELP_COLUMN = 28, HELP_WIDTH = 79 };

void print_wrapped(FILE *out, size_t column, const char *words)
{
  size_t at = column;
  while (*words) {
    size_t size = strcspn(words, " ");
    if (at > column && at + 1 + size > HELP_WIDTH) {
      (void)fprintf(out, "\n%*s", (int)column, "");
      at = column;
    } else if (at > column) {
      (void)fputc(' ', out);
      at++;
    }
    (void)fprintf(out, "%.*s", (int)size, words);
    at += size;
    words += size + (words[size] == ' ');
  }
  (void)fputc('\n', out);
}

static void print_row(FILE *out, const option_row *row)
{
  char *left = mem_format(
      "  %c%c%s --%s%s%s", row->letter ? '-' : ' ',
      row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name,
      row->argument ? " " : "", row->argument ? row->argument : "");
  if (strlen(left) < HELP_COLUMN)
    (void)fprintf(out, "%-*s", HELP_COLUMN, left);
  else
    (void)fprintf(out, "%s\n%*s", left, HELP_COLUMN, "");
  free(left);
  print_wrapped(out, HELP_COLUMN, row->help);
}

void options_print(FILE *out, const option_table *table)
{
  for (size_t i = 0; i < table->count; i++) {
    if (table->rows[i].kind == OPTION_TITLE)
      (void)fprintf(out, "\n%s:\n", table->rows[i].name);
    else
      print_row(out, &table->rows[i]);
  }
}
