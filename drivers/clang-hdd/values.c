/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The possible values of words on a command line.
 *
 * An option's row names its argument for people, and that name also determines
 * its completion, so that a new option only needs a good name. The lists are
 * those of libreduce and the front ends. Names that a shell would expand, such
 * as hdd*, are listed by their alias.
 */
#include "clang-hdd/values.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/request.h"
#include "compiler/crash_facts.h"
#include "compiler/languages.h"
#include "grammar/folders.h"
#include "reduce/server.h"
#include "reduce/reduce.h"

static const struct {
  const char *name;
  bool is_command;
  value_source source;
} rows[] = {
#define ARGUMENT(name, source) { name, false, VALUE_##source },
#define WORDS(command, source) { #command, true, VALUE_##source },
#include "clang-hdd/values.def"
};

static value_source find(const char *name, bool is_command)
{
  for (size_t i = 0; name && i < sizeof rows / sizeof *rows; i++)
    if (rows[i].is_command == is_command && !strcmp(rows[i].name, name))
      return rows[i].source;
  return VALUE_NOTHING;
}

value_source value_of_argument(const char *argument)
{
  return find(argument, false);
}

value_source value_of_words(const char *name)
{
  return find(name, true);
}

char *value_brief(const char *help)
{
  size_t size = strcspn(help, ";:[");
  const char *paren = strstr(help, " (");
  if (paren && (size_t)(paren - help) < size)
    size = (size_t)(paren - help);
  while (size && help[size - 1] == ' ')
    size--;
  return mem_copy_bytes(help, size);
}

/* ---- lists ---- */

static void add(value_list *out, const char *name, const char *meaning)
{
  strings_add(&out->names, name);
  strings_take(&out->meanings, value_brief(meaning));
}

static void add_row(value_list *out, const rd_row *row)
{
  add(out, row->alias ? row->alias : row->name, row->description);
}

static void add_rules(void *payload, const char *name,
                      const rd_frontend *frontend, const char *problem)
{
  (void)name, (void)problem;
  const rd_rule *rule = frontend ? frontend->rules : NULL;
  for (; rule && rule->row.name; rule++)
    add_row(payload, &rule->row);
}

static void add_frontend(void *payload, const char *name,
                         const rd_frontend *frontend, const char *problem)
{
  add(payload, name, frontend ? frontend->description : problem);
}

static void add_language(value_list *out, const char *name)
{
  const char *title = language_title(language_named(name));
  if (!strings_has(&out->names, name))
    add(out, name, title ? title : "");
}

static void add_languages(void *payload, const char *name,
                          const rd_frontend *frontend, const char *problem)
{
  (void)name, (void)problem;
  const rd_language *at = frontend ? frontend->languages : NULL;
  for (; at && at->name; at++)
    add_language(payload, at->name);
}

static void add_levels(value_list *out)
{
  for (int level = 0; level < MATCH_LEVELS; level++)
    add(out, match_level_name((match_level)level), "");
  add(out, "pattern", "");
}

static void add_validities(value_list *out)
{
  for (int what = 0; what < VALIDITIES; what++)
    add(out, validity_name((validity)what), "");
}

static void add_commands(value_list *out)
{
  const command *each;
  for (size_t i = 0; (each = command_at(i)); i++)
    add(out, each->name, each->summary);
}

static void add_grammars(value_list *out)
{
  add(out, "add", "");
  add(out, "list", "");
  add(out, "remove", "");
  for (size_t i = 0; grammar_at(i); i++)
    add(out, grammar_at(i)->name, grammar_at(i)->package);
}

static void add_rows(value_list *out, const rd_row *(*table)(size_t index))
{
  const rd_row *row;
  for (size_t i = 0; (row = table(i)); i++)
    add_row(out, row);
}

rd_status value_list_read(value_list *out, value_source from, rd_error *err)
{
  switch (from) {
  case VALUE_LEVELS:
    add_levels(out);
    break;
  case VALUE_VALIDITIES:
    add_validities(out);
    break;
  case VALUE_ALGORITHMS:
    add_rows(out, rd_algorithm);
    break;
  case VALUE_PASSES:
    add_rows(out, rd_pass_row);
    return rd_frontends_each(NULL, add_rules, out, err);
  case VALUE_FRONTENDS:
    return rd_frontends_each(NULL, add_frontend, out, err);
  case VALUE_LANGUAGES:
    for (size_t i = 0; language_name_at(i); i++)
      add_language(out, language_name_at(i));
    for (size_t i = 0; grammar_at(i); i++)
      add_language(out, grammar_at(i)->name);
    return rd_frontends_each(NULL, add_languages, out, err);
  case VALUE_COMMANDS:
    add_commands(out);
    break;
  case VALUE_GRAMMARS:
    add_grammars(out);
    break;
  case VALUE_FORMATS:
#define FORMAT(name) add(out, #name, "");
#include "clang-hdd/report_formats.def"
#undef FORMAT
    break;
  case VALUE_SHELLS:
    add(out, "bash", "");
    add(out, "zsh", "");
    add(out, "fish", "");
    break;
  case VALUE_NOTHING:
  case VALUE_FILES:
  case VALUE_FOLDERS:
  case VALUE_PROGRAMS:
  case VALUE_PROGRAM_LINE:
  case VALUE_CRASHES:
  case VALUE_BUNDLES:
  case VALUE_SOURCES:
    break;
  }
  return RD_OK;
}

void value_list_free(value_list *self)
{
  strings_free(&self->names);
  strings_free(&self->meanings);
}
