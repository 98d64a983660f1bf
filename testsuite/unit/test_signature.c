/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A crash is recognised by what the compiler says of itself, and nothing of the
 * user's program is part of it. */
#include "compiler/signature.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "recorded.h"
#include "run_tests.h"

static rd_run run_of(const char *output, int status)
{
  return (rd_run){ .end = RD_END_EXIT,
                   .status = status,
                   .output = (char *)(uintptr_t)output,
                   .output_size = strlen(output) };
}

/* The signature's line, "" for no crash. Lent until the next call. */
static const char *line_of(const rd_run *run)
{
  static char *line;
  signature found;
  signature_find(&found, run);
  free(line);
  line = signature_line(&found);
  signature_dispose(&found);
  return line;
}

/* The same for its place. */
static const char *place_of(const char *output)
{
  static char *line;
  rd_run run = run_of(output, 1);
  signature found;
  signature_find(&found, &run);
  free(line);
  line = signature_place(&found);
  signature_dispose(&found);
  return line ? line : "";
}

START_TEST(test_signature__place_does_not_tell_the_pass)
{
  ck_assert_str_eq(
      place_of("during GIMPLE pass: pre\n"
               "a.c:1:1: internal compiler error: in f, at f.cc:1\n"),
      "internal compiler error: in f, at f.cc:1");
  ck_assert_str_eq(place_of("during IPA pass: inline\na.c:1:1: internal "
                            "compiler error: Segmentation fault\n"),
                   "");
  ck_assert_str_eq(place_of("fine\n"), "");
}
END_TEST

START_TEST(test_signature__place_does_not_tell_the_flags_of_an_access)
{
  ck_assert_str_eq(
      place_of("LLVM ERROR: Cannot select: t12: i32,ch = load<(volatile "
               "dereferenceable load (s8) from @x), zext from i8> t0, t11\n"),
      "Cannot select: i32,ch = load (s8) zext");
}
END_TEST

START_TEST(test_signature__runtime_error_counts_though_the_run_succeeds)
{
  rd_run run = run_of("/src/fold.c:7:3: runtime error: shift exponent 64 is "
                      "too large\n",
                      0);
  ck_assert_str_eq(line_of(&run),
                   "runtime error at fold.c:7: shift exponent _ is too large");
}
END_TEST

START_TEST(test_signature__ordinary_errors_are_no_crash)
{
  static const char *const outputs[] = {
    "",
    "bug.c:1:1: error: expected ';'\n",
    "bug.c:1: confused by earlier errors, bailing out\n",
    "bug.c:1:2: error: #error internal compiler error: in f, at x.c:1\n",
    "bug.c:1:9: warning: \"x: internal compiler error: in f, at x.c:1\"\n",
    "    1 | \"LLVM ERROR: x\"\n",
    "f(); /* internal compiler error: in f, at x.c:1\n",
    "f(); /* see bug 7: internal compiler error: in f, at x.c:1\n",
  };
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    rd_run run = run_of(outputs[i], 1);
    ck_assert_str_eq(line_of(&run), "");
  }
}
END_TEST

START_TEST(test_signature__a_file_may_have_any_name)
{
  static const char *const names[] = { "a b.c", "a;b.c", "a ;b.c", "a*b {c}.c",
                                       "it's &amp;.c" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *output = mem_format(
        "%s:2:3: internal compiler error: in f, at x.c:1\n", names[i]);
    rd_run run = run_of(output, 1);
    ck_assert_str_eq(line_of(&run), "internal compiler error: in f, at x.c:1");
    free(output);
  }
}
END_TEST

START_TEST(test_signature__silent_death_is_its_signal)
{
  rd_run run = run_of("", SIGSEGV);
  run.end = RD_END_SIGNAL;
  ck_assert_str_eq(line_of(&run), "signal SIGSEGV");
  run = run_of("sh: Segmentation fault\n", 128 + SIGSEGV);
  ck_assert_str_eq(line_of(&run), "signal SIGSEGV");
  run = run_of("", 128 + SIGKILL);
  ck_assert_str_eq(line_of(&run), "");
}
END_TEST

START_TEST(test_signature__driver_and_compiler_proper_show_the_same_crash)
{
  size_t compared = 0;
  for (size_t i = 0; i < RECORDINGS; i++) {
    const recording *at = &recordings[i];
    if (!at->proper)
      continue;
    rd_run driver = run_of(at->driver, at->driver_status);
    rd_run proper = run_of(at->proper, abs(at->proper_status));
    if (at->proper_status < 0)
      proper.end = RD_END_SIGNAL;
    char *line = mem_copy(line_of(&driver));
    ck_assert_str_ne(line, "");
    ck_assert_str_eq(line, line_of(&proper));
    signature found;
    signature_find(&found, &driver);
    ck_assert(signature_matches(&found, &proper, NULL));
    signature_dispose(&found);
    free(line);
    compared++;
  }
  ck_assert_uint_ge(compared, 14);
}
END_TEST

