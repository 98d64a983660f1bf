/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reading crash bundles.
 *
 * A bundle is a folder that says all by itself: it can be copied, sent and read
 * by a newer version. bundle.json:
 *
 *   {"format": 1, "signature": "...", "compiler": "gcc-12 ... 12.2.0",
 *    "directory": "/src", "command": ["gcc-12", "-c", "lib/a.c"],
 *    "word": "lib/a.c", "file": "a.c", "standalone": true,
 *    "environment": ["LANG=C"], "first": "2026-01-31T12:00:00Z", "last": "...",
 *    "latest": "/src/lib/b.c", "seen": 3}
 *
 * Words of a command are bytes; those that are no UTF-8 stand as lists of
 * numbers. What is read back may be damaged or forged: `file` names a file of
 * the folder and no other, and every value has its type.
 */
#include "watch/bundle.h"

#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <xxhash.h>

#include "base/files.h"
#include "compiler/artifacts.h"
#include "compiler/launchers.h"
#include "watch/bundle_file.h"

/* ---- bytes as JSON ---- */

static json_t *from_bytes(const char *bytes)
{
  json_t *string = json_string(bytes);
  if (string)
    return string;
  json_t *list = json_array();
  for (const char *at = bytes; *at; at++)
    (void)json_array_append_new(list, json_integer((unsigned char)*at));
  return list;
}

/* Caller's; NULL if it is nothing of the kind. */
static char *to_bytes(const json_t *value)
{
  if (json_is_string(value) &&
      strlen(json_string_value(value)) == json_string_length(value))
    return mem_copy(json_string_value(value));
  if (!json_is_array(value))
    return NULL;
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < json_array_size(value); i++) {
    json_int_t byte = json_integer_value(json_array_get(value, i));
    if (byte < 1 || byte > 255) {
      text_free(&out);
      return NULL;
    }
    text_add(&out, &(char){ (char)byte }, 1);
  }
  return out.data;
}

static json_t *from_list(const strings *list)
{
  json_t *out = json_array();
  for (size_t i = 0; i < list->size; i++)
    (void)json_array_append_new(out, from_bytes(list->data[i]));
  return out;
}

/* False if it is no list of words. */
static bool to_list(strings *out, const json_t *value)
{
  if (!json_is_array(value))
    return false;
  for (size_t i = 0; i < json_array_size(value); i++) {
    char *word = to_bytes(json_array_get(value, i));
    if (!word)
      return false;
    strings_take(out, word);
  }
  return true;
}

/* ---- the file ---- */

enum { FORMAT = 1 };

char *bundle_text(const bundle *self)
{
  json_t *root = json_pack(
      "{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:I}",
      "format", FORMAT, "signature", from_bytes(self->signature), "compiler",
      from_bytes(self->compiler), "directory", from_bytes(self->directory),
      "command", from_list(&self->command), "word", from_bytes(self->word),
      "file", from_bytes(base_name(self->source)), "standalone",
      self->standalone, "environment", from_list(&self->environment), "first",
      from_bytes(self->first), "last", from_bytes(self->last), "latest",
      from_bytes(self->latest), "seen", (json_int_t)self->seen);
  char *text = json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  json_decref(root);
  char *out = mem_format("%s\n", text ? text : "");
  free(text);
  return out;
}

static bool is_plain_file(const char *path)
{
  struct stat info;
  return !stat(path, &info) && S_ISREG(info.st_mode);
}

static bool is_plain_name(const char *name)
{
  return *name && !strchr(name, '/') && strcmp(name, ".") != 0 &&
         strcmp(name, "..") != 0;
}

/* Takes the values; what is wrong, or NULL. */
static const char *take_values(bundle *out, const json_t *root)
{
  if (json_integer_value(json_object_get(root, "format")) != FORMAT)
    return "it is of another version";
  struct {
    char **to;
    const char *name;
  } const texts[] = {
    { &out->signature, "signature" }, { &out->compiler, "compiler" },
    { &out->directory, "directory" }, { &out->word, "word" },
    { &out->first, "first" },         { &out->last, "last" },
    { &out->latest, "latest" },
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    *texts[i].to = to_bytes(json_object_get(root, texts[i].name));
    if (!*texts[i].to)
      return texts[i].name;
  }
  if (!to_list(&out->command, json_object_get(root, "command")) ||
      !out->command.size || !strings_has(&out->command, out->word))
    return "command";
  if (!to_list(&out->environment, json_object_get(root, "environment")))
    return "environment";
  json_int_t seen = json_integer_value(json_object_get(root, "seen"));
  if (seen < 1)
    return "seen";
  out->seen = (uint64_t)seen;
  out->standalone = json_boolean_value(json_object_get(root, "standalone"));
  char *file = to_bytes(json_object_get(root, "file"));
  if (file && is_plain_name(file))
    out->source = mem_format("%s/%s", out->folder, file);
  free(file);
  return out->source && is_plain_file(out->source) ? NULL : "file";
}

