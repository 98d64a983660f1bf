/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The visit of libclang's cursors, shared by what C and C++ make of it. */
#ifndef CLANG_VISIT_H
#define CLANG_VISIT_H

#include "semantics.h"

typedef ARRAY(CXCursor) cursors;

/* A token that refers to what is declared at another token. */
typedef struct reference {
  uint32_t token, target;
} reference;

struct visit {
  semantics *f;
  CXFile file;
  cursors stack;
  cursors children; /* of the current cursor */
  cursors seen;
  map seen_at; /* hash of a cursor to its place in `seen` */
  /* C++ */
  uint32_t *symbol_at;         /* by token: the symbol declared there */
  ARRAY(reference) references; /* in the order of the visit */
  ARRAY(reference) wholes;     /* to classes that may have to be complete */
  ARRAY(reference) guards;     /* `token` declares what needs `target` */
  bool is_converted;           /* what was visited last may be a conversion */
  uint32_t converted; /* to this class, if the text declares it, or FACT_NONE */
};

/* The token at the location, or FACT_NONE. */
uint32_t visit_token(const struct visit *v, CXSourceLocation location);
/* First and last token of the cursor. */
bool visit_range(uint32_t *first, uint32_t *last, const struct visit *v,
                 CXCursor cursor);
/* Has it internal linkage, or is it `static`? */
bool visit_is_internal(CXCursor cursor);

/* Notes what a cursor of a C++ text declares or refers to. */
void references_note(struct visit *v, CXCursor cursor, enum CXCursorKind kind);
/* After the visit: makes symbols of the places. */
void references_settle(struct visit *v);

#endif
