/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The lexer of C and the layout: the tokens of any bytes are in order and cover
 * all but white space; a layout has the same tokens and is its own layout.
 */
#include <ctype.h>
#include <string.h>

#include "fuzz.h"
#include "layout.h"
#include "lexer.h"

static void check_tokens(const token *tokens, size_t count, size_t size)
{
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    LAW(tokens[i].begin >= at);
    LAW(tokens[i].end > tokens[i].begin);
    at = tokens[i].end;
  }
  LAW(at <= size);
}

static bool has_equal_tokens(const token *tokens, size_t count,
                             const char *text, const char *other, size_t size)
{
  token *again = NULL;
  bool same = lex(&again, other, size) == count;
  for (size_t i = 0; i < count && same; i++) {
    size_t bytes = tokens[i].end - tokens[i].begin;
    same = bytes == again[i].end - again[i].begin &&
           !memcmp(text + tokens[i].begin, other + again[i].begin, bytes);
  }
  free(again);
  return same;
}

/* NULs end a line of the layout's own text, so it is not asked for them. */
static void check_layout(const token *tokens, size_t count, const char *text,
                         size_t size)
{
  size_t laid = 0, twice = 0;
  if (memchr(text, '\0', size))
    return;
  char *out = layout(text, size, &laid);
  if (!out)
    return;
  char *again = layout(out, laid, &twice);
  LAW(has_equal_tokens(tokens, count, text, out, laid));
  LAW(again && twice == laid && !memcmp(out, again, laid));
  free(again);
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  char *text = fuzz_text(bytes, size);
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size);
  check_tokens(tokens, count, size);
  LAW(tokens_lexer.count(text, size) <= count);
  (void)layout_is_poor(text, size);
  check_layout(tokens, count, text, size);
  free(tokens);
  free(text);
  return 0;
}
