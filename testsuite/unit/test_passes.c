/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each pass enumerates. Deltas are shown as the texts they lead to. */
#include "mini.h"

#include "pass_scene.h"
#include "run_tests.h"
#include "sexp_tree.h"

static struct scene stage_text(const char *text)
{
  rd_tree *tree;
  ck_assert_int_eq(
      mini_parse(&tree, NULL, NULL, text, strlen(text), RD_PREPARE_ALL, NULL),
      RD_OK);
  return stage(tree);
}

/* The n-th node of a kind, from 0. */
static uint32_t node_of(const struct scene *scene, const char *kind, int number)
{
  const rd_tree *tree = scene->tree;
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    if (!strcmp(rd_tree_kind_name(tree, rd_tree_at(tree, i)->kind), kind) &&
        number-- == 0)
      return i;
  ck_abort_msg("no such node");
  return RD_NONE;
}

START_TEST(test_passes__prune_drops_or_puts_the_phrase)
{
  check_look(stage_text("a[b](cd)"), rd_pass_prune,
             "[b](cd)|a(cd)|a[z](cd)|a[b]|a[b](d)|a[b](c)");
}
END_TEST

START_TEST(test_passes__what_is_gone_or_hidden_is_no_unit)
{
  struct scene scene = stage_text("a[z](cd)");
  uint32_t group = node_of(&scene, "group", 0);
  rd_edit edit = { .node = group, .op = RD_DROP };
  rd_config_apply(scene.config, &edit, 1);
  ck_assert_str_eq(look(&scene, rd_pass_prune, RD_NONE), "[z]|a");
  ck_assert_str_eq(look(&scene, rd_pass_prune, group), "");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__prune_empty_leaves_required_places_alone)
{
  check_look(stage_text("a[b]"), rd_pass_prune_empty, "[b]|a");
}
END_TEST

START_TEST(test_passes__hoist_takes_the_nearest_on_each_path_furthest_first)
{
  struct scene scene = stage_text("([(ab)](c[d]))e");
  uint32_t outer = node_of(&scene, "group", 0);
  ck_assert_str_eq(look(&scene, rd_pass_hoist, outer), "[(ab)]e|(c[d])e");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__hoist_goes_on_from_what_was_hoisted)
{
  struct scene scene = stage_text("([(ab)]c)e");
  uint32_t outer = node_of(&scene, "group", 0);
  (void)look(&scene, rd_pass_hoist, outer);
  rd_config_apply(scene.config, scene.deltas.edits.data, 1);
  ck_assert_str_eq(look(&scene, rd_pass_hoist, outer), "(ab)e");
  rd_config_apply(scene.config, scene.deltas.edits.data, 1);
  ck_assert_str_eq(look(&scene, rd_pass_hoist, outer), "ae|be");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__descend_takes_all_depths_in_document_order)
{
  struct scene scene = stage_text("(a(bc))d");
  uint32_t outer = node_of(&scene, "group", 0);
  ck_assert_str_eq(look(&scene, rd_pass_descend, outer), "ad|(bc)d|bd|cd");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__child_puts_only_children_the_smallest_first)
{
  struct scene scene = stage(sexp_tree(
      "(r (p^2 (a@2 \"a\" \"b\") (b@1 \"c\") (c@2 (d@2 \"e\"))))", 0));
  ck_assert_str_eq(look(&scene, rd_pass_child, 1), "e|a b");
  strike(&scene);
}
END_TEST

/* A chain of nodes of one sort, each with a leaf and the next. */
static struct scene stage_deep(uint32_t depth)
{
  textbuf text = { 0 };
  for (uint32_t i = 0; i < depth; i++)
    text_puts(&text, "x ");
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec leaf = { 0 };
  rd_node_spec spec = { .sorts = rd_builder_sort_bits(builder, 1) };
  for (uint32_t i = 0; i < depth; i++) {
    (void)rd_builder_open(builder, &spec);
    (void)rd_builder_leaf(builder, &leaf, 2 * i, 2 * i + 1);
  }
  for (uint32_t i = 0; i < depth; i++)
    rd_builder_close(builder);
  struct scene scene = stage_built(builder);
  text_free(&text);
  return scene;
}

