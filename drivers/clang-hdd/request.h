/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The request: the command line of `clang-hdd reduce`, read and checked. It is
 * made once and never changed. */
#ifndef CLANG_HDD_REQUEST_H
#define CLANG_HDD_REQUEST_H

#include <regex.h>

#include "clang-hdd/bisect_cli.h"
#include "clang-hdd/exit_code.h"
#include "clang-hdd/wrong_cli.h"
#include "reduce/reduce.h"

/* How valid the texts have to be, for --valid. */
typedef enum validity {
  VALID_STRICT,   /* by the standard too, as far as the original is */
  VALID_ACCEPTED, /* by the judge */
  VALID_ANY,      /* there is no judge */
  VALID_ORIGINAL, /* as the original is: strict if the front end knows the
                     standard; the default */
  VALIDITIES
} validity;

/* How a script gets the text, for --input-as; always under its name as well. */
typedef enum input_way {
  INPUT_NAME,
  INPUT_ARGUMENT,
  INPUT_STDIN,
  INPUT_WAYS
} input_way;

/* A name such as "strict"; static. */
const char *validity_name(validity what);

/* Strings are NULL and numbers 0 where not given. */
typedef struct request {
  char *file;
  strings files;   /* all that are named: `file`, and those reduced with it */
  strings command; /* after "--"; empty: none */
  regex_t *regex;  /* of --ice-pattern, or NULL */
  char *cc, *build_path, *pattern, *match, *test, *commands, *reference, *valid;
  wrong_cli wrong;
  char *server, *input_as, *algorithm, *language, *frontend, *output, *log_file;
  uint64_t hang_ms, timeout_ms;
  uint64_t hog_bytes, memory_bytes;
  uint64_t max_tests;
  uint64_t jobs, repeat, also_interesting;
  strings only_pass, skip_pass, grammar;
  bool allow_invalid, also_invalid, in_place, rename, keep_layout, quiet,
      verbose, json, print_diff;
  bool no_squeeze, no_flatten, no_hide;
  bool no_subsets, no_complements, backward, no_final_check;
  bool no_replay, no_zygote, no_sandbox, no_precheck, explain_oracle,
      save_temps;
  bool resume, no_journal, no_report, matrix, matrix_all;
  bool keep_flags, find_flags;
  bool with_bisect;
  bisect_cli bisect; /* of --bisect */
  bool list_algorithms, list_passes, list_frontends, dump_tree;
  bool version, help;
} request;

/* Reads the command line. On failure returns another code than EXIT_DONE, and
 * *problem_out is one line that says what to do, caller's. Owner: release with
 * request_dispose in any case. */
exit_code request_parse(request *out, int argc, const char *const *argv,
                        char **problem_out);
/* The options that were given, except those named in `left_out` (without "--",
 * NULL-terminated), in table order, as words for a shell; caller's. */
char *request_line(const request *self, const char *const *left_out);
void request_dispose(request *self);
/* The options of rd_reduce that come from the command line. Lent. */
rd_options request_options(const request *self);
/* The limits of a run before anything is measured; no memory: none is given. */
rd_limits request_first_limits(const request *self);
/* How long a compiler may take for its version and the like. */
uint32_t request_probe_ms(const request *self);
/* What --valid and --allow-invalid ask for. */
validity request_validity(const request *self);
/* Not with the algorithms of the papers, whose figures are compared. */
bool request_is_default(const request *self);
/* What --input-as asks for; INPUT_WAYS: nothing that is known. */
input_way request_input_way(const request *self);
/* Is there no crash to look for? */
bool request_has_no_crash(const request *self);
/* Does the command line need a FILE? */
bool request_needs_file(const request *self);

#endif
