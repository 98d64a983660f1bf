/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors that a grammar lets pass. */
#include <string.h>

#include "reduce/server.h"
#include "run_tests.h"

static const struct {
  const char *file_name, *text;
  uint32_t errors;
} texts[] = {
  { "a.java", "import a.B;\nclass A { void f() { f(); i++; new A(); } }", 0 },
  { "a.java", "class A { void f() { i; (f()); 0; } }", 3 },
  { "a.java", "class A {}\nvoid f() {}\n{ f(); }", 2 },
  { "a.go", "package a\nfunc f() {\nf()\n<-c\n}\n", 0 },
  { "a.go", "package a\nfunc f() {\n1 + 2\n/* b */\nc\n}\n", 2 },
  { "a.hs", "f x = x\ng = f 1\n", 0 },
  { "a.hs", "f x = x\ng\n", 1 },
  { "a.ml", "let f x = x\nmodule M = struct let a = 1 end", 0 },
  { "a.ml", "let a", 1 },
  { "a.ml", "#b", 1 },
  { "a.ml", "let a = $0", 1 },
};

START_TEST(test_faults__errors)
{
  rd_server *server = NULL;
  rd_server_options options = RD_SERVER_OPTIONS_INIT;
  options.options.file_name = texts[_i].file_name;
  ck_assert(!rd_server_new(&server, &options, NULL));
  rd_diagnostics found = { 0 };
  const char *text = texts[_i].text;
  if (strcmp(rd_server_choice(server)->frontend, "grammar") == 0) {
    ck_assert(!rd_server_check(&found, server, text, strlen(text), 0, NULL));
    ck_assert_uint_eq(found.errors, texts[_i].errors);
  }
  rd_server_free(server);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("faults");
  TCase *tcase = tcase_create("faults");
  tcase_add_loop_test(tcase, test_faults__errors, 0,
                      sizeof texts / sizeof *texts);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
