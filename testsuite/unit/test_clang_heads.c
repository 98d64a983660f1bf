/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of texts that begin with the same directives. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clang_fixture.h"
#include "run_tests.h"

enum { MOST_TEXTS = 6 };

/* A head, texts behind it, and how many errors there are with each. */
typedef struct sample {
  const char *head;
  const char *rest[MOST_TEXTS];
  uint32_t errors[MOST_TEXTS];
} sample;

static void expect(rd_server *server, const char *text, uint32_t relax,
                   uint32_t errors)
{
  rd_error err = { .status = RD_OK };
  rd_diagnostics found = { 0 };
  rd_status status =
      rd_server_check(&found, server, text, strlen(text), relax, &err);
  ck_assert_msg(!status, "%s", err.message);
  ck_assert_msg(found.errors == errors, "%u: %s", found.errors, text);
}

/* Puts the texts to one process, which keeps what it has read of the head. */
static void expect_errors(const rd_frontend_options *options, const sample *of)
{
  rd_server *server = clang_server(options);
  for (size_t i = 0; i < MOST_TEXTS && of->rest[i]; i++) {
    char text[512];
    (void)snprintf(text, sizeof text, "%s%s\n", of->head, of->rest[i]);
    expect(server, text, RD_STRICT, of->errors[i]);
  }
  rd_server_free(server);
}

START_TEST(test_clang_heads__are_known_to_all_texts)
{
  static const sample all[] = {
    { "#include <string>\n#define TYPE std::string\n",
      { "TYPE a;", "TYPE b = \"\"; int c = b;", "std::string d; TYPE e = d;",
        "int f = d;" },
      { 0, 1, 0, 1 } },
    { "#include <vector>\n#ifdef __GLIBCXX__\n",
      { "std::vector<int> a;\n#endif\n", "std::vector<> b;\n#endif\n",
        "std::vector<int> c(1);\n#else\nd;\n#endif\n" },
      { 0, 1, 0 } },
    { "// a\n/* b\n*/ # /**/ define A std::size_t\n#include <cstddef>\n// c\n",
      { "A a = \"include\";", "A b;", "std::size_t c;" },
      { 1, 0, 0 } },
    { "#include <cstddef>\n#if 1\n#include <utility>\n#endif\n",
      { "std::pair<int, int> a;", "std::pair<int> b;", "std::size_t c;" },
      { 0, 1, 0 } },
  };
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    expect_errors(&options, &all[i]);
}
END_TEST

START_TEST(test_clang_heads__have_errors_of_their_own)
{
  static const sample wrong = { "#include <stddef.h>\n#error wrong\n",
                                { "int a;", "int b;", "int c = d;", "int d;" },
                                { 1, 1, 2, 1 } };
  static const sample of = { "#include <stddef.h>\n#include \"missing.h\"\n",
                             { "int a;", "int b;", "int c = d;", "int d;" },
                             { 1, 1, 2, 1 } };
  expect_errors(NULL, &wrong);
  expect_errors(NULL, &of);
}
END_TEST

START_TEST(test_clang_heads__exist_in_all_dialects)
{
  static const char *const names[] = { "input.c",  "input.cc", "input.m",
                                       "input.mm", "input.cu", "input.hip",
                                       "input.cl" };
  static const sample of = { "#include <stddef.h>\n",
                             { "int a(size_t);", "int b(none);",
                               "int c(size_t);", "int d(size_t), e(none);" },
                             { 0, 1, 0, 1 } };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                    .file_name = names[i] };
    expect_errors(&options, &of);
  }
}
END_TEST

/* What is read before the text is read with its head. */
START_TEST(test_clang_heads__do_not_repeat_what_comes_before)
{
  char folder[] = "/tmp/headsXXXXXX", path[64];
  static const sample of = { "#include <stddef.h>\n",
                             { "struct once a;", "struct once b;",
                               "struct twice c;", "size_t d = K;" },
                             { 0, 0, 1, 0 } };
  ck_assert_ptr_nonnull(mkdtemp(folder));
  (void)snprintf(path, sizeof path, "%s/once.h", folder);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  (void)fputs("struct once { int i; };\nenum { K };\n", file);
  ck_assert_int_eq(fclose(file), 0);
  const char *const args[] = { "-include", path, NULL };
  rd_frontend_options options = { .version = RD_FRONTEND_ABI, .args = args };
  expect_errors(&options, &of);
  ck_assert_int_eq(unlink(path), 0);
  ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

/* More of them than are kept. */
START_TEST(test_clang_heads__come_and_go)
{
  static const char *const headers[] = {
    "stddef", "stdint", "limits", "float", "stdbool", "stdarg", "time", "ctype"
  };
  rd_server *server = clang_server(NULL);
  for (int round = 0; round < 3; round++)
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
      for (uint32_t wrong = 0; wrong < 2; wrong++) {
        char text[128];
        (void)snprintf(text, sizeof text, "#include <%s.h>\n%s i%d;\n",
                       headers[i], wrong ? "none" : "int", round);
        expect(server, text, RD_STRICT, wrong);
      }
  rd_server_free(server);
}
END_TEST

/* What a text begins with is the same with other comments and blanks. */
START_TEST(test_clang_heads__differ_by_their_directives)
{
  static const char *const texts[] = {
    "#include <stddef.h>\n#define A (1)\nsize_t a = A;\n",
    "// b\n#include <stddef.h>\n/**/ #define A (1)\nsize_t b = A;\n",
    "#include <stddef.h>\n#define A (1)\nnone c;\n",
    "#include <stddef.h>\n#define A(1)\nsize_t d;\n",
    "#include <stddef.h>\n#define A (2)\nstatic_assert(A == 2, \"\");\n",
  };
  static const uint32_t errors[] = { 0, 0, 1, 1, 0 };
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_server *server = clang_server(&options);
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
      expect(server, texts[i], RD_STRICT, errors[i]);
  rd_server_free(server);
}
END_TEST

/* A head that is read once for all relaxations must not be strictly wrong. */
START_TEST(test_clang_heads__are_as_wrong_as_they_are_relaxed)
{
  static const char right[] = "#include <stddef.h>\nsize_t a[0];\n",
                    wrong[] = "#include <stddef.h>\n#ident \"\"\nint a[0];\n";
  rd_server *server = clang_server(NULL);
  for (int round = 0; round < 3; round++) {
    expect(server, right, 0, 0);
    expect(server, right, RD_STRICT, 1);
    expect(server, wrong, RD_STRICT, 2);
    expect(server, wrong, 0, 0);
  }
  rd_server_free(server);
}
END_TEST

int main(void)
{
  return RUN_TESTS("clang_heads", test_clang_heads__are_known_to_all_texts,
                   test_clang_heads__have_errors_of_their_own,
                   test_clang_heads__exist_in_all_dialects,
                   test_clang_heads__do_not_repeat_what_comes_before,
                   test_clang_heads__differ_by_their_directives,
                   test_clang_heads__are_as_wrong_as_they_are_relaxed,
                   test_clang_heads__come_and_go);
}
