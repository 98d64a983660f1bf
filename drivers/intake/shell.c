/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Takes apart a line written for a shell.
 *
 * A test runs only the compiler, many times, so everything else in the line is
 * dropped: redirections, pipes into a pager, a `mkdir -p` before it. `cd`,
 * `export` and assignments are kept, because they affect the compiler. Anything
 * that needs a shell, such as the value of a variable or the output of a
 * command, is refused rather than guessed.
 */
#include "intake/forms.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/launchers.h"

/* The state of reading a line. */
typedef struct reading {
  const char *at;
  const char *problem; /* NULL: none so far */
} reading;

static bool is_blank(char byte)
{
  return byte == ' ' || byte == '\t' || byte == '\r';
}

static bool ends_command(char byte)
{
  return byte && strchr("\n;&|()", byte);
}

/* Is it a `$` or backquote that expands something? */
static bool expands(const char *at)
{
  if (*at == '`')
    return true;
  return *at == '$' && at[1] && !is_blank(at[1]) && at[1] != '"' &&
         at[1] != '\'' && (at[1] == '(' || !ends_command(at[1]));
}

static void add_double_quoted(reading *in, textbuf *word)
{
  for (in->at++; *in->at && *in->at != '"'; in->at++) {
    if (expands(in->at))
      in->problem = "it expands variables or commands";
    bool escapes =
        *in->at == '\\' && in->at[1] && strchr("\\\"$`\n", in->at[1]);
    in->at += escapes;
    if (!escapes || *in->at != '\n') /* a continued line */
      text_add(word, in->at, 1);
  }
}

static void add_single_quoted(reading *in, textbuf *word)
{
  for (in->at++; *in->at && *in->at != '\''; in->at++)
    text_add(word, in->at, 1);
}

/* Reads a word; in->at is after it then. */
static char *read_word(reading *in)
{
  textbuf word = { 0 };
  text_puts(&word, "");
  while (*in->at && !is_blank(*in->at) && !ends_command(*in->at) &&
         *in->at != '<' && *in->at != '>') {
    char byte = *in->at;
    if (byte == '"')
      add_double_quoted(in, &word);
    else if (byte == '\'')
      add_single_quoted(in, &word);
    if ((byte == '"' || byte == '\'') && !*in->at) {
      in->problem = "a quote is not closed";
      break;
    }
    if (byte != '"' && byte != '\'') {
      if (expands(in->at))
        in->problem = "it expands variables or commands";
      if (byte == '\\' && in->at[1])
        in->at++;
      if (byte != '\\' || *in->at != '\n')
        text_add(&word, in->at, 1);
    }
    in->at++;
  }
  return word.data;
}

static void skip_blanks(reading *in)
{
  while (is_blank(*in->at) || (in->at[0] == '\\' && in->at[1] == '\n'))
    in->at += *in->at == '\\' ? 2 : 1;
}

/* Skips `>file`, `2>&1` and the like; false if the text is not a
 * redirection. */
static bool skip_redirection(reading *in)
{
  const char *at = in->at + strspn(in->at, "0123456789");
  if (*at != '<' && *at != '>')
    return false;
  in->at = at + strspn(at, "<>&|");
  skip_blanks(in);
  free(read_word(in));
  return true;
}

/* Adds the words of the simple command at in->at, which moves to its end. */
static void read_simple(reading *in, strings *out)
{
  while (!in->problem) {
    skip_blanks(in);
    if (!*in->at || ends_command(*in->at))
      return;
    if (*in->at == '#') {
      in->at += strcspn(in->at, "\n");
      return;
    }
    if (!skip_redirection(in))
      strings_take(out, read_word(in));
  }
}

/* ---- commands ---- */

/* The result so far. */
typedef struct pasted {
  const char *cwd;
  char *directory; /* NULL: unchanged */
  strings exported;
  strings command; /* the best one so far */
  char *command_directory;
  bool has_source; /* the command compiles a file */
} pasted;

static void change_directory(pasted *self, const char *path)
{
  char *from =
      path_absolute(self->directory ? self->directory : self->cwd, path);
  free(self->directory);
  self->directory = from;
}

static bool has_sources(const pasted *self, const strings *words)
{
  strings plain = { 0 }, sources = { 0 };
  for (size_t i = 0; i < words->size; i++)
    strings_add(&plain, words->data[i]);
  launchers_strip(&plain, NULL);
  sources_find(&sources, NULL, &plain,
               self->directory ? self->directory : self->cwd);
  bool found = sources.size > 0;
  strings_free(&sources);
  strings_free(&plain);
  return found;
}

/* Keeps the command if it is better than the one so far: the first that
 * compiles a file, else the last. */
static void consider(pasted *self, strings *words)
{
  bool has_source = has_sources(self, words);
  if (self->has_source || (self->command.size && !words->size))
    return;
  self->has_source = has_source;
  strings_free(&self->command);
  self->command = *words;
  *words = (strings){ 0 };
  free(self->command_directory);
  self->command_directory = self->directory ? mem_copy(self->directory) : NULL;
}

static bool is_prompt(const char *word)
{
  return !strcmp(word, "$") || !strcmp(word, "+") || !strcmp(word, "%");
}

static void take_simple(pasted *self, strings *words)
{
  size_t first = words->size > 1 && is_prompt(words->data[0]);
  strings rest = { 0 };
  for (size_t i = first; i < words->size; i++)
    strings_add(&rest, words->data[i]);
  if (rest.size > 1 && !strcmp(rest.data[0], "cd")) {
    change_directory(self, rest.data[rest.size - 1]);
  } else if (rest.size && !strcmp(rest.data[0], "export")) {
    for (size_t i = 1; i < rest.size; i++)
      if (is_assignment(rest.data[i]))
        strings_add(&self->exported, rest.data[i]);
  } else if (rest.size && strcmp(rest.data[0], ":") != 0) {
    consider(self, &rest);
  }
  strings_free(&rest);
}

rd_status shell_read(strings *out, char **directory_out, const char *line,
                     const char *cwd, rd_error *err)
{
  reading in = { .at = line };
  pasted found = { .cwd = cwd };
  while (*in.at && !in.problem) {
    strings words = { 0 };
    read_simple(&in, &words);
    if (!in.problem)
      take_simple(&found, &words);
    strings_free(&words);
    in.at += strspn(in.at, "\n;&|()");
  }
  rd_status status = RD_OK;
  if (in.problem)
    status = rd_fail(
        err, strstr(in.problem, "quote") ? RD_ERR_INVALID : RD_ERR_UNSUPPORTED,
        "the command is not a plain compiler command: %s; give the "
        "compiler and its arguments as they are run",
        in.problem);
  else if (!found.command.size)
    status = rd_fail(err, RD_ERR_INVALID, "the command names no compiler");
  for (size_t i = 0; !status && i < found.exported.size; i++)
    strings_add(out, found.exported.data[i]);
  for (size_t i = 0; !status && i < found.command.size; i++)
    strings_add(out, found.command.data[i]);
  if (!status && found.command_directory) {
    free(*directory_out);
    *directory_out = found.command_directory;
    found.command_directory = NULL;
  }
  free(found.command_directory);
  free(found.directory);
  strings_free(&found.exported);
  strings_free(&found.command);
  return status;
}
