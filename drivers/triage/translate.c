/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Translates a command for another compiler.
 *
 * Another version gets the command unchanged: dropping options without need
 * could change its verdict on the text. Another family gets the options that
 * families share (arguments.def), none if they take no options of GCC. Either
 * may reject an option; the option that
 * its complaint names is then dropped. Unlike an error in the text, a complaint
 * names a word of the command and no place in a file.
 */
#include "triage/translate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"

static bool is_clang_proper(const invocation *command)
{
  return command->raw && command->words.size > 1 &&
         !strcmp(command->words.data[1], "-cc1");
}

/* Copies the words, with another program. */
static void translate_all(strings *out, const translation *what)
{
  invocation_use use = { .extra = &what->from->extra, .file = what->name };
  strings words = { 0 };
  invocation_build(&words, what->command, &use);
  strings_add(out, what->program);
  for (size_t i = 1; i < words.size; i++)
    strings_add(out, words.data[i]);
  strings_free(&words);
}

/* Does the family's driver accept this option of its compiler proper? */
static bool is_drivers(const char *word)
{
  return starts_with(word, "-m") || starts_with(word, "-f") ||
         starts_with(word, "-O") || starts_with(word, "-g");
}

/* The number of words from here on that the other compiler should know; 0: drop
 * this one. */
static size_t known_words(const translation *what, size_t at)
{
  const invocation *command = what->command;
  const char *word = command->words.data[at];
  word_role role = command->roles[at];
  if (role == WORD_FILE || role == WORD_OUTPUT)
    return 0;
  if (role == WORD_MODE)
    return command->raw ? 0 : 1;
  size_t count = invocation_shared_words(word, SHARED_TRIAL);
  bool related = what->to == what->from->family;
  return !count && related && is_drivers(word) ? 1 : count;
}

/* Adds the words that the other compiler should know: none, unless both are
 * like GCC. */
static void translate_some(strings *out, const translation *what)
{
  const invocation *command = what->command;
  bool drives = compiler_family_drives(what->to) ||
                compiler_name_drives(what->program) ||
                (what->to == FAMILY_OTHER && !command->foreign);
  size_t known = drives && !command->foreign ? command->words.size : 1;
  strings_add(out, what->program);
  if (known > 1)
    compiler_add_folders(out, what->from, what->to);
  for (size_t i = 1; i < known; i++) {
    const char *word = command->words.data[i];
    size_t count = known_words(what, i);
    for (size_t j = 0; j < count && i + j < command->words.size; j++)
      strings_add(out, command->words.data[i + j]);
    if (!count && command->roles[i] == WORD_OPTION)
      count = invocation_takes_value(word) ? 2 : 1;
    i += count ? count - 1 : 0;
  }
  if (drives && (command->raw || command->foreign))
    strings_add(out, "-c");
  if (drives) {
    strings_add(out, "-o");
    strings_add(out, "hdd-out");
  }
  strings_add(out, what->name);
}

void translate(strings *out, const translation *what)
{
  bool same = what->to == what->from->family && what->to != FAMILY_OTHER;
  if (same && (!what->command->raw || is_clang_proper(what->command)))
    translate_all(out, what);
  else
    translate_some(out, what);
}

/* ---- complaints ---- */

/* May the character be part of an option? */
static bool is_option_char(char c)
{
  return isalnum((unsigned char)c) || (c && strchr("-_=+.,/", c));
}

/* Does the line contain the first `size` bytes of the word as a separate
 * word? */
static bool names(const char *line, const char *word, size_t size)
{
  for (const char *at = line; (at = memmem(at, strlen(at), word, size)); at++) {
    bool begins = at == line || !is_option_char(at[-1]);
    /* A full stop or comma may end the sentence. */
    char next = at[size];
    bool ends = !is_option_char(next) ||
                (strchr(".,", next) && !is_option_char(at[size + 1]));
    if (begins && ends)
      return true;
  }
  return false;
}

/* "bad value (x) for '-march='" names an option without its value. */
static bool is_named(const char *line, const char *word)
{
  const char *equals = strchr(word, '=');
  return names(line, word, strlen(word)) ||
         (equals && names(line, word, (size_t)(equals - word) + 1));
}

void complaints_find(strings *out, const char *line, const strings *words)
{
  static const char *const marks[] = { "nrecogni",  "nknown", "nsupported",
                                       "supported", "nvalid", "not valid",
                                       "ignored",   "bad ",   "don't know",
                                       "not allow", "no such" };
  bool complains = false;
  for (size_t i = 0; i < sizeof marks / sizeof *marks && !complains; i++)
    complains = strstr(line, marks[i]) != NULL;
  if (!complains || errors_is_located(line))
    return;
  for (size_t i = 1; i < words->size; i++) {
    const char *word = words->data[i];
    bool is_parameter = !strcmp(words->data[i - 1], "--param");
    char *option = mem_format("%s%s", is_parameter ? "--param=" : "", word);
    if (option[0] == '-' && option[1] && strcmp(word, "-o") != 0 &&
        strcmp(word, "-c") != 0 && !strings_has(out, word) &&
        is_named(line, option))
      strings_add(out, word);
    free(option);
  }
}

/* Was the last word to be before an option or a value that is left out, as -mllvm is? */
static bool is_left(const strings *words)
{
  return words->size > 1 &&
         invocation_takes_value(words->data[words->size - 1]);
}

void words_remove(strings *words, const strings *removed)
{
  strings kept = { 0 };
  for (size_t i = 0; i < words->size; i++)
    if (!i || !strings_has(removed, words->data[i]))
      strings_add(&kept, words->data[i]);
    else if (!strcmp(words->data[i], "-S"))
      strings_add(&kept, "-c");
    else
      while (is_left(&kept))
        strings_remove(&kept, kept.size - 1, 1);
  strings_free(words);
  *words = kept;
}
