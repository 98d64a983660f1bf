/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Slices over files: prop_slice [OPTION...] FILE...
 * Options, such as -I FOLDER in one word, go to the front end.
 *
 * Whatever the site is, a slice of a program is a program: it holds what the
 * site needs, and nothing in it names what is gone. Each function of each file
 * is taken as a site, and so is the middle line of the file; no slice may have
 * more errors, as the front end counts them, than the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files.h"
#include "reduce/server.h"
#include "pass.h"
#include "lexer.h"

enum { MOST_SITES = 12 }; /* of a file */

struct totals {
  unsigned files, slices, failures;
};

static void check_slice(struct totals *totals, rd_server *server,
                        const char *path, const rd_site *site,
                        const textbuf *slice, uint32_t most)
{
  rd_diagnostics diagnostics = { 0 };
  rd_error err;
  totals->slices++;
  if (!rd_server_check(&diagnostics, server, slice->data, slice->size, 0,
                       &err) &&
      diagnostics.errors <= most)
    return;
  totals->failures++;
  printf("%s: a slice at %s:%u has %u errors\n", path,
         site->name ? site->name : "", site->line, diagnostics.errors);
}

static void check_site(struct totals *totals, rd_server *server,
                       const char *path, rd_config *config, const rd_site *site,
                       uint32_t most)
{
  static const uint32_t root = 0;
  rd_options options = RD_OPTIONS_INIT;
  rd_deltas deltas = { 0 };
  rd_renderer *renderer = rd_renderer_new(config);
  rd_sight sight = {
    .config = config, .places = &root, .count = 1, .options = &options
  };
  options.sites = site;
  options.site_count = 1;
  rd_pass_slice(&deltas, &sight);
  for (size_t i = 0; i < deltas.list.size; i++) {
    const rd_delta *delta = &deltas.list.data[i];
    textbuf slice = { 0 };
    rd_renderer_candidate(&slice, NULL, renderer,
                          deltas.edits.data + delta->begin, delta->count);
    text_add(&slice, "", 0);
    check_slice(totals, server, path, site, &slice, most);
    text_free(&slice);
  }
  rd_deltas_dispose(&deltas);
  rd_renderer_free(renderer);
}

/* The first functions, and a line. */
static void check_tree(struct totals *totals, rd_server *server,
                       const char *path, const rd_tree *tree, uint32_t most)
{
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  size_t size;
  const char *text = rd_tree_text(tree, &size);
  rd_site site = { .line = 1 };
  for (size_t i = 0; i < size / 2; i++)
    site.line += text[i] == '\n';
  check_site(totals, server, path, config, &site, most);
  unsigned found = 0;
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(tree, i);
    if (symbol->kind != RD_SYMBOL_FUNCTION || found++ >= MOST_SITES)
      continue;
    site = (rd_site){ .name = rd_tree_string(tree, symbol->name) };
    check_site(totals, server, path, config, &site, most);
  }
  rd_config_free(config);
}

static void check_file(struct totals *totals, const char *const *args,
                       const char *path, textbuf *text)
{
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .options = { .file_name = path,
                                             .args = args } };
  rd_server *server = NULL;
  rd_tree *tree = NULL;
  rd_diagnostics diagnostics;
  rd_error err = { 0 };
  totals->files++;
  if (!test_read_file(text, path) || rd_server_new(&server, &options, &err) ||
      rd_server_check(&diagnostics, server, text->data, text->size, 0, &err) ||
      rd_server_parse(&tree, server, NULL, text->data, text->size,
                      RD_FLATTEN | RD_HIDE, &err)) {
    printf("%s: cannot be read: %s\n", path, err.message);
    totals->failures++;
  } else {
    check_tree(totals, server, path, tree, diagnostics.errors);
  }
  rd_tree_free(tree);
  rd_server_free(server);
}

int main(int argc, char **argv)
{
  struct totals totals = { 0 };
  textbuf text = { 0 };
  const char **args = mem_alloc((size_t)argc + 1, sizeof *args);
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; first++)
    args[first - 1] = argv[first];
  for (int i = first; i < argc; i++)
    check_file(&totals, args, argv[i], &text);
  text_free(&text);
  free(args);
  printf("%u files, %u slices, %u failures\n", totals.files, totals.slices,
         totals.failures);
  return totals.failures || !totals.slices;
}
