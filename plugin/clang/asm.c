/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Assembler: GCC's asm with operands, and SDCC's blocks of lines.
 *
 * The sections after the template nest (outputs contain inputs, inputs contain
 * clobbers), because a section can only be removed together with those after
 * it; a section without operands keeps its colon.
 */
#include "parser.h"

/* Does the constraint mark the operand as written? */
static bool is_output(const parser *p)
{
  const token *tok = token_at(p, 0);
  const char *text = p->s->text + tok->begin;
  return tok->end - tok->begin > 2 && (text[1] == '=' || text[1] == '+');
}

static void task_operand_rest(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (at_end(p) || w == WORD_COMMA || w == WORD_COLON || w == WORD_COLONS)
    return;
  plan_generic(p, t->node,
               find_word(p, (word[]){ WORD_COMMA, WORD_COLON, WORD_NONE }));
}

static void read_operand(parser *p, uint32_t list)
{
  uint32_t node = open_node(p, list, KIND_ASM_OPERAND, ROLE_ELEMENT);
  plan(p, task_operand_rest, node, ROLE_OPTION, 0);
  if (word_at(p, 0) == WORD_OPEN_BRACKET && at_identifier(p, 1) &&
      word_at(p, 2) == WORD_CLOSE_BRACKET) {
    uint32_t name = open_node(p, node, KIND_ASM_NAME, ROLE_OPTION);
    take_punct(p, name);
    take(p, name, KIND_TOKEN, ROLE_FIXED);
    take_punct(p, name);
  }
  if (at_end(p) || (kind_at(p, 0) != TOKEN_STRING && !at_identifier(p, 0)))
    return;
  syntax_role role = is_output(p) ? ROLE_LVALUE : ROLE_VALUE;
  take(p, node, KIND_TOKEN, ROLE_FIXED);
  if (word_at(p, 0) == WORD_OPEN_PAREN)
    bracket(p, node, task_full, role, 0);
}

static void task_operands(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (at_end(p) || w == WORD_COLON || w == WORD_COLONS)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  if (!take_comma(p, t->node))
    read_operand(p, t->node);
}

static void task_sections(parser *p, const task *t)
{
  word w = word_at(p, 0);
  if (w != WORD_COLON && w != WORD_COLONS)
    return;
  uint32_t node = open_node(p, t->node, KIND_ASM_OPERANDS, ROLE_OPTION);
  take_punct(p, node);
  plan(p, task_sections, node, ROLE_OPTION, 0);
  w = word_at(p, 0);
  if (!at_end(p) && w != WORD_COLON && w != WORD_COLONS)
    plan_list(p, task_operands, node, KIND_ASM_LIST, ROLE_ELEMENT, 0);
}

static void task_asm_inside(parser *p, const task *t)
{
  plan(p, task_sections, t->node, ROLE_OPTION, 0);
  if (kind_at(p, 0) == TOKEN_STRING)
    plan(p, task_strings, t->node, ROLE_TEXT, 0);
}

/* SDCC: __asm, lines, __endasm. */
static void read_lines(parser *p, uint32_t node, uint32_t end)
{
  uint32_t list = open_node(p, node, KIND_GENERIC_LIST, ROLE_FIXED);
  uint32_t line = NODE_NONE;
  while (p->pos < end) {
    if (line == NODE_NONE || token_at(p, 0)->line_start)
      line = open_node(p, list, KIND_GENERIC, ROLE_ELEMENT);
    take(p, line, KIND_TOKEN, ROLE_FIXED);
  }
  take_if(p, node, WORD_ENDASM);
  take_if(p, node, WORD_SEMICOLON);
}

void task_asm(parser *p, const task *t)
{
  uint32_t node = open_node(p, t->node, (syntax_kind)t->arg, t->role);
  take_punct(p, node);
  while (syntax_class(word_at(p, 0)) == CLASS_QUALIFIER ||
         word_at(p, 0) == WORD_GOTO || word_at(p, 0) == WORD_INLINE)
    take(p, node, KIND_TOKEN, ROLE_OPTION);
  if (word_at(p, 0) == WORD_OPEN_PAREN) {
    if (t->arg != KIND_ASM_LABEL)
      plan_semicolon(p, node);
    bracket(p, node, task_asm_inside, ROLE_FIXED, 0);
    return;
  }
  uint32_t end = p->has_endasm
                     ? find_word(p, (word[]){ WORD_ENDASM, WORD_NONE })
                     : p->limit;
  if (end < p->limit)
    read_lines(p, node, end);
  else
    plan_semicolon(p, node);
}
