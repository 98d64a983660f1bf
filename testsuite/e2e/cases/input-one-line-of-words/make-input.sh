# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nothing is known of the text but its words, which go in groups.
{
  seq -f 'word%.0f' 1000 | tr '\n' ' '
  echo needle end
} >input.txt
