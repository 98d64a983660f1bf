/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Random trees and edits. Trees are written in the notation of sexp_tree.h, so
 * that a failing test can print what it failed on. The leaves are chosen to be
 * at model with each other: most pairs of them would paste.
 */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

#include "joint.h"
#include "lexer.h"

gen gen_seed(uint64_t seed)
{
  return (gen){ seed * 2654435761u + 1 };
}

/* splitmix64 */
static uint64_t next(gen *random)
{
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint32_t gen_below(gen *random, uint32_t limit)
{
  return (uint32_t)(next(random) % limit);
}

bool gen_once_in(gen *random, uint32_t n)
{
  return gen_below(random, n) == 0;
}

#define ANY_OF(random, list)                                                   \
  ((list)[gen_below((random), sizeof(list) / sizeof *(list))])

struct writer {
  gen *random;
  textbuf out;
  const char *last; /* the last leaf */
  bool wants_break; /* the next leaf must be on another line */
  uint32_t left;    /* leaves to go, about */
  uint32_t depth;
};

static void put(struct writer *writer, const char *notation)
{
  text_puts(&writer->out, notation);
}

static void put_quoted(struct writer *writer, const char *text, char quote)
{
  text_add(&writer->out, &quote, 1);
  for (; *text; text++) {
    if (*text == '\n') {
      put(writer, "\\n");
      continue;
    }
    if (*text == '\r') {
      put(writer, "\\r");
      continue;
    }
    if (*text == quote || *text == '\\')
      put(writer, "\\");
    text_add(&writer->out, text, 1);
  }
  text_add(&writer->out, &quote, 1);
}

static void put_gap(struct writer *writer, const char *leaf)
{
  static const char *const breaks[] = { "\n", "\n  ", "\r\n\t", "\n\n   \n ",
                                        " \n" };
  static const char *const gaps[] = { "",   "",       "",     " ", " ",
                                      "\n", "\n    ", "\\\n", "\t" };
  bool pastes = writer->last && *writer->last && *leaf &&
                tokens_lexer.touch(writer->last, strlen(writer->last), leaf,
                                   strlen(leaf)) == RD_TOUCH_NEVER;
  const char *gap = writer->wants_break ? ANY_OF(writer->random, breaks)
                                        : ANY_OF(writer->random, gaps);
  if (pastes && !strpbrk(gap, " \t\r") && *gap != '\n')
    gap = " ";
  put(writer, " ");
  put_quoted(writer, gap, '\'');
  put(writer, " ");
  writer->wants_break = false;
}

static void put_leaf(struct writer *writer, const char *leaf,
                     const char *suffix)
{
  put_gap(writer, leaf);
  put_quoted(writer, leaf, '"');
  put(writer, suffix);
  writer->last = leaf;
  if (writer->left)
    writer->left--;
}

static void put_token(struct writer *writer, const char *suffix)
{
  static const char *const tokens[] = {
    "a",  "b1", "if", "L", "0", "1.e", "7",  ".", "+", "-",     "--",
    "<",  ">",  "/",  "*", "&", "=",   ":",  "%", "?", "\"s\"", "'c'",
    "->", "<<", "!",  "|", "^", "x_",  "u8", "(", ")"
  };
  put_leaf(writer, ANY_OF(writer->random, tokens), suffix);
}

static void put_phrase(struct writer *writer)
{
  static const char *const phrases[] = { "",  "0",    ";",   "{}",     "-1",
                                         "x", "int ", "+ +", "{\n  x}" };
  if (gen_once_in(writer->random, 2))
    return;
  put(writer, "=");
  put_quoted(writer, ANY_OF(writer->random, phrases), '"');
}

static void put_place(struct writer *writer)
{
  static const char *const places[] = {
    "", "", "?", "*", "+\"0\"", "@2", "%3"
  };
  put(writer, ANY_OF(writer->random, places));
}

static void put_symbol(struct writer *writer, char sigil)
{
  if (gen_once_in(writer->random, 3))
    text_printf(&writer->out, "%cs%u", sigil, gen_below(writer->random, 8));
}

static void put_node(struct writer *writer);

static void put_comment(struct writer *writer)
{
  if (gen_once_in(writer->random, 2)) {
    put_leaf(writer, "/* a\n b */", ":C?");
  } else {
    put_leaf(writer, "// end", ":C?");
    writer->wants_break = true;
  }
}

static void put_line(struct writer *writer)
{
  writer->wants_break = true;
  put(writer, "(line:N");
  put_place(writer);
  put_leaf(writer, "#", "");
  put(writer, " ~ \"pragma\" \"x\")");
  writer->last = "x";
  writer->wants_break = true;
}

static void put_list(struct writer *writer)
{
  bool has_separators = gen_once_in(writer->random, 2);
  uint32_t count = gen_below(writer->random, 6);
  put(writer, "(list:L");
  put_place(writer);
  put_phrase(writer);
  if (gen_once_in(writer->random, 3))
    put_leaf(writer, "[", ":P");
  for (uint32_t i = 0; i < count; i++) {
    put(writer, " (el*");
    put_phrase(writer);
    put_symbol(writer, '$');
    put_node(writer);
    put(writer, ")");
    bool is_last = i + 1 == count;
    if (has_separators && !gen_once_in(writer->random, is_last ? 2 : 8))
      put_leaf(writer, ",", ":S");
  }
  put(writer, ")");
}

/* Operands of one kind inside each other, as a parser makes of a + b + c. */
static void put_chain(struct writer *writer)
{
  uint32_t count = 1 + gen_below(writer->random, 4);
  for (uint32_t i = 0; i < count; i++)
    put(writer, "(sum:RL* ");
  put_token(writer, "*");
  for (uint32_t i = 0; i < count; i++) {
    put_leaf(writer, "+", ":S");
    put_token(writer, "*");
    put(writer, ")");
  }
}

static void put_inner(struct writer *writer)
{
  static const char *const kinds[] = { "(a", "(b", "(sum:R", "(c" };
  uint32_t count = gen_below(writer->random, 5);
  put(writer, ANY_OF(writer->random, kinds));
  put_place(writer);
  put_phrase(writer);
  put_symbol(writer, '$');
  for (uint32_t i = 0; i < count; i++)
    put_node(writer);
  put(writer, ")");
}

static void put_node(struct writer *writer)
{
  bool is_deep = writer->depth > 12 || !writer->left;
  writer->depth++;
  put(writer, " ");
  switch (is_deep ? 9 : gen_below(writer->random, 12)) {
  case 0:
  case 1:
    put_list(writer);
    break;
  case 2:
    put_chain(writer);
    break;
  case 3:
    put_comment(writer);
    break;
  case 4:
    put_line(writer);
    break;
  case 5:
  case 6:
  case 7:
    put_inner(writer);
    break;
  default:
    put_token(writer, "");
    put_place(writer);
    put_phrase(writer);
    put_symbol(writer, '&');
  }
  writer->depth--;
}

char *gen_notation(gen *random, uint32_t size)
{
  static const char *const flags[] = { "", ":L", ":Y", ":LY" };
  struct writer writer = { .random = random, .left = size };
  put(&writer, "(root");
  put_phrase(&writer);
  put(&writer, ANY_OF(random, flags));
  do
    put_node(&writer);
  while (writer.left);
  if (writer.wants_break || !gen_once_in(random, 4))
    put(&writer, "'\\n'");
  put(&writer, ")");
  return text_take(&writer.out, NULL);
}

rd_edit gen_edit(gen *random, rd_config *config)
{
  static const char *const texts[] = { "", "0", "x y", "-", "+=", "f ( )" };
  const rd_tree *tree = config->tree;
  rd_edit edit = { .node = gen_below(random, rd_tree_size(tree)),
                   .op = gen_below(random, 5) };
  const rd_node *at = rd_tree_at(tree, edit.node);
  if ((edit.op == RD_PHRASE && at->phrase == RD_NONE) ||
      (edit.op == RD_LIFT && at->size == 1))
    edit.op = RD_DROP;
  if (edit.op == RD_PHRASE)
    edit.arg = at->phrase;
  else if (edit.op == RD_LIFT)
    edit.arg = edit.node + 1 + gen_below(random, at->size - 1);
  else if (edit.op == RD_TEXT)
    edit.arg = rd_config_text(config, ANY_OF(random, texts));
  return edit;
}