START_TEST(test_signature__run_that_was_cancelled_is_read_as_failed)
{
  rd_run run =
      run_of("during RTL pass: cse\nb.c:1: internal compiler error: in "
             "f, at x.c:1\n  1 | int",
             0);
  run.end = RD_END_CANCELLED;
  ck_assert_str_eq(line_of(&run), "internal compiler error: in f, at x.c:1; "
                                  "during RTL pass: cse");
  run = run_of("b.c:1:1: error: expected ';'\n", 0);
  run.end = RD_END_CANCELLED;
  ck_assert_str_eq(line_of(&run), "");
}
END_TEST

START_TEST(test_signature__timeout_is_no_crash)
{
  rd_run run = run_of("fatal error: error in backend: x\n", 0);
  run.end = RD_END_WALL;
  ck_assert_str_eq(line_of(&run), "");
}
END_TEST

START_TEST(test_signature__user_names_and_lines_do_not_matter)
{
  rd_run a = run_of("bug.c: In function 'f':\nbug.c:1:2: internal compiler "
                    "error: in g, at x.c:1\n",
                    1);
  rd_run b =
      run_of("/tmp/o: dd/y.i: In function 'main':\n/tmp/o: dd/y.i:31:72: "
             "internal compiler error: in g, at ../src/x.c:1\n",
             4);
  signature found;
  signature_find(&found, &a);
  ck_assert(signature_matches(&found, &b, NULL));
  signature_dispose(&found);
}
END_TEST

/* Does the second output show the first's crash? The reason is lent. */
static bool same(const char *first, const char *second, const char **reason_out)
{
  static char *reason;
  rd_run a = run_of(first, 1), b = run_of(second, 1);
  signature found;
  signature_find(&found, &a);
  free(reason);
  bool equal = signature_matches(&found, &b, &reason);
  *reason_out = reason;
  signature_dispose(&found);
  return equal;
}

START_TEST(test_signature__mismatch_says_why)
{
  const char *reason;
  ck_assert(!same("internal compiler error: in f, at x.c:1\n", "", &reason));
  ck_assert_str_eq(reason, "no crash");
  ck_assert(!same("internal compiler error: in f, at x.c:1\n",
                  "internal compiler error: in f, at x.c:2\n", &reason));
  ck_assert_str_eq(reason,
                   "not there: internal compiler error: in f, at x.c:1");
  ck_assert(!same("internal compiler error: in f, at x.c:1\n",
                  "during RTL pass: vregs\ninternal compiler error: in f, at "
                  "x.c:1\n",
                  &reason));
  ck_assert_str_eq(reason, "another crash: during RTL pass: vregs");
}
END_TEST

START_TEST(test_signature__place_says_whether_an_address_is_needed)
{
  rd_run weak = run_of("cc1: internal compiler error: Segmentation fault\n", 1);
  rd_run passed = run_of("during IPA pass: inline\ncc1: internal compiler "
                         "error: Segmentation fault\n",
                         1);
  signature found;
  signature_find(&found, &weak);
  ck_assert(!found.has_place);
  signature_dispose(&found);
  signature_find(&found, &passed);
  ck_assert(found.has_place);
  signature_dispose(&found);
}
END_TEST

START_TEST(test_signature__common_part_of_two_runs_is_kept)
{
  rd_run a = run_of("during RTL pass: cse\ninternal compiler error: in f, at "
                    "x.c:1\n",
                    1);
  rd_run b = run_of("internal compiler error: in f, at x.c:1\n", 1);
  signature first, second;
  signature_find(&first, &a);
  signature_find(&second, &b);
  signature_keep_common(&first, &second);
  ck_assert_uint_eq(first.facts.size, 1);
  ck_assert(signature_equals(&first, &second, NULL));
  signature_dispose(&first);
  signature_dispose(&second);
}
END_TEST

START_TEST(test_signature__common_part_may_come_with_more)
{
  rd_run a = run_of("during RTL pass: cse\ninternal compiler error: in f, at "
                    "x.c:1\n",
                    1);
  rd_run b = run_of("internal compiler error: in f, at x.c:1\n", 1);
  rd_run c = run_of("internal compiler error: in g, at x.c:1\n", 1);
  signature first, second;
  signature_find(&first, &a);
  signature_find(&second, &b);
  signature_keep_common(&first, &second);
  ck_assert(signature_matches(&first, &a, NULL));
  ck_assert(signature_matches(&first, &b, NULL));
  ck_assert(!signature_matches(&first, &c, NULL));
  ck_assert(!signature_matches(&second, &a, NULL));
  signature_dispose(&first);
  signature_dispose(&second);
}
END_TEST

