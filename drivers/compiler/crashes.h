/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines that compilers print when they crash (crashes.def), and what they
 * say. */
#ifndef COMPILER_CRASHES_H
#define COMPILER_CRASHES_H

#include <regex.h>
#include <stdbool.h>

/* How much of a crash has to be the same. */
typedef enum match_level {
  MATCH_EXACT,    /* all that its facts say */
  MATCH_FUNCTION, /* where in the compiler, without line and message */
  MATCH_KIND,     /* what kind of crash, in which phase */
  MATCH_LEVELS
} match_level;

/* "exact", "function", "kind"; lent forever. */
const char *match_level_name(match_level level);
/* The level of that name; false if there is none. */
bool match_level_find(match_level *out, const char *name);

/* What a line is about; of each group one line counts. */
typedef enum crash_group {
  GROUP_DEATH,
  GROUP_ICE,
  GROUP_LLVM,
  GROUP_SANITIZER,
  GROUP_LIBRARY, /* the last that proves a crash */
  GROUP_INSN,
  GROUP_PASS,
  GROUP_PHASE,
  GROUP_END,
  GROUP_COUNT,
  GROUP_NONE = GROUP_COUNT
} crash_group;

enum {
  ROW_PLACE = 1,   /* says where in the compiler */
  ROW_MESSAGE = 2, /* says more than a stack trace */
  ROW_LAST = 4,    /* the last line counts, not the first */
  ROW_ANYWAY = 8,  /* counts though the run succeeded */
  ROW_ERROR = 16,  /* the error before it belongs to it */
  ROW_FINAL = 32,  /* no fact follows */
};

/* What a line says of the place in the user's source. */
typedef enum crash_role {
  ROLE_NONE,
  ROLE_CRASH,
  ROLE_INNER,
  ROLE_HINT,
  ROLE_CONTEXT,
  ROLE_MORE,
  ROLE_DIAGNOSTIC,
  ROLE_NOTHING
} crash_role;

typedef struct crash_row {
  crash_group group; /* GROUP_NONE: it gives no fact */
  unsigned flags;
  const char *literal, *expression;
  const char *facts[MATCH_LEVELS]; /* by level */
  crash_role role;
  const char *captures; /* letters and numbers of groups */
} crash_row;

enum {
  CRASH_GROUPS = 10,     /* of an expression, the whole included */
  CRASH_LINE_MAX = 4096, /* what is longer quotes the user's source */
};

/* A line that a row explains. */
typedef struct crash_line {
  const crash_row *row;
  const char *text; /* lent */
  regmatch_t groups[CRASH_GROUPS];
} crash_line;

typedef enum crash_reader { READ_FACTS, READ_SITES } crash_reader;

/* Finds the first row for that reader that fits the line, of which no more than
 * CRASH_LINE_MAX bytes are read. A warning or a note may quote anything, and
 * only a DIAGNOSTIC explains it. */
bool crash_line_find(crash_line *out, const char *line, crash_reader reader);
/* What a group of the expression holds; caller's, NULL if it took no part. */
char *crash_line_group(const crash_line *self, int group);
/* The same for the group that the row's captures give the letter. */
char *crash_line_capture(const crash_line *self, char letter);

#endif
