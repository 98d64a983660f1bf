/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of #include. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_includes__functions_and_types_are_declared)
{
  expect_rewrites("#include <stddef.h>\n#include <stdlib.h>\n"
                  "size_t f(void) { return atoi(\"1\"); }\n",
                  "include-used",
                  "typedef unsigned long size_t;\nint atoi(const char *);\n"
                  "size_t f(void) { return atoi(\"1\"); }\n",
                  "typedef unsigned long size_t;\n#include <stdlib.h>\n"
                  "size_t f(void) { return atoi(\"1\"); }\n",
                  "#include <stddef.h>\nint atoi(const char *);\n"
                  "size_t f(void) { return atoi(\"1\"); }\n",
                  NULL);
}
END_TEST

START_TEST(test_includes__declarators_are_written_inside_out)
{
  expect_rewrites("#include <stdlib.h>\nint g(void) { qsort(0, 0, 0, 0); }\n",
                  "include-used",
                  "void qsort(void *, unsigned long, unsigned long,\n"
                  "int (*)(const void *, const void *));\n"
                  "int g(void) { qsort(0, 0, 0, 0); }\n",
                  NULL);
}
END_TEST

START_TEST(test_includes__of_structs_the_members_that_are_named)
{
  expect_rewrites("#include <time.h>\nint f(struct tm *t) { return t->tm_sec; "
                  "}\nstruct tm t;\n",
                  "include-used",
                  "struct tm { int tm_sec; };\n"
                  "int f(struct tm *t) { return t->tm_sec; }\nstruct tm t;\n",
                  NULL);
  expect_rewrites("#include <stdlib.h>\ndiv_t d;\nint f() { return d.rem; }",
                  "include-used",
                  "typedef struct { int rem; } div_t;\ndiv_t d;\n"
                  "int f() { return d.rem; }",
                  NULL);
}
END_TEST

START_TEST(test_includes__macros_come_with_those_in_them)
{
  expect_rewrites(
      "#include <stdlib.h>\nint f(int s) { return WEXITSTATUS(s); }",
      "include-used",
      "#define WEXITSTATUS(status) __WEXITSTATUS ( status )\n"
      "#define __WEXITSTATUS(status) ( ( ( status ) & 0xff00 ) >> "
      "8 )\nint f(int s) { return WEXITSTATUS(s); }",
      NULL);
}
END_TEST

START_TEST(test_includes__that_are_not_found_stay)
{
  expect_rewrites("#include \"no such file\"\nint a;\n", "include-used", NULL);
  expect_rewrites("#include <stddef.h>\nint a;\n", "include-used", NULL);
}
END_TEST

START_TEST(test_includes__what_is_not_needed_goes)
{
  expect_rewrites(
      "#include <stdlib.h>\n#include <stddef.h>\n#include <time.h>\n"
      "int f(struct tm *t) { return t->tm_sec; }\n",
      "include-unneeded",
      "#include <time.h>\nint f(struct tm*t){return t->tm_sec;}", NULL);
  expect_rewrites("#include <stdlib.h>\n#include <stddef.h>\n"
                  "size_t f() { return abs(1); }\n",
                  "include-unneeded",
                  "#include <stdlib.h>\nsize_t f(){return abs(1);}", NULL);
  expect_rewrites("#include <stdlib.h>\n#include <time.h>\n"
                  "int f(struct tm *t) { return abs(t->tm_sec); }\n",
                  "include-unneeded", NULL);
}
END_TEST

/* Each header declares the namespace, one of them last. */
START_TEST(test_includes__a_namespace_needs_none)
{
  expect_cxx("#include <utility>\n#include <exception>\nstd::exception e;\n",
             "include-unneeded", "#include <exception>\nstd::exception e;",
             NULL);
  expect_cxx("#include <exception>\n#include <utility>\nstd::exception e;\n",
             "include-unneeded", "#include <exception>\nstd::exception e;",
             NULL);
}
END_TEST

/* Of a template's operator it is not known which one it is. */
START_TEST(test_includes__an_operator_needs_none)
{
  expect_cxx(
      "#include <utility>\n#include <exception>\nusing namespace std;\n"
      "template <class T> bool f(T t) { return t == t; }\nexception e;\n",
      "include-unneeded",
      "#include <exception>\nusing namespace std;\n"
      "template <class T> bool f(T t) { return t == t; }\nexception e;",
      NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("includes", test_includes__what_is_not_needed_goes,
                   test_includes__an_operator_needs_none,
                   test_includes__a_namespace_needs_none,
                   test_includes__functions_and_types_are_declared,
                   test_includes__declarators_are_written_inside_out,
                   test_includes__of_structs_the_members_that_are_named,
                   test_includes__macros_come_with_those_in_them,
                   test_includes__that_are_not_found_stay);
}
