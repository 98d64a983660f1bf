/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trees that come from another process: whatever bytes of an image change, it
 * is rejected or is a tree that can be read from end to end. The input is a
 * text, a NUL, and triples: two bytes for a place in its image, and the new
 * byte there.
 */
#include <string.h>

#include "edit.h"
#include "fuzz.h"
#include "lexer.h"
#include "reduce/frontend.h"
#include "render.h"

/* Of plugin/tokens. */
const rd_frontend *rd_frontend_entry(void);

static rd_tree *parse(const char *text, size_t size)
{
  rd_builder *builder = rd_builder_new(text, size);
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  rd_builder_lexer(builder, &tokens_lexer);
  LAW(!rd_frontend_entry()->parse(NULL, builder, &err));
  LAW(!rd_builder_finish(&tree, builder, RD_PREPARE_ALL, &err));
  rd_builder_free(builder);
  return tree;
}

static void read_all(const rd_tree *tree)
{
  rd_config *config = rd_config_new(tree, NULL);
  rd_renderer *renderer = rd_renderer_new(config);
  free(rd_tree_to_sexp(tree));
  rd_renderer_free(renderer);
  rd_config_free(config);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  const uint8_t *end = size ? memchr(bytes, '\0', size) : NULL;
  size_t text_size = end ? (size_t)(end - bytes) : size, image_size;
  rd_error err = { 0 };
  char *text = fuzz_text(bytes, text_size);
  rd_tree *tree = parse(text, text_size), *copy = NULL;
  const void *frozen = rd_tree_image(tree, &image_size);
  char *image = fuzz_text(frozen, image_size);
  for (size_t at = text_size + 1; at + 2 < size; at += 3)
    image[(bytes[at] + 256u * bytes[at + 1]) % image_size] =
        (char)bytes[at + 2];
  if (!rd_tree_from_image(&copy, image, image_size, &err))
    read_all(copy);
  else
    LAW(memcmp(image, frozen, image_size) != 0);
  rd_tree_free(copy);
  rd_tree_free(tree);
  free(image);
  free(text);
  return 0;
}
