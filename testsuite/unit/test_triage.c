/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stage and pass are found with what a compiler offers, and nothing is said that
 * was not run. */
#include "triage/triage.h"

#include "programs_fixture.h"
#include "run_fixture.h"
#include "triage/ask.h"

static programs with;
static const source text = { "in.c", "bug\n", 4 };

static void set_up(void)
{
  programs_set_up(&with);
}

static void tear_down(void)
{
  programs_tear_down(&with);
}

static const char clang_version[] = "clang version 14.0.6";

/* Crashes in pass $crash of 20 if pass $needs has run. */
static const char clang_body[] =
    "limit=-1 emit= bare=\n"
    "for arg; do case $arg in\n"
    "  -opt-bisect-limit=*) limit=${arg#*=}; told=1;;\n"
    "  -emit-llvm) emit=1;;\n"
    "  -disable-llvm-passes) bare=1;;\n"
    "  -E) exit 0;;\n"
    "esac; done\n"
    "die() {\n"
    "  echo 'PLEASE submit a bug report' >&2; echo 'Stack dump:' >&2\n"
    "  echo \"2.\t$phase\" >&2\n"
    "  [ \"$dump\" ] && echo \"4.\tRunning pass '$dump' on function '@f'\" "
    ">&2\n"
    "  exit 139\n"
    "}\n"
    "[ \"$front\" ] && die\n"
    "[ \"$bare\" ] && exit 0\n"
    "[ \"$emit\" ] && [ \"$crash\" -gt \"$middle\" ] && exit 0\n"
    "i=1; ran=; [ $needs = 0 ] && ran=1\n"
    "while [ $i -le 20 ]; do\n"
    "  if [ $limit -ge 0 ] && [ $i -gt $limit ]; then\n"
    "    [ \"$told\" ] && echo \"BISECT: NOT running pass ($i) P$i on f\" >&2\n"
    "  else\n"
    "    [ \"$told\" ] && echo \"BISECT: running pass ($i) P$i on f\" >&2\n"
    "    [ $i = $needs ] && ran=1\n"
    "  fi\n"
    "  if [ $i = $crash ] && [ \"$ran\" ]; then die; fi\n"
    "  i=$((i + 1))\n"
    "done\n"
    "exit 0\n";

static void add_clang(const char *variables)
{
  char *body = mem_format("front= dump= middle=10 phase=Optimizer %s\n%s",
                          variables, clang_body);
  programs_add(&with, "clang", clang_version, body);
  free(body);
  programs_crash(&with, "clang", "-O2", &text);
}

static triage find(void)
{
  crash_case request = { .run = &with.run,
                         .command = &with.command,
                         .compiler = &with.compiler,
                         .expected = &with.expected,
                         .text = &text,
                         .limits = &programs_limits };
  triage out;
  rd_error err = { 0 };
  ck_assert_msg(!triage_find(&out, &request, &err), "%s", err.message);
  return out;
}

static void assert_text(const char *got, const char *wanted)
{
  ck_assert_str_eq(got ? got : "(none)", wanted ? wanted : "(none)");
}

