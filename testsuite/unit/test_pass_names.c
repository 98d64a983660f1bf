/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes are read from what compilers really printed. */
#include "triage/pass_names.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

static void assert_taken(char *got, const char *wanted)
{
  ck_assert_str_eq(got ? got : "(none)", wanted);
  free(got);
}

START_TEST(test_pass_names__last_pass_that_ran_counts)
{
  static const char output[] =
      "BISECT: running pass (1) Annotation2MetadataPass on [module]\n"
      "BISECT: running pass (6) SROAPass on main\n"
      "BISECT: NOT running pass (7) EarlyCSEPass on main\n";
  bisect_trace trace;
  bisect_trace_read(&trace, output, sizeof output - 1);
  ck_assert_uint_eq(trace.last, 6);
  ck_assert_str_eq(trace.name, "SROAPass on main");
  ck_assert(!trace.selected);
  bisect_trace_dispose(&trace);
}
END_TEST

START_TEST(test_pass_names__passes_behind_selection_are_told)
{
  static const char output[] =
      "BISECT: running pass (77) X86 DAG->DAG Instruction Selection on "
      "function (e)\n"
      "BISECT: running pass (78) Early Tail Duplication on function (e)\n";
  bisect_trace trace;
  bisect_trace_read(&trace, output, sizeof output - 1);
  ck_assert(trace.selected);
  ck_assert_str_eq(bisect_trace_pass(&trace, 77),
                   "X86 DAG->DAG Instruction Selection on function (e)");
  ck_assert_ptr_null(bisect_trace_pass(&trace, 7));
  bisect_trace_dispose(&trace);
}
END_TEST

START_TEST(test_pass_names__damaged_trace_names_nothing)
{
  static const char output[] = "BISECT: running pass (x) A on f\n"
                               "BISECT: running pass (4\n"
                               "BISECT: running pass (99999999999) A on f\n"
                               "BISECT: running pass (0) A on f";
  bisect_trace trace;
  bisect_trace_read(&trace, output, sizeof output - 1);
  ck_assert_uint_eq(trace.last, 0);
  ck_assert_ptr_null(trace.name);
  bisect_trace_dispose(&trace);
}
END_TEST

START_TEST(test_pass_names__innermost_of_a_stack_dump_counts)
{
  static const char output[] =
      "3.\tRunning pass 'Function Pass Manager' on module 'a.c'.\n"
      "4.\tRunning pass 'Machine Common Subexpression Elimination' on "
      "function '@foo'\n";
  assert_taken(stack_dump_pass(output, sizeof output - 1),
               "Machine Common Subexpression Elimination on function '@foo'");
}
END_TEST

START_TEST(test_pass_names__new_pass_manager_quotes_otherwise)
{
  static const char output[] =
      "3.\tRunning pass \"slp-vectorizer\" on function \"f\"\n";
  assert_taken(stack_dump_pass(output, sizeof output - 1),
               "slp-vectorizer on function \"f\"");
  ck_assert_ptr_null(stack_dump_pass("x.\tRunning pass 'a' on b", 23));
  ck_assert_ptr_null(stack_dump_pass("3.\tRunning pass 'a", 18));
}
END_TEST

START_TEST(test_pass_names__gcc_says_where_it_was)
{
  static const char output[] =
      "during IPA pass: inline\na.c:1:1: internal compiler error: x\n";
  char *kind = NULL, *pass = NULL;
  ck_assert(during_pass(&kind, &pass, output, sizeof output - 1));
  assert_taken(kind, "IPA");
  assert_taken(pass, "inline");
  ck_assert(!during_pass(&kind, &pass, "during the day\n", 15));
}
END_TEST

static const char listing[] =
    "   *warn_unused_result                                 :  ON\n"
    "   tree-lower                                          :  ON\n"
    "      tree-vrp1                                        :  ON\n"
    "      tree-vrp2                                        :  OFF\n"
    "      tree-vrpx                                        :  OFF\n"
    "      rtl-rtl pre                                      :  ON\n"
    "   ipa-inline                                          :  ON\n"
    "tree-not-indented                                      :  ON\n";

