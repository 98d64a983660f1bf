/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The front end for every language that has a tree-sitter grammar.
 *
 * It reads the languages whose grammars are installed. tree-sitter parses the
 * text (core.c); grammar.json says what a node's children are (rules.c,
 * derive.c), which makes places, lists and separators of them (plan.c), and
 * what may stand at a place (phrases.c); emit.c puts it together.
 */
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "faults.h"
#include "ir_types.h"
#include "names.h"
#include "folders.h"
#include "grammar.h"
#include "offers.h"

typedef struct state {
  languages all;
  syntax *lang; /* of the text */
} state;

static void close_state(void *opened)
{
  state *st = opened;
  if (!st)
    return;
  languages_dispose(&st->all);
  free(st);
}

static const char *language_of(const rd_frontend_options *options)
{
  const grammar *of = options->language    ? grammar_named(options->language)
                      : options->file_name ? grammar_of_file(options->file_name)
                                           : NULL;
  return of ? of->name : options->language;
}

static rd_status open_state(void **state_out,
                            const rd_frontend_options *options, rd_error *err)
{
  const char *wanted = language_of(options);
  if (options->version != RD_FRONTEND_ABI || !wanted)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   wanted ? "front end options of another version"
                          : "no grammar reads this file: name its language");
  state *st = mem_alloc(1, sizeof *st);
  rd_status status = languages_init(&st->all, err);
  if (!status)
    status = languages_load(&st->lang, &st->all, wanted, err);
  if (status)
    close_state(st);
  else
    *state_out = st;
  return status;
}

static rd_status parse_text(void *opened, rd_builder *builder, rd_error *err)
{
  state *st = opened;
  size_t size;
  const char *text = rd_builder_text(builder, &size);
  cst tree;
  rd_status status = cst_parse(&tree, &st->all.calls, st->lang->parser.handle,
                               text, size, NULL, 0, err);
  if (!status)
    emit_tree(builder, &st->all, st->lang, tree);
  else
    cst_free(&tree, &st->all.calls);
  return status;
}

static rd_status check_text(rd_diagnostics *out, void *opened, const char *text,
                            size_t size, uint32_t relax, rd_error *err)
{
  (void)relax;
  state *st = opened;
  cst tree;
  rd_status status = cst_parse(&tree, &st->all.calls, st->lang->parser.handle,
                               text, size, NULL, 0, err);
  *out = (rd_diagnostics){ 0 };
  if (!status) {
    faults_find(out, st->lang, &tree);
    ir_faults(out, st->lang, &tree, text, size);
    names_check(out, st->lang, &tree, text, size);
  }
  cst_free(&tree, &st->all.calls);
  return status;
}

static bool is_installed(const char *wanted)
{
  char *file = grammar_find(wanted, NULL);
  free(file);
  return file != NULL;
}

/* The grammars that are installed, found once in each process. */
static const rd_language *installed(void)
{
  static ARRAY(rd_language) found;
  static strings others;
  const grammar *row;
  const grammar_alias *other;
  if (found.size)
    return found.data;
  for (size_t i = 0; (row = grammar_at(i)); i++)
    if (is_installed(row->name))
      ARRAY_PUSH(&found, (rd_language){ row->name, row->suffixes });
  for (size_t i = 0; (other = grammar_alias_at(i)); i++)
    if (is_installed(other->name))
      ARRAY_PUSH(&found, (rd_language){ other->said, NULL });
  grammar_others(&others);
  for (size_t i = 0; i < others.size; i++)
    ARRAY_PUSH(&found, (rd_language){ others.data[i], NULL });
  ARRAY_PUSH(&found, (rd_language){ 0 });
  return found.data;
}

const rd_frontend *grammar_frontend(void)
{
  static rd_frontend frontend = {
    .abi = RD_FRONTEND_ABI,
    .name = "grammar",
    .description = "every language with a tree-sitter grammar",
    .checker = "tree-sitter",
    .rules = grammar_rules,
    .open = open_state,
    .parse = parse_text,
    .check = check_text,
    .close = close_state,
  };
  frontend.languages = installed();
  return &frontend;
}
