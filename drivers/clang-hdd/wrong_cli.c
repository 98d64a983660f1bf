/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "clang-hdd/wrong_cli.h"

#include <string.h>

char *wrong_cli_check(const wrong_cli *self)
{
  const char *ub = self->ub;
  if (!self->code && (self->line || ub))
    return mem_format("--%s: leave it out; it is for --wrong-code",
                      ub ? "ub" : "run");
  return ub && strcmp(ub, "full") != 0 && strcmp(ub, "fast") != 0
             ? mem_format("--ub %s: use full or fast", ub)
             : NULL;
}

wrong_options wrong_cli_options(const wrong_cli *self)
{
  return (wrong_options){ .line = self->line,
                          .full = !self->ub || !strcmp(self->ub, "full") };
}

exit_code wrong_cli_code(wrong_fault fault)
{
  static const exit_code codes[] = {
    [WRONG_NONE] = EXIT_DONE,
    [WRONG_SAME] = EXIT_NO_DIFFERENCE,
    [WRONG_UNBUILT] = EXIT_UNBUILT,
    [WRONG_EVERYWHERE] = EXIT_EVERYWHERE,
    [WRONG_UNSTABLE] = EXIT_NOT_DETERMINISTIC,
    [WRONG_UNDEFINED] = EXIT_UNDEFINED,
    [WRONG_INPUT] = EXIT_NEEDS_INPUT,
  };
  return codes[fault];
}
