/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rules of a grammar, from its grammar.json.
 *
 * A rule is a number. Precedences and field names are left out. *Terminals* are
 * what a node of the tree has as children: its *kinds* are the names of nodes,
 * and a name with quotes (`"if"`) is another kind than one without. Rules
 * without a node (hidden ones, supertypes, inlined ones) are expanded where they
 * are mentioned.
 */
#ifndef GRAMMAR_RULES_H
#define GRAMMAR_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/text.h"
#include "reduce/status.h"

typedef enum rule_type {
  RULE_BLANK,
  RULE_TOKEN,  /* a node of its kind without rules of its own: "if" */
  RULE_SILENT, /* a token without a node: a pattern among other rules */
  RULE_SYMBOL, /* another rule, by name */
  RULE_ALIAS,  /* its only member, under another name */
  RULE_SEQ,
  RULE_CHOICE,
  RULE_REPEAT,  /* of its only member, any number of times */
  RULE_REPEAT1, /* at least once */
} rule_type;

enum { RULE_NONE = UINT32_MAX };

typedef struct rule {
  uint8_t type;      /* rule_type */
  bool is_immediate; /* a token: nothing stands before it */
  uint32_t kind;     /* of the node: TOKEN, ALIAS, SYMBOL with a node */
  uint32_t symbol;   /* SYMBOL */
  uint32_t first;    /* its members: numbers in `members` */
  uint32_t count;
  char *text; /* of a token: the shortest text, or NULL if unknown */
} rule;

typedef struct symbol {
  char *name;
  uint32_t rule;    /* its body; RULE_NONE: the scanner's */
  uint32_t kind;    /* of its nodes */
  char *text;       /* what an alias spells for the scanner's; or NULL */
  bool is_hidden;   /* has no nodes */
  bool is_token;    /* its body is a token */
  bool is_external; /* found by the grammar's scanner */
  bool is_nullable; /* can be matched by nothing */
} symbol;

/* An alias: nodes of the kind may come from the rule. */
typedef struct alias {
  uint32_t kind, rule;
} alias;

typedef struct rules {
  char *name; /* of the language, as its symbol tree_sitter_NAME */
  ARRAY(rule) rules;
  ARRAY(uint32_t) members;
  ARRAY(symbol) symbols; /* the first is the start */
  ARRAY(alias) aliases;
  ARRAY(uint32_t) extras; /* rules */
  strings kinds;
  map kind_numbers, symbol_numbers;
  bool has_layout; /* line ends or indentation are syntax */
} rules;

/* Reads grammar.json. Owner: caller, rules_free. RD_ERR_INVALID: it is none;
 * else as file_read. */
rd_status rules_read(rules *out, const char *file, rd_error *err);
void rules_free(rules *grammar);

/* The number of a kind; it is made if it is new. */
uint32_t rules_kind(rules *grammar, const char *name, bool is_named);
/* The number of a symbol, or RULE_NONE. */
uint32_t rules_symbol(const rules *grammar, const char *name);

static inline const rule *rules_at(const rules *grammar, uint32_t number)
{
  return &grammar->rules.data[number];
}

static inline uint32_t rules_member(const rules *grammar, const rule *of,
                                    uint32_t index)
{
  return grammar->members.data[of->first + index];
}

/* Can the rule be matched by nothing, whatever stands around it? If `is_scanned`,
 * also by what shows in no node and the scanner may leave out, such as a
 * semicolon at the end of a line. */
bool rules_is_nullable(const rules *grammar, uint32_t number, bool is_scanned);

#endif
