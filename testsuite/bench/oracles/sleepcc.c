/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A compiler that takes time and no processor, for measuring many reductions at
 * once on one machine:
 *
 *   sleepcc [-mms=MS] [-mkeep=COUNT] [-fsyntax-only] ... FILE
 *
 * sleeps for MS milliseconds (200), then has an internal compiler error in NAME if
 * FILE has the word bug_NAME, and COUNT times (0) the word keep. With
 * -fsyntax-only or -E it accepts everything at once. All other options are
 * ignored.
 */
#include <ctype.h>
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

int main(int argc, char **argv)
{
  unsigned long ms = 200, keep = 0;
  const char *file = NULL, *name = "", *kept;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--version"))
      return puts("sleepcc 1.0") < 0;
    if (!strcmp(argv[i], "-fsyntax-only") || !strcmp(argv[i], "-E"))
      return 0;
    if (!strncmp(argv[i], "-mms=", 5))
      ms = strtoul(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "-mkeep=", 7))
      keep = strtoul(argv[i] + 7, NULL, 10);
    else if (!strcmp(argv[i], "-o"))
      i++;
    else if (argv[i][0] != '-')
      file = argv[i];
  }
  read_file(file);
  const struct timespec time = { .tv_sec = (time_t)(ms / 1000),
                                 .tv_nsec = (long)(ms % 1000) * 1000000 };
  (void)nanosleep(&time, NULL);
  if (!count("bug_", &name) || (keep && count("keep", &kept) != keep))
    return 0;
  int size = 0;
  while (is_word(name[size]))
    size++;
  (void)fprintf(stderr, "%s:1:1: internal compiler error: in %.*s, at %.*s.cc:1\n",
                file, size, name, size, name);
  return 4;
}
