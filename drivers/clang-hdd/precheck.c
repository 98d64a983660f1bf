/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asks libclang whether a text is valid.
 *
 * It predicts the reference judge: a text with more errors than the text it
 * was made from, or with errors of another kind, will be rejected, so no
 * compiler needs to see it. C89 habits that are errors in a modern front end
 * are relaxed only as much as the original needs. This file does not decide
 * how reliable the prediction is, or whether it agrees with the judge:
 * rd_reduce counts that.
 */
#include "clang-hdd/precheck.h"

bool precheck_init(precheck *out, rd_server *server, const char *text,
                   size_t size)
{
  uint32_t steps = rd_server_choice(server)->relax_steps, least = UINT32_MAX;
  *out = (precheck){ 0 };
  for (uint32_t relax = 0; relax <= steps && least; relax++) {
    rd_diagnostics diagnostics;
    rd_error ignored;
    if (rd_server_check(&diagnostics, server, text, size, relax, &ignored))
      return false;
    if (diagnostics.errors >= least)
      continue;
    least = diagnostics.errors;
    out->relax = relax;
  }
  out->server = server;
  return true;
}

rd_status precheck_ask(rd_diagnostics *out, void *payload, const char *text,
                       size_t size, rd_error *err)
{
  const precheck *self = payload;
  *out = (rd_diagnostics){ 0 };
  rd_status status =
      rd_server_check(out, self->server, text, size, self->relax, err);
  return status == RD_ERR_DIED ? RD_OK : status;
}
