/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A front end that is the judge, and what it keeps from text to text. */
#include "frontends_fixture.h"

#include "compiler/judge.h"

static runner run;

static void set_up(void)
{
  make_modules();
  ck_assert_int_eq(runner_init(&run, true, NULL), RD_OK);
}

static void tear_down(void)
{
  runner_dispose(&run);
  remove_modules();
}

static bool accepts(judge *self, const char *text)
{
  source input = { "in.fake", text, strlen(text) };
  bool out = false;
  ck_assert_int_eq(judge_ask(&out, self, &input, NULL), RD_OK);
  return out;
}

/* It finds an error only by what an earlier text left behind. */
START_TEST(test_judge_front_end__rejects_with_a_fresh_memory)
{
  judge_options judging = { .run = &run, .server = fake() };
  source original = { "in.fake", "well", 4 };
  judge *self = NULL;
  ck_assert_int_eq(judge_find(&self, &judging, &original, NULL), RD_OK);
  ck_assert_ptr_nonnull(self);
  ck_assert_uint_eq(self->words.size, 0);
  ck_assert(accepts(self, "stale"));
  ck_assert(accepts(self, "well"));
  ck_assert(accepts(self, "stale"));
  ck_assert(!accepts(self, "!"));
  judge_free(self);
  rd_server_free(judging.server);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_judge_front_end__rejects_with_a_fresh_memory,
  };
  return run_fixture("judge_front_end", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
