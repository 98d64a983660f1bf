/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Digits that are stored stay what they are. */
#include "base/hash.h"

#include "run_tests.h"

START_TEST(test_hash__digits_are_those_of_xxhsum)
{
  char digits[HASH_DIGITS + 1];
  hash_digits(digits, "", 0);
  ck_assert_str_eq(digits, "99aa06d3014798d86001c324468d497f");
  hash_digits(digits, "hello\n", 6);
  ck_assert_uint_eq(strlen(digits), HASH_DIGITS);
  ck_assert_str_ne(digits, "99aa06d3014798d86001c324468d497f");
}
END_TEST

int main(void)
{
  return RUN_TESTS("hash", test_hash__digits_are_those_of_xxhsum);
}
