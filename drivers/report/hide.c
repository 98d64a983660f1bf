/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A report without the folders of a build.
 *
 * A compiler that was built for a bisection lies in a private folder, and says so
 * all the time: in its name, in the line with which it was configured, in the
 * stack dump of its driver; and its own sources are named where they were checked
 * out. Nobody who reads the report has these folders, and their names tell of
 * the machine of who wrote it. What tells them is that a compiler's path has the
 * 40 digits of a commit in it: CACHE/builds/KEY/COMMIT, with checkouts in
 * CACHE/trees/KEY-N (bisect/builds.h), or any FOLDER/COMMIT of the user's.
 */
#include "report/hide.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "git/history.h"
#include "report/report.h"

/* ---- the folders ---- */

/* Do the digits of a commit stand here, and no more? */
static bool is_commit(const char *at)
{
  char digits[OBJECT_ID_DIGITS + 1] = "";
  object_id id;
  (void)strncpy(digits, at, OBJECT_ID_DIGITS);
  return object_id_parse(&id, digits) &&
         !isalnum((unsigned char)at[OBJECT_ID_DIGITS]);
}

/* "CACHE/trees/KEY-" for "CACHE/builds/KEY/"; NULL: it is none such. */
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

bool build_folders_find(build_folders *out, const char *path)
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

void build_folders_dispose(build_folders *self)
{
  free(self->builds);
  free(self->trees);
  *self = (build_folders){ 0 };
}

/* ---- texts ---- */

/* The size of the folder that is named here, or 0; *shown_out is what to say. */
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

void build_folders_hide(const build_folders *self, char **field)
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
  free(*field);
  *field = out.data;
}

/* ---- a report ---- */

/* What is hidden: the program in favour of its name, and the folders. */
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
  free(*field);
  *field = out.data;
}

static void hide(const hidden *self, char **field)
{
  if (!*field)
    return;
  hide_program(self, field);
  build_folders_hide(&self->folders, field);
}

static void hide_list(const hidden *self, strings *list)
{
  for (size_t i = 0; i < list->size; i++)
    hide(self, &list->data[i]);
}

void report_hide_build(report *self)
{
  hidden what = { 0 };
  if (!self->program || !build_folders_find(&what.folders, self->program))
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
  }
  for (size_t i = 0; i < self->other_count; i++)
    hide(&what, &self->others[i].line);
  free(self->built_from);
  self->built_from =
      mem_copy_bytes(path + strlen(what.folders.builds), OBJECT_ID_DIGITS);
  build_folders_dispose(&what.folders);
  free(path);
}
