/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees from balanced tokens. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "run_tests.h"
#include "tokens/balanced.h"
#include "lexer.h"

static rd_tree *tree_by(bool by_lines, const char *text, uint32_t prepare)
{
  token *tokens = NULL;
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  size_t count = lex(&tokens, text, strlen(text));
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_node_spec root = { .kind = rd_builder_kind(builder, "t") };
  (void)rd_builder_open(builder, &root);
  balanced_add(builder, tokens, count, by_lines);
  rd_builder_close(builder);
  ck_assert_msg(!rd_builder_finish(&tree, builder, prepare, &err), "%s",
                err.message);
  ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%s", err.message);
  rd_builder_free(builder);
  free(tokens);
  return tree;
}

static rd_tree *tree_of(const char *text, uint32_t prepare)
{
  return tree_by(false, text, prepare);
}

/* The children of a node as source text, each in angle brackets. */
static void expect_children(const rd_tree *tree, uint32_t node,
                            const char *expected)
{
  textbuf shown = { 0 };
  text_puts(&shown, "");
  for (uint32_t child = rd_tree_first(tree, node); child != RD_NONE;
       child = rd_tree_next(tree, child)) {
    const rd_node *at = rd_tree_at(tree, child);
    text_puts(&shown, "<");
    text_add(&shown, rd_tree_text(tree, NULL) + at->begin, at->end - at->begin);
    text_puts(&shown, ">");
  }
  ck_assert_str_eq(shown.data, expected);
  text_free(&shown);
}

static void expect_elements(const char *text, const char *expected)
{
  rd_tree *tree = tree_of(text, 0);
  expect_children(tree, 0, expected);
  rd_tree_free(tree);
}

static void expect_lines(const char *text, const char *expected)
{
  rd_tree *tree = tree_by(true, text, 0);
  expect_children(tree, 0, expected);
  rd_tree_free(tree);
}

static void expect_sexp(const char *text, const char *expected)
{
  rd_tree *tree = tree_of(text, 0);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, expected);
  free(sexp);
  rd_tree_free(tree);
}

/* The first node with this flag, or RD_NONE. */
static uint32_t find_flag(const rd_tree *tree, uint32_t flag)
{
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    if (rd_tree_at(tree, i)->flags & flag)
      return i;
  return RD_NONE;
}

START_TEST(test_balanced__ends_statements_at_semicolons_and_blocks)
{
  expect_elements("int a; f() {} x = 1;", "<int a;><f() {}><x = 1;>");
  expect_elements("{} {} ;;", "<{}><{} ;><;>");
  expect_elements("a b", "<a b>");
  expect_elements("", "");
}
END_TEST

START_TEST(test_balanced__goes_on_where_a_statement_does)
{
  expect_elements("if (a) {} else {} b;", "<if (a) {} else {}><b;>");
  expect_elements("if (a) b; else c; d;", "<if (a) b; else c;><d;>");
  expect_elements("do {} while (a); while (b) {}",
                  "<do {} while (a);><while (b) {}>");
  expect_elements("do a; while (b); c;", "<do a; while (b);><c;>");
  expect_elements("int a[] = {1}, b; c;", "<int a[] = {1}, b;><c;>");
  expect_elements("while (a) {} while (b) {}", "<while (a) {}><while (b) {}>");
}
END_TEST

START_TEST(test_balanced__keeps_declarators_with_their_tag)
{
  expect_elements("struct s {int a;} x, *y; z;",
                  "<struct s {int a;} x, *y;><z;>");
  expect_elements("struct __attribute__((p)) s {} x; z;",
                  "<struct __attribute__((p)) s {} x;><z;>");
  expect_elements("enum e {A, B} x; struct s f(int a) {} z;",
                  "<enum e {A, B} x;><struct s f(int a) {}><z;>");
  expect_elements("typedef struct {int a;} t; u v;",
                  "<typedef struct {int a;} t;><u v;>");
}
END_TEST

START_TEST(test_balanced__separates_elements_by_commas)
{
  expect_sexp("f(a, b c)",
              "(t (statement* \"f\"? (parentheses?=\"()\" \"(\" (list=\"\" "
              "\"a\"* \",\" (item* \"b\"? \"c\"?)) \")\")))");
  expect_sexp("{1, {2},}",
              "(t (braces*=\"{}\" \"{\" (list=\"\" \"1\"* \",\" "
              "(braces*=\"{}\" \"{\" (list=\"\" \"2\"*) \"}\") \",\"?) "
              "\"}\"))");
}
END_TEST

