/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the file that GCC stores as /tmp/ccXXXXXX.out when it has crashed three
 * times in the same way.
 *
 *   // Target: x86_64-linux-gnu
 *   // Configured with: ../src/configure ... --host=x86_64-linux-gnu ...
 *   // gcc version 12.2.0 (Debian 12.2.0-14+deb12u1)
 *   //
 *   // input.c:178:7: internal compiler error: in ...
 *
 *   // /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet -D X=a b input.c -quiet
 *   //     -dumpbase input.c ... -O0 -w -freport-bug -o - -frandom-seed=0
 *
 *   # 0 "input.c"
 *   the preprocessed source
 *
 * The command, one line in the file, is that of cc1, and its words are not
 * quoted. A report needs the driver's command. The driver is found from the
 * version, the target and the path of cc1. Arguments that only cc1 knows, that
 * concern files, or that are for the preprocessor are dropped; words with
 * blanks occur only among those. The rest are the user's own and a few harmless
 * ones that the driver adds itself. If the driver does not crash, cc1 itself is
 * the second choice.
 *
 * The lines before the source are not part of it: with -std=c90 they would not
 * even be comments.
 */
#include "intake/forms.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/invocation.h"

/* The compilers that such files are written for. */
typedef struct front_end {
  const char *name, *driver, *suffix; /* of a preprocessed source */
} front_end;

/* NULL: the word names none. */
static const front_end *find_front_end(const char *word)
{
  static const front_end rows[] = { { "cc1", "gcc", ".i" },
                                    { "cc1plus", "g++", ".ii" },
                                    { "cc1obj", "gcc", ".mi" },
                                    { "cc1objplus", "g++", ".mii" } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(base_name(word), rows[i].name))
      return &rows[i];
  return NULL;
}

/* A report, split. */
typedef struct report {
  const char *path;
  char *target, *configured, *version; /* NULL: unknown */
  strings command;                     /* cc1's */
  const front_end *proper;             /* that it runs */
  size_t source;                       /* offset of the source */
} report;

static void report_dispose(report *self)
{
  free(self->target);
  free(self->configured);
  free(self->version);
  strings_free(&self->command);
}

static bool begins_so(const char *text)
{
  return starts_with(text, "// Target: ");
}

/* A plain source may also begin with such a comment. */
bool gcc_report_is(const char *text)
{
  return begins_so(text) && strstr(text, "\n// gcc version ");
}

/* ---- the file ---- */

/* Splits at blanks, since the line has no quotes. */
static void split(strings *out, const char *line)
{
  while (*(line += strspn(line, " \t\r"))) {
    size_t size = strcspn(line, " \t\r");
    strings_take(out, mem_copy_bytes(line, size));
    line += size;
  }
}

static void take(char **to, const char *said, const char *prefix)
{
  if (!*to && starts_with(said, prefix))
    *to = mem_copy(said + strlen(prefix));
}

/* Reads a line of the head, without its slashes. */
static void read_said(report *out, const char *said)
{
  strings words = { 0 };
  take(&out->target, said, "Target: ");
  take(&out->configured, said, "Configured with: ");
  take(&out->version, said, "gcc version ");
  split(&words, said);
  const front_end *found =
      words.size > 1 ? find_front_end(words.data[0]) : NULL;
  if (found) {
    strings_free(&out->command);
    out->command = words;
    out->proper = found;
  } else {
    strings_free(&words);
  }
}

static rd_status read_head(report *out, const char *text, rd_error *err)
{
  const char *at = text, *end = text + strlen(text);
  while (at < end && (starts_with(at, "//") || *at == '\n' || *at == '\r')) {
    char *line = next_line(&at, end);
    if (starts_with(line, "//"))
      read_said(out, line + 2 + (line[2] == ' '));
    free(line);
  }
  out->source = (size_t)(at - text);
  if (!begins_so(text))
    return rd_fail(
        err, RD_ERR_INVALID,
        "%s is not a report of GCC: those begin with \"// Target:\"; to "
        "reduce it as a source, give the compiler after --",
        out->path);
  if (!out->command.size)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s has no line with the command of cc1; the report is "
                   "damaged",
                   out->path);
  if (at == end)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s has no source after the command of cc1; the report is "
                   "cut off",
                   out->path);
  return RD_OK;
}

/* ---- the driver ---- */

/* The value of --host= or the like in "Configured with"; caller's, or NULL. */
static char *configured_as(const report *from, const char *option)
{
  const char *at = from->configured ? strstr(from->configured, option) : NULL;
  if (!at)
    return NULL;
  at += strlen(option);
  return mem_copy_bytes(at, strcspn(at, " '\""));
}

/* Was it configured for a machine other than its host? */
static bool is_cross(const report *from)
{
  char *host = configured_as(from, " --host=");
  char *target = configured_as(from, " --target=");
  if (!host)
    host = configured_as(from, " --build=");
  bool cross = target && (!host || strcmp(host, target) != 0);
  free(target);
  free(host);
  return cross;
}

/* The names under which such a driver may be installed, likeliest first. */
static void driver_names(strings *out, const report *from)
{
  const char *driver = from->proper->driver;
  const char *version = from->version ? from->version : "";
  int number = (int)strcspn(version, " ");
  int major = (int)strspn(version, "0123456789");
  bool cross = is_cross(from);
  for (int prefixed = cross; prefixed <= 1; prefixed++) {
    const char *target = prefixed && from->target ? from->target : "";
    const char *dash = *target ? "-" : "";
    if (major)
      strings_take(
          out, mem_format("%s%s%s-%.*s", target, dash, driver, major, version));
    if (number > major)
      strings_take(out, mem_format("%s%s%s-%.*s", target, dash, driver, number,
                                   version));
  }
  strings_take(out, cross ? mem_format("%s-%s", from->target, driver)
                          : mem_copy(driver));
}

