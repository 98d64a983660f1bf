/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A compiler that takes time and no processor, for measuring many reductions at
 * once on one machine:
 *
 *   sleepcc [-mms=MS] [-mkeep=COUNT] [-mpercent=PERCENT] [-moriginal=HASH]
 *           [-mhash] [-fsyntax-only] ... FILE
 *
 * sleeps for MS milliseconds (200), then has an internal compiler error in NAME if
 * FILE has the word bug_NAME, and COUNT times (0) the word keep; with -mpercent only
 * in PERCENT of a hundred such texts, chosen by their hash, and in the text that has
 * HASH, which -mhash prints. With -fsyntax-only or -E it accepts everything at once.
 * All other options are ignored.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char text[64 << 20];

static void read_file(const char *path)
{
  FILE *in = path ? fopen(path, "rb") : NULL;
  if (!in) {
    (void)fputs("sleepcc: error: no input\n", stderr);
    exit(1);
  }
  text[fread(text, 1, sizeof text - 1, in)] = '\0';
  (void)fclose(in);
}

static uint64_t hash_text(void)
{
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (const char *at = text; *at; at++)
    hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
  return hash;
}

static int is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* The number of words that begin so; `last` is behind one of them. */
static size_t count(const char *begin, const char **last)
{
  size_t found = 0;
  for (const char *at = text; (at = strstr(at, begin)); at++)
    if (at == text || !is_word(at[-1])) {
      *last = at + strlen(begin);
      found++;
    }
  return found;
}

struct options {
  unsigned long ms, keep;
  long percent; /* -1: not given */
  uint64_t original;
  int hashes;
  const char *file;
};

static void read_options(struct options *out, char **argv)
{
  *out = (struct options){ .ms = 200, .percent = -1 };
  for (int i = 1; argv[i]; i++) {
    if (!strcmp(argv[i], "--version"))
      exit(puts("sleepcc 1.0") < 0);
    if (!strcmp(argv[i], "-fsyntax-only") || !strcmp(argv[i], "-E"))
      exit(0);
    if (!strncmp(argv[i], "-mms=", 5))
      out->ms = strtoul(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "-mkeep=", 7))
      out->keep = strtoul(argv[i] + 7, NULL, 10);
    else if (!strncmp(argv[i], "-mpercent=", 10))
      out->percent = strtol(argv[i] + 10, NULL, 10);
    else if (!strncmp(argv[i], "-moriginal=", 11))
      out->original = strtoull(argv[i] + 11, NULL, 16);
    else if (!strcmp(argv[i], "-mhash"))
      out->hashes = 1;
    else if (!strcmp(argv[i], "-o") && argv[i + 1])
      i++;
    else if (argv[i][0] != '-')
      out->file = argv[i];
  }
}

/* Is the text one of the chosen? */
static int is_chosen(const struct options *options)
{
  uint64_t hash = hash_text();
  return options->percent < 0 || hash == options->original ||
         (long)((hash >> 17) % 100) < options->percent;
}

/* The name of the error that the text has, or NULL. */
static const char *find_error(const struct options *options)
{
  const char *name = NULL, *kept = NULL;
  return count("bug_", &name) &&
                 (!options->keep || count("keep", &kept) == options->keep) &&
                 is_chosen(options)
             ? name
             : NULL;
}

int main(int argc, char **argv)
{
  struct options options;
  (void)argc;
  read_options(&options, argv);
  read_file(options.file);
  if (options.hashes)
    return printf("%016" PRIx64 "\n", hash_text()) < 0;
  const struct timespec time = { .tv_sec = (time_t)(options.ms / 1000),
                                 .tv_nsec =
                                     (long)(options.ms % 1000) * 1000000 };
  (void)nanosleep(&time, NULL);
  const char *name = find_error(&options);
  if (!name)
    return 0;
  int size = 0;
  while (is_word(name[size]))
    size++;
  (void)fprintf(stderr, "%s:1:1: internal compiler error: in %.*s, at %.*s.cc:1\n",
                options.file, size, name, size, name);
  return 4;
}
