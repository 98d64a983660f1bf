/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which slices there are, shown as the texts that they lead to. */
#include <check.h>
#include <stdlib.h>

#include "pass.h"
#include "sexp_tree.h"
#include "run_tests.h"
#include "lexer.h"

static void show(textbuf *out, rd_config *config, const rd_deltas *deltas)
{
  rd_renderer *renderer = rd_renderer_new(config);
  for (size_t i = 0; i < deltas->list.size; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    rd_measure measure;
    if (i > 0)
      text_puts(out, "|");
    rd_renderer_candidate(out, &measure, renderer,
                          deltas->edits.data + delta->begin, delta->count);
    ck_assert_int_gt(delta->gain, 0);
  }
  rd_renderer_free(renderer);
}

/* Texts with bars between them. Owner: caller, text_free. */
static textbuf slices(const char *notation, const rd_site *sites, size_t count)
{
  static const uint32_t root = 0;
  rd_options options = RD_OPTIONS_INIT;
  options.sites = sites;
  options.site_count = count;
  rd_tree *tree = sexp_tree(notation, 0);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_sight sight = {
    .config = config, .places = &root, .count = 1, .options = &options
  };
  rd_deltas deltas = { 0 };
  textbuf texts = { 0 };
  text_add(&texts, "", 0);
  rd_pass_slice(&deltas, &sight);
  show(&texts, config, &deltas);
  for (size_t i = 0; i < texts.size; i++)
    if (texts.data[i] == '\n')
      texts.data[i] = ' ';
  rd_deltas_dispose(&deltas);
  rd_config_free(config);
  rd_tree_free(tree);
  return texts;
}

/* m calls a, a calls b, b calls c; t is a table that names c. */
static const char calls[] =
    "(tu:L (f*:D$c \"c\" (b:B+\";\" \"{\" \"C\" \"}\")) | "
    "(f*:D$b \"b\" (b:B+\";\" \"{\" \"c\"&c \"}\")) | "
    "(f*:D$a \"a\" (b:B+\";\" \"{\" (l:L (s* \"b\"&b) | (s* \"t\"&t)) \"}\")) "
    "| "
    "(f*:D$m \"m\" (b:B+\";\" \"{\" \"a\"&a \"}\")) | "
    "(f*:D$z \"z\" (b:B+\";\" \"{\" \"Z\" \"}\")) | "
    "(s* \"asm\" \"z\"&z) | "
    "(f*:D$t \"t\" (i?:I \"=\" \"c\"&c) \";\"))";

/* The line, then up to it, then all of the site; what it calls; its callers,
 * without and with what they call. */
static const struct {
  rd_site site;
  const char *texts;
} table[] = {
  { { .name = "c" },
    "c { C }|"
    "c { C } b { c } t = c ;|"
    "c { C } b { c } a { b t } m { a } t = c ;" },
  { { .line = 3 },
    "b ; a { b }|"
    "b ; a { b t } t;|"
    "c ; b ; a { b t } t = c ;|"
    "c { C } b { c } a { b t } t;|"
    "c ; b { c } a { b t } t = c ;|"
    "c { C } b { c } a { b t } t = c ;|"
    "c ; b ; a { b t } m { a } t = c ;|"
    "c { C } b { c } a { b t } m { a } t = c ;" },
  { { .line = 4 },
    "a { t } t;|"
    "b ; a { b t } t;|"
    "c ; a { t } t = c ;|"
    "c ; b ; a { b t } t = c ;|"
    "c { C } b { c } a { b t } t;|"
    "c ; b { c } a { b t } t = c ;|"
    "c { C } b { c } a { b t } t = c ;|"
    "c ; b ; a { b t } m { a } t = c ;|"
    "c { C } b { c } a { b t } m { a } t = c ;" },
  { { .name = "z" }, "z { Z }" },
  { { .name = "nobody" }, "" },
  { { .line = 99 }, /* the last declaration */
    "c ; t = c ;|"
    "c { C } t = c ;|"
    "c ; b ; a { b t } t = c ;|"
    "c { C } b { c } a { b t } t = c ;|"
    "c { C } b { c } a { b t } m { a } t = c ;" },
};

START_TEST(test_slice__has_what_the_site_needs)
{
  textbuf texts = slices(calls, &table[_i].site, 1);
  ck_assert_str_eq(texts.data, table[_i].texts);
  text_free(&texts);
}
END_TEST

START_TEST(test_slice__of_two_sites_are_those_of_each_and_of_both)
{
  static const rd_site sites[] = { { .name = "z" }, { .name = "c" } };
  textbuf texts = slices(calls, sites, 2);
  ck_assert_str_eq(texts.data, "z { Z }|c { C }|c { C } z { Z }|"
                               "c { C } b { c } t = c ;|"
                               "c { C } b { c } a { b t } m { a } t = c ;");
  text_free(&texts);
}
END_TEST

/* The definition goes where the function was declared before. */
START_TEST(test_slice__needs_no_second_declaration)
{
  static const rd_site site = { .name = "m" };
  textbuf texts = slices("(tu:L (p*:D$a \"a\" \";\") "
                         "(f*:D$a \"a\" (b:B+\";\" \"{\" \"A\" \"}\")) "
                         "(f*:D$m \"m\" (b:B+\";\" \"{\" \"a\"&a \"}\")))",
                         &site, 1);
  ck_assert_str_eq(texts.data, "a ; m { a }");
  text_free(&texts);
}
END_TEST

