#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Crashes where the word bug is, if all files are there and none has an error.
case " $* " in *" --version "*) exit 0 ;; esac
cat "$@" || exit 1
! grep -q "#error" "$@" || exit 1
! grep -qw bug "$1" || { echo "internal compiler error: in f, at f.cc:1"; exit 4; }
