/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pass `unused`: what nothing that stays needs. */
#include "mini.h"

#include "pass_scene.h"
#include "run_tests.h"
#include "sexp_tree.h"

static uint32_t open_declaration(rd_builder *builder, const uint32_t *symbols,
                                 char name)
{
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "decl"),
                        .place = RD_ELEMENT };
  uint32_t node = rd_builder_open(builder, &spec);
  rd_builder_declares(builder, symbols[name - 'A'], node);
  return node;
}

static void make_symbols(uint32_t *out, rd_builder *builder, const char *text)
{
  for (int i = 0; i < 26; i++) {
    const char *at = strchr(text, 'A' + i);
    bool root = at && at[1] == '!', passive = at && at[1] == '.';
    bool parts = at && at[1] == '~';
    char name[] = { (char)('A' + i), '\0' };
    out[i] =
        rd_builder_symbol(builder,
                          passive ? RD_SYMBOL_PARAMETER
                          : parts ? RD_SYMBOL_NAMESPACE
                                  : RD_SYMBOL_FUNCTION,
                          name, root ? RD_SYMBOL_DEFINED : RD_SYMBOL_STATIC);
  }
}

/* Declarations are words of capital letters, inside another if in brackets: the
 * first letter declares, the others are uses. A `!` after the first makes it a
 * root, a `.` a parameter, a `~` a namespace. Letters after `^` are guards. */
static struct scene stage_symbols(const char *text)
{
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_node_spec plain = { .kind = rd_builder_kind(builder, "leaf") };
  uint32_t symbols[26], declared = 0;
  bool starts = true, guards = false;
  make_symbols(symbols, builder, text);
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (uint32_t i = 0; text[i]; i++) {
    if (text[i] == ' ' || text[i] == ']')
      rd_builder_close(builder);
    if (starts) {
      declared = symbols[text[i] - 'A'];
      (void)open_declaration(builder, symbols, text[i]);
    }
    guards = (guards || text[i] == '^') && text[i] != ' ';
    if (text[i] != ' ') {
      uint32_t leaf = rd_builder_leaf(builder, &plain, i, i + 1);
      bool other = !starts && text[i] >= 'A' && text[i] <= 'Z';
      if (other && guards)
        rd_builder_guards(builder, declared, symbols[text[i] - 'A']);
      else if (other)
        rd_builder_uses(builder, symbols[text[i] - 'A'], leaf, RD_USE_NAME);
    }
    starts = text[i] == ' ' || text[i] == '[';
  }
  rd_builder_close(builder);
  rd_builder_close(builder);
  return stage_built(builder);
}

static const struct {
  const char *text, *deltas;
} rows[] = {
  { "M!A A B", "M!A A" },                       /* B has no use */
  { "M! A BA CB", "M! BA CB|M! A CB|M! A BA" }, /* a chain */
  { "M! AB BA", "M! BA|M! AB" },                /* a circle */
  { "M! AA", "M!" },                            /* its own use */
  { "M!C AB B CB", "M!C B CB" },                /* B is needed by C */
  { "M!AX X A[BX]", "M!AX X A[]" },             /* B alone, inside of A */
  { "M!B A[B]", "" },                           /* A holds B, which is used */
  { "M! A[BC] C", "M! C|M! A[BC]" },   /* B goes with A, and so does C */
  { "M! A[B.C] C", "M! C|M! A[B.C]" }, /* a parameter keeps nothing alive */
  { "M![P.C] C", "" },                 /* unless it stays */
  { "M! A A A", "M!" },                /* all declarations together */
  { "M!A A C^A", "" },                 /* A is needed, so C is */
  { "M!A A B C^AB", "M!A A C^AB|M!A A B" }, /* B is not, so C is not */
  { "M!A A B^A C^B", "" },                  /* one guards the next */
  { "M!A N~[A] N~[B]", "M!A N~[A] N~[]" },  /* the part itself goes later */
  { "N~[A] N~[B] M!N", "N~[] N~[B] M!N|N~[A] N~[] M!N" }, /* each member */
  { "N~ N~ M!N", "N~ M!N" }, /* its name keeps one */
};

START_TEST(test_unused__finds_what_nothing_left_needs)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check_look(stage_symbols(rows[i].text), rd_pass_unused, rows[i].deltas);
}
END_TEST

