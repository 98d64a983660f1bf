/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What travels between a reduction and its workers: a job asks for one run of a
 * command on a text, an answer is what came of it. Numbers are written with
 * seven bits a byte, the lowest first; strings and lists after their length.
 * Whatever comes from the network is checked here.
 */
#ifndef ENGINE_NET_H
#define ENGINE_NET_H

#include <stdint.h>

#include "base/text.h"
#include "reduce/process.h"

enum {
  NET_VERSION = 2,      /* and in NET_SCRIPT */
  NET_MOST = 64 << 20,  /* bytes of a text */
  NET_OUTPUT = 1 << 20, /* bytes that a test may print */
  NET_WORDS = 4096,     /* of a command */
};

#define NET_RUN "clang-hdd/run/"        /* and the identity of a compiler */
#define NET_SCRIPT "clang-hdd/script/2" /* of NET_VERSION: it takes scripts */
#define NET_CANCEL "clang-hdd/cancel/"  /* and the name of a worker */

/* ---- reading and writing ---- */

typedef struct net_reader {
  const char *at, *end;
  bool bad; /* something was malformed; all that is taken then is 0 */
} net_reader;

void net_put(textbuf *out, uint64_t number);
void net_put_bytes(textbuf *out, const char *bytes, size_t size);
/* NULL is put as an empty string. */
void net_put_string(textbuf *out, const char *string);
void net_put_strings(textbuf *out, const strings *list);
uint64_t net_take(net_reader *in);
/* So many bytes, lent; NULL: there are not. */
const char *net_take_raw(net_reader *in, size_t size);
/* The bytes after their length, lent; NULL: malformed. */
const char *net_take_bytes(size_t *size_out, net_reader *in);
/* A string without NUL, caller's; NULL: malformed. */
char *net_take_string(net_reader *in);
void net_take_strings(strings *out, net_reader *in);

/* ---- texts ---- */

/* Names a text. */
typedef struct net_hash {
  uint64_t low, high;
} net_hash;

net_hash net_hash_of(const char *bytes, size_t size);
bool net_hash_is_same(net_hash a, net_hash b);
/* Does a path stay below the folder that it is relative to? */
bool net_stays_below(const char *path);

/* A part of a message; lent. */
typedef struct net_part {
  const char *bytes; /* NULL: not there */
  size_t size;
} net_part;

/* ---- jobs and answers ---- */

typedef struct net_job {
  uint64_t ticket;
  char *name;          /* of the text */
  strings files;       /* that are joined in it; empty: it is one */
  strings words;       /* of the command; the first is empty */
  strings environment; /* as in a job */
  rd_limits limits;
  bool prove; /* run the base too, though this reduction has asked before */
  net_part script; /* the program to run in place of a compiler */
  net_hash original, base, text;
  net_part whole;  /* the original */
  net_part step;   /* the base, as a difference from the original */
  net_part change; /* the text, as a difference from the base */
} net_job;

void net_put_job(textbuf *out, const net_job *job);
/* Returns false if it is malformed. Owner: release with net_job_dispose in any
 * case; its parts are lent by `bytes`. */
bool net_take_job(net_job *out, const char *bytes, size_t size);
void net_job_dispose(net_job *self);

typedef enum net_end {
  NET_RAN,
  NET_NEEDS_BASE,     /* ask again with `step` */
  NET_NEEDS_ORIGINAL, /* ask again with `step` and `whole` */
  NET_REFUSED,        /* `reason` says why */
  NET_CANCELLED,
  NET_LOST, /* nobody answered */
  NET_ENDS
} net_end;

typedef struct net_answer {
  net_end end;
  char *worker; /* its name, and of which of its processes */
  char *reason;
  rd_run run;
  bool has_proof;
  rd_run proof; /* the run of the base, with the first answer to a reduction */
} net_answer;

/* May it be in the name of a worker? Names become parts of lines here. */
bool net_in_name(char c);
/* A worker's name, caller's; empty only if nobody answered. NULL: malformed. */
char *net_take_worker(net_reader *in, net_end end);
void net_put_answer(textbuf *out, const net_answer *answer);
bool net_take_answer(net_answer *out, const char *bytes, size_t size);
void net_answer_dispose(net_answer *self);

#endif
