/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads a command and finds its sources.
 *
 * The words after "--" may come from a terminal, a build log or a Makefile.
 * This file extracts the compiler and its arguments; compiler/invocation.c
 * interprets them. A command that compiles several files would do so in each
 * test, so it becomes one command per file.
 */
#include "intake/forms.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/invocation.h"
#include "compiler/launchers.h"

/* ---- reading ---- */

/* The shell line in the words, or NULL: lent. */
static const char *shell_line(const strings *words)
{
  static const char *const shells[] = { "sh", "bash", "dash", "zsh", "ksh" };
  if (words->size == 1 && strpbrk(words->data[0], " \t\n")) {
    char *program = path_program(words->data[0]);
    free(program);
    return program ? NULL : words->data[0];
  }
  bool is_shell = false;
  for (size_t i = 0; words->size && i < sizeof shells / sizeof *shells; i++)
    is_shell |= !strcmp(base_name(words->data[0]), shells[i]);
  if (!is_shell || words->size != 3 || words->data[1][0] != '-' ||
      !ends_with(words->data[1], "c"))
    return NULL;
  return words->data[2];
}

static void take_launched(compilation *out, launched *from, const char *cwd)
{
  for (size_t i = 0; i < from->environment.size; i++)
    strings_add(&out->environment, from->environment.data[i]);
  if (from->directory) {
    char *path =
        path_absolute(out->directory ? out->directory : cwd, from->directory);
    free(out->directory);
    out->directory = path;
  }
  launched_dispose(from);
}

static rd_status check_directory(const compilation *self, rd_error *err)
{
  if (!self->directory || path_exists(self->directory))
    return RD_OK;
  return rd_fail(err, RD_ERR_INVALID,
                 "the folder of the command, %s, does not exist",
                 self->directory);
}

rd_status typed_read(compilation *out, const strings *words, const char *cwd,
                     rd_error *err)
{
  strings plain = { 0 };
  launched from = { 0 };
  rd_status status = RD_OK;
  const char *line = shell_line(words);
  if (line)
    status = shell_read(&plain, &out->directory, line, cwd, err);
  for (size_t i = 0; !line && i < words->size; i++)
    strings_add(&plain, words->data[i]);
  launchers_strip(&plain, &from);
  take_launched(out, &from, cwd);
  if (!status)
    status = check_directory(out, err);
  if (!status)
    status = invocation_expand(&out->command, strings_argv(&plain),
                               out->directory ? out->directory : cwd, err);
  if (!status)
    compilation_find_program(out, &out->environment);
  if (!status && (!out->command.size || !*out->command.data[0]))
    status = rd_fail(err, RD_ERR_INVALID, "the command names no compiler");
  strings_free(&plain);
  return status;
}

/* ---- finding ---- */

static void copy_list(strings *out, const strings *from)
{
  for (size_t i = 0; i < from->size; i++)
    strings_add(out, from->data[i]);
}

/* Adds the compilation of one source. */
static void add_source(intake *out, const compilation *from,
                       const strings *sources, const char *word,
                       const char *file)
{
  compilation *to = intake_add(out);
  to->file = mem_copy(file);
  to->directory = from->directory ? mem_copy(from->directory) : NULL;
  copy_list(&to->environment, &from->environment);
  for (size_t i = 0; i < from->command.size; i++) {
    const char *at = from->command.data[i];
    if (i == 0 || !strings_has(sources, at) || !strcmp(at, word))
      strings_add(&to->command, at);
  }
}

/* The word of the command that names the file, or NULL: lent. */
static const char *find_word(const strings *sources, const char *file,
                             const char *directory, const char *cwd)
{
  char *wanted = path_absolute(cwd, file);
  const char *found = NULL;
  for (size_t i = 0; i < sources->size && !found; i++) {
    char *path = path_absolute(directory, sources->data[i]);
    if (!strcmp(sources->data[i], file) || path_same(path, wanted))
      found = sources->data[i];
    free(path);
  }
  free(wanted);
  return found;
}

/* Adds the compilation of the named file. The command's other sources are
 * removed only if it is one of them. */
static void add_named(intake *out, const compilation *from,
                      const strings *sources, const char *file, const char *cwd)
{
  const strings none = { 0 };
  const char *directory = from->directory ? from->directory : cwd;
  const char *word = find_word(sources, file, directory, cwd);
  add_source(out, from, word ? sources : &none, word ? word : "", file);
}

static void add_all(intake *out, const compilation *from,
                    const strings *sources)
{
  for (size_t i = 0; i < sources->size; i++) {
    const char *word = sources->data[i];
    char *path =
        from->directory ? path_absolute(from->directory, word) : mem_copy(word);
    add_source(out, from, sources, word, path);
    free(path);
  }
}

static rd_status fail_without_source(const char *missing, const char *cwd,
                                     rd_error *err)
{
  if (missing)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "%s, which the command compiles, is not in %s", missing,
                   cwd);
  return rd_fail(err, RD_ERR_UNSUPPORTED,
                 "the command names no source; name the file to reduce: "
                 "clang-hdd FILE -- COMPILER ...");
}

rd_status typed_find(intake *out, const intake_request *request, rd_error *err)
{
  compilation from = { 0 };
  strings sources = { 0 };
  rd_status status = RD_OK;
  if (request->command->size)
    status = typed_read(&from, request->command, request->cwd, err);
  if (!status) {
    const char *cwd = from.directory ? from.directory : request->cwd;
    const char *missing;
    sources_find(&sources, &missing, &from.command, cwd);
    if (request->file)
      add_named(out, &from, &sources, request->file, request->cwd);
    else if (sources.size)
      add_all(out, &from, &sources);
    else
      status = fail_without_source(missing, cwd, err);
  }
  strings_free(&sources);
  compilation_dispose(&from);
  return status;
}
