/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Turns a commit or version into a command to run.
 *
 * The user's command has placeholders: {build}, the folder that a build has
 * filled, {commit}, and {cc}, an existing compiler. A command without any is
 * written for today's compiler, so its first word is replaced.
 *
 * Each compiler is probed before use, as in a reduction: crashes then need not
 * write a reproducer each time, and quoted includes are found although the text
 * is compiled elsewhere. Old compilers may not know the options for that, so
 * each one is probed.
 */
#include "bisect/compilers.h"

#include <stdlib.h>
#include <string.h>

#include "bisect/prebuilt.h"
#include "compiler/compiler.h"
#include "base/files.h"

struct compilers {
  const bisect_options *options;
  const points *points;
  prebuilt *prebuilt; /* or NULL */
};

void found_compiler_dispose(found_compiler *self)
{
  invocation_dispose(&self->command);
  free(self->version);
  free(self->reason);
  free(self->log);
  free(self->notice);
  *self = (found_compiler){ 0 };
}

rd_status compilers_new(compilers **out, const bisect_options *options,
                        const points *which, rd_error *err)
{
  compilers *self = mem_alloc(1, sizeof *self);
  self->options = options;
  self->points = which;
  rd_status status = RD_OK;
  if (options->history && options->prebuilt)
    status = prebuilt_new(&self->prebuilt, options->prebuilt, options->cwd,
                          options->history, err);
  if (status)
    free(self);
  else
    *out = self;
  return status;
}

void compilers_free(compilers *self)
{
  if (!self)
    return;
  prebuilt_free(self->prebuilt);
  free(self);
}

/* ---- what is there ---- */

static bool has_commit(const compilers *self, const object_id *id)
{
  if (!self->prebuilt)
    return true;
  char *path = prebuilt_find(self->prebuilt, id);
  free(path);
  return path != NULL;
}

bool compilers_has_node(const compilers *self, uint32_t node)
{
  return has_commit(self, &self->points->graph.nodes[node].id);
}

bool compilers_builds(const compilers *self, const bisect_point *of)
{
  builds *all = self->options->builds;
  return all && !builds_has(all, &of->facts.id);
}

void compilers_begin(compilers *self, uint32_t node)
{
  if (self->options->builds)
    builds_begin(self->options->builds, &self->points->graph.nodes[node].id);
}

void compilers_release(compilers *self, const bisect_point *of)
{
  if (self->options->builds)
    builds_release(self->options->builds, &of->facts.id);
}

rd_status compilers_hold(compilers *self, const bisect_point *of, rd_error *err)
{
  build_result built = { 0 };
  rd_status status =
      self->options->builds
          ? builds_get(&built, self->options->builds, &of->facts.id, err)
          : RD_OK;
  build_result_dispose(&built);
  return status;
}

void compilers_cancel(compilers *self, uint32_t node)
{
  if (self->options->builds)
    builds_cancel(self->options->builds, &self->points->graph.nodes[node].id);
}

/* ---- the command ---- */

/* The values of the placeholders; NULL: the placeholder is left unchanged. */
typedef struct places {
  const char *build, *commit, *cc;
} places;

static bool has_place(const char *const *words)
{
  for (; *words; words++)
    if (strstr(*words, "{build}") || strstr(*words, "{commit}") ||
        strstr(*words, "{cc}"))
      return true;
  return false;
}

static void fill_words(strings *out, const char *const *words,
                       const places *with)
{
  bool replace = with->cc && !has_place(words);
  for (size_t i = 0; words[i]; i++)
    strings_take(out, replace && i == 0 ? mem_copy(with->cc)
                                        : build_expand(words[i], with->build,
                                                       with->commit, with->cc));
}

/* The words of a command with more added right after the compiler, and the file
 * as an absolute path. */
static void add_extra(strings *out, const invocation *command, const char *file,
                      const strings *extra)
{
  const invocation_use use = { .extra = extra, .file = file };
  invocation_build(out, command, &use);
}

/* Probes the compiler, and adapts the command to it. */
static rd_status suit_command(found_compiler *out, const compilers *self,
                              rd_error *err)
{
  const bisect_options *options = self->options;
  const source *text = &options->question.text;
  compiler asked = { 0 };
  rd_status status = compiler_probe(&asked, options->run, &out->command,
                                    text->text, text->size, err);
  if (!status)
    out->version = compiler_number(asked.version);
  if (!status && asked.extra.size) {
    char *file = path_absolute(options->cwd, options->file);
    strings words = { 0 };
    add_extra(&words, &out->command, file, &asked.extra);
    invocation_dispose(&out->command);
    status = invocation_parse(&out->command, strings_argv(&words), file,
                              options->cwd, err);
    strings_free(&words);
    free(file);
  }
  compiler_dispose(&asked);
  return status;
}

static rd_status make_command(found_compiler *out, const compilers *self,
                              const places *with, rd_error *err)
{
  const bisect_options *options = self->options;
  strings words = { 0 };
  fill_words(&words, options->command, with);
  rd_status status = invocation_parse(&out->command, strings_argv(&words),
                                      options->file, options->cwd, err);
  strings_free(&words);
  if (status)
    return status;
  char *program = path_program(out->command.words.data[0]);
  out->is_there = program != NULL;
  free(program);
  if (out->is_there)
    return suit_command(out, self, err);
  out->reason =
      mem_format("there is no program %s%s", out->command.words.data[0],
                 with->build ? " after its build" : "");
  return RD_OK;
}

/* ---- where it is from ---- */

static rd_status get_built(found_compiler *out, compilers *self,
                           const bisect_point *of, rd_error *err)
{
  build_result built = { 0 };
  rd_status status =
      builds_get(&built, self->options->builds, &of->facts.id, err);
  bool done = !status && built.end == BUILD_DONE;
  out->built = done && !built.cached;
  out->cached = done && built.cached;
  const places with = { .build = built.folder, .commit = of->name };
  if (done) {
    status = make_command(out, self, &with, err);
  } else if (!status) {
    out->reason = mem_copy(built.reason);
    out->log = mem_copy(built.log);
  }
  build_result_dispose(&built);
  return status;
}

static rd_status get_prebuilt(found_compiler *out, compilers *self,
                              const bisect_point *of, rd_error *err)
{
  rd_status status = RD_OK;
  char *path = prebuilt_find(self->prebuilt, &of->facts.id);
  const places with = { .commit = of->name, .cc = path };
  if (path)
    status = make_command(out, self, &with, err);
  else
    out->reason = mem_copy("--prebuilt has no compiler of it");
  free(path);
  return status;
}

rd_status compilers_get(found_compiler *out, compilers *self,
                        const bisect_point *of, rd_error *err)
{
  *out = (found_compiler){ 0 };
  if (self->options->builds)
    return get_built(out, self, of, err);
  if (self->prebuilt)
    return get_prebuilt(out, self, of, err);
  char *path = path_absolute(self->options->cwd, of->name);
  const places with = { .cc = strchr(of->name, '/') ? path : of->name };
  rd_status status = make_command(out, self, &with, err);
  free(path);
  return status;
}
