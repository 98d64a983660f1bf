/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd grammar`: installs, lists and removes grammars of other
 * languages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/grammars.h"
#include "clang-hdd/names.h"
#include "clang-hdd/progress.h"

typedef struct grammar_options {
  strings grammar;
  bool quiet, help;
} grammar_options;

#define OPTIONS grammar_options
static const option_row rows[] = {
#include "clang-hdd/grammar_options.def"
};
const option_table options_grammar = OPTION_TABLE(rows);

/* ---- add ---- */

static exit_code fail_unknown(const char *name)
{
  ARRAY(const char *) names = { 0 };
  for (size_t i = 0; grammar_at(i); i++)
    ARRAY_PUSH(&names, grammar_at(i)->name);
  const char *near = rd_nearest_name(name, names.data, names.size);
  ARRAY_FREE(&names);
  return progress_fail(EXIT_UNKNOWN_NAME, "%s: no such grammar; %s%s%s", name,
                       near ? "did you mean " : "see clang-hdd grammar list",
                       near ? near : "", near ? "?" : "");
}

static exit_code add_one(const grammar *row, const char *home)
{
  char *version = grammars_version(home, row->name);
  bool is_there = version && !strcmp(version, row->version);
  free(version);
  if (!is_there)
    return grammars_install(row, home);
  progress_notice("%s: %s is installed already", row->name, row->version);
  return EXIT_DONE;
}

static exit_code add(const strings *names, const char *home)
{
  for (size_t i = 0; i < names->size; i++)
    if (!grammar_named(names->data[i]))
      return fail_unknown(names->data[i]);
  char *core = grammar_core();
  exit_code code =
      core ? EXIT_DONE : grammars_install(grammar_core_package(), home);
  free(core);
  for (size_t i = 0; !code && i < names->size; i++)
    code = add_one(grammar_named(names->data[i]), home);
  return code;
}

/* ---- remove ---- */

static exit_code remove_one(const char *name, const char *home)
{
  const grammar *known = grammar_named(name);
  name = known ? known->name : name;
  char *version = strchr(name, '/') ? NULL : grammars_version(home, name);
  exit_code code =
      version ? grammars_remove(home, name)
              : progress_fail(EXIT_UNKNOWN_NAME,
                              "%s is not installed in %s; see clang-hdd "
                              "grammar list",
                              name, home);
  free(version);
  return code;
}

static exit_code remove_all(const strings *names, const char *home)
{
  exit_code code = EXIT_DONE;
  for (size_t i = 0; !code && i < names->size; i++)
    code = remove_one(names->data[i], home);
  return code;
}

/* ---- list ---- */

/* "installed", "in DIR, without grammar.json", ...; caller's. */
static char *describe(const char *name, const char *home, const char *version)
{
  char *module = grammar_find(name, NULL);
  char *rules = grammar_find(name, "grammar.json");
  char *folder = module ? path_directory(module) : NULL, *out;
  if (!module)
    out = mem_copy("available");
  else if (version && path_same(folder, home))
    out = mem_copy("installed");
  else
    out = mem_format("in %s%s", folder,
                     rules || !grammar_named(name) ? ""
                                                   : ", without grammar.json");
  free(folder);
  free(rules);
  free(module);
  return out;
}

/* A row of the table; `row` is NULL for a grammar that is not in ours. */
static void print_one(const char *name, const grammar *row, const char *home)
{
  char *version = grammars_version(home, name);
  char *state = describe(name, home, version);
  textbuf suffixes = { 0 };
  text_puts(&suffixes, "");
  for (size_t i = 0; row && row->suffixes && row->suffixes[i]; i++)
    text_printf(&suffixes, " %s", row->suffixes[i]);
  const char *pinned = row && !starts_with(state, "in ") ? row->version : "-";
  (void)printf("%-16s  %-8s  %-*s%s\n", name, version ? version : pinned,
               suffixes.size ? 11 : 0, state, suffixes.data);
  text_free(&suffixes);
  free(state);
  free(version);
}

static exit_code list(const strings *names, const char *home)
{
  strings others = { 0 };
  if (names->size)
    return progress_fail(EXIT_USAGE, "grammar list %s: it takes no names",
                         names->data[0]);
  (void)printf("%-16s  %-8s  %-10s  %s\n", "name", "version", "state",
               "suffixes");
  for (size_t i = 0; grammar_at(i); i++)
    print_one(grammar_at(i)->name, grammar_at(i), home);
  grammar_others(&others);
  for (size_t i = 0; i < others.size; i++)
    print_one(others.data[i], NULL, home);
  print_one(grammar_core_package()->name, grammar_core_package(), home);
  strings_free(&others);
  return EXIT_DONE;
}

/* ---- the command ---- */

static const struct {
  const char *name;
  exit_code (*run)(const strings *names, const char *home);
  bool takes_names;
} verbs[] = { { "add", add, true },
              { "list", list, false },
              { "remove", remove_all, true } };

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  (void)rest;
  const grammar_options *options = payload;
  const char *verb = words->size ? words->data[0] : "";
  size_t i = 0, count = sizeof verbs / sizeof *verbs;
  while (i < count && strcmp(verbs[i].name, verb) != 0)
    i++;
  if (i == count || (words->size == 1 && verbs[i].takes_names))
    return progress_fail(EXIT_USAGE, "grammar: say what to do: add NAME..., "
                                     "list or remove NAME...");
  char *home = grammar_home();
  if (!home)
    return progress_fail(EXIT_OUTPUT,
                         "neither XDG_DATA_HOME nor HOME names a folder");
  strings names = { 0 };
  strings_add_all(&names, words);
  strings_remove(&names, 0, 1);
  progress_init(options->quiet, false);
  grammars_prefer(&options->grammar);
  exit_code code = names_check_grammars(&options->grammar);
  if (!code)
    code = verbs[i].run(&names, home);
  strings_free(&names);
  free(home);
  return code ? code : command_printed("grammar");
}

exit_code command_grammar(int argc, const char *const *argv)
{
  return command_run("grammar", run, argc, argv);
}
