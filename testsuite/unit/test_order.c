/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/travel.h"
#include "engine/order.h"
#include "run_tests.h"

START_TEST(test_order__order_arrives_as_it_was_sent)
{
  order sent = { .ticket = 9,
                 .compiler = mem_copy("gcc-12"),
                 .name = mem_copy("a.c"),
                 .text = { "int a;", 6 } };
  order got;
  textbuf bytes = { 0 };
  strings_add(&sent.options, "--rename");
  strings_add(&sent.words, "-O2");
  order_put(&bytes, &sent);
  ck_assert(order_take(&got, bytes.data, bytes.size));
  ck_assert_uint_eq(got.ticket, 9);
  ck_assert_str_eq(got.compiler, "gcc-12");
  ck_assert_str_eq(got.options.data[0], "--rename");
  ck_assert_str_eq(got.words.data[0], "-O2");
  ck_assert_mem_eq(got.text.bytes, "int a;", 6);
  order_dispose(&got);
  for (size_t i = 0; i < bytes.size; i++) {
    ck_assert(!order_take(&got, bytes.data, i));
    order_dispose(&got);
  }
  order_dispose(&sent);
  text_free(&bytes);
}
END_TEST

START_TEST(test_order__name_of_the_file_is_no_path_and_no_option)
{
  static const char *const names[] = { "", "..", ".", "a/b.c", "/a.c", "-o" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    order sent = { .compiler = mem_copy("cc"), .name = mem_copy(names[i]) };
    order got;
    textbuf bytes = { 0 };
    sent.text = (net_part){ "", 0 };
    order_put(&bytes, &sent);
    ck_assert_msg(!order_take(&got, bytes.data, bytes.size), "%s", names[i]);
    order_dispose(&got);
    order_dispose(&sent);
    text_free(&bytes);
  }
}
END_TEST

/* Puts a delivery of one file into a message. */
static void put_file(textbuf *out, const char *name)
{
  delivery sent = { .end = NET_RAN, .worker = mem_copy("w.1"), .status = 7 };
  order_file file = { mem_copy(name), true, { "text", 4 } };
  ARRAY_PUSH(&sent.files, file);
  delivery_put(out, &sent);
  delivery_dispose(&sent);
}

START_TEST(test_order__delivery_arrives_as_it_was_sent)
{
  delivery got;
  textbuf bytes = { 0 };
  put_file(&bytes, "a.report/report.txt");
  ck_assert(delivery_take(&got, bytes.data, bytes.size));
  ck_assert_str_eq(got.worker, "w.1");
  ck_assert_uint_eq(got.status, 7);
  ck_assert_uint_eq(got.files.size, 1);
  ck_assert_str_eq(got.files.data[0].name, "a.report/report.txt");
  ck_assert(got.files.data[0].runs);
  ck_assert_mem_eq(got.files.data[0].content.bytes, "text", 4);
  delivery_dispose(&got);
  for (size_t i = 0; i < bytes.size; i++) {
    ck_assert(!delivery_take(&got, bytes.data, i));
    delivery_dispose(&got);
  }
  text_free(&bytes);
}
END_TEST

START_TEST(test_order__files_stay_below_their_folder)
{
  static const char *const names[] = { "",     "/a",  "a/",    "../a", "a/../b",
                                       "a//b", "./a", "a/./b", "a/.." };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    delivery got;
    textbuf bytes = { 0 };
    put_file(&bytes, names[i]);
    ck_assert_msg(!delivery_take(&got, bytes.data, bytes.size), "%s", names[i]);
    delivery_dispose(&got);
    text_free(&bytes);
  }
  ck_assert(net_stays_below("a/..b/.c"));
}
END_TEST

START_TEST(test_order__name_of_a_worker_is_one_word)
{
  static const char *const names[] = { "", "a b", "a\n0\t\t{}", "a/b" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    net_answer sent = { .worker = mem_copy(names[i]) }, got;
    textbuf bytes = { 0 };
    net_put_answer(&bytes, &sent);
    ck_assert_msg(!net_take_answer(&got, bytes.data, bytes.size), "%s",
                  names[i]);
    net_answer_dispose(&got);
    net_answer_dispose(&sent);
    text_free(&bytes);
  }
}
END_TEST

/* Does the option travel, and as what? Caller's. */
static char *send_option(const char *option)
{
  strings words = { 0 }, sent = { 0 };
  strings_add(&words, option);
  bool travels = travel_options(&sent, &words);
  char *out = mem_copy(!travels ? "stays" : sent.size ? sent.data[0] : "");
  strings_free(&words);
  strings_free(&sent);
  return out;
}

START_TEST(test_order__options_that_name_this_machine_stay)
{
  static const char *const rows[][2] = {
    { "--rename", "--rename" },
    { "--match=function", "--match=function" },
    { "--reference=sh -c x", "stays" },
    { "--test=x", "stays" },
    { "--output=x", "stays" },
    { "--log-file=x", "stays" },
    { "--grammar=x", "stays" },
    { "--server=x", "stays" },
    { "--no-sandbox", "stays" },
    { "--save-temps", "stays" },
    { "--no-such-option", "stays" },
    { "x.c", "stays" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *got = send_option(rows[i][0]);
    ck_assert_str_eq(got, rows[i][1]);
    free(got);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("order", test_order__order_arrives_as_it_was_sent,
                   test_order__name_of_the_file_is_no_path_and_no_option,
                   test_order__delivery_arrives_as_it_was_sent,
                   test_order__files_stay_below_their_folder,
                   test_order__name_of_a_worker_is_one_word,
                   test_order__options_that_name_this_machine_stay);
}
