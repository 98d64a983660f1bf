/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The work list of Perses: which questions it asks, in order.
 *
 * The sequences up to `|` are those of the notebook's hierarchical_reduction,
 * run on the same trees (keys <L> for lists and <S> for items, which may be
 * empty), with `+` for interesting and `_` for the empty text. There the
 * notebook would turn back to a larger tree, or would stop.
 */
#include <stdio.h>

#include "mini.h"
#include "run_tests.h"

static bool is_one_of(const void *payload, const char *text)
{
  char wanted[32];
  (void)snprintf(wanted, sizeof wanted, " %s ", text);
  return strstr(payload, wanted) != NULL;
}

struct row {
  const char *text, *payload, *asked, *left;
  uint64_t accepted;
};

static void ask_all(const struct row *row,
                    bool (*holds)(const void *payload, const char *text))
{
  struct mini_oracle oracle = { .holds = holds, .payload = row->payload };
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = "perses";
  options.check = true;
  options.prepare_off = RD_PREPARE_ALL;
  rd_result result;
  ck_assert_int_eq(mini_reduce(&result, &oracle, row->text, &options, NULL),
                   RD_OK);
  textbuf asked = { 0 };
  const char *end = oracle.log.data + oracle.log.size;
  for (const char *at = oracle.log.data + strlen(row->text) + 1; at < end;
       at += strlen(at) + 1)
    text_printf(&asked, " %s%s", *at ? at : "_",
                holds(row->payload, at) ? "+" : "");
  textbuf expected = { 0 };
  for (const char *at = row->asked; *at; at++)
    if (*at != '|')
      text_add(&expected, at, 1);
  ck_assert_str_eq(asked.data, expected.data);
  ck_assert_str_eq(result.text, row->left);
  ck_assert_uint_eq(result.stats.accepted, row->accepted);
  text_free(&asked);
  text_free(&expected);
  text_free(&oracle.log);
  rd_result_dispose(&result);
}

/* Interesting is what has all the letters. */
static const struct row rows[] = {
  { "a((b)c)", "b", " (b)c+ b+ _|", "b", 2 },
  { "((a(bc)d))", "bc", " (a(bc)d)+ a(bc)d+ bc+ b c|", "bc", 3 },
  { "(a(b(cd)))", "cd", " a(b(cd))+ b(cd)+ cd+ c d|", "cd", 3 },
  { "(a)(b)", "b", " a b+ _", "b", 1 },
  { "x(y(z))", "yz", " y(z)+ z (z) y y z+", "y z", 2 },
  { "ab(cd(ef)g)hi", "eg", " cd(ef)g+ ef cd(ef) c(ef)g+| (ef)g+ g eg+ fg e",
    "eg", 4 },
};

START_TEST(test_least__asks_what_the_notebook_asks)
{
  ask_all(&rows[_i], mini_has_all);
}
END_TEST

/* Interesting are these texts alone. */
static const struct row sets[] = {
  /* Of two trees of one size the newer comes first, and both are gone into. */
  { "((ab)(cd))", " ((ab)(cd)) ab cd c ", " (ab)(cd) ab+ cd+ c+ _|", "c", 2 },
  { "((ab)(cd))", " ((ab)(cd)) ab cd a ", " (ab)(cd) ab+ cd+ c d a+ _|", "a",
    2 },
  /* What another round finds: b can go only when a is gone. */
  { "abc", " abc bc c ", " ab ac bc+| b c+ _", "c", 2 },
  /* A larger tree waits, and is not gone back to. */
  { "a((b)c)", " a((b)c) (b)c b bc ", " (b)c+ b+ _|", "b", 2 },
};

START_TEST(test_least__keeps_trees_of_their_own)
{
  ask_all(&sets[_i], is_one_of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("least");
  TCase *tcase = tcase_create("least");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_least__asks_what_the_notebook_asks, 0,
                      (int)(sizeof rows / sizeof *rows));
  tcase_add_loop_test(tcase, test_least__keeps_trees_of_their_own, 0,
                      (int)(sizeof sets / sizeof *sets));
  return run_suite(suite);
}
