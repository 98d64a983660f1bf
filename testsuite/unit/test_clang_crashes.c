/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts on which libclang crashes. */
#include "clang_fixture.h"
#include "run_tests.h"

#define CRASH "\n#pragma clang __debug crash\n"

static rd_server *cxx_server(void)
{
  const rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                        .file_name = "input.cc" };
  return clang_server(&options);
}

static rd_diagnostics crash(rd_server *server, const char *text)
{
  rd_diagnostics said = { 0 };
  ck_assert_int_eq(rd_server_check(&said, server, text, strlen(text), 0, NULL),
                   RD_ERR_DIED);
  ck_assert(said.is_partial);
  return said;
}

static const struct {
  const char *text;
  uint32_t errors, lone;
} texts[] = {
  { "int a;" CRASH "int b;", 0, 0 },
  { "int a = none;" CRASH "int b = nor_this;", 1, 0 },
  { "int a = none, b = nor_this; int c;" CRASH, 2, 0 },
  { "int f() { none(); int a; a = 1;" CRASH "a = nor_this; }\nint g = f;", 1,
    0 },
  { "namespace n { struct s { int a[none]; int f() { if (1) { return 1;" CRASH
    "return nor_this; } return 0; } int b[nor_this]; }; }",
    1, 0 },
  { "int f() { return none; } int g() { return ([] { int a;" CRASH
    "return 1; })(); }",
    1, 0 },
  { "struct s { s() : a(none) { int b;" CRASH "} int a; }; int g = nor_this;",
    0, 0 }, /* read when the class is complete */
  { "int a;" CRASH "int f() { (; }", 0, 1 },
  { "# 7 \"a.h\" 1\nint a = none;\n# 2 \"input.cc\" 2\nint b;\n"
    "#line 30 \"a.cc\"\nint c = none;" CRASH "int d = nor_this;",
    2, 0 },
};

START_TEST(test_clang_crashes__show_the_errors_before)
{
  rd_server *server = cxx_server();
  rd_diagnostics said = crash(server, texts[_i].text);
  ck_assert_uint_eq(said.errors, texts[_i].errors);
  ck_assert_uint_eq(said.lone_brackets, texts[_i].lone);
  rd_server_free(server);
}
END_TEST

/* The compiler may crash on a text that libclang survives. */
START_TEST(test_clang_crashes__are_not_needed_to_see_lone_brackets)
{
  static const struct {
    const char *text;
    uint32_t lone;
  } rows[] = { { "static_assert(1 < 2);", 0 },
               { "static_assert(1 < 2", 1 },
               { "int a[2]; } int f() { return a[0; }", 2 } };
  rd_server *server = cxx_server();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rd_diagnostics said;
    ck_assert(!rd_server_check(&said, server, rows[i].text,
                               strlen(rows[i].text), 0, NULL));
    ck_assert_uint_eq(said.lone_brackets, rows[i].lone);
  }
  rd_server_free(server);
}
END_TEST

/* What was read of headers stays. */
START_TEST(test_clang_crashes__do_not_harm_later_texts)
{
  static const char good[] = "#include <stddef.h>\nsize_t a;\n",
                    bad[] =
                        "#include <stddef.h>\nsize_t a = none; size_t b;" CRASH;
  rd_server *server = cxx_server();
  rd_diagnostics said;
  for (int i = 0; i < 20; i++) {
    said = crash(server, bad);
    ck_assert(said.is_apart);
    ck_assert_uint_eq(said.errors, 1);
    ck_assert(!rd_server_check(&said, server, good, strlen(good), 0, NULL));
    ck_assert_uint_eq(said.errors, 0);
    rd_server_renew(server);
  }
  rd_server_free(server);
}
END_TEST

/* Is the member `w` known to be used in the tree of the text? */
static bool knows_member(rd_server *server, const char *text)
{
  rd_tree *tree = NULL;
  bool found = false;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text),
                             RD_PREPARE_ALL, NULL));
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *at = rd_tree_symbol(tree, i);
    found |= !strcmp(rd_tree_string(tree, at->name), "w") && at->use_count;
  }
  rd_tree_free(tree);
  return found;
}

static const char uses_member[] =
    "struct m { int w; };\nint f(m *p) { return p->w; }\n";

/* A child that parses a text without headers has nothing of earlier texts in its memory,
 * unless the first of them was parsed by the process that it comes from: the next is
 * another. */
START_TEST(test_clang_crashes__depend_on_no_earlier_text)
{
  static const char bad[] = "int a = none;" CRASH;
  rd_server *server = cxx_server();
  ck_assert(crash(server, bad).is_apart);
  ck_assert(knows_member(server, uses_member));
  ck_assert(crash(server, "int b = none;" CRASH).is_apart);
  rd_server_renew(server);
  static char large[1 << 15]; /* it is not put to a child */
  memset(large, '\n', sizeof large - 1);
  memcpy(large, uses_member, sizeof uses_member - 1);
  ck_assert(knows_member(server, large));
  ck_assert(!crash(server, bad).is_apart);
  rd_diagnostics said = crash(server, "int b = none, c = none;" CRASH);
  ck_assert(said.is_apart);
  ck_assert_uint_eq(said.errors, 2);
  rd_server_free(server);
}
END_TEST

