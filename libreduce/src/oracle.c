/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The names of verdicts in messages, events and reports: one word each, so that
 * they can be columns of a table and values in JSON.
 */
#include "reduce/oracle.h"

#include <assert.h>

const char *rd_verdict_name(rd_verdict verdict)
{
  static const char *const names[] = {
    [RD_INTERESTING] = "interesting", [RD_UNINTERESTING] = "uninteresting",
    [RD_INVALID] = "invalid",         [RD_OVERRULED] = "overruled",
    [RD_TIMEOUT] = "timeout",         [RD_RESOURCE_OUT] = "resource-out",
  };
  assert((unsigned)verdict < RD_VERDICT_COUNT);
  return names[verdict];
}
