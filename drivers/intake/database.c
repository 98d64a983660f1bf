/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finding a file in a compilation database.
 *
 * The database is read by libclang, which lives in the front end for C and runs
 * in a process of its own. A file may have several entries, when it is built in
 * several ways; all become candidates. A header has none: it is compiled as a
 * part of sources, of which one has to be named.
 */
#include "intake/database.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "reduce/server.h"
#include "intake/typed.h"
#include "intake/explain_database.h"
#include "reduce/reduce.h"

#define DATABASE "compile_commands.json"

/* A search in a database. */
typedef struct search {
  intake *out;
  const char *cwd;
  const char *folder;  /* of the database, absolute */
  const char *path;    /* of the database, for people */
  const char *wanted;  /* the file, absolute */
  const char *given;   /* the file as it was named */
  bool is_elsewhere;   /* it does not exist under that name */
  const char *include; /* its name in an #include, if it is a header; or NULL */
  char *includer;      /* a source that has that */
  strings names;       /* of other files, without folders */
  char *namesake;      /* the first of them that is called as the file */
  rd_status status;    /* of reading a command */
  rd_error *err;
} search;

/* ---- the entries ---- */

static bool is_wanted(const search *in, const char *directory, const char *path)
{
  if (!strcmp(path, in->wanted) || path_same(path, in->wanted))
    return true;
  char *other = in->is_elsewhere ? path_absolute(directory, in->given) : NULL;
  bool same = other && (!strcmp(path, other) || path_same(path, other));
  free(other);
  return same;
}

/* Does the source include the header itself? */
static bool includes(const char *path, const char *header)
{
  char *text = NULL;
  size_t size = 0;
  if (file_read(&text, &size, path, NULL))
    return false;
  bool found = false;
  for (const char *at = text; !found && (at = strstr(at, header)); at++)
    found = at > text && strchr("\"</", at[-1]) && at[strlen(header)] &&
            strchr("\">", at[strlen(header)]);
  free(text);
  return found;
}

static void note_other(search *in, const char *path)
{
  strings_add(&in->names, base_name(path));
  if (!in->namesake && !strcmp(base_name(path), base_name(in->wanted)))
    in->namesake = mem_copy(path);
  if (in->include && !in->includer && includes(path, in->include))
    in->includer = mem_copy(path);
}

/* The entry's words, as those of a command that was typed in its folder. */
static rd_status add_entry(search *in, const rd_compile_command *entry,
                           const char *directory, const char *path)
{
  strings words = { 0 };
  compilation read = { .directory = mem_copy(directory) };
  if (!path_exists(directory)) {
    compilation_dispose(&read);
    return rd_fail(in->err, RD_ERR_INVALID,
                   "%s: the folder %s, in which %s is compiled, does not "
                   "exist; let the build write it anew",
                   in->path, directory, base_name(path));
  }
  for (size_t i = 0; entry->args[i]; i++)
    strings_add(&words, entry->args[i]);
  rd_status status = typed_read(&read, &words, directory, in->err);
  strings_free(&words);
  if (status) {
    compilation_dispose(&read);
    return status;
  }
  compilation *to = intake_add(in->out);
  *to = read;
  to->file = mem_copy(in->is_elsewhere ? path : in->given);
  to->origin = mem_copy(in->path);
  return RD_OK;
}

static void take_entry(void *payload, const rd_compile_command *entry)
{
  search *in = payload;
  char *directory = path_absolute(in->folder, entry->directory);
  char *path = path_absolute(directory, entry->file);
  if (!in->status && is_wanted(in, directory, path))
    in->status = add_entry(in, entry, directory, path);
  else
    note_other(in, path);
  free(path);
  free(directory);
}

/* ---- what to say ---- */

static bool is_header(const char *file)
{
  static const char *const suffixes[] = { ".h",   ".hh",  ".hpp",
                                          ".hxx", ".inc", ".def" };
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (ends_with(file, suffixes[i]))
      return true;
  return false;
}

/* The path as it is seen from the current folder; caller's. */
static char *from_here(const char *path, const char *cwd)
{
  char *real = realpath(path, NULL), *here = realpath(cwd, NULL);
  size_t size = here ? strlen(here) : 0;
  bool below = real && here && starts_with(real, here) && real[size] == '/';
  char *out = mem_copy(below ? real + size + 1 : path);
  free(real);
  free(here);
  return out;
}

