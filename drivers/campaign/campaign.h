/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A heap of crashing inputs: what is known of each. This is the whole state of a
 * campaign; the rest follows from it (bugs.h). */
#ifndef CAMPAIGN_CAMPAIGN_H
#define CAMPAIGN_CAMPAIGN_H

#include <stdint.h>

#include "base/map.h"
#include "base/text.h"
#include "reduce/status.h"

/* What the run of an input was like. */
typedef enum input_state {
  INPUT_NEW, /* it has not been run */
  INPUT_CRASHES,
  INPUT_FINE,   /* no crash */
  INPUT_BROKEN, /* it cannot be run */
  INPUT_STATES
} input_state;

/* What became of the reduction of an input. */
typedef enum reduction_state {
  REDUCTION_NONE, /* there was none, or it has not ended */
  REDUCTION_DONE,
  REDUCTION_FAILED,
  REDUCTION_BROKEN, /* it was ended by this machine; the next campaign goes on */
  REDUCTION_STATES
} reduction_state;

/* A crash as a run shows it. Strings are NULL where unknown. */
typedef struct crash {
  char *signature; /* in one line */
  char *place;     /* signature_place */
} crash;

/* An input. */
typedef struct input {
  /* As it was found (inputs.h). */
  char *key;            /* tells it from the others: its path, and in a list its
                      command */
  char *file;           /* a source, or another form that intake reads */
  strings command;      /* empty: that of the campaign */
  uint64_t first, last; /* when it was met, in seconds since 1970 */
  uint64_t times;       /* how often */
  uint64_t bytes;

  /* Its run. */
  input_state state;
  char *why;          /* INPUT_FINE, INPUT_BROKEN: what it does instead */
  crash crash;        /* INPUT_CRASHES */
  char *name;         /* of what is compiled, such as "bug.c" */
  char *compiler;     /* its version line and target */
  uint64_t cpu_ms;    /* what the run took */
  bool has_site;      /* the crash names a place in the text */
  bool is_late;       /* INPUT_FINE: a limit of the tests ended the run */
  uint64_t candidate; /* which of the compilations of the file crashes */
  char *teller;       /* the worker that ran it; NULL: it ran here */

  /* Its reduction. */
  reduction_state reduction;
  char *problem; /* REDUCTION_FAILED, REDUCTION_BROKEN: why */
  crash became;  /* REDUCTION_DONE: the crash of the reduced text */
  char *text;    /* a digest of that text */
  uint64_t reduced_bytes, tokens; /* its size */

  bool is_running; /* the reduction is under way; not stored */
  bool stays;      /* it is not given to a worker again; not stored */
} input;

struct json_t;

typedef struct campaign {
  char *folder;    /* where all is kept; absolute */
  strings command; /* after "--"; may be empty */
  strings usual;   /* the compiler for sources that come without any command */
  input *inputs;   /* in the order in which they were found */
  size_t count;
  map by_key;
  uint64_t changes; /* of inputs, by campaign_add */
} campaign;

const char *input_state_name(int state);
void input_dispose(input *self);
/* An input as a line of JSON, for a pipe; caller's. */
char *input_line(const input *self);
/* Reads one; false: it is damaged. Owner: input_dispose in any case. */
bool input_read(input *out, const char *line);
/* The input with that key, or NULL. Lent until one is added. */
input *campaign_find(const campaign *self, const char *key);
/* Adds an input, or takes the file of a known one anew: one that has changed is
 * run again. Takes what `found` owns. True: there is something to run. */
bool campaign_add(campaign *self, input *found);
void campaign_dispose(campaign *self);

/* ---- files ---- */

#define CAMPAIGN_JSON "campaign.json"

/* The folder of an input's reduction; caller's. */
char *campaign_reduction(const campaign *self, const input *of);
/* In it the reduced text, its journal, and the folder of its report. */
char *campaign_reduced(const campaign *self, const input *of);
char *campaign_journal(const campaign *self, const input *of);
char *campaign_report(const campaign *self, const input *of);
/* Reads the state in self->folder into an empty campaign; a missing one is that
 * of a new campaign. RD_ERR_INVALID: it is damaged; RD_ERR_IO. */
rd_status campaign_read(campaign *self, rd_error *err);
/* Replaces it; `bugs` is for readers, a reference that it takes. RD_ERR_NOSPACE,
 * RD_ERR_IO. */
rd_status campaign_write(const campaign *self, struct json_t *bugs,
                         rd_error *err);

#endif
