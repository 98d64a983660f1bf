/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors are compared by their messages; names and numbers do not belong to
 * these. */
#include "compiler/errors.h"

#include "run_tests.h"

/* A line of output and the error that it names; NULL: none. */
static const struct {
  const char *line, *message;
} lines[] = {
  { "bug.c:3:7: error: 'x' undeclared (first use in this function)",
    "error: _ undeclared (first use in this function)" },
  { "bug.c:3:7: error: use of undeclared identifier 'x'",
    "error: use of undeclared identifier _" },
  { "bug.c:1:10: fatal error: foo.h: No such file or directory",
    "error: foo.h: No such file or directory" },
  { "bug.c:12: error 20: Undefined identifier `my_name'",
    "error _: Undefined identifier _" },
  { "error: unknown target triple 'x', please use -triple",
    "error: unknown target triple _, please use -triple" },
  { "error[E0425]: cannot find `a` in this scope",
    "error[E0425]: cannot find _ in this scope" },
  { "bug.c:1:1: error: can't convert 12 to `int'",
    "error: can't convert _ to _" },
  { "bug.c:4:5: error: unsupported call to function strcmp",
    "error: unsupported call to function _" },
  { "bug.c, line 12: x undefined", "x undefined" },
  { "bug.f90, line 12: warning: x", NULL },
  { "Error: Syntax error in argument list at (1)",
    "Error: Syntax error in argument list at (_)" },
  { "bug.d(12): Error: undefined identifier `x`",
    "Error: undefined identifier _" },
  { "bug.c:1:2: warning: #warning an error: x", NULL },
  { "bug.c:1:2: note: in an error: x", NULL },
  { "   12 |   x; /* an error: y */", NULL },
  { "3 errors generated.", NULL },
  { "bug.c: In function 'f':", NULL },
  { "", NULL },
};

START_TEST(test_errors__a_line_names_one_or_none)
{
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    strings found = { 0 };
    bool any = errors_add_line(&found, lines[i].line);
    ck_assert_int_eq(any, lines[i].message != NULL);
    ck_assert_uint_eq(found.size, any);
    if (any)
      ck_assert_str_eq(found.data[0], lines[i].message);
    strings_free(&found);
  }
}
END_TEST

START_TEST(test_errors__names_of_cxx_are_left_out)
{
  static const char *const pairs[][2] = {
    { "types differ for 'A<'x', B>' and 'C'", "types differ for _ and _" },
    { "in 'operator<' of 'A'", "in _ of _" },
    { "expected '<' before '>' here", "expected _ before _ here" },
    { "undefined reference to _ZN1AIiE1fEv.cold (twice)",
      "undefined reference to _ (twice)" },
    { "the _Zoo and x_Z1f", "the _ and x_Z1f" },
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    textbuf out = { 0 };
    errors_add_message(&out, pairs[i][0], "");
    ck_assert_str_eq(out.data, pairs[i][1]);
    text_free(&out);
  }
}
END_TEST

/* Quadratic time would take minutes. */
START_TEST(test_errors__brackets_that_stay_open_cost_little)
{
  enum { TIMES = 40000 };
  textbuf line = { 0 }, out = { 0 };
  for (int i = 0; i < TIMES; i++)
    text_puts(&line, "'a<' ");
  errors_add_message(&out, line.data, "");
  ck_assert_uint_eq(out.size, 2 * TIMES - 1);
  text_free(&line);
  text_free(&out);
}
END_TEST

START_TEST(test_errors__those_of_an_output_are_sorted)
{
  strings found = { 0 };
  errors_find(&found, "a.c:1: error: zebra\n 1 | error: no\nnothing\n"
                      "a.c:2: error: ant\na.c:3: error: zebra");
  ck_assert_uint_eq(found.size, 3);
  ck_assert_str_eq(found.data[0], "error: ant");
  ck_assert_str_eq(found.data[1], "error: zebra");
  ck_assert_str_eq(found.data[2], "error: zebra");
  strings_free(&found);
}
END_TEST

