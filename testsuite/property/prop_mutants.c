/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whole reductions of damaged files:
 * prop_mutants CLANG-HDD SEED COUNT FILE...
 *
 * Each reduction takes a window of one of the files, damages it, and keeps one of
 * its words, by an algorithm and with as many jobs as chance has it, under a suffix
 * that chance has for C, and under its own otherwise; some are told to stop early, or
 * terminated. Whatever the text, the program
 * has to end by itself with the exit code that fits, its result has the word and
 * is not larger than the text, the text is what it was, and beside the two
 * nothing is left. What breaks a law stays in ./mutant-<seed>-<number>.
 */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "files.h"
#include "gen.h"
#include "reduce/process.h"

enum {
  LARGEST_FILE = 60000, /* of the given ones; mutants are far smaller */
  LONGEST_MS = 300000,  /* of a reduction, on a machine that others use */
  SHORTEST_WORD = 3,
  LONGEST_WORD = 12,
};

#define ANY_OF(random, list)                                                   \
  ((list)[gen_below((random), sizeof(list) / sizeof *(list))])

/* ---- mutants ---- */

static void insert(textbuf *text, size_t at, const char *word, uint32_t times)
{
  textbuf all = { 0 };
  for (; times > 0; times--)
    text_puts(&all, word);
  test_splice(text, at, 0, all.data, all.size);
  text_free(&all);
}

static void insert_junk(textbuf *text, size_t at, gen *random)
{
  char junk[8];
  size_t size = 1 + gen_below(random, sizeof junk);
  for (size_t i = 0; i < size; i++)
    junk[i] = (char)gen_below(random, 256);
  test_splice(text, at, 0, junk, size);
}

/* What lexers and parsers stumble over. */
static const char *const stumbling[] = {
  "/*",         "*/",         "\"",         "'",         "\\\n",
  "?\?/",       "\n#",        "#define X(", "R\"(",      "\r\n",
  "\xff\xfe",   "({",         "__asm__(",   "_Generic(", "#if 0\n",
  "#endif\n",   "%:",         "<::",        "//\\\n",    "u8\"",
  "_Pragma(\"", "[[gnu::",    "...",        "##",        "#include \"in.c\"\n",
  "template<",  "operator()",
};
/* The same of other languages. */
static const char *const others[] = {
  "`",      "${",       "<!--",     "-->",        "<script>", "</script>",
  "r#\"",   "'''",      "\"\"\"",   "<<EOF\n",    "<?php ",   "?>",
  "\n    ", "begin",    "=begin\n", "end",        "<style>",  "!dbg !1",
  "\t",     "\xc3\xa4", "#{",       "\n%!PS\n\f", "{-",       "(*",
};
static const char *const brackets[] = { "{", "}", "(", ")", "[", "]", ";" };
/* On these libclang dies, or takes for ever. */
static const char *const pragmas[] = {
  "\n#pragma clang __debug crash\n",
  "\n#pragma clang __debug parser_crash\n",
  "\n#pragma clang __debug llvm_fatal_error\n",
  "\n#pragma clang __debug assert\n",
  "\n#pragma clang __debug overflow_stack\n",
};

static void damage(textbuf *text, gen *random)
{
  enum { CUT, JUNK, STUMBLE, REPEAT, BYTE, NEST, PRAGMA, WAYS };
  uint32_t size = (uint32_t)text->size;
  uint32_t at = gen_below(random, size + 1), span = 1 + gen_below(random, 50);
  switch (gen_below(random, WAYS)) {
  case CUT:
    test_splice(text, at, span < size - at ? span : size - at, "", 0);
    break;
  case JUNK:
    insert_junk(text, at, random);
    break;
  case STUMBLE:
    insert(text, at,
           gen_once_in(random, 3) ? ANY_OF(random, others)
                                  : ANY_OF(random, stumbling),
           1);
    break;
  case REPEAT: {
    char *part =
        mem_copy_bytes(text->data + at, span < size - at ? span : size - at);
    insert(text, gen_below(random, size + 1), part, 1 + gen_below(random, 9));
    free(part);
    break;
  }
  case BYTE:
    if (at < size)
      text->data[at] = (char)gen_below(random, 256);
    break;
  case NEST:
    insert(text, at, ANY_OF(random, brackets), span);
    break;
  case PRAGMA:
    if (gen_once_in(random, 4))
      insert(text, at, ANY_OF(random, pragmas), 1);
    break;
  default:
    break;
  }
}

