#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that notes which signal ends it.
for name in HUP INT TERM USR1 ALRM; do
  # shellcheck disable=SC2064
  trap "echo $name >>got; trap - $name; kill -$name $$" "$name"
done
echo $$ >started
while :; do sleep 0.05; done
