/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the subject, and starts the processes that the reduction needs.
 *
 * Errors are checked in the order in which a user meets them (the file, the
 * names, the compiler, then the output); nothing runs or is written before all
 * checks pass. The keeper is forked before the parse server, and both before
 * anything else.
 */
#include "clang-hdd/subject.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/names.h"
#include "clang-hdd/output.h"
#include "compiler/languages.h"
#include "compiler/words.h"
#include "grammar/folders.h"
#include "wrong/sieve.h"

/* Is it LLVM bitcode, or a wrapper around it? */
static bool is_bitcode(const char *bytes, size_t size)
{
  return size > 4 && (!memcmp(bytes, "BC\xc0\xde", 4) ||
                      !memcmp(bytes, "\xde\xc0\x17\x0b", 4));
}

/* A resumed reduction in place reads the original from its backup. */
static exit_code read_input(subject *self)
{
  const request *asked = self->request;
  char *original = output_backup_path(self->file);
  bool moved = asked->resume && asked->in_place && path_exists(original);
  exit_code code =
      command_read_source(&self->input, &self->input_size,
                          moved ? original : self->file, self->given->preface);
  free(original);
  if (!code && !asked->frontend && is_bitcode(self->input, self->input_size))
    return progress_fail(EXIT_NO_FILE,
                         "%s is bitcode of LLVM; reduce its text, which "
                         "llvm-dis writes, or its bytes with --frontend tokens",
                         self->file);
  return code;
}

static exit_code find_compiler(subject *self)
{
  const compilation *given = self->given;
  rd_error err = { 0 };
  if (compilation_parse(&self->command, given, self->cwd, &err))
    return progress_fail(EXIT_COMPILER, "%s", err.message);
  self->has_command = true;
  self->name = self->command.name;
  return command_check_compiler(self->command.words.data[0]);
}

/* Adds what comes before the words of --test, for --input-as. */
static void add_redirection(subject *self)
{
  const char *const words[] = { "/bin/sh", "-c", "exec \"$@\" <\"$0\"",
                                self->name };
  bool redirected = request_input_way(self->request) == INPUT_STDIN;
  for (size_t i = 0; redirected && i < sizeof words / sizeof *words; i++)
    strings_add(&self->argv, words[i]);
}

/* Adds what comes after the words of --test, for --input-as. */
static void add_names(subject *self)
{
  bool added = request_input_way(self->request) == INPUT_ARGUMENT;
  size_t count = self->files ? self->reduced_count : 1;
  for (size_t i = 0; added && i < count; i++) {
    const char *name = self->files ? self->files->data[i] : self->name;
    char *path = mem_format("%s%s", *name == '-' ? "./" : "", name);
    strings_add(&self->argv, path);
    free(path);
  }
}

/* --test runs no shell: what is for one would become an argument of the script. */
static exit_code refuse_shell(const char *test)
{
  const char *part = path_exists(test) ? NULL : words_find_shell(test, false);
  if (!part)
    return EXIT_DONE;
  return progress_fail(
      EXIT_USAGE,
      "--test: %.*s is for a shell; use -c, which runs one in the "
      "folder of the test, so name the script by its whole path",
      (int)strcspn(part, " \t"), part);
}

/* Is it a text without an interpreter, which a shell would run itself? */
static bool is_for_shell(const char *path)
{
  char *text = NULL;
  size_t size = 0;
  bool is = !file_read(&text, &size, path, NULL) && size &&
            !starts_with(text, "#!") && !memchr(text, '\0', size);
  free(text);
  return is;
}

/* The words of --test: a file name as a whole, or a command. */
static exit_code find_script(subject *self)
{
  const char *test = self->request->test;
  strings words = { 0 };
  exit_code refused = refuse_shell(test);
  if (refused)
    return refused;
  if (path_exists(test))
    strings_add(&words, test);
  else if (!words_split(&words, test) || !words.size)
    return progress_fail(EXIT_SCRIPT, "--test %s names no script", test);
  const char *program = words.data[0];
  /* A bare name is looked up in this folder first, then in PATH. */
  char *path = strchr(program, '/') || path_exists(program)
                   ? path_absolute(self->cwd, program)
                   : path_program(program);
  exit_code code = EXIT_DONE;
  char *found = path ? path_program(path) : NULL;
  if (!found && path && errno == EISDIR)
    code = progress_fail(EXIT_SCRIPT,
                         "script %s is a folder; name a file in it", program);
  else if (!found && path && errno == EACCES)
    code = progress_fail(EXIT_SCRIPT,
                         "script %s is not executable; use chmod +x", program);
  else if (!found)
    code = progress_fail(EXIT_SCRIPT, "script %s is not found", program);
  add_redirection(self);
  if (found && is_for_shell(found))
    strings_add(&self->argv, "/bin/sh");
  size_t first = self->argv.size;
  for (size_t i = 0; !code && i < words.size; i++)
    strings_add(&self->argv, i ? words.data[i] : path);
  if (!code)
    self->script = self->argv.data[first];
  add_names(self);
  free(found);
  free(path);
  strings_free(&words);
  return code;
}

