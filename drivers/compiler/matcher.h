/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines of a compiler's output, and the expressions of a table that they are
 * matched with. */
#ifndef COMPILER_MATCHER_H
#define COMPILER_MATCHER_H

#include <regex.h>
#include <stdbool.h>

enum {
  MATCHER_CAPTURES = 8,
  MATCHER_LINE_MAX = 4096 /* what is longer quotes the user's source */
};

/* An extended expression, and a text without which no line fits it. */
typedef struct matcher_pattern {
  const char *literal, *expression;
} matcher_pattern;

/* What was compiled of a pattern. {0}: nothing yet. */
typedef struct matcher {
  regex_t compiled;
  bool ready;
} matcher;

/* Does the line fit? Then `captures` has what the parentheses hold. A pattern
 * that is no expression aborts. */
bool matcher_fits(matcher *self, const matcher_pattern *pattern,
                  const char *line, regmatch_t captures[MATCHER_CAPTURES]);
void matcher_dispose(matcher *self);

/* Is it one of the lines in which compilers repeat what the user wrote? They
 * tell no crash. */
bool matcher_is_quotation(const char *line);

#endif
