/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A verdict that is given early is the one that the complete output gets. */
#include "compiler/early.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"
#include "recorded.h"
#include "run_tests.h"

static match_level level; /* of all signatures */

static signature signature_of(const char *output, int status)
{
  rd_run run = { .end = status < 0 ? RD_END_SIGNAL : RD_END_EXIT,
                 .status = abs(status),
                 .output = (char *)(uintptr_t)output,
                 .output_size = strlen(output) };
  signature found;
  signature_find_at(&found, &run, level);
  return found;
}

/* The verdict on all of an output, for a crash given by another. */
static early_word word_of(const char *original, const char *output)
{
  signature expected = signature_of(original, 1);
  early *watch = early_new(&(early_options){ .expected = &expected });
  early_word word = early_look(watch, output, strlen(output));
  early_free(watch);
  signature_dispose(&expected);
  return word;
}

/* Looks at an output as it grows by `step` bytes. Each word has to be true of
 * the complete output. Returns the bytes that were needed; SIZE_MAX: all, and
 * even these did not suffice. */
static size_t watch_growing(early *watch, const char *output, size_t step,
                            bool same)
{
  size_t size = strlen(output), needed = SIZE_MAX;
  early_reset(watch);
  for (size_t now = 0; needed == SIZE_MAX; now += step) {
    early_word word = early_look(watch, output, now < size ? now : size);
    ck_assert_int_ne(word, same ? EARLY_OTHER : EARLY_SAME);
    ck_assert_int_ne(word, EARLY_ERROR);
    if (word != EARLY_OPEN)
      needed = now;
    if (now >= size)
      break;
  }
  return needed;
}

/* Watches both outputs of a recording for a crash. */
static void watch_recording(const signature *expected, const recording *at)
{
  early *watch = early_new(&(early_options){ .expected = expected });
  const char *outputs[] = { at->driver, at->proper };
  const int statuses[] = { at->driver_status, at->proper_status };
  for (size_t i = 0; i < 2 && outputs[i]; i++) {
    signature found = signature_of(outputs[i], statuses[i]);
    bool same = signature_equals(expected, &found, NULL);
    size_t needed = watch_growing(watch, outputs[i], 1, same);
    size_t coarse = watch_growing(watch, outputs[i], 97, same);
    ck_assert(needed == SIZE_MAX ? coarse == SIZE_MAX : coarse < needed + 97);
    signature_dispose(&found);
  }
  early_free(watch);
}

static void watch_all(void)
{
  for (size_t i = 0; i < RECORDINGS; i++) {
    signature expected =
        signature_of(recordings[i].driver, recordings[i].driver_status);
    for (size_t j = 0; j < RECORDINGS; j++)
      watch_recording(&expected, &recordings[j]);
    signature_dispose(&expected);
  }
}

START_TEST(test_early__every_word_holds_for_the_complete_output)
{
  watch_all();
}
END_TEST

START_TEST(test_early__every_word_holds_at_the_other_levels)
{
  level = MATCH_FUNCTION;
  watch_all();
  level = MATCH_KIND;
  watch_all();
}
END_TEST

/* Up to where an output has to be read: the end of the line that holds the
 * text; NULL: to its end. */
static const struct {
  const char *name, *last;
} ends[] = {
  { "alpha-extract_insn", "internal compiler error: " },
  { "avr-segv", "internal compiler error: " },
  { "avr-ssa-corruption", "internal compiler error: SSA" },
  { "h8300-byte_reg", "internal compiler error: " },
  { "gcc12-segv-inline", "internal compiler error: " },
  { "clang14-bpf-sdiv", "error in backend: " },
  { "med-clang19-bpf-vastart with offsets", "error in backend: " },
  { "sdcc-hc08-symt2235", "FATAL Compiler Internal Error" },
  { "sdcc-z80-segv", "Caught signal" },
  { "pcc-cannot-generate", "compiler error: " },
  { "gcc-12 overflowing its stack", NULL },
};

