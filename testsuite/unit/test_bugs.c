/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs are sorted into buckets, and reductions merge and split these. */
#include "campaign/bugs.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"

static campaign all;
static strings known;
static bugs found;

static void set_up(void)
{
  all = (campaign){ .folder = mem_copy("/all") };
  known = (strings){ 0 };
  found = (bugs){ 0 };
}

static void tear_down(void)
{
  bugs_dispose(&found);
  campaign_dispose(&all);
  strings_free(&known);
}

/* Adds an input that crashes so. */
static input *add(const char *key, const char *signature, const char *place,
                  uint64_t bytes)
{
  input one = { .key = mem_copy(key),
                .file = mem_copy(key),
                .first = 100 + all.count,
                .last = 100 + all.count,
                .times = 1,
                .bytes = bytes,
                .state = INPUT_CRASHES,
                .crash = { mem_copy(signature),
                           place ? mem_copy(place) : NULL },
                .compiler = mem_copy("gcc (GCC) 12") };
  ck_assert(campaign_add(&all, &one) || all.count);
  return &all.inputs[all.count - 1];
}

/* The input was reduced to this text, which crashes as it did, or as said. */
static void reduce(input *what, const char *text, const char *signature,
                   const char *place)
{
  if (!signature)
    place = what->crash.place;
  what->reduction = REDUCTION_DONE;
  what->text = mem_copy(text);
  what->became.signature =
      mem_copy(signature ? signature : what->crash.signature);
  what->became.place = place ? mem_copy(place) : NULL;
  what->reduced_bytes = strlen(text);
}

static void find(void)
{
  bugs_dispose(&found);
  bugs_find(&found, &all, &known);
}

/* "signature:inputs" of each bug, in order; lent until the next call. */
static const char *line(void)
{
  static char out[256];
  size_t size = 0;
  find();
  out[0] = '\0';
  for (size_t i = 0; i < found.size; i++)
    size += (size_t)snprintf(out + size, sizeof out - size, "%s%s:%llu",
                             i ? " " : "",
                             bug_bucket(&found, &found.data[i])->signature,
                             (unsigned long long)found.data[i].inputs);
  return out;
}

/* The key of the input to reduce next, or "". */
static const char *next(size_t each)
{
  find();
  uint32_t at = bugs_next(&found, &all, each);
  return at == BUG_NONE ? "" : all.inputs[at].key;
}

START_TEST(test_bugs__most_frequent_is_first)
{
  add("1", "a", NULL, 1);
  add("2", "b", NULL, 1);
  add("3", "b", NULL, 1);
  ck_assert_str_eq(line(), "b:2 a:1");
  ck_assert_uint_eq(found.data[0].first, 101);
  ck_assert_uint_eq(found.data[0].last, 102);
  ck_assert_uint_eq(found.fresh, 2);
}
END_TEST

START_TEST(test_bugs__what_does_not_crash_is_counted)
{
  add("1", "a", NULL, 1);
  add("2", "a", NULL, 1)->state = INPUT_FINE;
  add("3", "a", NULL, 1)->state = INPUT_BROKEN;
  add("4", "a", NULL, 1)->state = INPUT_NEW;
  ck_assert_str_eq(line(), "a:1");
  ck_assert_uint_eq(found.fine, 1);
  ck_assert_uint_eq(found.broken, 1);
  ck_assert_uint_eq(found.waiting, 1);
}
END_TEST

START_TEST(test_bugs__versions_have_buckets_of_their_own)
{
  add("1", "a", "p", 1);
  input *other = add("2", "a", "p", 1);
  string_replace(&other->compiler, mem_copy("cc (GCC) 12"));
  ck_assert_str_eq(line(), "a:2");
  string_replace(&other->compiler, mem_copy("gcc (GCC) 13"));
  ck_assert_uint_eq((line(), found.size), 2);
}
END_TEST

START_TEST(test_bugs__known_ones_are_only_counted)
{
  add("1", "a", NULL, 1);
  strings_add(&known, "a");
  ck_assert_str_eq(next(1), "");
  ck_assert_uint_eq(found.fresh, 0);
  ck_assert_str_eq(line(), "a:1");
}
END_TEST

