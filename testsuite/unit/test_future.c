/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of questions that a search may reach, and how likely it is. */
#include <stdlib.h>

#include "future.h"
#include "run_tests.h"

enum { WHOLE = 1 << 20, SMALL = 12, LARGE = 4000 };

static rd_future *ask(rd_futures *futures, size_t size)
{
  rd_future *root = rd_futures_add(futures, NULL, false);
  root->kind = RD_FUTURE_ASKS;
  root->pass = "pass";
  root->size = size;
  return root;
}

static void answer(rd_futures *futures, size_t size, bool success)
{
  rd_future *root = ask(futures, size);
  root->is_answered = true;
  root->verdict = success ? RD_INTERESTING : RD_UNINTERESTING;
  free(rd_futures_advance(futures));
}

/* How likely is it that the search finds the next text of this size
 * interesting? */
static double chance(rd_futures *futures, size_t size, bool is_likely)
{
  rd_future *root = ask(futures, size);
  rd_future *next = rd_futures_add(futures, root, true);
  root->is_likely = is_likely;
  rd_futures_weigh(futures);
  double weight = next->weight;
  futures->list.size = 0;
  free(next);
  free(root);
  return weight;
}

/* Of a search that removes 12 bytes with success, 4000 without, by turns of
 * three. */
static size_t search(rd_futures *futures)
{
  size_t best = WHOLE;
  answer(futures, best, true);
  for (int i = 0; i < 40; i++) {
    bool small = i % 3 == 0;
    answer(futures, best - (small ? SMALL : LARGE), small);
    best -= small ? SMALL : 0;
  }
  return best;
}

START_TEST(test_future__the_chance_depends_on_what_is_removed)
{
  rd_futures futures = { 0 };
  size_t best = search(&futures);
  ck_assert_double_gt(chance(&futures, best - SMALL, false), 0.5);
  ck_assert_double_lt(chance(&futures, best - LARGE, false), 0.2);
  rd_futures_dispose(&futures);
}
END_TEST

START_TEST(test_future__the_chance_depends_on_the_last_results_too)
{
  rd_futures futures = { 0 };
  for (int i = 0; i < 40; i++)
    answer(&futures, WHOLE, i % 3 == 2);
  ck_assert_double_lt(chance(&futures, WHOLE, false), 0.2);
  answer(&futures, WHOLE, false);
  ck_assert_double_gt(chance(&futures, WHOLE, false), 0.7);
  rd_futures_dispose(&futures);
}
END_TEST

START_TEST(test_future__what_is_being_confirmed_is_nearly_certain)
{
  rd_futures futures = { 0 };
  size_t best = search(&futures);
  ck_assert_double_gt(chance(&futures, best - LARGE, true), 0.9);
  rd_futures_dispose(&futures);
}
END_TEST

START_TEST(test_future__a_text_whose_test_gave_way_is_fetched_again)
{
  rd_futures futures = { 0 };
  rd_future *from, *root = ask(&futures, WHOLE);
  rd_future *next = rd_futures_add(&futures, root, false);
  bool is_success;
  next->kind = RD_FUTURE_ASKS;
  next->pass = root->pass;
  root->runs = next->runs = true;
  rd_futures_weigh(&futures);
  double beyond = rd_futures_open(&from, &is_success, &futures);
  ck_assert_ptr_eq(from, next);
  next->runs = false;
  ck_assert_double_gt(rd_futures_open(&from, &is_success, &futures), beyond);
  ck_assert_ptr_eq(from, root);
  ck_assert(!is_success);
  next->is_missed = true; /* in vain: the other answer is what is left */
  ck_assert_double_gt(rd_futures_open(&from, &is_success, &futures), 0);
  ck_assert(is_success);
  root->is_dead = true;
  rd_futures_prune(&futures);
  free(next);
  free(root);
  rd_futures_dispose(&futures);
}
END_TEST

int main(void)
{
  return RUN_TESTS("future",
                   test_future__a_text_whose_test_gave_way_is_fetched_again,
                   test_future__the_chance_depends_on_what_is_removed,
                   test_future__the_chance_depends_on_the_last_results_too,
                   test_future__what_is_being_confirmed_is_nearly_certain);
}
