/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each pass enumerates. Deltas are shown as the texts they lead to. */
#include "mini.h"

#include "pass.h"
#include "sexp_tree.h"

/* A tree with a configuration, what a pass said, and its texts. */
struct scene {
  rd_tree *tree;
  rd_config *config;
  rd_deltas deltas;
  rd_buffer texts; /* separated by bars */
};

static void show_deltas(struct scene *scene)
{
  rd_renderer *renderer = rd_renderer_new(scene->config);
  for (size_t i = 0; i < scene->deltas.list.size; i++) {
    const rd_delta *delta = &scene->deltas.list.data[i];
    rd_measure measure;
    if (i > 0)
      rd_buffer_puts(&scene->texts, "|");
    rd_renderer_candidate(&scene->texts, &measure, renderer,
                          scene->deltas.edits.data + delta->begin,
                          delta->count);
  }
  rd_renderer_free(renderer);
}

/* Enumerates over the whole tree if place is RD_NONE, else at one place. */
static const char *look(struct scene *scene, rd_enumerate *pass, uint32_t place)
{
  rd_sight sight = { .config = scene->config };
  uint32_t *all = rd_places_below(&sight.count, scene->config, 0);
  sight.places = place == RD_NONE ? all : &place;
  sight.count = place == RD_NONE ? sight.count : 1;
  rd_deltas_clear(&scene->deltas);
  rd_buffer_clear(&scene->texts);
  rd_buffer_add(&scene->texts, "", 0);
  pass(&scene->deltas, &sight);
  show_deltas(scene);
  free(all);
  return scene->texts.data;
}

static struct scene stage(rd_tree *tree)
{
  return (struct scene){ .tree = tree, .config = rd_config_new(tree) };
}

static struct scene stage_text(const char *text)
{
  rd_tree *tree;
  ck_assert_int_eq(
      mini_parse(&tree, NULL, NULL, text, strlen(text), RD_PREPARE_ALL, NULL),
      RD_OK);
  return stage(tree);
}

static void strike(struct scene *scene)
{
  rd_buffer_free(&scene->texts);
  rd_deltas_dispose(&scene->deltas);
  rd_config_free(scene->config);
  rd_tree_free(scene->tree);
}

/* The n-th node of a kind, from 0. */
static uint32_t node_of(const struct scene *scene, const char *kind, int number)
{
  uint32_t wanted = rd_tree_find_kind(scene->tree, kind);
  for (uint32_t i = 0; i < rd_tree_size(scene->tree); i++)
    if (rd_tree_at(scene->tree, i)->kind == wanted && number-- == 0)
      return i;
  ck_abort_msg("no such node");
  return RD_NONE;
}

