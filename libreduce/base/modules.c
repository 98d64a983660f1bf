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

/* The folder of the running program; NULL if the system does not say. */
static char *program_folder(void)
{
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  if (size < 0)
    return NULL;
  path[size] = '\0';
  return mem_copy(dirname(path));
}

/* The folders used by an installation or a build. */
static void add_usual_folders(strings *out, const char *library_folder)
{
  char *program = program_folder();
  if (library_folder)
    (void)strings_take(out, mem_format("%s/clang-hdd", library_folder));
  if (program)
    strings_add(out, program);
  if (HDD_MODULE_SUBDIR[0] == '/')
    strings_add(out, HDD_MODULE_SUBDIR);
  else if (program)
    (void)strings_take(out,
                       mem_format("%s/%s", program, "../" HDD_MODULE_SUBDIR));
  if (program)
    (void)strings_take(out, mem_format("%s/../lib/clang-hdd", program));
  strings_add(out, HDD_BUILD_MODULE_DIR);
  free(program);
}

void modules_folders(strings *out, const char *folder,
                     const char *library_folder)
{
  if (!folder || !*folder)
    folder = getenv("CLANG_HDD_MODULES");
  if (folder && *folder)
    strings_add(out, folder);
  else
    add_usual_folders(out, library_folder);
}

char *modules_find(const strings *folders, const char *name)
{
  for (size_t i = 0; i < folders->size; i++) {
    char *file = mem_format("%s/%s", folders->data[i], name);
    if (access(file, F_OK) == 0)
      return file;
    free(file);
  }
  return NULL;
}

char *modules_program(const char *name)
{
  strings folders = { 0 };
  const char *folder = getenv("CLANG_HDD_MODULES");
  if (folder && *folder)
    strings_add(&folders, folder);
  add_usual_folders(&folders, NULL);
  char *file = modules_find(&folders, name);
  strings_free(&folders);
  return file;
}

void modules_names(strings *out, const strings *folders)
{
  static const char before[] = "reduce-", after[] = ".so";
  for (size_t i = 0; i < folders->size; i++) {
    DIR *folder = opendir(folders->data[i]);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
      const char *file = entry->d_name;
      size_t size = strlen(file), around = strlen(before) + strlen(after);
      if (size <= around || !starts_with(file, before) ||
          !ends_with(file, after))
        continue;
      char *name = mem_copy_bytes(file + strlen(before), size - around);
      if (strings_has(out, name))
        free(name);
      else
        (void)strings_take(out, name);
    }
    if (folder)
      (void)closedir(folder);
  }
  strings_sort(out);
}
