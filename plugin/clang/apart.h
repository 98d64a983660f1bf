/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses texts in a process of their own. */
#ifndef CLANG_APART_H
#define CLANG_APART_H

#include "args.h"

/* With this flag no template is instantiated at the end of the text. */
#define APART_UNENDED ((unsigned)CXTranslationUnit_Incomplete)

/* What became of the text. */
typedef struct apart {
  bool died;
  bool is_fresh; /* no earlier text has left anything in the child's memory */
  rd_diagnostics found; /* if it did not */
  uint32_t reached;     /* else: the offset of the token that the parser had
                           reached; UINT32_MAX: unknown, or the end */
} apart;

/* Parses the text in a child of this process, so that a crash leaves nothing behind
 * but what `args` remember of it. False: there is no child, nothing to give it, or it
 * was killed from outside. */
bool apart_parse(apart *out, arguments *args, CXIndex index, const char *text,
                 size_t size, unsigned flags, uint32_t relax,
                 unit_count *count);

/* The text up to the innermost statement or declaration that contains the offset
 * and may be left out, with what closes the blocks, classes and namespaces around that.
 * *size_out: its size. Owner: the caller, free(). NULL: there is none. */
char *apart_cut(size_t *size_out, const char *text, size_t size, uint32_t words,
                uint32_t at);
/* Replaces that statement or declaration with blanks; false: there is none. */
bool apart_blank(char *text, size_t size, uint32_t words, uint32_t at);
#endif