START_TEST(test_balanced__lets_other_commas_go)
{
  rd_tree *tree = tree_of("(,a,,b,)", 0);
  unsigned separators = 0;
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    separators += (rd_tree_at(tree, i)->flags & RD_SEPARATOR) != 0;
  ck_assert_uint_eq(separators, 0);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_balanced__keeps_the_semicolons_of_clauses)
{
  expect_sexp("(a b; c;)",
              "(t (parentheses*=\"()\" \"(\" (list=\"\" (clause? \"a\"? "
              "\"b\"?) \";\" \"c\"? \";\") \")\"))");
}
END_TEST

START_TEST(test_balanced__leaves_lone_brackets_as_tokens)
{
  expect_sexp(") (]", "(t (statement* \")\"? \"(\"? \"]\"?))");
  expect_sexp("{ ( }", "(t (braces*=\"{}\" \"{\" (list=\"\" \"(\"*) \"}\"))");
  expect_sexp("( { )", "(t (statement* \"(\"? \"{\"? \")\"?))");
  expect_sexp("([)", "(t (parentheses*=\"()\" \"(\" (list=\"\" \"[\"*) "
                     "\")\"))");
}
END_TEST

START_TEST(test_balanced__knows_digraphs)
{
  expect_sexp("<% a<:1:> %>",
              "(t (braces*=\"{}\" \"<%\" (list=\"\" (statement* \"a\"? "
              "(brackets?=\"[]\" \"<:\" (list=\"\" \"1\"*) \":>\"))) "
              "\"%>\"))");
}
END_TEST

START_TEST(test_balanced__gives_directives_their_lines)
{
  rd_tree *tree = tree_of("a\n#if (\nb\n#endif )\n;", 0);
  uint32_t line = find_flag(tree, RD_LINE);
  expect_children(tree, line, "<#><if><(>");
  expect_children(tree, 0, "<a\n#if (\nb\n#endif )\n;>");
  ck_assert_int_eq(rd_tree_at(tree, line)->place, RD_OPTIONAL);
  rd_tree_free(tree);
  tree = tree_of("#if (x)\na;", 0);
  ck_assert_uint_eq(find_flag(tree, RD_LINE), 1);
  ck_assert_int_eq(rd_tree_at(tree, 1)->place, RD_ELEMENT);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_balanced__finds_bodies)
{
  static const char *const without[] = { "if (a) {b;}", "{ f() {b;} }",
                                         "struct s {int a;};", "x = {1};" };
  rd_tree *tree = tree_of("int f(int a) {b;}", 0);
  uint32_t body = find_flag(tree, RD_BODY);
  ck_assert_uint_ne(body, RD_NONE);
  ck_assert_uint_eq(rd_tree_at(tree, body)->begin, 13);
  ck_assert_str_eq(rd_tree_filler(tree, body, 0), ";");
  rd_tree_free(tree);
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    tree = tree_of(without[i], 0);
    ck_assert_msg(find_flag(tree, RD_BODY) == RD_NONE, "%s", without[i]);
    rd_tree_free(tree);
  }
}
END_TEST

START_TEST(test_balanced__marks_comments)
{
  rd_tree *tree = tree_of("a /* b */ c; // d", 0);
  ck_assert_uint_eq(rd_tree_at(tree, 0)->leaves, 5);
  ck_assert_uint_eq(rd_tree_at(tree, 0)->tokens, 3);
  expect_children(tree, 0, "<a /* b */ c;><// d>");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_balanced__gives_statements_a_sort)
{
  rd_tree *tree = tree_of("f(a, b) { c d; }", 0);
  unsigned sorted = 0;
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    sorted += rd_tree_at(tree, i)->sorts && rd_tree_at(tree, i)->accepts;
  ck_assert_uint_eq(sorted, 2);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_balanced__by_lines_ends_statements_with_their_line)
{
  expect_lines("a b\nc; d\n\ne", "<a b><c;><d><e>");
  expect_lines("f(a,\nb)\nc", "<f(a,\nb)><c>");
  expect_lines("t = {\n a\n}\nu", "<t = {\n a\n}><u>");
  expect_lines("f() {} g() {}", "<f() {}><g() {}>");
  expect_lines("t = {} -- x\nu", "<t = {} -- x><u>");
  expect_lines(" a\nb\n c", "<a><b\n c>");
}
END_TEST

START_TEST(test_balanced__by_lines_keeps_a_block_with_what_closes_it)
{
  expect_lines("def f:\n  a\n  b\nc", "<def f:\n  a\n  b><c>");
  expect_lines("do\n\ta\nEND DO\nend", "<do\n\ta\nEND DO><end>");
  expect_lines("if a\n  b\nelse\n  c\nfi\nd", "<if a\n  b\nelse\n  c\nfi><d>");
  expect_lines("<a>\n <b/>\n</a>\n<c/>", "<<a>\n <b/>\n</a>><<c/>>");
  expect_lines("f()\n{\n  a\n}\ng()", "<f()\n{\n  a\n}><g()>");
  expect_lines("module m\nbegin\n a\nend\nb", "<module m\nbegin\n a\nend><b>");
}
END_TEST

