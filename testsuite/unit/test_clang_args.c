/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments, targets, the prelude, and what counts as an error. */
#include <stdio.h>

#include "clang_fixture.h"
#include "run_tests.h"

/* Errors in a file of this name; NULL: one in C. */
static uint32_t errors_in(const char *file, const char *const *args,
                          const char *macros, const char *text)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = file,
                                  .args = args,
                                  .target_macros = macros };
  return clang_errors(&options, text, 0);
}

static uint32_t errors_with(const char *const *args, const char *macros,
                            const char *text)
{
  return errors_in(NULL, args, macros, text);
}

START_TEST(test_clang_args__unknown_flags_are_dropped)
{
  static const char *const args[] = { "-O2",
                                      "-fmodulo-sched",
                                      "-mnot-a-flag",
                                      "-fno-such-thing=3",
                                      "-o",
                                      "out.o",
                                      "-std=gnu99",
                                      "-Wl,x",
                                      "--param",
                                      "a=1",
                                      "-fplugin=/x.so",
                                      NULL };
  ck_assert_uint_eq(errors_with(args, NULL, "int f(void) { return 1; }"), 0);
}
END_TEST

START_TEST(test_clang_args__macros_and_standard_are_kept)
{
  static const char *const args[] = { "-DTYPE=int", "-D", "NAME=f", "-std=c89",
                                      NULL };
  ck_assert_uint_eq(errors_with(args, NULL, "TYPE NAME(void);"), 0);
  ck_assert_uint_eq(errors_with(NULL, NULL, "TYPE NAME(void);"), 1);
  ck_assert_uint_eq(errors_with(args, NULL, "int inline = 1;"), 0);
}
END_TEST

/* -1 sized if the type has another size. */
static const char int_is_2[] = "char x[sizeof(int) == 2 ? 1 : -1];";
static const char long_is_4[] = "char x[sizeof(long) == 4 ? 1 : -1];";

START_TEST(test_clang_args__macros_of_the_compiler_choose_the_target)
{
  static const char small[] = "#define __SIZEOF_INT__ 2\n"
                              "#define __SIZEOF_POINTER__ 2\n";
  static const char medium[] = "#define __SIZEOF_INT__ 4\n"
                               "#define __SIZEOF_LONG__ 4\n"
                               "#define __SIZEOF_POINTER__ 4\n";
  ck_assert_uint_eq(errors_with(NULL, small, int_is_2), 0);
  ck_assert_uint_eq(errors_with(NULL, medium, long_is_4), 0);
  ck_assert_uint_eq(errors_with(NULL, medium, int_is_2), 1);
}
END_TEST

static uint32_t cxx_errors(const char *const *args, const char *macros,
                           const char *text)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc",
                                  .args = args,
                                  .target_macros = macros };
  return clang_errors(&options, text, 0);
}

START_TEST(test_clang_args__the_mode_of_cxx_is_that_of_the_compiler)
{
  static const char *const old[] = { "-std=c++11", NULL };
  static const char concept[] = "template <class T> concept C = true;";
  ck_assert_uint_eq(cxx_errors(NULL, NULL, concept), 0);
  ck_assert_uint_gt(cxx_errors(old, NULL, concept), 0);
  ck_assert_uint_gt(cxx_errors(NULL, "#define __cplusplus 201402L\n", concept),
                    0);
  ck_assert_uint_eq(cxx_errors(NULL, "#define __cplusplus 202002L\n", concept),
                    0);
}
END_TEST

/* A loop that does not end would take as long as libclang allows. Another compiler may
 * allow more, so it is an error of a kind that no other is. */
START_TEST(test_clang_args__what_computes_for_long_is_a_habit)
{
  static const char *const more[] = { "-fconstexpr-steps=400000", NULL };
  static const char text[] = "constexpr int f() { int i = 0; "
                             "while (i < 100000) i++; return i; }"
                             "static_assert(f() > 0);";
  static const char other[] = "constexpr int f() { return; } int v = f();";
  rd_frontend_options options = { .file_name = "input.cc" };
  ck_assert_uint_gt(cxx_errors(NULL, NULL, text), 0);
  ck_assert_uint_eq(cxx_errors(more, NULL, text), 0);
  rd_diagnostics limited = clang_diagnostics(&options, text, 0);
  ck_assert_uint_eq(limited.habits, limited.errors);
  ck_assert_str_eq(limited.habit_names, "");
  ck_assert_uint_eq(limited.habit_kinds &
                        clang_diagnostics(&options, other, 0).habit_kinds,
                    0);
}
END_TEST

