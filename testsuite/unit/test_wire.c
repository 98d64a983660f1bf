/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records between a parse server and its worker. */
#include "server/wire.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run_tests.h"

/* The worker says why it cannot work, and ends before it reads the request that
 * was sent meanwhile. */
START_TEST(test_wire__the_last_words_of_a_peer_arrive)
{
  int ends[2], record = 42;
  ck_assert(!socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends));
  ck_assert(!wire_send(ends[0], &record, sizeof record, -1));
  ck_assert(!wire_send(ends[1], &record, sizeof record, -1));
  (void)close(ends[1]);
  record = 0;
  ck_assert(!wire_receive(ends[0], &record, sizeof record, NULL));
  ck_assert_int_eq(record, 42);
  ck_assert_int_eq(wire_receive(ends[0], &record, sizeof record, NULL), -1);
  ck_assert_int_eq(errno, EPIPE);
  (void)close(ends[0]);
}
END_TEST

int main(void)
{
  return RUN_TESTS("wire", test_wire__the_last_words_of_a_peer_arrive);
}