/* Nobody would see it without its callers. */
START_TEST(test_slice__shows_a_hidden_site_to_other_files)
{
  static const rd_site site = { .name = "a" };
  textbuf texts =
      slices("(tu:L (p* \"static\"*:K (n:D$a \"a\") \";\") "
             "(f*:D$b \"static\"*:K \"b\" (b:B+\";\" \"{\" \"B\" \"}\")) "
             "(f*:D$a \"static\"*:K \"a\" (b:B+\";\" \"{\" \"b\"&b \"}\")) "
             "(f*:D$m \"m\" (b:B+\";\" \"{\" \"a\"&a \"}\")))",
             &site, 1);
  ck_assert_str_eq(texts.data, "a ; static b ; a { b }|"
                               "a ; static b { B } a { b }|"
                               "static a ; static b ; static a { b } m { a }");
  text_free(&texts);
}
END_TEST

/* It is unknown to the compiler then, which may not look into it. */
START_TEST(test_slice__shows_what_it_only_declares)
{
  static const rd_site site = { .name = "m" };
  textbuf texts = slices(
      "(tu:L (p* \"static\"*:K (n:D$a \"a\") \";\") "
      "(f*:D$b \"static\"*:K \"b\" (b:B+\"{}\"+\";\" \"{\" \"B\" \"}\")) "
      "(f*:D$a \"static\"*:K \"a\" (b:B+\"{}\"+\";\" \"{\" \"A\" \"}\")) "
      "(f*:D$m \"m\" (b:B+\";\" \"{\" \"a\"&a \"b\"&b \"}\")))",
      &site, 1);
  ck_assert_str_eq(texts.data, "a ; b ; m { a b }");
  text_free(&texts);
}
END_TEST

/* A line tells which of those with a name is meant. */
START_TEST(test_slice__at_a_line_of_one_leaves_out_its_namesakes)
{
  static const rd_site sites[] = { { .name = "c" }, { .line = 2 } };
  static const char notation[] =
      "(tu:L (f*:D$c#1 \"c\" (b:B+\";\" \"{\" \"C\" \"}\")) | "
      "(f*:D$c#2 \"c\" (b:B+\";\" \"{\" \"D\" \"}\")))";
  textbuf one = slices(notation, sites, 2);
  textbuf both = slices(notation, sites, 1);
  ck_assert_str_eq(one.data, "c { D }");
  ck_assert_str_eq(both.data, ""); /* that is all of the text */
  text_free(&one);
  text_free(&both);
}
END_TEST

/* Its constructor may be what matters. */
START_TEST(test_slice__keeps_what_the_site_declares_for_nobody)
{
  static const rd_site site = { .name = "m" };
  textbuf texts = slices(
      "(tu:L (f*:D$z \"z\" (b:B+\";\" \"{\" \"Z\" \"}\")) "
      "(f*:D$m \"m\" (b:B+\";\" \"{\" (l:L (v*:D$x \"x\") (s* \"y\")) \"}\")))",
      &site, 1);
  ck_assert_str_eq(texts.data, "m { x y }");
  text_free(&texts);
}
END_TEST

/* It is kept itself, with the functions that it uses. */
START_TEST(test_slice__a_line_may_declare_nothing)
{
  static const rd_site site = { .line = 3 };
  textbuf texts =
      slices("(tu:L (f*:D$z \"z\" (b:B+\";\" \"{\" \"Z\" \"}\")) | "
             "(f*:D$m \"m\" (b:B+\";\" \"{\" \"M\" \"}\")) | (a* \"assert\" "
             "\"m\"&m))",
             &site, 1);
  ck_assert_str_eq(texts.data, "m { M } assert m");
  text_free(&texts);
}
END_TEST

/* A compiler can say any number. */
START_TEST(test_slice__a_line_beyond_the_text_is_its_last)
{
  static const rd_site sites[] = { { .line = 9 }, { .line = UINT32_MAX } };
  textbuf near = slices(calls, &sites[0], 1);
  textbuf far = slices(calls, &sites[1], 1);
  ck_assert_uint_gt(near.size, 1);
  ck_assert_str_eq(near.data, far.data);
  text_free(&near);
  text_free(&far);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("slice");
  TCase *tcase = tcase_create("slice");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_slice__has_what_the_site_needs, 0,
                      (int)(sizeof table / sizeof *table));
  tcase_add_test(tcase, test_slice__of_two_sites_are_those_of_each_and_of_both);
  tcase_add_test(tcase, test_slice__needs_no_second_declaration);
  tcase_add_test(tcase, test_slice__shows_a_hidden_site_to_other_files);
  tcase_add_test(tcase, test_slice__shows_what_it_only_declares);
  tcase_add_test(tcase, test_slice__at_a_line_of_one_leaves_out_its_namesakes);
  tcase_add_test(tcase, test_slice__keeps_what_the_site_declares_for_nobody);
  tcase_add_test(tcase, test_slice__a_line_may_declare_nothing);
  tcase_add_test(tcase, test_slice__a_line_beyond_the_text_is_its_last);
  return run_suite(suite);
}