START_TEST(test_passes__prune_drops_or_puts_the_phrase)
{
  struct scene scene = stage_text("a[b](cd)");
  ck_assert_str_eq(look(&scene, rd_pass_prune, RD_NONE),
                   "[b](cd)|a(cd)|a[z](cd)|a[b]|a[b](d)|a[b](c)");
  strike(&scene);
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
  struct scene scene = stage_text("a[b]");
  ck_assert_str_eq(look(&scene, rd_pass_prune_empty, RD_NONE), "[b]|a");
  strike(&scene);
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

/* A chain of nodes of one sort, each with a leaf and the next. */
static struct scene stage_deep(uint32_t depth)
{
  rd_buffer text = { 0 };
  for (uint32_t i = 0; i < depth; i++)
    rd_buffer_puts(&text, "x ");
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec leaf = { 0 }, spec = { .sorts = 1 };
  for (uint32_t i = 0; i < depth; i++) {
    (void)rd_builder_open(builder, &spec);
    (void)rd_builder_leaf(builder, &leaf, 2 * i, 2 * i + 1);
  }
  for (uint32_t i = 0; i < depth; i++)
    rd_builder_close(builder);
  rd_tree *tree;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  rd_buffer_free(&text);
  return stage(tree);
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

/* The best sixteen are left to hoist-typed. */
START_TEST(test_passes__hoist_rest_takes_what_hoist_typed_leaves)
{
  struct scene scene = stage_text("(abcdefghijklmnopqr)s");
  uint32_t outer = node_of(&scene, "group", 0);
  ck_assert_str_eq(look(&scene, rd_pass_hoist_rest, outer), "ps|qs|rs");
  strike(&scene);
}
END_TEST

static const char *look_ahead(struct scene *scene, rd_enumerate *pass,
                              bool has_foresight)
{
  (void)look(scene, rd_pass_prune, RD_NONE);
  rd_sight sight = { .config = scene->config, .has_foresight = has_foresight };
  uint32_t *all = rd_places_below(&sight.count, scene->config, 0);
  sight.places = all;
  rd_deltas_clear(&scene->deltas);
  rd_buffer_clear(&scene->texts);
  pass(&scene->deltas, &sight);
  show_deltas(scene);
  free(all);
  return scene->texts.data;
}

START_TEST(test_passes__windows_take_tokens_pairs_and_runs)
{
  struct scene scene = stage_text("a[b]");
  ck_assert_str_eq(look_ahead(&scene, rd_pass_windows, true),
                   "[b]|a b]|a[]|a[b|a b|b]|a]|a[|]|a|");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__windows_without_foresight_are_few)
{
  struct scene scene = stage_text("a[b]");
  ck_assert_str_eq(look_ahead(&scene, rd_pass_windows, false),
                   "[b]|a b]|a[]|a[b|a b|a");
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
  ck_assert_str_eq(look_ahead(&scene, rd_pass_windows, true), "cd|ad|ac|d|a|");
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

START_TEST(test_passes__unify_names_another_symbol_of_the_type)
{
  struct scene scene = stage(sexp_tree(two_names, RD_PREPARE_ALL));
  ck_assert_str_eq(look(&scene, rd_pass_unify, RD_NONE),
                   "int b char c b b b c|int a char c a a a c");
  strike(&scene);
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
  struct scene scene = stage_text("(abcd)(efgh)");
  ck_assert_str_eq(look(&scene, rd_pass_large_elements, RD_NONE),
                   "(efgh)|(abcd)");
  strike(&scene);
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
                           .flags = RD_COMMENT };
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
  rd_tree *tree;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  return stage(tree);
}

START_TEST(test_passes__comments_drops_comments_alone)
{
  struct scene scene = stage_fillers();
  ck_assert_str_eq(look(&scene, rd_pass_comments, RD_NONE), "body more value");
  strike(&scene);
}
END_TEST

START_TEST(test_passes__bodies_puts_the_first_filler_if_smaller)
{
  struct scene scene = stage_fillers();
  ck_assert_str_eq(look(&scene, rd_pass_bodies, RD_NONE), "/*c*/ ; value");
  strike(&scene);
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
  struct scene scene = stage_text("a[b]");
  ck_assert_str_eq(look(&scene, rd_pass_prune_typed, RD_NONE), "a[z]");
  strike(&scene);
}
END_TEST

/* ---- unused ---- */

static uint32_t open_declaration(rd_builder *builder, const uint32_t *symbols,
                                 char name)
{
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "decl"),
                        .place = RD_ELEMENT };
  uint32_t node = rd_builder_open(builder, &spec);
  rd_builder_declares(builder, symbols[name - 'A'], node);
  return node;
}

static void make_symbols(uint32_t *out, rd_builder *builder, const char *text)
{
  for (int i = 0; i < 26; i++) {
    const char *at = strchr(text, 'A' + i);
    bool root = at && at[1] == '!', passive = at && at[1] == '.';
    char name[] = { (char)('A' + i), '\0' };
    out[i] = rd_builder_symbol(
        builder, passive ? RD_SYMBOL_PARAMETER : RD_SYMBOL_FUNCTION, name,
        root ? RD_SYMBOL_DEFINED : RD_SYMBOL_STATIC);
  }
}

/* Declarations are words of capital letters, inside another if in brackets: the
 * first letter declares, the others are uses. A `!` behind the first makes it a
 * root, a `.` a parameter. */
static struct scene stage_symbols(const char *text)
{
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_node_spec plain = { .kind = rd_builder_kind(builder, "leaf") };
  uint32_t symbols[26];
  bool starts = true;
  make_symbols(symbols, builder, text);
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (uint32_t i = 0; text[i]; i++) {
    if (text[i] == ' ' || text[i] == ']')
      rd_builder_close(builder);
    if (starts)
      (void)open_declaration(builder, symbols, text[i]);
    if (text[i] != ' ') {
      uint32_t leaf = rd_builder_leaf(builder, &plain, i, i + 1);
      if (!starts && text[i] >= 'A' && text[i] <= 'Z')
        rd_builder_uses(builder, symbols[text[i] - 'A'], leaf, RD_USE_NAME);
    }
    starts = text[i] == ' ' || text[i] == '[';
  }
  rd_builder_close(builder);
  rd_builder_close(builder);
  rd_tree *tree;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  return stage(tree);
}