static rd_status fail_for_header(const search *in, rd_error *err)
{
  char *source = in->includer ? from_here(in->includer, in->cwd) : mem_copy("");
  rd_status status =
      rd_fail(err, RD_ERR_INVALID,
              "%s is a header, which has no command in %s; name a source that "
              "includes it%s%s",
              in->given, in->path, *source ? ", such as " : "", source);
  free(source);
  return status;
}

static rd_status fail_without_entry(const search *in, rd_error *err)
{
  if (!in->names.size)
    return rd_fail(err, RD_ERR_INVALID, "%s has no entries", in->path);
  if (in->include)
    return fail_for_header(in, err);
  if (in->namesake)
    return rd_fail(err, RD_ERR_INVALID, "%s has no command in %s, but %s has",
                   in->given, in->path, in->namesake);
  const char *near =
      rd_nearest_name(base_name(in->given), (const char *const *)in->names.data,
                      in->names.size);
  if (near)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s has no command in %s; did you mean %s?", in->given,
                   in->path, near);
  return rd_fail(err, RD_ERR_INVALID,
                 "%s has no command in %s; give the compiler behind --",
                 in->given, in->path);
}

/* ---- the database ---- */

static rd_status check_folder(const char *folder, const char *given,
                              rd_error *err)
{
  struct stat info;
  if (stat(folder, &info) || !S_ISDIR(info.st_mode))
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "-p %s: there is no such folder; name that of " DATABASE,
                   given);
  char *path = mem_format("%s/" DATABASE, folder);
  bool found = !stat(path, &info), plain = found && S_ISREG(info.st_mode);
  free(path);
  if (plain)
    return RD_OK;
  if (found)
    return rd_fail(err, RD_ERR_INVALID, "%s/" DATABASE " is no plain file",
                   given);
  return rd_fail(err, RD_ERR_NOTFOUND,
                 "%s has no " DATABASE "; cmake writes it with "
                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and bear for any build",
                 given);
}

static rd_status read_all(search *in, rd_error *err)
{
  rd_server_options options = { .frontend = "clang",
                                .options = { .version = RD_FRONTEND_ABI } };
  rd_server *server = NULL;
  rd_error why = { .status = RD_OK };
  rd_status status = rd_server_new(&server, &options, &why);
  if (status)
    return rd_fail(err, RD_ERR_INVALID,
                   "-p needs the front end for C, which reads the database: %s",
                   why.message);
  status = rd_server_commands(server, in->folder, take_entry, in, &why);
  rd_server_free(server);
  if (status == RD_ERR_INVALID) {
    char *path = mem_format("%s/" DATABASE, in->folder);
    status = database_explain(path, in->path, err);
    free(path);
  } else if (status) {
    status = rd_fail(err, RD_ERR_INVALID, "%s: %s", in->path, why.message);
  }
  return status ? status : in->status;
}

/* The folder that was named, absolute: also by the database itself; caller's. */
static char *database_folder(const intake_request *request)
{
  char *path = path_absolute(request->cwd, request->database);
  struct stat info;
  if (strcmp(base_name(path), DATABASE) != 0 || stat(path, &info) ||
      S_ISDIR(info.st_mode))
    return path;
  char *folder = path_directory(path);
  free(path);
  return folder;
}

rd_status database_find(intake *out, const intake_request *request,
                        rd_error *err)
{
  if (!request->file)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "name the source whose command it shall be: clang-hdd -p %s "
                   "FILE",
                   request->database);
  char *folder = database_folder(request);
  char *wanted = path_absolute(request->cwd, request->file);
  char *path = !strcmp(base_name(request->database), DATABASE)
                   ? mem_copy(request->database)
                   : mem_format("%s/" DATABASE, request->database);
  search in = { .out = out,
                .cwd = request->cwd,
                .folder = folder,
                .path = path,
                .wanted = wanted,
                .given = request->file,
                .is_elsewhere = !path_exists(wanted),
                .include = is_header(wanted) ? base_name(wanted) : NULL,
                .err = err };
  rd_status status = check_folder(folder, request->database, err);
  if (!status)
    status = read_all(&in, err);
  if (!status && !out->size)
    status = fail_without_entry(&in, err);
  free(in.includer);
  free(in.namesake);
  strings_free(&in.names);
  free(path);
  free(wanted);
  free(folder);
  return status;
}