exit_code subject_find(subject *out, const request *asked,
                       const strings *instead)
{
  *out = (subject){ .request = asked };
  out->cwd = getcwd(NULL, 0);
  if (!out->cwd)
    return progress_fail(EXIT_NO_FILE,
                         "the current folder is gone; change to another");
  exit_code code = subject_intake(out, instead);
  if (code)
    return code;
  out->file = out->given->file;
  code = subject_join_files(out);
  out->file_name = out->given->name ? out->given->name : out->given->file;
  if (!out->files)
    out->name = base_name(out->file_name);
  if (!code && !out->files)
    code = read_input(out);
  if (!code)
    code = names_check(asked);
  if (!code && out->given->command.size)
    code = find_compiler(out);
  if (!code && asked->test)
    code = find_script(out);
  return code;
}

/* ---- starting ---- */

/* The command by which the text is read; NULL: it is not known. */
static const invocation *known_command(const subject *self)
{
  return self->has_command     ? &self->command
         : self->seen.is_known ? &self->seen.command
                               : NULL;
}

const char *subject_language(const subject *self)
{
  const char *named = self->request->language;
  const invocation *known = known_command(self);
  if (!named && known)
    return language_said(&known->words, known->file);
  return named && strcmp(named, "none") != 0 ? named : NULL;
}

static void show_reading(void *payload, uint64_t since_ms)
{
  const subject *self = payload;
  progress_reading(self->file_name, since_ms);
}

/* The files of the text; a header is of the language of the source. NULL: the
 * text is one file. Caller's. */
static rd_server_file *list_files(const subject *self, const char *said)
{
  if (!self->files)
    return NULL;
  rd_server_file *out = mem_alloc(self->files->size, sizeof *out);
  language of = language_of(said, self->file_name);
  for (size_t i = 0; i < self->files->size; i++) {
    const char *name = self->files->data[i];
    bool header = language_suffix(name) == SUFFIX_HEADER;
    out[i] = (rd_server_file){
      .name = name,
      .language = said && language_named(said) ? said
                  : header                     ? language_name(of)
                                               : NULL,
      .is_fixed = i >= self->reduced_count,
    };
  }
  return out;
}

