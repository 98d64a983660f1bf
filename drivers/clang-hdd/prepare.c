/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The first steps of a session: everything that can be wrong before anything
 * runs, then the helpers.
 *
 * Errors are found in the order in which a user meets them (his file, his
 * names, his compiler, his output), and nothing is written before all of them
 * are excluded. The keeper is forked before the parse server, and both before
 * anything else.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang-hdd/alongside.h"
#include "clang-hdd/find_flags.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/names.h"
#include "clang-hdd/pattern.h"
#include "clang-hdd/session.h"
#include "base/files.h"
#include "compiler/languages.h"
#include "compiler/words.h"

/* What a report says before its source is none of it. */
static void drop_preface(session *self)
{
  size_t preface = self->given->preface;
  if (preface > self->input_size)
    preface = self->input_size;
  self->input_size -= preface;
  memmove(self->input, self->input + preface, self->input_size + 1);
}

static exit_code read_file(session *self, const char *file)
{
  struct stat info;
  rd_error err = { 0 };
  if (stat(file, &info) == 0 && S_ISDIR(info.st_mode))
    return session_fail(self, EXIT_DIRECTORY,
                        "%s is a directory; name a file in it", file);
  if (stat(file, &info) == 0 &&
      (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)))
    return session_fail(self, EXIT_NO_FILE,
                        "%s is a device; name a file that holds the text",
                        file);
  if (file_read(&self->input, &self->input_size, file, &err))
    return session_fail(self, EXIT_NO_FILE, "%s", err.message);
  if (!self->input_size)
    return session_fail(self, EXIT_EMPTY,
                        "%s is empty: there is nothing to reduce", file);
  if (self->input_size >= UINT32_MAX)
    return session_fail(self, EXIT_NO_FILE, "%s has more than 4 GiB", file);
  drop_preface(self);
  self->text = self->input;
  self->size = self->input_size;
  return EXIT_DONE;
}

/* Who goes on with a reduction in place finds the original elsewhere. */
static exit_code read_input(session *self)
{
  const cli *options = &self->options;
  char *original = output_backup_path(options->file);
  bool moved = options->resume && options->in_place && path_exists(original);
  exit_code code = read_file(self, moved ? original : options->file);
  free(original);
  return code;
}

static exit_code compile_pattern(session *self)
{
  const char *pattern = self->options.pattern;
  char *problem = NULL;
  self->has_pattern =
      pattern && pattern_compile(&self->pattern, &problem, pattern);
  exit_code code =
      problem ? session_fail(self, EXIT_PATTERN, "%s", problem) : EXIT_DONE;
  free(problem);
  return code;
}

static exit_code find_compiler(session *self)
{
  const compilation *given = self->given;
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  rd_status status = compilation_parse(&self->command, given, self->cwd, &err);
  if (status)
    return session_fail(self, EXIT_COMPILER, "%s", err.message);
  self->has_command = true;
  const char *program = self->command.words.data[0];
  char *file = path_program(program);
  if (!file)
    code = session_fail(self, EXIT_COMPILER,
                        errno == EACCES
                            ? "compiler %s is not executable"
                            : "compiler %s is not found; name it with --cc or "
                              "after --",
                        program);
  free(file);
  return code;
}

/* The words of --test: a file as it stands, or a command. */
static exit_code find_script(session *self)
{
  const char *test = self->options.test;
  strings words = { 0 };
  if (path_exists(test))
    strings_add(&words, test);
  else if (!words_split(&words, test) || !words.size)
    return session_fail(self, EXIT_SCRIPT, "--test %s names no script", test);
  const char *program = words.data[0];
  /* A bare name is a file of this folder before it is one of PATH. */
  char *path = strchr(program, '/') || path_exists(program)
                   ? path_absolute(self->cwd, program)
                   : path_program(program);
  exit_code code = EXIT_DONE;
  char *found = path ? path_program(path) : NULL;
  if (!found && path && errno == EACCES)
    code = session_fail(self, EXIT_SCRIPT,
                        "script %s is not executable; use chmod +x", program);
  else if (!found)
    code = session_fail(self, EXIT_SCRIPT, "script %s is not found", program);
  for (size_t i = 0; !code && i < words.size; i++)
    strings_add(&self->argv, i ? words.data[i] : path);
  free(found);
  free(path);
  strings_free(&words);
  return code;
}

/* Does the result go to the current folder, and not beside the file? The folder
 * of what a compiler has left for a report is /tmp or a store, and one that
 * cannot be written is of no use. */
static bool output_is_here(const session *self)
{
  const cli *options = &self->options;
  if (options->output || options->in_place)
    return false;
  char *path = path_absolute(self->cwd, options->file);
  char *folder = path_directory(path);
  bool here = self->given->is_report || access(folder, W_OK) != 0;
  free(folder);
  free(path);
  return here && access(".", W_OK) == 0;
}

