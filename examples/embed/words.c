/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libreduce in a program of its own: reduces a text word by word while a
 * function of this program, the oracle, still finds what it looks for.
 *
 *   cc -D_GNU_SOURCE words.c $(pkg-config --cflags --libs libreduce) -o words
 *   ./words 'the quick brown fox jumps over the lazy dog' fox dog
 *
 * prints "fox dog". A program needs three things: a parser that makes a tree of
 * a text (here a list of words), an oracle that says whether a text still has
 * the property, and a call of rd_reduce.
 */
#include <reduce/reduce.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The oracle's state: what must be found, and the one test in flight. */
struct search {
  char **words; /* NULL-terminated */
  rd_ticket last;
  rd_verdict verdict;
};

static rd_status parse(rd_tree **out, void *payload, const char *view,
                       const char *text, size_t size, uint32_t prepare,
                       rd_error *err)
{
  (void)payload, (void)view;
  rd_builder *builder = rd_builder_new(text, size);
  rd_node_spec list = { .kind = rd_builder_kind(builder, "text"),
                        .flags = RD_LIST };
  rd_node_spec word = { .kind = rd_builder_kind(builder, "word"),
                        .place = RD_ELEMENT };
  rd_builder_open(builder, &list);
  for (size_t i = 0, begin; i < size;) {
    begin = i;
    while (i < size && !isspace((unsigned char)text[i]))
      i++;
    if (i > begin)
      rd_builder_leaf(builder, &word, (uint32_t)begin, (uint32_t)i);
    else
      i++;
  }
  rd_builder_close(builder);
  rd_status status = rd_builder_finish(out, builder, prepare, err);
  rd_builder_free(builder);
  return status;
}

/* Answers at once; an oracle that runs a program would start it here. */
static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct search *search = payload;
  (void)err;
  search->verdict = RD_INTERESTING;
  for (char **word = search->words; *word; word++)
    if (!memmem(text, size, *word, strlen(*word)))
      search->verdict = RD_UNINTERESTING;
  *out = ++search->last;
  return RD_OK;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  const struct search *search = payload;
  (void)err;
  *out = search->last;
  *verdict_out = search->verdict;
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  (void)payload, (void)ticket;
}

int main(int argc, char **argv)
{
  if (argc < 3) {
    fprintf(stderr, "usage: %s TEXT WORD...\n", argv[0]);
    return 2;
  }
  struct search search = { .words = argv + 2 };
  rd_parser parser = { .parse = parse };
  rd_oracle oracle = { .submit = submit,
                       .wait = wait_for,
                       .cancel = cancel,
                       .payload = &search,
                       .capacity = 1 };
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = "hdd*";
  rd_result result = { 0 };
  rd_error err = { 0 };
  if (rd_reduce(&result, argv[1], strlen(argv[1]), &parser, &oracle, &options,
                &err)) {
    fprintf(stderr, "%s\n", err.message);
    return 1;
  }
  printf("%.*s\n", (int)result.size, result.text);
  rd_result_dispose(&result);
  return 0;
}
