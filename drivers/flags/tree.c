/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Options as a text and a tree, so that libreduce can reduce them.
 *
 * Each line of the text is an option with its value: a mark, a blank, and the
 * words separated by blanks. In a word `\\`, `\s` and `\n` mean a backslash, a
 * blank and a line break, and `\e` an empty word.
 *
 *   :  the compiler and other words that stay         @  the file
 *   -  an option                                      =  an option with a list,
 *   ,  a member of the list before it                    up to its "="
 *
 * In the tree a line is a leaf, and its weight states how bad it is: SCALE,
 * plus one for each step from the option to its simplest form. SCALE is larger
 * than any number of steps, so removing an option is always worth more. The
 * values of a list form a list node; an option that has lost all members of its
 * list is not an option.
 */
#include <stdlib.h>
#include <string.h>

#include "flags/option.h"

enum { SCALE = 64 };

static const char marks[] = {
  [FLAG_OPTION] = '-', [FLAG_FIXED] = ':', [FLAG_FILE] = '@'
};

/* ---- writing ---- */

static void add_word(textbuf *out, const char *word, size_t size)
{
  static const char plain[] = "\\ \n", written[] = "\\sn";
  text_puts(out, size ? " " : " \\e");
  for (size_t i = 0; i < size; i++) {
    const char *escaped = memchr(plain, word[i], sizeof plain - 1);
    if (escaped)
      text_printf(out, "\\%c", written[escaped - plain]);
    else
      text_add(out, &word[i], 1);
  }
}

/* Writes a line without its end. */
static void add_line(textbuf *out, char mark, const char *word, size_t size)
{
  text_add(out, &mark, 1);
  add_word(out, word, size);
}

static void add_list(textbuf *out, const char *word, size_t at)
{
  add_line(out, '=', word, at);
  for (const char *part = word + at;; part++) {
    size_t size = strcspn(part, ",");
    text_puts(out, "\n");
    add_line(out, ',', part, size);
    part += size;
    if (!*part)
      return;
  }
}

char *flag_list_encode(const flag_list *self, size_t *size_out)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < self->size; i++) {
    const flag *at = &self->data[i];
    size_t list = at->kind == FLAG_OPTION ? flag_list_at(at) : 0;
    if (list)
      add_list(&out, at->words.data[0], list);
    else
      text_add(&out, &marks[at->kind], 1);
    for (size_t j = 0; !list && j < at->words.size; j++)
      add_word(&out, at->words.data[j], strlen(at->words.data[j]));
    text_puts(&out, "\n");
  }
  *size_out = out.size;
  return out.data;
}

/* ---- reading ---- */

typedef struct line {
  size_t begin, end;
  char mark;
  strings words;
} line;

static void read_words(strings *out, const char *at, const char *end)
{
  while (at < end) {
    textbuf word = { 0 };
    text_puts(&word, "");
    for (at++; at < end && *at != ' '; at++) {
      char byte = *at;
      if (byte == '\\' && at + 1 < end) {
        at++;
        byte = *at == 's' ? ' ' : *at == 'n' ? '\n' : *at;
        if (*at == 'e')
          continue;
      }
      text_add(&word, &byte, 1);
    }
    strings_take(out, word.data);
  }
}

/* The line at or after *at, which moves to its end; false at the end. */
static bool read_line(line *out, const char *text, size_t size, size_t *at)
{
  *out = (line){ 0 };
  while (*at < size && text[*at] == '\n')
    ++*at;
  const char *end = memchr(text + *at, '\n', size - *at);
  out->begin = *at;
  out->end = *at = end ? (size_t)(end - text) : size;
  if (out->end == out->begin)
    return false;
  out->mark = text[out->begin];
  read_words(&out->words, text + out->begin + 1, text + out->end);
  return true;
}

/* Appends a member to its list. */
static void join_member(flag *list, const char *member, bool first)
{
  char *word = list->words.data[0];
  list->words.data[0] = mem_format("%s%s%s", word, first ? "" : ",", member);
  free(word);
}

