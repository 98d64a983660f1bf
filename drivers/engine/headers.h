/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The headers of a text that is compiled at a worker. They travel with the text,
 * as files that are joined with it (joined.h). */
#ifndef ENGINE_HEADERS_H
#define ENGINE_HEADERS_H

#include "base/text.h"

/* What comes before the text. */
typedef struct headers {
  strings names;  /* of files */
  textbuf joined; /* them, each with its border */
} headers;

/* Where programs, libraries and their headers are on all machines, and no homes
 * of users; ends with NULL. */
extern const char *const headers_common[];

/* The word with the folder that the option at `at` has searched for headers, and
 * where in that word it begins; 0: it is no such option. */
size_t headers_folder(size_t *begin_out, const strings *words, size_t at);
/* Moves folders of the user's in a command to where the files are in a run at a
 * worker. */
void headers_move(strings *words);
/* Does a text ask whether there are some headers? Those that it does not include do
 * not travel. */
bool headers_asked(const char *text, size_t size);
/* Collects what a compiler has read besides the text, as it names the files.
 * Returns why that cannot be had elsewhere, caller's; NULL: it can. Owner: release
 * with headers_dispose in any case. */
char *headers_collect(headers *out, const strings *read, const strings *words);
void headers_dispose(headers *self);
/* At a worker: why a text with these files is not run, such as since a header is
 * another here, caller's; NULL: it is. Cost: reads the headers. */
char *headers_refused(const strings *names, const char *text, size_t size);

#endif
