/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Options as a text, so that libreduce can reduce them, and as its tree.
 *
 * The core measures a text by its tokens, then by its bytes, and counts the
 * tokens of what it puts somewhere as C does. So an option with its value is one
 * line that C would call an identifier: "$" and a letter that says what it is,
 * letters and digits as they are, any other byte as "$" and two hexadecimal
 * digits, "$_" between two words. And how bad an option is has to be its
 * length: one that has simpler forms is followed by "$r" as often as there are
 * steps to the simplest, which mean nothing.
 *
 *   $c  the compiler and other words that stay        $p  the file
 *   $o  an option                                     $l  one with a list,
 *   $m  a member of the list before it                    up to its "="
 *
 * The tree is a list of options. A list of values is a list of its own in it; one
 * without members is no option any more.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "flags/option.h"
#include "tokens/lexer.h"

enum { RANK_BYTES = 6 }; /* longer than what names of two forms differ by */

/* ---- writing ---- */

static void add_bytes(textbuf *out, const char *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte < 0x80 && isalnum(byte))
      text_add(out, &bytes[i], 1);
    else
      text_printf(out, "$%02x", byte);
  }
}

/* How many steps it is from the option to its simplest form. */
static void add_rank(textbuf *out, const char *word)
{
  strings simpler = { 0 };
  flag_alternatives(&simpler, word, "-");
  for (size_t i = 0; i < simpler.size * RANK_BYTES / 2; i++)
    text_puts(out, "$r");
  strings_free(&simpler);
}

static void add_list(textbuf *out, const char *word, size_t at)
{
  text_puts(out, "$l");
  add_bytes(out, word, at);
  for (const char *part = word + at;; part++) {
    size_t size = strcspn(part, ",");
    text_puts(out, "\n$m");
    add_bytes(out, part, size);
    part += size;
    if (!*part)
      return;
  }
}

static void add_flag(textbuf *out, const flag *what)
{
  size_t at = what->kind == FLAG_OPTION ? flag_list_at(what) : 0;
  if (at) {
    add_list(out, what->words.data[0], at);
    return;
  }
  text_puts(out, what->kind == FLAG_FIXED  ? "$c"
                 : what->kind == FLAG_FILE ? "$p"
                                           : "$o");
  for (size_t i = 0; i < what->words.size; i++) {
    if (i)
      text_puts(out, "$_");
    add_bytes(out, what->words.data[i], strlen(what->words.data[i]));
  }
  if (what->kind == FLAG_OPTION && what->words.size == 1)
    add_rank(out, what->words.data[0]);
}

char *flag_list_encode(const flag_list *self, size_t *size_out)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < self->size; i++) {
    add_flag(&out, &self->data[i]);
    text_puts(&out, "\n");
  }
  *size_out = out.size;
  return out.data;
}

/* ---- reading ---- */

/* A line of the text: its letter, and the words. */
typedef struct line_of_text {
  size_t begin, end;
  char letter;
  strings words;
} line_of_text;

static int digit_of(char c)
{
  return c >= 'a' ? c - 'a' + 10 : c - '0';
}

static void read_words(strings *out, const char *at, const char *end)
{
  textbuf word = { 0 };
  text_puts(&word, "");
  for (; at < end; at++) {
    if (*at != '$') {
      text_add(&word, at, 1);
    } else if (at + 1 < end && at[1] == '_') {
      strings_take(out, word.data);
      word = (textbuf){ 0 };
      text_puts(&word, "");
      at++;
    } else if (at + 1 < end && at[1] == 'r') {
      at++;
    } else if (at + 2 < end) {
      char byte = (char)(digit_of(at[1]) * 16 + digit_of(at[2]));
      text_add(&word, &byte, 1);
      at += 2;
    }
  }
  strings_take(out, word.data);
}

/* The line_of_text at or behind *at, which moves behind it; false at the end. */
static bool next_token(line_of_text *out, const char *text, size_t size,
                       size_t *at)
{
  *out = (line_of_text){ 0 };
  while (*at < size && isspace((unsigned char)text[*at]))
    ++*at;
  out->begin = *at;
  while (*at < size && !isspace((unsigned char)text[*at]))
    ++*at;
  out->end = *at;
  if (out->end < out->begin + 2)
    return false;
  out->letter = text[out->begin + 1];
  read_words(&out->words, text + out->begin + 2, text + out->end);
  return true;
}