START_TEST(test_passes__descend_looks_at_so_many_places_and_no_more)
{
  struct scene scene = stage_deep(RD_MOST_PLACES);
  uint32_t root = 0;
  rd_sight sight = { .config = scene.config, .places = &root, .count = 1 };
  rd_pass_descend(&scene.deltas, &sight);
  ck_assert_uint_eq(scene.deltas.list.size, RD_MOST_PLACES / 2 - 1);
  strike(&scene);
}
END_TEST

START_TEST(test_passes__hoist_typed_splices_and_takes_the_middle_first)
{
  struct scene scene = stage_text("(abcde(f))g");
  uint32_t outer = node_of(&scene, "group", 0);
  ck_assert_str_eq(look(&scene, rd_pass_hoist_typed, outer),
                   "(f)g|abcde(f)g|ag|bg|cg|dg|eg|fg");
  strike(&scene);
}
END_TEST

/* Of nineteen. */
START_TEST(test_passes__hoist_typed_takes_the_best_sixteen)
{
  struct scene scene = stage_text("(abcdefghijklmnopqr)s");
  uint32_t outer = node_of(&scene, "group", 0);
  ck_assert_str_eq(look(&scene, rd_pass_hoist_typed, outer),
                   "abcdefghijklmnopqrs|as|bs|cs|ds|es|fs|gs|hs|is|js|ks|ls|"
                   "ms|ns|os");
  strike(&scene);
}
END_TEST

/* What a pass over all that is seen leads to. */
static const char *look_at_all(struct scene *scene, rd_enumerate *pass,
                               bool has_foresight)
{
  rd_sight sight = { .config = scene->config, .has_foresight = has_foresight };
  uint32_t *all = rd_places_below(&sight.count, scene->config, 0);
  sight.places = all;
  const char *texts = show(scene, pass, &sight);
  free(all);
  return texts;
}

static const char *look_ahead(struct scene *scene, bool has_foresight)
{
  return look_at_all(scene, rd_pass_windows, has_foresight);
}

START_TEST(test_passes__windows_take_tokens_pairs_and_runs)
{
  struct scene scene = stage_text("a[b]");
  ck_assert_str_eq(look_ahead(&scene, true),
                   "[b]|a b]|a[]|a[b|a b|b]|a]|a[|]|a|");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__windows_without_foresight_are_few)
{
  struct scene scene = stage_text("a[b]");
  ck_assert_str_eq(look_ahead(&scene, false), "[b]|a b]|a[]|a[b|a b|a");
  for (size_t i = 0; i < scene.deltas.list.size; i++)
    ck_assert_uint_eq(scene.deltas.list.data[i].flags, RD_DELTA_CHECKED);
  strike(&scene);
}
END_TEST

START_TEST(test_passes__windows_are_of_what_is_seen)
{
  struct scene scene = stage_text("a[b]cd");
  rd_edit edit = { .node = node_of(&scene, "box", 0), .op = RD_DROP };
  rd_config_apply(scene.config, &edit, 1);
  ck_assert_str_eq(look_ahead(&scene, true), "cd|ad|ac|d|a|");
  strike(&scene);
}
END_TEST

/* A list of letters. */
static struct scene stage_lines(const char *text, uint16_t flags)
{
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_node_spec root = { .flags = RD_LIST | flags }, leaf = { 0 };
  (void)rd_builder_open(builder, &root);
  for (uint32_t i = 0; text[i]; i++)
    if (text[i] != ' ' && text[i] != '\n')
      (void)rd_builder_leaf(builder, &leaf, i, i + 1);
  rd_builder_close(builder);
  return stage_built(builder);
}

