/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Crash reproducers of clang become a driver's command and that of cc1. */
#include "intake/forms.h"

#include "intake_fixture.h"
#include "run_fixture.h"

#define HEAD "# Crash reproducer for Debian clang version 14.0.6\n"
#define DRIVER                                                                 \
  "# Driver args: \"-w\" \"-target\" \"bpf\" \"-o\" \"a.o\" \"in.c\" \"-D\" "  \
  "\"X=a b\\\"c\\$d\" \"-I\" \"in c\" \"-MMD\" \"-MF\" \"x.d\" \"-include\" "  \
  "\"y.h\" \"-c\" \"other.c\"\n"
#define ORIGINAL                                                               \
  "# Original command:  \"/x/clang\" \"-cc1\" \"-main-file-name\" \"in.c\" "   \
  "\"-x\" \"c\" \"in.c\"\n"
#define COMMAND                                                                \
  " \"/x/clang\" \"-cc1\" \"-emit-obj\" \"-main-file-name\" \"in.c\" \"-D\" "  \
  "\"X=a b\" \"-x\" \"c\" \"/tmp/in-1a2b3c.c\"\n"

static void put_pair(const char *script)
{
  put("in-1a2b3c.sh", script);
  put("in-1a2b3c.c", "int x;\n");
  put_program("bin/clang-14", NULL);
}

START_TEST(test_reproducer__driver_comes_first)
{
  put_pair(HEAD DRIVER ORIGINAL COMMAND);
  ck_assert_int_eq(given("in-1a2b3c.sh", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(command_of(0),
                   "clang-14 -w -target bpf in-1a2b3c.c -D 'X=a b\"c$d' -c");
  ck_assert_str_eq(command_of(1), "clang-14 -cc1 -emit-obj -main-file-name "
                                  "in.c -D 'X=a b' -x c in-1a2b3c.c");
  ck_assert_str_eq(found.data[0].file, "in-1a2b3c.c");
  ck_assert(found.data[0].is_report);
}
END_TEST

START_TEST(test_reproducer__source_leads_to_its_script)
{
  put_pair(HEAD DRIVER ORIGINAL COMMAND);
  ck_assert_int_eq(given("in-1a2b3c.c", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.size, 2);
  ck_assert_int_eq(given("in-1a2b3c.c", "gcc -O2", NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "gcc -O2");
  ck_assert_uint_eq(found.size, 1);
  put("in-1a2b3c.sh", "echo\n");
  ck_assert_int_eq(given("in-1a2b3c.c", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.data[0].command.size, 0);
}
END_TEST

START_TEST(test_reproducer__old_scripts_have_no_driver)
{
  put_pair(HEAD COMMAND);
  ck_assert_int_eq(given("in-1a2b3c.sh", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.size, 1);
  ck_assert_str_eq(found.data[0].command.data[1], "-cc1");
}
END_TEST

START_TEST(test_reproducer__renamed_pair_is_found_by_its_stem)
{
  put("bug.sh", HEAD COMMAND);
  put("bug.c", "int x;\n");
  put_program("bin/clang-14", NULL);
  char *path = mem_format("%s/bug.sh", folder);
  ck_assert_int_eq(given(path, NULL, NULL), RD_OK);
  ck_assert(path_same(found.data[0].file, "bug.c"));
  free(path);
}
END_TEST

START_TEST(test_reproducer__compiler_at_its_place_has_the_name_people_use)
{
  char *path = mem_format("%s/lib", folder);
  ck_assert_int_eq(mkdir(path, 0700), 0);
  put_program("lib/clang", NULL);
  put("a.c", "int x;\n");
  char *script = mem_format(HEAD "\"%s/clang\" -cc1 a.c\n", path);
  put("a.sh", script);
  put_program("bin/clang-14", NULL); /* another one */
  ck_assert_int_eq(given("a.sh", NULL, NULL), RD_OK);
  ck_assert(ends_with(found.data[0].command.data[0], "/lib/clang"));
  ck_assert_uint_eq(found.notes.size, 0);
  ck_assert_int_eq(unlink("bin/clang-14"), 0);
  put_program("bin/clang-14", "../lib/clang");
  ck_assert_int_eq(given("a.sh", NULL, NULL), RD_OK);
  ck_assert_str_eq(found.data[0].command.data[0], "clang-14");
  free(script);
  free(path);
}
END_TEST

START_TEST(test_reproducer__compiler_is_found_by_version_or_named)
{
  put_pair(HEAD DRIVER ORIGINAL COMMAND);
  ck_assert_int_eq(given("in-1a2b3c.sh", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.notes.size, 1);
  ck_assert_int_eq(given("in-1a2b3c.sh", "A=1 clang-99", NULL), RD_OK);
  ck_assert(starts_with(command_of(0), "clang-99 -w -target bpf"));
  ck_assert(starts_with(command_of(1), "clang-99 -cc1"));
  ck_assert_str_eq(found.data[1].environment.data[0], "A=1");
  ck_assert_int_eq(given("in-1a2b3c.sh", "gcc -O3", NULL), RD_OK);
  ck_assert_uint_eq(found.size, 1);
  ck_assert_str_eq(command_of(0), "gcc -O3");
  ck_assert_int_eq(unlink("bin/clang-14"), 0);
  put_program("bin/clang", NULL); /* of whatever version */
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_NOTFOUND, "/x/clang");
}
END_TEST

START_TEST(test_reproducer__damage_is_told)
{
  put_pair(HEAD DRIVER ORIGINAL);
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_INVALID, "has no command");
  put("in-1a2b3c.sh", HEAD " \"/x/clang\" \"-cc1\" \"-emi");
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_INVALID, "quote");
  put("in-1a2b3c.sh", "# Crash reproducer for x\nexit 1\n");
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_INVALID, "-cc1");
  put("in-1a2b3c.sh", "");
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_INVALID, "no command");
  put("in-1a2b3c.sh", HEAD COMMAND);
  ck_assert_int_eq(unlink("in-1a2b3c.c"), 0);
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_NOTFOUND, "in-1a2b3c.c");
  put("in-1a2b3c.sh", HEAD "clang -cc1 -x\n");
  refuses("in-1a2b3c.sh", NULL, NULL, RD_ERR_NOTFOUND, "not beside it");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_reproducer__driver_comes_first,
    &test_reproducer__source_leads_to_its_script,
    &test_reproducer__old_scripts_have_no_driver,
    &test_reproducer__renamed_pair_is_found_by_its_stem,
    &test_reproducer__compiler_at_its_place_has_the_name_people_use,
    &test_reproducer__compiler_is_found_by_version_or_named,
    &test_reproducer__damage_is_told,
  };
  return run_fixture("reproducer", tests, sizeof tests / sizeof *tests,
                     enter_folder, leave_folder);
}