/* A window of the file, damaged at up to twenty places. */
static void mutate(textbuf *text, gen *random)
{
  enum { WINDOW = 3000, PLACES = 20 };
  uint32_t size = (uint32_t)text->size;
  if (size > WINDOW && !gen_once_in(random, 8)) {
    uint32_t begin = gen_below(random, size - WINDOW);
    test_splice(text, begin + 200 + gen_below(random, WINDOW - 200),
                size - begin - WINDOW, "", 0);
    test_splice(text, 0, begin, "", 0);
  }
  for (uint32_t i = 1 + gen_below(random, PLACES); i > 0; i--)
    damage(text, random);
}

/* A word of the text from a random place on, caller's, or NULL. */
static char *choose_word(const textbuf *text, gen *random)
{
  size_t at = gen_below(random, (uint32_t)text->size + 1), end;
  for (; at < text->size; at = end + 1) {
    for (end = at; end < text->size && isalnum((unsigned char)text->data[end]);)
      end++;
    if (end - at >= SHORTEST_WORD && end - at <= LONGEST_WORD)
      return mem_copy_bytes(text->data + at, end - at);
  }
  return NULL;
}

/* ---- a reduction ---- */

struct trial {
  rd_keeper *keeper;
  const char *folder;
  textbuf text; /* the mutant */
  char *program, *word, *name, *path, *result;
  bool terminated;
  rd_run run;
};

/* The suffix of the text's name; lent. */
static const char *choose_suffix(const char *path, gen *random)
{
  static const char *const suffixes[] = {
    ".c", ".c", ".c", ".i", ".cc", ".txt"
  };
  const char *own = strrchr(path, '.');
  return own && strcmp(own, ".c") != 0 ? own : ANY_OF(random, suffixes);
}

static void start(struct trial *trial, const char *path, gen *random)
{
  static const char *const algorithms[] = {
    "default", "default",     "default",     "default", "perses",
    "pardis",  "hoist*+hdd*", "coarse-hdd*", "hddh*",   "hddr",
  };
  rd_error err;
  trial->name = mem_format("in%s", choose_suffix(path, random));
  trial->path = mem_format("%s/%s", trial->folder, trial->name);
  trial->result = mem_format("%s/out", trial->folder);
  if (file_write(trial->path, trial->text.data, trial->text.size, &err))
    return (void)fprintf(stderr, "%s\n", err.message), exit(2);
  char *command =
      mem_format("LC_ALL=C grep -aqF %s %s", trial->word, trial->name);
  trial->terminated = gen_once_in(random, 8);
  char *seconds = trial->terminated
                      ? mem_format("0.%03u", gen_below(random, 1000))
                      : mem_format("%u", LONGEST_MS / 1000);
  char *most = gen_once_in(random, 8)
                   ? mem_format("%u", 1 + gen_below(random, 40))
                   : mem_copy("100000");
  const char *const argv[] = { "timeout",
                               "--preserve-status",
                               "--kill-after=20",
                               seconds,
                               trial->program,
                               "--commands",
                               command,
                               "--algorithm",
                               ANY_OF(random, algorithms),
                               "--max-tests",
                               most,
                               "-j",
                               gen_once_in(random, 2) ? "2" : "1",
                               "--no-report",
                               "-o",
                               "out",
                               trial->name,
                               NULL };
  rd_run_spec spec = { .argv = argv,
                       .directory = trial->folder,
                       .limits = { .wall_ms = LONGEST_MS + 30000 } };
  if (rd_keeper_run(&trial->run, trial->keeper, &spec, &err))
    return (void)fprintf(stderr, "%s\n", err.message), exit(2);
  free(command);
  free(seconds);
  free(most);
}

