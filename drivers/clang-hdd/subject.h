/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The subject of a reduction: the file, its command, the compiler, and the
 * processes started for them. */
#ifndef CLANG_HDD_SUBJECT_H
#define CLANG_HDD_SUBJECT_H

#include "clang-hdd/progress.h"
#include "clang-hdd/request.h"
#include "compiler/compiler.h"
#include "compiler/site.h"
#include "reduce/server.h"
#include "intake/intake.h"
#include "wrong/find.h"

/* A compiler that a script runs on FILE. */
typedef struct script_compiler {
  bool is_known; /* there is one */
  bool crashes;  /* and it does; else there are no errors and reports */
  invocation command;
  compiler by;
  strings argv;         /* what runs it on a text */
  strings errors;       /* that it prints before the crash, sorted */
  site_reports reports; /* of the crash site */
} script_compiler;

void script_compiler_dispose(script_compiler *self);

typedef struct subject {
  const request *request;
  char *cwd;

  intake intake;            /* all candidates */
  const compilation *given; /* the candidate that is reduced */
  const char *file;         /* given->file */
  const char *file_name; /* the name of the source: the file's own, or the one
                          * in a report */
  char *input;           /* content of the file as given; of several, joined */
  size_t input_size;
  const strings *files; /* names of several files in the text, those that stay
                            as they are last; NULL: it is one. Lent by given */
  size_t reduced_count; /* of those that do not stay */

  bool has_command; /* the command is a compiler's */
  invocation command;
  compiler compiler;
  strings argv;         /* the words that a test runs */
  wrong_case wrong;     /* with --wrong-code */
  script_compiler seen; /* without a command */
  const char *script; /* the program of --test, in argv; NULL: there is none */
  const char *name;   /* name of the text in the folder of a test */

  runner *run;
  rd_server *server;
} subject;

/* Finds and reads the file, and finds its command; checks all of the request
 * that can be checked before anything is started. `instead` replaces the
 * compiler's command of the request, unless NULL. */
exit_code subject_find(subject *out, const request *asked,
                       const strings *instead);
/* Starts the keeper, identifies the compiler, looks for the options that the
 * file needs (--find-flags), and starts the parse server. */
exit_code subject_start(subject *self);
void subject_dispose(subject *self);

/* The argument vector of a test. Lent. */
const char *const *subject_argv(const subject *self);
/* The text, with its name in a test. */
source subject_source(const subject *self, const char *text, size_t size);
/* Is a judge looked for from the start? */
bool subject_wants_judge(const subject *self);
/* Starts parsing the text in parallel with the next steps, for the class that will
 * probably be held. */
void subject_parse_ahead(const subject *self, const char *text, size_t size);
/* Waits until the parse server is ready. */
exit_code subject_await_server(const subject *self);
/* The text as one file for people: several have a line "//--- NAME" before each.
 * Caller's. */
char *subject_show(size_t *size_out, const subject *self, const char *text,
                   size_t size);
/* The text of an empty file, or of empty files with those that stay; lent. */
source subject_empty(const subject *self);
/* The folder to which the names of several files are relative; lent. */
const char *subject_base(const subject *self);
/* The language of the source as named by --language or by -x in its command;
 * NULL: determined by the suffix. Lent. */
const char *subject_language(const subject *self);
/* What a text is made of if no front end reads its language; NULL: one does.
 * Static. */
const char *subject_units(const subject *self);

/* --wrong-code: finds the difference, and sets wrong and argv (wrong_step.c).
 * Cost: all builds of the plan, twice. */
exit_code subject_find_wrong(subject *self);
/* What the builds of a text need; lent. */
wrong_options subject_wrong_options(const subject *self, const char *text,
                                    size_t size);

/* ---- files_step.c, intake_step.c, find_flags.c, move_includes.c, script_step.c:
 * parts of the above ---- */

/* Reads several files, if the request names them or the command compiles others
 * than the one that it names: sets files and input. */
exit_code subject_join_files(subject *self);

/* Finds the candidates and chooses one by running them: sets intake and
 * given. */
exit_code subject_intake(subject *self, const strings *instead);
/* If the file does not crash under the command as given, tries
 * flags_candidates, and makes the first that crashes the command. *found_out:
 * the command was replaced. EXIT_NO_CRASH: none crashes. */
exit_code find_flags(bool *found_out, subject *self);
/* Puts `#include "FILE"` lines in front of the text for the -include FILE of the
 * command, if it crashes then, too. *moved_out: command and text were replaced. */
exit_code move_includes(bool *moved_out, subject *self);
/* A run of a command on a text. */
typedef struct subject_trial {
  /* All lent. */
  const invocation *command;
  const strings *extra; /* the arguments that every run gets */
  const char *text;
  size_t size;
  uint32_t limit_ms;

  /* What came. */
  bool crashes; /* so that the user's pattern matches */
  bool hangs;
  uint32_t wall_ms;
} subject_trial;

/* Runs it once, and a second time as the user would where only that may show the
 * pattern. A run that cannot be made is an error, and printed. */
exit_code subject_try(subject_trial *trial, const subject *self);
/* Replaces the command; *command is taken. */
void subject_take_command(subject *self, invocation *command);
/* Watches what the script runs, and sets `seen`. Cost: a run of the script, and
 * one of each compiler that fails in it by itself until one crashes. */
exit_code subject_watch_script(subject *self);
/* A hint for a user who gave no options and sees no crash: a part of a
 * sentence, maybe empty; lent forever. */
const char *find_flags_hint(const subject *self);

#endif