START_TEST(test_bugs__cheapest_is_reduced)
{
  add("large", "a", NULL, 900);
  add("slow", "a", NULL, 300)->cpu_ms = 3000;
  add("small", "a", NULL, 800);
  ck_assert_str_eq(next(1), "small");
  add("named", "a", NULL, 2000)->has_site = true;
  ck_assert_str_eq(next(1), "named");
  add("9", "b", NULL, 1);
  ck_assert_str_eq(next(1), "named"); /* of the larger bucket */
}
END_TEST

START_TEST(test_bugs__cost_does_not_depend_on_a_little_time)
{
  input *one = add("1", "a", NULL, 100);
  one->cpu_ms = 300;
  uint64_t cost = input_cost(one);
  one->cpu_ms = 700;
  ck_assert_uint_eq(input_cost(one), cost);
  one->cpu_ms = 10000;
  ck_assert_uint_gt(input_cost(one), cost);
  one->cpu_ms = one->bytes = UINT64_MAX / 2;
  ck_assert_uint_gt(input_cost(one), cost);
}
END_TEST

START_TEST(test_bugs__so_many_of_each_bucket)
{
  add("1", "a", NULL, 1);
  add("2", "a", NULL, 2);
  add("3", "a", NULL, 3);
  ck_assert_uint_eq((find(), bugs_left(&found, &all, 2)), 2);
  all.inputs[0].is_running = true;
  ck_assert_str_eq(next(1), "");
  ck_assert_str_eq(next(2), "2");
  all.inputs[0].is_running = false;
  reduce(&all.inputs[0], "t", NULL, NULL);
  ck_assert_str_eq(next(1), "");
  ck_assert_str_eq(next(2), "2");
  ck_assert_uint_eq(bugs_left(&found, &all, 2), 1);
}
END_TEST

START_TEST(test_bugs__another_takes_the_turn_of_one_that_failed)
{
  static const char *const keys[] = { "1", "2", "3", "4", "5" };
  for (size_t i = 0; i < 5; i++)
    add(keys[i], "a", NULL, 1);
  for (size_t i = 0; i < 3; i++) {
    ck_assert_str_eq(next(1), keys[i]);
    all.inputs[i].reduction = REDUCTION_FAILED;
    all.inputs[i].problem = mem_copy("no");
  }
  ck_assert_str_eq(next(1), "");
  ck_assert_str_eq(found.data[0].problem, "no");
  ck_assert_uint_eq(found.data[0].best, BUG_NONE);
}
END_TEST

START_TEST(test_bugs__same_text_merges)
{
  add("1", "a", NULL, 1);
  add("2", "b", NULL, 1);
  add("3", "b", NULL, 1);
  reduce(&all.inputs[0], "int a;", NULL, NULL);
  ck_assert_str_eq(line(), "b:2 a:1");
  reduce(&all.inputs[1], "int a;", NULL, NULL);
  ck_assert_str_eq(line(), "b:3");
  ck_assert_uint_eq(found.data[0].count, 2);
  ck_assert_str_eq(found.buckets[1].merged.data[0],
                   "a and b end as the same text");
}
END_TEST

START_TEST(test_bugs__same_place_merges_once_both_have_ended)
{
  add("1", "a during x", "a", 1);
  add("2", "a during y", "a", 1);
  reduce(&all.inputs[0], "int a;", NULL, NULL);
  ck_assert_uint_eq((line(), found.size), 2);
  reduce(&all.inputs[1], "int b;", NULL, NULL);
  ck_assert_uint_eq((line(), found.size), 1);
  ck_assert_str_eq(found.buckets[1].merged.data[0],
                   "a during x and a during y end in the same place");
}
END_TEST

START_TEST(test_bugs__merged_with_a_known_one_is_known)
{
  add("1", "a during x", "a", 1);
  add("2", "a during y", "a", 1);
  strings_add(&known, "a during y");
  ck_assert_uint_eq((line(), found.fresh), 1);
  reduce(&all.inputs[0], "int a;", NULL, NULL);
  ck_assert_uint_eq((line(), found.fresh), 0);
  ck_assert_uint_eq(found.size, 1);
}
END_TEST

