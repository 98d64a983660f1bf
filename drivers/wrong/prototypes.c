/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Library functions keep their types.
 *
 * A call of mmap with four arguments, behind a declaration with four parameters, is
 * undefined, and nothing in the sieve sees it: compilers know the types of builtin
 * functions only, and sanitizers those of what they instrument. So GCC lists what
 * the original declares and does not define, and compiles each text behind that:
 * another declaration is an error.
 *
 * A text may have lost the names of types, so the list has only types that need
 * none, and tags of structures, which it declares. Old-style declarations say
 * nothing.
 */
#include "wrong/prototypes.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"
#include "base/map.h"
#include "tokens/lexer.h"

/* A text that is read token by token. */
typedef struct reading {
  const char *text;
  token *tokens;
  size_t count;
} reading;

static void open_reading(reading *out, const char *text)
{
  *out = (reading){ .text = text };
  out->count = lex(&out->tokens, text, strlen(text));
}

static bool is(const reading *in, size_t at, const char *string)
{
  return at < in->count && token_is(&in->tokens[at], in->text, string);
}

static bool is_name(const reading *in, size_t at)
{
  return at < in->count && in->tokens[at].kind == TOKEN_IDENTIFIER;
}

static uint64_t hash_of(const reading *in, size_t at)
{
  const token *tok = &in->tokens[at];
  return hash_bytes(in->text + tok->begin, tok->end - tok->begin);
}

/* The next `;`, or the end. */
static size_t find_end(const reading *in, size_t at)
{
  while (at < in->count && !is(in, at, ";"))
    at++;
  return at;
}

static bool is_type_word(const reading *in, size_t at)
{
  static const char *const words[] = { "void",       "char",     "short",
                                       "int",        "long",     "float",
                                       "double",     "signed",   "unsigned",
                                       "_Bool",      "const",    "volatile",
                                       "__restrict", "restrict", NULL };
  return at < in->count && token_is_any(&in->tokens[at], in->text, words);
}

/* ---- names of types ---- */

static bool is_record(const reading *in, size_t at)
{
  return is(in, at, "struct") || is(in, at, "union");
}

/* Does the token need no declaration but that of the tag? */
static bool is_spelled_alike(const reading *in, size_t at)
{
  return !is_name(in, at) || is_type_word(in, at) ||
         (is_record(in, at) && is_name(in, at + 1)) ||
         (at && is_record(in, at - 1));
}

/* What numbers and structures are called, without the names of other types. */
typedef struct types {
  map at; /* by hash of a name: its number */
  strings spelled;
} types;

static const char *find_type(const types *all, const reading *in, size_t at)
{
  uint32_t found =
      is_name(in, at) ? map_find(&all->at, hash_of(in, at)) : MAP_NONE;
  return found == MAP_NONE ? NULL : all->spelled.data[found];
}

/* Appends the token as it is, or what it is a name for; false: neither is known. */
static bool spell(textbuf *out, const types *all, const reading *in, size_t at)
{
  bool alike = is_spelled_alike(in, at); /* a tag may be a type's name, too */
  const char *type = alike ? NULL : find_type(all, in, at);
  if (!type && !alike)
    return false;
  text_puts(out, out->size ? " " : "");
  if (type)
    text_puts(out, type);
  else
    text_add(out, in->text + in->tokens[at].begin,
             in->tokens[at].end - in->tokens[at].begin);
  return true;
}

/* Adds `typedef unsigned long name;`. */
static void add_type(types *to, const reading *in, size_t begin, size_t end)
{
  textbuf spelled = { 0 };
  bool good = end > begin + 1 && is_name(in, end - 1);
  for (size_t i = begin; i + 1 < end && good; i++)
    good = is_name(in, i) && spell(&spelled, to, in, i);
  if (good) {
    map_put(&to->at, hash_of(in, end - 1), (uint32_t)to->spelled.size);
    strings_take(&to->spelled, text_take(&spelled, NULL));
  }
  text_free(&spelled);
}

