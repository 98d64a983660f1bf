/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program that says what values a text computes, and what is made of that. */
#include "base/text.h"
#include "clang_fixture.h"
#include "reduce/rewrites.h"
#include "run_tests.h"

enum { ALL = RD_PREPARE_ALL | RD_REWRITES | RD_MONITOR };

static rd_tree *tree_of(rd_server *server, const char *text, uint32_t prepare)
{
  rd_tree *tree = NULL;
  ck_assert(
      !rd_server_parse(&tree, server, NULL, text, strlen(text), prepare, NULL));
  ck_assert(!rd_tree_check(tree, &tokens_lexer, NULL));
  return tree;
}

/* The last line of the monitor; "": there is none. Caller's. */
static char *monitored(const char *text)
{
  rd_server *server = clang_server(NULL);
  rd_tree *tree = tree_of(server, text, ALL);
  const char *found = rd_tree_monitor(tree);
  textbuf line = { 0 };
  for (const char *at = found ? strchr(found, '\n') : ""; *at; at++)
    if (*at != '\n')
      text_add(&line, at, 1);
  text_add(&line, "", 1);
  rd_tree_free(tree);
  rd_server_free(server);
  return text_take(&line, NULL);
}

/* How many rewrites of the rule there are if the monitor has printed this. */
static uint32_t count(const char *text, const char *printed, const char *rule)
{
  rd_server *server = clang_server(NULL);
  rd_server_observe(server, printed);
  rd_tree *tree = tree_of(server, text, ALL);
  uint32_t found = 0;
  for (uint32_t i = 0; i < rd_tree_rewrite_count(tree); i++)
    found +=
        !strcmp(rd_tree_rule_name(tree, rd_tree_rewrite(tree, i)->rule), rule);
  rd_tree_free(tree);
  rd_server_free(server);
  return found;
}

#define END "static void __attribute__((destructor)) hdd_end(void) {"

START_TEST(test_monitor__prints_what_is_assigned_passed_and_returned)
{
  char *found = monitored("char g; int f(int a) { g = a; return f(a + 1); }");
  ck_assert_str_eq(
      found, "char g; int f(int a) { g = (int)hdd_value(0, 27, 28, "
             "(a)); return (int)hdd_value(1, 37, 45, (f((int)"
             "hdd_value(2, 39, 44, (a + 1))))); }" END
             " __builtin_printf(\"\\n@hdd 5-6 %lld\\n\", (long long)g); }");
  free(found);
}
END_TEST

START_TEST(test_monitor__leaves_constants_and_other_types_alone)
{
  char *found = monitored(
      "double d; int *f(int *a) { static int b = 1 + 2; const int c = 4 + *a;"
      "int e[] = { *a }; extern int g; d = 1.5; d = 4; return a; }");
  ck_assert_str_eq(found, "");
  free(found);
}
END_TEST

START_TEST(test_monitor__prints_what_variables_of_the_file_hold_at_the_end)
{
  static const char text[] = "int a; extern int b; static char c; double d;"
                             "int *e; void g(void) { static int h; }";
  char *found = monitored(text);
  textbuf wanted = { 0 };
  text_printf(&wanted,
              "%s" END
              " __builtin_printf(\"\\n@hdd 4-5 %%lld\\n\", (long long)a);"
              " __builtin_printf(\"\\n@hdd 33-34 %%lld\\n\", (long long)c); }",
              text);
  ck_assert_str_eq(found, wanted.data);
  text_free(&wanted);
  free(found);
}
END_TEST

START_TEST(test_monitor__prints_the_parts_of_what_variables_hold_at_the_end)
{
  static const char text[] =
      "struct { char a; float b; union { int c; } d; int e[2]; } f;"
      "const int g[2] = { 1 }; int *h[2], i[1];";
  char *found = monitored(text);
  textbuf wanted = { 0 };
  text_printf(&wanted, "%s" END, text);
  text_puts(&wanted, " __builtin_printf(\"\\n@hdd 58-59.a %lld\\n\", "
                     "(long long)f.a);"
                     " __builtin_printf(\"\\n@hdd 58-59.e[0] %lld\\n\", "
                     "(long long)f.e[0]);"
                     " __builtin_printf(\"\\n@hdd 58-59.e[1] %lld\\n\", "
                     "(long long)f.e[1]);"
                     " __builtin_printf(\"\\n@hdd 95-96[0] %lld\\n\", "
                     "(long long)i[0]); }");
  ck_assert_str_eq(found, wanted.data);
  text_free(&wanted);
  free(found);
}
END_TEST

