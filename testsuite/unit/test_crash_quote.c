/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What real outputs tell of their crash. */
#include "report/crash_quote.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"

typedef struct sample {
  const char *output, *message, *function, *place, *during;
} sample;

static const sample samples[] = {
  { "input.c: In function `func_13':\n"
    "input.c:4: internal compiler error: in byte_reg, at "
    "config/h8300/h8300.c:342\nPlease submit a full bug report,\n",
    "internal compiler error: in byte_reg, at config/h8300/h8300.c:342",
    "byte_reg", "config/h8300/h8300.c:342", NULL },
  { "during IPA pass: inline\nIn function 'f':\n"
    "cc1: internal compiler error: Segmentation fault\n"
    "0x7fc22ba3d04f ???\n\t./signal/../sysdeps/x/libc_sigaction.c:0\n",
    "internal compiler error: Segmentation fault", NULL, NULL,
    "during IPA pass: inline" },
  { "a.c:3:1: internal compiler error: tree check: expected ssa_name, have "
    "var_decl in to_wide, at tree.h:5\n",
    "internal compiler error: tree check: expected ssa_name, have var_decl in "
    "to_wide, at tree.h:5",
    "to_wide", "tree.h:5", NULL },
  { "clang: /b/llvm/lib/IR/Value.cpp:97: virtual llvm::Value::~Value(): "
    "Assertion `use_empty() && \"Uses remain\"' failed.\n"
    "Stack dump:\n0.\tProgram arguments: clang\n"
    "3.\tRunning pass 'Function Pass Manager' on module 'a.c'.\n"
    "4.\tRunning pass 'Early CSE' on function '@f'\n",
    "Assertion `use_empty() && \"Uses remain\"' failed", "llvm::Value::~Value",
    "/b/llvm/lib/IR/Value.cpp:97",
    "Running pass 'Early CSE' on function '@f'" },
  { "fatal error: error in backend: Cannot select: 0x1f2: i64 = sdiv 0x3\n",
    "fatal error: error in backend: Cannot select: 0x1f2: i64 = sdiv 0x3", NULL,
    NULL, NULL },
  { "UNREACHABLE executed at /b/lib/X.cpp:9!\n",
    "UNREACHABLE executed at /b/lib/X.cpp:9", NULL, "/b/lib/X.cpp:9", NULL },
  { "input.c, line 3: compiler error: Cannot generate code, node 0x1 op 3\n",
    "compiler error: Cannot generate code, node 0x1 op 3", NULL, NULL, NULL },
  { "Caught signal 11: SIGSEGV\n", "Caught signal 11: SIGSEGV", NULL, NULL,
    NULL },
  { "FATAL Compiler Internal Error in file 'SDCCsymt.c' line number '2235' : "
    "x\n",
    "FATAL Compiler Internal Error in file 'SDCCsymt.c' line number '2235' : x",
    NULL, "SDCCsymt.c", NULL },
  { "gcc: fatal error: Killed signal terminated program cc1\n",
    "fatal error: Killed signal terminated program cc1", NULL, NULL, NULL },
  { "a.c:1:2: warning: #warning internal compiler error: in f, at x:1\n", NULL,
    NULL, NULL, NULL },
  { "", NULL, NULL, NULL, NULL },
};

static void assert_same(const char *got, const char *expected)
{
  ck_assert_str_eq(got ? got : "(none)", expected ? expected : "(none)");
}

START_TEST(test_crash_quote__outputs_are_quoted)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    crash_quote said;
    crash_quote_find(&said, samples[i].output);
    assert_same(said.message, samples[i].message);
    assert_same(said.function, samples[i].function);
    assert_same(said.place, samples[i].place);
    assert_same(said.during, samples[i].during);
    crash_quote_dispose(&said);
  }
}
END_TEST

START_TEST(test_crash_quote__a_frame_names_the_function)
{
  static const char trace[] =
      "Stack dump:\n"
      "#0 0x00007fb072ea5291 llvm::sys::PrintStackTrace(llvm::raw_ostream&) "
      "(/lib/libLLVM-14.so.1+0xea5291)\n"
      "#1 0x00007fb071a5a050 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)\n"
      "#2 0x00007fb0731fe66f llvm::CSE::run(llvm::Function&) "
      "(/lib/libLLVM-14.so.1+0x11fe66f)\n";
  crash_quote said;
  crash_quote_find(&said, trace);
  assert_same(said.function, "llvm::CSE::run");
  crash_quote_dispose(&said);
}
END_TEST

static bool fits(const char *message, const char *line)
{
  char *expression = crash_quote_expression(message);
  regex_t compiled;
  ck_assert_int_eq(regcomp(&compiled, expression, REG_EXTENDED), 0);
  bool result = !regexec(&compiled, line, 0, NULL, 0);
  regfree(&compiled);
  free(expression);
  return result;
}

START_TEST(test_crash_quote__an_expression_fits_other_runs)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    if (samples[i].message)
      ck_assert_msg(fits(samples[i].message, samples[i].message), "%s",
                    samples[i].message);
  ck_assert(fits("in f, at a.c:12", "in f, at a.c:345"));
  ck_assert(!fits("in f, at a.c:12", "in g, at a.c:12"));
  ck_assert(fits("select: 0x1f: i64 = x 0x2", "select: 0xab: i64 = x 0xc"));
  ck_assert(!fits("a.c", "abc"));
}
END_TEST

int main(void)
{
  return RUN_TESTS("crash_quote", test_crash_quote__outputs_are_quoted,
                   test_crash_quote__a_frame_names_the_function,
                   test_crash_quote__an_expression_fits_other_runs);
}
