/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A toy compiler. It only looks for constants to fold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 16];

static int has(const char *word)
{
  return strstr(text, word) != NULL;
}

static void ice(const char *function)
{
  printf("internal compiler error: in %s, at toycc.c:%d\n", function, __LINE__);
  exit(4);
}

static void fold(void)
{
  int shifts = has("<<") || has(">>");
  if (shifts && has("__int128"))
    ice("fold");
}

int main(int argc, char **argv)
{
  FILE *file = fopen(argv[argc - 1], "r");
  if (!file)
    return 1;
  (void)!fread(text, 1, sizeof text - 1, file);
  fclose(file);
  fold();
  return 0;
}
