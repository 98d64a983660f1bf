/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler's output names the place in the source that it was at. */
#include "compiler/site.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "recorded.h"
#include "run_fixture.h"

enum { LINES = 2000 };

/* A text of many lines, of which the first has all names of the tests. */
static const char *long_text(void)
{
  static textbuf text;
  if (text.size)
    return text.data;
  text_puts(&text, "main foo func_13 f4 f g h x S safe_add_func_float_f_f "
                   "safe_mul_func_int64_t_s_s check_complex_704 "
                   "platform_main_end inner\n");
  for (int i = 1; i < LINES; i++)
    text_puts(&text, "int;\n");
  return text.data;
}

/* The sites of an output in a text. Lent until the next call. */
static const char *sites_in(const char *output, const char *pattern,
                            const char *text)
{
  static char *line;
  rd_run run = { .end = RD_END_EXIT,
                 .status = 1,
                 .output = (char *)(uintptr_t)output,
                 .output_size = strlen(output) };
  regex_t compiled;
  if (pattern)
    ck_assert_int_eq(regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE),
                     0);
  site_reports reports;
  sites found;
  site_reports_find(&reports, &run, pattern ? &compiled : NULL);
  source in = { "input.c", text, strlen(text) };
  sites_locate(&found, &reports, &in);
  free(line);
  line = sites_line(&found);
  site_reports_dispose(&reports);
  if (pattern)
    regfree(&compiled);
  return line;
}

static const struct {
  const char *name, *sites;
} recorded[] = {
  { "alpha-extract_insn", "function 'safe_add_func_float_f_f', line 684" },
  { "avr-segv", "function 'safe_mul_func_int64_t_s_s', line 306" },
  { "avr-ssa-corruption", "function 'foo', line 672" },
  { "h8300-byte_reg", "function 'func_13', line 1198" },
  { "sh4-curr_insn_transform", "function 'main', line 1304" },
  { "clang14-bpf-sdiv", "function 'main'" },
  { "clang14-mcse-segv", "function 'foo'" },
  { "clang14-irgen-50871 with offsets", "" },
  { "med-clang19-bpf-vastart with offsets", "function 'f4'" },
  { "sdcc-hc08-symt2235", "line 1711" },
  { "sdcc-z80-segv", "line 984" },
  { "pcc-cannot-generate", "line 915" },
  { "gcc-12 overflowing its stack", "" },
  { "avr-gcc overflowing its stack", "" },
};

START_TEST(test_site__recorded_crashes_name_theirs)
{
  size_t compared = 0;
  for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
    for (size_t j = 0; j < RECORDINGS; j++) {
      const recording *at = &recordings[j];
      if (strcmp(at->name, recorded[i].name) != 0)
        continue;
      compared++;
      ck_assert_str_eq(sites_in(at->driver, NULL, long_text()),
                       recorded[i].sites);
    }
  ck_assert_uint_eq(compared, sizeof recorded / sizeof *recorded);
}
END_TEST

/* What a compiler prints, and the sites. */
static const struct {
  const char *output, *sites;
} forms[] = {
  /* GCC */
  { "input.c: In function \xe2\x80\x98"
    "f\xe2\x80\x99:\ninput.c:7:3: internal compiler error: in g, at x.c:1\n",
    "function 'f', line 7" },
  { "input.c: In function 'f':\ninput.c:3:1: warning: odd\ninput.c: In "
    "function 'g':\ninput.c:4:1: warning: odd\ninput.c: At top level:\n"
    "input.c:9:1: internal compiler error: in x, at x.c:1\n",
    "line 9" },
  { "In function 'g.constprop.0',\n    inlined from 'f' at input.c:12:4:\n"
    "input.c:5:1: internal compiler error: in x, at x.c:1\n",
    "function 'g', function 'f', line 5, line 12" },
  { "during IPA pass: inline\nIn function 'f':\ncc1: internal compiler error: "
    "Segmentation fault\n",
    "function 'f'" },
  { "input.c: In member function 'int S::f(int)':\ninput.c:7: Internal "
    "compiler error in `x', at y.c:1\n",
    "function 'f', line 7" },
  { "input.c:3: error: odd\ninput.c:8: confused by earlier errors, bailing "
    "out\n",
    "line 8" },
  /* clang */
  { "Stack dump:\n0.\tProgram arguments: clang\n1.\tinput.c:9:3: current "
    "parser token 'x'\n2.\tinput.c:3:12: parsing function body 'f'\n"
    "3.\tinput.c:4:12: in compound statement ('{}')\n",
    "function 'f', line 9, line 4" },
  { "1.\t<eof> parser at end of file\n2.\tPer-file LLVM IR generation\n"
    "3.\tinput.c:3:6: Generating code for declaration 'f'\n",
    "function 'f', line 3" },
  { "1.\tinput.c:9:3 <Spelling=input.c:1:11>: current parser token ';'\n"
    "2.\tinput.c:3:6: LLVM IR generation of declaration 'f'\n",
    "function 'f', line 3, line 9" },
  { "1.\t<eof> parser at end of file\n2.\tOptimizer\n3.\tRunning pass "
    "\"function<eager-inv>(sroa)\" on module \"input.c\"\n4.\tRunning pass "
    "\"sroa<modify-cfg>\" on function \"f\"\n",
    "function 'f'" },
  { "3.\tRunning pass 'Function Pass Manager' on module 'input.c'.\n"
    "4.\tRunning pass 'X86 DAG->DAG' on function '@g'\n",
    "function 'g'" },
  { "fatal error: error in backend: Cannot select: 0x1: ch = store<(store (s32)"
    " into @g.1, !tbaa !6)> 0x2\n  0x3: i64 = GlobalAddress<[3 x i8]* "
    "@__const.h.x> 0\nIn function: f\n",
    "function 'f', symbol 'g', symbol 'h', symbol 'x'" },
  { "in function f\nLLVM ERROR: Broken function found, compilation aborted!\n",
    "function 'f'" },
  { "fatal error: error in backend: symbol 'x' is already defined\n",
    "symbol 'x'" },
  { "fatal error: error in backend: unsupported call to function g\n",
    "symbol 'g'" },
  { "LLVM ERROR: unable to legalize instruction: %4:_(s64) = G_X %1 (in "
    "function: f)\n",
    "function 'f'" },
  /* others */
  { "input.c:12: error: internal compiler error\n", "line 12" },
  { "input.c:5: warning 85: in function platform_main_end unreferenced "
    "function argument : 'flag'\nCaught signal 11: SIGSEGV\n",
    "function 'platform_main_end', line 5" },
  { "input.c, line 3: warning: odd\nerror: ccom terminated with signal 11\n",
    "line 3" },
};

