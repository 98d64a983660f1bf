/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stack traces give names that the next run of the same compiler has too. */
#include "compiler/frames.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "run_tests.h"

/* The frames of an output, joined by "|"; "*" in front of a recursion. */
static const char *frames_of(const char *output)
{
  static char line[1024];
  stack_frames found;
  frames_find(&found, output, strlen(output));
  line[0] = '\0';
  if (found.recursive)
    strcat(line, "*");
  for (size_t i = 0; i < found.names.size; i++) {
    strcat(line, i ? "|" : "");
    strcat(line, found.names.data[i]);
  }
  frames_dispose(&found);
  return line;
}

START_TEST(test_frames__signal_handler_is_skipped)
{
  ck_assert_str_eq(
      frames_of("Stack dump:\n"
                " #0 0x00007f1 llvm::sys::Print(int) (/lib/libLLVM.so+0xea5)\n"
                " #1 0x00007f2 (/lib/libLLVM.so+0xdcb)\n"
                " #2 0x00007f3 (/lib/x86/libc.so.6+0x3c050)\n"
                " #3 0x00007f4 f(int) (/lib/libclang-cpp.so.14+0x1bc2f45)\n"
                " #4 0x00007f5 (/lib/libclang-cpp.so.14+0x1bc1449)\n"),
      "libclang-cpp.so.14+0x1bc2f45|libclang-cpp.so.14+0x1bc1449");
}
END_TEST

START_TEST(test_frames__fault_inside_libc_is_blamed_on_its_caller)
{
  ck_assert_str_eq(frames_of(" #0 0x1 (/lib/libLLVM.so+0x1)\n"
                             " #1 0x2 (/lib/libc.so.6+0x3c050)\n"
                             " #2 0x3 (/lib/libc.so.6+0x99)\n"
                             " #3 0x4 (/lib/libLLVM.so+0x2)\n"),
                   "libLLVM.so+0x2");
}
END_TEST

START_TEST(test_frames__trace_without_a_signal_says_nothing)
{
  ck_assert_str_eq(frames_of(" #0 0x1 (/lib/libLLVM.so+0x1)\n"
                             " #1 0x2 (/lib/libLLVM.so+0x2)\n"),
                   "");
}
END_TEST

START_TEST(test_frames__bracketed_form_is_read)
{
  ck_assert_str_eq(
      frames_of("/lib/libLLVM.so(_ZN4llvm5PrintEi+0x31)[0x7f26da0a5291]\n"
                "/lib/x86/libc.so.6(+0x3c050)[0x7f26d9fcb62a]\n"
                "/lib/libLLVM.so(+0xdcb62a)[0x7f26d9fcb62a]\n"
                "clang-14[0x4142c2]\n"),
      "libLLVM.so+0xdcb62a|clang-14+0x4142c2");
}
END_TEST

START_TEST(test_frames__sanitizer_names_functions)
{
  ck_assert_str_eq(frames_of("    #0 0x55 in __asan_memcpy (/bin/cc+0x12)\n"),
                   "");
  ck_assert_str_eq(frames_of("    #0 0x55 in __interceptor_free x.c:1\n"
                             "    #1 0x56 in parse /src/p.c:12:3\n"
                             "    #2 0x57 in main /src/m.c:9\n"),
                   "parse at p.c:12|main at m.c:9");
}
END_TEST

#define BUILD " (BuildId: 4a8dfd8b)\n"

START_TEST(test_frames__sanitizer_begins_at_the_fault)
{
  ck_assert_str_eq(frames_of("    #0 0x55  (/x/cc+0xdeee6)" BUILD
                             "    #1 0x56  (/x/cc+0xdef5c)" BUILD
                             "    #2 0x7e  (/lib/libc.so.6+0x27249)" BUILD
                             "    #3 0x57  (/x/cc+0x21300)" BUILD),
                   "cc+0xdeee6|cc+0xdef5c|cc+0x21300");
  ck_assert_str_eq(
      frames_of("    #0 0x55 in __asan_memcpy (/x/cc+0x12)" BUILD
                "    #1 0x55 in fold(tree*, int) (/x/cc+0xdeee6)" BUILD
                "    #2 0x7e in __libc_start_main ../csu/libc-start.c:360\n"),
      "fold(tree*, int) at cc+0xdeee6");
  ck_assert_str_eq(frames_of("    #0 0x55 in fold(int) (bin/cc+0x12)" BUILD),
                   "fold(int) at cc+0x12");
}
END_TEST

