/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A test of --wrong-code: is the text in this folder built wrong, and without
 * undefined behaviour?
 *
 *   clang-hdd-differs test PLAN...  exit status 0: yes; wrong/plan.h has the others
 *   clang-hdd-differs show PLAN...  carries out all steps and prints what they did
 *
 * A test of a crash is one command; this one is a dozen, each of which needs the
 * answer of those before it. As one program the keeper limits and ends it as it
 * does any script, and what the programs print stays in its folder.
 */
#include <string.h>

#include "wrong/act.h"

int main(int argc, char **argv)
{
  plan what;
  if (argc < 2 ||
      !plan_read(&what, (const char *const *)argv + 2, (size_t)argc - 2))
    return DIFFERS_NOT_ASKED;
  int status = strcmp(argv[1], "show") ? act_test(&what) : act_show(&what);
  plan_dispose(&what);
  return status;
}
