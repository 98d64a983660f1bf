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

/* ---- angle brackets ---- */

typedef ARRAY(uint32_t) open_list;

struct angles {
  const token *tokens;
  size_t count;
  const char *text;
  uint32_t *partners;
  open_list open; /* brackets and, above them, what may be angle brackets */
};

static bool spells(const struct angles *self, size_t i, const char *string)
{
  return i < self->count && token_is(&self->tokens[i], self->text, string);
}

static bool has_angle(const struct angles *self)
{
  return self->open.size &&
         spells(self, self->open.data[self->open.size - 1], "<");
}

/* They were operators. */
static void drop_angles(struct angles *self)
{
  while (has_angle(self))
    self->open.size--;
}

static void close_angle(struct angles *self, size_t i)
{
  uint32_t open = self->open.data[--self->open.size];
  self->partners[open] = (uint32_t)i;
  self->partners[i] = open;
}

/* Does the token stand between operands only? */
static bool is_operator(const struct angles *self, size_t i)
{
  static const char *const operators[] = { ";", "?", "||", NULL };
  static const char *const behind_type[] = { ">", ">>", ",", "...", NULL };
  if (spells(self, i, "&&"))
    return i + 1 < self->count &&
           !token_is_any(&self->tokens[i + 1], self->text, behind_type);
  return token_is_any(&self->tokens[i], self->text, operators);
}

/* Is a < here behind what may have template parameters or arguments: a name, an
 * operator's name (of one or two tokens), the [] of a lambda? */
static bool takes_angle(const struct angles *self, size_t i)
{
  return i && (self->tokens[i - 1].kind == TOKEN_IDENTIFIER ||
               bracket_of(&self->tokens[i - 1], self->text) == ']' ||
               (i > 1 && spells(self, i - 2, "operator")) ||
               (i > 2 && spells(self, i - 3, "operator")));
}

static void match_angle(struct angles *self, size_t i)
{
  if (spells(self, i, "<") && takes_angle(self, i)) {
    ARRAY_PUSH(&self->open, (uint32_t)i);
  } else if (spells(self, i, ">") && has_angle(self)) {
    close_angle(self, i);
  } else if (spells(self, i, ">>") && has_angle(self)) {
    close_angle(self, i);
    if (has_angle(self))
      close_angle(self, i);
  } else if (is_operator(self, i)) {
    drop_angles(self);
  }
}

void angles_match(uint32_t *partners, const token *tokens, size_t count,
                  const char *text)
{
  struct angles self = { tokens, count, text, partners, { 0 } };
  for (size_t i = 0; i < count; i++) {
    char bracket = bracket_of(&tokens[i], text);
    if (tokens[i].directive || tokens[i].kind != TOKEN_PUNCTUATION)
      continue;
    if (!bracket) {
      match_angle(&self, i);
    } else if (partners[i] != BRACKET_ALONE && partners[i] > i) {
      ARRAY_PUSH(&self.open, (uint32_t)i);
    } else if (partners[i] != BRACKET_ALONE) {
      drop_angles(&self);
      self.open.size--;
    }
  }
  free(self.open.data);
}
