/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading trees, checking them, and taking them from other processes. */
#include <stdlib.h>
#include <string.h>

#include "render.h"
#include "reduce/symbols.h"
#include "run_tests.h"
#include "sexp_tree.h"
#include "tree.h"
#include "lexer.h"

static const char call[] =
    "(call$f \"f\"&g ~ \"(\":P ~ (args:L=\"\"+\"0\"+\"1\" \"a\"*@2%3 ~ "
    "\",\":S (sum*^2 \"b\" \"+\" \"c\")) ~ \")\":P \"/* c */\":C ~ \";\" |)";

START_TEST(test_tree__reads_what_was_built)
{
  rd_tree *tree = sexp_tree(call, 0);
  const rd_node *root = rd_tree_at(tree, 0);
  ck_assert_str_eq(rd_tree_text(tree, NULL), "f(a, b + c) /* c */;\n");
  ck_assert_uint_eq(root->size, 13);
  ck_assert_uint_eq(root->leaves, 10);
  ck_assert_uint_eq(root->tokens, 9);
  uint32_t sum = sexp_find(tree, "b + c", 0);
  ck_assert_uint_eq(rd_tree_at(tree, sum)->token, 4);
  ck_assert_uint_eq(rd_tree_leaf(tree, 4), sum + 1);
  ck_assert_uint_eq(rd_tree_at(tree, sum)->parent,
                    sexp_find(tree, "a, b + c", 0));
  ck_assert_str_eq(rd_tree_kind_name(tree, rd_tree_at(tree, sum)->kind), "sum");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_tree__goes_from_child_to_child)
{
  rd_tree *tree = sexp_tree("(a \"1\" (b \"2\" (c \"3\")) \"4\")", 0);
  uint32_t child = rd_tree_first(tree, 0);
  ck_assert_uint_eq(child, 1);
  child = rd_tree_next(tree, child);
  ck_assert_uint_eq(child, 2);
  ck_assert_uint_eq(rd_tree_next(tree, child), 6);
  ck_assert_uint_eq(rd_tree_next(tree, 6), RD_NONE);
  ck_assert_uint_eq(rd_tree_next(tree, 4), RD_NONE);
  ck_assert_uint_eq(rd_tree_next(tree, 0), RD_NONE);
  ck_assert_uint_eq(rd_tree_first(tree, 1), RD_NONE);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_tree__shows_itself_as_sexp)
{
  rd_tree *tree = sexp_tree(
      "(l:L=\"\" \"a\"* \",\":S (s?=\"x\\\"\" \"\\n\"=\"\" \"\\\\\"))", 0);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(
      sexp, "(l=\"\" \"a\"* \",\" (s?=\"x\\\"\" \"\\n\"=\"\" \"\\\\\"))");
  free(sexp);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_tree__empty_text_is_a_tree)
{
  rd_builder *builder = rd_builder_new(" \n", 2);
  rd_tree *tree, *copy;
  size_t size;
  rd_error err;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, RD_PREPARE_ALL, &err), 0);
  ck_assert_uint_eq(rd_tree_size(tree), 1);
  ck_assert_uint_eq(rd_tree_leaf_count(tree), 0);
  ck_assert_int_eq(rd_tree_check(tree, &tokens_lexer, &err), RD_OK);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, "()");
  const void *image = rd_tree_image(tree, &size);
  ck_assert_int_eq(rd_tree_from_image(&copy, image, size, &err), RD_OK);
  rd_tree_free(copy);
  free(sexp);
  rd_tree_free(tree);
  rd_builder_free(builder);
}
END_TEST

/* A tree with one leaf [1, 2) over the text. */
static rd_tree *one_leaf(const char *text)
{
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_tree *tree = NULL;
  rd_node_spec spec = { 0 };
  rd_builder_leaf(builder, &spec, 1, 2);
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  return tree;
}

