/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes messages shorter: a text and the names in a command repeat themselves. */
#ifndef GEARMAN_PACK_H
#define GEARMAN_PACK_H

#include <stdbool.h>
#include <stddef.h>

/* The message as it travels; caller's. */
char *pack(size_t *size_out, const char *bytes, size_t size);
/* The message again, caller's; NULL: it is malformed, or longer than that. */
char *unpack(size_t *size_out, const char *bytes, size_t size, size_t most);

#endif
