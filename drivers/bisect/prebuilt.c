/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prebuilt compilers.
 *
 * People who keep builds of a compiler name the folders after commits, mostly
 * with a short form of the id ("clang-0a1b2c3"). Its length varies, so the
 * folder is read once and each name is looked up in the history, which knows
 * whether it identifies a commit; unknown and ambiguous names are ignored.
 * Commits without a compiler then cost nothing, however many there are.
 */
#include "bisect/prebuilt.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"

static const char mark[] = "{commit}";
enum { MARK_SIZE = sizeof mark - 1, DIGITS_LEAST = 7 };

typedef struct prebuilt_row {
  object_id id;
  char *path; /* of the compiler */
} prebuilt_row;

struct prebuilt {
  prebuilt_row *rows; /* sorted by id */
  size_t count;
};

static int compare(const void *a, const void *b)
{
  const prebuilt_row *one = a, *other = b;
  return memcmp(one->id.bytes, other->id.bytes, sizeof one->id.bytes);
}

/* Folders list names in any order. */
static int compare_rows(const void *a, const void *b)
{
  const prebuilt_row *one = a, *other = b;
  int order = compare(a, b);
  return order ? order : strcmp(one->path, other->path);
}

/* The path with each {commit} replaced; caller's. */
static char *fill(const char *path, const char *digits)
{
  textbuf out = { 0 };
  for (const char *at = path, *next; *at; at = next) {
    const char *found = strstr(at, mark);
    next = found ? found + MARK_SIZE : at + strlen(at);
    text_add(&out, at, (size_t)((found ? found : next) - at));
    if (found)
      text_puts(&out, digits);
  }
  return out.data;
}

/* The digits in a name between a prefix and a suffix, or NULL; caller's. */
static char *digits_of(const char *name, const char *before, const char *behind)
{
  size_t size = strlen(name), first = strlen(before), last = strlen(behind);
  if (!starts_with(name, before) || !ends_with(name, behind) ||
      size < first + last + DIGITS_LEAST ||
      size > first + last + OBJECT_ID_DIGITS)
    return NULL;
  for (size_t i = first; i < size - last; i++)
    if (!isxdigit((unsigned char)name[i]) || isupper((unsigned char)name[i]))
      return NULL;
  return mem_copy_bytes(name + first, size - first - last);
}

/* Adds a row if the name identifies a commit and the compiler exists. */
static void take_name(prebuilt *self, const char *path, char *digits,
                      const history *from)
{
  object_id id;
  char *filled = fill(path, digits);
  char *program = path_program(filled);
  if (program && !history_resolve(&id, from, digits, NULL))
    LIST_PUSH(self->rows, self->count, (prebuilt_row){ id, program });
  else
    free(program);
  free(filled);
  free(digits);
}

/* Reads the folder whose names contain {commit}. */
static rd_status read_folder(prebuilt *self, const char *path,
                             const history *from, rd_error *err)
{
  const char *at = strstr(path, mark);
  size_t folder_size = (size_t)(at - path);
  while (folder_size && path[folder_size - 1] != '/')
    folder_size--;
  char *folder = mem_copy_bytes(path, folder_size);
  char *before =
      mem_copy_bytes(path + folder_size, (size_t)(at - path) - folder_size);
  char *behind = mem_copy_bytes(at + MARK_SIZE, strcspn(at + MARK_SIZE, "/"));
  DIR *open = opendir(folder);
  rd_status status = RD_OK;
  if (!open)
    status = rd_fail(err, RD_ERR_NOTFOUND, "--prebuilt: cannot read %s: %s",
                     folder, strerror(errno));
  for (struct dirent *entry; open && (entry = readdir(open));) {
    char *digits = digits_of(entry->d_name, before, behind);
    if (digits)
      take_name(self, path, digits, from);
  }
  if (open)
    (void)closedir(open);
  free(behind);
  free(before);
  free(folder);
  return status;
}

/* Sorts, and keeps one for each commit. */
static void settle(prebuilt *self)
{
  size_t kept = 0;
  qsort(self->rows, self->count, sizeof *self->rows, compare_rows);
  for (size_t i = 0; i < self->count; i++) {
    if (kept && !compare(&self->rows[kept - 1], &self->rows[i]))
      free(self->rows[i].path);
    else
      self->rows[kept++] = self->rows[i];
  }
  self->count = kept;
}

rd_status prebuilt_new(prebuilt **out, const char *path, const char *cwd,
                       const history *from, rd_error *err)
{
  prebuilt *self = mem_alloc(1, sizeof *self);
  char *absolute = path_absolute(cwd, path);
  rd_status status = read_folder(self, absolute, from, err);
  if (!status && !self->count)
    status = rd_fail(err, RD_ERR_NOTFOUND,
                     "--prebuilt %s: no program there belongs to a commit of "
                     "the repository",
                     path);
  free(absolute);
  if (status) {
    prebuilt_free(self);
    return status;
  }
  settle(self);
  *out = self;
  return RD_OK;
}

void prebuilt_free(prebuilt *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->count; i++)
    free(self->rows[i].path);
  free(self->rows);
  free(self);
}

const char *prebuilt_find(const prebuilt *self, const object_id *commit)
{
  const prebuilt_row wanted = { *commit, NULL };
  const prebuilt_row *row =
      bsearch(&wanted, self->rows, self->count, sizeof wanted, compare);
  return row ? row->path : NULL;
}
