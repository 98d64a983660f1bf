/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the process that does the work of a compiler driver.
 *
 * With -### a driver prints the commands that it would start, one per line
 * after a blank, and before them the variables that it would set. gcc quotes
 * the words that need it (before 4.x all of them), clang all; both use `"`
 * quotes with a backslash before `"`, `\` and `$`, and leave line ends
 * unchanged, so one parser suffices. It skips everything that it does not know,
 * because drivers print much else.
 *
 * Exactly one command must compile. A driver that would preprocess in a process
 * of its own (-save-temps, -no-integrated-cpp) is asked without these options;
 * the caller must check anyway that the crash is the same. Assemblers and
 * linkers do not count: a text that they reject has not crashed the compiler.
 *
 * The driver ran in a test folder, with its TMPDIR. Both no longer exist when
 * the job runs, and another runner has others, so no word may name them.
 * Outputs are files in the test folder and not /dev/null, although neither cc1
 * nor clang harms a device: on tmpfs the file has no measurable cost (gcc-12:
 * 10.3 ms of CPU both ways), and clang takes a different path for a device
 * because it cannot seek there.
 */
#include "compiler/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"

/* ---- what -### prints ---- */

/* Reads one word of a command; false if a quote stays open. */
static bool read_word(textbuf *word, const char **at)
{
  bool quoted = false;
  const char *in = *at;
  for (; *in && (quoted || !strchr(" \t\r\n", *in)); in++) {
    if (*in == '"') {
      quoted = !quoted;
      continue;
    }
    if (quoted && *in == '\\' && in[1])
      in++;
    text_add(word, in, 1);
  }
  *at = in;
  return !quoted;
}

/* Reads the command whose line begins at *at and advances *at past it; drops a
 * trailing `|`. false: not a command, *at is unchanged. */
static bool read_command(strings *out, const char **at)
{
  const char *in = *at;
  bool closed = true;
  for (;;) {
    in += strspn(in, " \t\r");
    if (!closed || !*in || *in == '\n')
      break;
    const char *begin = in;
    textbuf word = { 0 };
    text_puts(&word, "");
    closed = read_word(&word, &in);
    if (in - begin == 1 && *begin == '|')
      text_free(&word);
    else
      strings_take(out, word.data);
  }
  if (closed)
    *at = in;
  return closed;
}

/* The size of NAME=VALUE at the start of the text, or 0. The options that a
 * driver passes to its compiler may contain line ends, between single quotes.
 */
static size_t variable_size(const char *text)
{
  static const char *const known[] = { "COLLECT_", "GCC_", "OFFLOAD_" };
  bool ours = false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    ours = ours || starts_with(text, known[i]);
  size_t name = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
  if (!ours || text[name] != '=')
    return 0;
  size_t line = strcspn(text, "\n");
  if (!starts_with(text, "COLLECT_GCC_OPTIONS="))
    return line;
  bool quoted = false;
  for (size_t i = name; text[i]; i++) {
    if (text[i] == '\n' && !quoted)
      return i;
    if (text[i] == '\'')
      quoted = !quoted;
    else if (text[i] == '\\' && !quoted && text[i + 1])
      i++;
  }
  return line;
}

/* Sets a variable, replacing any earlier value. */
static void set_variable(strings *environment, char *variable)
{
  size_t at = environment_find(environment, variable);
  if (at < environment->size)
    string_replace(&environment->data[at], variable);
  else
    strings_take(environment, variable);
}

/* ---- the process that compiles ---- */

/* Is it a compiler proper? */
static bool compiles(const strings *words)
{
  return words->size > 1 && (starts_with(base_name(words->data[0]), "cc1") ||
                             !strcmp(words->data[1], "-cc1"));
}

/* The index of the text among the words, or 0. Other options may have its name
 * as their value. */
static size_t find_file(const strings *words, const char *file)
{
  static const char *const naming[] = {
    "-dumpbase", "-main-file-name",
    "-auxbase",  "-auxbase-strip",
    "-MT",       "-MQ",
    "-o",        "-D",
  };
  for (size_t i = words->size; i-- > 1;) {
    bool value = false;
    for (size_t j = 0; j < sizeof naming / sizeof *naming; j++)
      value = value || !strcmp(words->data[i - 1], naming[j]);
    if (!value && !strcmp(words->data[i], file))
      return i;
  }
  return 0;
}

/* Takes the command if it compiles, with the variables set so far. */
static void take_command(job *out, size_t *compilations, strings *words,
                         const strings *environment)
{
  if (!compiles(words))
    return;
  (*compilations)++;
  job_dispose(out);
  out->words = *words;
  *words = (strings){ 0 };
  strings_add_all(&out->environment, environment);
}

/* A relocated driver tells its compiler so in a variable that it sets before it
 * prints any, and in -iprefix: PREFIX TARGET/VERSION/. A user may also give an
 * -iprefix, but not one that ends like the compiler's folder. */
static void add_prefix(job *self)
{
  const char *prefix = NULL;
  for (size_t i = 1; i + 1 < self->words.size && !prefix; i++)
    if (!strcmp(self->words.data[i], "-iprefix"))
      prefix = self->words.data[i + 1];
  if (!prefix)
    return;
  size_t size = strlen(prefix);
  for (int i = 0; i < 2; i++) {
    while (size && prefix[size - 1] == '/')
      size--;
    while (size && prefix[size - 1] != '/')
      size--;
  }
  if (size && strstr(self->words.data[0], prefix + size))
    set_variable(&self->environment,
                 mem_format("GCC_EXEC_PREFIX=%.*s", (int)size, prefix));
}

void replay_commands(strings *out, const char *printed)
{
  size_t variable;
  for (const char *at = printed; *at; at += *at == '\n') {
    if ((variable = variable_size(at)) > 0)
      at += variable;
    else if (*at == ' ' && read_command(out, &at))
      strings_add(out, ";");
    else
      at += strcspn(at, "\n");
  }
}

rd_status replay_read(job *out, const char *printed, const char *file,
                      rd_error *err)
{
  *out = (job){ 0 };
  strings environment = { 0 };
  size_t compilations = 0, variable;
  for (const char *at = printed; *at; at += *at == '\n') {
    strings words = { 0 };
    if ((variable = variable_size(at)) > 0) {
      set_variable(&environment, mem_copy_bytes(at, variable));
      at += variable;
    } else if (*at == ' ' && read_command(&words, &at)) {
      take_command(out, &compilations, &words, &environment);
    } else {
      at += strcspn(at, "\n");
    }
    strings_free(&words);
  }
  strings_free(&environment);
  out->file = find_file(&out->words, file);
  add_prefix(out);
  rd_status status = RD_OK;
  if (compilations == 0)
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "-### names no compiler proper");
  else if (compilations > 1)
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "-### names %zu compilations",
                     compilations);
  else if (!out->file)
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "-### does not name %s", file);
  if (status)
    job_dispose(out);
  return status;
}

/* ---- outputs ---- */

/* Options of compilers proper that name a path to write, or a part of one, in
 * the next word or after "=" in the same word. */
typedef struct output_option {
  const char *spelling;
  bool joined;
} output_option;

static const output_option outputs[] = {
  { "-o", false },
  { "-MD", false },
  { "-MMD", false },
  { "-MF", false },
  { "-aux-info", false },
  { "-dumpdir", false },
  { "-dumpbase", false },
  { "-auxbase", false },
  { "-auxbase-strip", false },
  { "-dependency-file", false },
  { "-dependency-dot", false },
  { "-module-dependency-dir", false },
  { "-header-include-file", false },
  { "-serialize-diagnostic-file", false },
  { "-diagnostic-log-file", false },
  { "-coverage-notes-file", false },
  { "-coverage-data-file", false },
  { "-opt-record-file", false },
  { "-split-dwarf-output", false },
  { "-split-dwarf-file", false },
  { "-index-store-path", false },
  { "-coverage-notes-file=", true },
  { "-coverage-data-file=", true },
  { "-stack-usage-file=", true },
  { "-stats-file=", true },
  { "-ftime-trace=", true },
  { "-fmodules-cache-path=", true },
  { "-fprofile-note=", true },
  { "-fdump-", true },
  { "-fopt-info", true },
};

/* A name for an output in the test folder; owned by the caller. */
static char *private_name(const char *path, const char *file)
{
  const char *name = base_name(path);
  bool usable = *name && strcmp(name, "-") != 0 && strcmp(name, ".") != 0 &&
                strcmp(name, "..") != 0 && strcmp(name, base_name(file)) != 0;
  return mem_copy(usable ? name : "hdd-side");
}

/* Is the output outside the test folder, or standard output? A dump must not
 * mix with the messages. */
static bool is_outside(const char *path)
{
  return strchr(path, '/') || !strcmp(path, "-");
}

static void redirect(job *self, size_t at)
{
  const char *word = self->words.data[at];
  const char *file = self->words.data[self->file];
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    const output_option *row = &outputs[i];
    const char *equals = strchr(word, '=');
    if (row->joined && equals && starts_with(word, row->spelling) &&
        is_outside(equals + 1)) {
      char *name = private_name(equals + 1, file);
      string_replace(&self->words.data[at],
                     mem_format("%.*s=%s", (int)(equals - word), word, name));
      free(name);
      return;
    }
    if (!row->joined && !strcmp(word, row->spelling) &&
        at + 1 < self->words.size && at + 1 != self->file &&
        is_outside(self->words.data[at + 1])) {
      /* A driver's temporary file has a different name each time. */
      string_replace(&self->words.data[at + 1],
                     !strcmp(word, "-o")
                         ? mem_copy("hdd-out")
                         : private_name(self->words.data[at + 1], file));
      return;
    }
  }
}

/* The word without the folder: paths in it become relative, "." for the folder
 * itself. */
static char *without_folder(const char *word, const char *folder)
{
  size_t size = strlen(folder);
  textbuf out = { 0 };
  text_puts(&out, "");
  const char *found;
  while ((found = strstr(word, folder)) != NULL) {
    text_add(&out, word, (size_t)(found - word));
    word = found + size;
    if (*word == '/' && word[1])
      word++;
    else
      text_puts(&out, ".");
  }
  text_puts(&out, word);
  return out.data;
}

static void make_private(job *self, const char *folder)
{
  for (size_t i = 1; i < self->words.size; i++) {
    if (strstr(self->words.data[i], folder))
      string_replace(&self->words.data[i],
                     without_folder(self->words.data[i], folder));
    redirect(self, i);
  }
}

/* ---- asking ---- */

enum { ASK_MS = 20000 };

/* Does the option only make the driver start more processes? */
static bool splits(const char *word)
{
  return !strcmp(word, "-pipe") || !strcmp(word, "-no-integrated-cpp") ||
         starts_with(word, "-save-temps") || starts_with(word, "--save-temps");
}

/* Asks the driver what it would start for an empty text. */
static rd_status ask_driver(job *out, runner *run, const job *user,
                            const char *name, rd_error *err)
{
  job question = { 0 };
  strings_add(&question.words, user->words.data[0]);
  strings_add(&question.words, "-###");
  for (size_t i = 1; i < user->words.size; i++)
    if (i == user->file || !splits(user->words.data[i]))
      strings_add(&question.words, user->words.data[i]);
  strings_add_all(&question.environment, &user->environment);
  source empty = { .name = name, .text = "", .size = 0 };
  rd_limits limits = { .wall_ms = ASK_MS,
                       .cpu_ms = ASK_MS,
                       .output_bytes = 4u << 20 };
  rd_run printed = { 0 };
  rd_status status = runner_start_job(run, &question, &empty, &limits, err);
  if (!status)
    status = runner_wait(&printed, run, err);
  job_dispose(&question);
  if (status)
    return status;
  if (printed.end != RD_END_EXIT || printed.status != 0 || !printed.output)
    status =
        rd_fail(err, RD_ERR_UNSUPPORTED, "%s -### fails", user->words.data[0]);
  else
    status =
        replay_read(out, printed.output, user->words.data[user->file], err);
  rd_run_dispose(&printed);
  for (size_t i = 0; !status && i < user->environment.size; i++)
    strings_insert(&out->environment, i, user->environment.data[i]);
  return status;
}

/* A relative path would be resolved in the test folder. */
static rd_status check_program(const job *self, rd_error *err)
{
  const char *program = self->words.data[0];
  if (strchr(program, '/') && program[0] != '/')
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "the compiler's path is relative: "
                   "%s",
                   program);
  char *found = path_program(program);
  int code = errno;
  if (!found)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "cannot run %s: %s", program,
                   strerror(code));
  free(found);
  return RD_OK;
}

rd_status replay_find(job *out, runner *run, const compiler *driver,
                      const job *user, const char *name, rd_error *err)
{
  *out = (job){ 0 };
  rd_status status = RD_OK;
  if (compiles(&user->words)) {
    strings_add_all(&out->words, &user->words);
    strings_add_all(&out->environment, &user->environment);
    out->file = user->file;
  } else if (driver->family != FAMILY_GCC && driver->family != FAMILY_CLANG) {
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "%s is neither gcc nor clang",
                     user->words.data[0]);
  } else {
    status = ask_driver(out, run, user, name, err);
  }
  if (!status)
    status = check_program(out, err);
  if (!status)
    make_private(out, run->directory);
  if (status)
    job_dispose(out);
  return status;
}
