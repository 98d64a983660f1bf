/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilation databases, as libclang reads them. */
#ifndef CLANG_DATABASE_H
#define CLANG_DATABASE_H

#include "reduce/frontend.h"

/* As rd_frontend.commands. */
rd_status database_commands(const char *folder, rd_each_command_fn each,
                            void *payload, rd_error *err);

#endif
