/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a machine has of its own accord, such as the headers of the C library, is
 * compared: a list of paths and hashes is the file HEADERS_LIST. What is the user's,
 * below a folder that the command has searched, comes with its contents, below
 * HEADERS_FOLDER in the folder of the run, and the command searches there. So `..`
 * in an #include leads where it does here.
 *
 * They are joined with the text, before it, so a worker gets them once, in the
 * original, and each candidate as its difference from what has them too.
 */
#include "engine/headers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/joined.h"
#include "engine/net.h"

#define HEADERS_LIST "hdd-headers"
#define HEADERS_FOLDER "hdd-folders"

/* The most that a worker compares: it does so outside of the sandbox. */
#define COMPARED_LINES 20000
#define COMPARED_BYTES ((uint64_t)1 << 30)

const char *const headers_common[] = {
  "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt", NULL,
};

/* ---- paths ---- */

/* An absolute path without "..", caller's. */
static char *collapse(const char *path)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *part = path; *part;) {
    part += strspn(part, "/");
    size_t size = strcspn(part, "/");
    if (size == 2 && !strncmp(part, "..", 2)) {
      while (out.size && out.data[--out.size] != '/')
        ;
      out.data[out.size] = '\0';
    } else if (size && (size > 1 || *part != '.')) {
      text_printf(&out, "/%.*s", (int)size, part);
    }
    part += size;
  }
  return out.data;
}

static bool is_below(const char *path, const char *folder)
{
  size_t size = strlen(folder);
  return starts_with(path, folder) && (path[size] == '/' || !path[size]);
}

/* Of a collapsed path: is it in such a place? */
static bool is_common(const char *path)
{
  for (size_t i = 0; headers_common[i]; i++)
    if (is_below(path, headers_common[i]))
      return true;
  return false;
}

/* ---- the command ---- */

size_t headers_folder(size_t *begin_out, const strings *words, size_t at)
{
  static const char *const searching[] = { "-I", "-iquote", "-isystem",
                                           "-idirafter" };
  const char *word = words->data[at];
  for (size_t i = 0; i < sizeof searching / sizeof *searching; i++) {
    size_t size = strlen(searching[i]);
    if (!starts_with(word, searching[i]))
      continue;
    *begin_out = word[size] ? size : 0;
    if (word[size] || at + 1 < words->size)
      return word[size] ? at : at + 1;
  }
  return 0;
}

/* The user's folder, collapsed, that the option at `*at` has searched, caller's;
 * NULL: none. Goes to the word that names it. */
static char *own_folder(size_t *begin_out, size_t *at, const strings *words)
{
  size_t with = headers_folder(begin_out, words, *at);
  if (!with)
    return NULL;
  *at = with;
  const char *named = words->data[with] + *begin_out;
  char *path = *named == '/' ? collapse(named) : NULL;
  if (path && !is_common(path))
    return path;
  free(path);
  return NULL;
}

void headers_move(strings *words)
{
  for (size_t at = 1; at < words->size; at++) {
    size_t begin;
    char *path = own_folder(&begin, &at, words);
    if (path)
      string_replace(&words->data[at],
                     mem_format("%.*s" HEADERS_FOLDER "%s", (int)begin,
                                words->data[at], path));
    free(path);
  }
}

/* Does the command have a folder above the path searched? */
static bool is_searched(const strings *words, const char *path)
{
  bool found = false;
  for (size_t at = 1; at < words->size && !found; at++) {
    size_t begin;
    char *folder = own_folder(&begin, &at, words);
    found = folder && is_below(path, folder);
    free(folder);
  }
  return found;
}

/* ---- what is read ---- */

static void add_file(headers *out, const char *name, const char *text,
                     size_t size)
{
  strings_add(&out->names, name);
  joined_add(&out->joined, name, text, size);
}

bool headers_asked(const char *text, size_t size)
{
  static const char *const asking[] = { "__has_include", "__has_embed" };
  const char *end = text + size;
  for (const char *at = text; (at = memchr(at, '_', (size_t)(end - at))); at++)
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
      if ((size_t)(end - at) >= strlen(asking[i]) &&
          !memcmp(at, asking[i], strlen(asking[i])))
        return true;
  return false;
}

/* Adds a file to the list, or with its contents. Returns why it stays, caller's,
 * such as that a link before a ".." leads to another one than its name says. */
