/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What options stand for, asked of the compiler. */
#ifndef FLAGS_IMPLIED_H
#define FLAGS_IMPLIED_H

#include "flags/flags.h"
#include "flags/option.h"

/* Adds the options by which level `high` differs from `low`, as GCC lists them:
 * with them, `low` is `high` but for what has no option. `flags` are the others of
 * the command. Nothing is added if the compiler does not say. Cost: two
 * runs without a file. */
rd_status implied_options(strings *out, const flags_request *request,
                          const flag_list *flags, const char *high,
                          const char *low, rd_error *err);
/* The processor that "native" means in the command's -march= or -mcpu=;
 * caller's; NULL: it has none, or the compiler does not say. Cost: a run if it
 * has one. */
rd_status implied_processor(char **out, const flags_request *request,
                            const flag_list *flags, rd_error *err);

#endif
