/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a bundle looks on disk; for bundle.c and keep.c. */
#ifndef WATCH_BUNDLE_FILE_H
#define WATCH_BUNDLE_FILE_H

#include "watch/bundle.h"

#define BUNDLE_JSON "bundle.json"
#define BUNDLE_OUTPUT "output.txt"

/* Reads the bundle in a folder. RD_ERR_NOTFOUND, RD_ERR_IO; RD_ERR_INVALID: it is
 * damaged. Owner: bundle_dispose. */
rd_status bundle_read(bundle *out, const char *folder, rd_error *err);
/* The folder of the bundle with that id or an unambiguous beginning of it;
 * caller's. RD_ERR_NOTFOUND, RD_ERR_INVALID: ambiguous. */
rd_status bundle_folder(char **out, const char *id, rd_error *err);
/* What BUNDLE_JSON says of it; caller's. */
char *bundle_text(const bundle *self);

#endif