/* libclang 19 would read the second for ever. */
START_TEST(test_clang_args__brackets_of_a_pragma_have_to_match)
{
  static const char *const omp[] = { "-fopenmp", NULL };
  static const char whole[] =
      "struct s {\n#pragma omp declare reduction(m:int:omp_out) "
      "initializer(omp_priv = [] { return '(' + 1'0; }())\n};\n";
  static const char broken[] =
      "struct s {\n#pragma omp declare reduction(m:int:omp_out) "
      "initializer(omp_priv = [] { return 0; )\n};\n";
  ck_assert_uint_eq(cxx_errors(omp, NULL, whole), 0);
  ck_assert_uint_eq(cxx_errors(omp, NULL, broken), 1);
}
END_TEST

START_TEST(test_clang_args__what_gcc_has_and_libclang_lacks_is_declared)
{
  ck_assert_uint_eq(cxx_errors(NULL, NULL,
                               "__float80 f; template <class T> struct S "
                               "{ static const bool v = __is_invocable(T); };"
                               "extern \"C\" void *m(long) "
                               "__attribute__((__malloc__(m, 1)));"),
                    0);
}
END_TEST

/* Also what is no use of one, up to the end of the text. */
START_TEST(test_clang_args__packs_of_integers_are_read)
{
  static const char *const broken[] = {
    "template <class T, T...> struct a {}; a<int __integer_pack(1)...> x;",
    "template <class T, T...> struct a {}; a<int, my__integer_pack(1)...> x;",
    "__integer_pack(",
    "<__integer_pack(1)...>",
    "a<__integer_pack(1",
    "a<b,__integer_pack(1)..",
    "a<b::, __integer_pack((1)...>\n;",
  };
  ck_assert_uint_eq(
      cxx_errors(
          NULL, NULL,
          "template <class T, T...> struct a {};\n"
          "template <unsigned long...> struct b {};\n"
          "template <class T, T N> using c = a<T, __integer_pack(N)...>;\n"
          "template <unsigned long N> struct d\n"
          "{ typedef b<__integer_pack(N + (1))...> type; };\n"
          "void f(a<int, 0, 1>, b<0, 1, 2>);\n"
          "void g(c<int, 2> x, d<2>::type y) { f(x, y); }\n"),
      0);
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
    ck_assert_uint_gt(cxx_errors(NULL, NULL, broken[i]), 0);
}
END_TEST

START_TEST(test_clang_args__a_target_is_taken_if_libclang_knows_it)
{
  static const char *const known[] = { "-target", "msp430", NULL };
  static const char *const unknown[] = { "-target", "h8300", NULL };
  static const char text[] = "int f(void) { return 1; }";
  ck_assert_uint_eq(errors_with(known, NULL, int_is_2), 0);
  ck_assert_uint_eq(errors_with(unknown, NULL, text), 0);
}
END_TEST

START_TEST(test_clang_args__the_prelude_knows_other_compilers_types)
{
  ck_assert_uint_eq(
      errors_with(NULL, NULL,
                  "_Float32 a; _Float64x b; __int128 c; _Float128 d;\n"
                  "void *f(void) __attribute__((__malloc__(g, 1)));"),
      0);
}
END_TEST

START_TEST(test_clang_args__sdcc_keywords_only_for_sdcc)
{
  static const char text[] =
      "__xdata __at(0x10) char a; void f(void) __interrupt(2) __critical\n"
      "{ __sfr b; a = 1; }";
  ck_assert_uint_eq(errors_with(NULL, "#define __SDCC 4\n", text), 0);
  ck_assert_uint_gt(errors_with(NULL, NULL, text), 0);
}
END_TEST

START_TEST(test_clang_args__opencl_is_read_with_its_types)
{
  static const char *const args[] = { "-cl-std=CL2.0", "-target", "amdgcn",
                                      NULL };
  static const char text[] = "kernel void f(global float4 *p)\n"
                             "{ p[get_global_id(0)].xy += (float)1; }";
  ck_assert_uint_eq(errors_in("a.cl", args, NULL, text), 0);
  ck_assert_uint_eq(errors_in("a.cl", NULL, NULL, "float9 x;"), 1);
  ck_assert_uint_gt(errors_in("a.c", args, NULL, text), 0);
}
END_TEST

