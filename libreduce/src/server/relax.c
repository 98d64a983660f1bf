/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How far a text must be relaxed: by how many of the front end's steps, each of which
 * tolerates more habits. Where only other errors are left, further steps are of no use.
 */
#include "reduce/server.h"

rd_status rd_server_relax(uint32_t *relax_out, rd_diagnostics *out,
                          rd_server *server, const char *text, size_t size,
                          rd_error *err)
{
  uint32_t steps = rd_server_choice(server)->relax_steps;
  rd_diagnostics said = { .errors = UINT32_MAX, .habits = UINT32_MAX };
  rd_status status = RD_OK;
  *out = said;
  for (uint32_t relax = 0;
       relax <= steps && out->errors > said.errors - said.habits; relax++) {
    status = rd_server_check(&said, server, text, size, relax, err);
    if (status && !(status == RD_ERR_DIED && said.is_partial)) {
      *out = said;
      return status;
    }
    if (said.errors >= out->errors)
      continue;
    *out = said;
    *relax_out = relax;
  }
  return status;
}
