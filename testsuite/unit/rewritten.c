/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the rules of the front ends offer for a text.
 *
 * Each rewrite is rendered as the core would. Layout is the renderer's and no rule's business, so texts are
 * compared without it.
 */
#include "rewritten.h"

#include <stdarg.h>
#include <stdio.h>

#include "clang_fixture.h"
#include "files.h"
#include "grammars_fixture.h"
#include "pass.h"
#include "lexer.h"

static rd_tree *parse(const char *file, const char *text)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = file };
  bool is_c = starts_with(file, "input.c");
  rd_server *server = is_c ? clang_server(&options) : grammar_server(file);
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_status status = rd_server_parse(&tree, server, NULL, text, strlen(text),
                                     RD_REWRITES, &err);
  ck_assert_msg(!status, "%s", err.message);
  ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%s", err.message);
  rd_server_free(server);
  return tree;
}

static uint32_t find_rule(const rd_tree *tree, const char *name)
{
  for (uint32_t i = 0; i < rd_tree_rule_count(tree); i++)
    if (!strcmp(rd_tree_rule_name(tree, i), name))
      return i;
  ck_abort_msg("no rule %s", name);
  return RD_NONE;
}

/* One blank between words and numbers, none elsewhere. */
static void add_squeezed(FILE *out, const char *text)
{
  textbuf line = { 0 };
  test_squeeze(&line, text, strlen(text), true);
  (void)fprintf(out, "%s\n", line.data);
  text_free(&line);
}

static void add_rendered(FILE *out, rd_renderer *renderer,
                         const rd_deltas *deltas, const rd_delta *delta)
{
  textbuf text = { 0 };
  rd_measure measure;
  rd_renderer_candidate(&text, &measure, renderer,
                        deltas->edits.data + delta->begin, delta->count);
  text_add(&text, "", 1);
  add_squeezed(out, text.data);
  text_free(&text);
}

static char *offered(const char *file, const char *text, const char *rule)
{
  char *result = NULL;
  size_t size;
  rd_tree *tree = parse(file, text);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  rd_deltas deltas = { 0 };
  rd_sight sight = { .config = config, .rule = find_rule(tree, rule) };
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  rd_pass_rewrites(&deltas, &sight);
  FILE *out = open_memstream(&result, &size);
  for (size_t i = 0; i < deltas.list.size; i++)
    add_rendered(out, renderer, &deltas, &deltas.list.data[i]);
  (void)fclose(out);
  free(places);
  rd_deltas_dispose(&deltas);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
  return result;
}

char *rewritten(const char *text, const char *rule)
{
  return offered("input.c", text, rule);
}

/* Compares what is offered with the texts that `args` lists. */
static void expect(const char *file, const char *text, const char *rule,
                   va_list args)
{
  char *expected = NULL, *found = offered(file, text, rule);
  size_t size;
  const char *next;
  FILE *out = open_memstream(&expected, &size);
  while ((next = va_arg(args, const char *)))
    add_squeezed(out, next);
  (void)fclose(out);
  ck_assert_msg(!strcmp(found, expected), "%s offers\n%snot\n%s", rule, found,
                expected);
  free(found);
  free(expected);
}

void expect_rewrites(const char *text, const char *rule, ...)
{
  va_list args;
  va_start(args, rule);
  expect("input.c", text, rule, args);
  va_end(args);
}

void expect_cxx(const char *text, const char *rule, ...)
{
  va_list args;
  va_start(args, rule);
  expect("input.cc", text, rule, args);
  va_end(args);
}

void expect_ir(const char *text, const char *rule, ...)
{
  va_list args;
  va_start(args, rule);
  expect("input.ll", text, rule, args);
  va_end(args);
}

void expect_in(const char *file, const char *text, const char *rule, ...)
{
  va_list args;
  va_start(args, rule);
  expect(file, text, rule, args);
  va_end(args);
}

void expect_go(const char *text, const char *rule, ...)
{
  va_list args;
  va_start(args, rule);
  expect("input.go", text, rule, args);
  va_end(args);
}
