/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Splits and quotes the words of a command line.
 *
 * No shell is ever started, so `--cc 'gcc-12 -O2'` and @files are split here,
 * by the rules that shells and compilers share: blanks separate words, single
 * quotes keep everything, and in double quotes and outside quotes a backslash
 * keeps the next byte; in the @files of gcc and clang it does so in single quotes
 * too. Variables, globs and operators mean nothing.
 *
 * The user's command and the process that its driver starts are both jobs, so
 * code that runs one need not distinguish them. A job has an environment,
 * because a compiler proper relies on what its driver passes there.
 */
#include "compiler/words.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/arguments.h"

/* Reads one word that starts at *line; false if a quote is not closed. */
static bool read_word(textbuf *word, const char **line, bool in_file)
{
  char quote = 0;
  for (const char *at = *line;; at++) {
    if (!*at) {
      *line = at;
      return !quote;
    }
    if (!quote && strchr(" \t\r\n\f\v", *at)) {
      *line = at;
      return true;
    }
    if (*at == quote) {
      quote = 0;
    } else if (!quote && (*at == '\'' || *at == '"')) {
      quote = *at;
    } else {
      if (*at == '\\' && (in_file || quote != '\'') && at[1])
        at++;
      text_add(word, at, 1);
    }
  }
}

static bool split(strings *out, const char *line, bool in_file)
{
  strings words = { 0 };
  bool closed = true;
  for (;;) {
    line += strspn(line, " \t\r\n\f\v");
    if (!*line || !closed)
      break;
    textbuf word = { 0 };
    text_puts(&word, "");
    closed = read_word(&word, &line, in_file);
    strings_take(&words, word.data);
  }
  if (closed)
    strings_add_all(out, &words);
  strings_free(&words);
  return closed;
}

bool words_split(strings *out, const char *line)
{
  return split(out, line, false);
}

bool words_split_file(strings *out, const char *text)
{
  return split(out, text, true);
}

const char *words_find_shell(const char *line, bool reads_input)
{
  char quote = 0;
  for (const char *at = line; *at; at++) {
    bool begins = at == line || at[-1] == ' ' || at[-1] == '\t';
    if (quote ? *at == quote : *at == '\'' || *at == '"')
      quote = quote ? 0 : *at;
    else if (*at == '\\' && at[1] && quote != '\'')
      at++;
    else if (quote != '\'' && strchr("$`", *at))
      return at;
    else if (!quote && (strchr("|>&;()", *at) ||
                        (*at == '<' && !(begins && reads_input))))
      return at;
  }
  return NULL;
}

void words_quote(textbuf *out, const char *word)
{
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-+=./:,@%";
  if (*word && !word[strspn(word, plain)]) {
    text_puts(out, word);
    return;
  }
  text_puts(out, "'");
  for (; *word; word++) {
    if (*word == '\'')
      text_puts(out, "'\\''");
    else
      text_add(out, word, 1);
  }
  text_puts(out, "'");
}

void words_add_without(strings *out, const strings *from, const strings *less)
{
  strings left = { 0 };
  strings_add_all(&left, less);
  for (size_t i = 0; i < from->size; i++) {
    size_t at = 0;
    while (at < left.size && strcmp(left.data[at], from->data[i]) != 0)
      at++;
    if (at < left.size)
      strings_remove(&left, at, 1);
    else
      strings_add(out, from->data[i]);
  }
  strings_free(&left);
}

char *words_join(const char *const *words)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; words[i]; i++) {
    if (i)
      text_puts(&out, " ");
    words_quote(&out, words[i]);
  }
  return out.data;
}

/* The options of preprocessors, assemblers and linkers that name a file to write,
 * besides those that the compiler has as well. */
static const char *const writers[] = {
  "-MD", "-MMD", "--MD", "-Map", "--Map", "--dependency-file", "--out-implib",
};

/* Where the file that an option of a part writes begins in the word; at the end:
 * it is the next word; NULL: there is none. */
static const char *find_output(const char *word)
{
  if (starts_with(word, "-a")) { /* a listing: -alh=FILE */
    const char *end = word + 2 + strspn(word + 2, "cdghilmns");
    if (*end == '=')
      return end + 1;
  }
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    size_t name = strlen(writers[i]);
    if (starts_with(word, writers[i]) && (!word[name] || word[name] == '='))
      return word + name + (word[name] == '=');
  }
  const char *file = argument_output(word);
  /* A file in no folder is in that of the test. */
  return file && *file && !strchr(file, '/') ? NULL : file;
}

char *words_redirect(bool *follows, const char *list, const char *file)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *at = list; *at;) {
    size_t size = strcspn(at, ",");
    char *word = mem_copy_bytes(at, size);
    const char *output = *follows ? word : find_output(word);
    *follows = !*follows && output && !*output;
    text_add(&out, word, output ? (size_t)(output - word) : size);
    text_puts(&out, output && !*follows ? file : "");
    free(word);
    at += size;
    if (*at)
      text_add(&out, at++, 1);
  }
  return text_take(&out, NULL);
}

size_t environment_find(const strings *list, const char *pair)
{
  size_t name = strcspn(pair, "="), at = 0;
  while (at < list->size && (strcspn(list->data[at], "=") != name ||
                             strncmp(list->data[at], pair, name) != 0))
    at++;
  return at;
}

/* ---- jobs ---- */

void job_dispose(job *self)
{
  strings_free(&self->words);
  strings_free(&self->environment);
  *self = (job){ 0 };
}

void environment_words(strings *out, const strings *environment)
{
  if (environment->size)
    strings_add(out, "env");
  for (size_t i = 0; i < environment->size; i++)
    if (!strchr(environment->data[i], '=')) {
      strings_add(out, "-u");
      strings_add(out, environment->data[i]);
    }
  for (size_t i = 0; i < environment->size; i++)
    if (strchr(environment->data[i], '='))
      strings_add(out, environment->data[i]);
}

char *job_line(const job *self)
{
  strings all = { 0 };
  environment_words(&all, &self->environment);
  strings_add_all(&all, &self->words);
  char *line = words_join(strings_argv(&all));
  strings_free(&all);
  return line;
}
