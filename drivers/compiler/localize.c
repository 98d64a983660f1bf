/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes a command read files in the folder of a test.
 *
 * Outside of the test's folder, a command names the user's files, so
 * invocation_parse has made all paths absolute. Those of the files that are
 * reduced become relative again: a test has them under the same names. Folders
 * on the way to such a file may be searched for it (-I, -iquote and others), so
 * each is searched in the folder of the test first; what is not there is found
 * in the user's.
 */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/arguments.h"
#include "compiler/invocation.h"
#include "compiler/languages.h"

/* Is the path all of the word, or the value in an option that includes it or
 * searches it? */
static bool names_path(const char *word, const char *path)
{
  bool option = starts_with(word, "-I") || starts_with(word, "-i") ||
                starts_with(word, "--include");
  return ends_with(word, path) && (option || !strcmp(word, path));
}

/* The word with another path at its end; caller's. */
static char *with_path(const char *word, const char *path, const char *by)
{
  return mem_format("%.*s%s", (int)(strlen(word) - strlen(path)), word, by);
}

/* The path where an option that is none of those has it, whole behind "=" or in a list;
 * NULL: nowhere. Lent. */
static const char *find_value(const char *word, const char *path)
{
  const char *joined;
  const argument *row = argument_find(word, &joined);
  if (*word != '-' || (row && row->action == KEEP)) /* -DX=FILE */
    return NULL;
  for (const char *at = word; (at = strstr(at, path)); at++)
    if (strchr("=,", at[-1]) && strchr(",", at[strlen(path)]))
      return at;
  return NULL;
}

static void localize_file(invocation *self, const char *name, const char *path)
{
  for (size_t i = 1; i < self->words.size; i++) {
    char **word = &self->words.data[i];
    const char *at;
    if (self->roles[i] != WORD_OPTION)
      continue;
    if (names_path(*word, path))
      string_replace(word, with_path(*word, path, name));
    while ((at = find_value(*word, path)))
      string_replace(word, mem_format("%.*s%s%s", (int)(at - *word), *word,
                                      name, at + strlen(path)));
  }
}

/* Is the word the path as the value of an option, or an option with it? */
static bool searches_at(const invocation *self, size_t i, const char *path)
{
  const char *word = self->words.data[i];
  return word[0] == '-' ? names_path(word, path)
                        : !strcmp(word, path) &&
                              invocation_takes_value(self->words.data[i - 1]);
}

bool invocation_searches(const invocation *self, const char *folder)
{
  bool found = false;
  for (size_t i = 1; i < self->words.size && !found; i++)
    found = searches_at(self, i, folder);
  return found;
}

/* Adds the options that search this folder, for the same in a test. */
static void add_searches(strings *out, const invocation *self, const char *name)
{
  char *path = path_absolute(self->cwd, name);
  for (size_t i = 1; i < self->words.size; i++) {
    const char *word = self->words.data[i];
    if (!searches_at(self, i, path))
      continue;
    if (word[0] != '-')
      strings_add(out, self->words.data[i - 1]);
    strings_take(out, with_path(word, path, name));
  }
  free(path);
}

/* Adds the folders on the way to a file. */
static void add_folders(strings *out, const char *name)
{
  for (const char *at = name; (at = strchr(at, '/')); at++) {
    char *folder = mem_copy_bytes(name, (size_t)(at - name));
    if (!strings_has(out, folder))
      strings_add(out, folder);
    free(folder);
  }
}

/* A command that compiles several sources without a mode links them: -c would
 * forbid its -o. */
static void drop_mode(invocation *self)
{
  size_t sources = 0;
  for (size_t i = 1; i < self->words.size; i++)
    sources += strings_has(&self->files, self->words.data[i]) &&
               language_is_source(self->words.data[i]);
  if (sources < 2 || !self->added_mode)
    return;
  strings_remove(&self->words, 1, 1);
  memmove(self->roles + 1, self->roles + 2,
          (self->words.size - 1) * sizeof *self->roles);
  strings_remove(&self->shown, 1, 1);
  self->file--;
  self->shown_file--;
  self->added_mode = false;
}

void invocation_localize(invocation *self, const strings *files)
{
  strings folders = { 0 }, searches = { 0 };
  char *source = path_absolute(self->cwd, self->file_given);
  strings_add(&folders, ".");
  strings_add_all(&self->files, files);
  for (size_t i = 0; i < files->size; i++) {
    const char *name = files->data[i];
    char *path = path_absolute(self->cwd, name);
    if (!strcmp(path, source)) {
      string_replace(&self->name, mem_copy(name));
      string_replace(&self->words.data[self->file], mem_copy(name));
    }
    localize_file(self, name, path);
    add_folders(&folders, name);
    free(path);
  }
  drop_mode(self);
  for (size_t i = 0; i < folders.size; i++)
    add_searches(&searches, self, folders.data[i]);
  (void)invocation_insert(self, &searches);
  strings_free(&searches);
  strings_free(&folders);
  free(source);
}

rd_status invocation_parse_like(invocation *out, const invocation *self,
                                const char *const *words, rd_error *err)
{
  rd_status status =
      invocation_parse(out, words, self->file_given, self->cwd, err);
  if (status)
    return status;
  strings_add_all(&out->environment, &self->environment);
  if (self->changed_directory)
    out->changed_directory = mem_copy(self->changed_directory);
  if (self->files.size)
    invocation_localize(out, &self->files);
  return RD_OK;
}
