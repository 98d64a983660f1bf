/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the folders of front ends and of the programs next to them.
 *
 * If the user names a folder, only that one is searched for front ends, so that
 * a test or a second installation never loads another's module by mistake.
 * Otherwise the folder is derived from the locations of the library and the
 * program: an installed tree may be moved as a whole, and a program installed
 * elsewhere finds its library's front ends. A program may also lie in that
 * folder itself. The build folder comes last, for programs run from there.
 *
 * This file needs only libc, because the launcher is built from it.
 */
#include "base/modules.h"

#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

/* The folder of the running program; NULL if the system does not say. */
static char *program_folder(void)
{
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  if (size < 0)
    return NULL;
  path[size] = '\0';
  return mem_format("%s", dirname(path));
}

/* The folders used by an installation or a build. */
static void add_usual_folders(modules_path *path, const char *library_folder)
{
  size_t count = 0;
  char *program = program_folder();
  if (library_folder)
    path->folders[count++] = mem_format("%s/clang-hdd", library_folder);
  if (program)
    path->folders[count++] = mem_format("%s", program);
  if (HDD_MODULE_SUBDIR[0] == '/')
    path->folders[count++] = mem_format("%s", HDD_MODULE_SUBDIR);
  else if (program)
    path->folders[count++] = mem_format("%s/../%s", program, HDD_MODULE_SUBDIR);
  if (program)
    path->folders[count++] = mem_format("%s/../lib/clang-hdd", program);
  path->folders[count] = mem_format("%s", HDD_BUILD_MODULE_DIR);
  free(program);
}

void modules_path_init(modules_path *path, const char *folder,
                       const char *library_folder)
{
  *path = (modules_path){ 0 };
  if (!folder || !*folder)
    folder = getenv("CLANG_HDD_MODULES");
  if (folder && *folder)
    path->folders[0] = mem_format("%s", folder);
  else
    add_usual_folders(path, library_folder);
}

void modules_path_dispose(modules_path *path)
{
  for (size_t i = 0; i < MODULES_FOLDERS; i++)
    free(path->folders[i]);
  *path = (modules_path){ 0 };
}

char *modules_find(const modules_path *path, const char *name)
{
  for (size_t i = 0; i < MODULES_FOLDERS && path->folders[i]; i++) {
    char *file = mem_format("%s/%s", path->folders[i], name);
    if (access(file, F_OK) == 0)
      return file;
    free(file);
  }
  return NULL;
}

char *modules_program(const char *name)
{
  modules_path path = { 0 };
  const char *folder = getenv("CLANG_HDD_MODULES");
  if (folder && *folder)
    path.folders[0] = mem_format("%s", folder);
  char *file = modules_find(&path, name);
  modules_path_dispose(&path);
  if (file)
    return file;
  add_usual_folders(&path, NULL);
  file = modules_find(&path, name);
  modules_path_dispose(&path);
  return file;
}

/* ---- listing ---- */

/* The NAME of reduce-NAME.so, free(); NULL if the file has no such name. */
static char *module_name(const char *file)
{
  static const char before[] = "reduce-", behind[] = ".so";
  size_t head = sizeof before - 1, tail = sizeof behind - 1;
  size_t size = strlen(file);
  if (size <= head + tail || strncmp(file, before, head) != 0 ||
      strcmp(file + size - tail, behind) != 0)
    return NULL;
  return mem_format("%.*s", (int)(size - head - tail), file + head);
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static char **add_name(char **names, size_t count, char *name)
{
  names = mem_resize(names, count + 2, sizeof *names);
  names[count] = name;
  names[count + 1] = NULL;
  return names;
}

/* Drops the second of two equal neighbours. */
static void make_distinct(char **names, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (kept && strcmp(names[kept - 1], names[i]) == 0)
      free(names[i]);
    else
      names[kept++] = names[i];
  }
  names[kept] = NULL;
}

char **modules_names(const modules_path *path)
{
  char **names = mem_alloc(1, sizeof *names);
  size_t count = 0;
  for (size_t i = 0; i < MODULES_FOLDERS && path->folders[i]; i++) {
    DIR *folder = opendir(path->folders[i]);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
      char *name = module_name(entry->d_name);
      if (name)
        names = add_name(names, count++, name);
    }
    if (folder)
      (void)closedir(folder);
  }
  qsort(names, count, sizeof *names, compare_names);
  make_distinct(names, count);
  return names;
}

void modules_names_free(char **names)
{
  for (size_t i = 0; names && names[i]; i++)
    free(names[i]);
  free(names);
}
