/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of strings. */
#include "base/text.h"

#include "run_tests.h"

static void add_words(strings *list, const char *letters)
{
  for (const char *at = letters; *at; at++)
    strings_take(list, mem_copy_bytes(at, 1));
}

static void assert_words(const strings *list, const char *letters)
{
  ck_assert_uint_eq(list->size, strlen(letters));
  for (size_t i = 0; i < list->size; i++)
    ck_assert_int_eq(list->data[i][0], letters[i]);
  ck_assert_ptr_null(list->data[list->size]);
}

START_TEST(test_text__strings_are_removed_from_anywhere)
{
  static const struct {
    size_t at, count;
    const char *left;
  } rows[] = { { 0, 1, "bcd" },
               { 1, 2, "ad" },
               { 3, 9, "abc" },
               { 4, 1, "abcd" },
               { 2, 0, "abcd" } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    strings list = { 0 };
    add_words(&list, "abcd");
    strings_remove(&list, rows[i].at, rows[i].count);
    assert_words(&list, rows[i].left);
    strings_free(&list);
  }
}
END_TEST

START_TEST(test_text__lists_are_joined_and_sorted)
{
  strings list = { 0 }, more = { 0 };
  strings_sort(&list);
  strings_add_all(&list, &more);
  add_words(&list, "cab");
  add_words(&more, "ba");
  strings_add_all(&list, &more);
  assert_words(&list, "cabba");
  strings_sort(&list);
  assert_words(&list, "aabbc");
  strings_free(&list);
  strings_free(&more);
}
END_TEST

/* Texts of `size` bytes before and behind what differs. */
static void check_compare(size_t size, const char *a, const char *b)
{
  textbuf texts[2] = { 0 };
  for (size_t i = 0; i < 2 * size; i++) {
    if (i == size) {
      text_puts(&texts[0], a);
      text_puts(&texts[1], b);
    }
    text_add(&texts[0], "x", 1);
    text_add(&texts[1], "x", 1);
  }
  text_same same =
      text_compare(texts[0].data, texts[0].size, texts[1].data, texts[1].size);
  ck_assert_uint_eq(same.head, size);
  ck_assert_uint_eq(same.tail, size);
  text_free(&texts[0]);
  text_free(&texts[1]);
}

START_TEST(test_text__what_two_texts_share_does_not_overlap)
{
  for (size_t size = 1; size < 1000; size += 37) {
    check_compare(size, "a", "b");
    check_compare(size, "abc", "d");
    check_compare(size, "a", "");
  }
  text_same same = text_compare("abab", 4, "ab", 2);
  ck_assert_uint_eq(same.head, 2);
  ck_assert_uint_eq(same.tail, 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS("text", test_text__strings_are_removed_from_anywhere,
                   test_text__lists_are_joined_and_sorted,
                   test_text__what_two_texts_share_does_not_overlap);
}