static void find_types(types *out, const char *preprocessed)
{
  reading in;
  size_t depth = 0;
  *out = (types){ 0 };
  open_reading(&in, preprocessed);
  for (size_t i = 0; i < in.count; i++) {
    depth += is(&in, i, "{");
    depth -= depth && is(&in, i, "}");
    if (!depth && is(&in, i, "typedef"))
      add_type(out, &in, i + 1, find_end(&in, i));
  }
  free(in.tokens);
}

/* ---- prototypes ---- */

/* Does the comment before a function end with these marks, as in `a.c:1:NC`? */
static bool is_marked(const reading *in, size_t at, const char *marks)
{
  const token *tok = &in->tokens[at];
  char *end = mem_format(":%s */", marks);
  size_t size = strlen(end);
  bool marked = tok->kind == TOKEN_COMMENT && tok->end - tok->begin > size &&
                !memcmp(in->text + tok->end - size, end, size);
  free(end);
  return marked;
}

/* The name that the declaration gives a function, or its end. */
static size_t find_name(const reading *in, size_t begin, size_t end,
                        const types *all)
{
  size_t i = begin;
  while (i < end && !(is_name(in, i) && is(in, i + 1, "(") &&
                      !is_type_word(in, i) && !find_type(all, in, i)))
    i++;
  return i;
}

/* The functions with a definition. */
static void find_defined(map *out, const reading *in, const types *all)
{
  for (size_t i = 0; i < in->count; i++)
    if (is_marked(in, i, "NF") || is_marked(in, i, "OF")) {
      size_t end = find_end(in, i), name = find_name(in, i, end, all);
      if (name < end)
        map_put(out, hash_of(in, name), 1);
    }
}

/* Otherwise a tag among parameters would be one of its own. */
static void add_tags(textbuf *out, const char *prototype)
{
  reading in;
  open_reading(&in, prototype);
  for (size_t i = 0; i + 1 < in.count; i++)
    if (is_record(&in, i))
      text_printf(out, "%.*s;\n",
                  (int)(in.tokens[i + 1].end - in.tokens[i].begin),
                  prototype + in.tokens[i].begin);
  free(in.tokens);
}

static void add_prototype(textbuf *out, const reading *in, size_t begin,
                          const types *all, const map *defined)
{
  textbuf line = { 0 };
  size_t end = find_end(in, begin), name = find_name(in, begin, end, all);
  bool good = is(in, begin, "extern") && name < end &&
              map_find(defined, hash_of(in, name)) == MAP_NONE;
  for (size_t i = begin + 1; i < end && good; i++)
    if (i == name)
      text_printf(&line, " %.*s",
                  (int)(in->tokens[i].end - in->tokens[i].begin),
                  in->text + in->tokens[i].begin);
    else
      good = spell(&line, all, in, i);
  if (good) {
    add_tags(out, line.data);
    text_printf(out, "%s;\n", line.data);
  }
  text_free(&line);
}

char *prototypes_read(const char *listed, const char *preprocessed)
{
  textbuf out = { 0 };
  types all;
  map defined = { 0 };
  reading in;
  find_types(&all, preprocessed);
  open_reading(&in, listed);
  find_defined(&defined, &in, &all);
  text_puts(&out, "");
  for (size_t i = 0; i < in.count; i++)
    if (is_marked(&in, i, "NC"))
      add_prototype(&out, &in, i + 1, &all, &defined);
  free(in.tokens);
  map_free(&defined);
  map_free(&all.at);
  strings_free(&all.spelled);
  return text_take(&out, NULL);
}

/* ---- the step ---- */

static const char PARSES[] = "-w -fsyntax-only";

/* Adds the words of a GCC that builds no program. */
static void add_words(strings *out, const sieve_builds *with, const char *gcc,
                      const char *options)
{
  sieve_other(out, with, gcc, options);
  for (size_t i = 0; i < out->size; i++)
    if (!strcmp(out->data[i], PLAN_PROGRAM))
      string_replace(&out->data[i], mem_copy("-"));
}

