/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is reduced: the file, its command, the compiler, and the processes that
 * are started for them. */
#ifndef CLANG_HDD_SUBJECT_H
#define CLANG_HDD_SUBJECT_H

#include "clang-hdd/progress.h"
#include "clang-hdd/request.h"
#include "compiler/compiler.h"
#include "reduce/server.h"
#include "intake/intake.h"

typedef struct subject {
  const request *request;
  progress *progress;
  char *cwd;

  intake intake;            /* all that may have been meant */
  const compilation *given; /* that of it which is reduced */
  const char *file;         /* given->file */
  const char *file_name; /* what the source is called: the file's own name, or
                               that which a report gives */
  char *input;           /* the file as given */
  size_t input_size;

  bool has_command; /* a compiler's command is known */
  invocation command;
  compiler compiler;
  strings argv;     /* what a test runs */
  const char *name; /* the text's name in the folder of a test */

  runner *run;
  rd_server *server;
} subject;

/* Finds the file and its command and reads the file; checks all that can be
 * wrong with what was asked before anything is started. `command` takes the
 * place of the compiler's command of the request; NULL: it does not. */
exit_code subject_find(subject *out, const request *asked,
                       const strings *command, progress *shown);
/* Starts the keeper, asks the compiler what it is, with --find-flags looks for
 * the options that the file needs, and starts the parse server. */
exit_code subject_start(subject *self);
void subject_dispose(subject *self);

/* What a test runs, as an argument vector. Lent. */
const char *const *subject_argv(const subject *self);
/* The text under the name that it has in a test. */
source subject_source(const subject *self, const char *text, size_t size);
/* A runner with the environment of the command; RD_ERR as runner_init. */
rd_status subject_init_runner(runner *out, const subject *self, rd_error *err);
/* Has the text parsed beside what comes next. */
void subject_parse_ahead(const subject *self, const char *text, size_t size);
/* Waits until the parse server is ready. */
exit_code subject_await_server(const subject *self);
/* The language of the source, as --language or the -x of its command calls it;
 * NULL: by its suffix. Lent. */
const char *subject_language(const subject *self);

/* ---- intake_step.c, find_flags.c: parts of the above ---- */

/* Finds what may be meant, and chooses by running it: fills intake and given. */
exit_code subject_intake(subject *self, const strings *command);
/* Where the file does not crash under the command as given: tries
 * flags_candidates, and makes the first that crashes the command.
 * *found_out: it is another. EXIT_NO_CRASH: none does. */
exit_code find_flags(bool *found_out, subject *self);
/* What to say to a user who has given no options and sees no crash: a part of a
 * sentence, maybe empty; lent forever. */
const char *find_flags_hint(const subject *self);

#endif
