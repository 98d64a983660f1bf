/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What follows from a failed text for its parts, and how far it is believed. */
#include "monotony.h"

#include "base/memory.h"
#include "run_tests.h"

enum { PROBATION = 4, FIRST_SAMPLE = 8 };

static char original[] = "int main ( ) { f ( a + 1 ) ; g ( ) ; }";

static textbuf base_of(char *text)
{
  return (textbuf){ .data = text, .size = strlen(text) };
}

static void learn(rd_monotony *monotony, const char *text, rd_verdict verdict)
{
  textbuf base = base_of(original);
  rd_monotony_learn(monotony, text, strlen(text), &base, verdict);
}

static bool expects(rd_monotony *monotony, const char *text)
{
  textbuf base = base_of(original);
  return rd_monotony_expects(monotony, text, strlen(text), &base);
}

/* One for which every failure is believed until the next sample. */
static rd_monotony *believed(void)
{
  rd_monotony *monotony = rd_monotony_new();
  learn(monotony, "int main", RD_UNINTERESTING);
  for (unsigned i = 0; i < PROBATION; i++)
    ck_assert(!expects(monotony, "int"));
  return monotony;
}

static const struct {
  const char *failed;
  rd_verdict verdict;
  const char *asked;
  bool expects;
} rows[] = {
  { "f(a + 1); g();", RD_UNINTERESTING, "f(a);", true },
  { "f(a + 1);", RD_UNINTERESTING, "f(a +1);", false }, /* only layout */
  { "f ( a\n+1)", RD_UNINTERESTING, "f(a)", true },
  { "f(1);", RD_UNINTERESTING, "f(a);", false },
  { "f(a + 1);", RD_UNINTERESTING, "fa;", false }, /* a word is one token */
  { "f(a + 1);", RD_UNINTERESTING, "a f", false }, /* another order */
  { "f(1);", RD_UNINTERESTING, "f(1);;", false },
  { "int main() { f(a + 1); g(); }", RD_UNINTERESTING, "f(a);", false },
  /* One that the base, which is interesting, is a part of. */
  { "int main() { f(a + 1); g(); h; }", RD_UNINTERESTING, "{ h; }", false },
  /* One that something was put into says nothing of what lacks that. */
  { "f(a + 2);", RD_UNINTERESTING, "f(a);", false },
  { "f(a + 2);", RD_UNINTERESTING, "f(2);", true },
  { "f(a + 1);", RD_INVALID, "f(a);", false },
  { "f(a + 1);", RD_TIMEOUT, "f(a);", false },
  { "f(a + 1);", RD_INTERESTING, "f(a);", false },
};

START_TEST(test_monotony__parts_of_what_failed_fail)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rd_monotony *monotony = believed();
    learn(monotony, rows[i].failed, rows[i].verdict);
    ck_assert_msg(expects(monotony, rows[i].asked) == rows[i].expects,
                  "%s after %s", rows[i].asked, rows[i].failed);
    rd_monotony_free(monotony);
  }
}
END_TEST

START_TEST(test_monotony__a_shrinking_sample_is_tested)
{
  rd_monotony *monotony = believed();
  for (unsigned sample = FIRST_SAMPLE; sample <= 16; sample *= 2) {
    for (unsigned i = 1; i < sample; i++)
      ck_assert(expects(monotony, "int"));
    ck_assert(!expects(monotony, "int"));
  }
  rd_monotony_free(monotony);
}
END_TEST

START_TEST(test_monotony__what_an_interesting_part_contradicts_is_forgotten)
{
  rd_monotony *monotony = believed();
  learn(monotony, "f(a + 1);", RD_UNINTERESTING);
  learn(monotony, "g();", RD_UNINTERESTING);
  learn(monotony, "f(a);", RD_INTERESTING);
  ck_assert(!expects(monotony, "f(1);"));
  for (unsigned i = 0; i < PROBATION; i++)
    ck_assert(!expects(monotony, "g()"));
  ck_assert(expects(monotony, "g()"));
  rd_monotony_free(monotony);
}
END_TEST

START_TEST(test_monotony__contradictions_end_it)
{
  enum { MOST_WRONG = 4 };
  rd_monotony *monotony = rd_monotony_new();
  for (unsigned i = 0; i < MOST_WRONG; i++) {
    learn(monotony, "f(a + 1);", RD_UNINTERESTING);
    learn(monotony, "f(a);", RD_INTERESTING);
  }
  learn(monotony, "f(a + 1);", RD_UNINTERESTING);
  for (unsigned i = 0; i < 4 * FIRST_SAMPLE; i++)
    ck_assert(!expects(monotony, "f(1)"));
  rd_monotony_free(monotony);
}
END_TEST

/* Words with so many semicolons behind them, and one more in their base. */
struct large {
  char *text;
  textbuf base;
};

static struct large large_of(char word, size_t count)
{
  struct large out = { .text = mem_alloc(count + 4, 1) };
  out.text[0] = word;
  out.text[1] = ' ';
  memset(out.text + 2, ';', count + 1);
  out.base = (textbuf){ .data = out.text, .size = count + 3 };
  return out;
}

START_TEST(test_monotony__the_oldest_of_many_tokens_are_forgotten)
{
  enum { MANY = 3 << 17 }; /* two of these are too many */
  rd_monotony *monotony = believed();
  for (char word = 'a'; word <= 'b'; word++) {
    struct large large = large_of(word, MANY);
    rd_monotony_learn(monotony, large.text, large.base.size - 1, &large.base,
                      RD_UNINTERESTING);
    if (word == 'b') {
      ck_assert(!rd_monotony_expects(monotony, "a;", 2, &large.base));
      ck_assert(rd_monotony_expects(monotony, "b;", 2, &large.base));
    }
    free(large.text);
  }
  rd_monotony_free(monotony);
}
END_TEST

START_TEST(test_monotony__what_is_much_larger_is_forgotten)
{
  rd_monotony *monotony = believed();
  struct large large = large_of('f', 1000);
  rd_monotony_learn(monotony, large.text, large.base.size - 1, &large.base,
                    RD_UNINTERESTING);
  ck_assert(rd_monotony_expects(monotony, "f;", 2, &large.base));
  ck_assert(!expects(monotony, "f;"));
  free(large.text);
  rd_monotony_free(monotony);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "monotony", test_monotony__parts_of_what_failed_fail,
      test_monotony__a_shrinking_sample_is_tested,
      test_monotony__what_an_interesting_part_contradicts_is_forgotten,
      test_monotony__contradictions_end_it,
      test_monotony__the_oldest_of_many_tokens_are_forgotten,
      test_monotony__what_is_much_larger_is_forgotten);
}
