/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report.html as text: well formed, closed in itself, bounded, whatever the
 * report holds. What its scripts do is tested by testsuite/page.sh. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "page_fixture.h"
#include "run_tests.h"

enum { PAGE_LIMIT = 3000000, DEPTH = 64 };

static size_t occurrences(const char *text, const char *wanted)
{
  size_t count = 0;
  for (; (text = strstr(text, wanted)); text += strlen(wanted))
    count++;
  return count;
}

static bool is_one_of(const char *name, size_t size, const char *const *names)
{
  for (; *names; names++)
    if (strlen(*names) == size && !memcmp(*names, name, size))
      return true;
  return false;
}

/* Behind the tag's ">"; quotes of attributes may hold one. */
static const char *tag_end(const char *at)
{
  const char *begin = at;
  while (at && *at && *at != '>' && *at != '<') {
    const char *last = *at == '"' ? strchr(at + 1, '"') : at;
    at = last ? last + 1 : NULL;
  }
  ck_assert_msg(at && *at == '>', "a tag is not closed: %.40s", begin);
  return at + 1;
}

/* Where the text of a style or a script ends. */
static const char *raw_end(const char *at, const char *name, size_t size)
{
  char *mark = mem_format("</%.*s", (int)size, name);
  const char *end = strstr(at, mark);
  ck_assert_ptr_nonnull(end);
  free(mark);
  return end;
}

/* Every element is closed by its own end tag, in order. */
static void expect_well_formed(const char *page)
{
  static const char *const empty[] = { "meta", "input", "br", NULL };
  static const char *const raw[] = { "style", "script", NULL };
  const char *open[DEPTH], *at = page;
  size_t sizes[DEPTH], depth = 0;
  while ((at = strchr(at, '<'))) {
    const char *name = at + 1 + (at[1] == '/');
    size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyz123456789");
    bool closes = at[1] == '/', declares = at[1] == '!';
    ck_assert_msg(size || declares, "no tag: %.40s", at);
    at = tag_end(at + 1);
    if (closes) {
      ck_assert_msg(depth && sizes[depth - 1] == size &&
                        !memcmp(open[depth - 1], name, size),
                    "closed out of order: %.40s", name);
      depth--;
    } else if (!declares && !is_one_of(name, size, empty)) {
      ck_assert_uint_lt(depth, DEPTH);
      open[depth] = name;
      sizes[depth++] = size;
      if (is_one_of(name, size, raw))
        at = raw_end(at, name, size);
    }
  }
  ck_assert_uint_eq(depth, 0);
}

/* Only the trackers are linked to, and nothing is loaded. */
static void expect_self_contained(const char *page)
{
  for (const char *at = page; (at = strstr(at, "href=\"")); at++)
    ck_assert(at[6] == '#' ||
              starts_with(at + 6, "https://gcc.gnu.org/bugzilla/") ||
              starts_with(at + 6, "https://github.com/llvm/llvm-project/"));
  ck_assert_uint_eq(occurrences(page, " src=\""), 0);
  ck_assert_uint_eq(occurrences(page, "@import"), 0);
  ck_assert_uint_eq(occurrences(page, "url("), occurrences(page, "url(#"));
}

/* The first byte that no text of a page has, or the end. */
static const char *find_odd_byte(const char *page)
{
  for (; *page; page++) {
    unsigned char byte = (unsigned char)*page;
    bool blank = byte == '\n' || byte == '\t';
    if ((byte < 0x20 && !blank) || byte == 0x7f || byte > 0xf4)
      break;
  }
  return page;
}

/* What no text may bring in. */
static void expect_sealed(const char *page)
{
  ck_assert_uint_eq(occurrences(page, "<script"), 2);
  ck_assert_uint_eq(occurrences(page, "</script"), 2);
  ck_assert_uint_eq(occurrences(page, "<!--"), 0);
  ck_assert_uint_eq(occurrences(page, "<img"), 0);
  ck_assert_str_eq(find_odd_byte(page), "");
}

START_TEST(test_page__is_well_formed_and_bounded)
{
  for (const page_fixture *at = page_fixtures; at->name; at++) {
    char *page = page_of(at->name);
    ck_assert(starts_with(page, "<!DOCTYPE html>\n<html lang=\"en\">"));
    ck_assert_uint_lt(strlen(page), PAGE_LIMIT);
    expect_well_formed(page);
    expect_self_contained(page);
    expect_sealed(page);
    free(page);
  }
}
END_TEST

/* The JSON in the page, which has to be that of the report. */
static json_t *data_of(const char *page)
{
  static const char open[] = "<script type=\"application/json\" id=\"data\">";
  const char *begin = strstr(page, open);
  ck_assert_ptr_nonnull(begin);
  begin += strlen(open);
  const char *end = strstr(begin, "</script>");
  ck_assert_uint_eq(strcspn(begin, "<\x7f"), (size_t)(end - begin));
  json_t *data = json_loadb(begin, (size_t)(end - begin), JSON_ALLOW_NUL, NULL);
  ck_assert_ptr_nonnull(data);
  return data;
}

/* Bytes that are not text are not the same in the page, nor is what it lacks. */
static bool is_shown_as_it_is(const char *name)
{
  return !starts_with(name, "hostile") && strcmp(name, "line") != 0 &&
         strcmp(name, "huge") != 0;
}

