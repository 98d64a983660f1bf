/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees of languages that have a grammar. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grammars_fixture.h"
#include "lexer.h"

/* Phrases are left out of what is compared. */
static const struct {
  const char *file_name, *text, *sexp;
} trees[] = {
  { "a.json", "[1, 2]",
    "(document (list (array* \"[\" (group? (list \"1\"* \",\""
    " \"2\"*)) \"]\")))" },
  { "a.js", "let a = f(b, 1);",
    "(program (list? (lexical_declaration* \"let\" (list"
    " (variable_declarator* \"a\" (group? \"=\" (call_expression"
    " \"f\" (arguments \"(\" (group? (list \"b\"* \",\" \"1\"*))"
    " \")\"))))) \";\")))" },
  { "a.py", "if a:\n    b = 1\n    c()\n",
    "(module (list (if_statement* \"if\" \"a\" \":\" (block (list?"
    " (group* (list (expression_statement* (assignment \"b\" (group"
    " \"=\" \"1\"))))) (group* (list (expression_statement* (call"
    " \"c\" (argument_list \"(\" \")\"))))))))))" },
  { "a.js", "a(`f x {\n  y;\n  z w\n}\ng`);",
    "(program (list? (expression_statement* (call_expression \"a\" (arguments "
    "\"(\" (group? (list (template_string* \"`\" (list? (string_fragment* "
    "(statement* \"f\"? \"x\"? (braces? \"{\" (list (statement* \"y\"? \";\") "
    "(statement* \"z\"? \"w\"?)) \"}\")) \"g\"*)) \"`\"))) \")\")) \";\")))" },
  { "a.py", "a = 'b c\\n d\\n\\ne f'\n",
    "(module (list (group* (list (expression_statement* (assignment \"a\" "
    "(group "
    "\"=\" (string \"'\" (list? (string_content* (text? (line* \"b\"* \"c\"* "
    "\"\\\\n\"*) (line* \"d\"* \"\\\\n\"*) (line* \"\\\\n\"*) (line* \"e\"* "
    "\"f\"*)))) \"'\"))))))))" },
  { "a.rs", "fn f() -> u8 { 1 + 2 }",
    "(source_file (list? (function_item* \"fn\" \"f\" (parameters"
    " \"(\" \")\") (group? \"->\" \"u8\") (block \"{\""
    " (binary_expression? \"1\" \"+\" \"2\") \"}\"))))" },
  { "a.rs", "#[a]\n#[b]\nenum E { A }",
    "(source_file (list? (list* (attribute_item* \"#\" \"[\" (attribute \"a\") "
    "\"]\")"
    " (attribute_item* \"#\" \"[\" (attribute \"b\") \"]\") (enum_item "
    "\"enum\" \"E\""
    " (enum_variant_list \"{\" (group? (list (enum_variant* \"A\"))) "
    "\"}\")))))" },
  { "a.hs", "f :: a\nf = g\nh = 1\n",
    "(haskell (declarations? (list (list* (signature* \"f\" \"::\" \"a\") (bind"
    " \"f\" (match \"=\" \"g\"))) (bind* \"h\" (match \"=\" (literal "
    "\"1\"))))))" },
  { "a.md", "a *b* [c](d)\n\n> *e*\n> f\n",
    "(document (section? (list (paragraph* (inline \"a\"? (list"
    " (emphasis* \"*\" \"b\" \"*\") (inline_link* (group \"[\" \"c\" \"]\")"
    " \"(\" \"d\"? \")\")))) (block_quote* \">\" (list? (paragraph* (inline"
    " (list (list* \"*\"* \"e\" \"*\"*) \">\"*) \"f\")))))))" },
  { "a.css", "\xef\xbb\xbf@a;",
    "(stylesheet \"\xef\xbb\xbf\"? (list (at_rule* \"@a\" \";\")))" },
  { "a.html", "<style>a{}</style><script>f()</script>",
    "(document (list (style_element* (start_tag \"<\" \"style\""
    " \">\") (stylesheet? (list (rule_set* (selectors (list \"a"
    "\"*)) (block \"{\" \"}\")))) (end_tag \"</\" \"style\" \">"
    "\")) (script_element* (start_tag \"<\" \"script\" \">\") ("
    "program? (list? (expression_statement* (call_expression \""
    "f\" (arguments \"(\" \")\"))))) (end_tag \"</\" \"script\""
    " \">\"))))" },
  { "a.html", "<p style='a:b;c:d;' class='e' onclick=\"f()\">",
    "(document (list (element* (start_tag \"<\" \"p\" (list?"
    " (attribute* \"style\" (group? \"=\" (quoted_attribute_value"
    " \"'\" (stylesheet? (list (declaration* \"a\" \":\" (list"
    " \"b\"*) \";\") (declaration* \"c\" \":\" (list \"d\"*)"
    " \";\"))) \"'\"))) (attribute* \"class\" (group? \"=\""
    " \"'e'\")) (attribute* \"onclick\" (group? \"=\""
    " (quoted_attribute_value \"\\\"\" (program? (list?"
    " (expression_statement* (call_expression \"f\" (arguments \"(\""
    " \")\"))))) \"\\\"\")))) \">\"))))" },
  { "a.ll", "declare i8 @f(target(\"a\"), ptr)\n",
    "(module (list (list* (declare \"declare\" (function_header (type \"i8\")"
    " \"@f\" (argument_list \"(\" (ERROR? \"target\"* \"(\"* \"\\\"a\\\"\"*)"
    " \")\"))) (ERROR? \",\"? (list* \"ptr\"* \")\"*)))))" },
  { "a.ll", "define void @f() {\n  br label %b\nb:\n  ret void\n}\n",
    "(module (list (fn_define* \"define\" (function_header (typ"
    "e (type_keyword \"void\")) \"@f\" (argument_list \"(\" \")"
    "\")) (function_body \"{\" (list? (instruction (instruction"
    "_br \"br\" (type_and_value (type (type_keyword \"label\"))"
    " (value (var \"%b\"))))) (list* \"b:\" (instruction (instr"
    "uction_ret \"ret\" (type_and_value (type (type_keyword \"v"
    "oid\"))))))) \"}\"))))" },
};

