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

#include "base/files.h"
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

/* What the command prints; caller's, NULL: it fails. */
static char *ask(runner *run, const char *program, const char *option)
{
  const char *argv[] = { program, option, NULL };
  const rd_limits limits = { .wall_ms = 10000 };
  source none = { 0 };
  rd_run got = { 0 };
  if (runner_run(&got, run, argv, &none, &limits, NULL))
    return NULL;
  char *said = NULL;
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
static void add_programs(textbuf *out, runner *run, const char *program)
{
  static const char *const names[] = { "cc1", "cc1plus", "cc1obj", "as" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *option = mem_format("-print-prog-name=%s", names[i]);
    char *path = ask(run, program, option);
    if (path && *path == '/') {
      path[strcspn(path, "\n")] = 0;
      (void)add_file(out, path);
    }
    free(path);
    free(option);
  }
}

/* Adds the libraries of a compiler, of the lines "NAME => PATH (ADDRESS)". */
static void add_libraries(textbuf *out, runner *run, const char *program)
{
  char *list = ask(run, "ldd", program);
  const char *at = list ? list : "", *end = at + strlen(at);
  while (at < end) {
    char *line = next_line(&at, end), *path = strstr(line, "=> /");
    if (path && (strstr(line, "libLLVM") || strstr(line, "libclang"))) {
      path += 3;
      path[strcspn(path, " ")] = 0;
      (void)add_file(out, path);
    }
    free(line);
  }
  free(list);
}

char *identity_find(runner *run, const char *program)
{
  char *path = path_program(program);
  char *version = path ? ask(run, path, "--version") : NULL;
  char *target = path ? ask(run, path, "-dumpmachine") : NULL;
  textbuf facts = { 0 };
  char *digits = NULL;
  if (path && add_file(&facts, path)) {
    text_puts(&facts, version ? version + strcspn(version, " \n") : "");
    text_puts(&facts, target ? target : "");
    add_programs(&facts, run, path);
    add_libraries(&facts, run, path);
    for (size_t i = 0; i < REFUSED; i++)
      text_puts(&facts, refused[i]);
    net_hash hash = net_hash_of(facts.data, facts.size);
    digits = mem_format("%016llx%016llx", (unsigned long long)hash.high,
                        (unsigned long long)hash.low);
  }
  text_free(&facts);
  free(target);
  free(version);
  free(path);
  return digits;
}
