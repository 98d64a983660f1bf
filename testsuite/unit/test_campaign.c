/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of a campaign is read as it was written, inputs are found where
 * fuzzers leave them, and damage is seen. */
#include "campaign/campaign.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "campaign/bugs.h"
#include "campaign/inputs.h"
#include "campaign/pages.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *top;
static campaign all;
static bugs found;
static rd_error err;

static void set_up(void)
{
  ck_assert(!rd_scratch_new(&top, NULL));
  all = (campaign){ .folder = mem_copy(top) };
  found = (bugs){ 0 };
  err = (rd_error){ 0 };
}

static void tear_down(void)
{
  bugs_dispose(&found);
  campaign_dispose(&all);
  rd_scratch_remove(top);
  free(top);
}

static void put(const char *name, const char *text)
{
  ck_assert(!file_write_below(top, name, text, strlen(text), NULL));
}

static char *get(const char *name)
{
  char *path = mem_format("%s/%s", top, name), *text;
  size_t size;
  ck_assert(!file_read(&text, &size, path, &err));
  free(path);
  return text;
}

/* An input with all facts, and bytes that are not UTF-8. */
static input full(const char *key)
{
  input out = { .key = mem_copy(key),
                .file = mem_copy("a\xff.c"),
                .first = 7,
                .last = 8,
                .times = 9,
                .bytes = 10,
                .state = INPUT_CRASHES,
                .crash = { mem_copy("sig\xfe"), mem_copy("place") },
                .name = mem_copy("a b.c"),
                .compiler = mem_copy("cc 1"),
                .cpu_ms = 11,
                .has_site = true,
                .candidate = 1,
                .teller = mem_copy("w.1"),
                .reduction = REDUCTION_DONE,
                .became = { mem_copy("sig2"), NULL },
                .text = mem_copy("0123"),
                .reduced_bytes = 12,
                .tokens = 13 };
  strings_add(&out.command, "cc");
  return out;
}

static void write_all(void)
{
  const strings none = { 0 };
  bugs_find(&found, &all, &none);
  ck_assert(!campaign_write(&all, bugs_json(&found, &all), NULL));
  ck_assert(!campaign_write_pages(&all, &found, NULL));
}

static void read_anew(void)
{
  bugs_dispose(&found);
  campaign_dispose(&all);
  all = (campaign){ .folder = mem_copy(top) };
}

START_TEST(test_campaign__what_is_written_is_read)
{
  input one = full("k"),
        other = { .key = mem_copy("l"), .file = mem_copy("l") };
  strings_add(&all.command, "gcc");
  ck_assert(!campaign_add(&all, &one) || all.count);
  ck_assert(campaign_add(&all, &other));
  write_all();
  read_anew();
  ck_assert(!campaign_read(&all, NULL));
  ck_assert_uint_eq(all.count, 2);
  ck_assert_str_eq(all.command.data[0], "gcc");
  input expected = full("k");
  char *written = input_line(&expected);
  char *line = input_line(campaign_find(&all, "k"));
  ck_assert_str_eq(line, written);
  ck_assert_str_eq(campaign_find(&all, "k")->teller, "w.1");
  ck_assert_int_eq(campaign_find(&all, "l")->state, INPUT_NEW);
  ck_assert_ptr_null(campaign_find(&all, "m"));
  free(line);
  free(written);
  input_dispose(&expected);
}
END_TEST

START_TEST(test_campaign__missing_one_is_new)
{
  ck_assert(!campaign_read(&all, NULL));
  ck_assert_uint_eq(all.count, 0);
}
END_TEST

START_TEST(test_campaign__damage_is_seen)
{
  static const char *const texts[] = {
    "",
    "{",
    "[]",
    "{}",
    "{\"format\": 2}",
    "{\"format\": 1, \"inputs\": 3}",
    "{\"format\": 1, \"inputs\": [3]}",
    "{\"format\": 1, \"inputs\": [{}]}",
    "{\"format\": 1, \"inputs\": [{\"key\": \"k\"}]}",
    "{\"format\": 1, \"inputs\": [{\"key\": \"k\", \"file\": \"f\", "
    "\"state\": \"odd\"}]}",
    "{\"format\": 1, \"inputs\": [{\"key\": \"k\", \"file\": \"f\", "
    "\"state\": \"crashes\"}]}",
    "{\"format\": 1, \"inputs\": [{\"key\": \"k\", \"file\": \"f\", "
    "\"reduction\": \"done\"}]}",
    "{\"format\": 1, \"inputs\": [{\"key\": \"k\", \"file\": \"f\", "
    "\"bytes\": -1}]}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    put(CAMPAIGN_JSON, texts[i]);
    ck_assert_int_eq(campaign_read(&all, &err), RD_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(err.message, "is damaged"));
    read_anew();
  }
}
END_TEST

START_TEST(test_campaign__changed_file_is_run_again)
{
  input one = full("k"), same = full("k"), other = full("k");
  one.reduction = REDUCTION_NONE;
  (void)campaign_add(&all, &one);
  same.times = 20;
  uint64_t before = all.changes;
  same.last = same.first - 1;
  string_replace(&same.file, mem_copy("./k"));
  ck_assert(!campaign_add(&all, &same));
  ck_assert_uint_eq(all.changes, before + 1);
  ck_assert_uint_eq(all.inputs[0].times, 20);
  ck_assert_uint_eq(all.inputs[0].last, all.inputs[0].first);
  ck_assert_str_eq(all.inputs[0].file, "./k");
  other.state = INPUT_NEW;
  other.bytes++;
  ck_assert(campaign_add(&all, &other));
  ck_assert_uint_eq(all.count, 1);
  ck_assert_int_eq(all.inputs[0].state, INPUT_NEW);
}
END_TEST

