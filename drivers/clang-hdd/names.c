/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks and lists names. The tables are those of libreduce and the front ends,
 * so a new row appears here without a change. For an unknown name, the error
 * suggests the nearest one. */
#include "clang-hdd/names.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/languages.h"

typedef const rd_row *(*table_fn)(size_t index);

static bool is_row(table_fn table, const char *name)
{
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++)
    if (!strcmp(row->name, name) || (row->alias && !strcmp(row->alias, name)))
      return true;
  return false;
}

static exit_code unknown_name(const char *kind, const char *name,
                              const char *list, strings *names)
{
  const char *near = rd_nearest_name(name, strings_argv(names), names->size);
  if (near)
    return progress_fail(EXIT_UNKNOWN_NAME, "%s: no such %s; did you mean %s?",
                         name, kind, near);
  return progress_fail(EXIT_UNKNOWN_NAME, "%s: no such %s; see %s", name, kind,
                       list);
}

static exit_code check_row(table_fn table, const char *kind, const char *list,
                           const char *name)
{
  if (is_row(table, name))
    return EXIT_DONE;
  strings names = { 0 };
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++) {
    strings_add(&names, row->name);
    if (row->alias)
      strings_add(&names, row->alias);
  }
  exit_code code = unknown_name(kind, name, list, &names);
  strings_free(&names);
  return code;
}

static void add_frontend(void *payload, const char *name,
                         const rd_frontend *frontend, const char *problem)
{
  (void)frontend, (void)problem;
  strings_add(payload, name);
}

static exit_code check_frontend(const char *name)
{
  strings names = { 0 };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  if (rd_frontends_each(NULL, add_frontend, &names, &err))
    code = progress_fail_error(&err);
  else if (!strings_has(&names, name))
    code = unknown_name("front end", name, "--list-frontends", &names);
  strings_free(&names);
  return code;
}

static void add_languages(void *payload, const char *name,
                          const rd_frontend *frontend, const char *problem)
{
  (void)name, (void)problem;
  const rd_language *at = frontend ? frontend->languages : NULL;
  for (; at && at->name; at++)
    if (!strings_has(payload, at->name))
      strings_add(payload, at->name);
}

rd_status names_of_languages(strings *out, rd_error *err)
{
  const char *name;
  for (size_t i = 0; (name = language_name_at(i)); i++)
    strings_add(out, name);
  return rd_frontends_each(NULL, add_languages, out, err);
}

/* Front ends are loaded only for a name missing from the table. */
static exit_code check_language(const char *name)
{
  if (!strcmp(name, "none") || language_named(name))
    return EXIT_DONE;
  strings names = { 0 };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  if (names_of_languages(&names, &err)) {
    code = progress_fail_error(&err);
  } else if (!strings_has(&names, name)) {
    textbuf all = { 0 };
    for (size_t i = 0; i < names.size; i++)
      text_printf(&all, "%s%s", i ? ", " : "", names.data[i]);
    code =
        progress_fail(EXIT_UNKNOWN_NAME, "%s: no such language; name one of %s",
                      name, all.data);
    text_free(&all);
  }
  strings_free(&names);
  return code;
}

static void add_rules(void *payload, const char *name,
                      const rd_frontend *frontend, const char *problem)
{
  (void)name, (void)problem;
  const rd_rule *rule = frontend ? frontend->rules : NULL;
  for (; rule && rule->row.name; rule++)
    strings_add(payload, rule->row.name);
}

/* A pass of libreduce or a rule of a front end. Rules are checked only for a
 * name that is not a pass, since loading a front end is slow. */
static exit_code check_pass(const char *name)
{
  if (is_row(rd_pass_row, name))
    return EXIT_DONE;
  strings names = { 0 };
  rd_error err = { 0 };
  const rd_row *row;
  exit_code code = EXIT_DONE;
  if (rd_frontends_each(NULL, add_rules, &names, &err)) {
    code = progress_fail_error(&err);
  } else if (!strings_has(&names, name)) {
    for (size_t i = 0; (row = rd_pass_row(i)); i++)
      strings_add(&names, row->name);
    code = unknown_name("pass", name, "--list-passes", &names);
  }
  strings_free(&names);
  return code;
}

exit_code names_check(const request *asked)
{
  exit_code code = EXIT_DONE;
  if (asked->algorithm)
    code = check_row(rd_algorithm, "algorithm", "--list-algorithms",
                     asked->algorithm);
  for (size_t i = 0; !code && i < asked->only_pass.size; i++)
    code = check_pass(asked->only_pass.data[i]);
  for (size_t i = 0; !code && i < asked->skip_pass.size; i++)
    code = check_pass(asked->skip_pass.data[i]);
  if (!code && asked->frontend)
    code = check_frontend(asked->frontend);
  if (!code && asked->language)
    code = check_language(asked->language);
  return code;
}

/* ---- lists ---- */

static void list_row(FILE *out, const rd_row *row)
{
  char *name = row->alias ? mem_format("%s, %s", row->name, row->alias)
                          : mem_copy(row->name);
  (void)fprintf(out, "%-28s %s", name, row->description);
  if (row->source && *row->source)
    (void)fprintf(out, " [%s]", row->source);
  (void)fputc('\n', out);
  free(name);
}

static void list_rows(FILE *out, table_fn table)
{
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++)
    list_row(out, row);
}

void names_list_algorithms(FILE *out)
{
  list_rows(out, rd_algorithm);
}

static void print_rules(void *payload, const char *name,
                        const rd_frontend *frontend, const char *problem)
{
  (void)name, (void)problem;
  const rd_rule *rule = frontend ? frontend->rules : NULL;
  for (; rule && rule->row.name; rule++)
    list_row(payload, &rule->row);
}

exit_code names_list_passes(FILE *out)
{
  rd_error err = { 0 };
  list_rows(out, rd_pass_row);
  if (rd_frontends_each(NULL, print_rules, out, &err))
    return progress_fail_error(&err);
  return EXIT_DONE;
}

/* "NAME  description [c: .c; cpp-output: .i]" */
static void print_frontend(void *payload, const char *name,
                           const rd_frontend *frontend, const char *problem)
{
  textbuf line = { 0 };
  text_printf(&line, "%-28s %s", name,
              frontend ? frontend->description : problem);
  const rd_language *first = frontend ? frontend->languages : NULL;
  for (const rd_language *at = first; at && at->name; at++) {
    text_printf(&line, "%s%s", at == first ? " [" : "; ", at->name);
    for (const char *const *suffix = at->suffixes; suffix && *suffix; suffix++)
      text_printf(&line, "%s%s", suffix == at->suffixes ? ": " : " ", *suffix);
  }
  (void)fprintf(payload, "%s%s\n", line.data, first && first->name ? "]" : "");
  text_free(&line);
}

exit_code names_list_frontends(FILE *out)
{
  rd_error err = { 0 };
  if (rd_frontends_each(NULL, print_frontend, out, &err))
    return progress_fail_error(&err);
  return EXIT_DONE;
}
