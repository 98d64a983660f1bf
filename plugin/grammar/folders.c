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

const grammar *grammar_at(size_t index)
{
  return index < COUNT(rows) ? &rows[index] : NULL;
}

const grammar *grammar_named(const char *name)
{
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

char *grammar_core(void)
{
  return grammar_find("libtree-sitter", NULL);
}