START_TEST(test_signature__place_goes_with_what_gave_it)
{
  rd_run a = run_of("Stack dump:\n #0 0x1 (/l/libc.so.6+0x1)\n"
                    " #1 0x2 (/l/libLLVM.so+0x2)\n",
                    1);
  rd_run b = run_of("Stack dump:\n #0 0x1 (/l/libc.so.6+0x1)\n"
                    " #1 0x2 (/l/libLLVM.so+0x3)\n",
                    1);
  signature first, second;
  signature_find(&first, &a);
  signature_find(&second, &b);
  ck_assert(first.has_place);
  signature_keep_common(&second, &second);
  ck_assert(second.has_place);
  signature_keep_common(&first, &second);
  ck_assert(!first.has_place);
  ck_assert(signature_equals(&first, &second, NULL));
  signature_dispose(&first);
  signature_dispose(&second);
  a = run_of("during RTL pass: cse\ncc1: internal compiler error: Aborted\n",
             1);
  b = run_of("during RTL pass: dce\ncc1: internal compiler error: Aborted\n",
             1);
  signature_find(&first, &a);
  signature_find(&second, &b);
  signature_keep_common(&second, &second);
  ck_assert(second.has_place);
  signature_keep_common(&first, &second);
  ck_assert(!first.has_place);
  signature_dispose(&first);
  signature_dispose(&second);
}
END_TEST

START_TEST(test_signature__frames_are_asked_for_only_where_there_are_some)
{
  const char *reason;
  static const char bare[] = "cc1: internal compiler error: Aborted\n";
  static const char traced[] = "cc1: internal compiler error: Aborted\n"
                               "0x12 f(int)\n\t../x.c:12\n";
  ck_assert(same(bare, traced, &reason));
  ck_assert(!same(traced, bare, &reason));
  ck_assert_str_eq(reason, "another place: no stack trace");
}
END_TEST

START_TEST(test_signature__errors_before_the_crash_are_kept)
{
  rd_run run = run_of("b.c:1: error: zebra\nb.c:2: error: ant\nb.c:3: internal "
                      "compiler error: in f, at x.c:1\nb.c:4: error: late\n",
                      1);
  signature found;
  signature_find(&found, &run);
  ck_assert_uint_eq(found.errors.size, 2);
  ck_assert_str_eq(found.errors.data[0], "error: ant");
  ck_assert_str_eq(found.errors.data[1], "error: zebra");
  signature_dispose(&found);
}
END_TEST

START_TEST(test_signature__what_compilers_quote_tells_no_crash)
{
  static const char *const outputs[] = {
    "b.c:1:2: warning: #warning x: internal compiler error: in f, at x.c:1\n",
    "b.c:1:2: note: '#pragma message: x: LLVM ERROR: x'\n",
    "b.c:1:2: error: #error x: internal compiler error: in f, at x.c:1\n",
  };
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    rd_run run = run_of(outputs[i], 1);
    ck_assert_str_eq(line_of(&run), "");
  }
}
END_TEST

