# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's tools of one version read texts alike: the one of the crashing version judges,
# though a plain name comes before it, and is not asked about errors that the crashing
# one has found itself.
for name in llc-77 llvm-as-77 llvm-as; do
  cp "$HERE/llvm.sh" "$name"
done
for function in one two bug four five; do
  printf 'define void @%s() {\n  ret void\n}\n' "$function"
done >input.ll
PATH=$PWD:$PATH "$PROGRAM" -v -j 1 --frontend tokens --no-report -o out.ll input.ll \
  -- llc-77 -march=none >out 2>&1 || fail "$(cat out)"
grep -q '^judge  *llvm-as-77 ' out || fail "$(cat out)"
invalid=$(sed -n 's/^tests .* \([0-9]*\) invalid.*/\1/p' out)
asked=$(sed -n 's/^judge runs *\([0-9]*\).*/\1/p' out)
interesting=$(sed -n 's/^tests .* \([0-9]*\) interesting.*/\1/p' out)
[ "$invalid" -gt 5 ] || fail "$(cat out)"
[ "$asked" -lt $((interesting + 5)) ] || fail "$asked: $(cat out)"
rm -r ./*
