/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees of statements and blocks, from our descriptions. */
#include "blocks_fixture.h"
#include "run_tests.h"

START_TEST(test_statements__blocks_have_headers_parts_and_an_end)
{
  blocks_expect("a.f90",
                "subroutine s(a)\nif (a > 0) then\nb = 1\nelse\nstop\nend if\n"
                "end subroutine s\n",
                "(text=\"\" (header=\"subroutine s\" \"subroutine\" \"s\" "
                "(brackets? \"(\" \"a\"=\"\" \")\")) (statements=\"\" (header "
                "\"if\" (brackets=\"()\" \"(\" (list=\"\" \"a\"* \">\" \"0\"*) "
                "\")\") \"then\") (statements=\"\" \"b\" \"=\" \"1\"=\"0\") "
                "(parts=\"\" \"else\" \"stop\"=\"\") (header \"end\" \"if\")) "
                "(header=\"end\" \"end\" \"subroutine\" \"s\"?))");
}
END_TEST

START_TEST(test_statements__conditionals_are_blocks)
{
  blocks_expect("a.F90", "#ifdef A\nstop\n#else\nreturn\n#endif\n",
                "(text=\"\" (header=\"# ifdef\" \"#\" \"ifdef\" \"A\"?) "
                "\"stop\"=\"\" (parts=\"\" (header \"#\" \"else\") "
                "\"return\"=\"\") (header \"#\" \"endif\"))");
  blocks_expect("a.F90", "#if A\ndo\n#endif\nend do\n",
                "(text=\"\" (conditional* (header=\"# if\" \"#\" \"if\" "
                "\"A\"?) \"do\"=\"\" (header \"#\" \"endif\")) (statement* "
                "\"end\"? \"do\"?))");
}
END_TEST

START_TEST(test_statements__what_is_not_closed_is_no_block)
{
  blocks_expect("a.f90", "if (a) then\ndo\nend if\nend do\n",
                "(text=\"\" (if* (header \"if\" (brackets=\"()\" \"(\" "
                "\"a\"=\"\" \")\") \"then\") \"do\"=\"\" (header \"end\" "
                "\"if\")) (statement* \"end\"? \"do\"?))");
}
END_TEST

START_TEST(test_statements__declarations_are_two_lists)
{
  blocks_expect("a.f90", "real, target :: x(2), y = 1\n",
                "(text=\"\" (operands \"real\"=\"integer\" \",\" "
                "\"target\"*) \"::\"? "
                "(operands (row* \"x\"? (brackets? \"(\" \"2\"=\"\" \")\")) "
                "\",\" (operands* \"y\"* \"=\" \"1\"*)))");
}
END_TEST

START_TEST(test_statements__a_type_in_brackets_is_one)
{
  blocks_expect(
      "a.f90", "type(t) x(2)\n",
      "(text=\"\" (row=\"integer\" \"type\"? (brackets? \"(\" \"t\"=\"\" "
      "\")\")) (row \"x\"? (brackets? \"(\" \"2\"=\"\" \")\")))");
}
END_TEST

START_TEST(test_statements__each_operand_may_stand_for_the_whole)
{
  blocks_expect("a.f90", "x = a + b * (-c)\n",
                "(text=\"\" \"x\" \"=\" (operands=\"0\" \"a\"* \"+\" "
                "(operands* \"b\"* \"*\" (brackets* \"(\" (list=\"\" \"-\"? "
                "\"c\"?) \")\"))))");
}
END_TEST

START_TEST(test_statements__a_guarded_statement_is_one_by_itself)
{
  blocks_expect("a.f90", "if (.not. d .or. e) stop 1\n",
                "(text=\"\" \"if\" (brackets=\"()\" \"(\" (list=\"\" (row* "
                "\".not.\"? \"d\"?) \".or.\" \"e\"*) \")\") "
                "(statement=\"continue\" \"stop\"? \"1\"?))");
}
END_TEST

START_TEST(test_statements__lines_that_go_on_are_joined_by_comments)
{
  blocks_expect("a.f90", "a = 1; b = &\n  & 2 ! c\n",
                "(text=\"\" (statement* \"a\" \"=\" \"1\"=\"0\" \";\") "
                "(statement* \"b\" \"=\" (row=\"0\" \"&\\n  &\"? \"2\"? "
                "\"! c\"?)))");
  blocks_expect("a.f", "C x\n      a = 1\n     +  + 2\n",
                "(text=\"\" \"C x\"? (statement* \"a\" \"=\" (operands=\"0\" "
                "(row* \"1\"? \"\\n     +\"?) \"+\" \"2\"*)))");
}
END_TEST

