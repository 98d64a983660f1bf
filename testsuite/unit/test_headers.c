/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "engine/headers.h"
#include "engine/net.h"
#include "run_tests.h"

#define SYSTEM "/usr/include/check.h"

static strings words_of(const char *const *list)
{
  strings out = { 0 };
  for (; *list; list++)
    strings_add(&out, *list);
  return out;
}

START_TEST(test_headers__folders_of_the_user_move)
{
  strings words = words_of((const char *const[]){
      "cc", "-I/home/u/a", "-I", "/home/u/b/../c", "-I/usr/include/d",
      "-iquote", "/home/u", "-DX=/home", "-isystem", "a.c", "-I", NULL });
  static const char *const moved[] = { "cc",
                                       "-Ihdd-folders/home/u/a",
                                       "-I",
                                       "hdd-folders/home/u/c",
                                       "-I/usr/include/d",
                                       "-iquote",
                                       "hdd-folders/home/u",
                                       "-DX=/home",
                                       "-isystem",
                                       "a.c",
                                       "-I" };
  headers_move(&words);
  for (size_t i = 0; i < words.size; i++)
    ck_assert_str_eq(words.data[i], moved[i]);
  strings_free(&words);
}
END_TEST

/* A folder that is not in a common place, with one header. */
static char *make_folder(void)
{
  char *folder = mem_copy("/tmp/test-headers-XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert(!file_write_below(folder, "sub/own.h", "int own;\n", 9, NULL));
  ck_assert(!file_write_below(folder, "x/own.h", "int x;\n", 7, NULL));
  return folder;
}

START_TEST(test_headers__own_files_travel_and_others_are_compared)
{
  char *folder = make_folder();
  char *own = mem_format("%s/x/../sub/own.h", folder);
  char *name = mem_format("hdd-folders%s/sub/own.h", folder);
  strings read = words_of((const char *const[]){
      "<built-in>", "a.c", own, SYSTEM, "/no/such.h", own, NULL });
  strings words = words_of((const char *const[]){ "cc", "-I", folder, NULL });
  headers got;
  ck_assert_ptr_null(headers_collect(&got, &read, &words));
  ck_assert_uint_eq(got.names.size, 2);
  ck_assert_str_eq(got.names.data[0], name);
  ck_assert_ptr_nonnull(strstr(got.joined.data, "int own;"));
  ck_assert_ptr_null(
      headers_refused(&got.names, got.joined.data, got.joined.size));
  char *hash = strstr(got.joined.data, " " SYSTEM) - 1;
  *hash = *hash == '0' ? '1' : '0';
  char *other = headers_refused(&got.names, got.joined.data, got.joined.size);
  ck_assert_str_eq(other, SYSTEM " is another here");
  rd_scratch_remove(folder);
  free(other);
  headers_dispose(&got);
  strings_free(&words);
  strings_free(&read);
  free(name);
  free(own);
  free(folder);
}
END_TEST

/* Why the tests of a text stay that has read this header; caller's. */
static char *why_stays(const char *own, const char *option, const char *folder)
{
  strings read = words_of((const char *const[]){ own, NULL });
  strings words = words_of((const char *const[]){ "cc", option, folder, NULL });
  headers got;
  char *why = headers_collect(&got, &read, &words);
  headers_dispose(&got);
  strings_free(&words);
  strings_free(&read);
  return why;
}

START_TEST(test_headers__what_no_option_leads_to_stays)
{
  char *folder = make_folder();
  char *own = mem_format("%s/sub/own.h", folder);
  char *why = why_stays(own, "-I/tmp/other", NULL);
  ck_assert_ptr_nonnull(strstr(why, own));
  rd_scratch_remove(folder);
  free(why);
  free(own);
  free(folder);
}
END_TEST

/* Whether a file is there may be another matter at a worker. */
START_TEST(test_headers__what_asks_for_files_stays)
{
  static const char asks[] = "#if __has_include_next(<a.h>)\n#endif\n";
  char *folder = make_folder();
  char *own = mem_format("%s/sub/asks.h", folder);
  ck_assert(!file_write(own, asks, sizeof asks - 1, NULL));
  char *why = why_stays(own, "-I", folder);
  ck_assert_ptr_nonnull(why);
  ck_assert_ptr_nonnull(strstr(why, "asks which headers there are"));
  ck_assert(headers_asked("_ __has_embed", 13));
  ck_assert(!headers_asked("_ __has_embed", 12));
  ck_assert(!headers_asked("", 0));
  rd_scratch_remove(folder);
  free(why);
  free(own);
  free(folder);
}
END_TEST

/* With a link before it, ".." leads to another place than the name says. */
START_TEST(test_headers__what_links_lead_elsewhere_stays)
{
  char *folder = make_folder();
  char *far = mem_format("%s/deep/far", folder);
  char *via = mem_format("%s/link", folder);
  char *own = mem_format("%s/link/../sub/own.h", folder);
  char *searched = mem_format("-I%s/link/../sub", folder);
  ck_assert(!file_write_below(folder, "deep/far/a.h", "", 0, NULL));
  ck_assert(!file_write_below(folder, "deep/sub/own.h", "int far;\n", 9, NULL));
  ck_assert_int_eq(symlink(far, via), 0);
  strings read = words_of((const char *const[]){ own, NULL }), none = { 0 };
  strings words = words_of((const char *const[]){ "cc", "-I", folder, NULL });
  strings other = words_of((const char *const[]){ "cc", searched, NULL });
  headers got;
  char *why = headers_collect(&got, &read, &words);
  ck_assert_ptr_nonnull(why);
  ck_assert_ptr_nonnull(strstr(why, own));
  ck_assert_uint_eq(got.names.size, 0);
  headers_dispose(&got);
  free(why);
  why = headers_collect(&got, &none, &other);
  ck_assert_ptr_nonnull(why);
  headers_dispose(&got);
  rd_scratch_remove(folder);
  free(why);
  strings_free(&other);
  strings_free(&words);
  strings_free(&read);
  free(searched);
  free(own);
  free(via);
  free(far);
  free(folder);
}
END_TEST

/* What a worker says of a list with this line, so many times; caller's. */
static char *refused_list(const char *path, size_t times)
{
  char *text = NULL;
  size_t size = 0;
  textbuf joined = { 0 };
  ck_assert(!file_read(&text, &size, path, NULL));
  net_hash hash = net_hash_of(text, size);
  text_puts(&joined, "\x1e"
                     "hdd-headers\n");
  for (size_t i = 0; i < times; i++)
    text_printf(&joined, "%016llx%016llx %s\n", (unsigned long long)hash.high,
                (unsigned long long)hash.low, path);
  strings names = words_of((const char *const[]){ "hdd-headers", NULL });
  char *why = headers_refused(&names, joined.data, joined.size);
  strings_free(&names);
  text_free(&joined);
  free(text);
  return why;
}

/* The list could be used to ask whether a file has some contents. The last is a
 * link to a place of the machine's own on some systems. */
START_TEST(test_headers__no_other_places_are_compared)
{
  static const char *const paths[] = { "/etc/passwd", "/usr/../etc/passwd",
                                       "/usr/share/locale/locale.alias" };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    char *real = realpath(paths[i], NULL);
    char *why = real && !starts_with(real, "/usr/") ? refused_list(paths[i], 1)
                                                    : mem_copy(paths[i]);
    ck_assert_ptr_nonnull(why);
    ck_assert(starts_with(why, paths[i]));
    free(why);
    free(real);
  }
}
END_TEST

START_TEST(test_headers__a_worker_compares_so_much)
{
  char *why = refused_list(SYSTEM, 100);
  ck_assert_ptr_null(why);
  why = refused_list(SYSTEM, 20001);
  ck_assert_ptr_nonnull(why);
  ck_assert_ptr_nonnull(strstr(why, "too many"));
  free(why);
}
END_TEST

int main(void)
{
  return RUN_TESTS("headers", test_headers__folders_of_the_user_move,
                   test_headers__own_files_travel_and_others_are_compared,
                   test_headers__what_no_option_leads_to_stays,
                   test_headers__what_asks_for_files_stays,
                   test_headers__what_links_lead_elsewhere_stays,
                   test_headers__no_other_places_are_compared,
                   test_headers__a_worker_compares_so_much);
}
