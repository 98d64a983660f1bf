/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A command that compiles a file of a project in its place.
 *
 * As everywhere, a test compiles a copy of the file in its own folder, so that
 * the text and its name do not depend on the checkout's path. An option that
 * names the file's folder then finds quoted headers; it changes when the file
 * was moved. Only for preprocessing and reduction the file is compiled in its
 * place, so that all line markers have absolute paths.
 */
#include "blame/compile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/compiler.h"
#include "base/files.h"

rd_status compile_read(compile *out, const strings *words, const char *file,
                       const char *cwd, rd_error *err)
{
  strings copy = *words;
  *out = (compile){ .file = mem_copy(file) };
  return invocation_parse(&out->command, strings_argv(&copy), file, cwd, err);
}

void compile_dispose(compile *self)
{
  invocation_dispose(&self->command);
  free(self->file);
  *self = (compile){ 0 };
}

/* ---- what each run needs ---- */

rd_status compile_complete(compile *self, runner *run, rd_error *err)
{
  static const char some[] = "#include \"a.h\"\n"; /* some commit may include a
                                                      header like this */
  invocation *command = &self->command;
  compiler found = { 0 };
  rd_status status =
      compiler_probe(&found, run, command, some, sizeof some - 1, err);
  size_t first = status ? 0 : invocation_insert(command, &found.extra);
  for (size_t i = 0; !status && i < found.extra.size; i++) {
    const char *word = found.extra.data[i];
    if (ends_with(word, command->directory)) {
      self->folder = first + i;
      self->prefix = strlen(word) - strlen(command->directory);
    }
  }
  compiler_dispose(&found);
  return status;
}

void compile_set_file(compile *self, const char *file)
{
  invocation *command = &self->command;
  const char *name = base_name(file);
  char **folder = &command->words.data[self->folder];
  string_replace(&self->file, mem_copy(file));
  string_replace(&command->directory, path_directory(file));
  string_replace(&command->name,
                 mem_format("%s%s", *name == '-' ? "./" : "", name));
  string_replace(&command->words.data[command->file], mem_copy(command->name));
  if (self->folder)
    string_replace(folder, mem_format("%.*s%s", (int)self->prefix, *folder,
                                      command->directory));
}

/* ---- in its place ---- */

void compile_words(strings *out, const compile *self)
{
  const invocation_use use = { .file = self->file };
  invocation_build(out, &self->command, &use);
}

rd_status compile_preprocess(char **out, size_t *size_out, const compile *self,
                             runner *run, const rd_limits *limits,
                             rd_error *err)
{
  strings words = { 0 };
  char *path = mem_format("%s/preprocessed", run->kept);
  const invocation_use use = { .mode = "-E",
                               .output = path,
                               .file = self->file };
  const source nothing = { 0 };
  rd_run got = { 0 };
  *out = NULL;
  invocation_build(&words, &self->command, &use);
  (void)unlink(path);
  rd_status status =
      runner_run(&got, run, strings_argv(&words), &nothing, limits, err);
  if (!status && got.end == RD_END_EXIT && got.status == 0 &&
      file_read(out, size_out, path, NULL))
    *out = NULL;
  (void)unlink(path);
  rd_run_dispose(&got);
  strings_free(&words);
  free(path);
  return status;
}
