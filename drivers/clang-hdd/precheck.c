/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asking libclang whether a text is valid.
 *
 * It stands in for the reference judge: a text with more errors than the
 * original had will be rejected, so no compiler needs to see it. Habits of C89
 * that are errors in a modern front end are relaxed as far as the original
 * needs it and no further. How far it can be trusted is not decided here:
 * rd_reduce counts.
 */
#include "clang-hdd/precheck.h"

bool precheck_init(precheck *out, rd_server *server, const char *text,
                   size_t size)
{
  *out = (precheck){ .error_max = UINT32_MAX };
  uint32_t steps = rd_server_relax_steps(server);
  for (uint32_t relax = 0; relax <= steps && out->error_max; relax++) {
    uint32_t errors;
    rd_error ignored;
    if (rd_server_check(&errors, server, text, size, relax, &ignored))
      return false;
    if (errors < out->error_max)
      *out = (precheck){ .relax = relax, .error_max = errors };
  }
  out->server = server;
  return true;
}

rd_status precheck_ask(rd_opinion *out, void *payload, const char *text,
                       size_t size, rd_error *err)
{
  const precheck *self = payload;
  uint32_t errors = 0;
  rd_status status =
      rd_server_check(&errors, self->server, text, size, self->relax, err);
  bool invalid = !status && errors > self->error_max;
  *out = (rd_opinion){ .invalid = invalid, .errors = errors };
  return status == RD_ERR_DIED ? RD_OK : status;
}
