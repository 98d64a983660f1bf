/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loading the modules reduce-NAME.so. */
#ifndef SERVER_LOAD_H
#define SERVER_LOAD_H

#include "base/modules.h"
#include "reduce/frontend.h"

/* The folders of front ends: `folder` alone if it is not NULL, else the usual
 * ones, first the one that was installed with libreduce. */
void modules_path_find(modules_path *path, const char *folder);

/* Loads a front end. It stays loaded if handle_out is NULL, else *handle_out is
 * for dlclose(). Errors: RD_ERR_NOTFOUND (there is no such file),
 * RD_ERR_INVALID (no module, or one for another version). */
rd_status modules_load(const rd_frontend **out, void **handle_out,
                       const modules_path *path, const char *name,
                       rd_error *err);
/* Loads a lexicon, for good. The same errors. */
rd_status modules_lexicon(const rd_lexicon **out, const modules_path *path,
                          const char *name, rd_error *err);

#endif