START_TEST(test_pass_names__list_keeps_its_order)
{
  strings list = { 0 };
  pass_list_read(&list, listing, sizeof listing - 1);
  ck_assert_uint_eq(list.size, 6);
  ck_assert_str_eq(list.data[0], "tree-lower");
  ck_assert_str_eq(list.data[4], "rtl-rtl pre");
  strings_free(&list);
  pass_list_running(&list, listing, sizeof listing - 1);
  ck_assert_uint_eq(list.size, 4);
  ck_assert_str_eq(list.data[2], "rtl-rtl pre");
  strings_free(&list);
}
END_TEST

START_TEST(test_pass_names__later_runs_are_left_out_too)
{
  static const char *const names[] = { "tree-vrp1", "tree-vrp", "tree-vrp12",
                                       "rtl-vrp2", "tree-vrpx" };
  strings list = { 0 };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    strings_add(&list, names[i]);
  char *first = pass_list_off(&list, 0), *last = pass_list_off(&list, 4);
  ck_assert_str_eq(
      first, "-fdisable-tree-vrp1 -fdisable-tree-vrp -fdisable-tree-vrp12");
  ck_assert_str_eq(last, "-fdisable-tree-vrpx");
  free(first);
  free(last);
  strings_free(&list);
}
END_TEST

START_TEST(test_pass_names__bare_name_stands_for_each_instance)
{
  strings list = { 0 }, found = { 0 };
  pass_list_read(&list, listing, sizeof listing - 1);
  pass_list_find(&found, &list, "tree-", "vrp");
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(found.data[1], "tree-vrp2");
  strings_free(&found);
  pass_list_find(&found, &list, "tree-", "vrp1");
  ck_assert_uint_eq(found.size, 1);
  strings_free(&found);
  pass_list_find(&found, &list, "rtl-", "vrp");
  ck_assert_uint_eq(found.size, 0);
  strings_free(&list);
}
END_TEST

START_TEST(test_pass_names__name_tells_the_kind)
{
  ck_assert_str_eq(pass_kind("tree-vrp1"), "GIMPLE");
  ck_assert_str_eq(pass_kind("store_merging"), "GIMPLE");
  ck_assert_str_eq(pass_kind("ipa_mod_ref_pta"), "IPA");
  ck_assert_str_eq(pass_kind("schedule-insns2"), "RTL");
  ck_assert_ptr_null(pass_kind("finite-math-only"));
}
END_TEST

START_TEST(test_pass_names__dump_files_name_their_pass)
{
  assert_taken(dump_file_pass("a.b.c.113t.vrp1"), "tree-vrp1");
  assert_taken(dump_file_pass("a.c.085i.inline"), "ipa-inline");
  assert_taken(dump_file_pass("a.c.275r.rtl pre"), "rtl-rtl pre");
  ck_assert_ptr_null(dump_file_pass("a.c"));
  ck_assert_ptr_null(dump_file_pass("113t.vrp1"));
  ck_assert_ptr_null(dump_file_pass("a.c.01.rtl"));
  ck_assert_ptr_null(dump_file_pass("."));
}
END_TEST

START_TEST(test_pass_names__counters_of_a_pass_are_found)
{
  static const char output[] =
      "  counter name                  counter value     closed intervals\n"
      "-----------------------------------------------------------------\n"
      "  dce                           0                 unset\n"
      "  dce_fast                      0                 unset\n"
      "  delete_trivial_dead           0                 unset\n"
      "  dse                              -1     0\n";
  strings found = { 0 };
  counters_find(&found, output, sizeof output - 1, "dce1");
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(found.data[1], "dce_fast");
  strings_free(&found);
  counters_find(&found, output, sizeof output - 1, "dse2");
  ck_assert_uint_eq(found.size, 1);
  strings_free(&found);
  counters_find(&found, output, sizeof output - 1, "1");
  counters_find(&found, output, sizeof output - 1, "counter");
  ck_assert_uint_eq(found.size, 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS("pass_names", test_pass_names__last_pass_that_ran_counts,
                   test_pass_names__passes_behind_selection_are_told,
                   test_pass_names__damaged_trace_names_nothing,
                   test_pass_names__innermost_of_a_stack_dump_counts,
                   test_pass_names__new_pass_manager_quotes_otherwise,
                   test_pass_names__gcc_says_where_it_was,
                   test_pass_names__list_keeps_its_order,
                   test_pass_names__later_runs_are_left_out_too,
                   test_pass_names__bare_name_stands_for_each_instance,
                   test_pass_names__name_tells_the_kind,
                   test_pass_names__dump_files_name_their_pass,
                   test_pass_names__counters_of_a_pass_are_found);
}
