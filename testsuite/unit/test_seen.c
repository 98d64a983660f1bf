/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A pattern for what the user sees becomes one for what a test sees. */
#include "compiler/seen.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

/* The expression for two outputs, or "" for none. */
static const char *mapped(const char *pattern, const char *by_user,
                          const char *by_test)
{
  static char line[1024];
  regex_t compiled;
  ck_assert(!regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE));
  char user[2048], test[2048];
  strcpy(user, by_user);
  strcpy(test, by_test);
  const rd_run seen = { .output = user, .output_size = strlen(user) };
  const rd_run tested = { .output = test, .output_size = strlen(test) };
  char *found = seen_pattern(&compiled, &seen, &tested);
  strcpy(line, found ? found : "");
  free(found);
  regfree(&compiled);
  return line;
}

static const char symbols[] =
    "Stack dump:\n"
    " #0 0x00007f1000000291 llvm::Print(int) (/lib/libLLVM.so.1+0xea5291)\n"
    " #1 0x00007f1000001050 (/lib/libc.so.6+0x3c050)\n"
    " #2 0x00007f100003e66f inlined() /src/Block.h:12:3\n"
    " #3 0x00007f100003e66f llvm::Block::replace() /src/Block.cpp:99:5\n"
    " #4 0x00007f100003e66f llvm::Block::replace() /src/Block.cpp:99:5\n"
    " #5 0x00007f1000042111 llvm::Pass::run() (/lib/libLLVM.so.1+0x122d111)\n";
static const char offsets[] =
    "Stack dump:\n"
    " #0 0x00007fff12345291 (/lib/libLLVM.so.1+0xea5291)\n"
    " #1 0x00007fff12346050 (/lib/libc.so.6+0x3c050)\n"
    " #2 0x00007fff1238366f (/lib/libLLVM.so.1+0x11fe66f)\n"
    " #3 0x00007fff12387111 (/lib/libLLVM.so.1+0x122d111)\n";

START_TEST(test_seen__function_becomes_module_and_offset)
{
  ck_assert_str_eq(mapped("Pass::run", symbols, offsets),
                   "libLLVM\\.so\\.1\\+0x122d111\\)");
}
END_TEST

START_TEST(test_seen__inlined_functions_share_the_offset)
{
  const char *offset = "libLLVM\\.so\\.1\\+0x11fe66f\\)";
  ck_assert_str_eq(mapped("inlined", symbols, offsets), offset);
  ck_assert_str_eq(mapped("Block::replace", symbols, offsets), offset);
}
END_TEST

START_TEST(test_seen__all_frames_that_match_are_alternatives)
{
  ck_assert_str_eq(mapped("llvm::(Block|Pass)", symbols, offsets),
                   "libLLVM\\.so\\.1\\+0x11fe66f\\)|"
                   "libLLVM\\.so\\.1\\+0x122d111\\)");
}
END_TEST

START_TEST(test_seen__number_of_a_frame_has_no_counterpart)
{
  ck_assert_str_eq(mapped("^ #5 .*Pass::run", symbols, offsets), "");
}
END_TEST

START_TEST(test_seen__frames_of_another_crash_are_not_taken)
{
  ck_assert_str_eq(mapped("Pass::run", symbols,
                          "Stack dump:\n"
                          " #0 0x00007fff12345292 (/lib/libLLVM.so.1+0x1)\n"
                          " #1 0x00007fff12346051 (/lib/libLLVM.so.1+0x2)\n"
                          " #2 0x00007fff1238366e (/lib/libLLVM.so.1+0x3)\n"
                          " #3 0x00007fff12387110 (/lib/libLLVM.so.1+0x4)\n"),
                   "");
}
END_TEST

START_TEST(test_seen__translated_crash_becomes_the_message_in_c)
{
  ck_assert_str_eq(
      mapped("Compiler-Fehler: in (f|g)",
             "a.c: In Funktion »main«:\n"
             "a.c:3:1: interner Compiler-Fehler: in f, bei tree.cc:12\n",
             "a.c: In function 'main':\n"
             "a.c:3:1: internal compiler error: in f, at tree.cc:12\n"),
      "internal compiler error: in f, at tree\\.cc:12");
}
END_TEST

START_TEST(test_seen__place_of_a_message_has_no_counterpart)
{
  ck_assert_str_eq(mapped("^a.c:3:1: interner",
                          "a.c:3:1: interner Compiler-Fehler: in f, bei t:1\n",
                          "a.c:3:1: internal compiler error: in f, at t:1\n"),
                   "");
}
END_TEST

START_TEST(test_seen__message_about_the_text_has_no_counterpart)
{
  ck_assert_str_eq(mapped("In Funktion", "a.c: In Funktion »f«:\n",
                          "a.c: In function 'f':\n"),
                   "");
}
END_TEST

static const struct {
  const char *pattern, *path, *expected;
} paths[] = {
  { "src/a.c:[0-9]+: internal", "src/a.c", "a.c:[0-9]+: internal" },
  { "^/home/u/src/a\\.c:3", "/home/u/src/a.c", "^a\\.c:3" },
  { "\\.\\./x[.]y/a[.]c:", "../x.y/a.c", "a[.]c:" },
  { "y/a.c:|/a.c,", "x/y/a.c", "a.c:|a.c," },
  { "a.c:3", "src/a.c", NULL },
  { "src/.*: internal", "src/a.c", NULL },
  { "other/b.c", "src/a.c", NULL },
  { "src/a.c", "a.c", NULL },
};

START_TEST(test_seen__folder_in_front_of_the_name_goes)
{
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    char *found = seen_without_folder(paths[i].pattern, paths[i].path);
    ck_assert_pstr_eq(found, paths[i].expected);
    free(found);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("seen", test_seen__function_becomes_module_and_offset,
                   test_seen__inlined_functions_share_the_offset,
                   test_seen__all_frames_that_match_are_alternatives,
                   test_seen__number_of_a_frame_has_no_counterpart,
                   test_seen__frames_of_another_crash_are_not_taken,
                   test_seen__translated_crash_becomes_the_message_in_c,
                   test_seen__place_of_a_message_has_no_counterpart,
                   test_seen__message_about_the_text_has_no_counterpart,
                   test_seen__folder_in_front_of_the_name_goes);
}
