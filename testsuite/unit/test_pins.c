/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pins: which declarations cannot go before their uses. */
#include <stdlib.h>
#include <string.h>

#include "pins.h"
#include "run_tests.h"
#include "sexp_tree.h"
#include "lexer.h"

/* What the tests look at: t is used by a and by g; f is used by g alone. */
static const char text[] =
    "(tu:L (d*$t \"t\" \"0\") (d*$a \"a\" \"t\"&t) (d*$f \"f\" (s:L \"1\"*)) "
    "(d*$g \"g\" (s:L \"t\"&t* \"f\"&f*)) (d*$f \"f\" \"2\"))";

struct scene {
  rd_tree *tree;
  rd_config *config;
  rd_renderer *renderer;
  rd_pins *pins;
};

/* With these texts' nodes dropped; they are separated by bars. */
static struct scene stage(const char *notation, const char *dropped)
{
  struct scene scene = { .tree = sexp_tree(notation, 0) };
  scene.config = rd_config_new(scene.tree, &tokens_lexer);
  char *names = strdup(dropped);
  for (char *name = strtok(names, "|"); name; name = strtok(NULL, "|")) {
    rd_edit drop = { .node = sexp_find(scene.tree, name, 0), .op = RD_DROP };
    rd_config_apply(scene.config, &drop, 1);
  }
  free(names);
  scene.renderer = rd_renderer_new(scene.config);
  scene.pins = rd_pins_new(scene.config);
  return scene;
}

static void strike(struct scene *scene)
{
  rd_pins_free(scene->pins);
  rd_renderer_free(scene->renderer);
  rd_config_free(scene->config);
  rd_tree_free(scene->tree);
}

static const struct {
  const char *gone, *drop;
  bool dangles;
} rows[] = {
  { "", "t 0", true },                                 /* used by a and g */
  { "", "a t", false },                                /* nobody uses a */
  { "", "f 1", false },                                /* declared once more */
  { "f 2", "f 1", true },                              /* now it is not */
  { "f 2|g t f", "f 1", false },                       /* its use is gone */
  { "a t", "t 0", true },                              /* still used by g */
  { "a t|g t f", "t 0", false }, { "", "t f", false }, /* uses only */
};

START_TEST(test_pins__a_declaration_dangles_while_it_is_used)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct scene scene = stage(text, rows[i].gone);
    rd_edit edit = { .node = sexp_find(scene.tree, rows[i].drop, 0),
                     .op = RD_DROP };
    uint32_t kinds =
        rd_pins_of(scene.pins, scene.renderer, &edit, 1, UINT32_MAX);
    ck_assert_msg((kinds != 0) == rows[i].dangles, "%s without %s",
                  rows[i].drop, rows[i].gone);
    kinds = rd_pins_of(scene.pins, scene.renderer, &edit, 1, 0);
    ck_assert_uint_eq(kinds, 0);
    strike(&scene);
  }
}
END_TEST

START_TEST(test_pins__a_lift_leaves_what_it_lifts)
{
  struct scene scene =
      stage("(tu:L (b* (d$x \"x\") (e \"x\"&x) (e \"y\")))", "");
  uint32_t block = sexp_find(scene.tree, "x x y", 1);
  rd_edit use = { .node = block, .op = RD_LIFT };
  rd_edit none = use, declaration = use;
  use.arg = sexp_find(scene.tree, "x", 2);
  none.arg = sexp_find(scene.tree, "y", 0);
  declaration.arg = sexp_find(scene.tree, "x", 0);
  ck_assert(rd_pins_of(scene.pins, scene.renderer, &use, 1, UINT32_MAX));
  ck_assert(!rd_pins_of(scene.pins, scene.renderer, &none, 1, UINT32_MAX));
  ck_assert(
      !rd_pins_of(scene.pins, scene.renderer, &declaration, 1, UINT32_MAX));
  strike(&scene);
}
END_TEST

