/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Members that can stand outside of their class. */
#ifndef CLANG_MEMBERS_H
#define CLANG_MEMBERS_H

#include "classes.h"

typedef struct class_member {
  uint32_t node;
  uint32_t name; /* a position */
  bool mentions; /* the class */
} class_member;

/* false: the node declares something that needs its class. */
bool member_find(class_member *out, const rewriter *r, const class_head *of,
                 uint32_t node);
/* The words that only members have: at its begin, and after its parameters. */
span member_words_before(const rewriter *r, const class_member *of);
span member_words_behind(const rewriter *r, const class_member *of);
/* Adds the edits that remove what is before the name of a use: the object, or
 * the class. An initialiser goes. */
void member_put_use(rewriter *r, const class_head *of, uint32_t at);

#endif