START_TEST(test_passes__lines_are_of_texts_without_syntax)
{
  struct scene scene = stage_lines("a b\n c\n\nd", RD_BY_LINES);
  ck_assert_str_eq(look_at_all(&scene, rd_pass_lines, true),
                   "c\n\nd|a b\nd|a b\n c");
  ck_assert_int_eq(scene.deltas.list.data[0].gain, 2);
  ck_assert_str_eq(look_at_all(&scene, rd_pass_line_windows, true), "d|a b|");
  strike(&scene);
  scene = stage_lines("a b\n c\n\nd", 0);
  ck_assert_str_eq(look_at_all(&scene, rd_pass_lines, true), "");
  ck_assert_str_eq(look_at_all(&scene, rd_pass_line_windows, true), "");
  strike(&scene);
}
END_TEST

/* Lines and what is in them, but for words; a text of no grammar is its own. */
START_TEST(test_passes__texts_are_in_strings)
{
  uint16_t text = RD_BY_LINES | RD_GENERIC;
  rd_builder *builder = rd_builder_new("a b c d e f", 11);
  rd_node_spec root = { .flags = RD_LIST }, list = { .flags = RD_LIST | text };
  rd_node_spec line = { .place = RD_ELEMENT }, word = { .place = RD_ELEMENT };
  (void)rd_builder_open(builder, &root);
  (void)rd_builder_leaf(builder, &word, 0, 1);
  (void)rd_builder_open(builder, &list);
  (void)rd_builder_open(builder, &line);
  for (uint32_t i = 2; i < 9; i += 2)
    (void)rd_builder_leaf(builder, &word, i, i + 1);
  rd_builder_close(builder);
  (void)rd_builder_leaf(builder, &word, 10, 11);
  rd_builder_close(builder);
  rd_builder_close(builder);
  struct scene scene = stage_built(builder);
  ck_assert_str_eq(look_at_all(&scene, rd_pass_texts, true), "a f|a b c d e");
  strike(&scene);
}
END_TEST

/* Sorts and types decide, then size; no more than six texts. */
START_TEST(test_passes__graft_puts_what_is_smaller_and_stands_elsewhere)
{
  struct scene scene = stage(
      sexp_tree("(root \"long\"@1^1%1 \"cc\"@1%2 \"b\"@1%1 \"d\"@2 \"b\"@1%1 "
                "\"larger\"@1%1)",
                RD_PREPARE_ALL));
  uint32_t place = sexp_find(scene.tree, "long", 0);
  ck_assert_str_eq(look(&scene, rd_pass_graft, place),
                   "b cc b d b larger|cc cc b d b larger");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__graft_puts_no_other_name_of_unknown_type)
{
  struct scene scene = stage(sexp_tree(
      "(root (n^1 \"a\" \"bc\") \"long\"@1^1 \"d\"@1)", RD_PREPARE_ALL));
  uint32_t place = sexp_find(scene.tree, "long", 0);
  ck_assert_str_eq(look(&scene, rd_pass_graft, place), "");
  ck_assert_str_eq(
      look(&scene, rd_pass_graft, sexp_find(scene.tree, "a bc", 0)),
      "d long d|long long d");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__graft_moves_no_lines_whose_indentation_matters)
{
  struct scene scene = stage(sexp_tree("(root:Y (p^1 \"x\" \"y\" \"z\") | (a@1 "
                                       "\"b\" | \"c\") | (a@1 \"d\" \"e\"))",
                                       0));
  uint32_t place = sexp_find(scene.tree, "x y z", 0);
  ck_assert_str_eq(look(&scene, rd_pass_graft, place), "d e\nb\nc\nd e");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__graft_leaves_its_own_line_of_nodes_to_hoisting)
{
  struct scene scene = stage_text("((a)b)c");
  uint32_t inner = node_of(&scene, "group", 1);
  ck_assert_str_eq(look(&scene, rd_pass_graft, inner), "(b b)c|(c b)c");
  strike(&scene);
}
END_TEST

static const char two_names[] =
    "(root:L (d*$a \"int\" \"a\") (d*$b \"int\" \"b\") (d*$c \"char\" "
    "\"c\") (e* \"a\"&a%1 \"b\"&b%1 \"b\"&b%1 \"c\"&c%2))";

