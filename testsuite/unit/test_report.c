/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The texts of a report: what they say, and that no content breaks them. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "run_fixture.h"

static char *top;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
}

/* A crash of GCC 12 on a text. */
static report make(const char *text, size_t size)
{
  report out = {
    .family = FAMILY_GCC,
    .program = mem_copy("gcc-12"),
    .version = mem_copy("gcc-12 (Debian 12.2.0-14) 12.2.0"),
    .verbose = mem_copy("Target: x86_64-linux-gnu\ngcc version 12.2.0\n"),
    .target = mem_copy("x86_64-linux-gnu"),
    .message = mem_copy("internal compiler error: in f, at a.cc:1"),
    .function = mem_copy("f"),
    .output = mem_copy("b.c:1: internal compiler error: in f, at a.cc:1\n"),
    .reduced_command = mem_copy("gcc-12 -O2 -c b.c"),
    .mode = mem_copy("-c"),
    .judge_class = mem_copy("accepted"),
    .reduced_name = mem_copy("b.c"),
    .reduced = mem_copy_bytes(text, size),
    .reduced_size = size,
  };
  strings_add(&out.flags, "-O2");
  return out;
}

static void add_row(report *to, const char *version, matrix_end end, bool self)
{
  matrix *rows = &to->matrix;
  rows->rows = mem_resize(rows->rows, rows->size + 1, sizeof *rows->rows);
  rows->rows[rows->size++] =
      (matrix_row){ .program = mem_copy(self ? "gcc-12" : "gcc-11"),
                    .family = to->family,
                    .version = mem_copy(version),
                    .target = mem_copy(to->target),
                    .options = mem_copy("-O2"),
                    .end = end,
                    .self = self };
}

static void assert_has(char *text, const char *part)
{
  ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
  free(text);
}

static void assert_lacks(char *text, const char *part)
{
  ck_assert_msg(!strstr(text, part), "\"%s\" in:\n%s", part, text);
  free(text);
}

