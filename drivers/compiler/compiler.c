/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Querying a compiler.
 *
 * What it says of its version, or else its name, identifies the family. Options that we
 * want to add are tried on an empty file first: an old or foreign compiler that
 * complains about one would print that complaint in every test. The front end
 * uses the predefined macros to choose its target.
 */
#include "compiler/compiler.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/errors.h"
#include "compiler/languages.h"
#include "compiler/words.h"

enum { PROBE_MS = 10000 };

static rd_limits probe_limits(const runner *run)
{
  uint32_t ms = run->probe_ms ? run->probe_ms : PROBE_MS;
  return (rd_limits){ .wall_ms = ms, .cpu_ms = ms, .output_bytes = 4u << 20 };
}

/* Runs the compiler on an empty file. */
static rd_status run_empty(rd_run *out, runner *run, strings *words,
                           rd_error *err)
{
  source empty = { .name = "empty.c", .text = "", .size = 0 };
  const rd_limits limits = probe_limits(run);
  return runner_run(out, run, strings_argv(words), &empty, &limits, err);
}

/* Does the compiler accept these words without a complaint? */
static rd_status accepts(bool *out, runner *run, const invocation *command,
                         const char *first, const char *second, rd_error *err)
{
  static const char *const complaints[] = {
    "unrecogni", "unknown", "nsupported", "ignored", "unused",
    "not used",  "invalid", "error",      "don't",
  };
  strings words = { 0 };
  strings_add(&words, command->words.data[0]);
  strings_add(&words, first);
  if (second)
    strings_add(&words, second);
  strings_add(&words, "-E");
  strings_add(&words, "empty.c");
  rd_run got = { 0 };
  rd_status status = run_empty(&got, run, &words, err);
  *out = !status && got.end == RD_END_EXIT && got.status == 0 && got.output;
  for (size_t i = 0; *out && i < sizeof complaints / sizeof *complaints; i++)
    *out = !strstr(got.output, complaints[i]);
  rd_run_dispose(&got);
  strings_free(&words);
  return status;
}

/* Asks for the version with this option. */
static rd_status ask_option(compiler *out, runner *run, const char *program,
                            const char *option, rd_error *err)
{
  const char *const words[] = { program, option, NULL };
  rd_run got = { 0 };
  source none = { 0 };
  const rd_limits limits = probe_limits(run);
  rd_status status = runner_run(&got, run, words, &none, &limits, err);
  if (status)
    return status;
  const char *text = got.output ? got.output : "";
  bool good = got.status == 0 && got.end == RD_END_EXIT;
  out->family = compiler_classify(program, text);
  free(out->version);
  out->version = mem_copy_bytes(text, good ? strcspn(text, "\n") : 0);
  rd_run_dispose(&got);
  return RD_OK;
}

static rd_status ask_version(compiler *out, runner *run,
                             const invocation *command, rd_error *err)
{
  const char *program = command->words.data[0];
  rd_status status =
      ask_option(out, run, program, compiler_version_option(program), err);
  /* cc1 ignores it, and compiles its (empty) input. */
  if (!status && !*out->version && command->raw)
    status = ask_option(out, run, program, "-version", err);
  return status;
}

/* The command's own arguments with -E -dM on an empty file. */
static rd_status ask_macros(compiler *out, runner *run,
                            const invocation *command, rd_error *err)
{
  invocation_use use = { .mode = "-E -dM", .file = "empty.c" };
  strings words = { 0 };
  invocation_build(&words, command, &use);
  rd_run got = { 0 };
  rd_status status = run_empty(&got, run, &words, err);
  strings_free(&words);
  if (!status && got.end == RD_END_EXIT && got.status == 0 && got.output &&
      strstr(got.output, "#define "))
    out->macros = mem_copy(got.output);
  rd_run_dispose(&got);
  return status;
}

static void add_folder(strings *out, const invocation *command,
                       const char *folder)
{
  if (!strings_has(out, folder) && !invocation_searches(command, folder))
    strings_add(out, folder);
}