/* Behind the string that begins at `at`. */
static const char *string_end(const char *at)
{
  while (*++at != '"')
    at += *at == '\\';
  return at + 1;
}

static char *without_phrases(const char *sexp)
{
  textbuf out = { 0 };
  for (const char *at = sexp, *end; *at; at = end) {
    bool is_phrase = at[0] == '=' && at[1] == '"';
    end = is_phrase || *at == '"' ? string_end(at + is_phrase) : at + 1;
    if (!is_phrase)
      text_add(&out, at, (size_t)(end - at));
  }
  return text_take(&out, NULL);
}

START_TEST(test_grammar_trees__trees)
{
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_server *server = grammar_server(trees[_i].file_name);
  ck_assert(!rd_server_parse(&tree, server, NULL, trees[_i].text,
                             strlen(trees[_i].text), 0, &err));
  ck_assert_ptr_null(rd_server_notice(server));
  ck_assert(!rd_tree_check(tree, &tokens_lexer, &err));
  char *sexp = rd_tree_to_sexp(tree), *plain = without_phrases(sexp);
  ck_assert_str_eq(plain, trees[_i].sexp);
  free(plain);
  free(sexp);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* Does one element of the outermost list take the elements of the last list? */
static const struct {
  const char *file_name, *text;
  bool is_taken;
} nested[] = {
  { "a.rs", "mod m { fn f() {} struct S; }", true },
  { "a.rs", "mod m { fn f() {} #[a]\n#[b]\nstruct S; }", true },
  { "a.rs", "fn f() { let a = 1; g(); }", true },
  { "a.rs", "extern \"C\" { fn f(); static A: u8; }", true },
  { "a.rs", "enum E { A, B }", false },
  { "a.js", "class A { m() {} n = 1; }", false },
  { "a.sh", "if a; then b; c; fi", true },
  { "a.sql", "BEGIN; DROP TABLE a; DROP TABLE b; COMMIT;", true },
};

START_TEST(test_grammar_trees__lists_in_lists)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server(nested[_i].file_name);
  const char *text = nested[_i].text;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  const rd_node *outer = NULL, *inner = NULL;
  for (uint32_t i = 0; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    outer = !outer && at->place == RD_ELEMENT ? at : outer;
    inner = at->flags & RD_LIST ? at : inner;
  }
  ck_assert(rd_tree_fits(tree, outer->accepts, inner->sorts) ==
            nested[_i].is_taken);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* May the last object stand for the first one of the list at the top? */
static const struct {
  const char *text;
  bool is_alike;
} records[] = {
  { "[0, {\"a\": 1, \"b\": {\"a\": 2}}]", true },
  { "[0, {\"a\": 1, \"b\": {\"c\": 2}}]", false },
  { "[0, {\"a\": {\"c\": 2, \"d\": 1}}, {\"a\": 1, \"d\": {\"c\": 2}}]", true },
  { "[0, {\"a\": {}}]", true },
};

START_TEST(test_grammar_trees__records_with_common_keys_are_alike)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server("a.json");
  const char *text = records[_i].text;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  const rd_node *outer = NULL, *inner = NULL;
  for (uint32_t i = 0; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    bool is_object = !strcmp(rd_tree_kind_name(tree, at->kind), "object");
    outer = !outer && is_object ? at : outer;
    inner = is_object ? at : inner;
  }
  ck_assert(rd_tree_converts(tree, outer->want, inner->type) ==
            records[_i].is_alike);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* The declarations of the first symbol `b`, and whether other files see it. */
static const struct {
  const char *file_name, *text;
  uint32_t declarations;
  bool is_seen;
} members[] = {
  { "a.rs", "trait T { fn b(); } impl T for u8 { fn b() {} }", 2, true },
  { "a.rs", "impl T for u8 { type b = u8; } trait T { type b; }", 2, false },
  { "a.rs", "struct S; impl S { fn b() {} } impl u8 { fn b() {} }", 1, false },
  { "a.rs", "fn b() {}", 1, true },
  { "a.js", "class A { b() {} }\nclass C { b = 1; }\nvar b;", 2, false },
  { "a.js", "let d = { b: 1 };\nd.b = 2;\nb = 3;", 2, false },
  { "a.js", "function b() {}", 1, false },
  { "a.py", "def f():\n if a: b = 1\n else:\n  b = 2\n", 2, false },
  { "a.rb", "b = 1\nc.each { b = 2 }", 2, false },
  { "a.lua", "function A:b() end\nc.b = 1\nlocal b\nd = { b = 2 }", 3, false },
  { "a.php", "<?php class A { var $b; function f($b) {} }\n$c->b = 1;", 2,
    false },
  { "a.py", "class A:\n  def b(self): pass\nc.b = 1\nb = 2\n", 2, false },
  { "a.rb", "class A\ndef b() end\nend\ndef c.b() end", 2, false },
};

START_TEST(test_grammar_trees__members_of_unknown_types_are_one_symbol)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server(members[_i].file_name);
  const char *text = members[_i].text;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  uint32_t i = 0;
  while (strcmp(rd_tree_string(tree, rd_tree_symbol(tree, i)->name), "b") != 0)
    i++;
  const rd_symbol *found = rd_tree_symbol(tree, i);
  ck_assert_uint_eq(found->decl_count, members[_i].declarations);
  ck_assert(members[_i].is_seen ==
            !(found->flags & (RD_SYMBOL_LOCAL | RD_SYMBOL_STATIC)));
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* The symbols, each with its declarations and uses. */
static const struct {
  const char *file_name, *text, *symbols;
} uses[] = {
  { "a.js", "let o = { print: 1 };\nprint(2);\no.print;", "o:1/1 print:1/1" },
  { "a.js", "let c = { d: 1 };\nfunction g() { d(1); return d; }",
    "c:1/0 d:1/0 g:1/0" },
  { "a.js", "class A { b() {} }\nb();\nlet { b: c } = e;",
    "A:1/0 b:1/1 c:1/0" },
  { "a.js", "class A { 1() {} [x.y]() {} #z = 1; }\nx.y;", "A:1/0 #z:1/0" },
  { "a.lua", "t = { insert = 1 }\ninsert(t)\nt.insert = t.insert",
    "insert:2/1" },
  { "a.py", "class A:\n  b = 1\n  c = g(b)\nb = h()\nb.b",
    "A:1/0 b:1/2 c:1/0 b:1/1" },
  { "a.py", "class A:\n  def b(): return b\n  @b.c\n  def d(): pass\nb = 1",
    "A:1/0 b:1/1 d:1/0 b:1/1" },
  { "a.py", "def f():\n  [b := 1 for c in d]\n  b = 2\n", "f:1/0 b:2/0" },
  { "a.php", "<?php class A { static $b = 1; }\n$b = 2;\nA::$b; self::$b;",
    "A:1/1 b:1/2 b:1/0" },
  { "a.rb", "def f\na.each { |x| g(x) }\nb.each { |x| h(x) }\nx = 3\nend\nf",
    "f:1/1 x:1/1 x:1/1 x:1/0" },
  { "a.rb", "x = 1\na.each do |y|\nx = y\nz = x\nend\nz = ->(y) { x = y }",
    "x:3/1 y:1/1 z:1/0 z:1/0 y:1/1" },
  { "a.rb", "def f\n1\nend\ndef g\nf = 2\nend\nf", "f:1/1 g:1/0 f:1/0" },
  { "a.rb", "def f\n@b = 1\ng(@b)\nend\nf", "f:1/1 @b:1/1" },
};

START_TEST(test_grammar_trees__uses)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server(uses[_i].file_name);
  const char *text = uses[_i].text;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  textbuf symbols = { 0 };
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *at = rd_tree_symbol(tree, i);
    text_printf(&symbols, "%s%s:%u/%u", i ? " " : "",
                rd_tree_string(tree, at->name), at->decl_count, at->use_count);
  }
  ck_assert_str_eq(symbols.data, uses[_i].symbols);
  text_free(&symbols);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* What the first name of a text goes with. */