START_TEST(test_clang_args__cuda_needs_no_kit)
{
  static const char *const device[] = { "--cuda-device-only",
                                        "--cuda-gpu-arch=sm_50", NULL };
  static const char text[] =
      "#ifdef __CUDA_ARCH__\n"
      "__attribute__((device)) int on_device;\n"
      "#endif\n"
      "__attribute__((global)) void f(int *p) { on_device = *p; }";
  ck_assert_uint_eq(errors_in("a.cu", NULL, NULL, text), 1);
  ck_assert_uint_eq(errors_in("a.cu", device, NULL, text), 0);
  ck_assert_uint_eq(errors_in("a.hip", NULL, NULL, text), 1);
}
END_TEST

START_TEST(test_clang_args__assembler_is_no_error_of_the_source)
{
  ck_assert_uint_eq(
      errors_with(NULL, NULL,
                  "void f(int i) { asm(\"\" : \"=Q9\"(i) : \"ZZ\"(i)"
                  " : \"r99\"); register int x asm(\"d0\"); }"),
      0);
}
END_TEST

START_TEST(test_clang_args__operands_of_assembler_are_the_sources)
{
  ck_assert_uint_eq(
      errors_with(NULL, NULL, "void f(int i) { asm(\"\" : : \"0\"(i)); }"), 1);
  ck_assert_uint_eq(
      errors_with(NULL, NULL, "void f(void) { asm(\"\" : \"=r\"(1)); }"), 1);
}
END_TEST

START_TEST(test_clang_args__errors_are_counted)
{
  ck_assert_uint_eq(errors_with(NULL, NULL, "int f(void) { x; y; return z; }"),
                    3);
}
END_TEST

START_TEST(test_clang_args__errors_by_taste_are_habits)
{
  static const char text[] = "f() {} int *p = 3; int v(void) { return z; }";
  rd_server *server = clang_server(NULL);
  uint32_t steps = rd_server_choice(server)->relax_steps;
  rd_server_free(server);
  rd_diagnostics strict = clang_diagnostics(NULL, text, 0);
  ck_assert_uint_eq(strict.errors, strict.habits + 1);
  rd_diagnostics relaxed = clang_diagnostics(NULL, text, steps);
  ck_assert_uint_eq(relaxed.errors, 1);
  ck_assert_uint_eq(relaxed.habits, 0);
  ck_assert_uint_eq(relaxed.kinds, strict.kinds);
}
END_TEST

static unsigned kinds_of(const char *text)
{
  return clang_diagnostics(NULL, text, 0).kinds;
}

/* Names, types and numbers of a message make no kind. */
START_TEST(test_clang_args__errors_are_told_apart_by_kind)
{
  unsigned undeclared = kinds_of("int f(void) { return x; }");
  ck_assert_uint_eq(kinds_of("int f(void) { return 0; }"), 0);
  ck_assert_uint_ne(undeclared, 0);
  ck_assert_uint_eq(undeclared & (undeclared - 1), 0);
  ck_assert_uint_eq(kinds_of("int g(void) { other; return several; }"),
                    undeclared);
  unsigned syntax = kinds_of("int f(void) { return 0 }");
  ck_assert_uint_ne(syntax, 0);
  ck_assert_uint_eq(syntax & undeclared, 0);
  ck_assert_uint_eq(kinds_of("int f(void) { x; return 0 }"),
                    syntax | undeclared);
}
END_TEST

START_TEST(test_clang_args__syntax_is_of_no_semantic_kind)
{
  static const char *const semantic[] = {
    "int f(void) { return first; }",
    "int f(void) { unknown_type x; return 0; }",
    "struct s; struct s x[2]; int f(void) { return 0; }",
    "int f(void) { 1 = 2; return 0; }",
    "int f(int); int f(char);",
    "int x; char x;",
  };
  static const char *const syntax[] = {
    "int f(void) { 1 2; }",       "int f(void) { return (1; }",
    "int f(void) { return 1 + }", "int f(void) { return }",
    "int f(void) { return 0; ",   "int f(void { return 0; }",
  };
  unsigned meant = 0, spelled = 0;
  for (size_t i = 0; i < sizeof semantic / sizeof *semantic; i++)
    meant |= kinds_of(semantic[i]);
  for (size_t i = 0; i < sizeof syntax / sizeof *syntax; i++)
    spelled |= kinds_of(syntax[i]);
  ck_assert_uint_eq(meant & spelled, 0);
  ck_assert_uint_ne(meant & (meant - 1), 0);
  ck_assert_uint_ne(spelled, 0);
}
END_TEST

