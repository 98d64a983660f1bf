/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that hurt: the laws of trees hold for all of them. */
#include "clang_fixture.h"
#include "run_tests.h"
#include "lexer.h"

/* parts[0], n times parts[1], parts[2], n times parts[3], parts[4]: free(). */
static char *nest(const char *const parts[5], size_t n)
{
  size_t size = 1;
  for (int i = 0; i < 5; i++)
    size += strlen(parts[i]) * (i % 2 ? n : 1);
  char *text = calloc(size, 1), *at = text;
  ck_assert_ptr_nonnull(text);
  for (int i = 0; i < 5; i++)
    for (size_t k = 0; k < (i % 2 ? n : 1); k++)
      at = stpcpy(at, parts[i]);
  return text;
}

static const struct {
  const char *parts[5];
  size_t n;
} nests[] = {
  { { "int f(int x) { return ", "(", "x", ")", "; }" }, 50000 },
  { { "void f(void) { ", "{", "", "}", "}" }, 50000 },
  { { "int f(int x) { ", "if (x) x++; else ", "x--;", "", "}" }, 20000 },
  { { "int f(int x) { return ", "x + ", "x", "", "; }" }, 50000 },
  { { "int f(int x) { return ", "x ? x : ", "x", "", "; }" }, 5000 },
  { { "int f(int x) { switch (x) { ", "case 1: ", ";", "", "} }" }, 20000 },
  { { "int a = ", "{", "1", "}", ";" }, 20000 },
  { { "int ", "(*", "p", ")", ";" }, 5000 },
  { { "int f(int x) { return ", "f(", "1", ")", "; }" }, 10000 },
  { { "struct {", "struct {", "int x;", "} a;", "} b;" }, 500 },
};

/* A text on one line takes libclang a time that grows with the square of its
 * length. The e2e cases input-* are as deep as the table says. */
START_TEST(test_clang_hostile__deep_and_long_texts)
{
  size_t n = nests[_i].n / (getenv("HDD_THOROUGH") ? 1 : 5);
  char *text = nest(nests[_i].parts, n);
  rd_tree *tree = clang_tree(text);
  ck_assert_uint_gt(rd_tree_size(tree), n);
  ck_assert_uint_eq(clang_find(tree, 0, "generic", NULL), RD_NONE);
  rd_tree_free(tree);
  free(text);
}
END_TEST

/* Much of the same: the time that one takes does not grow with their number. */
static const struct {
  const char *file, *parts[5];
  size_t n;
} manys[] = {
  { "input.c", { "void f(void) {\n", "__asm nop;\n", "", "", "}" }, 100000 },
  { "input.c",
    { "int *q; void f(void) {\n", "{ int *a;\n a = q; }\n", "", "", "}" },
    40000 },
  { "input.cc", { "int a = 1", ",\n a = 1", ";", "", "" }, 15000 },
  { "input.cc", { "#define X ", "a ", "\nint x;", "", "" }, 200000 },
};

START_TEST(test_clang_hostile__many_of_a_kind)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = manys[_i].file };
  size_t n = manys[_i].n / (getenv("HDD_THOROUGH") ? 1 : 5);
  char *text = nest(manys[_i].parts, n);
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  ck_assert_uint_gt(rd_tree_size(tree), n);
  rd_tree_free(tree);
  free(text);
}
END_TEST

/* As large as texts are for which rewrites are made. The last has as many
 * specifiers as declarators. */
static const struct {
  const char *parts[5];
  size_t n;
} larges[] = {
  { { "void f(int x) { ", "for (;;) { break; ", "", "}", "}" }, 400 },
  { { "void f(int x) { ", "while (x) { continue; ", "", "}", "}" }, 330 },
  { { "void f(int x) { ", "switch (x) { case 1: ", "", "}", "}" }, 340 },
  { { "void f(int x) { ", "do switch (x) { case 1: ", "", "} while (x);", "}" },
    200 },
  { { "void f(void) { ", "const ", "int a", ", a", "; }" }, 850 },
};