static const struct {
  const char *file_name, *text, *gone;
} headed[] = {
  { "a.go", "package p\nfunc _() { if e := g(); e != nil { h() } }",
    "e := g();" },
  { "a.go", "package p\nfunc _() { for e := range g { h(e) } }", "e :=" },
  { "a.go", "package p\nfunc _() { for _, e := range g { h(e) } }", "_, e :=" },
  { "a.go", "package p\nfunc _() { for f, e := range g { h(e, f) } }", "e" },
  { "a.py", "for e in g:\n  h(e)\n", "" },
  { "a.py", "e = g\n", "e = g" },
};

START_TEST(test_grammar_trees__a_body_does_not_go_with_a_name)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server(headed[_i].file_name);
  const char *text = headed[_i].text;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  uint32_t e = 0;
  while (strcmp(rd_tree_string(tree, rd_tree_symbol(tree, e)->name), "e") != 0)
    e++;
  textbuf gone = { 0 };
  for (uint32_t i = 0; i < rd_tree_symbol(tree, e)->decl_count; i++) {
    const rd_node *at = rd_tree_at(tree, rd_tree_decls(tree, e)[i]);
    text_add(&gone, text + at->begin, at->end - at->begin);
  }
  ck_assert_str_eq(gone.data ? gone.data : "", headed[_i].gone);
  text_free(&gone);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* Texts for a part of a text, beside its phrase. */