START_TEST(test_triage__front_end_has_no_pass)
{
  add_clang("front=1 crash=1 needs=1");
  triage found = find();
  assert_text(found.stage, "front end");
  assert_text(found.pass, NULL);
  ck_assert_uint_eq(found.runs, 1);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__crashing_pass_is_asked_first)
{
  add_clang("crash=8 needs=8");
  triage found = find();
  assert_text(found.stage, "middle end");
  assert_text(found.pass, "P8 on f");
  assert_text(found.kind, "LLVM IR");
  assert_text(found.named_by, "-mllvm -opt-bisect-limit");
  assert_text(found.confirmed, "-mllvm -opt-bisect-limit=7");
  assert_text(found.limit, "-mllvm -opt-bisect-limit=8");
  assert_text(found.exposed_by, NULL);
  ck_assert_uint_eq(found.runs, 4);
  char *line = triage_line(&found);
  assert_text(line, "middle end, LLVM IR pass P8 on f (named by -mllvm "
                    "-opt-bisect-limit; gone with -mllvm "
                    "-opt-bisect-limit=7)");
  free(line);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__earlier_pass_that_exposes_it_is_found)
{
  /* The crash comes whether pass 17 is left out or not. */
  add_clang("crash=17 needs=5 dump=Backend");
  triage found = find();
  assert_text(found.stage, "back end");
  assert_text(found.pass, "Backend on function '@f'");
  assert_text(found.named_by, "the stack dump");
  assert_text(found.confirmed, "-mllvm -opt-bisect-limit=4");
  assert_text(found.exposed_by, "P5 on f");
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__crash_without_optional_passes_is_not_confirmed)
{
  /* Pass 0 has always run. */
  add_clang("crash=3 needs=0");
  triage found = find();
  assert_text(found.confirmed, NULL);
  assert_text(found.limit, NULL);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__clang_without_the_option_says_no_pass)
{
  programs_add(&with, "clang", clang_version,
               "case $* in *bisect*|*emit-llvm*)\n"
               "  echo \"clang: error: unknown argument\" >&2; exit 1;;\n"
               "*-E*) exit 0;; esac\n"
               "echo 'Stack dump:' >&2; exit 139");
  programs_crash(&with, "clang", "-O2", &text);
  triage found = find();
  assert_text(found.stage, NULL);
  assert_text(found.pass, NULL);
  ck_assert_ptr_null(triage_line(&found));
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__another_crash_tells_no_stage)
{
  programs_add(&with, "clang", clang_version,
               "echo 'PLEASE submit a bug report' >&2\n"
               "case $* in *-E*) exit 0;;\n"
               "*disable-llvm-passes*) exit 0;;\n"
               "*emit-llvm*) kill -6 $$;; esac\n"
               "echo 'Stack dump:' >&2; exit 139");
  programs_crash(&with, "clang", "-O2", &text);
  triage found = find();
  assert_text(found.stage, NULL);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__hanging_compiler_is_not_asked_on)
{
  programs_add(&with, "clang", clang_version,
               "case $* in *-E*) exit 0;; *llvm*) sleep 60;; esac\n"
               "echo 'Stack dump:' >&2; exit 139");
  programs_crash(&with, "clang", "-O2", &text);
  rd_limits short_limits = { .wall_ms = 200 };
  crash_case request = { .run = &with.run,
                         .command = &with.command,
                         .compiler = &with.compiler,
                         .expected = &with.expected,
                         .text = &text,
                         .limits = &short_limits };
  triage found = { 0 };
  asker ask = { .given = &request, .hangs = 2 };
  ck_assert_int_eq(triage_clang(&found, &ask), RD_OK);
  ck_assert_uint_eq(ask.runs, 1);
  assert_text(found.stage, NULL);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__endless_output_ends)
{
  programs_add(&with, "clang", clang_version,
               "case $* in *bisect*) yes BISECT: running pass;;\n"
               "*emit-llvm*|*-E*) exit 0;; esac\n"
               "echo 'Stack dump:' >&2; exit 139");
  programs_crash(&with, "clang", "-O2", &text);
  triage found = find();
  assert_text(found.stage, "back end");
  assert_text(found.pass, NULL);
  triage_dispose(&found);
}
END_TEST

static const char gcc_version[] =
    "gcc (Debian 12.2.0-14) 12.2.0\nCopyright Free Software Foundation";
static const char old_version[] =
    "gcc (GCC) 5.4.0\nCopyright Free Software Foundation";

/* Crashes in $pass of kind $kind unless $cure is among the options. */
static const char gcc_body[] =
    "for arg; do case $arg in\n"
    "  -fdump-passes) list=1;;\n"
    "  -fdump-tree-all) dumps=1;;\n"
    "  -fdbg-cnt-list) echo '  vrp  0  unset'; echo '  vrp_x  0  unset';;\n"
    "  -fdbg-cnt=vrp_x:*) count=${arg#*:};;\n"
    "  -fdisable-*) [ \"$arg\" = \"$cure\" ] && exit 0;;\n"
    "  -E|-dM) exit 0;;\n"
    "  -o) next=1;;\n"
    "  *) [ \"$next\" ] && out=$arg; next=;;\n"
    "esac; done\n"
    "grep -q bug in.c && bug=1\n"
    "if [ \"$list\" ] && ! { [ \"$bug\" ] && [ \"$parser\" ]; }; then\n"
    "  printf '   %s   :  ON\\n' tree-lower tree-vrp1 tree-vrp2 rtl-expand\n"
    "fi\n"
    "[ \"$bug\" ] || exit 0\n"
    "[ \"$count\" ] && [ \"$count\" -le 37 ] && exit 0\n"
    "[ \"$dumps\" ] && for at in $dumped; do : >\"${out%/*}/in.c.$at\"; done\n"
    "[ \"$pass\" ] && echo \"during $kind pass: $pass\"\n"
    "echo 'in.c:1:1: internal compiler error: in f, at a.cc:1'; exit 4\n";