START_TEST(test_passes__alike_drops_what_spells_the_same)
{
  check_look(stage_text("ab[c]d[c](e)a"), rd_pass_alike,
             "abd(e)a|b[c]d[c](e)|abcdc(e)a");
}
END_TEST

START_TEST(test_passes__alike_shortens_what_spells_the_same)
{
  check_look(stage(sexp_tree("(root (n=\"q\" \"a\" (n=\"q\" \"b\" \"c\")) "
                             "\"d\" (n=\"q\" \"a\" (n=\"q\" \"b\" \"c\")))",
                             RD_PREPARE_ALL)),
             rd_pass_alike, "q d q|a q d a q");
}
END_TEST

START_TEST(test_passes__unify_names_another_symbol_of_the_type)
{
  check_look(stage(sexp_tree(two_names, RD_PREPARE_ALL)), rd_pass_unify,
             "int b char c b b b c|int a char c a a a c");
}
END_TEST

START_TEST(test_passes__elements_are_those_of_the_list_itself)
{
  struct scene scene = stage_text("a(bc)[d]");
  ck_assert_str_eq(look(&scene, rd_pass_elements, 0), "(bc)[d]|a[d]|a(bc)");
  ck_assert_str_eq(look(&scene, rd_pass_elements, node_of(&scene, "leaf", 0)),
                   "");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__large_elements_pass_small_lists_by)
{
  check_look(stage_text("(abcd)(efgh)"), rd_pass_large_elements,
             "(efgh)|(abcd)");
}
END_TEST

/* ---- trees with what the tiny language lacks ---- */

/* `f(x){..}` with fillers for a typed place, a comment and a body. */
static struct scene stage_fillers(void)
{
  static const char text[] = "/*c*/ body more value";
  static const char *const bodies[] = { ";", NULL };
  static const char *const values[] = { "0", "a b", NULL };
  rd_builder *builder = rd_builder_new(text, sizeof text - 1);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "root") };
  rd_node_spec plain = { .kind = rd_builder_kind(builder, "leaf") };
  rd_node_spec comment = { .kind = rd_builder_kind(builder, "comment"),
                           .flags = RD_COMMENT,
                           .place = RD_OPTIONAL };
  rd_node_spec body = { .kind = rd_builder_kind(builder, "body"),
                        .flags = RD_BODY,
                        .fillers = bodies };
  rd_node_spec value = { .kind = rd_builder_kind(builder, "value"),
                         .place = RD_OPTIONAL,
                         .phrase = "n",
                         .fillers = values };
  (void)rd_builder_open(builder, &root);
  (void)rd_builder_leaf(builder, &comment, 0, 5);
  (void)rd_builder_open(builder, &body);
  (void)rd_builder_leaf(builder, &plain, 6, 10);
  (void)rd_builder_leaf(builder, &plain, 11, 15);
  rd_builder_close(builder);
  (void)rd_builder_leaf(builder, &value, 16, 21);
  rd_builder_close(builder);
  return stage_built(builder);
}

START_TEST(test_passes__comments_drops_comments_alone)
{
  check_look(stage_fillers(), rd_pass_comments, "body more value");
}
END_TEST

START_TEST(test_passes__bodies_puts_the_first_filler_if_smaller)
{
  struct scene scene = stage_fillers();
  ck_assert_str_eq(look(&scene, rd_pass_bodies, RD_NONE), "/*c*/ ; value");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__prune_typed_declares_nothing_hidden)
{
  check_look(stage(sexp_tree("(tu:L (f* \"f\" (b:B=\"{}\"+\"{}\"+\";\" \"{\" "
                             "\"x\" \"}\")))",
                             0)),
             rd_pass_prune_typed, "f {}|f {}");
}
END_TEST

