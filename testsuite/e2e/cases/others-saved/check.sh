# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
[ "$(find one -type f | wc -l)" -eq 4 ]
for count in 1 2; do
  text=$(echo one/*-make-$count-*.c)
  words=${text%.c}.txt
  grep -q "^signature: .* in make_$count, at zoo.cc:42$" "$words"
  command=$(sed -n 's/^command: //p' "$words")
  sh -c "$command" >said || true
  grep "in make_$count," said
done
tail -n 1 ../out | grep -q '"other_files":\["input.hdd/others/1-.*/2-.*\.c"\]'
