/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds a file in a compilation database.
 *
 * compile_commands.json is a list of entries with "directory", "file" and the
 * command, as a list of words ("arguments") or as a line quoted for a shell
 * ("command"). If an entry has both, the list wins. Other keys are ignored. A
 * file that is built in several ways has several entries; each different one
 * becomes a candidate. A header has no entry: the user has to name a source
 * that includes it.
 *
 * What other readers of databases tolerate is read too: a comma after the last
 * entry, which remains when the fragments of clang's -MJ are joined, a byte
 * order mark, and bytes that are not UTF-8 in the names of files.
 */
#include "intake/forms.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/utf8.h"
#include "compiler/languages.h"
#include "compiler/words.h"
#include "reduce/reduce.h"

#define DATABASE "compile_commands.json"

/* The largest database that is read: three times the size of Chromium's, which
 * is among the largest. */
#define MOST_BYTES (UINT64_C(1) << 30)

/* A search in a database. */
typedef struct search {
  intake *out;
  const char *cwd;
  const char *folder;  /* of the database, absolute */
  const char *path;    /* of the database, as shown to people */
  const char *wanted;  /* the file, absolute */
  const char *given;   /* the file as it was named */
  bool is_elsewhere;   /* the file does not exist under that name */
  const char *include; /* its name in an #include, if it is a header; or NULL */
  char *includer;      /* a source that includes it */
  strings names;       /* of other files, without folders */
  char *namesake;      /* the first of them with the same name as the file */
} search;

/* ---- the text ---- */

/* A byte that is not part of a character becomes the character U+10FE00 + byte,
 * from a private area, until the string is copied. */
static void add_stray(textbuf *out, unsigned byte)
{
  const char character[] = { '\xf4', '\x8f', (char)(0xb8 | byte >> 6),
                             (char)(0x80 | (byte & 0x3f)) };
  text_add(out, character, sizeof character);
}

/* The bytes of a string; caller's. */
static char *copy_string(const json_t *value)
{
  const char *from = json_string_value(value);
  char *out = mem_copy(from), *to = out;
  for (; *from; from++)
    if (starts_with(from, "\xf4\x8f") && (from[2] & 0xfc) == 0xb8) {
      *to++ = (char)((unsigned)from[2] << 6 | ((unsigned)from[3] & 0x3f));
      from += 3;
    } else {
      *to++ = *from;
    }
  *to = '\0';
  return out;
}

/* Makes strict JSON of what is tolerated. */
static void mend(textbuf *out, const char *text, size_t size)
{
  bool quoted = false, escaped = false;
  size_t at = starts_with(text, "\xef\xbb\xbf") ? 3 : 0;
  for (size_t length; at < size; at += length) {
    char byte = text[at];
    const char *next = text + at + 1;
    length = utf8_length(text + at, size - at);
    if (byte == ',' && !quoted && strchr("]}", next[strspn(next, " \t\r\n")]))
      continue;
    quoted ^= byte == '"' && !escaped;
    escaped = byte == '\\' && !escaped;
    if (length)
      text_add(out, text + at, length);
    else
      add_stray(out, (unsigned char)byte), length = 1;
  }
}

/* Reads the database; *out is released with json_decref. */
static rd_status load(json_t **out, const search *in, rd_error *err)
{
  char *path = mem_format("%s/" DATABASE, in->folder), *text = NULL;
  size_t size = 0;
  json_error_t where;
  rd_status status = RD_OK;
  *out = json_load_file(path, 0, &where);
  if (!*out && !(status = file_read(&text, &size, path, err))) {
    textbuf mended = { 0 };
    mend(&mended, text, size);
    *out = json_loadb(mended.data ? mended.data : "", mended.size, 0, &where);
    text_free(&mended);
    if (!*out)
      status =
          rd_fail(err, RD_ERR_INVALID,
                  "%s is not JSON, line %d: %s; let the build write it anew",
                  in->path, where.line, where.text);
  }
  free(text);
  free(path);
  return status;
}

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

/* Does the source directly include the header? */
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

/* The words of an entry; false if a quote is not closed. */
static bool split_entry(strings *out, const json_t *entry)
{
  const json_t *arguments = json_object_get(entry, "arguments");
  for (size_t i = 0; i < json_array_size(arguments); i++)
    strings_take(out, copy_string(json_array_get(arguments, i)));
  if (arguments)
    return true;
  char *line = copy_string(json_object_get(entry, "command"));
  bool closed = words_split(out, line);
  free(line);
  return closed;
}

static bool same_strings(const strings *a, const strings *b)
{
  bool same = a->size == b->size;
  for (size_t i = 0; same && i < a->size; i++)
    same = !strcmp(a->data[i], b->data[i]);
  return same;
}

