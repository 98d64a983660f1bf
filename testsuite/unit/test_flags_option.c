/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The words of a command as options, and as a text and a tree for libreduce. */
#include "flags/option.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"
#include "run_tests.h"

/* The options with bars between them; those that stay in brackets, the file as
 * FILE. Caller's. */
static char *show(const flag_list *flags)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < flags->size; i++) {
    char *line = flag_line(&flags->data[i]);
    bool fixed = flags->data[i].kind == FLAG_FIXED;
    text_printf(&out, "%s%s%s%s", i ? " | " : "", fixed ? "[" : "",
                flags->data[i].kind == FLAG_FILE ? "FILE" : line,
                fixed ? "]" : "");
    free(line);
  }
  return out.data;
}

static flag_list read_line(const char *line)
{
  strings words = { 0 };
  invocation command;
  flag_list out = { 0 };
  ck_assert(words_split(&words, line));
  ck_assert(
      !invocation_parse(&command, strings_argv(&words), "in.c", "/tmp", NULL));
  flag_list_read(&out, &command);
  invocation_dispose(&command);
  strings_free(&words);
  return out;
}

/* The same options come out of their text. */
static void expect_options(const char *line, const char *expected)
{
  flag_list flags = read_line(line), again = { 0 };
  size_t size = 0;
  char *text = flag_list_encode(&flags, &size);
  flag_list_decode(&again, text, size);
  char *shown = show(&flags), *decoded = show(&again);
  ck_assert_str_eq(shown, expected);
  ck_assert_str_eq(decoded, expected);
  free(decoded);
  free(shown);
  free(text);
  flag_list_dispose(&again);
  flag_list_dispose(&flags);
}

static void expect_tree(const char *line, const char *expected)
{
  flag_list flags = read_line(line);
  size_t size = 0;
  char *text = flag_list_encode(&flags, &size);
  rd_tree *tree = NULL;
  ck_assert(!flag_list_parse(&tree, NULL, NULL, text, size, 0, NULL));
  ck_assert(!rd_tree_check(tree, NULL, NULL));
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, expected);
  free(sexp);
  rd_tree_free(tree);
  free(text);
  flag_list_dispose(&flags);
}

static void expect_alternatives(const char *word, const char *native,
                                const char *expected)
{
  strings found = { 0 };
  flag_alternatives(&found, word, native);
  char *line = words_join(strings_argv(&found));
  ck_assert_str_eq(line, expected);
  free(line);
  strings_free(&found);
}

START_TEST(test_flags_option__value_goes_with_its_option)
{
  expect_options("cc -DA -D B=1 --param a=b -include x.h -O2 -c in.c -I d",
                 "[cc] | -DA | -D B=1 | --param a=b | -include x.h | -O2 | "
                 "[-c] | FILE | -I d");
}
END_TEST

START_TEST(test_flags_option__mode_output_and_file_stay)
{
  expect_options("cc -w -S -o /dev/null -x c -- in.c",
                 "[cc] | -w | [-S] | [-o /dev/null] | -x c | [--] | FILE");
  expect_options("cc -oout", "[cc] | [-c] | [-oout] | FILE");
}
END_TEST

START_TEST(test_flags_option__wrapped_value_goes_with_wrapped_option)
{
  expect_options("cc -Xclang -target-feature -Xclang +x -mllvm -a -mllvm -b",
                 "[cc] | [-c] | -Xclang -target-feature -Xclang +x | "
                 "-mllvm -a | -mllvm -b | FILE");
}
END_TEST

START_TEST(test_flags_option__bare_word_of_cc1_is_a_value)
{
  expect_options("clang -cc1 -triple m68k -pic-level 2 -target-feature +a "
                 "-target-feature -b -O1 in.c",
                 "[clang] | [-cc1] | -triple m68k | -pic-level 2 | "
                 "-target-feature +a | -target-feature -b | -O1 | FILE");
}
END_TEST

START_TEST(test_flags_option__existing_file_is_an_input)
{
  expect_options("cc -pipe /dev/null -c in.c",
                 "[cc] | -pipe | /dev/null | [-c] | FILE");
}
END_TEST

START_TEST(test_flags_option__any_byte_survives)
{
  expect_options("cc '-DX=\"a \\n\n\xff\"' -D '' '-DY=\\e\\' -c in.c",
                 "[cc] | '-DX=\"a \\n\n\xff\"' | -D '' | '-DY=\\e\\' | "
                 "[-c] | FILE");
}
END_TEST

START_TEST(test_flags_option__list_without_members_is_no_option)
{
  flag_list flags = { 0 };
  static const char text[] = ": cc\n= -fsanitize=\n- a\n= -Wl,\n, b\n, c";
  flag_list_decode(&flags, text, sizeof text - 1);
  char *shown = show(&flags);
  ck_assert_str_eq(shown, "[cc] | a | -Wl,b,c");
  free(shown);
  flag_list_dispose(&flags);
}
END_TEST