rd_status bundle_read(bundle *out, const char *folder, rd_error *err)
{
  *out =
      (bundle){ .id = mem_copy(base_name(folder)), .folder = mem_copy(folder) };
  char *path = mem_format("%s/" BUNDLE_JSON, folder), *text = NULL;
  size_t size = 0;
  rd_status status = path_exists(path) && !is_plain_file(path)
                         ? rd_fail(err, RD_ERR_INVALID, "%s is no file", path)
                         : file_read(&text, &size, path, err);
  if (!status) {
    json_error_t problem;
    json_t *root = json_loadb(text, size, JSON_ALLOW_NUL, &problem);
    const char *wrong = root ? take_values(out, root) : problem.text;
    if (wrong)
      status = rd_fail(err, RD_ERR_INVALID,
                       "%s is a damaged crash bundle (%s: %s); build again to "
                       "get a new one",
                       folder, BUNDLE_JSON, wrong);
    json_decref(root);
  }
  free(text);
  free(path);
  if (status)
    bundle_dispose(out);
  return status;
}

void bundle_dispose(bundle *self)
{
  char *const texts[] = { self->id,        self->folder,    self->source,
                          self->word,      self->directory, self->compiler,
                          self->signature, self->first,     self->last,
                          self->latest };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]);
  strings_free(&self->command);
  strings_free(&self->environment);
  *self = (bundle){ 0 };
}

/* ---- what it is made of ---- */

/* Where headers, programs and libraries are looked for, what the text means, and
 * what else the manuals of gcc, clang, sdcc and tcc name. Left out is where
 * output goes (TMPDIR, DEPENDENCIES_OUTPUT) and how messages look. */
static const char *const variables[] = {
  "PATH",
  "LD_LIBRARY_PATH",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LC_MESSAGES",
  "CPATH",
  "C_INCLUDE_PATH",
  "CPLUS_INCLUDE_PATH",
  "OBJC_INCLUDE_PATH",
  "OBJCPLUS_INCLUDE_PATH",
  "COMPILER_PATH",
  "LIBRARY_PATH",
  "GCC_EXEC_PREFIX",
  "GCC_COMPARE_DEBUG",
  "GCC_EXTRA_DIAGNOSTIC_OUTPUT",
  "SOURCE_DATE_EPOCH",
  "CCC_OVERRIDE_OPTIONS",
  "CCC_ADD_ARGS",
  "SDKROOT",
  "SDCC_HOME",
  "SDCC_INCLUDE",
  "SDCC_LIB",
};
enum { VARIABLE_COUNT = sizeof variables / sizeof *variables };

/* The bundle's value of a variable, or NULL: lent. */
static const char *value_in(const bundle *self, const char *name)
{
  size_t size = strlen(name);
  for (size_t i = 0; i < self->environment.size; i++) {
    const char *pair = self->environment.data[i];
    if (!strncmp(pair, name, size) && pair[size] == '=')
      return pair + size + 1;
  }
  return NULL;
}

/* Is it a variable of which every bundle tells? */
static bool is_usual(const char *pair)
{
  size_t size = strcspn(pair, "=");
  for (size_t i = 0; i < VARIABLE_COUNT; i++)
    if (!strncmp(pair, variables[i], size) && !variables[i][size])
      return true;
  return false;
}

void bundle_environment(strings *out, const strings *more)
{
  for (size_t i = 0; i < VARIABLE_COUNT; i++) {
    const char *value = getenv(variables[i]);
    if (value)
      strings_take(out, mem_format("%s=%s", variables[i], value));
  }
  for (size_t i = 0; i < more->size; i++)
    if (is_assignment(more->data[i]) && !is_usual(more->data[i]))
      strings_add(out, more->data[i]);
}

void bundle_changes(strings *out, const bundle *self)
{
  for (size_t i = 0; i < self->environment.size; i++)
    if (is_assignment(self->environment.data[i]) &&
        !is_usual(self->environment.data[i]))
      strings_add(out, self->environment.data[i]);
  for (size_t i = 0; i < VARIABLE_COUNT; i++) {
    const char *then = value_in(self, variables[i]);
    const char *now = getenv(variables[i]);
    if (then && (!now || strcmp(then, now) != 0))
      strings_take(out, mem_format("%s=%s", variables[i], then));
    else if (!then && now)
      strings_add(out, variables[i]);
  }
}

