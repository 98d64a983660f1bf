/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a language does not let stand for its nodes: fixed.def. */
#ifndef GRAMMAR_FIXED_H
#define GRAMMAR_FIXED_H

#include <stdbool.h>
#include <stddef.h>

/* May nothing stand for a node of this type and text, nor for its parts? */
bool fixed_is_whole(const char *grammar, const char *type, const char *text,
                    size_t size);
/* Is a text in place of such a node worth a test? `type` NULL: a node that the
 * grammar does not have. */
bool fixed_is_worth(const char *grammar, const char *type);
/* Is it the last element of a section, having such a child? */
bool fixed_closes(const char *grammar, const char *child);
/* Does such a node stand for no other? */
bool fixed_is_plain(const char *grammar, const char *type);
/* What a node is in a language of data. */
typedef enum fixed_record {
  FIXED_OTHER,
  FIXED_RECORD,
  FIXED_MEMBER, /* of a record; its first child is the key */
  FIXED_LIST
} fixed_record;
fixed_record fixed_record_of(const char *grammar, const char *type);
bool fixed_has_records(const char *grammar);
/* Is such a node part of another language? */
bool fixed_is_foreign(const char *grammar, const char *type);
/* Are texts in the language run, not compiled? */
bool fixed_is_run(const char *grammar);
/* Does its compiler reject names without a definition? */
bool fixed_needs_definitions(const char *grammar);
/* Does it want each import and each local variable to be used? */
bool fixed_wants_uses(const char *grammar);
/* The child that such a node needs in one that begins with `head`, or NULL. */
const char *fixed_need(const char *grammar, const char *head, const char *type);
/* Are there rows about the children of such a node? */
bool fixed_has_only(const char *grammar, const char *type);
/* Is there one for such a child? */
bool fixed_allows(const char *grammar, const char *type, const char *child);

#endif