START_TEST(test_tree__check_wants_every_token_in_a_leaf)
{
  static const char *const good[] = { " a ", "\na\n", "\fa\\\n", "\ta\\  \r\n",
                                      " a ?\?/\n " };
  static const char *const bad[] = { "xa ", " ab",      " a\\ b",
                                     "\\a", " a ?\?/x", " a\\" };
  rd_error err;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    rd_tree *tree = one_leaf(good[i]);
    ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%zu: %s", i,
                  err.message);
    rd_tree_free(tree);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    rd_tree *tree = one_leaf(bad[i]);
    ck_assert_msg(rd_tree_check(tree, &tokens_lexer, &err) == RD_ERR_INVALID,
                  "%zu", i);
    ck_assert_ptr_nonnull(strstr(err.message, "node 0"));
    rd_tree_free(tree);
  }
}
END_TEST

/* Checks a tree one of whose node fields was changed. */
static void expect_fault(size_t offset, uint32_t node, uint32_t value)
{
  rd_tree *tree = sexp_tree(call, 0);
  rd_error err = { 0 };
  char *bytes = rd_tree_section(tree, RD_SECTION_NODES);
  memcpy(bytes + node * sizeof(rd_node) + offset, &value, sizeof value);
  ck_assert_msg(rd_tree_check(tree, &tokens_lexer, &err) == RD_ERR_INVALID,
                "node %u, offset %zu", node, offset);
  rd_tree_free(tree);
}

START_TEST(test_tree__check_sees_wrong_nodes)
{
  expect_fault(offsetof(rd_node, begin), 1, 1);
  expect_fault(offsetof(rd_node, end), 2, 3);
  expect_fault(offsetof(rd_node, end), 0, 5);
  expect_fault(offsetof(rd_node, parent), 4, 1);
  expect_fault(offsetof(rd_node, parent), 0, 0);
  expect_fault(offsetof(rd_node, size), 0, 11);
  expect_fault(offsetof(rd_node, size), 3, 9);
  expect_fault(offsetof(rd_node, size), 1, 0);
  expect_fault(offsetof(rd_node, token), 3, 0);
  expect_fault(offsetof(rd_node, leaves), 3, 4);
  expect_fault(offsetof(rd_node, tokens), 0, 10);
  expect_fault(offsetof(rd_node, phrase), 3, 100000);
  expect_fault(offsetof(rd_node, fillers), 3, 3);
  expect_fault(offsetof(rd_node, sorts), 3, 100000);
  expect_fault(offsetof(rd_node, accepts), 0, 100000);
}
END_TEST

START_TEST(test_tree__image_is_a_copy)
{
  rd_tree *tree = sexp_tree(call, RD_PREPARE_ALL), *copy = NULL;
  size_t size;
  const void *image = rd_tree_image(tree, &size);
  char *shifted = malloc(size + 1); /* at an odd address */
  memcpy(shifted + 1, image, size);
  ck_assert_int_eq(rd_tree_from_image(&copy, shifted + 1, size, NULL), RD_OK);
  free(shifted);
  char *before = rd_tree_to_sexp(tree), *after = rd_tree_to_sexp(copy);
  ck_assert_str_eq(before, after);
  ck_assert_uint_eq(rd_tree_symbol_count(copy), 2);
  free(before);
  free(after);
  rd_tree_free(tree);
  rd_tree_free(copy);
}
END_TEST

/* Reads all that a tree has. */
static uint64_t read_all(const rd_tree *tree)
{
  uint64_t sum = 0;
  char *sexp = rd_tree_to_sexp(tree);
  sum += strlen(sexp);
  free(sexp);
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    for (uint32_t j = 0; j < rd_tree_at(tree, i)->filler_count; j++)
      sum += strlen(rd_tree_filler(tree, i, j));
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(tree, i);
    sum += strlen(rd_tree_string(tree, symbol->name));
    for (uint32_t j = 0; j < symbol->decl_count; j++)
      sum += rd_tree_at(tree, rd_tree_decls(tree, i)[j])->size;
    for (uint32_t j = 0; j < symbol->use_count; j++)
      sum += rd_tree_at(tree, rd_tree_uses(tree, i)[j].node)->size;
    for (uint32_t j = 0; j < symbol->need_count; j++)
      sum += rd_tree_symbol(tree, rd_tree_needs(tree, i)[j])->flags;
  }
  for (uint16_t i = 0; i < 8; i++)
    sum += rd_tree_converts(tree, i, 3);
  return sum;
}

