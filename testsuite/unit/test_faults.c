/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors of a text, by its grammar. */
#include <string.h>

#include "grammars_fixture.h"

static const struct {
  const char *file_name, *text;
  uint32_t errors;
} texts[] = {
  { "a.java", "import a.B;\nclass A { void f() { f(); i++; new A(); } }", 0 },
  { "a.java", "class A { void f() { i; (f()); 0; } }", 3 },
  { "a.java", "class A {}\nvoid f() {}\n{ f(); }", 2 },
  { "a.go", "package a\nfunc f() {\nf()\n<-c\n}\n", 0 },
  { "a.go", "package a\nfunc f() {\n1 + 2\n/* b */\nc\n}\n", 2 },
  { "a.go", "package a\nimport \"b\"\nvar a = 1\nfunc (A) f() {}\n", 0 },
  { "a.go", "package a\n{\n}\na := 1\n", 2 },
  { "a.rs", "#![a]\nuse a::b;\na! {}\nfn f() { ; }\nfn g();\n", 0 },
  { "a.rs", "fn f() {}\na;\nlet b = 1;\n{}\n", 3 },
  { "a.hs", "f x = x\ng = f 1\n", 0 },
  { "a.hs", "f x = x\ng\n", 1 },
  { "a.ml", "let f x = x\nmodule M = struct let a = 1 end", 0 },
  { "a.ml", "let a", 1 },
  { "a.ml", "class a = object end", 0 },
  { "a.ml", "class a", 1 },
  { "a.ml", "let a = let* b in\nlet+ c and* d in b", 0 },
  { "a.ml", "let a = let* b in let c in b", 1 },
  { "a.ml", "#b", 1 },
  { "a.ml", "let a = $0", 1 },
};

static void check_text(rd_diagnostics *out, const char *file_name,
                       const char *text)
{
  rd_server *server = grammar_server(file_name);
  ck_assert(!rd_server_check(out, server, text, strlen(text), 0, NULL));
  rd_server_free(server);
}

START_TEST(test_faults__errors)
{
  rd_diagnostics found = { 0 };
  check_text(&found, texts[_i].file_name, texts[_i].text);
  ck_assert_uint_eq(found.errors, texts[_i].errors);
}
END_TEST

/* Is the second text worse than the first, with no more errors? */
static const struct {
  const char *file_name, *texts[2];
  bool is_worse;
} pairs[] = {
  { "a.hs", { "f x = x\nreturn []\n", "f x = \nreturn []\n" }, true },
  { "a.hs", { "f x = x\nreturn []\n", "f x = )\n" }, true },
  { "a.hs", { "f x = x\nreturn []\n", "f x = x\nreturn\n" }, false },
  { "a.js", { "f(;);\nlet a = [b];", "f();\nlet a = [;];" }, true },
  { "a.js", { "f(;);\nlet a = [b];", "f(;);\nlet a = [];" }, false },
  { "a.js", { "f(;);\ng(a);", "g(;);" }, false },
};

START_TEST(test_faults__an_error_permits_none_elsewhere)
{
  rd_diagnostics found[2] = { 0 };
  for (size_t i = 0; i < 2; i++)
    check_text(&found[i], pairs[_i].file_name, pairs[_i].texts[i]);
  ck_assert_uint_ge(found[0].errors, 1);
  ck_assert_int_eq(pairs[_i].is_worse,
                   found[1].errors > found[0].errors ||
                       (found[1].kinds & ~found[0].kinds) != 0);
}
END_TEST

/* Does the second text lack the definition of a name that the first has? */
static const struct {
  const char *file_name, *texts[2];
  bool lacks;
} definitions[] = {
  { "a.rs", { "fn f() {}\nfn g() { f() }", "fn g() { f() }" }, true },
  { "a.rs", { "fn g() { f() }", "fn g() { f(f()) }" }, false },
  { "a.rs",
    { "fn g() { let a = 1; a; }", "fn g() { { let a = 1; } a; }" },
    true },
  { "a.rs",
    { "fn g() { let a = 1; match 2 { a => a } }",
      "fn g() { match 2 { a => a } }" },
    false },
  { "a.rs", { "struct S { a: T }\nfn g() { b.a }", "fn g() { b.a }" }, false },
  { "a.rs", { "fn a() {}\nfn g() { b!(c.a) }", "fn g() { b!(c.a) }" }, false },
  { "a.rs", { "struct S { a: T }", "type S = T;\nfn g() { S { a } }" }, true },
  { "a.go",
    { "package a\nfunc f() {}\nfunc g() { f() }",
      "package a\nfunc g() { f() }" },
    true },
  { "a.go",
    { "package a\nfunc g() {}", "package a\nfunc g() { panic(0) }" },
    false },
  { "a.go",
    { "package a\nfunc g() { b := 1; f(b) }",
      "package a\nfunc g() { b := 1; f() }" },
    true },
  { "a.go",
    { "package a\nfunc g(b int) { f(b) }", "package a\nfunc g(b int) { f() }" },
    false },
  { "a.go",
    { "package a\nimport \"b/c\"\nvar d = c.D",
      "package a\nimport \"b/c\"\nvar d = 1" },
    true },
  { "a.ml", { "let f x = x\nlet g = f 1", "let g = f 1" }, true },
  { "a.ml", { "let g x = 1", "let g _ = 1" }, false },
  { "a.js", { "let a = 1; f(a);", "f(a);" }, false },
};

START_TEST(test_faults__names_lack_their_definitions)
{
  rd_diagnostics found[2] = { 0 };
  for (size_t i = 0; i < 2; i++)
    check_text(&found[i], definitions[_i].file_name, definitions[_i].texts[i]);
  ck_assert_int_eq(definitions[_i].lacks,
                   (found[1].names & ~found[0].names) != 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("faults");
  TCase *tcase = tcase_create("faults");
  tcase_add_loop_test(tcase, test_faults__errors, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_loop_test(tcase, test_faults__an_error_permits_none_elsewhere, 0,
                      sizeof pairs / sizeof *pairs);
  tcase_add_loop_test(tcase, test_faults__names_lack_their_definitions, 0,
                      sizeof definitions / sizeof *definitions);
  suite_add_tcase(suite, tcase);
  return RUN_GRAMMAR_SUITE(suite);
}
