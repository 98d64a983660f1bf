/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Matches brackets in text that may be broken.
 *
 * A closing bracket matches the nearest open one of its kind. Braces take
 * precedence: `)` and `]` never look past an open `{`, while `}` skips unclosed
 * `(` and `[`. Skipped brackets, and closing brackets without a match, stay
 * alone.
 *
 * Each open `{` starts a new count of the `(` and `[` above it, so that a
 * failing search costs nothing. A successful search pops what it skips, so the
 * total cost is O(n).
 *
 * A directive may occur anywhere and contain anything, so its brackets have
 * their own stack, which ends with the directive.
 */
#include "brackets.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char bracket_of(const token *tok, const char *text)
{
  static const struct {
    const char *spelling;
    char bracket;
  } others[] = { { "<:", '[' },    { ":>", ']' },    { "<%", '{' },
                 { "%>", '}' },    { "\?\?(", '[' }, { "\?\?)", ']' },
                 { "\?\?<", '{' }, { "\?\?>", '}' } };
  char first = text[tok->begin];
  if (tok->kind != TOKEN_PUNCTUATION || !first)
    return 0;
  if (tok->end - tok->begin == 1)
    return strchr("()[]{}", first) ? first : 0;
  if (!strchr("<:%?", first))
    return 0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (token_is(tok, text, others[i].spelling))
      return others[i].bracket;
  return 0;
}

/* An open bracket; a brace also holds the saved counts. */
struct open {
  uint32_t at;
  char bracket;
  uint32_t parens, squares;
};

struct stack {
  ARRAY(struct open) open;
  uint32_t parens, squares; /* open ones inside the innermost open brace */
  size_t braces;            /* open braces */
};

static void push(struct stack *stack, uint32_t at, char bracket)
{
  ARRAY_PUSH(&stack->open,
             (struct open){ at, bracket, stack->parens, stack->squares });
  if (bracket == '(') {
    stack->parens++;
  } else if (bracket == '[') {
    stack->squares++;
  } else {
    stack->braces++;
    stack->parens = stack->squares = 0;
  }
}

static struct open pop(struct stack *stack)
{
  struct open top = stack->open.data[--stack->open.size];
  if (top.bracket == '{')
    stack->braces--;
  stack->parens = top.parens;
  stack->squares = top.squares;
  return top;
}

/* Pops up to the partner of a closing bracket: its index or BRACKET_ALONE. */
static uint32_t close(struct stack *stack, char closing)
{
  char opening = closing == ')' ? '(' : closing == ']' ? '[' : '{';
  size_t there = opening == '('   ? stack->parens
                 : opening == '[' ? stack->squares
                                  : stack->braces;
  if (!there)
    return BRACKET_ALONE;
  for (;;) {
    struct open top = pop(stack);
    if (top.bracket == opening)
      return top.at;
  }
}

uint32_t *brackets_match(const token *tokens, size_t count, const char *text)
{
  uint32_t *partners = mem_alloc(count, sizeof *partners);
  struct stack plain = { 0 }, directive = { 0 };
  uint32_t number = 0;
  for (size_t i = 0; i < count; i++) {
    partners[i] = BRACKET_ALONE;
    if (tokens[i].directive != number) {
      number = tokens[i].directive;
      while (directive.open.size)
        (void)pop(&directive);
    }
    struct stack *stack = number ? &directive : &plain;
    char bracket = bracket_of(&tokens[i], text);
    if (bracket == '(' || bracket == '[' || bracket == '{') {
      push(stack, (uint32_t)i, bracket);
    } else if (bracket) {
      uint32_t partner = close(stack, bracket);
      partners[i] = partner;
      if (partner != BRACKET_ALONE)
        partners[partner] = (uint32_t)i;
    }
  }
  free(plain.open.data);
  free(directive.open.data);
  return partners;
}