/* GCC's version line begins with the name by which it was called, before a
 * bracket; cc and gcc are one compiler. */
char *bundle_id(const char *signature, const char *compiler)
{
  const char *rest = compiler + strcspn(compiler, " ");
  char *key = mem_format("%s\n%s", signature,
                         starts_with(rest, " (") ? rest : compiler);
  uint64_t hash = XXH3_64bits(key, strlen(key));
  free(key);
  return mem_format("%010" PRIx64, hash >> 24);
}

void bundle_command(strings *out, const bundle *self)
{
  for (size_t i = 0; i < self->command.size; i++) {
    const char *word = self->command.data[i];
    strings_add(out, i && !strcmp(word, self->word) ? self->source : word);
  }
}

/* ---- all of them ---- */

/* XDG wants absolute paths and has others ignored. */
char *bundles_folder(void)
{
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  if (state && *state == '/')
    return mem_format("%s/clang-hdd/crashes", state);
  if (home && *home == '/')
    return mem_format("%s/.local/state/clang-hdd/crashes", home);
  return NULL;
}

static int compare_bundles(const void *a, const void *b)
{
  const bundle *first = a, *second = b;
  int order = strcmp(second->last, first->last);
  return order ? order : strcmp(first->id, second->id);
}

static void add_bundle(bundle **list, size_t *count, strings *damaged,
                       const char *folder)
{
  bundle one;
  if (bundle_read(&one, folder, NULL)) {
    if (damaged)
      strings_add(damaged, base_name(folder));
    return;
  }
  LIST_PUSH(*list, *count, one);
}

rd_status bundles_read(bundle **out, size_t *count_out, strings *damaged,
                       rd_error *err)
{
  *out = NULL;
  *count_out = 0;
  char *top = bundles_folder();
  DIR *entries = top ? opendir(top) : NULL;
  if (top && !entries && path_exists(top)) {
    rd_status status = rd_fail(err, RD_ERR_IO, "cannot read %s: %m", top);
    free(top);
    return status;
  }
  struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    char *folder = mem_format("%s/%s", top, entry->d_name);
    if (entry->d_name[0] != '.')
      add_bundle(out, count_out, damaged, folder);
    free(folder);
  }
  if (entries)
    (void)closedir(entries);
  if (*count_out)
    qsort(*out, *count_out, sizeof **out, compare_bundles);
  free(top);
  return RD_OK;
}

void bundles_free(bundle *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    bundle_dispose(&list[i]);
  free(list);
}

bool bundle_is(const char *path)
{
  char *file = mem_format("%s/" BUNDLE_JSON, path);
  bool found = is_plain_file(file);
  free(file);
  return found;
}

/* The path of the folder below `top` whose name begins so; caller's. NULL: there
 * is none, or *several_out. */
static char *find_folder(const char *top, const char *name, bool *several_out)
{
  DIR *entries = opendir(top);
  struct dirent *entry;
  char *found = NULL;
  *several_out = false;
  while (entries && (entry = readdir(entries))) {
    if (entry->d_name[0] == '.' || !starts_with(entry->d_name, name))
      continue;
    bool exact = !strcmp(entry->d_name, name);
    *several_out = found && !exact;
    free(found);
    found = mem_format("%s/%s", top, entry->d_name);
    if (exact)
      break;
  }
  if (entries)
    (void)closedir(entries);
  if (*several_out) {
    free(found);
    found = NULL;
  }
  return found;
}

rd_status bundle_folder(char **out, const char *id, rd_error *err)
{
  char *top = bundles_folder();
  bool several = false;
  *out = top && is_plain_name(id) && *id != '.' ? find_folder(top, id, &several)
                                                : NULL;
  free(top);
  if (*out)
    return RD_OK;
  if (several)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s: several crash bundles begin so; give more of the id",
                   id);
  return rd_fail(err, RD_ERR_NOTFOUND,
                 "%s: no such crash bundle; clang-hdd list shows them", id);
}

/* A path as it is but for slashes at its end. */
static char *without_slashes(const char *path)
{
  size_t size = strlen(path);
  while (size > 1 && path[size - 1] == '/')
    size--;
  return mem_copy_bytes(path, size);
}

rd_status bundle_find(bundle *out, const char *name, rd_error *err)
{
  char *folder = bundle_is(name) ? without_slashes(name) : NULL;
  rd_status status = folder ? RD_OK : bundle_folder(&folder, name, err);
  if (!status)
    status = bundle_read(out, folder, err);
  free(folder);
  return status;
}
