/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks and lists names. The tables are those of libreduce and the front ends,
 * so a new row appears here without a change. For an unknown name, the error
 * suggests the nearest one. */
#include "clang-hdd/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clang-hdd/values.h"
#include "compiler/languages.h"
#include "reduce/server.h"

typedef const rd_row *(*table_fn)(size_t index);

static bool is_row(table_fn table, const char *name)
{
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++)
    if (!strcmp(row->name, name) || (row->alias && !strcmp(row->alias, name)))
      return true;
  return false;
}

/* Refuses a name that is not in the list. `option` prints the list; NULL: the
 * message has it. Loads the front ends, which is slow. */
static exit_code check_listed(value_source list, const char *kind,
                              const char *option, const char *name)
{
  value_list known = { .names = { 0 } };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  if (value_list_read(&known, list, &err)) {
    code = progress_fail_error(&err);
  } else if (!strings_has(&known.names, name)) {
    const char *const *names = strings_argv(&known.names);
    const char *near =
        option ? rd_nearest_name(name, names, known.names.size) : NULL;
    textbuf advice = { 0 };
    if (near)
      text_printf(&advice, "did you mean %s?", near);
    else if (option)
      text_printf(&advice, "see %s", option);
    for (size_t i = 0; !option && i < known.names.size; i++)
      text_printf(&advice, "%s%s", i ? ", " : "name one of ", names[i]);
    code = progress_fail(EXIT_UNKNOWN_NAME, "%s: no such %s; %s", name, kind,
                         advice.data);
    text_free(&advice);
  }
  value_list_free(&known);
  return code;
}

static exit_code check_passes(const strings *names)
{
  exit_code code = EXIT_DONE;
  for (size_t i = 0; !code && i < names->size; i++)
    if (!is_row(rd_pass_row, names->data[i]))
      code =
          check_listed(VALUE_PASSES, "pass", "--list-passes", names->data[i]);
  return code;
}

exit_code names_check_grammars(const strings *folders)
{
  struct stat info;
  for (size_t i = 0; i < folders->size; i++)
    if (stat(folders->data[i], &info) || !S_ISDIR(info.st_mode))
      return progress_fail(EXIT_UNKNOWN_NAME,
                           "--grammar %s: no such folder; name one that holds "
                           "grammars",
                           folders->data[i]);
  return EXIT_DONE;
}

exit_code names_check(const request *asked)
{
  const char *algorithm = asked->algorithm, *said = asked->language;
  exit_code code = EXIT_DONE;
  if (algorithm && !is_row(rd_algorithm, algorithm))
    code = check_listed(VALUE_ALGORITHMS, "algorithm", "--list-algorithms",
                        algorithm);
  if (!code)
    code = check_passes(&asked->only_pass);
  if (!code)
    code = check_passes(&asked->skip_pass);
  if (!code)
    code = names_check_grammars(&asked->grammar);
  if (!code && asked->frontend)
    code = check_listed(VALUE_FRONTENDS, "front end", "--list-frontends",
                        asked->frontend);
  if (!code && said && strcmp(said, "none") != 0 && !language_named(said))
    code = check_listed(VALUE_LANGUAGES, "language", NULL, said);
  return code;
}

/* ---- lists ---- */

static void print_row(const rd_row *row)
{
  char *name = row->alias ? mem_format("%s, %s", row->name, row->alias)
                          : mem_copy(row->name);
  (void)printf("%-28s %s", name, row->description);
  if (row->source && *row->source)
    (void)printf(" [%s]", row->source);
  (void)putchar('\n');
  free(name);
}

static void print_rows(table_fn table)
{
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++)
    print_row(row);
}

static void print_rules(void *payload, const char *name,
                        const rd_frontend *frontend, const char *problem)
{
  (void)payload, (void)name, (void)problem;
  const rd_rule *rule = frontend ? frontend->rules : NULL;
  for (; rule && rule->row.name; rule++)
    print_row(&rule->row);
}

/* "NAME  description [c: .c; cpp-output: .i]" */
static void print_frontend(void *payload, const char *name,
                           const rd_frontend *frontend, const char *problem)
{
  (void)payload;
  (void)printf("%-28s %s", name, frontend ? frontend->description : problem);
  const rd_language *first = frontend ? frontend->languages : NULL;
  for (const rd_language *at = first; at && at->name; at++) {
    (void)printf("%s%s", at == first ? " [" : "; ", at->name);
    for (const char *const *suffix = at->suffixes; suffix && *suffix; suffix++)
      (void)printf("%s%s", suffix == at->suffixes ? ": " : " ", *suffix);
  }
  (void)puts(first && first->name ? "]" : "");
}

exit_code names_list(const request *asked)
{
  rd_error err = { 0 };
  rd_status status = RD_OK;
  if (asked->list_algorithms) {
    print_rows(rd_algorithm);
  } else if (asked->list_passes) {
    print_rows(rd_pass_row);
    status = rd_frontends_each(NULL, print_rules, NULL, &err);
  } else {
    status = rd_frontends_each(NULL, print_frontend, NULL, &err);
  }
  return status ? progress_fail_error(&err) : EXIT_DONE;
}
