/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of languages. */
#include "compiler/languages.h"

#include <stdio.h>

#include "run_tests.h"

START_TEST(test_languages__are_known_by_suffix_and_name)
{
  ck_assert_int_eq(language_of_file("/a.d/b.c"), LANGUAGE_C);
  ck_assert_int_eq(language_of_file("b.C"), LANGUAGE_CXX);
  ck_assert_int_eq(language_of_file("b.mm"), LANGUAGE_OBJCXX);
  ck_assert_int_eq(language_of_file("b.H"), LANGUAGE_CXX);
  ck_assert_int_eq(language_of_file("b.cppm"), LANGUAGE_CXX);
  ck_assert_int_eq(language_of_file("b.F03"), LANGUAGE_FORTRAN);
  ck_assert_int_eq(language_of_file("b"), LANGUAGE_UNKNOWN);
  ck_assert_int_eq(language_of_file("/a.c/b"), LANGUAGE_UNKNOWN);
  ck_assert_int_eq(language_named("cpp-output"), LANGUAGE_C);
  ck_assert_int_eq(language_named("c+"), LANGUAGE_UNKNOWN);
  ck_assert_str_eq(language_title(LANGUAGE_CXX), "C++");
  ck_assert_int_eq(language_base(language_of_file("b.mm")), LANGUAGE_CXX);
  ck_assert_int_eq(language_base(language_of_file("b.cl")), LANGUAGE_C);
  ck_assert_int_eq(language_base(language_of_file("b.lua")), LANGUAGE_UNKNOWN);
}
END_TEST

START_TEST(test_languages__tell_sources_from_other_files)
{
  ck_assert(language_is_source("a.c") && language_is_source("a.s"));
  ck_assert(!language_is_source("a.h") && !language_is_source("a.py"));
  ck_assert_int_eq(language_suffix("a.ii"), SUFFIX_WATCHED);
  ck_assert_int_eq(language_suffix("a.rs"), SUFFIX_WATCHED);
  ck_assert_int_eq(language_suffix("a.java"), SUFFIX_SOURCE);
  ck_assert_int_eq(language_suffix("a.hpp"), SUFFIX_HEADER);
  ck_assert_int_eq(language_suffix("a.lua"), SUFFIX_SCRIPT);
}
END_TEST

/* What -x says for the last word. */
static const char *said(const char *line)
{
  static char out[32];
  strings words = { 0 };
  char *copy = mem_copy(line), *rest = copy, *word;
  while ((word = strtok_r(rest, " ", &rest)))
    strings_add(&words, word);
  const char *found = language_said(&words, words.size - 1);
  (void)snprintf(out, sizeof out, "%s", found ? found : "");
  strings_free(&words);
  free(copy);
  return out;
}

START_TEST(test_languages__last_x_before_a_file_counts)
{
  ck_assert_str_eq(said("gcc a"), "");
  ck_assert_str_eq(said("gcc -x c a"), "c");
  ck_assert_str_eq(said("gcc -xc b -xc++ a"), "c++");
  ck_assert_str_eq(said("gcc -x c b -x none a"), "");
  ck_assert_str_eq(said("clang --language=c a"), "c");
  ck_assert_str_eq(said("clang --language c a"), "c");
  ck_assert_str_eq(said("gcc a -x"), "");
  ck_assert_str_eq(said("gcc a.c"), "");
  ck_assert_str_eq(said("/bin/avr-g++-12 -w a.c"), "c++");
  ck_assert_str_eq(said("clang++ a.h"), "c++");
  ck_assert_str_eq(said("clang++ a.m"), "");
  ck_assert_str_eq(said("g++ -x c a.c"), "c");
}
END_TEST

START_TEST(test_languages__have_judges_in_order)
{
  ck_assert_str_eq(language_judge_at(LANGUAGE_C, 0)->program, "gcc");
  ck_assert_str_eq(language_judge_at(LANGUAGE_C, 2)->program, "tcc");
  ck_assert(!language_judge_at(LANGUAGE_C, 2)->only_checks);
  ck_assert_ptr_null(language_judge_at(LANGUAGE_C, 3));
  ck_assert_str_eq(language_judge_at(LANGUAGE_ASSEMBLER, 0)->options, "-c");
  ck_assert_ptr_null(language_judge_at(LANGUAGE_UNKNOWN, 0));
  ck_assert(!language_judge_at(LANGUAGE_ADA, 0)->only_parses);
  ck_assert_str_eq(language_judge_at(LANGUAGE_ADA, 1)->options, "-c -gnats");
  ck_assert(language_judge_at(LANGUAGE_ADA, 1)->only_parses);
  ck_assert_str_eq(language_check_options("clang"), "-fsyntax-only");
  ck_assert_ptr_null(language_check_options("tcc"));
  ck_assert_ptr_null(language_check_options("gofmt"));
  ck_assert_str_eq(language_check_options("ruby"), "-c");
  ck_assert_str_eq(language_check_options("glslangValidator"), "");
  ck_assert_str_eq(language_beside(LANGUAGE_FORTRAN, "gcc"), "-I");
  ck_assert_ptr_null(language_beside(LANGUAGE_VERILOG, "yosys"));
  ck_assert_ptr_null(language_beside(LANGUAGE_C, "gcc"));
  ck_assert(language_names_modules(LANGUAGE_RUST));
  ck_assert(!language_names_modules(LANGUAGE_C));
  ck_assert(language_has_word_blocks(LANGUAGE_VERILOG));
  ck_assert(!language_has_word_blocks(LANGUAGE_FORTRAN));
}
END_TEST

int main(void)
{
  return RUN_TESTS("languages", test_languages__are_known_by_suffix_and_name,
                   test_languages__tell_sources_from_other_files,
                   test_languages__last_x_before_a_file_counts,
                   test_languages__have_judges_in_order);
}