START_TEST(test_report__a_title_says_what_and_with_what)
{
  report from = make("f", 1);
  char *title = report_title(&from);
  ck_assert_str_eq(title, "ICE in f, at a.cc:1 with -O2");
  free(title);
  string_replace(&from.message,
                 mem_copy("internal compiler error: Segmentation fault"));
  from.triage.kind = mem_copy("IPA");
  from.triage.pass = mem_copy("inline");
  title = report_title(&from);
  ck_assert_str_eq(
      title, "ICE: Segmentation fault in f during IPA pass: inline with -O2");
  free(title);
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_title_leaves_out_the_nodes_of_llvm)
{
  report from = make("f", 1);
  from.family = FAMILY_CLANG;
  string_replace(&from.message,
                 mem_copy("fatal error: error in backend: Cannot select: ch = "
                          "store<(store (s32) into `i32* getelementptr (i32, "
                          "i32* @g, i32 1)`)> t1"));
  from.triage.pass = mem_copy("DAG Selection on function '@f'");
  char *title = report_title(&from);
  ck_assert_str_eq(title, "[clang] Crash in DAG Selection: Cannot select: ch = "
                          "store with -O2");
  free(title);
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_stage_without_a_pass_has_a_component)
{
  report from = make("f", 1);
  from.triage.stage = mem_copy("middle end");
  assert_has(report_bugzilla(&from), "\nComponent: middle-end\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__front_ends_of_other_languages_have_components)
{
  report from = make("f", 1);
  from.triage.stage = mem_copy("front end");
  string_replace(&from.reduced_name, mem_copy("b.f90"));
  assert_has(report_bugzilla(&from), "\nComponent: fortran\n");
  string_replace(&from.reduced_name, mem_copy("b.go"));
  assert_has(report_bugzilla(&from), "\nComponent: go\n");
  string_replace(&from.reduced_name, mem_copy("b.c"));
  assert_has(report_bugzilla(&from), "\nComponent: c\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__debug_information_has_a_component_of_its_own)
{
  report from = make("f", 1);
  string_replace(&from.message,
                 mem_copy("internal compiler error: in f, at dwarf2out.cc:1"));
  from.triage.stage = mem_copy("front end");
  assert_has(report_bugzilla(&from), "\nComponent: debug\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_form_is_for_its_compiler)
{
  report from = make("f", 1);
  ck_assert(report_fits(&from, report_bugzilla));
  ck_assert(report_fits(&from, report_dejagnu));
  ck_assert(!report_fits(&from, report_github));
  ck_assert(!report_fits(&from, report_lit));
  ck_assert(report_fits(&from, report_plain));
  from.property = PROPERTY_HANG;
  ck_assert(!report_fits(&from, report_bugzilla));
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__an_older_release_makes_a_regression)
{
  report from = make("f", 1);
  add_row(&from, "12.2.0", MATRIX_CRASHES, true);
  add_row(&from, "11.3.0", MATRIX_WORKS, false);
  assert_has(report_title(&from), "[12 Regression] ICE");
  from.property = PROPERTY_WRONG;
  assert_has(report_title(&from),
             "[12 Regression] gcc-12 generates wrong code");
  from.property = PROPERTY_CRASH;
  assert_has(report_bugzilla(&from), "\nKnown to work: 11.3.0\n");
  assert_has(report_bugzilla(&from), "\nKnown to fail: 12.2.0\n");
  assert_has(report_bugzilla(&from), "needs-bisection");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__keywords_tell_valid_from_invalid)
{
  report from = make("f", 1);
  assert_has(report_bugzilla(&from), "Keywords: ice-on-valid-code\n");
  string_replace(&from.judge_class, mem_copy("errors"));
  assert_has(report_bugzilla(&from), "Keywords: ice-on-invalid-code\n");
  assert_has(report_dejagnu(&from), "dg-excess-errors");
  string_replace(&from.judge_class, NULL);
  assert_lacks(report_bugzilla(&from), "Keywords:");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__habits_of_old_c_are_not_valid)
{
  report from = make("f() {}", 6);
  strings_add(&from.warnings, "implicit-int");
  assert_has(report_bugzilla(&from), "Keywords: ice-on-invalid-code\n");
  assert_has(report_plain(&from), "which is not valid C (implicit int)");
  assert_lacks(report_dejagnu(&from), "dg-excess-errors");
  /* What the front end finds by the standard counts for more. */
  string_replace(&from.judge_class, mem_copy("strict"));
  assert_has(report_bugzilla(&from), "Keywords: ice-on-valid-code\n");
  string_replace(&from.judge_class, mem_copy("clean"));
  assert_has(report_bugzilla(&from), "Keywords: ice-on-invalid-code\n");
  from.strict = true;
  assert_has(report_bugzilla(&from), "Keywords: ice-on-valid-code\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__labels_follow_the_site_and_the_target)
{
  report from = make("f", 1);
  from.family = FAMILY_CLANG;
  from.triage.stage = mem_copy("back end");
  assert_has(report_github(&from),
             "\nLabels: crash-on-valid, backend:X86, llvm:codegen\n");
  string_replace(&from.target, mem_copy("riscv64-linux-gnu"));
  from.triage.pass = mem_copy("RISC-V DAG->DAG Pattern Instruction Selection");
  assert_has(report_github(&from), "\nLabels: crash-on-valid, "
                                   "backend:RISC-V, llvm:SelectionDAG\n");
  string_replace(&from.triage.pass, NULL);
  string_replace(&from.triage.stage, mem_copy("front end"));
  string_replace(&from.judge_class, NULL);
  assert_has(report_github(&from), "\nLabels: crash, clang:frontend\n");
  string_replace(&from.function,
                 mem_copy("clang::CodeGen::CodeGenFunction::EmitStmt"));
  assert_has(report_github(&from), "\nLabels: crash, clang:codegen\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__cxx_has_its_own_words)
{
  report from = make("f", 1);
  from.family = FAMILY_CLANG;
  string_replace(&from.reduced_name, mem_copy("input.reduced.cc"));
  from.triage.stage = mem_copy("front end");
  string_replace(&from.function, mem_copy("clang::Sema::CheckConstraint"));
  strings_add(&from.flags, "-std=c++2a");
  assert_has(report_github(&from),
             "\nLabels: crash-on-valid, concepts, c++20\n");
  assert_has(report_github(&from), "\n```cpp\nf\n```\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__other_programs_have_trackers_too)
{
  report from = make("f", 1);
  from.family = FAMILY_RUSTC;
  assert_has(report_github(&from), "\nLabels: C-bug, I-ICE, T-compiler\n");
  assert_has(report_github(&from), "\nThis valid code crashes rustc 12.2.0:\n\n"
                                   "```rust\nf\n```\n");
  assert_has(report_html(&from), "rust-lang/rust/issues/new");
  string_replace(&from.judge_class, NULL); /* that of a parser says nothing */
  string_replace(&from.output,
                 mem_copy("error[E0412]: no type `S`\n"
                          "error: internal compiler error: in f, at a.cc:1\n"));
  assert_has(report_github(&from), "\nThis invalid code crashes rustc 12.2.0:");
  string_replace(&from.judge_class, mem_copy("accepted"));
  from.family = FAMILY_LLVM;
  string_replace(&from.message,
                 mem_copy("LLVM ERROR: Cannot select: 0x5a: ch = load 0x5b"));
  string_replace(&from.program, mem_copy("/usr/bin/llc-14"));
  string_replace(&from.target, mem_copy("m68k"));
  string_replace(&from.triage.stage, mem_copy("back end"));
  assert_has(report_github(&from),
             "\nLabels: crash-on-valid, backend:m68k, llvm:SelectionDAG\n");
  assert_has(report_github(&from), " crashes llc-14 12.2.0:\n\n```llvm\n");
  assert_has(report_title(&from),
             "llc-14 crashes: Cannot select: ch = load with");
  ck_assert_str_eq(report_tracker_file(&from), "github.md");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__debian_wants_package_and_version)
{
  report from = make("f", 1);
  ck_assert(!report_fits(&from, report_debian));
  from.package = mem_copy("gcc-12");
  from.package_version = mem_copy("12.2.0-14");
  from.architecture = mem_copy("amd64");
  ck_assert(report_fits(&from, report_debian));
  char *text = report_debian(&from);
  ck_assert(starts_with(text, "To: submit@bugs.debian.org\n"
                              "Subject: gcc-12: ICE in f, at a.cc:1 with -O2\n"
                              "\nPackage: gcc-12\nVersion: 12.2.0-14\n"
                              "Severity: normal\n\nDear Maintainer,\n\nGCC"));
  assert_has(text, "\n-- System Information:\nArchitecture: amd64\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_fixed_crash_is_told_on_top)
{
  report from = make("f", 1);
  add_row(&from, "12.2.0", MATRIX_CRASHES, true);
  add_row(&from, "16.1.0", MATRIX_WORKS, false);
  char *(*const makes[])(const report *) = { report_bugzilla, report_github,
                                             report_plain };
  for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
    char *text = makes[i](&from);
    ck_assert(starts_with(text,
                          "Already fixed in gcc-11 16.1.0, which compiles "
                          "the file: do not send this.\n"));
    free(text);
  }
  assert_has(report_json(&from), "\"fixed_in\": \"gcc-11 16.1.0\"");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__an_error_before_the_crash_is_told)
{
  report from = make("f", 1);
  string_replace(&from.output,
                 mem_copy("b.c:1: error: no\n"
                          "b.c:1: internal compiler error: in f, at a.cc:1\n"));
  /* It may be a check of the compiler itself. */
  assert_lacks(report_bugzilla(&from), "error-recovery");
  string_replace(&from.judge_class, NULL);
  assert_has(report_bugzilla(&from), "ice-on-invalid-code, error-recovery");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_fence_is_longer_than_what_it_holds)
{
  static const char text[] = "/* ````\n```c\n</details> */ int a;\n";
  report from = make(text, strlen(text));
  from.family = FAMILY_CLANG;
  assert_has(report_github(&from), "\n`````c\n/* ````\n```c\n");
  assert_has(report_github(&from), "int a;\n`````\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__bytes_that_are_no_text_are_shown)
{
  report from = make("a\0\xff\033", 4);
  string_replace(&from.message, mem_copy("internal compiler error: \033\n"));
  string_replace(&from.output, mem_copy("\xe2\x80\xae"));
  assert_has(report_bugzilla(&from), "a\\x00\\xff\\x1b");
  assert_has(report_bugzilla(&from), "the file itself is attached");
  assert_has(report_bugzilla(&from), "\nSummary: ICE: \\x1b  in f with -O2\n");
  assert_has(report_bugzilla(&from), "\n\\xe2\\x80\\xae\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_long_output_is_cut_in_its_middle)
{
  report from = make("f", 1);
  textbuf out = { 0 };
  text_puts(&out, "first\n");
  for (int i = 0; i < 10000; i++)
    text_printf(&out, "frame %d\n", i);
  text_puts(&out, "last\n");
  string_replace(&from.output, out.data);
  char *text = report_bugzilla(&from);
  ck_assert_uint_lt(strlen(text), 60000);
  assert_has(mem_copy(text), "\nfirst\nframe 0\n");
  assert_has(mem_copy(text), "\nlast\n");
  assert_has(text, "bytes are left out here");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_long_line_is_cut_too)
{
  enum { LONG = 40000 };
  char *line = mem_alloc(LONG + 2, 1);
  memset(line, 'x', LONG);
  memcpy(line + LONG - 4, "end\n", 4);
  report from = make(line, LONG);
  string_replace(&from.output, line);
  assert_has(report_bugzilla(&from), "$ cat b.c\nxxxx");
  assert_has(report_bugzilla(&from), "\n$ gcc-12 -O2 -c b.c\nxxxx");
  assert_has(report_bugzilla(&from), "bytes are left out here ...]\nxxxx");
  assert_has(report_bugzilla(&from), "xxend\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_dejagnu_test_names_language_and_target)
{
  report from = make("f", 1);
  assert_has(report_dejagnu(&from), "/* { dg-do compile } */\n");
  assert_has(report_dejagnu(&from),
             "/* { dg-options \"-O2 -std=gnu17\" } */\n");
  strings_add(&from.flags, "-mavx");
  strings_add(&from.flags, "-DX=\"a[$b]\"");
  assert_has(report_dejagnu(&from), "{ target { i?86-*-* x86_64-*-* } }");
  assert_has(report_dejagnu(&from), "-DX=\\\"a\\[\\$b\\]\\\"");
  string_replace(&from.target, mem_copy("sh4-linux-gnu"));
  strings_add(&from.warnings, "implicit-int");
  assert_has(report_dejagnu(&from),
             "/* { dg-do compile { target sh4-*-* } } */");
  assert_has(report_dejagnu(&from), " -fpermissive\"");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report__a_lit_test_takes_what_was_proven)
{
  report from = make("f", 1);
  from.family = FAMILY_CLANG;
  assert_has(report_lit(&from), "// RUN: %clang -O2 -c %s -o /dev/null\n");
  strings_add(&from.cc1, "-triple");
  strings_add(&from.cc1, "x86_64-linux-gnu");
  strings_add(&from.cc1, "-DA=50%");
  assert_has(report_lit(&from),
             "// RUN: %clang_cc1 -triple x86_64-linux-gnu -DA=50%% %s -o "
             "/dev/null\n");
  assert_has(report_lit(&from), "// REQUIRES: x86-registered-target\n");
  report_dispose(&from);
}
END_TEST

/* ---- the script ---- */

static int run_script(const report *of, const char *environment)
{
  char *text = report_script(of), *path = mem_format("%s/run.sh", top);
  ck_assert(!file_write(path, text, strlen(text), NULL));
  char *line = mem_format("cd %s; TMPDIR=%s %s sh %s >%s/out 2>&1", top, top,
                          environment, path, top);
  int status = system(line);
  free(line);
  free(path);
  free(text);
  return status;
}

/* A compiler that says how many bytes the file has, sums them up, and crashes. */
static void write_compiler(const char *last)
{
  char *path = mem_format("%s/cc.sh", top);
  char *text = mem_format("#!/bin/sh\n"
                          "for file; do :; done\n"
                          "cksum <\"$file\" >%s/sum\n"
                          "echo 'internal compiler error: in f, at a.cc:99'\n"
                          "%s\n",
                          top, last);
  ck_assert(!file_write(path, text, strlen(text), NULL));
  ck_assert(!chmod(path, 0700));
  free(text);
  free(path);
}

/* Does the script's compiler get the text byte for byte? */
static void assert_passed_on(const char *text, size_t size)
{
  report from = make(text, size);
  free(from.program);
  from.program = mem_format("%s/cc.sh", top);
  ck_assert_int_eq(run_script(&from, ""), 0);
  char *file = mem_format("%s/expected", top);
  ck_assert(!file_write(file, text, size, NULL));
  char *line = mem_format("cksum <%s | cmp -s - %s/sum", file, top);
  ck_assert_int_eq(system(line), 0);
  free(line);
  free(file);
  report_dispose(&from);
}

START_TEST(test_report__a_script_holds_each_file)
{
  write_compiler("exit 1");
  char all[256];
  for (int i = 0; i < 256; i++)
    all[i] = (char)i;
  assert_passed_on("int a;\n", 7);
  assert_passed_on("int a;", 6);
  assert_passed_on("", 0);
  assert_passed_on("\n\n", 2);
  assert_passed_on("END_OF_CASE\nEND_OF_CASE_\n'\"`$(x)\\\n", 34);
  assert_passed_on("END_OF_CASE", 11);
  assert_passed_on("caf\xc3\xa9\xc4\x81\r\n", 9);
  assert_passed_on(all, sizeof all);
}
END_TEST

START_TEST(test_report__a_script_tells_a_crash_from_none)
{
  report from = make("f", 1);
  free(from.program);
  from.program = mem_format("%s/cc.sh", top);
  write_compiler("exit 4");
  ck_assert_int_eq(run_script(&from, ""), 0);
  ck_assert_int_eq(run_script(&from, "CC=./cc.sh"), 0);
  ck_assert_int_eq(run_script(&from, "CC='./cc.sh -B/x'"), 0);
  ck_assert_int_ne(run_script(&from, "CC=true"), 0);
  ck_assert_int_ne(run_script(&from, "CC=false"), 0);
  write_compiler("exit 0");
  ck_assert_int_ne(run_script(&from, ""), 0);
  string_replace(&from.message, NULL);
  string_replace(&from.output, mem_copy(""));
  write_compiler("kill -SEGV $$");
  ck_assert_int_eq(run_script(&from, ""), 0);
  report_dispose(&from);
}
END_TEST

/* ---- the folder ---- */

static bool is_there(const char *name)
{
  char *path = mem_format("%s/bug.report/%s", top, name);
  bool there = path_exists(path);
  free(path);
  return there;
}

START_TEST(test_report__a_folder_holds_what_its_tracker_wants)
{
  char *folder = mem_format("%s/bug.report", top);
  report from = make("int a;\n", 7);
  ck_assert(!report_write(&from, folder, NULL));
  ck_assert(is_there("report.json") && is_there("b.c"));
  ck_assert(is_there("bugzilla.txt") && is_there("dejagnu-test.c"));
  ck_assert(!is_there("github.md") && !is_there("lit-test.c"));
  from.family = FAMILY_CLANG;
  ck_assert(!report_write(&from, folder, NULL));
  ck_assert(is_there("github.md") && is_there("lit-test.c"));
  ck_assert(!is_there("bugzilla.txt") && !is_there("dejagnu-test.c"));
  from.family = FAMILY_TCC;
  ck_assert(!report_write(&from, folder, NULL));
  ck_assert(is_there("report.txt") && is_there("reproduce.sh"));
  ck_assert(!is_there("github.md") && !is_there("lit-test.c"));
  report_dispose(&from);
  free(folder);
}
END_TEST

START_TEST(test_report__wrong_code_of_clang_is_a_program_of_the_test_suite)
{
  char *folder = mem_format("%s/bug.report", top);
  report from = make("int main() {}\n", 14);
  from.family = FAMILY_CLANG;
  from.property = PROPERTY_WRONG;
  from.expected = mem_copy("exit status 3\n12\n");
  from.actual = mem_copy("SIGABRT");
  assert_has(report_suite(&from), " -O2` it does something else");
  strings_add(&from.references, "/usr/bin/clang-16 -O0 b.c");
  assert_has(report_script(&from), "\n$CC -O2 -c b.c || exit 1\n");
  assert_has(report_script(&from), "\n/usr/bin/clang-16 -O0 b.c || exit 1\n");
  char *output = report_suite_output(&from);
  ck_assert_str_eq(output, "12\nexit 3\n");
  free(output);
  ck_assert(!report_write(&from, folder, NULL));
  ck_assert(is_there("test-suite.c") && !is_there("test-suite.cpp"));
  ck_assert(is_there("test-suite.reference_output"));
  from.property = PROPERTY_CRASH;
  ck_assert(!report_write(&from, folder, NULL));
  ck_assert(!is_there("test-suite.c"));
  report_dispose(&from);
  free(folder);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_report__a_title_says_what_and_with_what,
    &test_report__a_title_leaves_out_the_nodes_of_llvm,
    &test_report__a_stage_without_a_pass_has_a_component,
    &test_report__debug_information_has_a_component_of_its_own,
    &test_report__front_ends_of_other_languages_have_components,
    &test_report__a_form_is_for_its_compiler,
    &test_report__an_older_release_makes_a_regression,
    &test_report__keywords_tell_valid_from_invalid,
    &test_report__habits_of_old_c_are_not_valid,
    &test_report__labels_follow_the_site_and_the_target,
    &test_report__cxx_has_its_own_words,
    &test_report__other_programs_have_trackers_too,
    &test_report__debian_wants_package_and_version,
    &test_report__a_fixed_crash_is_told_on_top,
    &test_report__an_error_before_the_crash_is_told,
    &test_report__a_fence_is_longer_than_what_it_holds,
    &test_report__bytes_that_are_no_text_are_shown,
    &test_report__wrong_code_of_clang_is_a_program_of_the_test_suite,
    &test_report__a_long_output_is_cut_in_its_middle,
    &test_report__a_long_line_is_cut_too,
    &test_report__a_dejagnu_test_names_language_and_target,
    &test_report__a_lit_test_takes_what_was_proven,
    &test_report__a_script_holds_each_file,
    &test_report__a_script_tells_a_crash_from_none,
    &test_report__a_folder_holds_what_its_tracker_wants,
  };
  return run_fixture("report", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
