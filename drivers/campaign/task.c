/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "campaign/task.h"

#include <stdlib.h>

#include "base/files.h"
#include "compiler/languages.h"
#include "engine/identity.h"
#include "engine/order.h"

/* The file that is reduced may be named in the command, by a path. */
static void name_file(task *of)
{
  for (size_t i = 1; i < of->command.size; i++) {
    char *word = of->command.data[i];
    char *path = path_absolute(of->directory, word);
    if (*word != '-' && path_same(path, of->file))
      string_replace(&of->command.data[i], mem_copy("{}"));
    free(path);
  }
}

task *task_new(const engine_job *from)
{
  task *out = mem_alloc(1, sizeof *out);
  out->job = *from;
  out->file = mem_copy(from->file);
  out->directory = mem_copy(from->directory);
  out->output = mem_copy(from->output);
  for (size_t i = 0; from->command[i]; i++)
    strings_add(&out->command, from->command[i]);
  for (size_t i = 0; from->environment[i]; i++)
    strings_add(&out->environment, from->environment[i]);
  for (size_t i = 0; from->options[i]; i++)
    strings_add(&out->options, from->options[i]);
  name_file(out);
  out->job.file = out->file;
  out->job.directory = out->directory;
  out->job.output = out->output;
  out->job.command = strings_argv(&out->command);
  out->job.environment = strings_argv(&out->environment);
  out->job.options = strings_argv(&out->options);
  return out;
}

void task_free(task *self)
{
  strings_free(&self->options);
  strings_free(&self->environment);
  strings_free(&self->command);
  free(self->output);
  free(self->directory);
  free(self->file);
  free(self);
}

/* ---- what may travel ---- */

/* The languages of which libclang alone has the grammar. */
static bool is_read_by_clang(const task *of)
{
  return language_base(
             language_of(language_said(&of->command, of->command.size),
                         base_name(of->file))) != LANGUAGE_UNKNOWN;
}

const char *task_obstacle(const task *of, bool travel)
{
  char *text = NULL;
  size_t size = 0;
  const char *name = base_name(of->file);
  if (of->job.here || of->job.resume)
    return "it was begun here";
  if (!travel)
    return "--reduce has options that are for this machine";
  if (!is_read_by_clang(of))
    return "grammars of other languages are not the same everywhere";
  if (*name == '-' || *name == '.')
    return "the file has a strange name";
  if (file_read(&text, &size, of->file, NULL) || size > NET_MOST) {
    free(text);
    return "the file cannot be sent";
  }
  const source input = { name, text, size };
  const char *why =
      identity_obstacle(&of->command, &of->environment, &input, NULL);
  free(text);
  return why;
}
