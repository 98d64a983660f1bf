/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Folders of grammars that are named come first; a version is that of a module
 * which is there. The end-to-end cases grammar-* install. */
#include "clang-hdd/grammars.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/files.h"
#include "reduce/process.h"
#include "run_tests.h"

START_TEST(test_grammars__named_folders_come_first)
{
  strings named = { 0 };
  ck_assert(!chdir("/") && !setenv(GRAMMAR_PATH, "/given", 1));
  grammars_prefer(&named);
  ck_assert_str_eq(getenv(GRAMMAR_PATH), "/given");
  strings_add(&named, "usr/./lib");
  strings_add(&named, "/a");
  grammars_prefer(&named);
  ck_assert_str_eq(getenv(GRAMMAR_PATH), "/usr/lib:/a:/given");
  strings_free(&named);
}
END_TEST

START_TEST(test_grammars__version_is_of_a_module)
{
  char *home;
  ck_assert(!rd_scratch_new(&home, NULL));
  ck_assert(!file_write_below(home, "zig/version", "1.2", 3, NULL));
  ck_assert_ptr_null(grammars_version(home, "zig"));
  ck_assert(!file_write_below(home, "zig.so", "", 0, NULL));
  char *version = grammars_version(home, "zig");
  ck_assert_str_eq(version, "1.2");
  free(version);
  ck_assert_int_eq(grammars_remove(home, "zig"), EXIT_DONE);
  ck_assert_ptr_null(grammars_version(home, "zig"));
  rd_scratch_remove(home);
  free(home);
}
END_TEST

int main(void)
{
  return RUN_TESTS("grammars", test_grammars__named_folders_come_first,
                   test_grammars__version_is_of_a_module);
}
