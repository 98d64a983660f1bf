/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The front end for languages of statements and blocks, from descriptions.
 *
 * A description NAME.blocks lies beside this module or in a folder of grammars
 * of the user: one of $CLANG_HDD_GRAMMARS, or the default one. Names and suffixes
 * of all descriptions are the languages of this front end; a user's comes before
 * one of ours of the same name.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "faults.h"
#include "grammar/folders.h"
#include "names.h"
#include "reduce/frontend.h"
#include "shape.h"
#include "tokens/brackets.h"

static const char suffix[] = ".blocks";

struct state {
  description language;
  bool is_fixed;
};

/* ---- which languages there are ---- */

/* Adds the paths of all descriptions. */
static void find_files(strings *out)
{
  Dl_info own;
  strings folders = { 0 };
  grammar_folders(&folders);
  if (dladdr(suffix, &own))
    (void)strings_take(&folders, path_directory(own.dli_fname));
  for (size_t i = 0; i < folders.size; i++) {
    strings names = { 0 };
    (void)folder_list(&names, folders.data[i]);
    for (size_t j = 0; j < names.size; j++)
      if (ends_with(names.data[j], suffix))
        (void)strings_take(out,
                           mem_format("%s/%s", folders.data[i], names.data[j]));
    strings_free(&names);
  }
  strings_free(&folders);
}

/* Does the description name the language or, without one, the file? */
static bool reads(const description *self, const char *language,
                  const char *file_name)
{
  if (language)
    return strings_has(&self->names, language);
  for (size_t i = 0; file_name && i < self->suffixes.size; i++)
    if (ends_with(file_name, self->suffixes.data[i]))
      return true;
  return false;
}

/* Reads the description of the language. A file that cannot be read matters only
 * if there is no other. */
static rd_status find_description(description *out,
                                  const rd_frontend_options *options,
                                  rd_error *err)
{
  strings files = { 0 };
  bool found = false;
  rd_error first = { .status = RD_OK };
  const char *name = options->file_name;
  find_files(&files);
  for (size_t i = 0; i < files.size && !found; i++) {
    rd_error why = { .status = RD_OK };
    rd_status status = description_read(out, files.data[i], &why);
    found = !status && reads(out, options->language, name);
    if (!found)
      description_free(out);
    if (status && !first.status)
      first = why;
  }
  strings_free(&files);
  if (found)
    return description_compile(out, err);
  if (first.status)
    return rd_fail(err, first.status, "%s", first.message);
  return rd_fail(err, RD_ERR_NOTFOUND, "no description of the language%s%s",
                 name ? " of " : "", name ? name : "");
}

/* What the compiler was told about columns says more than the suffix. */
static void read_form(bool *is_fixed, const char *const *args)
{
  static const char *const fixed[] = { "-ffixed-form", "-Mfixed", "-fixed" };
  static const char *const free_form[] = { "-ffree-form", "-Mfree", "-free" };
  for (; args && *args; args++)
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
      if (!strcmp(*args, fixed[i]))
        *is_fixed = true;
      else if (!strcmp(*args, free_form[i]))
        *is_fixed = false;
}

static rd_status open_blocks(void **state_out,
                             const rd_frontend_options *options, rd_error *err)
{
  struct state *state = mem_alloc(1, sizeof *state);
  description *language = &state->language;
  const char *name = options->file_name;
  rd_status status = find_description(language, options, err);
  if (status) {
    description_free(language);
    free(state);
    return status;
  }
  for (size_t i = 0; name && i < language->fixed.size; i++)
    state->is_fixed |= ends_with(name, language->fixed.data[i]);
  if (language->fixed.size)
    read_form(&state->is_fixed, options->args);
  *state_out = state;
  return RD_OK;
}

static void close_blocks(void *state)
{
  struct state *self = state;
  description_free(&self->language);
  free(self);
}

/* A text that has been read. */
struct reading {
  source source;
  token *tokens;
  statement_list statements;
};

static void read_text(struct reading *out, const struct state *of,
                      const char *text, size_t size)
{
  source *self = &out->source;
  *out =
      (struct reading){ .source = { .language = &of->language, .text = text } };
  self->count =
      (uint32_t)scan(&out->tokens, self->language, text, size, of->is_fixed);
  self->tokens = out->tokens;
  self->partners = brackets_match(self->tokens, self->count, text);
  statements_find(&out->statements, self);
}

static void dispose(struct reading *self)
{
  ARRAY_FREE(&self->statements);
  free(self->source.partners);
  free(self->tokens);
}

static rd_status parse_blocks(void *state, rd_builder *builder, rd_error *err)
{
  (void)err;
  size_t size;
  const char *text = rd_builder_text(builder, &size);
  struct reading found;
  shape made;
  read_text(&found, state, text, size);
  shape_add(&made, builder, &found.source, &found.statements);
  names_add(builder, &found.source, &found.statements, &made);
  shape_dispose(&made);
  dispose(&found);
  return RD_OK;
}

static rd_status check_blocks(rd_diagnostics *out, void *state,
                              const char *text, size_t size, uint32_t relax,
                              rd_error *err)
{
  (void)relax, (void)err;
  struct reading found;
  read_text(&found, state, text, size);
  *out = (rd_diagnostics){ .errors =
                               faults_count(&found.source, &found.statements) };
  dispose(&found);
  return RD_OK;
}

/* The languages that are described, found once in each process. */
static const rd_language *described(void)
{
  static rd_language *found;
  strings files = { 0 };
  size_t count = 0;
  if (found)
    return found;
  find_files(&files);
  for (size_t i = 0; i < files.size; i++) {
    description read;
    rd_status status = description_read(&read, files.data[i], NULL);
    found = mem_resize(found, count + read.names.size + 1, sizeof *found);
    const char *const *suffixes = (const char *const *)read.suffixes.data;
    for (size_t j = 0; !status && j < read.names.size; j++)
      found[count++] = (rd_language){ mem_copy(read.names.data[j]), suffixes };
    found[count] = (rd_language){ 0 };
    if (!status && read.names.size)
      read.suffixes = (strings){ 0 };
    description_free(&read);
  }
  strings_free(&files);
  return found;
}

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  static rd_frontend frontend = {
    .abi = RD_FRONTEND_ABI,
    .name = "blocks",
    .description = "statements and blocks of described languages",
    .checker = "descriptions",
    .open = open_blocks,
    .parse = parse_blocks,
    .check = check_blocks,
    .close = close_blocks,
  };
  frontend.languages = described();
  return &frontend;
}