START_TEST(test_page__holds_the_facts)
{
  for (const page_fixture *at = page_fixtures; at->name; at++) {
    report facts = { 0 };
    if (!is_shown_as_it_is(at->name))
      continue;
    at->fill(&facts);
    char *page = report_html(&facts), *json = report_json(&facts);
    json_t *data = data_of(page), *all = json_loads(json, JSON_ALLOW_NUL, NULL);
    (void)json_object_del(json_object_get(all, "crash"), "output");
    (void)json_object_del(json_object_get(all, "compiler"), "verbose");
    (void)json_object_del(all, "reduced");
    ck_assert_msg(json_equal(data, all), "not all of %s is there", at->name);
    json_decref(data);
    json_decref(all);
    free(json);
    free(page);
    report_dispose(&facts);
  }
}
END_TEST

START_TEST(test_page__keeps_the_texts_of_the_last_steps)
{
  char *page = page_of("line");
  json_t *data = data_of(page), *steps = json_object_get(data, "steps");
  ck_assert_ptr_null(json_object_get(data, "original"));
  ck_assert_uint_eq(json_array_size(steps), 3);
  const json_t *first = json_array_get(steps, 0);
  ck_assert_int_eq(json_integer_value(json_object_get(first, "same_before")),
                   0);
  ck_assert_ptr_nonnull(json_object_get(first, "new"));
  ck_assert_ptr_nonnull(strstr(page, "a0 b;a1 b;")); /* its head is there */
  json_decref(data);
  free(page);
}
END_TEST

/* The rows of a member, those left out counted. */
static json_int_t rows_of(const json_t *owner, const char *key,
                          const char *left_out)
{
  json_int_t left = json_integer_value(json_object_get(owner, left_out));
  ck_assert_int_gt(left, 0);
  return left + (json_int_t)json_array_size(json_object_get(owner, key));
}

START_TEST(test_page__counts_what_its_data_lack)
{
  char *page = page_of("huge");
  json_t *data = data_of(page);
  const json_t *crash = json_object_get(data, "crash");
  const json_t *found = json_object_get(data, "bisection");
  ck_assert_int_eq(rows_of(data, "steps", "steps_left_out"), 12000);
  ck_assert_int_eq(rows_of(crash, "flags", "flags_left_out"), 11002);
  ck_assert_int_gt(json_integer_value(json_object_get(found, "log_left_out")),
                   100000);
  json_decref(data);
  free(page);
}
END_TEST

START_TEST(test_page__concludes_from_what_it_shows_elsewhere)
{
  report facts = { .reduced = mem_copy("a"), .reduced_size = 1 };
  facts.message = mem_copy("internal compiler error: in f");
  facts.output = mem_copy("a.c:1: error: no\n"
                          "a.c:1: internal compiler error: in f\n");
  char *page = report_html(&facts);
  json_t *data = data_of(page);
  ck_assert(json_is_false(json_object_get(data, "valid")));
  ck_assert_ptr_null(json_object_get(json_object_get(data, "crash"), "output"));
  json_decref(data);
  free(page);
  report_dispose(&facts);
}
END_TEST

START_TEST(test_page__shows_what_is_no_text_as_its_bytes)
{
  char *page = page_of("hostile");
  ck_assert_ptr_nonnull(strstr(page, "\\x01\\x1f\\x7f \\xff\\xfe \\xc0\\x80 "
                                     "\\xed\\xa0\\x80 \\xe2\\x80\\xa8"
                                     "\\xe2\\x80\\xae \\xef\\xbf\\xbe "
                                     "\xc3\xa9 \xf0\x9f\x98\x80"));
  free(page);
}
END_TEST

START_TEST(test_page__says_what_it_leaves_out)
{
  report facts = { 0 };
  facts.reduced_name = mem_copy("a.c");
  facts.reduced_size = 200000;
  facts.reduced = mem_alloc(facts.reduced_size, 1);
  memset(facts.reduced, '&', facts.reduced_size);
  char *page = report_html(&facts);
  ck_assert_uint_eq(occurrences(page, "<p class=\"note\">The rest, "), 3);
  free(page);
  report_dispose(&facts);
}
END_TEST

START_TEST(test_page__can_be_read_without_scripts)
{
  char *page = page_of("typical");
  ck_assert_ptr_nonnull(strstr(page, "<h1>[12 Regression] ICE"));
  ck_assert_ptr_nonnull(
      strstr(page, "<span class=\"name\">bugzilla.txt</span>"));
  ck_assert_ptr_nonnull(
      strstr(page, "\nf0() { return &quot;text\\n&quot;; }\n"));
  ck_assert_ptr_nonnull(
      strstr(page, "\n$ gcc-12 -O2 -fmodulo-sched -S bug.reduced.c\n"));
  ck_assert_ptr_nonnull(strstr(page, "cat &gt;bug.reduced.c &lt;&lt;'END_OF_"));
  free(page);
}
END_TEST

int main(void)
{
  return RUN_TESTS("page", test_page__is_well_formed_and_bounded,
                   test_page__holds_the_facts,
                   test_page__keeps_the_texts_of_the_last_steps,
                   test_page__counts_what_its_data_lack,
                   test_page__concludes_from_what_it_shows_elsewhere,
                   test_page__shows_what_is_no_text_as_its_bytes,
                   test_page__says_what_it_leaves_out,
                   test_page__can_be_read_without_scripts);
}