START_TEST(test_flags_option__members_of_lists_are_elements)
{
  expect_tree("cc -fsanitize=a,b -c in.c",
              "(command \": cc\" (option* \"= -fsanitize=\" (values=\"\" "
              "\", a\"* \", b\"*)) \": -c\" \"@ in.c\")");
  expect_tree("opt -passes=a,b -c in.c",
              "(command \": opt\" (option* \"= -passes=\" (values=\"\" "
              "\", a\"* \", b\"*)) \": -c\" \"@ in.c\")");
}
END_TEST

START_TEST(test_flags_option__levels_go_downward)
{
  expect_alternatives("-O3", NULL, "-O1 -Og -O2 -Os -Oz");
  expect_alternatives("-Ofast", NULL, "-O1 -Og -O2 -Os -Oz -O3");
  expect_alternatives("-Os", NULL, "-O1 -Og -O2");
  expect_alternatives("-O1", NULL, "");
  expect_alternatives("-O", NULL, "");
  expect_alternatives("-O0", NULL, "");
  expect_alternatives("-ObjC", NULL, "");
}
END_TEST

START_TEST(test_flags_option__debug_levels_become_plain)
{
  expect_alternatives("-g3", NULL, "-g");
  expect_alternatives("-ggdb3", NULL, "-g");
  expect_alternatives("-gdwarf-5", NULL, "-g");
  expect_alternatives("-g0", NULL, "");
  expect_alternatives("-g", NULL, "");
  expect_alternatives("-gno-column-info", NULL, "");
}
END_TEST

START_TEST(test_flags_option__dialects_become_newer)
{
  expect_alternatives("-std=c99", NULL, "-std=gnu17 -std=gnu11");
  expect_alternatives("-std=gnu17", NULL, "");
  expect_alternatives("-std=c++14", NULL, "-std=gnu++20 -std=gnu++17");
  expect_alternatives("-std=f2003", NULL, "");
}
END_TEST

START_TEST(test_flags_option__native_becomes_a_name)
{
  expect_alternatives("-march=native", "znver2",
                      "-march=x86-64-v2 -march=x86-64-v3 -march=x86-64-v4 "
                      "-march=znver2");
  expect_alternatives("-mcpu=native", "cortex-a72", "-mcpu=cortex-a72");
  expect_alternatives("-mcpu=native", NULL, "");
  expect_alternatives("-march=znver2", "znver2", "");
}
END_TEST

/* What libreduce measures of a command. */
static uint32_t weight_of(const char *line)
{
  flag_list flags = read_line(line);
  size_t size = 0;
  char *text = flag_list_encode(&flags, &size);
  rd_tree *tree = NULL;
  ck_assert(!flag_list_parse(&tree, NULL, NULL, text, size, 0, NULL));
  uint32_t weight = rd_tree_at(tree, 0)->tokens;
  rd_tree_free(tree);
  free(text);
  flag_list_dispose(&flags);
  return weight;
}

START_TEST(test_flags_option__simpler_forms_weigh_less)
{
  static const char *const words[] = {
    "-Ofast",    "-O3",      "-Os",        "-O9",      "-g3",
    "-gdwarf-5", "-std=c89", "-std=c++11", "-std=c9x", "-march=native"
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    strings found = { 0 };
    flag_alternatives(&found, words[i], "sapphirerapids");
    ck_assert_uint_gt(found.size, 0);
    for (size_t j = 0; j < found.size; j++) {
      char *line = mem_format("cc %s", words[i]);
      char *other = mem_format("cc %s", found.data[j]);
      ck_assert_msg(weight_of(other) < weight_of(line), "%s: %s", words[i],
                    found.data[j]);
      ck_assert_uint_lt(weight_of("cc"), weight_of(other));
      free(other);
      free(line);
    }
    strings_free(&found);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("flags_option",
                   test_flags_option__value_goes_with_its_option,
                   test_flags_option__mode_output_and_file_stay,
                   test_flags_option__wrapped_value_goes_with_wrapped_option,
                   test_flags_option__bare_word_of_cc1_is_a_value,
                   test_flags_option__existing_file_is_an_input,
                   test_flags_option__any_byte_survives,
                   test_flags_option__list_without_members_is_no_option,
                   test_flags_option__members_of_lists_are_elements,
                   test_flags_option__levels_go_downward,
                   test_flags_option__debug_levels_become_plain,
                   test_flags_option__dialects_become_newer,
                   test_flags_option__native_becomes_a_name,
                   test_flags_option__simpler_forms_weigh_less);
}
