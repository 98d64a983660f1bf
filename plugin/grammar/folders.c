/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Looks up grammars: in the table, and in the folders of this machine.
 *
 * The folder in which a module is found is also that of its files: those of
 * another folder may be of another version, whose symbols have other numbers.
 */
#include "grammar/folders.h"

#include <stdlib.h>

#include "base/files.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ALIAS(said, name)
#define CORE(package, version, integrity, folder)
#define GRAMMAR(name, package, version, integrity, folder, ...)                \
  { #name,     package, version,                                               \
    integrity, folder,  (const char *const[]){ __VA_ARGS__, NULL } },
static const grammar rows[] = {
#include "grammar/grammars.def"
};
#undef CORE
#undef GRAMMAR

#define GRAMMAR(...)
#define CORE(package, version, integrity, folder)                              \
  { "libtree-sitter", package, version, integrity, folder, NULL },
static const grammar core[] = {
#include "grammar/grammars.def"
};

#undef ALIAS
#undef CORE

#define CORE(...)
#define ALIAS(said, name) { said, #name },
static const grammar_alias aliases[] = {
#include "grammar/grammars.def"
};

const grammar_alias *grammar_alias_at(size_t index)
{
  return index < COUNT(aliases) ? &aliases[index] : NULL;
}

const grammar *grammar_at(size_t index)
{
  return index < COUNT(rows) ? &rows[index] : NULL;
}

const grammar *grammar_named(const char *name)
{
  for (size_t i = 0; i < COUNT(aliases); i++)
    if (!strcmp(aliases[i].said, name))
      name = aliases[i].name;
  for (size_t i = 0; i < COUNT(rows); i++)
    if (!strcmp(rows[i].name, name))
      return &rows[i];
  return NULL;
}

const grammar *grammar_of_file(const char *file_name)
{
  const grammar *found = NULL;
  size_t longest = 0;
  for (size_t i = 0; i < COUNT(rows); i++)
    for (const char *const *suffix = rows[i].suffixes; *suffix; suffix++)
      if (strlen(*suffix) > longest && ends_with(file_name, *suffix)) {
        longest = strlen(*suffix);
        found = &rows[i];
      }
  return found;
}

const grammar *grammar_core_package(void)
{
  return core;
}

/* XDG requires absolute paths; others are ignored. */
char *grammar_home(void)
{
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (data && *data == '/')
    return mem_format("%s/clang-hdd/grammars", data);
  if (home && *home == '/')
    return mem_format("%s/.local/share/clang-hdd/grammars", home);
  return NULL;
}

void grammar_folders(strings *out)
{
  const char *list = getenv(GRAMMAR_PATH);
  while (list && *list) {
    size_t size = strcspn(list, ":");
    if (size)
      (void)strings_take(out, mem_copy_bytes(list, size));
    list += size + (list[size] == ':');
  }
  char *home = grammar_home();
  if (home)
    (void)strings_take(out, home);
}

char *grammar_in(const char *folder, const char *name)
{
  static const char *const prefixes[] = { "", "libtree-sitter-" };
  for (size_t i = 0; i < COUNT(prefixes); i++) {
    char *path = mem_format("%s/%s%s.so", folder, prefixes[i], name);
    if (path_exists(path))
      return path;
    free(path);
  }
  return NULL;
}

char *grammar_find(const char *name, const char *file)
{
  strings folders = { 0 };
  char *found = NULL;
  grammar_folders(&folders);
  for (size_t i = 0; !found && i < folders.size; i++) {
    found = grammar_in(folders.data[i], name);
    if (found && file)
      string_replace(&found,
                     mem_format("%s/%s/%s", folders.data[i], name, file));
  }
  strings_free(&folders);
  if (found && !path_exists(found))
    string_replace(&found, NULL);
  return found;
}

/* The name of a grammar that has this module; caller's, NULL: it is none. */
static char *name_of_module(const char *file)
{
  static const char prefix[] = "libtree-sitter-";
  size_t skip = starts_with(file, prefix) ? strlen(prefix) : 0;
  if (!ends_with(file, ".so") || !strcmp(file, "libtree-sitter.so"))
    return NULL;
  return mem_copy_bytes(file + skip, strlen(file) - skip - strlen(".so"));
}

void grammar_others(strings *out)
{
  strings folders = { 0 };
  grammar_folders(&folders);
  for (size_t i = 0; i < folders.size; i++) {
    strings files = { 0 };
    (void)folder_list(&files, folders.data[i]);
    for (size_t k = 0; k < files.size; k++) {
      char *name = name_of_module(files.data[k]);
      if (name && !grammar_named(name) && !strings_has(out, name))
        strings_add(out, name);
      free(name);
    }
    strings_free(&files);
  }
  strings_free(&folders);
}

char *grammar_core(void)
{
  return grammar_find("libtree-sitter", NULL);
}