/* Puts a member into the list that it follows. */
static void join_member(flag *list, const char *member, bool first)
{
  char *word = list->words.data[0];
  list->words.data[0] = mem_format("%s%s%s", word, first ? "" : ",", member);
  free(word);
}

void flag_list_decode(flag_list *out, const char *text, size_t size)
{
  line_of_text now;
  strings list = { 0 }; /* the option whose members come */
  bool first = false;
  for (size_t at = 0; next_token(&now, text, size, &at);) {
    if (now.letter == 'm') {
      if (first)
        flag_list_add(out, FLAG_OPTION, list);
      if (out->size)
        join_member(&out->data[out->size - 1], now.words.data[0], first);
      strings_free(&now.words);
      list = first ? (strings){ 0 } : list;
      first = false;
      continue;
    }
    strings_free(&list);
    list = (strings){ 0 };
    first = now.letter == 'l';
    if (first)
      list = now.words;
    else
      flag_list_add(out,
                    now.letter == 'c'   ? FLAG_FIXED
                    : now.letter == 'p' ? FLAG_FILE
                                        : FLAG_OPTION,
                    now.words);
  }
  strings_free(&list);
}

/* ---- the tree ---- */

/* An option of one word with what may stand for it. */
static void build_option(rd_builder *builder, const line_of_text *at,
                         const char *native)
{
  strings simpler = { 0 }, texts = { 0 };
  if (at->words.size == 1)
    flag_alternatives(&simpler, at->words.data[0], native);
  for (size_t i = 0; i < simpler.size; i++) {
    textbuf line = { 0 };
    strings words = { 0 };
    strings_add(&words, simpler.data[i]);
    add_flag(&line, &(flag){ FLAG_OPTION, words });
    strings_take(&texts, line.data);
    strings_free(&words);
  }
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "option"),
                        .place = RD_ELEMENT,
                        .fillers = texts.size ? strings_argv(&texts) : NULL };
  (void)rd_builder_leaf(builder, &spec, (uint32_t)at->begin, (uint32_t)at->end);
  strings_free(&texts);
  strings_free(&simpler);
}

/* Opens an option with a list; what follows are its members. */
static void open_list(rd_builder *builder, const line_of_text *at)
{
  rd_node_spec option = { .kind = rd_builder_kind(builder, "option"),
                          .place = RD_ELEMENT };
  rd_node_spec name = { .kind = rd_builder_kind(builder, "name") };
  rd_node_spec list = { .kind = rd_builder_kind(builder, "values"),
                        .flags = RD_LIST,
                        .phrase = "" };
  (void)rd_builder_open(builder, &option);
  (void)rd_builder_leaf(builder, &name, (uint32_t)at->begin, (uint32_t)at->end);
  (void)rd_builder_open(builder, &list);
}

static void build_token(rd_builder *builder, const line_of_text *at,
                        const char *native)
{
  rd_node_spec fixed = { .kind = rd_builder_kind(builder, "fixed") };
  rd_node_spec member = { .kind = rd_builder_kind(builder, "value"),
                          .place = RD_ELEMENT };
  if (at->letter == 'o')
    build_option(builder, at, native);
  else if (at->letter == 'l')
    open_list(builder, at);
  else
    (void)rd_builder_leaf(builder, at->letter == 'm' ? &member : &fixed,
                          (uint32_t)at->begin, (uint32_t)at->end);
}

rd_status flag_list_parse(rd_tree **out, void *payload, const char *view,
                          const char *text, size_t size, uint32_t prepare,
                          rd_error *err)
{
  (void)view;
  rd_builder *builder = rd_builder_new(text, size);
  rd_builder_lexer(builder, &tokens_lexer);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "command"),
                        .flags = RD_LIST };
  bool inside = false; /* a list */
  line_of_text now;
  (void)rd_builder_open(builder, &root);
  for (size_t at = 0; next_token(&now, text, size, &at);) {
    if (inside && now.letter != 'm') {
      rd_builder_close(builder);
      rd_builder_close(builder);
      inside = false;
    }
    build_token(builder, &now, payload);
    inside = inside || now.letter == 'l';
    strings_free(&now.words);
  }
  for (int i = inside ? 3 : 1; i; i--)
    rd_builder_close(builder);
  rd_status status = rd_builder_finish(out, builder, prepare, err);
  rd_builder_free(builder);
  return status;
}
