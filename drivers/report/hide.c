/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes the folders of a build from a report.
 *
 * A compiler that was built for a bisection is in a private folder. The
 * folder's name is everywhere: in the compiler's name, its configure line and
 * the stack dump of its driver; the compiler also names its own sources by
 * their checkout. Readers do not have these folders, and the names describe the
 * author's machine. The 40 digits of a commit in a compiler's path identify
 * them: CACHE/builds/KEY/COMMIT, with checkouts in CACHE/trees/KEY-N
 * (bisect/builds.h), or any FOLDER/COMMIT of the user's.
 */
#include "report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "git/history.h"

/* {0}: no folders. */
typedef struct build_folders {
  char *builds; /* the path up to the commit's digits, with the slash */
  char *trees;  /* the path up to a checkout's number, or NULL */
} build_folders;

/* ---- the folders ---- */

/* Do exactly the digits of a commit start here? */
static bool is_commit(const char *at)
{
  char digits[OBJECT_ID_DIGITS + 1] = "";
  object_id id;
  (void)strncpy(digits, at, OBJECT_ID_DIGITS);
  return object_id_parse(&id, digits) &&
         !isalnum((unsigned char)at[OBJECT_ID_DIGITS]);
}

/* "CACHE/trees/KEY-" for "CACHE/builds/KEY/"; NULL: the path has a different
 * form. */
static char *trees_of(const char *builds)
{
  static const char middle[] = "/builds/";
  const char *at = NULL;
  for (const char *next = builds; (next = strstr(next, middle)); next++)
    at = next;
  const char *key = at ? at + strlen(middle) : "";
  size_t size = strcspn(key, "/");
  if (!size || strcmp(key + size, "/") != 0)
    return NULL;
  return mem_format("%.*s/trees/%.*s-", (int)(at - builds), builds, (int)size,
                    key);
}

/* Finds the folders from the path of a built compiler; false: the path has no
 * digits of a commit. Owner: release with dispose_folders. */
static bool find_in(build_folders *out, const char *path)
{
  *out = (build_folders){ 0 };
  for (const char *at = path; (at = strchr(at, '/')); at++)
    if (is_commit(at + 1)) {
      out->builds = mem_copy_bytes(path, (size_t)(at + 1 - path));
      out->trees = trees_of(out->builds);
      return true;
    }
  return false;
}

static void dispose_folders(build_folders *self)
{
  free(self->builds);
  free(self->trees);
  *self = (build_folders){ 0 };
}

/* ---- texts ---- */

/* The size of the folder's name at `at`, or 0; *shown_out is its
 * replacement. */
static size_t folder_at(const build_folders *self, const char *at,
                        const char **shown_out)
{
  if (self->builds && starts_with(at, self->builds) &&
      is_commit(at + strlen(self->builds))) {
    *shown_out = "/build";
    return strlen(self->builds) + OBJECT_ID_DIGITS;
  }
  size_t size = self->trees ? strlen(self->trees) : 0;
  size_t digits = size && starts_with(at, self->trees)
                      ? strspn(at + size, "0123456789")
                      : 0;
  if (!digits)
    return 0;
  size += digits;
  *shown_out = at[size] == '/' ? "" : ".";
  return size + (at[size] == '/');
}

/* Removes them from a string (may be NULL): the folder of a build becomes
 * "/build", and the names of files in a checkout start at its root. */
static void hide_folders(const build_folders *self, char **field)
{
  if (!*field)
    return;
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *at = *field; *at;) {
    const char *shown = "";
    size_t size = folder_at(self, at, &shown);
    text_puts(&out, shown);
    if (!size)
      text_add(&out, at, size = 1);
    at += size;
  }
  string_replace(field, out.data);
}

/* ---- a report ---- */

/* What to hide: the folders, and the program, which is shown by its name. */
typedef struct hidden {
  build_folders folders;
  const char *program, *name;
} hidden;

static void hide_program(const hidden *self, char **field)
{
  const char *at = *field, *found;
  textbuf out = { 0 };
  text_puts(&out, "");
  while ((found = strstr(at, self->program))) {
    text_add(&out, at, (size_t)(found - at));
    text_puts(&out, self->name);
    at = found + strlen(self->program);
  }
  text_puts(&out, at);
  string_replace(field, out.data);
}

static void hide(const hidden *self, char **field)
{
  if (!*field)
    return;
  hide_program(self, field);
  hide_folders(&self->folders, field);
}

static void hide_list(const hidden *self, strings *list)
{
  for (size_t i = 0; i < list->size; i++)
    hide(self, &list->data[i]);
}

