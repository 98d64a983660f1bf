/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the script that clang leaves in /tmp when it crashes.
 *
 *   # Crash reproducer for Debian clang version 14.0.6
 *   # Driver args: "-O1" "-c" "input.c" "-I" "in c"
 *   # Original command:  "/usr/lib/llvm-14/bin/clang" "-cc1" ... "input.c"
 *    "/usr/lib/llvm-14/bin/clang" "-cc1" ... "-x" "c" "input-a6c088.c"
 *
 * The last line is the command to run, in the folder of the script. The
 * includes of the source beside it are expanded, its macros are not. That
 * command is internal to clang: dozens of arguments that nobody typed and that
 * differ between versions. The driver's arguments are therefore tried first:
 * that command can be shown, other compilers understand it, and its options can
 * be reduced. The last line is the second choice, for drivers whose name or
 * configuration file chose the target. Scripts of old versions have no "Driver
 * args".
 *
 * The path of the compiler is often one that nobody types, and may not exist on
 * the reader's machine. The compiler is then searched for by name and version.
 * A name in PATH that leads to the same file is shown instead of the path.
 */
#include "intake/forms.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/invocation.h"
#include "compiler/words.h"

static const char head[] = "# Crash reproducer for ";
static const char driver_head[] = "# Driver args:";
static const char original_head[] = "# Original command:";

/* A script, split. */
typedef struct script {
  const char *path;
  strings driver;   /* the driver's arguments; empty: unknown */
  strings original; /* the command that crashed */
  strings command;  /* the one to run */
  char *version;    /* after the head; may be empty */
} script;

static void script_dispose(script *self)
{
  strings_free(&self->driver);
  strings_free(&self->original);
  strings_free(&self->command);
  free(self->version);
}

bool reproducer_is(const char *text)
{
  return starts_with(text, head);
}

/* ---- the script ---- */

static rd_status read_line(script *out, const char *line, rd_error *err)
{
  const char *first = line + strspn(line, " \t\r");
  strings *to = NULL;
  if (starts_with(first, head)) {
    free(out->version);
    out->version = mem_copy(first + strlen(head));
  } else if (starts_with(first, driver_head)) {
    to = &out->driver;
    first += strlen(driver_head);
  } else if (starts_with(first, original_head)) {
    to = &out->original;
    first += strlen(original_head);
  } else if (*first && *first != '#' && !out->command.size) {
    to = &out->command;
  }
  if (to && !words_split(to, first))
    return rd_fail(err, RD_ERR_INVALID,
                   "%s: a quote is not closed; the script is cut off or was "
                   "edited",
                   out->path);
  return RD_OK;
}

static rd_status read_script(script *out, const char *text, rd_error *err)
{
  const char *at = text, *end = text + strlen(text);
  rd_status status = RD_OK;
  out->version = mem_copy("");
  while (at < end && !status) {
    char *line = next_line(&at, end);
    status = read_line(out, line, err);
    free(line);
  }
  if (!status && (!out->command.size || !*out->command.data[0]))
    status = rd_fail(err, RD_ERR_INVALID,
                     "%s has no command; the crash reproducer is cut off",
                     out->path);
  if (!status && !strings_has(&out->command, "-cc1"))
    status =
        rd_fail(err, RD_ERR_INVALID,
                "%s is not a crash reproducer of clang: its command has no "
                "-cc1; to reduce it as a text, give --test",
                out->path);
  return status;
}

/* ---- the source ---- */

/* The last word, where clang puts the input, or "". */
static const char *last_word(const strings *words)
{
  const char *word = words->size > 1 ? words->data[words->size - 1] : "";
  return *word == '-' ? "" : word;
}

/* The source: beside the script, under its name in the command or the script's,
 * or at the path in the command; caller's, or NULL. */
static char *find_source(const script *from)
{
  const char *word = last_word(&from->command);
  const char *name = base_name(from->path);
  const char *suffix = strrchr(base_name(word), '.');
  size_t folder = (size_t)(name - from->path);
  size_t stem = strlen(from->path) - (ends_with(from->path, ".sh") ? 3 : 0);
  char *places[] = {
    mem_format("%.*s%s", (int)folder, from->path, base_name(word)),
    mem_format("%.*s%s", (int)stem, from->path, suffix ? suffix : ".c"),
    mem_copy(word),
  };
  char *found = NULL;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    bool good = !found && word[0] && path_exists(places[i]);
    if (good)
      found = places[i];
    else
      free(places[i]);
  }
  return found;
}

/* ---- the compiler ---- */

static bool is_same_program(const char *name, const char *path)
{
  char *file = path_program(name);
  bool same = file && path_same(file, path);
  free(file);
  return same;
}