START_TEST(test_campaign__line_of_an_input_is_checked)
{
  input out;
  ck_assert(!input_read(&out, "{\"key\": 3}"));
  input_dispose(&out);
  ck_assert(!input_read(&out, "{\"key\": \"k\""));
  input_dispose(&out);
  ck_assert(input_read(&out, "{\"key\": \"k\", \"file\": \"f\"}"));
  input_dispose(&out);
}
END_TEST

START_TEST(test_campaign__paths_are_plain)
{
  input one = { .key = mem_copy("k"),
                .file = mem_copy("/x/-id:0,sig:06 $a.b.c") };
  char *reduced = campaign_reduced(&all, &one);
  ck_assert_str_eq(strrchr(reduced, '/'), "/_id_0_sig_06__a.b.c");
  free(reduced);
  one.name = mem_copy("bug.i");
  reduced = campaign_reduced(&all, &one);
  ck_assert_str_eq(strrchr(reduced, '/'), "/bug.i");
  free(reduced);
  input_dispose(&one);
}
END_TEST

START_TEST(test_campaign__result_counts_once_it_was_looked_at)
{
  const strings none = { 0 };
  input one = full("k"), other = full("l");
  string_replace(&one.became.signature, NULL);
  (void)campaign_add(&all, &one);
  (void)campaign_add(&all, &other);
  bugs_find(&found, &all, &none);
  ck_assert_uint_eq(found.bucket_count, 2);
  const bucket *shown = &found.buckets[0];
  ck_assert_str_eq(shown->signature, "sig\xfe");
  ck_assert_uint_eq(shown->count, 1);
  ck_assert_uint_eq(shown->reduced_count, 0);
}
END_TEST

START_TEST(test_campaign__pages_escape)
{
  input one = full("<k>&");
  string_replace(&one.crash.signature, mem_copy("<b>\x01]]>"));
  one.reduction = REDUCTION_NONE;
  (void)campaign_add(&all, &one);
  write_all();
  char *index = get(CAMPAIGN_INDEX), *junit = get(CAMPAIGN_JUNIT);
  ck_assert_ptr_nonnull(strstr(index, "&lt;b&gt;\\x01]]&gt;"));
  ck_assert_ptr_null(strstr(index, "<b>\x01"));
  ck_assert_ptr_nonnull(strstr(junit, "name=\"&lt;b&gt;\\x01]]&gt;\""));
  ck_assert_ptr_nonnull(strstr(junit, "failures=\"1\""));
  free(index);
  free(junit);
}
END_TEST

/* The keys of a heap, without its name, in order, joined; caller's. */
static char *keys(void)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < all.count; i++)
    text_printf(&out, "%s%s", i ? " " : "", strchr(all.inputs[i].key, '/') + 1);
  return out.data;
}

START_TEST(test_campaign__fuzzers_folders_are_known)
{
  put("afl/default/fuzzer_stats", "");
  put("afl/default/queue/id:000", "x");
  put("afl/default/hangs/id:000", "x");
  put("afl/default/crashes/README.txt", "x");
  put("afl/default/crashes/id:000000,sig:06", "x");
  put("fuzz/crash-0123456789012345678901234567890123456789", "x");
  put("fuzz/timeout-0123456789012345678901234567890123456789", "x");
  put("fuzz/timeout-is-my-name.c", "x");
  put("clang/a-1.sh", "# Crash reproducer for clang 14\n");
  put("clang/a-1.c", "x");
  put("clang/b.sh", "#!/bin/sh\n");
  put("clang/b.c", "x");
  put("x.campaign/a.c", "x");
  put(".hidden.c", "x");
  strings notes = { 0 };
  const input_places from = { .folder = top };
  ck_assert(!inputs_find(&all, &from, &notes, &err));
  char *line = keys();
  ck_assert_str_eq(line, "clang/a-1.sh clang/b.c "
                         "fuzz/crash-0123456789012345678901234567890123456789 "
                         "fuzz/timeout-is-my-name.c "
                         "afl/default/crashes/id:000000,sig:06");
  free(line);
  strings_free(&notes);
}
END_TEST

START_TEST(test_campaign__list_has_commands)
{
  put("list", "# heap\n\na.c\n  'b c.c' -- gcc-12 -O2 'x y'\r\n");
  char *list = mem_format("%s/list", top);
  strings notes = { 0 };
  const input_places from = { .list = list };
  ck_assert(!inputs_find(&all, &from, &notes, &err));
  ck_assert_uint_eq(all.count, 2);
  ck_assert_uint_eq(all.inputs[0].command.size, 0);
  ck_assert_str_eq(all.inputs[1].file, "b c.c");
  ck_assert_str_eq(all.inputs[1].command.data[2], "x y");
  put("list", "a.c\nb.c gcc\n");
  ck_assert_int_eq(inputs_find(&all, &from, &notes, &err), RD_ERR_INVALID);
  ck_assert_ptr_nonnull(strstr(err.message, "line 2: write FILE"));
  put("list", "a.c -- gcc '\n");
  ck_assert_int_eq(inputs_find(&all, &from, &notes, &err), RD_ERR_INVALID);
  free(list);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_campaign__what_is_written_is_read,
    &test_campaign__missing_one_is_new,
    &test_campaign__damage_is_seen,
    &test_campaign__changed_file_is_run_again,
    &test_campaign__line_of_an_input_is_checked,
    &test_campaign__paths_are_plain,
    &test_campaign__pages_escape,
    &test_campaign__result_counts_once_it_was_looked_at,
    &test_campaign__fuzzers_folders_are_known,
    &test_campaign__list_has_commands,
  };
  return run_fixture("campaign", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
