/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The result of a reduction and what belongs to it.
 *
 * The last accepted texts are kept in memory: if the result fails its final
 * run, which means that the crash is flaky, the newest one that still passes
 * replaces it.
 */
#include "clang-hdd/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/words.h"

enum { ACCEPTED_KEPT = 32 };

bool measure_is_smaller(rd_measure a, rd_measure b)
{
  return a.tokens < b.tokens || (a.tokens == b.tokens && a.bytes < b.bytes);
}

void outcome_keep_accepted(outcome *self, const char *text, size_t size)
{
  if (!self->accepted)
    self->accepted = mem_alloc(ACCEPTED_KEPT, sizeof *self->accepted);
  if (self->accepted_count == ACCEPTED_KEPT) {
    free(self->accepted[0].text);
    memmove(self->accepted, self->accepted + 1,
            (ACCEPTED_KEPT - 1) * sizeof *self->accepted);
    self->accepted_count--;
  }
  self->accepted[self->accepted_count++] =
      (accepted_text){ mem_copy_bytes(text, size), size };
}

void outcome_forget_accepted(outcome *self)
{
  while (self->accepted_count)
    free(self->accepted[--self->accepted_count].text);
}

void outcome_replace_result(outcome *self, const char *text, size_t size)
{
  char *copy = mem_copy_bytes(text, size);
  free(self->result.text);
  self->result.text = copy;
  self->result.size = self->result.after.bytes = size;
}

void outcome_dispose(outcome *self)
{
  report_dispose(&self->report);
  free(self->report_path);
  flags_result_dispose(&self->flags);
  invocation_dispose(&self->reduced);
  for (size_t i = 0; i < self->class_count; i++) {
    free(self->classes[i].text);
    free(self->classes[i].path);
    free(self->classes[i].habits);
  }
  outcome_forget_accepted(self);
  free(self->accepted);
  if (self->has_result)
    rd_result_dispose(&self->result);
}

/* ---- the command ---- */

const invocation *outcome_command(const outcome *self, const subject *of)
{
  return self->has_flags ? &self->reduced : &of->command;
}

/* A script needs the file under its own name, which in the user's folder is the
 * original's. The line therefore copies the result to a fresh folder, as a test
 * does. Several files in place have their names already. */
static char *script_line(const subject *of, const output *to)
{
  textbuf out = { 0 };
  char *script = words_join(subject_argv(of));
  if (to->each)
    return script;
  char *path = path_absolute(of->cwd, to->path);
  text_puts(&out, "(cd \"$(mktemp -d)\" && cp ");
  text_puts(&out, of->files ? "-R " : "");
  words_quote(&out, path);
  text_puts(&out, of->files ? "/. " : *of->name == '-' ? " ./" : " ");
  words_quote(&out, of->files ? "." : of->name);
  text_printf(&out, " && %s)", script);
  free(path);
  free(script);
  return out.data;
}

/* Does the text include what is not one of several files? */
static bool includes_others(const subject *of, const char *text, size_t size)
{
  bool found = has_includes(text, size) && !of->files;
  for (const char *end = text + size; of->files && text < end && !found;) {
    char *line = next_line(&text, end), *name = strchr(line, '"');
    if (has_includes(line, strlen(line)) && name) {
      name[1 + strcspn(name + 1, "\"")] = '\0';
      found = true;
      for (size_t i = 0; i < of->files->size && found; i++)
        found = !ends_with(of->files->data[i], name + 1);
    }
    free(line);
  }
  return found;
}

/* The command in the folder of several files; caller's. */
static char *folder_line(const invocation *command, const char *folder,
                         const strings *extra)
{
  strings words = { 0 };
  textbuf out = { 0 };
  job variables = { .environment = command->environment };
  char *set = job_line(&variables);
  strings_add(&words, command->words.data[0]);
  strings_add_all(&words, extra);
  for (size_t i = 1; i < command->words.size; i++)
    if (command->roles[i] != WORD_OUTPUT)
      strings_add(&words, command->words.data[i]);
  char *line = words_join(strings_argv(&words));
  text_puts(&out, "(cd ");
  words_quote(&out, folder);
  text_printf(&out, " && %s%s%s)", set, *set ? " " : "", line);
  free(line);
  free(set);
  strings_free(&words);
  return out.data;
}

/* Adds the folder of the input, if the result still includes files and is in
 * another folder. */
static void add_include_folder(strings *out, const outcome *self,
                               const subject *of, const output *to)
{
  const strings *extra = &of->compiler.extra;
  char *path = path_absolute(of->cwd, to->path);
  char *folder = path_directory(path);
  bool needed = !path_same(folder, of->command.directory) &&
                includes_others(of, self->result.text, self->result.size);
  for (size_t i = 0; needed && i < extra->size; i++)
    if (strcmp(extra->data[i], "-fno-crash-diagnostics") != 0)
      strings_add(out, extra->data[i]);
  free(folder);
  free(path);
}

char *outcome_command_line(const outcome *self, const subject *of,
                           const output *to)
{
  if (of->request->test)
    return script_line(of, to);
  strings extra = { 0 };
  add_include_folder(&extra, self, of, to);
  const invocation *command = outcome_command(self, of);
  if (of->request->wrong.code) {
    plan bare;
    plan_begin(&bare, &of->wrong.plan);
    wrong_plan_strip(&bare, self->without);
    char *typed = sieve_line(command, to->path),
         *run = wrong_run_line(&bare, true);
    plan_dispose(&bare);
    char *both = mem_format("%s && %s", typed, run);
    free(typed);
    free(run);
    strings_free(&extra);
    return both;
  }
  char *line = of->files && !to->each
                   ? folder_line(command, to->path, &extra)
                   : invocation_typed(command, to->path, &extra);
  strings_free(&extra);
  return line;
}