/* The bin/ of the installation that cc1 belongs to; caller's, or NULL. */
static char *own_folder(const report *from)
{
  const char *cc1 = from->command.data[0];
  static const char *const below[] = { "/libexec/gcc/", "/lib/gcc/",
                                       "/lib/gcc-cross/", "/lib64/gcc/" };
  for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
    const char *at = strstr(cc1, below[i]);
    if (at)
      return mem_format("%.*s/bin", (int)(at - cc1), cc1);
  }
  return NULL;
}

/* The program of that name in the folder, by name alone if PATH leads to it;
 * otherwise, if `anywhere`, the one in PATH. Caller's, or NULL. */
static char *find_named(const char *name, const char *folder, bool anywhere)
{
  char *path = mem_format("%s/%s", folder ? folder : ".", name);
  char *own = folder ? path_program(path) : NULL, *file = path_program(name);
  bool by_name = file && (own ? path_same(file, own) : anywhere);
  char *found = by_name ? mem_copy(name) : own ? mem_copy(own) : NULL;
  free(file);
  free(own);
  free(path);
  return found;
}

/* The driver; caller's, or NULL. */
static char *find_driver(const report *from)
{
  strings names = { 0 };
  char *folder = own_folder(from), *found = NULL;
  driver_names(&names, from);
  bool has_proper = path_exists(from->command.data[0]);
  for (size_t i = 0; i < names.size && !found; i++)
    found = find_named(names.data[i], folder, false);
  /* The driver of another installation. The last name has no version, so it
   * counts only for a cross compiler or if the version is unknown. */
  for (size_t i = 0; i < names.size && !found && !has_proper; i++)
    if (names.size == 1 || i + 1 < names.size || is_cross(from))
      found = find_named(names.data[i], NULL, true);
  free(folder);
  strings_free(&names);
  return found;
}

/* ---- the commands ---- */

/* The number of words from `at` on that only cc1 knows. */
static size_t proper_words(const strings *words, size_t at)
{
  static const char *const with_value[] = { "-dumpbase",      "-dumpbase-ext",
                                            "-dumpdir",       "-auxbase",
                                            "-auxbase-strip", "-aux-info" };
  static const char *const alone[] = { "-quiet",           "-version",
                                       "-fpreprocessed",   "-frandom-seed=0",
                                       "-fdump-noaddr",    "-freport-bug",
                                       "-fdirectives-only" };
  for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
    if (!strcmp(words->data[at], with_value[i]))
      return 2;
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (!strcmp(words->data[at], alone[i]))
      return 1;
  return 0;
}

/* Adds cc1's arguments that apply to a preprocessed source; with `all`, also
 * those that only cc1 knows. */
static void add_arguments(strings *out, const strings *words, bool all)
{
  for (size_t i = 1; i < words->size; i++) {
    const char *word = words->data[i];
    size_t own = proper_words(words, i);
    size_t dropped = preprocessing_words(words, i, MACROS_DONE);
    if (!all && own)
      dropped = own;
    /* A word without - is the source, or part of a dropped value. */
    if (word[0] != '-')
      dropped = 1;
    if (!dropped)
      strings_add(out, word);
    bool takes_value = own == 2 || invocation_takes_value(word);
    if (!dropped && takes_value && i + 1 < words->size)
      strings_add(out, words->data[++i]);
    i += dropped ? dropped - 1 : 0;
  }
}

/* "bug.i", from the source's name or else the report's; caller's. */
static char *source_name(const report *from)
{
  const char *name = base_name(from->path);
  const strings *words = &from->command;
  for (size_t i = 1; i + 1 < words->size; i++)
    if (!strcmp(words->data[i], "-dumpbase"))
      name = base_name(words->data[i + 1]);
  const char *dot = strrchr(name, '.');
  size_t stem = dot && dot != name ? (size_t)(dot - name) : strlen(name);
  return mem_format("%.*s%s", (int)stem, name, from->proper->suffix);
}

static compilation *add_compilation(intake *out, const report *from,
                                    const char *program)
{
  compilation *to = intake_add(out);
  to->file = mem_copy(from->path);
  to->preface = from->source;
  to->name = source_name(from);
  to->is_report = true;
  to->origin = mem_format("report of GCC %s", from->path);
  strings_add(&to->command, program);
  return to;
}

static rd_status add_all(intake *out, const report *from, const char *program,
                         rd_error *err)
{
  const char *proper = from->command.data[0];
  char *driver = program ? mem_copy(program) : find_driver(from);
  char *file = program ? NULL : path_program(proper);
  if (driver) {
    compilation *to = add_compilation(out, from, driver);
    add_arguments(&to->command, &from->command, false);
  }
  if (driver && !program && !file)
    strings_take(&out->notes, mem_format("%s is not here; %s is taken for it",
                                         proper, driver));
  if (file) {
    compilation *to = add_compilation(out, from, proper);
    strings_add(&to->command, "-fpreprocessed");
    add_arguments(&to->command, &from->command, true);
  }
  free(file);
  free(driver);
  if (out->size)
    return RD_OK;
  return rd_fail(err, RD_ERR_NOTFOUND,
                 "the compiler of %s, GCC %s for %s, is not here; name one "
                 "after --",
                 from->path, from->version ? from->version : "of some version",
                 from->target ? from->target : "some target");
}

rd_status gcc_report_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err)
{
  report from = { .path = path };
  rd_status status = read_head(&from, text, err);
  if (!status)
    status = add_all(out, &from, program, err);
  report_dispose(&from);
  return status;
}