/* Adds the folders of the source and of the other files that are reduced, but of
 * several files those that the command searches: it finds what is reduced in the
 * folder of a test before what else is there. */
static void add_folders(strings *out, const invocation *command)
{
  if (!command->files.size)
    strings_add(out, command->directory);
  else
    add_folder(out, command, command->directory);
  for (size_t i = 0; i < command->files.size; i++) {
    char *path = path_absolute(command->cwd, command->files.data[i]);
    char *folder = path_directory(path);
    add_folder(out, command, folder);
    free(folder);
    free(path);
  }
}

/* The option for that in another language than C; NULL: none. Several files name what
 * is read, and what they make, such as modules, is not what lies there from before. */
static const char *beside_option(const compiler *self,
                                 const invocation *command)
{
  const char *said = language_said(&command->words, command->file);
  return command->files.size || (command->foreign && !self->family)
             ? NULL
             : language_beside(language_of(said, command->name),
                               compiler_family_name(self->family));
}

/* What a text in such a language reads is known to the compiler alone: where it
 * misses a file, it is told the folder of the text, in which some programs look, and
 * that of the command, in which others do. */
static rd_status add_beside(compiler *out, runner *run,
                            const invocation *command, const source *text,
                            rd_error *err)
{
  const char *option = beside_option(out, command);
  if (!option)
    return RD_OK;
  strings words = { 0 }, folders = { 0 };
  rd_run got = { 0 };
  const rd_limits limits = probe_limits(run);
  invocation_build(&words, command, &(invocation_use){ 0 });
  rd_status status =
      runner_run(&got, run, strings_argv(&words), text, &limits, err);
  if (!status && got.output && errors_is_missing(got.output)) {
    strings_add(&folders, command->directory);
    add_folder(&folders, command, command->cwd);
  }
  for (size_t i = 0; i < folders.size; i++) {
    textbuf line = { 0 };
    text_puts(&line, option);
    words_quote(&line, folders.data[i]);
    (void)words_split(&out->extra, line.data);
    text_free(&line);
  }
  rd_run_dispose(&got);
  strings_free(&folders);
  strings_free(&words);
  return status;
}

rd_status compiler_probe(compiler *out, runner *run, invocation *command,
                         const char *text, size_t size, rd_error *err)
{
  *out = (compiler){ 0 };
  rd_status status = ask_version(out, run, command, err);
  bool quiet = false, quote = false;
  const source input = { command->name, text, size };
  if (!status)
    status = add_beside(out, run, command, &input, err);
  bool beside = out->extra.size;
  if (command->foreign && !compiler_family_drives(out->family))
    return status;
  if (!status && out->family == FAMILY_CLANG && !command->raw &&
      !strings_has(&command->words, "-fno-crash-diagnostics"))
    status = accepts(&quiet, run, command, "-fno-crash-diagnostics", NULL, err);
  if (quiet)
    strings_add(&out->extra, "-fno-crash-diagnostics");
  /* Quoted names are looked up beside the file, which is now elsewhere. */
  bool includes = !beside && has_includes(text, size);
  if (!status && includes)
    status = accepts(&quote, run, command, "-iquote", command->directory, err);
  strings folders = { 0 };
  if (includes)
    add_folders(&folders, command);
  for (size_t i = 0; i < folders.size; i++) {
    if (quote)
      strings_add(&out->extra, "-iquote");
    strings_take(&out->extra,
                 mem_format("%s%s", quote ? "" : "-I", folders.data[i]));
  }
  strings_free(&folders);
  if (!status)
    status = ask_macros(out, run, command, err);
  if (out->macros) {
    invocation_adopt(command);
  } else if (command->foreign) { /* another GNU program, such as bash or as */
    out->family = FAMILY_OTHER;
    strings_free(&out->extra);
  }
  if (status)
    compiler_dispose(out);
  return status;
}

