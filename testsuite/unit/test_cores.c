/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The number of usable processors, read from made-up systems. */
#include "clang-hdd/cores.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "reduce/process.h"
#include "run_tests.h"

enum { MACHINE = 64, FILES = 4 };

typedef struct made_file {
  const char *path, *text;
} made_file;

/* What a system's files say, and the processors of 64 that are left. */
static const struct {
  const char *name;
  made_file files[FILES];
  unsigned count;
} systems[] = {
  { "nothing", { { NULL, NULL } }, MACHINE },
  { "no quota",
    { { "/proc/self/cgroup", "0::/\n" },
      { "/sys/fs/cgroup/cpu.max", "max 100000\n" } },
    MACHINE },
  { "two processors' time",
    { { "/proc/self/cgroup", "0::/\n" },
      { "/sys/fs/cgroup/cpu.max", "200000 100000\n" } },
    2 },
  { "a bit more than two",
    { { "/proc/self/cgroup", "0::/\n" },
      { "/sys/fs/cgroup/cpu.max", "200001 100000\n" } },
    3 },
  { "a tenth",
    { { "/proc/self/cgroup", "0::/\n" },
      { "/sys/fs/cgroup/cpu.max", "10000 100000\n" } },
    1 },
  { "more than there are",
    { { "/proc/self/cgroup", "0::/\n" },
      { "/sys/fs/cgroup/cpu.max", "9900000000000 100000\n" } },
    MACHINE },
  { "the tightest on the way up",
    { { "/proc/self/cgroup", "0::/a/b/c\n" },
      { "/sys/fs/cgroup/a/cpu.max", "300000 100000\n" },
      { "/sys/fs/cgroup/a/b/cpu.max", "max 100000\n" },
      { "/sys/fs/cgroup/a/b/c/cpu.max", "500000 100000\n" } },
    3 },
  { "the host's name in a container",
    { { "/proc/self/cgroup", "0::/docker/1234\n" },
      { "/sys/fs/cgroup/cpu.max", "400000 100000\n" } },
    4 },
  { "version 1",
    { { "/proc/self/cgroup", "9:name=systemd:/\n3:cpuset:/\n"
                             "4:cpu,cpuacct:/a\n" },
      { "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "250000\n" },
      { "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "50000\n" } },
    5 },
  { "version 1, not limited",
    { { "/proc/self/cgroup", "1:cpu:/\n" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n" } },
    MACHINE },
  { "another controller",
    { { "/proc/self/cgroup", "1:cpuset,cpuacct:/\n" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n" } },
    MACHINE },
  { "both versions",
    { { "/proc/self/cgroup", "1:cpu:/\n0::/x\n" },
      { "/sys/fs/cgroup/unified/x/cpu.max", "700000 100000" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "800000\n" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n" } },
    7 },
  { "nonsense",
    { { "/proc/self/cgroup", "\n::\n0\n0:\n0::\n1:cpu\nx" },
      { "/sys/fs/cgroup/cpu.max", "100000" },
      { "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "" } },
    MACHINE },
};

/* Writes a file of a made-up system with the folders above it. */
static void make_file(const char *root, const made_file *file)
{
  char *path = mem_format("%s%s", root, file->path);
  for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
    *at = '\0';
    (void)mkdir(path, S_IRWXU);
    *at = '/';
  }
  ck_assert_int_eq(file_write(path, file->text, strlen(file->text), NULL),
                   RD_OK);
  free(path);
}

START_TEST(test_cores__control_groups_limit_them)
{
  for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
    char *root;
    ck_assert_int_eq(rd_scratch_new(&root, NULL), RD_OK);
    for (size_t j = 0; j < FILES && systems[i].files[j].path; j++)
      make_file(root, &systems[i].files[j]);
    unsigned count = cores_limited(root, MACHINE);
    ck_assert_msg(count == systems[i].count, "%s: %u instead of %u",
                  systems[i].name, count, systems[i].count);
    ck_assert_uint_eq(cores_limited(root, 1), 1);
    ck_assert_uint_ge(cores_limited(root, 0), 1);
    rd_scratch_remove(root);
    free(root);
  }
}
END_TEST

START_TEST(test_cores__affinity_limits_them)
{
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all))
    return; /* more processors than the fixed set holds */
  unsigned count = cores_available();
  ck_assert_uint_ge(count, 1);
  ck_assert_uint_le(count, (unsigned)CPU_COUNT(&all));
  size_t first = 0;
  while (!CPU_ISSET(first, &all))
    first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
  ck_assert_uint_eq(cores_available(), 1);
  ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS("cores", test_cores__control_groups_limit_them,
                   test_cores__affinity_limits_them);
}
