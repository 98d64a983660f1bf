/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One run of clang-hdd, and its steps in the order in which they are taken. */
#ifndef CLANG_HDD_SESSION_H
#define CLANG_HDD_SESSION_H

#include "clang-hdd/cli.h"
#include "clang-hdd/output.h"
#include "clang-hdd/precheck.h"
#include "clang-hdd/progress.h"
#include "compiler/crash_oracle.h"
#include "compiler/others.h"
#include "compiler/site.h"
#include "flags/flags.h"
#include "intake/intake.h"
#include "report/report.h"

/* A text that was accepted. */
typedef struct accepted_text {
  char *text;
  size_t size;
} accepted_text;

/* A text of another class than the result's (classes.h). */
typedef struct class_text {
  judge_class wanted;
  judge_class what; /* of the text that was found */
  char *text;
  size_t size;
  rd_measure measure;
  bool minimal; /* as in rd_result */
  uint64_t tests;
  bool complete; /* the search ran to its end */
  char *path;    /* where it was written; NULL: it was not */
} class_text;

enum { CLASSES_MOST = 2 };

typedef struct session {
  cli options;
  progress progress;
  char *cwd;
  const char *version; /* of this program */

  intake intake;            /* what was given (intake_step.c) */
  const compilation *given; /* that of it which is reduced; NULL before */

  char *input; /* the file as given */
  size_t input_size;
  char *text; /* what is reduced: the input, or it preprocessed */
  size_t size;
  bool preprocessed;
  bool has_markers; /* of lines, in the preprocessed text */

  output output;
  runner run;
  bool has_runner;
  runner **slots; /* &run and the others in which tests run */
  size_t slot_count;
  bool has_command; /* a compiler's command is known */
  invocation command;
  compiler compiler;
  strings argv;     /* what a test runs */
  const char *name; /* the text's name in the folder of a test */
  rd_server *server;

  regex_t pattern;
  bool has_pattern;
  property_kind property;
  signature signature;
  site_reports reports; /* of the crash site, as the compiler says it */
  sites sites;          /* and where that is in the text */
  rd_limits limits;
  judge *judge;
  precheck precheck; /* once it was needed */
  bool prechecked;
  crash_oracle *oracle;
  char *also_folder, *temps_folder; /* for texts that are kept, or NULL */

  others others; /* other crashes that were met */

  struct resumption *kept;     /* the journal (resume.h), or NULL */
  struct alongside *alongside; /* the bisection (alongside.h), or NULL */

  accepted_text *accepted; /* the last ones, for the final check */
  size_t accepted_count;
  rd_result result;
  bool has_result;
  bool stopped_early; /* by --max-tests or a key: */
  bool stopped_by_key;
  bool searched;           /* there was a search before the present one, */
  rd_stats earlier;        /* which has cost this, */
  rd_measure original;     /* and began with a text of this size */
  rd_answers *answers;     /* of all reductions; NULL: there is one */
  judge_class class;       /* of the result */
  bool classified;         /* it is known */
  accepted_text overruled; /* the smallest that the judge alone rejects */
  rd_measure overruled_measure;
  class_text classes[CLASSES_MOST];
  size_t class_count;

  /* What flags_step.c found; the words are those of the reduced command. */
  flags_result flags;
  invocation reduced;
  bool has_flags;

  /* What present.c did to the result. */
  bool laid_out;
  uint32_t renamed, names_kept; /* symbols */

  report report;     /* its history from the beginning, the rest at the end */
  char *report_path; /* its folder, once it is written */
} session;

/* ---- steps: each returns EXIT_DONE, or says why not ---- */

/* Finds the file and its command, whatever was given, and puts them in place of
 * what the command line says. */
exit_code session_intake(session *self);
/* What the source is called: its own name, or that which a report gives. Lent. */
const char *session_file_name(const session *self);
/* Reads the input, checks names, patterns and paths, finds the compiler. */
exit_code session_prepare(session *self);
/* Starts keeper and parse server and asks the compiler what it is. */
exit_code session_start(session *self);
/* Has the text parsed beside what comes next. */
void session_parse_ahead(session *self);
/* Waits until the parse server is ready. */
exit_code session_await_server(session *self);
/* Runs the original and decides what is looked for. */
exit_code session_baseline(session *self);
/* Preprocesses a file that includes others, if it still crashes then. */
exit_code session_preprocess(session *self);
/* Finds the crash site in what is reduced. */
exit_code session_locate(session *self);
/* Chooses the judge and makes the oracle. */
exit_code session_make_oracle(session *self);
/* Does so, and reduces. */
exit_code session_reduce(session *self);
void session_dispose(session *self);

/* Prints an error as one line and gives the code back. */
exit_code session_fail(session *self, exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a failure of the libraries. */
exit_code session_fail_error(session *self, const rd_error *err);

/* Makes slots for this many tests at a time. */
exit_code session_make_slots(session *self, size_t count);
/* What rd_reduce is asked for, as far as it depends on the command line. */
rd_options session_reduce_options(const session *self);
/* What the oracle is asked, from the session's fields. */
crash_options session_crash_options(session *self);
/* Tests a text once more from scratch (O2). */
rd_status session_test(bool *good_out, session *self, const char *text,
                       size_t size, rd_error *err);
/* Keeps a text that was accepted, for the final check to fall back on; it is
 * copied. */
void session_keep_accepted(session *self, const char *text, size_t size);
/* Makes a text, of as many tokens, the result; it is copied. */
void session_replace_result(session *self, const char *text, size_t size);
/* The name of the signal that stopped us as an exit code; EXIT_DONE if none. */
exit_code session_interrupted(void);

/* Searches from a text on; what is found is the result. Behind another search it
 * goes on with that one's counts. */
exit_code session_search(session *self, const accepted_text *from);

/* --dump-tree. */
exit_code session_dump_tree(session *self);

#endif
