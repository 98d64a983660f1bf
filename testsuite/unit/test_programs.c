/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of programs. */
#include "compiler/programs.h"

#include <stddef.h>

#include "run_tests.h"

START_TEST(test_programs__families_are_told_by_version_or_name)
{
  static const struct {
    const char *program, *version;
    compiler_family family;
  } known[] = {
    { "cc",
      "cc (Debian 12.2.0) 12.2.0\nCopyright (C) 2022 Free Software "
      "Foundation, Inc.",
      FAMILY_GCC },
    { "cc", "Debian clang version 14.0.6\n", FAMILY_CLANG },
    { "x", "tcc version 0.9.27 (x86_64 Linux)", FAMILY_TCC },
    { "x", "Portable C Compiler 1.2.0.DEVEL", FAMILY_PCC },
    { "x", "SDCC : mcs51/z80 4.2.0", FAMILY_SDCC },
    { "x", "rustc 1.63.0", FAMILY_RUSTC },
    { "x", "mruby 3.1.0 (2022-05-12)", FAMILY_MRUBY },
    { "x", "Using libxml 20914, libxslt 10135", FAMILY_XSLTPROC },
    { "/opt/bin/clang-9", "", FAMILY_CLANG },
    { "sh4-linux-gnu-gcc-12", "", FAMILY_GCC },
    { "/usr/lib/gcc/x86_64-linux-gnu/12/cc1", "", FAMILY_GCC },
    { "llc-14", "Debian LLVM version 14.0.6", FAMILY_LLVM },
    { "iverilog", "", FAMILY_IVERILOG },
    { "wrapper.sh", "hello", FAMILY_OTHER },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    ck_assert_int_eq(compiler_classify(known[i].program, known[i].version),
                     known[i].family);
}
END_TEST

START_TEST(test_programs__every_family_has_a_name_of_its_own)
{
  for (int i = 0; i < FAMILY_COUNT; i++)
    for (int j = 0; j < i; j++)
      ck_assert_str_ne(compiler_family_name((compiler_family)i),
                       compiler_family_name((compiler_family)j));
}
END_TEST

START_TEST(test_programs__those_like_gcc_are_told_apart)
{
  static const char *const drivers[] = { "gcc",      "avr-g++",  "my-gcc.sh",
                                         "gfortran", "clang-14", "clang++",
                                         "kefir",    "cc" };
  static const char *const others[] = { "clang-tidy-14", "llc-14", "rustc",
                                        "javac", "mycompiler" };
  for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
    ck_assert(compiler_name_drives(drivers[i]));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    ck_assert(!compiler_name_drives(others[i]));
  ck_assert(compiler_family_drives(FAMILY_SDCC));
  ck_assert(!compiler_family_drives(FAMILY_RUSTC));
  ck_assert(!compiler_family_drives(FAMILY_OTHER));
}
END_TEST

START_TEST(test_programs__are_asked_for_their_version_each_its_way)
{
  ck_assert_str_eq(compiler_version_option("/usr/bin/iverilog"), "-V");
  ck_assert_str_eq(compiler_version_option("go"), "version");
  ck_assert_str_eq(compiler_version_option("ecj"), "-version");
  ck_assert_str_eq(compiler_version_option("anything"), "--version");
}
END_TEST

int main(void)
{
  return RUN_TESTS("programs",
                   test_programs__families_are_told_by_version_or_name,
                   test_programs__every_family_has_a_name_of_its_own,
                   test_programs__those_like_gcc_are_told_apart,
                   test_programs__are_asked_for_their_version_each_its_way);
}
