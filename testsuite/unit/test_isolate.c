/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The isolation. */
#include "asker.h"
#include "run_tests.h"

enum { MOST = 10 };

/* What each unit needs, directly. */
struct web {
  uint32_t needs[MOST];
  size_t count;
};

static void find(bool *stays_out, void *payload, const uint32_t *seeds,
                 size_t count)
{
  const struct web *web = payload;
  uint32_t stays = mask_of(seeds, count), before = 0;
  while (stays != before) {
    before = stays;
    for (size_t i = 0; i < web->count; i++)
      if (before >> i & 1)
        stays |= web->needs[i];
  }
  for (size_t i = 0; i < web->count; i++)
    stays_out[i] = stays >> i & 1;
}

static bool is_whole(const struct web *web, uint32_t mask)
{
  for (size_t i = 0; i < web->count; i++)
    if ((mask >> i & 1) && (web->needs[i] & ~mask))
      return false;
  return true;
}

static size_t few; /* so many first units may suffice */
static bool some;  /* at least one is needed */

static uint32_t isolate(struct asked *asked, struct web *web,
                        const uint64_t *weights, uint32_t known)
{
  size_t count = web->count;
  uint32_t *units = all_units(count);
  rd_asker asker = { .first = answer, .payload = asked };
  rd_needs needs = { .find = find, .payload = web, .few = few, .some = some };
  bool is_known[MOST] = { 0 };
  for (size_t i = 0; i < count; i++)
    is_known[i] = known >> i & 1;
  ck_assert_int_eq(rd_isolate(units, &count, weights, is_known, &asker, &needs),
                   RD_OK);
  uint32_t mask = mask_of(units, count);
  free(units);
  for (size_t i = 0; i < asked->questions; i++)
    ck_assert(is_whole(web, asked->log[i]));
  return mask;
}

START_TEST(test_isolate__keeps_exactly_what_a_monotone_property_needs)
{
  const uint64_t weights[] = { 1, 90, 1, 5, 5, 1, 7 };
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t needed = i / 2;
    struct web web = { .count = 7 };
    struct asked asked = { .holds = holds_all, .payload = &needed };
    ck_assert_uint_eq(isolate(&asked, &web, i % 2 ? weights : NULL, 0), needed);
  }
}
END_TEST

START_TEST(test_isolate__keeps_what_the_needed_need)
{
  const uint32_t needed = 0x80; /* needs 4, which needs 1, which needs 0 */
  struct web web = { .needs = { [7] = 0x10, [4] = 0x2, [1] = 0x1 },
                     .count = 8 };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(isolate(&asked, &web, NULL, 0), 0x93);
  ck_assert_uint_le(asked.questions, 6);
}
END_TEST

START_TEST(test_isolate__asks_once_if_all_needed_are_known)
{
  const uint32_t needed = 0x22;
  struct web web = { .needs = { [5] = 0x8 }, .count = 8 };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(isolate(&asked, &web, NULL, needed), 0x2a);
  ck_assert_uint_eq(asked.questions, 1);
}
END_TEST

/* Needs may point forward as well, and in circles. */
START_TEST(test_isolate__bears_all_needs)
{
  uint32_t random = 1;
  for (int round = 0; round < 500; round++) {
    struct web web = { .count = MOST };
    for (size_t i = 0; i < MOST; i++) {
      random = random * 1664525 + 1013904223;
      web.needs[i] = random >> 22 & random >> 12 & 0x3ff;
    }
    uint32_t needed = random >> 8 & random >> 16 & 0x3ff;
    struct asked asked = { .holds = holds_all, .payload = &needed };
    uint32_t mask = isolate(&asked, &web, NULL, 0);
    ck_assert((mask & needed) == needed && is_whole(&web, mask));
  }
}
END_TEST

/* Where they do, fewer questions find it; where not, the same units are left. */
START_TEST(test_isolate__begins_with_the_first_where_few_suffice)
{
  struct web web = { .count = MOST };
  for (uint32_t needed = 1; needed < 1u << MOST; needed += 7) {
    struct asked half = { .holds = holds_all, .payload = &needed };
    struct asked first = half;
    few = 0;
    ck_assert_uint_eq(isolate(&half, &web, NULL, 0), needed);
    few = 1;
    ck_assert_uint_eq(isolate(&first, &web, NULL, 0), needed);
    if (needed == 1)
      ck_assert_uint_lt(first.questions, half.questions);
  }
  few = 0;
}
END_TEST

START_TEST(test_isolate__asks_for_those_first_that_may_suffice)
{
  struct web web = { .count = MOST };
  const uint32_t needed = 0x7;
  struct asked asked = { .holds = holds_all, .payload = &needed };
  few = 3;
  ck_assert_uint_eq(isolate(&asked, &web, NULL, 0), needed);
  ck_assert_uint_eq(asked.log[0], needed);
  few = 0;
}
END_TEST

START_TEST(test_isolate__asks_for_none_unless_some_are_needed)
{
  struct web web = { .count = MOST };
  const uint32_t needed = 0x10;
  struct asked none = { .holds = holds_all, .payload = &needed }, half = none;
  ck_assert_uint_eq(isolate(&none, &web, NULL, 0), needed);
  some = true;
  ck_assert_uint_eq(isolate(&half, &web, NULL, 0), needed);
  some = false;
  ck_assert_uint_eq(none.log[0], 0);
  ck_assert_uint_ne(half.log[0], 0);
}
END_TEST

/* Two that stand together take fewer questions than two that do not. */
START_TEST(test_isolate__looks_beside_what_it_has_found)
{
  struct web web = { .count = MOST };
  const uint32_t together = 0xc0, apart = 0x81;
  struct asked beside = { .holds = holds_all, .payload = &together };
  struct asked far = { .holds = holds_all, .payload = &apart };
  ck_assert_uint_eq(isolate(&beside, &web, NULL, 0), together);
  ck_assert_uint_eq(isolate(&far, &web, NULL, 0), apart);
  ck_assert_uint_lt(beside.questions, far.questions);
}
END_TEST

static bool holds_many(const void *payload, uint32_t mask)
{
  (void)payload;
  return (mask ^ mask >> 1) % 3 == 0 || mask == (1u << MOST) - 1;
}

/* What it leaves is what was interesting last. */
START_TEST(test_isolate__ends_at_an_interesting_set)
{
  struct web web = { .needs = { [3] = 1, [5] = 6 }, .count = MOST };
  struct asked asked = { .holds = holds_many };
  ck_assert(holds_many(NULL, isolate(&asked, &web, NULL, 0)));
}
END_TEST

START_TEST(test_isolate__asks_nothing_of_nothing)
{
  struct web web = { .count = 0 };
  struct asked asked = { .holds = holds_many };
  ck_assert_uint_eq(isolate(&asked, &web, NULL, 0), 0);
  ck_assert_uint_eq(asked.questions, 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS("isolate",
                   test_isolate__keeps_exactly_what_a_monotone_property_needs,
                   test_isolate__keeps_what_the_needed_need,
                   test_isolate__asks_once_if_all_needed_are_known,
                   test_isolate__bears_all_needs,
                   test_isolate__begins_with_the_first_where_few_suffice,
                   test_isolate__asks_for_those_first_that_may_suffice,
                   test_isolate__asks_for_none_unless_some_are_needed,
                   test_isolate__looks_beside_what_it_has_found,
                   test_isolate__ends_at_an_interesting_set,
                   test_isolate__asks_nothing_of_nothing);
}
