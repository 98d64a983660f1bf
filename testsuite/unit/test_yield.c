/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What steps promise. */
#include "run_tests.h"
#include "round_policy.h"

START_TEST(test_yield__nothing_at_stake_is_worth_nothing)
{
  rd_yield yield = { 0 };
  for (int i = RD_GROWS_LITTLE; i <= RD_GROWS_LINEAR; i++)
    ck_assert_uint_eq(rd_yield_worth(&yield, (rd_growth)i, (rd_stake){ 0 }), 0);
}
END_TEST

START_TEST(test_yield__large_texts_want_what_grows_slowly)
{
  rd_yield yield = { 0 };
  rd_stake large = { .units = 10000, .tokens = 10000 };
  rd_stake bodies = { .units = 50, .tokens = 6000 };
  uint64_t worth[] = {
    rd_yield_worth(&yield, RD_GROWS_LINEAR, large),
    rd_yield_worth(&yield, RD_GROWS_ROOT, large),
    rd_yield_worth(&yield, RD_GROWS_LOG, bodies),
    rd_yield_worth(&yield, RD_GROWS_LITTLE, bodies),
  };
  for (int i = 0; i < 3; i++)
    ck_assert_uint_lt(worth[i], worth[i + 1]);
}
END_TEST

START_TEST(test_yield__small_texts_want_all_at_once)
{
  rd_yield yield = { 0 };
  rd_stake text = { .units = 12, .tokens = 12 };
  rd_stake body = { .units = 1, .tokens = 1 };
  ck_assert_uint_gt(rd_yield_worth(&yield, RD_GROWS_LINEAR, text),
                    rd_yield_worth(&yield, RD_GROWS_LOG, body));
}
END_TEST

START_TEST(test_yield__what_was_seen_counts)
{
  rd_stake stake = { .units = 100, .tokens = 1000 };
  rd_yield good = { 0 }, bad = { 0 }, never = { 0 };
  rd_yield_learn(&good, stake, 1000);
  rd_yield_learn(&bad, stake, 0);
  uint64_t between = rd_yield_worth(&never, RD_GROWS_LOG, stake);
  ck_assert_uint_gt(rd_yield_worth(&good, RD_GROWS_LOG, stake), between);
  ck_assert_uint_lt(rd_yield_worth(&bad, RD_GROWS_LOG, stake), between);
  rd_yield_learn(&good, stake, 5000); /* more than was known to be at stake */
  ck_assert_uint_le(good.share, 1024);
}
END_TEST

int main(void)
{
  return RUN_TESTS("yield", test_yield__nothing_at_stake_is_worth_nothing,
                   test_yield__large_texts_want_what_grows_slowly,
                   test_yield__small_texts_want_all_at_once,
                   test_yield__what_was_seen_counts);
}
