/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Translates paths of a work tree to a checkout elsewhere.
 *
 * A command is read twice, as typed and in the corresponding folder of the
 * checkout, so a relative path names the same place in both, if it exists
 * there. An absolute path is recognized by its prefix. A word has at most one
 * path, which begins at its first slash: "-I/home/me/src", "--sysroot=/opt".
 *
 * Whether a path stays or moves is decided once, by the files of the first
 * commit of a blame. If each commit decided, a header that did not exist yet
 * would be found in the work tree. The compiler itself never moves, wherever it
 * is.
 */
#include "blame/paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"

char *path_clean(const char *path)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  while (*path) {
    size_t size = strcspn(path, "/");
    bool up = size == 2 && path[0] == '.' && path[1] == '.';
    bool stay = !size || (size == 1 && path[0] == '.');
    if (up) {
      while (out.size && out.data[--out.size] != '/')
        ;
      out.data[out.size] = '\0';
    } else if (!stay) {
      text_puts(&out, "/");
      text_add(&out, path, size);
    }
    path += size;
    path += strspn(path, "/");
  }
  if (!out.size)
    text_puts(&out, "/");
  return out.data;
}

const char *path_inside(const char *folder, const char *path)
{
  size_t size = strlen(folder);
  if (strncmp(folder, path, size) != 0)
    return NULL;
  if (!path[size])
    return path + size;
  return path[size] == '/' ? path + size + 1 : NULL;
}

/* The path with the links of its folder resolved, as far as that exists;
 * caller's. */
static char *real_path(const char *file, const char *cwd)
{
  char *absolute = path_absolute(cwd, file);
  char *folder = path_directory(absolute);
  char *real = realpath(folder, NULL);
  char *joined = real ? mem_format("%s/%s", real, base_name(absolute))
                      : mem_copy(absolute);
  char *out = path_clean(joined);
  free(joined);
  free(real);
  free(folder);
  free(absolute);
  return out;
}

char *path_in_repository(const path_map *map, const char *file, const char *cwd)
{
  char *path = real_path(file, cwd);
  const char *inside =
      map->work_tree ? path_inside(map->work_tree, path) : NULL;
  char *out = NULL;
  if (inside && *inside) {
    out = mem_copy(inside);
  } else if (*file != '/') {
    char *clean = path_clean(file);
    out = mem_copy(clean + 1);
    free(clean);
  }
  free(path);
  return out;
}

/* The work tree's path in the checkout; caller's, or NULL. */
static char *moved_path(const path_map *map, const char *path)
{
  const char *inside =
      path && map->work_tree ? path_inside(map->work_tree, path) : NULL;
  if (!inside)
    return NULL;
  return *inside ? mem_format("%s/%s", map->checkout, inside)
                 : mem_copy(map->checkout);
}

char *path_of_folder(const path_map *map, const char *cwd)
{
  if (!map->work_tree)
    return mem_copy(map->checkout);
  char *real = realpath(cwd, NULL);
  char *path = path_clean(real ? real : cwd);
  char *out = moved_path(map, path);
  free(real);
  if (!out)
    return path;
  free(path);
  return out;
}

/* The word with its path cleaned, caller's; *path_out is where the path begins
 * in it, lent, or NULL. */
static char *clean_word(const char *word, const char **path_out)
{
  const char *slash = strchr(word, '/');
  *path_out = NULL;
  if (!slash)
    return mem_copy(word);
  char *path = path_clean(slash);
  char *out = mem_format("%.*s%s", (int)(slash - word), word, path);
  *path_out = out + (slash - word);
  free(path);
  return out;
}

/* The word for the checkout, caller's: `ours` as it was typed, `theirs` as it
 * is read there. */
static char *translate(const path_map *map, const char *ours,
                       const char *theirs)
{
  const char *our_path, *their_path;
  char *here = clean_word(ours, &our_path);
  char *there = clean_word(theirs, &their_path);
  char *moved = moved_path(map, our_path);
  char *out;
  bool arrived = their_path && path_inside(map->checkout, their_path);
  if (arrived &&
      (path_exists(their_path) || !our_path || !path_exists(our_path)))
    out = mem_copy(there);
  else if (moved && (path_exists(moved) || !path_exists(our_path)))
    out = mem_format("%.*s%s", (int)(our_path - here), here, moved);
  else if (moved || (arrived && our_path))
    out = mem_copy(here);
  else
    out = mem_copy(our_path && path_exists(our_path) ? here : ours);
  free(moved);
  free(there);
  free(here);
  return out;
}

void paths_translate(invocation *theirs, const invocation *ours,
                     const path_map *map)
{
  assert(theirs->words.size == ours->words.size);
  for (size_t i = 0; i < ours->words.size; i++) {
    if (theirs->roles[i] == WORD_FILE || theirs->roles[i] == WORD_OUTPUT)
      continue;
    char *word = i ? translate(map, ours->words.data[i], theirs->words.data[i])
                   : mem_copy(ours->words.data[0]);
    free(theirs->words.data[i]);
    theirs->words.data[i] = word;
  }
}
