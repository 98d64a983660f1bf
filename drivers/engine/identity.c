/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Paths are left out, contents are not: a driver of two machines may be in
 * different folders, and two of the same version may differ in a patch. What a
 * driver starts is asked from it, as -print-prog-name. Most of clang is in
 * libraries, which the loader lists.
 */
#include "engine/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/modules.h"
#include "compiler/compiler.h"
#include "compiler/languages.h"
#include "engine/headers.h"
#include "engine/net.h"

/* Options that load, start or read something else, or depend on the processor. A
 * word that begins so is refused. */
static const char *const refused[] = {
  "@",
  "-wrapper",
  "-fplugin",
  "-load",
  "-B",
  "-specs",
  "--specs",
  "-fuse-ld",
  "-include",
  "-imacros",
  "-Xclang",
  "-Wp,",
  "-Wa,",
  "-Wl,",
  "-Xassembler",
  "-Xlinker",
  "-T",
  "-L",
  "--sysroot",
  "-isysroot",
  "-iplugindir",
  "-march=native",
  "-mtune=native",
  "-mcpu=native",
};
enum { REFUSED = sizeof refused / sizeof *refused };

const char *identity_refused(const strings *words)
{
  for (size_t i = 1; i < words->size; i++)
    for (size_t j = 0; j < REFUSED; j++)
      if (starts_with(words->data[i], refused[j]))
        return refused[j];
  return NULL;
}

/* Does a word name a place of this machine, other than where headers come from, or
 * one of the files? */
static bool names_place(const strings *words, const strings *files)
{
  for (size_t i = 1, begin; i < words->size; i++) {
    size_t folder = headers_folder(&begin, words, i);
    const char *word = words->data[i];
    if (folder)
      i = folder;
    else if (strchr(word, '/') && !starts_with(word, "-D") &&
             !(files && strings_has(files, word)))
      return true;
  }
  return false;
}

const char *identity_obstacle(const strings *words, const strings *environment,
                              const source *text, const strings *files)
{
  if (environment->size)
    return "the command needs variables";
  if (text && has_includes(text->text, text->size))
    return "the file includes others";
  return identity_refused(words) || names_place(words, files)
             ? "the command uses more of this machine than its compiler"
             : NULL;
}

/* What is being found out. */
typedef struct asking {
  runner *run;
  bool failed; /* a run says nothing, not even that the command fails */
  textbuf facts;
} asking;

/* What the command prints; caller's, NULL: it fails. */
static char *ask(asking *self, const char *program, const char *option)
{
  const char *argv[] = { program, option, NULL };
  const rd_limits limits = { .wall_ms = 60000 };
  source none = { 0 };
  rd_run got = { 0 };
  char *said = NULL;
  if (runner_run(&got, self->run, argv, &none, &limits, NULL)) {
    self->failed = true;
    return NULL;
  }
  self->failed |= got.end != RD_END_EXIT && got.end != RD_END_NOSTART;
  if (got.end == RD_END_EXIT && !got.status)
    said = mem_copy_bytes(got.output ? got.output : "", got.output_size);
  rd_run_dispose(&got);
  return said;
}

static bool add_file(textbuf *out, const char *path)
{
  char *text = NULL;
  size_t size = 0;
  if (file_read(&text, &size, path, NULL))
    return false;
  net_hash hash = net_hash_of(text, size);
  text_add(out, &hash, sizeof hash);
  free(text);
  return true;
}

/* Adds the programs that the driver names with a path. */
static void add_programs(asking *self, const char *program)
{
  static const char *const names[] = { "cc1",        "cc1plus", "cc1obj",
                                       "cc1objplus", "f951",    "d21",
                                       "gnat1",      "go1",     "cc1gm2",
                                       "as" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *option = mem_format("-print-prog-name=%s", names[i]);
    char *path = ask(self, program, option);
    if (path && *path == '/') {
      path[strcspn(path, "\n")] = 0;
      (void)add_file(&self->facts, path);
    }
    free(path);
    free(option);
  }
}