static const struct {
  const char *text, *deltas;
} unused[] = {
  { "M!A A B", "M!A A" },                       /* B has no use */
  { "M! A BA CB", "M! BA CB|M! A CB|M! A BA" }, /* a chain */
  { "M! AB BA", "M! BA|M! AB" },                /* a circle */
  { "M! AA", "M!" },                            /* its own use */
  { "M!C AB B CB", "M!C B CB" },                /* B is needed by C */
  { "M!AX X A[BX]", "M!AX X A[]" },             /* B alone, inside of A */
  { "M!B A[B]", "" },                           /* A holds B, which is used */
  { "M! A[BC] C", "M! C|M! A[BC]" },   /* B goes with A, and so does C */
  { "M! A[B.C] C", "M! C|M! A[B.C]" }, /* a parameter keeps nothing alive */
  { "M![P.C] C", "" },                 /* unless it stays */
  { "M! A A A", "M!" },                /* all declarations together */
};

START_TEST(test_passes__unused_finds_what_nothing_left_needs)
{
  struct scene scene = stage_symbols(unused[_i].text);
  ck_assert_str_eq(look(&scene, rd_pass_unused, RD_NONE), unused[_i].deltas);
  strike(&scene);
}
END_TEST

/* A root, which uses the first of many declarations if `starts`, and of those
 * each uses the next. */
static struct scene stage_chain(uint32_t count, bool starts)
{
  rd_buffer text = { 0 };
  for (uint32_t i = 0; i <= count; i++)
    rd_buffer_puts(&text, "xy ");
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec plain = { 0 }, decl = { .place = RD_ELEMENT };
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (uint32_t i = 0; i <= count; i++)
    (void)rd_builder_symbol(builder, RD_SYMBOL_FUNCTION, "f",
                            i == 0 ? RD_SYMBOL_DEFINED : RD_SYMBOL_STATIC);
  for (uint32_t i = 0; i <= count; i++) {
    rd_builder_declares(builder, i, rd_builder_open(builder, &decl));
    (void)rd_builder_leaf(builder, &plain, 3 * i, 3 * i + 1);
    uint32_t use = rd_builder_leaf(builder, &plain, 3 * i + 1, 3 * i + 2);
    if (i < count && (i > 0 || starts))
      rd_builder_uses(builder, i + 1, use, RD_USE_NAME);
    rd_builder_close(builder);
  }
  rd_builder_close(builder);
  rd_tree *tree;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  rd_buffer_free(&text);
  return stage(tree);
}

/* Rounds over all symbols, one for each link, would not end in time. */
START_TEST(test_passes__unused_follows_a_long_chain)
{
  enum { LINKS = 50000 };
  for (int starts = 0; starts < 2; starts++) {
    struct scene scene = stage_chain(LINKS, starts);
    rd_sight sight = { .config = scene.config };
    uint32_t *all = rd_places_below(&sight.count, scene.config, 0);
    sight.places = all;
    rd_pass_unused(&scene.deltas, &sight);
    ck_assert_uint_eq(scene.deltas.list.size, starts ? 0 : LINKS);
    free(all);
    strike(&scene);
  }
}
END_TEST

/* An enum that is used, with enumerators that are not, or one that is. */
START_TEST(test_passes__unused_leaves_one_where_a_list_cannot_be_empty)
{
  static const char *const texts[] = {
    "(tu:L (e*$e \"e\" (l:L \"a\"*$a ~ \",\":S \"b\"*$b)) (s* \"e\"&e))",
    ("(tu:L (e*$e \"e\" (l:L \"a\"*$a ~ \",\":S \"b\"*$b)) (s* \"e\"&e "
     "\"b\"&b))"),
    "(tu:L (e*$e \"e\" (l=\"\":L \"a\"*$a ~ \",\":S \"b\"*$b)) (s* \"e\"&e))",
  };
  static const char *const deltas[] = { "e a e", "e b e b", "e b e|e a e" };
  struct scene scene = stage(sexp_tree(texts[_i], 0));
  ck_assert_str_eq(look(&scene, rd_pass_unused, RD_NONE), deltas[_i]);
  strike(&scene);
}
END_TEST

