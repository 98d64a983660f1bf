/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Times commands against each other: interleave N COMMAND...
 *
 * Each COMMAND is one argument, words separated by blanks. They are run in turn,
 * N rounds, so that whatever else the machine does meets all of them; the first
 * round is not counted. Prints for each: the mean, the median and the worst in
 * milliseconds, the mean of its CPU time, and by how much mean, median and CPU
 * time exceed those of the first. CPU time is what a loaded machine tells best.
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { WORDS_MOST = 64 };

static double milliseconds(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The words of a line, in place. */
static void split(char *line, char **words)
{
  size_t count = 0;
  for (char *word = strtok(line, " "); word && count < WORDS_MOST - 1;
       word = strtok(NULL, " "))
    words[count++] = word;
  words[count] = NULL;
}

static double of_time(struct timeval time)
{
  return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

/* How long a run takes, and its CPU time; its status does not matter. */
static double run(char **words, double *cpu)
{
  struct rusage usage;
  double start = milliseconds();
  pid_t child;
  int status;
  if (posix_spawnp(&child, words[0], NULL, NULL, words, environ)) {
    (void)fprintf(stderr, "%s cannot be run\n", words[0]);
    exit(1);
  }
  (void)wait4(child, &status, 0, &usage);
  *cpu += of_time(usage.ru_utime) + of_time(usage.ru_stime);
  return milliseconds() - start;
}

static int by_value(const void *a, const void *b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

/* What is known of a command. */
typedef struct timed {
  char *line, *words[WORDS_MOST];
  double *times, mean, median, worst, cpu;
} timed;

static void time_all(timed *all, size_t count, size_t rounds)
{
  double ignored = 0;
  for (size_t i = 0; i < count; i++)
    (void)run(all[i].words, &ignored);
  for (size_t round = 0; round < rounds; round++)
    for (size_t i = 0; i < count; i++)
      all[i].times[round] = run(all[i].words, &all[i].cpu);
}

static void summarize(timed *self, size_t rounds)
{
  for (size_t i = 0; i < rounds; i++)
    self->mean += self->times[i] / (double)rounds;
  qsort(self->times, rounds, sizeof *self->times, by_value);
  self->median = self->times[rounds / 2];
  self->worst = self->times[rounds - 1];
  self->cpu /= (double)rounds;
}

int main(int argc, char **argv)
{
  long rounds = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
  if (rounds < 1) {
    (void)fputs("interleave N COMMAND...\n", stderr);
    return 1;
  }
  size_t count = (size_t)argc - 2;
  timed *all = calloc(count, sizeof *all);
  for (size_t i = 0; i < count; i++) {
    all[i].line = strdup(argv[i + 2]);
    all[i].times = calloc((size_t)rounds, sizeof *all[i].times);
    split(argv[i + 2], all[i].words);
  }
  time_all(all, count, (size_t)rounds);
  (void)printf("    mean  median   worst     cpu   +mean +median    +cpu\n");
  for (size_t i = 0; i < count; i++) {
    timed *it = &all[i];
    summarize(it, (size_t)rounds);
    (void)printf("%8.3f%8.3f%8.3f%8.3f%8.3f%8.3f%8.3f  %s\n", it->mean,
                 it->median, it->worst, it->cpu, it->mean - all->mean,
                 it->median - all->median, it->cpu - all->cpu, it->line);
    free(it->times);
    free(it->line);
  }
  free(all);
  return 0;
}