static void add_gcc(const char *version, const char *variables)
{
  char *body = mem_format("%s\n%s", variables, gcc_body);
  programs_add(&with, "gcc", version, body);
  free(body);
  programs_crash(&with, "gcc", "-O2", &text);
}

START_TEST(test_triage__instance_is_the_one_that_cures)
{
  add_gcc(gcc_version, "kind=GIMPLE pass=vrp cure=-fdisable-tree-vrp2");
  triage found = find();
  assert_text(found.stage, "middle end");
  assert_text(found.kind, "GIMPLE");
  assert_text(found.pass, "vrp2");
  assert_text(found.confirmed, "-fdisable-tree-vrp2");
  assert_text(found.named_by, "the compiler's message");
  ck_assert_uint_eq(found.runs, 4);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__counter_is_searched_for_the_first_that_crashes)
{
  add_gcc(gcc_version, "kind=GIMPLE pass=vrp dumped=013t.vrp1");
  triage found = find();
  assert_text(found.confirmed, "-fdbg-cnt=vrp_x:37");
  assert_text(found.limit, "-fdbg-cnt=vrp_x:38");
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__pass_that_cannot_go_is_not_confirmed)
{
  add_gcc(gcc_version, "kind=RTL pass=expand");
  triage found = find();
  assert_text(found.stage, "back end");
  assert_text(found.pass, "expand");
  assert_text(found.confirmed, NULL);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__no_list_of_passes_means_the_parser)
{
  add_gcc(gcc_version, "parser=1");
  triage found = find();
  assert_text(found.stage, "front end");
  assert_text(found.pass, NULL);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__old_gcc_is_named_by_its_dumps)
{
  add_gcc(old_version, "dumped='005t.lower 081t.vrp1' "
                       "cure=-fdisable-tree-vrp1");
  triage found = find();
  assert_text(found.pass, "vrp1");
  assert_text(found.named_by, "the last dump file");
  assert_text(found.confirmed, "-fdisable-tree-vrp1");
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__new_gcc_that_names_no_pass_was_in_none)
{
  add_gcc(gcc_version, "dumped='005t.lower 081t.vrp1'");
  triage found = find();
  assert_text(found.stage, "middle end");
  assert_text(found.pass, NULL);
  triage_dispose(&found);
}
END_TEST

START_TEST(test_triage__other_compilers_tell_nothing)
{
  programs_add(&with, "pcc", "Portable C Compiler 1.2.0 for x86_64-pc-linux",
               "case $* in *-E*) exit 0;; esac\n"
               "echo 'in.c, line 1: compiler error: strmemb'; exit 1");
  programs_crash(&with, "pcc", "-O2", &text);
  triage found = find();
  ck_assert_ptr_null(found.stage);
  ck_assert_ptr_null(triage_line(&found));
  triage_dispose(&found);
}
END_TEST

int main(void)
{
  const fixture_test tests[] = {
    &test_triage__front_end_has_no_pass,
    &test_triage__crashing_pass_is_asked_first,
    &test_triage__earlier_pass_that_exposes_it_is_found,
    &test_triage__crash_without_optional_passes_is_not_confirmed,
    &test_triage__clang_without_the_option_says_no_pass,
    &test_triage__another_crash_tells_no_stage,
    &test_triage__hanging_compiler_is_not_asked_on,
    &test_triage__endless_output_ends,
    &test_triage__instance_is_the_one_that_cures,
    &test_triage__counter_is_searched_for_the_first_that_crashes,
    &test_triage__pass_that_cannot_go_is_not_confirmed,
    &test_triage__no_list_of_passes_means_the_parser,
    &test_triage__old_gcc_is_named_by_its_dumps,
    &test_triage__new_gcc_that_names_no_pass_was_in_none,
    &test_triage__other_compilers_tell_nothing,
  };
  return run_fixture("triage", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