START_TEST(test_clang_crashes__leave_out_one_statement)
{
  static const char text[] =
      "struct m { int w; };\n"
      "int f(m *p) { int a; a = 1;" CRASH "a = 2; return p->w; }\n";
  rd_server *server = cxx_server();
  (void)crash(server, text);
  ck_assert(knows_member(server, text));
  rd_server_free(server);
}
END_TEST

/* A template is instantiated at the end: clang 16 to 19 crash here. */
START_TEST(test_clang_crashes__leave_out_the_end)
{
  static const char text[] =
      "template <typename> concept c = true;\n"
      "template <typename U> int t(U) { auto g = []<typename T> {\n"
      "  static_assert(requires { requires c<T>; }); return 0; }; return 0; }\n"
      "struct m { int w; };\n"
      "int f(m *p) { return p->w + t(1); }\n"
      "int a = none;\n";
  const char *const args[] = { "-std=c++20", NULL };
  const rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                        .file_name = "input.cc",
                                        .args = args };
  rd_server *server = clang_server(&options);
  rd_diagnostics said = { 0 };
  (void)rd_server_check(&said, server, text, strlen(text), 0, NULL);
  ck_assert_uint_eq(said.errors, 1);
  ck_assert(knows_member(server, text));
  rd_server_free(server);
}
END_TEST

/* Many constant expressions, each below the limit. The time is that of this process and
 * of its children. */
START_TEST(test_clang_crashes__are_no_texts_that_take_too_long)
{
  static const char text[] =
      "constexpr int f(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i; "
      "return s; }\n"
      "#define A static_assert(f(15000) >= 0, \"\");\n"
      "#define B A A A A A A A A A A A A A A A A\n"
      "#define C B B B B B B B B B B B B B B B B\n"
      "#define D C C C C C C C C C C C C C C C C\n"
      "D D D D D D D D D D D D D D D D\n";
  rd_server *server = cxx_server();
  rd_diagnostics said = { 0 };
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rd_server_check(&said, server, text, strlen(text), 0, &err),
                   RD_ERR_DIED);
  ck_assert_msg(strstr(err.message, "took more than"), "%s", err.message);
  ck_assert(!said.is_partial);
  rd_server_free(server);
}
END_TEST

START_TEST(test_clang_crashes__keep_the_tree_going)
{
  rd_server *server = clang_server(NULL);
  rd_error err = { .status = RD_OK };
  static const char text[] = "int a;\n#pragma clang __debug crash\nint b;";
  rd_tree *tree = NULL;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text),
                             RD_PREPARE_ALL, &err));
  ck_assert_uint_eq(rd_tree_leaf_count(tree), 11);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* Only the syntax is known where it crashes too often: what is called may be a
 * member. */
START_TEST(test_clang_crashes__leave_members_known)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_server *server = clang_server(&options);
  rd_error err = { .status = RD_OK };
  static const char text[] = CRASH CRASH CRASH CRASH CRASH CRASH
      "struct m { int w() { return 1; } };\n"
      "int f(m *p) { return p->w(); }\n";
  rd_tree *tree = NULL;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text),
                             RD_PREPARE_ALL, &err));
  uint32_t guards = 0;
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *at = rd_tree_symbol(tree, i);
    if (at->kind == RD_SYMBOL_FUNCTION &&
        !strcmp(rd_tree_string(tree, at->name), "w"))
      guards += at->guard_count;
  }
  ck_assert_uint_gt(guards, 0);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("clang_crashes");
  TCase *tcase = tcase_create("clang_crashes");
  tcase_set_timeout(tcase, 40); /* ten times the limit in elapsed time is 50 */
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_clang_crashes__show_the_errors_before, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_test(tcase,
                 test_clang_crashes__are_not_needed_to_see_lone_brackets);
  tcase_add_test(tcase, test_clang_crashes__do_not_harm_later_texts);
  tcase_add_test(tcase, test_clang_crashes__depend_on_no_earlier_text);
  tcase_add_test(tcase, test_clang_crashes__leave_out_one_statement);
  tcase_add_test(tcase, test_clang_crashes__leave_out_the_end);
  tcase_add_test(tcase, test_clang_crashes__are_no_texts_that_take_too_long);
  tcase_add_test(tcase, test_clang_crashes__keep_the_tree_going);
  tcase_add_test(tcase, test_clang_crashes__leave_members_known);
  return run_suite(suite);
}