void flag_list_decode(flag_list *out, const char *text, size_t size)
{
  line now;
  strings list = { 0 }; /* the option whose members follow */
  bool first = false;
  for (size_t at = 0; read_line(&now, text, size, &at);) {
    if (now.mark == ',') {
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
    first = now.mark == '=';
    if (first)
      list = now.words;
    else
      flag_list_add(out,
                    now.mark == ':'   ? FLAG_FIXED
                    : now.mark == '@' ? FLAG_FILE
                                      : FLAG_OPTION,
                    now.words);
  }
  strings_free(&list);
}

/* ---- the tree ---- */

/* The option's weight: SCALE, plus the steps to its simplest form. */
static uint32_t weight_of(const char *word)
{
  strings simpler = { 0 };
  flag_alternatives(&simpler, word, "-");
  uint32_t weight = SCALE + (uint32_t)simpler.size;
  strings_free(&simpler);
  return weight;
}

static void add_leaf(rd_builder *builder, const line *at, rd_node_spec spec)
{
  if (!spec.weight)
    spec.weight = SCALE;
  (void)rd_builder_leaf(builder, &spec, (uint32_t)at->begin, (uint32_t)at->end);
}

/* An option of one word, with its alternatives. */
static void build_option(rd_builder *builder, const line *at,
                         const char *native)
{
  strings simpler = { 0 }, texts = { 0 };
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "option"),
                        .place = RD_ELEMENT };
  if (at->words.size == 1) {
    flag_alternatives(&simpler, at->words.data[0], native);
    spec.weight = weight_of(at->words.data[0]);
  }
  for (size_t i = 0; i < simpler.size; i++) {
    textbuf text = { 0 };
    add_line(&text, '-', simpler.data[i], strlen(simpler.data[i]));
    rd_builder_weigh(builder, text.data, weight_of(simpler.data[i]));
    strings_take(&texts, text.data);
  }
  spec.fillers = texts.size ? strings_argv(&texts) : NULL;
  add_leaf(builder, at, spec);
  strings_free(&texts);
  strings_free(&simpler);
}

/* Opens an option with a list; its members follow. */
static void open_list(rd_builder *builder, const line *at)
{
  rd_node_spec option = { .kind = rd_builder_kind(builder, "option"),
                          .place = RD_ELEMENT };
  rd_node_spec name = { .kind = rd_builder_kind(builder, "name") };
  rd_node_spec list = { .kind = rd_builder_kind(builder, "values"),
                        .flags = RD_LIST,
                        .phrase = "" };
  (void)rd_builder_open(builder, &option);
  add_leaf(builder, at, name);
  (void)rd_builder_open(builder, &list);
}

static void build_line(rd_builder *builder, const line *at, const char *native)
{
  rd_node_spec fixed = { .kind = rd_builder_kind(builder, "fixed") };
  rd_node_spec member = { .kind = rd_builder_kind(builder, "value"),
                          .place = RD_ELEMENT };
  if (at->mark == '-')
    build_option(builder, at, native);
  else if (at->mark == '=')
    open_list(builder, at);
  else
    add_leaf(builder, at, at->mark == ',' ? member : fixed);
}

rd_status flag_list_parse(rd_tree **out, void *payload, const char *view,
                          const char *text, size_t size, uint32_t prepare,
                          rd_error *err)
{
  (void)view;
  rd_builder *builder = rd_builder_new(text, size);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "command"),
                        .flags = RD_LIST };
  bool inside = false; /* a list */
  line now;
  (void)rd_builder_open(builder, &root);
  for (size_t at = 0; read_line(&now, text, size, &at);) {
    if (inside && now.mark != ',') {
      rd_builder_close(builder);
      rd_builder_close(builder);
      inside = false;
    }
    build_line(builder, &now, payload);
    inside = inside || now.mark == '=';
    strings_free(&now.words);
  }
  for (int i = inside ? 3 : 1; i; i--)
    rd_builder_close(builder);
  rd_status status = rd_builder_finish(out, builder, prepare, err);
  rd_builder_free(builder);
  return status;
}