static exit_code start_server(subject *self)
{
  strings arguments = { 0 };
  if (known_command(self))
    invocation_arguments(&arguments, known_command(self));
  if (self->request->wrong.code)
    sieve_foreseen(&arguments);
  const char *said = subject_language(self);
  char *path = path_absolute(self->cwd, self->file);
  char *directory =
      self->files ? mem_copy(subject_base(self)) : path_directory(path);
  rd_server_file *files = list_files(self, said);
  rd_server_options options = {
    .version = RD_SERVER_OPTIONS_VERSION,
    .frontend = self->request->frontend,
    .by_semicolons =
        language_base(language_of(said, self->file_name)) != LANGUAGE_UNKNOWN,
    /* Not every word after -x is a language. */
    .or_suffix = said && !language_named(said),
    .stop = &interrupt_signal,
    .waiting = show_reading,
    .waiting_payload = self,
    .options = { .file_name = base_name(self->file_name),
                 .language = said,
                 .directory = directory,
                 .args = strings_argv(&arguments),
                 .target_macros = self->has_command ? self->compiler.macros
                                                    : self->seen.by.macros },
    .files = files,
    .file_count = self->files ? self->files->size : 0
  };
  options.later = !self->request->dump_tree;
  rd_error err = { 0 };
  rd_status status = rd_server_new(&self->server, &options, &err);
  free(files);
  free(directory);
  free(path);
  strings_free(&arguments);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

static exit_code probe_compiler(subject *self)
{
  rd_error err = { 0 };
  if (compiler_probe(&self->compiler, self->run, &self->command, self->input,
                     self->input_size, &err))
    return progress_fail_error(&err);
  progress_detail("compiler: %s (%s)",
                  compiler_family_name(self->compiler.family),
                  self->compiler.version);
  if (!request_has_no_crash(self->request)) {
    invocation_use use = { .extra = &self->compiler.extra };
    invocation_build(&self->argv, &self->command, &use);
    char *line = words_join(strings_argv(&self->argv));
    progress_detail("a test runs: %s", line);
    free(line);
  }
  return EXIT_DONE;
}

/* Finds options with which the file crashes, if requested, and moves headers that
 * are named by options into the text. */
static exit_code adapt_command(subject *self)
{
  bool found = false, moved = false;
  exit_code code = find_flags(&found, self);
  if (!code)
    code = move_includes(&moved, self);
  if (code || !(found || moved))
    return code;
  compiler_dispose(&self->compiler);
  strings_free(&self->argv);
  return probe_compiler(self);
}

exit_code subject_start(subject *self)
{
  bool dumps = self->request->dump_tree;
  rd_error err = { 0 };
  runner *run = mem_alloc(1, sizeof *run);
  if (command_init_runner(run, self->given, !self->request->no_sandbox, &err)) {
    free(run);
    return progress_fail_error(&err);
  }
  run->probe_ms = request_probe_ms(self->request);
  self->run = run;
  exit_code code = self->has_command ? probe_compiler(self) : EXIT_DONE;
  if (!code && !dumps && !self->request->wrong.code)
    code = adapt_command(self);
  if (!code)
    code = subject_watch_script(self);
  if (!code)
    code = start_server(self);
  /* Files with includes are usually preprocessed first. */
  if (!code && !dumps && !has_includes(self->input, self->input_size))
    subject_parse_ahead(self, self->input, self->input_size);
  return code;
}

void subject_dispose(subject *self)
{
  if (self->server)
    rd_server_free(self->server);
  strings_free(&self->argv);
  wrong_case_dispose(&self->wrong);
  script_compiler_dispose(&self->seen);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  if (self->run)
    runner_dispose(self->run);
  free(self->run);
  free(self->input);
  intake_dispose(&self->intake);
  free(self->cwd);
}

/* ---- for the other stages ---- */

const char *const *subject_argv(const subject *self)
{
  return (const char *const *)self->argv.data;
}

source subject_source(const subject *self, const char *text, size_t size)
{
  return (source){ self->name, text, size };
}

void subject_parse_ahead(const subject *self, const char *text, size_t size)
{
  rd_options options = request_options(self->request);
  const char *view;
  uint32_t prepare;
  validity valid = request_validity(self->request);
  bool by_text = subject_wants_judge(self) && valid != VALID_ACCEPTED;
  if (rd_first_parse(&view, &prepare, &options, NULL))
    return;
  if (self->request->wrong.code)
    prepare |= RD_MONITOR;
  rd_server_parse_ahead(self->server, view, text, size, prepare, by_text);
}

bool subject_wants_judge(const subject *self)
{
  validity valid = request_validity(self->request);
  return valid != VALID_ANY && (self->has_command || self->request->reference ||
                                valid != VALID_ORIGINAL);
}

static language language_here(const subject *self)
{
  return language_of(subject_language(self), self->file_name);
}

const char *subject_units(const subject *self)
{
  if (!rd_server_choice(self->server)->is_fallback)
    return NULL;
  return language_base(language_here(self))
             ? "statements, balanced blocks and tokens"
             : "lines, balanced blocks and tokens";
}

/* The grammar that would read the source, or NULL. */
static const grammar *missing_grammar(const subject *self)
{
  const char *said = subject_language(self);
  const grammar *named = said ? grammar_named(said) : NULL;
  return named ? named : grammar_of_file(self->file_name);
}

/* Reports that no front end reads the source. */
static void notice_fallback(const subject *self)
{
  const char *title = language_title(language_here(self));
  const grammar *missing = missing_grammar(self);
  progress_notice("no front end reads %s%s%s; it is reduced by %s%s%s",
                  self->file_name, title ? ", which is " : "",
                  title ? title : "", subject_units(self),
                  missing ? "; its grammar: clang-hdd grammar add " : "",
                  missing ? missing->name : "");
}

exit_code subject_await_server(const subject *self)
{
  rd_error err = { 0 };
  if (rd_server_ready(self->server, &err))
    return progress_fail_error(&err);
  const rd_choice *choice = rd_server_choice(self->server);
  progress_detail("front end: %s", choice->frontend);
  const char *notice = rd_server_notice(self->server);
  if (notice)
    progress_notice("%s", notice);
  else if (choice->is_fallback)
    notice_fallback(self);
  return EXIT_DONE;
}
