/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a pass enumerates in a tree, as the texts that its deltas lead to. */
#ifndef PASS_SCENE_H
#define PASS_SCENE_H

#include <check.h>
#include <stdlib.h>

#include "pass.h"
#include "lexer.h"

/* A tree with a configuration, what a pass said, and its texts. */
struct scene {
  rd_tree *tree;
  rd_config *config;
  rd_deltas deltas;
  textbuf texts; /* separated by bars */
};

/* Owns the tree from then on, until strike. */
static inline struct scene stage(rd_tree *tree)
{
  return (struct scene){ .tree = tree,
                         .config = rd_config_new(tree, &tokens_lexer) };
}

/* Of a builder that is complete; frees it. */
static inline struct scene stage_built(rd_builder *builder)
{
  rd_tree *tree;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  return stage(tree);
}

static inline void strike(struct scene *scene)
{
  text_free(&scene->texts);
  rd_deltas_dispose(&scene->deltas);
  rd_config_free(scene->config);
  rd_tree_free(scene->tree);
}

/* The texts of what the pass says of the sight; lent. */
static inline const char *show(struct scene *scene, rd_enumerate *pass,
                               const rd_sight *sight)
{
  rd_deltas_clear(&scene->deltas);
  text_clear(&scene->texts);
  text_add(&scene->texts, "", 0);
  pass(&scene->deltas, sight);
  rd_renderer *renderer = rd_renderer_new(scene->config);
  for (size_t i = 0; i < scene->deltas.list.size; i++) {
    const rd_delta *delta = &scene->deltas.list.data[i];
    rd_measure measure;
    if (i > 0)
      text_puts(&scene->texts, "|");
    rd_renderer_candidate(&scene->texts, &measure, renderer,
                          scene->deltas.edits.data + delta->begin,
                          delta->count);
  }
  rd_renderer_free(renderer);
  return scene->texts.data;
}

/* Enumerates over the whole tree if place is RD_NONE, else at one place. */
static inline const char *look(struct scene *scene, rd_enumerate *pass,
                               uint32_t place)
{
  rd_sight sight = { .config = scene->config };
  uint32_t *all = rd_places_below(&sight.count, scene->config, 0);
  sight.places = place == RD_NONE ? all : &place;
  sight.count = place == RD_NONE ? sight.count : 1;
  const char *texts = show(scene, pass, &sight);
  free(all);
  return texts;
}

/* What the pass says of all that is seen; strikes the scene. */
static inline void check_look(struct scene scene, rd_enumerate *pass,
                              const char *expected)
{
  ck_assert_str_eq(look(&scene, pass, RD_NONE), expected);
  strike(&scene);
}

#endif