/* Both names of a declaration are dead, or one; the type goes with the whole. */
START_TEST(test_passes__unused_takes_a_declaration_of_several_whole)
{
  static const char *const texts[] = {
    "(tu:L (t* \"T\" \"t\"$t) (d*:D \"t\"&t (l:L \"a\"*$a ~ \",\":S "
    "\"b\"*$b)))",
    ("(tu:L (t* \"T\" \"t\"$t) (d*:D \"t\"&t (l:L \"a\"*$a ~ \",\":S "
     "\"b\"*$b)) "
     "(s* \"b\"&b))"),
  };
  static const char *const deltas[] = { "T t", "T t t b b" };
  struct scene scene = stage(sexp_tree(texts[_i], 0));
  ck_assert_str_eq(look(&scene, rd_pass_unused, RD_NONE), deltas[_i]);
  strike(&scene);
}
END_TEST

START_TEST(test_passes__unused_of_a_tree_without_symbols_is_nothing)
{
  struct scene scene = stage_text("abc");
  ck_assert_str_eq(look(&scene, rd_pass_unused, RD_NONE), "");
  strike(&scene);
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
  struct scene scene = stage(sexp_tree(symbol_uses[_i].tree, 0));
  ck_assert_str_eq(look(&scene, rd_pass_symbol_uses, RD_NONE),
                   symbol_uses[_i].deltas);
  strike(&scene);
}
END_TEST

static void add_tests(TCase *tcase)
{
  tcase_add_loop_test(tcase, test_passes__symbol_uses_leave_no_use_behind, 0,
                      (int)(sizeof symbol_uses / sizeof *symbol_uses));
  tcase_add_test(tcase, test_passes__prune_drops_or_puts_the_phrase);
  tcase_add_test(tcase, test_passes__what_is_gone_or_hidden_is_no_unit);
  tcase_add_test(tcase, test_passes__prune_empty_leaves_required_places_alone);
  tcase_add_test(
      tcase, test_passes__hoist_takes_the_nearest_on_each_path_furthest_first);
  tcase_add_test(tcase, test_passes__hoist_goes_on_from_what_was_hoisted);
  tcase_add_test(tcase,
                 test_passes__descend_takes_all_depths_in_document_order);
  tcase_add_test(tcase,
                 test_passes__descend_looks_at_so_many_places_and_no_more);
  tcase_add_test(tcase,
                 test_passes__hoist_typed_splices_and_takes_the_middle_first);
  tcase_add_test(tcase, test_passes__hoist_rest_takes_what_hoist_typed_leaves);
  tcase_add_test(tcase, test_passes__windows_take_tokens_pairs_and_runs);
  tcase_add_test(tcase, test_passes__windows_without_foresight_are_few);
  tcase_add_test(tcase, test_passes__windows_are_of_what_is_seen);
  tcase_add_test(tcase,
                 test_passes__graft_puts_what_is_smaller_and_stands_elsewhere);
  tcase_add_test(tcase,
                 test_passes__graft_leaves_its_own_line_of_nodes_to_hoisting);
  tcase_add_test(tcase, test_passes__unify_names_another_symbol_of_the_type);
  tcase_add_test(tcase, test_passes__elements_are_those_of_the_list_itself);
  tcase_add_test(tcase, test_passes__large_elements_pass_small_lists_by);
  tcase_add_test(tcase, test_passes__comments_drops_comments_alone);
  tcase_add_test(tcase, test_passes__bodies_puts_the_first_filler_if_smaller);
  tcase_add_test(tcase,
                 test_passes__prune_typed_drops_then_phrase_then_fillers);
  tcase_add_test(tcase, test_passes__prune_typed_leaves_elements_to_their_list);
  tcase_add_loop_test(
      tcase, test_passes__unused_leaves_one_where_a_list_cannot_be_empty, 0, 3);
  tcase_add_loop_test(
      tcase, test_passes__unused_takes_a_declaration_of_several_whole, 0, 2);
  tcase_add_loop_test(tcase, test_passes__unused_finds_what_nothing_left_needs,
                      0, (int)(sizeof unused / sizeof *unused));
  tcase_add_test(tcase, test_passes__unused_follows_a_long_chain);
  tcase_add_test(tcase,
                 test_passes__unused_of_a_tree_without_symbols_is_nothing);
}

int main(void)
{
  Suite *suite = suite_create("passes");
  TCase *tcase = tcase_create("passes");
  suite_add_tcase(suite, tcase);
  add_tests(tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
