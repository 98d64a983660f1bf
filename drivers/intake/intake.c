/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Distinguishes the forms of input.
 *
 * The first bytes of a file decide its form, not its name, since people rename
 * the files that they attach to reports. Only if the bytes are inconclusive
 * does the suffix count, to tell a damaged report from a source. A command with
 * arguments overrides the one in a report; a compiler's name alone replaces
 * only the compiler.
 */
#include "intake/intake.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "intake/forms.h"

/* ---- reports ---- */

/* A report for which the user gives a command is treated like any other
 * source. */
static void replace_commands(intake *out, const compilation *by)
{
  while (out->size > 1)
    compilation_dispose(&out->data[--out->size]);
  compilation *only = &out->data[0];
  strings_free(&only->command);
  strings_free(&only->environment);
  free(only->directory);
  only->directory = by->directory ? mem_copy(by->directory) : NULL;
  strings_add_all(&only->command, &by->command);
  strings_add_all(&only->environment, &by->environment);
}

typedef rd_status (*read_report_fn)(intake *out, const char *path,
                                    const char *text, const char *program,
                                    rd_error *err);

static rd_status read_report(intake *out, read_report_fn read, const char *path,
                             const char *text, const intake_request *request,
                             rd_error *err)
{
  compilation given = { 0 };
  rd_status status = RD_OK;
  out->is_evidence = true;
  if (request->command->size)
    status = typed_read(&given, request->command, request->cwd, err);
  const char *program = given.command.size ? given.command.data[0] : NULL;
  if (!status)
    status = read(out, path, text, program, err);
  if (!status && given.command.size > 1)
    replace_commands(out, &given);
  else if (!status)
    for (size_t i = 0; i < out->size; i++)
      strings_add_all(&out->data[i].environment, &given.environment);
  compilation_dispose(&given);
  return status;
}

/* Is it a regular file? Reading a device or pipe would consume its data. */
static bool is_plain_file(const char *path)
{
  struct stat info;
  return !stat(path, &info) && S_ISREG(info.st_mode);
}

/* The script beside the source of a reproducer; caller's, or NULL if this is
 * not such a source. */
static char *find_script(const char *file)
{
  const char *dot = strrchr(base_name(file), '.');
  if (!dot)
    return NULL;
  char *path = mem_format("%.*s.sh", (int)(dot - file), file), *text = NULL;
  size_t size = 0;
  bool found = is_plain_file(path) && !file_read(&text, &size, path, NULL) &&
               reproducer_is(text);
  free(text);
  if (found)
    return path;
  free(path);
  return NULL;
}

static bool is_database(const char *file)
{
  return !strcmp(base_name(file), "compile_commands.json");
}

/* A source beside a script of the same name is half of a reproducer. */
static rd_status read_half(intake *out, const intake_request *request,
                           bool *found_out, rd_error *err)
{
  char *script = request->command->size ? NULL : find_script(request->file);
  char *text = NULL;
  size_t size = 0;
  rd_status status = RD_OK;
  *found_out = script != NULL;
  if (script)
    status = file_read(&text, &size, script, err);
  if (script && !status)
    status = read_report(out, reproducer_read, script, text, request, err);
  free(text);
  free(script);
  return status;
}

/* Does the name suggest a report, while the user gave no command? */
static bool looks_like_report(const intake_request *request, const char *suffix)
{
  return !request->command->size && ends_with(request->file, suffix);
}

static rd_status read_file(intake *out, const intake_request *request,
                           rd_error *err)
{
  char *text = NULL;
  size_t size = 0;
  rd_status status = RD_OK;
  bool found = false, known = is_plain_file(request->file) &&
                              !file_read(&text, &size, request->file, NULL);
  if (kept_crash_is(request->file))
    status = read_report(out, kept_crash_read, request->file, "", request, err);
  else if (known && is_database(request->file) && !request->command->size)
    status = rd_fail(err, RD_ERR_UNSUPPORTED,
                     "%s is a compilation database; name the source and the "
                     "database's folder: clang-hdd -p DIR FILE",
                     request->file);
  else if (known && (reproducer_is(text) || looks_like_report(request, ".sh")))
    status =
        read_report(out, reproducer_read, request->file, text, request, err);
  else if (known && (gcc_report_is(text) || looks_like_report(request, ".out")))
    status =
        read_report(out, gcc_report_read, request->file, text, request, err);
  else if (known)
    status = read_half(out, request, &found, err);
  if (!status && !out->size)
    status = typed_find(out, request, err);
  free(text);
  return status;
}

/* ---- the input ---- */

rd_status intake_find(intake *out, const intake_request *request, rd_error *err)
{
  *out = (intake){ .is_evidence = request->database != NULL };
  if (request->database)
    return database_find(out, request, err);
  if (request->file && !request->is_source)
    return read_file(out, request, err);
  return typed_find(out, request, err);
}