START_TEST(test_clang_args__a_kind_is_no_matter_of_its_types)
{
  unsigned plain = kinds_of("void f(struct s { int i; } s) { s + 1; }");
  ck_assert_uint_ne(plain, 0);
  ck_assert_uint_eq(kinds_of("typedef struct { int i; } t;\n"
                             "typedef int n; void f(t s, n i) { s * i; }"),
                    plain);
  unsigned two = kinds_of("int f(int, int); int g(void) { return f(1); }");
  ck_assert_uint_ne(two, 0);
  ck_assert_uint_eq(
      kinds_of("int f(int, int, int); int g(void) { return f(1, 2); }"), two);
}
END_TEST

START_TEST(test_clang_args__relaxation_accepts_old_habits)
{
  static const char text[] =
      "f(a) { g(a); return h(); } int *p = 3; int v(void) { return; }\n"
      "char *q; void w(int **r) { q = r; }";
  rd_server *server = clang_server(NULL);
  uint32_t steps = rd_server_choice(server)->relax_steps;
  rd_server_free(server);
  ck_assert_uint_gt(steps, 0);
  uint32_t before = clang_errors(NULL, text, 0);
  for (uint32_t step = 1; step <= steps; step++) {
    uint32_t now = clang_errors(NULL, text, step);
    ck_assert_uint_le(now, before);
    before = now;
  }
  ck_assert_uint_eq(before, 0);
}
END_TEST

/* By any standard, what GCC 14, Clang 16 or C23 reject is an error, and what
 * they accept is none. */
START_TEST(test_clang_args__strict_is_what_newer_compilers_accept)
{
  static const char *const broken[] = {
    "template <class T, T...> struct a {}; a<int __integer_pack(1)...> x;",
    "template <class T, T...> struct a {}; a<int, my__integer_pack(1)...> x;",
    "f(void) { return 1; }\n",
    "a;\n",
    "int f(void) { return g(); }\n",
    "int f(void) { return; }\n",
    "int *f(void) { return 1; }\n",
    "int f(); int g(void) { return f(1); }\n",
    "int f(a) int a; { return a; }\n",
    "static int f(void); int g(void) { return f(); }\n"
  };
  static const char fine[] = "int f(); int g() { return f(); }\n";
  const char *const given[][2] = { { NULL }, { "-std=gnu89" }, { "-w" } };
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    rd_frontend_options options = { .args = given[i] };
    ck_assert_uint_eq(clang_errors(&options, fine, RD_STRICT), 0);
    for (size_t j = 0; j < sizeof broken / sizeof *broken; j++)
      ck_assert_msg(clang_errors(&options, broken[j], RD_STRICT) > 0, "%s",
                    broken[j]);
  }
}
END_TEST

START_TEST(test_clang_args__what_the_command_makes_an_error_is_no_habit)
{
  static const char *const args[] = { "-w", "-Werror=uninitialized", NULL };
  static const char text[] = "int f(void) { int x; return x; }\n";
  rd_frontend_options options = { .args = args };
  rd_diagnostics strict = clang_diagnostics(&options, text, RD_STRICT);
  ck_assert_uint_eq(strict.errors, 1);
  ck_assert_uint_eq(strict.habits, 0);
  ck_assert_uint_ne(strict.kinds, 0);
  ck_assert_uint_eq(clang_errors(&options, text, 0), 0);
  ck_assert_uint_eq(clang_errors(NULL, text, RD_STRICT), 0);
}
END_TEST