START_TEST(test_frames__gcc_form_is_read)
{
  ck_assert_str_eq(frames_of("0x9a crash_signal\n\t../../gcc/toplev.cc:314\n"
                             "0x7f ???\n\t./signal/libc_sigaction.c:0\n"
                             "0x9b fold_it(tree_node*)\n"
                             "\t../../gcc/fold-const.cc:77\n"
                             "0x7f __libc_start_main_impl\n\t../csu/x.c:360\n"),
                   "fold_it(tree_node*) at fold-const.cc:77");
}
END_TEST

/* A trace of `count` frames of a cycle of two below a signal. */
static const char *cycle(unsigned count, const char *first, const char *second)
{
  static char out[65536];
  int size = snprintf(out, sizeof out, " #0 0x1 (/lib/libc.so.6+0x3c050)\n");
  for (unsigned i = 0; i < count; i++)
    size += snprintf(out + size, sizeof out - (size_t)size,
                     " #%u 0x2 (/lib/libLLVM.so+0x%s)\n", i + 1,
                     i % 2 ? second : first);
  return out;
}

START_TEST(test_frames__recursion_is_its_cycle)
{
  static const char wanted[] = "*libLLVM.so+0xa|libLLVM.so+0xb";
  ck_assert_str_eq(frames_of(cycle(200, "a", "b")), wanted);
  ck_assert_str_eq(frames_of(cycle(201, "b", "a")), wanted);
}
END_TEST

static bool match(const char *a, const char *b)
{
  stack_frames first, second;
  frames_find(&first, a, strlen(a));
  frames_find(&second, b, strlen(b));
  bool same = frames_match(&first, &second);
  frames_dispose(&first);
  frames_dispose(&second);
  return same;
}

#define FRAME(number, address) " #" number " 0x1 (/l/x.so+0x" address ")\n"
#define LIBC " #0 0x1 (/lib/libc.so.6+0x3c050)\n"

START_TEST(test_frames__innermost_and_one_caller_have_to_agree)
{
  ck_assert(match(LIBC FRAME("1", "a") FRAME("2", "b") FRAME("3", "c"),
                  LIBC FRAME("1", "a") FRAME("2", "d") FRAME("3", "b")));
  ck_assert(!match(LIBC FRAME("1", "a") FRAME("2", "b"),
                   LIBC FRAME("1", "a") FRAME("2", "c")));
  ck_assert(!match(LIBC FRAME("1", "a") FRAME("2", "b"),
                   LIBC FRAME("1", "b") FRAME("2", "a")));
  ck_assert(!match(LIBC FRAME("1", "a"), "nothing\n"));
  ck_assert(match("nothing\n", ""));
}
END_TEST

START_TEST(test_frames__recursion_does_not_match_a_plain_crash)
{
  static char recursion[65536];
  (void)strcpy(recursion, cycle(100, "a", "b"));
  ck_assert(!match(recursion, LIBC FRAME("1", "a") FRAME("2", "b")));
  ck_assert(match(recursion, cycle(90, "b", "c")));
}
END_TEST

START_TEST(test_frames__trace_is_over_some_lines_behind_its_last_frame)
{
  frames_reader reader = { 0 };
  frames_read(&reader, "cc1: internal compiler error: Aborted");
  frames_read(&reader, "0x12 f(int)");
  ck_assert_uint_eq(reader.trace.size, 0); /* half a frame */
  frames_read(&reader, "\t../x.c:12");
  ck_assert_uint_eq(reader.trace.size, 1);
  frames_read(&reader, "Please submit");
  frames_read(&reader, "a full");
  ck_assert(!reader.ended);
  frames_read(&reader, "bug report");
  frames_read(&reader, "0x13 g(int)");
  ck_assert(reader.ended);
  frames_read(&reader, "\t../x.c:13");
  ck_assert_uint_eq(reader.trace.size, 1);
  stack_frames found;
  frames_collect(&found, &reader);
  ck_assert_uint_eq(found.names.size, 1);
  ck_assert_str_eq(found.names.data[0], "f(int) at x.c:12");
  frames_dispose(&found);
  frames_reader_reset(&reader);
  ck_assert(!reader.ended);
}
END_TEST

int main(void)
{
  return RUN_TESTS("frames", test_frames__signal_handler_is_skipped,
                   test_frames__fault_inside_libc_is_blamed_on_its_caller,
                   test_frames__trace_without_a_signal_says_nothing,
                   test_frames__bracketed_form_is_read,
                   test_frames__sanitizer_names_functions,
                   test_frames__sanitizer_begins_at_the_fault,
                   test_frames__gcc_form_is_read,
                   test_frames__recursion_is_its_cycle,
                   test_frames__trace_is_over_some_lines_behind_its_last_frame,
                   test_frames__innermost_and_one_caller_have_to_agree,
                   test_frames__recursion_does_not_match_a_plain_crash);
}