static const struct {
  const char *file_name, *text, *part, *filler;
} fillers[] = {
  { "a.py", "for a in b.c:\n  d()\n", "b.c", "[]" },
  { "a.py", "for a in b.c:\n  d()\n", "d()", "" },
  { "a.js", "a(b.c, d);", "b.c", "[]" },
  { "a.lua", "a(b.c)", "b.c", "{}" },
  { "a.php", "<?php a($b->c); d();", "$b->c", "[]" },
  { "a.rb", "a(b.c)\n", "b.c", "[]" },
};

START_TEST(test_grammar_trees__values_take_most_operations)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server(fillers[_i].file_name);
  const char *text = fillers[_i].text, *part = fillers[_i].part;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  uint32_t i = 0, begin = (uint32_t)(strstr(text, part) - text);
  while (rd_tree_at(tree, i)->begin != begin ||
         rd_tree_at(tree, i)->end != begin + strlen(part))
    i++;
  ck_assert_str_eq(
      rd_tree_at(tree, i)->filler_count ? rd_tree_filler(tree, i, 0) : "",
      fillers[_i].filler);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

/* What is defined: a predicate of a query counts, and a type is no name. */
static const struct {
  const char *file_name, *text, *names;
} defined[] = {
  { "a.ex", "defmodule A do\n  def f(x, y) when y, do: g(x)\nend\n",
    "A f x y" },
  { "a.swift", "func f(of a: T) -> U { let b = a; return b }", "f a b" },
  { "a.jl", "function f(x, y::T) where T\n  z = x\nend\ng(u) = u\n",
    "f x y z g u" },
  { "a.v",
    "module m(a, b); input a; output b; wire c; assign b = a;"
    " endmodule",
    "m a b c" },
};

START_TEST(test_grammar_trees__names)
{
  rd_tree *tree = NULL;
  rd_server *server = grammar_server(defined[_i].file_name);
  const char *text = defined[_i].text;
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  textbuf names = { 0 };
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    text_printf(&names, i ? " %s" : "%s",
                rd_tree_string(tree, rd_tree_symbol(tree, i)->name));
  ck_assert_str_eq(names.data, defined[_i].names);
  text_free(&names);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("grammar_trees");
  TCase *tcase = tcase_create("grammar_trees");
  tcase_add_loop_test(tcase, test_grammar_trees__trees, 0,
                      sizeof trees / sizeof *trees);
  tcase_add_loop_test(tcase, test_grammar_trees__names, 0,
                      sizeof defined / sizeof *defined);
  tcase_add_loop_test(tcase, test_grammar_trees__uses, 0,
                      sizeof uses / sizeof *uses);
  tcase_add_loop_test(tcase, test_grammar_trees__values_take_most_operations, 0,
                      sizeof fillers / sizeof *fillers);
  tcase_add_loop_test(tcase, test_grammar_trees__a_body_does_not_go_with_a_name,
                      0, sizeof headed / sizeof *headed);
  tcase_add_loop_test(tcase, test_grammar_trees__lists_in_lists, 0,
                      sizeof nested / sizeof *nested);
  tcase_add_loop_test(tcase,
                      test_grammar_trees__records_with_common_keys_are_alike, 0,
                      sizeof records / sizeof *records);
  tcase_add_loop_test(
      tcase, test_grammar_trees__members_of_unknown_types_are_one_symbol, 0,
      sizeof members / sizeof *members);
  suite_add_tcase(suite, tcase);
  return RUN_GRAMMAR_SUITE(suite);
}
