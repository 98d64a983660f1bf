/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of grammars is well formed, and grammars are found in the folders
 * of this machine. */
#include "grammar/folders.h"

#include <stdlib.h>

#include "base/files.h"
#include "reduce/process.h"
#include "run_tests.h"

static char *top;

static void set_up(void)
{
  ck_assert(!rd_scratch_new(&top, NULL));
  ck_assert(!setenv("XDG_DATA_HOME", top, 1));
  ck_assert(!unsetenv(GRAMMAR_PATH));
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
}

/* An empty file below the scratch folder. */
static void put(const char *name)
{
  ck_assert(!file_write_below(top, name, "", 0, NULL));
}

/* Compares what grammar_find finds, relative to the scratch folder. */
static void ck_found(const char *name, const char *file, const char *expected)
{
  char *found = grammar_find(name, file);
  ck_assert_pstr_eq(found ? found + strlen(top) + 1 : NULL, expected);
  free(found);
}

static void search_in(const char *a, const char *b)
{
  char *path = mem_format("%s/%s::%s/%s", top, a, top, b);
  ck_assert(!setenv(GRAMMAR_PATH, path, 1));
  free(path);
}

static void ck_row(const grammar *row)
{
  ck_assert_str_ne(row->package, "");
  ck_assert_uint_eq(strspn(row->version, "0123456789."), strlen(row->version));
  ck_assert(starts_with(row->integrity, "sha512-"));
  ck_assert_uint_eq(strlen(row->integrity), strlen("sha512-") + 88);
  ck_assert(ends_with(row->integrity, "=="));
}

START_TEST(test_folders__rows_are_complete)
{
  for (size_t i = 0; grammar_at(i); i++) {
    ck_row(grammar_at(i));
    ck_assert_ptr_eq(grammar_named(grammar_at(i)->name), grammar_at(i));
  }
  ck_row(grammar_core_package());
  for (size_t i = 0; grammar_alias_at(i); i++)
    ck_assert_ptr_nonnull(grammar_named(grammar_alias_at(i)->said));
  ck_assert_str_eq(grammar_named("c++")->name, "cpp");
  ck_assert_ptr_null(grammar_named("klingon"));
}
END_TEST

START_TEST(test_folders__one_package_has_one_integrity)
{
  for (size_t i = 0; grammar_at(i); i++)
    for (size_t j = 0; j < i; j++) {
      const grammar *a = grammar_at(i), *b = grammar_at(j);
      bool same = !strcmp(a->package, b->package);
      ck_assert_int_eq(same, !strcmp(a->integrity, b->integrity));
      ck_assert(!same || !strcmp(a->version, b->version));
      ck_assert(!same || strcmp(a->folder, b->folder) != 0);
    }
}
END_TEST

START_TEST(test_folders__a_suffix_is_of_one_row)
{
  strings seen = { 0 };
  for (size_t i = 0; grammar_at(i); i++) {
    const char *const *suffix = grammar_at(i)->suffixes;
    for (; *suffix; suffix++) {
      ck_assert_int_eq(**suffix, '.');
      ck_assert_msg(!strings_has(&seen, *suffix), "%s", *suffix);
      strings_add(&seen, *suffix);
    }
  }
  strings_free(&seen);
}
END_TEST

START_TEST(test_folders__a_file_has_a_grammar)
{
  ck_assert_str_eq(grammar_of_file("dir/x.rs")->name, "rust");
  ck_assert_str_eq(grammar_of_file("x.tsx")->name, "tsx");
  ck_assert_str_eq(grammar_of_file("x.mli")->name, "ocaml_interface");
  ck_assert_ptr_null(grammar_of_file("Makefile"));
}
END_TEST

START_TEST(test_folders__the_first_folder_with_a_module_wins)
{
  put("clang-hdd/grammars/rust.so");
  put("clang-hdd/grammars/rust/grammar.json");
  ck_found("rust", NULL, "clang-hdd/grammars/rust.so");
  ck_found("rust", "grammar.json", "clang-hdd/grammars/rust/grammar.json");
  ck_found("rust", "queries/locals.scm", NULL);
  put("b/rust.so");
  put("a/rust/grammar.json");
  search_in("a", "b");
  ck_found("rust", NULL, "b/rust.so");
  ck_found("rust", "grammar.json", NULL);
  ck_found("go", NULL, NULL);
}
END_TEST

START_TEST(test_folders__emacs_has_its_own_names)
{
  strings others = { 0 };
  put("a/libtree-sitter-rust.so");
  put("a/libtree-sitter-klingon.so");
  put("b/libtree-sitter.so");
  search_in("a", "b");
  grammar_others(&others);
  ck_assert_uint_eq(others.size, 1);
  ck_assert_str_eq(others.data[0], "klingon");
  strings_free(&others);
  ck_found("rust", NULL, "a/libtree-sitter-rust.so");
  char *core = grammar_core();
  ck_assert_ptr_nonnull(core);
  ck_assert(ends_with(core, "/b/libtree-sitter.so"));
  free(core);
}
END_TEST

START_TEST(test_folders__paths_that_are_not_absolute_are_ignored)
{
  char *home = grammar_home();
  ck_assert(starts_with(home, top));
  free(home);
  ck_assert(!setenv("XDG_DATA_HOME", "data", 1) && !setenv("HOME", "/h", 1));
  home = grammar_home();
  ck_assert_str_eq(home, "/h/.local/share/clang-hdd/grammars");
  free(home);
  ck_assert(!unsetenv("HOME"));
  ck_assert_ptr_null(grammar_home());
  ck_found("rust", NULL, NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("folders");
  TCase *tcase = tcase_create("folders");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, test_folders__rows_are_complete);
  tcase_add_test(tcase, test_folders__one_package_has_one_integrity);
  tcase_add_test(tcase, test_folders__a_suffix_is_of_one_row);
  tcase_add_test(tcase, test_folders__a_file_has_a_grammar);
  tcase_add_test(tcase, test_folders__the_first_folder_with_a_module_wins);
  tcase_add_test(tcase, test_folders__emacs_has_its_own_names);
  tcase_add_test(tcase, test_folders__paths_that_are_not_absolute_are_ignored);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
