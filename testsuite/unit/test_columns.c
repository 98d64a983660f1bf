/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Columns of SQL with their values. */
#include "grammars_fixture.h"
#include "rewritten.h"

START_TEST(test_columns__one_goes_with_its_values)
{
  expect_in("input.sql",
            "CREATE TABLE t (a INT, b INT CHECK (b IN (1, 2)), CHECK (c));\n"
            "INSERT INTO T VALUES (1, ','), (3, f(4, 5));\n",
            "column-dropped",
            "CREATE TABLE t (b INT CHECK (b IN (1, 2)), CHECK (c));\n"
            "INSERT INTO T VALUES (','), (f(4, 5));\n",
            "CREATE TABLE t (a INT, CHECK (c));\n"
            "INSERT INTO T VALUES (1), (3);\n",
            NULL);
}
END_TEST

START_TEST(test_columns__an_insert_names_them)
{
  expect_in(
      "input.sql",
      "CREATE TABLE t (a INT, b, c);\nINSERT INTO t (c, a) VALUES (1, 2);\n",
      "column-dropped",
      "CREATE TABLE t (b, c);\nINSERT INTO t (c) VALUES (1);\n",
      "CREATE TABLE t (a INT, c);\nINSERT INTO t (c, a) VALUES (1, 2);\n",
      "CREATE TABLE t (a INT, b);\nINSERT INTO t (a) VALUES (2);\n",
      "CREATE TABLE t (a INT, b, c);\nINSERT INTO t (a) VALUES (2);\n",
      "CREATE TABLE t (a INT, b, c);\nINSERT INTO t (c) VALUES (1);\n", NULL);
}
END_TEST

START_TEST(test_columns__not_where_a_row_does_not_fit)
{
  expect_in("input.sql",
            "CREATE TABLE t (a INT, b INT);\nINSERT INTO t VALUES (1);\n",
            "column-dropped", NULL);
  expect_in("input.sql",
            "CREATE TABLE t (a INT, b INT);\nINSERT INTO t SELECT 1, 2;\n",
            "column-dropped", NULL);
  expect_in("input.sql", "CREATE TABLE t (a INT);\n", "column-dropped", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("columns", test_columns__one_goes_with_its_values,
                           test_columns__an_insert_names_them,
                           test_columns__not_where_a_row_does_not_fit);
}
