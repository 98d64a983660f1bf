/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the installed compilers.
 *
 * PATH is read as a shell reads it: the first program of a name hides later
 * ones. Distributions have many names for one compiler (gcc, gcc-12,
 * x86_64-linux-gnu-gcc-12), as links or scripts. A file therefore counts once,
 * and so do programs that print the same version for the same target. A link to
 * a cache of results (ccache's gcc) is not a compiler; the real one is later in
 * PATH. Folders are read in the order of names, not of the disk.
 */
#include "triage/installed.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/launchers.h"

enum {
  ASK_MS = 2000,
  ASK_BYTES = 1 << 16,
  FOUND_MOST = 64,
  ASKED_MOST = 256,
  HANGS_MOST = 3 /* number of timeouts after which no more programs are asked */
};
static const rd_limits ask_limits = { .wall_ms = ASK_MS,
                                      .cpu_ms = ASK_MS,
                                      .output_bytes = ASK_BYTES };

/* ---- names ---- */

static const struct {
  language of;
  bool is_one;
  const char *expression;
} rows[] = {
#define COMPILER(id, expression) { LANGUAGE_##id, true, "^(" expression ")$" },
#define NOT_COMPILER(id, expression)                                           \
  { LANGUAGE_##id, false, "^(" expression ")$" },
#include "compiler/languages.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The language whose rows apply to a text in this one. */
static language language_of_rows(language self)
{
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].of == self)
      return self;
  return LANGUAGE_C;
}

/* The expressions are compiled once: PATH has thousands of names, and compiling
 * them for each took half a second. */
bool installed_is_compiler(const char *name, language of)
{
  static struct {
    regex_t compiled;
    bool ready;
  } expressions[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    if (of && rows[i].of != of)
      continue;
    if (!expressions[i].ready &&
        regcomp(&expressions[i].compiled, rows[i].expression,
                REG_EXTENDED | REG_NOSUB))
      abort(); /* the unit test tries each row */
    expressions[i].ready = true;
    if (!regexec(&expressions[i].compiled, name, 0, NULL, 0))
      return rows[i].is_one;
  }
  return false;
}

/* ---- versions and targets ---- */

/* The target between a mark and an end; caller's, or NULL. */
static char *target_behind(const char *output, const char *mark,
                           const char *ends)
{
  const char *at = strstr(output, mark);
  at = at ? at + strlen(mark) : NULL;
  size_t size = at ? strcspn(at, ends) : 0;
  return at && memchr(at, '-', size) ? mem_copy_bytes(at, size) : NULL;
}

/* "tcc version 0.9.27 (i386 Linux)" is for i386-linux; caller's, or NULL. */
static char *tcc_target(const char *output)
{
  const char *at = strstr(output, "tcc version ");
  at = at ? strchr(at, '(') : NULL;
  char *found = at ? mem_copy_bytes(at + 1, strcspn(at + 1, ")\n")) : NULL;
  for (char *c = found; c && *c; c++)
    *c = *c == ' ' ? '-' : (char)tolower((unsigned char)*c);
  return found;
}

char *target_of(const char *output)
{
  char *found = target_behind(output, "\nTarget: ", " \n");
  if (!found)
    found = target_behind(output, " for ", " \n");
  /* "GNU C17 (Debian 12.2.0-14) version 12.2.0 (x86_64-linux-gnu)" */
  const char *version = strstr(output, ") version ");
  if (!found && version)
    found = target_behind(version, " (", ") \n");
  if (!found)
    found = tcc_target(output);
  return found ? found : mem_copy("");
}

int version_compare(const char *a, const char *b)
{
  while (*a && *b) {
    char *a_end, *b_end;
    unsigned long x = strtoul(a, &a_end, 10), y = strtoul(b, &b_end, 10);
    if (x != y)
      return x < y ? -1 : 1;
    if (a_end == a || b_end == b)
      return strcmp(a, b);
    a = a_end + (*a_end == '.');
    b = b_end + (*b_end == '.');
  }
  return (*a != 0) - (*b != 0);
}

/* The size of the machine in a target: i386 to i686 are the same. */
static size_t machine_size(const char *target)
{
  return strcspn(target, "-");
}

static bool is_i86(const char *target)
{
  return target[0] == 'i' && isdigit((unsigned char)target[1]) &&
         starts_with(target + 2, "86") && machine_size(target) == 4;
}

bool target_fits(const char *a, const char *b)
{
  size_t size = machine_size(a);
  return !*a || !*b || (is_i86(a) && is_i86(b)) ||
         (size == machine_size(b) && !strncmp(a, b, size));
}

/* ---- asking ---- */

/* The program's output for an option; NULL if it fails. *hangs_out is set only
 * if it timed out. */
static rd_status ask_option(char **out, bool *hangs_out, runner *run,
                            const char *path, const char *option, rd_error *err)
{
  const char *words[] = { path, option, NULL };
  source none = { 0 };
  rd_run got = { 0 };
  rd_status status = runner_run(&got, run, words, &none, &ask_limits, err);
  *out = NULL;
  if (!status && got.end == RD_END_EXIT && !got.status && got.output)
    *out = mem_copy(got.output);
  if (!status && (got.end == RD_END_WALL || got.end == RD_END_CPU))
    *hangs_out = true;
  rd_run_dispose(&got);
  return status;
}

/* Reads the version from the output of --version. The name at its beginning may
 * differ from the program's, if the program is a script that runs it. */
static void read_version(installed *to, const char *output)
{
  size_t size = strcspn(output, "\n");
  size_t name_size = strcspn(output, " \n");
  char *name = mem_copy_bytes(output, name_size);
  bool named = installed_is_compiler(base_name(name), LANGUAGE_UNKNOWN);
  size_t begin = named && name_size < size ? name_size + 1 : 0;
  free(name);
  to->family = compiler_classify(to->program, output);
  to->line = mem_copy_bytes(output + begin, size - begin);
  to->version = compiler_number(to->line);
  if (!to->version)
    to->version = mem_copy("");
  to->target = target_of(output);
}

/* Does what installed_ask does; *hangs_out: the program hangs. */
static rd_status ask_program(installed *out, bool *hangs_out, runner *run,
                             const char *program, const char *path,
                             rd_error *err)
{
  *out = (installed){ .program = mem_copy(program), .path = mem_copy(path) };
  /* "-version" is for cc1, which ignores "--version". */
  const char *const options[] = { compiler_version_option(program), "-version",
                                  "-v" };
  char *output = NULL;
  rd_status status = RD_OK;
  for (size_t i = 0;
       i < sizeof options / sizeof *options && !status && !*hangs_out; i++) {
    if (output && *output)
      break;
    free(output);
    status = ask_option(&output, hangs_out, run, path, options[i], err);
  }
  if (!status)
    read_version(out, output ? output : "");
  free(output);
  output = NULL;
  if (!status && out->family == FAMILY_GCC && !*hangs_out)
    status = ask_option(&output, hangs_out, run, path, "-dumpmachine", err);
  /* A single word is an answer, not a complaint. */
  if (output && output[strcspn(output, " :\n")] == '\n') {
    free(out->target);
    out->target = mem_copy_bytes(output, strcspn(output, "\n"));
  }
  free(output);
  return status;
}

rd_status installed_ask(installed *out, runner *run, const char *program,
                        const char *path, rd_error *err)
{
  bool hangs = false;
  return ask_program(out, &hangs, run, program, path, err);
}

static void installed_free(installed *self)
{
  free(self->program);
  free(self->path);
  free(self->line);
  free(self->version);
  free(self->target);
  *self = (installed){ 0 };
}

void installed_dispose(installed_list *self)
{
  for (size_t i = 0; i < self->size; i++)
    installed_free(&self->data[i]);
  free(self->data);
  *self = (installed_list){ 0 };
}

/* ---- finding ---- */

/* Can the path be a compiler? */
static bool is_usable(const char *path)
{
  struct stat info;
  return !stat(path, &info) && S_ISREG(info.st_mode) && !access(path, X_OK) &&
         !launchers_hide(path);
}

/* Adds the paths of a folder's compilers whose names are new. */
static void add_folder(strings *paths, strings *names, language of,
                       const char *folder)
{
  strings here = { 0 };
  (void)folder_list(&here, folder);
  for (size_t i = 0; i < here.size; i++) {
    const char *name = here.data[i];
    char *path = mem_format("%s/%s", folder, name);
    if (installed_is_compiler(name, of) && !strings_has(names, name) &&
        is_usable(path)) {
      strings_add(names, name);
      strings_add(paths, path);
    }
    free(path);
  }
  strings_free(&here);
}

/* Is there an entry for the same file? */
static bool has_file(const installed_list *among, const char *path)
{
  for (size_t i = 0; i < among->size; i++)
    if (path_same(among->data[i].path, path))
      return true;
  return false;
}

/* Is there an entry that reports the same? */
static bool has_twin(const installed_list *among, const installed *of)
{
  for (size_t i = 0; i < among->size; i++) {
    const installed *at = &among->data[i];
    if (at->family == of->family && !strcmp(at->line, of->line) &&
        !strcmp(at->target, of->target))
      return true;
  }
  return false;
}

/* Asks the programs in order, shorter names first. */
static rd_status ask_each(installed_list *out, runner *run,
                          const strings *paths, rd_error *err)
{
  rd_status status = RD_OK;
  unsigned asked = 0, hangs = 0;
  for (size_t i = 0; i < paths->size && out->size < FOUND_MOST &&
                     asked < ASKED_MOST && hangs < HANGS_MOST && !status;
       i++) {
    const char *path = paths->data[i];
    bool hanging = false;
    installed found;
    if (has_file(out, path))
      continue;
    status = ask_program(&found, &hanging, run, base_name(path), path, err);
    asked++;
    hangs += hanging;
    if (status || !*found.line || has_twin(out, &found)) {
      installed_free(&found);
      continue;
    }
    LIST_PUSH(out->data, out->size, found);
  }
  return status;
}

/* Names with a version say more than those without ("gcc-12" before "gcc");
 * then shorter names come before longer ones. */
static int by_use(const void *a, const void *b)
{
  const char *x = base_name(*(char *const *)a);
  const char *y = base_name(*(char *const *)b);
  bool x_number = isdigit((unsigned char)x[strlen(x) - 1]);
  bool y_number = isdigit((unsigned char)y[strlen(y) - 1]);
  if (x_number != y_number)
    return x_number ? -1 : 1;
  size_t x_size = strlen(x), y_size = strlen(y);
  return x_size != y_size ? (x_size < y_size ? -1 : 1) : strcmp(x, y);
}

rd_status installed_find(installed_list *out, runner *run, const char *path,
                         language of, rd_error *err)
{
  strings paths = { 0 }, names = { 0 };
  while (path && *path) {
    size_t size = strcspn(path, ":");
    char *folder = mem_copy_bytes(path, size);
    if (*folder == '/')
      add_folder(&paths, &names, language_of_rows(of), folder);
    free(folder);
    path += size + (path[size] == ':');
  }
  if (paths.size)
    qsort(paths.data, paths.size, sizeof *paths.data, by_use);
  rd_status status = ask_each(out, run, &paths, err);
  strings_free(&names);
  strings_free(&paths);
  return status;
}
