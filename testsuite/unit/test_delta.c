/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Differences of texts, and the messages that carry them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "engine/delta.h"
#include "engine/net.h"
#include "run_tests.h"

/* A text of numbered lines, without those of which `leave_out` is a divisor. */
static char *make_text(size_t *size_out, unsigned lines, unsigned leave_out)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (unsigned i = 0; i < lines; i++)
    if (!leave_out || i % leave_out)
      text_printf(&out, "static int variable_%u = %u;\n", i, i * 7);
  return text_take(&out, size_out);
}

/* The size of the difference; checks that it makes the text again. */
static size_t measure(const char *base, size_t base_size, const char *text,
                      size_t size)
{
  delta_base from;
  textbuf delta = { 0 };
  char *made = NULL;
  size_t made_size = 0;
  delta_base_init(&from, base, base_size);
  delta_make(&delta, &from, text, size);
  ck_assert(delta_apply(&made, &made_size, base, base_size, delta.data,
                        delta.size, NET_MOST));
  ck_assert_uint_eq(made_size, size);
  ck_assert(!memcmp(made, text, size));
  size_t delta_size = delta.size;
  free(made);
  text_free(&delta);
  delta_base_dispose(&from);
  return delta_size;
}

START_TEST(test_delta__one_deletion_takes_a_few_bytes)
{
  size_t size;
  char *base = make_text(&size, 30000, 0);
  size_t cut = size / 3;
  char *text = mem_copy_bytes(base, size - 5000);
  memcpy(text + cut, base + cut + 5000, size - 5000 - cut);
  ck_assert_uint_lt(measure(base, size, text, size - 5000), 32);
  free(text);
  free(base);
}
END_TEST

START_TEST(test_delta__each_part_left_out_takes_some_bytes)
{
  size_t base_size, size;
  char *base = make_text(&base_size, 30000, 0);
  char *text = make_text(&size, 30000, 100);
  ck_assert_uint_lt(measure(base, base_size, text, size), 300 * 10);
  free(text);
  free(base);
}
END_TEST

START_TEST(test_delta__small_and_unrelated_texts)
{
  static const char *const texts[] = { "",
                                       "a",
                                       "ab",
                                       "aaaaaaaaaaaaaaaaaaaaaaaa",
                                       "0123456789abcdef0123456789abcdef",
                                       "0123456789abcdefX0123456789abcdef" };
  enum { COUNT = sizeof texts / sizeof *texts };
  for (size_t i = 0; i < COUNT; i++)
    for (size_t j = 0; j < COUNT; j++)
      (void)measure(texts[i], strlen(texts[i]), texts[j], strlen(texts[j]));
}
END_TEST

START_TEST(test_delta__damaged_differences_are_refused)
{
  const char *base = "0123456789abcdef0123456789abcdef";
  delta_base from;
  textbuf delta = { 0 };
  delta_base_init(&from, base, strlen(base));
  delta_make(&delta, &from, "01234567XX89abcdef", 18);
  for (size_t i = 0; i < delta.size; i++)
    for (unsigned value = 0; value < 256; value++) {
      char *made = NULL, *damaged = mem_copy_bytes(delta.data, delta.size);
      size_t size;
      damaged[i] = (char)value;
      if (delta_apply(&made, &size, base, strlen(base), damaged, delta.size,
                      64))
        ck_assert_uint_le(size, 64);
      free(made);
      made = NULL;
      if (delta_apply(&made, &size, base, strlen(base), damaged, i, 64))
        free(made);
      free(damaged);
    }
  text_free(&delta);
  delta_base_dispose(&from);
}
END_TEST

static void fill_job(net_job *out)
{
  *out = (net_job){ .ticket = 7, .name = mem_copy("a.c") };
  strings_add(&out->words, "");
  strings_add(&out->words, "-O2");
  strings_add(&out->environment, "A=b");
  out->limits = (rd_limits){ 1, 2, 3, 4, 5 };
  out->prove = true;
  out->text = net_hash_of("x", 1);
  out->change = (net_part){ "abc", 3 };
}

START_TEST(test_delta__job_arrives_as_it_was_sent)
{
  net_job sent, got;
  textbuf bytes = { 0 };
  fill_job(&sent);
  net_put_job(&bytes, &sent);
  ck_assert(net_take_job(&got, bytes.data, bytes.size));
  ck_assert_uint_eq(got.ticket, 7);
  ck_assert_str_eq(got.words.data[1], "-O2");
  ck_assert_str_eq(got.environment.data[0], "A=b");
  ck_assert_uint_eq(got.limits.file_bytes, 5);
  ck_assert(got.prove && net_hash_is_same(got.text, sent.text));
  ck_assert_ptr_null(got.script.bytes);
  ck_assert_uint_eq(got.change.size, 3);
  net_job_dispose(&got);
  net_job_dispose(&sent);
  text_free(&bytes);
}
END_TEST

