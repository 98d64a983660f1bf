/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Habits of old C are found in what compilers of any age say. */
#include "triage/habits.h"

#include <stdlib.h>

#include "compiler/words.h"
#include "run_tests.h"

static const struct {
  const char *line, *habits;
} lines[] = {
  { "in.c:1:1: warning: return type defaults to 'int' [-Wimplicit-int]",
    "implicit int" },
  { "in.c:1:1: error: type specifier missing, defaults to 'int'; ISO C99 and "
    "later do not support implicit int [-Wimplicit-int]",
    "implicit int" },
  { "in.c:1: warning: return type defaults to `int'", "implicit int" },
  { "in.c:1:9: error: call to undeclared function 'f'; ISO C99 and later do "
    "not "
    "support implicit function declarations [-Wimplicit-function-declaration]",
    "implicit function declaration" },
  { "in.c:1:1: warning: x [-Werror,-Wint-conversion]", "int conversion" },
  { "in.c:1:1: error: x [-Werror=int-conversion]", "int conversion" },
  { "in.c:1:1: warning: non-void function does not return a value "
    "[-Wreturn-type]",
    NULL },
  { "in.c:1:1: error: non-void function 'f' should return a value "
    "[-Wreturn-type]",
    "return type" },
  { "in.c:1:1: warning: unused [-Wunused-variable]", NULL },
  { "in.c:1:1: note: x [-Wimplicit-int]", NULL },
  { "in.c:1: warning: implicit declaration of function '__builtin_bswap128'",
    NULL },
  { "    1 | int f(void) { puts(\"[-Wimplicit-int]\"); }", NULL },
};

START_TEST(test_habits__are_found_by_name_or_words)
{
  strings found = { 0 };
  habits_find(&found, lines[_i].line);
  char *text = habits_text(&found);
  ck_assert_pstr_eq(text, lines[_i].habits);
  free(text);
  strings_free(&found);
}
END_TEST

START_TEST(test_habits__go_behind_cc1)
{
  strings words = { 0 };
  ck_assert(words_split(&words, "clang -cc1 in.c"));
  habits_allow(&words, FAMILY_CLANG, "in.c:1:1: error: x [-Wimplicit-int]\n");
  ck_assert_str_eq(words.data[1], "-cc1");
  ck_assert_str_eq(words.data[2], "-Wno-error=implicit-int");
  size_t size = words.size;
  ck_assert_uint_eq(size, 4);
  habits_allow(&words, FAMILY_TCC, "");
  ck_assert_uint_eq(words.size, size);
  strings_free(&words);
}
END_TEST

START_TEST(test_habits__are_valid_in_c89)
{
  strings words = { 0 };
  ck_assert(words_split(&words, "gcc -std=gnu89 in.c"));
  ck_assert(habits_are_valid(LANGUAGE_C, &words));
  strings_free(&words);
  ck_assert(words_split(&words, "gcc -std=gnu99 in.c"));
  ck_assert(!habits_are_valid(LANGUAGE_C, &words));
  ck_assert(habits_are_valid(LANGUAGE_CXX, &words));
  strings_free(&words);
  ck_assert_str_eq(habits_language(LANGUAGE_C, "12.2.0"), "gnu17");
  ck_assert_str_eq(habits_language(LANGUAGE_CXX, "12.2.0"), "gnu++17");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("habits");
  TCase *tcase = tcase_create("habits");
  tcase_add_loop_test(tcase, test_habits__are_found_by_name_or_words, 0,
                      sizeof lines / sizeof *lines);
  tcase_add_test(tcase, test_habits__go_behind_cc1);
  tcase_add_test(tcase, test_habits__are_valid_in_c89);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
