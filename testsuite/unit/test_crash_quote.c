/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What real outputs tell of their crash. */
#include "report/crash_quote.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"

static void assert_same(const char *got, const char *expected)
{
  ck_assert_str_eq(got ? got : "(none)", expected ? expected : "(none)");
}

START_TEST(test_crash_quote__a_driver_has_the_last_word)
{
  static const char driver[] = "gcc: fatal error: Killed signal terminated "
                               "program cc1\n";
  static const char both[] = "gcc: fatal error: Killed signal terminated "
                             "program cc1\nfree(): invalid pointer\n";
  crash_quote said;
  crash_quote_find(&said, driver);
  assert_same(said.message,
              "fatal error: Killed signal terminated program cc1");
  crash_quote_dispose(&said);
  crash_quote_find(&said, both);
  assert_same(said.message, "free(): invalid pointer");
  crash_quote_dispose(&said);
}
END_TEST

START_TEST(test_crash_quote__what_ends_a_program_is_sharpest)
{
  crash_quote said;
  crash_quote_find(&said, "/s/a.c:7:3: runtime error: odd shift\n"
                          "==1==ERROR: AddressSanitizer: SEGV on x\n");
  assert_same(said.message, "ERROR: AddressSanitizer: SEGV");
  crash_quote_dispose(&said);
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
  static const char *const messages[] = {
    "fatal error: error in backend: Cannot select: 0x1f2: i64 = sdiv 0x3",
    "FATAL Compiler Internal Error in file 'a.c' line number '2235' : x(1)",
  };
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
    ck_assert_msg(fits(messages[i], messages[i]), "%s", messages[i]);
  ck_assert(fits("in f, at a.c:12", "in f, at a.c:345"));
  ck_assert(!fits("in f, at a.c:12", "in g, at a.c:12"));
  ck_assert(fits("select: 0x1f: i64 = x 0x2", "select: 0xab: i64 = x 0xc"));
  ck_assert(!fits("a.c", "abc"));
}
END_TEST

int main(void)
{
  return RUN_TESTS("crash_quote", test_crash_quote__a_driver_has_the_last_word,
                   test_crash_quote__what_ends_a_program_is_sharpest,
                   test_crash_quote__a_frame_names_the_function,
                   test_crash_quote__an_expression_fits_other_runs);
}
