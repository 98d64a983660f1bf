# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The example does what it says: the careless reduction is about another commit.
set -eu
"$ROOT/examples/bisect/run.sh" "$PROGRAM" >said.txt
sed -n 's/^  subject  //p' said.txt >subjects.txt
printf '%s\n' 'fold: take remainders of shifted values' \
  'fold: shift values with a sign' 'fold: take remainders of shifted values' |
  diff - subjects.txt || exit 1
