/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines against the rows of a table. */
#include "compiler/matcher.h"

#include "run_tests.h"

static const matcher_pattern site = { ":[0-9", "^([^:]+):([0-9]+):" };
static const matcher_pattern place = { "in ", "in ([a-z_]+), at ([^ ]+)$" };

START_TEST(test_matcher__captures_what_parentheses_hold)
{
  regmatch_t captures[MATCHER_CAPTURES];
  matcher compiled = { 0 };
  const char *line = "error: in byte_reg, at h8300.c:342";
  ck_assert(matcher_fits(&compiled, &place, line, captures));
  ck_assert_int_eq(captures[1].rm_so, 10);
  ck_assert_int_eq(captures[1].rm_eo, 18);
  ck_assert_int_eq(captures[2].rm_so, 23);
  ck_assert_int_eq(captures[3].rm_so, -1);
  ck_assert(!matcher_fits(&compiled, &place, "in 12, at x", captures));
  matcher_dispose(&compiled);
}
END_TEST

/* The expression alone would fit. */
START_TEST(test_matcher__a_line_without_the_literal_does_not_fit)
{
  regmatch_t captures[MATCHER_CAPTURES];
  matcher compiled = { 0 };
  ck_assert(!matcher_fits(&compiled, &site, "bug.c:3: x", captures));
  ck_assert(!compiled.ready);
  ck_assert(matcher_fits(&compiled, &site, "bug.c:3: x:[0-9]", captures));
  ck_assert(compiled.ready);
  matcher_dispose(&compiled);
  matcher_dispose(&compiled);
}
END_TEST

START_TEST(test_matcher__warnings_and_notes_are_quotations)
{
  ck_assert(matcher_is_quotation("bug.c:1:2: warning: unused"));
  ck_assert(matcher_is_quotation("bug.c:1:2: note: declared here"));
  ck_assert(matcher_is_quotation("bug.c:1:2: #error no"));
  ck_assert(!matcher_is_quotation("bug.c:1:2: error: undeclared"));
}
END_TEST

int main(void)
{
  return RUN_TESTS("matcher", test_matcher__captures_what_parentheses_hold,
                   test_matcher__a_line_without_the_literal_does_not_fit,
                   test_matcher__warnings_and_notes_are_quotations);
}