START_TEST(test_bugs__merging_is_transitive)
{
  add("1", "a", NULL, 1);
  add("2", "b", NULL, 1);
  add("3", "c", "p", 1);
  add("4", "d", "p", 1);
  reduce(&all.inputs[2], "x", NULL, NULL);
  reduce(&all.inputs[3], "y", NULL, NULL);
  reduce(&all.inputs[0], "y", NULL, NULL);
  reduce(&all.inputs[1], "x", NULL, NULL);
  ck_assert_uint_eq((line(), found.size), 1);
  ck_assert_uint_eq(found.data[0].inputs, 4);
  ck_assert_uint_eq(found.data[0].count, 4);
}
END_TEST

START_TEST(test_bugs__other_versions_are_not_merged)
{
  add("1", "a", "p", 1);
  string_replace(&add("2", "b", "p", 1)->compiler, mem_copy("gcc (GCC) 13"));
  reduce(&all.inputs[0], "x", NULL, NULL);
  reduce(&all.inputs[1], "x", NULL, NULL);
  ck_assert_uint_eq((line(), found.size), 2);
}
END_TEST

START_TEST(test_bugs__what_becomes_another_crash_splits)
{
  add("1", "a", NULL, 1);
  add("2", "a", NULL, 2);
  reduce(&all.inputs[0], "x", "b", NULL);
  ck_assert_str_eq(next(1), "2"); /* a has none that is reduced */
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(found.buckets[1].moved.data[0],
                   "1 shows a; what it was reduced to shows this");
  reduce(&all.inputs[1], "y", NULL, NULL);
  ck_assert_str_eq(next(1), "");
}
END_TEST

START_TEST(test_bugs__who_moves_in_does_not_take_the_turn_of_an_owner)
{
  add("1", "a", NULL, 1);
  add("2", "b", NULL, 1);
  reduce(&all.inputs[0], "x", "b", NULL);
  ck_assert_str_eq(next(1), "2");
  ck_assert_str_eq(line(), "b:2"); /* nothing is left of a */
}
END_TEST

START_TEST(test_bugs__best_is_the_smallest_text)
{
  add("1", "a", NULL, 1);
  add("2", "a", NULL, 2);
  reduce(&all.inputs[0], "xyz", NULL, NULL);
  reduce(&all.inputs[1], "xy", NULL, NULL);
  find();
  ck_assert_uint_eq(found.data[0].best, 1);
}
END_TEST

START_TEST(test_bugs__json_has_any_bytes)
{
  add("\xff", "a\xfe", NULL, 1);
  reduce(&all.inputs[0], "xyz", NULL, NULL);
  find();
  json_t *array = bugs_json(&found, &all);
  const json_t *one = json_array_get(array, 0);
  ck_assert_str_eq(json_string_value(json_object_get(one, "input")), "\\xff");
  ck_assert_int_eq(json_integer_value(json_object_get(one, "bytes")), 3);
  json_decref(array);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_bugs__most_frequent_is_first,
    &test_bugs__what_does_not_crash_is_counted,
    &test_bugs__versions_have_buckets_of_their_own,
    &test_bugs__known_ones_are_only_counted,
    &test_bugs__cheapest_is_reduced,
    &test_bugs__cost_does_not_depend_on_a_little_time,
    &test_bugs__so_many_of_each_bucket,
    &test_bugs__another_takes_the_turn_of_one_that_failed,
    &test_bugs__same_text_merges,
    &test_bugs__same_place_merges_once_both_have_ended,
    &test_bugs__merged_with_a_known_one_is_known,
    &test_bugs__merging_is_transitive,
    &test_bugs__other_versions_are_not_merged,
    &test_bugs__what_becomes_another_crash_splits,
    &test_bugs__who_moves_in_does_not_take_the_turn_of_an_owner,
    &test_bugs__best_is_the_smallest_text,
    &test_bugs__json_has_any_bytes,
  };
  return run_fixture("bugs", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
