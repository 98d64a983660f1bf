/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A test of --wrong-code: is the text in this folder built wrong, and without
 * undefined behaviour?
 *
 *   clang-hdd-differs test PLAN...  exit status 0: yes; wrong/plan.h has the others
 *   clang-hdd-differs show PLAN...  carries out all steps and prints what they did
 *   clang-hdd-differs mark FILE     marks the accesses in LLVM IR, in place
 *
 * A test of a crash is one command; this one is a dozen, each of which needs the
 * answer of those before it. As one program the keeper limits and ends it as it
 * does any script, and what the programs print stays in its folder.
 */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "wrong/act.h"
#include "wrong/aliasing.h"
#include "wrong/mark.h"

static int mark(const char *name)
{
  char *ir = NULL;
  size_t size;
  textbuf marked = { 0 };
  rd_status status = file_read(&ir, &size, name, NULL);
  if (!status) {
    mark_accesses(&marked, ir);
    status = file_write(name, marked.data, marked.size, NULL);
  }
  text_free(&marked);
  free(ir);
  return status ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
  plan what;
  if (argc == 3 && !strcmp(argv[1], ALIASING_MARK))
    return mark(argv[2]);
  if (argc < 2 ||
      !plan_read(&what, (const char *const *)argv + 2, (size_t)argc - 2))
    return DIFFERS_NOT_ASKED;
  int status = strcmp(argv[1], "show") ? act_test(&what) : act_show(&what);
  plan_dispose(&what);
  return status;
}
