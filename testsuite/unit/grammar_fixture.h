/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Grammars for tests, as grammar.json has them. Quotes are single ones, and
 * members are joined by "," between two literals:
 *
 *   RULE("list", SEQ(STR("[") "," REPEAT(SYM("x")) "," STR("]")))
 */
#ifndef GRAMMAR_FIXTURE_H
#define GRAMMAR_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "grammar/phrases.h"
#include "reduce/process.h"

#define RULE(name, body) "'" name "':" body
#define STR(text) "{'type':'STRING','value':'" text "'}"
#define PAT(text) "{'type':'PATTERN','value':'" text "'}"
#define TOKEN(content) "{'type':'TOKEN','content':" content "}"
#define SYM(name) "{'type':'SYMBOL','name':'" name "'}"
#define BLANK "{'type':'BLANK'}"
#define SEQ(members) "{'type':'SEQ','members':[" members "]}"
#define CHOICE(members) "{'type':'CHOICE','members':[" members "]}"
#define OPTIONAL(content) CHOICE(content "," BLANK)
#define REPEAT(content) "{'type':'REPEAT','content':" content "}"
#define REPEAT1(content) "{'type':'REPEAT1','content':" content "}"
#define ALIAS(name, content)                                                   \
  "{'type':'ALIAS','named':true,'value':'" name "','content':" content "}"
#define UNNAMED(text, content)                                                 \
  "{'type':'ALIAS','named':false,'value':'" text "','content':" content "}"
#define PREC(content) "{'type':'PREC','value':1,'content':" content "}"
#define FIELD(content) "{'type':'FIELD','name':'f','content':" content "}"
#define WORD RULE("x", PAT("[a-z]+"))

static inline char *grammar_quoted(const char *text)
{
  char *json = mem_copy(text);
  for (char *c = json; *c; c++)
    *c = *c == '\'' ? '"' : *c;
  return json;
}

/* Rules, and what follows them in the file: ",'externals':[...]". Owner:
 * caller, rules_free. */
static inline rules grammar_of(const char *bodies, const char *more)
{
  rules out;
  char *folder;
  rd_error err = { .status = RD_OK };
  char *text = mem_format("{'name':'toy','rules':{%s}%s}", bodies, more);
  char *json = grammar_quoted(text);
  ck_assert(!rd_scratch_new(&folder, NULL));
  ck_assert(
      !file_write_below(folder, "grammar.json", json, strlen(json), NULL));
  char *file = mem_format("%s/grammar.json", folder);
  rd_status status = rules_read(&out, file, &err);
  ck_assert_msg(!status, "%s", err.message);
  rd_scratch_remove(folder);
  free(file);
  free(folder);
  free(json);
  free(text);
  return out;
}

/* Kinds of nodes from their names, one space apart; those of one character that
 * is no letter are tokens without a name. */
static inline uint32_t grammar_kinds(uint32_t *out, rules *grammar,
                                     const char *names)
{
  uint32_t count = 0;
  while (*names) {
    size_t size = strcspn(names, " ");
    char *name = mem_copy_bytes(names, size);
    out[count++] =
        rules_kind(grammar, name, size > 1 || strspn(name, "abcdefxyz"));
    free(name);
    names += size + (names[size] == ' ');
  }
  return count;
}

/* A core that can parse nothing: no phrase is found to be wrong. */
static inline TSParser *grammar_no_parser(void)
{
  return NULL;
}

static inline void grammar_no_delete(TSParser *parser)
{
  (void)parser;
}

static inline bool grammar_no_language(TSParser *parser, const TSLanguage *of)
{
  (void)parser, (void)of;
  return true;
}

static inline TSTree *grammar_no_tree(TSParser *parser, const TSTree *old,
                                      const char *text, uint32_t size)
{
  (void)parser, (void)old, (void)text, (void)size;
  return NULL;
}

static const core grammar_no_core = { .parser_new = grammar_no_parser,
                                      .parser_delete = grammar_no_delete,
                                      .parser_set_language =
                                          grammar_no_language,
                                      .parser_parse_string = grammar_no_tree };

#endif
