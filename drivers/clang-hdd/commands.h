/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The commands of clang-hdd.
 *
 * To add a command, write
 *   - a row in commands.def: COMMAND(name, synopsis, summary)
 *   - a table of options, NAME_options.def with a row "help" in it, and the
 *     struct that it fills (options.h shows how the table becomes
 *     `const option_table options_NAME`)
 *   - a function `exit_code command_NAME(int argc, const char *const *argv)`
 *     which calls command_run; argv[0] is the command's name
 *   - its texts in pages.def; a description in docs/manual.md
 * Dispatch, --help, `help`, "did you mean", man pages and completions follow
 * from these. A file with the name of a command is written ./watch.
 */
#ifndef CLANG_HDD_COMMANDS_H
#define CLANG_HDD_COMMANDS_H

#include "clang-hdd/options.h"
#include "clang-hdd/progress.h"

typedef exit_code (*command_fn)(int argc, const char *const *argv);

typedef struct command {
  const char *name;
  const char *synopsis; /* what follows "clang-hdd NAME" */
  const char *summary;  /* in the imperative, no capital, no full stop */
  const option_table *options;
} command;

#define COMMAND(name, synopsis, summary)                                       \
  exit_code command_##name(int argc, const char *const *argv);                 \
  extern const option_table options_##name;
#include "clang-hdd/commands.def"
#undef COMMAND

/* The commands in order; NULL after the last. */
const command *command_at(size_t index);
/* The command of that name, or NULL. */
const command *command_find(const char *name);
/* The command that these words ask for: the one named by argv[1], else the
 * first. NULL: argv[1] is neither an option nor a file and looks like a
 * misspelled command; *problem_out is one line, caller's. */
const command *commands_choose(int argc, const char *const *argv,
                               char **problem_out);
/* Runs it. functions[i] is that of command_at(i). */
exit_code commands_run(const command_fn *functions, int argc,
                       const char *const *argv);

/* What a command does with its options (the struct that its table fills), the
 * other words, and what follows "--". */
typedef exit_code command_body(const void *options, const strings *words,
                               const strings *rest);
/* Reads the words of the command with that name by its table, and runs it;
 * --help and errors are dealt with. */
exit_code command_run(const char *name, command_body *body, int argc,
                      const char *const *argv);
/* Ends a command that has printed: reports a failed write to standard
 * output. */
exit_code command_printed(const char *name);

/* ---- what the commands are given ---- */

struct compilation;
struct intake;
struct runner;

/* Adds the words of `cc` (NULL: --cc is not given), or with `always` those of
 * $CC or cc. Refuses --cc beside a command that is there already. */
exit_code command_words(strings *out, const char *cc, bool always);
/* Prints why intake_find failed. */
exit_code command_fail_intake(const struct intake *found, const rd_error *err);
/* Reads a source, which begins after the preface of a report. Owner: *out is
 * the caller's, NUL-terminated. */
exit_code command_read_source(char **out, size_t *size_out, const char *file,
                              size_t preface);
/* Makes a runner with the environment of a command, which stops when we do;
 * RD_ERR as runner_init. */
rd_status command_init_runner(struct runner *out,
                              const struct compilation *what, bool sandboxed,
                              rd_error *err);
/* Looks for the compiler, which is a path or in PATH. */
exit_code command_check_compiler(const char *program);

/* Prints --help of a command; NULL: of the program. */
void help_print(FILE *out, const command *self);
/* Adds the source of clang-hdd-NAME(1); NULL: of clang-hdd(1). */
void man_page(textbuf *out, const command *self);

#endif
