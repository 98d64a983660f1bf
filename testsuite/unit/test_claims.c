/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What workers say of inputs is believed only as far as runs here bear it out. */
#include "campaign/claims.h"

#include <stdlib.h>

#include "run_fixture.h"

static campaign none;
static claims all;

static void set_up(void)
{
  claims_init(&all, &none);
}

static void tear_down(void)
{
  claims_dispose(&all);
}

/* A crash with that signature; NULL: no crash. */
static input seen(const char *signature, const char *teller)
{
  input out = { .key = mem_copy("key"),
                .compiler = mem_copy("cc 1"),
                .state = signature ? INPUT_CRASHES : INPUT_FINE };
  if (signature)
    out.crash = (crash){ mem_copy(signature), mem_copy("place") };
  if (teller)
    out.teller = mem_copy(teller);
  return out;
}

/* Worker w has said enough that its claims are not the first. */
static void make_known(void)
{
  for (size_t i = 0; i < 4; i++) {
    input one = seen("known", "w.0");
    claims_add(&all, 90 + (uint32_t)i, &one);
  }
  claims_clear(&all);
}

static void say(uint32_t number, const char *signature)
{
  input one = seen(signature, "w.0");
  claims_add(&all, number, &one);
}

static bool show(uint32_t number, const char *signature)
{
  char *liar;
  input one = seen(signature, NULL);
  claims_compare(&liar, &all, number, &one);
  bool is_lie = liar;
  input_dispose(&one);
  free(liar);
  return is_lie;
}

static void decide(claim_end end, uint32_t number)
{
  uint32_t got;
  input said = { 0 };
  ck_assert_int_eq(claims_next(&got, &said, &all), end);
  if (end != CLAIM_NONE)
    ck_assert_uint_eq(got, number);
  input_dispose(&said);
}

START_TEST(test_claims__a_new_crash_is_checked_once)
{
  make_known();
  say(1, "a");
  say(2, "a");
  decide(CLAIM_DOUBTED, 1);
  decide(CLAIM_NONE, 0);
  ck_assert(!show(1, "a"));
  decide(CLAIM_BELIEVED, 2);
}
END_TEST

START_TEST(test_claims__who_was_wrong_is_believed_nothing)
{
  make_known();
  say(1, "a");
  say(2, "a");
  say(3, NULL);
  decide(CLAIM_DOUBTED, 1);
  ck_assert(show(1, NULL));
  ck_assert(claims_is_liar(&all, "w.7"));
  decide(CLAIM_DOUBTED, 2);
  decide(CLAIM_DOUBTED, 3);
}
END_TEST

START_TEST(test_claims__the_first_of_a_worker_are_checked)
{
  ck_assert(!show(8, "a"));
  for (uint32_t i = 0; i < 4; i++)
    say(i, "a");
  for (uint32_t i = 0; i < 4; i++)
    decide(CLAIM_DOUBTED, i);
  say(4, "a");
  decide(CLAIM_BELIEVED, 4);
}
END_TEST

START_TEST(test_claims__a_run_that_says_nothing_makes_no_liar)
{
  char *liar;
  input broken = { .state = INPUT_BROKEN };
  say(1, "a");
  claims_compare(&liar, &all, 1, &broken);
  ck_assert_ptr_null(liar);
  ck_assert(!claims_holds(&all, 1));
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_claims__a_new_crash_is_checked_once,
    &test_claims__who_was_wrong_is_believed_nothing,
    &test_claims__the_first_of_a_worker_are_checked,
    &test_claims__a_run_that_says_nothing_makes_no_liar,
  };
  return run_fixture("claims", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
