/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reading crash bundles.
 *
 * A bundle is a self-contained folder: it can be copied, sent and read by a
 * newer version. bundle.json:
 *
 *   {"format": 1, "signature": "...", "compiler": "gcc-12 ... 12.2.0",
 *    "directory": "/src", "command": ["gcc-12", "-c", "lib/a.c"],
 *    "word": "lib/a.c", "file": "a.c", "standalone": true,
 *    "environment": ["LANG=C"], "first": "2026-01-31T12:00:00Z", "last": "...",
 *    "latest": "/src/lib/b.c", "seen": 3}
 *
 * The file may be damaged or forged: `file` must name a file in the folder, and
 * every value must have its type.
 */
#include "watch/bundle.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"
#include "compiler/json_store.h"
#include "compiler/launchers.h"
#include "compiler/words.h"

/* ---- the file ---- */

enum { FORMAT = 1 };

/* The content of the file. `file` is the name of the source. */
static void store_bundle(store *self, bundle *of, uint64_t *format, char **file)
{
  store_number(self, "format", format);
  store_string(self, "signature", &of->signature);
  store_string(self, "compiler", &of->compiler);
  store_string(self, "directory", &of->directory);
  store_list(self, "command", &of->command);
  store_string(self, "word", &of->word);
  store_string(self, "file", file);
  store_boolean(self, "standalone", &of->standalone);
  store_list(self, "environment", &of->environment);
  store_string(self, "first", &of->first);
  store_string(self, "last", &of->last);
  store_string(self, "latest", &of->latest);
  store_number(self, "seen", &of->seen);
}

char *bundle_text(const bundle *self)
{
  store out = { .at = json_object(), .writing = true };
  bundle copy = *self; /* writing does not change it */
  char *file = mem_copy(base_name(self->source));
  store_bundle(&out, &copy, &(uint64_t){ FORMAT }, &file);
  char *text = json_dumps(out.at, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  char *line = mem_format("%s\n", text ? text : "");
  json_decref(out.at);
  free(text);
  free(file);
  return line;
}

static bool is_plain_name(const char *name)
{
  return *name && !strchr(name, '/') && strcmp(name, ".") != 0 &&
         strcmp(name, "..") != 0;
}

/* Which value is missing or invalid; NULL: none. */
static const char *find_fault(const bundle *self)
{
  struct {
    const char *value, *name;
  } const texts[] = {
    { self->signature, "signature" }, { self->compiler, "compiler" },
    { self->directory, "directory" }, { self->word, "word" },
    { self->first, "first" },         { self->last, "last" },
    { self->latest, "latest" },
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!texts[i].value)
      return texts[i].name;
  if (!self->command.size || !strings_has(&self->command, self->word))
    return "command";
  if (!self->seen)
    return "seen";
  return self->source && path_is_regular(self->source) ? NULL : "file";
}

/* Reads the values; returns the fault, or NULL. */
static const char *take_values(bundle *out, json_t *root)
{
  store in = { .at = root };
  uint64_t format = 0;
  char *file = NULL;
  store_bundle(&in, out, &format, &file);
  if (file && is_plain_name(file))
    out->source = mem_format("%s/%s", out->folder, file);
  free(file);
  if (format != FORMAT)
    return "it is of another version";
  return in.wrong ? in.wrong : find_fault(out);
}

rd_status bundle_read(bundle *out, const char *folder, rd_error *err)
{
  *out =
      (bundle){ .id = mem_copy(base_name(folder)), .folder = mem_copy(folder) };
  char *path = mem_format("%s/" BUNDLE_JSON, folder), *text = NULL;
  size_t size = 0;
  rd_status status =
      path_exists(path) && !path_is_regular(path)
          ? rd_fail(err, RD_ERR_INVALID, "%s is not a file", path)
          : file_read(&text, &size, path, err);
  if (!status) {
    json_error_t problem;
    json_t *root = json_loadb(text, size, 0, &problem);
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

/* ---- the content ---- */

/* The variables that set the search paths of headers, programs and libraries,
 * that affect the meaning of the text, and others named in the manuals of gcc,
 * clang, sdcc and tcc. Those that set the place of output (TMPDIR,
 * DEPENDENCIES_OUTPUT) or the look of messages are omitted. */
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
  "RUSTC_BOOTSTRAP",
  "GOOS",
  "GOARCH",
};
enum { VARIABLE_COUNT = sizeof variables / sizeof *variables };

/* Does every bundle record this variable? */
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
    size_t at = environment_find(&self->environment, variables[i]);
    const char *pair =
        at < self->environment.size ? self->environment.data[at] : "";
    const char *then = strchr(pair, '='), *now = getenv(variables[i]);
    if (then && (!now || strcmp(then + 1, now) != 0))
      strings_add(out, pair);
    else if (!then && now)
      strings_add(out, variables[i]);
  }
}

/* GCC's version line begins with the name by which it was called, before a
 * bracket; cc and gcc are the same compiler. */
const char *bundle_compiler(const char *version)
{
  const char *rest = version + strcspn(version, " ");
  return starts_with(rest, " (") ? rest : version;
}

char *bundle_id(const char *signature, const char *compiler)
{
  char *key = mem_format("%s\n%s", signature, bundle_compiler(compiler));
  uint64_t hash = hash_bytes(key, strlen(key));
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

/* ---- all bundles ---- */

/* XDG requires absolute paths; others are ignored. */
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
  strings names = { 0 };
  if (top && !folder_list(&names, top) && path_exists(top)) {
    rd_status status = rd_fail(err, RD_ERR_IO, "cannot read %s: %m", top);
    free(top);
    return status;
  }
  for (size_t i = 0; i < names.size; i++) {
    char *folder = mem_format("%s/%s", top, names.data[i]);
    if (names.data[i][0] != '.')
      add_bundle(out, count_out, damaged, folder);
    free(folder);
  }
  strings_free(&names);
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
  bool found = path_is_regular(file);
  free(file);
  return found;
}

/* The path of the folder below `top` whose name begins with `name`; caller's.
 * NULL: no folder does, or several do (*several_out). */
static char *find_folder(const char *top, const char *name, bool *several_out)
{
  strings names = { 0 };
  char *found = NULL;
  *several_out = false;
  (void)folder_list(&names, top);
  for (size_t i = 0; i < names.size; i++) {
    if (names.data[i][0] == '.' || !starts_with(names.data[i], name))
      continue;
    bool exact = !strcmp(names.data[i], name);
    *several_out = found && !exact;
    string_replace(&found, mem_format("%s/%s", top, names.data[i]));
    if (exact)
      break;
  }
  strings_free(&names);
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

/* The path without trailing slashes. */
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
