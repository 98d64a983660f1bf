/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilers are found in PATH, each once, and asked what they are. */
#include "triage/installed.h"

#include <stdlib.h>

#include "programs_fixture.h"
#include "run_fixture.h"

static programs with;

static void set_up(void)
{
  programs_set_up(&with);
}

static void tear_down(void)
{
  programs_tear_down(&with);
}

START_TEST(test_installed__names_of_compilers_are_known)
{
  static const char *const good[] = {
    "gcc",   "gcc-12",   "avr-gcc",  "alpha-linux-gnu-gcc-12",
    "clang", "clang-19", "tcc",      "i386-tcc",
    "pcc",   "sdcc",     "gcc-4.8.5"
  };
  static const char *const bad[] = {
    "gcc-ar",       "gcc-ar-12",    "avr-gcc-nm",    "clang++",
    "clang-format", "clang-cpp-14", "clang-tidy-14", "c99-gcc",
    "c89-gcc",      "pcc-cpp",      "clangd",        "nvcc",
    "cc",           "clang-cl-14",  "gnatgcc"
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    ck_assert_msg(installed_is_compiler(good[i], LANGUAGE_C), "%s", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(!installed_is_compiler(bad[i], LANGUAGE_C), "%s", bad[i]);
}
END_TEST

START_TEST(test_installed__versions_are_read)
{
  static const struct {
    const char *line, *version;
  } rows[] = {
    { "(Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0" },
    { "(GCC) 15.0.0 20240901 (experimental)", "15.0.0" },
    { "Debian clang version 14.0.6", "14.0.6" },
    { "Debian clang version 19.1.7 (3~deb12u1)", "19.1.7" },
    { "version 0.9.27 (x86_64 Linux)", "0.9.27" },
    { "Portable C Compiler 1.2.0.DEVEL 2022 for x-y", "1.2.0" },
    { "SDCC : mcs51/z80 4.2.0 #13081 (Linux)", "4.2.0" },
    { "v20.20.2", "20.20.2" },
    { "go version go1.19.8 linux/amd64", "1.19.8" },
    { "unknown", "" },
    { "", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *got = compiler_number(rows[i].line);
    ck_assert_str_eq(got ? got : "", rows[i].version);
    free(got);
  }
}
END_TEST

START_TEST(test_installed__versions_are_compared_as_numbers)
{
  ck_assert_int_lt(version_compare("9.4.0", "12.2.0"), 0);
  ck_assert_int_gt(version_compare("12.10", "12.9.1"), 0);
  ck_assert_int_eq(version_compare("12.2.0", "12.2.0"), 0);
  ck_assert_int_lt(version_compare("12.2", "12.2.0"), 0);
  ck_assert_int_lt(version_compare("", "1"), 0);
}
END_TEST

START_TEST(test_installed__targets_are_told)
{
  char *clang = target_of("clang version 14\nTarget: x86_64-pc-linux-gnu\nT\n");
  char *pcc = target_of("Portable C Compiler 1 for x86_64-pc-linux-gnu\n");
  char *tcc = target_of("tcc version 0.9.27 (i386 Linux)\n");
  char *none = target_of("no warranty for anything\n");
  ck_assert_str_eq(clang, "x86_64-pc-linux-gnu");
  ck_assert_str_eq(pcc, "x86_64-pc-linux-gnu");
  ck_assert_str_eq(tcc, "i386-linux");
  ck_assert_str_eq(none, "");
  free(tcc);
  free(clang);
  free(pcc);
  free(none);
  ck_assert(target_fits("x86_64-linux-gnu", "x86_64-pc-linux-gnu"));
  ck_assert(target_fits("i386-linux", "i686-linux"));
  ck_assert(!target_fits("avr", "x86_64-linux-gnu"));
  ck_assert(target_fits("", "avr"));
}
END_TEST

/* The programs that are found, as a line. */
static char *found_in(const char *path, language of)
{
  installed_list list = { 0 };
  rd_error err = { 0 };
  ck_assert_msg(!installed_find(&list, &with.run, path, of, &err), "%s",
                err.message);
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < list.size; i++)
    text_printf(&out, "%s%s %s", i ? ", " : "", list.data[i].program,
                list.data[i].version);
  installed_dispose(&list);
  return out.data;
}

static void assert_found(const char *wanted)
{
  char *got = found_in(with.folder, LANGUAGE_C);
  ck_assert_str_eq(got, wanted);
  free(got);
}

static void add_link(const char *name, const char *to)
{
  char *path = mem_format("%s/%s", with.folder, name);
  ck_assert_int_eq(symlink(to, path), 0);
  free(path);
}

START_TEST(test_installed__each_counts_once)
{
  programs_add(&with, "gcc-12", "gcc-12 (Debian) 12.2.0", "echo x-y");
  programs_add(&with, "gcc-11", "gcc-11 (Debian) 11.3.0", "echo x-y");
  programs_add(&with, "x-gcc-12", "x-gcc-12 (Debian) 12.2.0", "echo x-y");
  add_link("gcc", "gcc-12");
  assert_found("gcc-11 11.3.0, gcc-12 12.2.0");
}
END_TEST

START_TEST(test_installed__language_chooses_among_the_names)
{
  programs_add(&with, "g++-12", "g++-12 (Debian) 12.2.0", "echo x-y");
  programs_add(&with, "gcc-12", "gcc-12 (Debian) 12.2.0", "echo x-y");
  assert_found("gcc-12 12.2.0");
  char *cxx = found_in(with.folder, LANGUAGE_CXX);
  ck_assert_str_eq(cxx, "g++-12 12.2.0");
  free(cxx);
  char *ada = found_in(with.folder, LANGUAGE_ADA);
  ck_assert_str_eq(ada, "gcc-12 12.2.0");
  free(ada);
}
END_TEST

START_TEST(test_installed__caches_and_damaged_ones_are_none)
{
  programs_add(&with, "ccache", "ccache version 4.7", "exit 0");
  add_link("gcc", "ccache");
  add_link("clang", "no-such-file");
  programs_add(&with, "tcc", "tcc version 0.9.27", "");
  programs_add(&with, "pcc", "", "exit 1");
  char *path = mem_format("%s/gcc-9", with.folder);
  ck_assert_int_eq(folder_make(path, 0700, NULL), RD_OK);
  free(path);
  assert_found("tcc 0.9.27");
}
END_TEST

START_TEST(test_installed__one_that_hangs_or_floods_is_left_out)
{
  programs_add(&with, "gcc-1", "", "");
  programs_add(&with, "clang-1", "", "");
  char *hangs = mem_format("%s/gcc-1", with.folder);
  char *floods = mem_format("%s/clang-1", with.folder);
  ck_assert_int_eq(file_write(hangs, "#!/bin/sh\nsleep 60\n", 19, NULL), 0);
  ck_assert_int_eq(file_write(floods, "#!/bin/sh\nyes\n", 14, NULL), 0);
  free(hangs);
  free(floods);
  programs_add(&with, "tcc", "tcc version 0.9.27", "");
  assert_found("tcc 0.9.27");
}
END_TEST

START_TEST(test_installed__script_that_runs_another_is_its_twin)
{
  programs_add(&with, "gcc-12", "gcc-12 (Debian) 12.2.0", "echo x-y");
  programs_add(&with, "gcc-13", "gcc-12 (Debian) 12.2.0", "echo x-y");
  assert_found("gcc-12 12.2.0");
}
END_TEST

START_TEST(test_installed__rest_is_left_out_when_several_hang)
{
  for (int i = 1; i <= 9; i++) {
    char *path = mem_format("%s/gcc-%d", with.folder, i);
    ck_assert_int_eq(file_write(path, "#!/bin/sh\nsleep 60\n", 19, NULL), 0);
    ck_assert_int_eq(chmod(path, 0700), 0);
    free(path);
  }
  programs_add(&with, "tcc", "tcc version 0.9.27", "");
  assert_found("");
}
END_TEST

START_TEST(test_installed__path_may_name_nothing)
{
  char *got = found_in("/no/such/folder::relative:", LANGUAGE_C);
  ck_assert_str_eq(got, "");
  free(got);
  got = found_in(NULL, LANGUAGE_C);
  ck_assert_str_eq(got, "");
  free(got);
}
END_TEST

int main(void)
{
  const fixture_test tests[] = {
    &test_installed__names_of_compilers_are_known,
    &test_installed__versions_are_read,
    &test_installed__versions_are_compared_as_numbers,
    &test_installed__targets_are_told,
    &test_installed__each_counts_once,
    &test_installed__language_chooses_among_the_names,
    &test_installed__caches_and_damaged_ones_are_none,
    &test_installed__one_that_hangs_or_floods_is_left_out,
    &test_installed__script_that_runs_another_is_its_twin,
    &test_installed__rest_is_left_out_when_several_hang,
    &test_installed__path_may_name_nothing,
  };
  return run_fixture("installed", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
