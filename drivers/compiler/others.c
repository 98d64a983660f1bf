/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Saves the other crashes that a reduction finds (F3).
 *
 * Each signature has two files: `3-slug.c`, the smallest text found, and
 * `3-slug.txt`, its signature and the command that shows it. The description is
 * written first, and a text replaces a larger one by rename, so a kill at any
 * moment leaves nothing incomplete, and a later run needs only the files. Runs
 * share the folder: a run that finds a signature again under the same command
 * reuses its number.
 *
 * Saving must not harm the reduction. The caller reports the first write
 * failure; from then on crashes are only listed.
 */
#include "compiler/others.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"

enum { SLUG_MAX = 60 };

static const char words_suffix[] = ".txt";

/* ---- names ---- */

/* "internal compiler error: in f" as "internal-compiler-error-in-f". */
static char *make_slug(const char *line)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *at = line; *at && out.size < SLUG_MAX; at++) {
    char c = (char)tolower((unsigned char)*at);
    if (isalnum((unsigned char)c))
      text_add(&out, &c, 1);
    else if (out.size && out.data[out.size - 1] != '-')
      text_add(&out, "-", 1);
  }
  while (out.size && out.data[out.size - 1] == '-')
    out.data[--out.size] = '\0';
  return out.data;
}

/* The path of a crash's files without suffix. */
static char *make_stem(const others *self, const other_crash *crash)
{
  char *slug = make_slug(crash->line);
  char *stem = mem_format("%s/%u-%s", self->folder, crash->number, slug);
  free(slug);
  return stem;
}

/* The text has no suffix if its own equals that of the description. */
static char *text_path(const others *self, const other_crash *crash)
{
  const char *dot = strrchr(base_name(self->name), '.');
  bool has_own = dot && strcmp(dot, words_suffix) != 0;
  char *stem = make_stem(self, crash);
  char *path = mem_format("%s%s", stem, has_own ? dot : "");
  free(stem);
  return path;
}

/* The contents of the description file. */
static char *make_words(const others *self, const char *line, const char *path)
{
  char *command =
      self->command ? invocation_typed(self->command, path, NULL) : NULL;
  char *words = mem_format("signature: %s\ncommand: %s\n", line,
                           command ? command : "none");
  free(command);
  return words;
}

/* ---- what is there ---- */

static other_crash *add_crash(others *self, const char *line, size_t size,
                              unsigned number)
{
  LIST_PUSH(
      self->data, self->size,
      (other_crash){ .line = mem_copy_bytes(line, size), .number = number });
  return &self->data[self->size - 1];
}

/* Loads a crash that another process saved, if it is for our command. */
static void load_crash(others *self, const char *file, unsigned number,
                       bool resumed)
{
  char *path = mem_format("%s/%s", self->folder, file), *found = NULL;
  size_t size = 0;
  static const char label[] = "signature: ";
  if (!file_read(&found, &size, path, NULL) && starts_with(found, label)) {
    const char *line = found + sizeof label - 1;
    other_crash *crash = add_crash(self, line, strcspn(line, "\n"), number);
    char *text = text_path(self, crash);
    char *words = make_words(self, crash->line, text);
    struct stat info;
    if (strcmp(words, found) != 0) { /* for another command */
      free(crash->line);
      self->size--;
    } else if (!stat(text, &info)) {
      crash->path = mem_copy(text);
      crash->bytes = (size_t)info.st_size;
      crash->listed = resumed;
    }
    free(words);
    free(text);
  }
  free(found);
  free(path);
}

static int by_number(const void *a, const void *b)
{
  unsigned first = ((const other_crash *)a)->number;
  unsigned second = ((const other_crash *)b)->number;
  return (first > second) - (first < second);
}

static void load(others *self, bool resumed)
{
  strings names = { 0 };
  (void)folder_list(&names, self->folder);
  for (size_t i = 0; i < names.size; i++) {
    unsigned number = (unsigned)strtoul(names.data[i], NULL, 10);
    if (number > self->last)
      self->last = number;
    if (number && ends_with(names.data[i], words_suffix))
      load_crash(self, names.data[i], number, resumed);
  }
  strings_free(&names);
  if (self->size)
    qsort(self->data, self->size, sizeof *self->data, by_number);
}

void others_init(others *out, const char *folder, const char *name,
                 const invocation *command, bool resumed)
{
  *out = (others){ .name = name, .command = command };
  if (!folder)
    return;
  out->folder = mem_copy(folder);
  load(out, resumed);
}

void others_stop_saving(others *self)
{
  free(self->folder);
  self->folder = NULL;
}

void others_dispose(others *self)
{
  for (size_t i = 0; i < self->size; i++) {
    free(self->data[i].line);
    free(self->data[i].path);
  }
  free(self->data);
  free(self->folder);
  *self = (others){ 0 };
}

/* ---- saving ---- */

static rd_status save_words(const others *self, const other_crash *crash,
                            const char *path, rd_error *err)
{
  char *stem = make_stem(self, crash);
  char *file = mem_format("%s%s", stem, words_suffix);
  char *words = make_words(self, crash->line, path);
  rd_status status = file_replace(file, words, strlen(words), err);
  free(words);
  free(file);
  free(stem);
  return status;
}

static rd_status save(others *self, other_crash *crash, const char *text,
                      size_t size, rd_error *err)
{
  char *path = text_path(self, crash);
  rd_status status = RD_OK;
  if (!crash->path) {
    status = folders_make(self->folder, 0777, err);
    if (!status)
      status = save_words(self, crash, path, err);
  }
  if (!status)
    status = file_replace(path, text, size, err);
  if (!status && !crash->path)
    crash->path = mem_copy(path);
  if (status)
    others_stop_saving(self);
  free(path);
  return status;
}

rd_status others_add(others *self, const char *line, const char *text,
                     size_t size, rd_error *err)
{
  other_crash *crash = NULL;
  size_t listed = 0;
  for (size_t i = 0; i < self->size; i++) {
    if (!strcmp(self->data[i].line, line))
      crash = &self->data[i];
    listed += self->data[i].listed;
  }
  if ((!crash || !crash->listed) && listed == OTHERS_MAX)
    return RD_OK;
  if (!crash)
    crash = add_crash(self, line, strlen(line), ++self->last);
  crash->listed = true;
  if (!self->folder || (crash->path && size >= crash->bytes))
    return RD_OK;
  rd_status status = save(self, crash, text, size, err);
  if (!status)
    crash->bytes = size;
  return status;
}
