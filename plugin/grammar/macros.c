/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * macro-to-argument: puts an argument of a macro of Rust for the call.
 *
 * The grammar sees tokens in there, of which none can stand for the whole. What is
 * printed or asserted is mostly needed for its value; without the macro, what prints
 * its type can go. Literals are left out, as the format is one, and so is what names
 * an argument.
 */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>

/* Arguments that are worth a test. */
enum { MOST_ARGUMENTS = 4 };

/* The end of the literal or the token of one byte at the position. */
static size_t behind(const char *text, size_t at, size_t end)
{
  size_t i = at + 1;
  if (text[at] == '\'') /* or a lifetime */
    return at + 2 < end && text[at + 2] == '\'' ? at + 3 : i;
  if (text[at] != '"')
    return i;
  while (i < end && text[i] != '"')
    i += text[i] == '\\' ? 2 : 1;
  return i < end ? i + 1 : end;
}

/* The end of what stands before the next separator outside of brackets. */
static size_t argument_end(const char *text, size_t at, size_t end)
{
  int depth = 0;
  while (at < end && !(strchr(",;", text[at]) && depth == 0)) {
    depth += strchr("([{", text[at]) ? 1 : strchr(")]}", text[at]) ? -1 : 0;
    at = behind(text, at, end);
  }
  return at;
}

static size_t skip_space(const char *text, size_t at, size_t end)
{
  while (at < end && isspace((unsigned char)text[at]))
    at++;
  return at;
}

/* The position behind a name and an equals sign, if there are some. */
static size_t skip_label(const char *text, size_t at, size_t end)
{
  size_t i = at;
  while (i < end && (isalnum((unsigned char)text[i]) || text[i] == '_'))
    i++;
  i = skip_space(text, i, end);
  bool is_label =
      i > at && i + 1 < end && text[i] == '=' && !strchr("=>", text[i + 1]);
  return is_label ? skip_space(text, i + 1, end) : at;
}

static void offer(rd_builder *builder, const offers *of, uint32_t call,
                  uint32_t list, uint32_t number)
{
  const char *text = of->text;
  size_t at = cst_at(of->tree, list)->begin + 1;
  size_t end = cst_at(of->tree, list)->end - 1;
  bool is_last =
      offers_is(of, of->parent[call], "block"); /* and has no value */
  for (int i = 0; at < end && i < MOST_ARGUMENTS; i++) {
    size_t next = argument_end(text, at, end);
    at = skip_label(text, skip_space(text, at, end), next);
    if (at < next && !strchr("\"'", text[at]) &&
        !isdigit((unsigned char)text[at])) {
      char *argument =
          mem_format("%.*s%s", (int)(next - at), text + at, is_last ? ";" : "");
      rd_builder_rewrite(builder, number);
      rd_builder_edit_text(builder, of->ids[call], argument);
      free(argument);
    }
    at = next + 1;
  }
}

void macros_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    if (!offers_is(of, i, "macro_invocation") || of->ids[i] == RD_NONE)
      continue;
    uint32_t list = syntax_child(of->lang, of->tree, i, i + 1, "token_tree");
    if (list != RD_NONE)
      offer(builder, of, i, list, number);
  }
}
