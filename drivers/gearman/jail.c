/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The calls that nothing needs that compiles a text. They fail as if the user
 * might not make them. Sockets of all kinds are among them: one in the file
 * system may lead to a service that does more than the worker's owner wants.
 */
#include "gearman/roles.h"

#include <errno.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

static const int refused[] = {
  SCMP_SYS(socket),
  SCMP_SYS(connect),
  SCMP_SYS(bind),
  SCMP_SYS(listen),
  SCMP_SYS(accept),
  SCMP_SYS(accept4),
  SCMP_SYS(ptrace),
  SCMP_SYS(process_vm_readv),
  SCMP_SYS(process_vm_writev),
  SCMP_SYS(mount),
  SCMP_SYS(umount2),
  SCMP_SYS(pivot_root),
  SCMP_SYS(chroot),
  SCMP_SYS(unshare),
  SCMP_SYS(setns),
  SCMP_SYS(bpf),
  SCMP_SYS(perf_event_open),
  SCMP_SYS(keyctl),
  SCMP_SYS(add_key),
  SCMP_SYS(request_key),
  SCMP_SYS(init_module),
  SCMP_SYS(finit_module),
  SCMP_SYS(delete_module),
  SCMP_SYS(kexec_load),
  SCMP_SYS(reboot),
  SCMP_SYS(swapon),
  SCMP_SYS(swapoff),
  SCMP_SYS(settimeofday),
  SCMP_SYS(clock_settime),
  SCMP_SYS(adjtimex),
  SCMP_SYS(sethostname),
  SCMP_SYS(io_uring_setup),
  SCMP_SYS(userfaultfd),
  SCMP_SYS(open_by_handle_at),
};

/* The program of the filter, which libseccomp writes to a file only. */
static struct sock_fprog *export_filter(scmp_filter_ctx context)
{
  struct sock_fprog *out = NULL;
  struct stat info;
  int fd = memfd_create("filter", MFD_CLOEXEC);
  if (fd >= 0 && !seccomp_export_bpf(context, fd) && !fstat(fd, &info)) {
    size_t size = (size_t)info.st_size;
    out = mem_alloc(1, sizeof *out);
    *out = (struct sock_fprog){
      .len = (unsigned short)(size / sizeof *out->filter),
      .filter = mem_alloc(size, 1),
    };
    if (pread(fd, out->filter, size, 0) != (ssize_t)size)
      out = NULL;
  }
  if (fd >= 0)
    (void)close(fd);
  return out;
}

const void *jail_filter(void)
{
  scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
  bool good = context != NULL;
  for (size_t i = 0; good && i < sizeof refused / sizeof *refused; i++)
    good = !seccomp_rule_add(context, SCMP_ACT_ERRNO(EACCES), refused[i], 0);
  const void *out = good ? export_filter(context) : NULL;
  if (context)
    seccomp_release(context);
  return out;
}
