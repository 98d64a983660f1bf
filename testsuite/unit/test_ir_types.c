/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What may stand for what in LLVM IR. */
#include <stdio.h>
#include <string.h>

#include "grammars_fixture.h"
#include "base/text.h"
#include "reduce/server.h"

static rd_tree *tree;

/* The outermost node with this text, after `from`. */
static uint32_t find(const char *text, uint32_t from)
{
  const char *all = rd_tree_text(tree, NULL);
  size_t size = strlen(text);
  for (uint32_t i = from; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    if (at->end - at->begin == size && !memcmp(all + at->begin, text, size))
      return i;
  }
  ck_abort_msg("no node is '%s'", text);
}

static bool may_stand(const char *from, const char *to)
{
  const rd_node *place = rd_tree_at(tree, find(to, 0));
  const rd_node *node = rd_tree_at(tree, find(from, 0));
  return rd_tree_fits(tree, place->accepts, node->sorts) &&
         rd_tree_converts(tree, place->want, node->type);
}

static const char text[] = "@g = global { i32, [2 x i8] } undef\n"
                           "define i64 @f(i32 %x, i32 %y, i8* %p) {\n"
                           "  %b = add i32 %x, %y\n"
                           "  %c = icmp eq i32 7, 8\n"
                           "  %d = zext i1 %c to i32\n"
                           "  %h = call i64 @k(i64 5, i32 %b)\n"
                           "  %w = add i64 %h, trunc (i64 ptrtoint (i8* "
                           "bitcast (i16* null to i8*) to\n"
                           "    i64) to i64)\n"
                           "  ret i64 %h\n"
                           "}\n"
                           "@v = global <2 x i32> <i32 poison, i32 9>\n"
                           "declare i64 @k(i64, i32)\n";

static void parse(void)
{
  rd_server *server = grammar_server("a.ll");
  ck_assert(!rd_server_parse(&tree, server, NULL, text, strlen(text), 0, NULL));
  rd_server_free(server);
}

START_TEST(test_ir_types__values_need_their_type)
{
  parse();
  ck_assert(may_stand("8", "7"));
  ck_assert(!may_stand("5", "7"));
  ck_assert(!may_stand("i32 7", "i64 5"));
  ck_assert(!may_stand("i64 5", "i1 %c"));
  ck_assert(may_stand("i16* null", "i8* bitcast (i16* null to i8*)"));
  ck_assert(!may_stand("i16* null", "i64 5"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_ir_types__types_labels_and_ends_stay)
{
  parse();
  ck_assert(!may_stand("i8", "{ i32, [2 x i8] }"));
  ck_assert(!may_stand("i8", "i8*"));
  ck_assert(!may_stand("%d = zext i1 %c to i32", "ret i64 %h"));
  ck_assert(!may_stand("zext i1 %c to i32", "%b = add i32 %x, %y"));
  ck_assert(may_stand("zext i1 %c to i32", "%d = zext i1 %c to i32"));
  rd_tree_free(tree);
}
END_TEST

/* Fillers of the place with this text are those, one space apart. */
static void expect_fillers(const char *place, const char *fillers)
{
  uint32_t node = find(place, 0);
  textbuf out = { 0 };
  for (uint32_t i = 0; i < rd_tree_at(tree, node)->filler_count; i++)
    text_printf(&out, "%s%s", i ? " " : "", rd_tree_filler(tree, node, i));
  text_add(&out, "", 1);
  ck_assert_str_eq(out.data, fillers);
  text_free(&out);
}

START_TEST(test_ir_types__texts_fit_the_type)
{
  parse();
  expect_fillers("%h", "");
  expect_fillers("7", "undef 0");
  expect_fillers("bitcast (i16* null to i8*)", "undef null");
  expect_fillers("undef", "undef zeroinitializer");
  expect_fillers("9", "undef 0");
  expect_fillers("poison", "");
  ck_assert_uint_eq(rd_tree_at(tree, find("poison", 0))->phrase, RD_NONE);
  ck_assert_uint_eq(rd_tree_at(tree, find("i32 7", 0))->phrase, RD_NONE);
  ck_assert_uint_eq(rd_tree_at(tree, find("add i32 %x, %y", 0))->phrase,
                    RD_NONE);
  ck_assert_uint_ne(rd_tree_at(tree, find("ret i64 %h", 0) + 1)->phrase,
                    RD_NONE);
  ck_assert_int_eq(rd_tree_at(tree, find("%b =", 0))->place, RD_REQUIRED);
  ck_assert_int_eq(rd_tree_at(tree, find("%d =", 0))->place, RD_OPTIONAL);
  rd_tree_free(tree);
}
END_TEST

static uint32_t errors_of(rd_server *server, const char *said)
{
  rd_diagnostics found = { 0 };
  ck_assert(!rd_server_check(&found, server, said, strlen(said), 0, NULL));
  return found.errors;
}

START_TEST(test_ir_types__a_check_misses_names_and_values)
{
  rd_server *server = grammar_server("a.ll");
  ck_assert_uint_eq(errors_of(server, text), 0);
  ck_assert_uint_eq(errors_of(server, "@e = external global i32\n"), 0);
  ck_assert_uint_gt(errors_of(server, "define i32 @f() { ret i32 %x }"), 0);
  ck_assert_uint_gt(errors_of(server, "define i32 @f() { ret i32 }"), 0);
  ck_assert_uint_gt(errors_of(server, "define i32 @f() { call void @g() }"), 0);
  ck_assert_uint_eq(
      errors_of(server, "define void @f() { call void @llvm.trap() ret void }"),
      0);
  rd_server_free(server);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("ir_types", test_ir_types__values_need_their_type,
                           test_ir_types__types_labels_and_ends_stay,
                           test_ir_types__texts_fit_the_type,
                           test_ir_types__a_check_misses_names_and_values);
}
