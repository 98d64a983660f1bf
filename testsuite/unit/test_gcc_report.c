/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What GCC stores for a report becomes a driver's command and that of cc1. */
#include "intake/forms.h"

#include "intake_fixture.h"
#include "run_fixture.h"

#define SOURCE "\n# 0 \"input.c\"\nint x;\n"

/* Puts a report of a GCC whose cc1 lies in the folder's `lib`. */
static void put_report(const char *target, const char *configured,
                       const char *arguments)
{
  char *text =
      mem_format("// Target: %s\n// Configured with: ../configure %s\n"
                 "// gcc version 12.2.0 (Debian 12.2.0-14) \n// \n"
                 "// input.c:1:1: internal compiler error: in f, at g.cc:1\n\n"
                 "// %s/lib/gcc/%s/12/cc1 %s\n" SOURCE,
                 target, configured, folder, target, arguments);
  put("ccXYZ.out", text);
  free(text);
}

/* Puts cc1 in its place. */
static void put_proper(const char *target)
{
  char *path = mem_format("lib/gcc/%s/12", target);
  for (char *at = path; (at = strchr(at, '/')); *at++ = '/') {
    *at = '\0';
    (void)mkdir(path, 0700);
  }
  (void)mkdir(path, 0700);
  char *file = mem_format("%s/cc1", path);
  put_program(file, NULL);
  free(file);
  free(path);
}

#define NATIVE "--build=x86_64-linux-gnu --host=x86_64-linux-gnu"
#define ARGUMENTS                                                              \
  "-quiet -I in c -imultiarch x86_64-linux-gnu -D X=a b\"c$d input.c -quiet "  \
  "-dumpbase input.c -dumpbase-ext .c -mtune=generic --param x=1 -O2 -w "      \
  "-freport-bug -o - -frandom-seed=0 -fdump-noaddr"

START_TEST(test_gcc_report__driver_comes_first)
{
  put_report("x86_64-linux-gnu", NATIVE " --target=x86_64-linux-gnu",
             ARGUMENTS);
  put_proper("x86_64-linux-gnu");
  put_program("bin/gcc-12", NULL);
  ck_assert_int_eq(given("ccXYZ.out", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(command_of(0), "gcc-12 -mtune=generic --param x=1 -O2 -w");
  ck_assert(ends_with(command_of(1),
                      "/lib/gcc/x86_64-linux-gnu/12/cc1 -fpreprocessed -quiet "
                      "-quiet -dumpbase input.c -dumpbase-ext .c "
                      "-mtune=generic --param x=1 -O2 -w -freport-bug "
                      "-frandom-seed=0 -fdump-noaddr"));
  ck_assert_str_eq(found.data[0].name, "input.i");
  ck_assert_uint_eq(found.notes.size, 0);
}
END_TEST

START_TEST(test_gcc_report__objective_c_is_read_too)
{
  put("r.out", "// Target: avr\n// gcc version 12.2.0\n"
               "// /x/cc1objplus -quiet in.mm -dumpbase in.mm -O1\n" SOURCE);
  put_program("bin/g++-12", NULL);
  ck_assert_int_eq(given("r.out", NULL, NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "g++-12 -O1");
  ck_assert_str_eq(found.data[0].name, "in.mii");
}
END_TEST

START_TEST(test_gcc_report__head_is_no_source)
{
  put_report("avr", "--target=avr", ARGUMENTS);
  put_program("bin/avr-gcc", NULL);
  ck_assert_int_eq(given("ccXYZ.out", NULL, NULL), RD_OK);
  char *text = NULL;
  size_t size = 0;
  ck_assert_int_eq(file_read(&text, &size, "ccXYZ.out", NULL), RD_OK);
  ck_assert_str_eq(text + found.data[0].preface, &SOURCE[1]);
  free(text);
}
END_TEST

START_TEST(test_gcc_report__driver_of_the_same_installation_is_taken)
{
  put_report("avr", NATIVE " --target=avr", ARGUMENTS);
  put_proper("avr");
  put_program("bin/gcc-12", NULL);
  put_program("bin/avr-gcc", NULL);
  ck_assert_int_eq(given("ccXYZ.out", NULL, NULL), RD_OK);
  ck_assert_str_eq(found.data[0].command.data[0], "avr-gcc");
  /* One that PATH does not lead to is named by its path. */
  ck_assert_int_eq(setenv("PATH", "/none", 1), 0);
  ck_assert_int_eq(given("ccXYZ.out", NULL, NULL), RD_OK);
  ck_assert(ends_with(found.data[0].command.data[0], "/bin/avr-gcc"));
}
END_TEST

START_TEST(test_gcc_report__proper_alone_will_do)
{
  put_report("avr", "--target=avr", ARGUMENTS);
  put_proper("avr");
  ck_assert_int_eq(given("ccXYZ.out", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.size, 1);
  ck_assert(ends_with(found.data[0].command.data[0], "/cc1"));
}
END_TEST

START_TEST(test_gcc_report__driver_of_the_version_stands_in)
{
  put_report("x86_64-linux-gnu", NATIVE, ARGUMENTS);
  refuses("ccXYZ.out", "", NULL, RD_ERR_NOTFOUND, "12.2.0");
  ck_assert_int_eq(mkdir("else", 0700), 0);
  put_program("else/gcc-12", NULL);
  char *path = mem_format("%s/else", folder);
  ck_assert_int_eq(setenv("PATH", path, 1), 0);
  free(path);
  ck_assert_int_eq(given("ccXYZ.out", NULL, NULL), RD_OK);
  ck_assert_str_eq(found.data[0].command.data[0], "gcc-12");
  ck_assert_uint_eq(found.notes.size, 1);
}
END_TEST

START_TEST(test_gcc_report__named_compiler_replaces_it)
{
  put_report("x86_64-linux-gnu", NATIVE, ARGUMENTS);
  ck_assert_int_eq(given("ccXYZ.out", "gcc-99", NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "gcc-99 -mtune=generic --param x=1 -O2 -w");
  ck_assert_int_eq(given("ccXYZ.out", "clang -O1", NULL), RD_OK);
  ck_assert_str_eq(command_of(0), "clang -O1");
  ck_assert_str_eq(found.data[0].name, "input.i");
}
END_TEST

START_TEST(test_gcc_report__damage_is_told)
{
  put("ccXYZ.out", "\x7f"
                   "ELF\x02");
  refuses("ccXYZ.out", NULL, NULL, RD_ERR_INVALID, "not a report of GCC");
  put("ccXYZ.out", "");
  refuses("ccXYZ.out", NULL, NULL, RD_ERR_INVALID, "not a report of GCC");
  put("ccXYZ.out", "// Target: avr\n// gcc version 5\n\nint x;\n");
  refuses("ccXYZ.out", NULL, NULL, RD_ERR_INVALID, "command of cc1");
  put("ccXYZ.out", "// Target: avr\n\n// /x/cc1 -quiet a.c -O2");
  refuses("ccXYZ.out", NULL, NULL, RD_ERR_INVALID, "no source");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_gcc_report__driver_comes_first,
    &test_gcc_report__objective_c_is_read_too,
    &test_gcc_report__head_is_no_source,
    &test_gcc_report__driver_of_the_same_installation_is_taken,
    &test_gcc_report__proper_alone_will_do,
    &test_gcc_report__driver_of_the_version_stands_in,
    &test_gcc_report__named_compiler_replaces_it,
    &test_gcc_report__damage_is_told,
  };
  return run_fixture("gcc_report", tests, sizeof tests / sizeof *tests,
                     enter_folder, leave_folder);
}
