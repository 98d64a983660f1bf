/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * T1 to T3 over files: prop_files [OPTION...] FILE...
 * Options, such as -I FOLDER in one word, go to the front end.
 *
 * Each file is parsed by the front end that its suffix asks for, in the parse
 * server as a reduction would, and the tree is judged twice: by rd_tree_check,
 * and by what can be told without the tree's own idea of its text. T1:
 * rendering without edits gives the bytes of the file. T2: the bytes between
 * two leaves are white space or line splices, and no leaf is empty or starts
 * before the last one ended. A second parse must give the same tree (S1 rests
 * on that). A file that makes the front end give up counts as a fallback, which
 * is no failure: the balanced tokens have to keep the same laws. Rewrites are
 * asked for, so that every rule meets every text.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files.h"
#include "reduce/server.h"
#include "render.h"
#include "lexer.h"

/* All that a front end can be asked for. */
enum { WHOLE = RD_PREPARE_ALL | RD_REWRITES };

struct totals {
  unsigned files, failures, fallbacks;
  uint64_t bytes, tokens, nodes, generic;
};

static bool renders_itself(const rd_tree *tree, const textbuf *text)
{
  size_t size;
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  const char *bytes = rd_renderer_text(renderer, &size);
  bool same = size == text->size && !memcmp(bytes, text->data, size);
  rd_renderer_free(renderer);
  rd_config_free(config);
  return same;
}

/* White space, or a backslash (also as a trigraph) that splices two lines; a
 * byte order mark at the very beginning is no token either. */
static bool is_gap(const textbuf *text, size_t begin, size_t end)
{
  const char *bytes = text->data;
  if (!begin && end >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
    begin = 3;
  for (size_t i = begin; i < end; i++) {
    bool splice = bytes[i] == '\\' ||
                  (end - i >= 3 && !memcmp(bytes + i, "?\?/", 3) && (i += 2));
    if (!splice && !isspace((unsigned char)bytes[i]))
      return false;
  }
  return true;
}

static bool has_all_tokens(const rd_tree *tree, const textbuf *text)
{
  size_t at = 0;
  for (uint32_t i = 0; i < rd_tree_leaf_count(tree); i++) {
    const rd_node *leaf = rd_tree_at(tree, rd_tree_leaf(tree, i));
    if (leaf->begin < at || leaf->end <= leaf->begin ||
        !is_gap(text, at, leaf->begin))
      return false;
    at = leaf->end;
  }
  return is_gap(text, at, text->size);
}

static bool parses_the_same(const rd_tree *tree, rd_server *server,
                            const textbuf *text)
{
  rd_tree *again = NULL;
  size_t size, size_again;
  if (rd_server_parse(&again, server, NULL, text->data, text->size, WHOLE,
                      NULL))
    return false;
  const void *image = rd_tree_image(tree, &size);
  const void *image_again = rd_tree_image(again, &size_again);
  bool same = size == size_again && !memcmp(image, image_again, size);
  rd_tree_free(again);
  return same;
}

/* The tokens that stand in no syntax. */
static uint64_t generic_tokens(const rd_tree *tree)
{
  uint64_t count = 0;
  for (uint32_t i = 0; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    if (!(at->flags & RD_GENERIC))
      continue;
    count += at->tokens;
    i += at->size - 1;
  }
  return count;
}

/* What is wrong with the tree of the text, or NULL. */
static const char *fault(struct totals *totals, rd_server *server,
                         const textbuf *text, uint32_t prepare, rd_error *err)
{
  rd_tree *tree = NULL;
  if (rd_server_parse(&tree, server, NULL, text->data, text->size, prepare,
                      err))
    return err->message;
  if (rd_server_notice(server))
    totals->fallbacks++;
  totals->nodes += rd_tree_size(tree);
  totals->tokens += rd_tree_at(tree, 0)->tokens;
  totals->generic += generic_tokens(tree);
  const char *what = NULL;
  if (rd_tree_check(tree, &tokens_lexer, err))
    what = err->message;
  else if (!renders_itself(tree, text))
    what = "T1: does not render as itself";
  else if (!has_all_tokens(tree, text))
    what = "T2: a byte that is no white space is in no leaf";
  else if (prepare == WHOLE && !parses_the_same(tree, server, text))
    what = "a second parse gives another tree";
  rd_tree_free(tree);
  return what;
}

static const char *suffix(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot ? dot : "";
}

/* Makes a server for the file, unless the last one is for files like it. */
static bool serve(rd_server **server, const char *path, const char *last,
                  const char *const *args)
{
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .options = { .file_name = path,
                                             .args = args } };
  if (*server && strcmp(suffix(path), suffix(last)) == 0)
    return true;
  rd_server_free(*server);
  *server = NULL;
  return !rd_server_new(server, &options, NULL);
}

static void check_file(struct totals *totals, rd_server *server,
                       const char *path, textbuf *text)
{
  rd_error err = { 0 };
  const char *what = NULL;
  totals->files++;
  if (!test_read_file(text, path))
    what = "cannot be read";
  else if (!(what = fault(totals, server, text, 0, &err)))
    what = fault(totals, server, text, WHOLE, &err);
  totals->bytes += text->size;
  if (what) {
    printf("%s: %s\n", path, what);
    totals->failures++;
  }
}

int main(int argc, char **argv)
{
  struct totals totals = { 0 };
  rd_server *server = NULL;
  textbuf text = { 0 };
  const char **args = mem_alloc((size_t)argc + 1, sizeof *args);
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; first++)
    args[first - 1] = argv[first];
  for (int i = first; i < argc; i++) {
    if (!serve(&server, argv[i], i > first ? argv[i - 1] : "", args))
      return 2;
    check_file(&totals, server, argv[i], &text);
  }
  rd_server_free(server);
  text_free(&text);
  free(args);
  printf("%u files, %llu bytes, %llu tokens and %llu nodes in two trees each, "
         "%.3f %% generic, %u fallbacks, %u failures\n",
         totals.files, (unsigned long long)totals.bytes,
         (unsigned long long)totals.tokens, (unsigned long long)totals.nodes,
         totals.tokens ? 100.0 * (double)totals.generic / (double)totals.tokens
                       : 0.0,
         totals.fallbacks, totals.failures);
  return totals.failures || !totals.files;
}