static char *add_read(headers *out, textbuf *list, const char *read,
                      const strings *words)
{
  char *text = NULL;
  size_t size = 0;
  /* A name that only a marker in the text has is of no file. */
  if (file_read(&text, &size, read, NULL))
    return path_exists(read) ? mem_format("it includes %s", read) : NULL;
  net_hash hash = net_hash_of(text, size);
  char *path = collapse(read), *why = NULL;
  char *name = mem_format(HEADERS_FOLDER "%s", path);
  bool common = is_common(path);
  if (!path_same(path, read) || strpbrk(path, "\n\r") ||
      memchr(text, JOINED_MARK, size) || (!common && !is_searched(words, path)))
    why = mem_format("it includes %s", read);
  else if (common)
    text_printf(list, "%016" PRIx64 "%016" PRIx64 " %s\n", hash.high, hash.low,
                path);
  else if (headers_asked(text, size))
    why = mem_format("%s asks which headers there are", read);
  else if (!strings_has(&out->names, name))
    add_file(out, name, text, size);
  free(name);
  free(path);
  free(text);
  return why;
}

/* Why the folders that the command has searched cannot move, caller's; NULL: they
 * can. A link before a ".." leads from what is searched to another place. */
static char *find_unmoved(const strings *words)
{
  char *why = NULL;
  for (size_t at = 1; at < words->size && !why; at++) {
    size_t begin;
    char *path = own_folder(&begin, &at, words);
    const char *named = path ? words->data[at] + begin : NULL;
    if (path && (path_exists(named) || path_exists(path)) &&
        !path_same(path, named))
      why = mem_format("it includes from %s", named);
    free(path);
  }
  return why;
}

char *headers_collect(headers *out, const strings *read, const strings *words)
{
  textbuf list = { 0 };
  char *why = find_unmoved(words);
  *out = (headers){ 0 };
  for (size_t i = 0; i < read->size && !why; i++) {
    const char *name = read->data[i];
    /* The others are files of the text, or none, such as <built-in>. */
    if (*name == '/')
      why = add_read(out, &list, name, words);
  }
  if (list.size)
    add_file(out, HEADERS_LIST, list.data, list.size);
  text_free(&list);
  return why;
}

void headers_dispose(headers *self)
{
  strings_free(&self->names);
  text_free(&self->joined);
}

/* ---- at a worker ---- */

/* The size of a regular file in a common place, also once links are followed; -1:
 * it is none. Others may not be asked for, or could block. */
static off_t common_size(const char *path)
{
  struct stat info;
  char *real = is_common(path) ? realpath(path, NULL) : NULL;
  bool good =
      real && is_common(real) && !stat(real, &info) && S_ISREG(info.st_mode);
  free(real);
  return good ? info.st_size : -1;
}

/* Has the file of a line "HASH PATH" these contents? Counts the bytes that it reads,
 * and reads none beyond the most. */
static bool is_same(uint64_t *bytes, const char *line)
{
  net_hash hash;
  char *text = NULL, *path = NULL;
  size_t size = 0;
  int begin = 0;
  if (sscanf(line, "%16" SCNx64 "%16" SCNx64 " %n", &hash.high, &hash.low,
             &begin) != 2 ||
      !begin)
    return false;
  path = collapse(line + begin);
  off_t expected = common_size(path);
  *bytes += expected < 0 ? 0 : (uint64_t)expected;
  bool same = expected >= 0 && *bytes <= COMPARED_BYTES &&
              !file_read(&text, &size, path, NULL) &&
              net_hash_is_same(net_hash_of(text, size), hash);
  free(path);
  free(text);
  return same;
}

char *headers_refused(const strings *names, const char *text, size_t size)
{
  char *why = NULL;
  uint64_t bytes = 0, lines = 0;
  for (size_t i = 0; i < names->size && !why; i++) {
    if (strcmp(names->data[i], HEADERS_LIST) != 0)
      continue;
    size_t left;
    const char *at = joined_file(&left, names, i, text, size), *end = at + left;
    while (at < end && !why) {
      char *line = next_line(&at, end);
      const char *path = strchr(line, '/');
      bool same = ++lines <= COMPARED_LINES && is_same(&bytes, line);
      if (lines > COMPARED_LINES || bytes > COMPARED_BYTES)
        why = mem_copy("it has too many headers compared");
      else if (!same)
        why = mem_format("%s is another here", path ? path : line);
      free(line);
    }
  }
  return why;
}