static const recording *find_recording(const char *name)
{
  for (size_t i = 0; i < RECORDINGS; i++)
    if (!strcmp(recordings[i].name, name))
      return &recordings[i];
  ck_abort_msg("no recording %s", name);
}

START_TEST(test_early__reading_ends_with_the_last_line_needed)
{
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    const recording *at = find_recording(ends[i].name);
    signature expected = signature_of(at->driver, at->driver_status);
    early *watch = early_new(&(early_options){ .expected = &expected });
    size_t needed = watch_growing(watch, at->driver, 1, true);
    const char *last = ends[i].last ? strstr(at->driver, ends[i].last) : NULL;
    ck_assert_uint_eq(needed,
                      last ? (size_t)(strchr(last, '\n') + 1 - at->driver)
                           : SIZE_MAX);
    early_free(watch);
    signature_dispose(&expected);
  }
}
END_TEST

static const char segv[] =
    "Stack dump:\n0.\tProgram arguments: clang\n2.\tCode generation\n"
    " #0 0x1 (/lib/libLLVM.so+0x1)\n #1 0x2 (/lib/libc.so.6+0x2)\n"
    " #2 0x3 (/lib/libLLVM.so+0x3)\n #3 0x4 (/lib/libLLVM.so+0x4)\n";

START_TEST(test_early__another_innermost_frame_is_another_crash_at_once)
{
  char other[sizeof segv];
  strcpy(other, segv);
  strstr(strstr(other, "#2"), "+0x3")[3] = '7';
  *strstr(other, " #3") = '\0';
  ck_assert_int_eq(word_of(segv, other), EARLY_OPEN); /* half a frame? */
  strcat(other, " #3");
  ck_assert_int_eq(word_of(segv, other), EARLY_OPEN); /* not a whole line */
  strcat(other, "\n");
  ck_assert_int_eq(word_of(segv, other), EARLY_OTHER);
}
END_TEST

START_TEST(test_early__same_frames_count_when_the_trace_is_over)
{
  char more[2 * sizeof segv];
  strcpy(more, segv);
  ck_assert_int_eq(word_of(segv, more), EARLY_OPEN);
  strcat(more,
         "clang: error: clang frontend command failed with exit code 139\n"
         "x\nx\n");
  ck_assert_int_eq(word_of(segv, more), EARLY_OPEN);
  strcat(more, "x\n");
  ck_assert_int_eq(word_of(segv, more), EARLY_SAME);
}
END_TEST

START_TEST(test_early__recursion_is_known_before_the_trace_is_over)
{
  textbuf output = { 0 };
  text_puts(&output,
            "Stack dump:\n2.\tCode generation\n #0 0x1 (/lib/libLLVM.so+0x1)\n"
            " #1 0x2 (/lib/libc.so.6+0x2)\n");
  for (int i = 2; i < 64; i++)
    text_printf(&output, "#%d 0x3 (/lib/libLLVM.so+0x%d)\n", i, i % 2);
  ck_assert_int_eq(word_of(output.data, output.data), EARLY_SAME);
  ck_assert_int_eq(word_of(segv, output.data), EARLY_OTHER);
  ck_assert_int_eq(word_of(output.data, segv), EARLY_OPEN);
  text_free(&output);
}
END_TEST

static const char ice[] = "during RTL pass: expand\n"
                          "b.c:1:1: internal compiler error: in f, at x.c:1\n";

/* The verdict where the judge finds `errors` in the original, which crashes with
 * `original`. */
static early_word word_with_errors(const char *errors, const char *original,
                                   const char *output)
{
  signature expected = signature_of(original, 1);
  strings found = { 0 };
  errors_find(&found, errors);
  early *watch =
      early_new(&(early_options){ .expected = &expected, .errors = &found });
  early_word word = early_look(watch, output, strlen(output));
  early_free(watch);
  strings_free(&found);
  signature_dispose(&expected);
  return word;
}

