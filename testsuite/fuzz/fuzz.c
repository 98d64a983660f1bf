/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fuzz.h"

#include <ftw.h>
#include <unistd.h>

#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"

static char folder[] = "/dev/shm/clang-hdd-fuzz-XXXXXX";

static int remove_entry(const char *path, const struct stat *info, int flag,
                        struct FTW *where)
{
  (void)info, (void)flag, (void)where;
  return remove(path);
}

static void remove_folder(void)
{
  enum { DESCRIPTORS = 8 };
  (void)nftw(folder, remove_entry, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
  static bool made;
  if (!made) {
    LAW(mkdtemp(folder));
    (void)atexit(remove_folder);
    made = true;
  }
  return folder;
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
  static char *path;
  rd_error err = { 0 };
  free(path);
  path = mem_format("%s/%s", fuzz_folder(), name);
  LAW(!file_write(path, bytes, size, &err));
  return path;
}

char *fuzz_text(const void *bytes, size_t size)
{
  return mem_copy_bytes(bytes, size);
}
