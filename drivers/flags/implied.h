/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options that others imply, as reported by the compiler. */
#ifndef FLAGS_IMPLIED_H
#define FLAGS_IMPLIED_H

#include "flags/flags.h"
#include "flags/option.h"

/* Adds the options by which level `high` differs from `low`, as listed by GCC:
 * with them, `low` equals `high` except for differences without an option.
 * `flags` are the command's other options. Adds nothing if the compiler does
 * not list them. Cost: two runs without a file. */
rd_status implied_options(strings *out, const flags_request *request,
                          const flag_list *flags, const char *high,
                          const char *low, rd_error *err);
/* The processor that "native" means in the command's -march= or -mcpu=;
 * caller's; NULL: the command has neither, or the compiler does not report it.
 * Cost: a run if the command has one. */
rd_status implied_processor(char **out, const flags_request *request,
                            const flag_list *flags, rd_error *err);

#endif
