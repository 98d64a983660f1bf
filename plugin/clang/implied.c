/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: names that a token calls without writing them. A sign is a use of the
 * operator that a class may define; for some words and signs the compiler itself
 * looks names up in std and in classes.
 */
#include "implied.h"

#include <string.h>

/* Other signs are parts of declarators, lists of arguments and names. */
bool implied_is_operator(const build *b, uint32_t at)
{
  const syntax_node *nodes = b->s->nodes.data;
  uint32_t above = nodes[b->leaf_nodes[at]].parent;
  if (token_is(&b->f->tokens[at], b->f->text, "~"))
    return true; /* or a destructor's */
  switch (above == NODE_NONE ? KIND_GENERIC : (syntax_kind)nodes[above].kind) {
  case KIND_GENERIC:
  case KIND_GENERIC_LIST:
  case KIND_SKIPPED:
  case KIND_ASSIGN:
  case KIND_LOGICAL_OR:
  case KIND_LOGICAL_AND:
  case KIND_BIT_OR:
  case KIND_BIT_XOR:
  case KIND_BIT_AND:
  case KIND_COMPARISON:
  case KIND_SHIFT:
  case KIND_ADDITIVE:
  case KIND_MULTIPLICATIVE:
  case KIND_UNARY:
  case KIND_DEREFERENCE:
  case KIND_POSTFIX:
  case KIND_SUBSCRIPT:
  case KIND_CALL:
  case KIND_CONSTRUCTION:
  case KIND_MEMBER:
  case KIND_MEMBER_POINTER:
  case KIND_FOLD:
    return true;
  default:
    return false;
  }
}

/* What the compiler looks up by itself where it meets a word. */
static const struct {
  const char *word, *names;
} implied[] = {
  { "for", "begin,end" },
  { "new", "operator new,operator new[]" },
  { "delete", "operator delete,operator delete[]" },
  { "typeid", "type_info" },
  { "<=>",
    "strong_ordering,weak_ordering,partial_ordering,.less,.equal,.greater"
    ",.equivalent,.unordered,operator<,operator==,operator<=>" },
  { "!=", "operator==" },
  { "<", "operator<=>" },
  { ">", "operator<=>" },
  { "<=", "operator<=>" },
  { ">=", "operator<=>" },
  { "auto", "tuple_size,tuple_element,get" }, /* of bindings */
  { "co_await",
    "coroutine_traits,coroutine_handle,promise_type,get_return_object,initial_"
    "suspend,final_suspend,unhandled_exception,return_void,return_value,await_"
    "ready,await_suspend,await_resume,await_transform,operator co_await,from_"
    "address,address,get_return_object_on_allocation_failure" },
  { "co_return",
    "coroutine_traits,coroutine_handle,promise_type,get_return_object,initial_"
    "suspend,final_suspend,unhandled_exception,return_void,return_value,await_"
    "ready,await_suspend,await_resume,from_address,address" },
  { "co_yield",
    "coroutine_traits,coroutine_handle,promise_type,get_return_object,initial_"
    "suspend,final_suspend,unhandled_exception,return_void,yield_value,await_"
    "ready,await_suspend,await_resume,from_address,address" },
  { "__builtin_source_location", "source_location,__impl" },
};

/* Is it the sign of an operator that the compiler defines? */
static bool is_defaulted(const build *b, uint32_t at)
{
  const syntax *s = b->s;
  uint32_t i = s->visible_of[at];
  if (i == 0 || s->words[i - 1] != WORD_OPERATOR)
    return false;
  while (i < s->count && s->words[i] != WORD_SEMICOLON &&
         s->words[i] != WORD_OPEN_BRACE)
    i++;
  return i < s->count && s->words[i - 1] == WORD_DEFAULT;
}

/* Does the word imply them here: no `auto` but that of bindings, no `for` but one
 * over a range? */
static bool implies(const build *b, uint32_t at)
{
  const syntax *s = b->s;
  uint32_t i = s->visible_of[at], next = i + 1;
  if (s->words[i] == WORD_FOR)
    return s->nodes.data[s->nodes.data[b->leaf_nodes[at]].parent].kind !=
           KIND_FOR;
  if (s->words[i] != WORD_AUTO)
    return b->f->tokens[at].kind != TOKEN_PUNCTUATION ||
           implied_is_operator(b, at) || is_defaulted(b, at);
  while (next < s->count &&
         (s->words[next] == WORD_AND || s->words[next] == WORD_AND_AND))
    next++;
  return next < s->count && s->words[next] == WORD_OPEN_BRACKET;
}

const char *implied_names(const build *b, uint32_t at)
{
  for (size_t i = 0; i < sizeof implied / sizeof *implied; i++)
    if (token_is(&b->f->tokens[at], b->f->text, implied[i].word))
      return implies(b, at) ? implied[i].names : "";
  return "";
}

size_t implied_operator(char name[IMPLIED_SIZE], const build *b, uint32_t at)
{
  const token *tok = &b->f->tokens[at];
  const char *text = b->f->text + tok->begin;
  size_t size = tok->end - tok->begin, stem = strlen("operator");
  if (size == 1 && (*text == '~' || strchr(";,{})]:?.", *text))) {
    *name = *text;
    return size;
  }
  if (size > 3)
    return 0;
  memcpy(name, "operator", stem);
  memcpy(name + stem, text, size);
  if (*text == '(' || *text == '[')
    name[stem + size++] = *text == '(' ? ')' : ']';
  return stem + size;
}

size_t implied_written(char name[IMPLIED_SIZE], const build *b, uint32_t at)
{
  const syntax *s = b->s;
  size_t stem = strlen("operator"), size = stem;
  memcpy(name, "operator", stem);
  for (uint32_t i = s->visible_of[at] + 1; i < s->count; i++) {
    const token *tok = &b->f->tokens[s->visible[i]];
    size_t more = tok->end - tok->begin;
    bool opens = s->words[i] == WORD_OPEN_PAREN && size > stem;
    if (opens || tok->kind != TOKEN_PUNCTUATION || size + more >= IMPLIED_SIZE)
      break;
    memcpy(name + size, b->f->text + tok->begin, more);
    size += more;
  }
  return size;
}
