/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses texts with units that are kept for the next. */
#ifndef CLANG_UNITS_H
#define CLANG_UNITS_H

#include "args.h"

/* With this flag the directives that a text begins with are read once for all texts
 * that begin with them. The unit has no cursors for them. */
#define UNITS_HEADED (1u << 31)

/* Does the text begin with directives, of which one may include a file? Comments may
 * come first. */
bool units_has_head(const char *text, size_t size);
/* Parses the text with `relax` steps of relaxation, or RD_STRICT; out->unit is NULL if
 * there is none. Owner: the caller, units_release. */
enum CXErrorCode units_parse(kept_unit *out, arguments *args, CXIndex index,
                             const char *text, size_t size, unsigned flags,
                             uint32_t relax);
/* Keeps the unit of a text of this size, or disposes of it. */
void units_release(arguments *args, kept_unit unit, size_t size);
/* Parses another text that begins with the same head with a unit, which is of no use
 * any more if that fails. False: it failed. */
bool units_reparse(arguments *args, const kept_unit *unit, const char *text,
                   size_t size);
/* A unit to parse the text with in a child of this process. Without a unit: there is
 * none. Owner: `args`, until the next call. */
kept_unit units_base(arguments *args, CXIndex index, const char *text,
                     size_t size, unsigned flags, uint32_t relax);
/* Visits the declarations while the text is parsed; 0: to its end. */
int units_index(const arguments *args, CXIndex index, const char *text,
                size_t size, IndexerCallbacks *visit, void *payload);
void units_free(arguments *args);

#endif
