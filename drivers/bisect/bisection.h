/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The result of a bisection, as facts: its command prints them, a report
 * includes them, and a concurrent reduction uses them. */
#ifndef BISECT_BISECTION_H
#define BISECT_BISECTION_H

#include "bisect/search.h"
#include "compiler/json_store.h"

typedef enum bisection_end {
  BISECTION_FOUND,    /* one suspect, the first bad commit: it crashes, and each
                         of its parents was seen not to */
  BISECTION_SUSPECTS, /* several are left because some could not be tested; or
                         one, whose parents a shallow clone lacks */
  BISECTION_NO_CRASH, /* the bad revision does not crash */
  BISECTION_GOOD_CRASHES, /* the good revision or a merge base of both crashes
                             too: the crash was fixed on the way to good */
  BISECTION_UNRELATED,    /* good and bad have no common history */
  BISECTION_SWAPPED,      /* bad is good or an ancestor of it */
  BISECTION_NO_BUILD,  /* the bad revision cannot be built, or its compiler is
                          not where it should be */
  BISECTION_UNFINISHED /* stopped */
} bisection_end;

/* A compiler that was tested or could be: of a commit or a version. */
typedef struct bisect_point {
  char *name;         /* 40 digits of a commit, or a version's program */
  commit_facts facts; /* of a commit; all NULL for a version */
  char *version;      /* the version number, such as "12.2.0", or NULL */
  bisect_answer answer;
  char *detail;    /* reason: the crash, the first error, or the build's; or
                      NULL */
  strings command; /* runs the compiler on a file: words without the file, paths
                      absolute; empty: it is not available */
} bisect_point;

/* Unknown strings are NULL; the struct owns all strings. */
typedef struct bisection {
  bisection_end end;
  char *repository; /* as given; NULL: versions */
  char *good, *bad; /* as given */
  bool first_parent;
  bool wrong_code;        /* "crashes" means that it generates wrong code */
  bisect_point *suspects; /* newest first; one with BISECTION_FOUND */
  size_t suspect_count;
  bisect_point *parents; /* of the first bad commit; for versions, the one
                            before. With BISECTION_FOUND. Each was seen to be
                            fine, except as `problem` says and except
                            BISECT_UNKNOWN: a tested good commit descends from
                            those */
  size_t parent_count;
  char *signature;    /* of the crash, one line */
  char *problem;      /* one line: why there is no single commit and what to do;
                         with BISECTION_FOUND: a parent could not be tested; or
                         NULL */
  bool flaky;         /* runs of one compiler disagree, or answers contradict
                         the history */
  char *flaky_detail; /* one line */
  unsigned commits;   /* between good and bad */
  unsigned probes;    /* compilers tested */
  unsigned built, cached, skipped;
  uint64_t ms;
  char *log; /* input for `git bisect replay` */
  /* Filled in by a concurrent reduction. */
  bool checked; /* the reduced file was run with the first bad compiler, where
                   it crashes, and with those of its parents, where it does not;
                   their answers then describe the reduced file, not the
                   original, unless the reduction was interrupted */
  char *moved;  /* one line: the reduction had moved to another commit, and what
                   was done about it; or NULL */
} bisection;

void bisection_dispose(bisection *self);
void bisect_point_dispose(bisect_point *self);

/* "crashes", or what it means; static. */
const char *bisection_verb(const bisection *self);
/* The word for a bisect_answer, in JSON and in text; static. */
const char *bisect_answer_name(int answer);
/* Does it belong to a commit rather than a version? */
bool bisect_point_is_commit(const bisect_point *self);
/* Its name in a sentence: the first digits of a commit, or a version as "gcc-12
 * (12.2.0)"; caller's. */
char *bisect_point_title(const bisect_point *self);
/* What a parent of the first bad one does with the file, on one line, such as
 * "compiles it"; `file` is the word for the file ("it"). An untested parent has
 * a tested descendant that is fine. Caller's. */
char *bisect_parent_does(const bisection *of, const bisect_point *self,
                         const char *file);
/* The files that a commit touches, "a.c, b.c (and 12 more)", in about `most`
 * bytes; NULL: none. Caller's. */
char *bisect_point_files(const bisect_point *self, size_t most);
/* The result in one line: "1a2b3c4d5e6f vrp: fold ranges of casts", or why
 * there is none; caller's. */
char *bisection_title(const bisection *self);

/* Adds a row "  label    text" to human-readable output, or nothing if there is
 * no text. Releases the text. */
void bisection_add_row(textbuf *out, const char *label, char *text);
/* Rows of human-readable output that a blame shares: author, subject and files
 * of a commit; suspects with what they do, and the crash; a warning if answers
 * are unstable. */
void bisection_add_commit(textbuf *out, const bisect_point *commit);
void bisection_add_suspects(textbuf *out, const bisection *self);
/* `what`: what each parent does; NULL: as it was seen. */
void bisection_add_parents(textbuf *out, const bisection *self,
                           const char *what);
void bisection_add_flaky(textbuf *out, const bisection *self);
/* The result in a few lines for people; caller's. */
char *bisection_text(const bisection *self);
/* The result as one JSON object; caller's. */
char *bisection_json(const bisection *self);
/* Writes or reads the members of a bisection, depending on the store. */
void bisection_members(store *self, void *of);
/* `size` bytes. RD_ERR_INVALID: not a bisection. Owner: bisection_dispose. */
rd_status bisection_parse(bisection *out, const char *json, size_t size,
                          rd_error *err);

#endif