void report_hide_build(report *self)
{
  hidden what = { 0 };
  if (!self->program || !find_in(&what.folders, self->program))
    return;
  char *path = mem_copy(self->program);
  what.program = path;
  what.name = base_name(path);
  char **const fields[] = {
    &self->program, &self->version,   &self->verbose, &self->configured,
    &self->script,  &self->signature, &self->message, &self->place,
    &self->output,  &self->command,   &self->judge,   &self->reduced_command
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    hide(&what, fields[i]);
  hide_list(&what, &self->flags);
  hide_list(&what, &self->environment);
  hide_list(&what, &self->removed_flags);
  hide_list(&what, &self->cc1);
  for (size_t i = 0; i < self->matrix.size; i++) {
    hide(&what, &self->matrix.rows[i].program);
    hide(&what, &self->matrix.rows[i].options);
    hide(&what, &self->matrix.rows[i].detail);
    hide(&what, &self->matrix.rows[i].more);
  }
  for (size_t i = 0; i < self->other_count; i++)
    hide(&what, &self->others[i].line);
  free(self->built_from);
  self->built_from =
      mem_copy_bytes(path + strlen(what.folders.builds), OBJECT_ID_DIGITS);
  dispose_folders(&what.folders);
  free(path);
}

/* ---- the user's folders ---- */

/* Replaces the name of a folder, if that is known, where a path begins with
 * it. */
static void hide_place(char **field, const char *folder, const char *shown)
{
  if (!folder || folder[0] != '/' || !folder[1])
    return;
  size_t size = strlen(folder);
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *at = *field; at && *at;) {
    bool begins = at == *field ||
                  (!isalnum((unsigned char)at[-1]) && !strchr("/._-", at[-1]));
    bool here = begins && !strncmp(at, folder, size) && at[size] == '/';
    text_add(&out, here ? shown : at, here ? strlen(shown) : 1);
    at += here ? size + 1 : 1;
  }
  if (*field)
    string_replace(field, out.data);
  else
    text_free(&out);
}

void report_hide_places(report *self, const char *cwd)
{
  const char *home = getenv("HOME");
  const char *const places[][2] = { { cwd, "" }, { home, "~/" } };
  char **const fields[] = { &self->version, &self->verbose, &self->configured,
                            &self->message, &self->place,   &self->output,
                            &self->judge };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const char *folder = places[i][0], *shown = places[i][1];
    for (size_t j = 0; j < sizeof fields / sizeof *fields; j++)
      hide_place(fields[j], folder, shown);
    for (size_t j = 0; j < self->matrix.size; j++) {
      hide_place(&self->matrix.rows[j].options, folder, shown);
      hide_place(&self->matrix.rows[j].detail, folder, shown);
    }
    for (size_t j = 0; j < self->other_count; j++)
      hide_place(&self->others[j].file, folder, shown);
  }
}

/* ---- the bisection ---- */

/* The last component of a path, as people name a repository; caller's. */
static char *repository_name(const char *path)
{
  size_t size = strlen(path);
  if (ends_with(path, ".git"))
    size -= strlen(".git");
  while (size && path[size - 1] == '/')
    size--;
  size_t begin = size;
  while (begin && path[begin - 1] != '/')
    begin--;
  char *name = mem_copy_bytes(path + begin, size - begin);
  bool tells = strspn(name, ".") < strlen(name);
  if (!tells)
    free(name);
  return tells ? name : mem_copy("repository");
}

/* Finds the folders from the compilers of some points. */
static bool find_folders(build_folders *out, const bisect_point *points,
                         size_t count)
{
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < points[i].command.size; j++)
      if (find_in(out, points[i].command.data[j]))
        return true;
  return false;
}

/* Hides the folders of builds, and where compilers are below the home folder. */
static void hide_compilers(const build_folders *folders, char **field)
{
  hide_folders(folders, field);
  hide_place(field, getenv("HOME"), "~/");
}

static void tidy_points(bisect_point *points, size_t count,
                        const build_folders *folders)
{
  for (size_t i = 0; i < count; i++) {
    hide_compilers(folders, &points[i].name);
    hide_compilers(folders, &points[i].detail);
    strings_free(&points[i].command);
  }
}

static void tidy_bisection(bisection *self)
{
  build_folders folders = { 0 };
  if (!find_folders(&folders, self->suspects, self->suspect_count))
    (void)find_folders(&folders, self->parents, self->parent_count);
  char **const fields[] = { &self->good,         &self->bad,
                            &self->signature,    &self->problem,
                            &self->flaky_detail, &self->log,
                            &self->moved };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    hide_compilers(&folders, fields[i]);
  tidy_points(self->suspects, self->suspect_count, &folders);
  tidy_points(self->parents, self->parent_count, &folders);
  dispose_folders(&folders);
  char *name = self->repository ? repository_name(self->repository) : NULL;
  free(self->repository);
  self->repository = name;
}

void report_set_bisection(report *self, const bisection *found)
{
  bisection_dispose(&self->bisection);
  char *json = bisection_json(found);
  self->has_bisection =
      !bisection_parse(&self->bisection, json, strlen(json), NULL);
  free(json);
  tidy_bisection(&self->bisection);
}