START_TEST(test_delta__damaged_jobs_do_no_harm)
{
  net_job sent, got;
  textbuf bytes = { 0 };
  fill_job(&sent);
  net_put_job(&bytes, &sent);
  for (size_t i = 0; i < bytes.size; i++)
    for (unsigned value = 0; value < 256; value++) {
      char *damaged = mem_copy_bytes(bytes.data, bytes.size);
      damaged[i] = (char)value;
      (void)net_take_job(&got, damaged, bytes.size);
      net_job_dispose(&got);
      ck_assert(!net_take_job(&got, damaged, i));
      net_job_dispose(&got);
      free(damaged);
    }
  net_job_dispose(&sent);
  text_free(&bytes);
}
END_TEST

/* Is a job taken whose text has these files, the first of its name? */
static bool takes_files(const char *first, const char *second)
{
  net_job sent, got;
  textbuf bytes = { 0 };
  fill_job(&sent);
  string_replace(&sent.name, mem_copy("a.c"));
  strings_add(&sent.files, first);
  strings_add(&sent.files, second);
  net_put_job(&bytes, &sent);
  bool taken = net_take_job(&got, bytes.data, bytes.size);
  net_job_dispose(&got);
  net_job_dispose(&sent);
  text_free(&bytes);
  return taken;
}

START_TEST(test_delta__names_of_several_files_stay_in_their_folder)
{
  ck_assert(takes_files("a.c", "sub/b.h"));
  ck_assert(!takes_files("b.c", "c.h"));
  ck_assert(!takes_files("a.c", "sub/../../b.h"));
  ck_assert(!takes_files("a.c", "/etc/b.h"));
}
END_TEST

START_TEST(test_delta__name_of_a_text_stays_in_its_folder)
{
  static const char *const names[] = { "", "../a.c", "/etc/a.c", ".profile" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    net_job sent, got;
    textbuf bytes = { 0 };
    fill_job(&sent);
    string_replace(&sent.name, mem_copy(names[i]));
    net_put_job(&bytes, &sent);
    ck_assert(!net_take_job(&got, bytes.data, bytes.size));
    net_job_dispose(&got);
    net_job_dispose(&sent);
    text_free(&bytes);
  }
}
END_TEST

START_TEST(test_delta__answer_arrives_as_it_was_sent)
{
  net_answer sent = { .end = NET_RAN,
                      .worker = mem_copy("w.1"),
                      .has_proof = true },
             got;
  textbuf bytes = { 0 };
  sent.run = (rd_run){ .end = RD_END_SIGNAL,
                       .status = 11,
                       .output = mem_copy("crash"),
                       .output_size = 5,
                       .cpu_us = 4000 };
  sent.proof = (rd_run){ .output = mem_copy(""), .peak_bytes = 9 };
  net_put_answer(&bytes, &sent);
  ck_assert(net_take_answer(&got, bytes.data, bytes.size));
  ck_assert_str_eq(got.worker, "w.1");
  ck_assert_int_eq(got.run.end, RD_END_SIGNAL);
  ck_assert_str_eq(got.run.output, "crash");
  ck_assert_uint_eq(got.run.cpu_ms, 4);
  ck_assert_uint_eq(got.proof.peak_bytes, 9);
  net_answer_dispose(&got);
  for (size_t i = 0; i < bytes.size; i++) {
    ck_assert(!net_take_answer(&got, bytes.data, i));
    net_answer_dispose(&got);
  }
  net_answer_dispose(&sent);
  text_free(&bytes);
}
END_TEST

int main(void)
{
  return RUN_TESTS("delta", test_delta__one_deletion_takes_a_few_bytes,
                   test_delta__each_part_left_out_takes_some_bytes,
                   test_delta__small_and_unrelated_texts,
                   test_delta__damaged_differences_are_refused,
                   test_delta__job_arrives_as_it_was_sent,
                   test_delta__damaged_jobs_do_no_harm,
                   test_delta__name_of_a_text_stays_in_its_folder,
                   test_delta__names_of_several_files_stay_in_their_folder,
                   test_delta__answer_arrives_as_it_was_sent);
}
