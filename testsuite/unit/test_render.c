/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a tree with edits looks like: separators, phrases, white space. */
#include "render.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"
#include "sexp_tree.h"
#include "lexer.h"

struct bench {
  rd_tree *tree;
  rd_config *config;
  rd_renderer *renderer;
};

static struct bench bench_new(const char *notation)
{
  struct bench bench = { .tree = sexp_tree(notation, 0) };
  bench.config = rd_config_new(bench.tree, &tokens_lexer);
  bench.renderer = rd_renderer_new(bench.config);
  return bench;
}

static void bench_free(struct bench *bench)
{
  rd_renderer_free(bench->renderer);
  rd_config_free(bench->config);
  rd_tree_free(bench->tree);
}

static void expect_candidate(struct bench *bench, const rd_edit *edits,
                             size_t count, const char *expected)
{
  textbuf out = { 0 };
  rd_measure measure;
  rd_renderer_candidate(&out, &measure, bench->renderer, edits, count);
  ck_assert_str_eq(out.data, expected);
  ck_assert_uint_eq(measure.bytes, strlen(expected));
  ck_assert_uint_eq(measure.tokens, tokens_lexer.count(out.data, out.size));
  text_free(&out);
}

enum { MOST = 6 };

/* The notation with the nodes of these texts (blank-separated) dropped. */
static void expect_without(const char *notation, const char *texts,
                           const char *expected)
{
  struct bench bench = bench_new(notation);
  rd_edit edits[MOST];
  size_t count = 0;
  char *copy = strdup(texts), *rest = copy, *text;
  while ((text = strsep(&rest, "|")) && *text)
    edits[count++] =
        (rd_edit){ .node = sexp_find(bench.tree, text, 0), .op = RD_DROP };
  expect_candidate(&bench, edits, count, expected);
  free(copy);
  bench_free(&bench);
}

/* The notation with one node edited. */
static void expect_edited(const char *notation, const char *text, rd_edit_op op,
                          const char *arg, const char *expected)
{
  struct bench bench = bench_new(notation);
  rd_edit edit = { .node = sexp_find(bench.tree, text, 0), .op = op };
  if (op == RD_PHRASE)
    edit.arg = rd_tree_at(bench.tree, edit.node)->phrase;
  else if (op == RD_LIFT)
    edit.arg = sexp_find(bench.tree, arg, 0);
  else if (op == RD_TEXT)
    edit.arg = rd_config_text(bench.config, arg);
  expect_candidate(&bench, &edit, 1, expected);
  bench_free(&bench);
}

/* f(a, b, c); */
static const char call[] = "(st \"f\" ~ \"(\" ~ (args:L \"a\"* ~ \",\":S "
                           "\"b\"* ~ \",\":S \"c\"*) ~ \")\" ~ \";\" |)";

START_TEST(test_render__separators_stand_between_what_is_left)
{
  expect_without(call, "a", "f(b, c);\n");
  expect_without(call, "b", "f(a, c);\n");
  expect_without(call, "c", "f(a, b);\n");
  expect_without(call, "a|b", "f(c);\n");
  expect_without(call, "a|c", "f(b);\n");
  expect_without(call, "b|c", "f(a);\n");
  expect_without(call, "a|b|c", "f();\n");
  expect_without(call, "a, b, c", "f();\n");
}
END_TEST

START_TEST(test_render__last_separator_stays_in_a_whole_list)
{
  const char *list = "(l:L \"{\":P \"a\"* \",\":S \"b\"* \",\":S \"}\":P)";
  expect_without(list, "", "{ a , b , }");
  expect_without(list, "a", "{ b }");
  expect_without(list, "b", "{ a }");
  expect_without(list, "a|b", "{ }");
}
END_TEST

START_TEST(test_render__element_that_renders_nothing_is_gone)
{
  const char *list =
      "(l:L (e* \"a\") \",\":S (e*=\"\" \"b\") \",\":S (e* \"c\" \"d\"))";
  expect_without(list, "c|d", "a , b");
  expect_edited(list, "b", RD_PHRASE, NULL, "a, c d");
}
END_TEST

