/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cache: what it remembers, and what it forgets first. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "cache.h"
#include "reduce/reduce.h"
#include "run_tests.h"

static void add_number(rd_cache *cache, unsigned number, rd_verdict verdict)
{
  char text[16];
  int size = snprintf(text, sizeof text, "%u", number);
  rd_cache_add(cache, rd_key_of(text, (size_t)size), verdict);
}

static bool has_number(const rd_cache *cache, unsigned number,
                       rd_verdict *verdict)
{
  char text[16];
  int size = snprintf(text, sizeof text, "%u", number);
  return rd_cache_find(verdict, cache, rd_key_of(text, (size_t)size));
}

START_TEST(test_cache__remembers_verdicts_across_growth)
{
  rd_cache *cache = rd_cache_new(0);
  for (unsigned i = 0; i < 20000; i++)
    add_number(cache, i, (rd_verdict)(i % RD_VERDICT_COUNT));
  for (unsigned i = 0; i < 20000; i++) {
    rd_verdict verdict;
    ck_assert(has_number(cache, i, &verdict));
    ck_assert_uint_eq(verdict, i % RD_VERDICT_COUNT);
  }
  rd_cache_free(cache);
}
END_TEST

START_TEST(test_cache__knows_nothing_it_was_not_told)
{
  rd_cache *cache = rd_cache_new(0);
  rd_verdict verdict;
  rd_cache_add(cache, rd_key_of("a\0b", 3), RD_INTERESTING);
  ck_assert(rd_cache_find(&verdict, cache, rd_key_of("a\0b", 3)));
  ck_assert(!rd_cache_find(&verdict, cache, rd_key_of("a\0c", 3)));
  ck_assert(!rd_cache_find(&verdict, cache, rd_key_of("a", 1)));
  ck_assert(!rd_cache_find(&verdict, cache, rd_key_of("", 0)));
  rd_cache_free(cache);
}
END_TEST

START_TEST(test_cache__forgets_the_oldest_first)
{
  enum { ROOM = 128 }; /* 28 bytes an entry, a power of two */
  rd_cache *cache = rd_cache_new(4096);
  for (unsigned i = 0; i < 3 * 4096; i++) {
    rd_verdict verdict;
    add_number(cache, i, RD_INVALID);
    ck_assert(has_number(cache, i, &verdict));
    ck_assert(has_number(cache, i < ROOM ? 0 : i - ROOM + 1, &verdict));
    if (i >= ROOM)
      ck_assert(!has_number(cache, i - ROOM, &verdict));
  }
  rd_cache_free(cache);
}
END_TEST

START_TEST(test_cache__takes_a_new_verdict_for_a_known_text)
{
  rd_cache *cache = rd_cache_new(0);
  rd_verdict verdict;
  rd_cache_add(cache, rd_key_of("x", 1), RD_TIMEOUT);
  rd_cache_add(cache, rd_key_of("x", 1), RD_INTERESTING);
  ck_assert(rd_cache_find(&verdict, cache, rd_key_of("x", 1)));
  ck_assert_uint_eq(verdict, RD_INTERESTING);
  rd_cache_free(cache);
}
END_TEST

START_TEST(test_cache__answers_are_changed_for_another_oracle)
{
  rd_answers *answers = rd_answers_new();
  rd_verdict verdict;
  rd_cache_add(answers, rd_key_of("x", 1), RD_OVERRULED);
  rd_cache_add(answers, rd_key_of("y", 1), RD_INVALID);
  rd_cache_add(answers, rd_key_of("z", 1), RD_UNINTERESTING);
  rd_answers_change(answers, RD_OVERRULED, RD_INTERESTING);
  rd_answers_change(answers, RD_INVALID, RD_VERDICT_COUNT);
  ck_assert(rd_cache_find(&verdict, answers, rd_key_of("x", 1)));
  ck_assert_uint_eq(verdict, RD_INTERESTING);
  ck_assert(!rd_cache_find(&verdict, answers, rd_key_of("y", 1)));
  ck_assert(rd_cache_find(&verdict, answers, rd_key_of("z", 1)));
  rd_cache_add(answers, rd_key_of("y", 1), RD_TIMEOUT);
  ck_assert(rd_cache_find(&verdict, answers, rd_key_of("y", 1)));
  ck_assert_uint_eq(verdict, RD_TIMEOUT);
  rd_answers_free(answers);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cache");
  TCase *tcase = tcase_create("cache");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_cache__remembers_verdicts_across_growth);
  tcase_add_test(tcase, test_cache__knows_nothing_it_was_not_told);
  tcase_add_test(tcase, test_cache__forgets_the_oldest_first);
  tcase_add_test(tcase, test_cache__takes_a_new_verdict_for_a_known_text);
  tcase_add_test(tcase, test_cache__answers_are_changed_for_another_oracle);
  return run_suite(suite);
}
