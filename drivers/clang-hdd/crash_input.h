/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What `bisect` and `blame` read in the same way: the file, its command, and
 * what to look for. */
#ifndef CLANG_HDD_CRASH_INPUT_H
#define CLANG_HDD_CRASH_INPUT_H

#include "bisect/verdict.h"
#include "clang-hdd/exit_code.h"
#include "intake/intake.h"

/* Options of both. Strings are NULL and numbers 0 where not given. */
typedef struct crash_cli {
  char *cc, *pattern, *match;
  uint64_t hang_ms, timeout_ms, memory_bytes, repeat;
} crash_cli;

/* The problems of all functions are printed, with the command's name if they
 * concern an option. */
typedef struct crash_input {
  const char *command; /* its name */
  const crash_cli *asked;
  char *cwd;
  intake intake;
  runner run; /* of one compilation, if has_runner */
  bool has_runner;
  regex_t pattern;
  bool has_pattern;
  match_level level;
} crash_input;

/* Finds the current folder, and checks --match and --ice-pattern. Owner: *out
 * is released with crash_input_dispose in any case. */
exit_code crash_input_init(crash_input *out, const char *name,
                           const crash_cli *asked);
void crash_input_dispose(crash_input *self);
/* Finds the compilations of a file. Their command is `rest`; if that is empty
 * or --cc is given, --cc, or with `always` $CC or cc. */
exit_code crash_input_find(crash_input *self, const char *file,
                           const char *database, const strings *rest,
                           bool always);
/* Makes the runner of a compilation, which stops when we do; a former one is
 * released. */
exit_code crash_input_start(crash_input *self, const compilation *what);
/* What to look for, without the text. The limits of a run, wall_ms and
 * memory_bytes, are those of the options, else these. */
verdict_question crash_input_question(crash_input *self, uint32_t wall_ms,
                                      uint64_t memory_bytes);
/* Prints why a history or a compiler could not be used. */
exit_code crash_input_fail(const rd_error *err);

#endif