START_TEST(test_clang_hostile__large_texts_have_rewrites)
{
  char *text = nest(larges[_i].parts, larges[_i].n);
  rd_tree *tree = clang_tree(text);
  ck_assert_uint_gt(rd_tree_rewrite_count(tree), 0);
  rd_tree_free(tree);
  free(text);
}
END_TEST

/* Options may name a rule, whatever libclang makes of the text. */
START_TEST(test_clang_hostile__balanced_tokens_name_the_rules)
{
  rd_server *server = clang_server(NULL);
  rd_tree *whole = clang_tree("int a;"), *balanced = NULL;
  ck_assert(!rd_server_parse(&balanced, server, "tokens", "int a;", 6,
                             RD_PREPARE_ALL | RD_REWRITES, NULL));
  uint32_t count = rd_tree_rule_count(whole);
  ck_assert_uint_gt(count, 0);
  ck_assert_uint_eq(rd_tree_rule_count(balanced), count);
  for (uint32_t i = 0; i < count; i++)
    ck_assert_str_eq(rd_tree_rule_name(whole, i),
                     rd_tree_rule_name(balanced, i));
  rd_tree_free(whole);
  rd_tree_free(balanced);
  rd_server_free(server);
}
END_TEST

/* Each with its size, since some hold a NUL. */
#define TEXT(string)                                                           \
  {                                                                            \
    string, sizeof(string) - 1                                                 \
  }
static const struct {
  const char *bytes;
  size_t size;
} texts[] = {
  TEXT(""),
  TEXT(" \n\t"),
  TEXT("\xef\xbb\xbfint a;"),
  TEXT("int a;\r\nint b;\r\n#define X \\\r\n 1\r\n"),
  TEXT("int \0 a\0; char *s = \"\0\";"),
  TEXT("int f(void) { return \xff\xfe 1; } int \xc3\xa4;"),
  TEXT("in\\\nt ma\\\nin(vo\\\nid) { ret\\\nurn 0; }"),
  TEXT("int a?\?(3?\?) = ?\?< 1 ?\?>;"),
  TEXT("int a<:3:> = <% 1 %>;"),
  TEXT("int f( { ] ) } ; ) ( [ { \" ' "),
  TEXT("\"unterminated\n 'x\n /* never closed"),
  TEXT("#if 1\n#else\n#endif\n#endif\n#elif\n#"),
  TEXT("case 1: default: else while do ; for ( ;"),
  TEXT("switch (x) { case } enum { , , = } struct { : ; , }"),
  TEXT("int f(void) { switch (1) { case : ; case ... 3: ; } }"),
  TEXT("a ? : b ?: ( ? ) , , , = = ++ -- .x ->y [ ] ( )"),
  TEXT("__attribute__ __attribute__(( typeof sizeof _Generic( asm( "),
  TEXT("asm(\"x\" : : : : : ) asm volatile ( ) __asm a b __endasm"),
  TEXT("int f(a, b, ...) int a; { } int g(int, a, ) int ; { }"),
  TEXT("struct S { struct S { int S; } S; } S; S S; (S)S;"),
  TEXT("typedef int T; void f(T T) { T * T; (T)(T); T: T; }"),
  TEXT("#define E }\n#define B {\nint f(void) B return 1; E int g;"),
  TEXT("#define S(x) #x\n#define C(a,b) a##b\nint C(x,y) = S(z)[0];"),
  TEXT("int a = { [0 ... } , .x = [ 1 ] = , };"),
  TEXT("int return 1; int int (({ a; int b;"),
  TEXT("_Static_assert(1, \"x\"); _Static_assert(; [[nodiscard]] int f();"),
  TEXT("int f(int c) { do c++; (c); return c; }"),
  TEXT("int f(int c) { if (c) return 1\n return 2; }"),
  TEXT("struct A { struct { int x; } : 1;"),
};

START_TEST(test_clang_hostile__odd_texts)
{
  rd_tree *tree = clang_tree_with(NULL, texts[_i].bytes, texts[_i].size);
  size_t size;
  const char *text = rd_tree_text(tree, &size);
  ck_assert_uint_eq(size, texts[_i].size);
  ck_assert_mem_eq(text, texts[_i].bytes, size);
  rd_tree_free(tree);
}
END_TEST

