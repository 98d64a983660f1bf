/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of a bisection (bisect_rows.def). */
#ifndef CLANG_HDD_BISECT_CLI_H
#define CLANG_HDD_BISECT_CLI_H

#include <stdint.h>

#include "base/text.h"

/* Strings are NULL and numbers 0 where not given. */
typedef struct bisect_cli {
  char *repo, *bad, *build, *prebuilt, *build_cache;
  strings good, versions;
  bool first_parent, incremental;
  uint64_t build_jobs, build_timeout_ms, build_cache_bytes;
} bisect_cli;

/* Looks for missing or contradictory options, given the compiler's command as
 * `cc` (or NULL) or as these words. Returns one line that says what to do,
 * caller's; NULL if all is well. */
char *bisect_cli_check(const bisect_cli *self, const char *cc,
                       const strings *command);
/* The first of these options that was given, such as "--repo"; NULL: none.
 * Caller's. */
char *bisect_cli_given(const bisect_cli *self);

#endif
