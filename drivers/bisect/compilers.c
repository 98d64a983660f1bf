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
#include "bisect/probe.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/compiler.h"
#include "base/files.h"

void found_compiler_dispose(found_compiler *self)
{
  invocation_dispose(&self->command);
  compiler_dispose(&self->asked);
  free(self->version);
  free(self->reason);
  free(self->log);
  free(self->notice);
  *self = (found_compiler){ 0 };
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

/* Probes the compiler, and adapts the command to it. */
static rd_status suit_command(found_compiler *out, const bisecting *self,
                              rd_error *err)
{
  const bisect_options *options = self->options;
  const source *text = &options->question.text;
  rd_status status = compiler_probe(&out->asked, options->run, &out->command,
                                    text->text, text->size, err);
  if (!status)
    out->version = compiler_number(out->asked.version);
  if (!status)
    (void)invocation_insert(&out->command, &out->asked.extra);
  strings_free(&out->asked.extra);
  return status;
}

static rd_status make_command(found_compiler *out, const bisecting *self,
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

static rd_status get_built(found_compiler *out, const bisecting *self,
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

rd_status compiler_find(found_compiler *out, const bisecting *self,
                        const bisect_point *of, rd_error *err)
{
  *out = (found_compiler){ 0 };
  if (self->options->builds)
    return get_built(out, self, of, err);
  if (self->prebuilt) {
    const places with = { .commit = of->name,
                          .cc = prebuilt_find(self->prebuilt, &of->facts.id) };
    if (with.cc)
      return make_command(out, self, &with, err);
    out->reason = mem_copy("--prebuilt has no compiler of it");
    return RD_OK;
  }
  char *path = path_absolute(self->options->cwd, of->name);
  const places with = { .cc = strchr(of->name, '/') ? path : of->name };
  rd_status status = make_command(out, self, &with, err);
  free(path);
  return status;
}
