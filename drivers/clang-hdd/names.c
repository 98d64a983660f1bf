/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Checking and listing names. The tables are libreduce's and the front ends',
 * so a new row there shows here without a change; an unknown name is answered
 * with the nearest one.
 */
#include "clang-hdd/names.h"

#include <stdlib.h>
#include <string.h>

typedef const rd_row *(*table_fn)(size_t index);

static bool is_row(table_fn table, const char *name)
{
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++)
    if (!strcmp(row->name, name) || (row->alias && !strcmp(row->alias, name)))
      return true;
  return false;
}

static exit_code unknown_name(session *self, const char *kind, const char *name,
                              const char *list, strings *names)
{
  const char *near = rd_nearest_name(name, strings_argv(names), names->size);
  if (near)
    return session_fail(self, EXIT_UNKNOWN_NAME,
                        "%s: no such %s; did you mean %s?", name, kind, near);
  return session_fail(self, EXIT_UNKNOWN_NAME, "%s: no such %s; see %s", name,
                      kind, list);
}

static exit_code check_row(session *self, table_fn table, const char *kind,
                           const char *list, const char *name)
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
  exit_code code = unknown_name(self, kind, name, list, &names);
  strings_free(&names);
  return code;
}

static void add_frontend(void *payload, const char *name,
                         const char *description)
{
  (void)description;
  strings_add(payload, name);
}

static exit_code check_frontend(session *self)
{
  strings names = { 0 };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  if (rd_frontends_list(NULL, add_frontend, &names, &err))
    code = session_fail_error(self, &err);
  else if (!strings_has(&names, self->options.frontend))
    code = unknown_name(self, "front end", self->options.frontend,
                        "--list-frontends", &names);
  strings_free(&names);
  return code;
}

static void add_rule(void *payload, const char *frontend, const rd_row *row)
{
  (void)frontend;
  strings_add(payload, row->name);
}

/* A pass of libreduce or a rule of a front end; those are looked at only for a
 * name that is no pass, since loading a front end takes a while. */
static exit_code check_pass(session *self, const char *name)
{
  if (is_row(rd_pass_row, name))
    return EXIT_DONE;
  strings names = { 0 };
  rd_error err = { 0 };
  const rd_row *row;
  exit_code code = EXIT_DONE;
  if (rd_frontends_rules(NULL, add_rule, &names, &err)) {
    code = session_fail_error(self, &err);
  } else if (!strings_has(&names, name)) {
    for (size_t i = 0; (row = rd_pass_row(i)); i++)
      strings_add(&names, row->name);
    code = unknown_name(self, "pass", name, "--list-passes", &names);
  }
  strings_free(&names);
  return code;
}

exit_code names_check(session *self)
{
  const cli *options = &self->options;
  exit_code code = EXIT_DONE;
  if (options->algorithm)
    code = check_row(self, rd_algorithm, "algorithm", "--list-algorithms",
                     options->algorithm);
  for (size_t i = 0; !code && i < options->only_pass.size; i++)
    code = check_pass(self, options->only_pass.data[i]);
  for (size_t i = 0; !code && i < options->skip_pass.size; i++)
    code = check_pass(self, options->skip_pass.data[i]);
  if (!code && options->frontend)
    code = check_frontend(self);
  return code;
}

const char *names_language(const char *file)
{
  static const struct {
    const char *suffix, *language;
  } known[] = {
    { ".c", NULL },        { ".i", NULL },        { ".h", NULL },
    { ".gi", NULL },       { ".cc", "C++" },      { ".cpp", "C++" },
    { ".cxx", "C++" },     { ".c++", "C++" },     { ".C", "C++" },
    { ".hpp", "C++" },     { ".hh", "C++" },      { ".ii", "C++" },
    { ".s", "assembler" }, { ".S", "assembler" }, { ".asm", "assembler" },
    { ".ll", "LLVM IR" },  { ".mir", "LLVM IR" }, { ".m", "Objective-C" },
    { ".rs", "Rust" },     { ".f90", "Fortran" }, { ".f", "Fortran" },
    { ".go", "Go" },       { ".d", "D" },         { ".adb", "Ada" },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (ends_with(file, known[i].suffix))
      return known[i].language;
  return "not C by its name";
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

static void print_rule(void *payload, const char *frontend, const rd_row *row)
{
  (void)frontend;
  list_row(payload, row);
}

exit_code names_list_passes(session *self, FILE *out)
{
  rd_error err = { 0 };
  list_rows(out, rd_pass_row);
  if (rd_frontends_rules(NULL, print_rule, out, &err))
    return session_fail_error(self, &err);
  return EXIT_DONE;
}

static void print_frontend(void *payload, const char *name,
                           const char *description)
{
  (void)fprintf(payload, "%-28s %s\n", name, description);
}

exit_code names_list_frontends(session *self, FILE *out)
{
  rd_error err = { 0 };
  if (rd_frontends_list(NULL, print_frontend, out, &err))
    return session_fail_error(self, &err);
  return EXIT_DONE;
}