/* Was the same command in the same folder found before? */
static bool is_known(const intake *found, const compilation *read)
{
  bool known = false;
  for (size_t i = 0; i < found->size && !known; i++) {
    const compilation *at = &found->data[i];
    known = !strcmp(at->directory, read->directory) &&
            same_strings(&at->command, &read->command) &&
            same_strings(&at->environment, &read->environment);
  }
  return known;
}

/* Reads the command as if it had been typed in the entry's folder. */
static rd_status add_entry(search *in, const json_t *entry,
                           const char *directory, const char *path,
                           rd_error *err)
{
  strings words = { 0 };
  compilation read = { .directory = mem_copy(directory) };
  rd_status status = RD_OK;
  if (!path_exists(directory))
    status = rd_fail(err, RD_ERR_INVALID,
                     "%s: the folder %s, in which %s is compiled, does not "
                     "exist; let the build write it anew",
                     in->path, directory, base_name(path));
  else if (!split_entry(&words, entry))
    status = rd_fail(err, RD_ERR_INVALID,
                     "%s: the command of %s has a quote that is not closed",
                     in->path, base_name(path));
  else
    status = typed_read(&read, &words, directory, err);
  strings_free(&words);
  if (status || is_known(in->out, &read)) {
    compilation_dispose(&read);
    return status;
  }
  read.file = mem_copy(in->is_elsewhere ? path : in->given);
  read.origin = mem_copy(in->path);
  *intake_add(in->out) = read;
  return RD_OK;
}

/* The path of a key, absolute; caller's. */
static char *path_of(const json_t *entry, const char *key, const char *from)
{
  char *word = copy_string(json_object_get(entry, key));
  char *path = path_absolute(from, word);
  free(word);
  return path;
}

static rd_status take_entry(search *in, const json_t *entry, rd_error *err)
{
  char *directory = path_of(entry, "directory", in->folder);
  char *path = path_of(entry, "file", directory);
  rd_status status = RD_OK;
  if (is_wanted(in, directory, path))
    status = add_entry(in, entry, directory, path, err);
  else
    note_other(in, path);
  free(path);
  free(directory);
  return status;
}

/* ---- messages ---- */

/* The path as seen from the current folder; caller's. */
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
                 "%s has no command in %s; give the compiler after --",
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
  if (plain && (uint64_t)info.st_size <= MOST_BYTES)
    return RD_OK;
  if (found)
    return rd_fail(err, RD_ERR_INVALID, "%s/" DATABASE " is %s", given,
                   plain ? "larger than 1 GiB" : "not a plain file");
  return rd_fail(err, RD_ERR_NOTFOUND,
                 "%s has no " DATABASE "; cmake writes it with "
                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and bear for any build",
                 given);
}

/* What is wrong with an entry, or NULL. */
static const char *find_flaw(const json_t *entry)
{
  if (!json_is_object(entry))
    return "is not an object";
  if (!json_is_string(json_object_get(entry, "file")))
    return "has no \"file\"";
  if (!json_is_string(json_object_get(entry, "directory")))
    return "has no \"directory\"";
  const json_t *arguments = json_object_get(entry, "arguments");
  if (!arguments && !json_is_string(json_object_get(entry, "command")))
    return "has neither \"command\" nor \"arguments\"";
  bool are_words = !arguments || json_array_size(arguments);
  for (size_t i = 0; i < json_array_size(arguments); i++)
    are_words &= json_is_string(json_array_get(arguments, i));
  return are_words ? NULL : "has \"arguments\" that are not a list of words";
}

/* The whole database has to be valid: one that a build left half written may
 * lack the entry of the file. */
static rd_status take_all(search *in, const json_t *root, rd_error *err)
{
  if (!json_is_array(root))
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is not a compilation database: it has to be a list of "
                   "entries, [{...}, ...]",
                   in->path);
  for (size_t i = 0; i < json_array_size(root); i++) {
    const char *flaw = find_flaw(json_array_get(root, i));
    if (flaw)
      return rd_fail(err, RD_ERR_INVALID,
                     "%s: entry %zu %s; let the build write it anew", in->path,
                     i + 1, flaw);
  }
  rd_status status = RD_OK;
  for (size_t i = 0; i < json_array_size(root) && !status; i++)
    status = take_entry(in, json_array_get(root, i), err);
  return status;
}

/* The absolute folder of the database, which may also be named by its file;
 * caller's. */
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
                   "name the source to reduce: clang-hdd -p %s FILE",
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
                .include = language_suffix(wanted) == SUFFIX_HEADER
                               ? base_name(wanted)
                               : NULL };
  rd_status status = check_folder(folder, request->database, err);
  json_t *root = NULL;
  if (!status)
    status = load(&root, &in, err);
  if (!status)
    status = take_all(&in, root, err);
  if (!status && !out->size)
    status = fail_without_entry(&in, err);
  json_decref(root);
  free(in.includer);
  free(in.namesake);
  strings_free(&in.names);
  free(path);
  free(wanted);
  free(folder);
  return status;
}
