/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "clang-hdd/travel.h"

#include <stdlib.h>

#include "clang-hdd/commands.h"

/* What only says how a text is reduced. Others stay: a new option does not travel
 * by itself. */
static const char *const travelling[] = {
  "ice-pattern",  "match",          "valid",      "allow-invalid",
  "also-invalid", "timeout",        "memory",     "algorithm",
  "only-pass",    "skip-pass",      "max-tests",  "no-squeeze",
  "no-flatten",   "no-hide",        "no-subsets", "no-complements",
  "backward",     "no-final-check", "keep-flags", "no-replay",
  "no-zygote",    "no-precheck",    "repeat",     "no-report",
  "rename",       "keep-layout",    NULL,
};

bool travel_options(strings *out, const strings *words)
{
  const option_table *table = command_find("reduce")->options;
  void *fields = mem_alloc(1, table->fields_size);
  strings argv = { 0 }, others = { 0 }, rest = { 0 };
  strings_add(&argv, "reduce");
  strings_add_all(&argv, words);
  char *problem = options_parse(fields, &others, table, (int)argv.size,
                                strings_argv(&argv));
  options_given(&rest, fields, table, travelling);
  bool good = !problem && !others.size && !rest.size;
  if (good)
    options_given(out, fields, table, (const char *const[]){ NULL });
  options_dispose(fields, table);
  free(fields);
  free(problem);
  strings_free(&rest);
  strings_free(&others);
  strings_free(&argv);
  return good;
}