static const char *check_end(const struct trial *trial)
{
  const rd_run *run = &trial->run;
  if (run->end != RD_END_EXIT)
    return "it did not end by itself";
  if (trial->terminated && run->status == 128 + SIGTERM)
    return NULL;
  return run->status ? "another exit code" : NULL;
}

static const char *check_files(const struct trial *trial)
{
  textbuf text = { 0 };
  const char *fault = NULL;
  if (!test_read_file(&text, trial->path) || text.size != trial->text.size ||
      memcmp(text.data, trial->text.data, text.size) != 0)
    fault = "the text has changed";
  /* A run that was terminated at its start has no result. */
  else if (!test_read_file(&text, trial->result))
    fault = trial->run.status ? NULL : "there is no result";
  else if (!memmem(text.data, text.size, trial->word, strlen(trial->word)))
    fault = "the result has lost the word";
  else if (text.size > trial->text.size)
    fault = "the result is larger than the text";
  text_free(&text);
  strings names = { 0 };
  (void)folder_list(&names, trial->folder);
  for (size_t i = 0; i < names.size && !fault; i++)
    if (strcmp(names.data[i], trial->name) != 0 &&
        strcmp(names.data[i], "out") != 0 &&
        strcmp(names.data[i], "out.hdd") != 0)
      fault = "files are left behind";
  strings_free(&names);
  return fault;
}

static void dispose(struct trial *trial)
{
  rd_scratch_wipe(trial->folder);
  rd_run_dispose(&trial->run);
  text_free(&trial->text);
  free(trial->word);
  free(trial->name);
  free(trial->path);
  free(trial->result);
}

/* ---- all of them ---- */

static void report(const struct trial *trial, uint64_t seed, uint32_t number,
                   const char *fault)
{
  rd_error err;
  char *kept = mem_format("mutant-%llu-%u%s", (unsigned long long)seed, number,
                          trial->name + strlen("in"));
  if (file_write(kept, trial->text.data, trial->text.size, &err))
    printf("%s\n", err.message);
  printf("%s: %s (word %s, exit status %d, %u ms)\n%s\n", kept, fault,
         trial->word, trial->run.status, trial->run.wall_ms, trial->run.output);
  free(kept);
}

/* Was there something to reduce, and, in *fault_out, was it done by the laws? */
static bool reduce_mutant(struct trial *trial, const char *path, gen *random,
                          const char **fault_out)
{
  if (!test_read_file(&trial->text, path) || !trial->text.size ||
      trial->text.size > LARGEST_FILE)
    return false;
  mutate(&trial->text, random);
  trial->word = choose_word(&trial->text, random);
  if (!trial->word)
    return false;
  start(trial, path, random);
  *fault_out = check_end(trial);
  if (!*fault_out)
    *fault_out = check_files(trial);
  return true;
}

int main(int argc, char **argv)
{
  if (argc < 5)
    return 2;
  rd_error err;
  char *folder;
  struct trial setting = { .program = realpath(argv[1], NULL) };
  uint64_t seed = strtoull(argv[2], NULL, 10);
  uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10), made = 0, faults = 0;
  if (!setting.program)
    return (void)fprintf(stderr, "no such program: %s\n", argv[1]), 2;
  if (rd_scratch_new(&folder, &err) ||
      rd_keeper_new(&setting.keeper, folder, &err))
    return (void)fprintf(stderr, "%s\n", err.message), 2;
  setting.folder = folder;
  for (uint32_t i = 0; i < count; i++) {
    gen random = gen_seed(seed * 1000003 + i);
    struct trial trial = setting;
    const char *fault = NULL;
    const char *path = argv[4 + gen_below(&random, (uint32_t)argc - 4)];
    made += reduce_mutant(&trial, path, &random, &fault);
    if (fault)
      report(&trial, seed, i, fault);
    faults += fault != NULL;
    dispose(&trial);
  }
  rd_keeper_free(setting.keeper);
  free(setting.program);
  free(folder);
  printf("%u reductions, %u faults\n", made, faults);
  return faults || !made;
}
