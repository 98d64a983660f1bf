/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The priority work list. */
#include <check.h>
#include <stdlib.h>

#include "search/search.h"
#include "run_tests.h"

START_TEST(test_worklist__comes_out_in_order_of_keys)
{
  rd_worklist list = { 0 };
  srand(7);
  for (uint32_t i = 0; i < 500; i++)
    rd_worklist_push(
        &list,
        (rd_work){ { (uint64_t)(rand() % 5), (uint64_t)(rand() % 5), i }, i });
  rd_work last = { 0 }, work;
  size_t count = 0;
  for (; rd_worklist_pop(&work, &list); last = work, count++) {
    bool after = false;
    for (size_t k = 0; k < 3 && !after; k++) {
      ck_assert_uint_ge(work.keys[k], last.keys[k]);
      after = work.keys[k] > last.keys[k];
    }
  }
  ck_assert_uint_eq(count, 500);
  ARRAY_FREE(&list);
}
END_TEST

START_TEST(test_worklist__is_empty_at_first)
{
  rd_worklist list = { 0 };
  rd_work work;
  ck_assert(!rd_worklist_pop(&work, &list));
  ARRAY_FREE(&list);
}
END_TEST

struct visits {
  rd_worklist list;
  uint32_t seen[8];
  size_t count;
};

/* Item 4 brings items 2 and 3 along; item 9 fails. */
static rd_status visit(void *payload, uint32_t item)
{
  struct visits *visits = payload;
  visits->seen[visits->count++] = item;
  if (item == 4) {
    rd_worklist_push(&visits->list, (rd_work){ { 6, 0, 0 }, 2 });
    rd_worklist_push(&visits->list, (rd_work){ { 5, 0, 0 }, 3 });
  }
  return item == 9 ? RD_ERR_IO : RD_OK;
}

START_TEST(test_worklist__visits_what_visits_push)
{
  struct visits visits = { 0 };
  rd_worklist_push(&visits.list, (rd_work){ { 7, 0, 0 }, 1 });
  rd_worklist_push(&visits.list, (rd_work){ { 0, 0, 0 }, 4 });
  ck_assert_int_eq(rd_worklist_run(&visits.list, visit, &visits), RD_OK);
  const uint32_t expected[] = { 4, 3, 2, 1 };
  ck_assert_uint_eq(visits.count, 4);
  for (size_t i = 0; i < 4; i++)
    ck_assert_uint_eq(visits.seen[i], expected[i]);
  ARRAY_FREE(&visits.list);
}
END_TEST

START_TEST(test_worklist__stops_at_an_error)
{
  struct visits visits = { 0 };
  rd_worklist_push(&visits.list, (rd_work){ { 1, 0, 0 }, 1 });
  rd_worklist_push(&visits.list, (rd_work){ { 0, 0, 0 }, 9 });
  ck_assert_int_eq(rd_worklist_run(&visits.list, visit, &visits), RD_ERR_IO);
  ck_assert_uint_eq(visits.count, 1);
  ARRAY_FREE(&visits.list);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("worklist");
  TCase *tcase = tcase_create("worklist");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_worklist__comes_out_in_order_of_keys);
  tcase_add_test(tcase, test_worklist__is_empty_at_first);
  tcase_add_test(tcase, test_worklist__visits_what_visits_push);
  tcase_add_test(tcase, test_worklist__stops_at_an_error);
  return run_suite(suite);
}