START_TEST(test_render__list_without_element_is_its_phrase)
{
  const char *block = "(s \"do\" (b:L=\";\" \"{\":P (e* \"x\") \"/**/\":C (e* "
                      "\"y\") \"}\":P) \"while\")";
  expect_without(block, "x", "do { /**/ y } while");
  expect_without(block, "x|y", "do ; while");
  const char *bare = "(s \"do\" (b:L \"{\":P \"x\"* \"}\":P) \"while\")";
  expect_without(bare, "x", "do { } while");
  const char *none = "(s \"do\" (b:L=\";\" \"{\":P \"}\":P) \"while\")";
  expect_without(none, "do", "{ } while");
}
END_TEST

START_TEST(test_render__list_with_nothing_left_is_gone_itself)
{
  const char *lists = "(l:L (e:L* \"a\"*) \",\":S (e:L* \"b\"* \"c\"*))";
  expect_without(lists, "b|c", "a");
  expect_without(lists, "a", "b c");
  expect_without(lists, "a|b|c", "");
}
END_TEST

START_TEST(test_render__phrase_stands_where_the_node_stood)
{
  const char *st = "(s \"x\" \"=\" (e=\"0\" \"a\" \"+\" \"b\") ~ \";\" |)";
  expect_edited(st, "a + b", RD_PHRASE, NULL, "x = 0;\n");
  expect_edited(st, "a + b", RD_TEXT, "f ( 1 )", "x = f ( 1 );\n");
  expect_edited(st, "a + b", RD_TEXT, "", "x =;\n");
}
END_TEST

START_TEST(test_render__lifted_node_stands_for_its_ancestor)
{
  const char *st = "(s \"x\" \"=\" (p \"(\" ~ (q \"a\" \"+\" (r \"b\" \".\" "
                   "\"c\")) ~ \")\") ~ \";\")";
  expect_edited(st, "(a + b . c)", RD_LIFT, "a + b . c", "x = a + b . c;");
  expect_edited(st, "(a + b . c)", RD_LIFT, "b . c", "x = b . c;");
  expect_edited(st, "(a + b . c)", RD_LIFT, "(", "x = (;");
}
END_TEST

START_TEST(test_render__edits_work_below_a_lift_only)
{
  struct bench bench =
      bench_new("(s (p \"(\" (q \"a\" (r \"b\" \"c\"))) \";\")");
  rd_edit edits[] = {
    { .node = 1, .op = RD_LIFT, .arg = sexp_find(bench.tree, "b c", 0) },
    { .node = sexp_find(bench.tree, "b", 0), .op = RD_DROP },
    { .node = sexp_find(bench.tree, "a", 0), .op = RD_DROP },
    { .node = sexp_find(bench.tree, "a b c", 0), .op = RD_DROP },
  };
  expect_candidate(&bench, edits, 1, "b c ;");
  expect_candidate(&bench, edits, 2, "c ;");
  expect_candidate(&bench, edits, 4, "c ;");
  bench_free(&bench);
}
END_TEST

START_TEST(test_render__later_edit_of_a_candidate_counts)
{
  struct bench bench = bench_new("(s \"a\" (p=\"0\" \"b\" \"c\") \"d\")");
  rd_edit edits[] = {
    { .node = 2, .op = RD_DROP },
    { .node = 2, .op = RD_PHRASE, .arg = rd_tree_at(bench.tree, 2)->phrase },
    { .node = 2, .op = RD_KEEP },
  };
  expect_candidate(&bench, edits, 1, "a d");
  expect_candidate(&bench, edits, 2, "a 0 d");
  expect_candidate(&bench, edits, 3, "a b c d");
  rd_config_apply(bench.config, edits, 1);
  rd_renderer_rebase(bench.renderer);
  ck_assert_str_eq(rd_renderer_text(bench.renderer, NULL), "a d");
  expect_candidate(&bench, edits + 2, 1, "a b c d");
  bench_free(&bench);
}
END_TEST