/* "14" of "Debian clang version 14.0.6"; caller's, or NULL. */
static char *major_version(const char *version)
{
  const char *at = strstr(version, "version ");
  if (!at)
    return NULL;
  at += strlen("version ");
  size_t size = strspn(at, "0123456789");
  return size ? mem_copy_bytes(at, size) : NULL;
}

/* The name by which a user would call the program at the path, or, if that does
 * not exist, one of the same version; caller's, or NULL. */
static char *find_name(const script *from, const char *path)
{
  char *major = major_version(from->version);
  char *names[] = {
    mem_format("clang-%s", major ? major : ""),
    mem_copy(base_name(path)),
    mem_copy("clang"),
  };
  bool is_here = path_exists(path);
  char *found = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *file = is_here ? NULL : path_program(names[i]);
    bool good = !found && (is_here ? is_same_program(names[i], path)
                                   : file && (!i || !major));
    if (good)
      found = names[i];
    else
      free(names[i]);
    free(file);
  }
  free(major);
  return found;
}

/* *out: the name or path of the compiler, caller's. */
static rd_status find_compiler(char **out, intake *to, const script *from,
                               const char *program, rd_error *err)
{
  const char *path = from->command.data[0];
  *out = NULL;
  if (program) {
    *out = mem_copy(program);
    return RD_OK;
  }
  char *file = path_program(path);
  *out = find_name(from, path);
  if (!*out && file)
    *out = mem_copy(path);
  if (*out && !file)
    strings_take(&to->notes,
                 mem_format("%s is not here; %s is taken for it", path, *out));
  free(file);
  if (*out)
    return RD_OK;
  return rd_fail(err, RD_ERR_NOTFOUND,
                 "the compiler of %s, %s (%s), is not here; name one after --",
                 from->path, path, from->version);
}

/* ---- the commands ---- */

/* The inputs among the driver's arguments, whether they exist or not. */
static void driver_inputs(strings *out, const strings *driver)
{
  for (size_t i = 0; i < driver->size; i++) {
    const char *word = driver->data[i];
    if (word[0] != '-')
      strings_add(out, word);
    else
      i += invocation_takes_value(word);
  }
}

/* Adds the driver's command; nothing if its arguments are unknown or do not
 * name the source. */
static void add_driver(intake *out, const script *from, const char *source,
                       const char *program)
{
  const char *crashing = last_word(&from->original);
  strings inputs = { 0 };
  driver_inputs(&inputs, &from->driver);
  if (strings_has(&inputs, crashing)) {
    compilation *to = intake_add(out);
    to->file = mem_copy(source);
    strings_add(&to->command, program);
    for (size_t i = 0; i < from->driver.size; i++) {
      const char *word = from->driver.data[i];
      size_t useless = preprocessing_words(&from->driver, i, INCLUDES_DONE);
      if (useless)
        i += useless - 1;
      else if (!strcmp(word, crashing))
        strings_add(&to->command, source);
      else if (!strings_has(&inputs, word))
        strings_add(&to->command, word);
      if (!useless && invocation_takes_value(word) && i + 1 < from->driver.size)
        strings_add(&to->command, from->driver.data[++i]);
    }
  }
  strings_free(&inputs);
}

static void add_process(intake *out, const script *from, const char *source,
                        const char *program)
{
  compilation *to = intake_add(out);
  to->file = mem_copy(source);
  strings_add(&to->command, program);
  for (size_t i = 1; i + 1 < from->command.size; i++)
    strings_add(&to->command, from->command.data[i]);
  strings_add(&to->command, source);
}

static rd_status add_both(intake *out, const script *from, const char *program,
                          rd_error *err)
{
  char *source = find_source(from), *compiler = NULL;
  rd_status status = RD_OK;
  if (!source)
    status = rd_fail(err, RD_ERR_NOTFOUND,
                     "%s, the source of %s, is not beside it; clang writes "
                     "both files, and both are needed",
                     *last_word(&from->command)
                         ? base_name(last_word(&from->command))
                         : "the C file",
                     from->path);
  if (!status)
    status = find_compiler(&compiler, out, from, program, err);
  if (!status) {
    add_driver(out, from, source, compiler);
    add_process(out, from, source, compiler);
  }
  for (size_t i = 0; i < out->size; i++) {
    out->data[i].is_report = true;
    out->data[i].origin = mem_format("crash reproducer %s", from->path);
  }
  free(compiler);
  free(source);
  return status;
}

rd_status reproducer_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err)
{
  script from = { .path = path };
  rd_status status = read_script(&from, text, err);
  if (!status)
    status = add_both(out, &from, program, err);
  script_dispose(&from);
  return status;
}
