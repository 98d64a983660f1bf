/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of `clang-hdd reduce`. */
#ifndef CLANG_HDD_CLI_H
#define CLANG_HDD_CLI_H

#include <stdint.h>
#include <stdio.h>

#include "clang-hdd/bisect_cli.h"
#include "clang-hdd/exit_code.h"
#include "base/text.h"

/* What the user asked for. Strings are NULL and numbers 0 where not given. */
typedef struct cli {
  char *file;
  strings command; /* what follows "--"; empty: none */
  char *cc, *build_path, *pattern, *match, *test, *reference;
  char *algorithm, *language, *frontend, *output;
  uint64_t hang_ms, timeout_ms;
  uint64_t hog_bytes, memory_bytes;
  uint64_t max_tests;
  uint64_t jobs, repeat, also_interesting;
  strings only_pass, skip_pass;
  bool allow_invalid, also_invalid, in_place, rename, keep_layout, quiet,
      verbose, json;
  bool no_squeeze, no_flatten, no_hide;
  bool no_subsets, no_complements, backward, no_final_check;
  bool no_replay, no_zygote, no_precheck, explain_oracle, save_temps;
  bool resume, no_journal, no_report, matrix, matrix_all;
  bool keep_flags, find_flags;
  bool with_bisect;
  bisect_cli bisect; /* of --bisect */
  bool list_algorithms, list_passes, list_frontends, dump_tree;
  bool version, help;
} cli;

/* Reads the command line. On failure *problem_out is one line that says what to
 * do, caller's, and the code is not EXIT_DONE. Owner: release with cli_dispose
 * in any case. */
exit_code cli_parse(cli *out, int argc, const char *const *argv,
                    char **problem_out);
/* The options that were given, but not those named in `left_out` (without "--",
 * NULL-terminated), in the order of the table, as words for a shell;
 * caller's. */
char *cli_line(const cli *self, const char *const *left_out);
void cli_dispose(cli *self);
/* Does the rest of the command line need a FILE? */
bool cli_needs_file(const cli *self);

#endif