char *compiler_number(const char *line)
{
  char *found = NULL;
  while (*line && *line != '\n') {
    /* "v20.20.2", "go1.19.8" */
    size_t letters = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    line += isdigit((unsigned char)line[letters]) ? letters : 0;
    size_t size = strspn(line, "0123456789.");
    while (size && line[size - 1] == '.')
      size--;
    if (isdigit((unsigned char)*line) && memchr(line, '.', size)) {
      free(found);
      found = mem_copy_bytes(line, size);
    }
    line += strcspn(line, " \n(,");
    line += *line && *line != '\n';
  }
  return found;
}

void compiler_dispose(compiler *self)
{
  free(self->version);
  free(self->macros);
  strings_free(&self->extra);
  *self = (compiler){ 0 };
}

void compiler_add_folders(strings *out, const compiler *self,
                          compiler_family family)
{
  bool quote = family == FAMILY_GCC || family == FAMILY_CLANG;
  for (size_t i = 0; i < self->extra.size; i++) {
    const char *word = self->extra.data[i];
    const char *folder = word + (starts_with(word, "-I") ? 2 : 0);
    if (*folder != '/')
      continue;
    if (quote)
      strings_add(out, "-iquote");
    strings_take(out, mem_format("%s%s", quote ? "" : "-I", folder));
  }
}

void compiler_add_extra(strings *out, const compiler *self)
{
  bool quote = strings_has(&self->extra, "-iquote");
  strings_add_all(out, &self->extra);
  compiler_add_folders(out, self, quote ? FAMILY_OTHER : FAMILY_GCC);
}

const char *compiler_syntax_options(const compiler *self)
{
  return language_check_options(compiler_family_name(self->family));
}

const char *compiler_target(const strings *words)
{
  static const char with_value[] = "--target=";
  const char *found = NULL;
  for (size_t i = 1; i < words->size; i++) {
    const char *word = words->data[i];
    bool apart = !strcmp(word, "-target") || !strcmp(word, "--target") ||
                 !strcmp(word, "-triple");
    if (apart && i + 1 < words->size)
      found = words->data[i + 1];
    else if (starts_with(word, with_value))
      found = word + strlen(with_value);
  }
  return found;
}

static const char *skip_blanks(const char *at, const char *end)
{
  while (at < end && strchr(" \t\f\v", *at) && *at)
    at++;
  return at;
}

/* What follows this directive on the line; NULL: it is another line. */
static const char *behind_directive(const char *at, const char *end,
                                    const char *name)
{
  size_t size = strlen(name);
  at = skip_blanks(at, end);
  if (at == end || *at != '#')
    return NULL;
  at = skip_blanks(at + 1, end);
  return (size_t)(end - at) >= size && !memcmp(at, name, size) ? at + size
                                                               : NULL;
}

static bool is_include(const char *at, const char *end)
{
  return behind_directive(at, end, "include") ||
         behind_directive(at, end, "import") ||
         behind_directive(at, end, "embed");
}

static bool is_macro(const char *at, const char *end)
{
  at = behind_directive(at, end, "define");
  const char *name = at ? skip_blanks(at, end) : NULL;
  if (!name || name == at)
    return false;
  for (at = name; at < end && (isalnum((unsigned char)*at) || *at == '_'); at++)
    ;
  return at > name && at < end && *at == '(';
}

static bool has_line(const char *text, size_t size,
                     bool (*is_wanted)(const char *at, const char *end))
{
  const char *end = text + size, *stop;
  for (const char *line = text; line < end; line = stop + (stop < end)) {
    stop = memchr(line, '\n', (size_t)(end - line));
    stop = stop ? stop : end;
    if (is_wanted(line, stop))
      return true;
  }
  return false;
}

bool has_includes(const char *text, size_t size)
{
  return has_line(text, size, is_include);
}

bool has_macros(const char *text, size_t size)
{
  return has_line(text, size, is_macro);
}