START_TEST(test_early__error_that_the_original_lacks_ends_a_run)
{
  static const char error[] = "b.c:1:1: error: expected ';'\n";
  static const char known[] = "b.c:7:7: error: expected ')'\n";
  ck_assert_int_eq(word_of(ice, error), EARLY_OPEN);
  ck_assert_int_eq(word_with_errors("", ice, error), EARLY_ERROR);
  ck_assert_int_eq(word_with_errors(known, ice, known), EARLY_OPEN);
  ck_assert_int_eq(
      word_with_errors(known, ice, "b.c:1:1: error: expected 'x' or y\n"),
      EARLY_ERROR);
  ck_assert_int_eq(
      word_with_errors("", ice, "b.c:1:1: warning: odd error: x\n"),
      EARLY_OPEN);
  ck_assert_int_eq(word_with_errors("", "", error), EARLY_ERROR);
  /* A line of the source, quoted below a warning. */
  ck_assert_int_eq(
      word_with_errors("", ice, "int f(int error) { switch (1) { case 1: ;\n"),
      EARLY_OPEN);
}
END_TEST

START_TEST(test_early__what_tells_a_crash_is_no_error)
{
  for (size_t i = 0; i < RECORDINGS; i++) {
    const recording *at = &recordings[i];
    ck_assert_int_ne(word_with_errors(at->driver, at->driver, at->driver),
                     EARLY_ERROR);
    ck_assert_int_ne(word_with_errors("", at->driver, at->driver), EARLY_ERROR);
  }
  ck_assert_int_eq(
      word_with_errors("", ice, "b.c:1:1: error: unrecognizable insn:\n"),
      EARLY_OPEN);
  ck_assert_int_eq(word_with_errors("", ice, ice), EARLY_SAME);
}
END_TEST

START_TEST(test_early__errors_of_the_compilers_own_checks_end_nothing)
{
  static const char original[] =
      "b.c:3:1: error: type mismatch in binary expression\nint\nlong\n"
      "during GIMPLE pass: fre\nb.c:3:1: internal compiler error: "
      "verify_gimple failed\n";
  static const char later[] =
      "b.c:3:1: error: invalid operand\nb.c:3:1: error: type mismatch in "
      "binary expression\nduring GIMPLE pass: fre\nb.c:3:1: internal compiler "
      "error: verify_gimple failed\n";
  ck_assert_int_eq(word_with_errors("", original, original), EARLY_SAME);
  ck_assert_int_eq(word_with_errors("", original, later), EARLY_SAME);
}
END_TEST

START_TEST(test_early__word_stays_until_reset)
{
  signature expected = signature_of(ice, 1);
  early *watch = early_new(&(early_options){ .expected = &expected });
  static const char other[] =
      "b.c:1: internal compiler error: in g, at y.c:2\n";
  ck_assert_int_eq(early_look(watch, other, strlen(other)), EARLY_OTHER);
  ck_assert_int_eq(early_look(watch, ice, strlen(ice)), EARLY_OTHER);
  early_reset(watch);
  ck_assert_int_eq(early_look(watch, ice, strlen(ice) - 1), EARLY_OPEN);
  ck_assert_int_eq(early_look(watch, ice, strlen(ice)), EARLY_SAME);
  early_free(watch);
  signature_dispose(&expected);
}
END_TEST

int main(void)
{
  return RUN_TESTS("early",
                   test_early__every_word_holds_for_the_complete_output,
                   test_early__every_word_holds_at_the_other_levels,
                   test_early__reading_ends_with_the_last_line_needed,
                   test_early__another_innermost_frame_is_another_crash_at_once,
                   test_early__same_frames_count_when_the_trace_is_over,
                   test_early__recursion_is_known_before_the_trace_is_over,
                   test_early__error_that_the_original_lacks_ends_a_run,
                   test_early__what_tells_a_crash_is_no_error,
                   test_early__errors_of_the_compilers_own_checks_end_nothing,
                   test_early__word_stays_until_reset);
}
