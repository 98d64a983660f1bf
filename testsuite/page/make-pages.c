/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the page of each fixture into a folder, for testsuite/page.sh and for
 * looking at. Usage: make-pages FOLDER */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "page_fixture.h"

int main(int argc, char **argv)
{
  if (argc != 2) {
    (void)fprintf(stderr, "usage: make-pages FOLDER\n");
    return 2;
  }
  for (const page_fixture *at = page_fixtures; at->name; at++) {
    rd_error err = { 0 };
    char *page = page_of(at->name);
    char *path = mem_format("%s/%s.html", argv[1], at->name);
    rd_status status = file_write(path, page, strlen(page), &err);
    if (status)
      (void)fprintf(stderr, "make-pages: %s\n", err.message);
    free(path);
    free(page);
    if (status)
      return 1;
  }
  return 0;
}
