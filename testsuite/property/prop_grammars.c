/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * T1 to T4 over files of languages that have a grammar:
 * prop_grammars [-SEED] FILE...
 *
 * Each file is parsed by the front end `grammar` in the parse server; a file in
 * a language without a grammar is passed over. T1 to T3 are judged by
 * rd_tree_check. T4: each byte but white space is in a leaf, and each leaf is
 * punctuation or in a node, not the root, that can be left out or replaced.
 * With a seed the files are damaged first. One row a language is printed: the
 * CPU time of our trees, that of tree-sitter's own (`check` makes no other),
 * the inner nodes that no rule derives, and ERROR nodes.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files.h"
#include "gen.h"
#include "grammar/folders.h"
#include "lexer.h"
#include "reduce/server.h"

typedef struct totals {
  unsigned files, failures, fallbacks;
  uint64_t bytes, nodes, underived, errors;
} totals;

/* ---- damage ---- */

static void damage(textbuf *text, gen *random)
{
  enum { CUT, REPEAT, TRUNCATE, JUNK, WAYS, LONGEST = 50 };
  uint32_t size = (uint32_t)text->size;
  uint32_t at = gen_below(random, size + 1);
  uint32_t span = gen_below(random, LONGEST);
  span = span < size - at ? span : size - at;
  char junk[] = { 0, (char)gen_below(random, 256),
                  (char)gen_below(random, 256) };
  char *part = mem_copy_bytes(text->data + at, span);
  switch (gen_below(random, WAYS)) {
  case CUT:
    test_splice(text, at, span, "", 0);
    break;
  case REPEAT:
    test_splice(text, gen_below(random, size + 1), 0, part, span);
    break;
  case TRUNCATE:
    test_splice(text, at, gen_once_in(random, 10) ? size - at : 0, "", 0);
    break;
  default:
    test_splice(text, at, 0, junk, sizeof junk);
  }
  free(part);
}

static void mutate(textbuf *text, gen *random)
{
  for (uint32_t i = 1 + gen_below(random, 20); i > 0; i--)
    damage(text, random);
}

/* ---- laws ---- */

static bool is_gap(const textbuf *text, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++)
    if (!isspace((unsigned char)text->data[i]))
      return false;
  return true;
}

static bool has_all_bytes(const rd_tree *tree, const textbuf *text)
{
  size_t at = 0;
  for (uint32_t i = 0; i < rd_tree_leaf_count(tree); i++) {
    const rd_node *leaf = rd_tree_at(tree, rd_tree_leaf(tree, i));
    if (!is_gap(text, at, leaf->begin))
      return false;
    at = leaf->end;
  }
  return is_gap(text, at, text->size);
}

static bool is_free(const rd_node *at)
{
  return at->place != RD_REQUIRED || at->phrase != RD_NONE ||
         (at->flags & RD_PUNCT);
}

/* The first leaf that nothing can remove, or RD_NONE. A node comes before its
 * children. */
static uint32_t find_stuck(const rd_tree *tree)
{
  uint32_t free_until = 0;
  for (uint32_t i = 1; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    if (i >= free_until && is_free(at))
      free_until = i + at->size;
    else if (i >= free_until && at->size == 1)
      return i;
  }
  return RD_NONE;
}

/* What is in a text in a string is of no grammar. */
static void count(totals *sum, const rd_tree *tree, const char *path)
{
  const uint16_t text = RD_GENERIC | RD_BY_LINES;
  uint32_t end = 0; /* of the last text */
  sum->nodes += rd_tree_size(tree);
  for (uint32_t i = 0; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    bool is_error = strcmp(rd_tree_kind_name(tree, at->kind), "ERROR") == 0;
    sum->errors += is_error;
    if ((at->flags & text) == text)
      end = i + at->size;
    if (i < end || is_error || at->size == 1 || !(at->flags & RD_GENERIC))
      continue;
    sum->underived++;
    printf("%s: no rule derives %s at byte %u\n", path,
           rd_tree_kind_name(tree, at->kind), at->begin);
  }
}

/* What is wrong with the tree of the text, or NULL. */
static const char *fault(totals *sum, rd_server *server, const char *path,
                         const textbuf *text, uint32_t prepare, rd_error *err)
{
  rd_tree *tree = NULL;
  if (rd_server_parse(&tree, server, NULL, text->data, text->size, prepare,
                      err))
    return err->message;
  const char *what = rd_server_notice(server);
  sum->fallbacks += what != NULL;
  if (!prepare)
    count(sum, tree, path);
  uint32_t stuck = find_stuck(tree);
  if (rd_tree_check(tree, &tokens_lexer, err)) {
    what = err->message;
  } else if (!has_all_bytes(tree, text)) {
    what = "T2: a byte that is no white space is in no leaf";
  } else if (!prepare && stuck != RD_NONE) {
    (void)rd_fail(err, RD_ERR_INVALID, "T4: nothing removes byte %u",
                  rd_tree_at(tree, stuck)->begin);
    what = err->message;
  }
  rd_tree_free(tree);
  return what;
}

static void check_file(totals *sum, rd_server *server, const char *path,
                       uint32_t seed)
{
  rd_error err = { 0 };
  textbuf text = { 0 };
  rd_diagnostics found;
  const char *what = test_read_file(&text, path) ? NULL : "cannot be read";
  gen random = gen_seed(seed);
  if (!what && seed)
    mutate(&text, &random);
  what = what ? what : fault(sum, server, path, &text, 0, &err);
  what = what ? what : fault(sum, server, path, &text, RD_PREPARE_ALL, &err);
  if (!what && rd_server_check(&found, server, text.data, text.size, 0, &err))
    what = err.message;
  if (what)
    printf("%s: %s\n", path, what);
  sum->files++;
  sum->failures += what != NULL;
  sum->bytes += text.size;
  text_free(&text);
}

/* Two trees are made of each file. */
static void report(const char *name, const totals *sum, rd_server *server)
{
  rd_server_use use = rd_server_used(server);
  printf("%-12s %5u files %10llu bytes %9llu nodes %5llu underived %6llu ERROR "
         "%u faults %u fallbacks  %llu / %llu ms\n",
         name, sum->files, (unsigned long long)sum->bytes,
         (unsigned long long)sum->nodes, (unsigned long long)sum->underived,
         (unsigned long long)sum->errors, sum->failures, sum->fallbacks,
         (unsigned long long)use.parse_us / 2000,
         (unsigned long long)use.check_us / 1000);
}

int main(int argc, char **argv)
{
  rd_server *server = NULL;
  totals sum = { 0 };
  const grammar *last = NULL;
  bool failed = false, found = false;
  bool is_seeded = argc > 1 && argv[1][0] == '-';
  uint32_t seed = is_seeded ? (uint32_t)strtoul(argv[1] + 1, NULL, 10) : 0;
  for (int i = 1 + is_seeded; i <= argc; i++) {
    const grammar *of = i < argc ? grammar_of_file(argv[i]) : NULL;
    if (of != last || i == argc) {
      if (server)
        report(last->name, &sum, server);
      failed |= sum.failures > 0;
      rd_server_free(server);
      server = NULL;
      sum = (totals){ 0 };
      last = of;
      rd_server_options options = RD_SERVER_OPTIONS_INIT;
      options.frontend = "grammar";
      options.options.language = of ? of->name : NULL;
      if (of && rd_server_new(&server, &options, NULL))
        server = NULL;
    }
    if (server)
      check_file(&sum, server, argv[i], seed ? seed + (uint32_t)i : 0);
    found |= server != NULL;
  }
  return failed ? 1 : found ? 0 : 77;
}
