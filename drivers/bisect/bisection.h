/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a bisection has found, as facts: what its command prints, what a report
 * says, and what a reduction alongside has to know. */
#ifndef BISECT_BISECTION_H
#define BISECT_BISECTION_H

#include "bisect/search.h"
#include "compiler/json_store.h"

typedef enum bisection_end {
  BISECTION_FOUND,    /* one suspect: the first bad commit; it crashes, and each
                          of its parents was seen not to */
  BISECTION_SUSPECTS, /* what could not be tested leaves several */
  BISECTION_NO_CRASH, /* the bad revision does not crash */
  BISECTION_GOOD_CRASHES, /* the good revision crashes too, or a merge base of
                             both does: the crash was fixed on the way to good */
  BISECTION_UNRELATED,    /* good and bad have no common history */
  BISECTION_SWAPPED,      /* bad is an ancestor of good, or the same */
  BISECTION_NO_BUILD, /* the bad revision cannot be built, or the compiler is not
                          where it should be */
  BISECTION_UNFINISHED /* stopped */
} bisection_end;

/* A compiler that was, or could be, tested: of a commit or a version. */
typedef struct bisect_point {
  char *name;         /* 40 digits of a commit, or a version's program */
  commit_facts facts; /* of a commit; of a version all is NULL */
  char *version;      /* of a version: its number, such as "12.2.0"; or NULL */
  bisect_answer answer;
  char *detail; /* why: the crash, the first error, the build's; or NULL */
  strings
      command; /* with which its compiler is run on a file, without the file,
                      paths absolute; empty: it is not there */
} bisect_point;

/* Strings are NULL where nothing is known; all are its own. */
typedef struct bisection {
  bisection_end end;
  char *repository; /* as given; NULL: versions */
  char *good, *bad; /* as given */
  bool first_parent;
  bisect_point *suspects; /* newest first; one with BISECTION_FOUND */
  size_t suspect_count;
  bisect_point *parents; /* of the first bad commit; of versions the one before;
                             each was seen to be fine, but see `problem`, and
                             those of BISECT_UNKNOWN, of which a good one that
                             was tested is made. With BISECTION_FOUND */
  size_t parent_count;
  char *signature;    /* of the crash, one line */
  char *problem;      /* one line that says why there is no single commit and
                             what to do; with BISECTION_FOUND that a parent could
                             not be tested, or NULL */
  bool flaky;         /* runs of one compiler have not agreed, or answers
                             contradict the history */
  char *flaky_detail; /* one line */
  unsigned commits;   /* between good and bad */
  unsigned probes;    /* compilers tested */
  unsigned built, cached, skipped;
  uint64_t ms;
  char *log; /* what `git bisect replay` accepts */
  /* Filled in by a reduction alongside. */
  bool checked; /* the reduced file was run on the first bad compiler, where it
                   crashes, and on those of its parents, where it does not; what
                   these say is said of it, and not of the original, unless the
                   reduction was interrupted */
  char *moved;  /* one line: the reduction had moved to another commit, and what
                   was done; or NULL */
} bisection;

void bisection_dispose(bisection *self);
void bisect_point_dispose(bisect_point *self);

/* The word for a bisect_answer, in JSON and for people; lent forever. */
const char *bisect_answer_name(int answer);
/* Is it a commit's, not a version's? */
bool bisect_point_is_commit(const bisect_point *self);
/* What it is called in a sentence: the first digits of a commit, or a version as
 * "gcc-12 (12.2.0)"; caller's. */
char *bisect_point_title(const bisect_point *self);
/* What it does with the file, which is called `file` ("it"), such as "compiles
 * it" or "crashes: ...", on one line; caller's. */
char *bisect_point_does(const bisect_point *self, const char *file);
/* The same of one that is right before the first bad one: where it was not
 * tested, one that is made from it was, and is fine. */
char *bisect_parent_does(const bisect_point *self, const char *file);
/* The files that a commit touches, "a.c, b.c (and 12 more)", in about so many
 * bytes; NULL: none. Caller's. */
char *bisect_point_files(const bisect_point *self, size_t most);
/* What was found, in a line: "1a2b3c4d5e6f vrp: fold ranges of casts", or why
 * there is no such; caller's. */
char *bisection_title(const bisection *self);
/* What it cost: "11 compilers tested (...), 93 s"; caller's. */
char *bisection_cost(const bisection *self);

/* Adds a row "  label    text" of a text for people; nothing if there is no text,
 * which is released. */
void bisection_add_row(textbuf *out, const char *label, char *text);
/* Rows of a text for people, which a blame has too: author, subject and files of a
 * commit; suspects with what they do, and the crash; that answers come and go, if they do. */
void bisection_add_commit(textbuf *out, const bisect_point *commit);
void bisection_add_suspects(textbuf *out, const bisection *self);
void bisection_add_flaky(textbuf *out, const bisection *self);
/* What was found, in some lines for people; caller's. */
char *bisection_text(const bisection *self);
/* As JSON, one object; caller's. */
char *bisection_json(const bisection *self);
/* Writes or reads its members, as the store says. */
void bisection_members(store *self, bisection *of);
/* RD_ERR_INVALID: it is none. `size` bytes. Owner: bisection_dispose. */
rd_status bisection_parse(bisection *out, const char *json, size_t size,
                          rd_error *err);

#endif