/* A crash, and what of it counts at the levels below the strictest. */
static const struct {
  const char *output, *function, *kind;
} levels[] = {
  { "b.c:1:1: error: unrecognizable insn:\nduring RTL pass: vregs\nb.c:1:1: "
    "internal compiler error: in extract_insn, at recog.cc:2791\n",
    "internal compiler error in extract_insn, at recog.cc; during RTL pass: "
    "vregs",
    "internal compiler error; during RTL pass" },
  { "b.c:3:1: error: type mismatch\nduring GIMPLE pass: fre\nb.c:3:1: internal "
    "compiler error: verify_gimple failed\n",
    "internal compiler error: verify_gimple; during GIMPLE pass: fre",
    "internal compiler error; during GIMPLE pass" },
  { "cc1: internal compiler error: Segmentation fault\n",
    "internal compiler error: Segmentation fault",
    "internal compiler error: Segmentation fault" },
  { "clang: /src/lib/Foo.cpp:123: void llvm::f(int): Assertion `N > 0' "
    "failed.\n"
    "Stack dump:\n2.\tCode generation\n4.\tRunning pass 'BPF DAG->DAG' on "
    "function '@main'\n",
    "assertion in void llvm::f(int), at Foo.cpp; running pass BPF DAG->DAG; in "
    "Code generation",
    "assertion; in Code generation" },
  { "LLVM ERROR: Cannot select: t12: i32,ch = load<(volatile load (s8) from "
    "@g)> t1\n",
    "Cannot select: load", "error in backend" },
  { "Stack dump:\n2.\tOptimizer\n3.\tRunning pass \"sroa\" on function \"f\"\n"
    " #0 0x1 (/l/libLLVM.so+0x1)\n #1 0x2 (/l/libc.so.6+0x2)\n"
    " #2 0x3 (/l/libLLVM.so+0x3)\n #3 0x4 (/l/libX.so+0x4)\n",
    "stack dump; running pass sroa; in Optimizer at libLLVM.so",
    "stack dump; in Optimizer" },
  { "cc1: internal compiler error: Aborted\n0x12 f(int)\n\t../x.c:12\n",
    "internal compiler error: Aborted at f(int) at x.c",
    "internal compiler error: Aborted" },
  { "b.c:1: error 9: FATAL Compiler Internal Error in file 'SDCCsymt.c' line "
    "number '2235' : x\n",
    "FATAL Compiler Internal Error at SDCCsymt.c",
    "FATAL Compiler Internal Error" },
  { "b.c, line 9: compiler error: Cannot generate code\n", "compiler error",
    "compiler error" },
  { "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602\n",
    "AddressSanitizer heap-use-after-free",
    "AddressSanitizer heap-use-after-free" },
  { "free(): invalid pointer\n", "free(): invalid pointer",
    "corrupted memory" },
};

START_TEST(test_signature__level_says_what_counts)
{
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    const char *const lines[] = { NULL, levels[i].function, levels[i].kind };
    rd_run run = run_of(levels[i].output, 1);
    for (int level = MATCH_FUNCTION; level < MATCH_LEVELS; level++) {
      signature found;
      signature_find_at(&found, &run, (match_level)level);
      char *line = signature_line(&found);
      ck_assert_str_eq(line, lines[level]);
      ck_assert(signature_matches(&found, &run, NULL));
      free(line);
      signature_dispose(&found);
    }
  }
}
END_TEST

START_TEST(test_signature__coarser_level_takes_more_for_the_same)
{
  /* Each differs from the first a little more. */
  static const char *const outputs[] = {
    "during RTL pass: cse\ninternal compiler error: in f, at x.c:1\n",
    "during RTL pass: cse\ninternal compiler error: in f, at x.c:2\n",
    "during RTL pass: dce\ninternal compiler error: in g, at y.c:3\n",
    "during IPA pass: dce\ninternal compiler error: in g, at y.c:3\n",
  };
  for (int level = 0; level < MATCH_LEVELS; level++) {
    rd_run run = run_of(outputs[0], 1);
    signature found;
    signature_find_at(&found, &run, (match_level)level);
    for (int i = 0; i < 4; i++) {
      rd_run other = run_of(outputs[i], 1);
      ck_assert_int_eq(signature_matches(&found, &other, NULL), i <= level);
    }
    signature_dispose(&found);
  }
}
END_TEST

START_TEST(test_signature__output_may_hold_any_bytes)
{
  char output[] = "\0\xff\n\0bug\0\r\ninternal compiler error: in f, at x.c:1";
  rd_run run = run_of(output, 1);
  run.output_size = sizeof output - 1;
  ck_assert_str_eq(line_of(&run), "internal compiler error: in f, at x.c:1");
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "signature", test_signature__place_does_not_tell_the_pass,
      test_signature__place_does_not_tell_the_flags_of_an_access,
      test_signature__runtime_error_counts_though_the_run_succeeds,
      test_signature__ordinary_errors_are_no_crash,
      test_signature__a_file_may_have_any_name,
      test_signature__silent_death_is_its_signal,
      test_signature__timeout_is_no_crash,
      test_signature__user_names_and_lines_do_not_matter,
      test_signature__mismatch_says_why,
      test_signature__place_says_whether_an_address_is_needed,
      test_signature__common_part_of_two_runs_is_kept,
      test_signature__common_part_may_come_with_more,
      test_signature__place_goes_with_what_gave_it,
      test_signature__frames_are_asked_for_only_where_there_are_some,
      test_signature__errors_before_the_crash_are_kept,
      test_signature__what_compilers_quote_tells_no_crash,
      test_signature__driver_and_compiler_proper_show_the_same_crash,
      test_signature__run_that_was_cancelled_is_read_as_failed,
      test_signature__level_says_what_counts,
      test_signature__coarser_level_takes_more_for_the_same,
      test_signature__output_may_hold_any_bytes);
}