static const char *const cxx_texts[] = {
  "struct s { int a; }\nnamespace n {}\nint f() { struct s x; return x.a; }",
  "> struct X { int i; };",
};

START_TEST(test_clang_hostile__odd_texts_in_cxx)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree_free(clang_tree_with(&options, cxx_texts[_i], strlen(cxx_texts[_i])));
}
END_TEST

START_TEST(test_clang_hostile__every_prefix_of_a_program)
{
  static const char text[] =
      "typedef struct S { int a : 3, b; } T; enum { A = 1, B };\n"
      "int f(int n, ...) { for (int i = 0; i < n; i++) { l: switch (n) {\n"
      "case 1 ... 2: return ({ n; }) + (T){ .a = 1 }.a; } }\n"
      "asm(\"\" : \"=r\"(n) : \"r\"(1)); return _Generic(n, int: 1); }";
  rd_server *server = clang_server(NULL);
  rd_error err = { .status = RD_OK };
  for (size_t size = 0; size < sizeof text; size += 3) {
    rd_tree *tree = NULL;
    ck_assert(!rd_server_parse(&tree, server, NULL, text, size,
                               RD_PREPARE_ALL | RD_REWRITES, &err));
    ck_assert_ptr_null(rd_server_notice(server));
    ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%s", err.message);
    rd_tree_free(tree);
  }
  rd_server_free(server);
}
END_TEST

/* Pseudo-random words, the same in each run. */
static char *soup(unsigned seed)
{
  static const char *const words[] = { "int",      "x",
                                       "(",        ")",
                                       "{",        "}",
                                       "[",        "]",
                                       ";",        ",",
                                       "*",        "=",
                                       "1",        "if",
                                       "else",     "for",
                                       "while",    "case",
                                       ":",        "?",
                                       "struct",   "typedef",
                                       "sizeof",   "T",
                                       "+",        "&&",
                                       ".",        "->",
                                       "\"s\"",    "asm",
                                       "return",   "...",
                                       "_Generic", "__attribute__",
                                       "enum",     "do",
                                       "switch",   "goto",
                                       "void",     "#",
                                       "\n" };
  char *text = calloc(8 * 400, 1), *at = text;
  ck_assert_ptr_nonnull(text);
  for (int i = 0; i < 200; i++) {
    seed = seed * 1103515245u + 12345u;
    at = stpcpy(at, words[(seed >> 16) % (sizeof words / sizeof *words)]);
    at = stpcpy(at, " ");
  }
  return text;
}

START_TEST(test_clang_hostile__soup_of_words)
{
  rd_server *server = clang_server(NULL);
  rd_error err = { .status = RD_OK };
  for (unsigned seed = 0; seed < 100; seed++) {
    char *text = soup(seed + 1);
    rd_tree *tree = NULL;
    ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text),
                               RD_PREPARE_ALL | RD_REWRITES, &err));
    ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%u: %s", seed,
                  err.message);
    ck_assert_ptr_null(rd_server_notice(server));
    rd_tree_free(tree);
    free(text);
  }
  rd_server_free(server);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("clang_hostile");
  TCase *tcase = tcase_create("clang_hostile");
  tcase_set_timeout(tcase, 20); /* many definitions of a name cost clang most */
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_clang_hostile__deep_and_long_texts, 0,
                      sizeof nests / sizeof *nests);
  tcase_add_loop_test(tcase, test_clang_hostile__many_of_a_kind, 0,
                      sizeof manys / sizeof *manys);
  tcase_add_loop_test(tcase, test_clang_hostile__large_texts_have_rewrites, 0,
                      sizeof larges / sizeof *larges);
  tcase_add_test(tcase, test_clang_hostile__balanced_tokens_name_the_rules);
  tcase_add_loop_test(tcase, test_clang_hostile__odd_texts, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_loop_test(tcase, test_clang_hostile__odd_texts_in_cxx, 0,
                      sizeof cxx_texts / sizeof *cxx_texts);
  tcase_add_test(tcase, test_clang_hostile__every_prefix_of_a_program);
  tcase_add_test(tcase, test_clang_hostile__soup_of_words);
  return run_suite(suite);
}
