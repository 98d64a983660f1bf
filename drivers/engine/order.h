/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What travels between a campaign and its workers: an order asks for a whole
 * reduction, a delivery has the files that it made. Written as in net.h, and
 * checked here.
 */
#ifndef ENGINE_ORDER_H
#define ENGINE_ORDER_H

#include "engine/net.h"

enum {
  ORDER_FILES = 4096,      /* the most of a delivery, */
  ORDER_BYTES = 256 << 20, /* and their bytes */
};

/* Followed by the identity of a compiler, "-" and that of what reduces. */
#define ORDER_FUNCTION "clang-hdd/reduce/"

typedef struct order {
  uint64_t ticket;
  strings options; /* of clang-hdd reduce, in the form "--name=value" */
  char *compiler;  /* as the user calls it */
  strings words;   /* that follow it */
  char *name;      /* of the file */
  net_part text;
} order;

void order_put(textbuf *out, const order *from);
/* Returns false if it is malformed. Owner: release with order_dispose in any
 * case; the text is lent by `bytes`. */
bool order_take(order *out, const char *bytes, size_t size);
void order_dispose(order *self);

/* A file, by its path below the folder of the output. */
typedef struct order_file {
  char *name;
  bool runs; /* it is a program */
  net_part content;
} order_file;

typedef struct delivery {
  net_end end; /* NET_RAN, NET_REFUSED, NET_CANCELLED, NET_LOST */
  char *worker;
  char *reason;    /* NET_REFUSED */
  uint64_t status; /* the exit code; 128 + N: ended by signal N */
  ARRAY(order_file) files;
} delivery;

void delivery_put(textbuf *out, const delivery *from);
/* As order_take. Names of files lead nowhere but below a folder. */
bool delivery_take(delivery *out, const char *bytes, size_t size);
void delivery_dispose(delivery *self);

#endif
