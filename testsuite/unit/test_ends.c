/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Of a long output the beginning and the end are kept. */
#include "base/ends.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

static char *kept(size_t most, const char *output, size_t step)
{
  printed_ends it = { .most = most };
  textbuf out = { 0 };
  for (size_t at = 0, size = strlen(output); at < size; at += step) {
    size_t part = size - at < step ? size - at : step;
    text_add(&out, output + at, ends_take(&it, output + at, part));
  }
  size_t size;
  const char *tail = ends_tail(&size, &it);
  text_add(&out, tail, size);
  ends_free(&it);
  return text_take(&out, NULL);
}

START_TEST(test_ends__head_and_tail_stay)
{
  static const struct {
    size_t most;
    const char *output, *kept;
  } rows[] = {
    { 20, "", "" },
    { 20, "0123456789", "0123456789" },
    { 20, "0123456789abcdefghij", "0123456789abcdefghij" },
    { 20, "0123456789abcdefghijk", "0123456789\n...\nghijk" },
    { 20, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP",
      "0123456789\n...\nLMNOP" },
    { 5, "0123456", "01256" },
    { 0, "0123456", "0123456" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (size_t step = 1; step < 60; step += 7) {
      char *text = kept(rows[i].most, rows[i].output, step);
      ck_assert_str_eq(text, rows[i].kept);
      free(text);
    }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("ends");
  TCase *tcase = tcase_create("ends");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_ends__head_and_tail_stay);
  return run_suite(suite);
}