/* Takes a block that may be anything; what is accepted must be readable. */
static bool try_image(const char *bytes, size_t size)
{
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  rd_status status = rd_tree_from_image(&tree, bytes, size, &err);
  if (status) {
    ck_assert_int_eq(status, RD_ERR_INVALID);
    ck_assert_ptr_null(tree);
    return false;
  }
  ck_assert_uint_gt(read_all(tree), 0);
  (void)rd_tree_check(tree, &tokens_lexer, &err);
  rd_tree_free(tree);
  return true;
}

/* A tree with something in every section. */
static rd_tree *full_tree(void)
{
  static const char text[] = "f(a, b);";
  rd_builder *builder = rd_builder_new(text, strlen(text));
  const char *fillers[] = { "0", "1", NULL };
  rd_node_spec root = { .kind = rd_builder_kind(builder, "call") };
  rd_node_spec leaf = { .fillers = fillers, .phrase = "x" };
  rd_builder_converts(builder, 3, 2);
  uint32_t f = rd_builder_symbol(builder, RD_SYMBOL_FUNCTION, "f", 0);
  uint32_t g = rd_builder_symbol(builder, RD_SYMBOL_TAG, "g", 0);
  uint32_t node = rd_builder_open(builder, &root);
  rd_builder_declares(builder, f, node);
  for (uint32_t i = 0; i < 8; i++)
    if (text[i] != ' ')
      rd_builder_uses(builder, g, rd_builder_leaf(builder, &leaf, i, i + 1),
                      RD_USE_STRING);
  rd_builder_close(builder);
  rd_tree *tree = NULL;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  rd_builder_free(builder);
  return tree;
}

START_TEST(test_tree__image_with_wrong_bytes_is_harmless)
{
  static const unsigned char flips[] = { 0x01, 0x80, 0xff };
  rd_tree *tree = full_tree();
  size_t size, accepted = 0;
  const char *image = rd_tree_image(tree, &size);
  char *bytes = malloc(size);
  for (size_t i = 0; i < size; i++)
    for (size_t flip = 0; flip < sizeof flips; flip++) {
      memcpy(bytes, image, size);
      bytes[i] = (char)(bytes[i] ^ flips[flip]);
      accepted += try_image(bytes, size);
    }
  ck_assert_uint_gt(accepted, 0); /* a byte of the text, say */
  ck_assert_uint_lt(accepted, size);
  free(bytes);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_tree__image_that_is_cut_is_refused)
{
  rd_tree *tree = full_tree();
  size_t size;
  const char *image = rd_tree_image(tree, &size);
  for (size_t i = 0; i < size; i++) {
    char *bytes = malloc(i + 1); /* so that a byte too far is seen */
    memcpy(bytes, image, i);
    ck_assert(!try_image(bytes, i));
    free(bytes);
  }
  ck_assert(try_image(image, size));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_tree__image_with_wrong_counts_is_harmless)
{
  static const uint64_t values[] = { 0,          1,           7,
                                     0xffffffff, 0x100000000, UINT64_MAX };
  rd_tree *tree = full_tree();
  size_t size;
  const char *image = rd_tree_image(tree, &size);
  rd_tree *bytes = malloc(size);
  for (int i = 0; i < RD_SECTION_COUNT; i++)
    for (size_t value = 0; value < sizeof values / sizeof *values; value++) {
      memcpy(bytes, image, size);
      bytes->sections[i].count = values[value];
      (void)try_image((char *)bytes, size);
      memcpy(bytes, image, size);
      bytes->sections[i].offset = values[value] & ~UINT64_C(15);
      ck_assert(!try_image((char *)bytes, size));
    }
  free(bytes);
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "tree", test_tree__reads_what_was_built,
      test_tree__goes_from_child_to_child, test_tree__shows_itself_as_sexp,
      test_tree__empty_text_is_a_tree,
      test_tree__check_wants_every_token_in_a_leaf,
      test_tree__check_sees_wrong_nodes, test_tree__image_is_a_copy,
      test_tree__image_with_wrong_bytes_is_harmless,
      test_tree__image_that_is_cut_is_refused,
      test_tree__image_with_wrong_counts_is_harmless);
}
