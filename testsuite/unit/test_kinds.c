/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of places that are alike. */
#include "kinds.h"

#include "pass_scene.h"
#include "run_tests.h"
#include "sexp_tree.h"

/* The groups of what `kinds` offers, heaviest first: the texts of their places,
 * with the tokens that they take. */
static char *groups_of(const char *text)
{
  struct scene scene = stage(sexp_tree(text, 0));
  const rd_tree *tree = scene.tree;
  textbuf out = { 0 };
  rd_groups groups;
  (void)look(&scene, rd_pass_kinds, RD_NONE);
  rd_groups_find(&groups, &scene.deltas, tree);
  text_add(&out, "", 0);
  for (size_t i = 0; i < groups.size; i++) {
    const rd_group *group = &groups.data[i];
    for (size_t j = 0; j < group->places.size; j++) {
      const rd_node *at = rd_tree_at(tree, group->places.data[j]);
      text_add(&out, rd_tree_text(tree, NULL) + at->begin, at->end - at->begin);
      text_puts(&out, ",");
    }
    char *tokens = mem_format("%d ", (int)group->gain);
    text_puts(&out, tokens);
    free(tokens);
  }
  rd_groups_dispose(&groups);
  strike(&scene);
  return out.data;
}

static const struct {
  const char *tree, *groups;
} rows[] = {
  /* by kind, wherever they stand */
  { "(t (f \"a\" (x? \"b\")) (f \"c\" (x? \"d\")) (f (y? \"e\")))",
    "b,d,2 e,1 " },
  /* in places of one kind only */
  { "(t (f (x? \"b\")) (g (x? \"d\")))", "b,1 d,1 " },
  /* leaves by their text */
  { "(t (f \"a\"? \"b\"?) (f \"a\"?))", "a,a,2 b,1 " },
  /* of places in each other the outer */
  { "(t (x? \"a\" (x? \"b\" (x? \"c\"))))", "a b c,3 b c,2 " },
  { "(t \"a\")", "" },
};

START_TEST(test_kinds__groups_by_kind_and_text)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *groups = groups_of(rows[i].tree);
    ck_assert_str_eq(groups, rows[i].groups);
    free(groups);
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("kinds", test_kinds__groups_by_kind_and_text);
}
