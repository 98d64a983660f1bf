/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A compiler that takes a fixed time and crashes on some texts, for measuring
 * what goes on around it:
 *
 *   slowcc [-mms=MS] [-mword=WORD]... [-fsyntax-only] ... FILE
 *
 * keeps the processor busy for MS milliseconds (10), then has an internal
 * compiler error if FILE holds every WORD. It takes what is in brackets to be
 * valid C if they are balanced. All other options are ignored.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1000000;
}

static char *read_file(const char *path)
{
  enum { MOST = 64 << 20 };
  FILE *in = path ? fopen(path, "rb") : NULL;
  char *text = in ? malloc(MOST) : NULL;
  if (!text) {
    (void)fputs("slowcc: error: no input\n", stderr);
    exit(1);
  }
  text[fread(text, 1, MOST - 1, in)] = '\0';
  (void)fclose(in);
  return text;
}

/* Are the brackets of the text pairs? Up to 4096 deep. */
static int is_balanced(const char *text)
{
  char open[4096];
  size_t depth = 0;
  for (; *text; text++) {
    const char *pair = strchr("()[]{}", *text);
    size_t index = pair ? (size_t)(pair - "()[]{}") : 0;
    if (!pair)
      continue;
    if (index % 2 == 0) {
      if (depth == sizeof open)
        return 1;
      open[depth++] = "()[]{}"[index + 1];
    } else if (!depth || open[--depth] != *text) {
      return 0;
    }
  }
  return depth == 0;
}

int main(int argc, char **argv)
{
  double ms = 10, begin = now_ms();
  const char *file = NULL, *words[64];
  size_t count = 0;
  int only_syntax = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--version"))
      return puts("slowcc 1.0") < 0;
    if (!strncmp(argv[i], "-mms=", 5))
      ms = strtod(argv[i] + 5, NULL);
    else if (!strncmp(argv[i], "-mword=", 7) && count < 64)
      words[count++] = argv[i] + 7;
    else if (!strcmp(argv[i], "-fsyntax-only"))
      only_syntax = 1;
    else if (!strcmp(argv[i], "-o"))
      i++;
    else if (argv[i][0] != '-')
      file = argv[i];
  }
  char *text = read_file(file);
  int valid = is_balanced(text);
  size_t held = 0;
  while (held < count && strstr(text, words[held]))
    held++;
  free(text);
  while (now_ms() - begin < ms) {
  }
  if (!valid) {
    (void)fprintf(stderr, "%s:1:1: error: brackets do not match\n", file);
    return 1;
  }
  if (only_syntax || !count || held < count)
    return 0;
  (void)fprintf(stderr,
                "%s:1:1: internal compiler error: in measure, at slowcc.c:1\n",
                file);
  return 4;
}
