/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Selects the command, and has the code that commands share.
 *
 * The first word names the command; without a command name, the command is
 * `reduce`, so that "clang-hdd bug.c -- gcc" keeps working. A first word that
 * resembles a command could also be a missing file: it counts as a typing
 * error only if there is no such file and it has neither a dot nor a slash, as
 * names of sources have.
 */
#include "clang-hdd/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/progress.h"
#include "compiler/runner.h"
#include "compiler/words.h"
#include "intake/intake.h"
#include "reduce/reduce.h"

static const command commands[] = {
#define COMMAND(name, synopsis, summary)                                       \
  { #name, synopsis, summary, &options_##name },
#include "clang-hdd/commands.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

const command *command_at(size_t index)
{
  return index < COMMAND_COUNT ? &commands[index] : NULL;
}

const command *command_find(const char *name)
{
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (!strcmp(commands[i].name, name))
      return &commands[i];
  return NULL;
}

/* The command that the user probably meant, or NULL. */
static const char *nearest_command(const char *word)
{
  const char *names[COMMAND_COUNT];
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    names[i] = commands[i].name;
  return rd_nearest_name(word, names, COMMAND_COUNT);
}

const command *commands_choose(int argc, const char *const *argv,
                               char **problem_out)
{
  const char *word = argc > 1 ? argv[1] : "-";
  const command *named = command_find(word);
  if (named || *word == '-' || strpbrk(word, "./@") || !access(word, F_OK))
    return named ? named : &commands[0];
  const char *near = nearest_command(word);
  if (!near)
    return &commands[0];
  *problem_out = mem_format(
      "%s: no such file or command; did you mean clang-hdd %s?", word, near);
  return NULL;
}

exit_code commands_run(const command_fn *functions, int argc,
                       const char *const *argv)
{
  char *problem = NULL;
  files_fill_standard();
  progress_init(false, false);
  const command *chosen = commands_choose(argc, argv, &problem);
  if (!chosen) {
    (void)progress_fail(EXIT_USAGE, "%s", problem);
    free(problem);
    return EXIT_USAGE;
  }
  int skip = argc > 1 && command_find(argv[1]) ? 1 : 0;
  exit_code code = functions[chosen - commands](argc - skip, argv + skip);
  progress_dispose();
  return code;
}

/* ---- code that commands share ---- */

exit_code command_printed(const char *name)
{
  bool failed = fflush(stdout) != 0; /* earlier failures are remembered */
  if ((!failed && !ferror(stdout)) || errno == EPIPE) /* who reads has enough */
    return EXIT_DONE;
  return progress_fail(EXIT_OUTPUT, "%s: standard output cannot be written",
                       name);
}

/* ---- what the commands are given ---- */

exit_code command_words(strings *out, const char *cc, bool always)
{
  if (cc && out->size)
    return progress_fail(EXIT_USAGE, "--cc: leave it out; the compiler's "
                                     "command follows --");
  if (cc && !cc[strspn(cc, " \t")])
    return progress_fail(EXIT_USAGE, "--cc: name a compiler");
  const char *line = cc || !always ? cc : getenv("CC");
  if (always && (!line || !line[strspn(line, " \t")]))
    line = "cc";
  if (!line || words_split(out, line))
    return EXIT_DONE;
  return progress_fail(EXIT_USAGE,
                       "the compiler's command has a quote that is not closed");
}

exit_code command_fail_intake(const intake *found, const rd_error *err)
{
  exit_code code = err->status == RD_ERR_UNSUPPORTED ? EXIT_USAGE
                   : found->is_evidence              ? EXIT_INTAKE
                   : err->status == RD_ERR_NOTFOUND  ? EXIT_NO_FILE
                                                     : EXIT_COMPILER;
  return progress_fail(code, "%s", err->message);
}

exit_code command_read_source(char **out, size_t *size_out, const char *file,
                              size_t preface)
{
  struct stat info;
  size_t size;
  rd_error err = { 0 };
  bool there = !stat(file, &info);
  if (!*file)
    return progress_fail(EXIT_NO_FILE, "the name of the file is empty");
  if (!there && !strcmp(file, "-"))
    return progress_fail(EXIT_NO_FILE,
                         "-: the text is not read from standard input; name "
                         "a file");
  if (there && S_ISDIR(info.st_mode))
    return progress_fail(EXIT_DIRECTORY, "%s is a directory; name a file in it",
                         file);
  if (there && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)))
    return progress_fail(
        EXIT_NO_FILE, "%s is a device; name a file that holds the text", file);
  if (there && S_ISFIFO(info.st_mode))
    progress_notice("%s is a pipe; it is read to its end", file);
  if (file_read(out, &size, file, &err))
    return interrupt_code() ? interrupt_code()
                            : progress_fail(EXIT_NO_FILE, "%s", err.message);
  if (size >= UINT32_MAX)
    return progress_fail(EXIT_NO_FILE, "%s has more than 4 GiB", file);
  if (preface > size)
    preface = size;
  *size_out = size - preface;
  memmove(*out, *out + preface, *size_out + 1);
  return *size_out ? EXIT_DONE : progress_fail(EXIT_EMPTY, "%s is empty", file);
}

rd_status command_init_runner(runner *out, const compilation *what,
                              bool sandboxed, rd_error *err)
{
  rd_status status = runner_init(out, sandboxed, err);
  if (status)
    return status;
  progress_attend(out);
  runner_add_environment(out, &what->environment);
  strings_add_all(&out->files, &what->files);
  return RD_OK;
}

exit_code command_check_compiler(const char *program)
{
  char *file = path_program(program);
  bool found = file != NULL;
  free(file);
  if (found)
    return EXIT_DONE;
  return progress_fail(
      EXIT_COMPILER,
      errno == EISDIR   ? "compiler %s is a folder; name a program in it"
      : errno == EACCES ? "compiler %s is not executable"
                        : "compiler %s is not found; install it, or name "
                          "one that is",
      program);
}
