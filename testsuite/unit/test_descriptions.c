/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors of texts in described languages, from our descriptions. */
#include "blocks_fixture.h"
#include "run_tests.h"

static void expect_faults(const char *file_name, const char *text,
                          uint32_t count)
{
  rd_diagnostics found = { 0 };
  rd_server *server = blocks_server(file_name);
  ck_assert(!rd_server_check(&found, server, text, strlen(text), 0, NULL));
  ck_assert_msg(found.errors == count, "%u in: %s", found.errors, text);
  rd_server_free(server);
}

START_TEST(test_descriptions__statements_of_fortran_have_none)
{
  expect_faults(
      "a.f90",
      "module m\n  type, extends(s) :: t\n    real, allocatable :: x(:)\n"
      "    procedure(f), pointer, nopass :: p => null()\n  contains\n"
      "    procedure :: f\n    generic :: operator(+) => f\n  end type\n"
      "  interface g\n    module procedure f\n  end interface\ncontains\n"
      "  impure elemental function f(this, n) result(r)\n"
      "    class(t), intent(in) :: this\n    character(len=*), value :: n\n"
      "    integer*4 k, l(2) / 1, 2 /\n    r = [ (i, i = 1, 3) ] + (1., 2._4)\n"
      "    if (.not. a(2:)%b .or. -1 .plus. 2 == 3) call f\n"
      "    allocate (integer :: x(2), source = 'a'(1:1))\n"
      "10  write (*, '(a)', end = 10) n, (/ real :: /)\n"
      "  end function f\nend module\nprint *, 1\nend\n",
      0);
}
END_TEST

START_TEST(test_descriptions__statements_of_ada_have_none)
{
  expect_faults(
      "a.adb",
      "with Ada.Text_IO; use Ada.Text_IO;\nprocedure A.P (N : in out T := 1) "
      "is\n"
      "  type T (D : access U; L : Natural) is new R with record\n"
      "    C : aliased String (1 .. L) := (others => 'a');\n"
      "    case L is\n      when 1 | 3 .. 4 => null;\n    end case;\n"
      "  end record;\n  for T'Size use 16#FF#;\n  X, Y : constant := 1.0E-3;\n"
      "  function \"+\" (A, B : T) return access T is (A.all'Access);\n"
      "  package Q is new G (Element => <>, \"=\" => Same);\n"
      "  E : exception renames F.E;\n  type I is tagged;\n"
      "  type R is access I with Size => 64, Convention => C;\n"
      "  procedure U (A : not null access protected procedure (B : T));\n"
      "  protected type O is\n"
      "    entry W (1 .. 2) (X : T);\n  private\n    B : Boolean;\n  end O;\n"
      "begin\n  L : for I in reverse T'Range loop\n"
      "    <<M>> exit L when not (X in A | B) and then Y /= -1 ** 2;\n  end "
      "loop L;\n"
      "  N := new U'(for some I in A => I mod 2 = 0);\n  select\n    accept "
      "W;\n"
      "  then abort\n    raise E with \"a\" & \"b\";\n  end select;\n"
      "exception\n  when E : others => delay until Clock + 1.5;\nend A.P;\n",
      0);
}
END_TEST

START_TEST(test_descriptions__what_no_pattern_allows_counts)
{
  expect_faults("a.f90", "x = a b\n", 1);
  expect_faults("a.f90", "x = a(b c)\n", 1);
  expect_faults("a.f90", "integer, in :: x\n", 1);
  expect_faults("a.f90", "type(), target :: x\n", 1);
  expect_faults("a.f90", "x = (1\n", 2);
  expect_faults("a.f90", "subroutine (a)\nend\n", 1);
  expect_faults("a.adb", "begin\nX := A B;\nend;\n", 1);
  expect_faults("a.adb", "begin\nX := A (B C, D);\nend;\n", 1);
  expect_faults("a.adb", "X : Integer 1;\n", 1);
  expect_faults("a.adb", "begin\nreturn A, B;\nend;\n", 1);
  expect_faults("a.adb", "A.B;\n", 1);
  expect_faults("a.adb", "type A is B with null record;\n", 1);
  expect_faults("a.adb", "type A is new B with null record : C;\n", 1);
  expect_faults("a.adb", "X : access A := (B) C;\n", 1);
  expect_faults("a.adb", "package P is\ntype null record;\nend P;\n", 1);
}
END_TEST

START_TEST(test_descriptions__headers_and_ends_want_their_block)
{
  expect_faults("a.f90", "do i = 1, 2\nend if\n", 2);
  expect_faults("a.adb", "if A then\n", 1);
  expect_faults("a.adb", "if A then\nnull;\nend if;\n", 0);
}
END_TEST

START_TEST(test_descriptions__a_part_of_a_block_holds_what_it_may)
{
  expect_faults("a.f90", "type t\n procedure a\nend type\n", 1);
  expect_faults("a.f90", "type t\ncontains\n procedure a\nend type\n", 0);
  expect_faults("a.f90", "module m\ncontains\n integer i\nend\n", 1);
  expect_faults("a.f90", "module m\n call f\nend\n", 1);
  expect_faults("a.adb", "procedure P is\nX := 1;\nbegin\nnull;\nend;\n", 1);
  expect_faults("a.adb", "begin\nX : T;\nprocedure Q;\nend;\n", 2);
  expect_faults("a.adb", "package P is\nloop\nnull;\nend loop;\nend P;\n", 1);
}
END_TEST

int main(void)
{
  return RUN_TESTS("descriptions",
                   test_descriptions__statements_of_fortran_have_none,
                   test_descriptions__statements_of_ada_have_none,
                   test_descriptions__what_no_pattern_allows_counts,
                   test_descriptions__headers_and_ends_want_their_block,
                   test_descriptions__a_part_of_a_block_holds_what_it_may);
}
