/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Several files in one text keep apart: whatever is removed from the tree, each
 * file has its border, once and in its place, and what it holds depends on the
 * edits inside of it alone. A file that is fixed keeps every byte.
 */
#include <stdlib.h>
#include <string.h>

#include "base/joined.h"
#include "edit.h"
#include "gen.h"
#include "lexer.h"
#include "reduce/server.h"
#include "render.h"
#include "run_tests.h"

enum { CANDIDATES = 150, FILES = 4, FIXED = 3 };

static const rd_server_file files[FILES] = {
  { .name = "main.c" },
  { .name = "src/lib.h", .language = "c" },
  { .name = "words.txt" },
  { .name = "fixed.c", .is_fixed = true },
};
static const char *const contents[FILES] = {
  "#include \"src/lib.h\"\n\n/* first */ int f(void)\n{ return M(1); }\n",
  "#ifndef H\n#define H\nstruct s { int a, b; };\n#define M(x) (x)\n#endif",
  "one (two { three\n\n} four) //--- main.c\n",
  "int main(void)\n{ return f(0); }\n\n",
};
static const char *const views[] = { NULL, "lines", "chars", "text", "tokens" };

/* A tree with a configuration and a renderer. */
typedef struct scene {
  strings names;
  rd_tree *tree;
  rd_config *config;
  rd_renderer *renderer;
} scene;

static void open_scene(scene *out, const char *view)
{
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .files = files,
                                .file_count = FILES,
                                .options = { .file_name = "main.c",
                                             .directory = "/tmp" } };
  rd_server *server = NULL;
  textbuf text = { 0 };
  rd_error err = { 0 };
  *out = (scene){ .names = { 0 } };
  for (size_t i = 0; i < FILES; i++) {
    strings_add(&out->names, files[i].name);
    joined_add(&text, files[i].name, contents[i], strlen(contents[i]));
  }
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  ck_assert_msg(!rd_server_parse(&out->tree, server, view, text.data, text.size,
                                 RD_PREPARE_ALL, &err),
                "%s", err.message);
  ck_assert_ptr_null(rd_server_notice(server));
  ck_assert_msg(!rd_tree_check(out->tree, &tokens_lexer, &err), "%s",
                err.message);
  out->config = rd_config_new(out->tree, &tokens_lexer);
  out->renderer = rd_renderer_new(out->config);
  rd_server_free(server);
  text_free(&text);
}

static void close_scene(scene *self)
{
  rd_renderer_free(self->renderer);
  rd_config_free(self->config);
  rd_tree_free(self->tree);
  strings_free(&self->names);
}

/* The file that holds the node. */
static size_t file_of(const scene *self, uint32_t node)
{
  size_t size;
  const char *text = rd_tree_text(self->tree, &size);
  uint32_t at = rd_tree_at(self->tree, node)->begin;
  joined_part part = { 0 };
  while (joined_next(&part, &self->names, text, size) && part.end <= at)
    ;
  return part.file;
}

/* Drops some nodes other than the root and the borders. */
static size_t choose(rd_edit *out, const scene *self, gen *random)
{
  size_t count = 0;
  uint32_t rate = 1 + gen_below(random, 30);
  for (uint32_t i = 1; i < rd_tree_size(self->tree);) {
    const rd_node *at = rd_tree_at(self->tree, i);
    bool may = rd_tree_text(self->tree, NULL)[at->begin] != JOINED_MARK &&
               gen_once_in(random, rate);
    if (may)
      out[count++] = (rd_edit){ .node = i, .op = RD_DROP };
    i += may ? at->size : 1;
  }
  return count;
}

static void render(textbuf *out, const scene *self, const rd_edit *edits,
                   size_t count)
{
  text_clear(out);
  rd_renderer_candidate(out, NULL, self->renderer, edits, count);
  text_add(out, "", 0);
}

static void check_borders(const scene *self, const textbuf *text)
{
  joined_part part = { 0 };
  size_t next = 0;
  while (joined_next(&part, &self->names, text->data, text->size)) {
    ck_assert_uint_eq(part.file, next++);
    ck_assert_uint_lt(part.border, part.begin);
  }
  ck_assert_uint_eq(next, FILES);
}

/* Are all files as with only their own edits? */
static void check_files(const scene *self, const textbuf *text,
                        const rd_edit *edits, size_t count)
{
  textbuf alone = { 0 };
  for (size_t i = 0; i < FILES; i++) {
    rd_edit *own = mem_alloc(count, sizeof *own);
    size_t own_count = 0, size, own_size;
    for (size_t j = 0; j < count; j++)
      if (file_of(self, edits[j].node) == i)
        own[own_count++] = edits[j];
    render(&alone, self, own, own_count);
    const char *found =
        joined_file(&size, &self->names, i, text->data, text->size);
    const char *expected =
        joined_file(&own_size, &self->names, i, alone.data, alone.size);
    ck_assert_uint_eq(size, own_size);
    ck_assert_mem_eq(found, expected, size);
    if (!own_count || i == FIXED)
      ck_assert_mem_eq(found, contents[i], strlen(contents[i]));
    free(own);
  }
  text_free(&alone);
}

START_TEST(prop_joined__edits_stay_in_their_file)
{
  scene self;
  open_scene(&self, views[_i]);
  gen random = gen_seed((uint64_t)_i + 1);
  rd_edit *edits = mem_alloc(rd_tree_size(self.tree), sizeof *edits);
  textbuf text = { 0 };
  for (int i = 0; i < CANDIDATES; i++) {
    size_t count = choose(edits, &self, &random);
    render(&text, &self, edits, count);
    check_borders(&self, &text);
    check_files(&self, &text, edits, count);
  }
  text_free(&text);
  free(edits);
  close_scene(&self);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("joined");
  TCase *tcase = tcase_create("joined");
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, prop_joined__edits_stay_in_their_file, 0,
                      sizeof views / sizeof *views);
  return run_suite(suite);
}