START_TEST(test_render__tokens_do_not_paste)
{
  expect_without("(s \"int\" ~ \"*\" ~ \"x\")", "*", "int x");
  expect_without("(s \"a\" ~ \"-\" ~ \"b\" ~ \"-\" ~ \"c\")", "b", "a- -c");
  expect_edited("(s \"-\" ~ \"x\")", "x", RD_TEXT, "-1", "- -1");
  expect_edited("(s \"x\" ~ \"+\")", "x", RD_TEXT, "1e", "1e +");
  expect_without("(s \"L\" ~ \"(\" ~ \"\\\"s\\\"\")", "(", "L \"s\"");
  expect_edited("(s \"a\" '\\\\\\n' \"+\" ~ \"b\")", "+", RD_TEXT, "x",
                "a x b");
}
END_TEST

START_TEST(test_render__gap_is_a_line_break_or_a_space)
{
  expect_without("(s \"a\" |2 \"b\" |4 \"c\" |)", "b", "a\n    c\n");
  expect_without("(s \"a\" |4 \"b\" \"c\" |)", "b", "a\n    c\n");
  expect_without("(s \"a\" \"b\" '   ' \"c\")", "b", "a c");
  expect_without("(s \"a\" | | \"b\" | | | \"c\")", "b", "a\nc");
  expect_without("(s \"a\" | | \"b\" \"c\")", "c", "a\n\nb");
  expect_without("(s \"a\" '\\r\\n\\t' \"b\" \"c\")", "b", "a\r\n\tc");
}
END_TEST

START_TEST(test_render__splice_is_no_line_break)
{
  const char *define = "(s (d:N \"#\" ~ \"define\" \"A\" ' \\\\\\n  ' \"b\" ' "
                       "\\\\\\n  ' \"c\") | \"d\" |)";
  expect_without(define, "b", "#define A c\nd\n");
  expect_without(define, "d", "#define A \\\n  b \\\n  c\n");
}
END_TEST

START_TEST(test_render__brackets_are_hugged)
{
  expect_without("(s \"(\" ~ \"a\" \"b\" ~ \")\")", "a", "(b)");
  expect_without("(s \"(\" ~ \"a\" \"b\" ~ \")\")", "b", "(a)");
  expect_without("(s \"x\" \"a\" ~ \";\")", "a", "x;");
}
END_TEST

START_TEST(test_render__text_keeps_its_ends)
{
  const char *notation = "(s '  \\n ' \"a\" | \"b\" ' \\n\\n')";
  expect_without(notation, "", "  \n a\nb \n\n");
  expect_without(notation, "a", "b \n\n");
  expect_without(notation, "b", "  \n a\n");
  expect_without(notation, "a|b", "");
  expect_without("(s \"a\" | \"b\")", "b", "a");
}
END_TEST

START_TEST(test_render__lines_stay_alone)
{
  const char *text = "(s \"a\" | (d:N \"#\" ~ \"x\") | \"b\" | (d:N \"#\" ~ "
                     "\"y\") |)";
  expect_without(text, "a", "#x\nb\n#y\n");
  expect_without(text, "b", "a\n#x\n#y\n");
  expect_without(text, "#x", "a\nb\n#y\n");
  expect_edited("(s \"a\" \"b\" (d:N \"x\") \"b\" \"c\")", "b", RD_DROP, NULL,
                "a\nx b c");
}
END_TEST

START_TEST(test_render__comment_keeps_its_line)
{
  const char *text = "(s \"a\" \"b\" \"// c\":C |2 \"d\" | \"e\")";
  expect_without(text, "b", "a // c\n  d\ne");
  expect_without(text, "d", "a b // c\ne");
  expect_without(text, "// c", "a b\n  d\ne");
}
END_TEST