/* A root, which uses the first of many declarations if `starts`, and of those
 * each uses the next. */
static struct scene stage_chain(uint32_t count, bool starts)
{
  textbuf text = { 0 };
  for (uint32_t i = 0; i <= count; i++)
    text_puts(&text, "xy ");
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec plain = { 0 }, decl = { .place = RD_ELEMENT };
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (uint32_t i = 0; i <= count; i++)
    (void)rd_builder_symbol(builder, RD_SYMBOL_FUNCTION, "f",
                            i == 0 ? RD_SYMBOL_DEFINED : RD_SYMBOL_STATIC);
  for (uint32_t i = 0; i <= count; i++) {
    rd_builder_declares(builder, i, rd_builder_open(builder, &decl));
    (void)rd_builder_leaf(builder, &plain, 3 * i, 3 * i + 1);
    uint32_t use = rd_builder_leaf(builder, &plain, 3 * i + 1, 3 * i + 2);
    if (i < count && (i > 0 || starts))
      rd_builder_uses(builder, i + 1, use, RD_USE_NAME);
    rd_builder_close(builder);
  }
  rd_builder_close(builder);
  struct scene scene = stage_built(builder);
  text_free(&text);
  return scene;
}

/* Rounds over all symbols, one for each link, would not end in time. */
START_TEST(test_unused__follows_a_long_chain)
{
  enum { LINKS = 50000 };
  for (int starts = 0; starts < 2; starts++) {
    struct scene scene = stage_chain(LINKS, starts);
    rd_sight sight = { .config = scene.config };
    uint32_t *all = rd_places_below(&sight.count, scene.config, 0);
    sight.places = all;
    rd_pass_unused(&scene.deltas, &sight);
    ck_assert_uint_eq(scene.deltas.list.size, starts ? 0 : LINKS);
    free(all);
    strike(&scene);
  }
}
END_TEST

static const struct {
  const char *tree, *deltas;
} trees[] = {
  /* an enum that is used: one stays where the list cannot be empty */
  { "(tu:L (e*$e \"e\" (l:L \"a\"*$a ~ \",\":S \"b\"*$b)) (s* \"e\"&e))",
    "e a e" },
  { "(tu:L (e*$e \"e\" (l:L \"a\"*$a ~ \",\":S \"b\"*$b)) (s* \"e\"&e "
    "\"b\"&b))",
    "e b e b" },
  { "(tu:L (e*$e \"e\" (l=\"\":L \"a\"*$a ~ \",\":S \"b\"*$b)) "
    "(s* \"e\"&e))",
    "e b e|e a e" },
  /* what is no element is not kept in its place */
  { "(tu:L (e*$e \"e\" (l:L \"/**/\"?:C \"a\"*$a ~ \",\":S \"b\"*$b)) "
    "(s* \"e\"&e))",
    "e /**/ a e" },
  { "(tu:L (e*$e \"e\" (l:L \"(\":P \"a\"*$a \")\":P)) (s* \"e\"&e))", "" },
  { "(tu:L (e*$e \"e\" (l:L \"/**/\"?:C)) (s* \"e\"&e))", "" },
  /* both names of a declaration are dead: the type goes with the whole */
  { "(tu:L (t* \"T\" \"t\"$t) (d*:D \"t\"&t (l:L \"a\"*$a ~ \",\":S "
    "\"b\"*$b)))",
    "T t" },
  { "(tu:L (t* \"T\" \"t\"$t) (d*:D \"t\"&t (l:L \"a\"*$a ~ \",\":S "
    "\"b\"*$b)) (s* \"b\"&b))",
    "T t t b b" },
  /* no symbols */
  { "(tu:L \"a\"* \"b\"*)", "" },
};

START_TEST(test_unused__leaves_what_a_list_or_declaration_needs)
{
  for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
    check_look(stage(sexp_tree(trees[i].tree, 0)), rd_pass_unused,
               trees[i].deltas);
}
END_TEST

int main(void)
{
  return RUN_TESTS("unused", test_unused__finds_what_nothing_left_needs,
                   test_unused__follows_a_long_chain,
                   test_unused__leaves_what_a_list_or_declaration_needs);
}
