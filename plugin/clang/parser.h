/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parser internals: the task stack and the task functions. */
#ifndef CLANG_PARSER_H
#define CLANG_PARSER_H

#include "syntax.h"

typedef struct parser parser;
struct task;
typedef void (*task_fn)(parser *p, const struct task *t);

/* Pending work: add to `node` the syntax that `run` reads next. */
typedef struct task {
  task_fn run;
  uint32_t node;
  uint32_t arg;
  syntax_role role;
  bool flag;
} task;

struct parser {
  syntax *s;
  uint32_t pos;    /* next visible token */
  uint32_t limit;  /* end of the innermost bracket: no task reads beyond it */
  bool missing;    /* the last unary expression had no operand */
  bool has_endasm; /* the text has that word: else nothing looks for it */
  const uint8_t *hints;
  map typedefs; /* names that some typedef declares, by hash */
  ARRAY(task) tasks;
};

/* Where a declaration occurs. */
enum { IN_FILE, IN_BLOCK, IN_FIELDS, IN_FOR, IN_OLD_PARAMETERS };

/* Operator precedences. */
enum { LEVEL_COMMA = 1, LEVEL_ASSIGN, LEVEL_CONDITIONAL, LEVEL_BINARY };

/* How a declarator may look; bits. */
enum {
  ABSTRACT = 1u << 0,      /* the name may be missing */
  INITIALISED = 1u << 1,   /* parentheses may hold a value (C++) */
  NO_PARAMETERS = 1u << 2, /* of a `new` */
  NO_SUFFIX = 1u << 3,     /* of a conversion function */
};

/* How specifiers are read; bits. */
enum {
  TYPED = 1u << 0,   /* a type has been seen */
  ANY_TYPE = 1u << 1 /* a name before a parenthesis is a type, too */
};

/* ---- parser.c: tokens, nodes, tasks ---- */

/* Fills s->nodes; the task reads into the root. */
void parser_run(syntax *s, const uint8_t *hints, task_fn first);
/* Plans a task; tasks planned later run first. */
void plan(parser *p, task_fn run, uint32_t node, syntax_role role,
          uint32_t arg);
/* The same for a new list node of this kind. */
void plan_list(parser *p, task_fn run, uint32_t parent, syntax_kind kind,
               syntax_role role, uint32_t arg);
/* The word at `pos + ahead`; WORD_NONE beyond the limit. */
word word_at(const parser *p, uint32_t ahead);
bool at_end(const parser *p);
token_kind kind_at(const parser *p, uint32_t ahead);
bool at_identifier(const parser *p, uint32_t ahead);
const token *token_at(const parser *p, uint32_t ahead);
/* The visible token after the bracket that opens at `pos + ahead`, relative to
 * pos; 0 if none opens there or it has no partner. */
uint32_t behind_bracket(const parser *p, uint32_t ahead);

uint32_t open_node(parser *p, uint32_t parent, syntax_kind kind,
                   syntax_role role);
/* Adds a leaf for the next token. */
uint32_t take(parser *p, uint32_t parent, syntax_kind kind, syntax_role role);
void take_punct(parser *p, uint32_t parent);
/* Takes the token as punctuation if it equals the word. */
bool take_if(parser *p, uint32_t parent, word w);
/* Takes a comma: as a separator, or as an optional leaf if it separates nothing
 * (a trailing comma). */
bool take_comma(parser *p, uint32_t list);
/* For comma-separated list elements up to the limit: plans the task again and
 * takes a comma; true if an element is next. */
bool next_element(parser *p, const task *t);
/* Wraps a new node around the last child of the parent; the child gets
 * `inner_role`. */
uint32_t wrap_last(parser *p, uint32_t parent, syntax_kind kind,
                   syntax_role role, syntax_role inner_role);
/* Replaces a node that has one child by the child, which gets the role. */
void unwrap(parser *p, uint32_t node, syntax_role role);
/* Takes the next bracket; plans `inner` (may be NULL), which reads into `node`,
 * generic nodes for leftover tokens, and the bracket's partner. */
void bracket(parser *p, uint32_t node, task_fn inner, syntax_role role,
             uint32_t arg);
/* The same for a list of this kind in the bracket, unless it is empty. */
void bracket_list(parser *p, uint32_t node, syntax_kind kind, task_fn inner,
                  syntax_role role, uint32_t arg);
/* Plans generic nodes for the tokens up to `end`. */
void plan_generic(parser *p, uint32_t node, uint32_t end);
/* The next visible token at the same bracket depth that is one of the words
 * (ended by WORD_NONE); the limit if there is none. */
uint32_t find_word(const parser *p, const word *words);
/* Plans to take a semicolon, after generic nodes for the tokens before it;
 * gives up at the start of a line. */
