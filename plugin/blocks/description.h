/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a file NAME.blocks says about a language: its words and marks, where a
 * statement ends, and which statements open, split and close a block.
 * docs/adding-a-language.md explains each line of such a file.
 */
#ifndef BLOCKS_DESCRIPTION_H
#define BLOCKS_DESCRIPTION_H

#include <regex.h>
#include <stdbool.h>

#include "base/text.h"
#include "reduce/status.h"
#include "reduce/symbols.h"

enum { MOST_NAMES = 16, MOST_RULES = 64 };

/* Extended regular expressions, of which one must match a whole statement. */
typedef struct pattern {
  textbuf text; /* the alternatives; size 0: nothing matches */
  regex_t regex;
  bool is_ready;
  uint8_t names[MOST_NAMES]; /* the groups of NAME and NAMES */
  uint8_t name_count;
} pattern;

/* A block: how its header, the headers of its other parts, and its end look. */
typedef struct rule {
  char *name; /* the kind of its nodes */
  pattern opens, splits, splits_once, closes;
  strings body, part; /* the shortest statements of the first part, and of
                         another part; none: "" */
  bool has_kind;
  uint8_t kind; /* rd_symbol_kind of the NAME that its header declares */
  pattern holds, part_holds; /* statements and headers in the first part, and in
                                another part */
  bool is_unit;    /* it stands beside other units, not among statements */
  bool is_outward; /* what its statements declare holds around it */
} rule;

/* A statement or header that declares what its NAME, or each of its NAMES,
 * says. */
typedef struct declaration {
  pattern says;
  uint8_t kind; /* rd_symbol_kind */
} declaration;

typedef struct description {
  strings names, suffixes;
  bool ignores_case;
  strings comments;      /* what begins one that ends with its line */
  strings comment_pairs; /* begin and end of others, in turn */
  strings strings;       /* quotes; doubled, one stands for itself */
  strings characters;    /* quotes of one character */
  strings marks;         /* of more than one character */
  bool has_dotted;       /* `.and.` is a mark */
  strings brackets;      /* a bracket and a mark that are one, in turn: (/ /) */
  strings continues;     /* at the end of a line that goes on */
  strings fixed;         /* suffixes of files whose columns have a meaning */
  strings ends;          /* `newline` and marks: a statement ends behind it */
  strings ends_behind, ends_before; /* words: so do some headers */
  pattern stays; /* a statement that does not end there, with its next word */
  strings binds; /* marks and words between operands, weakest first; those that
                    bind alike are separated by "" from the others */
  strings prefixes; /* those of them that may precede an operand too */
  strings members;  /* marks behind which a word is no name */
  strings assigns;  /* marks with two sides that a statement needs */
  strings joins;    /* marks between strings that are one */
  strings labels;   /* marks behind the name of the parameter in a call */
  strings results;  /* words before the name of a function's result */
  strings expression, condition, statement; /* the shortest ones */
  strings type;       /* the shortest one, before the NAMES of a declaration */
  pattern guard;      /* a statement behind what guards it, its NAMES */
  pattern lists;      /* a statement with a list, its NAMES */
  pattern bindings;   /* one that binds its NAMES to routines */
  pattern statements; /* in blocks that do not say what they hold; none: any */
  pattern insides;    /* of brackets; none: any */
  pattern enumerates; /* a statement whose first brackets name values */
  strings means;      /* a word in patterns and what it stands for, in turn */
  ARRAY(declaration) declarations;
  ARRAY(rule) rules;
  pattern headers; /* whatever opens, splits or closes a block */
} description;

/* Reads a description. RD_ERR_INVALID names the line at fault. Owner: the
 * caller, description_free, also after a failure. */
rd_status description_read(description *out, const char *path, rd_error *err);
/* Compiles its patterns, which match nothing before. */
rd_status description_compile(description *self, rd_error *err);
void description_free(description *self);

/* Does one of the alternatives match the whole statement? */
bool pattern_matches(const pattern *self, const char *statement);
/* The same; *begin_out and *end_out are the bytes of the first NAME, SIZE_MAX
 * if there is none. */
bool pattern_find(const pattern *self, const char *statement, size_t *begin_out,
                  size_t *end_out);

#endif