START_TEST(test_monitor__prints_what_variables_of_main_hold_at_its_end)
{
  char *found = monitored("int main() { int a = 1; { int b; } return a; }");
  ck_assert_str_eq(
      found, "int main() { int a = 1; { int b; } return (int)hdd_value(0, "
             "42, 43, ( __builtin_printf(\"\\n@hdd 17-18 %lld\\n\", "
             "(long long)a),a)); }" END " }");
  free(found);
}
END_TEST

START_TEST(test_monitor__is_made_only_where_it_is_wanted)
{
  rd_server *server = clang_server(NULL);
  rd_tree *tree =
      tree_of(server, "int f(int a) { return a; }", ALL & ~RD_MONITOR);
  ck_assert_ptr_null(rd_tree_monitor(tree));
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

START_TEST(test_monitor__values_are_offered_once_they_are_known)
{
  const char *text = "int a; void f(void) { a = a + 2; }";
  ck_assert_uint_eq(count(text, "\n@hdd 26-31 2\n", "value-to-number"), 1);
  ck_assert_uint_eq(count(text, "\n@hdd 26-31 2\n", "value-to-opaque"), 2);
  ck_assert_uint_eq(count(text, "\n@hdd 26-30 2\n", "value-to-number"), 0);
  ck_assert_uint_eq(count(text, "x", "value-to-number"), 0);
  ck_assert_uint_eq(count(text, "", "value-to-number"), 0);
}
END_TEST

START_TEST(test_monitor__parts_are_returned_instead_of_another_variable)
{
  static const char text[] =
      "int a, b[4]; int main(void) { a = 1; b[1] = a; return a; }";
  ck_assert_uint_eq(count(text,
                          "\n@hdd 7-8[0] 0\n\n@hdd 7-8[1] 1\n"
                          "\n@hdd 7-8[2] 3\n\n@hdd 7-8[3] 3\n",
                          "global-to-return"),
                    3);
  ck_assert_uint_eq(count(text, "\n@hdd 7-8[1] 1\n", "global-to-return"), 1);
}
END_TEST

START_TEST(test_monitor__what_main_computes_is_returned_instead)
{
  static const char text[] = "int f(int a) { return a + 1; } int main() { int "
                             "b = f(2); f(b); return b; }";
  static const char rule[] = "known-to-return";
  ck_assert_uint_eq(count(text, "\n@hdd 52-56 3\n\n@hdd 60-61 3\n", rule), 2);
  ck_assert_uint_eq(count(text, "\n@hdd 22-27 3\n\n@hdd 71-72 3\n", rule), 0);
}
END_TEST

START_TEST(test_monitor__a_variable_is_not_its_own_value)
{
  ck_assert_uint_eq(count("struct s { int a; } *p; void f(void) { struct s y = "
                          "*p; }",
                          "", "expression-to-variable"),
                    0);
}
END_TEST

START_TEST(test_monitor__knows_no_value_of_what_has_several)
{
  ck_assert_uint_eq(count("int a; void f(void) { a = a + 2; }",
                          "\n@hdd 26-31 2\n\n@hdd 26-31 4\n",
                          "value-to-number"),
                    0);
}
END_TEST

START_TEST(test_monitor__leaves_what_comes_out_of_the_program)
{
  ck_assert_uint_eq(count("int abs(int); int main() { abs(1 + 2); return 4 + "
                          "5; }",
                          "\n@hdd 31-36 3\n\n@hdd 46-51 9\n",
                          "value-to-number"),
                    0);
}
END_TEST

START_TEST(test_monitor__leaves_main_its_result)
{
  const char *text = "int main() { return 3; }";
  ck_assert_uint_eq(count(text, "", "return-void"), 0);
  ck_assert_uint_eq(
      count("int f() { return 4; } void g() { f(); }", "", "return-void"), 1);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "monitor", test_monitor__prints_what_is_assigned_passed_and_returned,
      test_monitor__leaves_constants_and_other_types_alone,
      test_monitor__prints_what_variables_of_the_file_hold_at_the_end,
      test_monitor__prints_the_parts_of_what_variables_hold_at_the_end,
      test_monitor__prints_what_variables_of_main_hold_at_its_end,
      test_monitor__is_made_only_where_it_is_wanted,
      test_monitor__parts_are_returned_instead_of_another_variable,
      test_monitor__what_main_computes_is_returned_instead,
      test_monitor__a_variable_is_not_its_own_value,
      test_monitor__values_are_offered_once_they_are_known,
      test_monitor__knows_no_value_of_what_has_several,
      test_monitor__leaves_what_comes_out_of_the_program,
      test_monitor__leaves_main_its_result);
}
