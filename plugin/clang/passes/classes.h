/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Classes by their tokens: `class NAME : BASES { MEMBERS }`. */
#ifndef CLANG_CLASSES_H
#define CLANG_CLASSES_H

#include "spelled.h"

/* Positions; `name` is MAP_NONE if it has none, `colon` is `open` if it has no
 * bases. */
typedef struct class_head {
  uint32_t keyword, name, colon, open, close;
  bool plain; /* no template, no specialisation, not itself defined outside */
} class_head;

/* The class with a body whose keyword is at the position. */
bool class_find(class_head *out, const rewriter *r, uint32_t keyword);
/* The class with a body whose name is at the position. */
bool class_named(class_head *out, const rewriter *r, uint32_t name);
/* Its declaration if that declares nothing else; NODE_NONE otherwise. */
uint32_t class_declaration(const rewriter *r, const class_head *of);
/* Its bases. */
void class_bases(spans *out, const rewriter *r, const class_head *of);
/* Drops all declarations of members that stand outside of it. */
void class_drop_outer(rewriter *r, const spellings *s, const class_head *of);

/* Iterates over the classes of a text. */
#define EACH_CLASS(head, r)                                                    \
  for (uint32_t at_ = class_next(head, r, 0); at_ < (r)->s->count;             \
       at_ = class_next(head, r, at_ + 1))
uint32_t class_next(class_head *out, const rewriter *r, uint32_t from);

#endif