START_TEST(test_pins__a_text_with_the_name_declares_it)
{
  static const struct {
    const char *text;
    bool dangles;
  } texts[] = { { "int f;", false },
                { "f", false },
                { "int f1;", true },
                { "_f f_", true },
                { "", true } };
  struct scene scene = stage(text, "f 2");
  uint32_t node = sexp_find(scene.tree, "f 1", 0);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rd_edit edit = { .node = node,
                     .op = RD_TEXT,
                     .arg = rd_config_text(scene.config, texts[i].text) };
    uint32_t kinds =
        rd_pins_of(scene.pins, scene.renderer, &edit, 1, UINT32_MAX);
    ck_assert_msg((kinds != 0) == texts[i].dangles, "%s", texts[i].text);
  }
  strike(&scene);
}
END_TEST

/* The units that are left of all top-level items, as their first letters. */
static void settle(char *out, struct scene *scene, const char *without)
{
  rd_deltas deltas = { 0 };
  uint32_t units[8];
  size_t count = 0;
  for (uint32_t at = rd_view_first(scene->config, 0); at != RD_NONE;
       at = rd_view_next(scene->config, at)) {
    const char *source = rd_tree_text(scene->tree, NULL);
    if (strchr(without, source[rd_tree_at(scene->tree, at)->begin]))
      continue;
    units[count++] = (uint32_t)deltas.list.size;
    rd_deltas_add(&deltas, (rd_edit){ .node = at, .op = RD_DROP }, 1);
  }
  rd_pins_settle(units, &count, scene->pins, scene->renderer, &deltas,
                 UINT32_MAX);
  for (size_t i = 0; i < count; i++) {
    uint32_t node = deltas.list.data[units[i]].unit;
    *out++ =
        rd_tree_text(scene->tree, NULL)[rd_tree_at(scene->tree, node)->begin];
  }
  *out = '\0';
  rd_deltas_dispose(&deltas);
}

static const struct {
  const char *without, *left;
} groups[] = {
  { "", "tafgf" }, /* all together: nothing is left to use anything */
  { "g", "af" },   /* g keeps t and one declaration of f, the last one */
  { "a", "fgf" },  /* a keeps t */
  { "ag", "f" },
};

START_TEST(test_pins__a_group_keeps_what_others_use)
{
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    struct scene scene = stage(text, "");
    char left[8];
    settle(left, &scene, groups[i].without);
    ck_assert_str_eq(left, groups[i].left);
    strike(&scene);
  }
}
END_TEST

static void add_move(rd_deltas *out, struct scene *scene, const char *from,
                     const char *put)
{
  uint32_t from_node = sexp_find(scene->tree, from, 0);
  rd_edit to = { .node = sexp_find(scene->tree, "g", 0),
                 .op = RD_TEXT,
                 .arg = rd_config_text(scene->config, put) };
  rd_deltas_open(out, from_node);
  rd_deltas_edit(out, (rd_edit){ .node = from_node, .op = RD_DROP }, 1);
  rd_deltas_edit(out, to, 0);
}

START_TEST(test_pins__texts_for_one_node_all_count)
{
  struct scene scene = stage(text, "a t|f 2");
  rd_deltas deltas = { 0 };
  uint32_t units[] = { 0, 1 };
  size_t count = 2;
  add_move(&deltas, &scene, "t 0", "t g");
  add_move(&deltas, &scene, "f 1", "f g");
  rd_pins_settle(units, &count, scene.pins, scene.renderer, &deltas,
                 UINT32_MAX);
  ck_assert_uint_eq(count, 2);
  rd_deltas_dispose(&deltas);
  strike(&scene);
}
END_TEST

int main(void)
{
  return RUN_TESTS("pins", test_pins__a_declaration_dangles_while_it_is_used,
                   test_pins__a_lift_leaves_what_it_lifts,
                   test_pins__a_text_with_the_name_declares_it,
                   test_pins__a_group_keeps_what_others_use,
                   test_pins__texts_for_one_node_all_count);
}