/* Runs GCC on the original with these options, and one with a file if `option` is not
 * NULL; *out is what it prints, caller's, or NULL if that is an error. */
static rd_status ask(char **out, const sieve_builds *with, const char *gcc,
                     const char *asked, const char *option, const char *file,
                     const wrong_options *options, rd_error *err)
{
  strings words = { 0 };
  rd_run run = { 0 };
  add_words(&words, with, gcc, asked);
  if (option) {
    strings_add(&words, option);
    strings_add(&words, file);
  }
  rd_status status = runner_run(&run, options->run, strings_argv(&words),
                                &options->text, &options->limits, err);
  *out = NULL;
  if (!status && run.end == RD_END_EXIT && !run.status) {
    *out = run.output;
    run.output = NULL;
  }
  strings_free(&words);
  rd_run_dispose(&run);
  return status;
}

/* Has GCC list the functions in this file; *out is its text, caller's, or NULL. */
static rd_status list_functions(char **out, const sieve_builds *with,
                                const char *gcc, const char *file,
                                const wrong_options *options, rd_error *err)
{
  char *said;
  size_t size;
  rd_status status =
      ask(&said, with, gcc, PARSES, "-aux-info", file, options, err);
  *out = NULL;
  if (!status && said && file_read(out, &size, file, NULL))
    *out = NULL; /* what is called GCC lists nothing */
  free(said);
  return status;
}

/* Writes the prototypes into this file; *out: there are some. */
static rd_status write_file(bool *out, const sieve_builds *with,
                            const char *gcc, const char *file,
                            const wrong_options *options, rd_error *err)
{
  char *listed = NULL, *text = NULL, *found = NULL;
  rd_status status = list_functions(&listed, with, gcc, file, options, err);
  if (!status && listed)
    status = ask(&text, with, gcc, "-w -E -P", NULL, NULL, options, err);
  if (!status && text)
    found = prototypes_read(listed, text);
  *out = found && *found;
  if (*out)
    status = file_replace(file, found, strlen(found), err);
  free(found);
  free(text);
  free(listed);
  return status;
}

/* Adds the step before those of the sieve. Where the file is not there, as in
 * reports, a step that only parses stands for it. */
static void add_step(plan *to, const sieve_builds *with, const char *gcc,
                     const char *file)
{
  char *name =
      mem_format("%s with the declarations of %s", gcc, with->command->name);
  plan_step step = *plan_add(to, ROLE_SILENT, name);
  size_t at = to->size - 1;
  add_words(&step.build, with, gcc, PARSES);
  strings_add_all(&step.jobs, &step.build);
  strings_add(&step.jobs, "-include");
  strings_add(&step.jobs, file);
  strings_add(&step.jobs, PLAN_END);
  step.host = mem_copy(file);
  for (; at > 0 && to->steps[at - 1].role > ROLE_SILENT; at--)
    to->steps[at] = to->steps[at - 1];
  to->steps[at] = step;
  free(name);
}

rd_status prototypes_hold(wrong_case *of, const wrong_options *options,
                          rd_error *err)
{
  const sieve_builds with = { options->command, options->compiler,
                              &of->installed };
  const char *gcc = sieve_newest(&with, FAMILY_GCC);
  bool found;
  if (!gcc || options->of != LANGUAGE_C)
    return RD_OK;
  char *file = mem_format("%s/prototypes.h", options->run->kept), *said = NULL;
  rd_status status = write_file(&found, &with, gcc, file, options, err);
  if (!status && found)
    status = ask(&said, &with, gcc, PARSES, "-include", file, options, err);
  if (!status && said)
    add_step(&of->plan, &with, gcc, file);
  else if (!status && found)
    strings_take(&of->notes, mem_format("%s does not build it behind its own "
                                        "declarations",
                                        gcc));
  free(said);
  free(file);
  return status;
}
