/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads the modules reduce-NAME.so. */
#ifndef SERVER_LOAD_H
#define SERVER_LOAD_H

#include "base/modules.h"
#include "reduce/frontend.h"

/* The folders of front ends: only `folder` if it is not NULL, else the usual
 * ones, starting with the one installed with libreduce. */
void modules_path_find(modules_path *path, const char *folder);

/* Loads a front end. It stays loaded if handle_out is NULL, else the caller
 * closes *handle_out with dlclose(). Errors: RD_ERR_NOTFOUND (no such file),
 * RD_ERR_INVALID (not a module, or one for another version). */
rd_status modules_load(const rd_frontend **out, void **handle_out,
                       const modules_path *path, const char *name,
                       rd_error *err);
/* Loads a lexicon permanently. The same errors. */
rd_status modules_lexicon(const rd_lexicon **out, const modules_path *path,
                          const char *name, rd_error *err);

#endif
