/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The command line.
 *
 * options.def is the one table: popt parses by it, --help prints it,
 * suggestions come from it and each row names the field of `cli` that it fills.
 * Everything behind "--" is the compiler's command and none of ours, so it is
 * cut off before popt sees the rest. Names of algorithms and passes are checked
 * by whoever uses them, since their tables are libreduce's.
 */
#include "clang-hdd/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <popt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/facts.h"
#include "compiler/words.h"
#include "reduce/reduce.h"

typedef enum option_kind {
  SECTION,
  FLAG,
  STRING,
  LIST,
  SECONDS,
  MIB,
  COUNT
} option_kind;

typedef struct option_row {
  const char *name; /* of a SECTION: its title */
  char letter;
  option_kind kind;
  size_t field; /* offset in cli */
  const char *argument, *help;
} option_row;

static const option_row rows[] = {
#define SECTION(title) { title, 0, SECTION, 0, NULL, NULL },
#define OPTION(name, letter, kind, field, argument, help)                      \
  { name, letter, kind, offsetof(cli, field), argument, help },
#include "clang-hdd/options.def"
#undef OPTION
#undef SECTION
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* The options as they are typed. */
static const char *const spellings[] = {
#define SECTION(title)
#define OPTION(name, letter, kind, field, argument, help) "--" name,
#include "clang-hdd/options.def"
#undef OPTION
#undef SECTION
};

/* ---- values ---- */

static bool parse_number(double *out, const char *word)
{
  char *end = NULL;
  errno = 0;
  *out = strtod(word, &end);
  return !errno && end != word && !*end && isfinite(*out) && *out > 0 &&
         *out < 1e9;
}

static void add_list(strings *out, const char *word)
{
  while (*word) {
    size_t size = strcspn(word, ",");
    if (size)
      strings_take(out, mem_copy_bytes(word, size));
    word += size + (word[size] == ',');
  }
}

/* Fills the row's field; false if the word is no value of its kind. */
static bool set_field(cli *to, const option_row *row, const char *word)
{
  void *field = (char *)to + row->field;
  double number = 0;
  switch (row->kind) {
  case FLAG:
    *(bool *)field = true;
    return true;
  case STRING:
    free(*(char **)field);
    *(char **)field = mem_copy(word);
    return true;
  case LIST:
    add_list(field, word);
    return true;
  case SECONDS:
  case MIB:
  case COUNT:
    if (!parse_number(&number, word) ||
        (row->kind == COUNT && (double)(uint64_t)number < number))
      return false;
    number *= row->kind == SECONDS ? 1e3 : row->kind == MIB ? 1048576.0 : 1;
    *(uint64_t *)field = number < 1 ? 1 : (uint64_t)number;
    return true;
  case SECTION:
    break;
  }
  return false;
}

/* ---- parsing ---- */

/* "--tset": no such option; did you mean --test? */
static char *unknown_option(const char *word)
{
  char *name = mem_copy_bytes(word, strcspn(word, "="));
  const char *near =
      rd_nearest_name(name, spellings, sizeof spellings / sizeof *spellings);
  free(name);
  if (near)
    return mem_format("%s: no such option; did you mean %s?", word, near);
  return mem_format("%s: no such option; see --help", word);
}

/* What popt did not like, as one line. */
static char *parse_problem(poptContext context, int code)
{
  const char *word = poptBadOption(context, 0);
  if (code == POPT_ERROR_BADOPT)
    return unknown_option(word);
  return mem_format("%s: %s; see --help", word, poptStrerror(code));
}

static char *read_options(cli *out, poptContext context)
{
  int code;
  while ((code = poptGetNextOpt(context)) > 0) {
    const option_row *row = &rows[code - 1];
    char *word = poptGetOptArg(context);
    bool good = set_field(out, row, word ? word : "");
    char *problem =
        good ? NULL
             : mem_format("--%s: %s is not a positive %s", row->name, word,
                          row->kind == COUNT ? "whole number" : "number");
    free(word);
    if (problem)
      return problem;
  }
  return code == -1 ? NULL : parse_problem(context, code);
}

static char *read_files(cli *out, poptContext context)
{
  const char *file = poptGetArg(context);
  const char *more = file ? poptGetArg(context) : NULL;
  if (more)
    return mem_format("%s: one FILE only; the compiler's command follows --",
                      more);
  if (file)
    out->file = mem_copy(file);
  else if (cli_needs_file(out))
    return mem_copy("name the file to reduce: clang-hdd FILE -- COMPILER ...");
  return NULL;
}

/* What contradicts itself. */
static char *check_choices(const cli *self)
{
  match_level level;
  if (self->match && strcmp(self->match, "pattern") != 0 &&
      !match_level_find(&level, self->match))
    return mem_format("--match %s: use exact, function, kind or pattern",
                      self->match);
  if (self->match && !strcmp(self->match, "pattern") && !self->pattern)
    return mem_copy("--match pattern: give the pattern with --ice-pattern");
  if (self->test && (self->pattern || self->hang_ms || self->hog_bytes))
    return mem_copy("--test: the script decides alone; leave --ice-pattern, "
                    "--hang and --memory-hog out");
  if (self->match && (self->test || self->hang_ms || self->hog_bytes))
    return mem_copy("--match: leave it out; with --test, --hang and "
                    "--memory-hog no crash is compared");
  if (self->hang_ms && self->hog_bytes)
    return mem_copy("--hang and --memory-hog: use one of them");
  if ((self->hang_ms || self->hog_bytes) && self->pattern)
    return mem_copy("--ice-pattern: leave it out; with --hang and "
                    "--memory-hog the output is not looked at");
  if (self->allow_invalid && self->reference)
    return mem_copy("--allow-invalid and --reference: use one of them");
  if (self->allow_invalid && self->also_invalid)
    return mem_copy("--allow-invalid and --also-invalid: use one of them");
  if (self->cc && self->command.size)
    return mem_copy("--cc: leave it out; the compiler's command follows --");
  if (self->in_place && self->output)
    return mem_copy("--in-place and -o: use one of them");
  if (self->resume && self->no_journal)
    return mem_copy("--resume and --no-journal: use one of them");
  if (self->also_interesting > 255)
    return mem_copy("--also-interesting: an exit status is at most 255");
  if (self->quiet && self->verbose)
    return mem_copy("--quiet and --verbose: use one of them");
  return NULL;
}

static char *parse_all(cli *out, int argc, const char *const *argv)
{
  struct poptOption table[ROW_COUNT + 1];
  memset(table, 0, sizeof table);
  size_t count = 0;
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (rows[i].kind != SECTION)
      table[count++] = (struct poptOption){ .longName = rows[i].name,
                                            .shortName = rows[i].letter,
                                            .argInfo = rows[i].kind == FLAG
                                                           ? POPT_ARG_NONE
                                                           : POPT_ARG_STRING,
                                            .val = (int)i + 1 };
  poptContext context =
      poptGetContext("clang-hdd", argc, (const char **)(uintptr_t)argv, table,
                     POPT_CONTEXT_NO_EXEC);
  char *problem = read_options(out, context);
  if (!problem)
    problem = read_files(out, context);
  poptFreeContext(context);
  return problem ? problem : check_choices(out);
}

exit_code cli_parse(cli *out, int argc, const char *const *argv,
                    char **problem_out)
{
  *out = (cli){ 0 };
  int own = 1;
  while (own < argc && strcmp(argv[own], "--") != 0)
    own++;
  for (int i = own + 1; i < argc; i++)
    strings_add(&out->command, argv[i]);
  strings own_words = { 0 };
  for (int i = 0; i < own; i++)
    strings_add(&own_words, argv[i]);
  *problem_out = parse_all(out, own, strings_argv(&own_words));
  strings_free(&own_words);
  if (!*problem_out && own < argc && !out->command.size)
    *problem_out = mem_copy("--: the compiler's command is missing behind it");
  return *problem_out ? EXIT_USAGE : EXIT_DONE;
}

bool cli_needs_file(const cli *self)
{
  return !self->help && !self->version && !self->list_algorithms &&
         !self->list_passes && !self->list_frontends;
}

void cli_dispose(cli *self)
{
  free(self->file);
  strings_free(&self->command);
  strings_free(&self->only_pass);
  strings_free(&self->skip_pass);
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (rows[i].kind == STRING)
      free(*(char **)((char *)self + rows[i].field));
  *self = (cli){ 0 };
}

/* ---- the line ---- */

/* Adds the option with its value, if it was given. */
static void add_option(strings *out, const cli *self, const option_row *row)
{
  const void *field = (const char *)self + row->field;
  const strings *list = field;
  char *value = NULL;
  switch (row->kind) {
  case SECTION:
    return;
  case FLAG:
    if (*(const bool *)field)
      strings_take(out, mem_format("--%s", row->name));
    return;
  case STRING:
    if (*(char *const *)field)
      value = mem_copy(*(char *const *)field);
    break;
  case LIST:
    for (size_t i = 0; i < list->size; i++)
      strings_take(out, mem_format("--%s=%s", row->name, list->data[i]));
    return;
  case SECONDS:
  case MIB:
  case COUNT:
    if (*(const uint64_t *)field)
      value = mem_format("%" PRIu64, *(const uint64_t *)field);
    break;
  }
  if (value)
    strings_take(out, mem_format("--%s=%s", row->name, value));
  free(value);
}

char *cli_line(const cli *self, const char *const *left_out)
{
  strings words = { 0 };
  for (size_t i = 0; i < ROW_COUNT; i++) {
    const char *const *name = left_out;
    while (*name && strcmp(*name, rows[i].name) != 0)
      name++;
    if (!*name)
      add_option(&words, self, &rows[i]);
  }
  char *line = words_join(strings_argv(&words));
  strings_free(&words);
  return line;
}

/* ---- help ---- */

enum { HELP_COLUMN = 28, HELP_WIDTH = 79 };

/* Prints words so that lines after the first begin at HELP_COLUMN. */
static void print_wrapped(FILE *out, const char *words)
{
  size_t column = HELP_COLUMN;
  while (*words) {
    size_t size = strcspn(words, " ");
    if (column > HELP_COLUMN && column + 1 + size > HELP_WIDTH) {
      (void)fprintf(out, "\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    } else if (column > HELP_COLUMN) {
      (void)fputc(' ', out);
      column++;
    }
    (void)fprintf(out, "%.*s", (int)size, words);
    column += size;
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
  print_wrapped(out, row->help);
}

void cli_help(FILE *out)
{
  (void)fputs("Usage: clang-hdd [OPTION...] FILE [-- COMPILER ARGUMENT...]\n"
              "Reduces a file that crashes a compiler, and keeps the crash.\n\n"
              "  clang-hdd bug.c -- gcc-12 -O3 -fmodulo-sched\n"
              "  clang-hdd --ice-pattern 'internal compiler error' bug.c\n"
              "  clang-hdd --test ./interesting.sh bug.c\n",
              out);
  for (size_t i = 0; i < ROW_COUNT; i++) {
    if (rows[i].kind == SECTION)
      (void)fprintf(out, "\n%s:\n", rows[i].name);
    else
      print_row(out, &rows[i]);
  }
  (void)fputs("\nEnvironment:\n"
              "  CC                        the compiler, without --cc and --\n"
              "  NO_COLOR                  no colours in the progress line\n"
              "  CLANG_HDD_MODULES         folder of the front ends\n"
              "\nExit status:\n",
              out);
#define EXIT_CODE(name, number, meaning)                                       \
  (void)fprintf(out, "  %-3d  %s\n", number, meaning);
#include "clang-hdd/exit_codes.def"
#undef EXIT_CODE
}