/* Drops the node of a text from a tree whose leaves are not all tokens. */
static void expect_glued(const char *notation, const char *text,
                         const char *expected)
{
  struct bench bench = bench_new(notation);
  rd_edit edit = { .node = sexp_find(bench.tree, text, 0), .op = RD_DROP };
  textbuf out = { 0 };
  rd_renderer_candidate(&out, NULL, bench.renderer, &edit, 1);
  ck_assert_str_eq(out.data, expected);
  text_free(&out);
  bench_free(&bench);
}

START_TEST(test_render__characters_are_glued)
{
  const char *characters = "(s:L \"a\":W* ~ \"b\":W* ~ \"+\":W* ~ \"c\":W* ~ "
                           "\"d\":W* ~ \" \":W* ~ \"e\":W*)";
  expect_glued(characters, "+", "abcd e");
  expect_glued(characters, " ", "ab+cde");
}
END_TEST

START_TEST(test_render__only_what_is_raw_is_glued)
{
  const char *escape =
      "(s \"p\" ~ (g \"(\" ~ (q \"'\" ~ \"ab\":W ~ \"\\\\n\":W "
      "~ \"cd\":W ~ \"'\") ~ \")\") ~ \"q\")";
  expect_glued(escape, "\\n", "p('abcd')q");
  expect_glued(escape, "('ab\\ncd')", "p q");
  const char *word = "(s \"ab\" ~ \"cd\" ~ \"ef\" ~ \"+\" ~ \"g\")";
  expect_glued(word, "cd", "abef+g");
  expect_glued(word, "+", "abcdef g");
}
END_TEST

/* if x:
 *     if y:
 *         f()
 *         # end
 *         while z: g; h
 *     i
 * j */
static const char python[] =
    "(m:LY (st* \"if\" \"x\" ~ \":\" |4 (b:L (st*=\"pass\" \"if\" \"y\" ~ "
    "\":\" |8 (b:L (st* \"f\" ~ \"(\" ~ \")\") |8 \"// end\":C |8 (st* "
    "\"while\" \"z\" ~ \":\" (b:L \"g\"* ~ \";\":S \"h\"*)))) |4 \"i\"*)) | "
    "\"j\"* |)";
static const char inner_if[] =
    "if y:\n        f()\n        // end\n        while z: g; h";
static const char inner_block[] = "f()\n        // end\n        while z: g; h";

START_TEST(test_render__lifted_lines_are_indented_as_their_place)
{
  expect_edited(python, inner_if, RD_LIFT, inner_block,
                "if x:\n    f()\n    // end\n    while z: g; h\n    i\nj\n");
  expect_edited(python, inner_if, RD_LIFT, "while z: g; h",
                "if x:\n    while z: g; h\n    i\nj\n");
  expect_edited(python, inner_if, RD_LIFT, "g; h",
                "if x:\n    g; h\n    i\nj\n");
  expect_edited("(s:Y \"-\" (m* \"k\" ~ \":\" |4 (m* \"a\" |4 \"b\")) |)",
                "k:\n    a\n    b", RD_LIFT, "a\n    b", "- a\n  b\n");
  expect_edited(
      "(s:Y (c* \"f\" ~ \"(\" ~ (l* \"{\" |2 \"x\" | \"}\") ~ \")\"))",
      "f({\n  x\n})", RD_LIFT, "{\n  x\n}", "{\n  x\n}");
}
END_TEST

START_TEST(test_render__lifts_in_lifts_add_up)
{
  struct bench bench = bench_new(
      "(s:Y \"0\" |1 (a* \"1\" |2 (a* \"2\" |4 (a* \"3\" |8 (a* \"4\" |9 "
      "\"5\")))) | \"6\")");
  uint32_t node[9];
  for (uint32_t i = 0, n = 0; i < rd_tree_size(bench.tree); i++)
    if (rd_tree_at(bench.tree, i)->size > 1)
      node[n++] = i;
  rd_edit edits[] = { { .node = node[1], .op = RD_LIFT, .arg = node[2] },
                      { .node = node[3], .op = RD_LIFT, .arg = node[4] } };
  expect_candidate(&bench, edits, 1, "0\n 2\n   3\n       4\n        5\n6");
  expect_candidate(&bench, edits, 2, "0\n 2\n   4\n    5\n6");
  rd_config_apply(bench.config, edits, 1);
  rd_renderer_rebase(bench.renderer);
  expect_candidate(&bench, edits + 1, 1, "0\n 2\n   4\n    5\n6");
  bench_free(&bench);
}
END_TEST

