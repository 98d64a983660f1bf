/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines that compilers print when they crash (crashes.def), and what they
 * mean. */
#ifndef COMPILER_CRASHES_H
#define COMPILER_CRASHES_H

#include <regex.h>
#include <stdbool.h>

/* How much of a crash must match. */
typedef enum match_level {
  MATCH_EXACT,    /* all facts */
  MATCH_FUNCTION, /* where in the compiler, ignoring line and message */
  MATCH_KIND,     /* kind of crash and compiler phase */
  MATCH_LEVELS
} match_level;

/* "exact", "function" or "kind"; static. */
const char *match_level_name(match_level level);
/* Finds a level by name; false if it is unknown. */
bool match_level_find(match_level *out, const char *name);

/* The topic of a line. One line per group counts. */
typedef enum crash_group {
  GROUP_DEATH,
  GROUP_ICE,
  GROUP_LLVM,
  GROUP_SANITIZER,
  GROUP_FRAME,   /* the innermost frame, not of C */
  GROUP_LIBRARY, /* last group that proves a crash */
  GROUP_THROWN,  /* the exception */
  GROUP_INSN,
  GROUP_PASS,
  GROUP_PHASE,
  GROUP_END,
  GROUP_COUNT,
  GROUP_NONE = GROUP_COUNT
} crash_group;

enum {
  ROW_PLACE = 1,   /* identifies a place in the compiler */
  ROW_MESSAGE = 2, /* more specific than a stack trace */
  ROW_LAST = 4,    /* the last matching line counts, not the first */
  ROW_ANYWAY = 8,  /* counts even if the run succeeded */
  ROW_ERROR = 16,  /* includes the preceding error */
  ROW_FINAL = 32,  /* no facts follow */
  ROW_AFTER = 64,  /* counts only after a proof of a crash */
};

/* What a line says about the place in the user's source. */
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
  crash_group group; /* GROUP_NONE: no fact */
  unsigned flags;
  const char *literal, *expression;
  const char *facts[MATCH_LEVELS]; /* by level */
  crash_role role;
  const char *captures; /* letters followed by regex group numbers */
} crash_row;

enum {
  CRASH_GROUPS = 10,     /* regex groups, including the whole match */
  CRASH_LINE_MAX = 4096, /* longer lines quote the user's source */
};

/* A line and the row that matches it. */
typedef struct crash_line {
  const crash_row *row;
  const char *text; /* borrowed */
  regmatch_t groups[CRASH_GROUPS];
} crash_line;

typedef enum crash_reader { READ_FACTS, READ_SITES } crash_reader;

/* Finds the first row for this reader that matches the line; only the first
 * CRASH_LINE_MAX bytes are read. A warning, a note, an error in the text or a
 * quoted line may contain anything, so only DIAGNOSTIC rows match those. */
bool crash_line_find(crash_line *out, const char *line, crash_reader reader);
/* The text of a regex group, owned by the caller; NULL if it did not match. */
char *crash_line_group(const crash_line *self, int group);
/* The same for the group that the row's captures assign to the letter. */
char *crash_line_capture(const crash_line *self, char letter);

#endif
