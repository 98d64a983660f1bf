/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiler commands as bytes, for the way from the parse server. */
#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H

#include "reduce/frontend.h"

/* Bytes that grow; {0} is empty. Owner: free data. */
typedef struct commands_image {
  char *data;
  size_t size, capacity;
} commands_image;

/* Adds one; `payload` is a commands_image. */
void commands_add(void *payload, const rd_compile_command *command);
/* Calls `each` for those in the bytes. RD_ERR_INVALID: they end too early. */
rd_status commands_read(const char *bytes, size_t size, rd_each_command_fn each,
                        void *payload, rd_error *err);

#endif
