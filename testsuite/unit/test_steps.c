/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bisecting steps: what is found is good, and what follows it is bad. */
#include "bisect/search.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

/* Steps as letters, 'g' for good. */
typedef struct story {
  const char *steps;
  unsigned asked;
  size_t fails; /* asking for this one is an error */
} story;

static rd_status ask(bool *good_out, void *payload, size_t step, rd_error *err)
{
  story *self = payload;
  self->asked++;
  ck_assert_uint_lt(step, strlen(self->steps));
  if (step == self->fails)
    return rd_fail(err, RD_ERR_IO, "gone");
  *good_out = self->steps[step] == 'g';
  return RD_OK;
}

START_TEST(test_steps__the_last_good_one_is_found)
{
  for (size_t count = 2; count < 40; count++)
    for (size_t bad = 1; bad < count; bad++) {
      char steps[64] = { 0 };
      memset(steps, 'g', bad);
      memset(steps + bad, 'b', count - bad);
      story all = { steps, 0, SIZE_MAX };
      size_t found = 0;
      bool any = false;
      ck_assert(!steps_last_good(&found, &any, count, ask, &all, NULL));
      ck_assert(any && found == bad - 1);
      ck_assert_uint_le(all.asked, 8);
    }
}
END_TEST

START_TEST(test_steps__a_good_one_before_a_bad_one_will_do)
{
  static const char steps[] = "gbbgggbgbgggbbbgb";
  story all = { steps, 0, SIZE_MAX };
  size_t found = 0;
  bool any = false;
  ck_assert(!steps_last_good(&found, &any, sizeof steps - 1, ask, &all, NULL));
  ck_assert(any && steps[found] == 'g' && steps[found + 1] == 'b');
}
END_TEST

START_TEST(test_steps__none_is_good_if_the_first_is_not)
{
  story all = { "bbbb", 0, SIZE_MAX };
  size_t found = 0;
  bool any = true;
  ck_assert(!steps_last_good(&found, &any, 4, ask, &all, NULL));
  ck_assert(!any);
  ck_assert_uint_eq(all.asked, 1);
  ck_assert(!steps_last_good(&found, &any, 1, ask, &all, NULL));
  ck_assert(!any);
  ck_assert_uint_eq(all.asked, 1);
}
END_TEST

START_TEST(test_steps__an_error_ends_it)
{
  story all = { "ggggbbbb", 0, 4 };
  size_t found = 0;
  bool any = false;
  rd_error err = { 0 };
  ck_assert_int_eq(steps_last_good(&found, &any, 9, ask, &all, &err),
                   RD_ERR_IO);
  ck_assert_str_eq(err.message, "gone");
}
END_TEST

int main(void)
{
  return RUN_TESTS("steps", test_steps__the_last_good_one_is_found,
                   test_steps__a_good_one_before_a_bad_one_will_do,
                   test_steps__none_is_good_if_the_first_is_not,
                   test_steps__an_error_ends_it);
}