START_TEST(test_render__line_ends_stay_where_they_mean_something)
{
  const char *lines =
      "(m:LY (st* \"x\" \"=\" \"f\" ~ (a? \"(\" |2 \"y\" | \")\") "
      "\"+\" \"1\") | \"z\"* | \"u\"*)";
  expect_without(lines, "(\n  y\n)", "x = f + 1\nz\nu");
  expect_without(lines, "y|z", "x = f(\n) + 1\nu");
  expect_without(lines, "1", "x = f(\n  y\n) +\nz\nu");
  expect_edited(lines, "x = f(\n  y\n) + 1", RD_LIFT, "y", "y\nz\nu");
  expect_edited(
      "(m:LY (st* \"x\" \"=\" (c* \"f\" ~ \"(\" |2 \"y\" | \")\") \"+\" "
      "\"1\"))",
      "f(\n  y\n)", RD_LIFT, "y", "x = y + 1");
  expect_edited("(m:LY (st* \"x\" (c* \"f\" ~ \"(\" ~ (d \"y\" \"// c\":C) | "
                "\")\") \"1\"))",
                "f(y // c\n)", RD_LIFT, "y // c", "x y // c\n1");
}
END_TEST

START_TEST(test_render__lines_of_a_text_are_indented_as_their_place)
{
  expect_edited(
      python, "i", RD_TEXT, "if k:\n  l\n\n  m",
      "if x:\n    if y:\n        f()\n        // end\n        while z: "
      "g; h\n    if k:\n      l\n\n      m\nj\n");
  expect_edited("(s:Y '\\n\\t' \"a\" \"b\")", "b", RD_TEXT, "x\ny",
                "\n\ta x\n\t  y");
}
END_TEST

START_TEST(test_render__candidate_is_appended)
{
  struct bench bench = bench_new("(s \"a\" \"b\")");
  rd_edit edit = { .node = 1, .op = RD_DROP };
  textbuf out = { 0 };
  rd_measure measure;
  text_puts(&out, "head ");
  rd_renderer_candidate(&out, &measure, bench.renderer, &edit, 1);
  rd_renderer_candidate(&out, &measure, bench.renderer, NULL, 0);
  ck_assert_str_eq(out.data, "head ba b");
  ck_assert_uint_eq(measure.bytes, 3);
  text_free(&out);
  bench_free(&bench);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "render", test_render__separators_stand_between_what_is_left,
      test_render__last_separator_stays_in_a_whole_list,
      test_render__element_that_renders_nothing_is_gone,
      test_render__list_without_element_is_its_phrase,
      test_render__list_with_nothing_left_is_gone_itself,
      test_render__phrase_stands_where_the_node_stood,
      test_render__lifted_node_stands_for_its_ancestor,
      test_render__edits_work_below_a_lift_only,
      test_render__later_edit_of_a_candidate_counts,
      test_render__tokens_do_not_paste,
      test_render__gap_is_a_line_break_or_a_space,
      test_render__splice_is_no_line_break, test_render__brackets_are_hugged,
      test_render__text_keeps_its_ends, test_render__lines_stay_alone,
      test_render__comment_keeps_its_line, test_render__characters_are_glued,
      test_render__only_what_is_raw_is_glued,
      test_render__lifted_lines_are_indented_as_their_place,
      test_render__lifts_in_lifts_add_up,
      test_render__line_ends_stay_where_they_mean_something,
      test_render__lines_of_a_text_are_indented_as_their_place,
      test_render__candidate_is_appended);
}
