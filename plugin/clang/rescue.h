/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses texts on which libclang crashes. */
#ifndef CLANG_RESCUE_H
#define CLANG_RESCUE_H

#include "args.h"
#include "tokens/lexer.h"

/* Parses the text, relaxed as far as possible; of C++ at least a part, if
 * libclang crashes. Without a unit if there is none. Owner: the caller,
 * units_release. */
kept_unit rescue_parse(arguments *args, CXIndex index, const char *text,
                       size_t size, const token *tokens, size_t token_count,
                       unsigned flags);
#endif
