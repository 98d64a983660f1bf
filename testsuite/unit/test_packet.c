/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records over a local socket. */
#include "base/packet.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run_tests.h"

/* The worker says why it cannot work, and ends before it reads the request that
 * was sent meanwhile. */
START_TEST(test_packet__the_last_words_of_a_peer_arrive)
{
  int ends[2], record = 42;
  ck_assert(!socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends));
  ck_assert(!packet_send(ends[0], &record, sizeof record, -1));
  ck_assert(!packet_send(ends[1], &record, sizeof record, -1));
  (void)close(ends[1]);
  record = 0;
  ck_assert(!packet_receive(ends[0], &record, sizeof record, NULL));
  ck_assert_int_eq(record, 42);
  ck_assert_int_eq(packet_receive(ends[0], &record, sizeof record, NULL), -1);
  ck_assert_int_eq(errno, EPIPE);
  (void)close(ends[0]);
}
END_TEST

int main(void)
{
  return RUN_TESTS("packet", test_packet__the_last_words_of_a_peer_arrive);
}
