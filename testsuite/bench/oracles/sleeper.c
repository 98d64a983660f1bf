/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An interestingness test that costs time and no processor, and whose verdicts
 * are fixed: the original is interesting, and of all other texts PERCENT in a
 * hundred, chosen by their hash.
 *
 *   sleeper MS PERCENT ORIGINAL [JITTER]
 *
 * Sleeps MS milliseconds, and up to JITTER more at random; the text is the file
 * of ORIGINAL's name in the working folder.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t hash_file(const char *path)
{
  FILE *in = fopen(path, "rb");
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  if (!in)
    exit(2);
  for (int byte; (byte = getc(in)) != EOF;)
    hash = (hash ^ (uint64_t)byte) * UINT64_C(0x100000001b3);
  (void)fclose(in);
  return hash;
}

static void sleep_ms(unsigned long ms)
{
  struct timespec time = { .tv_sec = (time_t)(ms / 1000),
                           .tv_nsec = (long)(ms % 1000) * 1000000 };
  (void)nanosleep(&time, NULL);
}

int main(int argc, char **argv)
{
  if (argc < 4 || argc > 5) {
    (void)fputs("usage: sleeper MS PERCENT ORIGINAL [JITTER]\n", stderr);
    return 2;
  }
  const char *slash = strrchr(argv[3], '/');
  uint64_t hash = hash_file(slash ? slash + 1 : argv[3]);
  unsigned long jitter = argc == 5 ? strtoul(argv[4], NULL, 10) : 0;
  srand((unsigned)getpid() ^ (unsigned)time(NULL));
  if (jitter)
    sleep_ms((unsigned long)rand() % (jitter + 1));
  sleep_ms(strtoul(argv[1], NULL, 10));
  if (hash == hash_file(argv[3]))
    return 0;
  return (hash >> 17) % 100 >= strtoul(argv[2], NULL, 10);
}