/* Adds the libraries that matter, of the lines "NAME => PATH (ADDRESS)". */
static void add_libraries(asking *self, const char *program)
{
  static const char *const marks[] = { "libLLVM", "libclang", "librustc_driver",
                                       "libreduce" };
  char *list = ask(self, "ldd", program);
  const char *at = list ? list : "", *end = at + strlen(at);
  while (at < end) {
    char *line = next_line(&at, end), *path = strstr(line, "=> /");
    size_t mark = 0;
    while (mark < sizeof marks / sizeof *marks && !strstr(line, marks[mark]))
      mark++;
    if (path && mark < sizeof marks / sizeof *marks) {
      path += 3;
      path[strcspn(path, " ")] = 0;
      (void)add_file(&self->facts, path);
    }
    free(line);
  }
  free(list);
}

/* The digits of the facts, caller's; NULL: something could not be asked. */
static char *finish(asking *self)
{
  net_hash hash = net_hash_of(self->facts.data, self->facts.size);
  text_free(&self->facts);
  return self->failed
             ? NULL
             : mem_format("%016llx%016llx", (unsigned long long)hash.high,
                          (unsigned long long)hash.low);
}

char *identity_find(runner *run, const char *program)
{
  asking self = { .run = run };
  char *path = path_program(program);
  char *version = path ? ask(&self, path, "--version") : NULL;
  char *target = path ? ask(&self, path, "-dumpmachine") : NULL;
  if (path && add_file(&self.facts, path)) {
    text_printf(&self.facts, "%d", NET_VERSION);
    text_puts(&self.facts, version ? version + strcspn(version, " \n") : "");
    text_puts(&self.facts, target ? target : "");
    add_programs(&self, path);
    add_libraries(&self, path);
    for (size_t i = 0; i < REFUSED; i++)
      text_puts(&self.facts, refused[i]);
  } else {
    self.failed = true;
  }
  free(target);
  free(version);
  free(path);
  return finish(&self);
}

/* ---- what reduces ---- */

/* May it load libraries? */
static bool is_program(const char *path)
{
  return ends_with(path, ".so") || !access(path, X_OK);
}

/* Adds the programs and front ends, and the libraries that they load. */
static void add_parts(asking *self)
{
  char *main_program = modules_program("clang-hdd-main");
  char *path = main_program ? realpath(main_program, NULL) : NULL;
  char *folder = path ? path_directory(path) : NULL;
  strings names = { 0 };
  if (folder)
    (void)folder_list(&names, folder);
  for (size_t i = 0; i < names.size; i++) {
    char *part = mem_format("%s/%s", folder, names.data[i]);
    text_puts(&self->facts, names.data[i]);
    if (add_file(&self->facts, part) && is_program(part))
      add_libraries(self, part);
    free(part);
  }
  strings_free(&names);
  free(folder);
  free(path);
  free(main_program);
}

/* Adds the compilers of the judges' names, with a version or without (judge.c). */
static void add_judges(textbuf *out)
{
  enum { OLDEST = 4, NEWEST = 30 };
  const language_judge *row;
  for (size_t i = 0; (row = language_judge_at(LANGUAGE_C, i)); i++)
    for (int version = OLDEST - 1; version <= NEWEST; version++) {
      char *name = version < OLDEST
                       ? mem_copy(row->program)
                       : mem_format("%s-%d", row->program, version);
      char *path = path_program(name);
      if (path)
        text_puts(out, name);
      if (path)
        (void)add_file(out, path);
      free(path);
      free(name);
    }
}

char *identity_reducer(runner *run)
{
  asking self = { .run = run };
  text_puts(&self.facts, HDD_VERSION);
  add_parts(&self);
  add_judges(&self.facts);
  text_printf(&self.facts, "%llu", (unsigned long long)runner_usual_memory());
  return finish(&self);
}
