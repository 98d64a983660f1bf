/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a bisection has found, once there is nothing left to ask. */
#ifndef BISECT_ENDING_H
#define BISECT_ENDING_H

#include "bisect/probe.h"

/* This node is the first bad one: sees to it that its parents are fine, which may
 * take a test. */
rd_status ending_found(bisecting *self, uint32_t node, rd_error *err);
/* Several are left. */
rd_status ending_suspects(bisecting *self, rd_error *err);

#endif
