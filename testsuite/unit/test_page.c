/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report.html as text: well formed, closed in itself, bounded, whatever the
 * report holds. What its scripts do is tested by testsuite/page.sh. */
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

START_TEST(test_page__has_no_section_without_content)
{
  char *page = page_of("bare");
  ck_assert_ptr_nonnull(strstr(page, "<section id=\"crash\""));
  ck_assert_ptr_null(strstr(page, "<section id=\"options\""));
  ck_assert_ptr_null(strstr(page, "<section id=\"compilers\""));
  ck_assert_ptr_null(strstr(page, "<section id=\"bisection\""));
  ck_assert_ptr_null(strstr(page, "<section id=\"steps\""));
  ck_assert_ptr_null(strstr(page, "<section id=\"tests\""));
  ck_assert_ptr_null(strstr(page, "<section id=\"others\""));
  free(page);
}
END_TEST

START_TEST(test_page__shows_what_is_no_text_as_its_bytes)
{
  char *page = page_of("hostile");
  ck_assert_ptr_nonnull(strstr(page, "\\x01\\x1f\\x7f \\xff\\xfe \\xc0\\x80 "
                                     "\\xed\\xa0\\x80 \\xe2\\x80\\xa8"
                                     "\\xe2\\x80\\xae \\xef\\xbf\\xbe "
                                     "\xc3\xa9 \xf0\x9f\x98\x80"));
  ck_assert_ptr_nonnull(strstr(page, "/* not closed\\x00</span>"));
  free(page);
}
END_TEST

START_TEST(test_page__says_what_it_leaves_out)
{
  char *page = page_of("big");
  ck_assert_ptr_nonnull(strstr(page, "The rest, "));
  ck_assert_ptr_nonnull(strstr(page, "\"first\":0,"));
  free(page);
  page = page_of("line");
  /* There is no room for the text before the first step. */
  ck_assert_ptr_null(strstr(page, "\"first\":0,"));
  free(page);
}
END_TEST

START_TEST(test_page__says_it_without_scripts)
{
  char *page = page_of("typical");
  ck_assert_ptr_nonnull(strstr(page, "<span class=\"l\">f0() { return "
                                     "&quot;text\\n&quot;; }</span>"));
  ck_assert_ptr_nonnull(strstr(page, "<code>gcc-12 -O2 -fmodulo-sched -S "
                                     "bug.reduced.c</code>"));
  ck_assert_ptr_nonnull(strstr(page, "<th scope=\"row\">rewrite</th>"));
  ck_assert_ptr_nonnull(strstr(page, "</span> rejects<br>"));
  ck_assert_ptr_nonnull(strstr(page, "<code>internal compiler error: "
                                     "Segmentation fault</code>"));
  free(page);
}
END_TEST

static void assert_page_has(const char *name, const char *const *parts)
{
  char *page = page_of(name);
  for (; *parts; parts++)
    ck_assert_msg(strstr(page, *parts) != NULL, "%s: no %s", name, *parts);
  free(page);
}

START_TEST(test_page__tells_the_first_bad_commit)
{
  static const char *const parts[] = {
    "<dt>First bad commit</dt><dd><code>1a2b3c4d5e6f70819",
    "A. U. Thor &lt;a@example.org&gt;",
    "2021-03-04 10:11:12 +0100",
    "<summary>292 more</summary>",
    "<dt>Before it</dt><dd><code>9f8e7d6c5b4a</code> compiles it",
    "crashes with it too",
    "<dt>Repository</dt><dd>gcc</dd>",
    "<code>5566778899aa</code> <bdi>vrp: rename</bdi></th><td class=\"end "
    "unknown\">",
    "<span class=\"small\">not built: make: *** [all] Error 1</span>",
    NULL
  };
  assert_page_has("bisected", parts);
  char *page = page_of("bisected");
  ck_assert_ptr_null(strstr(page, "/home/somebody"));
  free(page);
}
END_TEST

START_TEST(test_page__tells_the_answers_of_a_hostile_log)
{
  static const char *const parts[] = {
    "<code>table&gt;</code> <bdi>&lt;script&gt;x</bdi>",
    "<span class=\"small\">&lt;!--</span>", NULL
  };
  assert_page_has("hostile-bisection", parts);
}
END_TEST

START_TEST(test_page__tells_suspects_and_versions)
{
  static const char *const suspects[] = { "<dt>One of</dt><dd><code>1a2b",
                                          "<dt>or</dt><dd><code>5566778899aabb",
                                          "<dt>No single one</dt>", NULL };
  static const char *const versions[] = {
    "<dt>First bad version</dt><dd><code>gcc-12 (12.2.0)</code>",
    "<dt>Before it</dt><dd><code>gcc-11 (11.3.0)</code> rejects the original "
    "file: error: ",
    NULL
  };
  assert_page_has("suspects", suspects);
  assert_page_has("versions", versions);
}
END_TEST

int main(void)
{
  return RUN_TESTS("page", test_page__is_well_formed_and_bounded,
                   test_page__has_no_section_without_content,
                   test_page__shows_what_is_no_text_as_its_bytes,
                   test_page__says_what_it_leaves_out,
                   test_page__says_it_without_scripts,
                   test_page__tells_the_first_bad_commit,
                   test_page__tells_the_answers_of_a_hostile_log,
                   test_page__tells_suspects_and_versions);
}
