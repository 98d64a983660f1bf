/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads a command and finds its sources.
 *
 * The words after "--" may come from a terminal, a build log or a Makefile.
 * This file extracts the compiler and its arguments; compiler/invocation.c
 * interprets them. A command that compiles several files would do so in each
 * test, so it becomes one command per file.
 *
 * A line written for a shell is taken apart. A test runs only the compiler, many
 * times, so everything else in the line is dropped: redirections, pipes into a
 * pager, a `mkdir -p` before it. `cd`, `export` and assignments are kept, because
 * they affect the compiler. Anything that needs a shell, such as the value of a
 * variable or the output of a command, is refused rather than guessed.
 */
#include "intake/forms.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/invocation.h"
#include "compiler/languages.h"
#include "compiler/launchers.h"
#include "compiler/programs.h"

/* ---- sources ---- */

void intake_sources(strings *out, const char **missing_out,
                    const strings *command, const char *cwd)
{
  const char *missing = NULL;
  for (size_t i = 1; i < command->size; i++) {
    const char *word = command->data[i];
    if (word[0] == '-') {
      i += invocation_takes_value(word);
      continue;
    }
    if (!language_is_source(word) && !language_said(command, i))
      continue;
    char *path = path_absolute(cwd, word);
    if (!path_exists(path))
      missing = missing ? missing : word;
    else if (!strings_has(out, word))
      strings_add(out, word);
    free(path);
  }
  if (missing_out)
    *missing_out = missing;
}

/* ---- the words of a shell line ---- */

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

/* ---- the commands of a shell line ---- */

/* The result so far. */
typedef struct pasted {
  const char *cwd;
  char *directory; /* NULL: unchanged */
  strings exported;
  strings command; /* the best one so far */
  char *command_directory;
  int rank;      /* of the command, by rank_of */
  bool is_piped; /* the next command reads what the one before it prints */
} pasted;

static void change_directory(pasted *self, const char *path)
{
  string_replace(
      &self->directory,
      path_absolute(self->directory ? self->directory : self->cwd, path));
}

enum { OTHER, COMPILER, COMPILES };

/* Does the command compile a file, or is it a compiler that could? */
static int rank_of(const pasted *self, const strings *words)
{
  strings plain = { 0 }, sources = { 0 };
  strings_add_all(&plain, words);
  launchers_strip(&plain, NULL);
  intake_sources(&sources, NULL, &plain,
                 self->directory ? self->directory : self->cwd);
  const char *program = plain.data[0];
  bool known = compiler_name_drives(program) ||
               compiler_classify(program, "") != FAMILY_OTHER;
  int rank = sources.size ? COMPILES : known ? COMPILER : OTHER;
  strings_free(&sources);
  strings_free(&plain);
  return rank;
}

/* Keeps the command if it is better than the one so far: the first that
 * compiles a file, else the last compiler, else the last that is no filter. */
static void consider(pasted *self, strings *words)
{
  int rank = rank_of(self, words);
  bool better = rank > self->rank || !self->command.size;
  if (!better && (rank < self->rank || rank == COMPILES || self->is_piped))
    return;
  self->rank = rank;
  strings_free(&self->command);
  self->command = *words;
  *words = (strings){ 0 };
  string_replace(&self->command_directory,
                 self->directory ? mem_copy(self->directory) : NULL);
}

/* What keeps the command from being read, or NULL. A limit of core files is no
 * matter. */
static const char *find_problem(const strings *words)
{
  bool sets = words->size > 1 && !strcmp(words->data[0], "ulimit") &&
              strcmp(words->data[1], "-c") != 0;
  return sets ? "it sets a limit (prlimit before the compiler does the same)"
              : NULL;
}

/* What may be before a command: a prompt, a word of the shell. */
static bool is_before(const char *word)
{
  static const char *const words[] = { "$",    "+",    "%",  "if",    "then",
                                       "elif", "else", "do", "while", "until",
                                       "!",    "{",    NULL };
  const char *const *at = words;
  while (*at && strcmp(*at, word) != 0)
    at++;
  return *at != NULL;
}

/* Returns what keeps the line from being read, or NULL. */
static const char *take_simple(pasted *self, strings *words)
{
  size_t first = 0;
  strings rest = { 0 };
  while (first + 1 < words->size && is_before(words->data[first]))
    first++;
  for (size_t i = first; i < words->size; i++)
    strings_add(&rest, words->data[i]);
  const char *problem = find_problem(&rest);
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
  return problem;
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
      in.problem = take_simple(&found, &words);
    strings_free(&words);
    found.is_piped = in.at[0] == '|' && in.at[1] != '|';
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
  if (!status) {
    strings_add_all(out, &found.exported);
    strings_add_all(out, &found.command);
  }
  if (!status && found.command_directory)
    string_replace(directory_out, mem_copy(found.command_directory));
  free(found.command_directory);
  free(found.directory);
  strings_free(&found.exported);
  strings_free(&found.command);
  return status;
}