START_TEST(test_passes__prune_typed_drops_then_phrase_then_fillers)
{
  struct scene scene = stage_fillers();
  ck_assert_str_eq(
      look(&scene, rd_pass_prune_typed, node_of(&scene, "value", 0)),
      "/*c*/ body more|/*c*/ body more n|/*c*/ body more 0");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__prune_typed_leaves_elements_to_their_list)
{
  check_look(stage_text("a[b]"), rd_pass_prune_typed, "a[z]");
}
END_TEST

/* Uses take a filler, a phrase, or go; fillers that name the symbol do not
 * count; what cannot do without a use keeps the symbol. */
static const struct {
  const char *tree, *deltas;
} symbol_uses[] = {
  { "(tu:L \"a\"*$a (s* \"x\" \"a\"+\"0\"&a))", "x 0" },
  { "(tu:L \"a\"*$a (s* \"x\" \"a\"=\"p\"&a))", "x p" },
  { "(tu:L \"a\"*$a (s* \"x\" \"a\"?&a))", "x" },
  { "(tu:L \"a\"*$a (s* \"x\" \"a\"&a) \"y\"*)", "y" },
  /* a word of a row does not go without the row */
  { "(tu:L \"a\"*$a (s* \"x\"?:G \"a\"?:G&a) \"y\"*)", "y" },
  { "(tu:L \"a\"*$a (s* \"x\" (c+\"0\" \"a\"&a \"z\")))", "x 0" },
  { "(tu:L \"a\"*$a (s* \"x\" \"a\"+\"a\"+\"1\"&a))", "x 1" },
  { "(tu:L \"a\"*$a (s \"x\" \"a\"&a))", "" },
  { "(tu:L \"a\"$a (s* \"x\" \"a\"&a))", "" },
  /* what uses it in its declaration goes with its own uses */
  { "(tu:L \"a\"*$a (d*:D$b \"b\" \"a\"&a) (s* \"x\" \"b\"+\"0\"&b))",
    "x 0|a x 0" },
};

START_TEST(test_passes__symbol_uses_leave_no_use_behind)
{
  for (size_t i = 0; i < sizeof symbol_uses / sizeof *symbol_uses; i++)
    check_look(stage(sexp_tree(symbol_uses[i].tree, 0)), rd_pass_symbol_uses,
               symbol_uses[i].deltas);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "passes", test_passes__prune_drops_or_puts_the_phrase,
      test_passes__what_is_gone_or_hidden_is_no_unit,
      test_passes__prune_empty_leaves_required_places_alone,
      test_passes__hoist_takes_the_nearest_on_each_path_furthest_first,
      test_passes__hoist_goes_on_from_what_was_hoisted,
      test_passes__descend_takes_all_depths_in_document_order,
      test_passes__descend_looks_at_so_many_places_and_no_more,
      test_passes__hoist_typed_splices_and_takes_the_middle_first,
      test_passes__hoist_typed_takes_the_best_sixteen,
      test_passes__windows_take_tokens_pairs_and_runs,
      test_passes__windows_without_foresight_are_few,
      test_passes__windows_are_of_what_is_seen,
      test_passes__lines_are_of_texts_without_syntax,
      test_passes__texts_are_in_strings,
      test_passes__child_puts_only_children_the_smallest_first,
      test_passes__graft_puts_what_is_smaller_and_stands_elsewhere,
      test_passes__graft_puts_no_other_name_of_unknown_type,
      test_passes__graft_moves_no_lines_whose_indentation_matters,
      test_passes__graft_leaves_its_own_line_of_nodes_to_hoisting,
      test_passes__alike_drops_what_spells_the_same,
      test_passes__alike_shortens_what_spells_the_same,
      test_passes__unify_names_another_symbol_of_the_type,
      test_passes__elements_are_those_of_the_list_itself,
      test_passes__large_elements_pass_small_lists_by,
      test_passes__comments_drops_comments_alone,
      test_passes__bodies_puts_the_first_filler_if_smaller,
      test_passes__prune_typed_declares_nothing_hidden,
      test_passes__prune_typed_drops_then_phrase_then_fillers,
      test_passes__prune_typed_leaves_elements_to_their_list,
      test_passes__symbol_uses_leave_no_use_behind);
}