/* Are the errors of `part` among those of `whole`? */
static bool is_part(const char *part, const char *whole)
{
  strings a = { 0 }, b = { 0 };
  errors_find(&a, part);
  errors_find(&b, whole);
  bool inside = errors_are_subset(&a, &b);
  strings_free(&a);
  strings_free(&b);
  return inside;
}

START_TEST(test_errors__each_counts_as_often_as_it_occurs)
{
  static const char one[] = "a.c:1: error: x\n", other[] = "a.c:1: error: y\n";
  static const char twice[] = "a.c:1: error: x\na.c:2: error: x\n";
  static const char both[] = "a.c:1: error: y\na.c:2: error: x\n";
  ck_assert(is_part("", ""));
  ck_assert(is_part("", one));
  ck_assert(is_part(one, one));
  ck_assert(is_part(one, twice));
  ck_assert(is_part(one, both));
  ck_assert(is_part(other, both));
  ck_assert(!is_part(one, ""));
  ck_assert(!is_part(twice, one));
  ck_assert(!is_part(twice, both));
  ck_assert(!is_part(other, twice));
}
END_TEST

/* Lines, and whether they are sure to be errors. clang-14 prints the C code below a
 * warning. */
static const struct {
  const char *line;
  bool located;
} told[] = {
  { "bug.c:3:7: error: expected ';'", true },
  { "/usr/include/x.h:3: fatal error: too many errors", true },
  { "bug.c: error: x", false },
  { "bug.c:3:7: warning: an error: x", false },
  { "a.c:12: syntax error: token -> ';' ; column 3", true },
  { "a.c:12: error 78: incompatible types", true },
  { "a.c:12: warning 94: no error 78: x", false },
  { "my a.c, line 12: struct or union required", true },
  { "a.c, line 12: warning: illegal combination", false },
  { "puts(\"a, line 12: x\");", false },
  { "Fatal Error: Cannot open module file 'x' at (1)", true },
  { "Error: f(1);", false },
  { "{standard input}:12: Error: no such instruction: `x'", false },
  { "error[E0308]: mismatched types", true },
  { "src/a.d(12,3): Error: undefined identifier `x`", true },
  { "int f(int error) { switch (error) { case 1: ; } }", false },
  { "case 1: error: f();", false },
  { "error: f();", false },
  { ":1: error: x", true },
  { "1: error: x", false },
  { ": error: x", false },
  { " error: x", false },
  { "", false },
};

START_TEST(test_errors__quoted_source_has_no_form)
{
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    ck_assert_msg(errors_is_located(told[i].line) == told[i].located, "%s",
                  told[i].line);
}
END_TEST

START_TEST(test_errors__compilers_have_forms_or_none)
{
  ck_assert(errors_have_form(FAMILY_GCC) && errors_have_form(FAMILY_CLANG));
  ck_assert(errors_have_form(FAMILY_SDCC) && errors_have_form(FAMILY_PCC));
  ck_assert(!errors_have_form(FAMILY_OTHER));
  ck_assert(!errors_have_form(FAMILY_PYTHON));
}
END_TEST

START_TEST(test_errors__warnings_are_told_from_errors)
{
  static const char output[] =
      "a.c: In function 'f':\n"
      "a.c:2:7: warning: unused variable 'x' [-Wunused]\n"
      "    2 |   int warning: 3\n"
      "a.c:3:1: error: no warning: here\n"
      "a.c:3:1: note: a warning: x\n"
      "warning: unknown option '-q'\n"
      "1 warning generated.\n";
  strings found = { 0 };
  warnings_find(&found, output);
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(found.data[0], "warning: unknown option _");
  ck_assert_str_eq(found.data[1], "warning: unused variable _ [-Wunused]");
  strings_free(&found);
}
END_TEST

int main(void)
{
  return RUN_TESTS("errors", test_errors__a_line_names_one_or_none,
                   test_errors__names_of_cxx_are_left_out,
                   test_errors__brackets_that_stay_open_cost_little,
                   test_errors__those_of_an_output_are_sorted,
                   test_errors__each_counts_as_often_as_it_occurs,
                   test_errors__quoted_source_has_no_form,
                   test_errors__compilers_have_forms_or_none,
                   test_errors__warnings_are_told_from_errors);
}