START_TEST(test_balanced__by_lines_nests_blocks)
{
  rd_tree *tree = tree_by(true, "if a\n  if b\n    c\n  end\nend", 0);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, "(t (statement* \"if\"? \"a\"? (block?=\"\" "
                         "(statement* \"if\"? \"b\"? (block?=\"\" \"c\"*) "
                         "\"end\"?)) \"end\"?))");
  free(sexp);
  rd_tree_free(tree);
}
END_TEST

/* Is the node removed by itself or emptied, or a bracket, semicolon, comma or #
 * that goes with the node around it? */
static bool may_go(const rd_tree *tree, uint32_t node)
{
  const rd_node *at = rd_tree_at(tree, node);
  if (at->place != RD_REQUIRED || at->phrase != RD_NONE)
    return true;
  return (at->flags & RD_PUNCT) &&
         strchr("()[]{}<:%;,#", rd_tree_text(tree, NULL)[at->begin]);
}

static char *random_text(uint32_t *seed)
{
  static const char *const words[] = {
    "(",  ")",       "[",    "]",     "{",  "}",      ";",   ",",
    "a",  "=",       "else", "while", "do", "struct", "if",  "\n#",
    "\n", "/* c */", "'",    "enum",  "<%", ":>",     "\\\n"
  };
  textbuf text = { 0 };
  text_puts(&text, "");
  for (int i = 0; i < 30; i++) {
    *seed = *seed * 1664525 + 1013904223;
    text_puts(&text, words[(*seed >> 16) % (sizeof words / sizeof *words)]);
    text_puts(&text, " ");
  }
  return text_take(&text, NULL);
}

START_TEST(test_balanced__makes_all_of_any_text_removable)
{
  uint32_t seed = 3;
  for (int i = 0; i < 4000; i++) {
    char *text = random_text(&seed);
    rd_tree *tree = tree_by(i % 4 < 2, text, i % 2 ? RD_PREPARE_ALL : 0);
    for (uint32_t node = 1; i % 2 == 0 && node < rd_tree_size(tree); node++)
      ck_assert_msg(may_go(tree, node), "node %u of %s", node, text);
    rd_tree_free(tree);
    free(text);
  }
}
END_TEST

/* A text that nests or goes on without end, and then closes. */
static const struct {
  const char *part, *end;
  int count;
} towers[] = { { "(", ")", 50000 },
               { "{", "}", 50000 },
               { "([{", "", 20000 },
               { "{;", "", 50000 },
               { "else if (a) {}", "", 20000 } };

START_TEST(test_balanced__by_lines_bears_stairs)
{
  textbuf text = { 0 };
  for (int depth = 0; depth < 2000; depth++)
    text_printf(&text, "%*sa b\n", depth, "");
  rd_tree_free(tree_by(true, text.data, RD_PREPARE_ALL));
  text_free(&text);
}
END_TEST

START_TEST(test_balanced__nests_deeply)
{
  for (size_t i = 0; i < sizeof towers / sizeof *towers; i++) {
    textbuf text = { 0 };
    for (int n = 0; n < towers[i].count; n++)
      text_puts(&text, towers[i].part);
    for (int n = 0; n < towers[i].count; n++)
      text_puts(&text, towers[i].end);
    rd_tree_free(tree_of(text.data, RD_PREPARE_ALL));
    rd_tree_free(tree_by(true, text.data, RD_PREPARE_ALL));
    text_free(&text);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "balanced", test_balanced__ends_statements_at_semicolons_and_blocks,
      test_balanced__goes_on_where_a_statement_does,
      test_balanced__keeps_declarators_with_their_tag,
      test_balanced__separates_elements_by_commas,
      test_balanced__lets_other_commas_go,
      test_balanced__keeps_the_semicolons_of_clauses,
      test_balanced__leaves_lone_brackets_as_tokens,
      test_balanced__knows_digraphs,
      test_balanced__gives_directives_their_lines, test_balanced__finds_bodies,
      test_balanced__marks_comments, test_balanced__gives_statements_a_sort,
      test_balanced__by_lines_ends_statements_with_their_line,
      test_balanced__by_lines_keeps_a_block_with_what_closes_it,
      test_balanced__by_lines_nests_blocks,
      test_balanced__by_lines_bears_stairs,
      test_balanced__makes_all_of_any_text_removable,
      test_balanced__nests_deeply);
}