static exit_code open_output(session *self)
{
  if (self->options.in_place && self->given->preface)
    return session_fail(self, EXIT_USAGE,
                        "--in-place: %s is a report, which stays as it is; use "
                        "-o",
                        self->options.file);
  const cli *options = &self->options;
  rd_error err = { 0 };
  output_place place = !options->in_place ? OUTPUT_FILE
                       : options->resume  ? OUTPUT_IN_PLACE_AGAIN
                                          : OUTPUT_IN_PLACE;
  const char *named =
      output_is_here(self) ? base_name(session_file_name(self)) : options->file;
  rd_status status =
      output_init(&self->output, named, options->output, place, &err);
  if (!status)
    return EXIT_DONE;
  return session_fail(self,
                      status == RD_ERR_NOSPACE ? EXIT_DISK_FULL : EXIT_OUTPUT,
                      "%s", err.message);
}

exit_code session_prepare(session *self)
{
  char *cwd = getcwd(NULL, 0);
  if (!cwd)
    return session_fail(self, EXIT_NO_FILE,
                        "the current folder is gone; change to another");
  self->cwd = cwd;
  exit_code code = compile_pattern(self);
  if (!code)
    code = alongside_begin(self);
  if (!code)
    code = session_intake(self);
  if (!code)
    code = read_input(self);
  if (!code)
    code = names_check(self);
  if (!code && self->options.test)
    code = find_script(self);
  if (!code && self->given->command.size)
    code = find_compiler(self);
  if (!code && !self->options.dump_tree)
    code = open_output(self);
  if (self->has_command)
    self->name = self->command.name;
  else if (!code)
    self->name = base_name(session_file_name(self));
  return code;
}

/* ---- helpers ---- */

static exit_code start_server(session *self)
{
  strings arguments = { 0 };
  if (self->has_command)
    invocation_arguments(&arguments, &self->command);
  const char *said = names_language(self);
  char *path = path_absolute(self->cwd, self->options.file);
  char *directory = path_directory(path);
  rd_server_options options = {
    .frontend = self->options.frontend,
    /* Not every word behind -x is a language. */
    .or_suffix = said && !language_named(said),
    .options = { .version = RD_FRONTEND_ABI,
                 .file_name = base_name(session_file_name(self)),
                 .language = said,
                 .directory = directory,
                 .args = strings_argv(&arguments),
                 .target_macros = self->compiler.macros }
  };
  options.later = !self->options.dump_tree;
  rd_error err = { 0 };
  rd_status status = rd_server_new(&self->server, &options, &err);
  free(directory);
  free(path);
  strings_free(&arguments);
  if (status)
    return session_fail_error(self, &err);
  return EXIT_DONE;
}

void session_parse_ahead(session *self)
{
  rd_options options = session_reduce_options(self);
  const char *view;
  uint32_t prepare;
  if (!rd_first_parse(&view, &prepare, &options, NULL))
    rd_server_parse_ahead(self->server, view, self->text, self->size, prepare);
}

/* No front end reads the source. */
static void notice_fallback(session *self)
{
  const char *file = session_file_name(self), *said = names_language(self);
  language kind = said ? language_named(said) : LANGUAGE_UNKNOWN;
  const char *title = language_title(kind ? kind : language_of_file(file));
  progress_notice(&self->progress,
                  "no front end reads %s%s%s; it is reduced by balanced tokens "
                  "and lines",
                  file, title ? ", which is " : "", title ? title : "");
}

exit_code session_await_server(session *self)
{
  rd_error err = { 0 };
  if (rd_server_ready(self->server, &err))
    return session_fail_error(self, &err);
  const rd_choice *choice = rd_server_choice(self->server);
  progress_detail(&self->progress, "front end: %s", choice->frontend);
  const char *notice = rd_server_notice(self->server);
  if (notice)
    progress_notice(&self->progress, "%s", notice);
  else if (choice->is_fallback)
    notice_fallback(self);
  return EXIT_DONE;
}

static exit_code probe_compiler(session *self)
{
  rd_error err = { 0 };
  if (compiler_probe(&self->compiler, &self->run, &self->command, self->input,
                     self->input_size, &err))
    return session_fail_error(self, &err);
  progress_detail(&self->progress, "compiler: %s (%s)",
                  compiler_family_name(self->compiler.family),
                  self->compiler.version);
  if (!self->options.test) {
    invocation_use use = { .extra = &self->compiler.extra };
    invocation_build(&self->argv, &self->command, &use);
    char *line = words_join(strings_argv(&self->argv));
    progress_detail(&self->progress, "a test runs: %s", line);
    free(line);
  }
  return EXIT_DONE;
}

/* Finds options with which the file crashes, if that is asked for. */
static exit_code find_options(session *self)
{
  bool found = false;
  exit_code code = find_flags(&found, self);
  if (!found)
    return code;
  compiler_dispose(&self->compiler);
  strings_free(&self->argv);
  return probe_compiler(self);
}

exit_code session_start(session *self)
{
  rd_error err = { 0 };
  if (runner_init(&self->run, &err))
    return session_fail_error(self, &err);
  self->has_runner = true;
  self->run.stop = &interrupt_signal;
  runner_add_environment(&self->run, &self->given->environment);
  exit_code code = session_make_slots(self, 1);
  if (!code && self->has_command)
    code = probe_compiler(self);
  if (!code && !self->options.dump_tree)
    code = find_options(self);
  if (!code)
    code = start_server(self);
  /* Files with includes are most often preprocessed first. */
  if (!code && !self->options.dump_tree &&
      !has_includes(self->text, self->size))
    session_parse_ahead(self);
  return code;
}
