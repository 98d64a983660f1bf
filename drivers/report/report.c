/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The facts of a reduction as a whole: releasing them, taking a bisection in, and
 * keeping them small.
 *
 * A long reduction of a large file accepts hundreds of texts, of which the first
 * are as large as the file: all of them would be gigabytes. The early ones tell
 * the least, so the largest go first.
 */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "report/hide.h"

static void dispose_history(report *self)
{
  for (size_t i = 0; i < self->step_count; i++) {
    free(self->steps[i].pass);
    free(self->steps[i].text);
  }
  for (size_t i = 0; i < self->pass_count; i++)
    free(self->passes[i].name);
  for (size_t i = 0; i < self->other_count; i++) {
    free(self->others[i].line);
    free(self->others[i].file);
  }
  free(self->steps);
  free(self->passes);
  free(self->others);
}

void report_dispose(report *self)
{
  char *const owned[] = {
    self->program,      self->version,       self->verbose,
    self->target,       self->configured,    self->system,
    self->pattern,      self->script,        self->signature,
    self->message,      self->function,      self->place,
    self->output,       self->command,       self->reduced_command,
    self->mode,         self->original_name, self->original,
    self->reduced_name, self->reduced,       self->judge,
    self->judge_class,  self->made_by,       self->date,
    self->built_from,
  };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    free(owned[i]);
  strings_free(&self->flags);
  strings_free(&self->environment);
  strings_free(&self->removed_flags);
  strings_free(&self->cc1);
  strings_free(&self->warnings);
  triage_dispose(&self->triage);
  matrix_dispose(&self->matrix);
  bisection_dispose(&self->bisection);
  dispose_history(self);
  *self = (report){ 0 };
}

/* ---- the bisection ---- */

/* The last name of a path, as people call a repository; caller's. */
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

/* Where the compilers of some points are, as far as a path tells. */
static bool find_folders(build_folders *out, const bisect_point *points,
                         size_t count)
{
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < points[i].command.size; j++)
      if (build_folders_find(out, points[i].command.data[j]))
        return true;
  return false;
}

static void tidy_points(bisect_point *points, size_t count,
                        const build_folders *folders)
{
  for (size_t i = 0; i < count; i++) {
    build_folders_hide(folders, &points[i].detail);
    strings_free(&points[i].command);
  }
}

static void tidy_bisection(bisection *self)
{
  build_folders folders = { 0 };
  if (!find_folders(&folders, self->suspects, self->suspect_count))
    (void)find_folders(&folders, self->parents, self->parent_count);
  char **const fields[] = { &self->signature, &self->problem,
                            &self->flaky_detail, &self->log, &self->moved };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    build_folders_hide(&folders, fields[i]);
  tidy_points(self->suspects, self->suspect_count, &folders);
  tidy_points(self->parents, self->parent_count, &folders);
  build_folders_dispose(&folders);
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

/* ---- texts of steps ---- */

/* The step with the largest text, the first of equals; NULL: none has one. */
static report_step *find_largest(const report *self)
{
  report_step *largest = NULL;
  for (size_t i = 0; i < self->step_count; i++) {
    report_step *at = &self->steps[i];
    if (at->text && (!largest || at->size > largest->size))
      largest = at;
  }
  return largest;
}

void report_keep_texts(report *self, size_t bytes)
{
  size_t total = 0;
  for (size_t i = 0; i < self->step_count; i++)
    total += self->steps[i].text ? self->steps[i].size : 0;
  while (total > bytes) {
    report_step *largest = find_largest(self);
    total -= largest->size;
    free(largest->text);
    largest->text = NULL;
    largest->size = 0;
  }
}