START_TEST(test_statements__numbers_strings_and_brackets_are_those_of_fortran)
{
  blocks_expect("a.f90",
                "x = 1.eq.2\ny = 1.e-5_dp // 'it''s'\nz = (/ 1, 2 /)\n",
                "(text=\"\" (statement* \"x\" \"=\" (operands=\"0\" \"1\"* "
                "\".eq.\" \"2\"*)) (statement* \"y\" \"=\" (operands=\"0\" "
                "\"1.e-5_dp\"* \"//\" \"'it''s'\"*)) (statement* \"z\" \"=\" "
                "(brackets=\"0\" \"(\" \"/\" (list=\"\" \"1\"* \",\" \"2\"*) "
                "\"/\" \")\")))");
}
END_TEST

/* A list of strings is flat, and a text (RD_BY_LINES). */
START_TEST(test_statements__strings_that_are_joined_are_a_text)
{
  const char *text = "x := \"a\" & LF & \"b\" & LF & \"c\" & \"d\" & e;\n"
                     "y := a & b & c & d & e;\n";
  const uint16_t flags = RD_GENERIC | RD_BY_LINES;
  rd_server *server = blocks_server("a.adb");
  rd_tree *tree = blocks_tree(server, text, strlen(text), RD_PREPARE_ALL);
  unsigned texts = 0;
  for (uint32_t i = 1; i < rd_tree_size(tree); i++)
    texts += (rd_tree_at(tree, i)->flags & flags) == flags;
  ck_assert_uint_eq(texts, 1);
  rd_tree_free(tree);
  rd_server_free(server);
}
END_TEST

START_TEST(test_statements__headers_of_ada_end_behind_words)
{
  blocks_expect("a.adb",
                "procedure P is\n X : Integer := 0;\nbegin\n if A or else B "
                "then\n null;\n end if;\nend P;\n",
                "(text=\"\" (header \"procedure\" \"P\" \"is\") "
                "(statements=\"\" \"X\" \":\" (operands \"Integer\" \":=\" "
                "\"0\"*) \";\") (parts=\"\" \"begin\" (statements=\"null;\" "
                "(header \"if\" (operands=\"True\" \"A\"* \"or\" (row* "
                "\"else\"? \"B\"?)) \"then\") (statements=\"null;\" \"null\" "
                "\";\") (header \"end\" \"if\" \";\"))) (header \"end\" "
                "\"P\"? \";\"))");
}
END_TEST

START_TEST(test_statements__a_quote_behind_a_name_is_a_mark)
{
  blocks_expect("a.adb", "x := T'First(1) & 'c';\n",
                "(text=\"\" \"x\" \":=\" (operands=\"0\" (row* \"T\"? \"'\"? "
                "\"First\"? (brackets? \"(\" \"1\"=\"\" \")\")) \"&\" "
                "\"'c'\"*) \";\")");
}
END_TEST

/* ---- names ---- */

static void expect_symbols(const char *file_name, const char *text,
                           const char *symbols)
{
  char *found = blocks_symbols(file_name, text);
  ck_assert_str_eq(found, symbols);
  free(found);
}

START_TEST(test_statements__names_are_those_of_the_innermost_block)
{
  expect_symbols("a.f90",
                 "module m\ntype t\nend type\ncontains\nsubroutine s(a)\n"
                 "type(T) :: a, b\ninteger i\nA%i = i + b\nend\nend\n"
                 "use m\ncall s(i)\n",
                 "m:4:1:1 t:5:1:1 s:0:1:1 a:2:2:1 b:1:1:1 i:1:1:1 ");
}
END_TEST

START_TEST(test_statements__names_stand_behind_lines_that_go_on)
{
  expect_symbols("a.f90",
                 "subroutine s(a, &\n b)\ninteger :: c, & ! x\n  & d\n"
                 "b = d\nend\n",
                 "s:0:1:0 a:2:1:0 b:2:1:1 c:1:1:0 d:1:1:1 ");
}
END_TEST

START_TEST(test_statements__a_string_goes_on_and_a_mark_comes_first)
{
  blocks_expect("a.f90", "x = 'a & ! b&\n  &c'\ny\n",
                "(text=\"\" (statement* \"x\" \"=\" \"'a & ! b&\\n  "
                "&c'\"=\"0\") \"y\"*)");
  blocks_expect(
      "a.f90", "\xef\xbb\xbfprogram p\nend\n",
      "(text=\"\" \"\xef\xbb\xbf\"? (program* (header \"program\" \"p\") "
      "\"end\"))");
}
END_TEST

START_TEST(test_statements__names_of_ada_precede_a_colon)
{
  expect_symbols("a.adb",
                 "procedure P is\n A, B : Integer;\n type T is (C);\nbegin\n"
                 " a := A + X.b;\nend P;\n",
                 "P:0:1:1 A:1:1:2 B:1:1:1 T:5:1:0 C:6:1:0 ");
  expect_symbols("a.ads",
                 "package P is\n type T is (A, B);\n"
                 " for T use (A => 1, B => 2);\n C : T := A;\nend P;\n",
                 "P:4:1:1 T:5:1:2 A:6:1:2 B:6:1:1 C:1:1:0 ");
}
END_TEST

