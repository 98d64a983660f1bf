#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Leaves what is hard to remove, and a way out of the folder.
mkdir -p deep/er/and/deeper
ln -s "$HERE" deep/out
ln -s / root
touch deep/er/file && chmod 000 deep/er
mkfifo fifo
grep -qw bug input.c
