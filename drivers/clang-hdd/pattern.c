/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options that several commands use to compare crashes, checked in one place so
 * that the same mistake gets the same message. */
#include "clang-hdd/pattern.h"

#include <string.h>

#include "compiler/crash_facts.h"
#include "base/text.h"

char *pattern_check_match(const char *match, const char *pattern)
{
  match_level level;
  bool alone = match && !strcmp(match, "pattern");
  if (match && !alone && !match_level_find(&level, match))
    return mem_format("--match %s: use exact, function, kind or pattern",
                      match);
  if (alone && !pattern)
    return mem_copy("--match pattern: give the pattern with --ice-pattern");
  return NULL;
}

bool pattern_compile(regex_t *out, char **problem_out, const char *pattern)
{
  int code = regcomp(out, pattern, REG_EXTENDED | REG_NEWLINE);
  *problem_out = NULL;
  if (code) {
    char reason[256];
    (void)regerror(code, out, reason, sizeof reason);
    *problem_out =
        mem_format("--ice-pattern %s is not an extended regular expression: %s",
                   pattern, reason);
  } else if (regexec(out, "", 0, NULL, 0) == 0) {
    *problem_out = mem_format("--ice-pattern %s matches the empty string, so "
                              "it fits any output; make it say more",
                              pattern);
    regfree(out);
  }
  return !*problem_out;
}