/* Nothing that runs finds a va_arg of long where long long is passed. */
START_TEST(test_clang_args__va_arg_has_the_type_of_an_argument)
{
  static const char *const args[] = { "-Werror=varargs", NULL };
  static const char pattern[] =
      "enum e { A }; void f(int n, ...) { __builtin_va_list l; "
      "__builtin_va_start(l, n); (void)__builtin_va_arg(l, %s); } "
      "void g(void) { f(1, %s); }\n";
  static const struct {
    const char *asked, *passed;
    bool fits;
  } cases[] = {
    { "long", "1LL", false },        { "long long", "1LL", true },
    { "unsigned long", "1L", true }, { "int", "'a'", true },
    { "long", "1", false },          { "enum e", "1u", true },
    { "char *", "(void *)0", true }, { "char *", "1L", false },
  };
  rd_frontend_options options = { .args = args };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    (void)snprintf(text, sizeof text, pattern, cases[i].asked, cases[i].passed);
    ck_assert_msg(!clang_errors(&options, text, RD_STRICT) == cases[i].fits,
                  "%s", text);
    ck_assert_msg(!clang_errors(NULL, text, RD_STRICT), "%s", text);
  }
}
END_TEST

START_TEST(test_clang_args__system_headers_can_be_included)
{
  ck_assert_uint_eq(
      errors_with(NULL, NULL,
                  "#include <stdio.h>\n#include <stdlib.h>\n"
                  "#include <math.h>\nint main(void) { return 0; }"),
      0);
}
END_TEST

/* libclang reads a text with what it kept of the one before. */
START_TEST(test_clang_args__no_text_changes_what_is_said_of_the_next)
{
  static const char *const texts[] = {
    "f(x) { return x; }",
    "#pragma GCC diagnostic error \"-Wall\"\nint g() { int unused; }",
    "#include \"missing.h\"\n#define int long\nint i = \"\";",
    "int h() { return implicit(1); }",
    "int j( {",
    "#pragma clang diagnostic ignored \"-Wimplicit-int\"\nk;",
    "",
    "l; int m(void) { return l + undeclared; }",
    "_Complex short n;", /* an error without a place */
    "int o;",
  };
  enum { TEXTS = sizeof texts / sizeof *texts };
  static const char crash[] = "#pragma clang __debug crash\n";
  static const uint32_t relax[] = { 0, 1, RD_STRICT };
  rd_server *used = clang_server(NULL);
  for (size_t i = 0; i < 3 * TEXTS; i++) {
    const char *text = texts[i * 3 % TEXTS];
    rd_diagnostics said = { 0 }, fresh;
    fresh = clang_diagnostics(NULL, text, relax[i / TEXTS]);
    (void)rd_server_check(&said, used, crash, i == 1 ? strlen(crash) : 0,
                          relax[0], NULL);
    ck_assert(!rd_server_check(&said, used, text, strlen(text),
                               relax[i / TEXTS], NULL));
    ck_assert_mem_eq(&said, &fresh, sizeof said);
  }
  rd_server_free(used);
}
END_TEST

int main(void)
{
  return RUN_TESTS("clang_args", test_clang_args__unknown_flags_are_dropped,
                   test_clang_args__macros_and_standard_are_kept,
                   test_clang_args__macros_of_the_compiler_choose_the_target,
                   test_clang_args__a_target_is_taken_if_libclang_knows_it,
                   test_clang_args__the_prelude_knows_other_compilers_types,
                   test_clang_args__sdcc_keywords_only_for_sdcc,
                   test_clang_args__opencl_is_read_with_its_types,
                   test_clang_args__cuda_needs_no_kit,
                   test_clang_args__assembler_is_no_error_of_the_source,
                   test_clang_args__operands_of_assembler_are_the_sources,
                   test_clang_args__errors_are_counted,
                   test_clang_args__errors_by_taste_are_habits,
                   test_clang_args__errors_are_told_apart_by_kind,
                   test_clang_args__syntax_is_of_no_semantic_kind,
                   test_clang_args__a_kind_is_no_matter_of_its_types,
                   test_clang_args__relaxation_accepts_old_habits,
                   test_clang_args__strict_is_what_newer_compilers_accept,
                   test_clang_args__what_the_command_makes_an_error_is_no_habit,
                   test_clang_args__no_text_changes_what_is_said_of_the_next,
                   test_clang_args__the_mode_of_cxx_is_that_of_the_compiler,
                   test_clang_args__what_computes_for_long_is_a_habit,
                   test_clang_args__brackets_of_a_pragma_have_to_match,
                   test_clang_args__what_gcc_has_and_libclang_lacks_is_declared,
                   test_clang_args__packs_of_integers_are_read,
                   test_clang_args__va_arg_has_the_type_of_an_argument,
                   test_clang_args__system_headers_can_be_included);
}