/* ---- any command ---- */

/* The shell line in the words, or NULL: lent. */
static const char *shell_line(const strings *words)
{
  static const char *const shells[] = { "sh", "bash", "dash", "zsh", "ksh" };
  if (words->size == 1 && strpbrk(words->data[0], " \t\n")) {
    char *program = path_program(words->data[0]);
    free(program);
    return program ? NULL : words->data[0];
  }
  bool is_shell = false;
  for (size_t i = 0; words->size && i < sizeof shells / sizeof *shells; i++)
    is_shell |= !strcmp(base_name(words->data[0]), shells[i]);
  if (!is_shell || words->size != 3 || words->data[1][0] != '-' ||
      !ends_with(words->data[1], "c"))
    return NULL;
  return words->data[2];
}

/* Is it what a shell reads as an operator or a redirection, such as "|" or
 * "2>&1"? */
static bool is_operator(const char *word)
{
  const char *at = word + strspn(word, "0123456789");
  at += at == word && at[0] == '&' && at[1] == '>';
  return *at == '<' || *at == '>' || (*word && !word[strspn(word, ";&|")]);
}

/* The operators among the words are refused: a compiler takes them for files. An
 * option that is not known may have one as its value, as in yosys -p ';'; GCC's
 * and those of compilers like it are known. */
static rd_status refuse_operators(const strings *words, rd_error *err)
{
  compiler_family family =
      words->size ? compiler_classify(words->data[0], "") : FAMILY_OTHER;
  bool knows_all = compiler_family_drives(family);
  for (size_t i = 0; i < words->size; i++) {
    if (knows_all ? invocation_takes_value(words->data[i])
                  : invocation_may_take_value(words->data[i]))
      i++;
    else if (is_operator(words->data[i]))
      return rd_fail(err, RD_ERR_UNSUPPORTED,
                     "%s is for a shell, which does not run the command; leave "
                     "it out, or give the line as one word: 'COMPILER ...'",
                     words->data[i]);
  }
  return RD_OK;
}

static void take_launched(compilation *out, launched *from, const char *cwd)
{
  strings_add_all(&out->environment, &from->environment);
  if (from->directory)
    string_replace(
        &out->directory,
        path_absolute(out->directory ? out->directory : cwd, from->directory));
  launched_dispose(from);
}

static rd_status check_directory(const compilation *self, rd_error *err)
{
  if (!self->directory || path_exists(self->directory))
    return RD_OK;
  return rd_fail(err, RD_ERR_INVALID,
                 "the folder of the command, %s, does not exist",
                 self->directory);
}

rd_status typed_read(compilation *out, const strings *words, const char *cwd,
                     rd_error *err)
{
  strings plain = { 0 };
  launched from = { 0 };
  rd_status status = RD_OK;
  const char *line = shell_line(words);
  if (line)
    status = shell_read(&plain, &out->directory, line, cwd, err);
  else
    strings_add_all(&plain, words);
  launchers_strip(&plain, &from);
  take_launched(out, &from, cwd);
  if (!status)
    status = refuse_operators(&plain, err);
  if (!status)
    status = check_directory(out, err);
  if (!status)
    status = invocation_expand(&out->command, strings_argv(&plain),
                               out->directory ? out->directory : cwd, err);
  if (!status)
    compilation_find_program(out, &out->environment);
  if (!status && (!out->command.size || !*out->command.data[0]))
    status = rd_fail(err, RD_ERR_INVALID, "the command names no compiler");
  strings_free(&plain);
  return status;
}

/* ---- finding ---- */

/* Adds the compilation of one source. */
static void add_source(intake *out, const compilation *from,
                       const strings *sources, const char *word,
                       const char *file)
{
  compilation *to = intake_add(out);
  to->file = mem_copy(file);
  to->directory = from->directory ? mem_copy(from->directory) : NULL;
  strings_add_all(&to->environment, &from->environment);
  for (size_t i = 0; i < from->command.size; i++) {
    const char *at = from->command.data[i];
    if (i == 0 || !strings_has(sources, at) || !strcmp(at, word))
      strings_add(&to->command, at);
  }
}

/* Does the word of a command that runs in the folder name the file? */
static bool names_file(const char *word, const char *file,
                       const char *directory, const char *cwd)
{
  char *wanted = path_absolute(cwd, file);
  char *path = path_absolute(directory, word);
  bool same = !strcmp(word, file) || path_same(path, wanted);
  free(path);
  free(wanted);
  return same;
}