START_TEST(test_statements__names_hold_around_what_lists_them)
{
  expect_symbols(
      "a.adb",
      "procedure P is\n type T is record\n  A, B : C;\n end record;\n"
      " X : T := (A => 1, B => 2);\nbegin\n X.B := 1;\nend P;\n",
      "P:0:1:1 T:5:1:1 A:1:1:1 B:1:1:2 X:1:1:1 ");
  expect_symbols(
      "a.f90",
      "program p\n enum, bind(c)\n enumerator :: a = 1, b\n end enum\n"
      " print *, a\nend\n",
      "p:0:1:0 a:1:1:1 b:1:1:0 ");
}
END_TEST

/* ---- any bytes ---- */

static unsigned draw(unsigned *seed, unsigned below)
{
  *seed = *seed * 1103515245u + 12345u;
  return (*seed >> 8) % below;
}

/* Removes, changes and copies bytes. */
static size_t damage(char *text, size_t size, unsigned *seed)
{
  static const char bytes[] = "\n&'\"();,!#.\0\xff *C:end";
  for (unsigned edits = 1 + draw(seed, 6); edits && size > 50; edits--) {
    size_t at = draw(seed, (unsigned)size - 20), from = draw(seed, 20);
    switch (draw(seed, 3)) {
    case 0:
      memmove(text + at, text + at + from, size - at - from);
      size -= from;
      break;
    case 1:
      text[at] = bytes[draw(seed, sizeof bytes)];
      break;
    case 2:
      memmove(text + at, text + draw(seed, (unsigned)size - 20), from);
      break;
    }
  }
  return size;
}

START_TEST(test_statements__any_bytes_have_a_tree)
{
  static const char *const files[] = { "a.f90", "a.f", "a.adb" };
  static const char given[] =
      "      module m\n      type, extends(x) :: t\n      real :: s, q = 3\n"
      "C x\n      contains\n      procedure :: f\n     + , g\n      end type "
      "t\n"
      "      contains\n      pure function f(x, y) result(z)\n"
      "      do i = 1, n ; if (a(1:) < -1) then\n      b = (/ 1, & ! c\n     & "
      "2 "
      "/)\n      else if (d) then\n      call f(a, b=3)\n      else\n"
      "      print *, 'a''b'\n      end if\n      end do\n      end function\n"
      "      end\nprocedure P is begin when A => if A then null; else loop f "
      "(x => 'c', y); end loop; end if; exception when B => null; end P;\n";
  char text[sizeof given];
  rd_server *server = blocks_server(files[_i]);
  unsigned seed = (unsigned)_i + 1;
  for (unsigned i = 0; i < 300; i++) {
    memcpy(text, given, sizeof given);
    size_t size = damage(text, sizeof given - 1, &seed);
    rd_tree_free(blocks_tree(server, text, size, i % 2 ? RD_PREPARE_ALL : 0));
  }
  rd_server_free(server);
}
END_TEST

START_TEST(test_statements__deep_and_broken_texts_take_linear_time)
{
  static const char *const units[] = { "if (a) then\n", "(",     "a+b*",
                                       "end\n",         "a &\n", "! c\n" };
  enum { COUNT = 50000 };
  size_t unit = strlen(units[_i]);
  char *text = malloc(unit * COUNT);
  for (size_t i = 0; i < COUNT; i++)
    memcpy(text + i * unit, units[_i], unit);
  rd_server *server = blocks_server(_i % 2 ? "a.f" : "a.f90");
  rd_tree_free(blocks_tree(server, text, unit * COUNT, RD_PREPARE_ALL));
  rd_server_free(server);
  free(text);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("statements");
  TCase *all = tcase_create("statements");
  const TTest *const tests[] = {
    test_statements__blocks_have_headers_parts_and_an_end,
    test_statements__conditionals_are_blocks,
    test_statements__what_is_not_closed_is_no_block,
    test_statements__declarations_are_two_lists,
    test_statements__a_type_in_brackets_is_one,
    test_statements__each_operand_may_stand_for_the_whole,
    test_statements__a_guarded_statement_is_one_by_itself,
    test_statements__lines_that_go_on_are_joined_by_comments,
    test_statements__numbers_strings_and_brackets_are_those_of_fortran,
    test_statements__strings_that_are_joined_are_a_text,
    test_statements__headers_of_ada_end_behind_words,
    test_statements__a_quote_behind_a_name_is_a_mark,
    test_statements__names_are_those_of_the_innermost_block,
    test_statements__names_stand_behind_lines_that_go_on,
    test_statements__a_string_goes_on_and_a_mark_comes_first,
    test_statements__names_of_ada_precede_a_colon,
    test_statements__names_hold_around_what_lists_them,
  };
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(all, tests[i]);
  tcase_add_loop_test(all, test_statements__any_bytes_have_a_tree, 0, 3);
  tcase_add_loop_test(
      all, test_statements__deep_and_broken_texts_take_linear_time, 0, 6);
  suite_add_tcase(suite, all);
  return run_suite(suite);
}
