/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Several files: those that the user names, and those that stay as they are.
 *
 * The files that are reduced together are one text (joined.h). A test has each
 * under its name relative to the folder of the command, so that the command, the
 * script and #include find it where the user's folder has it. A command that
 * compiles none of the named files must include one: `lib.h -- gcc -c main.c`.
 * What it compiles then stands beside them in the text, and stays as it is.
 *
 * A command may nevertheless read the user's own file instead, by an absolute
 * path or a folder that it searches. The reduction would end with an empty file
 * that nothing reads. So each file is spoiled once: if that makes no difference,
 * the reduction does not begin.
 */
#include "clang-hdd/subject.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/joined.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/output.h"

/* ---- names ---- */

const char *subject_base(const subject *self)
{
  return self->given->directory ? self->given->directory : self->cwd;
}

/* What is left of a path below a folder, or NULL; lent. */
static const char *rest_below(const char *folder, const char *path)
{
  size_t size = strlen(folder);
  size -= folder[size - 1] == '/';
  bool below = !strncmp(path, folder, size) && path[size] == '/' &&
               !strstr(path, "/../") && !ends_with(path, "/..");
  return below ? path + size + 1 : NULL;
}

/* The name relative to the base, or NULL if it leads out of it, links and "../"
 * followed too; caller's. */
static char *relative_name(const subject *self, const char *file)
{
  const char *base = subject_base(self);
  char *path = path_absolute(self->cwd, file), *name = NULL;
  char *real = realpath(path, NULL), *real_base = realpath(base, NULL);
  const char *rest = rest_below(base, path);
  if (!rest && real && real_base)
    rest = rest_below(real_base, real);
  if (rest)
    name = mem_format("%s%s", *rest == '-' ? "./" : "", rest);
  free(real_base);
  free(real);
  free(path);
  return name;
}

static exit_code add_name(strings *out, const subject *self, const char *file)
{
  char *name = relative_name(self, file);
  exit_code code = EXIT_DONE;
  if (!name)
    code = progress_fail(EXIT_USAGE,
                         "%s is not in %s; start in a folder that has all of "
                         "the files",
                         file, subject_base(self));
  else if (strpbrk(name, "\n\r"))
    code = progress_fail(EXIT_USAGE,
                         "%s: rename it; several files cannot have line breaks "
                         "in their names",
                         file);
  else if (strings_has(out, name))
    code = progress_fail(EXIT_USAGE, "%s is given twice", file);
  else
    strings_add(out, name);
  free(name);
  return code;
}

/* ---- what stays as it is ---- */

static bool is_named(const strings *files, const char *path)
{
  for (size_t i = 0; i < files->size; i++)
    if (path_same(files->data[i], path))
      return true;
  return false;
}

/* Adds the sources that the command compiles, unless the user named one of
 * them, or named a file that holds its own command. */
static void find_fixed(strings *out, const subject *self)
{
  const request *asked = self->request;
  const compilation *given = self->given;
  strings sources = { 0 };
  bool has_command = given->command.size && !given->is_report && !given->name &&
                     !given->origin && !asked->test;
  if (has_command && asked->files.size)
    intake_sources(&sources, NULL, &given->command, subject_base(self));
  for (size_t i = 0; i < sources.size; i++) {
    char *path = path_absolute(subject_base(self), sources.data[i]);
    if (path_is_regular(path) && !is_named(&asked->files, path))
      strings_add(out, path);
    free(path);
  }
  strings_free(&sources);
}

/* ---- reading ---- */

/* A resumed reduction in place reads the originals from their backups. */
static exit_code read_file(char **out, size_t *size_out, const subject *self,
                           const char *path)
{
  const request *asked = self->request;
  char *original = output_backup_path(path);
  bool moved = asked->resume && asked->in_place && path_exists(original);
  const char *file = moved ? original : path;
  struct stat info;
  exit_code code = EXIT_DONE;
  *out = NULL;
  *size_out = 0;
  if (stat(file, &info) || !S_ISREG(info.st_mode) || info.st_size)
    code = command_read_source(out, size_out, file, 0);
  if (!code && *size_out && memchr(*out, JOINED_MARK, *size_out))
    code = progress_fail(EXIT_USAGE,
                         "%s has the byte 0x1e, which separates files; reduce "
                         "it alone",
                         file);
  free(original);
  return code;
}

static exit_code read_files(subject *self, const compilation *given)
{
  textbuf joined = { 0 };
  size_t all = 0;
  exit_code code = EXIT_DONE;
  for (size_t i = 0; i < given->files.size && !code; i++) {
    char *path = path_absolute(subject_base(self), given->files.data[i]);
    char *text = NULL;
    size_t size;
    code = read_file(&text, &size, self, path);
    if (!code)
      joined_add(&joined, given->files.data[i], text ? text : "", size);
    all += i < self->reduced_count ? size : 0;
    free(text);
    free(path);
  }
  if (!code && !all)
    code = progress_fail(EXIT_EMPTY, "%s and the other files are empty",
                         self->file);
  if (!code && joined.size >= UINT32_MAX)
    code = progress_fail(EXIT_NO_FILE, "the files have more than 4 GiB");
  self->input = text_take(&joined, &self->input_size);
  return code;
}

exit_code subject_join_files(subject *self)
{
  const request *asked = self->request;
  compilation *given = &self->intake.data[self->given - self->intake.data];
  strings fixed = { 0 };
  exit_code code = EXIT_DONE;
  find_fixed(&fixed, self);
  bool several = asked->files.size > 1 || fixed.size;
  self->reduced_count = asked->files.size;
  for (size_t i = 0; several && i < asked->files.size && !code; i++)
    code = add_name(&given->files, self, asked->files.data[i]);
  for (size_t i = 0; i < fixed.size && !code; i++)
    code = add_name(&given->files, self, fixed.data[i]);
  if (fixed.size && !is_named(&fixed, given->file))
    string_replace(&given->file, mem_copy(fixed.data[0]));
  if (several) {
    self->files = &given->files;
    self->file = is_named(&fixed, given->file) ? asked->file : given->file;
  }
  char *name = several && !code ? relative_name(self, given->file) : NULL;
  for (size_t i = 0; name && i < given->files.size; i++)
    if (!strcmp(given->files.data[i], name))
      self->name = given->files.data[i];
  if (several && !code)
    code = read_files(self, given);
  free(name);
  strings_free(&fixed);
  return code;
}

/* ---- for the other stages ---- */

char *subject_show(size_t *size_out, const subject *self, const char *text,
                   size_t size)
{
  if (self->files)
    return joined_show(size_out, self->files, text, size);
  *size_out = size;
  return mem_copy_bytes(text, size);
}

source subject_empty(const subject *self)
{
  joined_part part = { 0 };
  size_t at = self->input_size;
  while (self->files &&
         joined_next(&part, self->files, self->input, self->input_size))
    if (part.file >= self->reduced_count && part.border < at)
      at = part.border;
  return (source){ self->name, self->files ? self->input + at : "",
                   self->files ? self->input_size - at : 0 };
}