/* The word of the command that names the file, or NULL: lent. */
static const char *find_word(const strings *sources, const char *file,
                             const char *directory, const char *cwd)
{
  const char *found = NULL;
  for (size_t i = 0; i < sources->size && !found; i++)
    if (names_file(sources->data[i], file, directory, cwd))
      found = sources->data[i];
  return found;
}

/* Adds the compilation of the named file. The command's other sources are
 * removed only if it is one of them. */
static void add_named(intake *out, const compilation *from,
                      const strings *sources, const char *file, const char *cwd)
{
  const strings none = { 0 };
  const char *directory = from->directory ? from->directory : cwd;
  const char *word = find_word(sources, file, directory, cwd);
  add_source(out, from, word ? sources : &none, word ? word : "", file);
}

/* The first file that the command names, else the first source, else the first:
 * lent. The other files stay in the command, so they are no sources to choose
 * from. */
static const char *take_first(strings *sources, const intake_request *request,
                              const char *directory)
{
  const strings *files = request->files;
  const char *first = NULL;
  for (size_t i = 0; files && i < files->size; i++) {
    const char *file = files->data[i];
    const char *word = find_word(sources, file, directory, request->cwd);
    for (size_t j = 0; word && first && j < sources->size; j++)
      if (sources->data[j] == word)
        strings_remove(sources, j, 1);
    first = first ? first : word ? file : NULL;
  }
  for (size_t i = 0; files && !first && i < files->size; i++)
    if (language_is_source(files->data[i]))
      first = files->data[i];
  return first ? first : request->file;
}

/* Another source would stay what it is for some builds and be left out of others. */
static rd_status check_alone(const strings *sources, const char *directory,
                             const intake_request *request, rd_error *err)
{
  const char *file =
      request->file || !sources->size ? request->file : sources->data[0];
  rd_status status = RD_OK;
  for (size_t i = 0; i < sources->size && request->links && !status; i++)
    if (!names_file(sources->data[i], file, directory, request->cwd))
      status = rd_fail(err, RD_ERR_UNSUPPORTED,
                       "the command has %s as well; compile it, and link the "
                       "object",
                       sources->data[i]);
  return status;
}

static void add_all(intake *out, const compilation *from,
                    const strings *sources)
{
  for (size_t i = 0; i < sources->size; i++) {
    const char *word = sources->data[i];
    char *path =
        from->directory ? path_absolute(from->directory, word) : mem_copy(word);
    add_source(out, from, sources, word, path);
    free(path);
  }
}

static rd_status fail_without_source(const char *missing, const char *cwd,
                                     rd_error *err)
{
  if (missing)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "%s, which the command compiles, is not in %s", missing,
                   cwd);
  return rd_fail(err, RD_ERR_UNSUPPORTED,
                 "the command names no source; name the file to reduce: "
                 "clang-hdd FILE -- COMPILER ...");
}

/* Adds the compilations of the command. */
static rd_status add_found(intake *out, const compilation *from,
                           const intake_request *request, rd_error *err)
{
  const char *cwd = from->directory ? from->directory : request->cwd;
  const char *missing;
  strings sources = { 0 };
  intake_sources(&sources, &missing, &from->command, cwd);
  rd_status status = check_alone(&sources, cwd, request, err);
  if (!status && request->file)
    add_named(out, from, &sources, take_first(&sources, request, cwd),
              request->cwd);
  else if (!status && sources.size)
    add_all(out, from, &sources);
  else if (!status)
    status = fail_without_source(missing, cwd, err);
  strings_free(&sources);
  return status;
}

/* A program that builds what its own files say takes no source; in the folder of a
 * test it has none of these files. */
static rd_status refuse_builder(const compilation *from, const char *file,
                                rd_error *err)
{
  static const char *const rows[][2] = {
    { "make", "make -n" },
    { "gmake", "gmake -n" },
    { "cargo", "cargo build -v" },
    { "ninja", "ninja -t commands" },
  };
  const char *program = base_name(from->command.data[0]);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(program, rows[i][0]) && (!file || language_is_source(file)))
      return rd_fail(err, RD_ERR_UNSUPPORTED,
                     "%s reads other files than the source; give the "
                     "compiler's command, which %s prints, or use --test",
                     program, rows[i][1]);
  return RD_OK;
}

rd_status typed_find(intake *out, const intake_request *request, rd_error *err)
{
  compilation from = { 0 };
  rd_status status = RD_OK;
  if (request->command->size)
    status = typed_read(&from, request->command, request->cwd, err);
  if (!status && request->command->size)
    status = refuse_builder(&from, request->file, err);
  if (!status)
    status = add_found(out, &from, request, err);
  compilation_dispose(&from);
  return status;
}