void plan_semicolon(parser *p, uint32_t node);
/* Takes the word `arg` as punctuation if it is next. */
void task_word(parser *p, const task *t);

/* ---- declarations.c, declarators.c ---- */

bool starts_type(const parser *p, uint32_t ahead);
bool starts_declaration(const parser *p);
void task_declaration(parser *p, const task *t); /* arg: IN_... */
void task_specifiers(parser *p, const task *t);
void task_type_name(parser *p, const task *t);
void task_attribute(parser *p, const task *t);
bool at_attribute(const parser *p);
/* If an attribute is next, plans it and then the task again. */
bool plan_attribute(parser *p, const task *t);
void task_tag(parser *p, const task *t);
void task_declarator(parser *p, const task *t);      /* arg: ABSTRACT ... */
void task_init_declarator(parser *p, const task *t); /* arg: IN_... */
void task_initializer(parser *p, const task *t);
void task_static_assert(parser *p, const task *t);

void task_external(parser *p, const task *t);   /* list; arg: 0 */
void task_parameters(parser *p, const task *t); /* list */
/* Plans specifiers, declarators and what ends them; where: IN_... */
void plan_declaration(parser *p, uint32_t node, uint32_t where);
void task_tag_inside(parser *p, const task *t); /* arg: the word */

/* ---- C++: qualified.c ---- */

bool at_template_list(const parser *p, uint32_t ahead);
/* The token behind the qualified name at `ahead`; `ahead` if there is none.
 * *last_out is the token behind the last identifier; 0 if the name ends
 * otherwise. */
uint32_t skip_name(uint32_t *last_out, const parser *p, uint32_t ahead);
/* Does a type begin here that no parenthesis makes a value? `listed`: as an
 * argument of a template, where a type may be that of a function. */
bool looks_type(const parser *p, uint32_t ahead, bool listed);
/* Does the identifier name a type? */
bool is_type_name(const parser *p, uint32_t ahead);
/* Adds a name: a leaf of the first kind, or a node of the second with its
 * qualifiers, arguments and a leaf. */
void plan_name(parser *p, uint32_t parent, syntax_kind leaf, syntax_kind whole,
               syntax_role role);
void task_parts(parser *p, const task *t); /* arg: the kind of the leaf */
void task_type(parser *p, const task *t);  /* the name of a type */
void plan_template_list(parser *p, uint32_t node, syntax_role role);
void task_template_arguments(parser *p, const task *t); /* list */
/* Wraps what was read if `...` follows; arg: the kind. */
void task_expansion(parser *p, const task *t);

/* ---- C++: templates.c, classes.c, functions.c, blocks.c, lambdas.c ---- */

/* What precedes a declaration, and then it; arg: IN_... */
void task_cxx_declaration(parser *p, const task *t);
void task_requires_clause(parser *p, const task *t);
void task_lambda_head(parser *p, const task *t);
void task_class_rest(parser *p, const task *t);
void task_members(parser *p, const task *t); /* list */
/* Reads a specifier that C lacks, or plans it and the task again. */
bool read_cxx_specifier(parser *p, const task *t, bool typed);
bool read_cxx_operator(parser *p, const task *t);
bool read_cxx_declared(parser *p, const task *t);
bool is_cxx_nested(const parser *p);
bool is_function_declarator(const parser *p, uint32_t node);
bool looks_parameters(const parser *p);
void task_function_suffix(parser *p, const task *t);
bool read_function_value(parser *p, const task *t);
bool starts_body(const parser *p);
void task_cxx_body(parser *p, const task *t);
void task_catches(parser *p, const task *t);
void task_cxx_head(parser *p, const task *t);
bool read_range_for(parser *p, const task *t);
void task_try(parser *p, const task *t);
bool starts_cxx_declaration(const parser *p);
bool read_cxx_operand(parser *p, const task *t);

/* ---- statements.c, asm.c ---- */

void task_statement(parser *p, const task *t);
void task_statements(parser *p, const task *t); /* list */
void task_range_end(parser *p, const task *t);  /* `... b` of a range */
void plan_compound(parser *p, uint32_t parent, syntax_role role);
void task_asm(parser *p, const task *t); /* arg: syntax_kind */

/* ---- expressions.c, operands.c ---- */

void task_expression(parser *p, const task *t); /* arg: LEVEL_... */
void task_full(parser *p, const task *t);       /* LEVEL_COMMA; may be empty */
void task_unary(parser *p, const task *t);
void task_rest(parser *p, const task *t); /* up to a comma: generic */
void task_postfix(parser *p, const task *t);
void task_strings(parser *p, const task *t);
/* Elements of a comma-separated list: expressions or type names. */
void task_arguments(parser *p, const task *t); /* list */

#endif