START_TEST(test_site__every_form_has_its_row)
{
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    ck_assert_str_eq(sites_in(forms[i].output, NULL, long_text()),
                     forms[i].sites);
}
END_TEST

START_TEST(test_site__what_compilers_quote_is_no_crash)
{
  ck_assert_str_eq(
      sites_in("input.c:5:2: warning: #warning input.c:7: internal compiler "
               "error: in f, at x.c:1\ninput.c: In function 'f':\ninput.c:8:1: "
               "internal compiler error: in g, at x.c:1\n",
               NULL, long_text()),
      "function 'f', line 8");
}
END_TEST

START_TEST(test_site__what_is_not_in_the_text_is_left_out)
{
  static const char output[] =
      "input.c: In function 'f':\ninput.c:2:1: internal compiler error: x\n";
  ck_assert_str_eq(sites_in(output, NULL, "int ff;\n"), "");
  ck_assert_str_eq(sites_in(output, NULL, "int ff;\nint f;\n"),
                   "function 'f', line 2");
  ck_assert_str_eq(sites_in("other.c:2:1: internal compiler error: x\n", NULL,
                            "int ff;\nint f;\n"),
                   "");
}
END_TEST

START_TEST(test_site__line_markers_are_translated)
{
  static const char text[] = "# 1 \"input.c\"\n"
                             "# 1 \"<built-in>\" 1\n"
                             "# 1 \"inc/x.h\" 1\n"
                             "int a;\n"
                             "int b;\n"
                             "# 7 \"input.c\" 2\n"
                             "int c;\n"
                             "#line 20\n"
                             "int d;\n";
  ck_assert_str_eq(
      sites_in("input.c:7:1: internal compiler error: x\n", NULL, text),
      "line 7");
  ck_assert_str_eq(
      sites_in("inc/x.h:2:1: internal compiler error: x\n", NULL, text),
      "line 5");
  ck_assert_str_eq(
      sites_in("input.c:20:1: internal compiler error: x\n", NULL, text),
      "line 9");
  ck_assert_str_eq(
      sites_in("input.c:2:1: internal compiler error: x\n", NULL, text), "");
}
END_TEST

START_TEST(test_site__line_of_the_pattern_is_the_site)
{
  static const char output[] =
      "input.c: In function 'f':\ninput.c:3:1: warning: 'x' may be used "
      "uninitialized\ninput.c: In function 'g':\ninput.c:9:1: warning: odd\n";
  ck_assert_str_eq(sites_in(output, "may be used", long_text()),
                   "function 'f', line 3");
  ck_assert_str_eq(sites_in(output, NULL, long_text()), "function 'g', line 9");
}
END_TEST

START_TEST(test_site__there_are_not_too_many)
{
  textbuf text = { 0 }, output = { 0 };
  text_puts(&output, "LLVM ERROR: Cannot select: t1: ch = store");
  for (int i = 0; i < 30; i++) {
    text_printf(&text, "int name_%d;\n", i);
    text_printf(&output, " @name_%d", i);
  }
  text_puts(&output, "\ninput.c:3:1: internal compiler error: x\n");
  ck_assert_str_eq(sites_in(output.data, NULL, text.data),
                   "symbol 'name_0', symbol 'name_1', symbol 'name_2', symbol "
                   "'name_3', symbol 'name_4', symbol 'name_5', line 3");
  text_free(&text);
  text_free(&output);
}
END_TEST

START_TEST(test_site__output_may_hold_anything)
{
  ck_assert_str_eq(sites_in("", NULL, long_text()), "");
  ck_assert_str_eq(sites_in("\xff\n: In function '':\n:1: internal compiler "
                            "error\n@@ @\nLLVM ERROR: @ @. @.. @1\n",
                            NULL, long_text()),
                   "");
  ck_assert_str_eq(sites_in("input.c:99999999999: internal compiler error: x",
                            NULL, long_text()),
                   "");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_site__recorded_crashes_name_theirs,
    &test_site__every_form_has_its_row,
    &test_site__what_compilers_quote_is_no_crash,
    &test_site__what_is_not_in_the_text_is_left_out,
    &test_site__line_markers_are_translated,
    &test_site__line_of_the_pattern_is_the_site,
    &test_site__there_are_not_too_many,
    &test_site__output_may_hold_anything,
  };
  return run_fixture("site", tests, sizeof tests / sizeof *tests, NULL, NULL);
}
