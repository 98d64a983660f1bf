/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A report that is written comes back as it was, whatever its bytes. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "bisection_fixture.h"
#include "base/files.h"
#include "run_fixture.h"

static char *top, *path;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  path = mem_format("%s/report.json", top);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(path);
  free(top);
}

static void add_step(report *to, const char *text, size_t size)
{
  to->steps = mem_resize(to->steps, to->step_count + 1, sizeof *to->steps);
  to->steps[to->step_count++] = (report_step){
    .pass = mem_copy("prune"),
    .round = 1,
    .tests = 10 + to->step_count,
    .ms = 100,
    .measure = { size / 2, size },
    .text = mem_copy_bytes(text, size),
    .size = size,
  };
}

/* Of the text and an original. */
static report make(const char *text, size_t size)
{
  report out = { .family = FAMILY_CLANG, .property = PROPERTY_CRASH };
  out.original = mem_copy_bytes(text, size);
  out.original_size = size;
  out.reduced_name = mem_copy("b\xff.c");
  out.reduced = mem_copy_bytes(text, size);
  out.reduced_size = size;
  return out;
}

static report write_and_read(const report *from)
{
  report out;
  rd_error err = { 0 };
  ck_assert_int_eq(report_write_json(from, path, &err), RD_OK);
  ck_assert_msg(!report_read_json(&out, path, &err), "%s", err.message);
  return out;
}

START_TEST(test_store__each_byte_comes_back)
{
  char all[256];
  for (int i = 0; i < 256; i++)
    all[i] = (char)i;
  report from = make(all, sizeof all), to = write_and_read(&from);
  ck_assert_uint_eq(to.reduced_size, sizeof all);
  ck_assert_mem_eq(to.reduced, all, sizeof all);
  ck_assert_str_eq(to.reduced_name, "b\xff.c");
  report_dispose(&from);
  report_dispose(&to);
}
END_TEST

START_TEST(test_store__steps_are_written_as_changes)
{
  /* The new text begins and ends within characters that stay. */
  static const char *const texts[] = {
    "int \xc3\xa9, b;", "int \xc3\xa8, b;", "", "x", "xx", "x\xffx", "xx"
  };
  report from = make("int \xc3\xa9, b, c;", strlen("int \xc3\xa9, b, c;"));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    add_step(&from, texts[i], strlen(texts[i]));
  report to = write_and_read(&from);
  ck_assert_uint_eq(to.step_count, from.step_count);
  for (size_t i = 0; i < to.step_count; i++) {
    ck_assert_uint_eq(to.steps[i].size, strlen(texts[i]));
    ck_assert_str_eq(to.steps[i].text, texts[i]);
    ck_assert_uint_eq(to.steps[i].tests, from.steps[i].tests);
  }
  report_dispose(&from);
  report_dispose(&to);
}
END_TEST

START_TEST(test_store__the_largest_texts_are_left_out)
{
  report from = make("abc", 3);
  add_step(&from, "aaaaaaaaaa", 10);
  add_step(&from, "aaaaa", 5);
  add_step(&from, "aaaa", 4);
  report_keep_texts(&from, 9);
  report to = write_and_read(&from);
  ck_assert_ptr_null(to.steps[0].text);
  ck_assert_str_eq(to.steps[1].text, "aaaaa");
  ck_assert_str_eq(to.steps[2].text, "aaaa");
  report_dispose(&from);
  report_dispose(&to);
}
END_TEST

START_TEST(test_store__facts_come_back)
{
  report from = make("f", 1);
  strings_add(&from.flags, "-O2");
  from.limit = 5;
  from.minimal = true;
  from.triage.pass = mem_copy("vrp1");
  from.passes = mem_alloc(1, sizeof *from.passes);
  from.passes[from.pass_count++] =
      (report_pass){ mem_copy("prune"), { [RD_TIMEOUT] = 7 } };
  from.matrix.rows = mem_alloc(1, sizeof *from.matrix.rows);
  from.matrix.rows[from.matrix.size++] =
      (matrix_row){ .program = mem_copy("gcc"),
                    .family = FAMILY_GCC,
                    .end = MATRIX_REJECTS,
                    .self = true };
  report to = write_and_read(&from);
  ck_assert_int_eq(to.family, FAMILY_CLANG);
  ck_assert_str_eq(to.flags.data[0], "-O2");
  ck_assert(to.minimal && to.limit == 5);
  ck_assert_str_eq(to.triage.pass, "vrp1");
  ck_assert_uint_eq(to.passes[0].verdicts[RD_TIMEOUT], 7);
  ck_assert_int_eq(to.matrix.rows[0].end, MATRIX_REJECTS);
  ck_assert_str_eq(to.matrix.rows[0].version, "");
  ck_assert(to.matrix.rows[0].self);
  ck_assert_ptr_null(to.message);
  report_dispose(&from);
  report_dispose(&to);
}
END_TEST

START_TEST(test_store__a_bisection_comes_back)
{
  report from = make("f", 1), without = write_and_read(&from);
  ck_assert(!without.has_bisection);
  bisection found = bisection_of_commit();
  from.built_from = mem_copy(BAD_DIGITS);
  report_set_bisection(&from, &found);
  bisection_dispose(&found);
  report to = write_and_read(&from);
  ck_assert(to.has_bisection);
  ck_assert_str_eq(to.built_from, BAD_DIGITS);
  char *was = bisection_json(&from.bisection);
  char *is = bisection_json(&to.bisection);
  ck_assert_str_eq(is, was);
  free(is);
  free(was);
  report_dispose(&without);
  report_dispose(&from);
  report_dispose(&to);
}
END_TEST

START_TEST(test_store__what_is_no_report_is_refused)
{
  static const struct {
    const char *bytes, *said;
  } rows[] = {
    { "", "damaged" },
    { "[", "damaged" },
    { "[]", "is not a report" },
    { "{}", "is not a report" },
    { "{\"report\": \"x\"}", "is not a report" },
    { "{\"report\": 2}", "another version" },
    { "{\"report\": 1}", "\"reduced\"" },
    { "{\"report\": 1, \"reduced\": 3}", "\"reduced\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"tests\": -1}", "\"tests\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"steps\": [3]}", "\"steps\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"steps\": [{\"same_before\": 9, "
      "\"new\": \"\"}]}",
      "\"same_before\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"steps\": [{\"same_before\": "
      "9223372036854775807, \"same_after\": 9223372036854775807, \"new\": "
      "\"\"}]}",
      "\"same_before\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"crash\": {\"flags\": [1]}}",
      "\"flags\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"bisection\": 7}",
      "\"bisection\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"bisection\": {}}",
      "\"suspects\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"compiler\": {\"built_from\": "
      "\"$(rm)\"}}",
      "\"built_from\"" },
    { "{\"report\": 1, \"reduced\": \"x\", \"compiler\": {\"family\": \"?\"}}",
      "\"family\"" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    report out;
    rd_error err = { 0 };
    ck_assert(!file_write(path, rows[i].bytes, strlen(rows[i].bytes), NULL));
    ck_assert_int_eq(report_read_json(&out, path, &err), RD_ERR_INVALID);
    ck_assert_msg(strstr(err.message, rows[i].said) != NULL, "%s: %s",
                  rows[i].bytes, err.message);
    report_dispose(&out);
  }
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_store__each_byte_comes_back,
    &test_store__steps_are_written_as_changes,
    &test_store__the_largest_texts_are_left_out,
    &test_store__facts_come_back,
    &test_store__a_bisection_comes_back,
    &test_store__what_is_no_report_is_refused,
  };
  return run_fixture("store", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
