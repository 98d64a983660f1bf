/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The canonical layout over files: prop_layout FILE...
 *
 * Of each file: the layout has the same tokens in the same order, laying it out
 * again changes nothing, and how the file was laid out does not show: torn
 * apart and put together again at random it gets the same layout. A file whose
 * tokens cannot be kept has none, which is no failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files.h"
#include "gen.h"
#include "layout.h"
#include "lexer.h"

static bool has_equal_tokens(const char *a, size_t a_size, const char *b,
                             size_t b_size)
{
  token *x = NULL, *y = NULL;
  size_t count = lex(&x, a, a_size);
  bool same = count == lex(&y, b, b_size);
  for (size_t i = 0; same && i < count; i++) {
    size_t size = x[i].end - x[i].begin;
    same = size == y[i].end - y[i].begin &&
           !memcmp(a + x[i].begin, b + y[i].begin, size) &&
           !x[i].directive == !y[i].directive;
  }
  free(x);
  free(y);
  return same;
}

/* May the white space before the token be any other? */
static bool is_free(const token *tok, const char *text)
{
  return !tok[0].directive && !tok[-1].directive &&
         tok[0].kind != TOKEN_COMMENT && tok[-1].kind != TOKEN_COMMENT &&
         !token_is(tok, text, "#") && tok[-1].kind != TOKEN_OTHER;
}

/* The same tokens with other white space. */
static textbuf scramble(gen *random, const textbuf *text)
{
  static const char *const gaps[] = { " ", "\n", "\t ", "\n\n    " };
  token *tokens = NULL;
  textbuf out = { 0 };
  size_t count = lex(&tokens, text->data, text->size), at = 0;
  for (size_t i = 0; i < count; i++) {
    if (i && is_free(&tokens[i], text->data))
      text_puts(&out, gaps[gen_below(random, 4)]);
    else
      text_add(&out, text->data + at, tokens[i].begin - at);
    at = tokens[i].end;
    text_add(&out, text->data + tokens[i].begin, at - tokens[i].begin);
  }
  text_add(&out, text->data + at, text->size - at);
  free(tokens);
  return out;
}

static bool gives(const char *text, size_t size, const char *wanted)
{
  size_t again_size = 0;
  char *again = layout(text, size, &again_size);
  bool same = again && !strcmp(again, wanted);
  free(again);
  return same;
}

/* What is wrong with the layout of the text, or NULL. */
static const char *fault(gen *random, const textbuf *text)
{
  size_t size = 0;
  char *out = layout(text->data, text->size, &size);
  if (!out || memchr(text->data, '\0', text->size)) {
    free(out);
    return NULL;
  }
  const char *problem = NULL;
  textbuf other = scramble(random, text);
  if (!has_equal_tokens(text->data, text->size, out, size))
    problem = "the tokens are others";
  else if (!gives(out, size, out))
    problem = "laid out twice it is another";
  else if (has_equal_tokens(text->data, text->size, other.data, other.size) &&
           !gives(other.data, other.size, out))
    problem = "its old layout shows";
  text_free(&other);
  free(out);
  return problem;
}

int main(int argc, char **argv)
{
  int failures = 0;
  gen random = gen_seed(1);
  for (int i = 1; i < argc; i++) {
    textbuf text = { 0 };
    if (argv[i][0] == '-') /* an option for a front end */
      continue;
    if (!test_read_file(&text, argv[i])) {
      printf("%s: cannot be read\n", argv[i]);
      failures++;
      continue;
    }
    const char *problem = fault(&random, &text);
    if (problem)
      printf("%s: %s\n", argv[i], problem);
    failures += problem != NULL;
    text_free(&text);
  }
  printf("%d failures\n", failures);
  return failures != 0;
}
